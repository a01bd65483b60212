//! Parameters of kernels: where each lies, and how it is declared there.

use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Attribute, Error, Expr, GenericArgument, PatType, Path, PathArguments, Type};

use super::inputs;
use super::scope::Kind;
use super::signature::Parameter;

/// Where a parameter of a kernel lies.
pub(crate) enum Resource<'a> {
    /// Given with each dispatch: `T`.
    Value,
    /// `&[T]`.
    Storage,
    /// `&mut [T]`.
    StorageMut,
    /// `Uniform<T>`.
    Uniform,
    /// One structure that ends in a `Vec`: `&S`.
    Structure,
    /// `&mut S`.
    StructureMut,
    /// `Workgroup<[T; N]>`: the path without its arguments, and `N`.
    WorkgroupArray(Path, &'a Expr),
    /// `Workgroup<T>`.
    WorkgroupVariable(Path),
    /// `Private<T>`, and what it starts with.
    Private(Path, Option<Expr>),
    /// A texture or sampler, and the method that declares it.
    Texture(&'static str),
    /// A built-in input, and the function that gives it.
    Input(Ident),
    /// A parameter of a function that is a value.
    Argument,
    /// A parameter of a function that leads to a variable of the caller: whether it may be
    /// written, and whether that is a private variable.
    Pointer { is_mutable: bool, is_private: bool },
    /// Rust's own, marked `#[host]`.
    Host,
    /// A closure.
    Closure,
}

impl Resource<'_> {
    /// What stands in the body under the parameter's name.
    pub(crate) fn kind(&self) -> Kind {
        match self {
            Resource::Value | Resource::Input(_) | Resource::Argument => Kind::Value,
            Resource::Storage => Kind::Storage,
            Resource::StorageMut => Kind::StorageMut,
            Resource::Uniform => Kind::Uniform,
            Resource::Structure => Kind::Structure,
            Resource::StructureMut => Kind::StructureMut,
            Resource::WorkgroupArray(..) => Kind::SharedArray,
            Resource::WorkgroupVariable(_) | Resource::Private(..) => Kind::Memory,
            Resource::Texture(_) => Kind::Texture,
            Resource::Pointer {
                is_mutable: true, ..
            } => Kind::PointerMut,
            Resource::Pointer { .. } => Kind::Pointer,
            Resource::Host => Kind::Host,
            Resource::Closure => Kind::Closure,
        }
    }
}

/// Where a parameter of a kernel lies, and what is there.
pub(crate) fn read(typed: &PatType) -> Result<(Resource<'_>, &Type), Error> {
    let init = init(&typed.attrs)?;
    if let Some(attribute) = named(&typed.attrs, "builtin") {
        let function = inputs::read(attribute, &typed.ty)?;
        return Ok((Resource::Input(function), &typed.ty));
    }
    let (resource, ty) = by_type(&typed.ty)?;
    match (resource, init) {
        (Resource::Private(path, _), Some((_, value))) => {
            Ok((Resource::Private(path, Some(value)), ty))
        }
        (_, Some((attribute, _))) => Err(Error::new_spanned(
            attribute,
            "only a `Private<T>` starts with a value: leave `init` out",
        )),
        (resource, None) => Ok((resource, ty)),
    }
}

/// What `#[init(value)]` says.
fn init(attributes: &[Attribute]) -> Result<Option<(&Attribute, Expr)>, Error> {
    let Some(attribute) = named(attributes, "init") else {
        return Ok(None);
    };
    match attribute.parse_args() {
        Ok(value) => Ok(Some((attribute, value))),
        Err(_) => Err(Error::new_spanned(
            attribute,
            "`init` says one constant: `#[init(5u32)]`",
        )),
    }
}

/// The attribute called `name`.
pub(crate) fn named<'a>(attributes: &'a [Attribute], name: &str) -> Option<&'a Attribute> {
    let mut attributes = attributes.iter();
    attributes.find(|attribute| attribute.path().is_ident(name))
}

