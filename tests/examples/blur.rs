//! `09_blur`: a point, a plane, and images narrower than the filter.

#[path = "../../examples/09_blur.rs"]
mod example;

use example::*;

use super::common::{is_accepted, numbers, on_every_executor};

#[test]
fn runs() {
    example::main().unwrap();
}

#[test]
fn is_accepted_by_others() {
    is_accepted(blur());
}

/// A point becomes the weights, of which the fifth row of Pascal's triangle is made.
#[test]
fn a_point_becomes_the_products_of_the_weights() {
    let weights = [1.0, 4.0, 6.0, 4.0, 1.0];
    let point = Image::of([9, 7], |x, y| f32::from(u8::from((x, y) == (4, 3))));
    let expected = Image::of([9, 7], |x, y| {
        let of = |middle: u32, at: u32| weights.get((at + 2).wrapping_sub(middle) as usize);
        match (of(4, x), of(3, y)) {
            (Some(a), Some(b)) => a * b / 256.0,
            _ => 0.0,
        }
    });
    // All of them are sums of powers of two, which are exact.
    on_every_executor(|gpu| assert_eq!(blurred(gpu, &point, 1).unwrap(), expected));
}

#[test]
fn a_plane_stays_as_it_is() {
    on_every_executor(|gpu| {
        let plane = Image::of([17, 5], |_, _| 0.75);
        assert_eq!(blurred(gpu, &plane, 3).unwrap(), plane);
    });
}

#[test]
fn any_size_is_blurred_as_on_the_host() {
    on_every_executor(|gpu| {
        for size in [[1, 1], [1, 9], [2, 2], [8, 8], [33, 3], [19, 27]] {
            let numbers = numbers((size[0] * size[1]) as usize);
            let image = Image::of(size, |x, y| numbers[(y * size[0] + x) as usize]);
            let found = blurred(gpu, &image, 2).unwrap();
            let expected = blurred_on_host(&blurred_on_host(&image));
            let miss = greatest_miss(&found, &expected);
            // Ten products and as many sums for each of four passes.
            assert!(
                miss < 40.0 * f32::EPSILON,
                "{miss} of {size:?} on {}",
                gpu.info()
            );
        }
    });
}

/// Where a texel lies between two shades the last bit decides: such a one may differ.
#[test]
fn the_text_shows_the_blurred_scene() {
    let expected = picture(&blurred_on_host(&blurred_on_host(&scene())));
    on_every_executor(|gpu| {
        let text = report(gpu).unwrap();
        assert_eq!(text.lines().count(), 23, "{text}");
        let lines = text.lines().zip(expected.lines());
        let pairs = lines.flat_map(|(a, b)| a.chars().zip(b.chars()));
        assert!(
            pairs.filter(|(a, b)| a != b).count() < 4,
            "{text}\n{expected}"
        );
        // The hole of the ring is dark, the ring bright, and the bar goes to both edges.
        let lines: Vec<Vec<char>> = text.lines().map(|line| line.chars().collect()).collect();
        assert_eq!(lines[11][24], ' ', "{text}");
        assert_eq!(lines[11][10], '@', "{text}");
        assert_eq!([lines[0][54], lines[22][54]], ['@'; 2], "{text}");
    });
}
