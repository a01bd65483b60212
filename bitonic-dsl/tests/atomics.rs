//! Atomics in texts: what a kernel with atomics becomes.

use bitonic_dsl::*;

/// The statements of the kernel's body.
fn lines(body: impl FnOnce(&KernelScope)) -> Vec<String> {
    let kernel = kernel("k").workgroup_size(64).build(body).unwrap();
    let text = kernel.wgsl(Dialect::Browser).unwrap();
    let body = text.lines().skip_while(|line| !line.starts_with("fn k("));
    let body = body.skip(1).take_while(|line| *line != "}");
    body.map(|line| line.trim().to_owned()).collect()
}

#[test]
fn a_dropped_value_leaves_no_name() {
    let lines = lines(|k| {
        let counts = k.storage_mut::<Atomic<u32>>("counts");
        let cell = counts.element(2);
        cell.atomic_add(1);
        cell.atomic_exchange(2);
        cell.atomic_compare_exchange_weak(3, 4);
        let _ = cell.atomic_load().to_f32().sqrt().to_const("unused");
        cell.atomic_store(5);
        // Computed from, but never used.
        let _ = cell.atomic_max(6) + 7;
    });
    assert_eq!(
        lines,
        [
            "atomicAdd(&counts[2], 1u);",
            "atomicExchange(&counts[2], 2u);",
            "atomicCompareExchangeWeak(&counts[2], 3u, 4u);",
            "atomicStore(&counts[2], 5u);",
            "atomicMax(&counts[2], 6u);",
        ]
    );
}

#[test]
fn a_used_value_has_the_authors_name() {
    let lines = lines(|k| {
        let out = k.storage_mut::<u32>("out");
        let counts = k.storage_mut::<Atomic<u32>>("counts");
        let slot = counts.element(0).atomic_add(1).to_const("slot");
        out.element(slot).assign(slot * 2);
        let swap = counts.element(1).atomic_compare_exchange_weak(7, 8);
        let was = swap.old_value().to_const("was");
        If(swap.exchanged(), || out.element(9).assign(was));
        let total = workgroup_var::<Atomic<u32>>("total");
        let total = workgroup_uniform_load(total).to_const("sum");
        out.element(total).assign(total);
    });
    assert_eq!(
        lines,
        [
            "let slot = atomicAdd(&counts[0], 1u);",
            "out[slot] = slot * 2u;",
            "let counts_exchange = atomicCompareExchangeWeak(&counts[1], 7u, 8u);",
            "if counts_exchange.exchanged {",
            "let was = counts_exchange.old_value;",
            "out[9] = was;",
            "}",
            "let sum = workgroupUniformLoad(&total);",
            "out[sum] = sum;",
        ]
    );
}

/// Equal atomic functions happen each, in program order, and none moves into or out of a
/// branch, though its value is used there alone.
#[test]
fn program_order_is_kept() {
    let lines = lines(|k| {
        let out = k.storage_mut::<u32>("out");
        let counts = k.storage_mut::<Atomic<u32>>("counts");
        let first = counts.element(0).atomic_add(1);
        let second = counts.element(0).atomic_add(1);
        let loaded = counts.element(0).atomic_load();
        counts.element(0).atomic_store(0);
        If(instance_index().eq(3), || {
            out.element(second).assign(first);
            out.element(1).assign(loaded);
        });
    });
    let order = ["atomicAdd", "atomicAdd", "atomicLoad", "atomicStore", "if "];
    let found: Vec<usize> = order
        .iter()
        .scan(0, |from, word| {
            let rest = lines.iter().skip(*from);
            let at = rest.clone().position(|line| line.contains(word))?;
            *from += at + 1;
            Some(*from)
        })
        .collect();
    assert_eq!(found.len(), order.len(), "{lines:#?}");
    let count = lines.iter().filter(|line| line.contains("atomic")).count();
    assert_eq!(count, 4, "{lines:#?}");
}

#[test]
fn the_graph_says_which_function() {
    let kernel = kernel("k").build(|k| {
        let counts = k.storage_mut::<Atomic<i32>>("counts");
        counts.element(1).atomic_compare_exchange_weak(2, 3);
        counts.element(1).atomic_min(-4);
        counts.element(1).atomic_store(5);
    });
    let text = kernel.unwrap().graph_text();
    let expected = "\
  storage read_write counts: array<atomic<i32>>
{
  n0: u32 = 1u
  n1: i32 = 2i
  n2: i32 = 3i
  n3: __atomic_compare_exchange_result_i32 = atomicCompareExchangeWeak(counts[n0], n1, n2)
";
    assert!(text.contains(expected), "{text}");
    assert!(text.contains(": i32 = atomicMin(counts["), "{text}");
    assert!(text.contains("  store counts["), "{text}");
}

/// What is loaded for a whole workgroup may decide over barriers.
#[test]
fn a_barrier_may_depend_on_a_load_for_a_workgroup() {
    let lines = lines(|_| {
        let total = workgroup_var::<Atomic<u32>>("total");
        total.atomic_add(1);
        If(workgroup_uniform_load(total).gt(3), workgroup_barrier);
    });
    let expected = [
        "if workgroupUniformLoad(&total) > 3u {",
        "workgroupBarrier();",
    ];
    assert_eq!(lines[1..3], expected, "{lines:#?}");
}
