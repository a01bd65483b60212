//! Arrays, structures and atomics.

use bitonic::*;

use super::entry::{Entry, entry};

/// A structure with padding behind its vector.
#[derive(Clone, Copy, ShaderType)]
struct Particle {
    position: Vec3,
    mass: f32,
}

/// A structure in a structure.
#[derive(Clone, Copy, ShaderType)]
struct Pair {
    first: Particle,
    count: u32,
}

/// A structure as long as what is bound.
#[derive(Clone, ShaderType)]
struct Samples {
    count: u32,
    scale: f32,
    items: Vec<f32>,
}

fn samples(items: &[f32]) -> Samples {
    Samples {
        count: 3,
        scale: 0.5,
        items: items.to_vec(),
    }
}

fn particle(x: f32, mass: f32) -> Particle {
    Particle {
        position: Vec3::new(x, 0.0, 0.0),
        mass,
    }
}

pub(crate) fn entries() -> Vec<Entry> {
    [arrays(), structures()].into_iter().flatten().collect()
}

fn arrays() -> Vec<Entry> {
    vec![
        entry("fixed array")
            .says(|_, out, i| {
                let squares = array([i, i * i, i + 7]).to_var("squares");
                squares.element(2).add_assign(1);
                out.element(i)
                    .assign(squares.element(1).load() + squares.element(2).load());
            })
            .gives(&[8_u32, 10, 14, 20])
            .emits("var squares"),
        entry("nested array")
            .maps(
                |x: Node<[[u32; 2]; 2]>| x.element(1).element(0) * 10 + x.element(0).element(1),
                &[[[1, 2], [3, 4]], [[5, 6], [7, 8]]],
                &[32, 76_u32],
            )
            .emits("var<storage> x: array<array<array<u32, 2>, 2>>"),
        entry("runtime array")
            .says(|k, out, i| {
                let data = k.storage::<u32>("data");
                out.element(i)
                    .assign(data.element(data.len() - 1 - i).load());
            })
            .given("data", &[5_u32, 6, 7, 8, 9])
            .gives(&[9_u32, 8, 7, 6])
            .emits("var<storage> data: array<u32>;"),
    ]
}

fn structures() -> Vec<Entry> {
    vec![
        entry("struct")
            .maps(
                |x: Node<Particle>| x.fields().position.x() * x.fields().mass,
                &[particle(3.0, 0.5), particle(-2.0, 4.0)],
                &[1.5, -8.0],
            )
            .with("struct Particle")
            .emits("struct Particle"),
        entry("struct with a runtime array last")
            .says(|k, out, i| {
                let samples = k.storage_struct_mut::<Samples>("samples").fields();
                If(i.lt(samples.count.load()), || {
                    let item = samples.items.element(i);
                    item.mul_assign(samples.scale.load());
                });
                out.element(i).assign(samples.items.len());
            })
            .structure(
                "samples",
                &samples(&[1.0, 2.0, 3.0, 4.0, 5.0]),
                &samples(&[0.5, 1.0, 1.5, 4.0, 5.0]),
            )
            .gives(&[5_u32; 4])
            .with("struct Samples")
            .emits("struct Samples"),
        entry("nested struct")
            .maps(
                |x: Node<Pair>| x.fields().first.fields().mass * x.fields().count.to_f32(),
                &[
                    Pair {
                        first: particle(0.0, 1.5),
                        count: 4,
                    },
                    Pair {
                        first: particle(0.0, -2.0),
                        count: 3,
                    },
                ],
                &[6.0, -6.0],
            )
            .with("struct Pair")
            .with("struct Particle")
            .emits("struct Pair"),
    ]
}
