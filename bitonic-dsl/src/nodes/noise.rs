//! Noise: smooth random functions of the plane and of space, without tables.
//!
//! Lattice points are hashed with `pcg2d` and `pcg3d`; they are the integers, and wrap
//! at 2^32. Past 2^23 an `f32` has no fraction, so that noise is constant there.

use bitonic_macros::shader_fn;

use crate::author::{Node, dot, floor, fract, mix, select, uvec2, uvec3, vec2};
use crate::types::{Float, UVec2, UVec3, Vec2, Vec3};

use super::hash::{pcg2d, pcg3d, unit_interval};

/// The product of an offset and one of Perlin's twelve gradients, the edges of a cube, of
/// which four come twice: as the upper four bits say.
#[shader_fn]
fn slope(bits: u32, x: f32, y: f32, z: f32) -> f32 {
    let direction = bits >> 28;
    let u = select(direction < 8, x, y);
    let v = select(
        direction < 4,
        y,
        select((direction == 12) | (direction == 14), x, z),
    );
    select(direction & 1 == 0, u, -u) + select(direction & 2 == 0, v, -v)
}

/// Perlin's weight of the second of two neighbours: `6t^5 - 15t^4 + 10t^3`, by Horner.
fn fade<T: Float>(t: Node<T>, six: Node<T>, fifteen: Node<T>, ten: Node<T>) -> Node<T> {
    t * t * t * (t * (t * six - fifteen) + ten)
}

/// The blend of what `of` makes of the four corners around `position`: of each the lattice
/// point and the way from it to the position.
fn in_square(
    position: Node<Vec2>,
    of: impl std::ops::Fn(Node<UVec2>, Node<Vec2>) -> Node<f32>,
) -> Node<f32> {
    let start = floor(position).to_const("start");
    let inside = (position - start).to_const("inside");
    let cell = start.to_i32().bitcast::<UVec2>().to_const("cell");
    let corner = |x: u32, y: u32| of(cell + uvec2(x, y), inside - vec2(x as f32, y as f32));
    let splat = |value: f32| vec2(value, value);
    let weight = fade(inside, splat(6.0), splat(15.0), splat(10.0)).to_const("weight");
    let row = |y: u32| mix(corner(0, y), corner(1, y), weight.x());
    mix(row(0), row(1), weight.y())
}

/// [`in_square`] in space, of eight corners.
fn in_cube(
    position: Node<Vec3>,
    of: impl std::ops::Fn(Node<UVec3>, Node<Vec3>) -> Node<f32>,
) -> Node<f32> {
    let start = floor(position).to_const("start");
    let inside = (position - start).to_const("inside");
    let cell = start.to_i32().bitcast::<UVec3>().to_const("cell");
    let vec = |x: f32, y: f32, z: f32| crate::author::vec3(x, y, z);
    let corner = |x: u32, y: u32, z: u32| {
        of(
            cell + uvec3(x, y, z),
            inside - vec(x as f32, y as f32, z as f32),
        )
    };
    let splat = |value: f32| vec(value, value, value);
    let weight = fade(inside, splat(6.0), splat(15.0), splat(10.0)).to_const("weight");
    let row = |y: u32, z: u32| mix(corner(0, y, z), corner(1, y, z), weight.x());
    let plane = |z: u32| mix(row(0, z), row(1, z), weight.y());
    mix(plane(0), plane(1), weight.z())
}

/// Value noise of the plane, in `0.0 .. 1.0`: a random number at each point with integer
/// coordinates, and a smooth blend between them.
///
/// # Source
///
/// The blend is K. Perlin's, "Improving Noise" (2002).
///
/// ```
/// # use bitonic_dsl::{nodes::*, *};
/// # kernel("clouds").build(|k| {
/// # let data = k.storage_mut::<f32>("data");
/// let position = global_invocation_id().xy().to_f32() / 16.0;
/// data.element(instance_index()).assign(value_noise_2d(position));
/// # })?;
/// # Ok::<(), Error>(())
/// ```
#[must_use = "a value that nothing uses leaves no trace in the shader"]
#[shader_fn]
pub fn value_noise_2d(position: Vec2) -> f32 {
    in_square(position, |corner, _| unit_interval(pcg2d(corner).x))
}

