//! The derive of `bitonic` for structs that host and shader share.
//!
//! The way through: `ast` (what was written) -> `attr` (`#[shader(..)]`) ->
//! `valid` (what WGSL cannot hold, said on the field) -> `expand` (the impls), or
//! `fallback` after an error: impls without substance, so that one mistake is one
//! message. `locate` finds the name under which the deriving crate knows ours.
//!
//! No shader logic lives here: offsets and types come from `bitonic-dsl` at run
//! time, so that the layout rules are stated once.

mod ast;
mod attr;
mod expand;
mod fallback;
mod locate;
mod valid;

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

/// Makes a flat struct one that host and shader share.
///
/// The fields are scalars (`u32`, `i32`, `f32`) and vectors (`UVec2` to `Vec4`);
/// the struct is `Copy`. The derive implements
///
/// - `ShaderType`: the WGSL struct of the same name and fields,
/// - `Value`: a `Node` can hold it and a variable can store it,
/// - `HostShareable`: it is written to and read from bytes at WGSL's offsets,
/// - `StructType`: `.fields()` of a node or a place gives a struct with one member
///   for each field. The two structs are named after the derived one with `Nodes`
///   and `Places` appended, and are as visible as it is.
///
/// Inside a kernel, with `struct Saxpy { a: f32, n: u32 }`:
///
/// ```ignore
/// let saxpy = k.uniform::<Saxpy>("saxpy").fields();
/// let scaled = saxpy.a.load() * x;
/// ```
///
/// `#[shader(crate = "path")]` on the struct names the crate to use, for one that
/// reaches `bitonic` through a re-export.
#[proc_macro_derive(ShaderType, attributes(shader))]
pub fn derive_shader_type(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    expand::derive(&input).into()
}
