//! Constants of module scope, looked up in, and private variables.

use bitonic::*;

use super::{Case, Data};

/// One axis of a permutation.
#[derive(Clone, Copy, ShaderType)]
pub(crate) struct Axis {
    pub(crate) sign: i32,
    pub(crate) of: [u32; 3],
    pub(crate) shift: Vec3,
}

/// Tables of numbers, of arrays and of structures, by an index found at run time.
fn lookup_tables() -> Result<Kernel, Error> {
    kernel("lookup_tables").workgroup_size(4).build(|k| {
        let result = k.storage_mut::<u32>("result");
        let powers = constant("POWERS", [1u32, 10, 100, 1000]);
        let pairs = constant("PAIRS", [[1u32, 2], [3, 4]]);
        let i = local_invocation_index();
        let pair = pairs.element(i / 2).element(i % 2).to_const("pair");
        result.element(i).assign(powers.element(i) * pair);
    })
}

/// A table of structures; a function reads the one that the kernel reads.
fn tables_of_structures() -> Result<Kernel, Error> {
    kernel("tables_of_structures").workgroup_size(4).build(|k| {
        let result = k.storage_mut::<f32>("result");
        let axes = || {
            let axis = |sign, of, x| Axis {
                sign,
                of,
                shift: Vec3::new(x, 0.5, 0.25),
            };
            constant("AXES", [axis(1, [0, 1, 2], 4.0), axis(-1, [2, 0, 1], 8.0)])
        };
        let sign = Fn("sign", ["index"], move |index: Node<u32>| {
            axes().element(index).fields().sign
        });
        let i = local_invocation_index();
        let axis = axes().element(i % 2).to_const("axis").fields();
        let chosen = axis.of.element(i / 2).to_f32().to_const("chosen");
        let signed = (chosen * sign.call(i % 2).to_f32()).to_const("signed");
        result
            .element(i)
            .assign(signed + axis.shift.x() + axis.shift.z());
    })
}

/// Private variables start as they are told in each invocation, and functions see them.
fn private_variables() -> Result<Kernel, Error> {
    kernel("private_variables").workgroup_size(4).build(|k| {
        let result = k.storage_mut::<u32>("result");
        let state = private_var("state", UVec2::new(7, 1));
        let history = private_zero::<[u32; 4]>("history");
        let flag = private_zero::<bool>("flag");
        let step = Fn("step", ["by"], move |by: Node<u32>| {
            state.place().x().add_assign(by);
            state.place().y().mul_assign(2);
            history.element(state.load().y() % 4).increment();
            flag.assign(!flag.load());
        });
        let i = local_invocation_index();
        Loop(range(0, i).named("turn"), |turn| step.call(turn + 1));
        let sum = history.element(0).load() * 100 + history.element(2).load() * 1000;
        let sum = sum.to_const("sum");
        let odd = select(flag.load(), 10_000, 0u32).to_const("odd");
        result.element(i).assign(state.load().x() + sum + odd);
    })
}

pub(crate) fn cases() -> Vec<Case> {
    let numbers = |values: &[u32]| Data::U32(values.to_vec());
    vec![
        Case::new("lookup_tables", lookup_tables)
            .given("result", numbers(&[0; 4]))
            .gives("result", numbers(&[1, 20, 300, 4000])),
        Case::new("tables_of_structures", tables_of_structures)
            .given("result", Data::F32(vec![0.0; 4]))
            // 0 + 4.25, -2 + 8.25, 1 + 4.25, -0 + 8.25.
            .gives("result", Data::F32(vec![4.25, 6.25, 5.25, 8.25])),
        Case::new("private_variables", private_variables)
            .given("result", numbers(&[0; 4]))
            // 7 and the sum of 1..=i; y is 2, 4, 8: once at 2, then at 0.
            .gives("result", numbers(&[7, 11_008, 1110, 11_213])),
    ]
}
