//! Constants that are given when a pipeline is made.

use bitonic::*;

use super::{Twin, twins};

#[kernel(workgroup_size(4))]
fn overrides_of_each_type(
    #[host] flag: Override<bool>,
    #[host] stride: Override<i32>,
    #[host] base: Override<u32>,
    #[host] scale: Override<f32>,
    whole: &mut [u32],
    broken: &mut [f32],
) {
    let i = instance_index();
    let stepped = (i as i32 * stride.node()) as u32 + base.node();
    whole[i] = select(&flag, stepped, i | base.node());
    broken[i] = i as f32 * scale.node() + scale.node();
}

#[kernel(workgroup_size(&width))]
fn a_workgroup_of_any_width(
    #[host] width: Override<u32>,
    data: &mut [u32],
    sums: &mut [u32],
    tile: Workgroup<[u32; &width]>,
) {
    let i = instance_index();
    let local = local_invocation_index();
    tile[local] = data[i];
    workgroup_barrier();
    data[i] = tile[width.node() - 1 - local];
    if local == 0 {
        let mut sum = 0u32;
        for at in 0..width.node() {
            sum += tile[at];
        }
        sums[workgroup_index()] = sum;
    }
}

#[kernel(workgroup_size(Extent::from(&columns), Extent::from(&rows), Extent::from(2)))]
fn sides_of_a_workgroup(
    #[host] columns: Override<u32>,
    #[host] rows: Override<u32>,
    result: &mut [u32],
) {
    let local = local_invocation_id();
    let coded = local.x + local.y * 10 + local.z * 100;
    result[instance_index()] = coded + 1000 * columns.node();
}

#[shader_fn]
fn square(x: u32) -> u32 {
    x * x
}

#[shader_fn]
fn moved(#[host] by: Override<u32>, x: u32) -> u32 {
    square(x << by.node()) + by.node()
}

#[kernel(workgroup_size(4))]
fn overrides_within_functions(#[host] shift: Override<u32>, data: &mut [u32]) {
    let i = instance_index();
    let first = moved(shift.clone(), data[i]);
    data[i] = moved(shift.clone(), first);
}

#[kernel(workgroup_size(2))]
fn an_override_of_halves(#[host] weight: Override<f16>, result: &mut [f32]) {
    let i = instance_index();
    result[i] = i as f32 + (weight.node() * weight.node()).to_f32();
}

pub(super) fn twins() -> Vec<Twin> {
    twins![
        overrides_of_each_type = overrides_of_each_type(
            pipeline_override("flag").with_default(true),
            pipeline_override("stride").with_default(-3),
            pipeline_override("base").with_default(40).with_id(7),
            pipeline_override("scale").with_default(0.5),
        ),
        a_workgroup_of_any_width =
            a_workgroup_of_any_width(pipeline_override("width").with_default(4)),
        sides_of_a_workgroup = sides_of_a_workgroup(
            pipeline_override("columns"),
            pipeline_override("rows").with_default(2).with_id(0),
        ),
        overrides_within_functions =
            overrides_within_functions(pipeline_override("shift").with_default(1)),
        an_override_of_halves =
            an_override_of_halves(pipeline_override("weight").with_default(f16::from_f32(0.25)),),
    ]
}