fn by_type(ty: &Type) -> Result<(Resource<'_>, &Type), Error> {
    match ty {
        Type::Group(group) => by_type(&group.elem),
        Type::Paren(paren) => by_type(&paren.elem),
        Type::Reference(reference) => {
            let is_mutable = reference.mutability.is_some();
            match &*reference.elem {
                Type::Slice(slice) => Ok(match is_mutable {
                    true => (Resource::StorageMut, &slice.elem),
                    false => (Resource::Storage, &slice.elem),
                }),
                inner if item_of_vec(inner).is_some() => Err(no_vec(ty, inner, is_mutable)),
                inner if is_declared(inner) => Err(Error::new_spanned(
                    ty,
                    "the kernel declares it by this parameter: write it without `&` or `&mut`",
                )),
                inner if is_structure(inner) => Ok(match is_mutable {
                    true => (Resource::StructureMut, inner),
                    false => (Resource::Structure, inner),
                }),
                _ => Err(Error::new_spanned(
                    ty,
                    "a reference to one value: write `Uniform<T>`, `T` for a value given with each dispatch, or `&mut [T]`; `&mut S` is a structure that ends in a `Vec`",
                )),
            }
        }
        _ => by_name(ty),
    }
}

/// `T` of `Vec<T>`.
pub(crate) fn item_of_vec(ty: &Type) -> Option<&Type> {
    let Type::Path(path) = ty else { return None };
    let last = path.path.segments.last()?;
    one_argument(last).filter(|_| last.ident == "Vec")
}

