//! Immediates: in layouts, in shaders, in passes.

use super::*;

const READS: &str = "
    struct Pair { first: u32, second: u32 }
    var<immediate> pair: Pair;
    @group(0) @binding(0) var<storage, read_write> data: array<u32>;
    @compute @workgroup_size(1) fn main() { data[0] = pair.first + pair.second; }";

fn layout_of(engine: &Engine, group: &BindGroupLayout, immediate_size: u32) -> PipelineLayout {
    engine
        .device
        .create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: Some("pl"),
            bind_group_layouts: &[Some(group)],
            immediate_size,
        })
}

/// A dispatch of `READS`, whose layout has eight bytes, after one write of immediates.
fn written(engine: &Engine, offset: u32, data: &[u8]) {
    let group_layout = layout(engine, &[entry(0, WRITE)]);
    let layout = layout_of(engine, &group_layout, 8);
    let pipeline = pipeline_with(engine, READS, Some(&layout));
    let group = group(engine, &group_layout, &[range(&storage(engine), 0, 0)]);
    pass(engine, |pass| {
        pass.set_pipeline(&pipeline);
        pass.set_bind_group(0, &group, &[]);
        pass.set_immediates(offset, data);
        pass.dispatch_workgroups(1, 1, 1);
    });
}

pub(super) fn rows() -> Vec<Row> {
    let rows = vec![
        refused("immediates of a layout", "max_immediate_size", |e| {
            layout_of(e, &layout(e, &[]), 68);
        }),
        refused("immediates of a layout are words", "multiple of", |e| {
            layout_of(e, &layout(e, &[]), 6);
        }),
        refused("layouts have room for immediates", "immediate", |e| {
            let group = layout(e, &[entry(0, WRITE)]);
            pipeline_with(e, READS, Some(&layout_of(e, &group, 4)));
        })
        .but_core_accepts("no dispatch can follow, since what is missing cannot be set"),
        refused("immediates past the layout", "overrun the 8 bytes", |e| {
            written(e, 4, &[0; 8]);
        }),
        refused("immediate offset", "Immediate offset 2", |e| {
            written(e, 2, &[0; 4]);
        }),
        refused("immediate size", "Immediate size 6", |e| {
            written(e, 0, &[0; 6]);
        }),
        refused("immediates are set", "missing byte ranges", |e| {
            written(e, 0, &[0; 4]);
        }),
    ];
    let with = |row: Row| row.with(wgpu::Features::IMMEDIATES);
    rows.into_iter().map(with).collect()
}
