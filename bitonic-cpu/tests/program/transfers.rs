//! Parts about moving bytes: copies, clears, writes, maps.

use super::*;

pub(super) fn transfers(device: &Device, queue: &Queue) -> (Vec<u32>, Vec<u32>) {
    let source = storage(device, &(100..116).collect::<Vec<_>>());
    let target = storage(device, &[7; 16]);
    queue.write_buffer(&target, 0, &words(&[1, 2]));
    let size = BufferSize::new(8).expect("8 is not 0");
    queue
        .write_buffer_with(&target, 56, size)
        .expect("the write is valid")
        .copy_from_slice(&words(&[8, 9]));
    let mut encoder = device.create_command_encoder(&Default::default());
    encoder.copy_buffer_to_buffer(&source, 4, &target, 12, 20);
    encoder.clear_buffer(&target, 16, Some(4));
    encoder.copy_buffer_to_buffer(&source, 60, &target, 36, None);
    queue.submit([encoder.finish()]);
    let expected = vec![1, 2, 7, 101, 0, 103, 104, 105, 7, 115, 7, 7, 7, 7, 8, 9];
    (read(device, queue, &target), expected)
}

pub(super) fn mapping(device: &Device, queue: &Queue) -> (Vec<u32>, Vec<u32>) {
    let staging = device.create_buffer(&wgpu::BufferDescriptor {
        label: None,
        size: 32,
        usage: BufferUsages::MAP_WRITE | BufferUsages::COPY_SRC,
        mapped_at_creation: true,
    });
    staging
        .get_mapped_range_mut(..)
        .expect("it is mapped at creation")
        .copy_from_slice(&words(&[1, 2, 3, 4, 5, 6, 7, 8]));
    staging.unmap();
    let maps = Arc::new(AtomicU32::new(0));
    let counted = Arc::clone(&maps);
    staging.map_async(wgpu::MapMode::Write, 8..24, move |mapped| {
        counted.fetch_add(u32::from(mapped.is_ok()), SeqCst);
    });
    wait(device);
    {
        let mut low = staging.get_mapped_range_mut(8..16).expect("it is mapped");
        let mut high = staging.get_mapped_range_mut(16..24).expect("it is mapped");
        low.slice(4..8).copy_from_slice(&words(&[40]));
        high.slice(0..4).copy_from_slice(&words(&[50]));
    }
    let seen = staging.get_mapped_range(8..24).expect("it is mapped")[4];
    staging.unmap();
    let target = storage(device, &[0; 8]);
    let mut encoder = device.create_command_encoder(&Default::default());
    encoder.copy_buffer_to_buffer(&staging, 0, &target, 0, None);
    queue.submit([encoder.finish()]);
    let mut computed = read(device, queue, &target);
    computed.extend([maps.load(SeqCst), u32::from(seen)]);
    (computed, vec![1, 2, 3, 40, 50, 6, 7, 8, 1, 40])
}

/// Uploads in steps through buffers that are mapped again and again.
pub(super) fn staging_belt(device: &Device, queue: &Queue) -> (Vec<u32>, Vec<u32>) {
    let target = storage(device, &[0; 64]);
    let mut belt = wgpu::util::StagingBelt::new(device.clone(), 64);
    let size = BufferSize::new(32).expect("32 is not 0");
    for step in 0..8u32 {
        let mut encoder = device.create_command_encoder(&Default::default());
        let offset = u64::from(step) * 32;
        belt.write_buffer(&mut encoder, &target, offset, size)
            .copy_from_slice(&words(&[step; 8]));
        belt.finish();
        queue.submit([encoder.finish()]);
        belt.recall();
        wait(device);
    }
    let expected = (0..64).map(|word| word / 8).collect();
    (read(device, queue, &target), expected)
}

/// Maps that are asked for while commands are recorded: from the encoder, from a pass and from the
/// finished commands.
pub(super) fn map_on_submit(device: &Device, queue: &Queue) -> (Vec<u32>, Vec<u32>) {
    let source = storage(device, &[11, 12, 13, 14]);
    let readable = [(); 3].map(|()| {
        device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size: 16,
            usage: BufferUsages::MAP_READ | BufferUsages::COPY_DST,
            mapped_at_creation: false,
        })
    });
    let events = Arc::new(AtomicU32::new(0));
    let counted = || {
        let events = Arc::clone(&events);
        move |mapped: Result<(), wgpu::BufferAsyncError>| {
            events.fetch_add(u32::from(mapped.is_ok()), SeqCst);
        }
    };
    let mut encoder = device.create_command_encoder(&Default::default());
    for buffer in &readable {
        encoder.copy_buffer_to_buffer(&source, 0, buffer, 0, None);
    }
    encoder.map_buffer_on_submit(&readable[0], wgpu::MapMode::Read, .., counted());
    encoder
        .begin_compute_pass(&Default::default())
        .map_buffer_on_submit(&readable[1], wgpu::MapMode::Read, 8.., counted());
    let commands = encoder.finish();
    commands.map_buffer_on_submit(&readable[2], wgpu::MapMode::Read, 0..8, counted());
    let done = Arc::clone(&events);
    commands.on_submitted_work_done(move || {
        done.fetch_add(10, SeqCst);
    });
    wait(device);
    let before = events.load(SeqCst);
    queue.submit([commands]);
    wait(device);
    let mut computed = vec![before, events.load(SeqCst)];
    for (buffer, range) in readable.iter().zip([0..16, 8..16, 0..8]) {
        let view = buffer.get_mapped_range(range).expect("it is mapped");
        computed.extend(
            view.as_chunks()
                .0
                .iter()
                .map(|word| u32::from_le_bytes(*word)),
        );
    }
    (computed, vec![0, 13, 11, 12, 13, 14, 13, 14, 11, 12])
}
