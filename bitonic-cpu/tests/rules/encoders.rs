//! Command encoders, command buffers and submissions.

use super::*;

/// A pass that may outlive its encoder.
fn free_pass(encoder: &mut CommandEncoder) -> ComputePass<'static> {
    encoder
        .begin_compute_pass(&Default::default())
        .forget_lifetime()
}

pub(super) fn rows() -> Vec<Row> {
    vec![
        refused("passes end before finish", "A pass was not ended", |e| {
            let mut encoder = e.device.create_command_encoder(&Default::default());
            let pass = free_pass(&mut encoder);
            let _ = encoder.finish();
            drop(pass);
        }),
        refused("a pass locks its encoder", "locked by a pass", |e| {
            encode(e, |encoder| {
                let _pass = free_pass(encoder);
                encoder.clear_buffer(&storage(e), 0, None);
            });
        }),
        refused("one pass at a time", "locked by a pass", |e| {
            encode(e, |encoder| {
                let _first = free_pass(encoder);
                let _second = free_pass(encoder);
            });
        }),
        refused("groups are pushed first", "no debug group is pushed", |e| {
            encode(e, |encoder| encoder.pop_debug_group());
        }),
        refused("groups are popped", "debug group was not popped", |e| {
            encode(e, |encoder| encoder.push_debug_group("open"));
        }),
        refused(
            "groups of a pass are popped",
            "debug group was not popped",
            |e| {
                pass(e, |pass| pass.push_debug_group("open"));
            },
        ),
        refused(
            "invalid command buffers",
            "CommandBuffer with '' label is invalid",
            |e| {
                let scope = e.device.push_error_scope(wgpu::ErrorFilter::Validation);
                let broken = encode(e, |encoder| encoder.pop_debug_group());
                drop(scope);
                e.queue.submit([broken]);
            },
        ),
        refused(
            "command buffers of another device",
            "belongs to another device",
            |e| {
                let other = other_device(e);
                e.queue.submit([encode(&other, |_| {})]);
            },
        ),
        refused(
            "errors name the command",
            "In a clear_buffer command",
            |e| {
                encode(e, |encoder| encoder.clear_buffer(&storage(e), 2, None));
            },
        ),
    ]
}