/// Refuses `&Vec<T>`, where `inner` is `Vec<T>`.
pub(crate) fn no_vec(ty: &Type, inner: &Type, is_mutable: bool) -> Error {
    let item = item_of_vec(inner).map(|item| quote!(#item).to_string().replace(' ', ""));
    let item = item.unwrap_or_else(|| "T".to_owned());
    let and = if is_mutable { "&mut " } else { "&" };
    Error::new_spanned(
        ty,
        format!("the shader has no `Vec`: a buffer is `{and}[{item}]`"),
    )
}

/// Whether a kernel declares a parameter of this type by its name.
fn is_declared(ty: &Type) -> bool {
    let resource = by_name(ty).map(|(resource, _)| resource);
    !matches!(resource, Ok(Resource::Value))
}

/// Whether `ty` can be a structure of the author's, by its name.
fn is_structure(ty: &Type) -> bool {
    let Type::Path(path) = ty else { return false };
    let Some(last) = path.path.segments.last() else {
        return false;
    };
    let name = last.ident.to_string();
    let is_composite = ["Vec", "Mat"].iter().any(|word| {
        name.split_once(word).is_some_and(|(before, after)| {
            let is_scalar = ["", "U", "I", "B", "H", "D", "U64", "I64"].contains(&before);
            is_scalar && after.starts_with(['2', '3', '4'])
        })
    });
    let is_other = matches!(
        name.as_str(),
        "bool"
            | "u32"
            | "i32"
            | "u64"
            | "i64"
            | "f16"
            | "f32"
            | "f64"
            | "Uniform"
            | "Workgroup"
            | "Private"
            | "Atomic"
            | "Vec"
    );
    !is_composite && !is_other && handle(&name).is_none()
}

/// The method of the kernel's scope that declares a texture or sampler of this type.
fn handle(name: &str) -> Option<&'static str> {
    Some(match name {
        "Texture1d" => "texture_1d",
        "Texture2d" => "texture_2d",
        "Texture2dArray" => "texture_2d_array",
        "Texture3d" => "texture_3d",
        "StorageTexture1d" => "storage_texture_1d",
        "StorageTexture2d" => "storage_texture_2d",
        "StorageTexture2dArray" => "storage_texture_2d_array",
        "StorageTexture3d" => "storage_texture_3d",
        "Sampler" => "sampler",
        _ => return None,
    })
}

/// What a type is by the name that it has.
pub(crate) fn by_name(ty: &Type) -> Result<(Resource<'_>, &Type), Error> {
    let Type::Path(path) = ty else {
        return Ok((Resource::Value, ty));
    };
    let Some(last) = path.path.segments.last() else {
        return Ok((Resource::Value, ty));
    };
    if let Some(method) = handle(&last.ident.to_string()) {
        return Ok((Resource::Texture(method), ty));
    }
    let name = last.ident.to_string();
    if !matches!(name.as_str(), "Uniform" | "Workgroup" | "Private") {
        return Ok((Resource::Value, ty));
    }
    let Some(inner) = one_argument(last) else {
        let message = format!("`{name}` says what lies there: `{name}<u32>`");
        return Err(Error::new_spanned(ty, message));
    };
    Ok(match (name.as_str(), inner) {
        ("Uniform", inner) => (Resource::Uniform, inner),
        ("Private", inner) => (Resource::Private(bare(&path.path), None), inner),
        (_, Type::Array(array)) => (
            Resource::WorkgroupArray(bare(&path.path), &array.len),
            &array.elem,
        ),
        (_, Type::Slice(_)) => {
            let message = "workgroup memory has a length: `Workgroup<[T; 64]>`";
            return Err(Error::new_spanned(inner, message));
        }
        (_, inner) => (Resource::WorkgroupVariable(bare(&path.path)), inner),
    })
}

/// `T` of `Name<T>`.
fn one_argument(segment: &syn::PathSegment) -> Option<&Type> {
    let PathArguments::AngleBracketed(list) = &segment.arguments else {
        return None;
    };
    match list.args.first() {
        Some(GenericArgument::Type(inner)) if list.args.len() == 1 => Some(inner),
        _ => None,
    }
}

/// The path without the arguments of its last part.
fn bare(path: &Path) -> Path {
    let mut path = path.clone();
    if let Some(last) = path.segments.last_mut() {
        last.arguments = PathArguments::None;
    }
    path
}

/// The statement that declares `parameter`, of the kernel whose scope is `k`; none for what
/// Rust gives.
pub(crate) fn declaration(
    parameter: &Parameter,
    k: &Ident,
    krate: &TokenStream,
) -> Option<TokenStream> {
    let Parameter {
        name, ty, written, ..
    } = parameter;
    let text = name.unraw().to_string();
    let at = name.span();
    let method = |method: &str| {
        let method = Ident::new(method, at);
        quote_spanned!(at=> let #name = #k.#method::<#ty>(#text);)
    };
    Some(match &parameter.resource {
        Resource::Host | Resource::Closure => return None,
        Resource::Value | Resource::Argument | Resource::Pointer { .. } => method("param"),
        Resource::Storage => method("storage"),
        Resource::StorageMut => method("storage_mut"),
        Resource::Structure => method("storage_struct"),
        Resource::StructureMut => method("storage_struct_mut"),
        // The author's own path is used, so that its import is.
        Resource::Uniform => {
            quote_spanned!(at=> let #name: #written = #k.uniform::<#ty>(#text);)
        }
        Resource::WorkgroupArray(path, length) => {
            quote_spanned!(at=> let #name = #path::<#ty>::array(#text, #length);)
        }
        Resource::WorkgroupVariable(path) => {
            quote_spanned!(at=> let #name = #path::<#ty>::variable(#text);)
        }
        Resource::Private(path, None) => {
            quote_spanned!(at=> let #name = #path::<#ty>::zero(#text);)
        }
        Resource::Private(path, Some(value)) => {
            quote_spanned!(at=> let #name = #path::<#ty>::starting(#text, #value);)
        }
        Resource::Texture(method) => {
            let method = Ident::new(method, at);
            quote_spanned!(at=> let #name: #written = #k.#method(#text);)
        }
        Resource::Input(function) => {
            let span = written.span();
            quote_spanned!(span=> let #name: #krate::Node<#written> = #krate::#function().to_const(#text);)
        }
    })
}
