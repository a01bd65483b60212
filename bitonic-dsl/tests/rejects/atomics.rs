//! Atomics, and loads for a whole workgroup, where they cannot be.

use std::cell::Cell;

use bitonic_dsl::*;

use crate::gallery::{check, check_error};

#[test]
fn loads_for_a_workgroup_from_elsewhere() {
    let result = kernel("k").build(|k| {
        let data = k.storage_mut::<u32>("data");
        let vector = workgroup_var::<UVec4>("vector");
        let local = 0u32.to_var("local");
        let _ = workgroup_uniform_load(data.element(0)); //~ error
        let _ = workgroup_uniform_load(*local); //~ error
        let _ = workgroup_uniform_load(vector.element(2)); //~ error
    });
    check(result);
}

#[test]
fn a_load_for_a_workgroup_in_a_branch() {
    let result = kernel("k").build(|k| {
        let data = k.storage_mut::<u32>("data");
        let total = workgroup_var::<Atomic<u32>>("total");
        let old = total.atomic_add(1); //~ note
        If(old.lt(3), || {
            //~^ note
            data.element(0).assign(workgroup_uniform_load(total)); //~ error
        });
    });
    check(result);
}

#[test]
fn a_barrier_behind_a_count() {
    let result = kernel("k").build(|_| {
        let total = workgroup_var::<Atomic<u32>>("total");
        total.atomic_add(1);
        workgroup_barrier();
        If(total.atomic_load().gt(3), workgroup_barrier); //~ error //~ note
    });
    check(result);
}

#[test]
fn an_atomic_of_another_kernel() {
    let escaped = Cell::new(None);
    let _ = kernel("a").build(|k| {
        let counts = k.storage_mut::<Atomic<u32>>("counts");
        escaped.set(Some(counts.element(0))); //~ note
    });
    let result = kernel("b").build(|_| {
        escaped.get().unwrap().atomic_add(1); //~ error
    });
    check(result);
}

#[test]
fn an_atomic_outside_of_its_branch() {
    let result = kernel("k").build(|k| {
        let counts = k.storage_mut::<Atomic<u32>>("counts");
        let escaped = Cell::new(None);
        If(instance_index().lt(4), || {
            let place = counts.element(instance_index()); //~ note
            let old = place.atomic_add(1); //~ note
            escaped.set(Some((place, old)));
        });
        let (place, old) = escaped.get().unwrap();
        place.atomic_add(1); //~ error
        counts.element(0).atomic_add(old); //~ error
    });
    check(result);
}

#[test]
fn atomics_that_browsers_lack() {
    let built = kernel("k").build(|k| {
        let counts = k.storage_mut::<Atomic<u64>>("counts"); //~ error //~ error
        let sums = k.storage_mut::<Atomic<f32>>("sums"); //~ error
        counts.element(0).atomic_max(4);
        sums.element(0).atomic_add(0.5);
    });
    check_error(&built.unwrap().wgsl(Dialect::Browser).unwrap_err());
}

/// A structure that ends in atomics.
#[derive(Clone, ShaderType)]
struct Bins {
    total: u32,
    bins: Vec<Atomic<u32>>,
}

#[test]
fn atomics_in_a_buffer_that_is_only_read() {
    let result = kernel("k").build(|k| {
        let out = k.storage_mut::<u32>("out");
        let bins = k.storage_struct::<Bins>("bins").fields(); //~ error
        out.element(0).assign(bins.total.load());
    });
    check(result);
}

/// A structure of which one field may not lie in workgroup memory.
#[derive(Clone, Copy, ShaderType)]
struct Sums {
    count: Atomic<u32>,
    sums: [Atomic<f32>; 2],
}

#[test]
fn atomics_of_f32_in_workgroup_memory() {
    let result = kernel("k").build(|_| {
        workgroup_var::<Atomic<f32>>("sum").atomic_add(1.0); //~ error
        let _ = workgroup_array::<Atomic<f32>>("sums", 4); //~ error
        let both = workgroup_var::<Sums>("both"); //~ error
        both.fields().count.atomic_add(1);
    });
    check(result);
}

#[test]
fn a_component_loaded_for_a_workgroup() {
    let result = kernel("k").build(|k| {
        let data = k.storage_mut::<u32>("data");
        let vector = workgroup_var::<UVec4>("vector");
        data.element(0)
            .assign(workgroup_uniform_load(vector.place().y())); //~ error
    });
    check(result);
}
