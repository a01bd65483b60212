//! How long the interpreter takes for a bitonic sort of u32 keys, best and median in milliseconds: on one
//! thread and on all cores, with the target's baseline instructions and with the machine's widest.
//!
//! `cargo run --release -p bitonic-cpu --example sort_time [repetitions]`

use std::{num::NonZeroUsize, sync::Arc, time::Instant};

use bitonic_cpu::decode::Program;
use bitonic_cpu::execute::{RunOptions, SharedBinding, SharedDispatch, Vectors, run_shared};
use bitonic_cpu::memory::Memory;

/// Keys that a workgroup sorts in its own memory; half as many invocations.
const TILE: u32 = 512;

const WGSL: &str = include_str!("bitonic.wgsl");

struct Sorter {
    local_sort: Arc<Program>,
    local_disperse: Arc<Program>,
    global_flip: Arc<Program>,
    global_disperse: Arc<Program>,
}

impl Sorter {
    fn new() -> Self {
        let module = naga::front::wgsl::parse_str(WGSL).expect("the text is WGSL");
        let mut validator = naga::valid::Validator::new(
            naga::valid::ValidationFlags::all(),
            naga::valid::Capabilities::empty(),
        );
        let info = validator.validate(&module).expect("the text is valid");
        let program =
            |name| Arc::new(Program::decode(&module, &info, name).expect("the text is supported"));
        Self {
            local_sort: program("local_sort"),
            local_disperse: program("local_disperse"),
            global_flip: program("global_flip"),
            global_disperse: program("global_disperse"),
        }
    }

    fn sort(&self, keys: &Arc<Memory>, options: &RunOptions) {
        let count = (keys.byte_len() / 4) as u32;
        let step = |program, height| step(program, keys, height, options);
        step(&self.local_sort, 0);
        let mut height = TILE * 2;
        while height <= count {
            step(&self.global_flip, height);
            let mut inner = height / 2;
            while inner > TILE {
                step(&self.global_disperse, inner);
                inner /= 2;
            }
            step(&self.local_disperse, 0);
            height *= 2;
        }
    }
}

fn step(program: &Arc<Program>, keys: &Arc<Memory>, height: u32, options: &RunOptions) {
    let parameters = Arc::new(Memory::zeroed(4));
    parameters.write(0, &height.to_le_bytes());
    let bind = |memory: &Arc<Memory>| SharedBinding {
        memory: Arc::clone(memory),
        offset: 0,
        size: memory.byte_len(),
    };
    let resources = program.resources().iter();
    let dispatch = SharedDispatch {
        program: Arc::clone(program),
        bindings: resources
            .map(|resource| {
                bind(if resource.binding == 0 {
                    keys
                } else {
                    &parameters
                })
            })
            .collect(),
        textures: Default::default(),
        immediates: Vec::new(),
        workgroups: [(keys.byte_len() / 4) as u32 / TILE, 1, 1],
    };
    run_shared(dispatch, options).expect("no loop is endless");
}

/// Keys from a fixed linear congruential generator.
fn random_keys(count: usize) -> Vec<u32> {
    let mut state = 1u64;
    (0..count)
        .map(|_| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (state >> 32) as u32
        })
        .collect()
}

/// The best and the median time of sorting `keys`, in milliseconds.
fn times(sorter: &Sorter, keys: &[u32], options: &RunOptions, repetitions: usize) -> [f64; 2] {
    let mut expected = keys.to_vec();
    expected.sort_unstable();
    let memory = Arc::new(Memory::zeroed(keys.len() as u64 * 4));
    let mut times: Vec<f64> = (0..repetitions)
        .map(|_| {
            memory.write(0, bytemuck::cast_slice(keys));
            let start = Instant::now();
            sorter.sort(&memory, options);
            start.elapsed().as_secs_f64() * 1e3
        })
        .collect();
    let mut sorted = vec![0; keys.len()];
    memory.read(0, bytemuck::cast_slice_mut(&mut sorted));
    assert!(sorted == expected, "{} keys are not sorted", keys.len());
    times.sort_by(f64::total_cmp);
    [times[0], times[times.len() / 2]]
}

fn main() {
    let repetitions = std::env::args().nth(1).and_then(|text| text.parse().ok());
    let repetitions = repetitions.unwrap_or(9).max(1);
    let sorter = Sorter::new();
    for log in [14, 16, 18, 19] {
        let keys = random_keys(1 << log);
        for vectors in [Vectors::Baseline, Vectors::Widest] {
            let [one, all] = [Some(NonZeroUsize::MIN), None].map(|threads| {
                let options = RunOptions {
                    threads,
                    vectors,
                    ..RunOptions::default()
                };
                times(&sorter, &keys, &options, repetitions)
            });
            println!("2^{log} {vectors:?}: {one:8.2?} ms on one thread, {all:8.2?} ms on all");
        }
    }
}
