//! The bytes of a derived struct against WGSL's layout rules: stated here by hand
//! from the specification ("Structure Member Layout"), and as naga computes them
//! from the struct's WGSL text.

use std::fmt::Write;

use bitonic_dsl::types::{
    Atomic, HostShareable, IVec2, Layout, ShaderType, Type, UVec2, UVec3, Vec2, Vec3, Vec4,
};
use bitonic_macros::ShaderType;

/// A vec3 is aligned to 16 bytes and takes 12: the scalar sits in its gap.
#[derive(Clone, Copy, PartialEq, Debug, ShaderType)]
struct Vec3ThenScalar {
    v: Vec3,
    s: f32,
}

/// A scalar before a vec3 leaves 12 bytes of padding.
#[derive(Clone, Copy, PartialEq, Debug, ShaderType)]
struct ScalarThenVec3 {
    s: u32,
    v: UVec3,
}

/// A vec2 is aligned to 8 bytes.
#[derive(Clone, Copy, PartialEq, Debug, ShaderType)]
struct ScalarThenVec2 {
    s: i32,
    v: IVec2,
    t: f32,
}

/// The size is rounded up to the alignment of the widest field: 20 to 32.
#[derive(Clone, Copy, PartialEq, Debug, ShaderType)]
struct TrailingPadding {
    v: Vec4,
    s: u32,
}

/// Two vec3 and scalars between: no scalar of 4 bytes goes to waste.
#[derive(Clone, Copy, PartialEq, Debug, ShaderType)]
struct Mixed {
    a: f32,
    b: Vec3,
    c: i32,
    d: Vec2,
    e: UVec3,
    f: UVec2,
    g: u32,
}

/// Names that the shading language keeps for itself, and a raw identifier.
#[derive(Clone, Copy, PartialEq, Debug, ShaderType)]
struct Keywords {
    r#type: u32,
    array: f32,
    r#loop: Vec2,
}

/// A struct of scalars alone has no padding.
#[derive(Clone, Copy, PartialEq, Debug, ShaderType)]
struct Scalars {
    a: f32,
    n: u32,
    i: i32,
}

/// A type known by another name is what it stands for.
type Length = f32;

/// A struct in a struct is aligned as its widest field, and keeps its padding.
#[derive(Clone, Copy, PartialEq, Debug, ShaderType)]
struct Nested {
    length: Length,
    inner: TrailingPadding,
    last: u32,
}

/// Atomics lie as their scalars do, alone, in arrays and beside others.
#[derive(Clone, Copy, PartialEq, Debug, ShaderType)]
struct Counters {
    first: Atomic<u32>,
    center: Vec3,
    least: Atomic<i32>,
    bins: [Atomic<u32>; 3],
    inner: Tally,
}

/// An atomic in a struct within.
#[derive(Clone, Copy, PartialEq, Debug, ShaderType)]
struct Tally {
    count: Atomic<u32>,
    scale: Vec2,
}

/// Lays `words` of four bytes at their offsets in zeros.
fn bytes(size: usize, words: &[(usize, u32)]) -> Vec<u8> {
    let mut bytes = vec![0; size];
    for (offset, word) in words {
        bytes[*offset..offset + 4].copy_from_slice(&word.to_le_bytes());
    }
    bytes
}

/// One value is `expected` bytes, and they read as the value; an array of two
/// repeats them at the stride, which for a struct is its size.
#[track_caller]
fn check<T: HostShareable + PartialEq + std::fmt::Debug>(value: T, expected: &[u8]) {
    assert_eq!(T::bytes_of(&[value]), expected);
    assert_eq!(T::read(expected), value);
    assert_eq!(T::bytes_of(&[value, value]), [expected, expected].concat());
    assert_eq!(T::values_of(&[expected, expected].concat()), [value, value]);
    check_against_naga(&T::ty());
}

#[test]
fn a_scalar_fills_the_gap_after_a_vec3() {
    let value = Vec3ThenScalar {
        v: Vec3::new(1.0, 2.0, 3.0),
        s: 4.0,
    };
    let words = [(0, 1f32), (4, 2.0), (8, 3.0), (12, 4.0)];
    check(
        value,
        &bytes(16, &words.map(|(offset, float)| (offset, float.to_bits()))),
    );
}

#[test]
fn a_vec3_after_a_scalar_starts_at_sixteen() {
    let value = ScalarThenVec3 {
        s: 9,
        v: UVec3::new(1, 2, 3),
    };
    check(value, &bytes(32, &[(0, 9), (16, 1), (20, 2), (24, 3)]));
}

#[test]
fn a_vec2_after_a_scalar_starts_at_eight() {
    let value = ScalarThenVec2 {
        s: -1,
        v: IVec2::new(2, -3),
        t: 0.5,
    };
    let words = [
        (0, u32::MAX),
        (8, 2),
        (12, -3i32 as u32),
        (16, 0.5f32.to_bits()),
    ];
    check(value, &bytes(24, &words));
}

#[test]
fn the_size_is_a_multiple_of_the_widest_alignment() {
    let value = TrailingPadding {
        v: Vec4::new(1.0, 0.0, 0.0, 0.0),
        s: 7,
    };
    check(value, &bytes(32, &[(0, 1f32.to_bits()), (16, 7)]));
}

