//! Parts about pipelines: overrides, layouts, dynamic offsets, entry points.

use super::*;

pub(super) fn overrides(device: &Device, queue: &Queue) -> (Vec<u32>, Vec<u32>) {
    const SOURCE: &str = "
        override factor: u32 = 2;
        @id(7) override shift: u32;
        override size: u32 = 16;
        @group(0) @binding(3) var<storage, read_write> data: array<u32>;
        @group(0) @binding(1) var<uniform> bias: vec4<u32>;
        @compute @workgroup_size(size)
        fn main(@builtin(global_invocation_id) id: vec3<u32>) {
            if (id.x < arrayLength(&data)) {
                data[id.x] = ((data[id.x] * factor) << shift) + bias.y;
            }
        }";
    let entry = |binding, ty| BindGroupLayoutEntry {
        binding,
        visibility: ShaderStages::COMPUTE,
        ty: BindingType::Buffer {
            ty,
            has_dynamic_offset: false,
            min_binding_size: None,
        },
        count: None,
    };
    let layout = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
        label: Some("explicit"),
        entries: &[
            entry(1, BufferBindingType::Uniform),
            entry(3, BufferBindingType::Storage { read_only: false }),
        ],
    });
    let pipeline_layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
        label: None,
        bind_group_layouts: &[Some(&layout)],
        immediate_size: 0,
    });
    let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
        label: Some("overrides"),
        source: wgpu::ShaderSource::Wgsl(SOURCE.into()),
    });
    let pipeline = device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
        label: None,
        layout: Some(&pipeline_layout),
        module: &module,
        entry_point: Some("main"),
        compilation_options: wgpu::PipelineCompilationOptions {
            constants: &[("factor", 5.0), ("7", 3.0), ("size", 32.0)],
            ..Default::default()
        },
        cache: None,
    });
    let input: Vec<u32> = (0..50).collect();
    let data = storage(device, &input);
    let bias = device.create_buffer_init(&wgpu::util::BufferInitDescriptor {
        label: None,
        contents: &words(&[0, 9, 0, 0]),
        usage: BufferUsages::UNIFORM,
    });
    let bind_group = device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: None,
        layout: &layout,
        entries: &[
            BindGroupEntry {
                binding: 3,
                resource: data.as_entire_binding(),
            },
            BindGroupEntry {
                binding: 1,
                resource: bias.as_entire_binding(),
            },
        ],
    });
    dispatch(device, queue, &pipeline, &bind_group, 2);
    let expected = input.iter().map(|word| ((word * 5) << 3) + 9).collect();
    (read(device, queue, &data), expected)
}

pub(super) fn automatic_layouts(device: &Device, queue: &Queue) -> (Vec<u32>, Vec<u32>) {
    let pipeline = pipeline(
        device,
        "@group(0) @binding(0) var<storage, read> left: array<u32>;
         @group(2) @binding(0) var<storage, read> right: array<u32>;
         @group(2) @binding(1) var<storage, read_write> sum: array<u32>;
         @compute @workgroup_size(8)
         fn main(@builtin(global_invocation_id) id: vec3<u32>) {
             sum[id.x] = left[id.x] + 10u * right[id.x];
         }",
    );
    let left = storage(device, &[1; 16]);
    let right = storage(device, &(0..16).collect::<Vec<_>>());
    let sum = storage(device, &[0; 16]);
    let first = group(device, &pipeline, 0, &[&left]);
    let third = group(device, &pipeline, 2, &[&right, &sum]);
    let mut encoder = device.create_command_encoder(&Default::default());
    {
        let mut pass = encoder.begin_compute_pass(&Default::default());
        pass.set_bind_group(2, &third, &[]);
        pass.set_pipeline(&pipeline);
        pass.set_bind_group(0, &first, &[]);
        pass.dispatch_workgroups(2, 1, 1);
    }
    queue.submit([encoder.finish()]);
    (
        read(device, queue, &sum),
        (0..16).map(|index| 1 + 10 * index).collect(),
    )
}

