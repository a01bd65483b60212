//! The item that stands in the place of the author's.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::ext::IdentExt;
use syn::{Error, ItemFn};

use super::arguments::Arguments;
use super::body::{Rewriter, path_at};
use super::fallback;
use super::scope::Kind;
use super::signature::{Form, Parameter, Signature};
use super::unfinished::{self, Unfinished};

/// Lints that judge the author's text; what is generated may differ from it.
fn allowed() -> TokenStream {
    quote!(#[allow(unused_parens, unused_braces, unused_imports, clippy::all)])
}

/// The whole output of `#[shader_fn]`.
pub(crate) fn shader_fn(arguments: TokenStream, item: TokenStream) -> TokenStream {
    expand(arguments, &item, Form::Function)
}

/// The whole output of `#[kernel]`.
pub(crate) fn kernel(arguments: TokenStream, item: TokenStream) -> TokenStream {
    expand(arguments, &item, Form::Kernel)
}

fn expand(tokens: TokenStream, written: &TokenStream, form: Form) -> TokenStream {
    let mut errors = Vec::new();
    let arguments = Arguments::parse(tokens, form == Form::Kernel).unwrap_or_else(|error| {
        errors.push(error);
        Arguments::default()
    });
    let krate = match arguments.shader_crate() {
        Ok(krate) => krate,
        Err(error) => return unfinished::as_written(written, &error),
    };
    let item = &match unfinished::parse(written, form) {
        Ok(item) => item,
        Err(Unfinished { error, head }) => {
            return match head {
                Some(head) => fallback::expand(&head, form, &krate, &error),
                None => unfinished::as_written(written, &error),
            };
        }
    };
    let signature = Signature::new(item, form, &mut errors);
    let mut rewriter = Rewriter::new(&krate, signature.result, errors);
    for parameter in &signature.parameters {
        rewriter.scope.declare(parameter.name, parameter.kind);
    }
    let body = rewriter.body(&item.block);
    match rewriter.errors.into_iter().reduce(combine) {
        Some(error) => fallback::expand(item, form, &krate, &error),
        None => match form {
            Form::Function => function(item, &krate, &signature, &body),
            Form::Kernel => kernel_item(item, &krate, &signature, &arguments, &body),
        },
    }
}

fn combine(mut all: Error, next: Error) -> Error {
    all.combine(next);
    all
}

fn function(
    item: &ItemFn,
    krate: &TokenStream,
    signature: &Signature,
    body: &TokenStream,
) -> TokenStream {
    let ItemFn { attrs, vis, .. } = item;
    let (token, name) = (&item.sig.fn_token, &item.sig.ident);
    let text = name.unraw().to_string();
    let krate = &path_at(krate, name.span());
    let names: Vec<_> = signature.parameters.iter().map(|p| p.name).collect();
    let texts = names.iter().map(|name| name.unraw().to_string());
    let types: Vec<_> = signature.parameters.iter().map(|p| p.ty).collect();
    let result = match signature.result {
        Some(ty) => quote!(#krate::Node<#ty>),
        None => quote!(()),
    };
    let allowed = allowed();
    let held = Ident::new("__SHADER_FN", Span::call_site());
    let function = Ident::new("function", Span::mixed_site());
    let made = quote_spanned! {name.span()=>
        #krate::Fn(#text, [#(#texts),*], |#(#names: #krate::Node<#types>),*| -> #result {
            use #krate::{HostValue as _, IntoNode as _};
            #body
        })
    };
    quote! {
        #(#attrs)*
        #[track_caller]
        #allowed
        #vis #token #name(#(#names: impl #krate::IntoNode<#types>),*) -> #result {
            ::std::thread_local! {
                static #held: ::std::rc::Rc<#krate::Function<(#(#types,)*), #result>> =
                    ::std::rc::Rc::new(#made);
            }
            let #function = #held.with(::std::rc::Rc::clone);
            #function.call(#(#krate::IntoNode::<#types>::into_node(#names)),*)
        }
    }
}

fn kernel_item(
    item: &ItemFn,
    krate: &TokenStream,
    signature: &Signature,
    arguments: &Arguments,
    body: &TokenStream,
) -> TokenStream {
    let ItemFn { attrs, vis, .. } = item;
    let (token, name) = (&item.sig.fn_token, &item.sig.ident);
    let text = name.unraw().to_string();
    let krate = &path_at(krate, name.span());
    let size = arguments
        .workgroup_size
        .as_ref()
        .map(|size| quote!(.workgroup_size(#size)));
    let allowed = allowed();
    let k = Ident::new("k", Span::mixed_site());
    let declared = signature.parameters.iter().map(|parameter| {
        let Parameter {
            name,
            kind,
            ty,
            written,
        } = parameter;
        // The author's own path is used, so that its import is.
        let annotation = (*kind == Kind::Uniform).then(|| quote!(: #written));
        let text = name.unraw().to_string();
        let method = match kind {
            Kind::Value | Kind::Variable => "param",
            Kind::Storage => "storage",
            Kind::StorageMut => "storage_mut",
            Kind::Uniform => "uniform",
        };
        let method = Ident::new(method, name.span());
        quote_spanned!(name.span()=> let #name #annotation = #k.#method::<#ty>(#text);)
    });
    quote_spanned! {name.span()=>
        #(#attrs)*
        #allowed
        #vis #token #name() -> ::core::result::Result<#krate::Kernel, #krate::Error> {
            #krate::kernel(#text)#size.build(|#k| {
                use #krate::{HostValue as _, IntoNode as _};
                #(#declared)*
                #body
            })
        }
    }
}
