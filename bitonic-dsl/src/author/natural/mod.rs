//! Control flow as Rust's own statements: what `#[shader_fn]` and `#[kernel]` write where it
//! is not known from the text whether Rust or the shader decides.
//!
//! The functions `If`, `Loop` and `Switch` take closures, and a closure can neither `return`
//! from the function around it nor `continue` a loop of it. The objects here are asked by
//! Rust's own `if` instead. A condition that is a `bool` lets Rust choose one side; a
//! `Node<bool>` lets it walk through both, with what each records going to its own block:
//!
//! ```
//! # use bitonic_dsl::*;
//! use bitonic_dsl::natural::{self, Branch};
//!
//! fn clear(data: StorageMut<u32>, checked: bool, i: Node<u32>) {
//!     let mut branch = Branch::new(checked);
//!     if branch.accepts() {
//!         let mut within = Branch::new(i.lt(data.len()));
//!         if within.accepts() {
//!             data.element(i).assign(0);
//!         }
//!         within.end();
//!     }
//!     if branch.rejects() {
//!         data.element(i).assign(0);
//!     }
//!     branch.end();
//! }
//! # for checked in [true, false] {
//! # let kernel = kernel("clear").build(|k| {
//! #     clear(k.storage_mut("data"), checked, instance_index());
//! # })?;
//! # assert_eq!(kernel.wgsl(Dialect::Browser)?.contains("if "), checked);
//! # }
//! # Ok::<(), Error>(())
//! ```
//!
//! [`Branch`] is an `if`, [`Match`] a `match`; [`Slot`] is the value of one; [`returns`], [`is_left`] and
//! [`HostLoop`] say whether what leaves a function or a loop is Rust's own or recorded; [`Let`]
//! names what has a name in the text; [`HostList`] says what a list of Rust's own lacks, and
//! [`size`] counts in `u32` what Rust counts in `usize`; [`Logic`], [`Equate`] and [`Compare`] are the operators
//! of nodes for Rust's own values.

mod binding;
mod branch;
mod choice;
mod host_list;
mod leaving;
mod logic;
mod size;
mod slot;

pub use binding::{Kept, Let, Named};
pub use branch::{Branch, Decision};
pub use choice::{Chooses, DeviceMatch, HostChooses, HostMatch, Match};
pub use host_list::{HostList, Placed};
pub use leaving::{HostLoop, is_left, returns};
pub use logic::{Compare, Equate, Logic, Truth};
pub use size::size;
pub use slot::Slot;
