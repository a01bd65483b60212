//! Compute passes: bind groups, dispatches, usage conflicts.

use super::*;

/// Records a dispatch of a pipeline with one bind group.
fn dispatch(engine: &Engine, pipeline: &ComputePipeline, group: &BindGroup, offsets: &[u32]) {
    pass(engine, |pass| {
        pass.set_pipeline(pipeline);
        pass.set_bind_group(0, group, offsets);
        pass.dispatch_workgroups(1, 1, 1);
    });
}

/// `WRITES` with a layout whose binding has a dynamic offset, bound to the bytes 256 to 512 of 1024.
fn with_offsets(engine: &Engine, offsets: &[u32]) {
    let layout = layout(engine, &[dynamic(0, WRITE)]);
    let pipeline = pipeline_with(engine, WRITES, Some(&pipeline_layout(engine, &[&layout])));
    let group = group(engine, &layout, &[range(&storage(engine), 256, 256)]);
    dispatch(engine, &pipeline, &group, offsets);
}

/// `source` with one buffer at both of its bindings.
fn aliased(engine: &Engine, source: &str, first: [u64; 2], second: [u64; 2]) {
    let pipeline = pipeline(engine, source);
    let data = buffer(engine, 1024, BufferUsages::STORAGE | BufferUsages::UNIFORM);
    let ranges = [first, second].map(|[offset, size]| range(&data, offset, size));
    let group = group(engine, &pipeline.get_bind_group_layout(0), &ranges);
    dispatch(engine, &pipeline, &group, &[]);
}

fn indirect(engine: &Engine, size: u64, usage: BufferUsages, offset: u64) {
    let pipeline = pipeline(engine, WRITES);
    let group = group_of(engine, &pipeline, &[&storage(engine)]);
    let counts = buffer(engine, size, usage);
    pass(engine, |pass| {
        pass.set_pipeline(&pipeline);
        pass.set_bind_group(0, &group, &[]);
        pass.dispatch_workgroups_indirect(&counts, offset);
    });
}

pub(super) fn rows() -> Vec<Row> {
    let mut rows = binding_rows();
    rows.extend(dispatch_rows());
    rows.extend(conflict_rows());
    rows
}

fn binding_rows() -> Vec<Row> {
    vec![
        refused("group index", "Bind group index 4 must be less", |e| {
            let group = group_of(e, &pipeline(e, WRITES), &[&storage(e)]);
            pass(e, |pass| pass.set_bind_group(4, &group, &[]));
        }),
        refused(
            "dynamic offsets, too few",
            "expects 1 dynamic offsets, 0 were given",
            |e| {
                with_offsets(e, &[]);
            },
        ),
        refused(
            "dynamic offsets, too many",
            "expects 0 dynamic offsets, 1 were given",
            |e| {
                let pipeline = pipeline(e, WRITES);
                let group = group_of(e, &pipeline, &[&storage(e)]);
                dispatch(e, &pipeline, &group, &[0]);
            },
        ),
        refused(
            "dynamic offsets are aligned",
            "Dynamic offset 64 of binding 0",
            |e| {
                with_offsets(e, &[64]);
            },
        ),
        refused(
            "dynamic offsets stay inside",
            "moves its range 256..512 out of",
            |e| {
                with_offsets(e, &[768]);
            },
        ),
        refused("invalid groups are not set", "'g' label is invalid", |e| {
            let pipeline = pipeline(e, WRITES);
            let scope = e.device.push_error_scope(wgpu::ErrorFilter::Validation);
            let broken = group_of(e, &pipeline, &[]);
            drop(scope);
            dispatch(e, &pipeline, &broken, &[]);
        }),
        refused(
            "invalid pipelines are not set",
            "'p' label is invalid",
            |e| {
                let scope = e.device.push_error_scope(wgpu::ErrorFilter::Validation);
                let broken = pipeline(e, "fn");
                drop(scope);
                pass(e, |pass| pass.set_pipeline(&broken));
            },
        ),
        refused(
            "groups of another device",
            "belongs to another device",
            |e| {
                let other = other_device(e);
                let group = group_of(&other, &pipeline(&other, WRITES), &[&storage(&other)]);
                pass(e, |pass| pass.set_bind_group(0, &group, &[]));
            },
        ),
    ]
}

