//! The nodes that combine the values of a subgroup, and of a workgroup by its subgroups:
//! with an operator whose order shows, in workgroups of full subgroups and in others. Right
//! values are plain Rust's, of the invocations as they say they are placed.

use std::collections::BTreeMap;

use bitonic::nodes::*;
use bitonic::*;

use super::nodes::{IDENTITY, compose, concatenated};
use super::{Case, Data};

/// A multiple of every size of subgroups.
pub(crate) const FULL: u32 = 128;
/// A multiple of none.
pub(crate) const RAGGED: u32 = 37;
/// Columns of `ids`.
const IDS: usize = 3;
/// Columns of `result`.
const COLUMNS: usize = 6;

/// The cases of this room.
pub(crate) fn cases() -> Vec<Case> {
    vec![
        case("combined_by_subgroups", combined_by_subgroups, FULL),
        case("combined_by_ragged_subgroups", combined_by_ragged, RAGGED),
        case("pairs_of_a_subgroup", pairs_of_a_subgroup, FULL).such_that(pairs),
        case("elections", elections, FULL).such_that(elected),
    ]
}

fn case(name: &'static str, kernel: fn() -> Result<Kernel, Error>, workgroup: u32) -> Case {
    let invocations = workgroup * 2;
    let digits = (0..invocations).map(|i| (i * 5 + i / 7) % 11);
    let zeros = |columns: usize| Data::U32(vec![0; invocations as usize * columns]);
    Case::new(name, kernel)
        .workgroups(2)
        .given("digits", Data::U32(digits.collect()))
        .given("ids", zeros(IDS))
        .given("result", zeros(COLUMNS))
        .such_that(|buffers| {
            let digits = buffers("digits");
            let workgroup = digits.len() / 2;
            for start in [0, workgroup] {
                check(start, &digits, &buffers("ids"), &buffers("result"))?;
            }
            Ok(())
        })
}

/// Writes what the invocation knows of its subgroup.
fn tell_ids(ids: StorageMut<u32>) {
    let row = instance_index() * IDS as u32;
    ids.element(row).assign(subgroup_id());
    ids.element(row + 1).assign(subgroup_invocation_id());
    ids.element(row + 2).assign(num_subgroups());
}

/// Subgroup by subgroup, the invocations of a workgroup as their lanes are numbered.
fn order(ids: &[u32], start: usize, workgroup: usize) -> Vec<Vec<usize>> {
    let mut found: BTreeMap<u32, BTreeMap<u32, usize>> = BTreeMap::new();
    for invocation in start..start + workgroup {
        let (subgroup, lane) = (ids[invocation * IDS], ids[invocation * IDS + 1]);
        found.entry(subgroup).or_default().insert(lane, invocation);
    }
    let lanes = found
        .into_values()
        .map(|lanes| lanes.into_values().collect());
    lanes.collect()
}

fn check(start: usize, digits: &[u32], ids: &[u32], result: &[u32]) -> Result<(), String> {
    let order = order(ids, start, digits.len() / 2);
    let digits_of = |invocations: &[usize]| -> Vec<u32> {
        invocations
            .iter()
            .map(|&invocation| digits[invocation])
            .collect()
    };
    let whole = digits_of(&order.concat());
    if whole.len() != digits.len() / 2 {
        return Err(format!(
            "of workgroup {start}: two invocations are one lane"
        ));
    }
    // Mesa's llvmpipe does not count a short subgroup, and combines those that it counts.
    let counted = ids[start * IDS + 2] as usize;
    let is_short = order.last().map(Vec::len) < order.first().map(Vec::len);
    if counted != order.len() && !(is_short && counted == order.len() - 1) {
        return Err(format!("{counted} subgroups, not {}", order.len()));
    }
    let of_counted = digits_of(&order[..counted].concat());
    let mut position = 0;
    for lanes in &order {
        let of_subgroup = digits_of(lanes);
        for (lane, &invocation) in lanes.iter().enumerate() {
            let expected = [
                concatenated(&of_subgroup),
                concatenated(&of_subgroup[..=lane]),
                concatenated(&of_subgroup[..lane]),
                concatenated(&of_counted),
                concatenated(&whole[..=position]),
                concatenated(&whole[..position]),
            ];
            let found = &result[invocation * COLUMNS..][..COLUMNS];
            if found != expected {
                let size = lanes.len();
                return Err(format!(
                    "lane {lane} of {size} found {found:?}, not {expected:?}"
                ));
            }
            position += 1;
        }
    }
    Ok(())
}

