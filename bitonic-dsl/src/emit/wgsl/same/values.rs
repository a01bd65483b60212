//! Digests of values: how they come about, from what.

use std::hash::{DefaultHasher, Hash, Hasher};

use naga::valid::FunctionInfo;
use naga::{BinaryOperator, Expression, Function, TypeInner, UnaryOperator};

use super::super::Value;
use super::super::operands::{Root, for_each_operand, root};
use super::super::words::opposite;
use super::Context;

pub(super) type Digest = u64;

pub(super) fn digest(of: impl Hash) -> Digest {
    let mut hasher = DefaultHasher::new();
    of.hash(&mut hasher);
    hasher.finish()
}

/// What is written without the numbers of the arenas.
pub(super) fn unnumbered(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(open) = rest.find('[') {
        let (before, from) = rest.split_at(open);
        out.push_str(before);
        let digits = from[1..].bytes().take_while(u8::is_ascii_digit).count();
        let is_number = digits > 0 && from[1 + digits..].starts_with(']');
        out.push(if is_number { '#' } else { '[' });
        rest = &from[if is_number { digits + 2 } else { 1 }..];
    }
    out + rest
}

/// What kind of expression it is, without its operands.
pub(super) fn shape(expression: &Expression) -> String {
    unnumbered(&format!("{expression:?}"))
}

/// The values of one function as far as it has been followed.
pub(super) struct Values<'a> {
    pub(super) context: &'a Context<'a>,
    pub(super) function: &'a Function,
    pub(super) info: &'a FunctionInfo,
    constants: Vec<Option<String>>,
    known: Vec<Option<Digest>>,
    /// By variable of the function: what it holds.
    pub(super) held: Vec<Digest>,
    /// How many effects there have been.
    pub(super) epoch: u64,
    /// The reads since the last effect, in no order.
    pub(super) reads: u64,
}

