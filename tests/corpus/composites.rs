//! Arrays of fixed length in every place where they can lie.

use bitonic::*;

use super::{Case, Data};

/// An array of a variable, read and written by indices known and found at run time.
fn arrays_in_variables() -> Result<Kernel, Error> {
    kernel("arrays_in_variables").workgroup_size(4).build(|k| {
        let result = k.storage_mut::<u32>("result");
        let i = local_invocation_index();
        let places = array([i, i * 10, i * 100, i * 1000]).to_var("places");
        places.element(1).add_assign(7);
        places.element(i).add_assign(3);
        let all = places.load().to_const("all");
        let sum = all.element(0) + all.element(1) + all.element(2) + all.element((i + 3) % 4);
        result.element(i).assign(sum);
    })
}

/// An array of arrays: whole, by row and by element.
fn nested_arrays() -> Result<Kernel, Error> {
    kernel("nested_arrays").workgroup_size(3).build(|k| {
        let grids = k.storage::<[[u32; 2]; 3]>("grids");
        let turned = k.storage_mut::<[[u32; 3]; 2]>("turned");
        let row = local_invocation_index();
        let grid = grids.element(0).load().to_const("grid");
        let cells = grid.element(row).to_const("cells");
        let to = turned.element(0);
        to.element(0).element(row).assign(cells.element(0));
        to.element(1).element(row).assign(cells.element(1));
        If(row.eq(0), || {
            turned.element(1).element(1).assign([7u32, 8, 9]);
        });
    })
}

/// Elements of an array of vectors of three lie 16 bytes apart.
fn arrays_of_vec3_of_fixed_length() -> Result<Kernel, Error> {
    kernel("arrays_of_vec3_of_fixed_length")
        .workgroup_size(1)
        .build(|k| {
            let pairs = k.storage_mut::<[UVec3; 2]>("pairs");
            let flat = k.storage_mut::<u32>("flat");
            let pair = pairs.element(1).load().to_const("pair");
            flat.element(0).assign(pair.element(0).z());
            flat.element(1).assign(pair.element(1).x());
            pairs.element(0).element(1).y().assign(99);
        })
}

/// An array as an argument and as the result of a function.
fn arrays_through_functions() -> Result<Kernel, Error> {
    kernel("arrays_through_functions")
        .workgroup_size(4)
        .build(|k| {
            let result = k.storage_mut::<u32>("result");
            let rotate = Fn("rotate", ["of"], |of: Node<[u32; 3]>| {
                array([of.element(1), of.element(2), of.element(0)])
            });
            let i = local_invocation_index();
            let rotated = rotate.call(rotate.call([i, i + 10, i + 20]));
            let rotated = rotated.to_const("rotated");
            let coded = rotated.element(0) * 10_000 + rotated.element(1) * 100 + rotated.element(2);
            result.element(i).assign(coded);
        })
}

/// Rows of workgroup memory, turned.
fn arrays_in_workgroup_memory() -> Result<Kernel, Error> {
    kernel("arrays_in_workgroup_memory")
        .workgroup_size(4)
        .build(|k| {
            let result = k.storage_mut::<u32>("result");
            let tile = workgroup_array::<[u32; 2]>("tile", 2);
            let i = local_invocation_index();
            tile.element(i % 2).element(i / 2).assign(i + 40);
            workgroup_barrier();
            result
                .element(i)
                .assign(tile.element(i / 2).element(i % 2).load());
        })
}

/// A uniform holds arrays whose elements fill 16 bytes.
fn arrays_in_a_uniform() -> Result<Kernel, Error> {
    kernel("arrays_in_a_uniform").workgroup_size(4).build(|k| {
        let weights = k.uniform::<[UVec4; 2]>("weights");
        let result = k.storage_mut::<u32>("result");
        let i = local_invocation_index();
        let weight = weights.place().element(i / 2).load().to_const("weight");
        result.element(i).assign(weight.element(i));
    })
}

/// What lies in an array of a structure.
#[derive(Clone, Copy, ShaderType)]
pub(crate) struct Corner {
    pub(crate) place: Vec3,
    pub(crate) weight: f32,
}

/// Structures in arrays in a structure, a matrix with gaps, and an array of vectors of
/// three followed by a scalar.
#[derive(Clone, Copy, ShaderType)]
pub(crate) struct Shape {
    pub(crate) kind: u32,
    pub(crate) corners: [Corner; 2],
    pub(crate) turn: Mat3,
    pub(crate) colors: [UVec3; 2],
    pub(crate) last: u32,
}

