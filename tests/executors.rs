//! The corpus on every executor: the software adapter and, where it is installed, a
//! Vulkan driver such as Mesa's software one.

mod corpus;
mod support;

use bitonic::interface::BindingKind;
use bitonic::runtime::error::ErrorKind;
use bitonic::{Buffer, Gpu, Kernel, Vec3};
use corpus::texels::BoundTexture;
use corpus::{Case, Data, data};

/// A buffer of any element type.
enum Bound {
    U32(Buffer<u32>),
    I32(Buffer<i32>),
    F32(Buffer<f32>),
    Vec3(Buffer<Vec3>),
    Any(Box<dyn data::Bound>),
}

impl Bound {
    fn upload(gpu: &Gpu, data: &Data) -> Bound {
        match data {
            Data::U32(values) => Bound::U32(gpu.buffer(values).unwrap()),
            Data::I32(values) => Bound::I32(gpu.buffer(values).unwrap()),
            Data::F32(values) => Bound::F32(gpu.buffer(values).unwrap()),
            Data::Vec3(values) => {
                let vectors: Vec<_> = values.iter().map(|&[x, y, z]| Vec3 { x, y, z }).collect();
                Bound::Vec3(gpu.buffer(&vectors).unwrap())
            }
            Data::Any(values) => Bound::Any(values.upload(gpu)),
        }
    }

    fn download(&self) -> Data {
        match self {
            Bound::U32(buffer) => Data::U32(buffer.read().unwrap()),
            Bound::I32(buffer) => Data::I32(buffer.read().unwrap()),
            Bound::F32(buffer) => Data::F32(buffer.read().unwrap()),
            Bound::Vec3(buffer) => Data::Vec3(
                buffer
                    .read()
                    .unwrap()
                    .iter()
                    .map(|v| [v.x, v.y, v.z])
                    .collect(),
            ),
            Bound::Any(buffer) => Data::Any(buffer.download()),
        }
    }
}

/// Runs one case and says how it went wrong, if it did.
fn check(gpu: &Gpu, case: &Case) -> Result<(), String> {
    let kernel = (case.kernel)().map_err(|error| error.to_string())?;
    if let Some(need) = missing(gpu, &kernel) {
        return refused(gpu, case, &kernel, &need);
    }
    let buffers: Vec<_> = case
        .buffers
        .iter()
        .map(|(name, data)| (*name, Bound::upload(gpu, data)))
        .collect();
    let textures = upload(gpu, case)?;
    let mut run = gpu.run(&kernel);
    for (name, texture) in &textures {
        run = texture.bind(run, name);
    }
    for (name, sampling) in &case.samplers {
        let sampler = gpu.sampler(*sampling).map_err(|error| error.to_string())?;
        run = run.bind_sampler(name, &sampler);
    }
    for (name, buffer) in &buffers {
        run = match buffer {
            Bound::U32(buffer) => run.bind(name, buffer),
            Bound::I32(buffer) => run.bind(name, buffer),
            Bound::F32(buffer) => run.bind(name, buffer),
            Bound::Vec3(buffer) => run.bind(name, buffer),
            Bound::Any(buffer) => buffer.bind(run, name),
        };
    }
    for (name, value) in &case.values {
        let mut bindings = kernel.interface().bindings.iter();
        run = match bindings.any(|binding| binding.name == *name) {
            true => value.uniform(run, name),
            false => value.parameter(run, name),
        };
    }
    for (name, value) in &case.parameters {
        run = run.set(name, *value);
    }
    run.workgroups(case.workgroups)
        .map_err(|error| error.to_string())?;
    for (name, expected) in &case.expected {
        let (_, buffer) = buffers.iter().find(|(given, _)| given == name).unwrap();
        let found = buffer.download();
        if found.bits() != expected.bits() {
            return Err(format!("`{name}` holds {found:?}, not {expected:?}"));
        }
    }
    textures_are_left(case, &textures)
}

type Textures = Vec<(&'static str, Box<dyn BoundTexture>)>;

fn upload(gpu: &Gpu, case: &Case) -> Result<Textures, String> {
    let uploaded = case.textures.iter().map(|(name, texels)| {
        let texture = texels.upload(gpu).map_err(|error| error.to_string());
        Ok((*name, texture?))
    });
    uploaded.collect()
}

fn textures_are_left(case: &Case, textures: &Textures) -> Result<(), String> {
    for (name, expected) in &case.left {
        let (_, texture) = textures.iter().find(|(given, _)| given == name).unwrap();
        for level in 0..expected.levels() {
            let (found, expected) = (texture.download(level), expected.bytes(level));
            if found != expected {
                return Err(format!("`{name}` holds {found:?}, not {expected:?}"));
            }
        }
    }
    Ok(())
}

/// What the device lacks to run the kernel.
fn missing(gpu: &Gpu, kernel: &Kernel) -> Option<String> {
    let interface = kernel.interface();
    let mut needs = interface.capabilities.iter();
    let need = needs.find(|(capability, _)| !gpu.has(*capability));
    let need = need.map(|(capability, _)| capability.to_string());
    need.or_else(|| {
        let mut bindings = interface.bindings.iter();
        let lacking = bindings.find(|binding| match binding.kind {
            BindingKind::StorageTexture { format, access, .. } => {
                !gpu.has_storage_texture(format, access)
            }
            _ => false,
        });
        lacking.map(|binding| format!("binding `{}`", binding.name))
    })
}

/// A device that cannot run a kernel says so before it runs.
fn refused(gpu: &Gpu, case: &Case, kernel: &Kernel, need: &str) -> Result<(), String> {
    println!("{} on {}: refused for {need}", case.name, gpu.info());
    let textures = match upload(gpu, case) {
        Ok(textures) => textures,
        // The device has no such textures at all.
        Err(error) if error.contains("no textures of the format") => return Ok(()),
        Err(error) => return Err(error),
    };
    let mut run = gpu.run(kernel);
    for (name, texture) in &textures {
        run = texture.bind(run, name);
    }
    match run.workgroups(case.workgroups) {
        Err(error) if error.kind() == ErrorKind::Device && error.message().contains(need) => Ok(()),
        Err(error) => Err(format!("{error}, and not for {need}")),
        Ok(()) => Err(format!("it runs without {need}")),
    }
}

fn check_all(gpu: &Gpu) {
    let mut faults = String::new();
    for case in corpus::all() {
        if let Err(fault) = check(gpu, &case) {
            faults += &format!("\n{}: {fault}", case.name);
        }
    }
    assert!(faults.is_empty(), "on {}:{faults}", gpu.info());
}

#[test]
fn the_corpus_runs_on_the_software_adapter() {
    check_all(&Gpu::named("software").unwrap());
}

#[test]
fn the_corpus_runs_on_vulkan() {
    if let Some(gpu) = support::vulkan() {
        check_all(&gpu);
    }
}
