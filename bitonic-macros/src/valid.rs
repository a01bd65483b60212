//! What cannot be a struct that host and shader share, said on the item or the
//! field that is wrong, with the way to mend it.
//!
//! Only what the tokens show is judged. A type that is known by name alone (an
//! alias, a struct of the author's) is left to the bounds of the generated code.

use syn::{Error, Result, Type, TypePath};

use crate::ast::{Field, Input, Shape};
use crate::attr;

/// All that is wrong with the item, as one error of many parts.
pub(crate) fn check(input: &Input) -> Result<()> {
    let on_item = [check_shape(input), check_generics(input)];
    let array = input.runtime_array().map(|(field, _)| field.name);
    let is_array = |field: &Field| array == Some(field.name);
    let fields = input.fields().iter();
    let on_fields = fields.flat_map(|field| check_field(field, is_array(field)));
    on_item.into_iter().chain(on_fields).fold(Ok(()), combine)
}

fn combine(all: Result<()>, next: Result<()>) -> Result<()> {
    match (all, next) {
        (Err(mut all), Err(next)) => {
            all.combine(next);
            Err(all)
        }
        (all, next) => all.and(next),
    }
}

fn check_shape(input: &Input) -> Result<()> {
    let message = match &input.shape {
        Shape::Named(fields) if fields.is_empty() => {
            "a WGSL struct has at least one field: add one"
        }
        Shape::Named(_) => return Ok(()),
        Shape::Tuple => "a WGSL struct names its fields: write `struct Name { field: u32 }`",
        Shape::Unit => "a WGSL struct has at least one field: write `struct Name { field: u32 }`",
        Shape::Enum => {
            "WGSL has no enums: store the variant as a `u32` field of a struct and branch on it with `Switch`"
        }
        Shape::Union => {
            "WGSL has no unions: store the bits as `u32` and reinterpret them in the kernel"
        }
    };
    Err(Error::new(input.name.span(), message))
}

fn check_generics(input: &Input) -> Result<()> {
    let generics = input.generics;
    if generics.params.is_empty() && generics.where_clause.is_none() {
        return Ok(());
    }
    let message = "a struct that the shader shares cannot be generic, for it has one name and one layout: \
                   write one struct for each element type";
    Err(if generics.params.is_empty() {
        Error::new_spanned(&generics.where_clause, message)
    } else {
        Error::new_spanned(&generics.params, message)
    })
}

fn check_field(field: &Field, is_runtime_array: bool) -> [Result<()>; 2] {
    let on_type = match field.runtime_element() {
        Some(element) if is_runtime_array => check_type(element),
        Some(_) | None => check_type(field.ty),
    };
    [attr::refuse_on_field(field), on_type]
}

/// Refuses a type that can be no field, as far as its form tells.
pub(crate) fn check_type(ty: &Type) -> Result<()> {
    let message = match ty {
        Type::Group(group) => return check_type(&group.elem),
        Type::Paren(paren) => return check_type(&paren.elem),
        Type::Path(path) => match unsuited_name(path) {
            Some(message) => message,
            None => return Ok(()),
        },
        Type::Array(array) => return check_type(&array.elem),
        Type::Slice(_) => {
            "a slice cannot be a field: write `[T; N]` for an array of fixed length, `Vec<T>` as the \
             last field for one of run-time length, or bind the list as a storage buffer of its own"
        }
        Type::Reference(_) | Type::Ptr(_) | Type::FnPtr(_) => {
            "an address of the host means nothing to the shader: store the value itself"
        }
        Type::Tuple(_) => {
            "a tuple cannot be a field: give each of its parts a field of its own, or use a vector such as `Vec2`"
        }
        Type::ImplTrait(_) | Type::TraitObject(_) | Type::Never(_) | Type::Infer(_) => {
            "a field is a scalar (`u32`, `i32`, `f32` ..), a vector, a matrix, an array or a struct"
        }
        // A macro in type position, or a form that this version of `syn` does
        // not know: what it means, the compiler will say.
        _ => return Ok(()),
    };
    Err(Error::new_spanned(ty, message))
}

/// Types of Rust that are often tried, and what to write instead.
const UNSUITED: [(&[&str], &str); 9] = [
    (
        &["bool"],
        "a `bool` has no bytes that host and shader share: use a `u32` that is 0 or 1",
    ),
    (
        &["BVec2", "BVec3", "BVec4"],
        "a vector of `bool` has no bytes that host and shader share: use `UVec2` to `UVec4` of 0 and 1",
    ),
    (
        &["u8", "u16", "i8", "i16"],
        "WGSL has no integer of less than 32 bits: use `u32` or `i32`",
    ),
    (
        &["u128", "i128"],
        "the shader has no integer of more than 64 bits: split it into the components of a `UVec4`",
    ),
    (
        &["usize", "isize"],
        "the size of `usize` and `isize` differs from machine to machine: use `u32` or `i32`",
    ),
    (
        &["AtomicU32", "AtomicI32", "AtomicU64", "AtomicI64"],
        "an atomic of the host is no atomic of the shader: use `Atomic<u32>`, `Atomic<i32>` ..",
    ),
    (&["char"], "WGSL has no characters: use a `u32`, `c as u32`"),
    (
        &["Vec"],
        "a `Vec` is an array of run-time length, and only the last field of a structure is one, of \
         elements of fixed size: put it last, write `[T; N]`, or bind the list as a storage buffer \
         of its own",
    ),
    (
        &["String", "Box", "Rc", "Arc", "Option"],
        "a field is plain data, a scalar (`u32`, `i32`, `f32` ..), a vector, a matrix, an array or a \
         struct: write a list as `[T; N]` or bind it as a storage buffer of its own, and say with \
         a `u32` whether a value is there",
    ),
];

fn unsuited_name(path: &TypePath) -> Option<&'static str> {
    let name = &path.path.segments.last()?.ident;
    let row = UNSUITED
        .iter()
        .find(|(names, _)| names.iter().any(|unsuited| name == unsuited))?;
    Some(row.1)
}
