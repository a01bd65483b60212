//! Arguments by name where they go by order, and the reverse.

use bitonic_dsl::*;
use bitonic_runtime::{Buffer, Error, Gpu};

type Saxpy = Kernel<(In<[f32]>, Out<[f32]>, Param<f32>)>;

fn by_name(gpu: &Gpu, saxpy: &Saxpy, x: Buffer<f32>, y: Buffer<f32>) -> Result<(), Error> {
    gpu.run(saxpy).bind("x", &x).bind("y", &y).set("a", 2.0f32).dispatch(3)
}

fn a_value_by_name(gpu: &Gpu, saxpy: &Saxpy) -> Result<(), Error> {
    gpu.run(saxpy).set("a", 2.0f32).dispatch(3)
}

fn nothing_bound(gpu: &Gpu, saxpy: &Saxpy) -> Result<(), Error> {
    gpu.run(saxpy).dispatch(3)
}

fn in_order_to_an_untyped_one(gpu: &Gpu, saxpy: &Kernel, x: Buffer<f32>, mut y: Buffer<f32>) -> Result<(), Error> {
    gpu.run(saxpy).bind(&x, &mut y, 2.0).dispatch(3)
}

fn main() {}
