//! Pipeline overrides: what the text and the interface say of them, and what is refused,
//! when the kernel is built or when values are given.

use bitonic_dsl::interface::OverrideValue;
use bitonic_dsl::types::ScalarType;
use bitonic_dsl::*;

/// A kernel with an override of each kind of use.
fn sums() -> Kernel {
    let width = pipeline_override::<u32>("width").with_default(64);
    let rows = pipeline_override::<u32>("rows").with_id(2);
    let scale = pipeline_override::<f32>("scale").with_default(0.5);
    let size = [Extent::from(&width), (&rows).into()];
    let built = kernel("sums").workgroup_size(size).build(|k| {
        let data = k.storage_mut::<f32>("data");
        let tile = workgroup_array::<f32>("tile", &width);
        let (i, local) = (instance_index(), local_invocation_index());
        tile.element(local).assign(data.element(i).load() * &scale);
        workgroup_barrier();
        data.element(i)
            .assign(tile.element(width.node() - 1).load());
    });
    built.unwrap()
}

#[test]
fn the_text_declares_them() {
    let text = sums().wgsl(Dialect::Browser).unwrap();
    for line in [
        "override width: u32 = 64u;",
        "@id(2) override rows: u32;",
        "override scale: f32 = 0.5f;",
        "var<workgroup> tile: array<f32, width>;",
        "@compute @workgroup_size(width, rows",
    ] {
        assert!(text.contains(line), "`{line}` in:\n{text}");
    }
    let graph = sums().graph_text();
    assert!(
        graph.contains("kernel sums workgroup_size(width, rows, 1)"),
        "{graph}"
    );
    assert!(graph.contains("  @id(2) override rows: u32\n"), "{graph}");
    assert!(graph.contains("tile: array<f32, width>"), "{graph}");
}

#[test]
fn the_interface_lists_them() {
    let kernel = sums();
    let [width, rows, scale] = &kernel.interface().overrides[..] else {
        panic!("{:?}", kernel.interface().overrides)
    };
    assert_eq!(
        (width.name.as_str(), width.id, width.ty),
        ("width", None, ScalarType::U32)
    );
    assert_eq!(width.default, Some(OverrideValue::U32(64)));
    assert_eq!(width.workgroup_sides, [true, false, false]);
    assert_eq!(width.array_lengths, ["tile"]);
    assert_eq!(
        (width.key(), rows.key()),
        ("width".to_owned(), "2".to_owned())
    );
    assert_eq!(
        (rows.default, rows.workgroup_sides),
        (None, [false, true, false])
    );
    assert_eq!(
        (scale.ty, scale.default),
        (ScalarType::F32, Some(OverrideValue::F32(0.5)))
    );
    assert!(scale.array_lengths.is_empty());
    // Where nothing is given and there is no default, a size counts as 1.
    assert_eq!(kernel.workgroup_size(), [64, 1, 1]);
    assert_eq!(kernel.interface().workgroup_bytes, 256);
}

#[test]
fn values_take_their_place() {
    let kernel = sums();
    let values: [(&str, OverrideValue); 2] = [("width", 8u32.into()), ("rows", 2u32.into())];
    let settled = kernel.with_overrides(values).unwrap();
    assert_eq!(settled.workgroup_size(), [8, 2, 1]);
    assert_eq!(settled.interface().workgroup_bytes, 32);
    let [left] = &settled.interface().overrides[..] else {
        panic!("one is left")
    };
    assert_eq!(left.name, "scale");
    let text = settled.wgsl(Dialect::Browser).unwrap();
    assert!(
        text.contains("array<f32, 8>") && text.contains("@workgroup_size(8, 2"),
        "{text}"
    );
    // A pipeline is made of the text with overrides.
    assert_eq!(settled.overridable(), &kernel);
    let given = settled.override_values();
    let given: Vec<_> = given
        .map(|(one, value)| (one.key(), value.number()))
        .collect();
    assert_eq!(given, [("width".to_owned(), 8.0), ("2".to_owned(), 2.0)]);
    // One after the other is the same.
    let stepwise = kernel.with_overrides([("rows", 2u32)]).unwrap();
    let stepwise = stepwise.with_overrides([("width", 8u32)]).unwrap();
    assert_eq!(stepwise, settled);
    assert_eq!(stepwise.override_values().count(), 2);
    let immediates = settled.with_parameters(interface::ParameterPassing::Immediates);
    assert_eq!(immediates.unwrap(), settled);
}

