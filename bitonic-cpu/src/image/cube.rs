//! Cubes: which face a direction meets, and the texels around the place where it does.
//!
//! After the Vulkan specification 1.3, sections 16.5.4 to 16.5.6 and 16.8 ("Cube Map Edge Handling"):
//! beyond the edge of a face lies the face next to it; where three faces meet, the texel that there is
//! not is the mean of the three that there are.

use super::sample::Tap;
use super::sampler::Filter;
use super::view::Texel;

/// The axes of a face: which coordinate it is, and its sign.
#[derive(Clone, Copy)]
struct Axis {
    index: usize,
    sign: f32,
}

/// A face: the axis that meets it, and those along which its rows and columns run.
struct Face {
    major: Axis,
    along: [Axis; 2],
}

const fn axis(index: usize, sign: f32) -> Axis {
    Axis { index, sign }
}

const fn face(major: Axis, s: Axis, t: Axis) -> Face {
    Face {
        major,
        along: [s, t],
    }
}

/// In the order of the layers: +x, -x, +y, -y, +z, -z.
const FACES: [Face; 6] = [
    face(axis(0, 1.0), axis(2, -1.0), axis(1, -1.0)),
    face(axis(0, -1.0), axis(2, 1.0), axis(1, -1.0)),
    face(axis(1, 1.0), axis(0, 1.0), axis(2, 1.0)),
    face(axis(1, -1.0), axis(0, 1.0), axis(2, -1.0)),
    face(axis(2, 1.0), axis(0, 1.0), axis(1, -1.0)),
    face(axis(2, -1.0), axis(0, -1.0), axis(1, -1.0)),
];

/// The face that a direction meets: that of the longest axis, z before y before x.
fn meet(direction: [f32; 3]) -> usize {
    let [x, y, z] = direction.map(f32::abs);
    let major = if z >= x && z >= y {
        2
    } else if y >= x {
        1
    } else {
        0
    };
    2 * major + usize::from(direction[major] < 0.0)
}

/// Where a direction meets a face: [-1, 1] on each of its axes.
fn project(face: &Face, direction: [f32; 3]) -> [f32; 2] {
    let length = direction[face.major.index].abs();
    face.along.map(|axis| {
        let place = axis.sign * direction[axis.index] / length;
        // The zero vector points nowhere.
        if place.is_finite() { place } else { 0.0 }
    })
}

/// The direction of a place on a face, which may lie beyond the edge.
fn direction(face: &Face, place: [f32; 2]) -> [f32; 3] {
    let mut direction = [0.0; 3];
    direction[face.major.index] = face.major.sign;
    for (axis, place) in face.along.iter().zip(place) {
        direction[axis.index] = axis.sign * place;
    }
    direction
}

/// How far a step along `gradient` moves on the face that is met; the face is 1 wide.
pub(super) fn gradient(at: [f32; 3], gradient: [f32; 3]) -> [f32; 3] {
    let face = &FACES[meet(at)];
    let length = at[face.major.index].abs();
    let growth = face.major.sign * gradient[face.major.index];
    let [s, t] = face.along.map(|axis| {
        let (place, step) = (axis.sign * at[axis.index], axis.sign * gradient[axis.index]);
        0.5 * (step * length - place * growth) / (length * length)
    });
    [s, t, 0.0]
}

/// The first of the two texels along each axis, and the weight of the second.
fn footprint(place: [f32; 2], size: u32) -> [(i64, f32); 2] {
    place.map(|place| {
        let shifted = (place * 0.5 + 0.5) * size as f32 - 0.5;
        let first = shifted.floor();
        (first as i64, shifted - first)
    })
}

fn texel(face: usize, base: u32, level: u32, coordinates: [i64; 2], size: u32) -> Texel {
    let last = i64::from(size.max(1)) - 1;
    let [x, y] = coordinates.map(|index| index.clamp(0, last) as u32);
    Texel {
        coordinates: [x, y, 0],
        layer: base + face as u32,
        level,
        sample: 0,
    }
}

/// The texel at a place that may lie beyond one edge of a face. At a corner, where there is none, the
/// nearest of this face.
fn across(face: usize, base: u32, level: u32, coordinates: [i64; 2], size: u32) -> Texel {
    let is_inside = |index: i64| (0..i64::from(size)).contains(&index);
    let outside = coordinates.iter().filter(|index| !is_inside(**index));
    if outside.count() != 1 {
        return texel(face, base, level, coordinates, size);
    }
    // The centre of the texel beyond the edge, seen from the middle of the cube, lies on the texel that
    // is meant: it is less than a texel off along the edge, and less than a texel within it across.
    let place = coordinates.map(|index| (index as f32 + 0.5) / size as f32 * 2.0 - 1.0);
    let beyond = direction(&FACES[face], place);
    let next = meet(beyond);
    let place = project(&FACES[next], beyond);
    let coordinates = place.map(|place| ((place * 0.5 + 0.5) * size as f32).floor() as i64);
    texel(next, base, level, coordinates, size)
}

/// One of the four texels around the place that a direction meets, by its number along each axis.
pub(super) fn corner(at: [f32; 3], size: u32, base: u32, corner: [usize; 2]) -> Texel {
    let face = meet(at);
    let [(x, _), (y, _)] = footprint(project(&FACES[face], at), size);
    let coordinates = [x + corner[0] as i64, y + corner[1] as i64];
    across(face, base, 0, coordinates, size)
}

/// The texels that a direction takes its value from, with their weights.
pub(super) fn taps(at: [f32; 3], size: u32, level: u32, base: u32, filter: Filter) -> [Tap; 4] {
    let face = meet(at);
    let place = project(&FACES[face], at);
    if filter == Filter::Nearest {
        let coordinates = place.map(|place| ((place * 0.5 + 0.5) * size as f32).floor() as i64);
        let nearest = texel(face, base, level, coordinates, size);
        return [(Some(nearest), 1.0), (None, 0.0), (None, 0.0), (None, 0.0)];
    }
    let [(x, right), (y, below)] = footprint(place, size);
    let is_inside = |index: i64| (0..i64::from(size)).contains(&index);
    let mut weights = [0.0; 4];
    let mut missing = None;
    for (corner, weight) in weights.iter_mut().enumerate() {
        let (dx, dy) = (corner & 1, corner >> 1);
        let horizontal = if dx == 0 { 1.0 - right } else { right };
        let vertical = if dy == 0 { 1.0 - below } else { below };
        *weight = horizontal * vertical;
        if !is_inside(x + dx as i64) && !is_inside(y + dy as i64) {
            missing = Some(corner);
        }
    }
    if let Some(missing) = missing {
        let share = weights[missing] / 3.0;
        weights.iter_mut().for_each(|weight| *weight += share);
        weights[missing] = 0.0;
    }
    [0, 1, 2, 3].map(|corner| {
        let coordinates = [x + (corner & 1) as i64, y + (corner >> 1) as i64];
        (
            Some(across(face, base, level, coordinates, size)),
            weights[corner],
        )
    })
}
