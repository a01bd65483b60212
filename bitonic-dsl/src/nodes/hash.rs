//! Hashes of integers, and uniform random numbers made of them.
//!
//! A hash has no state: equal seeds give equal numbers on every device. Whoever wants a
//! sequence hashes a counter, or hands each result on as the next seed.

use bitonic_macros::shader_fn;

use crate::author::{select, uvec2, uvec3, uvec4};
use crate::types::{UVec2, UVec3, UVec4};

/// The step of Knuth's linear congruential generator, as Jarzynski and Olano use it.
const MULTIPLIER: u32 = 1_664_525;
const INCREMENT: u32 = 1_013_904_223;

/// 2 to the power of -24: the distance of neighbouring numbers of [`unit_interval`].
const UNIT_STEP: f32 = 1.0 / 16_777_216.0;

/// Each component takes up what the others hold, one after the other.
#[shader_fn(inline)]
fn mix2(v: UVec2) -> UVec2 {
    let x = v.x + v.y * MULTIPLIER;
    uvec2(x, v.y + x * MULTIPLIER)
}

#[shader_fn(inline)]
fn mix3(v: UVec3) -> UVec3 {
    let x = v.x + v.y * v.z;
    let y = v.y + v.z * x;
    uvec3(x, y, v.z + x * y)
}

#[shader_fn(inline)]
fn mix4(v: UVec4) -> UVec4 {
    let x = v.x + v.y * v.w;
    let y = v.y + v.z * x;
    let z = v.z + x * y;
    uvec4(x, y, z, v.w + y * z)
}

#[shader_fn(inline)]
fn folded(v: UVec2) -> UVec2 {
    v ^ (v >> uvec2(16, 16))
}

/// A hash of one word, one to one: all 2^32 results occur.
///
/// # Source
///
/// The PCG hash (permuted congruential generator) of M. Jarzynski and M. Olano, "Hash
/// Functions for GPU Rendering" (2020), after M. E. O'Neill's RXS-M-XS generator (2014).
///
/// ```
/// # use bitonic_dsl::{nodes::*, *};
/// # kernel("hashes").build(|k| {
/// # let result = k.storage_mut::<u32>("result");
/// result.element(instance_index()).assign(pcg(instance_index()));
/// # })?;
/// # Ok::<(), Error>(())
/// ```
#[must_use = "a value that nothing uses leaves no trace in the shader"]
#[shader_fn]
pub fn pcg(seed: u32) -> u32 {
    let state = seed * 747_796_405 + 2_891_336_453;
    let word = ((state >> ((state >> 28) + 4)) ^ state) * 277_803_737;
    (word >> 22) ^ word
}

/// A hash of two words, one to one; both results depend on both.
///
/// # Source
///
/// The `pcg2d` of Jarzynski and Olano, "Hash Functions for GPU Rendering" (2020).
///
/// ```
/// # use bitonic_dsl::{nodes::*, *};
/// # kernel("hashes").build(|k| {
/// # let result = k.storage_mut::<UVec2>("result");
/// result.element(0).assign(pcg2d(uvec2(3, 4)));
/// # })?;
/// # Ok::<(), Error>(())
/// ```
#[must_use = "a value that nothing uses leaves no trace in the shader"]
#[shader_fn]
pub fn pcg2d(seed: UVec2) -> UVec2 {
    folded(mix2(folded(mix2(seed * MULTIPLIER + INCREMENT))))
}

/// A hash of three words, one to one; each result depends on all.
///
/// # Source
///
/// The `pcg3d` of Jarzynski and Olano, "Hash Functions for GPU Rendering" (2020).
///
/// ```
/// # use bitonic_dsl::{nodes::*, *};
/// # kernel("hashes").build(|k| {
/// # let result = k.storage_mut::<UVec3>("result");
/// result.element(0).assign(pcg3d(global_invocation_id()));
/// # })?;
/// # Ok::<(), Error>(())
/// ```
#[must_use = "a value that nothing uses leaves no trace in the shader"]
#[shader_fn]
pub fn pcg3d(seed: UVec3) -> UVec3 {
    let mixed = mix3(seed * MULTIPLIER + INCREMENT);
    mix3(mixed ^ (mixed >> uvec3(16, 16, 16)))
}

