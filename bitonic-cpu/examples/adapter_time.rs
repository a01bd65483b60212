//! How long one bitonic sort of u32 keys takes as a wgpu program, on the software adapter and, where it
//! is installed, on the first Vulkan adapter: best and median of some repetitions, in milliseconds,
//! from the submission to the end of the work.
//!
//! `cargo run --release -p bitonic-cpu --example adapter_time [repetitions [threads]]`; give Mesa as many
//! threads with `LP_NUM_THREADS`.

use std::{num::NonZeroUsize, time::Instant};

use bitonic_cpu::{AdapterOptions, instance_with};
use wgpu::util::DeviceExt;
use wgpu::{Adapter, BindGroup, Buffer, BufferUsages, ComputePipeline, Device, Queue};

/// Keys that a workgroup sorts in its own memory; half as many invocations.
const TILE: u32 = 512;

/// Bytes from one uniform height to the next.
const STRIDE: u32 = 256;

const WGSL: &str = include_str!("bitonic.wgsl");

/// Entry points in the order of their pipelines.
const ENTRY_POINTS: [&str; 4] = [
    "local_sort",
    "local_disperse",
    "global_flip",
    "global_disperse",
];

/// The network for `count` keys: an entry point and its height, step by step.
fn plan(count: u32) -> Vec<(usize, u32)> {
    let mut steps = vec![(0, TILE)];
    let mut height = TILE * 2;
    while height <= count {
        steps.push((2, height));
        let mut inner = height / 2;
        while inner > TILE {
            steps.push((3, inner));
            inner /= 2;
        }
        steps.push((1, TILE));
        height *= 2;
    }
    steps
}

/// A device with what sorts `count` keys on it.
struct Sorter {
    device: Device,
    queue: Queue,
    pipelines: Vec<ComputePipeline>,
    group: BindGroup,
    keys: Buffer,
    steps: Vec<(usize, u32)>,
}

impl Sorter {
    fn new(adapter: &Adapter, count: u32) -> Self {
        let (device, queue) = pollster::block_on(adapter.request_device(&Default::default()))
            .expect("the adapter gives a device");
        let steps = plan(count);
        let mut heights = vec![0; steps.len() * STRIDE as usize / 4];
        for (index, (_, height)) in steps.iter().enumerate() {
            heights[index * STRIDE as usize / 4] = *height;
        }
        let heights = device.create_buffer_init(&wgpu::util::BufferInitDescriptor {
            label: None,
            contents: bytemuck::cast_slice::<u32, u8>(&heights),
            usage: BufferUsages::UNIFORM,
        });
        let keys = device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size: u64::from(count) * 4,
            usage: BufferUsages::STORAGE | BufferUsages::COPY_DST | BufferUsages::COPY_SRC,
            mapped_at_creation: false,
        });
        let layout = layout(&device);
        let group = group(&device, &layout, &keys, &heights);
        let pipelines = pipelines(&device, &layout);
        Self {
            device,
            queue,
            pipelines,
            group,
            keys,
            steps,
        }
    }

    /// Sorts `keys` once; the milliseconds that it took.
    fn sort(&self, keys: &[u32]) -> f64 {
        let bytes = bytemuck::cast_slice(keys);
        self.queue.write_buffer(&self.keys, 0, bytes);
        self.queue.submit([]);
        self.wait();
        let workgroups = (self.keys.size() / 4) as u32 / TILE;
        let start = Instant::now();
        let mut encoder = self.device.create_command_encoder(&Default::default());
        {
            let mut pass = encoder.begin_compute_pass(&Default::default());
            for (step, (pipeline, _)) in (0..).zip(&self.steps) {
                pass.set_pipeline(&self.pipelines[*pipeline]);
                pass.set_bind_group(0, &self.group, &[step * STRIDE]);
                pass.dispatch_workgroups(workgroups, 1, 1);
            }
        }
        self.queue.submit([encoder.finish()]);
        self.wait();
        start.elapsed().as_secs_f64() * 1e3
    }

    fn wait(&self) {
        let forever = wgpu::PollType::wait_indefinitely();
        self.device.poll(forever).expect("the device is polled");
    }

    fn read(&self) -> Vec<u32> {
        let copy = self.device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size: self.keys.size(),
            usage: BufferUsages::MAP_READ | BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        let mut encoder = self.device.create_command_encoder(&Default::default());
        encoder.copy_buffer_to_buffer(&self.keys, 0, &copy, 0, None);
        encoder.map_buffer_on_submit(&copy, wgpu::MapMode::Read, .., |mapped| {
            mapped.expect("the map succeeds");
        });
        self.queue.submit([encoder.finish()]);
        self.wait();
        let view = copy.get_mapped_range(..).expect("it is mapped");
        bytemuck::pod_collect_to_vec(&view)
    }
}

