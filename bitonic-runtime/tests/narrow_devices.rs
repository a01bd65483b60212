//! Sorting on devices opened with less than their adapter has, which wgpu itself
//! then enforces: so few workgroups in a dimension that every grid folds, and
//! small bindings.

mod common;

use bitonic_runtime::{Gpu, SortOptions};
use common::{executors, scattered};

/// Workgroups in a dimension.
const FEW: u32 = 7;

/// The adapters behind the executors: the software adapter and Vulkan's.
fn adapters() -> Vec<wgpu::Adapter> {
    let instances = [bitonic_cpu::instance(), wgpu::Instance::default()];
    let names: Vec<String> = executors()
        .iter()
        .map(|gpu| gpu.info().name.clone())
        .collect();
    let adapters = instances.iter().flat_map(|instance| {
        pollster::block_on(instance.enumerate_adapters(wgpu::Backends::all()))
    });
    adapters
        .filter(|adapter| names.contains(&adapter.get_info().name))
        .collect()
}

/// A device that allows few workgroups in a dimension.
fn narrow(adapter: &wgpu::Adapter) -> Gpu {
    open(
        adapter,
        wgpu::Limits {
            max_compute_workgroups_per_dimension: FEW,
            ..adapter.limits()
        },
    )
}

fn open(adapter: &wgpu::Adapter, required_limits: wgpu::Limits) -> Gpu {
    let descriptor = wgpu::DeviceDescriptor {
        required_limits,
        ..Default::default()
    };
    let opened = pollster::block_on(adapter.request_device(&descriptor));
    let (device, queue) = opened.expect("fewer than the adapter has");
    Gpu::from_wgpu(device, queue)
}

#[test]
fn folded_grids_sort() {
    let adapters = adapters();
    assert_eq!(adapters.len(), executors().len(), "one for each executor");
    for adapter in &adapters {
        let gpu = narrow(adapter);
        for count in [300, 1000, 1024] {
            let mut keys: Vec<i32> = scattered(count).map(u32::cast_signed).collect();
            let buffer = gpu.buffer(&keys).expect("room");
            let built = gpu.bitonic_sort(&buffer).workgroup_size(2).build();
            let mut sort = built.expect("it folds");
            let folds = |step: &bitonic_runtime::plan::Step| step.grid.workgroups[2] > 1;
            assert!(sort.recording().plan().steps().iter().all(folds));
            sort.compute().expect("it runs");
            keys.sort_unstable();
            assert!(
                buffer.read().expect("it is there") == keys,
                "{count} on {}",
                gpu.info()
            );
        }
    }
}

/// A record of three words takes 24 bytes of each invocation: what there is room for is found.
#[test]
fn little_workgroup_memory_makes_small_workgroups() {
    for adapter in &adapters() {
        let limits = wgpu::Limits {
            max_compute_workgroup_storage_size: 1000,
            max_storage_buffers_per_shader_stage: 8,
            max_compute_workgroups_per_dimension: FEW,
            ..adapter.limits()
        };
        let gpu = open(adapter, limits);
        let keys: Vec<f64> = scattered(301).map(|word| f64::from(word % 50)).collect();
        let values: Vec<u32> = (0..301).collect();
        let (buffer, payload) = (gpu.buffer(&keys), gpu.buffer(&values));
        let (buffer, payload) = (buffer.expect("room"), payload.expect("room"));
        let builder = gpu.bitonic_sort(&buffer).payload(&payload).stable();
        let mut sort = builder.automatic_workgroup_size().build().expect("it fits");
        assert_eq!(sort.workgroup_size(), 32, "41 would fit");
        sort.compute().expect("it runs");
        let mut order = values;
        order.sort_by(|&a, &b| keys[a as usize].total_cmp(&keys[b as usize]));
        assert_eq!(payload.read().expect("there"), order, "{}", gpu.info());
    }
}

#[test]
fn more_than_three_dimensions_hold_is_an_error() {
    for adapter in &adapters() {
        let gpu = narrow(adapter);
        let options = SortOptions {
            workgroup_size: Some(2),
            ..SortOptions::default()
        };
        let mut keys: Vec<u32> = scattered(7 * 7 * 7 * 4 + 1).collect();
        let before = keys.clone();
        let error = gpu.sort_with(&mut keys, &options).expect_err("too many");
        assert!(error.message().contains("more workgroups"), "{error}");
        assert_eq!(keys, before);
    }
}

