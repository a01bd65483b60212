//! Reading the text of a function: naga parses and validates it, here is what it may
//! hold, and where in the text a fault lies.

use naga::front::wgsl;
use naga::valid::{
    Capabilities, FunctionError, TypeError, ValidationError, ValidationFlags, Validator,
};
use naga::{AddressSpace, Handle, Module, Span};

use super::needs;
use crate::capabilities::Capability;
use crate::diagnostic::Diagnostic;
use crate::graph::Function;

/// Stands before every text, on a line of its own: a text may use halves whether it asks
/// for them or not. What the kernel's text must ask for is found by what is used.
const HEAD: &str = "enable f16;\n";

/// What a text may use beyond the core of WGSL: what is a [`Capability`].
const ALLOWED: Capabilities = Capabilities::SHADER_FLOAT16_IN_FLOAT32
    .union(Capabilities::SHADER_FLOAT16)
    .union(Capabilities::SHADER_INT64)
    .union(Capabilities::FLOAT64)
    .union(Capabilities::SUBGROUP)
    .union(Capabilities::SUBGROUP_BARRIER);

/// A text that holds a function and what that needs.
pub(super) struct Read {
    pub(super) module: Module,
    pub(super) function: Handle<naga::Function>,
    /// What devices must have.
    pub(super) needs: Vec<Capability>,
}

/// Reads `text`, which gives `function`.
pub(super) fn read(function: &Function, text: &str) -> Result<Read, Diagnostic> {
    let text = &(HEAD.to_owned() + &without_subgroups(text));
    let mut module = wgsl::parse_str(text).map_err(|error| {
        let mut labels = error.labels();
        let (span, label) = labels.next().unwrap_or((Span::UNDEFINED, ""));
        let fault = within(function, text, error.message(), span, label);
        error.notes().fold(fault, |fault, note| fault.help(note))
    })?;
    check_contents(function, text, &module)?;
    let mut validator = Validator::new(ValidationFlags::all(), ALLOWED);
    let info = validator.validate(&module).map_err(|error| {
        let span = place(&module, &error);
        within(function, text, words(error.as_inner()), span, "")
            .help("naga's validator refuses it; try the text by itself")
    })?;
    let needs = needs::of_module(&module, &info);
    // What is left of abstract numbers has no type of its own.
    naga::compact::compact(&mut module, naga::compact::KeepUnused::Yes);
    let is_called = |(_, one): &(_, &naga::Function)| one.name.as_ref() == Some(&function.name);
    let found = module.functions.iter().find(is_called);
    match found.map(|(handle, _)| handle) {
        Some(function) => Ok(Read {
            module,
            function,
            needs,
        }),
        None => Err(
            Diagnostic::new("the WGSL text declares no function", function.at).help(
                "write `fn name(..) -> .. { .. }`: the first function is the one that is called",
            ),
        ),
    }
}

/// The text without a directive that asks for subgroups: naga knows their operations, but
/// not the name of the extension. What else stands in it keeps its place.
fn without_subgroups(text: &str) -> String {
    let directive = "enable subgroups;";
    text.replacen(directive, &" ".repeat(directive.len()), 1)
}

/// A text holds functions and what they need; what is bound is the kernel's.
fn check_contents(function: &Function, text: &str, module: &Module) -> Result<(), Diagnostic> {
    let refuse = |what: &str, span: Span, help: &str| {
        Err(within(function, text, what, span, "declared here").help(help))
    };
    if let Some(entry_point) = module.entry_points.first() {
        let span = entry_point.function.body.span_iter().next();
        let span = span.map_or(Span::UNDEFINED, |(_, span)| *span);
        let message = format!("`{}` is an entry point", entry_point.name);
        return refuse(
            &message,
            span,
            "leave out its attributes: it is called by a kernel",
        );
    }
    for (handle, global) in module.global_variables.iter() {
        if global.space != AddressSpace::Private {
            let name = global.name.as_deref().unwrap_or_default();
            return refuse(
                &format!("`{name}` is not the text's own: it is bound, or shared by a workgroup"),
                module.global_variables.get_span(handle),
                "declare it in the kernel, and pass what is read from it as an argument",
            );
        }
    }
    if let Some((handle, one)) = module.overrides.iter().next() {
        let name = one.name.as_deref().unwrap_or_default();
        return refuse(
            &format!("`{name}` is an override"),
            module.overrides.get_span(handle),
            "make it a `const`, or pass it as an argument",
        );
    }
    Ok(())
}

/// The innermost place that the error names; of a wrong result, the `return`.
fn place(module: &Module, error: &naga::WithSpan<ValidationError>) -> Span {
    let innermost = error.spans().last().map(|(span, _)| *span);
    let of_return = match error.as_inner() {
        ValidationError::Function {
            handle,
            source: FunctionError::InvalidReturnType { expression, .. },
            ..
        } => return_of(&module.functions[*handle].body, *expression),
        _ => None,
    };
    of_return.or(innermost).unwrap_or(Span::UNDEFINED)
}

/// Where `block` returns `value`.
fn return_of(block: &naga::Block, wanted: Option<Handle<naga::Expression>>) -> Option<Span> {
    block
        .span_iter()
        .find_map(|(statement, span)| match statement {
            naga::Statement::Return { value } => (*value == wanted).then_some(*span),
            naga::Statement::Block(block) => return_of(block, wanted),
            naga::Statement::If { accept, reject, .. } => {
                return_of(accept, wanted).or_else(|| return_of(reject, wanted))
            }
            naga::Statement::Switch { cases, .. } => {
                let mut bodies = cases.iter().map(|case| &case.body);
                bodies.find_map(|body| return_of(body, wanted))
            }
            naga::Statement::Loop { body, .. } => return_of(body, wanted),
            // The others hold no statements.
            _ => None,
        })
}

/// What the validator found, without its numbers.
fn words(error: &ValidationError) -> &'static str {
    let source = match error {
        ValidationError::Function { source, .. } => source,
        ValidationError::Type {
            source: TypeError::WidthError(_) | TypeError::MissingCapability(_),
            ..
        } => return "a type is one that no kernel can use",
        _ => return "a declaration is not valid",
    };
    match source {
        FunctionError::InvalidReturnType { .. } => {
            "what is returned is not of the type that the function declares"
        }
        FunctionError::InvalidCall { .. } => "a call does not fit the function that it calls",
        FunctionError::InvalidStoreTypes { .. } => "a value is stored where another type lies",
        FunctionError::InvalidIfType(_) => "a condition is no `bool`",
        FunctionError::InvalidSwitchType(_) => "a `switch` chooses by an `i32` or a `u32`",
        FunctionError::Expression { .. } => "an expression is not valid",
        _ => "a statement is not valid",
    }
}

/// A fault in the text of `function`, which stands behind [`HEAD`].
fn within(function: &Function, text: &str, message: &str, span: Span, label: &str) -> Diagnostic {
    let name = match function.name.as_str() {
        "" => "a function".to_owned(),
        name => format!("`{name}`"),
    };
    let fault = Diagnostic::new(format!("the WGSL text of {name}: {message}"), function.at);
    if !span.is_defined() {
        return fault;
    }
    let place = span.location(text);
    let index = (place.line_number as usize).saturating_sub(1);
    let line = text.lines().nth(index).unwrap_or_default().trim();
    let label = match label {
        "" => String::new(),
        label => format!(" ({label})"),
    };
    fault.caption(format!(
        "line {}, column {} of the text: `{line}`{label}",
        place.line_number - 1,
        place.line_position
    ))
}
