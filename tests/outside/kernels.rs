//! What the crates in these folders compile: structures, a function and a kernel. Each depends on
//! the language as a user's crate may, and the macros must find it by the crate's manifest:
//! `facade` has `bitonic-gpu`; `renamed` has it under another name, without the feature `runtime`;
//! `language` has `bitonic-dsl`, and `bitonic-gpu` for its tests; `through` has `renamed` alone.
//!
//! `crate::dsl` is the crate that has the language; no macro is told so.

use crate::dsl::*;

/// What the kernel is told.
#[derive(Clone, Copy, Debug, PartialEq, ShaderType)]
pub struct Settings {
    /// How often a value counts.
    pub factor: u32,
    /// Values from here on are left alone.
    pub limit: u32,
}

/// A structure with an array of run-time length.
#[derive(Debug, ShaderType)]
pub struct Samples {
    /// What is added to each.
    pub shift: u32,
    /// The values.
    pub items: Vec<u32>,
}

/// `value * factor`, and one more if that is even.
#[shader_fn]
pub fn scaled(value: u32, factor: u32) -> u32 {
    let mut product = value * factor;
    if product % 2 == 0 {
        product += 1;
    }
    product
}

/// Scales the values before the limit.
#[kernel(workgroup_size(32))]
pub fn scale(settings: Uniform<Settings>, data: &mut [u32]) {
    let i = instance_index();
    if i < settings.limit {
        data[i] = scaled(data[i], settings.factor);
    }
}

/// `scale` in the calls that the macros stand for.
///
/// # Errors
///
/// None, if the kernel is right.
pub fn scale_in_calls() -> Result<Kernel, Error> {
    let scaled = Fn(
        "scaled",
        ["value", "factor"],
        |value: Node<u32>, factor: Node<u32>| {
            let product = (value * factor).to_var("product");
            If((product.load() % 2).eq(0), || product.add_assign(1));
            product.load()
        },
    )
    .doc("`value * factor`, and one more if that is even.");
    kernel("scale")
        .doc("Scales the values before the limit.")
        .workgroup_size(32)
        .build(|k| {
            let settings = k.uniform::<Settings>("settings").fields();
            let data = k.storage_mut::<u32>("data");
            let i = instance_index().to_const("i");
            If(i.lt(settings.limit.load()), || {
                let place = data.element(i);
                place.assign(scaled.call(place.load(), settings.factor.load()));
            });
        })
}

#[test]
fn the_macros_find_the_crate() -> Result<(), Error> {
    let natural = scale()?.wgsl(Dialect::Browser)?;
    assert_eq!(natural, scale_in_calls()?.wgsl(Dialect::Browser)?);
    Ok(())
}
