//! Formats against the formulas of the specifications, and sampling where no GPU is asked.

use std::sync::Arc;

use super::sample::{Point, sample};
use super::*;

fn f(word: u32) -> f32 {
    f32::from_bits(word)
}

fn floats(values: [f32; 4]) -> [u32; 4] {
    values.map(f32::to_bits)
}

/// The texel of one word that stands for these values.
fn encoded(format: Format, values: [f32; 4]) -> u32 {
    format.encode(floats(values))[0]
}

#[test]
fn normalized_channels_clamp_and_round_to_the_nearest() {
    // floor(0.5 + 255 * e): 0.5 / 255 rounds up, a little less down.
    let e = [0.5 / 255.0 + 1e-7, 0.5 / 255.0 - 1e-7, 1.7, -3.0];
    assert_eq!(encoded(Format::Rgba8Unorm, e), 0x00FF_0001);
    let e = [-1.0, -7.0, 1.0, -0.5];
    // floor(0.5 - 63.5) = -63
    assert_eq!(
        encoded(Format::Rgba8Snorm, e),
        u32::from_le_bytes([129, 129, 127, 193])
    );
    assert_eq!(
        encoded(Format::Bgra8Unorm, [1.0, 0.0, 0.2, 0.4]),
        0x66FF_0033
    );
    let e = [1.0, 0.0, 0.5, 0.66];
    assert_eq!(encoded(Format::Rgb10a2Unorm, e), 1023 | 512 << 20 | 2 << 30);
    // NaN is no number between 0 and 1; it must only not be out of range.
    assert_eq!(encoded(Format::R8Unorm, [f32::NAN, 0.0, 0.0, 0.0]), 0);
}

#[test]
fn both_least_signed_integers_are_minus_one() {
    for raw in [128, 129] {
        assert_eq!(f(Format::R8Snorm.decode([raw, 0, 0, 0])[0]), -1.0);
    }
    assert_eq!(f(Format::R16Snorm.decode([0x8000, 0, 0, 0])[0]), -1.0);
    assert_eq!(f(Format::R16Snorm.decode([0x7FFF, 0, 0, 0])[0]), 1.0);
}

#[test]
fn integers_out_of_range_become_the_nearest() {
    let texel = Format::Rgba8Uint.encode([255, 256, u32::MAX, 7]);
    assert_eq!(texel, [0x07FF_FFFF, 0, 0, 0]);
    let texel = Format::Rgba8Sint.encode([127, 128, -129i32 as u32, -128i32 as u32]);
    assert_eq!(texel, [0x8080_7F7F, 0, 0, 0]);
    assert_eq!(Format::Rgba8Sint.decode(texel)[3], -128i32 as u32);
    assert_eq!(
        Format::Rgb10a2Uint.encode([1024, 3, 0, 9])[0],
        1023 | 3 << 10 | 3 << 30
    );
}

#[test]
fn missing_channels_are_zero_and_alpha_one() {
    assert_eq!(Format::R32Uint.decode([9, 9, 9, 9]), [9, 0, 0, 1]);
    let words = Format::Rg8Unorm.decode([0x00FF, 0, 0, 0]);
    assert_eq!(words.map(f), [1.0, 0.0, 0.0, 1.0]);
}

#[test]
fn halves() {
    let cases: [(f32, u32); 8] = [
        (1.0, 0x3C00),
        (-2.5, 0xC100),
        (65504.0, 0x7BFF),
        (65519.0, 0x7BFF),
        (65520.0, 0x7C00),
        (f32::INFINITY, 0x7C00),
        (5.960_464_5e-8, 1),
        (-0.0, 0x8000),
    ];
    for (value, bits) in cases {
        assert_eq!(encoded(Format::R16Float, [value; 4]), bits, "{value}");
    }
}

/// The Khronos Data Format Specification, sections 10.3 and 10.4: no sign, five bits of exponent with a
/// bias of 15, six or five digits.
#[test]
fn small_floats() {
    let red = |value| encoded(Format::Rg11b10Ufloat, [value, 0.0, 0.0, 0.0]);
    let blue = |value| encoded(Format::Rg11b10Ufloat, [0.0, 0.0, value, 0.0]) >> 22;
    assert_eq!(red(1.0), 15 << 6);
    assert_eq!(blue(1.0), 15 << 5);
    assert_eq!(red(1.5), 15 << 6 | 32);
    // The greatest finite numbers: (2 - 2^-6) * 2^15 and (2 - 2^-5) * 2^15; finite ones stay finite.
    for value in [65024.0, 70000.0, f32::MAX] {
        assert_eq!(red(value), 30 << 6 | 63, "{value}");
    }
    assert_eq!(blue(64512.0), 30 << 5 | 31);
    assert_eq!(red(f32::INFINITY), 31 << 6);
    assert_eq!(red(f32::NEG_INFINITY), 0);
    assert_eq!(red(-1.0), 0);
    assert!(red(f32::NAN) > 31 << 6);
    // The least one is 2^-20, and half of it is even with 0.
    assert_eq!(red(2f32.powi(-20)), 1);
    assert_eq!(red(2f32.powi(-21)), 0);
    assert_eq!(red(1.51 * 2f32.powi(-20)), 2);
    // Rounding carries into the exponent: 1.999 is 2.
    assert_eq!(red(1.999), 16 << 6);
}

