//! Sampling: which texels a point of a texture takes its value from, and how they are mixed.
//!
//! After the Vulkan specification 1.3, section 16 ("Image Operations"), which WebGPU's samplers are made
//! for; weights and levels are computed in f32, not in the few bits that hardware takes. Anisotropy is
//! ignored, as the specification allows. Cubes are in `cube`.

use super::cube;
use super::sampler::{Filter, Sampler};
use super::view::{Texel, TextureView, ViewDimension};

/// Where a texture is sampled.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Point {
    /// Normalised coordinates, or a direction for cubes.
    pub(crate) coordinates: [f32; 3],
    /// Element of an array, clamped to those that there are.
    pub(crate) element: i32,
    /// Texels added to the coordinates.
    pub(crate) offset: [i32; 3],
}

/// A texel and its part of the result; `None` is the border.
pub(super) type Tap = (Option<Texel>, f32);

/// What a texel counts for: its colour, or how a comparison comes out.
trait Value {
    fn of(&self, words: [u32; 4]) -> [f32; 4];
}

/// The texel's colour.
struct Colour;

impl Value for Colour {
    fn of(&self, words: [u32; 4]) -> [f32; 4] {
        words.map(f32::from_bits)
    }
}

/// One where the reference compares with the texel's depth, else zero.
struct Comparison<'a> {
    sampler: &'a Sampler,
    reference: f32,
}

impl<'a> Comparison<'a> {
    fn new(view: &TextureView, sampler: &'a Sampler, reference: f32) -> Self {
        let reference = if view.format.is_normalized() {
            reference.clamp(0.0, 1.0)
        } else {
            reference
        };
        Self { sampler, reference }
    }

    fn one_or_zero(&self, words: [u32; 4]) -> f32 {
        let depth = f32::from_bits(words[0]);
        let compare = self.sampler.compare;
        let holds = compare.is_some_and(|compare| compare.holds(self.reference, depth));
        f32::from(u8::from(holds))
    }
}

impl Value for Comparison<'_> {
    fn of(&self, words: [u32; 4]) -> [f32; 4] {
        [self.one_or_zero(words); 4]
    }
}

/// The filtered colour at a level of detail.
pub(crate) fn sample(view: &TextureView, sampler: &Sampler, point: &Point, level: f32) -> [f32; 4] {
    at_detail(view, sampler, point, level, &Colour)
}

/// The filtered outcome of comparisons with the depths at level 0.
pub(crate) fn sample_compare(
    view: &TextureView,
    sampler: &Sampler,
    point: &Point,
    reference: f32,
) -> f32 {
    let value = Comparison::new(view, sampler, reference);
    at_detail(view, sampler, point, 0.0, &value)[0]
}

/// One channel of the four texels around a point of level 0, as words: (0, 1), (1, 1), (1, 0), (0, 0).
pub(crate) fn gather(
    view: &TextureView,
    sampler: &Sampler,
    point: &Point,
    channel: usize,
) -> [u32; 4] {
    corners(view, sampler, point).map(|texel| fetch(view, sampler, texel)[channel])
}

/// The outcome of a comparison with each of the four texels around a point of level 0.
pub(crate) fn gather_compare(
    view: &TextureView,
    sampler: &Sampler,
    point: &Point,
    reference: f32,
) -> [u32; 4] {
    let value = Comparison::new(view, sampler, reference);
    let texels = corners(view, sampler, point);
    texels.map(|texel| value.one_or_zero(fetch(view, sampler, texel)).to_bits())
}

/// The level of detail at which a step by one of the gradients is about a texel.
pub(crate) fn level_of_gradients(
    view: &TextureView,
    point: &Point,
    gradients: [[f32; 3]; 2],
) -> f32 {
    let size = view.size(0).map(|size| size as f32);
    let squares = gradients.map(|gradient| {
        let scaled = if is_cube(view) {
            cube::gradient(point.coordinates, gradient).map(|step| step * size[0])
        } else {
            [0, 1, 2].map(|axis| gradient[axis] * size[axis])
        };
        let axes = scaled.into_iter().take(axes(view.dimension));
        axes.map(|step| step * step).sum::<f32>()
    });
    // Half the logarithm of the square is the logarithm of the length.
    squares[0].max(squares[1]).log2() * 0.5
}

fn is_cube(view: &TextureView) -> bool {
    matches!(
        view.dimension,
        ViewDimension::Cube | ViewDimension::CubeArray
    )
}

/// Axes of a flat view, or of a face.
fn axes(dimension: ViewDimension) -> usize {
    match dimension {
        ViewDimension::D1 => 1,
        ViewDimension::D2
        | ViewDimension::D2Array
        | ViewDimension::Cube
        | ViewDimension::CubeArray => 2,
        ViewDimension::D3 => 3,
    }
}

/// The words of a texel; of the border, the sampler's colour.
fn fetch(view: &TextureView, sampler: &Sampler, texel: Option<Texel>) -> [u32; 4] {
    match texel {
        Some(texel) => view.load(&texel),
        None if view.format.is_integer() => sampler.border.map(|channel| channel as u32),
        None => sampler.border.map(f32::to_bits),
    }
}

