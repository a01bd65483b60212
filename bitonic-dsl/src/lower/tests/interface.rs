//! What is to be bound, and how parameters travel.

use super::build;
use crate::capabilities::Capability;
use crate::interface::{BindingKind, ParameterPassing};
use crate::types::{Type, Vec3};
use crate::*;

fn with_parameters() -> Kernel {
    build(|k| {
        let _unused = k.storage::<Vec3>("unused");
        let _tile = workgroup_array::<u32>("tile", 5);
        let data = k.storage_mut::<u32>("data");
        let scale = k.uniform::<u32>("scale");
        let first = k.param::<u32>("first");
        let place = k.param::<Vec3>("place");
        let last = k.param::<f32>("last");
        let sum = place.into_node().x() + last;
        data.element(first).assign(sum.to_u32() * scale.load());
    })
}

#[test]
fn buffers_are_numbered_as_they_were_declared() {
    let kernel = with_parameters();
    let bindings = &kernel.interface().bindings;
    let rows: Vec<_> = bindings
        .iter()
        .map(|b| (b.name.as_str(), b.group, b.binding, b.kind, b.min_size))
        .collect();
    let expected = [
        ("unused", 0, 0, BindingKind::StorageRead, 16),
        ("data", 0, 1, BindingKind::StorageReadWrite, 4),
        ("scale", 0, 2, BindingKind::Uniform, 4),
    ];
    assert_eq!(rows, expected);
    assert_eq!(bindings[1].ty, Type::runtime_array(Type::U32));
    let text = kernel.wgsl(Dialect::Naga).expect("it is valid");
    assert!(
        text.contains("var<storage> unused: array<vec3<f32>>;"),
        "{text}"
    );
}

#[test]
fn parameters_lie_as_wgsl_lays_them_out() {
    let kernel = with_parameters();
    let parameters = kernel
        .interface()
        .parameters
        .as_ref()
        .expect("there are some");
    let rows: Vec<_> = parameters
        .fields
        .iter()
        .map(|field| (field.name.as_str(), field.offset))
        .collect();
    // A vec3 lies at a multiple of 16, and a scalar fits behind its 12 bytes.
    assert_eq!(rows, [("first", 0), ("place", 16), ("last", 28)]);
    assert_eq!(
        (parameters.group, parameters.binding, parameters.size),
        (1, 0, 32)
    );
    assert_eq!(parameters.passing, ParameterPassing::DynamicUniform);
}

#[test]
fn a_uniform_block_takes_whole_units_of_sixteen_bytes() {
    let kernel = build(|k| {
        let data = k.storage_mut::<u32>("data");
        let n = k.param::<u32>("n");
        data.element(0).assign(n);
    });
    let size = |kernel: &Kernel| {
        kernel
            .interface()
            .parameters
            .as_ref()
            .map(|block| block.size)
    };
    assert_eq!(size(&kernel), Some(16));
    let immediate = kernel
        .with_parameters(ParameterPassing::Immediates)
        .expect("a u32 may");
    assert_eq!(size(&immediate), Some(4));
}

#[test]
fn immediates_are_a_capability_with_a_directive_of_its_own() {
    let kernel = with_parameters()
        .with_parameters(ParameterPassing::Immediates)
        .expect("numbers may travel so");
    let capabilities = &kernel.interface().capabilities;
    assert!(capabilities.contains(&Capability::Immediates));
    let text = kernel.wgsl(Dialect::Naga).expect("it is valid");
    assert!(
        text.contains("var<immediate> parameters: Parameters;"),
        "{text}"
    );
    let browser = kernel.wgsl(Dialect::Browser).expect("it is valid");
    assert_eq!(
        browser,
        format!("requires immediate_address_space;\n\n{text}")
    );
    snapshot::checked_text(&kernel);
    assert!(with_parameters().interface().capabilities.is_empty());
}

#[test]
fn workgroup_memory_is_counted_in_units_of_sixteen_bytes() {
    assert_eq!(with_parameters().interface().workgroup_bytes, 32);
}

#[test]
fn kernels_are_equal_if_their_texts_are() {
    let (a, b) = (with_parameters(), with_parameters());
    assert!(a == b);
    let c = a
        .with_parameters(ParameterPassing::Immediates)
        .expect("numbers may travel so");
    assert!(a != c);
    assert_eq!(a.workgroup_size(), [64, 1, 1]);
    assert_eq!(a.name(), "main_kernel");
}

#[test]
fn kernels_and_errors_cross_threads() {
    fn crosses<T: Send + Sync + Clone + 'static>() {}
    crosses::<Kernel>();
    crosses::<Error>();
}
