//! The keys of one file: a type, and the words that hold their bits. Reading,
//! sorting and writing share these words, so that no format costs a second copy.
//! Orders of keys are the business of `sort` and `verify`.

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
}

impl Dtype {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Dtype::U32 => "u32",
            Dtype::I32 => "i32",
            Dtype::F32 => "f32",
        }
    }
}

/// Keys, as the words that hold their bits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Keys {
    pub(crate) dtype: Dtype,
    pub(crate) words: Vec<u32>,
}

impl Keys {
    /// How many keys are no numbers; `None` where the type has none such.
    pub(crate) fn nan_count(&self) -> Option<usize> {
        match self.dtype {
            Dtype::U32 | Dtype::I32 => None,
            Dtype::F32 => {
                let floats = bytemuck::cast_slice::<u32, f32>(&self.words);
                Some(floats.iter().filter(|key| key.is_nan()).count())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_floats_can_be_no_numbers() {
        let words = vec![0x7FC0_0000, 0xFF80_0001, 0x7F80_0000];
        let count = |dtype| {
            Keys {
                dtype,
                words: words.clone(),
            }
            .nan_count()
        };
        assert_eq!(count(Dtype::F32), Some(2));
        assert_eq!(count(Dtype::U32), None);
        assert_eq!(count(Dtype::I32), None);
    }
}
