//! Bodies that attract each other. Each invocation moves one body; its workgroup reads the
//! others a tile at a time into shared memory, so that each position is fetched once for
//! all of its bodies.
//!
//! The tiles: L. Nyland, M. Harris and J. Prins, "Fast N-Body Simulation with CUDA", in GPU
//! Gems 3 (2007), chapter 31. The step is the symplectic Euler method, which keeps the
//! energy near its value however long it runs: E. Hairer, C. Lubich and G. Wanner,
//! "Geometric Numerical Integration" (2006), section I.1.2.
//!
//! `cargo run --release --example 08_nbody`

use bitonic::nodes::{pcg3d, unit_interval};
use bitonic::*;

/// Bodies of a workgroup, and of a tile.
const TILE: u32 = 64;

/// A body in a world where the constant of gravitation is 1.
#[derive(Clone, Copy, PartialEq, Debug, ShaderType)]
pub(crate) struct Body {
    pub(crate) position: Vec3,
    pub(crate) mass: f32,
    pub(crate) velocity: Vec3,
}

/// What a step is told.
#[derive(Clone, Copy, ShaderType)]
pub(crate) struct World {
    /// The number of bodies.
    pub(crate) count: u32,
    /// The time that a step takes.
    pub(crate) dt: f32,
    /// A length that is added to each distance, at right angles: no force is endless.
    pub(crate) softening: f32,
}

/// Bodies at random in a cube around the origin, at rest, of a mass of 1 altogether.
#[kernel(workgroup_size(TILE))]
pub(crate) fn scatter(bodies: &mut [Body]) {
    let i = instance_index();
    if i < bodies.len() {
        let random = pcg3d(uvec3(i, 0, 0));
        let numbers = vec3(
            unit_interval(random.x),
            unit_interval(random.y),
            unit_interval(random.z),
        );
        bodies[i] = Body {
            position: numbers * 2.0 - 1.0,
            mass: 1.0 / bodies.len() as f32,
            velocity: splat(0.0),
        };
    }
}

/// The pull that a body at `position` feels of another, whose mass is its fourth component.
#[shader_fn]
fn pull(position: Vec3, other: Vec4, softening: f32) -> Vec3 {
    let way = other.xyz - position;
    let inverse = inverse_sqrt(dot(way, way) + softening * softening);
    way * (other.w * inverse * inverse * inverse)
}

/// One step: `before` is read, `after` written.
#[kernel(workgroup_size(TILE))]
pub(crate) fn advance(
    before: &[Body],
    after: &mut [Body],
    world: Uniform<World>,
    // Positions, and masses as the fourth component.
    tile: Workgroup<[Vec4; TILE]>,
) {
    let (i, lane) = (instance_index(), local_invocation_index());
    let me = before[min(i, world.count - 1)];
    let mut force = vec3(0.0, 0.0, 0.0);
    for start in (0..world.count).step_by(TILE) {
        // Beyond the last body there are some without mass, which pull nobody.
        tile[lane] = splat(0.0);
        if start + lane < world.count {
            let other = before[start + lane];
            tile[lane] = from_parts((other.position, other.mass));
        }
        workgroup_barrier();
        for j in 0..TILE {
            force += pull(me.position, tile[j], world.softening);
        }
        workgroup_barrier();
    }
    if i < world.count {
        let velocity = me.velocity + force * world.dt;
        after[i] = Body {
            position: me.position + velocity * world.dt,
            mass: me.mass,
            velocity,
        };
    }
}

/// `bodies` after `steps` steps on the device.
pub(crate) fn simulate(
    gpu: &Gpu,
    bodies: &[Body],
    world: &World,
    steps: usize,
) -> Result<Vec<Body>, runtime::Error> {
    let advance = advance()?;
    let mut before = gpu.buffer(bodies)?;
    let mut after = gpu.zeroed::<Body>(bodies.len())?;
    for _ in 0..steps {
        gpu.run(&advance)
            .bind(&before, &mut after, world)
            .dispatch(bodies.len())?;
        std::mem::swap(&mut before, &mut after);
    }
    before.read()
}

/// A body of the host, in double precision.
#[derive(Clone, Copy)]
pub(crate) struct Precise {
    position: [f64; 3],
    velocity: [f64; 3],
    mass: f64,
}