#[test]
fn other_languages_need_values() {
    let kernel = sums();
    let error = kernel.spirv().unwrap_err().to_string();
    assert!(
        error.contains("the override `rows` has no value"),
        "{error}"
    );
    assert!(kernel.msl().is_err() && kernel.hlsl().is_err());
    let settled = kernel.with_overrides([("rows", 2u32)]).unwrap();
    assert!(settled.spirv().is_ok());
    // Defaults stand for what is not given.
    let msl = settled.msl().unwrap().text;
    assert!(msl.contains("0.5"), "{msl}");
    let glsl = settled.glsl(GlslVersion::Es310).unwrap().text;
    assert!(
        glsl.contains("local_size_x = 64, local_size_y = 2"),
        "{glsl}"
    );
}

/// The faults of `result`: line, message, and the lines of other places.
type Found = Vec<(u32, String, Vec<u32>)>;

fn found(result: Result<Kernel, Error>) -> Found {
    let error = result.expect_err("it must be refused");
    assert!(
        error.to_string().contains("tests/overrides.rs:"),
        "names the file:\n{error}"
    );
    let mut found = Vec::new();
    for fault in error.diagnostics() {
        let labels = fault.labels.iter().map(|label| label.at.line());
        found.push((fault.at.line(), fault.message.clone(), labels.collect()));
    }
    found
}

/// A kernel that uses `values`.
#[track_caller]
fn uses(values: &[Override<u32>]) -> Result<Kernel, Error> {
    kernel("uses").build(|k| {
        let out = k.storage_mut::<u32>("out");
        for value in values {
            out.element(0).add_assign(value);
        }
    })
}

#[test]
fn one_name_is_one_override() {
    let first = line!() + 1;
    let one = pipeline_override("size").with_default(1);
    let other = pipeline_override("size").with_default(2);
    let message = "two overrides are called `size` and are not the same";
    assert_eq!(
        found(uses(&[one.clone(), other])),
        [(first + 1, message.to_owned(), vec![first])]
    );
    let again = pipeline_override("size").with_default(1);
    assert_eq!(uses(&[one, again]).unwrap().interface().overrides.len(), 1);
}

#[test]
fn one_number_is_one_override() {
    let first = line!() + 1;
    let one = pipeline_override("one").with_default(1).with_id(3);
    let other = pipeline_override("other").with_default(2).with_id(3);
    let message = "the overrides `one` and `other` both have the number 3";
    assert_eq!(
        found(uses(&[one, other])),
        [(first + 1, message.to_owned(), vec![first])]
    );
}

#[test]
fn names_must_stand_in_the_text() {
    for (name, message) in [
        (
            "loop",
            "`loop` cannot be the name of an override in the text",
        ),
        ("2d", "`2d` cannot be the name of an override in the text"),
        (
            "step",
            "`step` cannot be the name of an override in the text",
        ),
        ("uses", "an override has the name of the kernel, `uses`"),
    ] {
        let line = line!() + 1;
        let one = pipeline_override(name).with_default(1);
        assert_eq!(found(uses(&[one])), [(line, message.to_owned(), vec![])]);
        let numbered = pipeline_override(name).with_default(1).with_id(0);
        let kernel = uses(&[numbered]).unwrap();
        assert!(kernel.with_overrides([(name, 5u32)]).is_ok());
    }
    // A buffer gives way.
    let one = pipeline_override::<u32>("out").with_default(1);
    let text = uses(&[one]).unwrap().wgsl(Dialect::Browser).unwrap();
    assert!(
        text.contains("override out: u32 = 1u;") && text.contains("out_1: array<u32>"),
        "{text}"
    );
}

#[test]
fn defaults_are_looked_at() {
    let infinite = pipeline_override::<f32>("infinite").with_default(f32::INFINITY);
    let line = line!() - 1;
    let result = kernel("k").build(|k| {
        let out = k.storage_mut::<f32>("out");
        out.element(0).assign(&infinite);
    });
    let message = "`inf` cannot be the default of the override `infinite`";
    assert_eq!(found(result), [(line, message.to_owned(), vec![])]);
    let none = pipeline_override::<u32>("none").with_default(0);
    let line = line!() + 1;
    let result = kernel("k").workgroup_size(&none).build(|_| {});
    let message = "the workgroup of `k` has no invocations: 0 x 1 x 1";
    assert_eq!(found(result), [(line, message.to_owned(), vec![])]);
}

