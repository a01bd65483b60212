//! Culling on the device: one kernel finds the objects in view and counts them, another
//! turns the count into workgroups, and as many then draw them. The host starts all three
//! at once, and never waits for the count.
//!
//! The spheres against planes are U. Assarsson and T. Möller's, "Optimized View Frustum
//! Culling Algorithms for Bounding Boxes" (2000), in their simplest form.
//!
//! `cargo run --release --example 17_culling`

use bitonic::nodes::{pcg4d, random_between};
use bitonic::*;

/// Invocations of a workgroup, and objects that it draws.
const LANES: u32 = 64;

/// Characters of the picture along x and y.
const SIZE: [u32; 2] = [70, 24];

/// The six planes around what is in view, each with its normal inwards and its distance
/// from the origin.
#[derive(Clone, Copy, ShaderType)]
pub(crate) struct View {
    pub(crate) planes: [Vec4; 6],
}

/// `spheres[i]` becomes a point at random in a cube around the origin, 40 wide, and a
/// radius of at most 1.
#[kernel(workgroup_size(LANES))]
pub(crate) fn scatter(spheres: &mut [Vec4]) {
    let i = instance_index();
    if i < spheres.len() {
        let random = pcg4d(uvec4(i, 1, 2, 3));
        spheres[i] = vec4(
            random_between(random.x, -20.0, 20.0),
            random_between(random.y, -20.0, 20.0),
            random_between(random.z, -20.0, 20.0),
            random_between(random.w, 0.1, 1.0),
        );
    }
}

/// Lists the spheres in view, in whatever order, and adds their number to `found`.
#[kernel(workgroup_size(LANES))]
pub(crate) fn cull(
    view: Uniform<View>,
    spheres: &[Vec4],
    visible: &mut [u32],
    found: &mut [Atomic<u32>],
) {
    let i = instance_index();
    if i < spheres.len() {
        let sphere = spheres[i];
        let mut is_in_view = true;
        for side in 0u32..6 {
            let plane = view.planes[side];
            is_in_view &= dot(plane.xyz, sphere.xyz) + plane.w >= -sphere.w;
        }
        if is_in_view {
            visible[found[0].atomic_add(1)] = i;
        }
    }
}

/// As many workgroups as draw what was found.
#[kernel(workgroup_size(1))]
pub(crate) fn plan_drawing(found: &[u32], workgroups: &mut [u32]) {
    workgroups[0] = (found[0] + (LANES - 1)) / LANES;
    workgroups[1] = 1;
    workgroups[2] = 1;
}

/// Draws the spheres in view as points: of each character the shade of the nearest, from 1
/// to 8.
#[kernel(workgroup_size(LANES))]
pub(crate) fn draw(spheres: &[Vec4], visible: &[u32], found: &[u32], picture: &mut [Atomic<u32>]) {
    let i = instance_index();
    if i < found[0] {
        let sphere = spheres[visible[i]];
        let depth = -sphere.z;
        // From -1 to 1 what is in view, y upwards.
        let across = vec2(sphere.x, -sphere.y) / depth;
        let size = vec2(SIZE[0] as f32, SIZE[1] as f32);
        let at = floor((across + 1.0) * 0.5 * size);
        if all(at >= vec2(0.0, 0.0)) && all(at < size) {
            let shade = clamp(9.0 - depth * 0.4, 1.0, 8.0) as u32;
            picture[at.y as u32 * SIZE[0] + at.x as u32].atomic_max(shade);
        }
    }
}

/// What is between `near` and `far` before a camera in the origin that looks along -z, 90
/// degrees wide and high.
pub(crate) fn view(near: f32, far: f32) -> View {
    let half = std::f32::consts::FRAC_1_SQRT_2;
    View {
        planes: [
            Vec4::new(half, 0.0, -half, 0.0),
            Vec4::new(-half, 0.0, -half, 0.0),
            Vec4::new(0.0, half, -half, 0.0),
            Vec4::new(0.0, -half, -half, 0.0),
            Vec4::new(0.0, 0.0, -1.0, -near),
            Vec4::new(0.0, 0.0, 1.0, far),
        ],
    }
}