fn at_detail(
    view: &TextureView,
    sampler: &Sampler,
    point: &Point,
    level: f32,
    value: &impl Value,
) -> [f32; 4] {
    // In this order NaN becomes the least level.
    let level = level.max(sampler.min_level).min(sampler.max_level);
    let filter = if level <= 0.0 {
        sampler.magnify
    } else {
        sampler.minify
    };
    let last = view.levels.saturating_sub(1);
    let level = level.clamp(0.0, last as f32);
    let at = |level: f32| at_level(view, sampler, point, level as u32, filter, value);
    match sampler.mipmap {
        Filter::Nearest => at((level + 0.5).ceil() - 1.0),
        Filter::Linear => {
            let below = level.floor();
            let first = at(below);
            if level == below {
                return first;
            }
            mix(first, at(below + 1.0), level - below)
        }
    }
}

fn mix(first: [f32; 4], second: [f32; 4], weight: f32) -> [f32; 4] {
    [0, 1, 2, 3].map(|index| first[index] * (1.0 - weight) + second[index] * weight)
}

fn at_level(
    view: &TextureView,
    sampler: &Sampler,
    point: &Point,
    level: u32,
    filter: Filter,
    value: &impl Value,
) -> [f32; 4] {
    let mut sum = [0.0; 4];
    let mut add = |(texel, weight): Tap| {
        // A texel without weight must not count even if it is infinite.
        if weight != 0.0 {
            let colour = value.of(fetch(view, sampler, texel));
            for (sum, part) in sum.iter_mut().zip(colour) {
                *sum += part * weight;
            }
        }
    };
    if is_cube(view) {
        let base = element(view, point) * 6;
        let size = view.size(level)[0];
        cube::taps(point.coordinates, size, level, base, filter)
            .into_iter()
            .for_each(&mut add);
    } else {
        flat_taps(view, sampler, point, level, filter, &mut add);
    }
    sum
}

/// The element of an array, clamped to those that there are.
fn element(view: &TextureView, point: &Point) -> u32 {
    let last = view.elements().saturating_sub(1);
    u32::try_from(point.element).unwrap_or(0).min(last)
}

/// The one or two texels along an axis, with their weights. A second one without weight is the first.
fn along(coordinate: f32, size: u32, offset: i32, filter: Filter) -> [(i64, f32); 2] {
    let place = coordinate * size as f32;
    // What has no place is anywhere.
    let place = if place.is_finite() { place } else { 0.0 };
    let shifted = match filter {
        Filter::Nearest => place,
        Filter::Linear => place - 0.5,
    };
    let first = shifted.floor();
    let index = (first as i64).saturating_add(offset.into());
    match filter {
        Filter::Nearest => [(index, 1.0), (index, 0.0)],
        Filter::Linear => {
            let weight = shifted - first;
            [(index, 1.0 - weight), (index.saturating_add(1), weight)]
        }
    }
}

fn flat_taps(
    view: &TextureView,
    sampler: &Sampler,
    point: &Point,
    level: u32,
    filter: Filter,
    add: &mut impl FnMut(Tap),
) {
    let size = view.size(level);
    let count = axes(view.dimension);
    let layer = element(view, point);
    let pairs = [0, 1, 2].map(|axis| {
        if axis < count {
            along(
                point.coordinates[axis],
                size[axis],
                point.offset[axis],
                filter,
            )
        } else {
            [(0, 1.0), (0, 0.0)]
        }
    });
    for corner in 0..8 {
        let chosen = [0, 1, 2].map(|axis| pairs[axis][corner >> axis & 1]);
        let weight = chosen.iter().map(|(_, weight)| weight).product();
        if weight != 0.0 {
            add((
                wrap(sampler, chosen.map(|(index, _)| index), size, level, layer),
                weight,
            ));
        }
    }
}

fn wrap(
    sampler: &Sampler,
    indices: [i64; 3],
    size: [u32; 3],
    level: u32,
    layer: u32,
) -> Option<Texel> {
    let mut coordinates = [0; 3];
    for axis in 0..3 {
        coordinates[axis] = sampler.address_modes[axis].resolve(indices[axis], size[axis])?;
    }
    Some(Texel {
        coordinates,
        layer,
        level,
        sample: 0,
    })
}

/// The four texels that linear filtering would mix at level 0, in the order of `textureGather`.
fn corners(view: &TextureView, sampler: &Sampler, point: &Point) -> [Option<Texel>; 4] {
    const ORDER: [[usize; 2]; 4] = [[0, 1], [1, 1], [1, 0], [0, 0]];
    let size = view.size(0);
    if is_cube(view) {
        let base = element(view, point) * 6;
        return ORDER.map(|corner| Some(cube::corner(point.coordinates, size[0], base, corner)));
    }
    let layer = element(view, point);
    let pairs = [0, 1].map(|axis| {
        let (coordinate, offset) = (point.coordinates[axis], point.offset[axis]);
        along(coordinate, size[axis], offset, Filter::Linear)
    });
    ORDER.map(|[x, y]| wrap(sampler, [pairs[0][x].0, pairs[1][y].0, 0], size, 0, layer))
}

/// `point` moved so that no texel beyond the edge of level 0 counts, whatever the sampler says.
pub(crate) fn clamped_to_edge(view: &TextureView, point: &Point) -> Point {
    let size = view.size(0).map(|size| size as f32);
    let coordinates = [0, 1, 2].map(|axis| {
        let half = 0.5 / size[axis];
        point.coordinates[axis].max(half).min(1.0 - half)
    });
    Point {
        coordinates,
        ..*point
    }
}