fn layout(device: &Device) -> wgpu::BindGroupLayout {
    let entry = |binding, ty, has_dynamic_offset| wgpu::BindGroupLayoutEntry {
        binding,
        visibility: wgpu::ShaderStages::COMPUTE,
        ty: wgpu::BindingType::Buffer {
            ty,
            has_dynamic_offset,
            min_binding_size: None,
        },
        count: None,
    };
    let keys = wgpu::BufferBindingType::Storage { read_only: false };
    let entries = [
        entry(0, keys, false),
        entry(1, wgpu::BufferBindingType::Uniform, true),
    ];
    device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
        label: None,
        entries: &entries,
    })
}

fn group(
    device: &Device,
    layout: &wgpu::BindGroupLayout,
    keys: &Buffer,
    heights: &Buffer,
) -> BindGroup {
    let height = wgpu::BufferBinding {
        buffer: heights,
        offset: 0,
        size: wgpu::BufferSize::new(4),
    };
    device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: None,
        layout,
        entries: &[
            wgpu::BindGroupEntry {
                binding: 0,
                resource: keys.as_entire_binding(),
            },
            wgpu::BindGroupEntry {
                binding: 1,
                resource: wgpu::BindingResource::Buffer(height),
            },
        ],
    })
}

fn pipelines(device: &Device, layout: &wgpu::BindGroupLayout) -> Vec<ComputePipeline> {
    let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
        label: None,
        source: wgpu::ShaderSource::Wgsl(WGSL.into()),
    });
    let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
        label: None,
        bind_group_layouts: &[Some(layout)],
        immediate_size: 0,
    });
    let pipeline = |entry_point| {
        device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
            label: None,
            layout: Some(&layout),
            module: &module,
            entry_point: Some(entry_point),
            compilation_options: Default::default(),
            cache: None,
        })
    };
    ENTRY_POINTS.map(pipeline).into()
}

/// The best and the median time.
fn times(adapter: &Adapter, keys: &[u32], repetitions: usize) -> [f64; 2] {
    let sorter = Sorter::new(adapter, keys.len() as u32);
    let mut times: Vec<_> = (0..repetitions).map(|_| sorter.sort(keys)).collect();
    let mut expected = keys.to_vec();
    expected.sort_unstable();
    assert!(
        sorter.read() == expected,
        "{} keys are not sorted",
        keys.len()
    );
    times.sort_by(f64::total_cmp);
    [times[0], times[times.len() / 2]]
}

fn vulkan() -> Option<Adapter> {
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor {
        backends: wgpu::Backends::VULKAN,
        ..wgpu::InstanceDescriptor::new_without_display_handle()
    });
    pollster::block_on(instance.request_adapter(&Default::default())).ok()
}

fn main() {
    let mut arguments = std::env::args().skip(1).map(|text| text.parse().ok());
    let repetitions = arguments.next().flatten().unwrap_or(9).max(1);
    let options = AdapterOptions {
        threads: arguments.next().flatten().and_then(NonZeroUsize::new),
        ..AdapterOptions::default()
    };
    let software = instance_with(options).request_adapter(&Default::default());
    let software = pollster::block_on(software).expect("the software adapter is always there");
    let adapters: Vec<_> = [Some(software), vulkan()].into_iter().flatten().collect();
    for log in [14, 16, 18] {
        let keys: Vec<u32> = (0..1 << log)
            .map(|at: u32| at.wrapping_mul(2_654_435_761) ^ (at << 7))
            .collect();
        for adapter in &adapters {
            let [best, median] = times(adapter, &keys, repetitions);
            let name = adapter.get_info().name;
            println!("2^{log}: {best:8.2} best, {median:8.2} median, {name}");
        }
    }
}
