//! Subgroups, float atomics and WebGPU's own limits through wgpu: on the software adapter with several
//! sizes of subgroups, and on Vulkan with the size that it has.

mod common;

use bitonic_cpu::{AdapterOptions, FaultHandler, instance_with};
use common::{Engine, result};
use std::sync::{Arc, Mutex};
use wgpu::{Features, Limits};

const FEATURES: Features = Features::SUBGROUP
    .union(Features::SUBGROUP_BARRIER)
    .union(Features::SHADER_FLOAT32_ATOMIC);

fn software(options: AdapterOptions) -> Engine {
    let adapter = instance_with(options).request_adapter(&Default::default());
    let adapter = pollster::block_on(adapter).expect("the software adapter is always there");
    Engine::open("software", adapter, FEATURES)
}

/// The software adapter with subgroups of 4, 8, 32 and 128, and Vulkan if it has the features.
fn engines(needed: Features) -> Vec<Engine> {
    let sizes = [4, 8, 32, 128].into_iter();
    let mut engines: Vec<_> = sizes
        .map(|subgroup_size| {
            software(AdapterOptions {
                subgroup_size,
                ..AdapterOptions::default()
            })
        })
        .collect();
    let vulkan = common::vulkan_engine(FEATURES);
    engines.extend(vulkan.filter(|engine| {
        let there = engine.device.features().contains(needed);
        if !there {
            common::skip(&format!("the Vulkan adapter lacks {needed:?}"));
        }
        there
    }));
    engines
}

const INVOCATIONS: usize = 128;

fn kernel(statements: &str) -> String {
    format!(
        "@group(0) @binding(0) var<storage, read_write> data: array<u32>;
        var<workgroup> tile: array<u32, {INVOCATIONS}>;
        @compute @workgroup_size({INVOCATIONS})
        fn main(@builtin(local_invocation_index) i: u32, @builtin(global_invocation_id) at: vec3<u32>,
                @builtin(subgroup_invocation_id) id: u32, @builtin(subgroup_id) group: u32,
                @builtin(subgroup_size) size: u32, @builtin(num_subgroups) count: u32) {{
            let x = data[at.x];
            {statements}
        }}"
    )
}

