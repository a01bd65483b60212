//! Faults that the checker finds while a kernel runs are errors that name the Rust line,
//! and a kernel that needs what a device lacks is refused before anything runs.

use bitonic_dsl::capabilities::Capability;
use bitonic_dsl::*;
use bitonic_runtime::error::ErrorKind;
use bitonic_runtime::plan::TextureSize;
use bitonic_runtime::{Error, Gpu};

/// The error of a kernel on `data`, in one workgroup, and the device.
fn fault(kernel: &Kernel, words: usize) -> Result<(), Error> {
    let gpu = Gpu::checked().unwrap();
    let data = gpu.zeroed::<u32>(words).unwrap();
    gpu.run(kernel).bind("data", &data).workgroups([1, 1, 1])
}

#[track_caller]
fn finds(kernel: &Kernel, line: u32, words: &str) {
    let error = fault(kernel, 4).unwrap_err();
    let place = format!("checked.rs:{line}:");
    assert_eq!(error.kind(), ErrorKind::Fault, "{error}");
    for part in ["kernel `", &place, words] {
        assert!(error.message().contains(part), "no {part:?} in: {error}");
    }
}

#[test]
fn an_index_out_of_range_names_its_line() {
    let line = line!() + 3;
    let kernel = kernel("beyond").workgroup_size(1).build(|k| {
        let data = k.storage_mut::<u32>("data");
        data.element(9).assign(1);
    });
    finds(&kernel.unwrap(), line, "9");
}

#[test]
fn a_race_names_its_line() {
    let line = line!() + 3;
    let kernel = kernel("race").workgroup_size(4).build(|k| {
        let data = k.storage_mut::<u32>("data");
        data.element(0).assign(local_invocation_index());
    });
    finds(&kernel.unwrap(), line, "race");
}

#[test]
fn unwritten_workgroup_memory_names_its_line() {
    let line = line!() + 5;
    let kernel = kernel("unwritten").workgroup_size(1).build(|k| {
        let data = k.storage_mut::<u32>("data");
        let tile = workgroup_array::<u32>("tile", 4);
        data.element(0)
            .assign(tile.element(local_invocation_index()).load());
    });
    finds(&kernel.unwrap(), line, "written");
}

#[test]
fn an_endless_loop_names_its_line() {
    let line = line!() + 3;
    let kernel = kernel("endless").workgroup_size(1).build(|k| {
        let data = k.storage_mut::<u32>("data");
        While(
            || data.element(0).load().eq(0),
            || data.element(1).add_assign(1),
        );
    });
    finds(&kernel.unwrap(), line, "loop");
}

/// The error of a kernel on the image `image`, of 4 x 2 texels in two layers, and on
/// `data`, in one workgroup of eight.
#[track_caller]
fn finds_of_texels(kernel: Result<Kernel, bitonic_dsl::Error>, line: u32, words: &str) {
    let gpu = Gpu::checked().unwrap();
    let size = TextureSize::d2_array(4, 2, 2).with_levels(2);
    let image = gpu.zeroed_texture::<R32Uint>(size).unwrap();
    let data = gpu.zeroed::<u32>(8).unwrap();
    let run = gpu.run(&kernel.unwrap()).bind("data", &data);
    let error = run.bind_texture("image", &image).workgroups([1, 1, 1]);
    let error = error.unwrap_err();
    let place = format!("checked.rs:{line}:");
    assert_eq!(error.kind(), ErrorKind::Fault, "{error}");
    for part in ["kernel `", &place, words] {
        assert!(error.message().contains(part), "no {part:?} in: {error}");
    }
}

#[test]
fn a_texel_beyond_an_edge_names_its_line() {
    let line = line!() + 5;
    let kernel = kernel("edge").workgroup_size(8).build(|k| {
        let image = k.texture_2d_array::<u32>("image");
        let data = k.storage_mut::<u32>("data");
        let i = local_invocation_index();
        data.element(i).assign(image.load(uvec2(i, 0), 0, 0).x());
    });
    let words = "x coordinate 4 is out of range for texture `image`, which has 4";
    finds_of_texels(kernel, line, words);
}

#[test]
fn a_layer_and_a_level_beyond_the_last_name_their_line() {
    let line = line!() + 6;
    let layer = kernel("layer").workgroup_size(1).build(|k| {
        let image = k.texture_2d_array::<u32>("image");
        let data = k.storage_mut::<u32>("data");
        let beyond = data.element(0).load() + 2;
        let out = data.element(0);
        out.assign(image.load(uvec2(0, 0), beyond, 0).x());
    });
    finds_of_texels(layer, line, "array layer 2 is out of range");
    let line = line!() + 6;
    let level = kernel("level").workgroup_size(1).build(|k| {
        let image = k.texture_2d_array::<u32>("image");
        let data = k.storage_mut::<u32>("data");
        let beyond = data.element(0).load().to_i32() - 1;
        let out = data.element(0);
        out.assign(image.load(uvec2(0, 0), 0, beyond).x());
    });
    finds_of_texels(level, line, "level of detail -1 is out of range");
}

#[test]
fn a_store_beyond_a_storage_texture_names_its_line() {
    let line = line!() + 5;
    let kernel = kernel("beyond").workgroup_size(1).build(|k| {
        let image = k.storage_texture_2d_array::<R32Uint, WriteOnly>("image");
        let data = k.storage_mut::<u32>("data");
        let y = data.element(0).load() + 2;
        image.store(uvec2(0, y), 1, splat::<UVec4>(7));
    });
    finds_of_texels(kernel, line, "y coordinate 2 is out of range");
}

