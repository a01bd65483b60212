//! Names that a host could not tell apart.

use bitonic_dsl::*;

use crate::gallery::check;

#[test]
fn names_declared_twice() {
    let result = kernel("k").build(|k| {
        let _ = k.storage::<u32>("data"); //~ note
        let _ = k.storage_mut::<u32>("data"); //~ error
        let _ = k.param::<u32>("span"); //~ note
        let _ = k.param::<f32>("span"); //~ error
    });
    check(result);
}

#[test]
fn a_workgroup_array_and_a_texture_of_one_name() {
    let result = kernel("k").build(|k| {
        let _ = k.texture_2d::<f32>("image"); //~ note //~ note
        let _ = k.sampler("image"); //~ error
        let _ = workgroup_array::<u32>("image", 64); //~ error
    });
    check(result);
}

#[test]
fn names_that_the_shading_language_reserves_are_no_fault() {
    let built = kernel("loop").build(|k| {
        let out = k.storage_mut::<u32>("fn");
        out.element(0).assign(out.len().to_var("while").load());
    });
    let text = built.unwrap().wgsl(Dialect::Browser).unwrap();
    assert!(
        text.contains("fn_value[0]") && text.contains("fn loop_()"),
        "{text}"
    );
}
