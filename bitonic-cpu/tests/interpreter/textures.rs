//! Textures in kernels, without wgpu: what is out of range, atomics, and what the checker sees.

use std::sync::Arc;

use bitonic_cpu::check::{Checker, Checks, FaultKind};
use bitonic_cpu::execute::{
    Binding, Dispatch, Observer, RunOptions, SharedBinding, SharedDispatch, Textures, Unobserved,
    run, run_shared,
};
use bitonic_cpu::image::{
    Dimension, Format, Sampler, Texel, TexelAxis, Texture, TextureShape, TextureView, ViewDimension,
};
use bitonic_cpu::memory::Memory;

use crate::kernel::{decode, memory, words};

fn flat(format: Format, size: [u32; 3]) -> TextureView {
    let shape = TextureShape {
        dimension: Dimension::D2,
        format,
        size,
        levels: 1,
        samples: 1,
    };
    TextureView {
        texture: Arc::new(Texture::try_zeroed(shape).expect("there is room")),
        format,
        dimension: if size[2] == 1 {
            ViewDimension::D2
        } else {
            ViewDimension::D2Array
        },
        base_level: 0,
        levels: 1,
        base_layer: 0,
        layers: size[2],
    }
}

fn at(x: u32, y: u32) -> Texel {
    Texel {
        coordinates: [x, y, 0],
        ..Texel::default()
    }
}

/// Runs a kernel over `data` at binding 0 and textures at the bindings from 1 on.
fn observed<O: Observer>(
    source: &str,
    data: &Memory,
    views: &[&TextureView],
    workgroups: [u32; 3],
    observer: &mut O,
) {
    let program = decode(source).unwrap_or_else(|error| panic!("{error}\n{source}"));
    let textures = Textures {
        views: views.iter().map(|&view| view.clone()).collect(),
        samplers: vec![Sampler::default()],
    };
    let bindings = [Binding {
        memory: data,
        offset: 0,
        size: data.byte_len(),
    }];
    run(
        &Dispatch {
            program: &program,
            bindings: &bindings,
            textures: &textures,
            immediates: &[],
            workgroups,
        },
        observer,
    );
}

/// Loads beyond the edge of any axis give zeros, for columns and for uniform values.
#[test]
fn loads_out_of_range_give_zeros() {
    let view = flat(Format::R32Uint, [2, 2, 3]);
    for (x, y, layer) in [(0, 0, 0), (1, 1, 2)] {
        view.store(&Texel { layer, ..at(x, y) }, [7, 7, 7, 7]);
    }
    for size in [1, 4] {
        let source = format!(
            "@group(0) @binding(0) var<storage, read_write> data: array<vec4u>;
            @group(0) @binding(1) var image: texture_2d_array<u32>;
            @compute @workgroup_size({size}) fn main() {{
                data[0] = textureLoad(image, vec2i(1), 2, 0);
                data[1] = textureLoad(image, vec2i(-1, 0), 0, 0);
                data[2] = textureLoad(image, vec2i(0, 2), 0, 0);
                data[3] = textureLoad(image, vec2i(0), 3, 0);
                data[4] = textureLoad(image, vec2i(0), 0, 1);
                data[5] = textureLoad(image, vec2i(0), 0, -1);
                data[6] = textureLoad(image, vec2u(0), 0, 0);
            }}"
        );
        let data = memory(&[9; 28]);
        observed(&source, &data, &[&view], [1, 1, 1], &mut Unobserved);
        let mut expected = [0; 28];
        expected[..4].copy_from_slice(&[7, 0, 0, 1]);
        expected[24..].copy_from_slice(&[7, 0, 0, 1]);
        assert_eq!(words(&data), expected, "workgroups of {size}");
    }
}