#[test]
fn a_race_for_a_texel_names_its_line() {
    let line = line!() + 5;
    let kernel = kernel("race").workgroup_size(8).build(|k| {
        let image = k.storage_texture_2d_array::<R32Uint, WriteOnly>("image");
        let data = k.storage_mut::<u32>("data");
        let i = local_invocation_index();
        image.store(uvec2(i / 2, 0), 0, splat::<UVec4>(i));
        data.element(i).assign(i);
    });
    finds_of_texels(kernel, line, "race");
}

#[test]
fn texels_before_a_barrier_and_behind_it_are_no_race() {
    let built = kernel("turns").workgroup_size(8).build(|k| {
        let row = k.storage_texture_1d::<R32Uint, ReadWrite>("row");
        let i = local_invocation_index();
        let before = row.load(i).x();
        texture_barrier();
        row.store(7 - i, splat::<UVec4>(before));
    });
    let gpu = Gpu::checked().unwrap();
    let texels = [1, 2, 3, 4, 5, 6, 7, 8];
    let row = gpu.texture::<R32Uint>(TextureSize::d1(8), &texels).unwrap();
    let run = gpu.run(&built.unwrap()).bind_texture("row", &row);
    run.workgroups([1, 1, 1]).unwrap();
    assert_eq!(row.read().unwrap(), [8, 7, 6, 5, 4, 3, 2, 1]);
}

#[test]
fn a_right_kernel_runs_and_a_fault_is_told_once() {
    let right = kernel("right").workgroup_size(4).build(|k| {
        let data = k.storage_mut::<u32>("data");
        let i = local_invocation_index();
        data.element(i).assign(i);
    });
    let wrong = kernel("wrong").workgroup_size(1).build(|k| {
        let data = k.storage_mut::<u32>("data");
        data.element(9).assign(1);
    });
    let (right, wrong) = (right.unwrap(), wrong.unwrap());
    let gpu = Gpu::checked().unwrap();
    let data = gpu.zeroed::<u32>(4).unwrap();
    let run = |kernel: &Kernel| gpu.run(kernel).bind("data", &data).workgroups([1, 1, 1]);
    assert!(run(&wrong).is_err());
    run(&right).unwrap();
    assert!(gpu.check_faults(&[]).is_ok());
    assert_eq!(data.read().unwrap(), [0, 1, 2, 3]);
}

#[test]
fn the_sorter_has_no_faults() {
    let gpu = Gpu::checked().unwrap();
    let mut keys: Vec<u32> = (0..1500_u32)
        .map(|i| i.wrapping_mul(2_654_435_761))
        .collect();
    let mut expected = keys.clone();
    expected.sort_unstable();
    gpu.sort(&mut keys).unwrap();
    assert_eq!(keys, expected);
}

/// A device opened with no feature at all.
fn without_features() -> Gpu {
    let adapter = bitonic_cpu::instance().request_adapter(&wgpu::RequestAdapterOptions::default());
    let adapter = pollster::block_on(adapter).unwrap();
    let opened = pollster::block_on(adapter.request_device(&wgpu::DeviceDescriptor::default()));
    let (device, queue) = opened.unwrap();
    Gpu::from_wgpu(device, queue)
}

#[test]
fn a_capability_that_the_device_lacks_is_named_with_its_line() {
    let line = line!() + 2;
    let kernel = kernel("wide").workgroup_size(1).build(|k| {
        let data = k.storage_mut::<f64>("data");
        data.element(0).assign(1.0);
    });
    let gpu = without_features();
    let data = gpu.zeroed::<f64>(1).unwrap();
    let run = gpu.run(&kernel.unwrap()).bind("data", &data);
    let error = run.workgroups([1, 1, 1]).unwrap_err();
    let place = format!("checked.rs:{line}:");
    for part in ["64-bit floats: used at", &place, "missing on"] {
        assert!(error.message().contains(part), "no {part:?} in: {error}");
    }
}

#[test]
fn subgroups_that_the_device_lacks_are_named_with_their_lines() {
    let line = line!() + 3;
    let kernel = kernel("meeting").workgroup_size(64).build(|k| {
        let data = k.storage_mut::<u32>("data");
        let total = subgroup_add(local_invocation_index());
        subgroup_barrier();
        data.element(local_invocation_index()).assign(total);
    });
    let kernel = kernel.unwrap();
    let gpu = without_features();
    let data = gpu.zeroed::<u32>(64).unwrap();
    let run = gpu.run(&kernel).bind("data", &data);
    let error = run.workgroups([1, 1, 1]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Device, "{error}");
    let places = [
        format!("subgroup operations: used at bitonic-runtime/tests/checked.rs:{line}:"),
        format!(
            "subgroup barriers: used at bitonic-runtime/tests/checked.rs:{}:",
            line + 1
        ),
    ];
    for part in [&places[0], &places[1], "missing on"] {
        assert!(error.message().contains(part), "no {part:?} in: {error}");
    }
    assert_eq!(gpu.counts().pipelines, 0, "nothing was compiled");
    assert!(!gpu.has(Capability::Subgroups));
    // The software adapter has them, where they are asked for.
    let gpu = Gpu::named("software").unwrap();
    assert!(gpu.has(Capability::Subgroups) && gpu.has(Capability::SubgroupBarrier));
}

#[test]
fn a_lane_that_is_not_there_names_its_line() {
    let line = line!() + 4;
    let kernel = kernel("far").workgroup_size(8).build(|k| {
        let data = k.storage_mut::<u32>("data");
        let i = local_invocation_index();
        let far = subgroup_shuffle(i, i + 1).to_const("far");
        data.element(i).assign(far);
    });
    let error = fault(&kernel.unwrap(), 8).unwrap_err();
    let place = format!("checked.rs:{line}:");
    for part in [
        "kernel `far`",
        &place,
        "`subgroupShuffle` reads from invocation 8",
    ] {
        assert!(error.message().contains(part), "no {part:?} in: {error}");
    }
}