impl From<&Body> for Precise {
    fn from(body: &Body) -> Precise {
        let numbers = |v: Vec3| [v.x, v.y, v.z].map(f64::from);
        Precise {
            position: numbers(body.position),
            velocity: numbers(body.velocity),
            mass: f64::from(body.mass),
        }
    }
}

/// The way from one to the other, and the softened distance.
fn way(from: &Precise, to: &Precise, softening: f64) -> ([f64; 3], f64) {
    let way: [f64; 3] = std::array::from_fn(|axis| to.position[axis] - from.position[axis]);
    let squares: f64 = way.iter().map(|side| side * side).sum();
    (way, (squares + softening * softening).sqrt())
}

/// A step on the host: each pair once, its two pulls equal and opposite.
pub(crate) fn step_on_host(bodies: &mut [Precise], dt: f64, softening: f64) {
    for i in 0..bodies.len() {
        for j in 0..i {
            let (way, distance) = way(&bodies[i], &bodies[j], softening);
            let (mass_i, mass_j) = (bodies[i].mass, bodies[j].mass);
            for (axis, side) in way.into_iter().enumerate() {
                let pull = side / distance.powi(3) * dt;
                bodies[i].velocity[axis] += pull * mass_j;
                bodies[j].velocity[axis] -= pull * mass_i;
            }
        }
    }
    for body in bodies {
        for axis in 0..3 {
            body.position[axis] += body.velocity[axis] * dt;
        }
    }
}

/// Kinetic and potential energy together.
pub(crate) fn energy(bodies: &[Precise], softening: f64) -> f64 {
    let mut energy = 0.0;
    for (i, body) in bodies.iter().enumerate() {
        energy += body.mass * body.velocity.iter().map(|v| v * v).sum::<f64>() / 2.0;
        for other in &bodies[..i] {
            energy -= body.mass * other.mass / way(body, other, softening).1;
        }
    }
    energy
}

/// The mean distance from the origin.
fn mean_distance(bodies: &[Precise]) -> f64 {
    let squares = bodies
        .iter()
        .map(|body| body.position.iter().map(|x| x * x).sum::<f64>());
    squares.map(f64::sqrt).sum::<f64>() / bodies.len() as f64
}

/// The greatest difference of a coordinate.
pub(crate) fn greatest_miss(found: &[Body], expected: &[Precise]) -> f64 {
    let misses = found.iter().zip(expected).flat_map(|(found, expected)| {
        let found = Precise::from(found);
        (0..3).map(move |axis| (found.position[axis] - expected.position[axis]).abs())
    });
    misses.fold(0.0, f64::max)
}

/// What the example prints, once the bodies are where the host says.
pub(crate) fn report(gpu: &Gpu) -> Result<String, Box<dyn std::error::Error>> {
    const COUNT: usize = 200;
    let world = World {
        count: COUNT as u32,
        dt: 0.01,
        softening: 0.1,
    };
    let (dt, softening) = (f64::from(world.dt), f64::from(world.softening));
    let mut scattered = gpu.zeroed::<Body>(COUNT)?;
    gpu.run(&scatter()?).bind(&mut scattered).dispatch(COUNT)?;

    let mut bodies = scattered.read()?;
    let mut expected: Vec<Precise> = bodies.iter().map(Precise::from).collect();
    let mut text = "time  energy  mean distance from the middle\n".to_owned();
    for tenth in 0..=5 {
        if tenth > 0 {
            bodies = simulate(gpu, &bodies, &world, 10)?;
            (0..10).for_each(|_| step_on_host(&mut expected, dt, softening));
        }
        let miss = greatest_miss(&bodies, &expected);
        if miss > 1e-4 {
            return Err(format!("a body is {miss} from where the host has it").into());
        }
        let precise: Vec<Precise> = bodies.iter().map(Precise::from).collect();
        text += &format!(
            "{:4.1} {:7.3} {:7.3}\n",
            0.1 * f64::from(tenth),
            energy(&precise, softening),
            mean_distance(&precise)
        );
    }
    text += &format!("{COUNT} bodies, each where the host has it\n");
    Ok(text)
}

/// Runs the example.
pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    let gpu = Gpu::auto()?;
    print!("{}", report(&gpu)?);
    println!("on {}", gpu.info());
    Ok(())
}
