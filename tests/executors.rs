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

/// When the overrides of a kernel are given their values.
#[derive(Clone, Copy, PartialEq)]
enum Overrides {
    /// With the run.
    WithRun,
    /// Before, so that the kernel has them.
    Before,
}

/// Runs one case and says how it went wrong, if it did.
fn check(gpu: &Gpu, case: &Case, overrides: Overrides) -> Result<(), String> {
    let kernel = match overrides {
        Overrides::WithRun => (case.kernel)(),
        Overrides::Before => case.settled(),
    };
    let kernel = kernel.map_err(|error| error.to_string())?;
    let need = missing(gpu, &kernel);
    let buffers: Vec<_> = case
        .buffers
        .iter()
        .map(|(name, data)| (*name, Bound::upload(gpu, data)))
        .collect();
    let textures = match upload(gpu, case) {
        // The device has no such textures at all.
        Err(error) if need.is_some() && error.contains("no textures of the format") => {
            return Ok(());
        }
        uploaded => uploaded?,
    };
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
    let later = case.overrides.iter();
    for (name, value) in later.filter(|_| overrides == Overrides::WithRun) {
        run = run.set_override(name, *value);
    }
    let ran = run.workgroups(case.workgroups);
    if let Some(need) = need {
        return is_refused(ran, &need);
    }
    ran.map_err(|error| error.to_string())?;
    for (name, expected) in &case.expected {
        let (_, buffer) = buffers.iter().find(|(given, _)| given == name).unwrap();
        let found = buffer.download();
        if found.bits() != expected.bits() {
            return Err(format!("`{name}` holds {found:?}, not {expected:?}"));
        }
    }
    textures_are_left(case, &textures)?;
    match case.relation {
        Some(relation) => relation(&|name| {
            let (_, buffer) = buffers.iter().find(|(given, _)| *given == name).unwrap();
            buffer.download().bits()
        }),
        None => Ok(()),
    }
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

/// A device that cannot run a kernel says so, and does not run it.
fn is_refused(ran: Result<(), bitonic::runtime::Error>, need: &str) -> Result<(), String> {
    match ran {
        Err(error) if error.kind() == ErrorKind::Device && error.message().contains(need) => Ok(()),
        Err(error) => Err(format!("{error}, and not for {need}")),
        Ok(()) => Err(format!("it runs without {need}")),
    }
}

fn check_all(gpu: &Gpu, cases: Vec<Case>) {
    let mut faults = String::new();
    for case in cases {
        let mut ways = vec![Overrides::WithRun];
        if !case.overrides.is_empty() {
            ways.push(Overrides::Before);
        }
        for way in ways {
            if let Err(fault) = check(gpu, &case, way) {
                faults += &format!("\n{}: {fault}", case.name);
            }
        }
    }
    assert!(faults.is_empty(), "on {}:{faults}", gpu.info());
}

#[test]
fn the_corpus_runs_on_the_software_adapter() {
    check_all(&Gpu::named("software").unwrap(), corpus::all());
}

#[test]
fn the_corpus_runs_on_vulkan() {
    if let Some(gpu) = support::vulkan() {
        check_all(&gpu, corpus::all());
    }
}

/// The sizes that subgroups have on devices.
const SUBGROUP_SIZES: [u32; 6] = [4, 8, 16, 32, 64, 128];

fn of_subgroups() -> Vec<Case> {
    let cases = corpus::subgroups::cases().into_iter();
    cases.chain(corpus::subgroup_nodes::cases()).collect()
}

#[test]
fn subgroups_of_every_size_agree() {
    for size in SUBGROUP_SIZES {
        check_all(&support::software(size, None), of_subgroups());
    }
}

#[test]
fn subgroups_may_be_of_any_invocations() {
    for seed in 0..4 {
        let gpu = support::software(SUBGROUP_SIZES[seed as usize], Some(seed));
        check_all(&gpu, of_subgroups());
    }
}

#[test]
fn the_checker_finds_no_fault_in_subgroups() {
    check_all(&Gpu::checked().unwrap(), of_subgroups());
}

#[test]
fn subgroups_of_what_some_devices_lack() {
    for size in SUBGROUP_SIZES {
        let gpu = support::software(size, None);
        check_all(&gpu, corpus::subgroups::of_some_devices());
        check_all(&gpu, corpus::overrides::of_some_devices());
    }
    if let Some(gpu) = support::vulkan() {
        check_all(&gpu, corpus::subgroups::of_some_devices());
        check_all(&gpu, corpus::overrides::of_some_devices());
    }
}
