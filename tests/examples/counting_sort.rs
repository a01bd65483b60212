//! `19_counting_sort`: no particle, a few, many in one cell, and any at the edges.

#[path = "../../examples/19_counting_sort.rs"]
mod example;

use bitonic::Vec2;
use example::*;

use super::common::{is_accepted, numbers_in, on_every_executor, words};

#[test]
fn runs() {
    example::main().unwrap();
}

#[test]
fn is_accepted_by_others() {
    is_accepted(scatter());
    is_accepted(neighbours());
}

fn unit(word: u32) -> f32 {
    (word >> 8) as f32 / 16_777_216.0
}

#[test]
fn every_neighbour_is_found() {
    on_every_executor(|gpu| {
        for count in [0, 1, 2, 65, 1000] {
            let words = words(2 * count);
            let anywhere = words.chunks_exact(2);
            let anywhere: Vec<Vec2> = anywhere
                .map(|two| Vec2::new(unit(two[0]), unit(two[1])))
                .collect();
            // Within a reach and a half of one corner of the square.
            let crowded = anywhere.iter();
            let crowded: Vec<Vec2> = crowded
                .map(|at| Vec2::new(1.0 - at.x * REACH * 1.5, at.y * REACH * 1.5))
                .collect();
            for particles in [anywhere, crowded] {
                let buffer = gpu.buffer(&particles).unwrap();
                let found = find(gpu, &buffer).unwrap();
                check(&found, &particles).unwrap();
            }
        }
    });
}

/// The cell of each corner, and of what lies beyond them.
#[test]
fn what_lies_outside_counts_to_the_edge() {
    on_every_executor(|gpu| {
        let particles = [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0), (-3.0, 7.0)];
        let particles = particles.map(|(x, y)| Vec2::new(x, y));
        let found = find(gpu, &gpu.buffer(&particles).unwrap()).unwrap();
        let cells = SIDE as usize;
        let corners = [0, cells - 1, cells * (cells - 1), cells * cells - 1];
        assert_eq!(corners.map(|corner| found.cells[corner]), [1, 1, 2, 1]);
        assert_eq!(found.neighbours, [0; 5]);
    });
}

#[test]
fn the_text_shows_the_grid_and_the_neighbours() {
    on_every_executor(|gpu| {
        let text = report(gpu).unwrap();
        assert_eq!(text.lines().count(), SIDE as usize + 2, "{text}");
        let numbers = numbers_in(text.lines().nth(SIDE as usize).unwrap());
        assert_eq!(numbers[..2], [4000.0, 1024.0], "{text}");
        assert!(text.contains("neighbours to a particle"), "{text}");
    });
}
