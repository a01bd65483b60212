//! A loop that never ends must not hold the host for ever: the device is lost, and says why.

mod common;

use std::sync::{Arc, Mutex, mpsc};

use bitonic_cpu::{AdapterOptions, instance_with};
use common::Engine;
use wgpu::{BufferUsages, DeviceLostReason, ErrorFilter};

/// The device of an adapter with this limit of turns.
fn limited(turn_limit: u64) -> Engine {
    let options = AdapterOptions {
        turn_limit,
        ..AdapterOptions::default()
    };
    let adapter = instance_with(options).request_adapter(&Default::default());
    let adapter = pollster::block_on(adapter).expect("the software adapter is always there");
    Engine::open("software", adapter, wgpu::Features::empty())
}

/// A buffer of `workgroups` words after `source` ran on it, copied to where it can be mapped.
fn run(engine: &Engine, source: &str, workgroups: u32) -> wgpu::Buffer {
    let module = engine
        .device
        .create_shader_module(wgpu::ShaderModuleDescriptor {
            label: None,
            source: wgpu::ShaderSource::Wgsl(source.into()),
        });
    let pipeline = engine
        .device
        .create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
            label: Some("turning"),
            layout: None,
            module: &module,
            entry_point: None,
            compilation_options: Default::default(),
            cache: None,
        });
    let buffer = |usage| {
        engine.device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size: u64::from(workgroups) * 4,
            usage,
            mapped_at_creation: false,
        })
    };
    let data = buffer(BufferUsages::STORAGE | BufferUsages::COPY_SRC);
    let read = buffer(BufferUsages::MAP_READ | BufferUsages::COPY_DST);
    let group = engine.device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: None,
        layout: &pipeline.get_bind_group_layout(0),
        entries: &[wgpu::BindGroupEntry {
            binding: 0,
            resource: data.as_entire_binding(),
        }],
    });
    let mut encoder = engine.device.create_command_encoder(&Default::default());
    {
        let mut pass = encoder.begin_compute_pass(&Default::default());
        pass.set_pipeline(&pipeline);
        pass.set_bind_group(0, &group, &[]);
        pass.dispatch_workgroups(workgroups, 1, 1);
    }
    encoder.copy_buffer_to_buffer(&data, 0, &read, 0, None);
    engine.queue.submit([encoder.finish()]);
    read
}

/// Whether the buffer can be mapped, and its words if so.
fn words(engine: &Engine, buffer: &wgpu::Buffer) -> Option<Vec<u32>> {
    let (told, outcome) = mpsc::channel();
    buffer.map_async(wgpu::MapMode::Read, .., move |mapped| {
        told.send(mapped.is_ok()).expect("the test waits for it");
    });
    engine.wait();
    let mapped = outcome.recv().expect("the callback is called");
    mapped.then(|| {
        let view = buffer.get_mapped_range(..).expect("it is mapped");
        bytemuck::pod_collect_to_vec(&view)
    })
}

/// Half of the invocations never leave their inner loop, which the outer one would start again.
const ENDLESS: &str = "
@group(0) @binding(0) var<storage, read_write> data: array<u32>;
@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) group: vec3<u32>) {
    loop {
        var x = i % 2u;
        loop { if x == 0u { break; } x += 2u; }
        if data[group.x] > 0u { break; }
    }
}";

#[test]
fn an_endless_loop_loses_the_device_and_says_which_loop() {
    let engine = limited(10_000);
    let losses = Arc::new(Mutex::new(Vec::new()));
    let told = Arc::clone(&losses);
    engine
        .device
        .set_device_lost_callback(move |reason, message| {
            told.lock().expect("no panic").push((reason, message));
        });

    let scope = engine.device.push_error_scope(ErrorFilter::Internal);
    // Enough workgroups for several threads: all must stop.
    let read = run(&engine, ENDLESS, 10_000);
    let error = pollster::block_on(scope.pop()).expect("the loop is stopped");
    assert!(matches!(error, wgpu::Error::Internal { .. }), "{error}");
    let text = error.to_string();
    for part in [
        "`main` of ComputePipeline with 'turning' label",
        "line 7 `loop { if x == 0u { break; } x += 2u; }`",
        "has not ended after 10000 turns",
        "AdapterOptions::turn_limit",
    ] {
        assert!(text.contains(part), "`{part}` in {text}");
    }

    assert!(
        losses.lock().expect("no panic").is_empty(),
        "not before a poll"
    );
    assert_eq!(words(&engine, &read), None, "a lost device maps nothing");
    let losses = losses.lock().expect("no panic");
    let [(reason, message)] = &losses[..] else {
        panic!("told once: {losses:?}");
    };
    assert_eq!(*reason, DeviceLostReason::Unknown);
    assert!(text.contains(message.as_str()), "{message}");
}

/// Both loops stay below the limit, together they are far above.
const NESTED: &str = "
@group(0) @binding(0) var<storage, read_write> data: array<u32>;
@compute @workgroup_size(1)
fn main(@builtin(workgroup_id) group: vec3<u32>) {
    for (var i = 0u; i < 100u; i++) {
        for (var j = 0u; j < 100u; j++) { data[group.x] += 1u; }
    }
}";

#[test]
fn the_limit_is_for_each_time_that_a_loop_is_entered() {
    let engine = limited(101);
    let read = run(&engine, NESTED, 3);
    assert_eq!(words(&engine, &read), Some(vec![10_000; 3]));
    let engine = limited(100);
    let scope = engine.device.push_error_scope(ErrorFilter::Internal);
    run(&engine, NESTED, 3);
    assert!(pollster::block_on(scope.pop()).is_some());
}

#[test]
fn without_a_limit_and_by_default_long_loops_end_by_themselves() {
    let long = NESTED.replace("100u", "2000u");
    for turn_limit in [u64::MAX, AdapterOptions::default().turn_limit] {
        let engine = limited(turn_limit);
        let read = run(&engine, &long, 1);
        assert_eq!(words(&engine, &read), Some(vec![4_000_000]));
    }
}
