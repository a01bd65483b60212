//! Expressions other than arithmetic: leaves, composites, pointers, indexing.

use std::rc::Rc;

use naga::{Expression, Handle, Span, SwizzleComponent};

use super::DecodeError;
use super::builder::Value;
use super::convert;
use super::frame::{Decoder, Frame, Operand};
use super::globals::{constant_bits, literal_words};
use super::operation::{Array, Grain, Place, Space};
use super::pointer::Pointer;
use super::shape::{Elements, ScalarType};
use crate::value::Binary;

impl<'m> Decoder<'m> {
    /// Evaluates an expression here and now.
    pub(super) fn evaluate(
        &mut self,
        frame: &mut Frame<'m>,
        handle: Handle<Expression>,
    ) -> Result<Operand, DecodeError> {
        let function = frame.function;
        let span = frame.span(handle);
        match function.expressions[handle] {
            Expression::Literal(literal) => {
                let words = literal_words(literal, span)?;
                let values = words.into_iter().map(|word| self.builder.constant(word));
                Ok(Self::values(values.collect()))
            }
            Expression::Constant(_) | Expression::ZeroValue(_) | Expression::Override(_) => {
                let bits = constant_bits(self.module, &function.expressions, handle)?;
                let values = bits.into_iter().map(|bits| self.builder.constant(bits));
                Ok(Self::values(values.collect()))
            }
            Expression::Compose { ref components, .. } => {
                let mut values = Vec::new();
                for &component in components {
                    values.extend_from_slice(&self.scalars(frame, component)?);
                }
                Ok(Self::values(values))
            }
            Expression::Splat { size, value } => {
                let value = self.scalars(frame, value)?;
                Ok(Self::values(value.repeat(size as usize)))
            }
            Expression::Swizzle {
                size,
                vector,
                pattern,
            } => self.swizzle(frame, vector, &pattern[..size as usize]),
            Expression::FunctionArgument(index) => {
                let argument = frame.arguments.get(index as usize).cloned();
                argument.ok_or_else(|| DecodeError::unsupported("missing arguments", span))
            }
            Expression::GlobalVariable(global) => {
                if let Some(&opaque) = self.globals.opaque_variables.get(&global) {
                    return Ok(Operand::Opaque(opaque));
                }
                let pointer = self.globals.pointers.get(&global);
                let pointer = pointer.ok_or_else(|| {
                    DecodeError::unsupported("variables that the validator did not see", span)
                })?;
                Ok(Operand::Pointer(Rc::new(pointer.clone())))
            }
            Expression::LocalVariable(local) => {
                Ok(Operand::Pointer(Rc::clone(&frame.locals[local.index()])))
            }
            Expression::Load { pointer } => {
                let place = frame.span(pointer);
                let span = if span.is_defined() { span } else { place };
                Ok(Self::values(self.load(frame, pointer, span)?))
            }
            Expression::AccessIndex { base, index } => self.access_index(frame, base, index, span),
            Expression::Access { base, index } => self.access(frame, base, index, span),
            Expression::ArrayLength(pointer) => {
                let pointer = self.pointer(frame, pointer)?;
                let array = pointer.runtime_array().ok_or_else(|| {
                    DecodeError::unsupported("`arrayLength` of a fixed-size array", span)
                })?;
                Ok(Self::values(vec![self.builder.array_length(array)]))
            }
            _ => self.arithmetic(frame, handle),
        }
    }

    fn swizzle(
        &mut self,
        frame: &mut Frame<'m>,
        vector: Handle<Expression>,
        pattern: &[SwizzleComponent],
    ) -> Result<Operand, DecodeError> {
        let width = self.shape(frame, vector)?.scalar();
        let width = width.map_or(1, ScalarType::words) as usize;
        let vector = self.scalars(frame, vector)?;
        let picked = pattern
            .iter()
            .flat_map(|component| &vector[component.index() as usize * width..][..width]);
        Ok(Self::values(picked.copied().collect()))
    }

