//! How many cases a `Switch` may have.

use bitonic_dsl::*;

#[test]
fn cases_that_leave_a_loop_lie_in_each_other() {
    let build = |cases: u32, leaves: bool| {
        kernel("k").build(|k| {
            let out = k.storage_mut::<u32>("out");
            Loop(range(0, 9), |i| {
                let mut chain = Switch(i).case(0, || {
                    if leaves {
                        Break()
                    }
                });
                for case in 1..cases {
                    chain = chain.case(case, || out.element(i).assign(case));
                }
            });
        })
    };
    build(58, true).unwrap();
    build(500, false).unwrap();
    let error = build(59, true).unwrap_err();
    assert!(error.to_string().contains("too deep"), "{error}");
}
