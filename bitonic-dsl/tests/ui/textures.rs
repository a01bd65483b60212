//! What a texture cannot do is a type that does not fit.

use bitonic_dsl::*;

fn main() {
    let _ = kernel("textures").build(|k| {
        let out = k.storage_texture_2d::<Rgba8Unorm, WriteOnly>("out");
        let counts = k.storage_texture_3d::<R32Uint, ReadWrite>("counts");
        let input = k.texture_2d::<f32>("input");
        let row = k.texture_1d::<f32>("row");
        let sampler = k.sampler("sampler");

        // A coordinate of another shape, or of floats.
        out.store(uvec3(0, 0, 0), vec4(0.0, 0.0, 0.0, 0.0));
        out.store(vec2(0.0, 0.0), vec4(0.0, 0.0, 0.0, 0.0));
        // Channels of another type.
        out.store(uvec2(0, 0), uvec4(0, 0, 0, 0));
        counts.store(uvec3(0, 0, 0), vec4(0.0, 0.0, 0.0, 0.0));
        // An access that was not declared.
        let _ = out.load(uvec2(0, 0));
        // A format that is never read and written at once, and one that is no format.
        let _ = k.storage_texture_2d::<Rgba8Snorm, ReadWrite>("both");
        let _ = k.storage_texture_2d::<f32, WriteOnly>("floats");
        // Channels that no texture has.
        let _ = k.texture_2d::<f64>("doubles");
        // One dimension through a sampler.
        let _ = input.load(uvec2(0, 0), 0);
        let _ = row.sample_level(sampler, 0.5, 0.0);
    });
}
