//! The generated code of a struct whose last field is an array of run-time length: it lies
//! in a storage buffer, whole, and is never a value of the shader.

use proc_macro2::{Literal, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;

use crate::ast::Input;
use crate::conditions;
use crate::expand::{self, Member};

/// The struct that `.fields()` gives: places, and the array.
pub(crate) fn view(
    input: &Input,
    krate: &TokenStream,
    members: &[Member],
    element: &TokenStream,
) -> TokenStream {
    let (sized, array) = split(members);
    let sized = sized
        .iter()
        .map(|member| member.declare(&quote!(#krate::Place), &quote!(, A)));
    let array = array.map(|member| {
        let element = Member {
            field: member.field,
            ty: element.clone(),
        };
        element.declare(&quote!(#krate::RuntimeArray), &quote!(, A))
    });
    expand::places_view(input, krate, sized.chain(array))
}

/// The fields of fixed size, and the last one.
fn split<'a, 'b>(members: &'b [Member<'a>]) -> (&'b [Member<'a>], Option<&'b Member<'a>>) {
    match members {
        [sized @ .., array] => (sized, Some(array)),
        [] => (&[], None),
    }
}

/// The impl of `RuntimeSized`.
pub(crate) fn sized(
    input: &Input,
    krate: &TokenStream,
    members: &[Member],
    element: &TokenStream,
) -> TokenStream {
    let (name, places) = (input.name, input.places_name());
    let on_fields = conditions::on_fields(input, krate);
    let (sized, array) = split(members);
    let array = array.map(|member| member.field.name);
    let last = Literal::usize_unsuffixed(sized.len());
    let last_u32 = Literal::u32_unsuffixed(u32::try_from(sized.len()).unwrap_or(u32::MAX));
    let sized = sized.iter().enumerate().map(|(index, member)| {
        let field = member.field.name;
        (index, field, &member.ty, member.field.ty.span())
    });
    let place_fields = sized.clone().map(|(index, field, ty, _)| {
        let index = Literal::u32_unsuffixed(u32::try_from(index).unwrap_or(u32::MAX));
        quote!(#field: #krate::Place::sized_field::<#ty>(place, #index))
    });
    // The array begins where its first element would lie as a field.
    let layouts = sized.clone().map(
        |(_, _, ty, span)| quote_spanned!(span=> <#ty as #krate::types::HostShareable>::LAYOUT),
    );
    let layouts = quote!([#(#layouts,)* <#element as #krate::types::HostShareable>::LAYOUT]);
    let places_in_bytes = quote! {
        let layouts = const { #layouts };
        let offsets = const { #krate::types::Layout::offsets(&#layouts) };
    };
    let writes = sized.clone().map(|(index, field, ty, span)| {
        let index = Literal::usize_unsuffixed(index);
        quote_spanned! {span=>
            <#ty as #krate::types::HostShareable>::write(
                &self.#field,
                &mut bytes[offsets[#index] as usize..][..layouts[#index].size as usize],
            );
        }
    });
    let reads = sized.map(|(index, field, ty, span)| {
        let index = Literal::usize_unsuffixed(index);
        quote_spanned! {span=>
            #field: <#ty as #krate::types::HostShareable>::read(
                &bytes[offsets[#index] as usize..][..layouts[#index].size as usize],
            )
        }
    });
    quote! {
        #[automatically_derived]
        impl #krate::RuntimeSized for #name
        where
            #on_fields
        {
            type Element = #element;
            type Places<A: #krate::Access> = #places<A>;

            #[track_caller]
            fn places<A: #krate::Access>(place: #krate::Place<Self, A>) -> Self::Places<A> {
                #places {
                    #(#place_fields,)*
                    #array: #krate::Place::runtime_array(place, #last_u32),
                }
            }

            fn elements(&self) -> &[#element] {
                &self.#array
            }

            fn write(&self, bytes: &mut [u8]) {
                #places_in_bytes
                #(#writes)*
                let elements = <#element as #krate::types::HostShareable>::bytes_of(&self.#array);
                bytes[offsets[#last] as usize..][..elements.len()].copy_from_slice(&elements);
            }

            fn read(bytes: &[u8]) -> Self {
                #places_in_bytes
                Self {
                    #(#reads,)*
                    #array: <#element as #krate::types::HostShareable>::values_of(
                        &bytes[offsets[#last] as usize..],
                    ),
                }
            }
        }
    }
}

/// What stands for it after an error: it compiles and never runs.
pub(crate) fn stand_in(
    input: &Input,
    krate: &TokenStream,
    members: &[Member],
    element: &TokenStream,
) -> TokenStream {
    let (name, places) = (input.name, input.places_name());
    let wgsl_name = expand::wgsl_name(name);
    let view = view(input, krate, members, element);
    quote! {
        #view

        #[automatically_derived]
        impl #krate::types::ShaderType for #name {
            fn ty() -> #krate::types::Type {
                #krate::types::Type::structure(#wgsl_name, [])
            }
        }

        #[automatically_derived]
        impl #krate::RuntimeSized for #name {
            type Element = #element;
            type Places<A: #krate::Access> = #places<A>;

            fn places<A: #krate::Access>(_: #krate::Place<Self, A>) -> Self::Places<A> {
                ::core::unreachable!()
            }

            fn elements(&self) -> &[#element] {
                &[]
            }

            fn write(&self, _bytes: &mut [u8]) {}

            fn read(_bytes: &[u8]) -> Self {
                ::core::unreachable!()
            }
        }
    }
}
