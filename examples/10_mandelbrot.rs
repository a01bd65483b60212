//! The Mandelbrot set: one invocation for each point, and a count of the steps of
//! `z = z * z + c` before `z` is farther than 2 from the origin.
//!
//! B. Mandelbrot, "Fractal Aspects of the Iteration of z -> λz(1 - z) for Complex λ and z"
//! (1980).
//!
//! `cargo run --release --example 10_mandelbrot`

use bitonic::*;

/// A part of the plane, and how finely it is looked at.
#[derive(Clone, Copy, ShaderType)]
pub(crate) struct View {
    /// The point in the middle.
    pub(crate) center: Vec2,
    /// The way from one point to the next, along each axis.
    pub(crate) step: Vec2,
    /// Points along x and y.
    pub(crate) size: UVec2,
    /// The most steps that are taken.
    pub(crate) limit: u32,
}

/// The square of a complex number.
#[shader_fn]
fn square(z: Vec2) -> Vec2 {
    vec2(z.x * z.x - z.y * z.y, 2.0 * z.x * z.y)
}

/// `counts[y * width + x]`: the steps that the point takes; `limit` for those that stay.
#[kernel(workgroup_size(8, 8))]
pub(crate) fn mandelbrot(view: Uniform<View>, counts: &mut [u32]) {
    let at = global_invocation_id().xy;
    if all(at < view.size) {
        let from_middle = at.to_f32() - (view.size - 1).to_f32() * 0.5;
        let c = view.center + from_middle * view.step;
        let mut z = vec2(0.0, 0.0);
        let mut count = 0u32;
        while dot(z, z) <= 4.0 && count < view.limit {
            z = square(z) + c;
            count += 1;
        }
        counts[at.y * view.size.x + at.x] = count;
    }
}

/// The counts of the view's points, row by row.
pub(crate) fn counts(gpu: &Gpu, view: &View) -> Result<Vec<u32>, runtime::Error> {
    let mut counts = gpu.zeroed::<u32>((view.size.x * view.size.y) as usize)?;
    gpu.run(&mandelbrot()?)
        .bind(view, &mut counts)
        .workgroups([view.size.x.div_ceil(8), view.size.y.div_ceil(8), 1])?;
    counts.read()
}

/// The counts as the host has them, in double precision.
pub(crate) fn counts_on_host(view: &View) -> Vec<u32> {
    let coordinate = |center: f32, step: f32, index: u32, size: u32| {
        f64::from(center) + (f64::from(index) - f64::from(size - 1) / 2.0) * f64::from(step)
    };
    let mut counts = Vec::new();
    for y in 0..view.size.y {
        for x in 0..view.size.x {
            let re = coordinate(view.center.x, view.step.x, x, view.size.x);
            let im = coordinate(view.center.y, view.step.y, y, view.size.y);
            let (mut a, mut b, mut count) = (0.0, 0.0, 0);
            while a * a + b * b <= 4.0 && count < view.limit {
                (a, b) = (a * a - b * b + re, 2.0 * a * b + im);
                count += 1;
            }
            counts.push(count);
        }
    }
    counts
}

/// The whole set, in characters that are twice as high as wide.
pub(crate) fn whole(columns: u32, rows: u32) -> View {
    View {
        center: Vec2::new(-0.7, 0.0),
        step: Vec2::new(3.0 / columns as f32, 2.4 / rows as f32),
        size: UVec2::new(columns, rows),
        limit: 200,
    }
}

/// A character for each point: the longer it stays, the darker.
pub(crate) fn picture(view: &View, counts: &[u32]) -> String {
    const SHADES: &[u8] = b" .:-=+*%@";
    let shade = |&count: &u32| match count {
        _ if count == view.limit => '#',
        0..2 => ' ',
        _ => char::from(SHADES[(count.ilog2() as usize).min(SHADES.len() - 1)]),
    };
    let rows = counts.chunks(view.size.x.max(1) as usize);
    let lines = rows.map(|row| row.iter().map(shade).collect::<String>() + "\n");
    lines.collect()
}

/// What the example prints, once the counts are the host's. Near the border of the set
/// the last bit of a number decides: there a count may differ.
pub(crate) fn report(gpu: &Gpu) -> Result<String, Box<dyn std::error::Error>> {
    let view = whole(76, 31);
    let counts = counts(gpu, &view)?;
    let expected = counts_on_host(&view);
    let different = counts.iter().zip(&expected).filter(|(a, b)| a != b).count();
    if different > counts.len() / 100 {
        return Err(format!("{different} of {} counts are not the host's", counts.len()).into());
    }
    Ok(picture(&view, &counts))
}

/// Runs the example.
pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    let gpu = Gpu::auto()?;
    print!("{}", report(&gpu)?);
    println!("on {}", gpu.info());
    Ok(())
}
