//! Neither the number of threads nor the vector instructions change what a program computes.
//!
//! Each kernel of a corpus runs through wgpu with all of them, on enough words for several threads,
//! and must leave what plain Rust computes.

mod common;

use std::num::NonZeroUsize;

use bitonic_cpu::{AdapterOptions, execute::Vectors, instance_with};
use common::{Engine, read};
use wgpu::{BufferUsages, util::DeviceExt};

/// Words that a kernel works on, and its invocations.
const WORDS: u32 = 1 << 15;

/// A kernel over `data`, and `totals` of eight words.
struct Kernel {
    name: &'static str,
    body: &'static str,
    workgroups: [u32; 3],
    /// What becomes of `data` and of `totals`.
    expected: fn(&mut [u32], &mut [u32]),
}

const CORPUS: &[Kernel] = &[
    Kernel {
        name: "barriers and workgroup memory",
        body: "
        var<workgroup> tile: array<u32, 128>;
        @compute @workgroup_size(128)
        fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) i: u32) {
            tile[i] = data[id.x];
            for (var step = 1u; step < 128u; step *= 2u) {
                workgroupBarrier();
                var sum = tile[i];
                if i >= step { sum += tile[i - step]; }
                workgroupBarrier();
                tile[i] = sum;
            }
            data[id.x] = tile[i];
        }",
        workgroups: [WORDS / 128, 1, 1],
        expected: |data, _| {
            for tile in data.chunks_mut(128) {
                for at in 1..tile.len() {
                    tile[at] = tile[at].wrapping_add(tile[at - 1]);
                }
            }
        },
    },
    Kernel {
        name: "atomics on buffers",
        body: "
        @compute @workgroup_size(64)
        fn main(@builtin(global_invocation_id) id: vec3<u32>) {
            let word = data[id.x];
            atomicAdd(&totals[0], 1u);
            atomicMax(&totals[1], word);
            atomicMin(&totals[2], word);
            atomicXor(&totals[3], word);
            atomicAdd(&totals[4 + word % 4u], word);
        }",
        workgroups: [WORDS / 64, 1, 1],
        expected: |data, totals| {
            for &word in &*data {
                totals[0] += 1;
                totals[1] = totals[1].max(word);
                totals[2] = totals[2].min(word);
                totals[3] ^= word;
                let bin = &mut totals[4 + word as usize % 4];
                *bin = bin.wrapping_add(word);
            }
        },
    },
    Kernel {
        name: "atomics on workgroup memory, and a uniform load",
        body: "
        var<workgroup> odd: atomic<u32>;
        @compute @workgroup_size(256)
        fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) i: u32) {
            if data[id.x] % 2u == 1u { atomicAdd(&odd, 1u); }
            workgroupBarrier();
            data[id.x] = atomicLoad(&odd) * 1000u + i;
            if i == 0u { atomicAdd(&totals[0], atomicLoad(&odd)); }
        }",
        workgroups: [WORDS / 256, 1, 1],
        expected: |data, totals| {
            for tile in data.chunks_mut(256) {
                let odd = tile.iter().filter(|&word| word % 2 == 1).count() as u32;
                totals[0] += odd;
                for (at, word) in (0..).zip(tile) {
                    *word = odd * 1000 + at;
                }
            }
        },
    },
    Kernel {
        name: "a folded grid with a rest, in small workgroups",
        body: "
        @compute @workgroup_size(7)
        fn main(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) group: vec3<u32>,
                @builtin(num_workgroups) n: vec3<u32>) {
            let at = ((group.z * n.y + group.y) * n.x + group.x) * 7u + i;
            if at >= arrayLength(&data) { return; }
            var x = data[at];
            for (var turn = 0u; turn < at % 5u + 3u; turn++) { x = x * 1664525u + group.y; }
            data[at] = x;
        }",
        // 4704 workgroups of 7 are a few invocations too many.
        workgroups: [49, 48, 2],
        expected: |data, _| {
            for (at, word) in (0..).zip(data) {
                let row = at / 7 / 49 % 48;
                for _ in 0..at % 5 + 3 {
                    *word = word.wrapping_mul(1_664_525).wrapping_add(row);
                }
            }
        },
    },
    Kernel {
        name: "floats, divisions and shifts under divergent control flow",
        body: "
        @compute @workgroup_size(32, 2)
        fn main(@builtin(global_invocation_id) id: vec3<u32>) {
            let at = id.y * 256u + id.x;
            let word = data[at];
            var x = f32(word % 4096u) * 0.25 - 100.0;
            switch word % 3u {
                case 0u: { for (var i = 0; i < 9; i++) { x = x * 0.5 + 1.25; } }
                case 1u: { x = floor(x / 3.0) + sqrt(abs(x)); }
                default: { if x > 0.0 { x = min(x, 17.5) - max(-x, -3.0); } else { x = trunc(x) * x; } }
            }
            data[at] = bitcast<u32>(x) ^ (word / 10u) ^ (word % 7u << (word & 31u));
        }",
        workgroups: [256 / 32, WORDS / 256 / 2, 1],
        expected: |data, _| {
            for word in data {
                let mut x = (*word % 4096) as f32 * 0.25 - 100.0;
                match *word % 3 {
                    0 => (0..9).for_each(|_| x = x * 0.5 + 1.25),
                    1 => x = (x / 3.0).floor() + x.abs().sqrt(),
                    _ if x > 0.0 => x = x.min(17.5) - (-x).max(-3.0),
                    _ => x = x.trunc() * x,
                }
                *word = x.to_bits() ^ (*word / 10) ^ ((*word % 7) << (*word & 31));
            }
        },
    },
];

