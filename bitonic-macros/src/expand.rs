//! The generated code of a struct that is right.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{quote, quote_spanned};
use syn::DeriveInput;
use syn::spanned::Spanned;

use crate::ast::{Field, Input};
use crate::{attr, conditions, fallback, letters, locate, runtime, valid};

/// The whole output of the derive.
pub(crate) fn derive(input: &DeriveInput) -> TokenStream {
    let input = Input::new(input);
    match (crate_path(&input), valid::check(&input)) {
        (Ok(krate), Ok(())) => expand(&input, &krate),
        (Ok(krate), Err(error)) => fallback::expand(&input, &krate, &error),
        // With no path, no impl can be written.
        (Err(mut error), valid) => {
            error.extend(valid.err().into_iter().flatten());
            error.to_compile_error()
        }
    }
}

fn crate_path(input: &Input) -> syn::Result<TokenStream> {
    match attr::crate_path(input)? {
        Some(path) => Ok(quote!(#path)),
        None => locate::shader_crate("#[shader(crate = path)]"),
    }
}

fn expand(input: &Input, krate: &TokenStream) -> TokenStream {
    let fields: Vec<_> = input.fields().iter().map(Member::new).collect();
    let assertions = conditions::assertions(input, krate);
    let shader_type = shader_type(input, krate, &fields);
    let (views, impls) = match input.runtime_array() {
        Some((_, element)) => {
            let element = quote!(#element);
            (
                runtime::view(input, krate, &fields, &element),
                vec![shader_type, runtime::sized(input, krate, &fields, &element)],
            )
        }
        None => (
            {
                let views = views(input, krate, &fields);
                let letters = letters::traits(input, krate);
                quote!(#views #letters)
            },
            vec![
                shader_type,
                value(input, krate),
                host_shareable(input, krate, &fields),
                struct_type(input, krate, &fields),
                composed(input, krate),
            ],
        ),
    };
    quote! {
        #views
        #assertions
        const _: () = {
            #(#impls)*
        };
    }
}

/// A field, with the type that the generated code gives it.
pub(crate) struct Member<'a> {
    pub(crate) field: &'a Field<'a>,
    pub(crate) ty: TokenStream,
}

impl<'a> Member<'a> {
    pub(crate) fn new(field: &'a Field<'a>) -> Self {
        let ty = field.ty;
        Member {
            field,
            ty: quote!(#ty),
        }
    }

    /// The field with a type that always can be one, for the code after an error.
    pub(crate) fn stand_in(field: &'a Field<'a>) -> Self {
        Member {
            field,
            ty: quote!(u32),
        }
    }

    /// The member, with `wrapper` around its type, as a struct declares it.
    pub(crate) fn declare(&self, wrapper: &TokenStream, also: &TokenStream) -> TokenStream {
        let Field {
            visibility, name, ..
        } = self.field;
        let documentation = self.documentation();
        let ty = &self.ty;
        quote_spanned! {self.field.ty.span()=>
            #documentation
            #visibility #name: #wrapper<#ty #also>
        }
    }

    fn documentation(&self) -> TokenStream {
        let written: Vec<_> = self.field.documentation().collect();
        if written.is_empty() {
            let text = format!("The field `{}`.", self.field.wgsl_name());
            quote!(#[doc = #text])
        } else {
            quote!(#(#written)*)
        }
    }
}

/// The two structs that `.fields()` gives: of nodes, and of places.
pub(crate) fn views(input: &Input, krate: &TokenStream, members: &[Member]) -> TokenStream {
    let visibility = input.visibility;
    let nodes = input.nodes_name();
    let name = input.name.to_string();
    let nodes_text = format!("The fields of a [`{name}`] that a node holds.");
    let node_members = members
        .iter()
        .map(|member| member.declare(&quote!(#krate::Node), &quote!()));
    let place_members = members
        .iter()
        .map(|member| member.declare(&quote!(#krate::Place), &quote!(, A)));
    let places = places_view(input, krate, place_members);
    quote! {
        #[doc = #nodes_text]
        #[derive(::core::clone::Clone, ::core::marker::Copy)]
        #[allow(dead_code)]
        #visibility struct #nodes {
            #(#node_members,)*
        }

        #places
    }
}

/// The struct of places that `.fields()` gives.
pub(crate) fn places_view(
    input: &Input,
    krate: &TokenStream,
    members: impl Iterator<Item = TokenStream>,
) -> TokenStream {
    let (visibility, places) = (input.visibility, input.places_name());
    let text = format!("The fields of a [`{}`] in memory.", input.name);
    quote! {
        #[doc = #text]
        #[derive(::core::clone::Clone, ::core::marker::Copy)]
        #[allow(dead_code)]
        #visibility struct #places<A: #krate::Access> {
            #(#members,)*
        }
    }
}

fn shader_type(input: &Input, krate: &TokenStream, members: &[Member]) -> TokenStream {
    let name = input.name;
    let wgsl_name = wgsl_name(name);
    let on_fields = conditions::on_fields(input, krate);
    let fields = members.iter().map(|member| {
        let (field_name, ty) = (member.field.wgsl_name(), &member.ty);
        quote_spanned! {member.field.ty.span()=>
            (#field_name, <#ty as #krate::types::ShaderType>::ty())
        }
    });
    quote! {
        #[automatically_derived]
        impl #krate::types::ShaderType for #name
        where
            #on_fields
        {
            fn ty() -> #krate::types::Type {
                #krate::types::Type::structure(#wgsl_name, [#(#fields),*])
            }
        }
    }
}

fn value(input: &Input, krate: &TokenStream) -> TokenStream {
    let name = input.name;
    let are_values = conditions::fields_are_values(input, krate);
    let is_copy = conditions::is_copy();
    let on_fields = conditions::on_fields(input, krate);
    quote! {
        #[automatically_derived]
        impl #krate::types::FixedFootprint for #name
        where
            #on_fields
        {
        }

        #[automatically_derived]
        impl #krate::types::Value for #name
        where
            #is_copy
            #are_values
        {
        }
    }
}

/// The name of the struct in the shader: without `r#`.
pub(crate) fn wgsl_name(name: &Ident) -> String {
    syn::ext::IdentExt::unraw(name).to_string()
}

/// How the struct lies in a buffer, by the layout rules of the shader crate: all of it
/// constant. Where Rust's own layout agrees, and the struct is plain data, slices of it
/// are lent.
fn host_shareable(input: &Input, krate: &TokenStream, members: &[Member]) -> TokenStream {
    let name = input.name;
    let types: Vec<_> = members.iter().map(|member| &member.ty).collect();
    let names: Vec<_> = members.iter().map(|member| member.field.name).collect();
    let indices: Vec<_> = (0..members.len()).map(Literal::usize_unsuffixed).collect();
    let layouts = members.iter().map(|member| {
        let ty = &member.ty;
        quote_spanned! {member.field.ty.span()=>
            <#ty as #krate::types::HostShareable>::LAYOUT
        }
    });
    let layouts = quote!([#(#layouts),*]);
    let on_fields = conditions::on_fields(input, krate);
    let is_copy = conditions::is_copy();
    let lend = lend(krate);
    quote! {
        #[automatically_derived]
        impl #krate::types::HostShareable for #name
        where
            #is_copy
            #on_fields
        {
            const LAYOUT: #krate::types::Layout = #krate::types::Layout::structure(&#layouts);

            const IS_PLAIN: bool = {
                #[allow(unused_imports)]
                use #krate::types::NotPlain as _;
                let offsets = #krate::types::Layout::offsets(&#layouts);
                #krate::types::Plain::<Self>::IS_POD
                    && ::core::mem::size_of::<Self>() == Self::LAYOUT.size as usize
                    #(&& ::core::mem::offset_of!(Self, #names) == offsets[#indices] as usize)*
                    #(&& <#types as #krate::types::HostShareable>::IS_PLAIN)*
            };

            #[inline]
            fn write(&self, bytes: &mut [u8]) {
                let layouts = const { #layouts };
                let offsets = const { #krate::types::Layout::offsets(&#layouts) };
                let bytes = &mut bytes[..const { Self::LAYOUT.size as usize }];
                #(
                    <#types as #krate::types::HostShareable>::write(
                        &self.#names,
                        &mut bytes[offsets[#indices] as usize..][..layouts[#indices].size as usize],
                    );
                )*
            }

            #[inline]
            fn read(bytes: &[u8]) -> Self {
                let layouts = const { #layouts };
                let offsets = const { #krate::types::Layout::offsets(&#layouts) };
                let bytes = &bytes[..const { Self::LAYOUT.size as usize }];
                Self {
                    #(
                        #names: <#types as #krate::types::HostShareable>::read(
                            &bytes[offsets[#indices] as usize..][..layouts[#indices].size as usize],
                        ),
                    )*
                }
            }

            #lend
        }
    }
}

/// Lends slices where Rust's memory holds what a buffer does.
fn lend(krate: &TokenStream) -> TokenStream {
    quote! {
        #[inline]
        fn lend(values: &[Self]) -> ::core::option::Option<&[u8]> {
            #[allow(unused_imports)]
            use #krate::types::NotPlain as _;
            match Self::IS_ZERO_COPY {
                true => #krate::types::Plain::<Self>::lend(values),
                false => ::core::option::Option::None,
            }
        }

        #[inline]
        fn lend_mut(values: &mut [Self]) -> ::core::option::Option<&mut [u8]> {
            #[allow(unused_imports)]
            use #krate::types::NotPlain as _;
            match Self::IS_ZERO_COPY {
                true => #krate::types::Plain::<Self>::lend_mut(values),
                false => ::core::option::Option::None,
            }
        }

        #[inline]
        fn view(bytes: &[u8]) -> ::core::option::Option<&[Self]> {
            #[allow(unused_imports)]
            use #krate::types::NotPlain as _;
            match Self::IS_ZERO_COPY {
                true => #krate::types::Plain::<Self>::view(bytes),
                false => ::core::option::Option::None,
            }
        }
    }
}

fn struct_type(input: &Input, krate: &TokenStream, members: &[Member]) -> TokenStream {
    let name = input.name;
    let (nodes, places) = (input.nodes_name(), input.places_name());
    let fields = members.iter().enumerate().map(|(index, member)| {
        let index = Literal::u32_unsuffixed(u32::try_from(index).unwrap_or(u32::MAX));
        let (field, ty) = (member.field.name, &member.ty);
        (index, field, ty)
    });
    let node_fields = fields
        .clone()
        .map(|(index, field, ty)| quote!(#field: #krate::Node::field::<#ty>(value, #index)));
    let on_fields = conditions::on_fields(input, krate);
    let is_copy = conditions::is_copy();
    let place_fields =
        fields.map(|(index, field, ty)| quote!(#field: #krate::Place::field::<#ty>(place, #index)));
    quote! {
        #[automatically_derived]
        impl #krate::StructType for #name
        where
            #is_copy
            #on_fields
        {
            type Nodes = #nodes;
            type Places<A: #krate::Access> = #places<A>;

            #[track_caller]
            fn nodes(value: #krate::Node<Self>) -> Self::Nodes {
                #nodes { #(#node_fields),* }
            }

            #[track_caller]
            fn places<A: #krate::Access>(place: #krate::Place<Self, A>) -> Self::Places<A> {
                #places { #(#place_fields),* }
            }
        }
    }
}

/// The struct of nodes as a value of the struct.
fn composed(input: &Input, krate: &TokenStream) -> TokenStream {
    let (name, nodes) = (input.name, input.nodes_name());
    let names = input.fields().iter().map(|field| field.name);
    quote! {
        #[automatically_derived]
        impl #krate::IntoNode<#name> for #nodes
        where
            for<'any> #name: #krate::types::Value + #krate::StructType,
        {
            #[track_caller]
            fn into_node(self) -> #krate::Node<#name> {
                #krate::Node::composed(::std::vec![#(#krate::Node::part(self.#names)),*])
            }
        }
    }
}