#[test]
fn a_mixture_is_laid_out_field_by_field() {
    let value = Mixed {
        a: 1.0,
        b: Vec3::new(2.0, 3.0, 4.0),
        c: -5,
        d: Vec2::new(6.0, 7.0),
        e: UVec3::new(8, 9, 10),
        f: UVec2::new(11, 12),
        g: 13,
    };
    // a at 0; b at 16 to 28; c at 28; d at 32 to 40; e at 48 to 60; f at 64; g at 72.
    let words = [
        (0, 1f32.to_bits()),
        (16, 2f32.to_bits()),
        (20, 3f32.to_bits()),
        (24, 4f32.to_bits()),
        (28, -5i32 as u32),
        (32, 6f32.to_bits()),
        (36, 7f32.to_bits()),
        (48, 8),
        (52, 9),
        (56, 10),
        (64, 11),
        (68, 12),
        (72, 13),
    ];
    check(value, &bytes(80, &words));
}

#[test]
fn keywords_are_names_like_others() {
    let value = Keywords {
        r#type: 1,
        array: 2.0,
        r#loop: Vec2::new(3.0, 4.0),
    };
    let words = [
        (0, 1),
        (4, 2f32.to_bits()),
        (8, 3f32.to_bits()),
        (12, 4f32.to_bits()),
    ];
    assert_eq!(Keywords::bytes_of(&[value]), bytes(16, &words));
    let Type::Struct(structure) = Keywords::ty() else {
        panic!("a struct is a struct");
    };
    let names: Vec<_> = structure
        .fields
        .iter()
        .map(|field| field.name.as_str())
        .collect();
    assert_eq!(names, ["type", "array", "loop"]);
}

#[test]
fn scalars_stand_close() {
    let value = Scalars {
        a: 1.5,
        n: 2,
        i: -1,
    };
    check(
        value,
        &bytes(12, &[(0, 1.5f32.to_bits()), (4, 2), (8, u32::MAX)]),
    );
}

#[test]
fn a_struct_within_keeps_its_own_padding() {
    let inner = TrailingPadding {
        v: Vec4::new(0.0, 0.0, 0.0, 2.0),
        s: 3,
    };
    let value = Nested {
        length: 1.0,
        inner,
        last: 4,
    };
    let words = [(0, 1f32.to_bits()), (28, 2f32.to_bits()), (32, 3), (48, 4)];
    check(value, &bytes(64, &words));
}

#[test]
fn atomics_lie_as_their_scalars() {
    let value = Counters {
        first: Atomic(1),
        center: Vec3::new(2.0, 3.0, 4.0),
        least: Atomic(-5),
        bins: [6, 7, 8].map(Atomic),
        inner: Tally {
            count: 9.into(),
            scale: Vec2::new(10.0, 11.0),
        },
    };
    let words = [
        (0, 1),
        (16, 2f32.to_bits()),
        (20, 3f32.to_bits()),
        (24, 4f32.to_bits()),
        (28, -5i32 as u32),
        (32, 6),
        (36, 7),
        (40, 8),
        (48, 9),
        (56, 10f32.to_bits()),
        (60, 11f32.to_bits()),
    ];
    check(value, &bytes(64, &words));
}

#[test]
fn padding_is_left_as_it_is_by_write() {
    let mut bytes = [0xAA; 32];
    ScalarThenVec3 {
        s: 1,
        v: UVec3::new(2, 3, 4),
    }
    .write(&mut bytes);
    assert_eq!(bytes[4..16], [0xAA; 12]);
    assert_eq!(bytes[28..32], [0xAA; 4]);
}

/// The offsets, the size and the alignment that naga finds for the WGSL text of
/// the type are those that the type states.
fn check_against_naga(ty: &Type) {
    let mut text = String::new();
    declare(ty, &mut text);
    let module =
        naga::front::wgsl::parse_str(&text).unwrap_or_else(|error| panic!("{text}{error}"));
    let mut layouter = naga::proc::Layouter::default();
    layouter
        .update(module.to_ctx())
        .expect("every type has a layout");
    let name = ty.to_string();
    let found = module
        .types
        .iter()
        .find(|(_, found)| found.name.as_deref() == Some(&name));
    let (handle, found) = found.expect("the struct was declared");
    let naga::TypeInner::Struct { members, span } = &found.inner else {
        panic!("a struct is a struct");
    };
    let Type::Struct(structure) = ty else {
        panic!("a struct is a struct");
    };
    let offsets: Vec<_> = members.iter().map(|member| member.offset).collect();
    let stated: Vec<_> = structure.fields.iter().map(|field| field.offset).collect();
    assert_eq!(offsets, stated, "{text}");
    let layout = Layout::of(ty);
    assert_eq!(
        (*span, layouter[handle].size),
        (layout.size, layout.size),
        "{text}"
    );
    assert_eq!(layouter[handle].to_stride(), layout.stride(), "{text}");
    assert_eq!(layouter[handle].alignment * 1, layout.align, "{text}");
}

/// Writes the struct as WGSL, after the structs that it holds.
fn declare(ty: &Type, text: &mut String) {
    let Type::Struct(structure) = ty else {
        return;
    };
    for field in &structure.fields {
        declare(&field.ty, text);
    }
    writeln!(text, "struct {} {{", structure.name).unwrap();
    for field in &structure.fields {
        writeln!(text, "    {}: {},", field.name, field.ty).unwrap();
    }
    writeln!(text, "}}").unwrap();
}
