//! Kernels whose type says what they take: made, refused, printed, compared, with no device.

use std::collections::HashMap;

use bitonic_dsl::interface::{Declared, ParameterPassing};
use bitonic_dsl::*;

#[derive(ShaderType)]
struct Samples {
    count: u32,
    items: Vec<f32>,
}

#[derive(Clone, Copy, ShaderType)]
struct Settings {
    scale: f32,
    limit: u32,
}

/// Declares one of each, parameters between bindings and workgroup memory between those.
fn everything() -> Kernel {
    kernel("everything")
        .build(|k| {
            let first = k.param::<u32>("first");
            let input = k.storage::<Vec3>("input");
            let settings = k.uniform::<Settings>("settings");
            let shared = workgroup_array::<f32>("shared", 64);
            let second = k.param::<Mat2x3>("second");
            let photo = k.texture_2d_array::<i32>("photo");
            let smooth = k.sampler("smooth");
            let result = k.storage_texture_3d::<R32Float, ReadWrite>("result");
            let samples = k.storage_struct_mut::<Samples>("samples").fields();
            let counts = k.storage_mut::<[Atomic<u32>; 2]>("counts");
            let third = k.param::<HVec4>("third");
            let _ = (smooth, third, second);
            let _ = photo.load(ivec2(0, 0), 0, 0);
            shared.element(0).assign(settings.fields().scale.load());
            samples
                .items
                .element(first)
                .assign(input.element(0).load().x());
            let _ = counts.element(0).element(1).atomic_add(1);
            result.store(uvec3(0, 0, 0), splat::<Vec4>(shared.element(0).load()));
        })
        .unwrap_or_else(|error| panic!("{error}"))
}

type Everything = (
    Param<u32>,
    In<[Vec3]>,
    Uniform<Settings>,
    Param<Mat2x3>,
    Texture2dArray<i32>,
    Sampler,
    StorageTexture3d<R32Float, ReadWrite>,
    Out<Samples>,
    Out<[[Atomic<u32>; 2]]>,
    Param<HVec4>,
);

#[test]
fn one_order_holds_for_bindings_and_parameters() {
    let kernel = everything();
    let names: Vec<_> = kernel.interface().names().collect();
    let declared = [
        "first", "input", "settings", "second", "photo", "smooth", "result", "samples", "counts",
        "third",
    ];
    assert_eq!(names, declared);
    assert_eq!(kernel.interface().order[3], Declared::Parameter(1));
    assert_eq!(kernel.interface().order[4], Declared::Binding(2));
}

#[test]
fn a_kernel_takes_the_type_of_what_it_declares() {
    let kernel = everything();
    let typed = kernel
        .typed::<Everything>()
        .unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(
        typed.signature(),
        "(Param<u32>, In<[Vec3]>, Uniform<Settings>, Param<Mat2x3>, Texture2dArray<i32>, \
         Sampler, StorageTexture3d<R32Float, ReadWrite>, Out<Samples>, \
         Out<[[Atomic<u32>; 2]]>, Param<HVec4>)"
    );
    assert_eq!(typed.untyped(), &kernel);
    assert_eq!(Kernel::from(typed), kernel);
}

#[kernel(workgroup_size(32))]
fn scale(input: &[f32], factor: f32, output: &mut [f32]) {
    let i = instance_index();
    if i < output.len() {
        output[i] = factor * input[i];
    }
}

#[kernel]
fn nothing() {}

#[test]
fn natural_rust_gives_typed_kernels() {
    type Scale = Kernel<(In<[f32]>, Param<f32>, Out<[f32]>)>;
    let typed: Scale = scale().expect("a right kernel");
    assert_eq!(typed.signature(), "(In<[f32]>, Param<f32>, Out<[f32]>)");
    let none: Kernel<()> = nothing().expect("a right kernel");
    assert_eq!(none.signature(), "()");
}

/// What takes a `&Kernel` takes it.
fn name(kernel: &Kernel) -> &str {
    kernel.name()
}

#[test]
#[allow(
    clippy::mutable_key_type,
    reason = "what is computed late in a kernel is no part of its hash"
)]
fn a_typed_kernel_is_printed_compared_and_stored_as_any_other() {
    let typed = scale().expect("a right kernel");
    assert_eq!(name(&typed), "scale");
    assert_eq!(typed, typed.clone());
    assert_eq!(typed, scale().expect("a right kernel"));
    assert_eq!(format!("{typed:?}"), format!("{:?}", typed.untyped()));
    assert!(
        typed
            .wgsl(Dialect::Browser)
            .expect("for browsers")
            .contains("fn scale")
    );
    let known = HashMap::from([(typed.clone(), 1)]);
    assert_eq!(known.get(&typed), Some(&1));
}

#[test]
fn values_of_overrides_and_passing_keep_the_type() {
    let width = pipeline_override::<u32>("width").with_default(64);
    let clear = kernel("clear").workgroup_size(&width).build(|k| {
        let data = k.storage_mut::<u32>("data");
        let value = k.param::<u32>("value");
        data.element(instance_index()).assign(value);
    });
    let clear = clear
        .expect("a right kernel")
        .typed::<(Out<[u32]>, Param<u32>)>();
    let clear = clear.expect("its type");
    let wide: Kernel<(Out<[u32]>, Param<u32>)> =
        clear.with_overrides([("width", 128u32)]).expect("a value");
    assert_eq!(wide.workgroup_size(), [128, 1, 1]);
    let immediate: Kernel<(Out<[u32]>, Param<u32>)> = wide
        .with_parameters(ParameterPassing::Immediates)
        .expect("they can");
    assert_eq!(immediate.signature(), clear.signature());
}

