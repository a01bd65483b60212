//! The attribute `#[shader(..)]`: reading it, and refusing what it does not know.

use syn::meta::ParseNestedMeta;
use syn::{Attribute, Error, Path, Result};

use crate::ast::{Field, Input};
use crate::locate;

/// The path of `#[shader(crate = path)]`, where the struct has it.
pub(crate) fn crate_path(input: &Input) -> Result<Option<Path>> {
    let mut path = None;
    for attribute in shader_attributes(input.attributes) {
        attribute.parse_nested_meta(|meta| {
            path = Some(parse_option(&meta)?);
            Ok(())
        })?;
    }
    Ok(path)
}

/// Refuses `#[shader(..)]` on a field, where it means nothing.
pub(crate) fn refuse_on_field(field: &Field) -> Result<()> {
    match shader_attributes(field.attributes).next() {
        None => Ok(()),
        Some(attribute) => Err(Error::new_spanned(
            attribute,
            "a field takes no `#[shader(..)]`: remove it here; `#[shader(crate = path)]` goes on the struct",
        )),
    }
}

fn shader_attributes(attributes: &[Attribute]) -> impl Iterator<Item = &Attribute> {
    let is_shader = |attribute: &&Attribute| attribute.path().is_ident("shader");
    attributes.iter().filter(is_shader)
}

fn parse_option(meta: &ParseNestedMeta) -> Result<Path> {
    if !meta.path.is_ident("crate") {
        return Err(meta.error("unknown option: the only one is `crate = path`"));
    }
    locate::given(meta)
}