/// A dispatch that lacks textures and samplers reads zeros, stores nothing, and does not fail.
#[test]
fn missing_textures_are_empty() {
    let source = "@group(0) @binding(0) var<storage, read_write> data: array<vec4f>;
        @group(0) @binding(1) var image: texture_2d<f32>;
        @group(0) @binding(2) var s: sampler;
        @group(0) @binding(3) var out: texture_storage_2d<r32float, write>;
        @compute @workgroup_size(2) fn main(@builtin(local_invocation_index) i: u32) {
            data[i] = textureLoad(image, vec2u(i), 0) + textureSampleLevel(image, s, vec2f(0.5), 0.0)
                + vec4f(vec2f(textureDimensions(image)), 1.0, 1.0);
            textureStore(out, vec2u(i), vec4f(1.0));
        }";
    let data = memory(&[9; 8]);
    observed(source, &data, &[], [1, 1, 1], &mut Unobserved);
    let one = 1f32.to_bits();
    assert_eq!(words(&data), [0, 0, one, one, 0, 0, one, one]);
}

/// Only the invocations that are active store, load and sample.
#[test]
fn branches_part_the_accesses() {
    let view = flat(Format::R32Uint, [8, 1, 1]);
    let source = "@group(0) @binding(0) var<storage, read_write> data: array<u32>;
        @group(0) @binding(1) var image: texture_storage_2d<r32uint, read_write>;
        fn read(t: texture_storage_2d<r32uint, read_write>, x: u32) -> u32 {
            return textureLoad(t, vec2u(x, 0u)).x;
        }
        @compute @workgroup_size(8) fn main(@builtin(local_invocation_index) i: u32) {
            var seen = 50u;
            if i % 2u == 0u { textureStore(image, vec2u(i, 0u), vec4u(i + 10u)); }
            else if i < 5u { seen = read(image, i - 1u); }
            data[i] = seen;
        }";
    let data = memory(&[0; 8]);
    observed(source, &data, &[&view], [1, 1, 1], &mut Unobserved);
    assert_eq!(words(&data), [50, 10, 50, 12, 50, 50, 50, 50]);
    let stored = (0..8).map(|x| view.load(&at(x, 0))[0]);
    assert_eq!(stored.collect::<Vec<_>>(), [10, 0, 12, 0, 14, 0, 16, 0]);
}

const ATOMICS: &str = "
    @group(0) @binding(0) var<storage, read_write> data: array<u32>;
    @group(0) @binding(1) var counts: texture_storage_2d<r32uint, atomic>;
    @group(0) @binding(2) var least: texture_storage_2d<r32sint, atomic>;
    @compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
        textureAtomicAdd(counts, vec2u(id.x % 4u, 0u), 1u);
        textureAtomicMax(counts, vec2u(0u, 1u), id.x);
        textureAtomicXor(counts, vec2u(1u, 1u), id.x);
        textureAtomicOr(counts, vec2u(2u, 1u), id.x);
        textureAtomicAnd(counts, vec2u(3u, 1u), id.x);
        textureAtomicMin(least, vec2u(0u), 100 - i32(id.x));
        textureAtomicAdd(counts, vec2u(9u), 1u);
        if id.x == 0u { data[0] = 1u; }
    }";

#[test]
fn atomics_count_every_invocation() {
    let counts = flat(Format::R32Uint, [4, 2, 1]);
    let least = flat(Format::R32Sint, [1, 1, 1]);
    counts.store(&at(3, 1), [u32::MAX; 4]);
    let data = Arc::new(memory(&[0]));
    let dispatch = SharedDispatch {
        program: Arc::new(decode(ATOMICS).expect("supported")),
        bindings: vec![SharedBinding {
            memory: Arc::clone(&data),
            offset: 0,
            size: 4,
        }],
        textures: Textures {
            views: vec![counts.clone(), least.clone()],
            samplers: Vec::new(),
        },
        immediates: Vec::new(),
        workgroups: [1000, 1, 1],
    };
    run_shared(dispatch, &RunOptions::default()).expect("there is no loop");
    for x in 0..4 {
        assert_eq!(counts.load(&at(x, 0))[0], 16_000);
    }
    let last = 64_000 - 1;
    let xor = (0..=last).fold(0, |all, id| all ^ id);
    let second = [0, 1, 2, 3].map(|x| counts.load(&at(x, 1))[0]);
    assert_eq!(second, [last, xor, 0xFFFF, 0]);
    assert_eq!(least.load(&at(0, 0))[0].cast_signed(), 100 - last as i32);
}

