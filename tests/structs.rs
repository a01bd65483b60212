//! Structs with `#[derive(ShaderType)]` through all layers: host bytes, shader
//! fields and host bytes again, on each executor. A wrong offset anywhere shows.
//!
//! `page` writes down how they lie, `shapes` has many derived ones, each field by itself; `random` structs that no derive
//! has seen, as data.

#[path = "structs/page.rs"]
mod page;
#[path = "structs/random.rs"]
mod random;
#[path = "structs/shapes.rs"]
mod shapes;
mod support;

use bitonic::*;

/// Padding before `position`, after `velocity` and at the end; a scalar in the gap
/// after a vec3; a name that WGSL keeps for itself.
#[derive(Clone, Copy, PartialEq, Debug, ShaderType)]
struct Particle {
    mass: f32,
    position: Vec3,
    charge: i32,
    velocity: Vec2,
    spin: UVec3,
    r#type: u32,
    flags: UVec2,
}

/// A struct in a uniform, with a vector first.
#[derive(Clone, Copy, ShaderType)]
struct Change {
    shift: Vec3,
    factor: f32,
    kind: u32,
}

fn particle(seed: u32) -> Particle {
    let f = |offset: u32| (seed + offset) as f32;
    Particle {
        mass: f(1),
        position: Vec3::new(f(2), f(3), f(4)),
        charge: -(seed as i32) - 5,
        velocity: Vec2::new(f(6), f(7)),
        spin: UVec3::new(seed + 8, seed + 9, seed + 10),
        r#type: seed + 11,
        flags: UVec2::new(seed + 12, seed + 13),
    }
}

fn change_particles() -> Result<Kernel, Error> {
    kernel("change_particles").workgroup_size(64).build(|k| {
        let change = k.uniform::<Change>("change").fields();
        let from = k.storage::<Particle>("source");
        let to = k.storage_mut::<Particle>("target");
        let i = instance_index();
        If(i.lt(from.len()), || {
            // All at once, then field by field.
            to.element(i).assign(from.element(i).load());
            let (old, new) = (from.element(i).fields(), to.element(i).fields());
            new.mass.assign(old.mass.load() * change.factor.load());
            new.position
                .assign(old.position.load() + change.shift.load());
            new.velocity.y().assign(old.velocity.x().load());
            new.r#type.assign(old.r#type.load() + change.kind.load());
            // The fields of a value, not of a place.
            new.spin.assign(from.element(i).load().fields().spin);
        });
    })
}

/// What the kernel does, in Rust.
fn changed(old: Particle) -> Particle {
    Particle {
        mass: old.mass * 0.5,
        position: Vec3::new(
            old.position.x + 1.0,
            old.position.y + 2.0,
            old.position.z + 3.0,
        ),
        velocity: Vec2::new(old.velocity.x, old.velocity.x),
        r#type: old.r#type + 100,
        ..old
    }
}

fn check(gpu: &Gpu) {
    let kernel = change_particles().expect("the kernel is right");
    let particles: Vec<_> = (0..100).map(|i| particle(i * 16)).collect();
    let source = gpu.buffer(&particles).expect("room for 100 particles");
    let target = gpu.zeroed::<Particle>(100).expect("room for 100 particles");
    let change = Change {
        shift: Vec3::new(1.0, 2.0, 3.0),
        factor: 0.5,
        kind: 100,
    };
    let run = gpu.run(&kernel).uniform("change", &change);
    let run = run.bind("source", &source).bind("target", &target);
    run.dispatch(100).expect("the kernel runs");
    let found = target.read().expect("the device is there");
    let expected: Vec<_> = particles.into_iter().map(changed).collect();
    assert_eq!(found, expected, "on {}", gpu.info());
}

#[test]
fn fields_are_where_the_host_put_them_on_the_software_adapter() {
    check(&Gpu::named("software").expect("it is always there"));
}

#[test]
fn fields_are_where_the_host_put_them_on_vulkan() {
    if let Some(gpu) = support::vulkan() {
        check(&gpu);
    }
}

#[test]
fn browsers_read_the_text() {
    let kernel = change_particles().expect("the kernel is right");
    let wgsl = kernel
        .wgsl(Dialect::Browser)
        .expect("nothing beyond WebGPU");
    if let Some(result) = support::tint(&wgsl) {
        result.unwrap_or_else(|said| panic!("{wgsl}\n{said}"));
    }
}
