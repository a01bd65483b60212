//! Textures, samplers, structures and uniforms; and types that are no signature.

use bitonic_dsl::{D2, In, Kernel, Out, R32Uint, Rgba8Unorm, Sampler, ShaderType, Uniform, WriteOnly};
use bitonic_dsl::{StorageTexture2d, Texture2d};
use bitonic_runtime::{Buffer, Error, Gpu, StructBuffer, Texture};

#[derive(ShaderType)]
struct Samples {
    count: u32,
    items: Vec<f32>,
}

#[derive(ShaderType)]
struct Others {
    items: Vec<f32>,
}

type Blur = Kernel<(Texture2d<f32>, Sampler, StorageTexture2d<Rgba8Unorm, WriteOnly>)>;

fn channels(gpu: &Gpu, blur: &Blur, from: Texture<R32Uint>, mut to: Texture<Rgba8Unorm>, smooth: bitonic_runtime::Sampler) -> Result<(), Error> {
    gpu.run(blur).bind(&from, &smooth, &mut to).workgroups([1, 1, 1])
}

fn a_format(gpu: &Gpu, blur: &Blur, from: Texture<Rgba8Unorm>, mut to: Texture<R32Uint>, smooth: bitonic_runtime::Sampler) -> Result<(), Error> {
    gpu.run(blur).bind(&from, &smooth, &mut to).workgroups([1, 1, 1])
}

fn written(gpu: &Gpu, blur: &Blur, from: Texture<Rgba8Unorm>, to: Texture<Rgba8Unorm>, smooth: bitonic_runtime::Sampler) -> Result<(), Error> {
    gpu.run(blur).bind(&from, &smooth, &to).workgroups([1, 1, 1])
}

fn no_sampler(gpu: &Gpu, blur: &Blur, from: Texture<Rgba8Unorm>, mut to: Texture<Rgba8Unorm>) -> Result<(), Error> {
    gpu.run(blur).bind(&from, &from, &mut to).workgroups([1, 1, 1])
}

fn another_structure(gpu: &Gpu, kernel: &Kernel<(In<Samples>,)>, others: StructBuffer<Others>) -> Result<(), Error> {
    gpu.run(kernel).bind(&others).dispatch(1)
}

fn a_buffer_for_a_uniform(gpu: &Gpu, kernel: &Kernel<(Uniform<u32>,)>, one: Buffer<u32>) -> Result<(), Error> {
    gpu.run(kernel).bind(&one).dispatch(1)
}

fn no_tuple(_: &Kernel<In<[f32]>>) {}

fn no_brackets(_: &Kernel<(Out<f32>,)>) {}

fn no_marker(_: &Kernel<(f32,)>) {}

fn atomics_are_written(_: &Kernel<(In<[bitonic_dsl::Atomic<u32>]>,)>) {}

fn no_access(_: &Kernel<(bitonic_dsl::StorageTexture<D2, Rgba8Unorm, bool>,)>) {}

fn main() {}
