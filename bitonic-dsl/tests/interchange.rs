//! Values of `glam` and `mint` come over and go back as they were, column by column.
#![cfg(all(feature = "glam", feature = "mint"))]

use bitonic_dsl::*;

#[test]
fn vectors_keep_their_components() {
    assert_eq!(
        Vec3::from(glam::Vec3::new(1.0, 2.0, 3.0)),
        Vec3::new(1.0, 2.0, 3.0)
    );
    assert_eq!(
        glam::Vec3A::from(Vec3::new(1.0, 2.0, 3.0)),
        glam::Vec3A::new(1.0, 2.0, 3.0)
    );
    assert_eq!(
        glam::Vec4::from(Vec4::new(1.0, 2.0, 3.0, 4.0)),
        glam::Vec4::new(1.0, 2.0, 3.0, 4.0)
    );
    assert_eq!(UVec2::from(glam::UVec2::new(7, 8)), UVec2::new(7, 8));
    assert_eq!(
        glam::IVec4::from(IVec4::new(1, -2, 3, -4)),
        glam::IVec4::new(1, -2, 3, -4)
    );
    assert_eq!(
        DVec2::from(mint::Vector2 { x: 0.5, y: 0.25 }),
        DVec2::new(0.5, 0.25)
    );
    let halves = mint::Vector3::from([f16::ONE, f16::ZERO, f16::MAX]);
    assert_eq!(
        HVec3::from(halves),
        HVec3::new(f16::ONE, f16::ZERO, f16::MAX)
    );
}

#[test]
fn matrices_keep_their_columns() {
    let ours = Mat3::from_columns([1.0, 4.0, 7.0].map(|x| Vec3::new(x, x + 1.0, x + 2.0)));
    let flat = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0];
    assert_eq!(glam::Mat3::from(ours).to_cols_array(), flat);
    assert_eq!(Mat3::from(glam::Mat3::from_cols_array(&flat)), ours);
    assert_eq!(Mat3::from(glam::Mat3A::from_cols_array(&flat)), ours);
    // Three columns of two rows.
    let ours = Mat3x2::from_columns([1.0, 3.0, 5.0].map(|x| Vec2::new(x, x + 1.0)));
    let theirs = mint::ColumnMatrix2x3::from(ours);
    assert_eq!([theirs.x.x, theirs.x.y, theirs.z.y], [1.0, 2.0, 6.0]);
    assert_eq!(Mat3x2::from(theirs), ours);
}
