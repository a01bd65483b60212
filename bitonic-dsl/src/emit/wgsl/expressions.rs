//! Expressions, with the parentheses that WGSL's grammar asks for and no others. What
//! calls a function is in `calls`, what the operators are called in `words`.

use naga::proc::TypeResolution;
use naga::valid::{FunctionInfo, ModuleInfo};
use naga::{Arena, BinaryOperator, Expression, Handle, Module, TypeInner, UnaryOperator};

use super::grammar::{Form, Position};
use super::items::ModuleNames;
use super::literals::{is_negative, push_index, push_literal};
use super::words::opposite;
use super::{Refusal, Value, literals, types, words};

/// Where the types of the expressions are found.
#[derive(Clone, Copy)]
pub(super) enum Types<'a> {
    Function(&'a FunctionInfo),
    Module(&'a ModuleInfo),
}

impl<'a> Types<'a> {
    pub(super) fn of(self, value: Value) -> &'a TypeResolution {
        match self {
            Types::Function(info) => &info[value].ty,
            Types::Module(info) => &info[value],
        }
    }
}

/// Writes the expressions of one arena.
#[derive(Clone, Copy)]
pub(super) struct Expressions<'a> {
    pub(super) module: &'a Module,
    pub(super) names: &'a ModuleNames<'a>,
    pub(super) arena: &'a Arena<Expression>,
    pub(super) types: Types<'a>,
    /// By expression: the name that the text gave it.
    pub(super) lets: &'a [Option<String>],
    /// By variable of the function: its name in scope.
    pub(super) locals: &'a [Option<String>],
    pub(super) arguments: &'a [String],
}

pub(super) type Written = Result<(), Refusal>;

/// The components of a vector.
const COMPONENTS: [char; 4] = ['x', 'y', 'z', 'w'];

