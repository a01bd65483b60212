//! The part about timestamps, which need features.

use super::*;

/// What the part needs beyond `TIMESTAMP_QUERY` where the device has it: timestamps between the
/// commands of an encoder and of a pass.
const INSIDE: wgpu::Features = wgpu::Features::TIMESTAMP_QUERY_INSIDE_ENCODERS
    .union(wgpu::Features::TIMESTAMP_QUERY_INSIDE_PASSES);

/// Stamps the begin and the end of a pass, and moments inside where the device can; gives what can be
/// relied on: that the stamps are there and in order, and that their unit is no longer than a
/// microsecond.
pub(crate) fn timestamps(device: &Device, queue: &Queue) -> Outcome {
    let set = device.create_query_set(&wgpu::QuerySetDescriptor {
        label: None,
        ty: wgpu::QueryType::Timestamp,
        count: 6,
    });
    let pipeline = pipeline(
        device,
        "@group(0) @binding(0) var<storage, read_write> data: array<u32>;
         @compute @workgroup_size(64)
         fn main(@builtin(global_invocation_id) id: vec3<u32>) {
             for (var i = 0u; i < 50u; i++) { data[id.x] += i; }
         }",
    );
    let data = storage(device, &[0; 4096]);
    let bind_group = group(device, &pipeline, 0, &[&data]);
    let inside = device.features().contains(INSIDE);
    let resolved = device.create_buffer(&wgpu::BufferDescriptor {
        label: None,
        size: 512,
        usage: BufferUsages::QUERY_RESOLVE | BufferUsages::COPY_SRC,
        mapped_at_creation: false,
    });
    let mut encoder = device.create_command_encoder(&Default::default());
    if inside {
        encoder.write_timestamp(&set, 0);
    }
    {
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor {
            label: None,
            timestamp_writes: Some(wgpu::ComputePassTimestampWrites {
                query_set: &set,
                beginning_of_pass_write_index: Some(1),
                end_of_pass_write_index: Some(3),
            }),
        });
        pass.set_pipeline(&pipeline);
        pass.set_bind_group(0, &bind_group, &[]);
        pass.dispatch_workgroups(64, 1, 1);
        if inside {
            pass.write_timestamp(&set, 2);
        }
        pass.dispatch_workgroups(64, 1, 1);
    }
    if inside {
        encoder.write_timestamp(&set, 4);
    }
    encoder.resolve_query_set(&set, 0..6, &resolved, 256);
    queue.submit([encoder.finish()]);
    let words = read(device, queue, &resolved);
    let stamps: Vec<u64> = words[64..76]
        .chunks_exact(2)
        .map(|words| u64::from(words[0]) | u64::from(words[1]) << 32)
        .collect();
    let written: &[usize] = if inside { &[0, 1, 2, 3, 4] } else { &[1, 3] };
    let in_order = written
        .windows(2)
        .all(|pair| stamps[pair[0]] <= stamps[pair[1]]);
    let there = written.iter().all(|&query| stamps[query] != 0);
    let period = queue.get_timestamp_period();
    let sensible = period > 0.0 && period <= 1000.0;
    let untouched = stamps[5] == 0;
    set.destroy();
    Outcome {
        part: "timestamps",
        computed: [in_order, there, sensible, untouched]
            .map(u32::from)
            .to_vec(),
        expected: vec![1; 4],
    }
}
