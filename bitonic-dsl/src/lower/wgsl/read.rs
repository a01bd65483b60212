//! Reading the text of a function: naga parses and validates it, here is what it may
//! hold, and where in the text a fault lies.

use std::ops::Range;

use naga::front::wgsl;
use naga::valid::{
    Capabilities, FunctionError, ModuleInfo, ValidationError, ValidationFlags, Validator,
};
use naga::{AddressSpace, Handle, Module, Span};

use super::words::words;
use super::{needs, stage};
use crate::capabilities::Capability;
use crate::diagnostic::{Diagnostic, Excerpt};
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
    let source = HEAD.to_owned() + &without_subgroups(text);
    let mut module = wgsl::parse_str(&source).map_err(|error| {
        let mut labels = error.labels();
        let (span, label) = labels.next().unwrap_or((Span::UNDEFINED, ""));
        let help = error.notes().next().unwrap_or(READ_ALONE);
        within(function, text, error.message(), span, label).help(help)
    })?;
    check_contents(function, text, &module)?;
    let mut validator = Validator::new(ValidationFlags::all(), ALLOWED);
    let info = validator.validate(&module).map_err(|error| {
        let span = place(&module, &error);
        let (message, help) = words(&module, error.as_inner());
        let fault = within(function, text, &message, span, "");
        fault.help(help.unwrap_or(READ_ALONE))
    })?;
    check_stage(function, text, &module, &info)?;
    let needs = needs::of_module(&module, &info);
    // What is left of abstract numbers has no type of its own.
    naga::compact::compact(&mut module, naga::compact::KeepUnused::Yes);
    match called(&module, function) {
        Some(function) => Ok(Read {
            module,
            function,
            needs,
        }),
        None => Err(
            Diagnostic::new("the WGSL text declares no function", function.at)
                .caption("the text is given here")
                .help(
                "write `fn name(..) -> .. { .. }`: the first function is the one that is called",
            ),
        ),
    }
}

/// The function of the text that kernels call.
fn called(module: &Module, function: &Function) -> Option<Handle<naga::Function>> {
    let mut functions = module.functions.iter();
    let found = functions.find(|(_, one)| one.name.as_ref() == Some(&function.name));
    found.map(|(handle, _)| handle)
}

/// A kernel is of the compute stage, and so is what it calls.
fn check_stage(
    function: &Function,
    text: &str,
    module: &Module,
    info: &ModuleInfo,
) -> Result<(), Diagnostic> {
    let found = called(module, function).and_then(|called| stage::of_others(module, info, called));
    let Some((what, span)) = found else {
        return Ok(());
    };
    let message = format!("{what} has no meaning in a kernel");
    let fault = within(function, text, &message, span, "of the fragment stage");
    Err(fault.help("derivatives and `discard` are of fragment shaders: leave them out"))
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
        let message = format!(
            "the WGSL text of {}: `{}` is an entry point",
            words_of(function),
            entry_point.name
        );
        let fault = Diagnostic::new(message, function.at);
        let declared = declaration(text, &entry_point.name);
        return Err(quote(fault, function, text, declared, "declared here")
            .help("leave out its attributes: it is called by a kernel"));
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
    of_return.or(innermost).unwrap_or_default()
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

/// What mends a text where nothing better is known.
const READ_ALONE: &str =
    "the text is WGSL and read by itself: it sees what it declares, and its arguments";

/// A fault in the text of `function`; naga has read it behind [`HEAD`].
fn within(function: &Function, text: &str, message: &str, span: Span, label: &str) -> Diagnostic {
    let name = words_of(function);
    let fault = Diagnostic::new(format!("the WGSL text of {name}: {message}"), function.at);
    let behind_head = |at: usize| at.saturating_sub(HEAD.len());
    let range = span.to_range();
    let range = range.map(|range| behind_head(range.start)..behind_head(range.end));
    quote(fault, function, text, range, label)
}

/// Shows the part `range` of the text of `function`.
fn quote(
    fault: Diagnostic,
    function: &Function,
    text: &str,
    range: Option<Range<usize>>,
    label: &str,
) -> Diagnostic {
    let fault = fault.caption("the text is given here");
    match range.filter(|range| range.end <= text.len()) {
        Some(range) => fault.excerpt(Excerpt {
            name: format!("WGSL of {}", words_of(function)),
            text: text.to_owned(),
            range,
            caption: label.to_owned(),
        }),
        None => fault,
    }
}

/// A fault of what `function` takes and gives, at its declaration in its text.
pub(super) fn of_signature(function: &Function, message: &str) -> Diagnostic {
    let fault = Diagnostic::new(message, function.at);
    let text = function.text.as_deref().unwrap_or_default();
    quote(fault, function, text, declaration(text, &function.name), "")
}

fn words_of(function: &Function) -> String {
    match function.name.as_str() {
        "" => "a function".to_owned(),
        name => format!("`{name}`"),
    }
}

/// Where `text` declares the function `name`, up to its body.
fn declaration(text: &str, name: &str) -> Option<Range<usize>> {
    let mut found = text.match_indices("fn ").map(|(start, _)| start);
    let start = found.find(|start| {
        let behind = text[start + "fn ".len()..].trim_start().strip_prefix(name);
        behind.is_some_and(|behind| behind.trim_start().starts_with('('))
    })?;
    let end = text[start..]
        .find('{')
        .map_or(text.len(), |end| start + end);
    Some(start..start + text[start..end].trim_end().len())
}
