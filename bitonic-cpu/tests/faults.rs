//! Faults of shaders are reported to whoever asked, through wgpu alone.

use std::sync::{Arc, Mutex};

use bitonic_cpu::{AdapterOptions, FaultHandler, FaultReport, check::FaultKind, instance_with};
use wgpu::util::DeviceExt;

const SHADER: &str = "
@group(0) @binding(0) var<storage> data: array<u32>;
@group(0) @binding(1) var<storage, read_write> spread: array<u32>;

@compute @workgroup_size(4)
fn main(@builtin(local_invocation_index) i: u32) {
    spread[i * 2u] = data[i] + 1u;
}
";

/// Runs `SHADER` and gives what was reported, and what it left in as many elements.
fn run(words: &[u32]) -> (Vec<FaultReport>, Vec<u32>) {
    let reports = Arc::new(Mutex::new(Vec::new()));
    let heard = Arc::clone(&reports);
    let on_fault = FaultHandler::new(move |report| heard.lock().unwrap().push(report.clone()));
    let options = AdapterOptions {
        on_fault: Some(on_fault),
        ..AdapterOptions::default()
    };
    let adapter = instance_with(options).request_adapter(&Default::default());
    let adapter = pollster::block_on(adapter).unwrap();
    let (device, queue) = pollster::block_on(adapter.request_device(&Default::default())).unwrap();

    let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
        label: None,
        source: wgpu::ShaderSource::Wgsl(SHADER.into()),
    });
    let pipeline = device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
        label: Some("spread"),
        layout: None,
        module: &module,
        entry_point: None,
        compilation_options: Default::default(),
        cache: None,
    });
    let bytes: &[u8] = bytemuck::cast_slice(words);
    let data = device.create_buffer_init(&wgpu::util::BufferInitDescriptor {
        label: None,
        contents: bytes,
        usage: wgpu::BufferUsages::STORAGE,
    });
    let spread = device.create_buffer(&wgpu::BufferDescriptor {
        label: None,
        size: bytes.len() as u64,
        usage: wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_SRC,
        mapped_at_creation: false,
    });
    let group = device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: None,
        layout: &pipeline.get_bind_group_layout(0),
        entries: &[
            wgpu::BindGroupEntry {
                binding: 0,
                resource: data.as_entire_binding(),
            },
            wgpu::BindGroupEntry {
                binding: 1,
                resource: spread.as_entire_binding(),
            },
        ],
    });
    let read = device.create_buffer(&wgpu::BufferDescriptor {
        label: None,
        size: bytes.len() as u64,
        usage: wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ,
        mapped_at_creation: false,
    });
    let mut encoder = device.create_command_encoder(&Default::default());
    {
        let mut pass = encoder.begin_compute_pass(&Default::default());
        pass.set_pipeline(&pipeline);
        pass.set_bind_group(0, &group, &[]);
        pass.dispatch_workgroups(1, 1, 1);
    }
    encoder.copy_buffer_to_buffer(&spread, 0, &read, 0, bytes.len() as u64);
    queue.submit([encoder.finish()]);
    read.map_async(wgpu::MapMode::Read, .., Result::unwrap);
    device.poll(wgpu::PollType::wait_indefinitely()).unwrap();
    let words = bytemuck::pod_collect_to_vec(&read.get_mapped_range(..).unwrap());
    let reports = reports.lock().unwrap().clone();
    (reports, words)
}

#[test]
fn an_index_past_the_end_is_reported_where_it_stands() {
    let (reports, words) = run(&[10, 20, 30]);
    // Invocations 0 and 1 write elements 0 and 2; 2 and 3 write past the end, and 3
    // reads past it.
    assert_eq!(words, [11, 0, 21]);
    assert_eq!(
        reports.len(),
        2,
        "one for the read, one for the writes: {reports:?}"
    );
    for report in &reports {
        assert_eq!(
            (report.entry_point.as_str(), report.pipeline.as_str()),
            ("main", "spread")
        );
        let place = report.place.as_ref().unwrap();
        assert_eq!(
            (place.line, place.text.as_str()),
            (7, "spread[i * 2u] = data[i] + 1u;")
        );
    }
    let mut first: Vec<_> = reports
        .iter()
        .map(|report| match &report.fault.kind {
            FaultKind::OutOfRange {
                variable,
                index,
                length: 3,
                invocation,
            } => {
                let variable = variable.clone().unwrap();
                (variable, *index, invocation.local_id[0], report.fault.count)
            }
            _ => panic!("{report}"),
        })
        .collect();
    first.sort_unstable();
    let expected = [("data", 3, 3, 1), ("spread", 4, 2, 2)];
    assert_eq!(
        first,
        expected.map(|(name, index, by, count)| (name.to_owned(), index, by, count))
    );
}

#[test]
fn a_sound_shader_is_left_alone() {
    let (reports, words) = run(&[1, 2, 3, 4, 5, 6, 7]);
    assert!(reports.is_empty(), "{reports:?}");
    assert_eq!(words, [2, 0, 3, 0, 4, 0, 5]);
}
