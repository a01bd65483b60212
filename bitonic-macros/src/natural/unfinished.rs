//! Items that do not parse. Editors send them while they are being written, and what the macro
//! gives back is all that they know of the function: it keeps its name, documentation and head.

use proc_macro2::{Group, TokenStream};
use quote::quote;
use syn::parse::{Parse, ParseStream};
use syn::{Attribute, Error, ItemFn, Signature, Visibility};

use super::signature::Form;

/// An item that is no whole function.
pub(crate) struct Unfinished {
    pub(crate) error: Error,
    /// The function without its body, where its head is whole.
    pub(crate) head: Option<ItemFn>,
}

/// Reads the item, or as much of it as there is.
pub(crate) fn parse(item: &TokenStream, form: Form) -> Result<ItemFn, Unfinished> {
    syn::parse2(item.clone()).map_err(|error| match syn::parse2::<Head>(item.clone()) {
        Ok(Head(head)) => Unfinished {
            error,
            head: Some(head),
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
