//! Arguments of another type, in another order, too few, too many.

use bitonic_dsl::*;
use bitonic_runtime::{Buffer, Error, Gpu};

type Saxpy = Kernel<(In<[f32]>, Out<[f32]>, Param<f32>)>;

fn another_element(gpu: &Gpu, saxpy: &Saxpy, x: Buffer<u32>, mut y: Buffer<f32>) -> Result<(), Error> {
    gpu.run(saxpy).bind(&x, &mut y, 2.0).dispatch(3)
}

fn not_mutable(gpu: &Gpu, saxpy: &Saxpy, x: Buffer<f32>, y: Buffer<f32>) -> Result<(), Error> {
    gpu.run(saxpy).bind(&x, &y, 2.0).dispatch(3)
}

fn swapped(gpu: &Gpu, saxpy: &Saxpy, x: Buffer<f32>, mut y: Buffer<f32>) -> Result<(), Error> {
    gpu.run(saxpy).bind(&mut y, &x, 2.0).dispatch(3)
}

fn value_first(gpu: &Gpu, saxpy: &Saxpy, x: Buffer<f32>, mut y: Buffer<f32>) -> Result<(), Error> {
    gpu.run(saxpy).bind(2.0, &x, &mut y).dispatch(3)
}

fn too_few(gpu: &Gpu, saxpy: &Saxpy, x: Buffer<f32>, mut y: Buffer<f32>) -> Result<(), Error> {
    gpu.run(saxpy).bind(&x, &mut y).dispatch(3)
}

fn too_many(gpu: &Gpu, saxpy: &Saxpy, x: Buffer<f32>, mut y: Buffer<f32>) -> Result<(), Error> {
    gpu.run(saxpy).bind(&x, &mut y, 2.0, 3u32).dispatch(3)
}

fn a_vec(gpu: &Gpu, saxpy: &Saxpy, x: Vec<f32>, mut y: Buffer<f32>) -> Result<(), Error> {
    gpu.run(saxpy).bind(&x, &mut y, 2.0).dispatch(3)
}

fn a_mutable_vec(gpu: &Gpu, saxpy: &Saxpy, x: Buffer<f32>, mut y: Vec<f32>) -> Result<(), Error> {
    gpu.run(saxpy).bind(&x, &mut y, 2.0).dispatch(3)
}

fn by_value(gpu: &Gpu, saxpy: &Saxpy, x: Buffer<f32>, mut y: Buffer<f32>) -> Result<(), Error> {
    gpu.run(saxpy).bind(x, &mut y, 2.0).dispatch(3)
}

fn wide(gpu: &Gpu, saxpy: &Saxpy, x: Buffer<f32>, mut y: Buffer<f32>, a: f64) -> Result<(), Error> {
    gpu.run(saxpy).bind(&x, &mut y, a).dispatch(3)
}

fn integer(gpu: &Gpu, saxpy: &Saxpy, x: Buffer<f32>, mut y: Buffer<f32>) -> Result<(), Error> {
    gpu.run(saxpy).bind(&x, &mut y, 2).dispatch(3)
}

fn main() {}
