//! After an error: the error, and impls without substance, so that the rest of
//! the author's code meets the traits that it expects and adds no errors of its own.

use proc_macro2::TokenStream;
use quote::quote;

use crate::ast::{Field, Input};
use crate::expand::{self, Member};
use crate::{conditions, runtime, valid};

/// The error, with impls that compile and never run, for nothing that holds an
/// error is ever run.
pub(crate) fn expand(input: &Input, krate: &TokenStream, error: &syn::Error) -> TokenStream {
    let message = error.to_compile_error();
    let members = members(input);
    if let Some((_, element)) = input.runtime_array()
        && input.generics.params.is_empty()
    {
        let element = match valid::check_type(element) {
            Ok(()) => quote!(#element),
            Err(_) => quote!(u32),
        };
        let stand_in = runtime::stand_in(input, krate, &members, &element);
        return quote! {
            #message
            #stand_in
        };
    }
    let views = match members.as_slice() {
        [] => TokenStream::new(),
        members => expand::views(input, krate, members),
    };
    let struct_type = struct_type(input, krate, &members);
    let value = value(input, krate);
    quote! {
        #message
        #views
        #value
        #struct_type
    }
}

fn members<'a>(input: &'a Input) -> Vec<Member<'a>> {
    let generic = !input.generics.params.is_empty();
    let member = |field: &'a Field<'a>| match valid::check_type(field.ty) {
        Ok(()) if !generic => Member::new(field),
        Ok(()) | Err(_) => Member::stand_in(field),
    };
    input.fields().iter().map(member).collect()
}

/// The traits of a value, for an item that is `Copy`.
fn value(input: &Input, krate: &TokenStream) -> TokenStream {
    let name = input.name;
    let wgsl_name = expand::wgsl_name(name);
    let is_copy = conditions::is_copy();
    let (generics, arguments, _) = input.generics.split_for_impl();
    quote! {
        #[automatically_derived]
        impl #generics #krate::types::ShaderType for #name #arguments
        where
            Self: 'static,
        {
            fn ty() -> #krate::types::Type {
                #krate::types::Type::structure(#wgsl_name, [])
            }
        }

        #[automatically_derived]
        impl #generics #krate::types::FixedFootprint for #name #arguments
        where
            Self: 'static,
        {
        }

        #[automatically_derived]
        impl #generics #krate::types::Value for #name #arguments
        where
            #is_copy
        {
        }

        #[automatically_derived]
        impl #generics #krate::types::HostShareable for #name #arguments
        where
            #is_copy
        {
            const LAYOUT: #krate::types::Layout = #krate::types::Layout::structure(&[]);

            fn write(&self, _bytes: &mut [u8]) {}

            fn read(_bytes: &[u8]) -> Self {
                ::core::unreachable!()
            }
        }
    }
}

fn struct_type(input: &Input, krate: &TokenStream, members: &[Member]) -> TokenStream {
    let name = input.name;
    let is_copy = conditions::is_copy();
    let (generics, arguments, _) = input.generics.split_for_impl();
    let (nodes, places) = if members.is_empty() {
        (quote!(()), quote!(()))
    } else {
        let (nodes, places) = (input.nodes_name(), input.places_name());
        (quote!(#nodes), quote!(#places<A>))
    };
    quote! {
        #[automatically_derived]
        impl #generics #krate::StructType for #name #arguments
        where
            #is_copy
        {
            type Nodes = #nodes;
            type Places<A: #krate::Access> = #places;

            fn nodes(_: #krate::Node<Self>) -> Self::Nodes {
                ::core::unreachable!()
            }

            fn places<A: #krate::Access>(_: #krate::Place<Self, A>) -> Self::Places<A> {
                ::core::unreachable!()
            }
        }
    }
}
