//! Every example runs, and what it checks of itself holds. Those with a module in
//! `tests/examples` run on every executor, at sizes that do not fit.

#[path = "../examples/18_bitonic_steps.rs"]
mod bitonic_steps;
#[path = "../examples/03_inspect.rs"]
mod inspect;
#[path = "../examples/02_reuse_indices.rs"]
mod reuse_indices;
#[path = "../examples/01_saxpy.rs"]
mod saxpy;
#[path = "../examples/04_sort_slice.rs"]
mod sort_slice;
#[path = "../examples/05_plan.rs"]
mod stepped_plan;
mod support;

#[path = "examples/blur.rs"]
mod blur;
#[path = "examples/common.rs"]
mod common;
#[path = "examples/counting_sort.rs"]
mod counting_sort;
#[path = "examples/culling.rs"]
mod culling;
#[path = "examples/histogram.rs"]
mod histogram;
#[path = "examples/life.rs"]
mod life;
#[path = "examples/mandelbrot.rs"]
mod mandelbrot;
#[path = "examples/matmul.rs"]
mod matmul;
#[path = "examples/nbody.rs"]
mod nbody;
#[path = "examples/prefix_sum.rs"]
mod prefix_sum;
#[path = "examples/reduction.rs"]
mod reduction;
#[path = "examples/rms_norm.rs"]
mod rms_norm;
#[path = "examples/shallow_water.rs"]
mod shallow_water;
#[path = "examples/softmax.rs"]
mod softmax;

#[test]
fn saxpy_runs() {
    saxpy::main().unwrap();
}

#[test]
fn reuse_indices_runs() {
    reuse_indices::main().unwrap();
}

#[test]
fn sort_slice_runs() {
    sort_slice::main().unwrap();
}

#[test]
fn stepped_plan_runs() {
    stepped_plan::main().unwrap();
}

#[test]
fn bitonic_steps_run() {
    bitonic_steps::main().unwrap();
}

#[test]
fn inspect_runs() {
    inspect::main().unwrap();
}

#[test]
fn saxpy_reads_as_it_did() {
    bitonic::assert_kernel_snapshot!(saxpy::saxpy().unwrap());
}
