//! Atomics: of one word as an operation with a function of words, of 64 bits as one that holds both
//! words together.

use naga::{AtomicFunction as NagaAtomic, Expression, Handle, ScalarKind, Span};

use super::DecodeError;
use super::builder::Value;
use super::frame::{Decoder, Frame};
use super::operation::{Array, AtomicFunction, Operation, Place};
use super::pointer::Pointer;
use super::shape::Shape;
use crate::value::{Binary, WideUpdate};

impl<'m> Decoder<'m> {
    pub(super) fn atomic(
        &mut self,
        frame: &mut Frame<'m>,
        pointer: Handle<Expression>,
        function: &NagaAtomic,
        operand: Handle<Expression>,
        result: Option<Handle<Expression>>,
    ) -> Result<(), DecodeError> {
        let span = frame.span(pointer);
        let ty = frame.info[operand].ty.inner_with(&self.module.types);
        let kind = ty.scalar_kind().unwrap_or(ScalarKind::Uint);
        let operand = self.scalars(frame, operand)?;
        let expected = match *function {
            NagaAtomic::Exchange {
                compare: Some(compare),
            } => Some(self.scalars(frame, compare)?),
            _ => None,
        };
        let pointer = self.pointer(frame, pointer)?;
        let place = self.atomic_place(&pointer, span)?;
        let old = match (&*operand, expected.as_deref()) {
            (&[operand], None) => {
                let function = self.atomic_function(frame, *function, kind, span)?;
                vec![self.word_atomic(function, place, operand)]
            }
            (&[operand], Some(&[expected])) => {
                let function = AtomicFunction::CompareExchange(expected);
                vec![self.word_atomic(function, place, operand)]
            }
            (&[low, high], None) => self.wide_atomic(
                wide_function(*function, kind),
                place,
                [low, high, low, high],
            ),
            (&[low, high], Some(&[expected_low, expected_high])) => self.wide_atomic(
                WideUpdate::CompareExchange,
                place,
                [low, high, expected_low, expected_high],
            ),
            _ => return Err(DecodeError::unsupported("atomics of composites", span)),
        };
        if let Some(result) = result {
            let mut scalars = old;
            if let Some(expected) = expected {
                let exchanged = self.equal_words(&scalars, &expected);
                scalars.push(exchanged);
            }
            frame.set_scalars(result, scalars);
        }
        Ok(())
    }

    /// The scalars of a load through a pointer to a 64-bit atomic; `None` for other pointers.
    pub(super) fn wide_atomic_load(
        &mut self,
        pointer: &Pointer,
        span: Span,
    ) -> Result<Option<Vec<Value>>, DecodeError> {
        if !is_wide_atomic(pointer) {
            return Ok(None);
        }
        let place = self.atomic_place(pointer, span)?;
        let zero = self.builder.constant(0);
        Ok(Some(self.wide_atomic(WideUpdate::Load, place, [zero; 4])))
    }

    /// Stores through a pointer to a 64-bit atomic; false for other pointers, with nothing done.
    pub(super) fn wide_atomic_store(
        &mut self,
        pointer: &Pointer,
        values: &[Value],
        span: Span,
    ) -> Result<bool, DecodeError> {
        let (true, &[low, high]) = (is_wide_atomic(pointer), values) else {
            return Ok(false);
        };
        let place = self.atomic_place(pointer, span)?;
        self.wide_atomic(WideUpdate::Store, place, [low, high, low, high]);
        Ok(true)
    }

    /// The function of an atomic on one word.
    pub(super) fn atomic_function(
        &mut self,
        frame: &mut Frame<'m>,
        function: NagaAtomic,
        kind: ScalarKind,
        span: Span,
    ) -> Result<AtomicFunction<Value>, DecodeError> {
        if let NagaAtomic::Exchange {
            compare: Some(compare),
        } = function
        {
            let expected = self.scalar(frame, compare)?;
            return Ok(AtomicFunction::CompareExchange(expected));
        }
        word_function(function, kind)
            .ok_or_else(|| DecodeError::unsupported("this atomic on this type", span))
    }

