//! The macros of `bitonic`: the derive for structs that host and shader share, and functions
//! and kernels in natural Rust (`natural`).
//!
//! The derive's way through: `ast` (what was written) -> `attr` (`#[shader(..)]`) ->
//! `valid` (what WGSL cannot hold, said on the field) -> `expand` (the impls, under
//! `conditions` that only the compiler can judge; `runtime` where the last field is an array of run-time length), or `fallback` after an error: impls without substance, so that one mistake is one
//! message. `locate` finds the name under which the deriving crate knows ours.
//!
//! No shader logic lives here: types and offsets come from `bitonic-dsl`, the latter as
//! constants, so that the layout rules are stated once.

mod ast;
mod attr;
mod conditions;
mod expand;
mod fallback;
mod locate;
mod natural;
mod runtime;
mod valid;

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

/// Makes a struct one that host and shader share.
///
/// The fields are scalars (`u32`, `i32`, `f32` ..), vectors, matrices, atomics (`Atomic<u32>`
/// ..), arrays `[T; N]` and structs with the same derive; the struct is `Copy`. The derive
/// implements
///
/// - `ShaderType`: the WGSL struct of the same name and fields,
/// - `Value`: a `Node` can hold it and a variable can store it, unless it holds an
///   `Atomic`: then it lives in buffers that the kernel writes and in workgroup memory,
///   and is reached field by field,
/// - `HostShareable`: it is written to and read from bytes at WGSL's offsets; without a
///   copy if it is `#[repr(C)]` and `bytemuck::Pod` and Rust's offsets are WGSL's,
/// - `StructType`: `.fields()` of a node or a place gives a struct with one member
///   for each field. The two structs are named after the derived one with `Nodes`
///   and `Places` appended, and are as visible as it is.
///
/// ```
/// use bitonic_dsl::{ShaderType, instance_index, kernel};
///
/// #[derive(Clone, Copy, ShaderType)]
/// struct Scale {
///     factor: f32,
///     offset: f32,
/// }
///
/// let kernel = kernel("scale").build(|k| {
///     let scale = k.uniform::<Scale>("scale").fields();
///     let data = k.storage_mut::<f32>("data");
///     let place = data.element(instance_index());
///     place.assign(place.load() * scale.factor.load() + scale.offset.load());
/// })?;
/// # Ok::<(), bitonic_dsl::Error>(())
/// ```
///
/// The last field may be a `Vec<T>`, also of atomics: in the shader, an array as long as the
/// bound range allows. Such a struct need not be `Copy`; the derive implements `ShaderType` and
/// `RuntimeSized` for it, and it is bound alone, with `k.storage_struct::<S>(name)` or
/// `k.storage_struct_mut`; its buffer is made by `gpu.struct_buffer(&value)`.
///
/// ```
/// use bitonic_dsl::{If, ShaderType, instance_index, kernel};
///
/// #[derive(ShaderType)]
/// struct Samples {
///     shift: f32,
///     items: Vec<f32>,
/// }
///
/// let kernel = kernel("move_samples").build(|k| {
///     let samples = k.storage_struct_mut::<Samples>("samples").fields();
///     let i = instance_index();
///     If(i.lt(samples.items.len()), || {
///         samples.items.element(i).add_assign(samples.shift.load());
///     });
/// })?;
/// # Ok::<(), bitonic_dsl::Error>(())
/// ```
///
/// `#[shader(crate = path)]` on the struct names the crate to use, for one that
/// reaches `bitonic` through a re-export; in a `macro_rules!` the path may begin with `$crate`.
#[proc_macro_derive(ShaderType, attributes(shader))]
pub fn derive_shader_type(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    expand::derive(&input).into()
}