fn dispatch_rows() -> Vec<Row> {
    vec![
        refused("a pipeline is set", "A compute pipeline must be set", |e| {
            pass(e, |pass| pass.dispatch_workgroups(1, 1, 1));
        }),
        refused(
            "bind groups are set",
            "expects a bind group to be set at index 0",
            |e| {
                let pipeline = pipeline(e, WRITES);
                pass(e, |pass| {
                    pass.set_pipeline(&pipeline);
                    pass.dispatch_workgroups(1, 1, 1);
                });
            },
        ),
        refused(
            "bind groups taken away",
            "expects a bind group to be set at index 0",
            |e| {
                let pipeline = pipeline(e, WRITES);
                let group = group_of(e, &pipeline, &[&storage(e)]);
                pass(e, |pass| {
                    pass.set_pipeline(&pipeline);
                    pass.set_bind_group(0, &group, &[]);
                    pass.set_bind_group(0, None, &[]);
                    pass.dispatch_workgroups(1, 1, 1);
                });
            },
        ),
        refused("layouts agree", "binding 0 is declared differently", |e| {
            let expected = layout(e, &[entry(0, WRITE)]);
            let pipeline = pipeline_with(e, WRITES, Some(&pipeline_layout(e, &[&expected])));
            let group = group(
                e,
                &layout(e, &[entry(0, READ)]),
                &[range(&storage(e), 0, 0)],
            );
            dispatch(e, &pipeline, &group, &[]);
        }),
        refused(
            "derived layouts belong to their pipeline",
            "an automatic layout",
            |e| {
                let group = group_of(e, &pipeline(e, WRITES), &[&storage(e)]);
                dispatch(e, &pipeline(e, WRITES), &group, &[]);
            },
        ),
        refused("bound sizes suffice", "needs at least 16 bytes", |e| {
            let source = "
                @group(0) @binding(0) var<storage, read_write> data: vec4<u32>;
                @compute @workgroup_size(1) fn main() { data.x = 1u; }";
            let layout = layout(e, &[entry(0, WRITE)]);
            let pipeline = pipeline_with(e, source, Some(&pipeline_layout(e, &[&layout])));
            let group = group(e, &layout, &[range(&storage(e), 0, 8)]);
            dispatch(e, &pipeline, &group, &[]);
        }),
        refused(
            "workgroups of a dispatch",
            "[1, 65536, 1] must be at most",
            |e| {
                let pipeline = pipeline(e, WRITES);
                let group = group_of(e, &pipeline, &[&storage(e)]);
                pass(e, |pass| {
                    pass.set_pipeline(&pipeline);
                    pass.set_bind_group(0, &group, &[]);
                    pass.dispatch_workgroups(1, 65536, 1);
                });
            },
        ),
        refused(
            "indirect buffers need INDIRECT",
            "but INDIRECT is required",
            |e| {
                indirect(e, 64, BufferUsages::STORAGE, 0);
            },
        ),
        refused("indirect offset", "Indirect buffer offset 2", |e| {
            indirect(e, 64, BufferUsages::INDIRECT, 2);
        }),
        refused("indirect bounds", "12 bytes at offset 56 overrun", |e| {
            indirect(e, 64, BufferUsages::INDIRECT, 56);
        }),
    ]
}

fn conflict_rows() -> Vec<Row> {
    const WRITES_TWO: &str = "
        @group(0) @binding(0) var<storage, read_write> one: array<u32>;
        @group(0) @binding(1) var<storage, read_write> two: array<u32>;
        @compute @workgroup_size(1) fn main() { one[0] = two[1]; two[0] = 1u; }";
    const UNIFORM_AND_WRITE: &str = "
        @group(0) @binding(0) var<uniform> one: vec4<u32>;
        @group(0) @binding(1) var<storage, read_write> two: array<u32>;
        @compute @workgroup_size(1) fn main() { two[0] = one.x; }";
    vec![
        refused(
            "read and written",
            "STORAGE_READ_ONLY at @group(0) @binding(0)",
            |e| {
                aliased(e, ADDS, [0, 256], [512, 256]);
            },
        ),
        refused(
            "uniform and written",
            "UNIFORM at @group(0) @binding(0)",
            |e| {
                aliased(e, UNIFORM_AND_WRITE, [0, 256], [512, 256]);
            },
        ),
        refused(
            "written twice",
            "STORAGE_READ_WRITE at @group(0) @binding(1)",
            |e| {
                aliased(e, WRITES_TWO, [0, 512], [256, 512]);
            },
        )
        .but_core_accepts("it lacks WebGPU's rule about overlapping writable bindings"),
        refused(
            "indirect and written",
            "INDIRECT as the indirect buffer",
            |e| {
                let pipeline = pipeline(e, WRITES);
                let data = buffer(e, 64, BufferUsages::INDIRECT | BufferUsages::STORAGE);
                let group = group_of(e, &pipeline, &[&data]);
                pass(e, |pass| {
                    pass.set_pipeline(&pipeline);
                    pass.set_bind_group(0, &group, &[]);
                    pass.dispatch_workgroups_indirect(&data, 0);
                });
            },
        ),
    ]
}
