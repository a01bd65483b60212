//! The part about immediates, which need a feature.

use super::*;

/// Adds numbers that are set between the dispatches of one pass.
pub(crate) fn immediates(device: &Device, queue: &Queue) -> Outcome {
    const SOURCE: &str = "
        struct Step { scale: u32, pad: u32, add: vec2<u32> }
        var<immediate> step: Step;
        @group(0) @binding(0) var<storage, read_write> data: array<u32>;
        @compute @workgroup_size(4)
        fn main(@builtin(local_invocation_index) index: u32) {
            data[index] = data[index] * step.scale + step.add.y + step.pad * step.add.x;
        }";
    let pipeline = pipeline(device, SOURCE);
    let data = storage(device, &[0, 1, 2, 3]);
    let bind_group = group(device, &pipeline, 0, &[&data]);
    let mut encoder = device.create_command_encoder(&Default::default());
    {
        let mut pass = encoder.begin_compute_pass(&Default::default());
        pass.set_pipeline(&pipeline);
        pass.set_bind_group(0, &bind_group, &[]);
        pass.set_immediates(0, &words(&[3, 0, 0, 5]));
        pass.dispatch_workgroups(1, 1, 1);
        pass.set_immediates(12, &words(&[7]));
        pass.dispatch_workgroups(1, 1, 1);
    }
    queue.submit([encoder.finish()]);
    Outcome {
        part: "immediates",
        computed: read(device, queue, &data),
        expected: (0..4).map(|word| (word * 3 + 5) * 3 + 7).collect(),
    }
}
