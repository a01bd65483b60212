//! An expression of scalars, checked for rows of arguments and results by their bits.

use wgpu::Features;

use super::runner::Kernel;

/// A scalar type of WGSL, or of naga's extensions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ty {
    F16,
    F32,
    F64,
    I16,
    U16,
    I32,
    U32,
    I64,
    U64,
}

impl Ty {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::F16 => "f16",
            Self::F32 => "f32",
            Self::F64 => "f64",
            Self::I16 => "i16",
            Self::U16 => "u16",
            Self::I32 => "i32",
            Self::U32 => "u32",
            Self::I64 => "i64",
            Self::U64 => "u64",
        }
    }

    pub(crate) fn bytes(self) -> usize {
        match self {
            Self::F16 | Self::I16 | Self::U16 => 2,
            Self::F32 | Self::I32 | Self::U32 => 4,
            Self::F64 | Self::I64 | Self::U64 => 8,
        }
    }

    pub(crate) fn features(self) -> Features {
        match self {
            Self::F16 => Features::SHADER_F16,
            Self::F64 => Features::SHADER_F64,
            Self::I16 | Self::U16 => Features::SHADER_I16,
            Self::I64 | Self::U64 => Features::SHADER_INT64,
            Self::F32 | Self::I32 | Self::U32 => Features::empty(),
        }
    }

    /// The directives that a text with this type begins with.
    pub(crate) fn directives(self) -> &'static str {
        match self {
            Self::F16 => "enable f16;\n",
            Self::I16 | Self::U16 => "enable wgpu_int16;\n",
            _ => "",
        }
    }

    pub(crate) fn is_float(self) -> bool {
        matches!(self, Self::F16 | Self::F32 | Self::F64)
    }

    /// The value of its bits.
    pub(crate) fn value(self, bits: u64) -> f64 {
        match self {
            Self::F16 => half::f16::from_bits(bits as u16).into(),
            Self::F32 => f32::from_bits(bits as u32).into(),
            Self::F64 => f64::from_bits(bits),
            _ => bits as f64,
        }
    }

    /// The bits of the nearest value.
    pub(crate) fn bits(self, value: f64) -> u64 {
        match self {
            Self::F16 => nearest_half(value).into(),
            Self::F32 => (value as f32).to_bits().into(),
            Self::F64 => value.to_bits(),
            _ => unreachable!("only floats have bits to look up"),
        }
    }
}

/// The bits of the nearest f16, ties to even: of the neighbours of a rough one, the closest.
fn nearest_half(value: f64) -> u16 {
    let rough = half::f16::from_f64(value);
    if value.abs() >= 65520.0 || !rough.is_finite() {
        return rough.to_bits();
    }
    let bits = rough.to_bits();
    let near = [bits, bits.wrapping_sub(1), bits + 1].map(half::f16::from_bits);
    let near = near.iter().filter(|half| half.is_finite());
    let nearest = near.min_by(|x, y| {
        let distance = |half: &half::f16| (half.to_f64() - value).abs();
        let odd = |half: &half::f16| half.to_bits() & 1;
        let by_distance = distance(x).total_cmp(&distance(y));
        by_distance.then(odd(x).cmp(&odd(y)))
    });
    nearest.map_or(bits, |half| half.to_bits() & 0x7FFF | bits & 0x8000)
}

/// Scalars side by side, as a buffer holds them.
pub(crate) fn pack(ty: Ty, scalars: &[u64]) -> Vec<u32> {
    let bytes = scalars
        .iter()
        .flat_map(|scalar| scalar.to_le_bytes()[..ty.bytes()].to_vec());
    let mut bytes: Vec<u8> = bytes.collect();
    bytes.resize(bytes.len().next_multiple_of(8), 0);
    bytemuck::pod_collect_to_vec(&bytes)
}

/// The scalars of a buffer.
pub(crate) fn unpack(ty: Ty, words: &[u32]) -> Vec<u64> {
    let bytes: &[u8] = bytemuck::cast_slice(words);
    let scalars = bytes.chunks(ty.bytes());
    scalars
        .map(|bytes| {
            let mut scalar = [0; 8];
            scalar[..bytes.len()].copy_from_slice(bytes);
            u64::from_le_bytes(scalar)
        })
        .collect()
}

/// Evaluates `expression` of `a`, `b`, `c` of type `from` and of the u32 `m`, `n`, which is of type
/// `to`, for each row of up to five arguments in that order.
#[derive(Clone, Copy)]
pub(crate) struct Rows<'a> {
    pub(crate) from: Ty,
    pub(crate) to: Ty,
    pub(crate) expression: &'a str,
    pub(crate) not_on_vulkan: Option<&'a str>,
}

impl<'a> Rows<'a> {
    pub(crate) fn of(ty: Ty, expression: &'a str) -> Self {
        Self {
            from: ty,
            to: ty,
            expression,
            not_on_vulkan: None,
        }
    }

    pub(crate) fn to(self, to: Ty) -> Self {
        Self { to, ..self }
    }

    pub(crate) fn not_on_vulkan(self, reason: &'a str) -> Self {
        Self {
            not_on_vulkan: Some(reason),
            ..self
        }
    }

