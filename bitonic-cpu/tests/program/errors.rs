//! The part about errors.

use super::*;

pub(super) fn errors(device: &Device, queue: &Queue) -> (Vec<u32>, Vec<u32>) {
    let uncaught = Arc::new(AtomicU32::new(0));
    let counter = Arc::clone(&uncaught);
    device.on_uncaptured_error(Arc::new(move |_| {
        counter.fetch_add(1, SeqCst);
    }));
    // Uncaught: the module, and the pipeline that is made of it.
    let bad = pipeline(
        device,
        "@compute @workgroup_size(1) fn main() { undeclared = 1; }",
    );
    let after_bad_pipeline = uncaught.load(SeqCst);
    let data = storage(device, &[0; 4]);
    // Caught: the layout of the invalid pipeline.
    let scope = device.push_error_scope(wgpu::ErrorFilter::Validation);
    let _layout = bad.get_bind_group_layout(0);
    let caught_layout = pollster::block_on(scope.pop()).is_some();
    // Caught: an unaligned write; the buffer stays as it is.
    let scope = device.push_error_scope(wgpu::ErrorFilter::Validation);
    queue.write_buffer(&data, 2, &words(&[1]));
    let caught_write = pollster::block_on(scope.pop()).is_some();
    // Caught: nothing.
    let scope = device.push_error_scope(wgpu::ErrorFilter::Validation);
    queue.write_buffer(&data, 4, &words(&[3]));
    let caught_nothing = pollster::block_on(scope.pop()).is_none();
    let mut computed = read(device, queue, &data);
    computed.extend([after_bad_pipeline, uncaught.load(SeqCst)]);
    computed.extend([caught_layout, caught_write, caught_nothing].map(u32::from));
    (computed, vec![0, 3, 0, 0, 2, 2, 1, 1, 1])
}

/// A scope catches its own kind, the innermost one first, and only one error.
pub(super) fn scopes(device: &Device, queue: &Queue) -> (Vec<u32>, Vec<u32>) {
    let data = storage(device, &[0; 4]);
    let fail = || queue.write_buffer(&data, 2, &words(&[1]));
    let outer = device.push_error_scope(wgpu::ErrorFilter::Validation);
    let memory = device.push_error_scope(wgpu::ErrorFilter::OutOfMemory);
    let internal = device.push_error_scope(wgpu::ErrorFilter::Internal);
    let inner = device.push_error_scope(wgpu::ErrorFilter::Validation);
    fail();
    fail();
    let caught =
        |scope: wgpu::ErrorScopeGuard| u32::from(pollster::block_on(scope.pop()).is_some());
    let mut computed = vec![caught(inner)];
    fail();
    computed.extend([caught(internal), caught(memory), caught(outer)]);
    // Dropped, a scope swallows what it caught.
    let dropped = device.push_error_scope(wgpu::ErrorFilter::Validation);
    fail();
    drop(dropped);
    computed.extend(read(device, queue, &data));
    (computed, vec![1, 0, 0, 1, 0, 0, 0, 0])
}
