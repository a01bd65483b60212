//! GPU compute kernels written in Rust, and the sorting library written with them.
//!
//! ```
//! use bitonic::*;
//!
//! /// `y = a * x + y`.
//! #[kernel(workgroup_size(64))]
//! fn saxpy(x: &[f32], y: &mut [f32], a: f32) {
//!     let i = instance_index();
//!     if i < y.len() {
//!         y[i] += a * x[i];
//!     }
//! }
//!
//! let saxpy = saxpy()?;
//! assert!(saxpy.wgsl(Dialect::Browser)?.contains("fn saxpy("));
//!
//! # #[cfg(feature = "runtime")] {
//! let gpu = Gpu::auto()?;
//! let x = gpu.buffer(&[1.0f32, 2.0, 3.0])?;
//! let mut y = gpu.buffer(&[10.0f32, 20.0, 30.0])?;
//! gpu.run(&saxpy).bind(&x, &mut y, 2.0).dispatch(y.len())?;
//! assert_eq!(y.read()?, [12.0, 24.0, 36.0]);
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A kernel runs once on the host, when it is built. What it does with [`Node`]s and places is
//! recorded, lowered and validated; what comes out is WGSL that reads as if written by hand.
//!
//! # What to write
//!
//! Natural Rust, under [`macro@kernel`] or [`macro@shader_fn`], or the calls that it stands
//! for. The macros write nothing but these; both give the same text, and can be mixed.
//!
//! | natural Rust | calls |
//! | --- | --- |
//! | `#[kernel] fn f(..) { .. }` | `kernel("f").build(\|k\| ..)` |
//! | `x: &[f32]`, `y: &mut [f32]` | `k.storage::<f32>("x")`, `k.storage_mut::<f32>("y")` |
//! | `a: f32`, `s: Uniform<S>` | `k.param::<f32>("a")`, `k.uniform::<S>("s")` |
//! | `tile: Workgroup<[u32; 64]>` | `workgroup_array::<u32>("tile", 64)` |
//! | `let n = a + b;` | `let n = (a + b).to_const("n");` |
//! | `let mut v = 0u32;` | `let v = 0u32.to_var("v");` |
//! | `v`, `data[i]` | `v.load()`, `data.element(i).load()` |
//! | `data[i] = x;`, `v += x;` | `data.element(i).assign(x);`, `v.add_assign(x);` |
//! | `x < y`, `x == y` | `x.lt(y)`, `x.eq(y)`; also `.le`, `.gt`, `.ge`, `.ne` |
//! | `a && b`, `!a` | `a.and_also(\|\| b)`, `!a`; where both may be evaluated, `a & b` |
//! | `if c { .. } else { .. }` | `If(c, \|\| ..).else_(\|\| ..)` |
//! | `if c { x } else { y }` | a variable that both branches set; where both may be evaluated, `select(c, x, y)` |
//! | `match n { 0 \| 1 => .., _ => .. }` | `Switch(n).case([0, 1], \|\| ..).default(\|\| ..)` |
//! | `for i in a..b { .. }` | `Loop(range(a, b).named("i"), \|i\| ..)` |
//! | `while c { .. }` | `While(\|\| c, \|\| ..)` |
//! | `break`, `return`, `return x` | `Break()`, `Return(())`, `Return(x)` |
//! | `x as f32` | `x.to_f32()` |
//! | `v.x`, `v.zyx`, `m[1]` | `v.x()`, `v.zyx()`, `m.element(1)` |
//! | `s.count` of a structure | `s.fields().count`, where `s` is a value, a place or a binding |
//! | `S { a, b }`, `[a, b]` | `SNodes { a, b }`, `array([a, b])` |
//! | `bins[i].atomic_add(1)` of [`Atomic`]s | `bins.element(i).atomic_add(1)` |
//! | `#[shader_fn] fn f(x: u32) -> u32 { .. }`, `f(x)` | `Fn("f", ["x"], \|x: Node<u32>\| ..)`, `f.call(x)` |
//! | `vec3(x, y, z)`, `max(x, y)`, `dot(v, w)` | the same; WGSL's `vec4(v, 1.0)` is `from_parts::<Vec4>((v, 1.0))` |
//!
//! Host and shader meet in one body: [`macro@shader_fn`] says what stays Rust's own.
//! `docs/natural.md` lists what the methods of Rust's numbers, slices and atomics are called here:
//! `round` and `fract` have WGSL's meaning, `powi`, `ln`, `swap` and `fetch_add` other names. In
//! calls, the kernel above is
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
//!         let scaled = a * x.element(i).load();
//!         y.element(i).add_assign(scaled);
//!     });
//! })?;
//!
//! # #[cfg(feature = "runtime")] {
//! # let gpu = Gpu::auto()?;
//! # let x = gpu.buffer(&[1.0f32, 2.0, 3.0])?;
//! # let y = gpu.buffer(&[10.0f32, 20.0, 30.0])?;
//! gpu.run(&saxpy).bind("x", &x).bind("y", &y).set("a", 2.0f32).dispatch(3)?;
//! # assert_eq!(y.read()?, [12.0, 24.0, 36.0]);
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Typed kernels
//!
//! `#[kernel]` gives a `Kernel<(In<[f32]>, Out<[f32]>, Param<f32>)>`: its type says what
//! `.bind(&x, &mut y, 2.0)` takes. Another type, another order, or one buffer for two arguments of
//! which one is written, does not compile. What is made by calls is a `Kernel` whose arguments
//! are given by name and checked when it starts; [`Kernel::typed`] and [`Kernel::untyped`] lead
//! from one to the other.
//!
//! # What there is
//!
//! The language is `bitonic-dsl`'s, re-exported here in whole; devices, buffers, plans and sorting
//! are [`runtime`]'s.
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
//! Where there is no GPU, [`Gpu::auto`] runs everything on the software adapter. [`Gpu::checked`]
//! finds races, missing barriers and indices beyond the end, each with its Rust line.
//! Sorting needs no kernel of your own: [`Gpu::sort`], [`Gpu::bitonic_sort`] step by step,
//! [`Gpu::counting_sort`] by bins that you compute; [`network`] has comparator networks as data.
//!
//! # Without wgpu
//!
//! `default-features = false` leaves the language, its macros and nodes, and the texts that kernels
//! become; the feature `runtime`, on by default, adds devices, buffers, plans and sorting.

// This page speaks of the whole crate.
#![cfg_attr(not(feature = "runtime"), allow(rustdoc::broken_intra_doc_links))]

pub use bitonic_dsl::*;

#[cfg(feature = "runtime")]
pub use bitonic_runtime as runtime;
#[cfg(feature = "runtime")]
pub use bitonic_runtime::{
    AdapterInfo, BitonicSort, Buffer, CountingSort, Gpu, Key, PastEnd, SortOptions, SortReport,
    StructBuffer, network,
};

/// The programs of README.md, so that they are compiled and run as tests.
#[cfg(all(doctest, feature = "runtime"))]
#[doc = include_str!("../README.md")]
struct Readme;

/// Likewise the program of docs/networks.md.
#[cfg(all(doctest, feature = "runtime"))]
#[doc = include_str!("../docs/networks.md")]
struct Networks;
