//! A plan: kernels, buffers, steps and their parameters as data, which can be
//! printed, checked and run a step at a time. This one adds up the squares of an
//! array: its second half is added to its first, then of that half the second half
//! to the first, and so on.
//!
//! Its kernels are written in calls, without an attribute: the names are those that the
//! plan prints, and a debugger stops at each statement of them as at any other.
//!
//! `cargo run --release --example 05_plan`

use bitonic::runtime::plan::{BufferId, Grid, Plan, Role, Step};
use bitonic::runtime::{Bound, Recording};
use bitonic::*;

/// How many values are added up, a power of two.
const N: u32 = 16;

/// `squares[i] = values[i] * values[i]`.
fn square() -> Result<Kernel, Error> {
    kernel("square").workgroup_size(64).build(|k| {
        let values = k.storage::<u32>("values");
        let squares = k.storage_mut::<u32>("squares");
        let i = instance_index();
        If(i.lt(values.len()), || {
            let value = values.element(i).load().to_const("value");
            squares.element(i).assign(value * value);
        });
    })
}

/// `sums[i] += sums[i + distance]` for each `i` below `distance`.
fn fold() -> Result<Kernel, Error> {
    kernel("fold").workgroup_size(64).build(|k| {
        let sums = k.storage_mut::<u32>("sums");
        let distance = k.param::<u32>("distance");
        let i = instance_index();
        If(i.lt(distance), || {
            let other = sums.element(i + distance).load();
            sums.element(i).add_assign(other);
        });
    })
}

/// `total[0] = sums[0] + start`.
fn finish() -> Result<Kernel, Error> {
    kernel("finish").workgroup_size(1).build(|k| {
        let sums = k.storage::<u32>("sums");
        let total = k.storage_mut::<u32>("total");
        let start = k.param::<u32>("start");
        total.element(0).assign(sums.element(0).load() + start);
    })
}

/// The plan, and the ids of its buffers: values, sums, total.
fn sum_of_squares(start: u32) -> Result<(Plan, [BufferId; 3]), Error> {
    let mut plan = Plan::new("sum of squares");
    let values = plan.add_buffer("values", Role::Input, u32::ty(), N as usize);
    let sums = plan.add_buffer("sums", Role::InputOutput, u32::ty(), N as usize);
    let total = plan.add_buffer("total", Role::Output, u32::ty(), 1);
    let (square, fold) = (plan.add_kernel(square()?), plan.add_kernel(fold()?));
    let finish = plan.add_kernel(finish()?);
    let one = Grid::new([1, 1, 1]);

    plan.add_step("square", square, [values, sums], one);
    let mut distance = N / 2;
    while distance > 0 {
        // Each step keeps its own value, however many steps one submission holds.
        plan.add_step("fold", fold, [sums], one)
            .set("distance", distance);
        distance /= 2;
    }
    plan.add_step("finish", finish, [sums, total], one)
        .set("start", start);
    plan.add_read_back(total);
    Ok((plan, [values, sums, total]))
}

/// A row of the table: the step, its parameter, and what it left in the buffers.
fn row(index: usize, step: &Step, sums: &[u32], total: u32) -> String {
    let parameter = step.parameters.first();
    let parameter = parameter.map_or_else(String::new, |(name, value)| format!("{name} = {value}"));
    let sums: Vec<String> = sums.iter().map(|sum| format!("{sum:>4}")).collect();
    let (label, sums) = (&step.label, sums.join(" "));
    format!("| {index} | {label:<6} | {parameter:<12} | {sums} | {total:>5} |")
}

/// Runs a step at a time, prints what it left, and holds it against the same steps on
/// the host.
fn step_by_step(
    recording: &Recording,
    between: &Buffer<u32>,
    output: &Buffer<u32>,
    numbers: &[u32],
) -> Result<(), Box<dyn std::error::Error>> {
    let width = 5 * N as usize - 1;
    println!("| # | step   | parameter    | {:<width$} | total |", "sums");
    println!("|---|--------|--------------|-{:-<width$}-|-------|", "");
    let mut expected: Vec<u32> = numbers.iter().map(|value| value * value).collect();
    let mut distance = N as usize;
    for (index, step) in recording.plan().steps().iter().enumerate() {
        recording.submit_steps(index..index + 1)?;
        let content = between.read()?;
        println!("{}", row(index, step, &content, output.read()?[0]));
        if step.label == "fold" {
            distance /= 2;
            for i in 0..distance {
                expected[i] += expected[i + distance];
            }
        }
        assert_eq!(content, expected, "after step {index}");
    }
    Ok(())
}

/// Runs the example.
pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (plan, [values, sums, total]) = sum_of_squares(1000)?;
    println!("{plan}\n");
    assert!(plan.warnings().is_empty());

    let gpu = Gpu::auto()?;
    let numbers: Vec<u32> = (1..=N).collect();
    let (input, between) = (gpu.buffer(&numbers)?, gpu.zeroed::<u32>(N as usize)?);
    let output = gpu.zeroed::<u32>(1)?;
    let bound = Bound::new()
        .with(values, &input)
        .with(sums, &between)
        .with(total, &output);
    let recording = gpu.prepare(plan, bound)?;

    step_by_step(&recording, &between, &output, &numbers)?;
    let n = u64::from(N);
    let formula = n * (n + 1) * (2 * n + 1) / 6 + 1000;
    assert_eq!(u64::from(recording.read_back::<u32>(total)?[0]), formula);

    // All at once, as programs do: the same total.
    output.write(&[0])?;
    recording.submit()?;
    assert_eq!(u64::from(recording.read_back::<u32>(total)?[0]), formula);
    println!(
        "\n1000 and the squares up to {N}: {formula}, on {}",
        gpu.info()
    );
    Ok(())
}
