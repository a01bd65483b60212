//! A kernel for each built-in and each of its types, made from the table: it reads the
//! arguments from buffers, one call an invocation, and writes the result.

use bitonic::graph::Builtin;
use bitonic::types::ScalarType;
use bitonic::*;

use super::carry::{Carry, Outcome, upload};
use super::values::Row;

/// One built-in with one type.
pub(crate) struct Exercise {
    pub(crate) builtin: Builtin,
    /// The scalar of the first argument.
    pub(crate) scalar: ScalarType,
    /// Components of the operand type.
    pub(crate) size: usize,
    /// The operand type and what else tells it apart.
    pub(crate) name: &'static str,
    pub(crate) kernel: fn() -> Result<Kernel, Error>,
    /// The components of the result of each call, as bits.
    pub(crate) run: fn(&Gpu, &[Row]) -> Vec<Vec<u32>>,
    /// The scalar of each component of the result.
    pub(crate) results: fn() -> Vec<ScalarType>,
}

/// The Rust type of a kind, beside an operand type that is named `T`.
macro_rules! ty {
    (T) => { T };
    (Factor) => { T };
    (Component) => { <T as Comparable>::Component };
    (Exponent) => { <T as Comparable>::SignedInteger };
    (Bool) => { bool };
    (U32) => { u32 };
    (I32) => { i32 };
    ($vector:ident) => { $vector };
}

macro_rules! outcome {
    (Modf) => { Modf<T> };
    (Frexp) => { Frexp<T> };
    ($kind:ident) => { Node<ty!($kind)> };
}

/// The exercise of one function and one type.
macro_rules! exercise {
    ($out:ident $function:ident $variant:ident $own:ty, $name:expr; ($($argument:ident: $kind:ident),*) $result:ident) => {{
        type T = $own;
        fn kernel_of() -> Result<Kernel, Error> {
            kernel(stringify!($function)).workgroup_size(1).build(|k| {
                let i = instance_index();
                $(let $argument = k.storage::<<ty!($kind) as Carry>::Stored>(concat!("argument_", stringify!($argument)));)*
                $(let $argument = <ty!($kind) as Carry>::get($argument.element(i).load());)*
                let outcome: outcome!($result) = bitonic::$function($($argument),*);
                outcome.store(k, i);
            })
        }
        fn run(gpu: &Gpu, rows: &[Row]) -> Vec<Vec<u32>> {
            let kernel = kernel_of().unwrap();
            let mut position = 0..;
            $(let $argument = upload::<<ty!($kind) as Carry>::Stored>(gpu, rows, position.next().unwrap());)*
            let run = gpu.run(&kernel)$(.bind(concat!("argument_", stringify!($argument)), &$argument))*;
            <outcome!($result) as Outcome>::fetch(gpu, run, rows.len())
        }
        $out.push(Exercise {
            builtin: Builtin::$variant,
            scalar: first_scalar(&[$(<ty!($kind)>::ty()),*]),
            size: <T as ShaderType>::ty().components_of(),
            name: $name,
            kernel: kernel_of,
            run,
            results: <outcome!($result) as Outcome>::scalars,
        });
    }};
}

/// The exercises of one function: one for each type of its class.
macro_rules! exercises_of {
    ($o:ident $f:ident $v:ident [] $a:tt $r:ident) => { exercises_of!(@ $o $f $v $a $r; u32) };
    ($o:ident $f:ident $v:ident [Numeric] $a:tt $r:ident) => {
        exercises_of!(@ $o $f $v $a $r; u32 i32 f32 UVec2 UVec3 UVec4 IVec2 IVec3 IVec4 Vec2 Vec3 Vec4)
    };
    ($o:ident $f:ident $v:ident [Signed] $a:tt $r:ident) => {
        exercises_of!(@ $o $f $v $a $r; i32 f32 IVec2 IVec3 IVec4 Vec2 Vec3 Vec4)
    };
    ($o:ident $f:ident $v:ident [Word] $a:tt $r:ident) => {
        exercises_of!(@ $o $f $v $a $r; u32 i32 UVec2 UVec3 UVec4 IVec2 IVec3 IVec4)
    };
    ($o:ident $f:ident $v:ident [Float] $a:tt $r:ident) => { exercises_of!(@ $o $f $v $a $r; f32 Vec2 Vec3 Vec4) };
    ($o:ident $f:ident $v:ident [ShortFloat] $a:tt $r:ident) => { exercises_of!(@ $o $f $v $a $r; f32 Vec2 Vec3 Vec4) };
    ($o:ident $f:ident $v:ident [Single] $a:tt $r:ident) => { exercises_of!(@ $o $f $v $a $r; f32 Vec2 Vec3 Vec4) };
    ($o:ident $f:ident $v:ident [NumericVector] $a:tt $r:ident) => {
        exercises_of!(@ $o $f $v $a $r; UVec2 UVec3 UVec4 IVec2 IVec3 IVec4 Vec2 Vec3 Vec4)
    };
    ($o:ident $f:ident $v:ident [FloatVector] $a:tt $r:ident) => { exercises_of!(@ $o $f $v $a $r; Vec2 Vec3 Vec4) };
    ($o:ident $f:ident $v:ident [FloatVector3] $a:tt $r:ident) => { exercises_of!(@ $o $f $v $a $r; Vec3) };
    ($o:ident $f:ident $v:ident [Logical] $a:tt $r:ident) => { exercises_of!(@ $o $f $v $a $r; bool BVec2 BVec3 BVec4) };
    (@ $o:ident $f:ident $v:ident $a:tt $r:ident; $($own:ident)*) => {$(
        exercise!($o $f $v $own, concat!(stringify!($f), " of ", stringify!($own)); $a $r);
    )*};
}

macro_rules! all_exercises {
    ($($function:ident: $variant:ident $wgsl:literal [$($class:ident)?] ($($argument:ident: $kind:ident),*) -> $result:ident => $group:ident $naga:ident, $doc:literal;)*) => {
        /// Every exercise, in the order of the table.
        pub(crate) fn all() -> Vec<Exercise> {
            let mut out = Vec::new();
            $(exercises_of!(out $function $variant [$($class)?] ($($argument: $kind),*) $result);)*
            out
        }
    };
}

bitonic_dsl::__for_each_builtin!(all_exercises);

/// The scalar of the first argument.
fn first_scalar(types: &[types::Type]) -> ScalarType {
    types[0].scalar().expect("arguments are scalars and vectors")
}

trait Components {
    fn components_of(&self) -> usize;
}

impl Components for types::Type {
    fn components_of(&self) -> usize {
        match self {
            types::Type::Vector(size, _) => size.count() as usize,
            _ => 1,
        }
    }
}
