//! What naga's validator finds in the text of a function, in words: naga's own messages
//! name values and types by their numbers.

use naga::common::wgsl::TypeContext;
use naga::valid::{
    CallError, ExpressionError, FunctionError, LiteralError, LocalVariableError, ValidationError,
};
use naga::{AddressSpace, BinaryOperator, Handle, Module, Type, TypeInner};

/// What is wrong, and how to mend it where that is plain.
type Words = (String, Option<&'static str>);

/// What a text may hold, for who tried more.
const ALLOWED: &str = "a function given as text may use `f16`, `f32`, `f64`, `i32`, `u32`, `i64` and `u64`, vectors and matrices of them, and subgroup operations";

/// The words for `error`, found in `module`.
pub(super) fn words(module: &Module, error: &ValidationError) -> Words {
    match error {
        ValidationError::Function { source, name, .. } => function_words(module, name, source),
        ValidationError::GlobalVariable { name, .. } => plain(format!(
            "the variable `{name}` cannot lie where it is declared"
        )),
        ValidationError::Type { name, .. } => (
            format!("the type {} is one that no kernel can use", quoted(name)),
            Some(ALLOWED),
        ),
        ValidationError::ConstExpression { .. } => plain("the value of a constant is not valid"),
        _ => plain("a declaration is not valid"),
    }
}

fn plain(message: impl Into<String>) -> Words {
    (message.into(), None)
}

fn quoted(name: &str) -> String {
    match name {
        "" => "of a value".to_owned(),
        name => format!("`{name}`"),
    }
}

fn function_words(module: &Module, name: &str, error: &FunctionError) -> Words {
    match error {
        FunctionError::InvalidReturnType {
            expression,
            expected_ty,
        } => return_words(module, name, expression.is_some(), *expected_ty),
        FunctionError::InvalidCall { error, .. } => call_words(error),
        FunctionError::InvalidStoreTypes { .. } => (
            "a value is stored where another type lies".to_owned(),
            Some("convert it by name: `f32(..)`, `u32(..)`"),
        ),
        FunctionError::InvalidStoreValue {
            actual_ty,
            expected_ty,
            ..
        } => (
            format!(
                "a value of the type `{}` is stored where a `{}` lies",
                type_words(module, actual_ty),
                type_words(module, expected_ty)
            ),
            Some("convert it by name: `f32(..)`, `u32(..)`"),
        ),
        FunctionError::InvalidStorePointer(_) => (
            "a value is stored where nothing can be written".to_owned(),
            Some("arguments and `let` are values: declare a `var`"),
        ),
        FunctionError::InvalidIfType(_) => (
            "a condition is no `bool`".to_owned(),
            Some("compare it: `x != 0`"),
        ),
        FunctionError::InvalidSwitchType(_) => (
            "a `switch` chooses by an `i32` or a `u32`".to_owned(),
            Some("convert what it chooses by: `u32(..)`"),
        ),
        FunctionError::BreakOutsideOfLoopOrSwitch => plain("`break` stands outside any loop"),
        FunctionError::ContinueOutsideOfLoop => plain("`continue` stands outside any loop"),
        FunctionError::InvalidReturnSpot => plain("`return` stands where a loop advances"),
        FunctionError::ConflictingSwitchCase(_) => plain("a `switch` lists a value twice"),
        FunctionError::MissingDefaultCase => (
            "a `switch` has no default".to_owned(),
            Some("add `default: { .. }`"),
        ),
        FunctionError::LocalVariable { name, source, .. } => local_words(name, source),
        FunctionError::Expression { source, .. } => expression_words(module, source),
        FunctionError::InvalidArgumentPointerSpace {
            name: argument,
            space,
            ..
        } => (
            format!(
                "the argument `{argument}` of `{name}` is a pointer to {}",
                space_words(*space)
            ),
            Some(
                "pass what is read there: pointers lead to variables of functions and private ones",
            ),
        ),
        FunctionError::InvalidArgumentType { name: argument, .. } => (
            format!("the argument `{argument}` of `{name}` is of a type that cannot be passed"),
            Some(
                "pass numbers, vectors, matrices, and structures and arrays of them whose length is known",
            ),
        ),
        FunctionError::NonConstructibleReturnType => (
            format!("the result of `{name}` is of a type that has no values"),
            Some(
                "return numbers, vectors, matrices, and structures and arrays of them whose length is known",
            ),
        ),
        FunctionError::PipelineInputRegularFunction { name: argument } => (
            format!("the argument `{argument}` of `{name}` has an attribute"),
            Some(
                "leave it out, and pass the value: the kernel has `local_invocation_id()` and its siblings",
            ),
        ),
        FunctionError::PipelineOutputRegularFunction => (
            format!("the result of `{name}` has an attribute"),
            Some("leave it out: the function is called by a kernel"),
        ),
        FunctionError::MissingCapability(_) | FunctionError::InvalidSubgroup(_) => lacking(),
        _ => plain("a statement is not valid"),
    }
}

/// What lies in `space`.
fn space_words(space: AddressSpace) -> &'static str {
    match space {
        AddressSpace::Storage { .. } => "a storage buffer",
        AddressSpace::Uniform => "a uniform",
        AddressSpace::WorkGroup => "workgroup memory",
        AddressSpace::Function | AddressSpace::Private => "a variable",
        // naga has spaces that no text of WGSL can name here.
        _ => "memory that no function can reach",
    }
}

