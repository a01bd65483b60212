//! Textures read and written as they cannot be.

use bitonic_dsl::*;

fn main() {
    let _ = kernel("wrong").build(|k| {
        let (u, f) = (k.param::<u32>("u"), k.param::<f32>("f"));
        let (u2, texel) = (k.param::<UVec2>("u2"), k.param::<UVec4>("texel"));
        let image = k.texture_2d::<u32>("image");
        let smooth = k.sampler("smooth");
        k.storage_texture_1d::<R32Uint, WriteOnly>("a").store(u2, texel); //~ storage texture 1D
        k.storage_texture_2d::<R32Float, WriteOnly>("b").store(u2, texel); //~ storage texture 2D
        k.storage_texture_2d_array::<R32Uint, WriteOnly>("c").store(u2, f, texel); //~ storage texture 2D-array
        k.storage_texture_3d::<R32Uint, WriteOnly>("d").store(u2, texel); //~ storage texture 3D
        k.storage_texture_2d::<R32Uint, Read>("e").store(u2, texel); //~ access: read
        let _ = k.storage_texture_2d::<R32Uint, WriteOnly>("g").load(u2); //~ access: write
        let _ = k.storage_texture_2d::<Rgba8Snorm, ReadWrite>("h"); //~ access: read_write
        let _ = image.load(u2, f); //~ sampled texture by load
        let _ = image.sample_level(smooth, vec2(0.5, 0.5), 0.0); //~ sampled texture at a level
        let _ = image.dimensions() + u2.xyx(); //~ dimensions
        let _ = image.levels() * f; //~ levels
        let _ = image.layers() + u; //~ layers
    });
}
