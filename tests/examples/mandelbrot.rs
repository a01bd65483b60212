//! `10_mandelbrot`: points of which it is known whether they belong to the set.

#[path = "../../examples/10_mandelbrot.rs"]
mod example;

use bitonic::{UVec2, Vec2};
use example::*;

use super::common::{is_accepted, on_every_executor};

#[test]
fn runs() {
    example::main().unwrap();
}

#[test]
fn is_accepted_by_others() {
    is_accepted(mandelbrot());
}

/// Within the cardioid or the circle around -1, by a margin: these belong to the set.
fn is_inside(x: f64, y: f64) -> bool {
    let q = (x - 0.25).powi(2) + y * y;
    let in_cardioid = q * (q + x - 0.25) < 0.25 * y * y - 1e-3;
    in_cardioid || (x + 1.0).powi(2) + y * y < 0.0625 - 1e-3
}

#[test]
fn known_points_are_counted_right() {
    on_every_executor(|gpu| {
        for (columns, rows) in [(0, 0), (1, 1), (7, 1), (3, 17), (41, 23)] {
            let view = whole(columns, rows);
            let counts = counts(gpu, &view).unwrap();
            assert_eq!(counts.len() as u32, columns * rows);
            for (i, count) in counts.into_iter().enumerate() {
                let (column, row) = (i as u32 % columns, i as u32 / columns);
                let x = -0.7
                    + (f64::from(column) - f64::from(columns - 1) / 2.0) * f64::from(view.step.x);
                let y = (f64::from(row) - f64::from(rows - 1) / 2.0) * f64::from(view.step.y);
                if is_inside(x, y) {
                    assert_eq!(count, view.limit, "{x} + {y}i is inside");
                }
                // The first step leads to `c` itself.
                if x * x + y * y > 4.001 {
                    assert_eq!(count, 1, "{x} + {y}i is beyond 2");
                }
            }
        }
    });
}

/// 0 stays; 1 goes to 1, 2, 5; -2 goes to -2, 2 and stays there; 0.5 by 0.5, 0.75, 1.0625,
/// 1.6289 to 3.15.
#[test]
fn single_points_by_hand() {
    on_every_executor(|gpu| {
        for (x, expected) in [(0.0, 50), (1.0, 3), (-2.0, 50), (0.5, 5), (3.0, 1)] {
            let view = View {
                center: Vec2::new(x, 0.0),
                step: Vec2::new(1.0, 1.0),
                size: UVec2::new(1, 1),
                limit: 50,
            };
            assert_eq!(counts(gpu, &view).unwrap(), [expected], "{x}");
        }
    });
}

#[test]
fn the_picture_is_the_same_upside_down() {
    on_every_executor(|gpu| {
        let text = report(gpu).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 31);
        assert!(lines.iter().all(|line| line.len() == 76), "{text}");
        assert!(lines.iter().eq(lines.iter().rev()), "{text}");
        // The real axis belongs to the set from -2 to 0.25: 57 columns of 3 / 76.
        let of_set = lines[15].chars().filter(|&c| c == '#').count();
        assert!((56..=58).contains(&of_set), "{text}");
    });
}
