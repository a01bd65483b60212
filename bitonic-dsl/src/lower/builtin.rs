//! Built-in functions: naga's function for each row of the table.

use super::body::{BodyLowering, Value};
use super::types;
use crate::builtins::for_each_builtin;
use crate::diagnostic::Diagnostic;
use crate::graph::{Builtin, Kind, Node, NodeId};
use crate::types::Type;

/// What naga has for a built-in.
enum Function {
    Math(naga::MathFunction),
    Relational(naga::RelationalFunction),
}

macro_rules! functions {
    ($($function:ident: $variant:ident $wgsl:literal [$($class:ident)?] ($($argument:ident: $kind:ident),*) -> $result:ident => $group:ident $naga:ident, $doc:literal;)*) => {
        fn function(builtin: Builtin) -> Function {
            use naga::{MathFunction as Math, RelationalFunction as Relational};
            match builtin {
                $(Builtin::$variant => Function::$group($group::$naga),)*
            }
        }
    };
}

for_each_builtin!(functions);

impl BodyLowering<'_, '_> {
    /// The call of `builtin` that makes `node`.
    pub(super) fn builtin(
        &mut self,
        builtin: Builtin,
        operands: &[NodeId],
        node: &Node,
    ) -> Result<naga::Expression, Diagnostic> {
        let values = self.values_of(operands, node.at)?;
        let [first, rest @ ..] = values.as_slice() else {
            return Err(super::internal_fault(
                "a built-in without arguments",
                node.at,
            ));
        };
        let operand = &self.body.nodes[operands[0]].ty;
        self.declare_result(builtin, operand, node)?;
        Ok(match function(builtin) {
            Function::Math(fun) => math(fun, *first, rest),
            Function::Relational(fun) => relational(fun, *first, operand),
        })
    }

    /// naga looks the structures of `modf` and `frexp` up by the type of the operand.
    fn declare_result(
        &mut self,
        builtin: Builtin,
        operand: &Type,
        node: &Node,
    ) -> Result<(), Diagnostic> {
        let signature = builtin.signature();
        let (size, scalar) = match operand {
            Type::Vector(size, scalar) => (Some(types::vector_size(*size)), *scalar),
            Type::Scalar(scalar) => (None, *scalar),
            Type::Matrix { .. } | Type::Atomic(_) | Type::Array(_) | Type::Struct(_) => {
                return Ok(());
            }
        };
        let scalar = types::scalar(scalar);
        let result = match signature.result {
            Kind::Modf => naga::PredeclaredType::ModfResult { size, scalar },
            Kind::Frexp => naga::PredeclaredType::FrexpResult { size, scalar },
            Kind::T
            | Kind::Component
            | Kind::Exponent
            | Kind::Factor
            | Kind::Scalar
            | Kind::Transposed
            | Kind::Bool
            | Kind::U32
            | Kind::I32
            | Kind::Vec2
            | Kind::Vec4
            | Kind::IVec4
            | Kind::UVec4 => return Ok(()),
        };
        if let Type::Struct(structure) = &node.ty {
            for field in &structure.fields {
                self.context.intern(&field.ty, node.at)?;
            }
        }
        self.context.module.generate_predeclared_type(result);
        Ok(())
    }
}

fn math(fun: naga::MathFunction, first: Value, rest: &[Value]) -> naga::Expression {
    naga::Expression::Math {
        fun,
        arg: first,
        arg1: rest.first().copied(),
        arg2: rest.get(1).copied(),
        arg3: rest.get(2).copied(),
    }
}

/// naga has `all` and `any` of vectors only; of a scalar each is the scalar itself.
fn relational(fun: naga::RelationalFunction, argument: Value, operand: &Type) -> naga::Expression {
    match operand {
        Type::Vector(..) => naga::Expression::Relational { fun, argument },
        Type::Scalar(_)
        | Type::Matrix { .. }
        | Type::Atomic(_)
        | Type::Array(_)
        | Type::Struct(_) => naga::Expression::As {
            expr: argument,
            kind: naga::ScalarKind::Bool,
            convert: Some(naga::BOOL_WIDTH),
        },
    }
}