/// Each format that WGSL names as a storage texel, there and back.
#[test]
fn native_storage_formats() {
    let formats = [
        ("r8unorm", Format::R8Unorm, "f", [0.2, 0.0, 0.0, 1.0]),
        ("r8snorm", Format::R8Snorm, "f", [-1.0, 0.0, 0.0, 1.0]),
        ("r8uint", Format::R8Uint, "u", [200.0, 0.0, 0.0, 1.0]),
        ("r8sint", Format::R8Sint, "i", [-100.0, 0.0, 0.0, 1.0]),
        ("r16uint", Format::R16Uint, "u", [60000.0, 0.0, 0.0, 1.0]),
        ("r16sint", Format::R16Sint, "i", [-30000.0, 0.0, 0.0, 1.0]),
        ("r16float", Format::R16Float, "f", [-0.375, 0.0, 0.0, 1.0]),
        ("r16unorm", Format::R16Unorm, "f", [1.0, 0.0, 0.0, 1.0]),
        ("r16snorm", Format::R16Snorm, "f", [-1.0, 0.0, 0.0, 1.0]),
        ("rg8unorm", Format::Rg8Unorm, "f", [0.2, 0.4, 0.0, 1.0]),
        ("rg8snorm", Format::Rg8Snorm, "f", [-1.0, 1.0, 0.0, 1.0]),
        ("rg8uint", Format::Rg8Uint, "u", [1.0, 255.0, 0.0, 1.0]),
        ("rg8sint", Format::Rg8Sint, "i", [1.0, -128.0, 0.0, 1.0]),
        ("rg16uint", Format::Rg16Uint, "u", [1.0, 65535.0, 0.0, 1.0]),
        ("rg16sint", Format::Rg16Sint, "i", [1.0, -32768.0, 0.0, 1.0]),
        (
            "rg16float",
            Format::Rg16Float,
            "f",
            [1024.0, -0.5, 0.0, 1.0],
        ),
        ("rg16unorm", Format::Rg16Unorm, "f", [0.2, 0.6, 0.0, 1.0]),
        ("rg16snorm", Format::Rg16Snorm, "f", [1.0, -1.0, 0.0, 1.0]),
        (
            "rgba16unorm",
            Format::Rgba16Unorm,
            "f",
            [0.2, 0.4, 0.6, 0.8],
        ),
        (
            "rgba16snorm",
            Format::Rgba16Snorm,
            "f",
            [-1.0, 0.0, 1.0, 1.0],
        ),
        ("bgra8unorm", Format::Bgra8Unorm, "f", [0.2, 0.4, 0.6, 0.8]),
        (
            "rgb10a2uint",
            Format::Rgb10a2Uint,
            "u",
            [1023.0, 5.0, 7.0, 3.0],
        ),
        (
            "rgb10a2unorm",
            Format::Rgb10a2Unorm,
            "f",
            [1.0, 0.0, 1.0, 0.0],
        ),
        (
            "rg11b10ufloat",
            Format::Rg11b10Ufloat,
            "f",
            [1.5, 0.25, 3.5, 1.0],
        ),
    ];
    for (name, format, kind, values) in formats {
        let view = flat(format, [3, 1, 1]);
        let [x, y, z, w] = values;
        let source = format!(
            "@group(0) @binding(0) var<storage, read_write> data: array<vec4f>;
            @group(0) @binding(1) var image: texture_storage_2d<{name}, read_write>;
            @compute @workgroup_size(1) fn main() {{
                let value = vec4f({x:?}, {y:?}, {z:?}, {w:?});
                textureStore(image, vec2i(1, 0), vec4{kind}(value));
                data[0] = vec4f(textureLoad(image, vec2i(1, 0)));
                data[1] = vec4f(textureLoad(image, vec2i(0, 0)) + textureLoad(image, vec2i(2, 0)));
            }}"
        );
        let data = memory(&[9; 8]);
        observed(&source, &data, &[&view], [1, 1, 1], &mut Unobserved);
        let found: Vec<f32> = words(&data).into_iter().map(f32::from_bits).collect();
        for (found, expected) in found.iter().zip(values) {
            assert!(
                (found - expected).abs() < 1e-4,
                "{name}: {found:?} {values:?}"
            );
        }
        assert_eq!(found[4..7], [0.0; 3], "{name}: neighbours are untouched");
    }
}

