//! Runs a kernel on both engines and compares the words that it leaves.

use std::sync::OnceLock;

use wgpu::{BufferUsages, Features, util::DeviceExt};

use crate::common::{Engine, software, vulkan_adapter};

/// What tests ask of a device.
const WANTED: Features = Features::SHADER_F16
    .union(Features::SHADER_F64)
    .union(Features::SHADER_I16)
    .union(Features::SHADER_INT64)
    .union(Features::IMMEDIATES);

fn engines() -> &'static [Engine] {
    static ENGINES: OnceLock<Vec<Engine>> = OnceLock::new();
    ENGINES.get_or_init(|| {
        let adapters = [("software", Some(software())), ("vulkan", vulkan_adapter())];
        let adapters = adapters.into_iter();
        adapters
            .filter_map(|(name, adapter)| Some(open(name, adapter?)))
            .collect()
    })
}

fn open(name: &str, adapter: wgpu::Adapter) -> Engine {
    let limits = wgpu::Limits {
        max_immediate_size: adapter.limits().max_immediate_size,
        ..wgpu::Limits::defaults()
    };
    Engine::open_with(name, adapter, WANTED, limits)
}

/// A kernel with one entry point, and its buffers by binding of group 0.
#[derive(Clone, Default)]
pub(crate) struct Kernel<'a> {
    pub(crate) source: &'a str,
    pub(crate) features: Features,
    pub(crate) constants: &'a [(&'a str, f64)],
    pub(crate) buffers: Vec<Vec<u32>>,
    pub(crate) immediates: &'a [u32],
    pub(crate) workgroups: u32,
    /// Why this is for the software adapter alone.
    pub(crate) not_on_vulkan: Option<&'a str>,
}

impl Kernel<'_> {
    /// What each engine that can leaves in the buffers, by its name.
    pub(crate) fn run(&self) -> Vec<(&'static str, Vec<Vec<u32>>)> {
        let mut results = Vec::new();
        for engine in engines() {
            let lacking = self.features - engine.device.features();
            match self.not_on_vulkan {
                Some(reason) if engine.name == "vulkan" => {
                    println!("software adapter alone: {reason}: {}", self.source);
                }
                _ if !lacking.is_empty() => {
                    let name = &engine.name;
                    println!(
                        "software adapter alone, {name} lacks {lacking:?}: {}",
                        self.source
                    );
                }
                _ => results.push((engine.name.as_str(), self.run_on(engine))),
            }
        }
        assert!(!results.is_empty(), "the software adapter has all features");
        results
    }

    fn run_on(&self, engine: &Engine) -> Vec<Vec<u32>> {
        let device = &engine.device;
        let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
            label: Some(&engine.name),
            source: wgpu::ShaderSource::Wgsl(self.source.into()),
        });
        let pipeline = device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
            label: Some(&engine.name),
            layout: None,
            module: &module,
            entry_point: None,
            compilation_options: wgpu::PipelineCompilationOptions {
                constants: self.constants,
                ..Default::default()
            },
            cache: None,
        });
        let buffers: Vec<wgpu::Buffer> = self
            .buffers
            .iter()
            .map(|words| {
                device.create_buffer_init(&wgpu::util::BufferInitDescriptor {
                    label: None,
                    contents: bytemuck::cast_slice(words),
                    usage: BufferUsages::STORAGE | BufferUsages::UNIFORM | BufferUsages::COPY_SRC,
                })
            })
            .collect();
        let entries: Vec<_> = (0..)
            .zip(&buffers)
            .map(|(binding, buffer)| wgpu::BindGroupEntry {
                binding,
                resource: buffer.as_entire_binding(),
            })
            .collect();
        let group = device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: None,
            layout: &pipeline.get_bind_group_layout(0),
            entries: &entries,
        });
        let mut encoder = device.create_command_encoder(&Default::default());
        {
            let mut pass = encoder.begin_compute_pass(&Default::default());
            pass.set_pipeline(&pipeline);
            pass.set_bind_group(0, &group, &[]);
            if !self.immediates.is_empty() {
                pass.set_immediates(0, bytemuck::cast_slice(self.immediates));
            }
            pass.dispatch_workgroups(self.workgroups.max(1), 1, 1);
        }
        engine.queue.submit([encoder.finish()]);
        buffers.iter().map(|buffer| read(engine, buffer)).collect()
    }

    /// Checks what buffer 0 holds at the end.
    #[track_caller]
    pub(crate) fn check(&self, expected: &[u32]) {
        for (engine, buffers) in self.run() {
            assert_eq!(buffers[0], expected, "{engine}: {}", self.source);
        }
    }
}

fn read(engine: &Engine, buffer: &wgpu::Buffer) -> Vec<u32> {
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

#[test]
fn the_engines_say_what_they_cover() {
    for engine in engines() {
        let has = engine.device.features() & WANTED;
        println!("{}: {has:?}", engine.name);
    }
    assert!(engines()[0].device.features().contains(WANTED));
}
