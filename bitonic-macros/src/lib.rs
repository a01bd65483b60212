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
mod letters;
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
/// A field that is named like a component of a vector, `x`, `a` or `rgb`, is read by natural
/// Rust as a component is, `value.x`, by a trait that stands beside the struct, named after it
/// with `NodeLetters` (of a place `PlaceLetters`) appended: where the struct comes from another
/// module, so do they, or the field is `value.fields().x`.
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
/// fields (one named like a component needs the trait that the derive made, else `value.fields().x`), indexing, `=` and
/// its kin, `if` and `match` as statements and as values, `while`, `loop`, `for` over a range with
/// `.rev()`, `.step_by(..)` and the other steps of `bitonic_dsl::Range`, `.shift_left(1)` or
/// `.update(|i| i * 2 + 1)`, `break`, `continue` (with the label of the
/// innermost loop, or of one of Rust's own), `return`, blocks as values, and values
/// of several parts: `S { a, b: 1 }` of a struct with `#[derive(ShaderType)]`, `[a, b]`,
/// `[x; N]`, and a constant of Rust's own, `TABLE[i]`. Every other construct is refused, with
/// what to write instead.
///
/// A result may be a tuple: the WGSL has a structure for it, and `let (a, b) = f(x);` names
/// its parts. A parameter `&mut T` or `&T` is a pointer to a variable of the caller: the call
/// is `f(&mut x)`, the body says `*p`, `p.field`, `p[i]`. To a private variable it is `&mut Private<T>`.
/// Of what no pointer of WGSL leads to, `&[T]`, `&mut [T]`, `&mut Workgroup<T>` or a texture,
/// the body is recorded where it is called.
///
/// ```
/// use bitonic_dsl::{instance_index, kernel, shader_fn};
///
/// #[shader_fn]
/// fn divide(a: u32, b: u32) -> (u32, u32) {
///     (a / b, a % b)
/// }
///
/// #[shader_fn]
/// fn turn(digits: &mut [u32; 2]) {
///     (digits[0], digits[1]) = (digits[1], digits[0]);
/// }
///
/// #[kernel]
/// fn turned(out: &mut [u32]) {
///     let i = instance_index();
///     let (tens, ones) = divide(i, 10);
///     let mut digits = [tens, ones];
///     turn(&mut digits);
///     out[i] = digits[0] * 10 + digits[1];
/// }
/// # turned()?;
/// # Ok::<(), bitonic_dsl::Error>(())
/// ```
///
/// `let x = &mut data[i];` is another name of a place: `*x += 1` writes there. `let x = data[i];`
/// is what it holds now. `let f = value.fields();` has the fields by their names, `f.x`.
///
/// # Functions in a body, and turns that end alike
///
/// `#[shader_fn] let f = |x: u32| -> u32 { .. };` is a WGSL function too. It sees the buffers,
/// textures and memory around it by their names; parameters have types, and so has a result.
///
/// `loop { 'turn: { .. } tail }` ends every turn with the tail: `break 'turn` goes on there, and
/// `if condition { break; }` at its end leaves the loop. WGSL says `continuing` and `break if`.
///
/// ```
/// use bitonic_dsl::{Dialect, instance_index, kernel};
///
/// #[kernel]
/// fn collatz(data: &mut [u32], calls: &mut [u32]) {
///     #[shader_fn]
///     let halved = |n: u32| -> u32 {
///         calls[instance_index()] += 1;
///         n >> 1
///     };
///     let i = instance_index();
///     let mut n = data[i];
///     let mut turns = 0u32;
///     loop {
///         'turn: {
///             if n % 2 == 0 {
///                 n = halved(n);
///                 break 'turn;
///             }
///             n = n * 3 + 1;
///         }
///         turns += 1;
///         if n <= 1 {
///             break;
///         }
///     }
///     data[i] = turns;
/// }
///
/// let text = collatz()?.wgsl(Dialect::Browser)?;
/// assert!(text.contains("fn halved(n: u32"), "{text}");
/// assert!(text.contains("break if n <= 1u;"), "{text}");
/// # Ok::<(), bitonic_dsl::Error>(())
/// ```
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
/// # Generics, and what the host gives
///
/// Type parameters, with bounds and `where`, and constants are Rust's: of a generic function
/// there is one WGSL function for each choice that is called. In the body `T::MAX`,
/// `size_of::<T>()` and a constant `N` are known while the kernel is built. A constant of type
/// `usize` is a length of Rust's arrays, and a `u32` where it is computed with, passed or
/// counted to; where Rust takes a `usize`, `host!(N)`. A parameter marked
/// `#[host]` is Rust's own too, of any type that is `Clone` and borrows nothing; what it says
/// is part of the WGSL function, and equal ones are one.
///
/// Which bound for what:
///
/// | the body has | the bound |
/// | --- | --- |
/// | `let`, `let mut`, `if` with a value, `zero::<T>()` | `T: Value` |
/// | `&[T]`, `&mut [T]`, `Uniform<T>`, a parameter `T` of a kernel | `T: Value + HostShareable` |
/// | `+ - * / %`, `<`, `==`, `max(a, b)`, of vectors too | `T: Numeric` |
/// | all of these, of one number | `T: Scalar` |
/// | bit operations; functions of floats | `T: Integer`; `T: Float` |
/// | `#[host] x: T`, `T::default()`, `T::MAX`: a Rust value that becomes one of the shader | `T: HostValue` besides, and `Default` or a trait of your own that has `MAX` |
///
/// They are in `bitonic_dsl::types`, but for `HostValue`.
///
/// ```
/// use bitonic_dsl::types::{HostShareable, Numeric, Scalar, Value};
/// use bitonic_dsl::{HostValue, kernel, max, zero};
///
/// /// Numbers that have a least one.
/// trait Bounded: Scalar + HostValue {
///     const MIN: Self;
/// }
///
/// impl Bounded for u32 {
///     const MIN: u32 = u32::MIN;
/// }
///
/// impl Bounded for f32 {
///     const MIN: f32 = f32::MIN;
/// }
///
/// #[kernel]
/// fn largest<T: Bounded>(data: &[T], out: &mut [T]) {
///     let mut found = T::MIN;
///     for i in 0..data.len() {
///         found = max(found, data[i]);
///     }
///     out[0] = found;
/// }
///
/// #[kernel]
/// fn differences<T: Numeric + HostShareable>(data: &[T], out: &mut [T]) {
///     let mut before = zero::<T>();
///     for i in 0..data.len() {
///         out[i] = data[i] - before;
///         before = data[i];
///     }
/// }
///
/// #[kernel]
/// fn cleared<T: Value + HostShareable + HostValue + Default>(data: &mut [T], #[host] first: T) {
///     data[0] = first;
///     data[1] = T::default();
/// }
///
/// # use bitonic_dsl::Vec3;
/// # largest::<u32>()?;
/// # largest::<f32>()?;
/// # differences::<Vec3>()?;
/// # cleared(1.5f32)?;
/// # Ok::<(), bitonic_dsl::Error>(())
/// ```
///
/// A closure is written in the types of the shader, `f: impl Fn(u32, f32) -> u32`, and takes
/// and gives nodes. The caller passes a `#[shader_fn]` by its name, or a closure over nodes, which
/// is plain Rust in the call layer: `|a, b| a + b`, `|a, b| select(a.lt(b), a, b)`.
///
/// ```
/// use bitonic_dsl::{kernel, select, shader_fn};
///
/// #[shader_fn]
/// fn smaller(a: u32, b: u32) -> u32 {
///     if a < b { a } else { b }
/// }
///
/// #[kernel]
/// fn pairs(data: &mut [u32], combine: impl Fn(u32, u32) -> u32) {
///     data[0] = combine(data[0], data[1]);
/// }
///
/// pairs(smaller)?;
/// pairs(|a, b| select(a.lt(b), a, b))?;
/// # Ok::<(), bitonic_dsl::Error>(())
/// ```
///
/// WGSL has no parameter for it, nor for a buffer `&[T]`, `&mut [T]` and
/// memory of a workgroup, `&Workgroup<[T; _]>`: the body of a function that takes one is
/// recorded where it is called, and so is that of any function by `#[shader_fn(inline)]`.
/// Such a body has no `return` before its end. A fault in it is at its own line; with
/// `#[track_caller]` on the function, at that of the call.
///
/// ```
/// use bitonic_dsl::types::Scalar;
/// use bitonic_dsl::{Dialect, HostValue, kernel, max, shader_fn};
///
/// #[shader_fn]
/// fn clamped<T: Scalar + HostValue>(x: T, #[host] least: T) -> T {
///     max(x, least)
/// }
///
/// #[shader_fn]
/// fn folded<T: Scalar>(data: &[T], operator: impl Fn(T, T) -> T) -> T {
///     let mut total = data[0];
///     for i in 1..data.len() {
///         total = operator(total, data[i]);
///     }
///     total
/// }
///
/// #[kernel(workgroup_size(WIDTH), name = format!("fold_{name}"))]
/// fn fold<const WIDTH: u32>(
///     #[host] name: &str,
///     operator: impl Fn(f32, f32) -> f32,
///     data: &mut [f32],
/// ) {
///     data[0] = clamped(folded(data, operator), 0.5);
/// }
///
/// let sum = fold::<32>("sum", |a, b| a + b)?;
/// assert_eq!((sum.name(), sum.workgroup_size()), ("fold_sum", [32, 1, 1]));
/// assert!(sum.wgsl(Dialect::Browser)?.contains("fn clamped(x: f32) -> f32"));
/// # Ok::<(), bitonic_dsl::Error>(())
/// ```
///
/// ```
/// use bitonic_dsl::{Workgroup, kernel, local_invocation_id, workgroup_barrier};
///
/// /// A square of numbers, with its rows for its columns.
/// #[kernel(workgroup_size(SIDE, SIDE))]
/// fn transpose<const SIDE: usize>(data: &mut [f32], tile: Workgroup<[[f32; SIDE]; SIDE]>) {
///     let (x, y) = (local_invocation_id().x, local_invocation_id().y);
///     tile[y][x] = data[y * SIDE + x];
///     workgroup_barrier();
///     data[y * SIDE + x] = tile[x][y];
/// }
///
/// assert_eq!(transpose::<8>()?.workgroup_size(), [8, 8, 1]);
/// # Ok::<(), bitonic_dsl::Error>(())
/// ```
///
/// # Names, and what no compiler finds
///
/// The methods of Rust's numbers, slices and atomics that have another name here, `powi`, `ln`,
/// `swap`, `fetch_add` .., or another meaning, `round`, `fract`, are listed in `docs/natural.md`.
/// "expected `f32`, found `Node<f32>`" means that a helper lacks `#[shader_fn]`. Races and missing
/// barriers are found by a checked run, `Gpu::checked()`, each with its Rust line.
///
/// The doc comment becomes a comment of the WGSL, up to its first heading or example.
///
/// `#[shader_fn(crate = path)]` names the crate to use, for one that reaches `bitonic`
/// through a re-export; in a `macro_rules!` the path may begin with `$crate`.
#[proc_macro_attribute]
pub fn shader_fn(arguments: TokenStream, item: TokenStream) -> TokenStream {
    natural::shader_fn(arguments.into(), item.into()).into()
}