/// Value noise of space, in `0.0 .. 1.0`: a random number at each point with integer
/// coordinates, and a smooth blend between them.
///
/// ```
/// # use bitonic_dsl::{nodes::*, *};
/// # kernel("clouds").build(|k| {
/// # let data = k.storage_mut::<f32>("data");
/// let position = global_invocation_id().to_f32() / 16.0;
/// data.element(instance_index()).assign(value_noise_3d(position));
/// # })?;
/// # Ok::<(), Error>(())
/// ```
#[must_use = "a value that nothing uses leaves no trace in the shader"]
#[shader_fn]
pub fn value_noise_3d(position: Vec3) -> f32 {
    in_cube(position, |corner, _| unit_interval(pcg3d(corner).x))
}

/// Gradient noise of the plane, within -1.04 and 1.04: 0 at each point with integer
/// coordinates, with a random slope there, and a smooth blend between them.
///
/// # Source
///
/// K. Perlin, "Improving Noise" (2002), a slice of its noise of space, with a hash in
/// place of the table of permutations.
///
/// ```
/// # use bitonic_dsl::{nodes::*, *};
/// # kernel("hills").build(|k| {
/// # let data = k.storage_mut::<f32>("data");
/// let position = global_invocation_id().xy().to_f32() / 16.0;
/// data.element(instance_index()).assign(gradient_noise_2d(position));
/// # })?;
/// # Ok::<(), Error>(())
/// ```
#[must_use = "a value that nothing uses leaves no trace in the shader"]
#[shader_fn]
pub fn gradient_noise_2d(position: Vec2) -> f32 {
    in_square(position, |corner, offset| {
        slope(pcg2d(corner).x, offset.x, offset.y, 0.0)
    })
}

/// Gradient noise of space, within -1.04 and 1.04: 0 at each point with integer coordinates,
/// with a random slope there, and a smooth blend between them.
///
/// # Source
///
/// K. Perlin, "Improving Noise" (2002), with a hash in place of the table of permutations.
///
/// ```
/// # use bitonic_dsl::{nodes::*, *};
/// # kernel("marble").build(|k| {
/// # let data = k.storage_mut::<f32>("data");
/// let position = global_invocation_id().to_f32() / 16.0;
/// data.element(instance_index()).assign(gradient_noise_3d(position));
/// # })?;
/// # Ok::<(), Error>(())
/// ```
#[must_use = "a value that nothing uses leaves no trace in the shader"]
#[shader_fn]
pub fn gradient_noise_3d(position: Vec3) -> f32 {
    in_cube(position, |corner, offset| {
        slope(pcg3d(corner).x, offset.x, offset.y, offset.z)
    })
}

/// Interleaved gradient noise of a pixel, in `0.0 .. 1.0`: in every square of three by
/// three pixels the values are spread evenly, so that a filter over it leaves little
/// noise. For dithering and for the angles of samples. TSL's `interleavedGradientNoise`.
///
/// `position` is that of the pixel, in pixels; up to some thousands, beyond which an `f32`
/// does not resolve the pattern.
///
/// J. Jimenez, "Next Generation Post Processing in Call of Duty: Advanced Warfare" (2014).
///
/// ```
/// # use bitonic_dsl::{nodes::*, *};
/// # kernel("dithered").build(|k| {
/// # let data = k.storage_mut::<f32>("data");
/// let pixel = global_invocation_id().xy().to_f32();
/// let place = data.element(instance_index());
/// place.assign(floor(place.load() * 255.0 + interleaved_gradient_noise(pixel)));
/// # })?;
/// # Ok::<(), Error>(())
/// ```
#[must_use = "a value that nothing uses leaves no trace in the shader"]
#[track_caller]
#[shader_fn(inline)]
pub fn interleaved_gradient_noise(position: Vec2) -> f32 {
    fract(fract(dot(position, vec2(0.067_110_56, 0.005_837_15))) * 52.982_92_f32)
}
