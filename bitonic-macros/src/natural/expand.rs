//! The item that stands in the place of the author's.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::{Error, Expr, ItemFn};

use super::arguments::Arguments;
use super::body::{Rewriter, path_at};
use super::chosen::Chosen;
use super::scope::Kind;
use super::signature::{Form, Parameter, Signature};
use super::typed::kernel_type;
use super::unfinished::{self, Unfinished};
use super::{docs, fallback, function, resource};

/// Lints that judge the author's text; what is generated may differ from it.
pub(crate) fn allowed() -> TokenStream {
    quote! {
        #[allow(
            unused_parens, unused_braces, unused_imports, clippy::all,
            reason = "what is generated differs from what its author wrote"
        )]
    }
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
    let (item, unfinished) = match unfinished::parse(written, form) {
        Ok(item) => (item, None),
        Err(Unfinished { error, head: None }) => return unfinished::as_written(written, &error),
        Err(Unfinished {
            error,
            head: Some(head),
        }) => (*head, Some(error)),
    };
    let item = &item;
    let signature = Signature::new(item, form, &krate, arguments.inline, &mut errors);
    if let Some(error) = unfinished {
        return fallback::expand(item, form, &krate, &signature, &error);
    }
    let mut rewriter = Rewriter::new(&krate, signature.result, errors);
    rewriter.is_inlined = signature.is_inlined;
    rewriter.is_kernel = form == Form::Kernel;
    for input in &item.sig.inputs {
        // What was refused is overridden by nothing; what was read is declared behind it.
        if let syn::FnArg::Typed(typed) = input {
            rewriter.declare_as(&typed.pat, Kind::Refused);
        }
    }
    rewriter.scope.chosen = Chosen::new(&signature);
    for parameter in &signature.parameters {
        rewriter.scope.declare(parameter.name, parameter.kind);
        if form == Form::Kernel && matches!(parameter.written, syn::Type::Array(_)) {
            rewriter.given_arrays.push(parameter.name);
        }
    }
    let body = rewriter.body(&item.block);
    match rewriter.errors.into_iter().reduce(combine) {
        Some(error) => fallback::expand(item, form, &krate, &signature, &error),
        None => match form {
            Form::Function => function::expand(item, &krate, &signature, &body),
            Form::Kernel => kernel_item(item, &krate, &signature, &arguments, &body),
        },
    }
}

/// The traits whose methods a rewritten body calls.
pub(crate) fn imports(krate: &TokenStream) -> TokenStream {
    quote! {
        use #krate::{HostValue as _, IntoNode as _};
        use #krate::natural::{
            Compare as _, Equate as _, HostList as _, Kept as _, Logic as _, Named as _,
        };
    }
}

fn combine(mut all: Error, next: Error) -> Error {
    all.combine(next);
    all
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
    let krate = &path_at(krate, name.span());
    let (generics, _, bounds) = signature.generic.generics.split_for_impl();
    let head = signature.parameters.iter().filter_map(Parameter::in_head);
    let text = match &arguments.name {
        Some(Expr::Lit(text)) => quote!(#text),
        Some(text) => quote!(&#text),
        None => name.unraw().to_string().to_token_stream(),
    };
    let docs = docs::call(attrs);
    let chosen = Chosen::new(signature);
    let sizes = arguments.workgroup_size.iter();
    let sizes: Vec<_> = sizes.map(|size| chosen.counted(size, krate)).collect();
    let size = match sizes.as_slice() {
        [] => None,
        [size] => Some(quote!(.workgroup_size(#size))),
        sizes => Some(quote!(.workgroup_size([#(#sizes),*]))),
    };
    let allowed = allowed();
    let kernel = kernel_type(&signature.parameters, krate);
    let imports = imports(krate);
    let k = Ident::new("k", Span::mixed_site());
    let parameters = signature.parameters.iter();
    let declared = parameters.filter_map(|parameter| resource::declaration(parameter, &k, krate));
    quote_spanned! {name.span()=>
        #(#attrs)*
        #allowed
        #vis #token #name #generics(#(#head),*) -> ::core::result::Result<#kernel, #krate::Error> #bounds {
            #krate::kernel(#text)#docs #size.build(|#k| {
                #imports
                #(#declared)*
                #body
            })?.typed()
        }
    }
}
