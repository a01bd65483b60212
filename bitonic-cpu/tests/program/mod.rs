//! An ordinary wgpu compute program, in parts. Nothing here knows what it runs on.

mod dispatches;
mod errors;
mod immediates;
mod pipelines;
mod timestamps;
mod transfers;

pub(crate) use immediates::immediates;
pub(crate) use timestamps::timestamps;

use std::sync::{
    Arc,
    atomic::{AtomicU32, Ordering::SeqCst},
};

use wgpu::{
    BindGroup, BindGroupEntry, BindGroupLayoutEntry, BindingResource, BindingType, Buffer,
    BufferBinding, BufferBindingType, BufferSize, BufferUsages, ComputePipeline, Device, Queue,
    ShaderStages, util::DeviceExt,
};

/// What a part of the program computed, and what it should have.
pub(crate) struct Outcome {
    pub part: &'static str,
    pub computed: Vec<u32>,
    pub expected: Vec<u32>,
}

/// The whole program.
pub(crate) fn program(device: &Device, queue: &Queue) -> Vec<Outcome> {
    let parts: [(&str, Part); 14] = [
        ("overrides and an explicit layout", pipelines::overrides),
        (
            "automatic layouts of two groups",
            pipelines::automatic_layouts,
        ),
        (
            "dynamic offsets, several dispatches in a pass",
            pipelines::dynamic_offsets,
        ),
        ("copies, clears and writes", transfers::transfers),
        ("maps to write and to read", transfers::mapping),
        ("a staging belt", transfers::staging_belt),
        ("maps at the submission", transfers::map_on_submit),
        ("workgroup memory and barriers", dispatches::workgroup_sum),
        ("atomics", dispatches::histogram),
        ("indirect dispatch", dispatches::indirect),
        (
            "state as it was when it was recorded",
            dispatches::recorded_state,
        ),
        (
            "a module with several entry points",
            pipelines::entry_points,
        ),
        ("errors, caught and uncaught", errors::errors),
        ("error scopes within others", errors::scopes),
    ];
    parts
        .into_iter()
        .map(|(part, run)| {
            let (computed, expected) = run(device, queue);
            Outcome {
                part,
                computed,
                expected,
            }
        })
        .collect()
}

type Part = fn(&Device, &Queue) -> (Vec<u32>, Vec<u32>);

const STORAGE: BufferUsages = BufferUsages::STORAGE
    .union(BufferUsages::COPY_SRC)
    .union(BufferUsages::COPY_DST);

fn words(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

fn storage(device: &Device, contents: &[u32]) -> Buffer {
    device.create_buffer_init(&wgpu::util::BufferInitDescriptor {
        label: None,
        contents: &words(contents),
        usage: STORAGE,
    })
}

fn pipeline(device: &Device, source: &str) -> ComputePipeline {
    let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
        label: None,
        source: wgpu::ShaderSource::Wgsl(source.into()),
    });
    device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
        label: None,
        layout: None,
        module: &module,
        entry_point: None,
        compilation_options: Default::default(),
        cache: None,
    })
}

fn group(
    device: &Device,
    pipeline: &ComputePipeline,
    index: u32,
    buffers: &[&Buffer],
) -> BindGroup {
    let entries: Vec<_> = (0..)
        .zip(buffers)
        .map(|(binding, buffer)| BindGroupEntry {
            binding,
            resource: buffer.as_entire_binding(),
        })
        .collect();
    device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: None,
        layout: &pipeline.get_bind_group_layout(index),
        entries: &entries,
    })
}

/// Runs one dispatch with one bind group.
fn dispatch(
    device: &Device,
    queue: &Queue,
    pipeline: &ComputePipeline,
    group: &BindGroup,
    count: u32,
) {
    let mut encoder = device.create_command_encoder(&Default::default());
    {
        let mut pass = encoder.begin_compute_pass(&Default::default());
        pass.set_pipeline(pipeline);
        pass.set_bind_group(0, group, &[]);
        pass.dispatch_workgroups(count, 1, 1);
    }
    queue.submit([encoder.finish()]);
}

/// The words of `buffer`, through a copy that the host maps.
fn read(device: &Device, queue: &Queue, buffer: &Buffer) -> Vec<u32> {
    let copy = device.create_buffer(&wgpu::BufferDescriptor {
        label: Some("read back"),
        size: buffer.size(),
        usage: BufferUsages::MAP_READ | BufferUsages::COPY_DST,
        mapped_at_creation: false,
    });
    let mut encoder = device.create_command_encoder(&Default::default());
    encoder.copy_buffer_to_buffer(buffer, 0, &copy, 0, None);
    queue.submit([encoder.finish()]);
    copy.map_async(wgpu::MapMode::Read, .., |mapped| {
        mapped.expect("the map succeeds")
    });
    wait(device);
    let view = copy.get_mapped_range(..).expect("the buffer is mapped");
    view.as_chunks::<4>()
        .0
        .iter()
        .map(|word| u32::from_le_bytes(*word))
        .collect()
}

fn wait(device: &Device) {
    device
        .poll(wgpu::PollType::wait_indefinitely())
        .expect("the device is polled");
}
