//! GPU compute kernels written in Rust, and the sorting library written with them.
//!
//! A kernel is a closure that is run once, on the host. What it does with
//! [`Node`]s, places and `If`s is recorded, lowered and validated; what comes out is
//! WGSL that reads as if written by hand.
//!
//! ```
//! use bitonic::*;
//!
//! let saxpy = kernel("saxpy").workgroup_size(64).build(|k| {
//!     let x = k.storage::<f32>("x");
//!     let y = k.storage_mut::<f32>("y");
//!     let a = k.param::<f32>("a");
//!     let i = instance_index();
//!     If(i.lt(y.len()), || {
//!         let scaled = x.element(i).load() * a;
//!         y.element(i).add_assign(scaled);
//!     });
//! })?;
//!
//! # #[cfg(feature = "runtime")] {
//! let gpu = Gpu::auto()?;
//! let x = gpu.buffer(&[1.0f32, 2.0, 3.0])?;
//! let y = gpu.buffer(&[10.0f32, 20.0, 30.0])?;
//! gpu.run(&saxpy).bind("x", &x).bind("y", &y).set("a", 2.0f32).dispatch(3)?;
//! assert_eq!(y.read()?, [12.0, 24.0, 36.0]);
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What to write
//!
//! | Rust | here |
//! | --- | --- |
//! | `x < y`, `x == y` | `x.lt(y)`, `x.eq(y)`; also `.le`, `.gt`, `.ge`, `.ne` |
//! | `a && b`, `!a` | `a & b` or `a.and(b)`, `!a`; both sides are evaluated |
//! | `let mut v = 0;` | `let v = 0u32.to_var("v");` |
//! | `v`, `data[i]` | `v.load()`, `data.element(i).load()` |
//! | `data[i] = x`, `v += x` | `data.element(i).assign(x)`, `v.add_assign(x)` |
//! | `if c { .. } else { .. }` | `If(c, \|\| ..).else_(\|\| ..)` |
//! | `if c { x } else { y }` | `select(c, x, y)` |
//! | `for i in a..b` | `Loop(range(a, b), \|i\| ..)` |
//! | `while c { .. }` | `While(\|\| c, \|\| ..)` |
//! | `break`, `return` | `Break()`, `Return(value)`; `Return(())` ends the invocation |
//! | `x as f32` | `x.to_f32()` |
//! | `count.fetch_add(1, Relaxed)` | `count.atomic_add(1)`, of an [`Atomic`] place |
//! | `vec3(x, y, z)`, WGSL's `vec4(v, 1.0)` | `vec3(x, y, z)`, `from_parts::<Vec4>((v, 1.0))` |
//! | `v.x`, `m[1]` | `v.x()`, also `v.zyx()`; `m.element(1)` |
//! | `s.count` of a structure | `s.fields().count`, where `s` is a value, a place or a binding |
//! | `fn f(x: u32)`, `f(x)` | `Fn("f", ["x"], \|x: Node<u32>\| ..)`, `f.call(x)` |
//!
//! [`macro@kernel`] and [`macro@shader_fn`] write the right column for you:
//!
//! ```
//! use bitonic::*;
//!
//! #[kernel(workgroup_size(64))]
//! fn saxpy(x: &[f32], y: &mut [f32], a: f32) {
//!     let i = instance_index();
//!     if i < y.len() {
//!         y[i] += a * x[i];
//!     }
//! }
//!
//! assert!(saxpy()?.wgsl(Dialect::Browser)?.contains("@workgroup_size(64)"));
//! # Ok::<(), bitonic::Error>(())
//! ```
//!
//! # What there is
//!
//! Scalars of 16, 32 and 64 bits, vectors, matrices, arrays and structures of them, also with
//! atomics and with an array of run-time length at their end; buffers, uniforms, parameters,
//! workgroup memory, private variables, constants, pipeline overrides, textures and samplers;
//! every operator and swizzle, every numeric, logical and packing function of WGSL, atomics,
//! barriers, subgroups; branches, loops and [`Switch`], functions with pointers, and functions
//! given as WGSL ([`WgslFn`]); the ready-made [`nodes`]. `docs/language.md` has a line for each,
//! with what it becomes, where it was run and what is refused.
//!
//! # Errors
//!
//! [`Error`] says why a kernel was refused; [`runtime::Error`] is what devices say, and holds
//! the other: a `main` that does both returns it, or `Box<dyn std::error::Error>`. `error.report()`
//! prints it as the compiler prints its own, in colour on a terminal, and gives an exit code for
//! a `main` that returns `ExitCode`.
//!
//! Where there is no GPU, [`Gpu::auto`] runs everything on the software adapter.
//! Sorting needs no kernel of your own: [`Gpu::sort`].
//!
//! The language is `bitonic-dsl`'s, re-exported here in whole; devices, buffers, plans
//! and sorting are [`runtime`]'s. That half stands on wgpu and has the feature `runtime`, which is
//! on by default; with `default-features = false` the language is left, for programs that emit
//! kernels and run them elsewhere.

// This page speaks of the whole crate.
#![cfg_attr(not(feature = "runtime"), allow(rustdoc::broken_intra_doc_links))]

pub use bitonic_dsl::*;

#[cfg(feature = "runtime")]
pub use bitonic_runtime as runtime;
#[cfg(feature = "runtime")]
pub use bitonic_runtime::{AdapterInfo, Buffer, Gpu, Key, SortOptions, SortReport, StructBuffer};

/// The programs of README.md, so that they are compiled and run as tests.
#[cfg(all(doctest, feature = "runtime"))]
#[doc = include_str!("../README.md")]
struct Readme;
