//! Names of authors in the text; every text here is read again.

use crate::*;

#[track_caller]
fn text(name: &str, body: impl FnOnce(&KernelScope)) -> String {
    let built = kernel(name).workgroup_size(64).build(body);
    let kernel = built.unwrap_or_else(|error| panic!("{error}"));
    snapshot::checked_text(&kernel);
    let text = kernel.wgsl(Dialect::Naga).expect("it is valid");
    let entry = format!("fn {}(", kernel.interface().entry_point);
    assert_eq!(text.matches(&entry).count(), 1, "{text}");
    text
}

#[track_caller]
fn holds(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "no `{part}` in\n{text}");
    }
}

#[test]
fn names_that_end_in_a_digit_stay() {
    let text = text("sort2", |k| {
        let data = k.storage_mut::<u32>("data0");
        let x = 0_u32.to_var("x1");
        x.assign((data.element(1).load() + 1).to_const("y2"));
        data.element(0).assign(x.load());
    });
    holds(
        &text,
        &[
            "fn sort2(",
            "data0: array<u32>;",
            "var x1 = 0u;",
            "let y2 = ",
            "data0[0] = ",
        ],
    );
}

#[test]
fn each_function_has_names_of_its_own() {
    let text = text("k", |k| {
        let data = k.storage_mut::<u32>("data");
        let add = Fn("add", ["index"], |index: Node<u32>| {
            (index + 1).to_const("next")
        });
        let double = Fn("double", ["index"], |index: Node<u32>| {
            (index * 2).to_const("next")
        });
        data.element(0).assign(add.call(1) + double.call(2));
    });
    holds(&text, &["fn add(index: u32)", "fn double(index: u32)"]);
    assert_eq!(text.matches("let next = ").count(), 2, "{text}");
}

#[test]
fn results_of_calls_have_their_names() {
    let text = text("k", |k| {
        let data = k.storage_mut::<u32>("data");
        let pair = Fn("pair_of", ["x"], |x: Node<u32>| uvec2(x, x + 1));
        let pair = pair.call(local_invocation_index()).to_const("pair");
        data.element(pair.x()).assign(pair.y());
    });
    holds(
        &text,
        &[
            "let pair = pair_of(local_invocation_index);",
            "data[pair.x] = pair.y;",
        ],
    );
}

#[test]
fn inputs_keep_their_names_in_functions() {
    let text = text("k", |k| {
        let data = k.storage_mut::<u32>("data");
        let here = Fn("here", [], || instance_index() + workgroup_id().x());
        data.element(0).assign(here.call());
    });
    holds(
        &text,
        &[
            "fn here(workgroup_id: vec3<u32>, instance_index: u32)",
            "@builtin(workgroup_id) workgroup_id: vec3<u32>",
            "here(workgroup_id, instance_index);",
        ],
    );
}

#[test]
fn equal_names_of_one_function_are_numbered() {
    let text = text("k", |k| {
        let data = k.storage_mut::<u32>("data");
        let first = 1_u32.to_var("x");
        let second = 2_u32.to_var("x");
        first.add_assign(data.element(1).load());
        second.add_assign(data.element(2).load());
        data.element(0).assign(first.load() + second.load());
    });
    holds(&text, &["var x = 1u;", "var x_1 = 2u;"]);
}

#[test]
fn a_name_is_free_again_behind_its_block() {
    let text = text("k", |k| {
        let data = k.storage_mut::<u32>("data");
        let index = local_invocation_index();
        let read = |at: u32| data.element(at).load().to_const("x");
        If(index.lt(1), || data.element(10).assign(read(1)))
            .else_(|| data.element(11).assign(read(2)));
        Loop(range(0_u32, 4), |_| {
            let outer = read(3);
            Loop(range(0_u32, 4), |i| data.element(i).assign(outer + read(4)));
        });
        let last = read(5);
        If(index.lt(2), || data.element(12).assign(read(6) + last));
    });
    holds(
        &text,
        &[
            "let x = data[1];",
            "let x = data[2];",
            "let x = data[3];",
            "let x_1 = data[4];",
            "let x = data[5];",
            "let x_1 = data[6];",
        ],
    );
}

#[test]
fn a_local_name_does_not_hide_what_is_used_beside_it() {
    let text = text("k", |k| {
        let data = k.storage_mut::<u32>("data");
        let add = Fn("add", ["data"], |data: Node<u32>| data + 1);
        let local = 1_u32.to_var("data");
        local.assign(add.call(local.load()).to_const("add"));
        data.element(0).assign(local.load());
    });
    holds(
        &text,
        &[
            "var data_1 = 1u;",
            "let add_1 = add(",
            "fn add(data_1: u32)",
        ],
    );
}

#[test]
fn words_of_the_language_are_not_names() {
    let text = text("loop", |k| {
        let data = k.storage_mut::<u32>("storage");
        let group = k.param::<u32>("group");
        let binding = 1_u32.to_var("binding");
        let builtin = 1_u32.to_var("min");
        binding.assign(min(group, builtin.load()));
        data.element(0).assign(binding.load().to_const("let"));
    });
    holds(
        &text,
        &[
            "@group(0) @binding(0)",
            "var<storage, read_write>",
            "= min(",
        ],
    );
}

#[test]
fn names_with_a_leading_underscore_lose_it() {
    let text = text("k", |k| {
        let data = k.storage_mut::<u32>("data");
        for name in ["_e0", "_e1"] {
            let value = data.element(1).load().to_const(name);
            data.element(2).assign(value + data.element(3).load());
        }
    });
    holds(&text, &["let e0 = data[1];", "data[2] = e0 + data[3];"]);
}

#[test]
fn kernels_named_like_their_types_keep_their_names() {
    let text = text("Parameters", |k| {
        let data = k.storage_mut::<u32>("data");
        let n = k.param::<u32>("n");
        data.element(0).assign(n);
    });
    holds(
        &text,
        &[
            "fn Parameters(",
            "struct Parameters_1 {",
            "parameters: Parameters_1;",
        ],
    );
}

#[test]
fn what_the_author_says_stands_before_kernels_and_functions() {
    let built = kernel("k")
        .doc("Adds one.\nTo the first element.")
        .doc("*/ /// And `nothing` else.")
        .build(|k| {
            let data = k.storage_mut::<u32>("data");
            let add = Fn("add", ["x"], |x: Node<u32>| x + 1).doc("One more.");
            data.element(0).assign(add.call(data.element(0).load()));
        });
    let kernel = built.unwrap_or_else(|error| panic!("{error}"));
    snapshot::checked_text(&kernel);
    let text = kernel.wgsl(Dialect::Naga).expect("it is valid");
    holds(
        &text,
        &[
            "\n// One more.\nfn add(",
            "\n// Adds one.\n// To the first element.\n// And `nothing` else.\n@compute",
        ],
    );
}