fn return_words(
    module: &Module,
    name: &str,
    returns: bool,
    expected: Option<Handle<Type>>,
) -> Words {
    let expected = expected.map(|ty| type_words(module, &module.types[ty].inner));
    match (returns, expected) {
        (true, Some(expected)) => (
            format!("what is returned is not of the type that `{name}` declares, `{expected}`"),
            Some("convert it by name, `f32(..)`, or declare another type behind `->`"),
        ),
        (true, None) => (
            format!("`{name}` returns a value and declares none"),
            Some("declare its type behind the arguments: `-> f32`"),
        ),
        (false, expected) => (
            format!(
                "`{name}` can end without returning a value, and declares the type `{}`",
                expected.unwrap_or_default()
            ),
            Some("end every path of it with `return`"),
        ),
    }
}

fn call_words(error: &CallError) -> Words {
    match error {
        CallError::ArgumentCount { required, seen } => plain(format!(
            "a function of {required} arguments is called with {seen}"
        )),
        CallError::ArgumentType { index, .. } => (
            format!(
                "argument {} of a call is of another type than the function's",
                index + 1
            ),
            Some("convert it by name: `f32(..)`, `u32(..)`"),
        ),
        _ => plain("a call does not fit the function that it calls"),
    }
}

fn local_words(name: &str, error: &LocalVariableError) -> Words {
    match error {
        LocalVariableError::InitializerType => plain(format!(
            "the variable `{name}` is given a value of another type"
        )),
        _ => plain(format!(
            "the variable `{name}` is of a type that has no values"
        )),
    }
}

fn expression_words(module: &Module, error: &ExpressionError) -> Words {
    match error {
        ExpressionError::InvalidBinaryOperandTypes {
            op,
            lhs_type,
            rhs_type,
            ..
        } => (
            format!(
                "`{}` has no meaning for `{}` and `{}`",
                symbol(*op),
                type_words(module, lhs_type),
                type_words(module, rhs_type)
            ),
            Some("convert one of them by name: `f32(..)`, `u32(..)`"),
        ),
        ExpressionError::InvalidUnaryOperandType(..) => {
            plain("a sign or `!` stands before a value that has none")
        }
        ExpressionError::SelectValuesTypeMismatch { accept, reject } => (
            format!(
                "`select` is given a `{}` and a `{}`",
                type_words(module, reject),
                type_words(module, accept)
            ),
            Some("give it two values of one type"),
        ),
        ExpressionError::SelectConditionNotABool { actual } => plain(format!(
            "the condition of `select` is a `{}`, and no `bool`",
            type_words(module, actual)
        )),
        ExpressionError::DivideByZero => (
            "this divides by the constant 0".to_owned(),
            Some("a divisor that is found at run time may be 0, a constant one may not"),
        ),
        ExpressionError::ShiftAmountTooLarge { .. } => (
            "this shifts by a constant that is no less than the number of bits".to_owned(),
            Some("shift by 0 to 31"),
        ),
        ExpressionError::IndexOutOfBounds(_, index) => (
            format!("the constant index {index} is outside of what it indexes"),
            Some("the first element has index 0"),
        ),
        ExpressionError::NegativeIndex(_) => (
            "this constant index is negative".to_owned(),
            Some("the first element has index 0"),
        ),
        ExpressionError::InvalidBaseType(_) => plain("an index stands behind what has no elements"),
        ExpressionError::InvalidIndexType(_) => (
            "an index is no integer".to_owned(),
            Some("convert it by name: `u32(..)`"),
        ),
        ExpressionError::InvalidCastArgument => (
            "a value cannot be converted to this type, or no kernel can use the type".to_owned(),
            Some(ALLOWED),
        ),
        ExpressionError::InvalidArgumentType(..) | ExpressionError::WrongArgumentCount(_) => {
            plain("the arguments do not fit the function that is called")
        }
        ExpressionError::Literal(LiteralError::NaN | LiteralError::Infinity) => {
            plain("a constant is not a finite number")
        }
        ExpressionError::Literal(_) | ExpressionError::MissingCapabilities(_) => lacking(),
        _ => plain("an expression is not valid"),
    }
}

fn lacking() -> Words {
    ("it uses what no kernel can".to_owned(), Some(ALLOWED))
}

/// `ty` as WGSL writes it.
pub(super) fn type_words(module: &Module, ty: &TypeInner) -> String {
    if let TypeInner::Struct { .. } = ty {
        let found = module.types.iter().find(|(_, known)| known.inner == *ty);
        let name = found.and_then(|(_, known)| known.name.clone());
        return name.unwrap_or_else(|| "another structure".to_owned());
    }
    let mut text = String::new();
    let written = module.types.write_type_inner(ty, &mut text);
    if written.is_err() || text.is_empty() {
        return "another type".to_owned();
    }
    text
}

fn symbol(operator: BinaryOperator) -> &'static str {
    match operator {
        BinaryOperator::Add => "+",
        BinaryOperator::Subtract => "-",
        BinaryOperator::Multiply => "*",
        BinaryOperator::Divide => "/",
        BinaryOperator::Modulo => "%",
        BinaryOperator::Equal => "==",
        BinaryOperator::NotEqual => "!=",
        BinaryOperator::Less => "<",
        BinaryOperator::LessEqual => "<=",
        BinaryOperator::Greater => ">",
        BinaryOperator::GreaterEqual => ">=",
        BinaryOperator::And => "&",
        BinaryOperator::ExclusiveOr => "^",
        BinaryOperator::InclusiveOr => "|",
        BinaryOperator::LogicalAnd => "&&",
        BinaryOperator::LogicalOr => "||",
        BinaryOperator::ShiftLeft => "<<",
        BinaryOperator::ShiftRight => ">>",
    }
}