fn combined(name: &str, workgroup: u32) -> Result<Kernel, Error> {
    kernel(name).workgroup_size(workgroup).build(|k| {
        let digits = k.storage::<u32>("digits");
        let ids = k.storage_mut::<u32>("ids");
        let result = k.storage_mut::<u32>("result");
        let scratch = workgroup_array::<u32>("scratch", workgroup.div_ceil(4));
        let i = instance_index();
        tell_ids(ids);
        let map = (digits.element(i).load() + (11 << 16)).to_const("map");
        let row = i * COLUMNS as u32;
        let put = |column: u32, value: Node<u32>| result.element(row + column).assign(value);
        result.element(row).assign(subgroup_reduce(map, compose));
        put(1, subgroup_inclusive_scan(map, compose));
        put(2, subgroup_exclusive_scan(map, IDENTITY, compose));
        // The scratch is used again at once.
        put(3, workgroup_reduce_by_subgroups(&scratch, map, compose));
        put(
            4,
            workgroup_inclusive_scan_by_subgroups(&scratch, map, compose),
        );
        put(
            5,
            workgroup_exclusive_scan_by_subgroups(&scratch, map, IDENTITY, compose),
        );
    })
}

fn combined_by_subgroups() -> Result<Kernel, Error> {
    combined("combined_by_subgroups", FULL)
}

fn combined_by_ragged() -> Result<Kernel, Error> {
    combined("combined_by_ragged_subgroups", RAGGED)
}

/// The greatest digit of a subgroup and who has it first: two numbers that go together.
fn pairs_of_a_subgroup() -> Result<Kernel, Error> {
    kernel("pairs_of_a_subgroup")
        .workgroup_size(FULL)
        .build(|k| {
            let digits = k.storage::<u32>("digits");
            let ids = k.storage_mut::<u32>("ids");
            let result = k.storage_mut::<u32>("result");
            let i = instance_index();
            tell_ids(ids);
            let own = uvec2(digits.element(i).load(), subgroup_invocation_id());
            let own = own.to_const("own");
            let best = subgroup_reduce(own, |a, b| select(a.x().ge(b.x()), a, b));
            let best = best.to_const("best");
            result.element(i * 2).assign(best.x());
            result.element(i * 2 + 1).assign(best.y());
        })
}

fn pairs(buffers: &dyn Fn(&str) -> Vec<u32>) -> Result<(), String> {
    let (digits, ids, result) = (buffers("digits"), buffers("ids"), buffers("result"));
    for start in [0, FULL as usize] {
        for lanes in order(&ids, start, FULL as usize) {
            let of_lanes = lanes.iter().map(|&invocation| digits[invocation]);
            let greatest = of_lanes.clone().max().unwrap();
            let first = of_lanes
                .clone()
                .position(|digit| digit == greatest)
                .unwrap();
            for invocation in lanes {
                let found = &result[invocation * 2..][..2];
                if found != [greatest, first as u32] {
                    return Err(format!("{found:?}, not digit {greatest} of lane {first}"));
                }
            }
        }
    }
    Ok(())
}

/// Who is elected of all, and of those in a branch that whole subgroups take.
fn elections() -> Result<Kernel, Error> {
    kernel("elections").workgroup_size(FULL).build(|k| {
        let _ = k.storage::<u32>("digits");
        let ids = k.storage_mut::<u32>("ids");
        let result = k.storage_mut::<u32>("result");
        let i = instance_index();
        tell_ids(ids);
        If(subgroup_elect(), || result.element(i).assign(1));
        If((subgroup_id() % 2).eq(1), || {
            If(subgroup_elect(), || result.element(i).add_assign(2));
        });
    })
}

fn elected(buffers: &dyn Fn(&str) -> Vec<u32>) -> Result<(), String> {
    let (ids, result) = (buffers("ids"), buffers("result"));
    for start in [0, FULL as usize] {
        for (number, lanes) in order(&ids, start, FULL as usize).into_iter().enumerate() {
            for (lane, invocation) in lanes.into_iter().enumerate() {
                let expected = match (lane, number % 2) {
                    (0, 0) => 1,
                    (0, _) => 3,
                    (_, _) => 0,
                };
                let found = result[invocation];
                if found != expected {
                    return Err(format!("lane {lane} was elected {found}, not {expected}"));
                }
            }
        }
    }
    Ok(())
}
