//! Built-in inputs as parameters: `#[builtin(global_invocation_id)] id: UVec3`.

use proc_macro2::Ident;
use syn::{Attribute, Error, Type};

/// Each input, and its type.
const INPUTS: [(&str, &str); 11] = [
    ("global_invocation_id", "UVec3"),
    ("local_invocation_id", "UVec3"),
    ("local_invocation_index", "u32"),
    ("workgroup_id", "UVec3"),
    ("num_workgroups", "UVec3"),
    ("workgroup_index", "u32"),
    ("instance_index", "u32"),
    ("subgroup_size", "u32"),
    ("subgroup_invocation_id", "u32"),
    ("subgroup_id", "u32"),
    ("num_subgroups", "u32"),
];

/// The function that gives the input which `attribute` names, for a parameter of type `ty`.
pub(crate) fn read(attribute: &Attribute, ty: &Type) -> Result<Ident, Error> {
    let Ok(name) = attribute.parse_args::<Ident>() else {
        let message =
            "`builtin` names one input: `#[builtin(global_invocation_id)] id: UVec3`".to_owned();
        return Err(Error::new_spanned(attribute, message));
    };
    let Some((_, due)) = INPUTS.iter().find(|(known, _)| name == known) else {
        let list: Vec<_> = INPUTS
            .iter()
            .map(|(known, ty)| format!("`{known}: {ty}`"))
            .collect();
        let message = format!(
            "a kernel has no input `{name}`: there are {}",
            list.join(", ")
        );
        return Err(Error::new_spanned(name, message));
    };
    let is_due = match ty {
        Type::Path(path) => path
            .path
            .segments
            .last()
            .is_some_and(|last| last.ident == due && last.arguments.is_empty()),
        _ => false,
    };
    match is_due {
        true => Ok(name),
        false => Err(Error::new_spanned(
            ty,
            format!("`{name}` is a `{due}`: write `#[builtin({name})] name: {due}`"),
        )),
    }
}