/// A hash of four words, one to one; each result depends on all.
///
/// # Source
///
/// The `pcg4d` of Jarzynski and Olano, "Hash Functions for GPU Rendering" (2020).
///
/// ```
/// # use bitonic_dsl::{nodes::*, *};
/// # kernel("hashes").build(|k| {
/// # let result = k.storage_mut::<UVec4>("result");
/// result.element(0).assign(pcg4d(uvec4(1, 2, 3, 4)));
/// # })?;
/// # Ok::<(), Error>(())
/// ```
#[must_use = "a value that nothing uses leaves no trace in the shader"]
#[shader_fn]
pub fn pcg4d(seed: UVec4) -> UVec4 {
    let mixed = mix4(seed * MULTIPLIER + INCREMENT);
    mix4(mixed ^ (mixed >> uvec4(16, 16, 16, 16)))
}

/// The upper 24 of random `bits` as a number in `0.0 .. 1.0`, a multiple of 2^-24, all
/// equally likely; never 1.
///
/// ```
/// # use bitonic_dsl::{nodes::*, *};
/// # kernel("numbers").build(|k| {
/// # let result = k.storage_mut::<f32>("result");
/// let bits = pcg2d(uvec2(instance_index(), 7));
/// result.element(instance_index()).assign(unit_interval(bits.x()));
/// # })?;
/// # Ok::<(), Error>(())
/// ```
#[must_use = "a value that nothing uses leaves no trace in the shader"]
#[track_caller]
#[shader_fn(inline)]
pub fn unit_interval(bits: u32) -> f32 {
    (bits >> 8) as f32 * UNIT_STEP
}

/// A random number in `0.0 .. 1.0` for each seed: [`unit_interval`] of [`pcg`]. TSL's
/// `hash`, but that it never gives 1.
///
/// ```
/// # use bitonic_dsl::{nodes::*, *};
/// # kernel("numbers").build(|k| {
/// # let result = k.storage_mut::<f32>("result");
/// result.element(instance_index()).assign(hash(instance_index()));
/// # })?;
/// # Ok::<(), Error>(())
/// ```
#[must_use = "a value that nothing uses leaves no trace in the shader"]
#[track_caller]
#[shader_fn(inline)]
pub fn hash(seed: u32) -> f32 {
    unit_interval(pcg(seed))
}

/// Random `bits` as a number in `low .. high`, never `high`: `low + (high - low) * u` of
/// `u =` [`unit_interval`]`(bits)`, or `low` where that rounds up to `high`.
///
/// `low < high`, and `high - low` is finite.
///
/// ```
/// # use bitonic_dsl::{nodes::*, *};
/// # kernel("numbers").build(|k| {
/// # let result = k.storage_mut::<f32>("result");
/// let angle = random_between(pcg(instance_index()), -3.0, 3.0);
/// result.element(instance_index()).assign(angle);
/// # })?;
/// # Ok::<(), Error>(())
/// ```
#[must_use = "a value that nothing uses leaves no trace in the shader"]
#[track_caller]
#[shader_fn(inline)]
pub fn random_between(bits: u32, low: f32, high: f32) -> f32 {
    let value = low + (high - low) * unit_interval(bits);
    select(value < high, value, low)
}

/// Random `bits` as an integer in `0 .. count`: the upper word of their product. No result
/// is likelier than another by more than `count` in 2^32. 0 where `count` is 0.
///
/// # Source
///
/// D. Lemire, "Fast Random Integer Generation in an Interval" (2019), without its rejection.
///
/// ```
/// # use bitonic_dsl::{nodes::*, *};
/// # kernel("dice").build(|k| {
/// # let result = k.storage_mut::<u32>("result");
/// let die = random_below(pcg(instance_index()), 6) + 1;
/// result.element(instance_index()).assign(die);
/// # })?;
/// # Ok::<(), Error>(())
/// ```
#[must_use = "a value that nothing uses leaves no trace in the shader"]
#[shader_fn]
pub fn random_below(bits: u32, count: u32) -> u32 {
    // The upper word of the product, by halves: WGSL has no such product.
    let (bits_low, bits_high) = (bits & 0xFFFF, bits >> 16);
    let (count_low, count_high) = (count & 0xFFFF, count >> 16);
    let middle = bits_high * count_low + ((bits_low * count_low) >> 16);
    let carried = bits_low * count_high + (middle & 0xFFFF);
    bits_high * count_high + (middle >> 16) + (carried >> 16)
}
