//! What it costs to turn values into the bytes of a buffer and back: `lent` as they lie in
//! memory, and `converted` one by one into the place where they go.
//!
//! `cargo bench -p bitonic-dsl --bench bytes`
//!
//! Of 2^20 values of each type. A copy to the buffer's memory is part of both.

use std::hint::black_box;

use bitonic_dsl::*;
use bytemuck::{Pod, Zeroable};
use divan::Bencher;
use divan::counter::BytesCount;

const COUNT: usize = 1 << 20;
/// Values that are converted at a time.
const PIECE: usize = 1 << 7;

fn main() {
    divan::main();
}

/// Lies in Rust as in WGSL.
#[derive(Clone, Copy, Pod, Zeroable, ShaderType)]
#[repr(C)]
struct Agreeing {
    position: Vec3,
    mass: f32,
    velocity: Vec3,
    age: f32,
}

/// The same, known to be plain data by nobody.
#[derive(Clone, Copy, ShaderType)]
struct Unknown {
    position: Vec3,
    mass: f32,
    velocity: Vec3,
    age: f32,
}

/// Has gaps in WGSL that it has not in Rust.
#[derive(Clone, Copy, ShaderType)]
struct Gaps {
    scale: f32,
    position: Vec3,
    turn: Mat3,
    id: u32,
    ends: [Vec3; 2],
}

fn values<T: HostShareable>() -> Vec<T> {
    let bytes = |index: usize| vec![0x30 + (index % 15) as u8; T::LAYOUT.size as usize];
    (0..COUNT).map(|index| T::read(&bytes(index))).collect()
}

fn place<T: HostShareable>() -> Vec<u8> {
    vec![1; COUNT * T::LAYOUT.stride() as usize]
}

/// As a buffer is written: lent where the type allows it, else piece by piece.
fn write<T: HostShareable>(values: &[T], place: &mut [u8]) {
    match T::lend(values) {
        Some(bytes) => place.copy_from_slice(bytes),
        None => convert(values, place),
    }
}

/// What is done with values that are not lent.
fn convert<T: HostShareable>(values: &[T], place: &mut [u8]) {
    let (size, stride) = (T::LAYOUT.size as usize, T::LAYOUT.stride() as usize);
    let places = place.chunks_mut(PIECE * stride);
    for (some, place) in values.chunks(PIECE).zip(places) {
        let mut bytes = vec![0; some.len() * stride];
        for (value, place) in some.iter().zip(bytes.chunks_exact_mut(stride)) {
            value.write(&mut place[..size]);
        }
        place.copy_from_slice(&bytes);
    }
}

#[divan::bench(types = [u32, Vec2, Vec3, Vec4, Mat3, Mat4, Agreeing, Unknown, Gaps])]
fn written<T: HostShareable>(bencher: Bencher) {
    let (values, mut place) = (values::<T>(), place::<T>());
    let bencher = bencher.counter(BytesCount::new(place.len()));
    bencher.bench_local(|| write(black_box(&values), black_box(&mut place)));
}

#[divan::bench(types = [u32, Vec2, Vec4, Mat4, Agreeing])]
fn converted_all_the_same<T: HostShareable>(bencher: Bencher) {
    let (values, mut place) = (values::<T>(), place::<T>());
    let bencher = bencher.counter(BytesCount::new(place.len()));
    bencher.bench_local(|| convert(black_box(&values), black_box(&mut place)));
}

#[divan::bench(types = [u32, Vec2, Vec3, Vec4, Mat3, Mat4, Agreeing, Unknown, Gaps])]
fn read<T: HostShareable>(bencher: Bencher) {
    let place = place::<T>();
    let mut values = values::<T>();
    let bencher = bencher.counter(BytesCount::new(place.len()));
    bencher.bench_local(|| T::read_into(black_box(&place), black_box(&mut values)));
}
