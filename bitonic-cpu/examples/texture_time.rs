//! How long the interpreter takes for a texel, by what is done with it: best of some repetitions over
//! 2^18 invocations, on one thread, in nanoseconds for each texel or sample.
//!
//! `cargo run --release -p bitonic-cpu --example texture_time [repetitions]`

use std::{num::NonZeroUsize, sync::Arc, time::Instant};

use bitonic_cpu::decode::Program;
use bitonic_cpu::execute::{RunOptions, SharedBinding, SharedDispatch, Textures, run_shared};
use bitonic_cpu::image::{
    Dimension, Filter, Format, Sampler, Texture, TextureShape, TextureView, ViewDimension,
};
use bitonic_cpu::memory::Memory;

const SIDE: u32 = 512;

/// What is measured: a name, the format, and the value of an invocation at `at`.
const CASES: [(&str, Format, &str); 5] = [
    (
        "loads of r32float",
        Format::R32Float,
        "textureLoad(image, at, 0)",
    ),
    (
        "loads of rgba8unorm",
        Format::Rgba8Unorm,
        "textureLoad(image, at, 0)",
    ),
    (
        "loads of rgba16float",
        Format::Rgba16Float,
        "textureLoad(image, at, 0)",
    ),
    (
        "bilinear samples of rgba8unorm",
        Format::Rgba8Unorm,
        "textureSampleLevel(image, s, (vec2f(at) + 0.3) / 512.0, 0.0)",
    ),
    (
        "trilinear samples of rgba8unorm",
        Format::Rgba8Unorm,
        "textureSampleLevel(image, s, (vec2f(at) + 0.3) / 512.0, 1.5)",
    ),
];

fn program(value: &str) -> Arc<Program> {
    let source = format!(
        "@group(0) @binding(0) var<storage, read_write> data: array<f32>;
        @group(0) @binding(1) var image: texture_2d<f32>;
        @group(0) @binding(2) var s: sampler;
        @compute @workgroup_size(16, 16) fn main(@builtin(global_invocation_id) id: vec3u) {{
            let at = id.xy;
            data[id.x + id.y * {SIDE}u] = dot({value}, vec4f(1.0));
        }}"
    );
    let module = naga::front::wgsl::parse_str(&source).expect("the text is WGSL");
    let mut validator = naga::valid::Validator::new(
        naga::valid::ValidationFlags::all(),
        naga::valid::Capabilities::empty(),
    );
    let info = validator.validate(&module).expect("the text is valid");
    Arc::new(Program::decode(&module, &info, "main").expect("the text is supported"))
}

fn textures(format: Format) -> Textures {
    let levels = 4;
    let shape = TextureShape {
        dimension: Dimension::D2,
        format,
        size: [SIDE, SIDE, 1],
        levels,
        samples: 1,
    };
    let view = TextureView {
        texture: Arc::new(Texture::try_zeroed(shape).expect("there is room")),
        format,
        dimension: ViewDimension::D2,
        base_level: 0,
        levels,
        base_layer: 0,
        layers: 1,
    };
    let linear = Sampler {
        magnify: Filter::Linear,
        minify: Filter::Linear,
        mipmap: Filter::Linear,
        ..Sampler::default()
    };
    Textures {
        views: vec![view],
        samplers: vec![linear],
    }
}

/// The best time of some repetitions, for each invocation.
fn best(format: Format, value: &str, repetitions: usize) -> f64 {
    let dispatch = SharedDispatch {
        program: program(value),
        bindings: vec![SharedBinding {
            memory: Arc::new(Memory::zeroed(u64::from(SIDE * SIDE) * 4)),
            offset: 0,
            size: u64::from(SIDE * SIDE) * 4,
        }],
        textures: textures(format),
        immediates: Vec::new(),
        workgroups: [SIDE / 16, SIDE / 16, 1],
    };
    let options = RunOptions {
        threads: Some(NonZeroUsize::MIN),
        ..RunOptions::default()
    };
    let times = (0..repetitions).map(|_| {
        let start = Instant::now();
        run_shared(dispatch.clone(), &options).expect("there is no loop");
        start.elapsed().as_secs_f64() * 1e9 / f64::from(SIDE * SIDE)
    });
    times.fold(f64::INFINITY, f64::min)
}

fn main() {
    let repetitions = std::env::args().nth(1).and_then(|text| text.parse().ok());
    let repetitions = repetitions.unwrap_or(9).max(1);
    for (name, format, value) in CASES {
        println!("{name:32} {:7.1}", best(format, value, repetitions));
    }
}