#[test]
fn more_keys_than_a_binding_holds_is_an_error_that_names_the_limit() {
    for adapter in &adapters() {
        let limits = wgpu::Limits {
            max_storage_buffer_binding_size: 1 << 12,
            ..adapter.limits()
        };
        let gpu = open(adapter, limits);
        let mut keys: Vec<u32> = scattered(1 << 10).collect();
        gpu.sort(&mut keys).expect("as many as fit");
        assert!(keys.is_sorted());
        keys.push(0);
        let error = gpu.sort(&mut keys).expect_err("one more");
        let words = "4100 bytes, the device allows 4096 (maxStorageBufferBindingSize)";
        assert!(error.message().contains(words), "{error}");
        assert_eq!(keys.last(), Some(&0), "left alone");
    }
}

/// The software adapter as a small GPU, by its own options.
fn small(limits: wgpu::Limits) -> Gpu {
    let instance = bitonic_cpu::instance_with(bitonic_cpu::AdapterOptions {
        limits,
        ..Default::default()
    });
    let adapter = pollster::block_on(instance.request_adapter(&Default::default()));
    let adapter = adapter.expect("it is always there");
    let limits = adapter.limits();
    open(&adapter, limits)
}

/// Whatever binds a buffer that is too large says the limit, what was asked and
/// what there is, and where.
#[test]
fn a_binding_past_the_limit_is_told_with_both_figures() {
    let gpu = small(wgpu::Limits {
        max_storage_buffer_binding_size: 1 << 12,
        max_buffer_size: 1 << 13,
        ..bitonic_cpu::AdapterOptions::default().limits
    });
    let help = "several smaller buffers";
    let large = gpu.zeroed::<u32>(1025).expect("a buffer may be larger");
    let small = gpu.zeroed::<u32>(1025).expect("a buffer may be larger");
    let rows = [
        (
            gpu.copy(&large, &small),
            "kernel `copy_u32`: binding `input` (buffer `input`) would be 4100 bytes, the device allows 4096 (maxStorageBufferBindingSize)",
        ),
        (
            gpu.sort_buffer(&large).map(|_| ()),
            "step 0 `swap local`, kernel `swap_registers_32_u32`: binding `keys` (buffer `keys`) would be 4100 bytes, the device allows 4096 (maxStorageBufferBindingSize)",
        ),
        (
            gpu.zeroed::<u32>(2049).map(|_| ()),
            "a buffer of 2049 `u32` needs 8196 bytes, the device allows 8192 (maxBufferSize)",
        ),
        (
            gpu.sort(&mut vec![0u32; 2049]).map(|_| ()),
            "a buffer of 2049 `u32` needs 8196 bytes, the device allows 8192 (maxBufferSize)",
        ),
    ];
    for (result, words) in rows {
        let error = result.expect_err(words);
        assert_eq!(error.message(), words);
        assert_eq!(error.kind(), bitonic_runtime::error::ErrorKind::Limit);
        assert!(
            error.help().is_some_and(|text| text.contains(help)),
            "{error}"
        );
    }
}

/// As many keys as the limits allow still sort: scratch is not rounded past them.
#[test]
fn scratch_stays_within_the_limits() {
    let bytes = 4 * 1100;
    let gpu = small(wgpu::Limits {
        max_storage_buffer_binding_size: bytes,
        max_buffer_size: bytes,
        ..bitonic_cpu::AdapterOptions::default().limits
    });
    let mut keys: Vec<u32> = scattered(1100).collect();
    gpu.sort(&mut keys).expect("they fit");
    assert!(keys.is_sorted());
}

/// A function given as text brings its needs along.
#[test]
fn a_device_without_halves_refuses_a_text_that_uses_them() {
    use bitonic_dsl::{WgslFn, kernel};

    for adapter in &adapters() {
        let gpu = open(adapter, adapter.limits());
        let line = line!() + 1;
        let half = WgslFn::<(f32,), f32>::new("fn half(x: f32) -> f32 { return f32(f16(x)); }");
        let kernel = kernel("round").workgroup_size(1).build(|k| {
            let data = k.storage_mut::<f32>("data");
            data.element(0).assign(half.call(data.element(0).load()));
        });
        let data = gpu.buffer(&[0.1f32]).expect("room");
        let run = gpu.run(&kernel.expect("it is right")).bind("data", &data);
        let error = run.dispatch(1).expect_err("the feature was not asked for");
        let said = error.to_string();
        let place = format!("16-bit floats: used at {}:{line}", file!());
        assert!(said.contains(&place), "{place} in: {said}");
    }
}
