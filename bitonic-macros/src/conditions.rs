//! What the generated impls ask of the struct and of its fields, and the items that
//! say so where it does not hold.
//!
//! A condition of an impl is written as if it were generic (`for<'any>`). So it is no
//! error where it does not hold: the impl is then not there, and the one message is
//! that of the item made by [`assertions`], at the struct or at the field's type.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::Type;
use syn::spanned::Spanned;

use crate::ast::Input;

/// The types that the shader crate itself makes host-shareable. A field of any
/// other name is asked about, for it may be the author's own struct.
const KNOWN: [&str; 12] = [
    "u32", "i32", "f32", "UVec2", "UVec3", "UVec4", "IVec2", "IVec3", "IVec4", "Vec2", "Vec3",
    "Vec4",
];

/// The condition that each field is host-shareable, for an impl's `where`.
pub(crate) fn on_fields(input: &Input, krate: &TokenStream) -> TokenStream {
    let unknown = unknown_types(input);
    quote! {
        #(for<'any> #unknown: #krate::types::HostShareable,)*
    }
}

/// The condition that each field is a value, and no atomic, for an impl's `where`.
pub(crate) fn fields_are_values(input: &Input, krate: &TokenStream) -> TokenStream {
    let unknown = unknown_types(input);
    quote! {
        #(for<'any> #unknown: #krate::types::Value + #krate::types::HostShareable,)*
    }
}

/// The condition on the struct itself, for an impl's `where`.
pub(crate) fn is_copy() -> TokenStream {
    quote!(for<'any> Self: 'static + ::core::marker::Copy,)
}

/// Items that compile only where the conditions hold.
pub(crate) fn assertions(input: &Input, krate: &TokenStream) -> TokenStream {
    let name = input.name;
    // With an array of run-time length, the struct owns a list and is no `Copy`.
    let copy = input.runtime_array().is_none().then(|| {
        quote_spanned! {name.span()=>
            const _: () = {
                const fn a_struct_that_host_and_shader_share_is<T: ::core::marker::Copy>() {}
                a_struct_that_host_and_shader_share_is::<#name>();
            };
        }
    });
    let fields = unknown_types(input).map(|ty| {
        quote_spanned! {ty.span()=>
            const _: () = {
                const fn a_field_that_host_and_shader_share_is<T: #krate::types::HostShareable>() {}
                a_field_that_host_and_shader_share_is::<#ty>();
            };
        }
    });
    quote! {
        #copy
        #(#fields)*
    }
}

fn unknown_types<'a>(input: &'a Input) -> impl Iterator<Item = &'a Type> {
    let array = input.runtime_array();
    let types = input.fields().iter().map(move |field| match array {
        Some((last, element)) if last.name == field.name => element,
        Some(_) | None => field.ty,
    });
    types.filter(|ty| !is_known(ty))
}

fn is_known(ty: &Type) -> bool {
    let Type::Path(path) = ty else {
        return false;
    };
    let last = path.path.segments.last();
    last.is_some_and(|segment| KNOWN.iter().any(|known| segment.ident == known))
}
