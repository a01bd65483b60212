//! Writes, copies and clears.

use super::*;

/// Records a copy between two buffers of 1024 bytes.
fn copy(engine: &Engine, from: u64, to: u64, size: Option<u64>) {
    let (source, target) = (storage(engine), storage(engine));
    encode(engine, |encoder| {
        encoder.copy_buffer_to_buffer(&source, from, &target, to, size);
    });
}

fn clear(engine: &Engine, offset: u64, size: Option<u64>) {
    let target = storage(engine);
    encode(engine, |encoder| {
        encoder.clear_buffer(&target, offset, size)
    });
}

pub(super) fn rows() -> Vec<Row> {
    vec![
        refused(
            "write_buffer needs COPY_DST",
            "but COPY_DST is required",
            |e| {
                let target = buffer(e, 16, BufferUsages::STORAGE);
                e.queue.write_buffer(&target, 0, &[0; 4]);
            },
        ),
        refused(
            "write_buffer offset",
            "Buffer offset 2 is not a multiple",
            |e| {
                e.queue.write_buffer(&storage(e), 2, &[0; 4]);
            },
        ),
        refused("write_buffer size", "Size 3 is not a multiple of 4", |e| {
            e.queue.write_buffer(&storage(e), 0, &[0; 3]);
        }),
        refused(
            "write_buffer bounds",
            "8 bytes at offset 1020 overrun",
            |e| {
                e.queue.write_buffer(&storage(e), 1020, &[0; 8]);
            },
        ),
        refused(
            "write_buffer of an offset beyond",
            "at offset 4096 overrun",
            |e| {
                e.queue.write_buffer(&storage(e), 4096, &[0; 4]);
            },
        ),
        refused("write_buffer of a mapped buffer", "is still mapped", |e| {
            let mapped = e.device.create_buffer(&wgpu::BufferDescriptor {
                label: None,
                size: 16,
                usage: BufferUsages::COPY_DST,
                mapped_at_creation: true,
            });
            e.queue.write_buffer(&mapped, 0, &[0; 4]);
        }),
        refused("write_buffer_with bounds", "at offset 1024 overrun", |e| {
            let size = BufferSize::new(4).expect("4 is not 0");
            assert!(e.queue.write_buffer_with(&storage(e), 1024, size).is_none());
        }),
        refused(
            "write_buffer of another device",
            "belongs to another device",
            |e| {
                let foreign = storage(&other_device(e));
                e.queue.write_buffer(&foreign, 0, &[0; 4]);
            },
        ),
        refused("copy needs COPY_SRC", "but COPY_SRC is required", |e| {
            let (source, target) = (buffer(e, 16, BufferUsages::STORAGE), storage(e));
            encode(e, |encoder| {
                encoder.copy_buffer_to_buffer(&source, 0, &target, 0, 16)
            });
        }),
        refused("copy needs COPY_DST", "but COPY_DST is required", |e| {
            let (source, target) = (storage(e), buffer(e, 16, BufferUsages::STORAGE));
            encode(e, |encoder| {
                encoder.copy_buffer_to_buffer(&source, 0, &target, 0, 16)
            });
        }),
        refused(
            "copy source offset",
            "Buffer offset 2 is not a multiple",
            |e| {
                copy(e, 2, 0, Some(4));
            },
        ),
        refused(
            "copy target offset",
            "Buffer offset 6 is not a multiple",
            |e| {
                copy(e, 0, 6, Some(4));
            },
        ),
        refused("copy size", "Size 10 is not a multiple of 4", |e| {
            copy(e, 0, 0, Some(10));
        }),
        refused(
            "copy source bounds",
            "16 bytes at offset 1016 overrun",
            |e| {
                copy(e, 1016, 0, Some(16));
            },
        ),
        refused(
            "copy target bounds",
            "1024 bytes at offset 4 overrun",
            |e| {
                copy(e, 0, 4, None);
            },
        ),
        refused("copy past all numbers", "at offset 8 overrun", |e| {
            copy(e, 8, 0, Some(u64::MAX - 3));
        }),
        refused("copy within a buffer", "cannot be the same buffer", |e| {
            let both = storage(e);
            encode(e, |encoder| {
                encoder.copy_buffer_to_buffer(&both, 0, &both, 512, 16)
            });
        }),
        refused("clear needs COPY_DST", "but COPY_DST is required", |e| {
            let target = buffer(e, 16, BufferUsages::STORAGE);
            encode(e, |encoder| encoder.clear_buffer(&target, 0, None));
        }),
        refused("clear offset", "Buffer offset 2 is not a multiple", |e| {
            clear(e, 2, Some(4));
        }),
        refused("clear size", "Size 6 is not a multiple of 4", |e| {
            clear(e, 0, Some(6));
        }),
        refused("clear bounds", "1024 bytes at offset 8 overrun", |e| {
            clear(e, 8, Some(1024));
        }),
    ]
}
