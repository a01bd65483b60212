//! Atomics in texts: what a kernel with atomics becomes, and what is refused at which line.

use bitonic_dsl::*;

/// The statements of the kernel's body.
fn lines(body: impl FnOnce(&KernelScope)) -> Vec<String> {
    let kernel = kernel("k").workgroup_size(64).build(body).unwrap();
    let text = kernel.wgsl(Dialect::Browser).unwrap();
    let body = text.lines().skip_while(|line| !line.starts_with("fn k("));
    let body = body.skip(1).take_while(|line| *line != "}");
    body.map(|line| line.trim().to_owned()).collect()
}

/// The faults of a refused kernel: their lines, counted from `from`, and messages.
#[track_caller]
fn faults(from: u32, result: Result<Kernel, Error>) -> Vec<(u32, String)> {
    let error = result.expect_err("the kernel must be refused");
    let faults = error.diagnostics().iter();
    faults
        .map(|one| (one.at.line() - from, one.message.clone()))
        .collect()
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

#[test]
fn atomics_of_f32_in_workgroup_memory() {
    #[derive(Clone, Copy, ShaderType)]
    struct Sums {
        count: Atomic<u32>,
        sums: [Atomic<f32>; 2],
    }
    let from = line!();
    let result = kernel("k").build(|_| {
        workgroup_var::<Atomic<f32>>("sum").atomic_add(1.0);
        let _ = workgroup_array::<Atomic<f32>>("sums", 4);
        workgroup_array::<Sums>("both", 2)
            .element(0)
            .fields()
            .count
            .atomic_add(1);
    });
    let message = "atomics of `f32` lie in storage buffers alone".to_owned();
    let expected = [2, 3, 4].map(|line| (line, message.clone()));
    assert_eq!(faults(from, result), expected);
}

#[test]
fn loads_for_a_workgroup_from_elsewhere() {
    let from = line!();
    let result = kernel("k").build(|k| {
        let data = k.storage_mut::<u32>("data");
        let vector = workgroup_var::<UVec4>("vector");
        let local = 0u32.to_var("local");
        let sum = workgroup_uniform_load(data.element(0))
            + workgroup_uniform_load(*local)
            + workgroup_uniform_load(vector.element(2))
            + workgroup_uniform_load(vector.place().y());
        data.element(1).assign(sum);
    });
    let place = |what| {
        format!("this place lies in {what}, `workgroup_uniform_load` reads workgroup memory")
    };
    let component = "a component of a vector has no address".to_owned();
    assert_eq!(
        faults(from, result),
        [
            (5, place("a storage buffer")),
            (6, place("a variable of a function")),
            (7, component.clone()),
            (8, component),
        ]
    );
}

#[test]
fn a_load_for_a_workgroup_in_a_branch() {
    let from = line!();
    let result = kernel("k").build(|k| {
        let data = k.storage_mut::<u32>("data");
        let total = workgroup_var::<Atomic<u32>>("total");
        let old = total.atomic_add(1);
        If(old.lt(3), || {
            data.element(0).assign(workgroup_uniform_load(total));
        });
    });
    let [(line, message)] = &faults(from, result)[..] else {
        panic!("one fault");
    };
    assert_eq!(*line, 6);
    assert!(message.contains("`workgroup_uniform_load`"), "{message}");
}

#[test]
fn a_barrier_behind_an_atomic_is_not_uniform_and_behind_a_uniform_load_is() {
    let build = |uniform: bool| {
        kernel("k").build(|_| {
            let total = workgroup_var::<Atomic<u32>>("total");
            total.atomic_add(1);
            workgroup_barrier();
            let total = match uniform {
                true => workgroup_uniform_load(total),
                false => total.atomic_load(),
            };
            If(total.gt(3), workgroup_barrier);
        })
    };
    assert!(build(true).is_ok());
    let from = line!() - 4;
    let [(line, message)] = &faults(from, build(false))[..] else {
        panic!("one fault");
    };
    assert_eq!(*line, 0);
    assert!(message.contains("`workgroup_barrier`"), "{message}");
}

#[test]
fn an_atomic_of_another_kernel() {
    let escaped = std::cell::Cell::new(None);
    let _ = kernel("a").build(|k| {
        escaped.set(Some(k.storage_mut::<Atomic<u32>>("counts").element(0)));
    });
    let from = line!();
    let result = kernel("b").build(|_| {
        escaped.get().unwrap().atomic_add(1);
    });
    let [(line, message)] = &faults(from, result)[..] else {
        panic!("one fault");
    };
    assert_eq!(*line, 2);
    assert!(
        message.contains("of kernel `a` is used in kernel `b`"),
        "{message}"
    );
}

#[test]
fn an_atomic_outside_of_its_scope() {
    let from = line!();
    let result = kernel("k").build(|k| {
        let counts = k.storage_mut::<Atomic<u32>>("counts");
        let escaped = std::cell::Cell::new(None);
        If(instance_index().lt(4), || {
            let place = counts.element(instance_index());
            escaped.set(Some((place, place.atomic_add(1))));
        });
        let (place, value) = escaped.get().unwrap();
        place.atomic_add(1);
        counts.element(0).atomic_add(value);
    });
    let lines: Vec<u32> = faults(from, result).iter().map(|fault| fault.0).collect();
    assert_eq!(lines, [9, 10]);
}
