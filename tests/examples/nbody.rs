//! `08_nbody`: bodies whose ways are known.

#[path = "../../examples/08_nbody.rs"]
mod example;

use bitonic::{Gpu, Vec3};
use example::*;

use super::common::{is_accepted, numbers, numbers_in, on_every_executor};

#[test]
fn runs() {
    example::main().unwrap();
}

#[test]
fn is_accepted_by_others() {
    is_accepted(scatter());
    is_accepted(advance());
}

fn world(count: usize, dt: f32, softening: f32) -> World {
    World {
        count: count as u32,
        dt,
        softening,
    }
}

fn run(gpu: &Gpu, bodies: &[Body], world: &World, steps: usize) -> Vec<Body> {
    simulate(gpu, bodies, world, steps).unwrap()
}

fn body(position: [f32; 3], velocity: [f32; 3], mass: f32) -> Body {
    let vector = |[x, y, z]: [f32; 3]| Vec3::new(x, y, z);
    Body {
        position: vector(position),
        mass,
        velocity: vector(velocity),
    }
}

#[test]
fn nobody_and_one_alone() {
    on_every_executor(|gpu| {
        assert_eq!(run(gpu, &[], &world(0, 0.1, 0.1), 3), []);
        // Halves and quarters, so that all is exact.
        let alone = body([1.0, 2.0, 3.0], [0.5, -1.0, 0.0], 5.0);
        let moved = body([2.0, 0.0, 3.0], [0.5, -1.0, 0.0], 5.0);
        assert_eq!(run(gpu, &[alone], &world(1, 0.25, 0.5), 8), [moved]);
    });
}

/// Two bodies of half a mass each, at a distance of 1: they go around once in a time of
/// two pi, by Kepler's third law.
#[test]
fn two_go_around_each_other() {
    let bodies = [
        body([0.5, 0.0, 0.0], [0.0, 0.5, 0.0], 0.5),
        body([-0.5, 0.0, 0.0], [0.0, -0.5, 0.0], 0.5),
    ];
    let steps = 1000;
    let dt = std::f32::consts::TAU / steps as f32;
    on_every_executor(|gpu| {
        let half = run(gpu, &bodies, &world(2, dt, 1e-3), steps / 2);
        let whole = run(gpu, &half, &world(2, dt, 1e-3), steps / 2);
        for ((start, half), end) in bodies.iter().zip(half).zip(whole) {
            let (x, y) = (start.position.x, start.position.y);
            let near = |position: Vec3, x: f32, y: f32| {
                (position.x - x).abs() < 0.01 && (position.y - y).abs() < 0.01
            };
            assert!(near(half.position, -x, -y), "{half:?}");
            assert!(near(end.position, x, y), "{end:?}");
            assert_eq!(end.position.z, 0.0);
        }
    });
}

/// More and fewer than a tile, with masses that differ, beside the host's sum over pairs.
#[test]
fn many_move_as_on_the_host() {
    on_every_executor(|gpu| {
        for count in [3, 64, 65, 130] {
            let numbers = numbers(7 * count);
            let bodies = numbers
                .chunks(7)
                .map(|n| body([n[0], n[1], n[2]], [n[3], n[4], n[5]], 0.02 * n[6].abs()));
            let bodies: Vec<Body> = bodies.collect();
            let found = run(gpu, &bodies, &world(count, 0.01, 0.1), 20);
            let mut expected: Vec<Precise> = bodies.iter().map(Precise::from).collect();
            for _ in 0..20 {
                step_on_host(&mut expected, 0.01, 0.1);
            }
            let miss = greatest_miss(&found, &expected);
            assert!(miss < 1e-5, "{miss} of {count} on {}", gpu.info());
        }
    });
}

/// At rest the energy is that of the distances alone; it stays, while all fall inwards.
#[test]
fn the_text_tells_of_a_fall() {
    on_every_executor(|gpu| {
        let text = report(gpu).unwrap();
        let rows: Vec<Vec<f64>> = text.lines().skip(1).take(6).map(numbers_in).collect();
        assert_eq!(text.lines().count(), 8, "{text}");
        for (tenth, row) in rows.iter().enumerate() {
            assert_eq!(row.len(), 3, "{text}");
            assert!((row[0] - 0.1 * tenth as f64).abs() < 1e-9, "{text}");
            assert!((row[1] - rows[0][1]).abs() < 0.003, "{text}");
        }
        // The mean distance from the middle of a cube whose side is 2, by integration:
        // sqrt(3) / 4 + ln(2 + sqrt(3)) / 2 - pi / 24.
        assert!((rows[0][2] - 0.9606).abs() < 0.05, "{text}");
        assert!(
            rows.windows(2).all(|pair| pair[1][2] < pair[0][2]),
            "{text}"
        );
    });
}
