//! Fields whose name is one of components, `x` or `rgb`: methods of that name, by which natural
//! Rust reads components, for nodes and places of the struct. They stand in traits beside it.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote};

use crate::ast::Input;
use crate::natural::is_swizzle;

/// The traits; nothing where no field has such a name.
pub(crate) fn traits(input: &Input, krate: &TokenStream) -> TokenStream {
    let visibility = input.visibility;
    let is_seen = |written: &TokenStream| {
        let own = visibility.to_token_stream().to_string();
        own.is_empty() || written.to_string() == own
    };
    let fields: Vec<(Ident, TokenStream, u32)> = input
        .fields()
        .iter()
        .zip(0..)
        .filter(|(field, _)| is_swizzle(field.name) && is_seen(&field.visibility.to_token_stream()))
        .map(|(field, index)| {
            let ty = field.ty;
            (field.name.clone(), quote!(#ty), index)
        })
        .collect();
    if fields.is_empty() {
        return TokenStream::new();
    }
    let name = input.name;
    let of_nodes = format_ident!("{name}NodeLetters");
    let of_places = format_ident!("{name}PlaceLetters");
    let names: Vec<_> = fields.iter().map(|(name, ..)| name).collect();
    let types: Vec<_> = fields.iter().map(|(_, ty, _)| ty).collect();
    let indices: Vec<_> = fields.iter().map(|(.., index)| index).collect();
    let text = format!("The fields of a [`{name}`] that are named like components.");
    let texts = names.iter().map(|name| format!("The field `{name}`."));
    let texts: Vec<_> = texts.collect();
    quote! {
        #[doc = #text]
        #[allow(dead_code, reason = "not every field is read so")]
        #visibility trait #of_nodes {
            #(
                #[doc = #texts]
                #[track_caller]
                fn #names(self) -> #krate::Node<#types>;
            )*
        }

        #[doc = #text]
        #[allow(dead_code, reason = "not every field is read so")]
        #visibility trait #of_places<A: #krate::Access> {
            #(
                #[doc = #texts]
                #[track_caller]
                fn #names(self) -> #krate::Place<#types, A>;
            )*
        }

        #[automatically_derived]
        impl #of_nodes for #krate::Node<#name>
        where
            for<'any> #name: #krate::StructType,
        {
            #(
                #[track_caller]
                fn #names(self) -> #krate::Node<#types> {
                    #krate::Node::field::<#types>(self, #indices)
                }
            )*
        }

        #[automatically_derived]
        impl<A: #krate::Access> #of_places<A> for #krate::Place<#name, A>
        where
            for<'any> #name: #krate::StructType,
        {
            #(
                #[track_caller]
                fn #names(self) -> #krate::Place<#types, A> {
                    #krate::Place::field::<#types>(self, #indices)
                }
            )*
        }
    }
}
