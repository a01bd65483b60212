//! Parts about dispatches: workgroup memory, atomics, indirection, recorded state.

use super::*;

pub(super) fn workgroup_sum(device: &Device, queue: &Queue) -> (Vec<u32>, Vec<u32>) {
    let pipeline = pipeline(
        device,
        "@group(0) @binding(0) var<storage, read_write> data: array<u32>;
         @group(0) @binding(1) var<storage, read_write> sums: array<u32>;
         var<workgroup> partial: array<u32, 64>;
         @compute @workgroup_size(64)
         fn main(@builtin(global_invocation_id) id: vec3<u32>,
                 @builtin(local_invocation_index) index: u32,
                 @builtin(workgroup_id) workgroup: vec3<u32>) {
             partial[index] = data[id.x];
             for (var half = 32u; half > 0u; half /= 2u) {
                 workgroupBarrier();
                 if (index < half) { partial[index] += partial[index + half]; }
             }
             if (index == 0u) { sums[workgroup.x] = partial[0]; }
         }",
    );
    let input: Vec<u32> = (0..256).map(|index| index * index % 91).collect();
    let (data, sums) = (storage(device, &input), storage(device, &[0; 4]));
    let bind_group = group(device, &pipeline, 0, &[&data, &sums]);
    dispatch(device, queue, &pipeline, &bind_group, 4);
    let expected = input.chunks(64).map(|chunk| chunk.iter().sum()).collect();
    (read(device, queue, &sums), expected)
}

pub(super) fn histogram(device: &Device, queue: &Queue) -> (Vec<u32>, Vec<u32>) {
    let pipeline = pipeline(
        device,
        "@group(0) @binding(0) var<storage, read> data: array<u32>;
         @group(0) @binding(1) var<storage, read_write> bins: array<atomic<u32>, 8>;
         @compute @workgroup_size(32)
         fn main(@builtin(global_invocation_id) id: vec3<u32>) {
             if (id.x < arrayLength(&data)) { atomicAdd(&bins[data[id.x] % 8u], 1u); }
         }",
    );
    let input: Vec<u32> = (0..100)
        .map(|index: u32| index.wrapping_mul(2654435761) >> 7)
        .collect();
    let (data, bins) = (storage(device, &input), storage(device, &[0; 8]));
    let bind_group = group(device, &pipeline, 0, &[&data, &bins]);
    dispatch(device, queue, &pipeline, &bind_group, 4);
    let mut expected = vec![0; 8];
    input
        .iter()
        .for_each(|word| expected[(word % 8) as usize] += 1);
    (read(device, queue, &bins), expected)
}

pub(super) fn indirect(device: &Device, queue: &Queue) -> (Vec<u32>, Vec<u32>) {
    let pipeline = pipeline(
        device,
        "@group(0) @binding(0) var<storage, read_write> seen: array<u32>;
         @compute @workgroup_size(1)
         fn main(@builtin(workgroup_id) id: vec3<u32>,
                 @builtin(num_workgroups) count: vec3<u32>) {
             seen[(id.z * count.y + id.y) * count.x + id.x] = id.x + 10u * id.y + 100u * id.z + 1u;
         }",
    );
    let counts = device.create_buffer_init(&wgpu::util::BufferInitDescriptor {
        label: None,
        contents: &words(&[9, 2, 3, 2]),
        usage: BufferUsages::INDIRECT,
    });
    let seen = storage(device, &[0; 16]);
    let bind_group = group(device, &pipeline, 0, &[&seen]);
    let mut encoder = device.create_command_encoder(&Default::default());
    {
        let mut pass = encoder.begin_compute_pass(&Default::default());
        pass.set_pipeline(&pipeline);
        pass.set_bind_group(0, &bind_group, &[]);
        pass.dispatch_workgroups_indirect(&counts, 4);
        pass.dispatch_workgroups(0, 5, 5);
    }
    queue.submit([encoder.finish()]);
    let expected = vec![
        1, 2, 11, 12, 21, 22, 101, 102, 111, 112, 121, 122, 0, 0, 0, 0,
    ];
    (read(device, queue, &seen), expected)
}

pub(super) fn recorded_state(device: &Device, queue: &Queue) -> (Vec<u32>, Vec<u32>) {
    const SOURCE: &str = "
        @group(0) @binding(0) var<storage, read_write> data: array<u32>;
        @compute @workgroup_size(4)
        fn main(@builtin(local_invocation_index) index: u32) { data[index] += 1u; }";
    let (first, second) = (storage(device, &[0; 4]), storage(device, &[10; 4]));
    let mut encoder = device.create_command_encoder(&Default::default());
    {
        let pipeline = pipeline(device, SOURCE);
        let to_first = group(device, &pipeline, 0, &[&first]);
        let to_second = group(device, &pipeline, 0, &[&second]);
        let mut pass = encoder
            .begin_compute_pass(&Default::default())
            .forget_lifetime();
        pass.push_debug_group("both");
        pass.set_pipeline(&pipeline);
        pass.set_bind_group(0, &to_first, &[]);
        pass.dispatch_workgroups(1, 1, 1);
        pass.set_bind_group(0, None, &[]);
        pass.set_bind_group(0, &to_second, &[]);
        pass.insert_debug_marker("twice");
        pass.dispatch_workgroups(1, 1, 1);
        pass.dispatch_workgroups(1, 1, 1);
        pass.pop_debug_group();
        // Pipeline and bind groups are dropped here; the commands keep them alive.
    }
    let commands = encoder.finish();
    // Written before the submission, so seen by it.
    queue.write_buffer(&first, 0, &words(&[5]));
    let done = Arc::new(AtomicU32::new(0));
    let told = Arc::clone(&done);
    let submission = queue.submit([commands]);
    queue.on_submitted_work_done(move || {
        told.fetch_add(1, SeqCst);
    });
    device
        .poll(wgpu::PollType::Wait {
            submission_index: Some(submission),
            timeout: None,
        })
        .expect("the submission ends");
    wait(device);
    let mut computed = read(device, queue, &first);
    computed.extend(read(device, queue, &second));
    computed.push(done.load(SeqCst));
    (computed, vec![6, 1, 1, 1, 12, 12, 12, 12, 1])
}
