//! Parameters of a dispatch, type by type and in both ways to travel: in a uniform with a
//! dynamic offset, and as immediates. On each executor the shader sees the very bits that
//! the host gave; what cannot travel is refused at its line.

mod support;

use bitonic::capabilities::Capability;
use bitonic::interface::ParameterPassing;
use bitonic::*;

/// A struct of one alignment, which a uniform wants at a multiple of 16 all the same.
#[derive(Clone, Copy, ShaderType)]
struct Pair {
    first: u32,
    second: f32,
}

#[derive(Clone, Copy, ShaderType)]
struct Mixed {
    origin: Vec3,
    scale: f32,
    pair: Pair,
    // Where a uniform lets the field after a struct begin.
    turn: Mat3,
    size: UVec2,
}

#[derive(Clone, Copy, ShaderType)]
struct WithArrays {
    count: u32,
    planes: [Vec4; 2],
    points: [Vec3; 3],
}

#[derive(Clone, Copy, ShaderType)]
struct Wide {
    small: u32,
    large: u64,
    double: DVec3,
}

#[derive(Clone, Copy, ShaderType)]
struct Half {
    a: f16,
    b: HVec3,
}

/// A kernel that writes down the parameter, and one before and one behind it.
fn take<T: Value + HostShareable>() -> Result<Kernel, Error> {
    kernel("take").workgroup_size(1).build(|k| {
        let before = k.param::<u32>("before");
        let value = k.param::<T>("value");
        let after = k.param::<f32>("after");
        k.storage_mut::<T>("values").element(0).assign(value);
        let others = k.storage_mut::<u32>("others");
        others.element(0).assign(before);
        others.element(1).assign(after.bitcast::<u32>());
    })
}

const WAYS: [ParameterPassing; 2] = [
    ParameterPassing::DynamicUniform,
    ParameterPassing::Immediates,
];

/// Whether the value arrives, one way, on one device that has what it takes.
fn check<T: Value + HostShareable>(gpu: &Gpu, passing: ParameterPassing) {
    let kernel = take::<T>().and_then(|kernel| kernel.with_parameters(passing));
    let kernel = kernel.unwrap_or_else(|error| panic!("{passing:?}: {error}"));
    let place = format!("{} by {passing:?} on {}", T::ty(), gpu.info());
    let mut needs = kernel.interface().capabilities.iter();
    if let Some((lacking, _)) = needs.find(|(capability, _)| !gpu.has(*capability)) {
        println!("{place}: no {lacking}");
        return;
    }
    let given = support::sample::<T>(7);
    let values = gpu.zeroed::<T>(1).unwrap();
    let others = gpu.zeroed::<u32>(2).unwrap();
    let run = gpu
        .run(&kernel)
        .bind("values", &values)
        .bind("others", &others);
    let run = run.set("before", 0xDEAD_BEEF_u32).set("value", given);
    let done = run.set("after", -1.5_f32).dispatch(1);
    let bytes = kernel.interface().parameters.as_ref().unwrap().size;
    if passing == ParameterPassing::Immediates && bytes > gpu.limits().immediate_bytes {
        let said = done.expect_err("more than the device has").to_string();
        assert!(
            said.contains(&format!("take {bytes} bytes of immediates")),
            "{said}"
        );
        println!("{place}: {bytes} bytes of immediates are too many");
        return;
    }
    done.unwrap_or_else(|error| panic!("{place}: {error}"));
    let found = values.read().unwrap();
    assert_eq!(T::bytes_of(&found), T::bytes_of(&[given]), "{place}");
    let expected = [0xDEAD_BEEF, (-1.5_f32).to_bits()];
    assert_eq!(others.read().unwrap(), expected, "{place}");
}

macro_rules! each {
    ($check:ident $arguments:tt: $($ty:ty),* $(,)?) => {
        $($check::<$ty> $arguments;)*
    };
}

/// What travels both ways.
fn check_all(gpu: &Gpu) {
    for passing in WAYS {
        each! { check(gpu, passing): u32, i32, f32, u64, i64, f64 }
        each! { check(gpu, passing): UVec2, UVec3, UVec4, IVec2, IVec3, IVec4, Vec2, Vec3, Vec4 }
        each! { check(gpu, passing): U64Vec2, U64Vec3, U64Vec4, I64Vec2, I64Vec3, I64Vec4 }
        each! { check(gpu, passing): DVec2, DVec3, DVec4 }
        each! { check(gpu, passing): Mat2, Mat2x3, Mat2x4, Mat3x2, Mat3, Mat3x4, Mat4x2, Mat4x3, Mat4 }
        each! { check(gpu, passing): DMat2, DMat2x3, DMat2x4, DMat3x2, DMat3, DMat3x4 }
        each! { check(gpu, passing): DMat4x2, DMat4x3, DMat4 }
        each! { check(gpu, passing): Pair, Mixed, Wide }
    }
    let passing = ParameterPassing::DynamicUniform;
    each! { check(gpu, passing): f16, HVec2, HVec3, HVec4, Half }
    each! { check(gpu, passing): HMat2, HMat2x3, HMat2x4, HMat3x2, HMat3, HMat3x4, HMat4x2, HMat4x3, HMat4 }
    each! { check(gpu, passing): [Vec4; 3], [UVec3; 2], [Mat4; 2], [[IVec4; 2]; 2], [Mixed; 2], WithArrays }
}

