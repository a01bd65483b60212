//! Neighbours among many particles: a counting sort puts the particles of each cell of a grid
//! side by side, and each particle looks into nine cells instead of at all others.
//!
//! S. Green, "Particle Simulation using CUDA" (2010), chapter 3: cells by sorting.
//!
//! `cargo run --release --example 19_counting_sort`

use bitonic::nodes::{pcg2d, unit_interval};
use bitonic::*;

/// Cells along each side of the unit square.
pub(crate) const SIDE: u32 = 32;

/// How near a neighbour is: no farther than a cell is wide, so that it lies in the
/// particle's own cell or in one of the eight around it.
pub(crate) const REACH: f32 = 1.0 / SIDE as f32;

/// Scatters particles over the square, denser towards a corner.
#[kernel]
pub(crate) fn scatter(particles: &mut [Vec2]) {
    let i = instance_index();
    if i < particles.len() {
        let random = pcg2d(uvec2(i, 19u32));
        let x = unit_interval(random.x);
        let y = unit_interval(random.y);
        particles[i] = vec2(x * x, y * sqrt(y));
    }
}

/// The column, or the row, of the cells that a coordinate lies in.
#[shader_fn]
fn line_of(coordinate: f32) -> u32 {
    clamp(coordinate * (SIDE as f32), 0.0, (SIDE - 1) as f32) as u32
}

/// The cell that particle `i` lies in, row by row.
#[shader_fn]
pub(crate) fn cell(particles: &[Vec2], i: u32) -> u32 {
    let at = particles[i];
    line_of(at.y) * SIDE + line_of(at.x)
}

/// `found[i]` becomes how many particles lie within reach of particle `i`, itself left out.
/// Those of cell `c` are `order[starts[c]]` up to and without `order[starts[c + 1]]`.
#[kernel]
pub(crate) fn neighbours(particles: &[Vec2], order: &[u32], starts: &[u32], found: &mut [u32]) {
    let i = instance_index();
    if i < found.len() {
        let at = particles[i];
        let (column, row) = (line_of(at.x), line_of(at.y));
        let first_column = max(column, 1) - 1;
        let last_column = min(column + 1, SIDE - 1);
        let mut near = 0u32;
        for y in max(row, 1) - 1..=min(row + 1, SIDE - 1) {
            // The cells of a row stand side by side in the order too.
            let from = starts[y * SIDE + first_column];
            let to = starts[y * SIDE + last_column + 1];
            for place in from..to {
                let other = particles[order[place]];
                if distance(at, other) <= REACH {
                    near += 1;
                }
            }
        }
        found[i] = near - 1;
    }
}

/// What the device found.
pub(crate) struct Found {
    /// The particles by their cells.
    pub(crate) order: Vec<u32>,
    /// How many particles each cell has.
    pub(crate) cells: Vec<u32>,
    /// How many neighbours each particle has.
    pub(crate) neighbours: Vec<u32>,
}

/// Sorts the particles into cells, and counts the neighbours of each.
pub(crate) fn find(gpu: &Gpu, particles: &Buffer<Vec2>) -> Result<Found, runtime::Error> {
    let sort = gpu
        .counting_sort(particles.len(), SIDE * SIDE, |k, i| {
            cell(k.storage("particles"), i)
        })
        .bind("particles", particles)
        .build()?;
    sort.compute()?;

    let mut found = gpu.zeroed::<u32>(particles.len())?;
    gpu.run(&neighbours()?)
        .bind(particles, sort.order(), sort.bin_starts(), &mut found)
        .dispatch(particles.len())?;
    let mut cells = sort.bin_counts().read()?;
    cells.truncate((SIDE * SIDE) as usize);
    Ok(Found {
        order: sort.read()?,
        cells,
        neighbours: found.read()?,
    })
}

/// Compares with the host, which looks at all pairs. Where a distance is the reach itself but
/// for rounding, either may be right.
pub(crate) fn check(found: &Found, particles: &[Vec2]) -> Result<(), String> {
    let mut seen = vec![false; particles.len()];
    found.order.iter().for_each(|&i| seen[i as usize] = true);
    if found.order.len() != particles.len() || seen.contains(&false) {
        return Err("the order does not have each particle once".to_owned());
    }
    if found.cells.iter().sum::<u32>() as usize != particles.len() {
        return Err("the cells do not have all particles".to_owned());
    }
    for (i, (one, &near)) in particles.iter().zip(&found.neighbours).enumerate() {
        let within = |reach: f64| {
            let near = |other: &&Vec2| {
                let (x, y) = (f64::from(one.x - other.x), f64::from(one.y - other.y));
                x.hypot(y) <= reach
            };
            particles.iter().filter(near).count() as u32 - 1
        };
        let reach = f64::from(REACH);
        let (least, most) = (within(reach * (1.0 - 1e-5)), within(reach * (1.0 + 1e-5)));
        if !(least..=most).contains(&near) {
            return Err(format!("particle {i} has {near} neighbours, not {least}"));
        }
    }
    Ok(())
}

/// What the example prints, once it is what the host finds.
pub(crate) fn report(gpu: &Gpu) -> Result<String, Box<dyn std::error::Error>> {
    const SHADES: &[u8] = b" .:-=+*%@";
    let count = 4000;
    let mut particles = gpu.zeroed::<Vec2>(count)?;
    gpu.run(&scatter()?).bind(&mut particles).dispatch(count)?;
    let found = find(gpu, &particles)?;
    check(&found, &particles.read()?)?;

    let mut text = String::new();
    for row in found.cells.chunks(SIDE as usize).rev() {
        let shades = row.iter().map(|&cell| {
            let shade = (cell.next_power_of_two().ilog2() as usize).min(SHADES.len() - 1);
            char::from(if cell == 0 {
                b' '
            } else {
                SHADES[shade.max(1)]
            })
        });
        text += shades.collect::<String>().trim_end();
        text += "\n";
    }
    let (fullest, most) =
        (0..).zip(&found.cells).fold(
            (0, 0),
            |best, (cell, &held)| {
                if held > best.1 { (cell, held) } else { best }
            },
        );
    let pairs = found
        .neighbours
        .iter()
        .map(|&near| u64::from(near))
        .sum::<u64>()
        / 2;
    text += &format!(
        "{count} particles in {} cells; the fullest, in column {} of row {}, has {most}\n\
         {pairs} pairs are near each other, {:.1} neighbours to a particle\n",
        SIDE * SIDE,
        fullest % SIDE,
        fullest / SIDE,
        2.0 * pairs as f64 / count as f64
    );
    Ok(text)
}

/// Runs the example.
pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    let gpu = Gpu::auto()?;
    print!("{}", report(&gpu)?);
    println!("on {}", gpu.info());
    Ok(())
}
