//! Finding adapters and choosing one by name.

use std::fmt;

use crate::error::{Error, ErrorKind, listed};

/// A backend that may be there, for messages.
const BACKEND: &str = if cfg!(target_arch = "wasm32") {
    "webgpu"
} else {
    "vulkan"
};

/// The name by which the software adapter is asked for.
const SOFTWARE: &str = "software";

/// What an adapter is made of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AdapterKind {
    /// A GPU with its own memory.
    Discrete,
    /// A GPU that shares the processor's memory.
    Integrated,
    /// A GPU as a virtual machine sees it.
    Virtual,
    /// A program that runs on the processor.
    Software,
    /// The driver does not say. A browser never does, but of programs.
    Unknown,
}

/// The name of an adapter that has none: a browser may keep it to itself.
const NAMELESS: &str = "WebGPU adapter";

impl fmt::Display for AdapterKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            AdapterKind::Discrete => "discrete",
            AdapterKind::Integrated => "integrated",
            AdapterKind::Virtual => "virtual",
            AdapterKind::Software => "software",
            AdapterKind::Unknown => "unknown",
        })
    }
}

/// An adapter, in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AdapterInfo {
    /// Its own name.
    pub name: String,
    /// The backend that reaches it: `vulkan`, `metal`, `dx12`, in a browser `webgpu`;
    /// `software` for the software adapter of this library.
    pub backend: String,
    /// What it is made of.
    pub kind: AdapterKind,
    /// The driver's name and version; may be empty.
    pub driver: String,
}

impl AdapterInfo {
    pub(super) fn of(info: &wgpu::AdapterInfo) -> AdapterInfo {
        AdapterInfo {
            name: match info.name.as_str() {
                "" => NAMELESS.to_owned(),
                name => name.to_owned(),
            },
            backend: match info.backend {
                // A custom backend has no value of its own in wgpu's list.
                wgpu::Backend::Noop => SOFTWARE.to_owned(),
                backend => backend.to_str().to_owned(),
            },
            kind: match info.device_type {
                wgpu::DeviceType::DiscreteGpu => AdapterKind::Discrete,
                wgpu::DeviceType::IntegratedGpu => AdapterKind::Integrated,
                wgpu::DeviceType::VirtualGpu => AdapterKind::Virtual,
                wgpu::DeviceType::Cpu => AdapterKind::Software,
                wgpu::DeviceType::Other => AdapterKind::Unknown,
            },
            driver: format!("{} {}", info.driver, info.driver_info)
                .trim()
                .to_owned(),
        }
    }

    /// Whether kernels run on hardware made for them.
    #[must_use]
    pub fn is_hardware(&self) -> bool {
        match self.kind {
            AdapterKind::Discrete | AdapterKind::Integrated | AdapterKind::Virtual => true,
            AdapterKind::Software | AdapterKind::Unknown => false,
        }
    }
}

impl fmt::Display for AdapterInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({}, {})", self.name, self.backend, self.kind)
    }
}

/// An adapter that can be opened.
pub(super) struct Candidate {
    pub(super) adapter: wgpu::Adapter,
    pub(super) info: AdapterInfo,
}

/// Every adapter, the software adapter last.
pub(super) async fn all() -> Vec<Candidate> {
    let mut candidates = native().await;
    candidates.extend(software().await);
    candidates
}

async fn native() -> Vec<Candidate> {
    if wgpu::Instance::enabled_backend_features().is_empty() {
        return Vec::new();
    }
    let instance = native_instance();
    let adapters = instance.enumerate_adapters(wgpu::Backends::all()).await;
    let candidate = |adapter: wgpu::Adapter| Candidate {
        info: AdapterInfo::of(&adapter.get_info()),
        adapter,
    };
    adapters.into_iter().map(candidate).collect()
}

/// The process's one instance of the drivers. Some of them hang where instances come
/// and go on several threads at once; one that stays is never in their way.
#[cfg(not(target_arch = "wasm32"))]
fn native_instance() -> wgpu::Instance {
    static NATIVE: std::sync::OnceLock<wgpu::Instance> = std::sync::OnceLock::new();
    NATIVE.get_or_init(wgpu::Instance::default).clone()
}

/// A browser's instance belongs to its thread.
#[cfg(target_arch = "wasm32")]
fn native_instance() -> wgpu::Instance {
    wgpu::Instance::default()
}

