use std::sync::Arc;
use bitonic_dsl::Kernel;
use bitonic_dsl::interface::*;
use bitonic_dsl::types::*;
use crate::device::Gpu;
fn b(name: &str, binding: u32, kind: BindingKind) -> Binding {
    Binding { name: name.into(), group: 0, binding, kind, ty: Type::runtime_array(Type::U32), min_size: 4 }
}
fn kernel() -> Kernel {
    let interface = Interface { entry_point: "add".into(), workgroup_size: [64,1,1], workgroup_bytes: 0,
        bindings: vec![b("input", 0, BindingKind::StorageRead), b("output", 1, BindingKind::StorageReadWrite)],
        parameters: Some(Parameters { passing: ParameterPassing::DynamicUniform, group: 0, binding: 2, size: 16, fields: vec![ParameterField{ name: "n".into(), ty: Type::U32, offset: 0}]}),
        capabilities: Default::default() };
    Kernel(Arc::new(("add".into(), interface, "
struct P { n: u32, a: u32, b: u32, c: u32 }
@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;
@group(0) @binding(2) var<uniform> p: P;
@compute @workgroup_size(64) fn add(@builtin(global_invocation_id) g: vec3<u32>) { if g.x < arrayLength(&input) { output[g.x] = input[g.x] + p.n; } }".into())))
}
#[test]
fn smoke() {
    for a in Gpu::adapters_native() { println!("{a} {:?}", a); }
    let gpu = Gpu::named("vulkan").unwrap();
    println!("{:?}", gpu.limits());
    let input = gpu.buffer(&(0..1000u32).collect::<Vec<_>>()).unwrap();
    let output = gpu.zeroed::<u32>(1000).unwrap();
    gpu.run(&kernel()).bind("input", &input).bind("output", &output).set("n", 5u32).threads(1000).unwrap();
    assert_eq!(output.read().unwrap(), (5..1005).collect::<Vec<u32>>());
    let empty = gpu.zeroed::<u32>(0).unwrap();
    gpu.run(&kernel()).bind("input", &empty).bind("output", &output).set("n", 5u32).threads(0).unwrap();
    assert_eq!(empty.read().unwrap(), []);
    let k = kernel();
    for e in [
      gpu.run(&k).bind("inputs", &input).threads(1),
      gpu.run(&k).bind("input", &input).threads(1),
      gpu.run(&k).bind("input", &input).bind("input", &input).threads(1),
      gpu.run(&k).bind("input", &input).bind("output", &input).threads(1),
      gpu.run(&k).bind("input", &input).bind("output", &output).threads(1),
      gpu.run(&k).bind("input", &input).bind("output", &output).set("n", 1f32).threads(1),
      gpu.run(&k).bind("input", &input).bind("output", &output).set("m", 1f32).threads(1),
      gpu.run(&k).bind("input", &input).bind("output", &output).set("n", 1u32).workgroups([70000,1,1]),
      gpu.run(&k).bind("input", &input).uniform("output", &1f32).set("n", 1u32).workgroups([1,1,1]),
      gpu.zeroed::<u32>(1 << 40).map(|_| ()),
      gpu.zeroed::<u32>(usize::MAX).map(|_| ()),
      Gpu::named("radeon").map(|_| ()),
    ] { println!("{}", e.unwrap_err()); }
    let broken = Kernel(Arc::new(("add".into(), k.interface().clone(), "fn add( {".into())));
    println!("{}", gpu.run(&broken).bind("input", &input).bind("output", &output).set("n", 1u32).threads(1).unwrap_err());
}
