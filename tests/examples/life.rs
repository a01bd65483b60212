//! `13_life`: figures whose future is known.

#[path = "../../examples/13_life.rs"]
mod example;

use bitonic::UVec2;
use example::*;

use super::common::{is_accepted, on_every_executor, words};

#[test]
fn runs() {
    example::main().unwrap();
}

#[test]
fn is_accepted_by_others() {
    is_accepted(soup());
    is_accepted(generation());
}

/// The cells of a drawing, `#` for a live one, shifted around the torus.
fn drawn(rows: &[&str], shift: usize) -> (Vec<u32>, UVec2) {
    let (width, height) = (rows[0].len(), rows.len());
    let mut cells = vec![0; width * height];
    for (y, row) in rows.iter().enumerate() {
        for (x, _) in row.bytes().enumerate().filter(|(_, cell)| *cell == b'#') {
            cells[(y + shift) % height * width + (x + shift) % width] = 1;
        }
    }
    (cells, UVec2::new(width as u32, height as u32))
}

#[test]
fn a_glider_glides_and_a_blinker_blinks() {
    let glider = ["..#....", "#.#....", ".##....", ".......", "......."];
    let lying = [".......", ".......", "..###..", ".......", "......."];
    let standing = [".......", "...#...", "...#...", "...#...", "......."];
    on_every_executor(|gpu| {
        for generations in [0, 4, 8, 140] {
            let (cells, size) = drawn(&glider, 0);
            let found = evolve(gpu, &cells, size, generations).unwrap();
            assert_eq!(found, drawn(&glider, generations / 4).0, "{generations}");
        }
        let (cells, size) = drawn(&lying, 0);
        assert_eq!(evolve(gpu, &cells, size, 7).unwrap(), drawn(&standing, 0).0);
        assert_eq!(evolve(gpu, &cells, size, 8).unwrap(), drawn(&lying, 0).0);
    });
}

/// Also where the torus is so narrow that a cell is its own neighbour.
#[test]
fn any_torus_goes_on_as_on_the_host() {
    on_every_executor(|gpu| {
        for (width, height) in [(0, 0), (1, 1), (1, 5), (2, 2), (9, 2), (23, 17)] {
            let size = UVec2::new(width, height);
            let words = words((width * height) as usize);
            let mut expected: Vec<u32> = words.iter().map(|word| word >> 31).collect();
            let cells = expected.clone();
            for generations in 0..5 {
                let found = evolve(gpu, &cells, size, generations).unwrap();
                assert!(found == expected, "{size:?} on {}", gpu.info());
                expected = generation_on_host(&expected, size);
            }
        }
    });
}

/// M. Jarzynski and M. Olano's PCG hash, from their paper.
fn pcg(seed: u32) -> u32 {
    let state = seed.wrapping_mul(747_796_405).wrapping_add(2_891_336_453);
    let word = ((state >> ((state >> 28) + 4)) ^ state).wrapping_mul(277_803_737);
    (word >> 22) ^ word
}

#[test]
fn the_text_counts_what_it_shows() {
    on_every_executor(|gpu| {
        let text = report(gpu).unwrap();
        let (picture, last) = text.trim_end().rsplit_once('\n').unwrap();
        assert_eq!(picture.lines().count(), 20, "{text}");
        let cells = picture.chars().map(|c| match c {
            '█' => 2,
            '▀' | '▄' => 1,
            _ => 0,
        });
        let cells: u32 = cells.sum();
        let first = (0..70 * 40).filter(|&i| f64::from(pcg(i) >> 8) < 0.35 * f64::from(1 << 24));
        let first = first.count();
        let expected = format!("{first} cells became {cells} in 200 generations");
        assert_eq!(last, expected, "{text}");
    });
}
