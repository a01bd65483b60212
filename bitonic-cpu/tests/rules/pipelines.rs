//! Shader modules and compute pipelines.

use super::*;

fn named(engine: &Engine, source: &str, entry_point: Option<&str>, constants: &[(&str, f64)]) {
    let _ = engine
        .device
        .create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
            label: None,
            layout: None,
            module: &module(engine, source),
            entry_point,
            compilation_options: wgpu::PipelineCompilationOptions {
                constants,
                ..Default::default()
            },
            cache: None,
        });
}

/// Makes a pipeline of `WRITES` for a layout with one group.
fn against(engine: &Engine, entries: &[BindGroupLayoutEntry]) {
    let group = layout(engine, entries);
    pipeline_with(engine, WRITES, Some(&pipeline_layout(engine, &[&group])));
}

const TWO: &str = "
    @compute @workgroup_size(1) fn first() {}
    @compute @workgroup_size(1) fn second() {}";
const OVERRIDE: &str = "
    override size: u32;
    @compute @workgroup_size(size) fn main() {}";

pub(super) fn rows() -> Vec<Row> {
    let mut rows = shader_rows();
    rows.extend(entry_rows());
    rows.extend(layout_rows());
    rows.extend(limit_rows());
    rows
}

fn shader_rows() -> Vec<Row> {
    vec![
        refused(
            "WGSL parses",
            "no definition in scope for identifier: `undeclared`",
            |e| {
                module(e, "fn f() { undeclared = 1; }");
            },
        ),
        refused("parse errors show the line", "1 │ fn f() -> { }", |e| {
            module(e, "fn f() -> { }");
        }),
        refused("WGSL is valid", "Shader 'm' validation", |e| {
            module(e, "fn f() -> f32 { return 1i; }");
        }),
        refused("features of shaders", "Shader 'm'", |e| {
            module(e, "enable f16; var<private> half: f16;");
        }),
    ]
}

fn entry_rows() -> Vec<Row> {
    vec![
        refused("an entry point", "has no compute entry point", |e| {
            named(e, "fn f() {}", None, &[]);
        }),
        refused("the entry point is there", "named 'third'", |e| {
            named(e, TWO, Some("third"), &[]);
        }),
        refused("one of several is named", "(first, second)", |e| {
            named(e, TWO, None, &[])
        }),
        refused("overrides have values", "Missing value", |e| {
            named(e, OVERRIDE, None, &[])
        }),
        refused("constants exist", "'sise' not found", |e| {
            named(e, OVERRIDE, None, &[("size", 4.0), ("sise", 4.0)]);
        }),
        refused("constants fit", "doesn't fit in destination", |e| {
            named(e, OVERRIDE, None, &[("size", -1.0)]);
        }),
        refused("modules are valid", "'m' label is invalid", |e| {
            let scope = e.device.push_error_scope(wgpu::ErrorFilter::Validation);
            let broken = module(e, "fn");
            drop(scope);
            let _ = e
                .device
                .create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
                    label: None,
                    layout: None,
                    module: &broken,
                    entry_point: None,
                    compilation_options: Default::default(),
                    cache: None,
                });
        }),
    ]
}

fn layout_rows() -> Vec<Row> {
    vec![
        refused(
            "layouts have the group",
            "`data` at @group(0) @binding(0)",
            |e| {
                pipeline_with(e, WRITES, Some(&pipeline_layout(e, &[])));
            },
        ),
        refused(
            "layouts have the binding",
            "missing from the pipeline layout",
            |e| {
                against(e, &[entry(1, WRITE)]);
            },
        ),
        refused("bindings are visible", "does not include COMPUTE", |e| {
            let visibility = ShaderStages::FRAGMENT;
            against(
                e,
                &[BindGroupLayoutEntry {
                    visibility,
                    ..entry(0, WRITE)
                }],
            );
        }),
        refused(
            "access",
            "declares a read-only storage buffer, the shader a read-write",
            |e| {
                against(e, &[entry(0, READ)]);
            },
        ),
        refused(
            "address space",
            "declares a uniform buffer, the shader a read-write",
            |e| {
                against(e, &[entry(0, UNIFORM)]);
            },
        ),
        refused("min_binding_size", "at least 32 bytes", |e| {
            let group = layout(e, &[at_least(16, 0, UNIFORM)]);
            let layout = pipeline_layout(e, &[&group]);
            let source = "
                @group(0) @binding(0) var<uniform> pair: array<vec4<f32>, 2>;
                @compute @workgroup_size(1) fn main() { _ = pair[1]; }";
            pipeline_with(e, source, Some(&layout));
        }),
        refused(
            "layouts from shaders keep the limits",
            "Too many storage buffers",
            |e| {
                let declarations: String = (0..9)
                    .map(|at| format!("@group(0) @binding({at}) var<storage, read> b{at}: u32;\n"))
                    .collect();
                let uses: String = (0..9).map(|at| format!("_ = b{at};\n")).collect();
                let main = format!("@compute @workgroup_size(1) fn main() {{ {uses} }}");
                pipeline(e, &(declarations + &main));
            },
        ),
        refused("groups of pipelines", "layout index 4 must be less", |e| {
            let _ = pipeline(e, WRITES).get_bind_group_layout(4);
        }),
    ]
}

fn limit_rows() -> Vec<Row> {
    vec![
        refused("workgroup size in a dimension", "[1, 1, 65]", |e| {
            pipeline(e, "@compute @workgroup_size(1, 1, 65) fn main() {}");
        }),
        refused("invocations of a workgroup", "(512 invocations)", |e| {
            pipeline(e, "@compute @workgroup_size(32, 16) fn main() {}");
        }),
        refused(
            "workgroup memory",
            "uses 16400 bytes of workgroup memory",
            |e| {
                // 4097 words are 16388 bytes, which WebGPU rounds up to a multiple of 16.
                let source = "
                var<workgroup> words: array<u32, 4097>;
                @compute @workgroup_size(1) fn main() { words[0] = 1u; }";
                pipeline(e, source);
            },
        )
        .but_core_accepts("it does not count workgroup memory"),
    ]
}
