//! Kernels that must be refused. The expected message stands on the line that causes
//! it: `//~ error: ..` for the fault, `//~ note: ..` for a second place of one.

use std::cell::Cell;

use bitonic_dsl::nodes::bitonic_flip_indices;
use bitonic_dsl::*;

/// One expectation or finding: line, kind, text.
type Mark = (u32, &'static str, String);

/// Compares the faults of `result` with the marks between line `from` and the call.
#[track_caller]
fn check(from: u32, result: Result<Kernel, Error>) {
    let to = std::panic::Location::caller().line();
    let error = result.expect_err("the kernel must be refused");
    let mut found = found(&error);
    let mut expected = expected(from, to);
    found.sort();
    expected.sort();
    assert_eq!(found, expected, "\n{error}");
    let text = error.to_string();
    assert!(
        text.contains("bitonic-dsl/tests/rejects.rs:"),
        "names the file:\n{text}"
    );
    assert!(
        !text.contains("Expression"),
        "speaks of the author's program:\n{text}"
    );
}

fn found(error: &Error) -> Vec<Mark> {
    let mut marks = Vec::new();
    for diagnostic in error.diagnostics() {
        marks.push((diagnostic.at.line(), "error", diagnostic.message.clone()));
        for label in &diagnostic.labels {
            marks.push((label.at.line(), "note", label.text.clone()));
        }
    }
    marks
}

fn expected(from: u32, to: u32) -> Vec<Mark> {
    let source = include_str!("rejects.rs");
    let mut marks = Vec::new();
    for (line, text) in (1..).zip(source.lines()) {
        let Some((_, notes)) = text
            .split_once("//~ ")
            .filter(|_| (from..to).contains(&line))
        else {
            continue;
        };
        for note in notes.split("//~ ") {
            let (kind, message) = note.split_once(": ").expect("a mark is `kind: text`");
            let kind = if kind == "error" { "error" } else { "note" };
            marks.push((line, kind, message.trim().to_owned()));
        }
    }
    marks
}

#[test]
fn value_used_after_its_branch() {
    let from = line!();
    let result = kernel("k").build(|k| {
        let out = k.storage_mut::<u32>("out");
        let escaped = Cell::new(None);
        If(instance_index().lt(4), || {
            escaped.set(Some(instance_index() + 1)); //~ note: made here
        });
        out.element(0).assign(escaped.get().unwrap()); //~ error: this value of type `u32` is used outside the block in which it was made
    });
    check(from, result);
}

#[test]
fn value_used_after_its_loop() {
    let from = line!();
    let result = kernel("k").build(|k| {
        let out = k.storage_mut::<u32>("out");
        let escaped = Cell::new(None);
        Loop(range(0, out.len()), |i| {
            escaped.set(Some(out.element(i).load())); //~ note: made here
        });
        out.element(0).assign(escaped.get().unwrap()); //~ error: this value of type `u32` is used outside the block in which it was made
    });
    check(from, result);
}

#[test]
fn branch_added_after_a_later_value() {
    let from = line!();
    let result = kernel("k").build(|k| {
        let out = k.storage_mut::<u32>("out");
        let chain = If(instance_index().lt(4), || {});
        let late = out.element(1).load(); //~ note: made here, later in program order
        chain.else_(|| out.element(0).assign(late)); //~ error: this value of type `u32` is used before the program makes it
    });
    check(from, result);
}

#[test]
fn value_of_another_kernel() {
    let from = line!();
    let kept = Cell::new(None);
    kernel("first")
        .build(|_| {
            kept.set(Some(instance_index() + 1)); //~ note: made here
        })
        .unwrap();
    let result = kernel("second").build(|k| {
        let out = k.storage_mut::<u32>("out");
        out.element(0).assign(kept.get().unwrap()); //~ error: a value of kernel `first` is used in kernel `second`
    });
    check(from, result);
}

#[test]
fn buffer_of_another_kernel() {
    let from = line!();
    let kept = Cell::new(None);
    kernel("first")
        .build(|k| {
            kept.set(Some(k.storage::<u32>("data"))); //~ note: made here
        })
        .unwrap();
    let result = kernel("second").build(|k| {
        let out = k.storage_mut::<u32>("out");
        let first = kept.get().unwrap().element(0); //~ error: a resource of kernel `first` is used in kernel `second`
        out.element(0).assign(first.load());
    });
    check(from, result);
}

#[test]
fn value_captured_by_a_function() {
    let from = line!();
    let result = kernel("k").build(|k| {
        let out = k.storage_mut::<u32>("out");
        let captured = instance_index(); //~ note: made here
        let add = Fn("add", ["x"], move |x: Node<u32>| x + captured); //~ error: a value of kernel `k` is used in function `add`
        out.element(0).assign(add.call(1)); //~ note: `add` called here
    });
    check(from, result);
}

#[test]
fn function_that_belongs_to_another_kernel() {
    let from = line!();
    let kept = Cell::new(None);
    kernel("first")
        .build(|k| {
            let data = k.storage_mut::<u32>("data");
            let put = Fn("put", ["x"], move |x: Node<u32>| data.element(0).assign(x)); //~ note: made here
            put.call(1);
            kept.set(Some(put));
        })
        .unwrap();
    let put = kept.take().unwrap();
    let result = kernel("second").build(|_| {
        put.call(2); //~ error: function `put` of kernel `first` is used in kernel `second`
    });
    check(from, result);
}

#[test]
fn breaks_and_returns_out_of_place() {
    let from = line!();
    let result = kernel("k").build(|k| {
        let out = k.storage_mut::<u32>("out");
        Break(); //~ error: `Break` outside of a loop
        If(out.len().gt(2), Continue); //~ error: `Continue` outside of a loop
        Return(out.element(0).load()); //~ error: `Return` of the wrong type
        let half = Fn("half", ["x"], |x: Node<u32>| {
            If(x.lt(4), || Return(())); //~ error: `Return` of the wrong type
            x / 2
        });
        out.element(0).assign(half.call(3)); //~ note: `half` called here
    });
    check(from, result);
}

#[test]
fn names_declared_twice() {
    let from = line!();
    let result = kernel("k").build(|k| {
        let _ = k.storage::<u32>("data"); //~ note: first declared here
        let _ = k.storage_mut::<u32>("data"); //~ error: `data` is declared twice
        let _ = k.param::<u32>("span"); //~ note: first declared here
        let _ = k.param::<f32>("span"); //~ error: `span` is declared twice
    });
    check(from, result);
}

#[test]
fn loops_that_would_not_advance() {
    let from = line!();
    let result = kernel("k").build(|k| {
        let out = k.storage_mut::<u32>("out");
        Loop(range(0, out.len()).step(0), |_| {}); //~ error: a loop with a step of 0 would never end
        Loop(range(1, out.len()).shift_left(0), |_| {}); //~ error: a loop shifts its counter by 1 to 31 bits
        Loop(range(1, out.len()).shift_right(32), |_| {}); //~ error: a loop shifts its counter by 1 to 31 bits
        Loop(range(0, out.len()).step(2).rev(), |_| {}); //~ error: `.rev()` comes first, before the step
        Loop(range(0i32, 9).rev().step(-2), |_| {}); //~ error: a reversed range takes a positive step
    });
    check(from, result);
}

#[test]
fn literals_without_a_spelling() {
    let from = line!();
    let result = kernel("k").build(|k| {
        let out = k.storage_mut::<f32>("out");
        out.element(0).assign(f32::NAN); //~ error: `NaN` cannot be written as a literal
        out.element(1).add_assign(f32::INFINITY); //~ error: `inf` cannot be written as a literal
    });
    check(from, result);
}

#[test]
fn function_that_calls_itself() {
    thread_local! {
        static AGAIN: Function<(u32,), Node<u32>> = Fn("again", ["x"], again_body); //~ note: the function
    }
    fn again_body(x: Node<u32>) -> Node<u32> {
        AGAIN.with(|again| again.call(x)) //~ error: function `again` calls itself
    }
    let from = line!() - 7;
    let result = kernel("k").build(|k| {
        let out = k.storage_mut::<u32>("out");
        AGAIN.with(|again| out.element(0).assign(again.call(1))); //~ note: `again` called here
    });
    check(from, result);
}

#[test]
fn functions_that_call_each_other() {
    thread_local! {
        static EVEN: Function<(u32,), Node<u32>> = Fn("even", ["x"], even_body); //~ note: the function
        static ODD: Function<(u32,), Node<u32>> = Fn("odd", ["x"], odd_body);
    }
    fn even_body(x: Node<u32>) -> Node<u32> {
        ODD.with(|odd| odd.call(x - 1)) //~ note: `odd` called here
    }
    fn odd_body(x: Node<u32>) -> Node<u32> {
        EVEN.with(|even| even.call(x - 1)) //~ error: function `even` calls itself
    }
    let from = line!() - 11;
    let result = kernel("k").build(|k| {
        let out = k.storage_mut::<u32>("out");
        EVEN.with(|even| out.element(0).assign(even.call(1))); //~ note: `even` called here
    });
    check(from, result);
}

#[test]
fn cases_listed_twice_or_not_at_all() {
    let from = line!();
    let result = kernel("k").build(|k| {
        let out = k.storage_mut::<u32>("out");
        Switch(out.len())
            .case([1, 2], || out.element(0).assign(1)) //~ note: first listed here
            .case([3, 2], || out.element(0).assign(2)) //~ error: the value 2 is listed twice
            .case([], || out.element(0).assign(3)); //~ error: a case that lists no value is never run
        Switch(out.len().to_i32()).case([-7, -7], || ()); //~ error: the value -7 is listed twice //~ note: first listed here
    });
    check(from, result);
}

#[test]
fn what_leaves_a_loop_stands_in_its_turn() {
    let from = line!();
    let result = kernel("k").build(|k| {
        let out = k.storage_mut::<u32>("out");
        Repeat(|| If(out.len().gt(3), Break).else_(|| ()))
            .continuing(|| {
                If(out.len().gt(1), Break); //~ error: `Break` in what advances a loop
                Loop(range(0, 3), |_| Break());
                Loop(range(0, 3), |_| Return(())); //~ error: `Return` in what advances a loop
            })
            .break_if(|| {
                Continue(); //~ error: `Continue` in what advances a loop
                out.len().gt(2)
            });
        let condition = || {
            Break(); //~ error: `Break` in the condition of a loop
            out.len().gt(2)
        };
        Loop(range(0, 3), |_| While(condition, || ()));
        Switch(out.len()).case(1, Break); //~ error: `Break` outside of a loop
    });
    check(from, result);
}

#[test]
fn repetitions_that_nothing_ends() {
    let from = line!();
    let result = kernel("k").build(|k| {
        let out = k.storage_mut::<u32>("out");
        Switch(out.len())
            .case(1, || _ = Repeat(|| out.element(0).increment())) //~ error: nothing ever leaves this loop
            .case(2, || Repeat(|| ()).break_if(|| false)) //~ error: nothing ever leaves this loop
            .default(|| Repeat(|| Return(())).break_if(|| true));
    });
    check(from, result);
}

#[test]
fn updates_that_would_not_advance() {
    let from = line!();
    let result = kernel("k").build(|k| {
        let out = k.storage_mut::<u32>("out");
        Loop(range(1, out.len()).multiply(1), |_| {}); //~ error: a loop multiplies or divides its counter by 2 or more
        Loop(range(out.len(), 1).divide(0), |_| {}); //~ error: a loop multiplies or divides its counter by 2 or more
        Loop(range(1, out.len()).rev().multiply(2), |_| {}); //~ error: a range that multiplies or divides cannot be reversed
        Loop(range(1, out.len()).update(|i| i + 1).rev(), |_| {}); //~ error: `.rev()` comes first, before the step
    });
    check(from, result);
}

#[test]
fn workgroup_array_without_elements() {
    let from = line!();
    let result = kernel("k").build(|_| {
        let _ = workgroup_array::<u32>("tile", 0); //~ error: workgroup array `tile` has no elements
    });
    check(from, result);
}

#[test]
fn more_workgroup_memory_than_the_target_has() {
    let from = line!();
    let built = kernel("k").workgroup_size(1).build(|k| {
        let out = k.storage_mut::<u32>("out");
        let small = workgroup_array::<u32>("small", 16); //~ note: `small` takes 64 of them
        let tile = workgroup_array::<UVec4>("tile", 1024); //~ error: the workgroup memory of `k` takes 16448 bytes, where the target has 16384
        tile.element(out.len()).assign(uvec4(1, 2, 3, 4));
        small.element(0).assign(1);
    });
    let kernel = built.unwrap();
    kernel.check_workgroup_memory(16448).unwrap();
    check(from, kernel.check_workgroup_memory(16384).map(|()| kernel));
}

#[test]
fn workgroup_array_with_too_many_elements() {
    let from = line!();
    let result = kernel("k").build(|_| {
        let _ = workgroup_array::<u32>("tile", 65_536); //~ error: workgroup array `tile` has too many elements
    });
    check(from, result);
}

#[test]
fn counter_used_after_its_loop() {
    let from = line!();
    let result = kernel("k").build(|k| {
        let out = k.storage_mut::<u32>("out");
        let escaped = Cell::new(None);
        Loop(range(0, out.len()), |i| escaped.set(Some(i))); //~ note: made here
        out.element(0).assign(escaped.get().unwrap()); //~ error: this value of type `u32` is used outside the block in which it was made
    });
    check(from, result);
}

#[test]
fn element_beyond_every_buffer() {
    let from = line!();
    let result = kernel("k").build(|k| {
        let out = k.storage_mut::<u32>("out");
        out.element(u32::MAX).assign(4); //~ error: element 4294967295 lies beyond every buffer
    });
    check(from, result);
}

#[test]
fn panic_caught_within_a_branch() {
    let from = line!();
    let result = kernel("k").build(|k| {
        let out = k.storage_mut::<u32>("out");
        let branch = || {
            If(out.len().gt(1), || panic!("the author's own")); //~ error: a panic left this block unfinished
        };
        assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(branch)).is_err());
        out.element(1).assign(44);
    });
    check(from, result);
}