/// The same field of each part, from one structure to another.
fn structures_with_arrays() -> Result<Kernel, Error> {
    kernel("structures_with_arrays")
        .workgroup_size(1)
        .build(|k| {
            let from = k.storage::<Shape>("shapes").element(0).fields();
            let to = k.storage_mut::<Shape>("changed").element(0).fields();
            to.kind.assign(from.kind.load() + 1);
            to.corners.assign(from.corners.load());
            let corner = to.corners.element(1).fields();
            corner
                .place
                .y()
                .assign(from.corners.element(0).fields().weight.load());
            to.turn.assign(from.turn.load());
            to.turn.element(2).y().add_assign(0.5);
            to.colors.element(0).assign(from.colors.load().element(1));
            to.last.assign(from.last.load());
        })
}

fn shape() -> Shape {
    let corner = |x: f32| Corner {
        place: Vec3::new(x, x + 1.0, x + 2.0),
        weight: x + 3.0,
    };
    Shape {
        kind: 1,
        corners: [corner(10.0), corner(20.0)],
        turn: Mat3::from_columns([1.0, 4.0, 7.0].map(|x| Vec3::new(x, x + 1.0, x + 2.0))),
        colors: [UVec3::new(31, 32, 33), UVec3::new(34, 35, 36)],
        last: 99,
    }
}

/// What the kernel does, in Rust, to zeros.
fn changed_shape() -> Shape {
    let mut shape = shape();
    shape.kind = 2;
    shape.corners[1].place.y = 13.0;
    shape.turn.columns[2].y = 8.5;
    shape.colors = [UVec3::new(34, 35, 36), UVec3::new(0, 0, 0)];
    shape
}

pub(crate) fn cases() -> Vec<Case> {
    let numbers = |values: &[u32]| Data::U32(values.to_vec());
    vec![
        Case::new("arrays_in_variables", arrays_in_variables)
            .given("result", numbers(&[0; 4]))
            // Of i = 0..4: [i, 10i + 7, 100i, 1000i], and 3 more at i.
            .gives("result", numbers(&[10, 122, 259, 640])),
        Case::new("nested_arrays", nested_arrays)
            .given("grids", Data::of(&[[[1u32, 2], [3, 4], [5, 6]]]))
            .given("turned", Data::of(&[[[0u32; 3]; 2]; 2]))
            .gives(
                "turned",
                Data::of(&[[[1u32, 3, 5], [2, 4, 6]], [[0; 3], [7, 8, 9]]]),
            ),
        Case::new(
            "arrays_of_vec3_of_fixed_length",
            arrays_of_vec3_of_fixed_length,
        )
        .given(
            "pairs",
            Data::of(&[
                [UVec3::new(0, 1, 2), UVec3::new(4, 5, 6)],
                [UVec3::new(8, 9, 10), UVec3::new(12, 13, 14)],
            ]),
        )
        .given("flat", numbers(&[0; 2]))
        .gives("flat", numbers(&[10, 12]))
        .gives(
            "pairs",
            Data::of(&[
                [UVec3::new(0, 1, 2), UVec3::new(4, 99, 6)],
                [UVec3::new(8, 9, 10), UVec3::new(12, 13, 14)],
            ]),
        ),
        Case::new("structures_with_arrays", structures_with_arrays)
            .given("shapes", Data::of(&[shape()]))
            .given("changed", Data::of(&[Shape::read(&[0; 176])]))
            .gives("changed", Data::of(&[changed_shape()])),
        Case::new("arrays_through_functions", arrays_through_functions)
            .given("result", numbers(&[0; 4]))
            .gives("result", numbers(&[200_010, 210_111, 220_212, 230_313])),
        Case::new("arrays_in_workgroup_memory", arrays_in_workgroup_memory)
            .given("result", numbers(&[0; 4]))
            .gives("result", numbers(&[40, 42, 41, 43])),
        Case::new("arrays_in_a_uniform", arrays_in_a_uniform)
            .value("weights", [UVec4::new(1, 2, 3, 4), UVec4::new(5, 6, 7, 8)])
            .given("result", numbers(&[0; 4]))
            .gives("result", numbers(&[1, 2, 7, 8])),
    ]
}