#[test]
fn the_checker_sees_texels_out_of_range() {
    let view = flat(Format::R32Float, [4, 2, 1]);
    let source = "@group(0) @binding(0) var<storage, read_write> data: array<f32>;
        @group(0) @binding(1) var image: texture_storage_2d<r32float, read_write>;
        @compute @workgroup_size(6) fn main(@builtin(local_invocation_index) i: u32) {
            textureStore(image, vec2u(i, 0u), vec4f(1.0));
            data[i] = textureLoad(image, vec2i(i32(i) / 4, i32(i) - 3)).x;
        }";
    let data = memory(&[0; 6]);
    let mut checker = Checker::default();
    observed(source, &data, &[&view], [1, 1, 1], &mut checker);
    let messages: Vec<_> = checker.faults().iter().map(ToString::to_string).collect();
    assert_eq!(
        messages,
        [
            "x coordinate 4 is out of range for texture `image`, which has 4 (invocation [4, 0, 0] of \
             workgroup [0, 0, 0]); 1 more like it",
            "y coordinate -3 is out of range for texture `image`, which has 2 (invocation [0, 0, 0] of \
             workgroup [0, 0, 0]); 3 more like it",
        ]
    );
    let kind = &checker.faults()[0].kind;
    assert!(matches!(
        kind,
        FaultKind::OutsideTexture {
            axis: TexelAxis::X,
            index: 4,
            length: 4,
            ..
        }
    ));
    let place = checker.faults()[1].span.to_range().expect("it has a place");
    assert!(
        source[place].starts_with("textureLoad"),
        "{:?}",
        checker.faults()[1]
    );
}

fn races(source: &str, view: &TextureView) -> Vec<String> {
    let data = memory(&[0; 64]);
    let mut checker = Checker::new(Checks {
        races: true,
        ..Checks::default()
    });
    observed(source, &data, &[view], [1, 1, 1], &mut checker);
    checker.faults().iter().map(ToString::to_string).collect()
}

#[test]
fn the_checker_sees_races_on_texels() {
    let source = |shift: u32, barrier: &str| {
        format!(
            "@group(0) @binding(0) var<storage, read_write> data: array<u32>;
            @group(0) @binding(1) var image: texture_storage_2d<r32uint, read_write>;
            @compute @workgroup_size(4) fn main(@builtin(local_invocation_index) i: u32) {{
                textureStore(image, vec2u(i, 1u), vec4u(i));
                {barrier}
                data[i] = textureLoad(image, vec2u(i ^ {shift}u, 1u)).x;
            }}"
        )
    };
    let view = flat(Format::R32Uint, [4, 2, 1]);
    assert_eq!(races(&source(0, ""), &view), [""; 0]);
    // The barrier must be the one of textures.
    assert_eq!(races(&source(1, "textureBarrier();"), &view), [""; 0]);
    assert_eq!(races(&source(1, "storageBarrier();"), &view).len(), 1);
    assert_eq!(
        races(&source(1, ""), &view),
        [
            "data race on texel 5 of `image`: invocation [1, 0, 0] of workgroup [0, 0, 0] writes it and \
          invocation [0, 0, 0] of workgroup [0, 0, 0] reads it, with no barrier between them; 3 more \
          like it"
        ]
    );
}

#[test]
fn atomics_on_texels_do_not_race() {
    let source = "@group(0) @binding(0) var<storage, read_write> data: array<u32>;
        @group(0) @binding(1) var image: texture_storage_2d<r32uint, atomic>;
        @compute @workgroup_size(4) fn main(@builtin(local_invocation_index) i: u32) {
            textureAtomicAdd(image, vec2u(0u), i);
            data[i] = i;
        }";
    assert_eq!(races(source, &flat(Format::R32Uint, [1, 1, 1])), [""; 0]);
}
