//! `17_culling`: views with nothing in them, with all, and with a part.

#[path = "../../examples/17_culling.rs"]
mod example;

use bitonic::Vec4;
use example::*;

use super::common::{is_accepted, numbers, numbers_in, on_every_executor};

#[test]
fn runs() {
    example::main().unwrap();
}

#[test]
fn is_accepted_by_others() {
    is_accepted(scatter());
    is_accepted(cull());
    is_accepted(plan_drawing());
    is_accepted(draw());
}

/// Spheres in a cube around the origin.
fn spheres(count: usize) -> Vec<Vec4> {
    let numbers = numbers(4 * count);
    let spheres = numbers.chunks(4);
    spheres
        .map(|n| Vec4::new(20.0 * n[0], 20.0 * n[1], 20.0 * n[2], n[3].abs()))
        .collect()
}

#[test]
fn any_number_of_spheres_is_culled() {
    on_every_executor(|gpu| {
        for count in [0, 1, 63, 64, 65, 1000] {
            let spheres = spheres(count);
            let view = view(1.0, 15.0);
            let drawn = cull_and_draw(gpu, &gpu.buffer(&spheres).unwrap(), &view).unwrap();
            check(&drawn, &spheres, &view).unwrap();
            let dots = drawn.picture.iter().filter(|&&shade| shade > 0).count();
            assert!(dots <= drawn.visible.len(), "{count} on {}", gpu.info());
        }
    });
}

/// By hand: one before the camera, one behind it, one beside the view and one that reaches
/// into it, one beyond its end.
#[test]
fn single_spheres_by_hand() {
    let spheres = [
        Vec4::new(0.0, 0.0, -5.0, 0.5),
        Vec4::new(0.0, 0.0, 5.0, 0.5),
        Vec4::new(8.0, 0.0, -5.0, 1.0),
        Vec4::new(6.0, 0.0, -5.0, 1.0),
        Vec4::new(0.0, 0.0, -12.0, 1.0),
    ];
    on_every_executor(|gpu| {
        let drawn = cull_and_draw(gpu, &gpu.buffer(&spheres).unwrap(), &view(1.0, 10.0)).unwrap();
        assert_eq!(drawn.visible, [0, 3]);
        assert_eq!(drawn.workgroups, [1, 1, 1]);
        // The first in the middle, 9 - 0.4 * 5 = 7; the centre of the other is not in view.
        let lit: Vec<_> = (0..)
            .zip(&drawn.picture)
            .filter(|(_, shade)| **shade > 0)
            .collect();
        assert_eq!(lit, [(12 * 70 + 35, &7)]);
    });
}

#[test]
fn nothing_in_view_draws_nothing() {
    on_every_executor(|gpu| {
        let behind = vec![Vec4::new(0.0, 0.0, 9.0, 1.0); 100];
        let drawn = cull_and_draw(gpu, &gpu.buffer(&behind).unwrap(), &view(1.0, 10.0)).unwrap();
        assert_eq!(drawn.workgroups, [0, 1, 1]);
        assert!(drawn.visible.is_empty() && drawn.picture.iter().all(|&shade| shade == 0));
    });
}

/// In view is a sixth of the cube, less what is near its corner and beyond its end, and
/// those whose centre is outside.
#[test]
fn the_text_shows_a_sixth_of_them() {
    on_every_executor(|gpu| {
        let text = report(gpu).unwrap();
        assert_eq!(text.lines().count(), 25, "{text}");
        let numbers = numbers_in(text.lines().last().unwrap());
        let [seen, all, workgroups] = numbers[..] else {
            panic!("{text}");
        };
        assert_eq!(all, 5000.0);
        assert!((700.0..1100.0).contains(&seen), "{text}");
        assert_eq!(workgroups, (seen / 64.0).ceil(), "{text}");
        let dots = text
            .lines()
            .take(24)
            .flat_map(str::chars)
            .filter(|&c| c != ' ')
            .count();
        assert!((300..1100).contains(&dots), "{text}");
    });
}
