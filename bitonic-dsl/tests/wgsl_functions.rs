//! Functions given as WGSL text: that equal texts are one function, and names that meet.
//! What is refused is in `rejects`.

use bitonic_dsl::capabilities::Capability;
use bitonic_dsl::types::Type;
use bitonic_dsl::*;

#[test]
fn equal_texts_are_one_function_in_every_kernel() {
    let twice = || WgslFn::<(u32,), u32>::new("fn twice(x: u32) -> u32 { return x * 2u; }");
    let (first, second) = (twice(), twice());
    let other = WgslFn::<(u32,), u32>::new("fn twice(x: u32) -> u32 { return x + x; }");
    let build = |name: &str| {
        let built = kernel(name).build(|k| {
            let out = k.storage_mut::<u32>("out");
            out.element(0)
                .assign(first.call(second.call(first.call(1))));
            out.element(1).assign(other.call(3));
        });
        built.and_then(|kernel| kernel.wgsl(Dialect::Browser))
    };
    let text = build("one").unwrap();
    assert_eq!(text.matches("fn twice").count(), 2, "{text}");
    assert_eq!(text.matches("(x: u32) -> u32").count(), 2, "{text}");
    assert_eq!(text, build("two").unwrap().replace("fn two", "fn one"));
}

#[test]
fn names_of_a_text_and_of_the_kernel_do_not_collide() {
    let scale = WgslFn::<(u32,), u32>::new(
        "const SIZE = 4u; fn scale(x: u32) -> u32 { let y = x + SIZE; return y * helper(y); }
         fn helper(SIZE: u32) -> u32 { return SIZE + 1u; }",
    );
    let built = kernel("k").build(|k| {
        let out = k.storage_mut::<u32>("out");
        let helper = Fn("helper", ["x"], |x: Node<u32>| x + 7);
        let size = out.element(0).load().to_const("SIZE");
        out.element(1).assign(scale.call(helper.call(size)) + size);
    });
    let text = built.unwrap().wgsl(Dialect::Naga).unwrap();
    assert_eq!(text.matches("fn helper").count(), 2, "{text}");
    naga::front::wgsl::parse_str(&text).unwrap();
}

/// What a kernel that calls the text needs, and the line that it is told at.
#[track_caller]
fn needs<T: Value + HostShareable>(
    function: &WgslFn<(T,), T>,
    line: u32,
) -> (Kernel, Vec<Capability>) {
    let built = kernel("k").workgroup_size(1).build(|k| {
        let data = k.storage_mut::<T>("data");
        data.element(0)
            .assign(function.call(data.element(1).load()));
    });
    let kernel = built.unwrap();
    let needs: Vec<_> = kernel.interface().capabilities.iter().collect();
    for (_, at) in &needs {
        // The buffer comes first where it is of such a type itself.
        assert!(
            at.file() == file!() && (T::ty() != Type::U32 || at.line() == line),
            "{at}"
        );
    }
    (
        kernel,
        needs
            .into_iter()
            .map(|(capability, _)| capability)
            .collect(),
    )
}

#[test]
fn what_a_text_uses_is_a_need_of_the_kernel() {
    let (kernel, found) = needs(
        &WgslFn::<(u32,), u32>::new("fn f(x: u32) -> u32 { return x + 1u; }"),
        0,
    );
    assert_eq!(found, []);
    assert!(kernel.wgsl(Dialect::Browser).is_ok());

    for text in [
        "fn f(x: u32) -> u32 { return u32(f16(x) * 2h); }",
        "enable f16; fn f(x: u32) -> u32 { return u32(f16(x) * 2h); }",
        "// Twice.\nenable f16;\n\nfn f(x: u32) -> u32 { return x + u32(g()); }
         fn g() -> f16 { return 2h; }",
        "const two = 2h; fn f(x: u32) -> u32 { return u32(two); }",
        "struct S { a: array<f16, 2> } fn f(x: u32) -> u32 { var s: S; return x + u32(s.a[x]); }",
    ] {
        let line = line!() + 1;
        let (kernel, found) = needs(&WgslFn::<(u32,), u32>::new(text), line);
        assert_eq!(found, [Capability::Float16], "{text}");
        let emitted = kernel.wgsl(Dialect::Browser).unwrap();
        assert_eq!(emitted.matches("enable f16;").count(), 1, "{emitted}");
        assert!(
            kernel
                .wgsl(Dialect::Naga)
                .unwrap()
                .starts_with("enable f16;")
        );
    }
}

