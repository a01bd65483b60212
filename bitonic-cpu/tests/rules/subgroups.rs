//! Subgroup operations and the atomics that need a feature.

use wgpu::Features;

use super::*;

/// An entry point in a module with words, a float and a 64-bit number.
fn main_of(engine: &Engine, declarations: &str, body: &str) {
    module(
        engine,
        &format!(
            "{declarations}
            @group(0) @binding(0) var<storage, read_write> data: array<u32>;
            @compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32) {{ {body} }}"
        ),
    );
}

const FLOAT: &str = "@group(0) @binding(1) var<storage, read_write> sum: atomic<f32>;";

pub(super) fn rows() -> Vec<Row> {
    let mut rows = feature_rows();
    rows.extend(operation_rows());
    rows.extend(atomic_rows());
    rows
}

fn feature_rows() -> Vec<Row> {
    vec![
        refused(
            "subgroup operations need their feature",
            "Shader 'm' validation",
            |e| {
                main_of(e, "", "data[i] = subgroupAdd(i);");
            },
        ),
        refused("subgroup inputs need their feature", "SUBGROUP", |e| {
            let source =
                "@compute @workgroup_size(1) fn main(@builtin(subgroup_size) size: u32) {}";
            module(e, source);
        }),
        refused(
            "subgroup barriers need their feature",
            "Shader 'm' validation",
            |e| {
                main_of(e, "", "subgroupBarrier();");
            },
        )
        .with(Features::SUBGROUP),
        refused("`enable subgroups;` is not known", "subgroups", |e| {
            main_of(e, "enable subgroups;", "data[i] = subgroupAdd(i);");
        })
        .with(Features::SUBGROUP),
    ]
}

fn operation_rows() -> Vec<Row> {
    vec![
        refused(
            "subgroup numbers in workgroups of one dimension",
            "Workgroup size is multi dimensional",
            |e| {
                let source = "@compute @workgroup_size(8, 2)
                    fn main(@builtin(subgroup_invocation_id) id: u32) {}";
                module(e, source);
            },
        )
        .with(Features::SUBGROUP),
        refused(
            "a broadcast's lane is constant",
            "Shader 'm' validation",
            |e| {
                main_of(e, "", "data[i] = subgroupBroadcast(i, i);");
            },
        )
        .with(Features::SUBGROUP),
        refused("a quad's lane is constant", "Shader 'm' validation", |e| {
            main_of(e, "", "data[i] = quadBroadcast(i, i);");
        })
        .with(Features::SUBGROUP),
        refused("a shuffle's lane is a u32", "Shader 'm' validation", |e| {
            main_of(e, "", "data[i] = subgroupShuffle(i, 1i);");
        })
        .with(Features::SUBGROUP),
        refused("booleans are not shuffled", "Shader 'm' validation", |e| {
            main_of(e, "", "if subgroupShuffle(i == 1u, 1u) { data[i] = 1u; }");
        })
        .with(Features::SUBGROUP),
        refused("booleans are not added", "Shader 'm' validation", |e| {
            main_of(e, "", "if subgroupAdd(i == 1u) { data[i] = 1u; }");
        })
        .with(Features::SUBGROUP),
        refused(
            "floats have no bits to combine",
            "Shader 'm' validation",
            |e| {
                main_of(e, "", "data[i] = u32(subgroupXor(f32(i)));");
            },
        )
        .with(Features::SUBGROUP),
        refused("a vote is on one boolean", "Shader 'm' validation", |e| {
            main_of(e, "", "if subgroupAll(i) { data[i] = 1u; }");
        })
        .with(Features::SUBGROUP),
    ]
}

fn atomic_rows() -> Vec<Row> {
    vec![
        refused(
            "float atomics need their feature",
            "Shader 'm' validation",
            |e| {
                main_of(e, FLOAT, "atomicAdd(&sum, 1.0);");
            },
        ),
        refused(
            "floats are not compared atomically",
            "Shader 'm' validation",
            |e| {
                main_of(e, FLOAT, "atomicMax(&sum, 1.0);");
            },
        )
        .with(Features::SHADER_FLOAT32_ATOMIC),
        refused(
            "float atomics live in buffers",
            "Shader 'm' validation",
            |e| {
                let sum = "var<workgroup> sum: atomic<f32>;";
                main_of(e, sum, "atomicAdd(&sum, 1.0);");
            },
        )
        .with(Features::SHADER_FLOAT32_ATOMIC),
        refused(
            "64-bit atomics need their feature",
            "Shader 'm' validation",
            |e| {
                let sum = "@group(0) @binding(1) var<storage, read_write> sum: atomic<u64>;";
                main_of(e, sum, "atomicMax(&sum, 1lu);");
            },
        ),
    ]
}
