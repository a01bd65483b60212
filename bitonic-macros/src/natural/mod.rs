//! Natural Rust as calls of the author layer: `#[shader_fn]` and `#[kernel]`.
//!
//! The way through: `signature` (what the item takes and gives; `generics` what of that is
//! Rust's own, `resource` and `inputs` what a kernel declares, `pointer` what a function takes
//! and a call passes) -> `arguments` (what the attribute says) -> `body` (statements),
//! `expression`, `product` and `place` (values, values of several parts, addresses), `branch`, `choice` and `control` (branches and loops), `host`
//! (Rust's own statements), `leave` (what leaves them), `nested` (functions in a body), which
//! know the names that `scope` holds;
//! what has no form here is named by `refuse`. `expand` writes the item, `typed` the type of a
//! kernel, `fallback` the item after an error; `unfinished` reads what does not parse.
//!
//! Only the tokens are known, never a type: what a name is follows from how it was declared.

mod arguments;
mod body;
mod branch;
mod choice;
mod chosen;
mod closure;
mod control;
mod docs;
mod endless;
mod expand;
mod expression;
mod fallback;
mod function;
mod generics;
mod host;
mod inputs;
mod leave;
mod marks;
mod nested;
mod place;
mod pointer;
mod product;
mod refuse;
mod resource;
mod scope;
mod signature;
mod typed;
mod unfinished;

pub(crate) use expand::{kernel, shader_fn};
pub(crate) use place::is_swizzle;
