//! Functions given as WGSL text that is no function of its types.

use bitonic_dsl::*;

use crate::gallery::{check, check_error};

/// A kernel that calls `function`.
fn calling(function: WgslFn<(f32, UVec2), f32>) -> Result<Kernel, Error> {
    kernel("k").build(|k| {
        let out = k.storage_mut::<f32>("out");
        out.element(0).assign(function.call(1.0, uvec2(1, 2))); //~ note
    })
}

#[test]
fn an_expression_that_is_not_complete() {
    let function = WgslFn::new(
        //~^ error
        "fn f(a: f32, b: vec2<u32>) -> f32 {
             let half = a * 0.5;
             return half + ; //~ text
         }",
    );
    check(calling(function));
}

#[test]
fn a_call_of_what_is_not_there() {
    let function = WgslFn::new(
        //~^ error
        "fn f(a: f32, b: vec2<u32>) -> f32 {
             return blur(a, b); //~ text
         }",
    );
    check(calling(function));
}

#[test]
fn a_buffer_of_the_kernel() {
    let function = WgslFn::new(
        //~^ error
        "fn f(a: f32, b: vec2<u32>) -> f32 {
             return out[b.x]; //~ text
         }",
    );
    check(calling(function));
}

#[test]
fn a_result_of_another_type() {
    let function = WgslFn::new(
        //~^ error
        "fn f(a: f32, b: vec2<u32>) -> f32 {
             return b; //~ text
         }",
    );
    check(calling(function));
}

#[test]
fn a_path_that_returns_nothing() {
    let function = WgslFn::new(
        //~^ error
        "fn f(a: f32, b: vec2<u32>) -> f32 {
             if a > 1.0 { return a; }
         }",
    );
    check(calling(function));
}

#[test]
fn operands_of_two_types() {
    let function = WgslFn::new(
        //~^ error
        "fn f(a: f32, b: vec2<u32>) -> f32 {
             return a + b.x; //~ text
         }",
    );
    check(calling(function));
}

#[test]
fn an_argument_that_is_written() {
    let function = WgslFn::new(
        //~^ error
        "fn f(a: f32, b: vec2<u32>) -> f32 {
             a = 1.0; //~ text
             return a;
         }",
    );
    check(calling(function));
}

#[test]
fn a_text_without_a_function() {
    let function = WgslFn::new(
        //~^ error
        "const HALF = 0.5;",
    );
    check(calling(function));
}

#[test]
fn another_number_of_arguments() {
    let function = WgslFn::new(
        //~^ error
        "fn f() -> f32 { //~ text
             return 1.0;
         }",
    );
    check(calling(function));
}

#[test]
fn an_argument_of_another_type() {
    let function = WgslFn::new(
        //~^ error
        "fn f(a: f32, b: vec2<i32>) -> f32 { //~ text
             return a;
         }",
    );
    check(calling(function));
}

#[test]
fn a_function_without_a_result() {
    let function = WgslFn::new(
        //~^ error
        "fn f(a: f32, b: vec2<u32>) { //~ text
         }",
    );
    check(calling(function));
}

#[test]
fn a_buffer_declared_in_the_text() {
    let function = WgslFn::new(
        //~^ error
        "@group(0) @binding(0) var<storage> data: array<f32>; //~ text
         fn f(a: f32, b: vec2<u32>) -> f32 { return data[b.x]; }",
    );
    check(calling(function));
}

#[test]
fn memory_of_the_workgroup() {
    let function = WgslFn::new(
        //~^ error
        "var<workgroup> tile: array<f32, 64>; //~ text
         fn f(a: f32, b: vec2<u32>) -> f32 { return tile[b.x]; }",
    );
    check(calling(function));
}

#[test]
fn an_entry_point() {
    let function = WgslFn::new(
        //~^ error
        "fn f(a: f32, b: vec2<u32>) -> f32 { return a; }
         @compute @workgroup_size(1) fn main() { //~ text
             let x = f(1.0, vec2(1u));
         }",
    );
    check(calling(function));
}

#[test]
fn an_override() {
    let function = WgslFn::new(
        //~^ error
        "override scale: f32; //~ text
         fn f(a: f32, b: vec2<u32>) -> f32 { return scale; }",
    );
    check(calling(function));
}

#[test]
fn a_barrier_that_is_misspelt() {
    let function = WgslFn::new(
        //~^ error
        "fn f(a: f32, b: vec2<u32>) -> f32 {
             workgroupBarier(); //~ text
             return a;
         }",
    );
    check(calling(function));
}

#[test]
fn a_division_by_zero() {
    let function = WgslFn::new(
        //~^ error
        "fn f(a: f32, b: vec2<u32>) -> f32 {
             return f32(b.x / 0u); //~ text
         }",
    );
    check(calling(function));
}

#[test]
fn a_type_that_is_not_there() {
    let function = WgslFn::new(
        //~^ error
        "fn f(a: f32, b: vec2<u32>) -> f32 {
             let c: vec5<f32> = vec5(a); //~ text
             return c.x;
         }",
    );
    check(calling(function));
}

#[test]
fn a_type_that_no_kernel_has() {
    let function = WgslFn::new(
        //~^ error
        "enable wgpu_int16;
         fn f(a: f32, b: vec2<u32>) -> f32 {
             return f32(i16(a)); //~ text
         }",
    );
    check(calling(function));
}

#[test]
fn halves_where_a_language_has_none() {
    let function = WgslFn::new(
        //~^ error
        "fn f(a: f32, b: vec2<u32>) -> f32 {
             return f32(f16(a));
         }",
    );
    let built = calling(function).unwrap();
    check_error(&built.glsl(GlslVersion::Es310).unwrap_err());
}

#[test]
fn a_derivative() {
    let function = WgslFn::new(
        //~^ error
        "fn f(a: f32, b: vec2<u32>) -> f32 { return slope(a); }
         fn slope(a: f32) -> f32 {
             return dpdx(a); //~ text
         }",
    );
    check(calling(function));
}

#[test]
fn a_discard_in_a_branch() {
    let function = WgslFn::new(
        //~^ error
        "fn f(a: f32, b: vec2<u32>) -> f32 {
             if a < 0.0 {
                 discard; //~ text
             }
             return a;
         }",
    );
    check(calling(function));
}

#[test]
fn a_pointer_to_a_buffer() {
    let function = WgslFn::new(
        //~^ error
        "fn f(a: f32, b: ptr<storage, vec2<u32>>) -> f32 { //~ text
             return a;
         }",
    );
    check(calling(function));
}

#[test]
fn an_argument_with_an_attribute() {
    let function = WgslFn::new(
        //~^ error
        "fn f(a: f32, @builtin(workgroup_id) b: vec3<u32>) -> f32 { //~ text
             return a;
         }",
    );
    check(calling(function));
}

#[test]
fn a_helper_that_comes_first() {
    let function = WgslFn::new(
        //~^ error
        "fn helper(a: f32) -> f32 { return a; } //~ text
         fn f(a: f32, b: vec2<u32>) -> f32 { return helper(a); }",
    );
    check(calling(function));
}

#[test]
fn an_array_too_long_for_a_variable() {
    let function = WgslFn::new(
        //~^ error
        "fn f(a: f32, b: vec2<u32>) -> f32 {
             var all: array<f32, 70000>;
             return all[b.x];
         }",
    );
    check(calling(function));
}
