//! A step of the shallow water equations on a torus: what flows out of one cell through a
//! side flows into the next, so that no water is lost but for rounding.
//!
//! Finite volumes with V. V. Rusanov's flux (1961), as in R. J. LeVeque, "Finite Volume
//! Methods for Hyperbolic Problems" (2002), chapters 4 and 13.
//!
//! `cargo run --release --example 16_shallow_water`

use bitonic::*;

/// What a step is told. The acceleration of gravity is 1.
#[derive(Clone, Copy, ShaderType)]
pub(crate) struct Sea {
    /// Cells along x and y.
    pub(crate) size: UVec2,
    /// The time of a step, in units of the time that a speed of 1 takes through a cell.
    /// Stable as long as the fastest wave, of the speed `|u| + sqrt(h)`, passes less than
    /// half a cell.
    pub(crate) dt: f32,
}

/// What flows along x, and the speed of the fastest wave.
#[shader_fn]
fn flow(cell: Vec3) -> (Vec3, f32) {
    let (h, hu) = (cell.x, cell.y);
    let u = hu / h;
    let through = vec3(hu, hu * u + h * h * 0.5, cell.z * u);
    (through, abs(u) + sqrt(h))
}

/// What passes the side between two cells, the second on the right of the first.
#[shader_fn]
fn flux(left: Vec3, right: Vec3) -> Vec3 {
    let (from_left, speed_left) = flow(left);
    let (from_right, speed_right) = flow(right);
    let speed = max(speed_left, speed_right);
    (from_left + from_right - (right - left) * speed) * 0.5
}

/// One step. A cell is its depth `h`, and `h` times the velocity along x and along y.
#[kernel(workgroup_size(8, 8))]
pub(crate) fn advance(sea: Uniform<Sea>, before: &[Vec3], after: &mut [Vec3]) {
    let at = global_invocation_id().xy;
    if all(at < sea.size) {
        let (x, y) = (at.x, at.y);
        let (width, height) = (sea.size.x, sea.size.y);
        let cell = |x: u32, y: u32| before[y * width + x];
        let here = cell(x, y);
        let west = cell((x + width - 1) % width, y);
        let east = cell((x + 1) % width, y);
        let north = cell(x, (y + height - 1) % height);
        let south = cell(x, (y + 1) % height);
        // Along y it is as along x, with the velocities exchanged.
        let along_x = flux(here, east) - flux(west, here);
        let along_y = flux(here.xzy, south.xzy) - flux(north.xzy, here.xzy);
        after[y * width + x] = here - (along_x + along_y.xzy) * sea.dt;
    }
}

/// The cells after so many steps, row by row.
pub(crate) fn simulate(
    gpu: &Gpu,
    cells: &[Vec3],
    sea: &Sea,
    steps: usize,
) -> Result<Vec<Vec3>, runtime::Error> {
    let kernel = advance()?;
    let mut before = gpu.buffer(cells)?;
    let mut after = gpu.zeroed::<Vec3>(cells.len())?;
    for _ in 0..steps {
        gpu.run(&kernel)
            .bind(sea, &before, &mut after)
            .workgroups([sea.size.x.div_ceil(8), sea.size.y.div_ceil(8), 1])?;
        std::mem::swap(&mut before, &mut after);
    }
    before.read()
}

/// Rusanov's flux through a side whose normal is `axis`, in double precision.
fn flux_on_host(left: [f64; 3], right: [f64; 3], axis: usize) -> [f64; 3] {
    let normal = 1 + axis;
    let velocity = |cell: [f64; 3]| cell[normal] / cell[0];
    let flow = |cell: [f64; 3]| {
        let mut flow = cell.map(|part| part * velocity(cell));
        flow[normal] += cell[0] * cell[0] / 2.0;
        flow
    };
    let speed = |cell: [f64; 3]| velocity(cell).abs() + cell[0].sqrt();
    let fastest = speed(left).max(speed(right));
    let (from_left, from_right) = (flow(left), flow(right));
    std::array::from_fn(|i| {
        (from_left[i] + from_right[i]) / 2.0 - fastest * (right[i] - left[i]) / 2.0
    })
}