/// A statement that gives `y` its value, and what it is for one invocation of a subgroup that has the
/// words `x`.
type Case = (&'static str, fn(x: &[u32], id: usize) -> u32);

fn odd(x: &[u32]) -> impl Iterator<Item = u32> {
    x.iter().copied().filter(|x| x % 2 == 1)
}

const CASES: &[Case] = &[
    ("y = subgroupAdd(x);", |x, _| x.iter().sum()),
    ("y = subgroupMul(x | 1u);", |x, _| {
        x.iter().fold(1, |product, x| product.wrapping_mul(x | 1))
    }),
    ("y = subgroupMin(x);", |x, _| *x.iter().min().unwrap()),
    ("y = bitcast<u32>(subgroupMax(5 - i32(x)));", |x, _| {
        x.iter().map(|&x| 5 - x as i32).max().unwrap() as u32
    }),
    ("y = subgroupAnd(x | 8u);", |x, _| {
        x.iter().fold(u32::MAX, |all, x| all & (x | 8))
    }),
    ("y = subgroupOr(x);", |x, _| {
        x.iter().fold(0, |all, x| all | x)
    }),
    ("y = subgroupXor(x);", |x, _| {
        x.iter().fold(0, |all, x| all ^ x)
    }),
    ("y = u32(subgroupAll(x < 90u));", |x, _| {
        x.iter().all(|&x| x < 90).into()
    }),
    ("y = u32(subgroupAny(x > 90u));", |x, _| {
        x.iter().any(|&x| x > 90).into()
    }),
    ("y = subgroupInclusiveAdd(x);", |x, id| {
        x[..=id].iter().sum()
    }),
    ("y = subgroupExclusiveAdd(x);", |x, id| x[..id].iter().sum()),
    (
        "y = u32(subgroupInclusiveMul(1 - 2 * i32(x % 2u)) + 1);",
        |x, id| 2 * u32::from(odd(&x[..=id]).count().is_multiple_of(2)),
    ),
    (
        "y = bitcast<u32>(subgroupExclusiveMul(f32(1u + x % 2u))) >> 23u;",
        |x, id| // The exponent.
        127 + odd(&x[..id]).count() as u32,
    ),
    ("y = u32(subgroupAdd(f32(x) * 0.25) * 4.0);", |x, _| {
        x.iter().sum()
    }),
    ("y = subgroupAdd(vec3(x, 1u, id)).z;", |x, _| {
        (0..x.len() as u32).sum()
    }),
    ("y = subgroupBroadcastFirst(x);", |x, _| x[0]),
    ("y = subgroupBroadcast(x, 3u);", |x, _| x[3]),
    ("y = subgroupShuffle(x, (id * 5u + 2u) % size);", |x, id| {
        x[(id * 5 + 2) % x.len()]
    }),
    ("y = subgroupShuffleXor(x, 3u);", |x, id| x[id ^ 3]),
    (
        "y = subgroupShuffleUp(x, 2u); if id < 2u { y = 0u; }",
        |x, id| id.checked_sub(2).map_or(0, |id| x[id]),
    ),
    (
        "y = subgroupShuffleDown(x, 1u); if id + 1u >= size { y = 0u; }",
        |x, id| x.get(id + 1).copied().unwrap_or(0),
    ),
    ("y = quadBroadcast(x, 2u);", |x, id| x[id / 4 * 4 + 2]),
    ("y = quadSwapX(x);", |x, id| x[id ^ 1]),
    ("y = quadSwapY(x);", |x, id| x[id ^ 2]),
    ("y = quadSwapDiagonal(x);", |x, id| x[id ^ 3]),
    (
        "let bits = subgroupBallot(x % 2u == 1u); y = bits[id / 32u];",
        |x, id| {
            let word = x.chunks(32).nth(id / 32).unwrap();
            (0..).zip(word).map(|(bit, x)| (x % 2) << bit).sum()
        },
    ),
    (
        "y = group * 1000u + id + count * 100000u + size * 10000000u;",
        |x, id| {
            let size = x.len() as u32;
            // The number of the subgroup is added by the caller.
            id as u32 + INVOCATIONS as u32 / size * 100_000 + size * 10_000_000
        },
    ),
    // Among those that are active.
    ("if x % 2u == 1u { y = subgroupAdd(x); }", |x, id| {
        if x[id] % 2 == 1 { odd(x).sum() } else { 7 }
    }),
    (
        "if x % 2u == 1u { y = subgroupExclusiveAdd(1u); } else { y = subgroupMax(x); }",
        |x, id| {
            if x[id] % 2 == 1 {
                odd(&x[..id]).count() as u32
            } else {
                x.iter().copied().filter(|x| x % 2 == 0).max().unwrap()
            }
        },
    ),
    (
        "if x % 2u == 1u { y = subgroupBroadcastFirst(x); }",
        |x, id| {
            if x[id] % 2 == 1 {
                odd(x).next().unwrap()
            } else {
                7
            }
        },
    ),
];

#[test]
fn operations_mean_the_same_on_every_size_and_on_vulkan() {
    let before: Vec<u32> = (0..INVOCATIONS as u32 * 3)
        .map(|at| at * 37 % 101)
        .collect();
    for engine in engines(Features::SUBGROUP) {
        let size = result(&engine, &kernel("data[at.x] = size;"), &before, 3)[0] as usize;
        let info = engine.adapter.get_info();
        assert!((info.subgroup_min_size..=info.subgroup_max_size).contains(&(size as u32)));
        for (statement, value) in CASES {
            let expected: Vec<u32> = before
                .chunks(size)
                .enumerate()
                .flat_map(|(subgroup, x)| {
                    let named = statement.contains("group *");
                    let number = (subgroup % (INVOCATIONS / size)) as u32;
                    let more = if named { number * 1000 } else { 0 };
                    (0..size).map(move |id| value(x, id) + more)
                })
                .collect();
            let source = kernel(&format!("var y = 7u; {statement} data[at.x] = y;"));
            let found = result(&engine, &source, &before, 3);
            assert_eq!(
                found, expected,
                "{statement} on {} with {size}",
                engine.name
            );
        }
    }
}

#[test]
fn subgroups_meet_at_their_barrier() {
    let source = kernel(
        "tile[i] = x; subgroupBarrier(); let other = tile[i ^ 1u]; subgroupBarrier();
        data[at.x] = other;",
    );
    let before: Vec<u32> = (0..INVOCATIONS as u32 * 2).collect();
    let expected: Vec<u32> = before.iter().map(|at| at ^ 1).collect();
    for engine in engines(Features::SUBGROUP | Features::SUBGROUP_BARRIER) {
        assert_eq!(
            result(&engine, &source, &before, 2),
            expected,
            "{}",
            engine.name
        );
    }
}

#[test]
fn floats_are_added_atomically_on_all() {
    let source = "
        @group(0) @binding(0) var<storage, read_write> data: array<atomic<f32>, 4>;
        @compute @workgroup_size(64) fn main(@builtin(global_invocation_id) at: vec3<u32>) {
            atomicAdd(&data[0], 0.5);
            atomicAdd(&data[1], f32(at.x % 3u));
            if at.x == 5u { atomicStore(&data[2], atomicExchange(&data[3], 8.25)); }
        }";
    let before = [1.0f32, 0.0, 0.0, -3.5].map(f32::to_bits);
    // 6400 halves; 2133 times 0 + 1 + 2, and a 0.
    let expected = [3201.0f32, 6399.0, -3.5, 8.25].map(f32::to_bits);
    for engine in engines(Features::SHADER_FLOAT32_ATOMIC) {
        assert_eq!(
            result(&engine, source, &before, 100),
            expected,
            "{}",
            engine.name
        );
    }
}

#[test]
fn the_adapter_tells_its_size() {
    for (asked, size) in [(4, 4), (32, 32), (128, 128), (100, 64), (0, 4), (4096, 128)] {
        let engine = software(AdapterOptions {
            subgroup_size: asked,
            ..AdapterOptions::default()
        });
        for info in [engine.adapter.get_info(), engine.device.adapter_info()] {
            assert_eq!(
                [info.subgroup_min_size, info.subgroup_max_size],
                [size; 2],
                "{asked}"
            );
        }
        let found = result(&engine, &kernel("data[at.x] = size;"), &[0; INVOCATIONS], 1);
        assert_eq!(found[0], size, "{asked}");
    }
}

/// The seed reaches the run, watched or not.
#[test]
fn seeds_shuffle_what_is_open() {
    let source = kernel("data[0] = at.x;");
    let last = |order_seed, watched: bool| {
        let heard = Arc::new(Mutex::new(Vec::new()));
        let reports = Arc::clone(&heard);
        let on_fault =
            FaultHandler::new(move |report| reports.lock().unwrap().push(report.to_string()));
        let engine = software(AdapterOptions {
            order_seed,
            on_fault: watched.then_some(on_fault),
            ..AdapterOptions::default()
        });
        let after = result(&engine, &source, &[0; INVOCATIONS * 8], 8);
        assert_eq!(*heard.lock().unwrap(), [""; 0]);
        after[0]
    };
    assert_eq!(last(None, false), INVOCATIONS as u32 * 8 - 1);
    let found: Vec<u32> = (0..8).map(|seed| last(Some(seed), false)).collect();
    assert!(found.iter().any(|&word| word != found[0]), "{found:?}");
    let watched: Vec<u32> = (0..8).map(|seed| last(Some(seed), true)).collect();
    assert_eq!(found, watched);
}

/// What is reported through wgpu names the line.
#[test]
fn faults_of_subgroups_name_their_line() {
    let heard = Arc::new(Mutex::new(Vec::new()));
    let reports = Arc::clone(&heard);
    let on_fault =
        FaultHandler::new(move |report| reports.lock().unwrap().push(report.to_string()));
    let engine = software(AdapterOptions {
        on_fault: Some(on_fault),
        subgroup_size: 32,
        ..AdapterOptions::default()
    });
    let source = "@group(0) @binding(0) var<storage, read_write> data: array<u32>;
        @compute @workgroup_size(40) fn main(@builtin(local_invocation_index) i: u32) {
            if i < 35u {
                data[i] = subgroupAdd(i);
            }
        }";
    let after = result(&engine, source, &[0; 40], 1);
    assert_eq!(after[..35], [[496; 32].as_slice(), &[99; 3]].concat());
    assert_eq!(
        *heard.lock().unwrap(),
        [
            "in `main`, line 4 column 27, `data[i] = subgroupAdd(i);`: `subgroupAdd` in non-uniform \
             control flow: 3 of 8 invocations of subgroup 1 of workgroup [0, 0, 0] reached it, \
             [32, 0, 0] first, without [35, 0, 0]"
        ]
    );
}

/// What WebGPU does not guarantee is not there.
#[test]
fn the_least_adapter_has_what_webgpu_guarantees() {
    let adapter = instance_with(AdapterOptions::webgpu_defaults());
    let adapter = pollster::block_on(adapter.request_adapter(&Default::default())).unwrap();
    assert_eq!(adapter.features(), Features::empty());
    assert_eq!(adapter.limits(), Limits::defaults());
    for (features, limits) in [
        (Features::SUBGROUP, Limits::defaults()),
        (
            Features::empty(),
            Limits {
                max_compute_invocations_per_workgroup: 257,
                ..Limits::defaults()
            },
        ),
    ] {
        let device = pollster::block_on(adapter.request_device(&wgpu::DeviceDescriptor {
            required_features: features,
            required_limits: limits,
            ..Default::default()
        }));
        assert!(device.is_err());
    }
}
