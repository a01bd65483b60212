//! Where drivers are known to give something else than the WGSL specification says, as
//! data, each with the reason. What is not listed here must be right.

use bitonic::graph::Builtin;

/// One built-in that drivers compute otherwise.
pub(crate) struct Deviation {
    pub(crate) builtins: &'static [Builtin],
    /// Bits of a field of the result, each of which may differ by one.
    pub(crate) field: u32,
    pub(crate) reason: &'static str,
}

/// The deviations of Vulkan drivers.
pub(crate) const ON_VULKAN: &[Deviation] = &[
    Deviation {
        builtins: &[Builtin::Pack4x8Unorm, Builtin::Pack4x8Snorm],
        field: 8,
        reason: PACKING,
    },
    Deviation {
        builtins: &[Builtin::Pack2x16Unorm, Builtin::Pack2x16Snorm],
        field: 16,
        reason: PACKING,
    },
];

const PACKING: &str = "SPIR-V's packing instructions round the scaled value to the nearest integer, to the even one from halfway, where WGSL adds 0.5 and rounds down";

/// What is known of `builtin`.
pub(crate) fn of(builtin: Builtin) -> Option<&'static Deviation> {
    ON_VULKAN
        .iter()
        .find(|deviation| deviation.builtins.contains(&builtin))
}

impl Deviation {
    /// Whether `found` is near enough to `wanted`, field by field.
    pub(crate) fn allows(&self, wanted: f64, found: f64) -> bool {
        let (wanted, found) = (wanted as u32, found as u32);
        let mask = ((1_u64 << self.field) - 1) as u32;
        let mut fields = (0..32 / self.field).map(|index| index * self.field);
        fields.all(|shift| {
            let difference = (wanted >> shift).wrapping_sub(found >> shift) & mask;
            difference <= 1 || difference == mask
        })
    }
}