impl<'a> Values<'a> {
    pub(super) fn new(
        context: &'a Context<'a>,
        function: &'a Function,
        info: &'a FunctionInfo,
    ) -> Values<'a> {
        let mut values = Values {
            context,
            function,
            info,
            constants: context.constants.of_function(context.module, function),
            known: vec![None; function.expressions.len()],
            held: Vec::new(),
            epoch: 0,
            reads: 0,
        };
        for (_, variable) in function.local_variables.iter() {
            let held = match variable.init {
                Some(init) => values.of(init),
                None => values.zero(variable.ty),
            };
            values.held.push(held);
        }
        values
    }

    fn zero(&self, ty: naga::Handle<naga::Type>) -> Digest {
        let zero = Expression::ZeroValue(ty);
        let found = self
            .function
            .expressions
            .iter()
            .find(|(_, one)| **one == zero);
        match found.and_then(|(value, _)| self.constants[value.index()].clone()) {
            Some(text) => digest(text),
            None => digest(("zero", self.context.type_text(ty))),
        }
    }

    /// `value` is what the statement of this number gave.
    pub(super) fn is_result(&mut self, value: Value, of: Digest) {
        self.known[value.index()] = Some(of);
    }

    /// `value` is evaluated here.
    pub(super) fn evaluate(&mut self, value: Value) {
        let of = self.made(value);
        self.known[value.index()] = Some(of);
    }

    pub(super) fn of(&mut self, value: Value) -> Digest {
        match self.known[value.index()] {
            Some(known) => known,
            None => self.made(value),
        }
    }

    fn made(&mut self, value: Value) -> Digest {
        if let Some(text) = &self.constants[value.index()] {
            return digest(text);
        }
        let (module, function) = (self.context.module, self.function);
        match function.expressions[value] {
            Expression::GlobalVariable(global) => digest(("global", global.index())),
            Expression::LocalVariable(_) => digest("a variable"),
            Expression::Override(one) => digest(self.context.constants.overridable(module, one)),
            Expression::Constant(one) => digest(self.context.constants.constant(module, one)),
            Expression::ZeroValue(ty) => self.zero(ty),
            Expression::Access { base, index } => {
                let index = self.index(index);
                digest((self.of(base), index))
            }
            Expression::AccessIndex { base, index } => {
                digest((self.of(base), Index::Number(index)))
            }
            Expression::Load { pointer } => self.load(pointer),
            Expression::Unary {
                op: UnaryOperator::LogicalNot,
                expr,
            } => self.not(expr),
            Expression::Binary { op, left, right } => {
                let is_vector = matches!(self.inner(left), TypeInner::Vector { .. });
                let op = match op {
                    BinaryOperator::LogicalAnd if is_vector => BinaryOperator::And,
                    BinaryOperator::LogicalOr if is_vector => BinaryOperator::InclusiveOr,
                    op => op,
                };
                self.binary(op, left, right)
            }
            Expression::As {
                expr,
                convert: Some(_),
                ..
            } if self.inner(expr) == self.inner(value) => self.of(expr),
            Expression::Swizzle {
                size,
                vector,
                pattern,
            } => {
                let pattern = &pattern[..size as usize];
                digest((self.of(vector), format!("{pattern:?}")))
            }
            Expression::ImageLoad { image, .. } | Expression::ImageSample { image, .. } => {
                let is_written = matches!(
                    self.inner(image),
                    TypeInner::Image {
                        class: naga::ImageClass::Storage { access, .. },
                        ..
                    } if access.contains(naga::StorageAccess::STORE)
                );
                let epoch = if is_written { self.epoch } else { 0 };
                if is_written {
                    self.reads = self.reads.wrapping_add(digest("texture"));
                }
                digest((self.general(value), epoch))
            }
            _ => self.general(value),
        }
    }

    fn general(&mut self, value: Value) -> Digest {
        let expression = &self.function.expressions[value];
        let mut parts = Vec::new();
        for_each_operand(expression, |operand| parts.push(operand));
        let parts: Vec<Digest> = parts.into_iter().map(|part| self.of(part)).collect();
        let ty = unnumbered(&self.context.inner_text(self.inner(value), false));
        digest((shape(expression), parts, ty))
    }

    fn inner(&self, value: Value) -> &'a TypeInner {
        self.info[value].ty.inner_with(&self.context.module.types)
    }

    fn binary(&mut self, op: BinaryOperator, left: Value, right: Value) -> Digest {
        let scalar_of = |value: Value| match self.function.expressions[value] {
            Expression::Splat { value, .. } => Some(value),
            _ => None,
        };
        let (mut one, mut other) = (left, right);
        if op == BinaryOperator::Multiply {
            match (scalar_of(left), scalar_of(right)) {
                (Some(scalar), None) => one = scalar,
                (None, Some(scalar)) => other = scalar,
                (_, _) => {}
            }
        }
        digest((format!("{op:?}"), self.of(one), self.of(other)))
    }

    /// What holds just where `value` does not.
    pub(super) fn not(&mut self, value: Value) -> Digest {
        match self.function.expressions[value] {
            Expression::Unary {
                op: UnaryOperator::LogicalNot,
                expr,
            } => self.of(expr),
            Expression::Binary { op, left, right } => match opposite(op, self.inner(left)) {
                Some(op) => self.binary(op, left, right),
                None => digest(("not", self.of(value))),
            },
            _ => digest(("not", self.of(value))),
        }
    }

    fn index(&mut self, index: Value) -> Index {
        match self.function.expressions[index] {
            Expression::Literal(naga::Literal::U32(index)) => Index::Number(index),
            Expression::Literal(naga::Literal::I32(index)) if index >= 0 => {
                Index::Number(index as u32)
            }
            _ => Index::Value(self.of(index)),
        }
    }

    /// What `pointer` leads to, read here.
    fn load(&mut self, pointer: Value) -> Digest {
        match root(&self.function.expressions, pointer) {
            Root::Local(local) => {
                let held = self.held[local.index()];
                self.path(pointer, held)
            }
            Root::Global(global) => {
                let variable = &self.context.module.global_variables[global];
                let is_constant = match variable.space {
                    naga::AddressSpace::Uniform | naga::AddressSpace::Immediate => true,
                    naga::AddressSpace::Storage { access } => {
                        !access.contains(naga::StorageAccess::STORE)
                    }
                    _ => false,
                };
                let read = digest(("read", global.index()));
                if is_constant {
                    return self.path(pointer, read);
                }
                self.reads = self.reads.wrapping_add(read);
                self.path(pointer, digest((read, self.epoch)))
            }
            Root::Argument(position) => {
                let read = digest(("argument", position));
                self.reads = self.reads.wrapping_add(read);
                self.path(pointer, digest((read, self.epoch)))
            }
            Root::None => digest("nowhere"),
        }
    }

    /// The part of `whole` that `pointer` leads to.
    fn path(&mut self, pointer: Value, whole: Digest) -> Digest {
        match self.function.expressions[pointer] {
            Expression::Access { base, index } => {
                let index = self.index(index);
                digest((self.path(base, whole), index))
            }
            Expression::AccessIndex { base, index } => {
                digest((self.path(base, whole), Index::Number(index)))
            }
            _ => whole,
        }
    }

    /// `value` is assigned to what `pointer` leads to, of a variable of the function.
    pub(super) fn set(&mut self, local: usize, pointer: Value, value: Digest) {
        let is_whole = matches!(
            self.function.expressions[pointer],
            Expression::LocalVariable(_)
        );
        let place = self.path(pointer, 0);
        self.held[local] = match is_whole {
            true => value,
            false => digest((self.held[local], place, value)),
        };
    }
}

/// A part of a composite.
#[derive(Hash)]
enum Index {
    Number(u32),
    Value(Digest),
}
