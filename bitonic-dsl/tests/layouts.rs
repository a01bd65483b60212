//! Host bytes against WGSL's layout, as naga finds it: every scalar, vector and matrix,
//! arrays of them, and arrays of arrays; and that bytes read as the value they came from.

use std::borrow::Cow;

use bitonic_dsl::types::{HostShareable, Layout, Type};
use bitonic_dsl::*;

/// naga's layout of the element of `array<ty>`: size, alignment and stride.
fn by_naga(ty: &Type) -> [u32; 3] {
    let enables = ty.to_string().contains("f16");
    let head = if enables { "enable f16;\n" } else { "" };
    let text = format!("{head}@group(0) @binding(0) var<storage> data: array<{ty}>;");
    let module =
        naga::front::wgsl::parse_str(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let mut layouter = naga::proc::Layouter::default();
    layouter.update(module.to_ctx()).unwrap();
    let (_, data) = module.global_variables.iter().next().unwrap();
    let naga::TypeInner::Array { base, stride, .. } = module.types[data.ty].inner else {
        unreachable!("declared as an array")
    };
    let layout = layouter[base];
    [layout.size, layout.alignment.round_up(1), stride]
}

/// Reads bytes that are all different, and finds each of them again where WGSL has
/// the value: all but padding.
#[track_caller]
fn check<T: HostShareable>() {
    let ty = T::ty();
    let layout = Layout::of(&ty);
    let ours = [layout.size, layout.align, layout.stride()];
    assert_eq!(ours, by_naga(&ty), "{ty}");
    assert_eq!(T::LAYOUT, layout, "{ty}: as a constant");
    let given: Vec<u8> = (0..layout.size).map(|at| (at % 63 + 1) as u8).collect();
    let mut written = vec![0; given.len()];
    T::read(&given).write(&mut written);
    let holds_value = |at: usize| covered(&ty, at as u32);
    for at in 0..given.len() {
        let expected = if holds_value(at) { given[at] } else { 0 };
        assert_eq!(written[at], expected, "{ty}: byte {at}");
    }
    let two = [T::read(&given), T::read(&given)];
    let bytes = T::bytes_of(&two);
    assert_eq!(bytes.len() as u32, 2 * layout.stride(), "{ty}");
    assert_eq!(T::bytes_of(&T::values_of(&bytes)), bytes, "{ty}");
    check_lent(&two, &bytes);
}

/// Slices are lent exactly where the type says so: the bytes are then those of the slice
/// itself. Reading does not mind where bytes lie, nor what follows the last value.
#[track_caller]
fn check_lent<T: HostShareable>(values: &[T; 2], bytes: &[u8]) {
    let ty = T::ty();
    let lent = T::bytes_of(values);
    let is_same_memory = std::ptr::eq(lent.as_ptr(), values.as_ptr().cast());
    assert_eq!(is_same_memory, T::IS_ZERO_COPY, "{ty}");
    assert_eq!(matches!(lent, Cow::Borrowed(_)), T::IS_ZERO_COPY, "{ty}");
    let no_gaps = (0..T::LAYOUT.stride()).all(|at| at < T::LAYOUT.size && covered(&ty, at));
    assert_eq!(T::IS_ZERO_COPY, no_gaps, "{ty}");
    for shift in 0..9 {
        let mut shifted = vec![0; shift];
        shifted.extend(bytes);
        shifted.push(7);
        let found = T::values_of(&shifted[shift..]);
        assert_eq!(T::bytes_of(&found), bytes, "{ty}");
        let mut into = [values[1]; 2];
        T::read_into(&shifted[shift..][..bytes.len() - 1], &mut into[..1]);
        T::read_into(&shifted[shift..], &mut into);
        assert_eq!(T::bytes_of(&into), bytes, "{ty}");
    }
}

/// Whether a scalar of `ty` lies at byte `at`.
fn covered(ty: &Type, at: u32) -> bool {
    let row = |part: &Type, count: u32| {
        let layout = Layout::of(part);
        at / layout.stride() < count && covered(part, at % layout.stride())
    };
    match ty {
        Type::Scalar(scalar) | Type::Atomic(scalar) => at < scalar.size(),
        Type::Vector(size, scalar) => at < size.count() * scalar.size(),
        Type::Matrix {
            columns,
            rows,
            scalar,
        } => row(&Type::Vector(*rows, *scalar), columns.count()),
        Type::Array(array) => row(&array.element, array.length.unwrap()),
        Type::Struct(_) => unreachable!("no structures here"),
    }
}

macro_rules! check_each {
    ($($ty:ident)*) => {$(
        check::<$ty>();
        check::<[$ty; 3]>();
        check::<[[$ty; 2]; 3]>();
    )*};
}

#[test]
fn numbers_and_vectors() {
    check_each! { u32 i32 f32 u64 i64 f64 f16 }
    check_each! { UVec2 UVec3 UVec4 IVec2 IVec3 IVec4 Vec2 Vec3 Vec4 }
    check_each! { U64Vec2 U64Vec3 U64Vec4 I64Vec2 I64Vec3 I64Vec4 DVec2 DVec3 DVec4 }
    check_each! { HVec2 HVec3 HVec4 }
}

#[test]
fn all_matrices() {
    check_each! { Mat2 Mat2x3 Mat2x4 Mat3x2 Mat3 Mat3x4 Mat4x2 Mat4x3 Mat4 }
    check_each! { HMat2 HMat2x3 HMat2x4 HMat3x2 HMat3 HMat3x4 HMat4x2 HMat4x3 HMat4 }
    check_each! { DMat2 DMat2x3 DMat2x4 DMat3x2 DMat3 DMat3x4 DMat4x2 DMat4x3 DMat4 }
}