fn engine(threads: usize, vectors: Vectors) -> Engine {
    let options = AdapterOptions {
        threads: NonZeroUsize::new(threads),
        vectors,
        ..AdapterOptions::default()
    };
    let adapter = instance_with(options).request_adapter(&Default::default());
    let adapter = pollster::block_on(adapter).expect("the software adapter is always there");
    Engine::open("software", adapter, wgpu::Features::empty())
}

/// What `kernel` leaves in its two buffers.
fn run(engine: &Engine, kernel: &Kernel, data: &[u32], totals: &[u32]) -> [Vec<u32>; 2] {
    let source = format!(
        "@group(0) @binding(0) var<storage, read_write> data: array<u32>;
        @group(0) @binding(1) var<storage, read_write> totals: array<atomic<u32>, 8>;
        {}",
        kernel.body
    );
    let module = engine
        .device
        .create_shader_module(wgpu::ShaderModuleDescriptor {
            label: Some(kernel.name),
            source: wgpu::ShaderSource::Wgsl(source.into()),
        });
    let pipeline = engine
        .device
        .create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
            label: None,
            layout: None,
            module: &module,
            entry_point: None,
            compilation_options: Default::default(),
            cache: None,
        });
    let buffers = [data, totals].map(|words| {
        engine
            .device
            .create_buffer_init(&wgpu::util::BufferInitDescriptor {
                label: None,
                contents: bytemuck::cast_slice(words),
                usage: BufferUsages::STORAGE | BufferUsages::COPY_SRC,
            })
    });
    // A kernel that uses no totals has no binding for them.
    let used = if kernel.body.contains("totals") { 2 } else { 1 };
    let entries: Vec<_> = (0..)
        .zip(&buffers[..used])
        .map(|(binding, buffer)| wgpu::BindGroupEntry {
            binding,
            resource: buffer.as_entire_binding(),
        })
        .collect();
    let group = engine.device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: None,
        layout: &pipeline.get_bind_group_layout(0),
        entries: &entries,
    });
    let mut encoder = engine.device.create_command_encoder(&Default::default());
    {
        let mut pass = encoder.begin_compute_pass(&Default::default());
        pass.set_pipeline(&pipeline);
        pass.set_bind_group(0, &group, &[]);
        let [x, y, z] = kernel.workgroups;
        pass.dispatch_workgroups(x, y, z);
    }
    engine.queue.submit([encoder.finish()]);
    buffers.map(|buffer| read(engine, &buffer))
}

#[test]
fn any_threads_and_any_vectors_give_what_rust_computes() {
    let data: Vec<u32> = (0..WORDS)
        .map(|at| at.wrapping_mul(2_654_435_761) ^ (at >> 3))
        .collect();
    let totals = [0, 0, u32::MAX, 0, 0, 0, 0, 0];
    for threads in [1, 2, 5] {
        for vectors in [Vectors::Baseline, Vectors::Widest] {
            let engine = engine(threads, vectors);
            for kernel in CORPUS {
                let mut expected = [data.clone(), totals.to_vec()];
                let [words, sums] = &mut expected;
                (kernel.expected)(words, sums);
                let found = run(&engine, kernel, &data, &totals);
                assert!(
                    found == expected,
                    "{} on {threads} threads with {vectors:?}",
                    kernel.name
                );
            }
        }
    }
}