/// The same, section 11.1: three numbers of nine digits, the exponent of the greatest.
#[test]
fn shared_exponents() {
    let texel =
        |values: [f32; 3]| encoded(Format::Rgb9e5Ufloat, [values[0], values[1], values[2], 0.0]);
    // 1 = 256 * 2^(16 - 15 - 9)
    assert_eq!(texel([1.0, 0.5, 0.0]), 256 | 128 << 9 | 16 << 27);
    assert_eq!(texel([0.0; 3]), 0);
    // 65408 is the greatest.
    assert_eq!(texel([1e9, -1.0, f32::NAN]), 511 | 31 << 27);
    // 511.9 * 2^-9 rounds to 512, which needs the next exponent.
    assert_eq!(texel([511.9 / 512.0, 0.0, 0.0]), 256 | 16 << 27);
    let words = Format::Rgb9e5Ufloat.decode([256 | 128 << 9 | 16 << 27, 0, 0, 0]);
    assert_eq!(words.map(f), [1.0, 0.5, 0.0, 1.0]);
}

/// IEC 61966-2-1, and alpha never on its curve.
#[test]
fn srgb() {
    let words = Format::Rgba8UnormSrgb.decode([0x80_00_0A_80, 0, 0, 0]);
    let [red, green, blue, alpha] = words.map(f);
    assert!((red - 0.215_860_5).abs() < 1e-6, "{red}");
    assert!((green - 10.0 / 255.0 / 12.92).abs() < 1e-7, "{green}");
    assert_eq!((blue, alpha), (0.0, 128.0 / 255.0));
}

/// Every value of every format that is not a NaN comes back as the same texel.
#[test]
fn texels_survive_reading_and_writing() {
    let mut state = 1u32;
    let mut noise = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        state ^ state >> 16
    };
    for &format in Format::ALL {
        let bits = format.bytes() * 8;
        for _ in 0..2000 {
            let texel = [0, 1, 2, 3].map(|word: u32| {
                let mask = u32::MAX
                    .checked_shl(bits.saturating_sub(word * 32))
                    .unwrap_or(0);
                noise() & !mask
            });
            let words = format.decode(texel);
            let again = format.decode(format.encode(words));
            let nan = |word: u32| !format.is_integer() && f(word).is_nan();
            for (word, again) in words.into_iter().zip(again) {
                assert!(
                    word == again || nan(word) && nan(again),
                    "{format:?} {texel:x?}"
                );
            }
        }
    }
}

fn view(dimension: ViewDimension, size: [u32; 3], levels: u32) -> TextureView {
    let shape = TextureShape {
        dimension: match dimension {
            ViewDimension::D1 => Dimension::D1,
            ViewDimension::D3 => Dimension::D3,
            ViewDimension::D2
            | ViewDimension::D2Array
            | ViewDimension::Cube
            | ViewDimension::CubeArray => Dimension::D2,
        },
        format: Format::R32Float,
        size,
        levels,
        samples: 1,
    };
    TextureView {
        texture: Arc::new(Texture::try_zeroed(shape).expect("there is room")),
        format: Format::R32Float,
        dimension,
        base_level: 0,
        levels,
        base_layer: 0,
        layers: if dimension == ViewDimension::D3 {
            1
        } else {
            size[2]
        },
    }
}

fn store(view: &TextureView, coordinates: [u32; 3], layer: u32, value: f32) {
    let texel = Texel {
        coordinates,
        layer,
        ..Texel::default()
    };
    view.store(&texel, floats([value, 0.0, 0.0, 0.0]));
}

/// Coordinates that are no numbers, infinite or huge give some texel and never a fault.
#[test]
fn strange_coordinates_are_harmless() {
    let strange = [
        f32::NAN,
        f32::INFINITY,
        f32::NEG_INFINITY,
        1e30,
        -1e30,
        f32::MIN_POSITIVE,
    ];
    let modes = [
        AddressMode::ClampToEdge,
        AddressMode::Repeat,
        AddressMode::MirrorRepeat,
        AddressMode::ClampToBorder,
    ];
    for dimension in [ViewDimension::D2, ViewDimension::D3, ViewDimension::Cube] {
        let view = view(dimension, [3, 3, 6], 2);
        for (x, y) in strange.into_iter().flat_map(|x| strange.map(|y| (x, y))) {
            for (mode, filter) in modes
                .into_iter()
                .flat_map(|m| [(m, Filter::Nearest), (m, Filter::Linear)])
            {
                let sampler = Sampler {
                    address_modes: [mode; 3],
                    magnify: filter,
                    minify: filter,
                    mipmap: filter,
                    ..Sampler::default()
                };
                let point = Point {
                    coordinates: [x, y, x],
                    element: i32::MIN,
                    offset: [i32::MAX, i32::MIN, 7],
                };
                let [red, green, blue, alpha] = sample(&view, &sampler, &point, x);
                assert_eq!([red, green, blue], [0.0; 3]);
                assert!((0.0..1.001).contains(&alpha), "{alpha} at {x} {y}");
            }
        }
    }
}

