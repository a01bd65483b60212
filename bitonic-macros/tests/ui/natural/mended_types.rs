//! Mistakes that the types show: Rust's own message, at the author's text.

use bitonic_dsl::types::Vec3;
use bitonic_dsl::*;

#[derive(Clone, Copy, ShaderType)]
struct Particle {
    position: Vec3,
    age: f32,
}

mod elsewhere {
    use bitonic_dsl::*;

    #[derive(Clone, Copy, ShaderType)]
    pub struct Complex {
        pub x: f32,
        pub y: f32,
    }
}

use elsewhere::Complex;

#[kernel]
fn field_missing(out: &mut [Particle]) {
    let p = out[0];
    out[1] = Particle { position: p.position };
}

#[kernel]
fn named_like_a_component(out: &mut [Complex], sums: &mut [f32]) {
    sums[0] = out[0].x;
    let a = out[1];
    sums[1] = a.x;
}

#[kernel]
fn host_table(#[host] weights: &[f32], out: &mut [f32]) {
    for k in 0..weights.len() as u32 {
        out[0] += weights[k];
    }
}

fn main() {}