/// What culling and drawing leave.
pub(crate) struct Drawn {
    /// The spheres in view, sorted.
    pub(crate) visible: Vec<u32>,
    /// The workgroups that drew them.
    pub(crate) workgroups: Vec<u32>,
    /// A shade for each character, row by row; 0 where nothing is.
    pub(crate) picture: Vec<u32>,
}

/// Culls and draws: three dispatches, and no wait between them.
pub(crate) fn cull_and_draw(
    gpu: &Gpu,
    spheres: &Buffer<Vec4>,
    view: &View,
) -> Result<Drawn, runtime::Error> {
    let mut visible = gpu.zeroed::<u32>(spheres.len())?;
    let mut found = gpu.zeroed::<u32>(1)?;
    let mut workgroups = gpu.zeroed::<u32>(3)?;
    let mut picture = gpu.zeroed::<u32>((SIZE[0] * SIZE[1]) as usize)?;
    gpu.run(&cull()?)
        .bind(view, spheres, &mut visible, &mut found)
        .dispatch(spheres.len())?;
    gpu.run(&plan_drawing()?)
        .bind(&found, &mut workgroups)
        .dispatch(1)?;
    gpu.run(&draw()?)
        .bind(spheres, &visible, &found, &mut picture)
        .indirect(&workgroups)?;

    let mut visible = visible.read()?;
    visible.truncate(found.read()?[0] as usize);
    visible.sort_unstable();
    Ok(Drawn {
        visible,
        workgroups: workgroups.read()?,
        picture: picture.read()?,
    })
}

/// How far within the view a sphere reaches, in double precision: below 0 it is outside.
pub(crate) fn reach(sphere: &Vec4, view: &View) -> f64 {
    let distances = view.planes.iter().map(|plane| {
        f64::from(plane.x) * f64::from(sphere.x)
            + f64::from(plane.y) * f64::from(sphere.y)
            + f64::from(plane.z) * f64::from(sphere.z)
            + f64::from(plane.w)
    });
    distances.fold(f64::INFINITY, f64::min) + f64::from(sphere.w)
}

/// Compares with the host. A sphere that touches a plane, but for roundings, may be seen or
/// not.
pub(crate) fn check(drawn: &Drawn, spheres: &[Vec4], view: &View) -> Result<(), String> {
    for (i, sphere) in (0..).zip(spheres) {
        let reach = reach(sphere, view);
        let is_seen = drawn.visible.binary_search(&i).is_ok();
        if reach.abs() > 1e-4 && is_seen != (reach > 0.0) {
            return Err(format!(
                "sphere {i} reaches {reach} into the view, seen: {is_seen}"
            ));
        }
    }
    let needed = drawn.visible.len().div_ceil(LANES as usize) as u32;
    if drawn.workgroups != [needed, 1, 1] {
        return Err(format!(
            "{:?} workgroups drew, not {needed}",
            drawn.workgroups
        ));
    }
    Ok(())
}

/// What the example prints, once it is what the host sees.
pub(crate) fn report(gpu: &Gpu) -> Result<String, Box<dyn std::error::Error>> {
    const SHADES: &[u8] = b" .:-=+*%@";
    let count = 5000;
    let mut spheres = gpu.zeroed::<Vec4>(count)?;
    gpu.run(&scatter()?).bind(&mut spheres).dispatch(count)?;
    let view = view(1.0, 19.0);
    let drawn = cull_and_draw(gpu, &spheres, &view)?;
    check(&drawn, &spheres.read()?, &view)?;

    let mut text = String::new();
    for row in drawn.picture.chunks(SIZE[0] as usize) {
        let shades = row.iter().map(|&shade| char::from(SHADES[shade as usize]));
        text += shades.collect::<String>().trim_end();
        text += "\n";
    }
    text += &format!(
        "{} of {count} spheres are in view: {} workgroups drew them\n",
        drawn.visible.len(),
        drawn.workgroups[0]
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