/// A step on the host, side by side: what leaves one cell is put into the other.
pub(crate) fn step_on_host(cells: &[[f64; 3]], sea: &Sea) -> Vec<[f64; 3]> {
    let (width, height) = (sea.size.x as usize, sea.size.y as usize);
    let mut after = cells.to_vec();
    for y in 0..height {
        for x in 0..width {
            let here = y * width + x;
            let east = y * width + (x + 1) % width;
            let south = (y + 1) % height * width + x;
            for (axis, next) in [east, south].into_iter().enumerate() {
                let flux = flux_on_host(cells[here], cells[next], axis);
                for part in 0..3 {
                    after[here][part] -= flux[part] * f64::from(sea.dt);
                    after[next][part] += flux[part] * f64::from(sea.dt);
                }
            }
        }
    }
    after
}

/// Cells in double precision.
pub(crate) fn precise(cells: &[Vec3]) -> Vec<[f64; 3]> {
    let cells = cells.iter().map(|cell| [cell.x, cell.y, cell.z]);
    cells.map(|cell| cell.map(f64::from)).collect()
}

/// All water.
pub(crate) fn mass(cells: &[Vec3]) -> f64 {
    cells.iter().map(|cell| f64::from(cell.x)).sum()
}

/// A sea of depth 1 with a column of water in its middle.
pub(crate) fn drop(size: UVec2) -> Vec<Vec3> {
    let middle = [size.x, size.y].map(|side| (f64::from(side) - 1.0) / 2.0);
    let cells = (0..size.y).flat_map(|y| (0..size.x).map(move |x| (x, y)));
    let depth = |(x, y): (u32, u32)| {
        let (dx, dy) = (f64::from(x) - middle[0], f64::from(y) - middle[1]);
        1.0 + 0.5 * (-(dx * dx + dy * dy) / 18.0).exp()
    };
    let still = |depth: f64| Vec3::new(depth as f32, 0.0, 0.0);
    cells.map(|cell| still(depth(cell))).collect()
}

/// The depths of a row of cells, as a line of bars.
fn profile(row: &[Vec3]) -> String {
    const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let bar = |cell: &Vec3| BARS[((cell.x - 0.92) * 40.0).clamp(0.0, 7.0) as usize];
    row.iter().map(bar).collect()
}

/// What the example prints, once the sea is the host's and its mass what it was.
pub(crate) fn report(gpu: &Gpu) -> Result<String, Box<dyn std::error::Error>> {
    let sea = Sea {
        size: UVec2::new(61, 61),
        dt: 0.2,
    };
    let start = drop(sea.size);
    let mut expected = precise(&start);
    let mut text = "time  mass       a row through the middle\n".to_owned();
    let mut cells = start.clone();
    for time in 0..6 {
        let row = &cells[30 * 61..31 * 61];
        text += &format!("{:4} {:9.3}  {}\n", 4 * time, mass(&cells), profile(row));
        cells = simulate(gpu, &cells, &sea, 20)?;
        for _ in 0..20 {
            expected = step_on_host(&expected, &sea);
        }
        for (found, expected) in precise(&cells).iter().zip(&expected) {
            if (0..3).any(|i| (found[i] - expected[i]).abs() > 1e-4) {
                return Err(format!("a cell is {found:?}, not {expected:?}").into());
            }
        }
        let lost = (mass(&cells) / mass(&start) - 1.0).abs();
        if lost > 1e-6 {
            return Err(format!("{lost} of the water is lost").into());
        }
    }
    Ok(text)
}

/// Runs the example.
pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    let gpu = Gpu::auto()?;
    print!("{}", report(&gpu)?);
    println!("on {}", gpu.info());
    Ok(())
}
