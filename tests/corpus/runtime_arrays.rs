//! Structures that end in an array whose length the binding decides.

use bitonic::*;

use super::{Case, Data};

/// Elements four bytes apart, directly behind the fields.
#[derive(Clone, ShaderType)]
pub(crate) struct Samples {
    pub(crate) count: u32,
    pub(crate) scale: f32,
    pub(crate) items: Vec<f32>,
}

/// The array begins behind padding, at a multiple of 16 bytes, and has gaps.
#[derive(Clone, ShaderType)]
pub(crate) struct Path {
    pub(crate) closed: u32,
    pub(crate) origin: Vec3,
    pub(crate) steps: Vec<Vec3>,
}

/// A structure with a gap at its end, as an element.
#[derive(Clone, Copy, ShaderType)]
pub(crate) struct Link {
    pub(crate) weight: Vec2,
    pub(crate) to: u32,
}

/// Nothing before the array; each element is a structure that holds an array.
#[derive(Clone, ShaderType)]
pub(crate) struct Links {
    pub(crate) of_all: Vec<Link>,
}

/// Scales the first `count` elements, in place, by a field.
fn a_header_and_its_elements() -> Result<Kernel, Error> {
    kernel("a_header_and_its_elements")
        .workgroup_size(4)
        .build(|k| {
            let samples = k.storage_struct_mut::<Samples>("samples").fields();
            let i = instance_index();
            If(i.lt(min(samples.count.load(), samples.items.len())), || {
                let item = samples.items.element(i);
                item.assign(item.load() * samples.scale.load());
            });
        })
}

/// The length by itself, of two bindings, one of them only read.
fn lengths_of_arrays_in_structures() -> Result<Kernel, Error> {
    kernel("lengths_of_arrays_in_structures")
        .workgroup_size(1)
        .build(|k| {
            let path = k.storage_struct::<Path>("path");
            let links = k.storage_struct_mut::<Links>("links");
            let result = k.storage_mut::<u32>("result");
            result.element(0).assign(path.fields().steps.len());
            result.element(1).assign(links.fields().of_all.len());
            // What is written behind the elements stays where it is.
            result.element(2).assign(path.fields().closed.load());
            links.fields().of_all.element(0).fields().to.assign(7);
        })
}

/// Elements of 16 bytes stride, read by components, from within a function and a loop.
fn a_walk_along_a_path() -> Result<Kernel, Error> {
    kernel("a_walk_along_a_path").workgroup_size(1).build(|k| {
        let path = k.storage_struct_mut::<Path>("path");
        let walk = Fn("walk", ["to"], move |to: Node<u32>| {
            let path = path.fields();
            path.origin.add_assign(path.steps.element(to).load());
            path.steps.element(to).y().assign(path.origin.x().load());
        });
        Loop(range(0, path.fields().steps.len()), |i| walk.call(i));
    })
}

/// Fields of structures in the array, forwards to other elements.
fn links_between_elements() -> Result<Kernel, Error> {
    kernel("links_between_elements")
        .workgroup_size(4)
        .build(|k| {
            let links = k.storage_struct::<Links>("links").fields().of_all;
            let result = k.storage_mut::<f32>("result");
            let i = instance_index();
            If(i.lt(links.len()), || {
                let to = links.element(i).fields().to.load().to_const("to");
                let weight = links.element(to).load().fields().weight.to_const("weight");
                result.element(i).assign(weight.x() - weight.y());
            });
        })
}

fn path(closed: u32, origin: [f32; 3], steps: &[[f32; 3]]) -> Path {
    let vec3 = |[x, y, z]: [f32; 3]| Vec3::new(x, y, z);
    Path {
        closed,
        origin: vec3(origin),
        steps: steps.iter().copied().map(vec3).collect(),
    }
}

fn links() -> Links {
    let link = |x, y, to| Link {
        weight: Vec2::new(x, y),
        to,
    };
    Links {
        of_all: vec![link(1.0, 0.25, 2), link(5.0, 1.0, 0), link(9.0, 2.0, 1)],
    }
}

pub(crate) fn cases() -> Vec<Case> {
    let samples = |items: &[f32]| Samples {
        count: 3,
        scale: 0.5,
        items: items.to_vec(),
    };
    let walked = path(1, [7.0, 12.0, 17.0], &[[1.0, 2.0, 3.0], [5.0, 7.0, 9.0]]);
    let mut links_after = links();
    links_after.of_all[0].to = 7;
    vec![
        Case::new("a_header_and_its_elements", a_header_and_its_elements)
            .given(
                "samples",
                Data::of_struct(&samples(&[2.0, 4.0, 6.0, 8.0, 10.0])),
            )
            .workgroups(2)
            .gives(
                "samples",
                Data::of_struct(&samples(&[1.0, 2.0, 3.0, 8.0, 10.0])),
            ),
        Case::new(
            "lengths_of_arrays_in_structures",
            lengths_of_arrays_in_structures,
        )
        .given("path", Data::of_struct(&path(5, [0.0; 3], &[[1.0; 3]; 4])))
        .given("links", Data::of_struct(&links()))
        .given("result", Data::U32(vec![0; 3]))
        .gives("result", Data::U32(vec![4, 3, 5]))
        .gives("links", Data::of_struct(&links_after)),
        Case::new("a_walk_along_a_path", a_walk_along_a_path)
            .given(
                "path",
                Data::of_struct(&path(
                    1,
                    [1.0, 3.0, 5.0],
                    &[[1.0, 2.0, 3.0], [5.0, 7.0, 9.0]],
                )),
            )
            .gives("path", Data::of_struct(&walked)),
        Case::new("links_between_elements", links_between_elements)
            .given("links", Data::of_struct(&links()))
            .given("result", Data::F32(vec![0.0; 4]))
            .gives("result", Data::F32(vec![7.0, 0.75, 4.0, 0.0])),
    ]
}
