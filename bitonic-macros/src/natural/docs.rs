//! The doc comment of an item, as a comment of the WGSL.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Attribute, Expr, ExprLit, Lit, Meta};

/// The call that gives the doc comment to the WGSL; none without one.
///
/// Only the prose is for a reader of the WGSL: what follows the first heading or example is
/// for those who call the function from Rust.
pub(crate) fn call(attributes: &[Attribute]) -> Option<TokenStream> {
    let lines = attributes.iter().filter_map(line).collect::<Vec<_>>();
    let text = lines.join("\n");
    let prose = text
        .lines()
        .map(|line| line.strip_prefix(' ').unwrap_or(line).trim_end())
        .take_while(|line| !line.starts_with("# ") && !line.starts_with("```"));
    let text = prose.collect::<Vec<_>>().join("\n");
    let text = text.trim_matches('\n');
    (!text.is_empty()).then(|| quote!(.doc(#text)))
}

fn line(attribute: &Attribute) -> Option<String> {
    let Meta::NameValue(meta) = &attribute.meta else {
        return None;
    };
    match &meta.value {
        Expr::Lit(ExprLit {
            lit: Lit::Str(text),
            ..
        }) if meta.path.is_ident("doc") => Some(text.value()),
        _ => None,
    }
}
