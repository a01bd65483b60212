//! Structures that end in an array whose length the binding decides.

use bitonic::*;

use super::{Twin, twins};
use crate::corpus::runtime_arrays::{Links, Path, Samples};

#[kernel(workgroup_size(4))]
fn a_header_and_its_elements(samples: &mut Samples) {
    let i = instance_index();
    if i < min(samples.count, samples.items.len()) {
        samples.items[i] *= samples.scale;
    }
}

#[kernel(workgroup_size(1))]
fn lengths_of_arrays_in_structures(path: &Path, links: &mut Links, result: &mut [u32]) {
    result[0] = path.steps.len();
    result[1] = links.of_all.len();
    // What is written behind the elements stays where it is.
    result[2] = path.closed;
    links.of_all[0].to = 7;
}

#[kernel(workgroup_size(1))]
fn a_walk_along_a_path(path: &mut Path) {
    #[shader_fn]
    let walk = |to: u32| {
        path.origin += path.steps[to];
        path.steps[to].y = path.origin.x;
    };
    for i in 0..path.steps.len() {
        walk(i);
    }
}

#[kernel(workgroup_size(4))]
fn links_between_elements(links: &Links, result: &mut [f32]) {
    let i = instance_index();
    if i < links.of_all.len() {
        let to = links.of_all[i].to;
        let weight = links.of_all[to].weight;
        result[i] = weight.x - weight.y;
    }
}

pub(super) fn twins() -> Vec<Twin> {
    twins![
        a_header_and_its_elements,
        lengths_of_arrays_in_structures,
        a_walk_along_a_path,
        links_between_elements,
    ]
}