pub(super) fn dynamic_offsets(device: &Device, queue: &Queue) -> (Vec<u32>, Vec<u32>) {
    const SOURCE: &str = "
        @group(0) @binding(5) var<uniform> step: vec4<u32>;
        @group(0) @binding(2) var<storage, read_write> data: array<u32, 4>;
        @compute @workgroup_size(4)
        fn main(@builtin(local_invocation_index) index: u32) {
            data[index] = data[index] * step.x + step.y;
        }";
    let entry = |binding, ty| BindGroupLayoutEntry {
        binding,
        visibility: ShaderStages::COMPUTE,
        ty: BindingType::Buffer {
            ty,
            has_dynamic_offset: true,
            min_binding_size: BufferSize::new(16),
        },
        count: None,
    };
    let layout = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
        label: None,
        // Declared out of order: offsets go by binding number.
        entries: &[
            entry(5, BufferBindingType::Uniform),
            entry(2, BufferBindingType::Storage { read_only: false }),
        ],
    });
    let pipeline_layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
        label: None,
        bind_group_layouts: &[Some(&layout)],
        immediate_size: 0,
    });
    let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
        label: None,
        source: wgpu::ShaderSource::Wgsl(SOURCE.into()),
    });
    let pipeline = device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
        label: None,
        layout: Some(&pipeline_layout),
        module: &module,
        entry_point: None,
        compilation_options: Default::default(),
        cache: None,
    });
    let steps = device.create_buffer(&wgpu::BufferDescriptor {
        label: None,
        size: 1024,
        usage: BufferUsages::UNIFORM | BufferUsages::COPY_DST,
        mapped_at_creation: false,
    });
    queue.write_buffer(&steps, 256, &words(&[2, 1, 0, 0]));
    queue.write_buffer(&steps, 768, &words(&[3, 5, 0, 0]));
    let data = storage(device, &(0..256).collect::<Vec<_>>());
    let range = |buffer, offset| {
        let size = BufferSize::new(16);
        BindingResource::Buffer(BufferBinding {
            buffer,
            offset,
            size,
        })
    };
    let bind_group = device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: None,
        layout: &layout,
        entries: &[
            BindGroupEntry {
                binding: 5,
                resource: range(&steps, 256),
            },
            BindGroupEntry {
                binding: 2,
                resource: range(&data, 256),
            },
        ],
    });
    let mut encoder = device.create_command_encoder(&Default::default());
    {
        let mut pass = encoder.begin_compute_pass(&Default::default());
        pass.set_pipeline(&pipeline);
        for offsets in [[0, 0], [0, 512], [512, 512]] {
            pass.set_bind_group(0, &bind_group, &offsets);
            pass.dispatch_workgroups(1, 1, 1);
        }
    }
    queue.submit([encoder.finish()]);
    let mut expected: Vec<u32> = (0..256).collect();
    // Byte 256 is word 64, byte 768 word 192.
    expected[64..68]
        .iter_mut()
        .for_each(|word| *word = (*word * 2 + 1) * 3 + 5);
    expected[192..196]
        .iter_mut()
        .for_each(|word| *word = *word * 3 + 5);
    (read(device, queue, &data), expected)
}

pub(super) fn entry_points(device: &Device, queue: &Queue) -> (Vec<u32>, Vec<u32>) {
    const SOURCE: &str = "
        @group(0) @binding(0) var<storage, read_write> data: array<f32>;
        fn square(value: f32) -> f32 { return value * value; }
        @compute @workgroup_size(4)
        fn squares(@builtin(local_invocation_index) index: u32) { data[index] = square(data[index]); }
        @compute @workgroup_size(4)
        fn halves(@builtin(local_invocation_index) index: u32) { data[index] *= 0.5; }";
    let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
        label: None,
        source: wgpu::ShaderSource::Wgsl(SOURCE.into()),
    });
    let input = [1.0f32, 3.0, -5.0, 0.25];
    let data = storage(device, &input.map(f32::to_bits));
    for name in ["squares", "halves"] {
        let pipeline = device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
            label: Some(name),
            layout: None,
            module: &module,
            entry_point: Some(name),
            compilation_options: Default::default(),
            cache: None,
        });
        let bind_group = group(device, &pipeline, 0, &[&data]);
        dispatch(device, queue, &pipeline, &bind_group, 1);
    }
    let expected = input.map(|value| (value * value * 0.5).to_bits());
    (read(device, queue, &data), expected.to_vec())
}
