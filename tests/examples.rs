//! Every example runs, and what it checks of itself holds.

#[path = "../examples/03_inspect.rs"]
mod inspect;
#[path = "../examples/02_reuse_indices.rs"]
mod reuse_indices;
#[path = "../examples/01_saxpy.rs"]
mod saxpy;

#[test]
fn saxpy_runs() {
    saxpy::main().unwrap();
}

#[test]
fn reuse_indices_runs() {
    reuse_indices::main().unwrap();
}

#[test]
fn inspect_runs() {
    inspect::main().unwrap();
}

#[test]
fn saxpy_reads_as_it_did() {
    bitonic::assert_kernel_snapshot!(saxpy::saxpy().unwrap());
}
