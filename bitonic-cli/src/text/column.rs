//! One column of numbers as keys of one type: the narrowest that holds them all,
//! or the one that was asked for. Keys are kept as words of the type so far, and
//! are turned in place when a number needs another.

use super::number::{Integer, Number};
use crate::keys::{Dtype, Keys};

/// The numbers so far.
#[derive(Debug)]
pub(crate) struct Column {
    asked: Option<Dtype>,
    dtype: Dtype,
    words: Vec<u32>,
    low: i64,
    high: i64,
    /// The first integer that no `f32` is equal to.
    inexact: Option<Seen>,
}

/// A number, and where it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Seen {
    /// Counted from 1.
    pub(crate) line: u64,
    pub(crate) text: String,
}

/// Why a number does not go with the others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Misfit {
    /// It is not a `u32`, which was asked for.
    NotU32(Seen),
    /// It is not an `i32`, which was asked for.
    NotI32(Seen),
    /// The keys are `f32`, and no `f32` is equal to this integer.
    Inexact(Seen),
}

impl Column {
    pub(crate) fn new(asked: Option<Dtype>) -> Column {
        Column {
            asked,
            dtype: asked.unwrap_or(Dtype::U32),
            words: Vec::new(),
            low: 0,
            high: 0,
            inexact: None,
        }
    }

    pub(crate) fn finish(self) -> Keys {
        Keys {
            dtype: self.dtype,
            words: self.words,
        }
    }

    /// Adds the number that `seen` says.
    pub(crate) fn push(&mut self, number: Number, seen: &dyn Fn() -> Seen) -> Result<(), Misfit> {
        if self.asked.is_none() {
            self.widen(number)?;
        }
        let word = match self.dtype {
            Dtype::U32 => value(number).and_then(|value| u32::try_from(value).ok()),
            Dtype::I32 => value(number)
                .and_then(|value| i32::try_from(value).ok())
                .map(i32::cast_unsigned),
            Dtype::F32 => float(number).map(f32::to_bits),
        };
        let word = word.ok_or_else(|| match self.dtype {
            Dtype::U32 => Misfit::NotU32(seen()),
            Dtype::I32 => Misfit::NotI32(seen()),
            Dtype::F32 => Misfit::Inexact(seen()),
        })?;
        if self.inexact.is_none() && float(number).is_none() {
            self.inexact = Some(seen());
        }
        self.words.push(word);
        Ok(())
    }

    /// Makes the type one that holds `number` too.
    fn widen(&mut self, number: Number) -> Result<(), Misfit> {
        let wanted = self.wanted(number);
        match (self.dtype, wanted) {
            (Dtype::U32 | Dtype::I32, Dtype::F32) => self.turn_to_floats()?,
            // The words of integers that both types hold are the same.
            (Dtype::U32 | Dtype::I32, Dtype::U32 | Dtype::I32) | (Dtype::F32, _) => {}
        }
        self.dtype = wanted;
        Ok(())
    }

    fn wanted(&mut self, number: Number) -> Dtype {
        let integer = match number {
            Number::Integer(integer) if !integer.is_negative_zero() => integer,
            Number::Integer(_) | Number::Decimal(_) => return Dtype::F32,
        };
        let (Some(value), Dtype::U32 | Dtype::I32) = (integer.value, self.dtype) else {
            return Dtype::F32;
        };
        self.low = self.low.min(value);
        self.high = self.high.max(value);
        if self.low >= 0 && u32::try_from(self.high).is_ok() {
            Dtype::U32
        } else if i32::try_from(self.low).is_ok() && i32::try_from(self.high).is_ok() {
            Dtype::I32
        } else {
            Dtype::F32
        }
    }

    fn turn_to_floats(&mut self) -> Result<(), Misfit> {
        if let Some(seen) = &self.inexact {
            return Err(Misfit::Inexact(seen.clone()));
        }
        let signed = self.dtype == Dtype::I32;
        for word in &mut self.words {
            let float = match signed {
                true => word.cast_signed() as f32,
                false => *word as f32,
            };
            *word = float.to_bits();
        }
        Ok(())
    }
}

/// The integer that a number is.
fn value(number: Number) -> Option<i64> {
    match number {
        Number::Integer(Integer { value, float: _ }) => value,
        Number::Decimal(_) => None,
    }
}

/// The float that a number is: equal to an integer, nearest to a decimal.
fn float(number: Number) -> Option<f32> {
    match number {
        Number::Integer(Integer { value: _, float }) => float,
        Number::Decimal(float) => Some(float),
    }
}