#[test]
fn every_type_arrives_on_the_software_adapter() {
    let gpu = Gpu::named("software").expect("it is always there");
    for capability in [
        Capability::Immediates,
        Capability::Float16,
        Capability::Int64,
        Capability::Float64,
    ] {
        assert!(gpu.has(capability), "nothing is left out there");
    }
    check_all(&gpu);
}

#[test]
fn every_type_arrives_on_vulkan() {
    if let Some(gpu) = support::vulkan() {
        check_all(&gpu);
    }
}

/// The fault of the parameter `value`.
#[track_caller]
fn refuses<T: Value + HostShareable>(passing: ParameterPassing, words: &str) {
    let line = line!() + 2;
    let built = kernel("refused").workgroup_size(1).build(|k| {
        let value = k.param::<T>("value");
        k.storage_mut::<T>("values").element(0).assign(value);
    });
    let result = built.and_then(|kernel| kernel.with_parameters(passing));
    let error = result
        .err()
        .unwrap_or_else(|| panic!("{} must be refused", T::ty()));
    let [fault] = error.diagnostics() else {
        panic!("one fault: {error}")
    };
    assert!(fault.message.contains("parameter `value`"), "{error}");
    assert!(error.to_string().contains(words), "{words} in: {error}");
    assert_eq!(
        (fault.at.file(), fault.at.line()),
        (file!(), line),
        "{error}"
    );
    assert!(fault.help.is_some(), "{error}");
}

/// A struct within, which in a uniform needs 16 bytes of room.
#[derive(Clone, Copy, ShaderType)]
struct Tight {
    pair: Pair,
    next: u32,
}

#[derive(Clone, Copy, ShaderType)]
struct Misplaced {
    first: u32,
    pair: Pair,
}

#[derive(Clone, Copy, ShaderType)]
struct Narrow {
    weights: [f32; 4],
}

#[test]
fn what_no_uniform_holds_is_refused_at_its_line() {
    let passing = ParameterPassing::DynamicUniform;
    refuses::<[f32; 4]>(passing, "the elements of `array<f32, 4>` lie 4 bytes apart");
    refuses::<[[UVec2; 2]; 3]>(
        passing,
        "the elements of `array<vec2<u32>, 2>` lie 8 bytes apart",
    );
    refuses::<[Pair; 2]>(
        passing,
        "the elements of `array<Pair, 2>` lie 8 bytes apart",
    );
    refuses::<Narrow>(passing, "the elements of `array<f32, 4>` lie 4 bytes apart");
    refuses::<Tight>(passing, "the field `next` of `Tight` lies at byte 8");
    refuses::<Misplaced>(passing, "the field `pair` of `Misplaced` lies at byte 4");
}

#[test]
fn what_no_immediate_can_be_is_refused_at_its_line() {
    let passing = ParameterPassing::Immediates;
    refuses::<f16>(passing, "16-bit floats");
    refuses::<HVec4>(passing, "16-bit floats");
    refuses::<HMat3>(passing, "16-bit floats");
    refuses::<Half>(passing, "16-bit floats");
    refuses::<[Vec4; 3]>(passing, "no arrays");
    refuses::<WithArrays>(passing, "no arrays");
}

#[test]
fn immediates_end_at_256_bytes() {
    let build = |more: bool| {
        let built = kernel("many").workgroup_size(1).build(|k| {
            let first = k.param::<DMat4>("first");
            let second = k.param::<DMat4>("second");
            k.storage_mut::<DMat4>("sum")
                .element(0)
                .assign(first + second);
            if more {
                let third = k.param::<u32>("third");
                k.storage_mut::<u32>("more").element(0).assign(third);
            }
        });
        built.and_then(|kernel| kernel.with_parameters(ParameterPassing::Immediates))
    };
    assert_eq!(
        build(false)
            .unwrap()
            .interface()
            .parameters
            .as_ref()
            .unwrap()
            .size,
        256
    );
    let error = build(true).expect_err("four bytes too many");
    let said = error.to_string();
    assert!(
        said.contains("parameter `third` ends at byte 260"),
        "{said}"
    );
}

#[test]
fn browsers_read_both_ways() {
    fn check<T: Value + HostShareable>(passing: ParameterPassing) {
        let kernel = take::<T>().and_then(|kernel| kernel.with_parameters(passing));
        let wgsl = kernel.unwrap().wgsl(Dialect::Browser).unwrap();
        if let Some(result) = support::tint(&wgsl) {
            result.unwrap_or_else(|said| panic!("{wgsl}\n{said}"));
        }
    }
    for passing in WAYS {
        each! { check(passing): u32, Vec3, Mat2, Mat3, Mat4x3, Pair, Mixed }
    }
    let passing = ParameterPassing::DynamicUniform;
    each! { check(passing): f16, HMat3, Half, [Vec4; 3], [UVec3; 2], [Mixed; 2], WithArrays }
}
