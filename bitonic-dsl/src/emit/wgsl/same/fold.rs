//! Constants, by naga's own evaluator, whose results are what a reader of the text
//! computes.

use naga::proc::{ConstantEvaluator, Emitter, ExpressionKindTracker, Layouter};
use naga::{
    Arena, Block, Constant, Expression, Function, Handle, Literal, Module, Override, Span,
    TypeInner,
};

type Value = Handle<Expression>;

/// The constant expressions of a module, as texts.
pub(super) struct Constants {
    global: Vec<String>,
}

impl Constants {
    pub(super) fn of(module: &Module) -> Constants {
        let mut constants = Constants { global: Vec::new() };
        for (_, expression) in module.global_expressions.iter() {
            let text = constants.text_of(module, expression, &constants.global);
            constants.global.push(text);
        }
        constants
    }

    pub(super) fn global(&self, value: Value) -> String {
        self.global[value.index()].clone()
    }

    pub(super) fn constant(&self, module: &Module, constant: Handle<Constant>) -> String {
        self.global(module.constants[constant].init)
    }

    /// An override by its number, or what it is computed from.
    pub(super) fn overridable(&self, module: &Module, one: Handle<Override>) -> String {
        match &module.overrides[one] {
            Override {
                name: None,
                id: None,
                init: Some(init),
                ..
            } => self.global(*init),
            _ => format!("override {}", one.index()),
        }
    }

    /// `before` are the texts of what `expression` is made of.
    fn text_of(&self, module: &Module, expression: &Expression, before: &[String]) -> String {
        let of = |value: &Value| before[value.index()].clone();
        match expression {
            Expression::Literal(literal) => literal_text(*literal),
            Expression::ZeroValue(ty) => zero_text(module, *ty),
            Expression::Compose { ty, components } => {
                let parts: Vec<String> = components.iter().map(of).collect();
                let parts = parts.join(",");
                match module.types[*ty].inner {
                    TypeInner::Vector { .. } => format!("vec({})", flat(&parts)),
                    _ => format!(
                        "{:?}({parts})",
                        std::mem::discriminant(&module.types[*ty].inner)
                    ),
                }
            }
            Expression::Splat { size, value } => {
                let parts = vec![of(value); *size as usize];
                format!("vec({})", parts.join(","))
            }
            Expression::Constant(constant) => {
                let init = module.constants[*constant].init;
                before
                    .get(init.index())
                    .cloned()
                    .unwrap_or_else(|| self.global(init))
            }
            Expression::Override(one) => match module.overrides[*one].init {
                Some(init) if module.overrides[*one].name.is_none() => before[init.index()].clone(),
                _ => format!("override {}", one.index()),
            },
            other => {
                let mut parts = Vec::new();
                super::super::operands::for_each_operand(other, |value| parts.push(of(&value)));
                format!("{}({})", super::values::shape(other), parts.join(","))
            }
        }
    }

    /// By expression of `function`: its text, if it is constant.
    pub(super) fn of_function(&self, module: &Module, function: &Function) -> Vec<Option<String>> {
        let mut scratch = module.clone();
        let mut arena = Arena::new();
        let mut tracker = ExpressionKindTracker::new();
        let (mut layouter, mut emitter) = (Layouter::default(), Emitter::default());
        let mut block = Block::new();
        let mut folded: Vec<Option<Value>> = Vec::new();
        for (_, expression) in function.expressions.iter() {
            let moved = moved(expression, &folded);
            let made = moved.and_then(|moved| {
                let mut evaluator = ConstantEvaluator::for_wgsl_function(
                    &mut scratch,
                    &mut arena,
                    &mut tracker,
                    &mut layouter,
                    &mut emitter,
                    &mut block,
                    false,
                );
                evaluator.try_eval_and_append(moved, Span::default()).ok()
            });
            folded.push(made.filter(|made| tracker.is_const(*made)));
        }
        let mut texts: Vec<String> = Vec::new();
        for (_, expression) in arena.iter() {
            let text = self.text_of(&scratch, expression, &texts);
            texts.push(text);
        }
        let text = |value: Option<Value>| value.map(|value| texts[value.index()].clone());
        folded.into_iter().map(text).collect()
    }
}

/// A vector in a vector is its components.
fn flat(parts: &str) -> String {
    parts.replace("vec(", "").replace(')', "")
}

/// Equal texts are equal bits: -0.0 and 0.0 differ.
fn literal_text(literal: Literal) -> String {
    format!("{literal:?}")
}

fn zero_text(module: &Module, ty: Handle<naga::Type>) -> String {
    match module.types[ty].inner {
        TypeInner::Scalar(scalar) => match Literal::zero(scalar) {
            Some(zero) => literal_text(zero),
            None => format!("zero {scalar:?}"),
        },
        TypeInner::Vector { size, scalar } => {
            let zero = Literal::zero(scalar).map_or_else(String::new, literal_text);
            format!("vec({})", vec![zero; size as usize].join(","))
        }
        ref other => format!("zero {}", super::values::unnumbered(&format!("{other:?}"))),
    }
}

/// `expression` of what its operands became; none where one of them is not constant, or
/// it is of a kind that never is.
fn moved(expression: &Expression, folded: &[Option<Value>]) -> Option<Expression> {
    let of = |value: Value| folded[value.index()];
    let or_none = |value: Option<Value>| match value {
        Some(value) => of(value).map(Some),
        None => Some(None),
    };
    Some(match *expression {
        Expression::Literal(_) | Expression::ZeroValue(_) | Expression::Constant(_) => {
            expression.clone()
        }
        Expression::Compose { ty, ref components } => Expression::Compose {
            ty,
            components: components
                .iter()
                .map(|one| of(*one))
                .collect::<Option<_>>()?,
        },
        Expression::Access { base, index } => Expression::Access {
            base: of(base)?,
            index: of(index)?,
        },
        Expression::AccessIndex { base, index } => Expression::AccessIndex {
            base: of(base)?,
            index,
        },
        Expression::Splat { size, value } => Expression::Splat {
            size,
            value: of(value)?,
        },
        Expression::Swizzle {
            size,
            vector,
            pattern,
        } => Expression::Swizzle {
            size,
            vector: of(vector)?,
            pattern,
        },
        Expression::Unary { op, expr } => Expression::Unary {
            op,
            expr: of(expr)?,
        },
        Expression::Binary { op, left, right } => Expression::Binary {
            op,
            left: of(left)?,
            right: of(right)?,
        },
        Expression::Select {
            condition,
            accept,
            reject,
        } => Expression::Select {
            condition: of(condition)?,
            accept: of(accept)?,
            reject: of(reject)?,
        },
        Expression::Relational { fun, argument } => Expression::Relational {
            fun,
            argument: of(argument)?,
        },
        Expression::Math {
            fun,
            arg,
            arg1,
            arg2,
            arg3,
        } => Expression::Math {
            fun,
            arg: of(arg)?,
            arg1: or_none(arg1)?,
            arg2: or_none(arg2)?,
            arg3: or_none(arg3)?,
        },
        Expression::As {
            expr,
            kind,
            convert,
        } => Expression::As {
            expr: of(expr)?,
            kind,
            convert,
        },
        _ => return None,
    })
}
