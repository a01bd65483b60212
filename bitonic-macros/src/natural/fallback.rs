//! After an error: the error, and an item of the same name and number of parameters, so that
//! its callers add no errors of their own.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{FnArg, ItemFn, ReturnType, Type};

use super::signature::{Form, check_value};

/// The error, with an item that compiles and never runs.
pub(crate) fn expand(
    item: &ItemFn,
    form: Form,
    krate: &TokenStream,
    error: &syn::Error,
) -> TokenStream {
    let message = error.to_compile_error();
    let (attrs, vis, name) = (&item.attrs, &item.vis, &item.sig.ident);
    let item = match form {
        Form::Kernel => quote! {
            #(#attrs)*
            #vis fn #name() -> ::core::result::Result<#krate::Kernel, #krate::Error> {
                ::core::unreachable!()
            }
        },
        Form::Function => {
            let generics = &item.sig.generics;
            let bounds = &generics.where_clause;
            let parameters = item.sig.inputs.iter().map(|input| match input {
                // A parameter of the function need be no value of the shader.
                FnArg::Typed(_) if !generics.params.is_empty() => {
                    quote!(_: impl ::core::marker::Sized)
                }
                input => parameter(input, krate),
            });
            let result = match &item.sig.output {
                ReturnType::Default => quote!(()),
                ReturnType::Type(_, ty) => result(ty, krate),
            };
            quote! {
                #(#attrs)*
                #[allow(clippy::all)]
                #vis fn #name #generics(#(#parameters),*) -> #result #bounds {
                    ::core::unreachable!()
                }
            }
        }
    };
    quote! {
        #message
        #item
    }
}

fn parameter(input: &FnArg, krate: &TokenStream) -> TokenStream {
    match input {
        FnArg::Typed(typed) if check_value(&typed.ty).is_ok() => {
            let ty = &typed.ty;
            quote!(_: impl #krate::IntoNode<#ty>)
        }
        FnArg::Typed(_) => quote!(_: impl ::core::marker::Sized),
        FnArg::Receiver(_) => quote!(),
    }
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
