//! Every kernel of this crate by name, for those who want to read or emit them.

use bitonic_dsl::{Error, Kernel};

use super::{Coding, copy, disperse_global, disperse_local, flip_global, swap_local};
use super::{DigitPass, count_digits, counting_reset, counting_scatter, scatter_by_digit};
use super::{scan_one_tile, scan_tiles, tile_sums};

/// A kernel that can be built by name.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The kernel's name.
    pub name: &'static str,
    /// What it does, in a line.
    pub summary: &'static str,
    build: fn(u32) -> Result<Kernel, Error>,
}

impl Entry {
    /// Builds the kernel. It stands alone: it reads keys and writes keys.
    ///
    /// # Errors
    ///
    /// The kernel's own faults: a workgroup size that no device can have.
    pub fn build(&self, workgroup_size: u32) -> Result<Kernel, Error> {
        (self.build)(workgroup_size)
    }
}

/// Values of a digit of 8 bits.
const DIGITS: u32 = 256;

/// The pass that has all bindings.
const MIDDLE_PASS: DigitPass = DigitPass {
    is_first: false,
    is_last: false,
};

/// Rows of the catalog for the key types, in the order of the key types. Exchanges
/// through global memory stand between the ends of a sort, where there is neither
/// a key type nor an order: they have no descending form.
macro_rules! entries {
    ($($key:ty:
        $swap_local:literal $disperse_local:literal $flip:literal $disperse:literal
        $swap_local_descending:literal $disperse_local_descending:literal;
    )*) => {
        [$(
            Entry {
                name: $swap_local,
                summary: "sorts each tile in workgroup memory",
                build: |size| swap_local::<$key>(size, Coding::BOTH).map(Kernel::from),
            },
            Entry {
                name: $disperse_local,
                summary: "finishes each tile in workgroup memory",
                build: |size| disperse_local::<$key>(size, Coding::BOTH).map(Kernel::from),
            },
            Entry {
                name: $flip,
                summary: "exchanges mirrored pairs of a span",
                build: |size| flip_global::<$key>(size, Coding::BOTH).map(Kernel::from),
            },
            Entry {
                name: $disperse,
                summary: "exchanges pairs half a span apart",
                build: |size| disperse_global::<$key>(size, Coding::BOTH).map(Kernel::from),
            },
            Entry {
                name: $swap_local_descending,
                summary: "sorts each tile, greatest key first",
                build: |size| swap_local::<$key>(size, Coding::BOTH_DESCENDING).map(Kernel::from),
            },
            Entry {
                name: $disperse_local_descending,
                summary: "finishes each tile, greatest key first",
                build: |size| disperse_local::<$key>(size, Coding::BOTH_DESCENDING).map(Kernel::from),
            },
        )*
            Entry {
                name: "copy_u32",
                summary: "copies words of any type",
                build: |size| copy(size).map(Kernel::from),
            },
            Entry {
                name: "tile_sums_u32",
                summary: "sums up each tile, the first half of a prefix sum",
                build: |size| tile_sums(size).map(Kernel::from),
            },
            Entry {
                name: "scan_tiles_u32",
                summary: "prefix sums of each tile, from what lies before it",
                build: |size| scan_tiles(size).map(Kernel::from),
            },
            Entry {
                name: "scan_one_tile_u32",
                summary: "prefix sums of a single tile",
                build: |size| scan_one_tile(size).map(Kernel::from),
            },
            Entry {
                name: "counting_reset",
                summary: "sets the counters of a counting sort to zero",
                build: |size| counting_reset(size, true, true),
            },
            Entry {
                name: "counting_scatter",
                summary: "gives each element the next place of its bin",
                build: |size| counting_scatter(size).map(Kernel::from),
            },
            Entry {
                name: "count_digits",
                summary: "counts the digits of each tile's bins, for a stable counting sort",
                build: |size| count_digits(size, DIGITS).map(Kernel::from),
            },
            Entry {
                name: "scatter_by_digit",
                summary: "moves elements by one digit of their bins, in their order",
                build: |size| scatter_by_digit(size, DIGITS, MIDDLE_PASS),
            },
        ]
    };
}

static CATALOG: [Entry; 26] = entries! {
    u32: "swap_local_u32" "disperse_local_u32" "flip_global_u32" "disperse_global_u32"
        "swap_local_u32_descending" "disperse_local_u32_descending";
    i32: "swap_local_i32" "disperse_local_i32" "flip_global_i32" "disperse_global_i32"
        "swap_local_i32_descending" "disperse_local_i32_descending";
    f32: "swap_local_f32" "disperse_local_f32" "flip_global_f32" "disperse_global_f32"
        "swap_local_f32_descending" "disperse_local_f32_descending";
};

/// Every kernel of this crate, for each key type.
#[must_use]
pub fn catalog() -> &'static [Entry] {
    &CATALOG
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_entry_builds_a_kernel_of_its_name() {
        for entry in catalog() {
            let kernel = entry.build(64).expect(entry.name);
            assert_eq!(kernel.name(), entry.name);
            assert_eq!(kernel.workgroup_size(), [64, 1, 1]);
        }
    }
}
