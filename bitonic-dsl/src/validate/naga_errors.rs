//! naga's findings in the author's words, at the author's line.
//!
//! Rust's type checker has refused most of what naga could find. What is left
//! depends on values (a division by a literal 0) or on where a type is used (`bool`
//! in a buffer). Anything else is a fault of the compiler, and says so.

use naga::WithSpan;
use naga::valid::{
    EntryPointError, ExpressionError, FunctionError, GlobalVariableError, LiteralError, TypeError,
    ValidationError, VaryingError,
};

use crate::diagnostic::{Diagnostic, SourceLocation};
use crate::graph::Input;
use crate::lower::{Lowered, internal_fault};
use crate::types::{Layout, Type};

/// What is wrong, and how to mend it.
struct Words {
    message: String,
    help: Option<&'static str>,
}

impl Words {
    fn new(message: impl Into<String>, help: &'static str) -> Words {
        Words {
            message: message.into(),
            help: Some(help),
        }
    }
}

/// Rewrites `error`.
pub(super) fn rewrite(error: &WithSpan<ValidationError>, lowered: &Lowered<'_>) -> Diagnostic {
    if let Some(fault) = subgroup_position(error.as_inner(), lowered) {
        return fault;
    }
    let at = match error.as_inner() {
        ValidationError::GlobalVariable { name, .. } => declared(name, lowered).map(|one| one.at),
        _ => None,
    };
    let at = at.unwrap_or_else(|| place(error, lowered));
    match words(error.as_inner(), lowered) {
        Some(words) => {
            let fault = Diagnostic::new(words.message, at);
            match words.help {
                Some(help) => fault.help(help),
                None => fault,
            }
        }
        None => internal_fault("the module that it made is not valid", at),
    }
}

/// naga, and so wgpu, has positions in and of subgroups in workgroups of one dimension.
fn subgroup_position(error: &ValidationError, lowered: &Lowered<'_>) -> Option<Diagnostic> {
    let ValidationError::EntryPoint {
        source: EntryPointError::Argument(_, VaryingError::InvalidMultiDimensionalSubgroupBuiltIn),
        ..
    } = error
    else {
        return None;
    };
    let graph = lowered.graph;
    let positions = [Input::SubgroupInvocationId, Input::SubgroupId];
    let mut used = positions
        .iter()
        .filter_map(|input| Some((input, graph.first_use(*input)?)));
    let (input, at) = used.next()?;
    let [x, y, z] = graph.workgroup_size;
    let message = format!("`{}` in a workgroup of {x} x {y} x {z}", input.name());
    Some(
        Diagnostic::new(message, at)
            .caption("wgpu has it in workgroups of one dimension")
            .help("give the workgroup one dimension, and find the others with `/` and `%`"),
    )
}

/// The place of the last span: naga names what is around a fault before the fault.
fn place(error: &WithSpan<ValidationError>, lowered: &Lowered<'_>) -> SourceLocation {
    error
        .spans()
        .filter_map(|(span, _)| lowered.sources.place(*span))
        .last()
        .unwrap_or(lowered.graph.at)
}

fn words(error: &ValidationError, lowered: &Lowered<'_>) -> Option<Words> {
    match error {
        ValidationError::Type { name, source, .. } => type_words(name, source),
        ValidationError::GlobalVariable {
            handle,
            name,
            source,
        } => {
            let space = lowered.module.global_variables[*handle].space;
            variable_words(&described(name, lowered), space, source)
        }
        ValidationError::Function { name, source, .. } => function_words(name, source),
        ValidationError::EntryPoint { name, source, .. } => entry_point_words(name, source),
        ValidationError::Layouter(_) => Some(Words::new(
            "a type is larger than WGSL allows",
            "a type may take up to 2147483647 bytes: use a shorter array",
        )),
        ValidationError::InvalidHandle(_)
        | ValidationError::ConstExpression { .. }
        | ValidationError::ArraySizeError { .. }
        | ValidationError::Constant { .. }
        | ValidationError::Override { .. }
        | ValidationError::Corrupted => None,
    }
}

fn type_words(name: &str, error: &TypeError) -> Option<Words> {
    let array = "an array whose length is found at run time";
    match error {
        TypeError::InvalidDynamicArray(field, _) => Some(Words::new(
            format!("the field `{field}` of `{name}` is {array}, and others follow it"),
            "make it the last field",
        )),
        TypeError::InvalidArrayBaseType(_) => Some(Words::new(
            format!("{array} is the element of another array"),
            "give the inner array a fixed length",
        )),
        TypeError::EmptyStruct => Some(Words::new(
            format!("the structure `{name}` has no fields"),
            "give it at least one",
        )),
        _ => None,
    }
}

/// What the author declared that a variable of the module holds.
struct Declared<'a> {
    what: &'static str,
    name: &'a str,
    ty: &'a Type,
    at: SourceLocation,
}