#[test]
fn panic_caught_within_a_loop() {
    let from = line!();
    let result = kernel("k").build(|k| {
        let out = k.storage_mut::<u32>("out");
        let turns = || {
            Loop(range(0, out.len()), |_| panic!("the author's own")); //~ error: a panic left this block unfinished
        };
        assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(turns)).is_err());
        Break(); //~ error: `Break` outside of a loop
    });
    check(from, result);
}

fn nested(out: StorageMut<u32>, depth: u32) {
    if depth > 0 {
        If(out.len().gt(depth), || nested(out, depth - 1));
    }
}

#[test]
fn branches_too_deep_in_each_other() {
    let build = |depth| kernel("k").build(|k| nested(k.storage_mut::<u32>("out"), depth));
    build(60).unwrap();
    for depth in [61, 300] {
        let error = build(depth).unwrap_err();
        assert_eq!(error.diagnostics().len(), 1, "{error}");
        assert!(error.to_string().contains("too deep"), "{error}");
    }
}

#[test]
fn every_fault_comes_at_once_in_source_order() {
    let result = kernel("k").build(|k| {
        let out = k.storage_mut::<f32>("out");
        Break();
        out.element(0).assign(f32::NAN);
        Continue();
    });
    let error = result.unwrap_err();
    let lines: Vec<_> = error
        .diagnostics()
        .iter()
        .map(|fault| fault.at.line())
        .collect();
    assert_eq!(lines.len(), 3);
    assert!(lines.is_sorted(), "{lines:?}");
}

