//! Kernels that a language or a dialect has no text for.

use bitonic_dsl::*;

use crate::gallery::check_error;

#[test]
fn browsers_lack_wide_numbers() {
    let built = kernel("k").build(|k| {
        let counts = k.storage_mut::<u64>("counts"); //~ error
        let sums = k.storage_mut::<f64>("sums"); //~ error
        counts.element(0).add_assign(1);
        sums.element(0).mul_assign(0.5);
    });
    check_error(&built.unwrap().wgsl(Dialect::Browser).unwrap_err());
}

#[test]
fn metal_lacks_wide_floats() {
    let built = kernel("k").build(|k| {
        let out = k.storage_mut::<f32>("out");
        let wide = out.element(0).load().to_f64(); //~ error
        out.element(0).assign((wide * 0.1).to_f32());
    });
    check_error(&built.unwrap().msl().unwrap_err());
}

#[test]
fn opengl_es_lacks_halves_and_wide_integers() {
    let built = kernel("k").build(|k| {
        let halves = k.storage_mut::<f16>("halves"); //~ error
        halves.element(0).add_assign(1.0);
        let counts = k.storage_mut::<i64>("counts"); //~ error
        counts.element(0).add_assign(1);
    });
    check_error(&built.unwrap().glsl(GlslVersion::Es310).unwrap_err());
}

#[test]
fn metal_has_room_for_31_buffers() {
    let built = kernel("k").build(|k| {
        for index in 0..40 {
            let out = k.storage_mut::<u32>(&format!("out{index}")); //~ error
            out.element(0).assign(index);
        }
    });
    check_error(&built.unwrap().msl().unwrap_err());
}
