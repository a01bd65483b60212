//! The printed form of a plan, with no device.

use bitonic_dsl::types::Type;

use super::check_tests::adder;
use super::{Grid, Plan, Role};

#[test]
fn a_plan_prints_as_a_table() {
    let mut plan = Plan::new("two additions");
    let input = plan.add_buffer("keys", Role::Input, Type::U32, 100);
    let output = plan.add_buffer("sums", Role::Output, Type::U32, 100);
    let adder = plan.add_kernel(adder(64));
    plan.add_step("add", adder, [input, output], Grid::new([3, 2, 1]))
        .set("amount", 7u32);
    plan.add_read_back(output);
    let expected = "\
two additions

| buffer | role   | element | count | bytes | read back |
|--------|--------|---------|-------|-------|-----------|
| keys   | input  | u32     |   100 |   400 |           |
| sums   | output | u32     |   100 |   400 | yes       |

| # | step | kernel | bindings                     | workgroups | parameters |
|---|------|--------|------------------------------|------------|------------|
| 0 | add  | adder  | input = keys, output = sums  |      3 x 2 | amount = 7 |";
    assert_eq!(squeezed(&plan.to_string()), squeezed(expected));
}

/// A table without its padding.
pub(super) fn squeezed(table: &str) -> Vec<String> {
    let cells = |line: &str| {
        let words = line.split_whitespace().collect::<Vec<_>>().join(" ");
        words.replace('-', "")
    };
    table.lines().map(cells).collect()
}
