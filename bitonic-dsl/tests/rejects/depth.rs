//! Branches and loops too deep in each other for the compilers of WGSL.

use bitonic_dsl::*;

use crate::gallery::check;

fn nested(out: StorageMut<u32>, depth: u32) {
    if depth > 0 {
        If(out.len().gt(depth), || nested(out, depth - 1));
    }
}

#[test]
fn branches_too_deep_in_each_other() {
    let build = |depth| kernel("k").build(|k| nested(k.storage_mut::<u32>("out"), depth));
    build(60).unwrap();
    for depth in [61, 300] {
        let error = build(depth).unwrap_err();
        assert_eq!(error.diagnostics().len(), 1, "{error}");
        assert!(error.to_string().contains("too deep"), "{error}");
    }
}

#[test]
fn loops_too_deep_in_each_other() {
    fn turns(out: StorageMut<u32>, depth: u32) {
        match depth {
            0 => out.element(0).increment(),
            _ => Loop(range(0, out.len()), |_| turns(out, depth - 1)), //~ error
        }
    }
    let result = kernel("k").build(|k| turns(k.storage_mut::<u32>("out"), 80));
    check(result);
}
