//! A kernel for each built-in and each of its types, made from the table: it reads the
//! arguments from buffers, one call an invocation, and writes the result.

use bitonic::graph::Builtin;
use bitonic::types::{ScalarType, Type};
use bitonic::*;

use super::carry::{Carry, Outcome, upload};
use super::values::Row;

/// One built-in with one type.
pub(crate) struct Exercise {
    pub(crate) builtin: Builtin,
    /// The scalar of the first argument.
    pub(crate) scalar: ScalarType,
    /// The operand type; of no meaning for a built-in without one.
    pub(crate) ty: Type,
    /// Components of the operand type.
    pub(crate) size: usize,
    /// The operand type and what else tells it apart.
    pub(crate) name: &'static str,
    pub(crate) kernel: fn() -> Result<Kernel, Error>,
    /// The components of the result of each call.
    pub(crate) run: fn(&Gpu, &[Row]) -> Vec<Vec<f64>>,
}

/// The Rust type of a kind, beside an operand type that is named `T`.
macro_rules! ty {
    (T) => {
        T
    };
    (Factor) => {
        T
    };
    (Component) => {
        <T as Comparable>::Component
    };
    (Exponent) => {
        <T as Comparable>::SignedInteger
    };
    (Scalar) => {
        <T as Matrix>::Scalar
    };
    (Transposed) => {
        <T as Matrix>::Transposed
    };
    (Bool) => {
        bool
    };
    (U32) => {
        u32
    };
    (I32) => {
        i32
    };
    ($vector:ident) => {
        $vector
    };
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
        fn run(gpu: &Gpu, rows: &[Row]) -> Vec<Vec<f64>> {
            let kernel = kernel_of().unwrap();
            let mut position = 0..;
            $(let $argument = upload::<<ty!($kind) as Carry>::Stored>(gpu, rows, position.next().unwrap());)*
            let run = gpu.run(&kernel)$(.bind(concat!("argument_", stringify!($argument)), &$argument))*;
            <outcome!($result) as Outcome>::fetch(gpu, run, rows.len())
        }
        $out.push(Exercise {
            builtin: Builtin::$variant,
            scalar: first_scalar(&[$(<ty!($kind)>::ty()),*]),
            ty: T::ty(),
            size: T::ty().components().unwrap_or(1) as usize,
            name: $name,
            kernel: kernel_of,
            run,
        });
    }};
}

/// The exercises of one function: one for each type of its class.
macro_rules! exercises_of {
    ($o:ident $f:ident $v:ident [] $row:tt $r:ident) => { exercises_of!(@ $o $f $v $row $r; u32) };
    ($o:ident $f:ident $v:ident [Numeric] $row:tt $r:ident) => {
        exercises_of!($o $f $v [Float] $row $r);
        exercises_of!($o $f $v [Word] $row $r);
        exercises_of!(@ $o $f $v $row $r; i64 I64Vec2 I64Vec3 I64Vec4 u64 U64Vec2 U64Vec3 U64Vec4)
    };
    ($o:ident $f:ident $v:ident [Signed] $row:tt $r:ident) => {
        exercises_of!($o $f $v [Float] $row $r);
        exercises_of!(@ $o $f $v $row $r; i32 IVec2 IVec3 IVec4 i64 I64Vec2 I64Vec3 I64Vec4)
    };
    ($o:ident $f:ident $v:ident [Word] $row:tt $r:ident) => {
        exercises_of!(@ $o $f $v $row $r; u32 UVec2 UVec3 UVec4 i32 IVec2 IVec3 IVec4)
    };
    ($o:ident $f:ident $v:ident [Float] $row:tt $r:ident) => {
        exercises_of!(@ $o $f $v $row $r; f32 f16 f64);
        exercises_of!($o $f $v [FloatVector] $row $r)
    };
    ($o:ident $f:ident $v:ident [ShortFloat] $row:tt $r:ident) => {
        exercises_of!($o $f $v [Single] $row $r);
        exercises_of!(@ $o $f $v $row $r; f16 HVec2 HVec3 HVec4)
    };
    ($o:ident $f:ident $v:ident [Single] $row:tt $r:ident) => { exercises_of!(@ $o $f $v $row $r; f32 Vec2 Vec3 Vec4) };
    ($o:ident $f:ident $v:ident [NumericVector] $row:tt $r:ident) => {
        exercises_of!($o $f $v [FloatVector] $row $r);
        exercises_of!(@ $o $f $v $row $r; UVec2 UVec3 UVec4 IVec2 IVec3 IVec4);
        exercises_of!(@ $o $f $v $row $r; I64Vec2 I64Vec3 I64Vec4 U64Vec2 U64Vec3 U64Vec4)
    };
    ($o:ident $f:ident $v:ident [FloatVector] $row:tt $r:ident) => {
        exercises_of!(@ $o $f $v $row $r; Vec2 Vec3 Vec4 HVec2 HVec3 HVec4 DVec2 DVec3 DVec4)
    };
    ($o:ident $f:ident $v:ident [FloatVector3] $row:tt $r:ident) => { exercises_of!(@ $o $f $v $row $r; Vec3 HVec3 DVec3) };
    ($o:ident $f:ident $v:ident [Logical] $row:tt $r:ident) => { exercises_of!(@ $o $f $v $row $r; bool BVec2 BVec3 BVec4) };
    ($o:ident $f:ident $v:ident [SquareMatrix] $row:tt $r:ident) => {
        exercises_of!(@ $o $f $v $row $r; Mat2 Mat3 Mat4 HMat2 HMat3 HMat4 DMat2 DMat3 DMat4)
    };
    ($o:ident $f:ident $v:ident [Matrix] $row:tt $r:ident) => {
        exercises_of!($o $f $v [SquareMatrix] $row $r);
        exercises_of!(@ $o $f $v $row $r; Mat2x3 Mat2x4 Mat3x2 Mat3x4 Mat4x2 Mat4x3);
        exercises_of!(@ $o $f $v $row $r; HMat2x3 HMat2x4 HMat3x2 HMat3x4 HMat4x2 HMat4x3);
        exercises_of!(@ $o $f $v $row $r; DMat2x3 DMat2x4 DMat3x2 DMat3x4 DMat4x2 DMat4x3)
    };
    (@ $o:ident $f:ident $v:ident $row:tt $r:ident; $($own:ident)*) => {$(
        exercise!($o $f $v $own, concat!(stringify!($f), " of ", stringify!($own)); $row $r);
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
fn first_scalar(types: &[Type]) -> ScalarType {
    types[0].scalar().expect("arguments have one")
}
