//! The bytes of a derived struct that ends in an array of run-time length, against WGSL's
//! layout rules: stated by hand from the specification ("Structure Member Layout"), and as
//! naga's `Layouter` computes them from the struct's WGSL text.

use bitonic_dsl::RuntimeSized;
use bitonic_dsl::types::{Layout, RuntimeArrayLayout, Type, UVec3, Vec4};
use bitonic_macros::ShaderType;

#[derive(Clone, PartialEq, Debug, ShaderType)]
struct Counted {
    count: u32,
    items: Vec<f32>,
}

#[derive(Clone, PartialEq, Debug, ShaderType)]
struct Gaps {
    first: u32,
    items: Vec<UVec3>,
}

#[derive(Clone, PartialEq, Debug, ShaderType)]
struct Aligned {
    head: Vec4,
    items: Vec<u32>,
}

#[derive(Clone, PartialEq, Debug, ShaderType)]
struct Bare {
    items: Vec<[u32; 3]>,
}

/// Size with one element, alignment, and the offset and stride of the array, of the
/// structure `text` as naga reads it.
fn by_naga(text: &str) -> [u32; 4] {
    let text = format!("{text}\n@group(0) @binding(0) var<storage> data: S;");
    let module = naga::front::wgsl::parse_str(&text).unwrap();
    let mut layouter = naga::proc::Layouter::default();
    layouter.update(module.to_ctx()).unwrap();
    let (_, data) = module.global_variables.iter().next().unwrap();
    let naga::TypeInner::Struct { members, .. } = &module.types[data.ty].inner else {
        unreachable!("declared as a structure")
    };
    let last = members.last().unwrap();
    let naga::TypeInner::Array { stride, .. } = module.types[last.ty].inner else {
        unreachable!("it ends in an array")
    };
    let layout = layouter[data.ty];
    [
        layout.size,
        layout.alignment.round_up(1),
        last.offset,
        stride,
    ]
}

fn ours(ty: &Type) -> [u32; 4] {
    let (layout, array) = (Layout::of(ty), RuntimeArrayLayout::of(ty).unwrap());
    [layout.size, layout.align, array.offset, array.stride]
}

#[track_caller]
fn check<T: RuntimeSized + PartialEq + std::fmt::Debug>(
    text: &str,
    layout: [u32; 4],
    value: &T,
    words: &[u32],
) {
    let ty = T::ty();
    assert_eq!(by_naga(text), layout, "as the specification has it");
    assert_eq!(ours(&ty), layout);
    let size = Layout::bytes(&ty, value.elements().len()) as usize;
    let mut bytes = vec![0; size];
    value.write(&mut bytes);
    let expected: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    assert_eq!(bytes, expected);
    assert_eq!(&T::read(&bytes), value);
}

#[test]
fn elements_follow_the_fields() {
    check(
        "struct S { count: u32, items: array<f32> }",
        [8, 4, 4, 4],
        &Counted {
            count: 2,
            items: vec![1.0, 2.0],
        },
        &[2, 1f32.to_bits(), 2f32.to_bits()],
    );
    let none = Counted {
        count: 9,
        items: vec![],
    };
    check(
        "struct S { count: u32, items: array<f32> }",
        [8, 4, 4, 4],
        &none,
        &[9],
    );
}

#[test]
fn elements_keep_their_alignment_and_stride() {
    check(
        "struct S { first: u32, items: array<vec3<u32>> }",
        [32, 16, 16, 16],
        &Gaps {
            first: 9,
            items: vec![UVec3::new(1, 2, 3), UVec3::new(4, 5, 6)],
        },
        &[9, 0, 0, 0, 1, 2, 3, 0, 4, 5, 6, 0],
    );
}

/// No padding is written behind the last element, whatever the structure's alignment.
#[test]
fn the_structure_ends_with_its_last_element() {
    check(
        "struct S { head: vec4<f32>, items: array<u32> }",
        [32, 16, 16, 4],
        &Aligned {
            head: Vec4::new(0.0, 0.0, 0.0, 0.0),
            items: vec![7],
        },
        &[0, 0, 0, 0, 7],
    );
}

#[test]
fn an_array_may_stand_alone() {
    check(
        "struct S { items: array<array<u32, 3>> }",
        [12, 4, 0, 12],
        &Bare {
            items: vec![[1, 2, 3], [4, 5, 6]],
        },
        &[1, 2, 3, 4, 5, 6],
    );
}
