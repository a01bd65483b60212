//! Inverses of square matrices: WGSL has determinants, but no inverses.

use bitonic_macros::shader_fn;

use crate::author::{
    IntoNode, Node, cross, dmat2, dmat3, dmat4, dot, dvec2, dvec4, hmat2, hmat3, hmat4, hvec2,
    hvec4, mat2, mat3, mat4, vec2, vec4,
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

macro_rules! of_two {
    ($matrix:ident, $make:ident, $vector:ident) => {
        impl Invertible for $matrix {
            #[track_caller]
            fn inverted(matrix: Node<$matrix>) -> Node<$matrix> {
                #[shader_fn]
                fn inverse(m: $matrix) -> $matrix {
                    let (a, b) = (m[0], m[1]);
                    let determinant = a.x * b.y - a.y * b.x;
                    $make(
                        $vector(b.y, -a.y) / determinant,
                        $vector(-b.x, a.x) / determinant,
                    )
                }
                inverse(matrix)
            }
        }
    };
}

macro_rules! of_three {
    ($matrix:ident, $make:ident) => {
        impl Invertible for $matrix {
            #[track_caller]
            fn inverted(matrix: Node<$matrix>) -> Node<$matrix> {
                #[shader_fn]
                fn inverse(m: $matrix) -> $matrix {
                    let (a, b, c) = (m[0], m[1], m[2]);
                    let first = cross(b, c);
                    let determinant = dot(a, first);
                    $make(
                        first / determinant,
                        cross(c, a) / determinant,
                        cross(a, b) / determinant,
                    )
                    .transpose()
                }
                inverse(matrix)
            }
        }
    };
}

macro_rules! of_four {
    ($matrix:ident, $make:ident, $vector:ident) => {
        impl Invertible for $matrix {
            #[track_caller]
            fn inverted(matrix: Node<$matrix>) -> Node<$matrix> {
                #[shader_fn]
                fn inverse(m: $matrix) -> $matrix {
                    let (a, b, c, d) = (m[0], m[1], m[2], m[3]);
                    // Minors of the first two columns, by rows, and of the last two.
                    let s0 = a.x * b.y - b.x * a.y;
                    let s1 = a.x * b.z - b.x * a.z;
                    let s2 = a.x * b.w - b.x * a.w;
                    let s3 = a.y * b.z - b.y * a.z;
                    let s4 = a.y * b.w - b.y * a.w;
                    let s5 = a.z * b.w - b.z * a.w;
                    let c0 = c.x * d.y - d.x * c.y;
                    let c1 = c.x * d.z - d.x * c.z;
                    let c2 = c.x * d.w - d.x * c.w;
                    let c3 = c.y * d.z - d.y * c.z;
                    let c4 = c.y * d.w - d.y * c.w;
                    let c5 = c.z * d.w - d.z * c.w;
                    let determinant = s0 * c5 - s1 * c4 + s2 * c3 + s3 * c2 - s4 * c1 + s5 * c0;
                    $make(
                        $vector(
                            b.y * c5 - b.z * c4 + b.w * c3,
                            a.z * c4 - a.y * c5 - a.w * c3,
                            d.y * s5 - d.z * s4 + d.w * s3,
                            c.z * s4 - c.y * s5 - c.w * s3,
                        ) / determinant,
                        $vector(
                            b.z * c2 - b.x * c5 - b.w * c1,
                            a.x * c5 - a.z * c2 + a.w * c1,
                            d.z * s2 - d.x * s5 - d.w * s1,
                            c.x * s5 - c.z * s2 + c.w * s1,
                        ) / determinant,
                        $vector(
                            b.x * c4 - b.y * c2 + b.w * c0,
                            a.y * c2 - a.x * c4 - a.w * c0,
                            d.x * s4 - d.y * s2 + d.w * s0,
                            c.y * s2 - c.x * s4 - c.w * s0,
                        ) / determinant,
                        $vector(
                            b.y * c1 - b.x * c3 - b.z * c0,
                            a.x * c3 - a.y * c1 + a.z * c0,
                            d.y * s1 - d.x * s3 - d.z * s0,
                            c.x * s3 - c.y * s1 + c.z * s0,
                        ) / determinant,
                    )
                }
                inverse(matrix)
            }
        }
    };
}

of_two!(Mat2, mat2, vec2);
of_two!(HMat2, hmat2, hvec2);
of_two!(DMat2, dmat2, dvec2);
of_three!(Mat3, mat3);
of_three!(HMat3, hmat3);
of_three!(DMat3, dmat3);
of_four!(Mat4, mat4, vec4);
of_four!(HMat4, hmat4, hvec4);
of_four!(DMat4, dmat4, dvec4);