/// Makes a Rust function one of the shader: WGSL of the same name, parameters and result.
///
/// The body is natural Rust, and becomes the calls of `bitonic-dsl` that a person would
/// write. Here `a < b` is `a.lt(b)`, `if` is `If`, `let mut` a variable of the shader,
/// `let` a name that the WGSL keeps:
///
/// ```
/// use bitonic_dsl::{Dialect, instance_index, kernel, shader_fn};
///
/// /// The steps that the Collatz sequence takes from `start` to 1.
/// #[shader_fn]
/// fn collatz(start: u32) -> u32 {
///     let mut n = start;
///     let mut steps = 0u32;
///     while n != 1 {
///         if n % 2 == 0 {
///             n /= 2;
///         } else {
///             n = n * 3 + 1;
///         }
///         steps += 1;
///     }
///     steps
/// }
///
/// let kernel = kernel("steps").build(|k| {
///     let data = k.storage_mut::<u32>("data");
///     let place = data.element(instance_index());
///     place.assign(collatz(place.load()));
/// })?;
/// assert!(kernel.wgsl(Dialect::Browser)?.contains("fn collatz(start: u32) -> u32"));
/// # Ok::<(), bitonic_dsl::Error>(())
/// ```
///
/// There are `let`, `let mut`, numbers and `bool`s, operators (`&&` and `||` evaluate their
/// right side only where it decides), `as` between numbers, calls, methods, components and
/// fields (a field that is named like a component is `value.fields().x`), indexing, `=` and
/// its kin, `if` and `match` as statements and as values, `while`, `loop`, `for` over a range with
/// `.rev()` and `.step_by(..)`, `break`, `continue`, `return`, blocks as values. Every
/// other construct is refused, with what to write instead.
///
/// # Rust's own statements
///
/// What is computed from literals and constants alone stays Rust's own. An `if` or a `match`
/// on integers is Rust's where its condition is a `bool` or a Rust number, also one that a
/// function returns, and the shader's where it is a value of the shader; a `match` with other
/// patterns and `if let` are Rust's. `for`, `while` and `loop` are loops of the shader, and
/// `let mut` is a variable of it.
///
/// `#[host]` makes a statement Rust's own: `let`, `let mut`, a loop, which then unrolls, `if`,
/// `match`, a block, an expression. What stands right of `=`, between `in` and `{` or in a
/// condition is then plain Rust; the bodies are as everywhere. A name that `#[host] let` or a
/// pattern declares has Rust's own methods, whose arguments may be values of the shader.
/// Within an expression `host!(..)` is plain Rust.
///
/// ```
/// use bitonic_dsl::{Dialect, instance_index, kernel};
///
/// #[kernel]
/// fn blur(input: &[f32], output: &mut [f32]) {
///     let i = instance_index();
///     #[host]
///     let weights = [0.25f32, 0.5, 0.25];
///     let mut sum = 0.0f32;
///     #[host]
///     for (k, weight) in weights.iter().enumerate() {
///         sum += input[i + host!(k as u32)] * host!(*weight);
///     }
///     output[i] = sum;
/// }
///
/// let text = blur()?.wgsl(Dialect::Browser)?;
/// assert!(!text.contains("for"), "{text}");
/// # Ok::<(), bitonic_dsl::Error>(())
/// ```
///
/// `return` ends the recording where no branch or loop of the shader is open, and is recorded
/// where one is. `break` and `continue` of a loop of Rust's own are Rust's own; in a branch of
/// the shader they are a fault of the kernel, at their line.
///
/// `#[shader_fn(crate = path)]` names the crate to use, for one that reaches `bitonic`
/// through a re-export; in a `macro_rules!` the path may begin with `$crate`.
#[proc_macro_attribute]
pub fn shader_fn(arguments: TokenStream, item: TokenStream) -> TokenStream {
    natural::shader_fn(arguments.into(), item.into()).into()
}

/// Makes a Rust function a kernel: a function of no arguments that builds it.
///
/// The parameters say what is bound: `&[T]` is a storage buffer that is read, `&mut [T]`
/// one that is written, `Uniform<T>` a uniform buffer, and any other type a value that is
/// given with each dispatch. The body is as that of [`macro@shader_fn`].
///
/// ```
/// use bitonic_dsl::{Error, In, Kernel, Out, Param, instance_index, kernel};
///
/// /// `y = a * x + y`.
/// #[kernel(workgroup_size(64))]
/// fn saxpy(x: &[f32], y: &mut [f32], a: f32) {
///     let i = instance_index();
///     if i < y.len() {
///         y[i] += a * x[i];
///     }
/// }
///
/// let kernel: Result<Kernel<(In<[f32]>, Out<[f32]>, Param<f32>)>, Error> = saxpy();
/// assert_eq!(kernel?.name(), "saxpy");
/// # Ok::<(), Error>(())
/// ```
///
/// The type of the kernel says what it takes, so that what is given to it is checked when
/// the program is compiled: `gpu.run(&saxpy()?).bind(&x, &mut y, 2.0)`. It derefs to the
/// `Kernel` whose arguments are given by name.
///
/// The workgroup size is 1 to 3 numbers, 64 if it is not given.
#[proc_macro_attribute]
pub fn kernel(arguments: TokenStream, item: TokenStream) -> TokenStream {
    natural::kernel(arguments.into(), item.into()).into()
}
