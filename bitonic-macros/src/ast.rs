//! What was written, as far as the derive needs it. Nothing is judged here.

use proc_macro2::{Ident, Span};
use quote::format_ident;
use syn::ext::IdentExt;
use syn::{
    Attribute, Data, DeriveInput, Fields, GenericArgument, Generics, PathArguments, Type,
    Visibility,
};

/// The item under the derive.
pub(crate) struct Input<'a> {
    pub(crate) attributes: &'a [Attribute],
    pub(crate) visibility: &'a Visibility,
    pub(crate) name: &'a Ident,
    pub(crate) generics: &'a Generics,
    pub(crate) shape: Shape<'a>,
}

/// The kind of item, with what is in it.
pub(crate) enum Shape<'a> {
    Named(Vec<Field<'a>>),
    Tuple,
    Unit,
    Enum,
    Union,
}

/// One field of a struct.
pub(crate) struct Field<'a> {
    pub(crate) attributes: &'a [Attribute],
    pub(crate) visibility: &'a Visibility,
    pub(crate) name: &'a Ident,
    pub(crate) ty: &'a Type,
}

impl<'a> Input<'a> {
    pub(crate) fn new(input: &'a DeriveInput) -> Self {
        Input {
            attributes: &input.attrs,
            visibility: &input.vis,
            name: &input.ident,
            generics: &input.generics,
            shape: Shape::new(&input.data),
        }
    }

    /// The fields of a struct that names them; none of anything else.
    pub(crate) fn fields(&self) -> &[Field<'a>] {
        match &self.shape {
            Shape::Named(fields) => fields,
            Shape::Tuple | Shape::Unit | Shape::Enum | Shape::Union => &[],
        }
    }

    /// The last field, if it is an array of run-time length, and what its elements are.
    pub(crate) fn runtime_array(&self) -> Option<(&Field<'a>, &'a Type)> {
        let last = self.fields().last()?;
        Some((last, last.runtime_element()?))
    }

    /// The name of the struct that holds one node for each field.
    pub(crate) fn nodes_name(&self) -> Ident {
        self.derived_name("Nodes")
    }

    /// The name of the struct that holds one place for each field.
    pub(crate) fn places_name(&self) -> Ident {
        self.derived_name("Places")
    }

    fn derived_name(&self, suffix: &str) -> Ident {
        let name = self.name.unraw();
        format_ident!("{name}{suffix}", span = Span::call_site())
    }
}

impl<'a> Shape<'a> {
    fn new(data: &'a Data) -> Self {
        match data {
            Data::Enum(_) => Shape::Enum,
            Data::Union(_) => Shape::Union,
            Data::Struct(data) => match &data.fields {
                Fields::Unit => Shape::Unit,
                Fields::Unnamed(_) => Shape::Tuple,
                Fields::Named(fields) => {
                    Shape::Named(fields.named.iter().filter_map(Field::new).collect())
                }
            },
        }
    }
}

impl<'a> Field<'a> {
    fn new(field: &'a syn::Field) -> Option<Self> {
        Some(Field {
            attributes: &field.attrs,
            visibility: &field.vis,
            name: field.ident.as_ref()?,
            ty: &field.ty,
        })
    }

    /// The field's name in the shader: `type` for `r#type`.
    pub(crate) fn wgsl_name(&self) -> String {
        self.name.unraw().to_string()
    }

    /// `T`, where the field is written as `Vec<T>`: in the shader, an array of run-time
    /// length.
    pub(crate) fn runtime_element(&self) -> Option<&'a Type> {
        let Type::Path(path) = self.ty else {
            return None;
        };
        let last = path.path.segments.last()?;
        match &last.arguments {
            PathArguments::AngleBracketed(list) if last.ident == "Vec" && list.args.len() == 1 => {
                match list.args.first()? {
                    GenericArgument::Type(element) => Some(element),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// The documentation that the author wrote on the field.
    pub(crate) fn documentation(&self) -> impl Iterator<Item = &'a Attribute> {
        let attributes = self.attributes.iter();
        attributes.filter(|attribute| attribute.path().is_ident("doc"))
    }
}
