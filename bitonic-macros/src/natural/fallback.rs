//! After an error: the error, and an item of the same name, generics and number of parameters,
//! so that its callers add no errors of their own.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{FnArg, ItemFn, PatType, ReturnType, Type};

use super::generics::is_host;
use super::pointer;
use super::resource::Resource;
use super::signature::{Form, Signature, check_value, is_ours};
use super::typed::kernel_type;

/// The error, with an item that compiles and never runs.
pub(crate) fn expand(
    item: &ItemFn,
    form: Form,
    krate: &TokenStream,
    signature: &Signature,
    error: &syn::Error,
) -> TokenStream {
    let message = error.to_compile_error();
    let (vis, name) = (&item.vis, &item.sig.ident);
    // The other macro would add errors of its own.
    let attrs = item.attrs.iter().filter(|attribute| !is_ours(attribute));
    let (generics, _, bounds) = signature.generic.generics.split_for_impl();
    let parameters = item
        .sig
        .inputs
        .iter()
        .filter_map(|input| parameter(input, form, krate, signature));
    let result = match (form, &item.sig.output) {
        (Form::Kernel, _) => {
            let kernel = kernel(item, krate, signature);
            quote!(::core::result::Result<#kernel, #krate::Error>)
        }
        (Form::Function, ReturnType::Default) => quote!(()),
        (Form::Function, ReturnType::Type(_, ty)) => result(ty, krate),
    };
    quote! {
        #message
        #(#attrs)*
        #[allow(clippy::all, reason = "it stands for a function with an error")]
        #vis fn #name #generics(#(#parameters),*) -> #result #bounds {
            ::core::unreachable!()
        }
    }
}

/// The type of the kernel, as far as its parameters could be read.
fn kernel(item: &ItemFn, krate: &TokenStream, signature: &Signature) -> TokenStream {
    match signature.parameters.len() == item.sig.inputs.len() {
        true => kernel_type(&signature.parameters, krate),
        false => quote!(#krate::Kernel),
    }
}

/// A parameter of the generated head; none for what a kernel declares.
fn parameter(
    input: &FnArg,
    form: Form,
    krate: &TokenStream,
    signature: &Signature,
) -> Option<TokenStream> {
    let FnArg::Typed(typed) = input else {
        return None;
    };
    let ty = &typed.ty;
    if let Ok(Some(closure)) = signature.generic.closure(ty, krate) {
        return Some(quote!(_: #closure));
    }
    match (form, is_host(&typed.attrs)) {
        (Form::Kernel, Ok(false) | Err(_)) => None,
        (Form::Function, Ok(false))
            if is_value(typed) && signature.generic.check_bounded(ty).is_ok() =>
        {
            Some(quote!(_: impl #krate::IntoNode<#ty>))
        }
        (Form::Kernel | Form::Function, _) => Some(quote!(_: impl ::core::marker::Sized)),
    }
}

fn is_value(typed: &PatType) -> bool {
    check_value(&typed.ty).is_ok() && matches!(pointer::read(typed), Ok((Resource::Argument, _)))
}

fn result(ty: &Type, krate: &TokenStream) -> TokenStream {
    match ty {
        Type::Tuple(tuple) if tuple.elems.is_empty() => quote!(()),
        Type::Tuple(tuple) => {
            let types = tuple.elems.iter();
            quote!((#(#krate::Node<#types>),*))
        }
        _ if check_value(ty).is_ok() => quote!(#krate::Node<#ty>),
        _ => quote!(#krate::Node<u32>),
    }
}
