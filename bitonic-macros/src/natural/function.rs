//! The item of a `#[shader_fn]`: a function of the shader's own, or one whose body is recorded
//! where it is called.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::ItemFn;
use syn::ext::IdentExt;
use syn::spanned::Spanned;

use super::body::path_at;
use super::expand::{allowed, imports};
use super::scope::Kind;
use super::signature::{Parameter, Signature};
use super::{docs, product};

/// The Rust function that stands in the place of `item`.
pub(crate) fn expand(
    item: &ItemFn,
    krate: &TokenStream,
    signature: &Signature,
    body: &TokenStream,
) -> TokenStream {
    let ItemFn { attrs, vis, .. } = item;
    let (token, name) = (&item.sig.fn_token, &item.sig.ident);
    let krate = &path_at(krate, name.span());
    let (generics, _, bounds) = signature.generic.generics.split_for_impl();
    let head = signature.parameters.iter().map(Parameter::in_head);
    let result = signature.result.map(|_| result(krate, signature));
    let arrow = result.as_ref().map(|_| quote!(->));
    let allowed = allowed();
    let has_host = signature.parameters.iter().any(|p| p.kind == Kind::Host);
    let body = match (signature.is_inlined, has_host) {
        (true, _) => inlined(krate, signature, body),
        (false, true) => made_anew(item, krate, signature, body),
        (false, false) => held(item, krate, signature, body),
    };
    // What is recorded in place is at its own lines, not at its caller's.
    let tracked = (!signature.is_inlined).then(|| quote!(#[track_caller]));
    quote! {
        #(#attrs)*
        #tracked
        #allowed
        #vis #token #name #generics(#(#head),*) #arrow #result #bounds {
            #body
        }
    }
}

fn result(krate: &TokenStream, signature: &Signature) -> TokenStream {
    match signature.result {
        Some(ty) => product::nodes(ty, krate),
        None => quote!(()),
    }
}

/// The parameters that the function of the shader has: values and pointers.
fn values<'a>(signature: &'a Signature) -> impl Iterator<Item = &'a Parameter<'a>> {
    signature.parameters.iter().filter(|p| p.kind.is_argument())
}

fn inlined(krate: &TokenStream, signature: &Signature, body: &TokenStream) -> TokenStream {
    let imports = imports(krate);
    let values = values(signature).map(|parameter| parameter.inlined(krate));
    quote! {
        #imports
        #(#values)*
        #body
    }
}

/// What the host gave is part of the function: each call makes one, and equal ones are one
/// in the text.
fn made_anew(
    item: &ItemFn,
    krate: &TokenStream,
    signature: &Signature,
    body: &TokenStream,
) -> TokenStream {
    let hosts = signature.parameters.iter().filter(|p| p.kind == Kind::Host);
    let cloned = hosts.map(|parameter| {
        let Parameter { name, ty, .. } = parameter;
        quote_spanned!(ty.span()=> let #name: #ty = ::core::clone::Clone::clone(&#name);)
    });
    let body = quote!(#(#cloned)* #body);
    let made = made(item, krate, signature, &quote!(move), &body);
    let arguments = arguments(krate, signature);
    quote!(#made.call(#(#arguments),*))
}

/// The function is made once for each thread and each choice of the generics.
fn held(
    item: &ItemFn,
    krate: &TokenStream,
    signature: &Signature,
    body: &TokenStream,
) -> TokenStream {
    let make = Ident::new("__shader_fn", Span::call_site());
    let (generics, chosen, bounds) = signature.generic.generics.split_for_impl();
    let chosen = chosen.as_turbofish();
    let types = values(signature).map(|parameter| parameter.argument(krate));
    let result = result(krate, signature);
    let made = made(item, krate, signature, &TokenStream::new(), body);
    let arguments = arguments(krate, signature);
    quote! {
        fn #make #generics() -> #krate::Function<(#(#types,)*), #result> #bounds {
            #made
        }
        #krate::Function::held(#make #chosen).call(#(#arguments),*)
    }
}

fn made(
    item: &ItemFn,
    krate: &TokenStream,
    signature: &Signature,
    capture: &TokenStream,
    body: &TokenStream,
) -> TokenStream {
    let name = &item.sig.ident;
    let text = name.unraw().to_string();
    let docs = docs::call(&item.attrs);
    let texts = values(signature).map(|parameter| parameter.name.unraw().to_string());
    let parameters = values(signature).map(|parameter| {
        let (name, inside) = (parameter.name, parameter.inside(krate));
        quote!(#name: #inside)
    });
    let result = result(krate, signature);
    let imports = imports(krate);
    quote_spanned! {name.span()=>
        #krate::Fn(#text, [#(#texts),*], #capture |#(#parameters),*| -> #result {
            #imports
            #body
        })#docs
    }
}

fn arguments(krate: &TokenStream, signature: &Signature) -> Vec<TokenStream> {
    let values = values(signature);
    values.map(|parameter| parameter.passed(krate)).collect()
}