/// A length that is too great is told at the array, with the override beside it.
#[test]
fn lengths_are_looked_at() {
    let message = "workgroup array `tile` has too many elements";
    let mut array = 0;
    let mut build = |long: &Override<u32>| {
        kernel("k").build(|_| {
            array = line!() + 1;
            let tile = workgroup_array::<u32>("tile", long);
            tile.element(0).assign(1);
        })
    };
    let (long, made) = (pipeline_override("long").with_default(70_000), line!());
    let by_default = found(build(&long));
    let (long, given) = (pipeline_override("long"), line!());
    let by_value = found(build(&long).unwrap().with_overrides([("long", 70_000u32)]));
    assert_eq!(by_default, [(array, message.to_owned(), vec![made])]);
    assert_eq!(by_value, [(array, message.to_owned(), vec![given])]);
}

#[test]
fn what_follows_from_a_value_is_checked() {
    let divisor = pipeline_override::<u32>("divisor");
    let mut line = 0;
    let kernel = kernel("k").build(|k| {
        let out = k.storage_mut::<u32>("out");
        line = line!() + 1;
        out.element(0).assign(instance_index() / &divisor);
    });
    let kernel = kernel.unwrap();
    assert!(kernel.with_overrides([("divisor", 3u32)]).is_ok());
    let found = found(kernel.with_overrides([("divisor", 0u32)]));
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0].0, line);
}

fn kernel_of_a_parameter() -> Kernel {
    let built = kernel("fill").build(|k| {
        let (data, value) = (k.storage_mut::<u32>("data"), k.param::<u32>("value"));
        data.element(instance_index()).assign(value);
    });
    built.unwrap()
}

#[test]
fn values_must_fit() {
    let kernel = sums();
    let refused = |result: Result<Kernel, Error>| found(result).remove(0).1;
    let rest = "no override `size`; its overrides: `width`, `rows`, `scale`";
    assert_eq!(
        refused(kernel.with_overrides([("size", 1u32)])),
        format!("kernel `sums`: {rest}")
    );
    assert_eq!(
        refused(kernel.with_overrides([("scale", 1u32)])),
        "kernel `sums`: override `scale` is `f32`, the value given is `u32`"
    );
    assert_eq!(
        refused(kernel.with_overrides([("scale", f32::NAN)])),
        "kernel `sums`: override `scale` is `NaN`: a value is finite"
    );
    assert_eq!(
        refused(kernel.with_overrides([("rows", 1u32), ("rows", 1u32)])),
        "kernel `sums`: override `rows` is given twice"
    );
    let settled = kernel.with_overrides([("rows", 1u32)]).unwrap();
    let fill = kernel_of_a_parameter();
    let error = fill.with_overrides([("value", 1u32)]).unwrap_err();
    assert!(
        error
            .to_string()
            .contains("help: it is a parameter: `.set(\"value\", value)`")
    );
    assert_eq!(
        refused(settled.with_overrides([("rows", 1u32)])),
        "kernel `sums`: no override `rows`; it has its value already"
    );
    assert!(kernel.check_override("rows", 3u32).is_ok());
    assert!(kernel.check_override("rows", 3).is_err());
}

#[test]
fn the_host_does_not_know_a_length() {
    let width = pipeline_override::<u32>("width").with_default(8);
    let mut lines = (0, 0);
    let result = kernel("k").build(|k| {
        lines.0 = line!() + 1;
        let tile = workgroup_array::<u32>("tile", &width);
        lines.1 = line!() + 1;
        k.storage_mut::<u32>("out").element(0).assign(tile.len());
    });
    let message = "the length of this workgroup array is not known while the kernel is built";
    assert_eq!(
        found(result),
        [(lines.1, message.to_owned(), vec![lines.0])]
    );
}

/// Functions that use an override are made anew for each value, others stay.
#[test]
fn functions_follow_their_overrides() {
    let scale = pipeline_override::<u32>("scale").with_default(2);
    let by = scale.clone();
    let kernel = kernel("k").build(|k| {
        let out = k.storage_mut::<u32>("out");
        let scaled = Fn("scaled", ["x"], move |x: Node<u32>| x * &by);
        let twice = Fn("twice", ["x"], move |x: Node<u32>| {
            scaled.call(scaled.call(x))
        });
        out.element(0).assign(twice.call(out.element(1).load()));
    });
    let text = kernel.unwrap().with_overrides([("scale", 9u32)]).unwrap();
    let text = text.wgsl(Dialect::Browser).unwrap();
    assert!(text.contains("x * 9u"), "{text}");
    assert!(!text.contains("override"), "{text}");
}
