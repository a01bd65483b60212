//! Runs entries: on one device all of them, each with its buffers, and compares what they
//! leave with what is wanted.

use bitonic::Gpu;
use bitonic::Kernel;
use bitonic::runtime::error::ErrorKind;

use super::entry::{Entry, Wanted};

/// How the run of an entry went.
pub(crate) enum Outcome {
    /// It gave what is wanted.
    Right,
    /// The device refused it, for lack of this.
    Lacks(String),
}

/// Runs `entry` on `gpu`.
///
/// # Errors
///
/// In words: it was not built, it did not run, or it gave something else.
pub(crate) fn run(gpu: &Gpu, entry: &Entry) -> Result<Outcome, String> {
    let kernel = match &entry.kernel {
        Some(Ok(kernel)) => kernel,
        Some(Err(error)) => return Err(error.to_string()),
        None => return Err("nothing is said".to_owned()),
    };
    if entry.wanted.is_empty() {
        return Err("nothing is wanted".to_owned());
    }
    let named = |(name, values): &(&'static str, super::data::Values)| (*name, values.upload(gpu));
    let buffers: Vec<_> = entry.buffers.iter().map(named).collect();
    let made: Result<Vec<_>, _> = entry.textures.iter().map(|one| one.upload(gpu)).collect();
    let made = made.map_err(|error| error.to_string())?;
    let mut run = gpu.run(kernel);
    for texture in &made {
        run = texture.bind(run);
    }
    for (name, sampling) in &entry.samplers {
        let sampler = gpu.sampler(*sampling).map_err(|error| error.to_string())?;
        run = run.bind_sampler(name, &sampler);
    }
    for (name, buffer) in &buffers {
        run = buffer.bind(run, name);
    }
    for (name, value) in &entry.values {
        run = match is_binding(kernel, name) {
            true => value.uniform(run, name),
            false => value.parameter(run, name),
        };
    }
    for (name, value) in &entry.overrides {
        run = run.set_override(name, *value);
    }
    match run.workgroups(entry.workgroups) {
        Ok(()) => {}
        Err(error) if error.kind() == ErrorKind::Device => {
            return lacking(error.message()).map(Outcome::Lacks);
        }
        Err(error) => return Err(error.to_string()),
    }
    for (name, wanted) in &entry.wanted {
        let buffer = buffers.iter().find(|(given, _)| given == name);
        let (_, buffer) = buffer.ok_or_else(|| format!("no buffer `{name}` is given"))?;
        compare(name, &buffer.download().bytes(), wanted)?;
    }
    for texture in &made {
        if let Some(fault) = texture.fault().map_err(|error| error.to_string())? {
            return Err(fault);
        }
    }
    Ok(Outcome::Right)
}

fn is_binding(kernel: &Kernel, name: &str) -> bool {
    let mut bindings = kernel.interface().bindings.iter();
    bindings.any(|binding| binding.name == name)
}

/// What the device says that it lacks: a line for each capability, `64-bit floats: used
/// at ..`. Any other refusal is a fault.
fn lacking(message: &str) -> Result<String, String> {
    let lines = message.lines().filter_map(|line| line.strip_prefix("  "));
    let named = lines.filter_map(|line| Some(line.split_once(": used at ")?.0));
    let named: Vec<&str> = named.collect();
    match named.is_empty() {
        true => Err(message.to_owned()),
        false => Ok(named.join(", ")),
    }
}

fn compare(name: &str, found: &[u8], wanted: &Wanted) -> Result<(), String> {
    let words = |bytes: &[u8]| -> Vec<u32> {
        let mut bytes = bytes.to_vec();
        bytes.resize(bytes.len().next_multiple_of(4), 0);
        let word = |word: &[u8]| u32::from_le_bytes([word[0], word[1], word[2], word[3]]);
        bytes.chunks_exact(4).map(word).collect()
    };
    let floats = || words(found).into_iter().map(f32::from_bits);
    match wanted {
        Wanted::Exactly(values) if found == values.bytes() => Ok(()),
        Wanted::Exactly(values) => {
            let (found, wanted) = (words(found), words(&values.bytes()));
            Err(format!(
                "`{name}` holds the words {found:?}, not {wanted:?}"
            ))
        }
        Wanted::Within(bounds) => {
            let is_within = |(found, (low, high)): (f32, &(f64, f64))| {
                (*low..=*high).contains(&f64::from(found))
            };
            match floats().count() >= bounds.len() && floats().zip(bounds).all(is_within) {
                true => Ok(()),
                false => {
                    let found: Vec<f32> = floats().collect();
                    Err(format!("`{name}` holds {found:?}, not within {bounds:?}"))
                }
            }
        }
    }
}
