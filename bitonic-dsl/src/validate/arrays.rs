//! Arrays of variables: what WGSL's compilers refuse for its length, wherever it came from,
//! a type of Rust or the text of a function. Arrays in buffers may be longer.

use naga::{AddressSpace, ArraySize, Function, GlobalVariable, Module, Span, Type, TypeInner};

use super::limits::MOST_ELEMENTS;
use crate::diagnostic::{Diagnostic, SourceLocation};
use crate::lower::Lowered;

/// The faults of the variables of `lowered`.
pub(super) fn check(lowered: &Lowered<'_>) -> Vec<Diagnostic> {
    let module = &lowered.module;
    let mut variables = Vec::new();
    for (handle, global) in module.global_variables.iter() {
        if let AddressSpace::Private | AddressSpace::WorkGroup = global.space {
            variables.push(of_module(global, module.global_variables.get_span(handle)));
        }
    }
    let functions = module.functions.iter().map(|(_, function)| function);
    let entry_points = module.entry_points.iter().map(|entry| &entry.function);
    for function in functions.chain(entry_points) {
        variables.extend(of_function(function));
    }
    variables
        .into_iter()
        .filter_map(|(name, ty, span)| {
            let length = longest(module, &module.types[ty])?;
            let at = lowered.sources.place(span).unwrap_or(lowered.graph.at);
            (length > MOST_ELEMENTS).then(|| too_long(name, length, at))
        })
        .collect()
}

/// A variable: its name, its type and where it is declared.
type Variable<'a> = (&'a str, naga::Handle<Type>, Span);

fn of_module(global: &GlobalVariable, span: Span) -> Variable<'_> {
    (global.name.as_deref().unwrap_or_default(), global.ty, span)
}

fn of_function(function: &Function) -> impl Iterator<Item = Variable<'_>> {
    function.local_variables.iter().map(|(handle, one)| {
        let span = function.local_variables.get_span(handle);
        (one.name.as_deref().unwrap_or_default(), one.ty, span)
    })
}

/// The most elements of an array within `ty`; none if there is no array of known length.
fn longest(module: &Module, ty: &Type) -> Option<u32> {
    match &ty.inner {
        TypeInner::Array { base, size, .. } => {
            let own = match size {
                ArraySize::Constant(length) => Some(length.get()),
                // Checked when they are given, and only in buffers.
                ArraySize::Pending(_) | ArraySize::Dynamic => None,
            };
            own.max(longest(module, &module.types[*base]))
        }
        TypeInner::Struct { members, .. } => {
            let of_members = members
                .iter()
                .filter_map(|member| longest(module, &module.types[member.ty]));
            of_members.max()
        }
        // The others hold no arrays.
        _ => None,
    }
}

fn too_long(name: &str, length: u32, at: SourceLocation) -> Diagnostic {
    let what = match name {
        "" => "a variable".to_owned(),
        name => format!("the variable `{name}`"),
    };
    Diagnostic::new(format!("{what} holds an array of too many elements"), at)
        .caption(format!("{length} elements"))
        .help(format!(
            "arrays in variables hold at most {MOST_ELEMENTS}: keep longer ones in a storage buffer"
        ))
}
