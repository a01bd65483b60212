//! Bind group layouts, bind groups and pipeline layouts.

use super::*;

fn entries(count: u32, ty: BufferBindingType) -> Vec<BindGroupLayoutEntry> {
    (0..count).map(|binding| entry(binding, ty)).collect()
}

/// Binds a range of a storage buffer of 1024 bytes as read-write storage.
fn bind_storage(engine: &Engine, offset: u64, size: u64) {
    let layout = layout(engine, &[entry(0, WRITE)]);
    group(engine, &layout, &[range(&storage(engine), offset, size)]);
}

pub(super) fn rows() -> Vec<Row> {
    let mut rows = layout_rows();
    rows.extend(group_rows());
    rows.extend(pipeline_layout_rows());
    rows
}

fn layout_rows() -> Vec<Row> {
    vec![
        refused(
            "bindings are declared once",
            "Binding 3 is declared twice",
            |e| {
                layout(e, &[entry(3, READ), entry(3, WRITE)]);
            },
        ),
        refused("binding numbers", "Binding index 1000 must be less", |e| {
            layout(e, &[entry(1000, READ)]);
        }),
        refused(
            "vertex shaders do not write",
            "cannot see a read-write",
            |e| {
                let visibility = ShaderStages::VERTEX;
                layout(
                    e,
                    &[BindGroupLayoutEntry {
                        visibility,
                        ..entry(0, WRITE)
                    }],
                );
            },
        ),
        refused(
            "storage buffers of a stage",
            "Too many storage buffers in a stage: 9",
            |e| {
                layout(e, &entries(9, WRITE));
            },
        ),
        refused(
            "uniform buffers of a stage",
            "Too many uniform buffers in a stage: 13",
            |e| {
                layout(e, &entries(13, UNIFORM));
            },
        ),
    ]
}

fn group_rows() -> Vec<Row> {
    vec![
        refused(
            "as many as declared",
            "in the bind group (1) does not match",
            |e| {
                let layout = layout(e, &[entry(0, READ), entry(1, WRITE)]);
                group(e, &layout, &[range(&storage(e), 0, 0)]);
            },
        ),
        refused("only what is declared", "Binding 1 is not declared", |e| {
            let layout = layout(e, &[entry(0, READ)]);
            let data = storage(e);
            let resource = range(&data, 0, 0);
            group_at(
                e,
                &layout,
                &[BindGroupEntry {
                    binding: 1,
                    resource,
                }],
            );
        }),
        refused("each once", "Binding 0 is given twice", |e| {
            let layout = layout(e, &[entry(0, READ), entry(1, READ)]);
            let data = storage(e);
            let twice = BindGroupEntry {
                binding: 0,
                resource: range(&data, 0, 0),
            };
            group_at(e, &layout, &[twice.clone(), twice]);
        }),
        refused("storage needs STORAGE", "but STORAGE is required", |e| {
            let layout = layout(e, &[entry(0, WRITE)]);
            group(
                e,
                &layout,
                &[range(&buffer(e, 16, BufferUsages::UNIFORM), 0, 0)],
            );
        }),
        refused("uniform needs UNIFORM", "but UNIFORM is required", |e| {
            let layout = layout(e, &[entry(0, UNIFORM)]);
            group(e, &layout, &[range(&storage(e), 0, 0)]);
        }),
        refused(
            "offsets are aligned",
            "Offset 128 is not a multiple of the limit min_storage_buffer_offset_alignment 256",
            |e| bind_storage(e, 128, 16),
        ),
        refused(
            "ranges lie in the buffer",
            "offset 512 and size 516 overrun",
            |e| {
                bind_storage(e, 512, 516);
            },
        ),
        refused(
            "offsets lie in the buffer",
            "offset 2048 and size 0 overrun",
            |e| {
                bind_storage(e, 2048, 0);
            },
        ),
        refused("ranges are not empty", "is empty", |e| {
            bind_storage(e, 1024, 0)
        }),
        refused("storage sizes", "Size 6 of a storage binding", |e| {
            bind_storage(e, 0, 6)
        }),
        refused(
            "min_binding_size",
            "Size 8 of Buffer with 'b' label is less",
            |e| {
                let layout = layout(e, &[at_least(16, 0, WRITE)]);
                group(e, &layout, &[range(&storage(e), 0, 8)]);
            },
        ),
        refused(
            "uniform size",
            "max_uniform_buffer_binding_size 65536",
            |e| {
                let layout = layout(e, &[entry(0, UNIFORM)]);
                group(
                    e,
                    &layout,
                    &[range(&buffer(e, 65540, BufferUsages::UNIFORM), 0, 0)],
                );
            },
        ),
        refused(
            "storage size",
            "max_storage_buffer_binding_size 134217728",
            |e| {
                let layout = layout(e, &[entry(0, READ)]);
                let large = buffer(e, (128 << 20) + 4, BufferUsages::STORAGE);
                group(e, &layout, &[range(&large, 0, 0)]);
            },
        ),
        refused(
            "destroyed buffers are not bound",
            "has been destroyed",
            |e| {
                let layout = layout(e, &[entry(0, READ)]);
                let data = storage(e);
                data.destroy();
                group(e, &layout, &[range(&data, 0, 0)]);
            },
        ),
        refused("invalid buffers are not bound", "opposite `COPY`", |e| {
            let layout = layout(e, &[entry(0, READ)]);
            let invalid = buffer(e, 16, BufferUsages::MAP_READ | BufferUsages::STORAGE);
            group(e, &layout, &[range(&invalid, 0, 0)]);
        }),
        refused(
            "buffers of another device",
            "belongs to another device",
            |e| {
                let layout = layout(e, &[entry(0, READ)]);
                group(e, &layout, &[range(&storage(&other_device(e)), 0, 0)]);
            },
        ),
    ]
}

fn pipeline_layout_rows() -> Vec<Row> {
    vec![
        refused(
            "number of groups",
            "layout count 5 exceeds the limit max_bind_groups 4",
            |e| {
                let group = layout(e, &[entry(0, READ)]);
                pipeline_layout(e, &[&group; 5]);
            },
        ),
        refused(
            "counts over all groups",
            "Too many storage buffers in a stage: 10",
            |e| {
                let group = layout(e, &entries(5, READ));
                pipeline_layout(e, &[&group; 2]);
            },
        ),
        refused("dynamic uniform buffers", "with dynamic offsets: 9", |e| {
            let entries: Vec<_> = (0..9).map(|binding| dynamic(binding, UNIFORM)).collect();
            let group = layout(e, &entries);
            pipeline_layout(e, &[&group]);
        }),
        refused("dynamic storage buffers", "with dynamic offsets: 5", |e| {
            let entries: Vec<_> = (0..5).map(|binding| dynamic(binding, WRITE)).collect();
            let group = layout(e, &entries);
            pipeline_layout(e, &[&group]);
        }),
        refused(
            "derived layouts stay",
            "derived by the ComputePipeline with 'p'",
            |e| {
                let derived = pipeline(e, WRITES).get_bind_group_layout(0);
                pipeline_layout(e, &[&derived]);
            },
        ),
        refused(
            "immediates need their feature",
            "need the feature IMMEDIATES",
            |e| {
                let _ = e
                    .device
                    .create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
                        label: None,
                        bind_group_layouts: &[],
                        immediate_size: 16,
                    });
            },
        ),
    ]
}
