//! Items that do not parse. Editors send them while they are being written, and what the macro
//! gives back is all that they know of the function: it keeps its name, documentation and head.

use proc_macro2::{Group, TokenStream};
use quote::quote;
use syn::parse::{Parse, ParseStream};
use syn::{Attribute, Error, Ident, ItemFn, Signature, Visibility};

use super::signature::Form;

/// An item that is no whole function.
pub(crate) struct Unfinished {
    pub(crate) error: Error,
    /// The function without its body, where its head is whole.
    pub(crate) head: Option<Box<ItemFn>>,
}

/// Reads the item, or as much of it as there is.
pub(crate) fn parse(item: &TokenStream, form: Form) -> Result<ItemFn, Unfinished> {
    syn::parse2(item.clone()).map_err(|error| match syn::parse2::<Head>(item.clone()) {
        Ok(Head(head)) => Unfinished {
            error,
            head: Some(Box::new(head)),
        },
        Err(_) => Unfinished {
            error: misplaced(item, form),
            head: None,
        },
    })
}

/// The item as it was written, beside the error.
pub(crate) fn as_written(item: &TokenStream, error: &Error) -> TokenStream {
    let message = error.to_compile_error();
    quote!(#message #item)
}

/// Whether rust-analyzer put the name there: it writes one where the cursor is, and asks what
/// could stand in its place, and one where the author wrote none yet. So it is given what the
/// value itself has, and no fault is found in it.
pub(crate) fn is_cursor(name: &Ident) -> bool {
    let name = name.to_string();
    name.ends_with("intellijRulezz") || name == "__ra_fixup"
}

fn misplaced(item: &TokenStream, form: Form) -> Error {
    let attribute = match form {
        Form::Function => "shader_fn",
        Form::Kernel => "kernel",
    };
    let message =
        format!("`#[{attribute}]` stands on a function with a body: `fn name(..) {{ .. }}`");
    Error::new_spanned(item, message)
}

/// A function with an empty body in the place of whatever stood there.
struct Head(ItemFn);

impl Parse for Head {
    fn parse(input: ParseStream) -> syn::Result<Head> {
        let attributes = Attribute::parse_outer(input)?;
        let visibility: Visibility = input.parse()?;
        let signature: Signature = input.parse()?;
        let body: Group = input.parse()?;
        let mut empty = Group::new(body.delimiter(), TokenStream::new());
        empty.set_span(body.span());
        syn::parse2(quote!(#(#attributes)* #visibility #signature #empty)).map(Head)
    }
}

#[cfg(test)]
mod tests {
    use std::str::FromStr;

    use super::*;
    use crate::natural::{kernel, shader_fn};

    fn tokens(text: &str) -> TokenStream {
        TokenStream::from_str(text).unwrap_or_else(|error| panic!("{error}"))
    }

    fn kernel_of(body: &str) -> String {
        let item = format!("/// Doubles.\n#[inline] pub fn double(data: &mut [f32]) {{ {body} }}");
        kernel(tokens("crate = dsl"), tokens(&item)).to_string()
    }

    #[test]
    fn an_unfinished_body_leaves_the_head() {
        for body in [
            "let x = 1.0 data[0] = x;",
            "data[0].",
            "if",
            "let",
            "for i in 0.. {",
        ] {
            // What rustc and editors hand over has its brackets in pairs.
            let body = body.replace('{', "{}");
            let text = kernel_of(&body);
            assert!(text.contains("compile_error"), "{text}");
            assert!(text.contains("pub fn double () ->"), "{text}");
            assert!(
                text.contains("Doubles") && text.contains("inline"),
                "{text}"
            );
        }
    }

    #[test]
    fn what_the_author_typed_is_there_for_the_cursor() {
        let item = "fn f(x: f32) -> f32 { let y = x + 1.0; y.sqintellijRulezz }";
        let text = shader_fn(tokens("crate = dsl"), tokens(item)).to_string();
        assert!(text.contains("y . sqintellijRulezz"), "{text}");
        let text = kernel_of("data.__ra_fixup;");
        assert!(text.contains("data . __ra_fixup"), "{text}");
        assert!(!text.contains("compile_error"), "{text}");
    }

    #[test]
    fn what_is_no_function_stays_beside_the_error() {
        let text = kernel(tokens("crate = dsl"), tokens("struct Held { value: u32 }")).to_string();
        assert!(text.contains("struct Held { value : u32 }"), "{text}");
        assert!(text.contains("`#[kernel]` stands on a function"), "{text}");
    }
}
