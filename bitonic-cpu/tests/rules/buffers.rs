//! Making, mapping and using buffers.

use wgpu::{BufferUsages, MapMode};

use super::*;

fn mapped_at_creation(engine: &Engine, size: u64) -> Buffer {
    engine.device.create_buffer(&wgpu::BufferDescriptor {
        label: Some("b"),
        size,
        usage: BufferUsages::STORAGE | BufferUsages::COPY_DST,
        mapped_at_creation: true,
    })
}

fn readable(engine: &Engine) -> Buffer {
    buffer(engine, 64, BufferUsages::MAP_READ | BufferUsages::COPY_DST)
}

/// Maps and expects to be told that it failed.
fn map_fails(buffer: &Buffer, mode: MapMode, bounds: std::ops::Range<u64>) {
    let (told, outcome) = std::sync::mpsc::channel();
    buffer.map_async(mode, bounds, move |mapped| {
        told.send(mapped.is_err()).expect("the test waits for it");
    });
    assert_eq!(outcome.try_recv(), Ok(true), "the callback tells at once");
}

pub(super) fn rows() -> Vec<Row> {
    vec![
        refused("a buffer has a usage", "at least one usage", |e| {
            let _ = buffer(e, 16, BufferUsages::empty());
        }),
        refused("mappable buffers only copy", "opposite `COPY`", |e| {
            let _ = buffer(e, 16, BufferUsages::MAP_READ | BufferUsages::STORAGE);
        }),
        refused(
            "MAP_WRITE goes with COPY_SRC",
            "MAP_WRITE | COPY_DST",
            |e| {
                let _ = buffer(e, 16, BufferUsages::MAP_WRITE | BufferUsages::COPY_DST);
            },
        ),
        refused(
            "buffer size",
            "Buffer size 268435460 is greater than",
            |e| {
                let _ = buffer(e, (256 << 20) + 4, BufferUsages::STORAGE);
            },
        ),
        refused(
            "mapped at creation, unaligned",
            "multiple of 4, not 6",
            |e| {
                let _ = mapped_at_creation(e, 6);
            },
        ),
        refused("mapping needs MAP_READ", "but MAP_READ is required", |e| {
            map_fails(&storage(e), MapMode::Read, 0..16);
        }),
        refused(
            "mapping needs MAP_WRITE",
            "but MAP_WRITE is required",
            |e| {
                map_fails(&readable(e), MapMode::Write, 0..16);
            },
        ),
        refused("map offset", "map offset 4 must be a multiple of 8", |e| {
            map_fails(&readable(e), MapMode::Read, 4..12);
        }),
        refused("map size", "map size 6 must be a multiple of 4", |e| {
            map_fails(&readable(e), MapMode::Read, 8..14);
        }),
        refused("map of a destroyed buffer", "has been destroyed", |e| {
            let destroyed = readable(e);
            destroyed.destroy();
            map_fails(&destroyed, MapMode::Read, 0..16);
        }),
        refused("map of an invalid buffer", "'b' label is invalid", |e| {
            let scope = e.device.push_error_scope(wgpu::ErrorFilter::Validation);
            let invalid = buffer(e, 16, BufferUsages::empty());
            drop(scope);
            map_fails(&invalid, MapMode::Read, 0..16);
        }),
        refused("unmap of an unmapped buffer", "Buffer is not mapped", |e| {
            storage(e).unmap();
        }),
        refused("submitting a mapped buffer", "is still mapped", |e| {
            let mapped = mapped_at_creation(e, 64);
            let from = storage(e);
            e.queue.submit([encode(e, |encoder| {
                encoder.copy_buffer_to_buffer(&from, 0, &mapped, 0, 16);
            })]);
        }),
        refused(
            "submitting a buffer that waits to be mapped",
            "waits to be",
            |e| {
                let pending = readable(e);
                let from = storage(e);
                let commands = encode(e, |encoder| {
                    encoder.copy_buffer_to_buffer(&from, 0, &pending, 0, 16);
                });
                pending.map_async(MapMode::Read, .., |_| {});
                e.queue.submit([commands]);
            },
        ),
        refused("submitting a destroyed buffer", "has been destroyed", |e| {
            let (from, to) = (storage(e), storage(e));
            let commands = encode(e, |encoder| {
                encoder.copy_buffer_to_buffer(&from, 0, &to, 0, 16);
            });
            to.destroy();
            e.queue.submit([commands]);
        }),
    ]
}
