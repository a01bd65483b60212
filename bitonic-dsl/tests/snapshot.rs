//! `assert_kernel_snapshot!` as a user's crate sees it.

#![cfg(feature = "snapshot")]

use std::path::Path;

use bitonic_dsl::nodes::bitonic_flip_indices;
use bitonic_dsl::*;

fn flip() -> Kernel {
    let built = kernel("flip").workgroup_size(256).build(|k| {
        let data = k.storage_mut::<u32>("data");
        let span = k.param::<u32>("span");
        let pair = bitonic_flip_indices(instance_index(), span);
        If(pair.y().lt(data.len()), || {
            let a = data.element(pair.x()).load();
            let b = data.element(pair.y()).load();
            data.element(pair.x()).assign(min(a, b));
            data.element(pair.y()).assign(max(a, b));
        });
    });
    built.expect("the kernel is valid")
}

#[test]
fn a_snapshot_is_named_after_its_test() {
    assert_kernel_snapshot!(flip());
    assert!(beside("snapshot__a_snapshot_is_named_after_its_test.snap").exists());
}

#[test]
fn a_snapshot_can_be_named() {
    assert_kernel_snapshot!("flip", flip());
    assert!(beside("snapshot__flip.snap").exists());
}

/// The files lie beside this test, in the crate that uses the macro.
fn beside(file: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/snapshots")
        .join(file)
}
