//! Small functions of numbers that WGSL lacks: ranges mapped to ranges, cube roots.

use crate::author::{Blend, IntoNode, Node, mix, saturate, select, splat};
use crate::types::{Float, HVec2, HVec3, HVec4, ShortFloat, Vec2, Vec3, Vec4, f16};

/// `value` carried from the range `in_low .. in_high` to `out_low .. out_high`, for each
/// component: `in_low` becomes `out_low`, `in_high` becomes `out_high`, what lies outside
/// of the one lies outside of the other. TSL's `remap`.
///
/// `in_low` and `in_high` differ; either may be the greater, as may `out_low`.
///
/// ```
/// # use bitonic_dsl::{nodes::*, *};
/// # kernel("celsius").build(|k| {
/// # let data = k.storage_mut::<f32>("data");
/// let fahrenheit = data.element(0).load();
/// data.element(0).assign(remap(fahrenheit, 32.0, 212.0, 0.0, 100.0));
/// # })?;
/// # Ok::<(), Error>(())
/// ```
#[must_use = "a value that nothing uses leaves no trace in the shader"]
#[track_caller]
pub fn remap<T: Float>(
    value: Node<T>,
    in_low: impl IntoNode<T>,
    in_high: impl IntoNode<T>,
    out_low: impl IntoNode<T>,
    out_high: impl IntoNode<T>,
) -> Node<T>
where
    Node<T>: Blend<T>,
{
    let share = share(value, in_low.into_node(), in_high.into_node());
    mix(out_low, out_high, share)
}

/// [`remap`], but that what lies outside of the first range becomes the nearer end of the
/// second. TSL's `remapClamp`.
///
/// ```
/// # use bitonic_dsl::{nodes::*, *};
/// # kernel("brightness").build(|k| {
/// # let data = k.storage_mut::<Vec3>("data");
/// let color = data.element(0).load();
/// let (black, white) = (splat::<Vec3>(0.1), splat::<Vec3>(0.9));
/// let stretched = remap_clamp(color, black, white, splat::<Vec3>(0.0), splat::<Vec3>(1.0));
/// data.element(0).assign(stretched);
/// # })?;
/// # Ok::<(), Error>(())
/// ```
#[must_use = "a value that nothing uses leaves no trace in the shader"]
#[track_caller]
pub fn remap_clamp<T: Float>(
    value: Node<T>,
    in_low: impl IntoNode<T>,
    in_high: impl IntoNode<T>,
    out_low: impl IntoNode<T>,
    out_high: impl IntoNode<T>,
) -> Node<T>
where
    Node<T>: Blend<T>,
{
    let share = share(value, in_low.into_node(), in_high.into_node());
    mix(out_low, out_high, saturate(share))
}

/// How far on its way from `low` to `high` a value is.
#[track_caller]
fn share<T: Float>(value: Node<T>, low: Node<T>, high: Node<T>) -> Node<T> {
    (value - low) / (high - low)
}

/// What [`cbrt`] exists for: `f32`, `f16` and vectors of them.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no cube root here",
    note = "`f32`, `f16` and vectors of them have; other numbers are converted by name: `.to_f32()`"
)]
pub trait Cbrt: ShortFloat {
    #[doc(hidden)]
    #[track_caller]
    fn cube_root(value: Node<Self>) -> Node<Self>;
}

/// The cube root, of the number's sign, for each component; within 5e-7 of its magnitude
/// for an `f32` of normal size, exact for 0, infinities stay.
///
/// The power of a third, after which a step of Newton's method makes up for what `pow`
/// lacks in accuracy. TSL's `cbrt`.
///
/// ```
/// # use bitonic_dsl::{nodes::*, *};
/// # kernel("edges").build(|k| {
/// # let data = k.storage_mut::<f32>("data");
/// let volume = data.element(0).load();
/// data.element(0).assign(cbrt(volume));
/// # })?;
/// # Ok::<(), Error>(())
/// ```
#[must_use = "a value that nothing uses leaves no trace in the shader"]
#[track_caller]
pub fn cbrt<T: Cbrt>(value: impl IntoNode<T>) -> Node<T> {
    T::cube_root(value.into_node())
}

macro_rules! cube_roots {
    ($($ty:ident by $literal:path, $greatest:literal;)*) => {$(
        impl Cbrt for $ty {
            #[track_caller]
            fn cube_root(value: Node<$ty>) -> Node<$ty> {
                let magnitude = value.abs();
                let third = $literal(1.0_f32 / 3.0);
                let guess = magnitude.pow(third);
                let better = guess - (guess - magnitude / (guess * guess)) * third;
                // Of 0 and of infinity the step makes NaN.
                let is_usual = magnitude.gt($literal(0.0)) & magnitude.le($literal($greatest));
                select(is_usual, value.sign() * better, value)
            }
        }
    )*};
}

#[track_caller]
fn single(value: f32) -> Node<f32> {
    value.into_node()
}

#[track_caller]
fn half(value: f32) -> Node<f16> {
    value.into_node()
}

cube_roots! {
    f32 by single, 3.402_823_5e38;
    Vec2 by splat::<Vec2>, 3.402_823_5e38;
    Vec3 by splat::<Vec3>, 3.402_823_5e38;
    Vec4 by splat::<Vec4>, 3.402_823_5e38;
    f16 by half, 65504.0;
    HVec2 by splat::<HVec2>, 65504.0;
    HVec3 by splat::<HVec3>, 65504.0;
    HVec4 by splat::<HVec4>, 65504.0;
}
