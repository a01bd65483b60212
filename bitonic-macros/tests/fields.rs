//! What the derive gives an author: the fields of values and of places, under the
//! names and with the visibility of the struct.

#![deny(missing_docs, unreachable_pub, dead_code, clippy::all)]

use bitonic_dsl::graph::{NodeKind, PlaceKind};
use bitonic_dsl::kernel;
use bitonic_dsl::types::{ShaderType as _, Type, Vec3};
use bitonic_macros::ShaderType;

/// The parameters of a step.
#[derive(Clone, Copy, ShaderType)]
struct Step {
    /// Where it goes.
    direction: Vec3,
    r#type: u32,
    scale: f32,
}

mod elsewhere {
    //! A module of its own, to look at from outside.

    use bitonic_macros::ShaderType;

    /// What others see in part.
    #[derive(Clone, Copy, Default, ShaderType)]
    pub(crate) struct Partly {
        pub(crate) seen: u32,
        hidden: u32,
    }

    impl Partly {
        pub(crate) fn hidden(self) -> u32 {
            self.hidden
        }
    }
}

/// The whole crate under another name, as an author's own prelude may have it.
mod prelude {
    pub(crate) use bitonic_dsl::*;
}

/// A struct that reaches the shader types through a re-export.
#[derive(Clone, Copy, ShaderType)]
#[shader(crate = "crate::prelude")]
struct ThroughReexport {
    value: u32,
}

#[test]
fn the_fields_of_a_place_are_places_of_their_types() {
    let kernel = kernel("fields")
        .workgroup_size(64)
        .build(|k| {
            let step = k.uniform::<Step>("step").fields();
            let out = k.storage_mut::<f32>("out");
            let scaled = step.direction.y().load() * step.scale.load();
            out.element(step.r#type.load()).assign(scaled);
        })
        .expect("the kernel is right");
    let places = kernel.graph().body.places.iter();
    let fields: Vec<_> = places
        .filter_map(|(_, place)| match &place.kind {
            PlaceKind::Field(_, index) => Some((*index, place.ty.clone())),
            _ => None,
        })
        .collect();
    let expected = [(0, Vec3::ty()), (1, Type::U32), (2, Type::F32)];
    assert_eq!(fields, expected);
}

#[test]
fn a_place_of_a_storage_buffer_is_written_field_by_field_or_whole() {
    let kernel = kernel("fields")
        .workgroup_size(64)
        .build(|k| {
            let steps = k.storage_mut::<Step>("steps");
            let first = steps.element(0).load();
            steps.element(1).fields().scale.assign(first.fields().scale);
            steps.element(2).assign(first);
        })
        .expect("the kernel is right");
    let nodes = kernel.graph().body.nodes.iter();
    let fields = nodes.filter(|(_, node)| matches!(node.kind, NodeKind::Field(_, 2)));
    assert_eq!(fields.count(), 1);
}

#[test]
fn a_value_keeps_its_fields_in_a_variable() {
    let kernel = kernel("fields").workgroup_size(1).build(|k| {
        let partly = k.storage::<elsewhere::Partly>("partly");
        let variable = partly.element(0).load().to_var("copy");
        variable.fields().seen.assign(3);
        let other = k.storage::<ThroughReexport>("other");
        let out = k.storage_mut::<u32>("out");
        out.element(0).assign(variable.fields().seen.load());
        out.element(1)
            .assign(other.element(0).fields().value.load());
    });
    assert!(kernel.is_ok(), "{kernel:?}");
    assert_eq!(elsewhere::Partly::default().hidden(), 0);
}