#[test]
fn a_fault_shows_its_source_line() {
    let result = kernel("k").build(|_| {
        Break();
    });
    let text = result.unwrap_err().to_string();
    assert!(
        text.starts_with("error: `Break` outside of a loop\n"),
        "{text}"
    );
    assert!(text.contains(" Break();"), "quotes the line:\n{text}");
    assert!(text.contains('^'), "points into it:\n{text}");
    assert!(text.contains("help: "), "says how to mend it:\n{text}");
}

#[test]
fn an_error_that_main_returns_reads_like_the_compilers() {
    let result = kernel("k").build(|_| Break());
    let printed = format!("Error: {:?}", result.unwrap_err());
    assert!(
        printed.starts_with("Error: the kernel was refused\nerror: `Break`"),
        "{printed}"
    );
    assert!(printed.contains("help: "), "{printed}");
}

#[test]
#[should_panic(expected = "shader code runs only while a kernel is being built")]
fn operators_need_a_kernel() {
    let _ = bitonic_flip_indices(1, 2);
}

#[test]
fn a_panic_in_the_closure_leaves_no_kernel_open() {
    let broken = std::panic::catch_unwind(|| {
        let _ = kernel("broken").build(|_| panic!("the author's own"));
    });
    assert!(broken.is_err());
    let after = std::panic::catch_unwind(|| {
        let _ = instance_index();
    });
    assert!(after.is_err(), "nothing records once the kernel is gone");
    kernel("whole").build(|_| {}).unwrap();
}