/// Makes a Rust function a kernel: a function that builds it.
///
/// The parameters say what there is. The body is as that of [`macro@shader_fn`].
///
/// | parameter | what it is |
/// | --- | --- |
/// | `x: &[T]` | a storage buffer that is read |
/// | `y: &mut [T]` | one that is written; of atomics, `&mut [Atomic<u32>]` |
/// | `s: &S`, `s: &mut S` | a storage buffer of one structure that ends in a `Vec` |
/// | `u: Uniform<T>` | a uniform buffer |
/// | `a: T` | a value that is given with each dispatch |
/// | `image: Texture2d<f32>`, `result: StorageTexture2d<Rgba8Unorm, WriteOnly>`, `smooth: Sampler` | textures and samplers, by the types of the call layer |
/// | `tile: Workgroup<[T; N]>`, `total: Workgroup<T>` | memory that a workgroup shares |
/// | `state: Private<T>`, `#[init(5u32)] state: Private<T>` | a variable of each invocation, in module scope |
/// | `#[builtin(global_invocation_id)] id: UVec3` | a built-in input, of every name that has a function in the call layer |
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
/// The generated function takes what no dispatch gives, in its order: parameters marked
/// `#[host]` and closures, of any type. It has the generics that are written, so that
/// `flip_global::<u32>(256, coding)` is a kernel.
///
/// The workgroup size is 1 to 3 numbers, 64 if it is not given. It and the length of workgroup
/// memory may be computed from generics and `#[host]` parameters, and so may the name:
/// `#[kernel(workgroup_size(width, 4), name = format!("flip_{}", T::NAME))]`. The name is
/// that of the function if it is not given. The doc comment becomes a comment of the WGSL, up
/// to its first heading or example.
#[proc_macro_attribute]
pub fn kernel(arguments: TokenStream, item: TokenStream) -> TokenStream {
    natural::kernel(arguments.into(), item.into()).into()
}