    fn access_index(
        &mut self,
        frame: &mut Frame<'m>,
        base: Handle<Expression>,
        index: u32,
        span: Span,
    ) -> Result<Operand, DecodeError> {
        match self.operand(frame, base)? {
            Operand::Pointer(pointer) => {
                pointer_operand(pointer.part(&mut self.builder, index), span)
            }
            Operand::Scalars(scalars) => {
                let part = self.shape(frame, base)?.part(index);
                let part = part.ok_or_else(|| no_parts(span))?;
                let range = part.dense as usize..(part.dense + part.shape.words()) as usize;
                let picked = scalars.get(range).ok_or_else(|| no_parts(span))?;
                Ok(Operand::Scalars(picked.into()))
            }
            Operand::Opaque(_) => Err(no_parts(span)),
        }
    }

    fn access(
        &mut self,
        frame: &mut Frame<'m>,
        base: Handle<Expression>,
        index: Handle<Expression>,
        span: Span,
    ) -> Result<Operand, DecodeError> {
        let index = self.scalars(frame, index)?;
        let index = convert::index_word(&mut self.builder, &index).ok_or_else(|| no_parts(span))?;
        match self.operand(frame, base)? {
            Operand::Pointer(pointer) => {
                pointer_operand(pointer.element(&mut self.builder, index), span)
            }
            Operand::Scalars(scalars) => {
                let elements = self.shape(frame, base)?.elements();
                let elements = elements.ok_or_else(|| no_parts(span))?;
                Ok(Self::values(
                    self.select_element(&scalars, index, &elements),
                ))
            }
            Operand::Opaque(_) => Err(no_parts(span)),
        }
    }

    /// An element of a value, by an index found at run time and clamped.
    fn select_element(
        &mut self,
        scalars: &[Value],
        index: Value,
        elements: &Elements,
    ) -> Vec<Value> {
        let length = elements.length.unwrap_or(1);
        let width = elements.shape.words();
        let last = self.builder.constant(length - 1);
        let index = self.builder.binary(Binary::MinUnsigned, index, last);
        let constants: Option<Vec<u32>> = scalars
            .iter()
            .map(|&scalar| self.builder.constant_bits(scalar))
            .collect();
        let width_value = self.builder.constant(width);
        let address = self.builder.binary(Binary::Multiply, index, width_value);
        if let Some(bits) = constants {
            return self.table_element(&bits, address, width);
        }
        if length <= 4 {
            return self.choose(scalars, index, width);
        }
        let first = self.builder.variable(scalars.len() as u32, true);
        for (target, &source) in (first.0..).zip(scalars) {
            self.builder.assign(Value(target), source);
        }
        let array = Array {
            first,
            length: scalars.len() as u32,
        };
        let offsets = 0..width;
        offsets
            .map(|offset| self.builder.read_element(array, address, offset))
            .collect()
    }

    fn table_element(&mut self, bits: &[u32], address: Value, width: u32) -> Vec<Value> {
        let start = self.builder.table(bits);
        let load = |offset| {
            self.builder.load(Place {
                space: Space::Table,
                grain: Grain::Word,
                address,
                offset: start + offset,
                // No observer asks about constants.
                site: 0,
            })
        };
        (0..width).map(load).collect()
    }

    /// A chain of selects: cheaper than a variable for few elements.
    fn choose(&mut self, scalars: &[Value], index: Value, width: u32) -> Vec<Value> {
        let mut elements = scalars.chunks(width as usize);
        let mut chosen = elements.next().unwrap_or_default().to_vec();
        for (position, element) in (1..).zip(elements) {
            let position = self.builder.constant(position);
            let here = self.builder.binary(Binary::Equal, index, position);
            for (chosen, &scalar) in chosen.iter_mut().zip(element) {
                *chosen = self.builder.select(here, scalar, *chosen);
            }
        }
        chosen
    }
}

fn pointer_operand(pointer: Option<Pointer>, span: Span) -> Result<Operand, DecodeError> {
    pointer
        .map(|pointer| Operand::Pointer(Rc::new(pointer)))
        .ok_or_else(|| no_parts(span))
}

fn no_parts(span: Span) -> DecodeError {
    DecodeError::unsupported("indices into values without parts", span)
}
