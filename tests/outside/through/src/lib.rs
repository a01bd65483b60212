//! Depends on a crate that re-exports `bitonic-gpu`, which the macros cannot know: they are told the
//! path, as text or as it is.

use outside_renamed::gpu::{self, *};

/// What the kernel is told.
#[derive(Clone, Copy, Debug, PartialEq, ShaderType)]
#[shader(crate = outside_renamed::gpu)]
pub struct Settings {
    /// What is added.
    pub shift: u32,
}

/// The same, with the path as text.
#[derive(Clone, Copy, Debug, PartialEq, ShaderType)]
#[shader(crate = "gpu")]
pub struct Limits {
    /// Values from here on are left alone.
    pub limit: u32,
}

/// The sum.
#[shader_fn(crate = gpu)]
pub fn moved(value: u32, shift: u32) -> u32 {
    value + shift
}

/// Moves the values before the limit.
#[kernel(workgroup_size(32), crate = "outside_renamed::gpu")]
pub fn shift(settings: Uniform<Settings>, limits: Uniform<Limits>, data: &mut [u32]) {
    let i = instance_index();
    if i < limits.limit {
        data[i] = moved(data[i], settings.shift);
    }
}

outside_renamed::filling!(clear, 0);

#[test]
fn the_path_is_as_it_was_given() -> Result<(), Error> {
    let text = shift()?.wgsl(Dialect::Browser)?;
    assert!(text.contains(", settings.shift)"), "{text}");
    assert_eq!(clear()?.name(), "clear");
    Ok(())
}
