//! The kernel of `docs/interface.md`, which shows it from the next line on.

use bitonic::*;

#[derive(Clone, Copy, ShaderType)]
struct Light {
    position: Vec3,
    strength: f32,
}

#[derive(Clone, Copy, ShaderType)]
struct Scene {
    turn: Mat3,
    lights: [Light; 2],
}

pub(crate) fn shade() -> Result<Kernel, Error> {
    kernel("shade").workgroup_size([8, 8, 1]).build(|k| {
        let scene = k.uniform::<Scene>("scene");
        let heights = k.storage::<f32>("heights");
        let image = k.texture_2d::<f32>("image");
        let smooth = k.sampler("smooth");
        let shaded = k.storage_texture_2d::<Rgba8Unorm, WriteOnly>("shaded");
        let width = k.param::<u32>("width");
        let tint = k.param::<HVec4>("tint");

        let at = global_invocation_id().xy();
        let height = heights.element(at.y() * width + at.x()).load();
        let place = scene.fields().turn.load() * vec3(at.x().to_f32(), at.y().to_f32(), height);
        let light = scene.fields().lights.element(0).load().fields();
        let lit = light.strength / distance(light.position, place);
        let position = at.to_f32() / image.dimensions().to_f32();
        let color = image.sample_level(smooth, position, 0.0) * tint.to_f32();
        shaded.store(at, color * lit);
    })
}
