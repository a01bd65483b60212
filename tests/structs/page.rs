//! The page `docs/host-layout.md`, written from the types themselves, so that what it says
//! of offsets and of zero copy is so.

use std::mem::offset_of;

use bitonic::types::{Layout, ShaderType as _, Type};
use bitonic::*;
use bytemuck::{Pod, Zeroable};

/// A struct of the page: as written in Rust, and as it lies there.
struct Sample {
    source: String,
    ty: Type,
    is_zero_copy: bool,
    size_in_rust: usize,
    offsets_in_rust: Vec<usize>,
}

macro_rules! samples {
    ($($(#[$attribute:meta])* $name:ident { $($field:ident: $ty:ty),* $(,)? })*) => {
        $(
            $(#[$attribute])*
            #[repr(C)]
            #[allow(dead_code, reason = "the page is about their layout")]
            struct $name {
                $($field: $ty,)*
            }
        )*

        fn samples() -> Vec<Sample> {
            vec![$({
                let mut source = String::new();
                $(source += concat!("#[", stringify!($attribute), "]\n");)*
                source += concat!("#[repr(C)]\nstruct ", stringify!($name), " {\n");
                $(source += concat!("    ", stringify!($field), ": ", stringify!($ty), ",\n");)*
                source += "}";
                Sample {
                    source,
                    ty: $name::ty(),
                    is_zero_copy: $name::IS_ZERO_COPY,
                    size_in_rust: size_of::<$name>(),
                    offsets_in_rust: vec![$(offset_of!($name, $field)),*],
                }
            }),*]
        }
    };
}

samples! {
    #[derive(Clone, Copy, Pod, Zeroable, ShaderType)]
    Particle { position: Vec3, mass: f32, velocity: Vec2, age: Vec2 }

    #[derive(Clone, Copy, Pod, Zeroable, ShaderType)]
    Light { intensity: f32, direction: Vec3, color: Vec3 }

    #[derive(Clone, Copy, ShaderType)]
    Camera { view: Mat4, turn: Mat3, focus: Vec3, width: u32, planes: [Vec3; 2] }

    #[derive(Clone, Copy, ShaderType)]
    Scene { count: u32, key: Light, fill: [Light; 2], scale: Vec2 }

    #[derive(Clone, Copy, ShaderType)]
    Sample16And64 { flag: f16, weight: HVec3, stamp: u64, total: DVec3, last: f16 }
}

/// A table of types that lie alone in arrays.
fn rows_of_types() -> String {
    macro_rules! rows {
        ($($ty:ty),* $(,)?) => {[$({
            let Layout { size, align } = <$ty>::LAYOUT;
            let (stride, rust) = (<$ty>::LAYOUT.stride(), size_of::<$ty>());
            let way = way(<$ty>::IS_ZERO_COPY);
            format!("| `{}` | `{}` | {size} | {align} | {stride} | {rust} | {way} |\n",
                stringify!($ty), <$ty>::ty())
        }),*].concat()};
    }
    rows![
        u32,
        i32,
        f32,
        f16,
        u64,
        i64,
        f64,
        Vec2,
        Vec3,
        Vec4,
        HVec2,
        HVec3,
        DVec2,
        DVec3,
        Mat2,
        Mat2x3,
        Mat3,
        Mat4,
        Mat4x3,
        HMat3,
        [u32; 3],
        [Vec3; 2],
        [Vec4; 2],
        [[f32; 3]; 2],
    ]
}

fn way(is_zero_copy: bool) -> &'static str {
    match is_zero_copy {
        true => "lent",
        false => "converted",
    }
}

fn table(sample: &Sample) -> String {
    let Type::Struct(structure) = &sample.ty else {
        unreachable!("derived for a struct")
    };
    let mut text = format!(
        "```rust\n{}\n```\n\n| field | type | offset | size | in Rust |\n| --- | --- | --: | --: | --: |\n",
        sample.source
    );
    for (field, in_rust) in structure.fields.iter().zip(&sample.offsets_in_rust) {
        let size = Layout::of(&field.ty).size;
        text += &format!(
            "| `{}` | `{}` | {} | {size} | {in_rust} |\n",
            field.name, field.ty, field.offset
        );
    }
    let layout = Layout::of(&sample.ty);
    text += &format!(
        "| all of it, aligned to {} | `{}` | | {} | {} |\n\nSlices of it are {}.\n\n",
        layout.align,
        sample.ty,
        layout.size,
        sample.size_in_rust,
        way(sample.is_zero_copy)
    );
    text
}

fn page() -> String {
    let samples: String = samples().iter().map(table).collect();
    let types = rows_of_types();
    format!("{HEAD}{types}{STRUCTS}{samples}{TAIL}")
}

const HEAD: &str = "\
# How values lie in a buffer

A type that host and shader share, `HostShareable`, has one layout: WGSL's. A buffer of it is
bound to any kernel, here or in a program of your own, and a Rust value is read back as it was
written. This page is written from the types by `cargo test --test structs`, which fails where
it does not hold.

## Rules

- A scalar lies at a multiple of its size. A vector of two is aligned to two scalars, a vector of
  three or four to four; a vector of three takes the room of three, so that a scalar fits behind.
- A matrix lies as the array of its columns. Columns of three rows have a gap behind each.
- Elements of an array lie at the stride: the size, rounded up to the alignment.
- Fields of a struct lie in order, each at the next multiple of its alignment; the struct is
  aligned as its widest field, and its size is a multiple of that.
- `bool` has no layout. Store a `u32` of 0 or 1.
- In a uniform, and where parameters travel in one, elements of arrays and structs within structs
  must lie at multiples of 16 bytes. A type for which that does not hold is refused at its line.
  Parameters themselves are placed so by the compiler, whatever stands before them.
- Immediates hold no arrays and no `f16`, and end at 256 bytes; many devices have fewer.

Padding is zero where the host writes it, and never read.

## Lent or converted

Where Rust's memory already holds the buffer's bytes, slices are lent: written and read as they
are, without a look at the single value. Which types, is a constant, `HostShareable::IS_ZERO_COPY`,
so that `const _: () = assert!(Particle::IS_ZERO_COPY);` holds a struct to it. A struct is lent if
it is `#[repr(C)]`, implements `bytemuck::Pod`, and has its fields where WGSL has them; `bytemuck`'s
own derive refuses one with gaps. Everything else is converted, in pieces that stay in the cache,
straight into the memory that the device reads. Sizes are in bytes.

| Rust | WGSL | size | align | stride | size in Rust | slices are |
| --- | --- | --: | --: | --: | --: | --- |
";

const STRUCTS: &str = "
## Structs

Offsets in a buffer, and where `#[repr(C)]` puts the field in Rust.

";

const TAIL: &str = "\
## Other crates

Values of `glam` and `mint` convert into these types and back, behind the features of those names.
`encase` was measured and not taken; the decision, with figures, is in
[ARCHITECTURE.md](../ARCHITECTURE.md#decisions).
";

#[test]
fn the_page_says_what_the_types_say() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/host-layout.md");
    let page = page();
    if std::env::var("BITONIC_BLESS").is_ok_and(|value| value == "1") {
        std::fs::write(path, &page).unwrap();
    }
    let written = std::fs::read_to_string(path).unwrap_or_default();
    assert_eq!(written, page, "BITONIC_BLESS=1 writes it");
}

/// Lent means lent: the bytes are those of the slice itself.
#[test]
fn a_struct_that_agrees_is_not_copied() {
    let particles = [Particle::zeroed(); 3];
    let bytes = Particle::bytes_of(&particles);
    assert!(std::ptr::eq(bytes.as_ptr(), particles.as_ptr().cast()));
    assert_eq!(bytes.len(), size_of_val(&particles));
    assert!(std::ptr::eq(Particle::view(&bytes).unwrap(), &particles));
    // Plain data, and yet WGSL has it elsewhere.
    assert!(Light::lend(&[Light::zeroed()]).is_none());
    assert!(Camera::lend(&[]).is_none() && Scene::lend(&[]).is_none());
    const { assert!(Particle::IS_ZERO_COPY && !Light::IS_ZERO_COPY) };
}

/// What is made of such types is lent too, and nothing that holds another one.
mod made_of_others {
    use super::*;

    #[derive(Clone, Copy, Pod, Zeroable, ShaderType)]
    #[repr(C)]
    struct Swarm {
        first: Particle,
        rest: [Particle; 2],
        counts: [Atomic<u32>; 4],
        places: [[Vec2; 2]; 2],
    }

    const _: () = assert!(Swarm::IS_ZERO_COPY && <[Swarm; 3]>::IS_ZERO_COPY);

    /// As many bytes as in WGSL, and yet not the same ones.
    #[derive(Clone, Copy, Pod, Zeroable, ShaderType)]
    #[repr(C)]
    struct Shifted {
        scale: f32,
        direction: Vec3,
        rest: [f32; 4],
    }

    const _: () = assert!(!Shifted::IS_ZERO_COPY && size_of::<Shifted>() == 32);
    const _: () = assert!(Shifted::LAYOUT.size == 48);

    /// Nobody says that it is plain data.
    #[derive(Clone, Copy, ShaderType)]
    #[repr(C)]
    struct Unknown {
        scale: f32,
        shift: f32,
    }

    const _: () = assert!(!Unknown::IS_ZERO_COPY && !<[Unknown; 2]>::IS_PLAIN);

    #[test]
    fn bytes_are_those_of_the_slice() {
        let swarms = [Swarm::zeroed(); 2];
        let bytes = Swarm::bytes_of(&swarms);
        assert!(std::ptr::eq(bytes.as_ptr(), swarms.as_ptr().cast()));
        let nested = [swarms];
        let bytes = <[Swarm; 2]>::bytes_of(&nested);
        assert!(std::ptr::eq(bytes.as_ptr(), nested.as_ptr().cast()));
        assert!(Unknown::lend(&[]).is_none() && Shifted::lend(&[]).is_none());
    }
}
