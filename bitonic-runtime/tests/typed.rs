//! Runs of typed kernels: each kind of argument, every way to start, and what is only seen
//! when a run starts.

mod common;

use bitonic_dsl::*;
use bitonic_runtime::plan::{Grid, Plan, Role, Sampling};
use bitonic_runtime::{Bound, Buffer, Error, Gpu};
use common::executors;

#[kernel(workgroup_size(64))]
fn scale(input: &[u32], factor: u32, output: &mut [u32], offset: Uniform<UVec3>) {
    let i = instance_index();
    if i < input.len() {
        output[i] = input[i] * factor + offset.y;
    }
}

fn make<T: HostShareable>(gpu: &Gpu, values: &[T]) -> Buffer<T> {
    gpu.buffer(values).expect("room")
}

#[test]
fn arguments_in_the_order_of_declaration() {
    let scale = scale().expect("a right kernel");
    for gpu in executors() {
        let input = make(&gpu, &[1u32, 2, 3]);
        let mut output = gpu.zeroed::<u32>(3).expect("room");
        gpu.run(&scale)
            .bind(&input, 7, &mut output, &UVec3::new(9, 100, 9))
            .dispatch(3)
            .expect("it runs");
        assert_eq!(output.read().expect("it is there"), [107, 114, 121]);
        // The same by name.
        gpu.run(scale.untyped())
            .bind("output", &output)
            .bind("input", &input)
            .uniform("offset", &UVec3::new(0, 1, 0))
            .set("factor", 2u32)
            .dispatch(3)
            .expect("it runs");
        assert_eq!(output.read().expect("it is there"), [3, 5, 7]);
    }
}

/// References are lent on, not moved: a helper can run a kernel twice.
#[test]
fn a_borrowed_buffer_serves_again() -> Result<(), Error> {
    fn twice(gpu: &Gpu, data: &mut Buffer<u32>) -> Result<(), Error> {
        #[kernel]
        fn double(data: &mut [u32]) {
            let i = instance_index();
            if i < data.len() {
                data[i] *= 2;
            }
        }
        let double = double()?;
        for _ in 0..2 {
            gpu.run(&double).bind(data).dispatch(data.len())?;
        }
        Ok(())
    }
    for gpu in executors() {
        let mut data = make(&gpu, &[1u32, 10]);
        twice(&gpu, &mut data)?;
        assert_eq!(data.read()?, [4, 40]);
    }
    Ok(())
}

#[test]
fn nothing_to_bind_and_nothing_bound() {
    #[kernel]
    fn nothing() {}
    let nothing = nothing().expect("a right kernel");
    for gpu in executors() {
        gpu.run(&nothing).bind().dispatch(1).expect("it runs");
        gpu.run(&nothing).dispatch(1).expect("it runs");
    }
}

/// What atomics count is read as numbers: one buffer fits both.
#[test]
fn buffers_of_numbers_and_of_atomics_fit_each_other() -> Result<(), Box<dyn std::error::Error>> {
    let count = kernel("count").build(|k| {
        let data = k.storage::<u32>("data");
        let bins = k.storage_mut::<Atomic<u32>>("bins");
        let i = instance_index();
        If(i.lt(data.len()), || {
            bins.element(data.element(i).load() % 4).atomic_add(1);
        });
    })?;
    let count = count.typed::<(In<[u32]>, Out<[Atomic<u32>]>)>()?;
    for gpu in executors() {
        let data = make(&gpu, &[0u32, 1, 5, 2, 6, 10]);
        let mut bins = gpu.zeroed::<u32>(4)?;
        gpu.run(&count).bind(&data, &mut bins).dispatch(6)?;
        assert_eq!(bins.read()?, [1, 2, 3, 0]);
        let mut atomics = gpu.zeroed::<Atomic<u32>>(4)?;
        gpu.run(&count).bind(&bins, &mut atomics).dispatch(4)?;
        assert_eq!(atomics.read()?.map_to_numbers(), [1, 1, 1, 1]);
        let mut again = gpu.zeroed::<u32>(4)?;
        gpu.run(&count).bind(&atomics, &mut again).dispatch(4)?;
        assert_eq!(again.read()?, [0, 4, 0, 0]);
    }
    Ok(())
}

trait Numbers {
    fn map_to_numbers(&self) -> Vec<u32>;
}

impl Numbers for Vec<Atomic<u32>> {
    fn map_to_numbers(&self) -> Vec<u32> {
        self.iter().map(|one| one.0).collect()
    }
}

#[derive(ShaderType)]
struct Samples {
    shift: f32,
    items: Vec<f32>,
}

#[test]
fn structures_that_end_in_an_array() -> Result<(), Box<dyn std::error::Error>> {
    let add = kernel("add").build(|k| {
        let from = k.storage_struct::<Samples>("from").fields();
        let to = k.storage_struct_mut::<Samples>("to").fields();
        let i = instance_index();
        If(i.lt(to.items.len()), || {
            to.items
                .element(i)
                .add_assign(from.items.element(i).load() + from.shift.load());
        });
    })?;
    let add = add.typed::<(In<Samples>, Out<Samples>)>()?;
    for gpu in executors() {
        let samples = |shift, items: &[f32]| Samples {
            shift,
            items: items.to_vec(),
        };
        let from = gpu.struct_buffer(&samples(0.5, &[1.0, 2.0, 3.0]))?;
        let mut to = gpu.struct_buffer(&samples(0.0, &[10.0, 20.0, 30.0]))?;
        gpu.run(&add).bind(&from, &mut to).dispatch(3)?;
        assert_eq!(to.read()?.items, [11.5, 22.5, 33.5]);
    }
    Ok(())
}