    fn source(&self, workgroup_size: u32) -> String {
        let Self {
            from,
            to,
            expression,
            ..
        } = *self;
        let mut directives = from.directives().to_owned();
        if to.directives() != from.directives() {
            directives += to.directives();
        }
        format!(
            "{directives}
            @group(0) @binding(0) var<storage, read_write> results: array<{to}>;
            @group(0) @binding(1) var<storage, read_write> arguments: array<{from}>;
            @group(0) @binding(2) var<storage, read_write> words: array<u32>;
            @compute @workgroup_size({workgroup_size})
            fn main(@builtin(global_invocation_id) id: vec3<u32>) {{
                let row = id.x;
                let a = arguments[row * 3u];
                let b = arguments[row * 3u + 1u];
                let c = arguments[row * 3u + 2u];
                let m = words[row * 2u];
                let n = words[row * 2u + 1u];
                if row * 2u < arrayLength(&words) {{ results[row] = {to}({expression}); }}
            }}",
            from = from.name(),
            to = to.name(),
        )
    }

    /// What each engine gives for the rows: in workgroups of one, where all is uniform, and of eight.
    pub(crate) fn run(&self, rows: &[[u64; 5]]) -> Vec<(String, Vec<u64>)> {
        let arguments: Vec<u64> = rows.iter().flat_map(|row| row[..3].to_vec()).collect();
        let words: Vec<u64> = rows.iter().flat_map(|row| row[3..].to_vec()).collect();
        let results = vec![0; rows.len().next_multiple_of(2) * self.to.bytes().div_ceil(4)];
        let mut found = Vec::new();
        for workgroup_size in [1, 8] {
            let source = self.source(workgroup_size);
            let kernel = Kernel {
                source: &source,
                features: self.from.features() | self.to.features(),
                buffers: vec![
                    results.clone(),
                    pack(self.from, &arguments),
                    words.iter().map(|&word| word as u32).collect(),
                ],
                workgroups: (rows.len() as u32).div_ceil(workgroup_size),
                not_on_vulkan: self.not_on_vulkan,
                ..Kernel::default()
            };
            for (engine, buffers) in kernel.run() {
                let mut scalars = unpack(self.to, &buffers[0]);
                scalars.truncate(rows.len());
                found.push((format!("{engine}, workgroups of {workgroup_size}"), scalars));
            }
        }
        found
    }

    /// Checks results by their bits; any NaN stands for every one.
    #[track_caller]
    pub(crate) fn check<const N: usize>(&self, rows: &[([u64; N], u64)]) {
        let padded: Vec<[u64; 5]> = rows
            .iter()
            .map(|(arguments, _)| {
                let mut row = [0; 5];
                row[..N].copy_from_slice(arguments);
                row
            })
            .collect();
        self.compare(&padded, rows.iter().map(|(_, expected)| *expected));
    }

    /// Checks a function of one scalar and the words `m` and `n`.
    #[track_caller]
    pub(crate) fn check_words<const N: usize>(&self, rows: &[(u64, [u32; N], u64)]) {
        let padded: Vec<[u64; 5]> = rows
            .iter()
            .map(|(argument, words, _)| {
                let word = |index: usize| words.get(index).copied().unwrap_or(0).into();
                [*argument, 0, 0, word(0), word(1)]
            })
            .collect();
        self.compare(&padded, rows.iter().map(|(_, _, expected)| *expected));
    }

    #[track_caller]
    fn compare(&self, rows: &[[u64; 5]], expected: impl Iterator<Item = u64> + Clone) {
        let nan = |bits| self.to.is_float() && self.to.value(bits).is_nan();
        let mask = u64::MAX >> (64 - 8 * self.to.bytes());
        for (engine, found) in self.run(rows) {
            for ((arguments, found), expected) in rows.iter().zip(found).zip(expected.clone()) {
                let expected = expected & mask;
                assert!(
                    found == expected || nan(found) && nan(expected),
                    "{} of {} {arguments:x?} on {engine}: {found:x} ({}), not {expected:x} ({})",
                    self.expression,
                    self.from.name(),
                    self.to.value(found),
                    self.to.value(expected),
                );
            }
        }
    }
}

/// Checks a function of floats, by the bits of their values in each of `types`.
#[track_caller]
pub(crate) fn check_floats<const N: usize>(
    types: &[Ty],
    expression: &str,
    rows: &[([f64; N], f64)],
) {
    for &ty in types {
        let rows: Vec<_> = rows
            .iter()
            .map(|(arguments, expected)| (arguments.map(|x| ty.bits(x)), ty.bits(*expected)))
            .collect();
        Rows::of(ty, expression).check(&rows);
    }
}

/// Checks a function of signed integers in each of `types`; `MIN` and `MAX` of the type are written
/// as [`i64::MIN`] and [`i64::MAX`].
#[track_caller]
pub(crate) fn check_signed<const N: usize>(
    types: &[Ty],
    expression: &str,
    rows: &[([i64; N], i64)],
) {
    for &ty in types {
        let bits = |value: i64| {
            let unused = 64 - 8 * ty.bytes();
            match value {
                i64::MIN | i64::MAX => (value >> unused).cast_unsigned(),
                _ => value.cast_unsigned(),
            }
        };
        let rows: Vec<_> = rows
            .iter()
            .map(|(arguments, expected)| (arguments.map(bits), bits(*expected)))
            .collect();
        Rows::of(ty, expression).check(&rows);
    }
}