impl<'a> Expressions<'a> {
    pub(super) fn inner(self, value: Value) -> &'a TypeInner {
        self.types.of(value).inner_with(&self.module.types)
    }

    pub(super) fn name(self, value: Value) -> Option<&'a str> {
        self.lets.get(value.index())?.as_deref()
    }

    pub(super) fn is_pointer(self, value: Value) -> bool {
        self.inner(value).pointer_space().is_some()
    }

    /// The text of `value` where any expression may stand.
    pub(super) fn text(self, value: Value) -> Result<String, Refusal> {
        let mut out = String::new();
        self.write(value, Position::Free, &mut out)?;
        Ok(out)
    }

    /// Writes `value` so that it may stand in `position`.
    pub(super) fn write(self, value: Value, position: Position, out: &mut String) -> Written {
        let form = self.form(value);
        if position.takes(form) {
            return self.bare(value, out);
        }
        out.push('(');
        self.bare(value, out)?;
        out.push(')');
        Ok(())
    }

    /// What the text of `value` is in the grammar.
    fn form(self, value: Value) -> Form {
        if self.name(value).is_some() {
            return Form::Primary;
        }
        match self.arena[value] {
            Expression::Unary { op, .. } => match op {
                UnaryOperator::Negate => Form::Negation,
                UnaryOperator::LogicalNot | UnaryOperator::BitwiseNot => Form::Unary,
            },
            Expression::Binary { op, left, .. } => Form::of(self.operator(op, left)),
            Expression::Literal(literal) if is_negative(literal) => Form::Negation,
            Expression::Constant(handle) if self.names.constant(handle).is_none() => {
                let constants = self.constants();
                constants.form(self.module.constants[handle].init)
            }
            Expression::Override(handle) if self.names.is_expression(handle) => Form::Logical,
            Expression::Load { pointer } if !self.is_atomic(pointer) => self.place_form(pointer),
            Expression::LocalVariable(_) => Form::Unary,
            Expression::GlobalVariable(_)
            | Expression::Access { .. }
            | Expression::AccessIndex { .. }
                if self.is_pointer(value) =>
            {
                Form::Unary
            }
            Expression::Literal(_)
            | Expression::Constant(_)
            | Expression::Override(_)
            | Expression::ZeroValue(_)
            | Expression::Compose { .. }
            | Expression::Access { .. }
            | Expression::AccessIndex { .. }
            | Expression::Splat { .. }
            | Expression::Swizzle { .. }
            | Expression::FunctionArgument(_)
            | Expression::GlobalVariable(_)
            | Expression::Load { .. }
            | Expression::ImageSample { .. }
            | Expression::ImageLoad { .. }
            | Expression::ImageQuery { .. }
            | Expression::Select { .. }
            | Expression::Derivative { .. }
            | Expression::Relational { .. }
            | Expression::Math { .. }
            | Expression::As { .. }
            | Expression::CallResult(_)
            | Expression::AtomicResult { .. }
            | Expression::WorkGroupUniformLoadResult { .. }
            | Expression::ArrayLength(_)
            | Expression::RayQueryVertexPositions { .. }
            | Expression::RayQueryProceedResult
            | Expression::RayQueryGetIntersection { .. }
            | Expression::SubgroupBallotResult
            | Expression::SubgroupOperationResult { .. }
            | Expression::CooperativeLoad { .. }
            | Expression::CooperativeMultiplyAdd { .. } => Form::Primary,
        }
    }

    pub(super) fn is_atomic(self, pointer: Value) -> bool {
        self.inner(pointer).is_atomic_pointer(&self.module.types)
    }

    /// The constants of the module.
    fn constants(self) -> Expressions<'a> {
        self.names.constants(self.module)
    }

    fn bare(self, value: Value, out: &mut String) -> Written {
        if let Some(name) = self.name(value) {
            out.push_str(name);
            return Ok(());
        }
        match self.arena[value] {
            Expression::Literal(literal) => push_literal(literal, out),
            Expression::Constant(handle) => self.constant(handle, out),
            Expression::Override(handle) => {
                out.push_str(self.names.overridable(handle));
                Ok(())
            }
            Expression::ZeroValue(ty) => self.zero(ty, out),
            Expression::FunctionArgument(position) => {
                let name = self.arguments.get(position as usize);
                out.push_str(name.map_or("argument", String::as_str));
                Ok(())
            }
            Expression::LocalVariable(_) => self.address(value, out),
            Expression::GlobalVariable(_)
            | Expression::Access { .. }
            | Expression::AccessIndex { .. } => match self.is_pointer(value) {
                true => self.address(value, out),
                false => self.place(value, out),
            },
            Expression::Load { pointer } if self.is_atomic(pointer) => {
                self.call("atomicLoad", &[pointer], out)
            }
            Expression::Load { pointer } => self.place(pointer, out),
            Expression::Unary { op, expr } => {
                out.push_str(words::unary(op));
                let position = match op {
                    UnaryOperator::Negate => Position::Negated,
                    UnaryOperator::LogicalNot | UnaryOperator::BitwiseNot => Position::Unary,
                };
                self.write(expr, position, out)
            }
            Expression::Binary { op, left, right } => self.binary(op, left, right, out),
            Expression::Swizzle {
                size,
                vector,
                pattern,
            } => {
                self.write(vector, Position::Postfix, out)?;
                out.push('.');
                let components = pattern.iter().take(size as usize);
                out.extend(components.map(|component| COMPONENTS[*component as usize]));
                Ok(())
            }
            Expression::Compose { .. }
            | Expression::Splat { .. }
            | Expression::ImageSample { .. }
            | Expression::ImageLoad { .. }
            | Expression::ImageQuery { .. }
            | Expression::Select { .. }
            | Expression::Relational { .. }
            | Expression::Math { .. }
            | Expression::As { .. }
            | Expression::ArrayLength(_) => self.function(value, out),
            Expression::CallResult(_)
            | Expression::AtomicResult { .. }
            | Expression::WorkGroupUniformLoadResult { .. }
            | Expression::SubgroupBallotResult
            | Expression::SubgroupOperationResult { .. } => {
                Err(Refusal::new("a result is used before it is there"))
            }
            Expression::Derivative { .. } => {
                Err(Refusal::new("a compute kernel has no derivatives"))
            }
            Expression::RayQueryVertexPositions { .. }
            | Expression::RayQueryProceedResult
            | Expression::RayQueryGetIntersection { .. } => {
                Err(Refusal::new("WGSL has no ray queries"))
            }
            Expression::CooperativeLoad { .. } | Expression::CooperativeMultiplyAdd { .. } => {
                Err(Refusal::new("WGSL has no cooperative matrices"))
            }
        }
    }

    fn constant(self, handle: Handle<naga::Constant>, out: &mut String) -> Written {
        match self.names.constant(handle) {
            Some(name) => {
                out.push_str(name);
                Ok(())
            }
            None => {
                let init = self.module.constants[handle].init;
                self.constants().write(init, Position::Free, out)
            }
        }
    }

    fn zero(self, ty: Handle<naga::Type>, out: &mut String) -> Written {
        if let TypeInner::Scalar(scalar) = self.module.types[ty].inner
            && let Some(zero) = literals::zero(scalar)
        {
            out.push_str(&zero);
            return Ok(());
        }
        out.push_str(&types::type_name(self.module, self.names, ty)?);
        out.push_str("()");
        Ok(())
    }

    /// The operator that says what `op` means for operands such as `operand`: the short
    /// circuit is for single truths alone.
    fn operator(self, op: BinaryOperator, operand: Value) -> BinaryOperator {
        let is_vector = || matches!(self.inner(operand), TypeInner::Vector { .. });
        match op {
            BinaryOperator::LogicalAnd if is_vector() => BinaryOperator::And,
            BinaryOperator::LogicalOr if is_vector() => BinaryOperator::InclusiveOr,
            op => op,
        }
    }

    fn binary(self, op: BinaryOperator, left: Value, right: Value, out: &mut String) -> Written {
        let op = self.operator(op, left);
        let of = Form::of(op);
        let (scalar_left, scalar_right) = (
            self.splatted(op, left, right),
            self.splatted(op, right, left),
        );
        self.write(scalar_left.unwrap_or(left), Position::LeftOf(of), out)?;
        // WGSL takes `a < b >` for a template.
        let may_open = op == BinaryOperator::Less && ends_with_name(out);
        let right = scalar_right.unwrap_or(right);
        let may_close = may_open && self.is_right_shift(right);
        out.push(' ');
        out.push_str(words::binary(op));
        out.push(' ');
        match may_close {
            true => self.write(right, Position::Postfix, out),
            false => self.write(right, Position::RightOf(of), out),
        }
    }

    fn is_right_shift(self, value: Value) -> bool {
        let is_shift = |op| op == BinaryOperator::ShiftRight;
        self.name(value).is_none()
            && matches!(self.arena[value], Expression::Binary { op, .. } if is_shift(op))
    }

    /// The scalar that `value` repeats, where WGSL repeats it of itself beside `other`.
    pub(super) fn splatted(self, op: BinaryOperator, value: Value, other: Value) -> Option<Value> {
        let repeats = match op {
            BinaryOperator::Add
            | BinaryOperator::Subtract
            | BinaryOperator::Multiply
            | BinaryOperator::Divide
            | BinaryOperator::Modulo => true,
            BinaryOperator::Equal
            | BinaryOperator::NotEqual
            | BinaryOperator::Less
            | BinaryOperator::LessEqual
            | BinaryOperator::Greater
            | BinaryOperator::GreaterEqual
            | BinaryOperator::And
            | BinaryOperator::ExclusiveOr
            | BinaryOperator::InclusiveOr
            | BinaryOperator::LogicalAnd
            | BinaryOperator::LogicalOr
            | BinaryOperator::ShiftLeft
            | BinaryOperator::ShiftRight => false,
        };
        let is_splat = |value: Value| match self.arena[value] {
            Expression::Splat { value: scalar, .. } if self.name(value).is_none() => Some(scalar),
            _ => None,
        };
        let scalar = is_splat(value).filter(|_| repeats && is_splat(other).is_none())?;
        matches!(self.inner(other), TypeInner::Vector { .. }).then_some(scalar)
    }

    /// Writes what holds just where `value` does not.
    pub(super) fn write_not(self, value: Value, out: &mut String) -> Written {
        if self.name(value).is_none() {
            match self.arena[value] {
                Expression::Unary {
                    op: UnaryOperator::LogicalNot,
                    expr,
                } => return self.write(expr, Position::Free, out),
                Expression::Binary { op, left, right } => {
                    if let Some(opposite) = opposite(op, self.inner(left)) {
                        return self.binary(opposite, left, right, out);
                    }
                }
                _ => {}
            }
        }
        out.push('!');
        self.write(value, Position::Unary, out)
    }

    /// What a place is in the grammar.
    fn place_form(self, pointer: Value) -> Form {
        let dereferenced = self.name(pointer).is_some()
            || matches!(self.arena[pointer], Expression::FunctionArgument(_));
        match dereferenced {
            true => Form::Unary,
            false => Form::Primary,
        }
    }

    /// Writes what `pointer` leads to, as it stands left of `=`. Of composites that are
    /// no places, the part.
    pub(super) fn place(self, pointer: Value, out: &mut String) -> Written {
        if let Some(name) = self.name(pointer) {
            out.push('*');
            out.push_str(name);
            return Ok(());
        }
        match self.arena[pointer] {
            Expression::LocalVariable(local) => {
                let name = self.locals.get(local.index()).and_then(Option::as_deref);
                let name = name.ok_or_else(|| Refusal::new("a variable is used undeclared"))?;
                out.push_str(name);
                Ok(())
            }
            Expression::GlobalVariable(global) => {
                out.push_str(self.names.global(global));
                Ok(())
            }
            Expression::Access { base, index } => {
                self.base(base, out)?;
                out.push('[');
                match self.arena[index] {
                    Expression::Literal(literal) if self.name(index).is_none() => {
                        push_index(literal, out)?;
                    }
                    _ => self.write(index, Position::Free, out)?,
                }
                out.push(']');
                Ok(())
            }
            Expression::AccessIndex { base, index } => {
                self.base(base, out)?;
                self.part(base, index, out)
            }
            _ => {
                out.push('*');
                self.write(pointer, Position::Unary, out)
            }
        }
    }

    /// What stands before `.` or `[`.
    fn base(self, base: Value, out: &mut String) -> Written {
        if !self.is_pointer(base) {
            return self.write(base, Position::Postfix, out);
        }
        match self.place_form(base) {
            Form::Primary => self.place(base, out),
            _ => {
                out.push('(');
                self.place(base, out)?;
                out.push(')');
                Ok(())
            }
        }
    }

    /// The part of this number of what `base` is or leads to.
    fn part(self, base: Value, index: u32, out: &mut String) -> Written {
        let resolution = self.types.of(base);
        let (ty, inner) = match *resolution.inner_with(&self.module.types) {
            TypeInner::Pointer { base, .. } => (Some(base), &self.module.types[base].inner),
            ref inner => (resolution.handle(), inner),
        };
        let is_vector = matches!(
            inner,
            TypeInner::Vector { .. } | TypeInner::ValuePointer { size: Some(_), .. }
        );
        match (inner, COMPONENTS.get(index as usize)) {
            (TypeInner::Struct { .. }, _) => {
                let member = ty.and_then(|ty| self.names.member(ty, index));
                out.push('.');
                out.push_str(member.ok_or_else(|| Refusal::new("a field that is not there"))?);
            }
            (_, Some(component)) if is_vector => out.extend(['.', *component]),
            (_, _) => out.push_str(&format!("[{index}]")),
        }
        Ok(())
    }

    /// Writes the pointer itself.
    fn address(self, pointer: Value, out: &mut String) -> Written {
        if !self.is_pointer(pointer) {
            return self.place(pointer, out);
        }
        out.push('&');
        self.place(pointer, out)
    }
}

/// Whether the last word of `text` is a name, and no number.
fn ends_with_name(text: &str) -> bool {
    let is_of_word = |letter: char| letter == '_' || letter.is_alphanumeric();
    let before = text.trim_end_matches(is_of_word).len();
    let first = text[before..].chars().next();
    first.is_some_and(|first| !first.is_ascii_digit())
}
