//! Inverses of square matrices: WGSL has determinants, but no inverses.

use crate::author::{
    Fn, Function, IntoNode, Node, cross, dmat2, dmat3, dmat4, dot, dvec2, dvec4, hmat2, hmat3,
    hmat4, hvec2, hvec4, mat2, mat3, mat4, vec2, vec4,
};
use crate::types::{DMat2, DMat3, DMat4, HMat2, HMat3, HMat4, Mat2, Mat3, Mat4, SquareMatrix};

/// A matrix that [`inverse`] inverts: two, three or four columns and rows of `f32`, `f16`
/// or `f64`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no inverse here",
    label = "expected a matrix with as many rows as columns"
)]
pub trait Invertible: SquareMatrix {
    #[doc(hidden)]
    #[track_caller]
    fn inverted(matrix: Node<Self>) -> Node<Self>;
}

/// The matrix that undoes `matrix`: their product is the identity, but for rounding. TSL's
/// `inverse`.
///
/// The adjugate divided by the determinant; for four columns by the minors of two rows
/// each, as in D. Eberly, "The Laplace Expansion Theorem" (2008). The error grows as the
/// matrix nears a singular one; a singular matrix gives infinities or NaNs.
///
/// ```
/// # use bitonic_dsl::{nodes::*, *};
/// # kernel("solutions").build(|k| {
/// # let systems = k.storage::<Mat3>("systems");
/// # let data = k.storage_mut::<Vec3>("data");
/// let place = data.element(instance_index());
/// let system = systems.element(instance_index()).load();
/// place.assign(inverse(system) * place.load());
/// # })?;
/// # Ok::<(), Error>(())
/// ```
#[must_use = "a value that nothing uses leaves no trace in the shader"]
#[track_caller]
pub fn inverse<M: Invertible>(matrix: impl IntoNode<M>) -> Node<M> {
    M::inverted(matrix.into_node())
}

macro_rules! invertible {
    ($($matrix:ident as $body:ident($($make:ident),*);)*) => {$(
        impl Invertible for $matrix {
            #[track_caller]
            fn inverted(matrix: Node<$matrix>) -> Node<$matrix> {
                thread_local! {
                    static INVERSE: Function<($matrix,), Node<$matrix>> =
                        Fn("inverse", ["m"], |m: Node<$matrix>| $body!(m, $($make),*));
                }
                INVERSE.with(|inverse| inverse.call(matrix))
            }
        }
    )*};
}

macro_rules! of_two {
    ($m:ident, $matrix:ident, $vector:ident) => {{
        let (a, b) = ($m.element(0).to_const("a"), $m.element(1).to_const("b"));
        let determinant = (a.x() * b.y() - a.y() * b.x()).to_const("determinant");
        $matrix(
            $vector(b.y(), -a.y()) / determinant,
            $vector(-b.x(), a.x()) / determinant,
        )
    }};
}

macro_rules! of_three {
    ($m:ident, $matrix:ident) => {{
        let a = $m.element(0).to_const("a");
        let b = $m.element(1).to_const("b");
        let c = $m.element(2).to_const("c");
        let first = cross(b, c).to_const("first");
        let determinant = dot(a, first).to_const("determinant");
        let rows = $matrix(
            first / determinant,
            cross(c, a) / determinant,
            cross(a, b) / determinant,
        );
        rows.transpose()
    }};
}

macro_rules! of_four {
    ($m:ident, $matrix:ident, $vector:ident) => {{
        let a = $m.element(0).to_const("a");
        let b = $m.element(1).to_const("b");
        let c = $m.element(2).to_const("c");
        let d = $m.element(3).to_const("d");
        // Minors of the first two columns, by rows, and of the last two.
        let s0 = (a.x() * b.y() - b.x() * a.y()).to_const("s0");
        let s1 = (a.x() * b.z() - b.x() * a.z()).to_const("s1");
        let s2 = (a.x() * b.w() - b.x() * a.w()).to_const("s2");
        let s3 = (a.y() * b.z() - b.y() * a.z()).to_const("s3");
        let s4 = (a.y() * b.w() - b.y() * a.w()).to_const("s4");
        let s5 = (a.z() * b.w() - b.z() * a.w()).to_const("s5");
        let c0 = (c.x() * d.y() - d.x() * c.y()).to_const("c0");
        let c1 = (c.x() * d.z() - d.x() * c.z()).to_const("c1");
        let c2 = (c.x() * d.w() - d.x() * c.w()).to_const("c2");
        let c3 = (c.y() * d.z() - d.y() * c.z()).to_const("c3");
        let c4 = (c.y() * d.w() - d.y() * c.w()).to_const("c4");
        let c5 = (c.z() * d.w() - d.z() * c.w()).to_const("c5");
        let determinant = s0 * c5 - s1 * c4 + s2 * c3 + s3 * c2 - s4 * c1 + s5 * c0;
        let determinant = determinant.to_const("determinant");
        $matrix(
            $vector(
                b.y() * c5 - b.z() * c4 + b.w() * c3,
                a.z() * c4 - a.y() * c5 - a.w() * c3,
                d.y() * s5 - d.z() * s4 + d.w() * s3,
                c.z() * s4 - c.y() * s5 - c.w() * s3,
            ) / determinant,
            $vector(
                b.z() * c2 - b.x() * c5 - b.w() * c1,
                a.x() * c5 - a.z() * c2 + a.w() * c1,
                d.z() * s2 - d.x() * s5 - d.w() * s1,
                c.x() * s5 - c.z() * s2 + c.w() * s1,
            ) / determinant,
            $vector(
                b.x() * c4 - b.y() * c2 + b.w() * c0,
                a.y() * c2 - a.x() * c4 - a.w() * c0,
                d.x() * s4 - d.y() * s2 + d.w() * s0,
                c.y() * s2 - c.x() * s4 - c.w() * s0,
            ) / determinant,
            $vector(
                b.y() * c1 - b.x() * c3 - b.z() * c0,
                a.x() * c3 - a.y() * c1 + a.z() * c0,
                d.y() * s1 - d.x() * s3 - d.z() * s0,
                c.x() * s3 - c.y() * s1 + c.z() * s0,
            ) / determinant,
        )
    }};
}

invertible! {
    Mat2 as of_two(mat2, vec2);
    Mat3 as of_three(mat3);
    Mat4 as of_four(mat4, vec4);
    HMat2 as of_two(hmat2, hvec2);
    HMat3 as of_three(hmat3);
    HMat4 as of_four(hmat4, hvec4);
    DMat2 as of_two(dmat2, dvec2);
    DMat3 as of_three(dmat3);
    DMat4 as of_four(dmat4, dvec4);
}