#[test]
fn subgroup_operations_of_a_text_are_a_need_too() {
    for text in [
        "fn f(x: u32) -> u32 { return subgroupAdd(x); }",
        "enable subgroups;\nfn f(x: u32) -> u32 { return g(x); }
         fn g(x: u32) -> u32 { var y = 1u; for (var i = 0; i < 2; i++) { y = subgroupXor(x); } return y; }",
        "fn f(x: u32) -> u32 { let all = subgroupBallot(true); return all.x + x; }",
        "fn f(x: u32) -> u32 { return subgroupShuffle(x, 0u); }",
    ] {
        let line = line!() + 1;
        let (kernel, found) = needs(&WgslFn::<(u32,), u32>::new(text), line);
        assert_eq!(found, [Capability::Subgroups], "{text}");
        let browser = kernel.wgsl(Dialect::Browser).unwrap();
        assert!(browser.starts_with("enable subgroups;\n"), "{browser}");
        assert!(kernel.spirv().is_ok());
    }
}

#[test]
fn browsers_refuse_what_a_text_has_that_they_lack() {
    for (text, capability, words) in [
        (
            "fn f(x: u32) -> u32 { return u32(u64(x) >> 3u); }",
            Capability::Int64,
            "64-bit integers",
        ),
        (
            "fn f(x: u32) -> u32 { return u32(i64(x) * -5li); }",
            Capability::Int64,
            "64-bit integers",
        ),
        (
            "fn f(x: u32) -> u32 { let wide = f64(x); return u32(wide * 0.5lf); }",
            Capability::Float64,
            "64-bit floats",
        ),
    ] {
        let line = line!() + 1;
        let (kernel, found) = needs(&WgslFn::<(u32,), u32>::new(text), line);
        assert_eq!(found, [capability], "{text}");
        let error = kernel.wgsl(Dialect::Browser).expect_err("browsers lack it");
        let [fault] = error.diagnostics() else {
            panic!("one fault: {error}")
        };
        assert!(fault.message.contains(words), "{error}");
        assert_eq!(fault.at.line(), line, "{error}");
        assert!(kernel.spirv().is_ok(), "{text}");
    }
}

#[test]
fn arguments_of_such_types_are_passed_too() {
    let half = WgslFn::<(f16,), f16>::new("fn f(x: f16) -> f16 { return x * 0.5h; }");
    assert_eq!(needs(&half, 0).1, [Capability::Float16]);
    let long = WgslFn::<(u64,), u64>::new("fn f(x: u64) -> u64 { return x + 0x100000000lu; }");
    assert_eq!(needs(&long, 0).1, [Capability::Int64]);
    let double =
        WgslFn::<(DMat2,), DMat2>::new("fn f(m: mat2x2<f64>) -> mat2x2<f64> { return m * 2.0lf; }");
    assert_eq!(needs(&double, 0).1, [Capability::Float64]);
    // Halves that lie packed in words are of the core.
    let packed = WgslFn::<(u32,), u32>::new(
        "fn f(x: u32) -> u32 { return pack2x16float(unpack2x16float(x) * 2.0); }",
    );
    assert_eq!(needs(&packed, 0).1, []);
}

/// An alias is the type that it names, in arguments, results and within other types.
#[test]
fn types_by_their_aliases() {
    let function = WgslFn::<(Vec3, [u32; 3]), Vec3>::new(
        "alias Count = u32;
         alias Point = vec3<f32>;
         alias Counts = array<Count, 3>;
         fn shift(point: Point, by: Counts) -> Point { return point + f32(by[1]); }",
    );
    let built = kernel("k").build(|k| {
        let points = k.storage_mut::<Vec3>("points");
        let counts = k.storage::<[u32; 3]>("counts").element(0).load();
        let point = points.element(0);
        point.assign(function.call(point.load(), counts));
    });
    let text = built.unwrap().wgsl(Dialect::Browser).unwrap();
    let declared = "fn shift(point: vec3<f32>, by: array<u32, 3>) -> vec3<f32> {";
    assert!(text.contains(declared), "{text}");
}
