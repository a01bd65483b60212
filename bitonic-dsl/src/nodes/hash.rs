//! Hashes of integers, and uniform random numbers made of them.
//!
//! A hash has no state: equal seeds give equal numbers on every device. Whoever wants a
//! sequence hashes a counter, or hands each result on as the next seed.

use crate::author::{Fn, Function, IntoNode, Node, select, uvec2, uvec3, uvec4};
use crate::types::{UVec2, UVec3, UVec4};

/// The step of Knuth's linear congruential generator, as Jarzynski and Olano use it.
const MULTIPLIER: u32 = 1_664_525;
const INCREMENT: u32 = 1_013_904_223;

/// 2 to the power of -24: the distance of neighbouring numbers of [`unit_interval`].
const UNIT_STEP: f32 = 1.0 / 16_777_216.0;

thread_local! {
    static PCG: Function<(u32,), Node<u32>> = Fn("pcg", ["seed"], |seed: Node<u32>| {
        let state = (seed * 747_796_405 + 2_891_336_453).to_const("state");
        let word = (((state >> ((state >> 28) + 4)) ^ state) * 277_803_737).to_const("word");
        (word >> 22) ^ word
    });

    static PCG2D: Function<(UVec2,), Node<UVec2>> = Fn("pcg2d", ["seed"], |seed: Node<UVec2>| {
        let folded = |v: Node<UVec2>| v ^ (v >> uvec2(16, 16));
        let mixed = mix2(seed * MULTIPLIER + INCREMENT);
        folded(mix2(folded(mixed)))
    });

    static PCG3D: Function<(UVec3,), Node<UVec3>> = Fn("pcg3d", ["seed"], |seed: Node<UVec3>| {
        let mixed = mix3(seed * MULTIPLIER + INCREMENT);
        mix3(mixed ^ (mixed >> uvec3(16, 16, 16)))
    });

    static PCG4D: Function<(UVec4,), Node<UVec4>> = Fn("pcg4d", ["seed"], |seed: Node<UVec4>| {
        let mixed = mix4(seed * MULTIPLIER + INCREMENT);
        mix4(mixed ^ (mixed >> uvec4(16, 16, 16, 16)))
    });

    static RANDOM_BELOW: Function<(u32, u32), Node<u32>> =
        Fn("random_below", ["bits", "count"], |bits: Node<u32>, count: Node<u32>| {
            high_word(bits, count)
        });
}

/// Each component takes up what the others hold, one after the other.
fn mix2(v: Node<UVec2>) -> Node<UVec2> {
    let x = (v.x() + v.y() * MULTIPLIER).to_const("x");
    let y = v.y() + x * MULTIPLIER;
    uvec2(x, y)
}

fn mix3(v: Node<UVec3>) -> Node<UVec3> {
    let x = (v.x() + v.y() * v.z()).to_const("x");
    let y = (v.y() + v.z() * x).to_const("y");
    uvec3(x, y, v.z() + x * y)
}

fn mix4(v: Node<UVec4>) -> Node<UVec4> {
    let x = (v.x() + v.y() * v.w()).to_const("x");
    let y = (v.y() + v.z() * x).to_const("y");
    let z = (v.z() + x * y).to_const("z");
    uvec4(x, y, z, v.w() + y * z)
}

/// The upper 32 bits of the product of two words, by halves: WGSL has no such product.
fn high_word(a: Node<u32>, b: Node<u32>) -> Node<u32> {
    let (a_low, a_high) = (a & 0xFFFF, a >> 16);
    let (b_low, b_high) = (b & 0xFFFF, b >> 16);
    let middle = (a_high * b_low + ((a_low * b_low) >> 16)).to_const("middle");
    let carried = (a_low * b_high + (middle & 0xFFFF)).to_const("carried");
    a_high * b_high + (middle >> 16) + (carried >> 16)
}

/// A hash of one word, one to one: all 2^32 results occur.
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
#[track_caller]
pub fn pcg(seed: impl IntoNode<u32>) -> Node<u32> {
    let seed = seed.into_node();
    PCG.with(|pcg| pcg.call(seed))
}

/// A hash of two words, one to one; both results depend on both.
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
#[track_caller]
pub fn pcg2d(seed: impl IntoNode<UVec2>) -> Node<UVec2> {
    let seed = seed.into_node();
    PCG2D.with(|pcg| pcg.call(seed))
}

/// A hash of three words, one to one; each result depends on all.
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
#[track_caller]
pub fn pcg3d(seed: impl IntoNode<UVec3>) -> Node<UVec3> {
    let seed = seed.into_node();
    PCG3D.with(|pcg| pcg.call(seed))
}

/// A hash of four words, one to one; each result depends on all.
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
#[track_caller]
pub fn pcg4d(seed: impl IntoNode<UVec4>) -> Node<UVec4> {
    let seed = seed.into_node();
    PCG4D.with(|pcg| pcg.call(seed))
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
pub fn unit_interval(bits: impl IntoNode<u32>) -> Node<f32> {
    (bits.into_node() >> 8).to_f32() * UNIT_STEP
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
pub fn hash(seed: impl IntoNode<u32>) -> Node<f32> {
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
pub fn random_between(
    bits: impl IntoNode<u32>,
    low: impl IntoNode<f32>,
    high: impl IntoNode<f32>,
) -> Node<f32> {
    let (low, high) = (low.into_node(), high.into_node());
    let value = low + (high - low) * unit_interval(bits);
    select(value.lt(high), value, low)
}

/// Random `bits` as an integer in `0 .. count`: the upper word of their product, after
/// D. Lemire, "Fast Random Integer Generation in an Interval" (2019), without its
/// rejection. No result is likelier than another by more than `count` in 2^32. 0 where
/// `count` is 0.
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
#[track_caller]
pub fn random_below(bits: impl IntoNode<u32>, count: impl IntoNode<u32>) -> Node<u32> {
    let (bits, count) = (bits.into_node(), count.into_node());
    RANDOM_BELOW.with(|random_below| random_below.call(bits, count))
}
