//! The devices that the adapter's tests run on: the software adapter, and Vulkan for comparison.

// Each test binary uses its own part of this.
#![allow(dead_code)]

use wgpu::{Adapter, BufferUsages, Device, Features, Limits, Queue, util::DeviceExt};

/// A device and its queue, with the name of what runs them.
pub(crate) struct Engine {
    pub name: String,
    pub adapter: Adapter,
    pub device: Device,
    pub queue: Queue,
}

impl Engine {
    /// A device of `adapter` with WebGPU's default limits and those of `features` that it has.
    pub(crate) fn open(name: &str, adapter: Adapter, features: Features) -> Self {
        Self::open_with(name, adapter, features, Limits::defaults())
    }

    /// Like [`Engine::open`], with other limits.
    pub(crate) fn open_with(
        name: &str,
        adapter: Adapter,
        features: Features,
        limits: Limits,
    ) -> Self {
        let (device, queue) = pollster::block_on(adapter.request_device(&wgpu::DeviceDescriptor {
            label: Some(name),
            required_features: features & adapter.features(),
            required_limits: limits,
            ..Default::default()
        }))
        .expect("the adapter gives a device");
        Self {
            name: name.to_owned(),
            adapter,
            device,
            queue,
        }
    }

    /// Waits until all work is done and all callbacks are called.
    pub(crate) fn wait(&self) {
        self.device
            .poll(wgpu::PollType::wait_indefinitely())
            .expect("the device is polled");
    }
}

/// The software adapter.
pub(crate) fn software() -> Adapter {
    pollster::block_on(bitonic_cpu::instance().request_adapter(&Default::default()))
        .expect("the software adapter is always there")
}

/// A device of the software adapter.
pub(crate) fn software_engine(features: Features) -> Engine {
    Engine::open("software", software(), features)
}

/// A device of the first Vulkan adapter.
///
/// Without one this prints `SKIP: <reason>`, and fails if `BITONIC_NO_SKIP=1` is set.
pub(crate) fn vulkan_engine(features: Features) -> Option<Engine> {
    vulkan_adapter().map(|adapter| Engine::open("vulkan", adapter, features))
}

/// The first Vulkan adapter, or a skip like [`vulkan_engine`]'s.
pub(crate) fn vulkan_adapter() -> Option<Adapter> {
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor {
        backends: wgpu::Backends::VULKAN,
        ..wgpu::InstanceDescriptor::new_without_display_handle()
    });
    match pollster::block_on(instance.request_adapter(&Default::default())) {
        Ok(adapter) => Some(adapter),
        Err(error) => {
            skip(&format!("no Vulkan adapter: {error}"));
            None
        }
    }
}

pub(crate) fn skip(reason: &str) {
    let forbidden = std::env::var("BITONIC_NO_SKIP").is_ok_and(|value| value == "1");
    assert!(!forbidden, "BITONIC_NO_SKIP=1, but: {reason}");
    println!("SKIP: {reason}");
}

/// The words of a buffer.
pub(crate) fn read(engine: &Engine, buffer: &wgpu::Buffer) -> Vec<u32> {
    let copy = engine.device.create_buffer(&wgpu::BufferDescriptor {
        label: None,
        size: buffer.size(),
        usage: BufferUsages::MAP_READ | BufferUsages::COPY_DST,
        mapped_at_creation: false,
    });
    let mut encoder = engine.device.create_command_encoder(&Default::default());
    encoder.copy_buffer_to_buffer(buffer, 0, &copy, 0, None);
    engine.queue.submit([encoder.finish()]);
    copy.map_async(wgpu::MapMode::Read, .., |mapped| {
        mapped.expect("the map succeeds");
    });
    engine.wait();
    let view = copy.get_mapped_range(..).expect("it is mapped");
    bytemuck::pod_collect_to_vec(&view)
}

/// What a kernel leaves in its one buffer, binding 0 of group 0, which starts as `before`.
pub(crate) fn result(engine: &Engine, source: &str, before: &[u32], workgroups: u32) -> Vec<u32> {
    let module = engine
        .device
        .create_shader_module(wgpu::ShaderModuleDescriptor {
            label: None,
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
    let buffer = engine
        .device
        .create_buffer_init(&wgpu::util::BufferInitDescriptor {
            label: None,
            contents: bytemuck::cast_slice(before),
            usage: BufferUsages::STORAGE | BufferUsages::COPY_SRC,
        });
    let group = engine.device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: None,
        layout: &pipeline.get_bind_group_layout(0),
        entries: &[wgpu::BindGroupEntry {
            binding: 0,
            resource: buffer.as_entire_binding(),
        }],
    });
    let mut encoder = engine.device.create_command_encoder(&Default::default());
    {
        let mut pass = encoder.begin_compute_pass(&Default::default());
        pass.set_pipeline(&pipeline);
        pass.set_bind_group(0, &group, &[]);
        pass.dispatch_workgroups(workgroups, 1, 1);
    }
    engine.queue.submit([encoder.finish()]);
    read(engine, &buffer)
}
