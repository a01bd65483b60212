//! The executors that every test runs on, and inputs that sorters get wrong.
//!
//! `BITONIC_EXECUTORS` names other adapters, with commas between; with
//! `BITONIC_NO_SKIP=1` a missing adapter is a failure.
#![allow(dead_code, reason = "each test file uses its share")]

pub(crate) mod images;
pub(crate) mod order;

use bitonic_runtime::Gpu;

/// The software adapter, and Vulkan: a real GPU where there is one, else Mesa's
/// software Vulkan.
const EXECUTORS: &str = "software,vulkan";

/// Every executor that is there. One that is not is printed as skipped.
pub(crate) fn executors() -> Vec<Gpu> {
    let names = std::env::var("BITONIC_EXECUTORS").unwrap_or_else(|_| EXECUTORS.to_owned());
    let executors: Vec<Gpu> = names.split(',').filter_map(executor).collect();
    assert!(!executors.is_empty(), "no executor is there");
    executors
}

fn executor(name: &str) -> Option<Gpu> {
    match Gpu::named(name) {
        Ok(gpu) => Some(gpu),
        Err(error) => {
            assert!(!no_skip(), "{error}");
            println!("SKIP: {name}: {error}");
            None
        }
    }
}

fn no_skip() -> bool {
    std::env::var("BITONIC_NO_SKIP").is_ok_and(|value| value == "1")
}

/// Words without a pattern: a multiplicative hash of the index, mixed once more
/// (D. E. Knuth, "The Art of Computer Programming", volume 3, 6.4).
pub(crate) fn scattered(count: usize) -> impl Iterator<Item = u32> {
    (0..count as u32).map(|index| {
        let hash = index.wrapping_mul(2_654_435_761);
        (hash ^ (hash >> 15)).wrapping_mul(2_246_822_519)
    })
}

/// The executors' adapters, opened with no more than `widest` workgroups in a dimension, so
/// that every grid folds.
pub(crate) fn narrow(widest: u32) -> Vec<Gpu> {
    let open = |adapter: wgpu::Adapter| {
        let descriptor = wgpu::DeviceDescriptor {
            required_limits: wgpu::Limits {
                max_compute_workgroups_per_dimension: widest,
                ..adapter.limits()
            },
            ..Default::default()
        };
        let opened = pollster::block_on(adapter.request_device(&descriptor));
        let (device, queue) = opened.expect("fewer than the adapter has");
        Gpu::from_wgpu(device, queue)
    };
    let names: Vec<String> = executors()
        .iter()
        .map(|gpu| gpu.info().name.clone())
        .collect();
    let instances = [bitonic_cpu::instance(), wgpu::Instance::default()];
    let adapters = instances.iter().flat_map(|instance| {
        pollster::block_on(instance.enumerate_adapters(wgpu::Backends::all()))
    });
    let there = adapters.filter(|adapter| names.contains(&adapter.get_info().name));
    there.map(open).collect()
}
