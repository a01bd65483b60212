//! The keys of one file: a type, and the words that hold their bits. Reading,
//! sorting and writing share these words, so that no format costs a second copy.
//! Orders of keys are the business of `sort` and `verify`.

use bitonic_dsl::f16;
use clap::ValueEnum;

/// What the keys are. NumPy's names are understood too.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Dtype {
    /// Unsigned integers of 32 bits
    #[value(alias = "uint32")]
    U32,
    /// Signed integers of 32 bits
    #[value(alias = "int32")]
    I32,
    /// IEEE 754 floats of 32 bits
    #[value(alias = "float32")]
    F32,
    /// IEEE 754 floats of 16 bits
    #[value(alias = "float16")]
    F16,
    /// Unsigned integers of 64 bits
    #[value(alias = "uint64")]
    U64,
    /// Signed integers of 64 bits
    #[value(alias = "int64")]
    I64,
    /// IEEE 754 floats of 64 bits
    #[value(alias = "float64")]
    F64,
}

impl Dtype {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Dtype::U32 => "u32",
            Dtype::I32 => "i32",
            Dtype::F32 => "f32",
            Dtype::F16 => "f16",
            Dtype::U64 => "u64",
            Dtype::I64 => "i64",
            Dtype::F64 => "f64",
        }
    }

    /// The words that its keys take.
    pub(crate) fn width(self) -> Width {
        match self {
            Dtype::F16 => Width::Half,
            Dtype::U32 | Dtype::I32 | Dtype::F32 => Width::Single,
            Dtype::U64 | Dtype::I64 | Dtype::F64 => Width::Double,
        }
    }
}

/// How wide a key is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Width {
    /// 2 bytes.
    Half,
    /// 4 bytes.
    Single,
    /// 8 bytes.
    Double,
}

/// Words of one width.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Words {
    Half(Vec<u16>),
    Single(Vec<u32>),
    Double(Vec<u64>),
}

impl From<Vec<u16>> for Words {
    fn from(words: Vec<u16>) -> Words {
        Words::Half(words)
    }
}

impl From<Vec<u32>> for Words {
    fn from(words: Vec<u32>) -> Words {
        Words::Single(words)
    }
}

impl From<Vec<u64>> for Words {
    fn from(words: Vec<u64>) -> Words {
        Words::Double(words)
    }
}

/// Keys, as the words that hold their bits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Keys {
    pub(crate) dtype: Dtype,
    /// Of the width of `dtype`.
    pub(crate) words: Words,
}

impl Keys {
    pub(crate) fn new(dtype: Dtype, words: impl Into<Words>) -> Keys {
        let words = words.into();
        Keys { dtype, words }
    }

    /// How many keys there are.
    pub(crate) fn len(&self) -> usize {
        match &self.words {
            Words::Half(words) => words.len(),
            Words::Single(words) => words.len(),
            Words::Double(words) => words.len(),
        }
    }

    /// How many keys are no numbers; `None` where the type has none such.
    pub(crate) fn nan_count(&self) -> Option<usize> {
        match (self.dtype, &self.words) {
            (Dtype::F16, Words::Half(words)) => {
                Some(count(words, |bits| f16::from_bits(bits).is_nan()))
            }
            (Dtype::F32, Words::Single(words)) => {
                Some(count(words, |bits| f32::from_bits(bits).is_nan()))
            }
            (Dtype::F64, Words::Double(words)) => {
                Some(count(words, |bits| f64::from_bits(bits).is_nan()))
            }
            (_, Words::Half(_) | Words::Single(_) | Words::Double(_)) => None,
        }
    }
}

fn count<W: Copy>(words: &[W], is_counted: impl Fn(W) -> bool) -> usize {
    words.iter().filter(|word| is_counted(**word)).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_floats_can_be_no_numbers() {
        let words = vec![0x7FC0_0000_u32, 0xFF80_0001, 0x7F80_0000];
        let count = |dtype| Keys::new(dtype, words.clone()).nan_count();
        assert_eq!(count(Dtype::F32), Some(2));
        assert_eq!(count(Dtype::U32), None);
        assert_eq!(count(Dtype::I32), None);
        let halves = vec![0x7C00_u16, 0x7C01, 0xFE00, 0];
        assert_eq!(Keys::new(Dtype::F16, halves).nan_count(), Some(2));
        let doubles = vec![0x7FF0_0000_0000_0001_u64, 0x7FF0_0000_0000_0000];
        assert_eq!(Keys::new(Dtype::F64, doubles.clone()).nan_count(), Some(1));
        assert_eq!(Keys::new(Dtype::I64, doubles).nan_count(), None);
    }
}