    fn atomic_place(&mut self, pointer: &Pointer, span: Span) -> Result<Place<Value>, DecodeError> {
        let place = pointer.word(&mut self.builder, &mut self.sites, span);
        place.ok_or_else(|| DecodeError::unsupported("atomics outside memory", span))
    }

    fn word_atomic(
        &mut self,
        function: AtomicFunction<Value>,
        place: Place<Value>,
        operand: Value,
    ) -> Value {
        let target = self.builder.temporary();
        self.builder.push(Operation::Atomic {
            function,
            target,
            place,
            operand,
        });
        target
    }

    /// The two words before.
    fn wide_atomic(
        &mut self,
        function: WideUpdate,
        place: Place<Value>,
        operands: [Value; 4],
    ) -> Vec<Value> {
        let result = Array {
            first: self.builder.variable(2, true),
            length: 2,
        };
        self.builder.push(Operation::WideAtomic {
            function,
            result,
            place,
            operands,
        });
        let words = result.first.0..result.first.0 + 2;
        words.map(|word| self.builder.read(Value(word))).collect()
    }

    fn equal_words(&mut self, lhs: &[Value], rhs: &[Value]) -> Value {
        let mut all = self.builder.boolean(true);
        for (&lhs, &rhs) in lhs.iter().zip(rhs) {
            let equal = self.builder.binary(Binary::Equal, lhs, rhs);
            all = self.builder.binary(Binary::And, all, equal);
        }
        all
    }
}

fn is_wide_atomic(pointer: &Pointer) -> bool {
    matches!(*pointer.shape, Shape::Atomic(_)) && pointer.shape.words() == 2
}

/// The function on one word; `None` for what WGSL has not.
fn word_function(function: NagaAtomic, kind: ScalarKind) -> Option<AtomicFunction<Value>> {
    let function = match (function, kind) {
        (NagaAtomic::Exchange { compare: None }, _) => return Some(AtomicFunction::Exchange),
        (NagaAtomic::Add, ScalarKind::Float) => Binary::AddFloat,
        (NagaAtomic::Subtract, ScalarKind::Float) => Binary::SubtractFloat,
        (_, ScalarKind::Float) => return None,
        (NagaAtomic::Add, _) => Binary::Add,
        (NagaAtomic::Subtract, _) => Binary::Subtract,
        (NagaAtomic::And, _) => Binary::And,
        (NagaAtomic::ExclusiveOr, _) => Binary::Xor,
        (NagaAtomic::InclusiveOr, _) => Binary::Or,
        (NagaAtomic::Min, ScalarKind::Sint) => Binary::MinSigned,
        (NagaAtomic::Min, _) => Binary::MinUnsigned,
        (NagaAtomic::Max, ScalarKind::Sint) => Binary::MaxSigned,
        (NagaAtomic::Max, _) => Binary::MaxUnsigned,
        (NagaAtomic::Exchange { compare: Some(_) }, _) => return None,
    };
    Some(AtomicFunction::Combine(function))
}

fn wide_function(function: NagaAtomic, kind: ScalarKind) -> WideUpdate {
    match (function, kind) {
        (NagaAtomic::Add, _) => WideUpdate::Add,
        (NagaAtomic::Subtract, _) => WideUpdate::Subtract,
        (NagaAtomic::And, _) => WideUpdate::And,
        (NagaAtomic::ExclusiveOr, _) => WideUpdate::Xor,
        (NagaAtomic::InclusiveOr, _) => WideUpdate::Or,
        (NagaAtomic::Min, ScalarKind::Sint) => WideUpdate::MinSigned,
        (NagaAtomic::Min, _) => WideUpdate::MinUnsigned,
        (NagaAtomic::Max, ScalarKind::Sint) => WideUpdate::MaxSigned,
        (NagaAtomic::Max, _) => WideUpdate::MaxUnsigned,
        (NagaAtomic::Exchange { compare: None }, _) => WideUpdate::Exchange,
        (NagaAtomic::Exchange { compare: Some(_) }, _) => WideUpdate::CompareExchange,
    }
}
