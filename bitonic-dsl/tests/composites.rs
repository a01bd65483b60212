//! Arrays, constants, private variables and pointers: texts, and what is refused.

use bitonic_dsl::*;

/// The faults of a kernel that must be refused: line after `from`, message.
#[track_caller]
fn faults(result: Result<Kernel, Error>, from: u32) -> Vec<(u32, String)> {
    let error = result.expect_err("the kernel must be refused");
    let faults = error.diagnostics().iter();
    faults
        .map(|fault| (fault.at.line() - from, fault.message.clone()))
        .collect()
}

#[test]
fn a_constant_is_declared_once_and_one_of_another_value_beside_it() {
    let kernel = kernel("k").build(|k| {
        let out = k.storage_mut::<u32>("out");
        let one = |values| constant("table", values).element(instance_index() % 2);
        out.element(0).assign(one([1u32, 2]));
        out.element(1).assign(one([1u32, 2]) + one([3u32, 4]));
    });
    let text = kernel.unwrap().wgsl(Dialect::Browser).unwrap();
    assert_eq!(text.matches("array<u32, 2>(1u, 2u)").count(), 1, "{text}");
    assert_eq!(text.matches("array<u32, 2>(3u, 4u)").count(), 1, "{text}");
}

#[test]
fn a_constant_that_is_not_finite_is_refused() {
    let from = line!();
    let result = kernel("k").build(|k| {
        let out = k.storage_mut::<f32>("out");
        out.element(0)
            .assign(constant("limits", [1.0f32, f32::INFINITY]).element(0));
    });
    let expected = "`inf` cannot be written as a constant".to_owned();
    assert_eq!(faults(result, from), [(4, expected)]);
}

/// The shader compiler computes with constants: what it refuses is refused here.
#[test]
fn constants_of_tables_and_arrays_are_followed() {
    let from = line!();
    let result = kernel("k").build(|k| {
        let out = k.storage_mut::<u32>("out");
        let x = out.element(0).load();
        let table = constant("table", [[1u32, 2], [3, 0]]);
        out.element(1).assign(x / table.element(1).element(1));
        out.element(2).assign(x / array([4u32, 0]).element(1));
        out.element(3).assign(x / zero::<[u32; 2]>().element(0));
        out.element(4).assign(table.element(2).element(0));
    });
    let zero = "this divides by the constant 0".to_owned();
    let outside = "the constant index 2 is outside the 2 elements".to_owned();
    assert_eq!(
        faults(result, from),
        [
            (5, zero.clone()),
            (6, zero.clone()),
            (7, zero),
            (8, outside)
        ]
    );
}

#[test]
fn two_pointers_into_one_variable_are_refused_where_one_is_written() {
    let from = line!();
    let result = kernel("k").build(|k| {
        let out = k.storage_mut::<u32>("out");
        let add = Fn("add", ["a", "b"], |a: Pointer<u32>, b: Pointer<u32>| {
            a.add_assign(b.load());
        });
        let sum = Fn("sum", ["a", "b"], |a: Pointer<u32>, b: Pointer<u32>| {
            a.load() + b.load()
        });
        let (x, y) = (1u32.to_var("x"), 2u32.to_var("y"));
        add.call(x, y);
        add.call(x, x);
        out.element(0).assign(sum.call(x, x));
    });
    let alias = "two pointers to one variable are passed to `add`, which writes it".to_owned();
    assert_eq!(faults(result, from), [(11, alias)]);
}

#[test]
fn a_pointer_to_a_private_variable_that_the_callee_uses_is_refused() {
    let from = line!();
    let result = kernel("k").build(|k| {
        let out = k.storage_mut::<u32>("out");
        let state = private_var("state", 1u32);
        let inner = Fn("inner", [], move || state.place().increment());
        let outer = Fn("outer", ["a"], move |a: Pointer<u32, InPrivate>| {
            inner.call();
            a.load()
        });
        out.element(0).assign(outer.call(state));
    });
    let alias = "a pointer to a private variable is passed to `outer`, \
                 which also reaches the variable another way and writes it"
        .to_owned();
    assert_eq!(faults(result, from), [(9, alias)]);
}

#[test]
fn a_pointer_leads_to_no_buffer_and_to_no_component() {
    let from = line!();
    let result = kernel("k").build(|k| {
        let out = k.storage_mut::<u32>("out");
        let tile = workgroup_array::<u32>("tile", 4);
        let add = Fn("add", ["a"], |a: Pointer<u32>| a.add_assign(1));
        let v = UVec2::new(1, 2).to_var("v");
        add.call(out.element(0));
        add.call(tile.element(0));
        add.call(v.x());
        add.call(v.element(1));
    });
    let lies = |place: &str| {
        format!("a pointer to a variable of a function is due, and this place lies in {place}")
    };
    let component = "a component of a vector has no address".to_owned();
    assert_eq!(
        faults(result, from),
        [
            (6, lies("a storage buffer")),
            (7, lies("workgroup memory")),
            (8, component.clone()),
            (9, component)
        ]
    );
}

#[test]
fn an_array_of_scalars_does_not_lie_in_a_uniform() {
    let result = kernel("k").build(|k| {
        let weights = k.uniform::<[f32; 4]>("weights");
        let out = k.storage_mut::<f32>("out");
        out.element(0).assign(weights.place().element(1).load());
    });
    let faults = faults(result, 0);
    assert_eq!(
        faults[0].1,
        "`weights` is of type `array<f32, 4>`, whose layout a uniform buffer does not allow"
    );
}

#[test]
fn a_private_variable_is_declared_with_its_value_or_without() {
    let kernel = kernel("k").build(|k| {
        let out = k.storage_mut::<f32>("out");
        let offset = private_var("offset", Vec2::new(0.5, 1.0));
        let seen = private_zero::<bool>("seen");
        seen.assign(true);
        out.element(0)
            .assign(select(seen.load(), offset.load().y(), 0.0));
    });
    let text = kernel.unwrap().wgsl(Dialect::Browser).unwrap();
    assert!(
        text.contains("var<private> offset: vec2<f32> = vec2<f32>(0.5f, 1.0f);"),
        "{text}"
    );
    assert!(text.contains("var<private> seen: bool;"), "{text}");
}
