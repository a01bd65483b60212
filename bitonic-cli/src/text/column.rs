//! One column of numbers as keys of one type: the narrowest that holds them all,
//! or the one that was asked for. Keys are kept as words of the type so far, and
//! are turned in place when a number needs another.

use super::number::{Integer, Number};
use crate::keys::{Dtype, Keys};

/// The types that a text can be read as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    U32,
    I32,
    F32,
}

impl Kind {
    /// `None` of a type that no text is read as.
    pub(crate) fn of(dtype: Dtype) -> Option<Kind> {
        match dtype {
            Dtype::U32 => Some(Kind::U32),
            Dtype::I32 => Some(Kind::I32),
            Dtype::F32 => Some(Kind::F32),
            Dtype::F16 | Dtype::U64 | Dtype::I64 | Dtype::F64 => None,
        }
    }

    fn dtype(self) -> Dtype {
        match self {
            Kind::U32 => Dtype::U32,
            Kind::I32 => Dtype::I32,
            Kind::F32 => Dtype::F32,
        }
    }
}

/// The numbers so far.
#[derive(Debug)]
pub(crate) struct Column {
    asked: Option<Kind>,
    kind: Kind,
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
    pub(crate) fn new(asked: Option<Kind>) -> Column {
        Column {
            asked,
            kind: asked.unwrap_or(Kind::U32),
            words: Vec::new(),
            low: 0,
            high: 0,
            inexact: None,
        }
    }

    pub(crate) fn finish(self) -> Keys {
        Keys::new(self.kind.dtype(), self.words)
    }

    /// Adds the number that `seen` says.
    pub(crate) fn push(&mut self, number: Number, seen: &dyn Fn() -> Seen) -> Result<(), Misfit> {
        if self.asked.is_none() {
            self.widen(number)?;
        }
        let word = match self.kind {
            Kind::U32 => value(number).and_then(|value| u32::try_from(value).ok()),
            Kind::I32 => value(number)
                .and_then(|value| i32::try_from(value).ok())
                .map(i32::cast_unsigned),
            Kind::F32 => float(number).map(f32::to_bits),
        };
        let word = word.ok_or_else(|| match self.kind {
            Kind::U32 => Misfit::NotU32(seen()),
            Kind::I32 => Misfit::NotI32(seen()),
            Kind::F32 => Misfit::Inexact(seen()),
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
        match (self.kind, wanted) {
            (Kind::U32 | Kind::I32, Kind::F32) => self.turn_to_floats()?,
            // The words of integers that both types hold are the same.
            (Kind::U32 | Kind::I32, Kind::U32 | Kind::I32) | (Kind::F32, _) => {}
        }
        self.kind = wanted;
        Ok(())
    }

    fn wanted(&mut self, number: Number) -> Kind {
        let integer = match number {
            Number::Integer(integer) if !integer.is_negative_zero() => integer,
            Number::Integer(_) | Number::Decimal(_) => return Kind::F32,
        };
        let (Some(value), Kind::U32 | Kind::I32) = (integer.value, self.kind) else {
            return Kind::F32;
        };
        self.low = self.low.min(value);
        self.high = self.high.max(value);
        if self.low >= 0 && u32::try_from(self.high).is_ok() {
            Kind::U32
        } else if i32::try_from(self.low).is_ok() && i32::try_from(self.high).is_ok() {
            Kind::I32
        } else {
            Kind::F32
        }
    }

    fn turn_to_floats(&mut self) -> Result<(), Misfit> {
        if let Some(seen) = &self.inexact {
            return Err(Misfit::Inexact(seen.clone()));
        }
        let signed = self.kind == Kind::I32;
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
