//! Functions: one for each structure, callees first, inputs passed on.

use super::{build, faults, wgsl};
use crate::*;

fn count(text: &str, part: &str) -> usize {
    text.matches(part).count()
}

#[test]
fn functions_of_equal_structure_are_one() {
    let text = wgsl(|k| {
        let data = k.storage_mut::<u32>("data");
        for index in 0..2 {
            let square = Fn("square", ["x"], |x: Node<u32>| x * x);
            data.element(index).assign(square.call(index));
        }
    });
    assert_eq!(count(&text, "fn square"), 1, "{text}");
    assert_eq!(
        count(&text, "square("),
        3,
        "one definition, two calls: {text}"
    );
}

#[test]
fn an_equal_name_with_another_body_gets_a_suffix() {
    let text = wgsl(|k| {
        let data = k.storage_mut::<u32>("data");
        let plus = Fn("f", ["x"], |x: Node<u32>| x + 1);
        let minus = Fn("f", ["x"], |x: Node<u32>| x - 1);
        data.element(0).assign(plus.call(3));
        data.element(1).assign(minus.call(3));
    });
    assert_eq!(count(&text, "fn f("), 1, "{text}");
    assert_eq!(count(&text, "fn f_1("), 1, "{text}");
    assert!(
        text.contains("= f(3u);") && text.contains("= f_1(3u);"),
        "{text}"
    );
}

#[test]
fn functions_of_one_name_that_call_different_ones_differ() {
    let text = wgsl(|k| {
        let data = k.storage_mut::<u32>("data");
        for step in 1..3 {
            let outer = Fn("outer", ["x"], move |x: Node<u32>| {
                let inner = Fn("inner", ["x"], move |x: Node<u32>| x + step);
                inner.call(x)
            });
            data.element(step).assign(outer.call(7));
        }
    });
    assert_eq!(count(&text, "fn outer"), 2, "{text}");
    assert_eq!(count(&text, "fn inner"), 2, "{text}");
}

#[test]
fn callees_come_before_their_callers() {
    let text = wgsl(|k| {
        let data = k.storage_mut::<u32>("data");
        let outer = Fn("outer", ["x"], |x: Node<u32>| {
            let inner = Fn("inner", ["x"], |x: Node<u32>| x + 1);
            inner.call(x) * 2
        });
        data.element(0).assign(outer.call(7));
    });
    assert!(text.find("fn inner") < text.find("fn outer"), "{text}");
}

#[test]
fn inputs_travel_through_calls() {
    let kernel = build(|k| {
        let data = k.storage_mut::<u32>("data");
        let outer = Fn("outer", ["x"], |x: Node<u32>| {
            let inner = Fn("inner", [], || instance_index() + workgroup_id().x());
            inner.call() + x
        });
        data.element(0).assign(outer.call(7));
    });
    let text = kernel.wgsl(Dialect::Naga).expect("it is valid");
    assert_eq!(count(&text, "@builtin(workgroup_id)"), 1, "{text}");
    assert_eq!(count(&text, "let instance_index"), 1, "{text}");
    let call = "outer(7u, workgroup_id, instance_index)";
    assert_eq!(count(&text, call), 1, "{text}");
}

#[test]
fn a_function_reads_the_kernels_buffers_and_parameters() {
    let text = wgsl(|k| {
        let data = k.storage_mut::<u32>("data");
        let offset = k.param::<u32>("offset");
        let at = Fn("at", ["index"], move |index: Node<u32>| {
            data.element(index + offset).load()
        });
        data.element(0).assign(at.call(7));
    });
    let function = &text[text.find("fn at(").expect("it is there")..];
    assert!(function.contains("= parameters.offset;"), "{text}");
}

#[test]
fn a_return_ends_the_function_that_it_stands_in() {
    let text = wgsl(|k| {
        let data = k.storage_mut::<u32>("data");
        let early = Fn("early", ["x"], |x: Node<u32>| {
            If(x.lt(4), || Return(x));
            x + 1
        });
        data.element(0).assign(early.call(7));
        data.element(1).assign(8);
    });
    let entry = &text[text.find("@compute").expect("it is there")..];
    assert_eq!(count(entry, "return"), 0, "{text}");
    assert_eq!(count(&text, "return"), 2, "{text}");
}

#[test]
fn names_that_wgsl_reserves_are_changed_and_the_interface_says_so() {
    let kernel = kernel("fn").workgroup_size(1).build(|k| {
        let data = k.storage_mut::<u32>("var");
        data.element(0).assign(1);
    });
    let kernel = kernel.expect("it is valid");
    let text = snapshot::checked_text(&kernel);
    let entry = &kernel.interface().entry_point;
    assert_ne!(entry, "fn");
    assert!(text.contains(&format!("fn {entry}(")), "{text}");
    assert_eq!(kernel.interface().bindings[0].name, "var");
}

#[test]
fn the_interface_names_the_entry_point_of_the_text() {
    for name in ["sort", "sort2", "u32", "Parameters", "a__b", "x_1"] {
        let kernel = kernel(name).workgroup_size(1).build(|k| {
            let data = k.storage_mut::<u32>("data");
            let n = k.param::<u32>("n");
            data.element(0).assign(n);
        });
        let kernel = kernel.expect("it is valid");
        let text = snapshot::checked_text(&kernel);
        let entry = format!("fn {}(", kernel.interface().entry_point);
        assert_eq!(count(&text, &entry), 1, "{name}: {text}");
    }
}

#[test]
fn two_functions_share_a_barrier_free_loop() {
    let kernel = build(|k| {
        let data = k.storage_mut::<u32>("data");
        let sum = Fn("sum", ["count"], move |count: Node<u32>| {
            let total = 0_u32.to_var("total");
            Loop(range(0, count), |i| {
                total.add_assign(data.element(i).load())
            });
            total.load()
        });
        data.element(0).assign(sum.call(3) + sum.call(4));
    });
    assert_eq!(kernel.interface().bindings.len(), 1);
}

#[test]
fn a_fault_in_a_function_is_told_once() {
    let found = faults(|k| {
        let data = k.storage_mut::<u32>("data");
        let bad = Fn("bad", ["x"], |x: Node<u32>| x / 0);
        data.element(0).assign(bad.call(7));
        data.element(1).assign(bad.call(8));
    });
    assert_eq!(found.len(), 1, "{found:#?}");
    assert!(found[0].message.contains("divides by the constant 0"));
}

#[test]
fn a_fault_in_a_function_names_the_calls_that_lead_there() {
    let line = line!() + 3;
    let found = faults(|k| {
        let data = k.storage_mut::<u32>("data");
        let inner = move || Fn("inner", ["x"], |x: Node<u32>| x / 0);
        let outer = Fn("outer", ["x"], move |x: Node<u32>| inner().call(x));
        data.element(0).assign(outer.call(7));
    });
    let [fault] = &found[..] else {
        panic!("one fault: {found:#?}")
    };
    assert_eq!(fault.at.line(), line);
    let calls: Vec<u32> = fault.labels.iter().map(|label| label.at.line()).collect();
    assert_eq!(calls, [line + 1, line + 2]);
}
