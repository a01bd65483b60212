//! Statements that leave a loop or a function stand where they cannot.

use bitonic_dsl::*;

use crate::gallery::check;

#[test]
fn breaks_and_returns_out_of_place() {
    let result = kernel("k").build(|k| {
        let out = k.storage_mut::<u32>("out");
        Break(); //~ error
        If(out.len().gt(2), Continue); //~ error
        Return(out.element(0).load()); //~ error
        let half = Fn("half", ["x"], |x: Node<u32>| {
            If(x.lt(4), || Return(())); //~ error
            x / 2
        });
        out.element(0).assign(half.call(3)); //~ note
    });
    check(result);
}

#[test]
fn what_leaves_a_loop_stands_in_its_turn() {
    let result = kernel("k").build(|k| {
        let out = k.storage_mut::<u32>("out");
        Repeat(|| If(out.len().gt(3), Break).else_(|| ()))
            .continuing(|| {
                If(out.len().gt(1), Break); //~ error
                Loop(range(0, 3), |_| Break());
                Loop(range(0, 3), |_| Return(())); //~ error
            })
            .break_if(|| {
                Continue(); //~ error
                out.len().gt(2)
            });
        let condition = || {
            Break(); //~ error
            out.len().gt(2)
        };
        Loop(range(0, 3), |_| While(condition, || ()));
        Switch(out.len()).case(1, Break); //~ error
    });
    check(result);
}

#[test]
fn repetitions_that_nothing_ends() {
    let result = kernel("k").build(|k| {
        let out = k.storage_mut::<u32>("out");
        Switch(out.len())
            .case(1, || _ = Repeat(|| out.element(0).increment())) //~ error
            .case(2, || Repeat(|| ()).break_if(|| false)) //~ error
            .default(|| Repeat(|| Return(())).break_if(|| true));
    });
    check(result);
}

#[test]
fn panic_caught_within_a_branch() {
    let result = kernel("k").build(|k| {
        let out = k.storage_mut::<u32>("out");
        let branch = || {
            If(out.len().gt(1), || panic!("the author's own")); //~ error
        };
        assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(branch)).is_err());
        out.element(1).assign(44);
    });
    check(result);
}

#[test]
fn panic_caught_within_a_loop() {
    let result = kernel("k").build(|k| {
        let out = k.storage_mut::<u32>("out");
        let turns = || {
            Loop(range(0, out.len()), |_| panic!("the author's own")); //~ error
        };
        assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(turns)).is_err());
        Break(); //~ error
    });
    check(result);
}
