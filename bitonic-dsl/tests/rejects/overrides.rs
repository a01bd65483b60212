//! Overrides that a pipeline could not be given, and values that do not fit them.

use bitonic_dsl::*;

use crate::gallery::{check, check_error};

#[test]
fn two_overrides_of_one_name() {
    let one = pipeline_override::<u32>("size").with_default(1); //~ note
    let other = pipeline_override::<u32>("size").with_default(2); //~ error
    let result = kernel("k").build(|k| {
        let out = k.storage_mut::<u32>("out");
        out.element(0).assign(out.len() * &one + &other);
    });
    check(result);
}

#[test]
fn two_overrides_of_one_number() {
    let one = pipeline_override::<u32>("one").with_id(3); //~ note
    let other = pipeline_override::<u32>("other").with_id(3); //~ error
    let result = kernel("k").build(|k| {
        let out = k.storage_mut::<u32>("out");
        out.element(0).assign(out.len() * &one + &other);
    });
    check(result);
}

#[test]
fn names_that_the_text_cannot_keep() {
    let word = pipeline_override::<u32>("loop"); //~ error
    let own = pipeline_override::<u32>("k"); //~ error
    let result = kernel("k").build(|k| {
        let out = k.storage_mut::<u32>("out");
        out.element(0).assign(out.len() * &word + &own);
    });
    check(result);
}

#[test]
fn a_default_that_is_not_finite() {
    let far = pipeline_override::<f32>("far").with_default(f32::INFINITY); //~ error
    let result = kernel("k").build(|k| {
        let out = k.storage_mut::<f32>("out");
        out.element(0).assign(&far);
    });
    check(result);
}

#[test]
fn a_length_that_is_asked_for_too_early() {
    let width = pipeline_override::<u32>("width").with_default(8);
    let result = kernel("k").build(|k| {
        let out = k.storage_mut::<u32>("out");
        let tile = workgroup_array::<u32>("tile", &width); //~ note
        out.element(0).assign(tile.len()); //~ error
    });
    check(result);
}

#[test]
fn a_value_that_divides_by_zero() {
    let divisor = pipeline_override::<u32>("divisor");
    let built = kernel("k").build(|k| {
        let out = k.storage_mut::<u32>("out");
        out.element(0).assign(instance_index() / &divisor); //~ error
    });
    check(built.unwrap().with_overrides([("divisor", 0_u32)]));
}

#[test]
fn a_length_beyond_every_array() {
    let width = pipeline_override::<u32>("width"); //~ note
    let built = kernel("k").build(|_| {
        let tile = workgroup_array::<u32>("tile", &width); //~ error
        tile.element(0).assign(1);
    });
    check(built.unwrap().with_overrides([("width", 70_000_u32)]));
}

/// Also where another override has no value yet.
#[test]
fn lengths_by_default_that_no_array_has() {
    let none = pipeline_override::<u32>("none").with_default(0); //~ note
    let many = pipeline_override::<u32>("many").with_default(u32::MAX); //~ note
    let scale = pipeline_override::<f32>("scale");
    let result = kernel("k").build(|_| {
        let short = workgroup_array::<f32>("short", &none); //~ error
        let long = workgroup_array::<f32>("long", &many); //~ error
        let at = local_invocation_index();
        long.element(at).assign(short.element(at).load() * &scale);
    });
    check(result);
}

#[test]
fn a_length_by_default_of_one_too_many() {
    let width = pipeline_override::<u32>("width").with_default(65_536); //~ note
    let scale = pipeline_override::<f32>("scale");
    let result = kernel("k").build(|_| {
        let tile = workgroup_array::<f32>("tile", &width); //~ error
        tile.element(local_invocation_index()).assign(&scale);
    });
    check(result);
}

#[test]
fn values_that_do_not_fit() {
    let scale = pipeline_override::<f32>("scale");
    let built = kernel("k").build(|k| {
        let out = k.storage_mut::<f32>("out");
        out.element(0).assign(&scale);
    });
    let values = [("scale", 1_u32), ("size", 2), ("scale", 3)];
    check(built.unwrap().with_overrides(values)); //~ error //~ error //~ error
}

#[test]
fn a_language_without_overrides() {
    let scale = pipeline_override::<f32>("scale"); //~ error
    let built = kernel("k").build(|k| {
        let out = k.storage_mut::<f32>("out");
        out.element(0).assign(&scale);
    });
    check_error(&built.unwrap().msl().unwrap_err());
}
