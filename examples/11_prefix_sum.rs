//! Prefix sums of an array of any length, in as many passes as it takes: each workgroup
//! sums up its own block and leaves its total; the totals are summed up in the same way;
//! then each block takes up what lies before it.
//!
//! G. E. Blelloch, "Prefix Sums and Their Applications" (1990); in blocks: M. Harris,
//! S. Sengupta and J. D. Owens, "Parallel Prefix Sum (Scan) with CUDA", in GPU Gems 3
//! (2007), chapter 39.
//!
//! `cargo run --release --example 11_prefix_sum`

use bitonic::nodes::workgroup_inclusive_scan;
use bitonic::runtime::Bound;
use bitonic::runtime::plan::{BufferId, Grid, Plan, Role};
use bitonic::*;

/// Values of a block: one for each invocation of a workgroup.
const BLOCK: u32 = 256;

/// Sums up each block of the first `count` values. With `totals`, a buffer of that name
/// gets the sum of each block: where there is but one block, nobody asks for it.
///
/// An `if` of the host decides what is bound. A signature cannot say so; calls can.
pub(crate) fn scan(totals: bool) -> Result<Kernel, Error> {
    let name = if totals {
        "scan_blocks"
    } else {
        "scan_one_block"
    };
    kernel(name).workgroup_size(BLOCK).build(|k| {
        let values = k.storage_mut::<u32>("values");
        let count = k.param::<u32>("count");
        let scratch = workgroup_array::<u32>("scratch", BLOCK);

        let i = instance_index();
        let value = 0u32.to_var("value");
        If(i.lt(count), || value.assign(values.element(i).load()));
        // All of a workgroup call this together, also those beyond the end.
        let sum = workgroup_inclusive_scan(&scratch, value.load(), |a, b| a + b);
        If(i.lt(count), || values.element(i).assign(sum));
        if totals {
            let totals = k.storage_mut::<u32>("totals");
            let is_last = local_invocation_index().eq(BLOCK - 1);
            // A folded grid may have more workgroups than there are blocks.
            If(is_last & workgroup_index().lt(totals.len()), || {
                totals.element(workgroup_index()).assign(sum);
            });
        }
    })
}

/// Adds to each block but the first the sum of all blocks before it.
#[kernel(workgroup_size(BLOCK))]
pub(crate) fn add_totals(values: &mut [u32], totals: &[u32], count: u32) {
    let (i, block) = (instance_index(), workgroup_index());
    if block > 0 && i < count {
        values[i] += totals[block - 1];
    }
}

/// The plan for `count` values, and the id of their buffer. A grid is at most `widest`
/// workgroups wide; `None` where three dimensions do not hold all that are needed.
pub(crate) fn prefix_sums(count: u32, widest: u32) -> Result<Option<(Plan, BufferId)>, Error> {
    let mut plan = Plan::new("prefix sums");
    let values = plan.add_buffer("values", Role::InputOutput, u32::ty(), count as usize);
    if count == 0 {
        return Ok(Some((plan, values)));
    }
    let grid = |blocks: u32| Grid::linear(u64::from(blocks), widest);
    // What is summed up in blocks: the values, their totals, the totals of these ..
    let mut levels = Vec::new();
    let (mut top, mut length) = (values, count);
    if length > BLOCK {
        let scan_blocks = plan.add_kernel(scan(true)?);
        while length > BLOCK {
            let blocks = length.div_ceil(BLOCK);
            let Some(grid) = grid(blocks) else {
                return Ok(None);
            };
            let label = format!("totals of {length}");
            let totals = plan.add_buffer(label, Role::Scratch, u32::ty(), blocks as usize);
            plan.add_step("scan", scan_blocks, [top, totals], grid)
                .set("count", length);
            levels.push((top, totals, length, grid));
            (top, length) = (totals, blocks);
        }
    }
    let one_block = plan.add_kernel(scan(false)?);
    plan.add_step("scan", one_block, [top], Grid::new([1, 1, 1]))
        .set("count", length);
    if !levels.is_empty() {
        let add = plan.add_kernel(add_totals()?);
        for (values, totals, length, grid) in levels.into_iter().rev() {
            plan.add_step("add", add, [values, totals], grid)
                .set("count", length);
        }
    }
    Ok(Some((plan, values)))
}

/// Replaces each value of the buffer by the sum of all up to and including itself,
/// modulo 2^32. Gives the plan that did it.
pub(crate) fn sum_up(gpu: &Gpu, values: &Buffer<u32>) -> Result<Plan, Box<dyn std::error::Error>> {
    let count = u32::try_from(values.len())?;
    let widest = gpu.limits().workgroups_per_dimension;
    let (plan, id) = prefix_sums(count, widest)?.ok_or("too many values for a grid")?;
    let recording = gpu.prepare(plan, Bound::new().with(id, values))?;
    recording.submit()?;
    Ok(recording.plan().clone())
}

/// What the example prints, once the sums are the host's: those of 1, 2, 3 and so on,
/// which are the triangular numbers.
pub(crate) fn report(gpu: &Gpu) -> Result<String, Box<dyn std::error::Error>> {
    let count = 70_000;
    let numbers: Vec<u32> = (1..=count).collect();
    let values = gpu.buffer(&numbers)?;
    let plan = sum_up(gpu, &values)?;
    let sums = values.read()?;

    let mut sum = 0_u32;
    for (i, (number, found)) in numbers.iter().zip(&sums).enumerate() {
        sum = sum.wrapping_add(*number);
        if *found != sum {
            return Err(format!("sum {i} is {found}, not {sum}").into());
        }
    }
    let first: Vec<String> = sums[..10].iter().map(u32::to_string).collect();
    Ok(format!(
        "{plan}\n\nthe first of {count} sums: {}\n",
        first.join(" ")
    ))
}

/// Runs the example.
pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    let gpu = Gpu::auto()?;
    print!("{}", report(&gpu)?);
    println!("on {}", gpu.info());
    Ok(())
}