/// Along the edge of two faces the value is the mean of both; at a corner, of the three that meet.
#[test]
fn cubes_have_no_seams() {
    let view = view(ViewDimension::Cube, [4, 4, 6], 1);
    for layer in 0..6 {
        for (x, y) in (0..4).flat_map(|y| (0..4).map(move |x| (x, y))) {
            store(&view, [x, y, 0], layer, layer as f32);
        }
    }
    let sampler = Sampler {
        magnify: Filter::Linear,
        ..Sampler::default()
    };
    let at = |coordinates| {
        let point = Point {
            coordinates,
            ..Point::default()
        };
        sample(&view, &sampler, &point, 0.0)[0]
    };
    let near = |x: f32, y: f32| assert!((x - y).abs() < 1e-5, "{x} {y}");
    // The faces are +x 0, -x 1, +y 2, -y 3, +z 4, -z 5.
    near(at([1.0, 0.1, 1.0]), 2.0);
    near(at([-1.0, 1.0, 0.2]), 1.5);
    near(at([0.3, -1.0, -1.0]), 4.0);
    near(at([1.0, 1.0, 1.0]), 2.0);
    near(at([-1.0, -1.0, -1.0]), 3.0);
    near(at([0.0, 0.0, -2.0]), 5.0);
}

/// A texel that runs over an edge is the one that lies beyond it, not some other of that face.
#[test]
fn texels_beyond_an_edge_lie_next_to_it() {
    let view = view(ViewDimension::Cube, [4, 4, 6], 1);
    // +x (0): its column 0 lies at +z's (4) column 3, row by row.
    for row in 0..4 {
        store(&view, [0, row, 0], 0, 10.0 * row as f32);
        store(&view, [3, row, 0], 4, 10.0 * row as f32 + 4.0);
    }
    let sampler = Sampler {
        magnify: Filter::Linear,
        ..Sampler::default()
    };
    for row in 0..4 {
        // The middle of the row, on the edge: x = z = 1, y from 0.75 down.
        let point = Point {
            coordinates: [1.0, 0.75 - 0.5 * row as f32, 1.0],
            ..Point::default()
        };
        let value = sample(&view, &sampler, &point, 0.0)[0];
        assert!(
            (value - (10.0 * row as f32 + 2.0)).abs() < 1e-4,
            "{row} {value}"
        );
    }
}

#[test]
fn borders_have_the_samplers_colour() {
    let view = view(ViewDimension::D2, [2, 2, 1], 1);
    let sampler = Sampler {
        address_modes: [AddressMode::ClampToBorder; 3],
        magnify: Filter::Linear,
        border: [1.0; 4],
        ..Sampler::default()
    };
    let at = |x| {
        let point = Point {
            coordinates: [x, 0.5, 0.0],
            ..Point::default()
        };
        sample(&view, &sampler, &point, 0.0)[0]
    };
    // On the edge half of each.
    assert_eq!([at(0.5), at(0.0), at(-1.0)], [0.0, 0.5, 1.0]);
}

/// Texels of one and two bytes share words; threads that write neighbours do not disturb each other.
#[test]
fn neighbours_in_a_word_are_written_by_several_threads() {
    let shape = TextureShape {
        dimension: Dimension::D2,
        format: Format::R8Uint,
        size: [4, 64, 1],
        levels: 1,
        samples: 1,
    };
    let view = TextureView {
        texture: Arc::new(Texture::try_zeroed(shape).expect("there is room")),
        format: Format::R8Uint,
        ..view(ViewDimension::D2, [1, 1, 1], 1)
    };
    std::thread::scope(|scope| {
        for x in 0..4 {
            let view = &view;
            scope.spawn(move || {
                for y in (0..64).cycle().take(6400) {
                    let texel = Texel {
                        coordinates: [x, y, 0],
                        ..Texel::default()
                    };
                    view.store(&texel, [x * 64 + y, 0, 0, 0]);
                }
            });
        }
    });
    for (x, y) in (0..64).flat_map(|y| (0..4).map(move |x| (x, y))) {
        let texel = Texel {
            coordinates: [x, y, 0],
            ..Texel::default()
        };
        assert_eq!(view.load(&texel)[0], x * 64 + y);
    }
}

#[test]
fn an_impossible_texture_is_none() {
    let shape = TextureShape {
        dimension: Dimension::D3,
        format: Format::Rgba32Float,
        size: [u32::MAX; 3],
        levels: 1,
        samples: 1,
    };
    assert!(Texture::try_zeroed(shape).is_none());
}
