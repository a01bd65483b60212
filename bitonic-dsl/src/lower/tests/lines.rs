//! Lines of the WGSL, traced back to the Rust that wrote them.

use super::build;
use crate::*;

/// The Rust line of the one WGSL line that contains `part`.
#[track_caller]
fn source_line(kernel: &Kernel, part: &str) -> Option<u32> {
    let text = kernel.wgsl(Dialect::Naga).expect("it is valid");
    let mut found = text
        .lines()
        .zip(1..)
        .filter(|(line, _)| line.contains(part));
    let (_, number) = found
        .next()
        .unwrap_or_else(|| panic!("no `{part}` in\n{text}"));
    assert!(
        found.next().is_none(),
        "`{part}` is not in one line of\n{text}"
    );
    kernel.source_of_line(number).map(|at| at.line())
}

#[test]
fn reads_writes_calls_and_branches_know_their_lines() {
    let first = line!();
    let kernel = build(|k| {
        let data = k.storage_mut::<u32>("data");
        let tile = workgroup_array::<u32>("tile", 4);
        let bump = Fn("bump", ["x"], move |x: Node<u32>| {
            data.element(9).assign(x);
        });
        let read = data.element(3).load();
        tile.element(1).assign(read);
        workgroup_barrier();
        Loop(range(0_u32, 10), |i| {
            If(i.gt(read), Break);
            bump.call(i);
        });
        data.element(8).assign(tile.element(2).load());
    });
    let rows = [
        ("data[9] = ", 5),
        ("= data[3];", 7),
        ("tile[1] = ", 8),
        ("workgroupBarrier", 9),
        ("for (", 10),
        ("bump(i)", 12),
        ("= tile[2];", 14),
        ("data[8] = ", 14),
    ];
    for (part, line) in rows {
        assert_eq!(source_line(&kernel, part), Some(first + line), "{part}");
    }
    assert_eq!(source_line(&kernel, "var<workgroup>"), None);
    assert_eq!(kernel.source_of_line(0), None);
    assert_eq!(kernel.source_of_line(u32::MAX), None);
}
