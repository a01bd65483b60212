//! One buffer twice, and one that may not be written.

use bitonic_dsl::*;
use bitonic_runtime::{Buffer, Error, Gpu};

type Saxpy = Kernel<(In<[f32]>, Out<[f32]>, Param<f32>)>;
type Swap = Kernel<(Out<[f32]>, Out<[f32]>)>;

fn read_and_written(gpu: &Gpu, saxpy: &Saxpy, mut y: Buffer<f32>) -> Result<(), Error> {
    gpu.run(saxpy).bind(&y, &mut y, 2.0).dispatch(3)
}

fn written_twice(gpu: &Gpu, swap: &Swap, mut y: Buffer<f32>) -> Result<(), Error> {
    gpu.run(swap).bind(&mut y, &mut y).dispatch(3)
}

fn not_declared_mutable(gpu: &Gpu, saxpy: &Saxpy, x: Buffer<f32>, y: Buffer<f32>) -> Result<(), Error> {
    gpu.run(saxpy).bind(&x, &mut y, 2.0).dispatch(3)
}

fn main() {}
