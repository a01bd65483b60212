//! Parameters that a kernel or a function cannot have, and what cannot be done with them.

use bitonic_dsl::*;

#[derive(Clone, Copy, ShaderType)]
struct Pair {
    a: u32,
    b: u32,
}

#[kernel]
fn unknown_input(out: &mut [u32], #[builtin(thread_id)] id: UVec3) {
    out[0] = 1;
}

#[kernel]
fn wrong_type(out: &mut [u32], #[builtin(global_invocation_id)] id: u32) {
    out[0] = id;
}

#[kernel]
fn no_input(out: &mut [u32], #[builtin] id: u32) {
    out[0] = id;
}

#[kernel]
fn starts(out: &mut [u32], #[init(5u32)] total: Workgroup<u32>) {
    out[0] = total;
}

#[kernel]
fn starts_with_nothing(out: &mut [u32], #[init] state: Private<u32>) {
    out[0] = state;
}

#[kernel]
fn without_length(out: &mut [u32], tile: Workgroup<[u32]>) {
    out[0] = tile[0];
}

#[kernel]
fn without_type(out: &mut [u32], tile: Workgroup, state: Private, settings: Uniform) {
    out[0] = 1;
}

#[kernel]
fn one_value(input: &u32, corner: &mut Vec3, at: &UVec2) {
    return;
}

#[kernel]
fn whole_memory(
    out: &mut [u32],
    image: Texture2d<f32>,
    result: StorageTexture2d<Rgba8Unorm, WriteOnly>,
    tile: Workgroup<[u32; 64]>,
) {
    tile = 1;
    image = 2;
    out[0] = tile;
    let copy = tile;
    out[1] = sum(tile);
    let shared = workgroup_array::<u32>("shared", 64);
    let state = private_var("state", 1u32);
}

#[shader_fn]
fn sum(tile: &Workgroup<[u32; 64]>) -> u32 {
    tile[0] + tile[1]
}

#[shader_fn]
fn input(#[builtin(global_invocation_id)] id: UVec3, #[init(5u32)] n: u32) -> u32 {
    id.x + n
}

#[shader_fn]
fn by_value(tile: Workgroup<u32>, state: Private<u32>) -> u32 {
    1
}

#[shader_fn]
fn pointers(read: &u32, write: &mut u32, n: u32) -> u32 {
    *read = 1;
    write = 2;
    *n = 3;
    let copy = write;
    let kept = &mut write;
    change(&mut n);
    change(&mut *read);
    change(&mut write);
    change(&mut (n + 1));
    copy + read
}

#[shader_fn]
fn change(place: &mut u32) {
    *place = 1;
}

#[shader_fn]
fn structures(n: u32) -> Pair {
    let base = Pair { a: n, b: 1 };
    let other = Pair { a: n, ..base };
    other
}

#[shader_fn]
fn tuples(n: u32) -> (u32, u32) {
    let pair = (n, 1);
    let (ref a, b) = (n, 2);
    let (c, Pair { a, b }) = (n, 3);
    let (e, f): (u32, u32, u32) = (n, 4, 5);
    let (g, h): (u32, usize) = (n, 4);
    (n, _) = (1, 2);
    (1, 2)
}

#[shader_fn]
fn single(n: u32) -> (u32,) {
    (n,)
}

#[shader_fn]
fn nested(n: u32) -> (u32, (u32, u32)) {
    (n, (n, n))
}

fn main() {}
