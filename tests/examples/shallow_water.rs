//! `16_shallow_water`: still water, a dam that breaks, and whatever else, beside the host.

#[path = "../../examples/16_shallow_water.rs"]
mod example;

use bitonic::{UVec2, Vec3};
use example::*;

use super::common::{is_accepted, numbers, numbers_in, on_every_executor};

#[test]
fn runs() {
    example::main().unwrap();
}

#[test]
fn is_accepted_by_others() {
    is_accepted(advance());
}

fn sea(width: u32, height: u32, dt: f32) -> Sea {
    Sea {
        size: UVec2::new(width, height),
        dt,
    }
}

#[test]
fn still_water_stays_still() {
    on_every_executor(|gpu| {
        let still = vec![Vec3::new(1.7, 0.0, 0.0); 11 * 5];
        let after = simulate(gpu, &still, &sea(11, 5, 0.2), 10).unwrap();
        assert_eq!(after, still);
    });
}

/// Depths and velocities at random: they stay near the host's, and no water is lost but
/// for a rounding of each cell in each step.
#[test]
fn any_sea_moves_as_on_the_host() {
    on_every_executor(|gpu| {
        for (width, height) in [(0, 0), (1, 1), (1, 6), (9, 1), (8, 8), (13, 21)] {
            let sea = sea(width, height, 0.1);
            let numbers = numbers(3 * (width * height) as usize);
            let cells = numbers.chunks(3);
            let cells = cells.map(|n| Vec3::new(1.0 + 0.5 * n[0], 0.3 * n[1], 0.3 * n[2]));
            let cells: Vec<Vec3> = cells.collect();
            let found = simulate(gpu, &cells, &sea, 15).unwrap();
            let mut expected = precise(&cells);
            for _ in 0..15 {
                expected = step_on_host(&expected, &sea);
            }
            for (found, expected) in precise(&found).iter().zip(&expected) {
                let near = (0..3).all(|i| (found[i] - expected[i]).abs() < 1e-5);
                assert!(near, "{found:?}, not {expected:?}, on {}", gpu.info());
            }
            let lost = (mass(&found) - mass(&cells)).abs();
            let allowed = 15.0 * f64::from(f32::EPSILON) * mass(&cells);
            assert!(lost <= allowed, "{lost} of {}", mass(&cells));
        }
    });
}

/// J. J. Stoker's solution of the breaking dam, "Water Waves" (1957), chapter 10: between
/// the wave that runs back and the bore that runs ahead the depth is one, where the speed
/// behind the one is that behind the other.
fn stoker(high: f64, low: f64) -> f64 {
    let (mut least, mut most) = (low, high);
    for _ in 0..60 {
        let depth = (least + most) / 2.0;
        let behind_wave = 2.0 * (high.sqrt() - depth.sqrt());
        let behind_bore = (depth - low) * ((depth + low) / (2.0 * depth * low)).sqrt();
        match behind_wave > behind_bore {
            true => least = depth,
            false => most = depth,
        }
    }
    least
}

#[test]
fn a_dam_breaks_as_stoker_says() {
    let depth = |x: u32| if x < 100 { 2.0 } else { 1.0 };
    let cells: Vec<Vec3> = (0..200).map(|x| Vec3::new(depth(x), 0.0, 0.0)).collect();
    let middle = stoker(2.0, 1.0);
    on_every_executor(|gpu| {
        let after = simulate(gpu, &cells, &sea(200, 1, 0.25), 80).unwrap();
        // The dam stood between cells 99 and 100.
        for cell in &after[99..=101] {
            assert!(
                (f64::from(cell.x) / middle - 1.0).abs() < 0.01,
                "{cell:?}, not {middle}"
            );
        }
        // No wave has come so far.
        assert!((after[50].x - 2.0).abs() < 1e-3 && (after[150].x - 1.0).abs() < 1e-3);
    });
}

#[test]
fn the_text_shows_a_wave_and_all_of_the_water() {
    on_every_executor(|gpu| {
        let text = report(gpu).unwrap();
        let lines: Vec<&str> = text.lines().skip(1).collect();
        assert_eq!(lines.len(), 6, "{text}");
        for (i, line) in lines.iter().enumerate() {
            assert_eq!(numbers_in(line)[..], [4.0 * i as f64, 3749.274], "{text}");
            let row: Vec<char> = line.split_whitespace().last().unwrap().chars().collect();
            assert_eq!(row.len(), 61, "{text}");
            assert!(row.iter().eq(row.iter().rev()), "{text}");
        }
        assert!(lines[0].contains("▄▅▆███████████▆▅▄"), "{text}");
    });
}
