//! Textures that no device has.

use bitonic_dsl::*;

use crate::gallery::check_error;

#[test]
fn texture_formats_that_a_language_lacks() {
    let built = kernel("k").build(|k| {
        let from = k.storage_texture_2d::<R16Unorm, Read>("from"); //~ error
        let both = k.storage_texture_2d::<Rgba8Unorm, ReadWrite>("both"); //~ error
        let to = k.storage_texture_2d::<R8Unorm, WriteOnly>("to"); //~ error
        to.store(uvec2(0, 0), from.load(uvec2(0, 0)));
        both.store(uvec2(0, 0), both.load(uvec2(1, 1)));
    });
    check_error(&built.unwrap().glsl(GlslVersion::Es310).unwrap_err());
}
