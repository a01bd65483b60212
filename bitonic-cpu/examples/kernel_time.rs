//! How long the interpreter takes for 2^18 invocations of a kernel of arithmetic alone, by the size of
//! its workgroups and by the vector instructions: best of some repetitions, on one thread, in
//! milliseconds.
//!
//! `cargo run --release -p bitonic-cpu --example kernel_time [repetitions]`

use std::{num::NonZeroUsize, sync::Arc, time::Instant};

use bitonic_cpu::decode::Program;
use bitonic_cpu::execute::{RunOptions, SharedBinding, SharedDispatch, Vectors, run_shared};
use bitonic_cpu::memory::Memory;

/// Invocations that write a word each.
const INVOCATIONS: u32 = 1 << 18;

fn program(workgroup_size: u32) -> Arc<Program> {
    let source = format!(
        "@group(0) @binding(0) var<storage, read_write> data: array<u32>;
        @compute @workgroup_size({workgroup_size})
        fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) n: vec3<u32>) {{
            let i = id.x + id.y * n.x * {workgroup_size}u;
            var x = f32(i) * 0.001;
            for (var turn = 0u; turn < 64u; turn++) {{
                x = x * 0.75 + 1.5 - x * x * 0.0625;
            }}
            data[i] = bitcast<u32>(x);
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

fn dispatch(program: &Arc<Program>, workgroup_size: u32, data: &Arc<Memory>) -> SharedDispatch {
    let workgroups = INVOCATIONS.div_ceil(workgroup_size);
    SharedDispatch {
        program: Arc::clone(program),
        bindings: vec![SharedBinding {
            memory: Arc::clone(data),
            offset: 0,
            size: data.byte_len(),
        }],
        textures: Default::default(),
        immediates: Vec::new(),
        workgroups: [workgroups.div_ceil(8), 8, 1],
    }
}

/// The best time of some repetitions.
fn best(workgroup_size: u32, vectors: Vectors, repetitions: usize) -> f64 {
    let program = program(workgroup_size);
    let data = Arc::new(Memory::zeroed(u64::from(INVOCATIONS) * 4));
    let options = RunOptions {
        threads: Some(NonZeroUsize::MIN),
        vectors,
        ..RunOptions::default()
    };
    let times = (0..repetitions).map(|_| {
        let dispatch = dispatch(&program, workgroup_size, &data);
        let start = Instant::now();
        run_shared(dispatch, &options).expect("no loop is endless");
        start.elapsed().as_secs_f64() * 1e3
    });
    times.fold(f64::INFINITY, f64::min)
}

fn main() {
    let repetitions = std::env::args().nth(1).and_then(|text| text.parse().ok());
    let repetitions = repetitions.unwrap_or(9).max(1);
    for workgroup_size in [1, 7, 32, 64, 256, 1024] {
        let [baseline, widest] = [Vectors::Baseline, Vectors::Widest]
            .map(|vectors| best(workgroup_size, vectors, repetitions));
        println!("workgroups of {workgroup_size:4}: {baseline:7.2} baseline, {widest:7.2} widest");
    }
}
