//! Values of Rust that the shading language cannot write.

use bitonic_dsl::*;

use crate::gallery::check;

#[test]
fn literals_without_a_spelling() {
    let result = kernel("k").build(|k| {
        let out = k.storage_mut::<f32>("out");
        out.element(0).assign(f32::NAN); //~ error
        out.element(1).add_assign(f32::INFINITY); //~ error
    });
    check(result);
}

#[test]
fn half_beyond_the_largest() {
    let result = kernel("k").build(|k| {
        let out = k.storage_mut::<f16>("out");
        out.element(0).assign(70_000.0); //~ error
    });
    check(result);
}

#[test]
fn constants_without_a_spelling() {
    let result = kernel("k").build(|k| {
        let out = k.storage_mut::<Vec2>("out");
        let far = f32::INFINITY;
        let far = constant("FAR", Vec2 { x: 1.0, y: far }); //~ error
        out.element(0).assign(far);
        let table = constant("TABLE", [0.5, f32::NAN]); //~ error
        out.element(1).assign(vec2(table.element(0), 1.0));
    });
    check(result);
}