type Halve = Kernel<(
    Texture2d<f32>,
    Sampler,
    StorageTexture2d<Rgba8Unorm, WriteOnly>,
)>;

fn halve() -> Halve {
    let halve = kernel("halve").workgroup_size([8, 8]).build(|k| {
        let from = k.texture_2d::<f32>("from");
        let smooth = k.sampler("smooth");
        let to = k.storage_texture_2d::<Rgba8Unorm, WriteOnly>("to");
        let at = global_invocation_id().xy();
        let position = (at.to_f32() + 0.5) / to.dimensions().to_f32();
        to.store(at, from.sample_level(smooth, position, 0.0));
    });
    halve
        .and_then(|halve| halve.typed())
        .expect("a right kernel")
}

#[test]
fn textures_levels_and_samplers() -> Result<(), Error> {
    let halve = halve();
    for gpu in executors() {
        let nearest = gpu.sampler(Sampling::NEAREST)?;
        let texels = [[0, 0, 0, 255], [255, 0, 0, 255]];
        let from = gpu.texture::<Rgba8Unorm>([2, 1], &texels)?;
        let mut to = gpu.zeroed_texture::<Rgba8Unorm>([2, 1])?;
        gpu.run(&halve)
            .bind(&from, &nearest, &mut to)
            .workgroups([1, 1, 1])?;
        assert_eq!(to.read()?, texels);
        // A level of the one, the texture of wgpu behind the other.
        let mut other = gpu.zeroed_texture::<Rgba8Unorm>([2, 1])?;
        gpu.run(&halve)
            .bind(
                to.wgpu_texture(),
                nearest.wgpu_sampler(),
                &mut other.level(0),
            )
            .workgroups([1, 1, 1])?;
        assert_eq!(other.read()?, texels);
        let _ = &mut other;
    }
    Ok(())
}

/// Two clones are two values to Rust, and one memory: a run sees it when it starts.
#[test]
fn clones_of_a_written_buffer_are_refused_when_the_run_starts() {
    #[kernel]
    fn copy(from: &[u32], to: &mut [u32]) {
        to[instance_index()] = from[instance_index()];
    }
    let copy = copy().expect("a right kernel");
    for gpu in executors() {
        let mut data = make(&gpu, &[1u32, 2]);
        let error = gpu.run(&copy).bind(&data.clone(), &mut data).dispatch(2);
        let error = error.expect_err("one memory").to_string();
        assert!(
            error.contains("`from`") && error.contains("`to`"),
            "{error}"
        );
    }
}

#[test]
fn indirect_prepared_with_overrides_and_awaited() -> Result<(), Box<dyn std::error::Error>> {
    let width = pipeline_override::<u32>("width").with_default(64);
    let count = kernel("count").workgroup_size(&width).build(|k| {
        let total = k.storage_mut::<Atomic<u32>>("total");
        let step = k.param::<u32>("step");
        let _ = total.element(0).atomic_add(step);
    })?;
    let count = count.typed::<(Out<[Atomic<u32>]>, Param<u32>)>()?;
    for gpu in executors() {
        let workgroups = make(&gpu, &[3u32, 1, 1]);
        let mut total = gpu.zeroed::<u32>(1)?;
        let run = gpu.run(&count).set_override("width", 2u32);
        run.bind(&mut total, 10).indirect(&workgroups)?;
        let run = gpu
            .run(&count)
            .bind(&mut total, 1)
            .set_override("width", 4u32);
        run.prepare(Grid::new([2, 1, 1]))?.submit()?;
        assert_eq!(
            pollster::block_on(total.read_async())?,
            [3 * 2 * 10 + 2 * 4]
        );
    }
    Ok(())
}

#[test]
fn plans_take_typed_kernels() -> Result<(), Box<dyn std::error::Error>> {
    let mut plan = Plan::new("scaled");
    let scale = plan.add_kernel(scale()?);
    let input = plan.add_buffer("input", Role::Input, u32::ty(), 3);
    let offset = plan.add_buffer("offset", Role::Input, UVec3::ty(), 1);
    let output = plan.add_buffer("output", Role::Output, u32::ty(), 3);
    let bindings = [input, output, offset];
    plan.add_step("scale", scale, bindings, Grid::new([1, 1, 1]))
        .set("factor", 3u32);
    for gpu in executors() {
        let (numbers, shift) = (
            make(&gpu, &[1u32, 2, 3]),
            make(&gpu, &[UVec3::new(0, 5, 0)]),
        );
        let scaled = gpu.zeroed::<u32>(3)?;
        let bound = Bound::new().with(input, &numbers).with(offset, &shift);
        gpu.prepare(plan.clone(), bound.with(output, &scaled))?
            .submit()?;
        assert_eq!(scaled.read()?, [8, 11, 14]);
    }
    Ok(())
}
