//! A kernel with values for its overrides means what naga makes of its text with them.

use naga::back::PipelineConstants;
use naga::back::pipeline_constants::process_overrides;
use naga::proc::IndexableLength;
use naga::valid::{Capabilities, ModuleInfo, ValidationFlags, Validator};
use naga::{ArraySize, Module, TypeInner, front::wgsl};

use super::super::same::difference;
use crate::interface::OverrideValue;
use crate::*;

fn read(kernel: &Kernel) -> (Module, ModuleInfo) {
    let text = kernel.wgsl(Dialect::Naga).unwrap();
    let module = wgsl::parse_str(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let info = Validator::new(ValidationFlags::all(), Capabilities::all()).validate(&module);
    (
        module,
        info.unwrap_or_else(|error| panic!("{error:?}\n{text}")),
    )
}

fn tiles() -> Kernel {
    let width = pipeline_override::<u32>("width").with_id(1);
    let scale = pipeline_override::<f32>("scale").with_default(1.0);
    let weight = pipeline_override::<f16>("weight").with_default(f16::from_f32(0.25));
    let by = scale.clone();
    let size = [Extent::from(&width), 2.into()];
    let built = kernel("tiles").workgroup_size(size).build(|k| {
        let data = k.storage_mut::<f32>("data");
        let tile = workgroup_array::<f32>("tile", &width);
        let scaled = Fn("scaled", ["x"], move |x: Node<f32>| {
            x * &by + (weight.node() * weight.node()).to_f32()
        });
        let (i, local) = (instance_index(), local_invocation_id().x());
        tile.element(local)
            .assign(scaled.call(data.element(i).load()));
        workgroup_barrier();
        let last = tile.element(width.node() - 1 - local).load();
        data.element(i).assign(last);
    });
    built.unwrap()
}

#[test]
fn values_mean_what_naga_makes_of_them() {
    let values: [(&str, OverrideValue); 3] = [
        ("weight", f16::from_f32(1.5).into()),
        ("width", 8u32.into()),
        ("scale", 2.5f32.into()),
    ];
    let kernel = tiles();
    let settled = kernel.with_overrides(values).unwrap();
    let given: PipelineConstants = settled
        .override_values()
        .map(|(one, value)| (one.key(), value.number()))
        .collect();
    let (module, info) = read(&kernel);
    let (by_naga, info) = process_overrides(&module, &info, None, &given).unwrap();
    // What it has replaced it keeps, for the lengths of arrays refer to it.
    let mut by_naga = by_naga.into_owned();
    let types: Vec<_> = by_naga.types.iter().map(|(handle, _)| handle).collect();
    for handle in types {
        let mut ty = by_naga.types[handle].clone();
        if let TypeInner::Array { size, .. } = &mut ty.inner
            && let ArraySize::Pending(_) = size
            && let IndexableLength::Known(length) = size.resolve(by_naga.to_ctx()).unwrap()
        {
            *size = ArraySize::Constant(length.try_into().unwrap());
            by_naga.types.replace(handle, ty);
        }
    }
    by_naga.overrides = naga::Arena::new();
    let ours = read(&settled);
    let difference = difference((&by_naga, &info), (&ours.0, &ours.1));
    assert_eq!(difference, None);
}
