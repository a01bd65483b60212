//! Functions that write the variables of their callers.

use bitonic::*;

use super::{Case, Data};

/// Through two functions into a variable, and into elements of an array.
fn pointers_to_variables() -> Result<Kernel, Error> {
    kernel("pointers_to_variables")
        .workgroup_size(4)
        .build(|k| {
            let result = k.storage_mut::<u32>("result");
            let swap = Fn("swap", ["a", "b"], |a: Pointer<u32>, b: Pointer<u32>| {
                let first = a.load().to_const("first");
                a.assign(b.load());
                b.assign(first);
            });
            let twice = Fn(
                "swap_and_add",
                ["a", "b", "by"],
                move |a: Pointer<u32>, b: Pointer<u32>, by: Node<u32>| {
                    swap.call(a, b);
                    a.add_assign(by);
                    a.load() + b.load()
                },
            );
            let i = local_invocation_index();
            let x = i.to_var("x");
            let y = (i * 10 + 100).to_var("y");
            let sum = twice.call(x, y, 1000).to_const("sum");
            result.element(i * 3).assign(x.load());
            result.element(i * 3 + 1).assign(y.load());
            result.element(i * 3 + 2).assign(sum);
        })
}

/// To a whole array of a variable, and to a private one.
fn pointers_to_arrays() -> Result<Kernel, Error> {
    kernel("pointers_to_arrays").workgroup_size(4).build(|k| {
        let result = k.storage_mut::<u32>("result");
        let turn = Fn("turn", ["of"], |of: Pointer<[u32; 3]>| {
            let first = of.element(0).load().to_const("first");
            Loop(range(0u32, 2).named("at"), |at| {
                of.element(at).assign(of.element(at + 1).load());
            });
            of.element(2).assign(first);
        });
        let count = Fn("count", ["into"], |into: Pointer<u32, InPrivate>| {
            into.increment();
            into.load()
        });
        let total = private_var("total", 40u32);
        let i = local_invocation_index();
        let digits = array([i, i + 4, i + 7]).to_var("digits");
        Loop(range(0, i), |_| turn.call(digits));
        let all = digits.load().to_const("all");
        let coded = all.element(0) * 100 + all.element(1) * 10 + all.element(2);
        let coded = coded.to_const("coded");
        let counted = (count.call(total) + count.call(total)).to_const("counted");
        result
            .element(i)
            .assign(coded * 1000 + counted + total.load());
    })
}

pub(crate) fn cases() -> Vec<Case> {
    let numbers = |values: &[u32]| Data::U32(values.to_vec());
    vec![
        Case::new("pointers_to_variables", pointers_to_variables)
            .given("result", numbers(&[0; 12]))
            .gives(
                "result",
                numbers(&[1100, 0, 1100, 1110, 1, 1111, 1120, 2, 1122, 1130, 3, 1133]),
            ),
        Case::new("pointers_to_arrays", pointers_to_arrays)
            .given("result", numbers(&[0; 4]))
            // [0, 4, 7]; [1, 5, 8] turned once; [2, 6, 9] twice; [3, 7, 10] thrice: as it
            // was. Counted: 41 + 42, and 42 is left.
            .gives("result", numbers(&[47_125, 581_125, 926_125, 380_125])),
    ]
}