fn crosses<T: Send + Sync + 'static>() {}

#[test]
fn threads_can_share_it_though_its_markers_stay_on_theirs() {
    crosses::<Kernel<Everything>>();
}

/// The messages of what `typed` refuses, without places.
#[track_caller]
fn refused<A: Arguments>(kernel: &Kernel) -> Vec<String> {
    let error = kernel.typed::<A>().expect_err("another type");
    let faults = error.diagnostics().iter();
    let texts = faults.map(|fault| {
        let help = fault.help.as_deref().unwrap_or_default();
        format!("{}; {help}", fault.message)
    });
    texts.collect()
}

#[test]
fn what_differs_is_named() {
    let kernel = scale().expect("a right kernel");
    let help = "the type of this kernel is `Kernel<(In<[f32]>, Param<f32>, Out<[f32]>)>`";
    let wrong = |what: &str| format!("kernel `scale`: argument {what}; {help}");
    assert_eq!(
        refused::<(In<[u32]>, Param<f32>, In<[f32]>)>(&kernel),
        [
            wrong("1, `input` is `In<[f32]>`, the signature says `In<[u32]>`"),
            wrong("3, `output` is `Out<[f32]>`, the signature says `In<[f32]>`"),
        ]
    );
    assert_eq!(
        refused::<(In<[f32]>, Out<[f32]>, Param<f32>)>(&kernel),
        [
            wrong("2, `factor` is `Param<f32>`, the signature says `Out<[f32]>`"),
            wrong("3, `output` is `Out<[f32]>`, the signature says `Param<f32>`"),
        ]
    );
    assert_eq!(
        refused::<(In<[f32]>, Uniform<f32>, Out<[f32]>)>(&kernel),
        [wrong(
            "2, `factor` is `Param<f32>`, the signature says `Uniform<f32>`"
        )]
    );
    assert_eq!(
        refused::<(In<[f32]>,)>(&kernel),
        [format!(
            "kernel `scale` takes 3 arguments, the signature `(In<[f32]>,)` has 1; {help}"
        )]
    );
}

#[test]
fn another_structure_of_the_same_name_is_another_type() {
    mod elsewhere {
        #[derive(Clone, Copy, bitonic_dsl::ShaderType)]
        pub(super) struct Settings {
            pub(super) limit: u32,
        }
    }
    let _ = elsewhere::Settings { limit: 0 }.limit;
    let kernel = kernel("settled").build(|k| {
        let settings = k.uniform::<Settings>("settings");
        let data = k.storage_mut::<u32>("data");
        data.element(0).assign(settings.fields().limit.load());
    });
    let found = refused::<(Uniform<elsewhere::Settings>, Out<[u32]>)>(&kernel.expect("right"));
    assert!(
        found[0].contains("the signature says another `Uniform<Settings>`"),
        "{found:?}"
    );
}

#[test]
fn textures_differ_in_shape_channel_format_and_access() {
    let kernel = kernel("copy").build(|k| {
        let from = k.texture_2d::<f32>("from");
        let to = k.storage_texture_2d::<Rgba8Unorm, WriteOnly>("to");
        to.store(uvec2(0, 0), from.load(uvec2(0, 0), 0));
    });
    let kernel = kernel.expect("a right kernel");
    kernel
        .typed::<(Texture2d<f32>, StorageTexture2d<Rgba8Unorm, WriteOnly>)>()
        .expect("its type");
    for found in [
        refused::<(Texture3d<f32>, StorageTexture2d<Rgba8Unorm, WriteOnly>)>(&kernel),
        refused::<(Texture2d<u32>, StorageTexture2d<Rgba8Unorm, WriteOnly>)>(&kernel),
        refused::<(Texture2d<f32>, StorageTexture2d<Rgba8Snorm, WriteOnly>)>(&kernel),
        refused::<(Texture2d<f32>, StorageTexture2d<Rgba8Unorm, Read>)>(&kernel),
    ] {
        assert_eq!(found.len(), 1, "{found:?}");
    }
}

/// A sampler reads the texture or does not: its type is the same.
#[test]
fn sampled_or_not_a_texture_has_one_type() {
    let kernel = kernel("sample").build(|k| {
        let from = k.texture_2d::<f32>("from");
        let smooth = k.sampler("smooth");
        let to = k.storage_mut::<Vec4>("to");
        to.element(0)
            .assign(from.sample_level(smooth, vec2(0.5, 0.5), 0.0));
    });
    let kernel = kernel.expect("a right kernel");
    kernel
        .typed::<(Texture2d<f32>, Sampler, Out<[Vec4]>)>()
        .expect("its type");
}

/// The line of the signature and that of the declaration are named.
#[test]
fn a_fault_names_both_lines() {
    let kernel = scale().expect("a right kernel");
    type Wrong = (In<[f32]>, Param<f32>, In<[f32]>);
    let line = line!() + 1;
    let error = kernel.typed::<Wrong>().unwrap_err();
    let fault = &error.diagnostics()[0];
    assert_eq!(fault.at.line(), line);
    assert!(fault.labels[0].at.line() < line && &*fault.labels[0].text == "declared here");
}
