//! Memory that a workgroup or a buffer cannot have.

use bitonic_dsl::*;

use crate::gallery::check;

#[test]
fn workgroup_array_without_elements() {
    let result = kernel("k").build(|_| {
        workgroup_array::<u32>("tile", 0).element(0).assign(1); //~ error
    });
    check(result);
}

#[test]
fn more_workgroup_memory_than_the_target_has() {
    let built = kernel("k").workgroup_size(1).build(|k| {
        let out = k.storage_mut::<u32>("out");
        let small = workgroup_array::<u32>("small", 16); //~ note
        let tile = workgroup_array::<UVec4>("tile", 1024); //~ error
        tile.element(out.len()).assign(uvec4(1, 2, 3, 4));
        small.element(0).assign(1);
    });
    let kernel = built.unwrap();
    kernel.check_workgroup_memory(16448).unwrap();
    check(kernel.check_workgroup_memory(16384).map(|()| kernel));
}

#[test]
fn workgroup_array_with_too_many_elements() {
    let result = kernel("k").build(|_| {
        let _ = workgroup_array::<u32>("tile", 65_536); //~ error
    });
    check(result);
}

#[test]
fn element_beyond_every_buffer() {
    let result = kernel("k").build(|k| {
        let out = k.storage_mut::<u32>("out");
        out.element(u32::MAX).assign(4); //~ error
    });
    check(result);
}

#[test]
fn workgroups_without_invocations() {
    let result = kernel("k").workgroup_size([8, 0]).build(|_| {}); //~ error
    check(result);
}

#[test]
fn workgroups_of_too_many_invocations() {
    let result = kernel("k") //~ error
        .workgroup_size([65_536, 65_536, 1])
        .build(|k| k.storage_mut::<u32>("out").element(0).assign(1));
    check(result);
}

#[test]
fn uniform_buffer_whose_elements_lie_too_close() {
    let result = kernel("k").build(|k| {
        let out = k.storage_mut::<u32>("out");
        let table = k.uniform::<[u32; 8]>("table"); //~ error
        out.element(0).assign(table.place().element(3).load());
    });
    check(result);
}

#[test]
fn memory_larger_than_any_type() {
    let result = kernel("k").build(|_| {
        let tile = workgroup_array::<[[Vec4; 8192]; 8192]>("tile", 64); //~ error
        tile.element(0)
            .element(0)
            .element(0)
            .assign(vec4(0.0, 0.0, 0.0, 0.0));
    });
    check(result);
}

#[test]
fn parameters_whose_elements_lie_too_close() {
    let result = kernel("k").build(|k| {
        let out = k.storage_mut::<f32>("out");
        let scale = k.param::<f32>("scale");
        let weights = k.param::<[f32; 4]>("weights"); //~ error
        out.element(0).assign(scale * weights.element(out.len()));
    });
    check(result);
}

/// WGSL's compilers refuse them; in a buffer they may be as long.
#[test]
fn arrays_too_long_for_variables() {
    let result = kernel("k").build(|k| {
        let data = k.storage_mut::<[u32; 70_000]>("data").element(0);
        let at = data.element(0).load();
        let own = zero::<[u32; 70_000]>().to_var("own"); //~ error
        let nested = zero::<[[u32; 65_536]; 2]>().to_var("nested"); //~ error
        let shared = workgroup_var::<[u32; 65_536]>("shared"); //~ error
        let longest = workgroup_var::<[u32; 65_535]>("longest");
        data.element(1).assign(own.element(at).load());
        data.element(2)
            .assign(nested.element(at).element(at).load());
        data.element(3).assign(shared.element(at).load());
        data.element(4).assign(longest.element(at).load());
    });
    check(result);
}