/// The resource `name`; else the variable holds the parameters, and it is the first whose
/// elements lie too close, if one's do.
fn declared<'a>(name: &str, lowered: &'a Lowered<'_>) -> Option<Declared<'a>> {
    let mut resources = lowered.graph.resources.iter().map(|(_, one)| one);
    if let Some(one) = resources.find(|one| one.name == name) {
        return Some(Declared {
            what: "",
            name: &one.name,
            ty: &one.ty,
            at: one.at,
        });
    }
    let parameters = || lowered.graph.parameters.iter().map(|(_, one)| one);
    let close = parameters().find(|one| !lies_apart(&one.ty));
    let one = close.or_else(|| parameters().next())?;
    Some(Declared {
        what: "the parameter ",
        name: &one.name,
        ty: &one.ty,
        at: one.at,
    })
}

/// Whether the elements of the arrays of `ty` lie at multiples of 16 bytes.
fn lies_apart(ty: &Type) -> bool {
    match ty {
        Type::Array(array) => {
            Layout::of(&array.element).stride().is_multiple_of(16) && lies_apart(&array.element)
        }
        Type::Struct(structure) => structure.fields.iter().all(|field| lies_apart(&field.ty)),
        Type::Scalar(_) | Type::Vector(..) | Type::Matrix { .. } | Type::Atomic(_) => true,
    }
}

fn described(name: &str, lowered: &Lowered<'_>) -> String {
    match declared(name, lowered) {
        Some(one) => format!("{}`{}` is of type `{}`,", one.what, one.name, one.ty),
        None => format!("`{name}` is of a type"),
    }
}

fn variable_words(
    described: &str,
    space: naga::AddressSpace,
    error: &GlobalVariableError,
) -> Option<Words> {
    let place = space_words(space);
    match error {
        GlobalVariableError::MissingTypeFlags { .. } | GlobalVariableError::InvalidType(_) => {
            Some(Words::new(
                format!("{described} which cannot lie in {place}"),
                "the host cannot see a `bool`: use a `u32`; only a storage buffer may hold an array whose length is found at run time",
            ))
        }
        GlobalVariableError::Alignment(..) => Some(Words::new(
            format!("{described} whose layout {place} does not allow"),
            "in a uniform buffer, elements of arrays and inner structures lie at multiples of 16 bytes: use `vec4` elements, or a storage buffer",
        )),
        GlobalVariableError::InvalidImmediateType(_) => Some(Words::new(
            "a parameter has a type that cannot be passed as an immediate",
            "pass numbers and vectors of numbers",
        )),
        _ => None,
    }
}

fn space_words(space: naga::AddressSpace) -> &'static str {
    match space {
        naga::AddressSpace::Storage { .. } => "a storage buffer",
        naga::AddressSpace::Uniform => "a uniform buffer",
        naga::AddressSpace::WorkGroup => "workgroup memory",
        naga::AddressSpace::Immediate => "immediates",
        _ => "memory",
    }
}

fn entry_point_words(name: &str, error: &EntryPointError) -> Option<Words> {
    match error {
        EntryPointError::Function(error) => function_words(name, error),
        EntryPointError::OutOfRangeWorkgroupSize => Some(Words::new(
            format!("the workgroup of `{name}` has a size that no device allows"),
            "most devices allow 256 invocations in all",
        )),
        _ => None,
    }
}

fn function_words(name: &str, error: &FunctionError) -> Option<Words> {
    match error {
        FunctionError::Expression { source, .. } => expression_words(source),
        FunctionError::BreakOutsideOfLoopOrSwitch => Some(Words::new(
            "`Break` stands outside any loop",
            "use `Return()` to leave the kernel or the function",
        )),
        FunctionError::ContinueOutsideOfLoop => Some(Words::new(
            "`Continue` stands outside any loop",
            "use `Return()` to leave the kernel or the function",
        )),
        FunctionError::InvalidReturnSpot => Some(Words::new(
            "`Return` stands where a loop advances",
            "return from the loop's body",
        )),
        FunctionError::InvalidReturnType { .. } => Some(Words::new(
            format!("`{name}` returns something else than it declares"),
            "return a value of the declared type, or none where none is declared",
        )),
        FunctionError::NonConstructibleReturnType
        | FunctionError::InvalidArgumentType { .. }
        | FunctionError::LocalVariable { .. } => Some(Words::new(
            format!("`{name}` holds a type that has no values"),
            "an array whose length is found at run time lives in a storage buffer only",
        )),
        _ => None,
    }
}

fn expression_words(error: &ExpressionError) -> Option<Words> {
    match error {
        ExpressionError::DivideByZero => Some(Words::new(
            "this divides by the constant 0",
            "WGSL refuses a constant divisor of 0; a divisor found at run time may be 0",
        )),
        ExpressionError::ShiftAmountTooLarge { .. } => Some(Words::new(
            "this shifts by a constant that is no less than the number of bits",
            "shift by 0 to 31",
        )),
        ExpressionError::IndexOutOfBounds(_, index) => Some(Words::new(
            format!("the constant index {index} is outside the array"),
            "use an index that is less than the array's length",
        )),
        ExpressionError::NegativeIndex(_) => Some(Words::new(
            "this constant index is negative",
            "use an index of at least 0",
        )),
        ExpressionError::Literal(LiteralError::NaN | LiteralError::Infinity) => Some(Words::new(
            "a constant is not a finite number",
            "WGSL has no constant for infinity or NaN: make one from its bits with `bitcast`, of a value that is not constant",
        )),
        _ => None,
    }
}
