//! Conway's Game of Life on a torus: a live cell with two or three live neighbours stays
//! alive, a dead one with three comes to life, all others are dead.
//!
//! M. Gardner, "The Fantastic Combinations of John Conway's New Solitaire Game 'Life'",
//! Scientific American 223 (1970).
//!
//! `cargo run --release --example 13_life`

use bitonic::nodes::hash;
use bitonic::*;

/// A cell for each invocation: alive with the probability `density`, by chance.
#[kernel]
pub(crate) fn soup(cells: &mut [u32], density: f32) {
    let i = instance_index();
    if i < cells.len() {
        cells[i] = (hash(i) < density) as u32;
    }
}

/// One generation: `before` is read, `after` written, both row by row, 1 for a live cell.
#[kernel(workgroup_size(8, 8))]
pub(crate) fn generation(before: &[u32], after: &mut [u32], size: UVec2) {
    let at = global_invocation_id().xy;
    if all(at < size) {
        // The cells of the square around this one, itself among them.
        let mut square = 0u32;
        for dy in 0u32..3 {
            let y = (at.y + size.y - 1 + dy) % size.y;
            for dx in 0u32..3 {
                let x = (at.x + size.x - 1 + dx) % size.x;
                square += before[y * size.x + x];
            }
        }
        let here = at.y * size.x + at.x;
        let alive = before[here];
        let neighbours = square - alive;
        // Alive with two neighbours or with three, or dead with three.
        after[here] = ((neighbours | alive) == 3) as u32;
    }
}

/// The cells after so many generations on a torus of `size`.
pub(crate) fn evolve(
    gpu: &Gpu,
    cells: &[u32],
    size: UVec2,
    generations: usize,
) -> Result<Vec<u32>, runtime::Error> {
    let kernel = generation()?;
    let mut before = gpu.buffer(cells)?;
    let mut after = gpu.zeroed::<u32>(cells.len())?;
    for _ in 0..generations {
        gpu.run(&kernel)
            .bind(&before, &mut after, size)
            .workgroups([size.x.div_ceil(8), size.y.div_ceil(8), 1])?;
        std::mem::swap(&mut before, &mut after);
    }
    before.read()
}

/// One generation on the host: each live cell tells its neighbours.
pub(crate) fn generation_on_host(cells: &[u32], size: UVec2) -> Vec<u32> {
    let (width, height) = (size.x as usize, size.y as usize);
    let mut neighbours = vec![0; cells.len()];
    for (i, _) in cells.iter().enumerate().filter(|(_, cell)| **cell == 1) {
        let (x, y) = (i % width + width, i / width + height);
        for (dx, dy) in [
            (0, 0),
            (1, 0),
            (2, 0),
            (0, 1),
            (2, 1),
            (0, 2),
            (1, 2),
            (2, 2),
        ] {
            let (x, y) = ((x + dx - 1) % width, (y + dy - 1) % height);
            neighbours[y * width + x] += 1;
        }
    }
    let rule = |(cell, count): (&u32, &i32)| u32::from(*count == 3 || *cell == 1 && *count == 2);
    cells.iter().zip(&neighbours).map(rule).collect()
}

/// A line for each two rows, a half of a character's height for each cell.
pub(crate) fn picture(cells: &[u32], size: UVec2) -> String {
    let width = size.x.max(1) as usize;
    let mut picture = String::new();
    for rows in cells.chunks(2 * width) {
        for x in 0..width {
            picture.push(match (rows[x], rows.get(width + x)) {
                (1, Some(1)) => '█',
                (1, _) => '▀',
                (_, Some(1)) => '▄',
                (_, _) => ' ',
            });
        }
        picture.truncate(picture.trim_end().len());
        picture.push('\n');
    }
    picture
}

/// What the example prints, once the cells are the host's.
pub(crate) fn report(gpu: &Gpu) -> Result<String, Box<dyn std::error::Error>> {
    let size = UVec2::new(70, 40);
    let count = (size.x * size.y) as usize;
    let mut cells = gpu.zeroed::<u32>(count)?;
    gpu.run(&soup()?).bind(&mut cells, 0.35).dispatch(count)?;

    let generations = 200;
    let cells = cells.read()?;
    let first: u32 = cells.iter().sum();
    let mut expected = cells.clone();
    for _ in 0..generations {
        expected = generation_on_host(&expected, size);
    }
    let found = evolve(gpu, &cells, size, generations)?;
    if let Some(i) = (0..count).find(|&i| found[i] != expected[i]) {
        return Err(format!("cell {i} is {}, not {}", found[i], expected[i]).into());
    }
    Ok(format!(
        "{}{first} cells became {} in {generations} generations\n",
        picture(&found, size),
        found.iter().sum::<u32>()
    ))
}

/// Runs the example.
pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    let gpu = Gpu::auto()?;
    print!("{}", report(&gpu)?);
    println!("on {}", gpu.info());
    Ok(())
}