/// The software adapter as it is without being asked for more.
pub(super) async fn software() -> Option<Candidate> {
    software_with(bitonic_cpu::AdapterOptions::default()).await
}

/// The software adapter as `options` say.
pub(super) async fn software_with(options: bitonic_cpu::AdapterOptions) -> Option<Candidate> {
    let instance = bitonic_cpu::instance_with(options);
    let options = wgpu::RequestAdapterOptions::default();
    let adapter = instance.request_adapter(&options).await.ok()?;
    let info = AdapterInfo {
        backend: SOFTWARE.to_owned(),
        kind: AdapterKind::Software,
        ..AdapterInfo::of(&adapter.get_info())
    };
    Some(Candidate { adapter, info })
}

/// Those that may be taken unasked, the best first: hardware, or what a browser offers, then
/// the software adapter.
pub(super) async fn automatic() -> Vec<Candidate> {
    let mut candidates = native().await;
    // A browser offers the one that it would use itself.
    if cfg!(not(target_arch = "wasm32")) {
        candidates.retain(|found| found.info.is_hardware());
    }
    candidates.extend(software().await);
    candidates
}

/// The adapter that `name` asks for.
pub(super) async fn named(name: &str) -> Result<Candidate, Error> {
    if name.trim().eq_ignore_ascii_case(SOFTWARE)
        && let Some(candidate) = software().await
    {
        // Without a look at the drivers: some of them print what they miss.
        return Ok(candidate);
    }
    let mut candidates = all().await;
    let infos: Vec<_> = candidates.iter().map(|found| found.info.clone()).collect();
    match choose(&infos, name) {
        Some(index) => Ok(candidates.swap_remove(index)),
        None => Err(not_found(name, &infos)),
    }
}

/// Which of `infos` the name means: a backend's name (hardware first), else a
/// part of an adapter's own name.
fn choose(infos: &[AdapterInfo], name: &str) -> Option<usize> {
    let name = name.trim().to_lowercase();
    if name.is_empty() {
        return None;
    }
    let of_backend = |info: &AdapterInfo| info.backend == name;
    let hardware = infos
        .iter()
        .position(|info| of_backend(info) && info.is_hardware());
    let any = || infos.iter().position(of_backend);
    let by_name = || {
        let holds = |info: &AdapterInfo| info.name.to_lowercase().contains(&name);
        infos.iter().position(holds)
    };
    hardware.or_else(any).or_else(by_name)
}

fn not_found(name: &str, infos: &[AdapterInfo]) -> Error {
    let found: Vec<String> = infos.iter().map(ToString::to_string).collect();
    let message = format!(
        "no adapter is called `{name}`; found: {}",
        listed(found.iter().map(String::as_str))
    );
    Error::new(ErrorKind::Adapter, message).with_help(format!(
        "name `software`, a backend such as `{BACKEND}`, or a part of an adapter's name"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn info(name: &str, backend: &str, kind: AdapterKind) -> AdapterInfo {
        AdapterInfo {
            name: name.to_owned(),
            backend: backend.to_owned(),
            kind,
            driver: String::new(),
        }
    }

    fn machine() -> Vec<AdapterInfo> {
        vec![
            info("llvmpipe (LLVM 15.0.6)", "vulkan", AdapterKind::Software),
            info("NVIDIA H200", "vulkan", AdapterKind::Discrete),
            info("bitonic-cpu", "software", AdapterKind::Software),
        ]
    }

    #[test]
    fn a_backend_means_its_hardware_first() {
        assert_eq!(choose(&machine(), "vulkan"), Some(1));
        assert_eq!(choose(&machine()[..1], "Vulkan"), Some(0));
        assert_eq!(choose(&machine(), "software"), Some(2));
    }

    #[test]
    fn a_part_of_a_name_is_enough() {
        assert_eq!(choose(&machine(), "LLVMpipe"), Some(0));
        assert_eq!(choose(&machine(), " h200 "), Some(1));
        assert_eq!(choose(&machine(), "radeon"), None);
        assert_eq!(choose(&machine(), "  "), None);
    }

    #[test]
    fn an_unknown_name_lists_what_is_there() {
        let text = not_found("radeon", &machine()).to_string();
        assert!(text.contains("`radeon`"), "{text}");
        assert!(text.contains("NVIDIA H200 (vulkan, discrete)"), "{text}");
        assert!(text.contains("help: "), "{text}");
    }
}
