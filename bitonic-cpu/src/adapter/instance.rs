//! The instance and its one adapter: where an application's wgpu code begins.
//!
//! What the adapter can do is listed in `capabilities`; a device is made here and lives in `device`.

use std::{
    future::ready,
    num::NonZeroUsize,
    pin::Pin,
    sync::{Arc, Mutex, Weak},
};

use wgpu::{
    Backends, Features, Limits, RequestAdapterError, RequestDeviceError, WgslLanguageFeatures,
    custom::{
        AdapterInterface, DispatchAdapter, DispatchDevice, DispatchQueue, DispatchSurface,
        EnumerateAdapterFuture, InstanceInterface, RequestAdapterFuture, RequestDeviceFuture,
    },
};

use super::{
    capabilities, device::Device, device_state::DeviceState, faults::FaultHandler, lock::lock,
    queue::Queue, texture_format, unsupported::surface,
};
use crate::{
    check::Checks,
    decode::DecodeOptions,
    execute::{RunOptions, Vectors},
};

/// What the software adapter offers to devices, at most what it is able to do.
///
/// Lowering it shows what a program would meet on a smaller GPU: with
/// [`AdapterOptions::webgpu_defaults`] the adapter refuses what WebGPU does not guarantee.
#[derive(Clone, Debug)]
pub struct AdapterOptions {
    /// Features that devices may ask for. Those that the adapter cannot do are not offered.
    pub features: Features,
    /// The best limits that devices may ask for, each cut to what the adapter can do.
    pub limits: Limits,
    /// Who is told of faults in shaders: indices out of range, barriers that only a part of a
    /// workgroup reaches. Without one they are not looked for, and cost nothing.
    pub on_fault: Option<FaultHandler>,
    /// What is looked for besides indices and barriers, where somebody is told.
    pub checks: Checks,
    /// Threads at most that a dispatch runs on, the submitting one among them; as many as there are
    /// cores if `None`. They are started once for the process and kept. A watched dispatch (see
    /// [`AdapterOptions::on_fault`]) runs on the submitting thread alone, and so does everything in
    /// the browser.
    pub threads: Option<NonZeroUsize>,
    /// Turns after which a loop counts as endless, each time that it is entered; `u64::MAX` lets
    /// loops run for ever.
    ///
    /// As where a driver resets a GPU that does not answer, the device is then lost, with an
    /// [internal error](wgpu::Error::Internal) that names the loop. Watched dispatches have the
    /// checker's own limit, and go on.
    pub turn_limit: u64,
    /// The vector instructions that shaders run on. Results are the same with all.
    pub vectors: Vectors,
    /// Invocations of a subgroup: a power of two from 4 to 128. Any other number stands for the next
    /// such one below it, or for 4. Where a workgroup is no multiple of it, its last subgroup is short.
    ///
    /// Devices differ in this; a program that is right with 4 and with 128 is right on all.
    pub subgroup_size: u32,
    /// Shuffles what WGSL leaves open: in which order workgroups run, in which order the invocations
    /// of a workgroup take their turns at atomics and at stores to one place, and which of them make
    /// a subgroup. Each seed gives its own order, the same on every machine; `None` the natural one:
    /// ascending, with subgroups that are slices of `local_invocation_index`.
    pub order_seed: Option<u64>,
}

impl AdapterOptions {
    /// What the interpreter has to know of this.
    pub(super) fn run(&self) -> RunOptions {
        RunOptions {
            threads: self.threads,
            turn_limit: self.turn_limit,
            vectors: self.vectors,
            order_seed: self.order_seed,
        }
    }

    /// What the compiler of shaders has to know of this.
    pub(super) fn decode(&self) -> DecodeOptions {
        DecodeOptions {
            subgroup_size: self.subgroup_size,
        }
    }

    /// The least adapter that WebGPU allows: its default limits, and no features.
    #[must_use]
    pub fn webgpu_defaults() -> Self {
        Self {
            features: Features::empty(),
            limits: Limits::defaults(),
            ..Self::default()
        }
    }
}

impl Default for AdapterOptions {
    fn default() -> Self {
        Self {
            features: capabilities::features(),
            limits: capabilities::limits(),
            on_fault: None,
            checks: Checks::default(),
            threads: None,
            turn_limit: RunOptions::TURN_LIMIT,
            vectors: Vectors::Widest,
            subgroup_size: DecodeOptions::default().subgroup_size,
            order_seed: None,
        }
    }
}

/// A wgpu instance whose one adapter is the software adapter.
///
/// ```
/// let instance = bitonic_cpu::instance();
/// let adapter = pollster::block_on(instance.request_adapter(&Default::default())).unwrap();
/// assert_eq!(adapter.get_info().device_type, wgpu::DeviceType::Cpu);
/// ```
#[must_use]
pub fn instance() -> wgpu::Instance {
    instance_with(AdapterOptions::default())
}

/// Like [`instance`], with an adapter that offers only what `options` says.
#[must_use]
pub fn instance_with(options: AdapterOptions) -> wgpu::Instance {
    wgpu::Instance::from_custom(Instance::with(options))
}

/// The devices made so far, dead ones until the next is made.
type Devices = Arc<Mutex<Vec<Weak<DeviceState>>>>;

/// The instance as wgpu sees it.
#[derive(Debug)]
pub(super) struct Instance {
    adapter: Adapter,
}

impl Instance {
    fn with(options: AdapterOptions) -> Self {
        let features = options.features & capabilities::features();
        let limits = options.limits.or_worse_values_from(&capabilities::limits());
        Self {
            adapter: Adapter {
                offer: Arc::new(AdapterOptions {
                    features,
                    limits,
                    ..options
                }),
                devices: Devices::default(),
            },
        }
    }
}

impl Default for Instance {
    fn default() -> Self {
        Self::with(AdapterOptions::default())
    }
}

impl InstanceInterface for Instance {
    /// The descriptor speaks of hardware backends and of displays; nothing in it concerns us.
    fn new(_desc: wgpu::InstanceDescriptor) -> Self {
        Self::default()
    }

    #[allow(
        unsafe_code,
        reason = "wgpu's trait declares the method unsafe; nothing in it is"
    )]
    unsafe fn create_surface(
        &self,
        _target: wgpu::SurfaceTargetUnsafe,
    ) -> Result<DispatchSurface, wgpu::CreateSurfaceError> {
        Err(surface::unsupported())
    }

    /// Any request is met but one for a surface: the adapter is its own fallback, and has no power
    /// to save.
    fn request_adapter(
        &self,
        options: &wgpu::RequestAdapterOptions<'_, '_>,
    ) -> Pin<Box<dyn RequestAdapterFuture>> {
        let found = match options.compatible_surface {
            Some(_) => Err(no_adapter_for_a_surface()),
            None => Ok(DispatchAdapter::custom(self.adapter.clone())),
        };
        Box::pin(ready(found))
    }

    fn poll_all_devices(&self, _force_wait: bool) -> bool {
        // Not locked while the callbacks run, for they may open devices.
        let devices: Vec<_> = {
            let devices = lock(&self.adapter.devices);
            devices.iter().filter_map(Weak::upgrade).collect()
        };
        devices.iter().for_each(|device| device.fire_callbacks());
        true
    }

    fn wgsl_language_features(&self) -> WgslLanguageFeatures {
        use naga::front::wgsl::ImplementedLanguageExtension as Extension;
        Extension::all()
            .iter()
            .map(|extension| match extension {
                Extension::ReadOnlyAndReadWriteStorageTextures => {
                    WgslLanguageFeatures::ReadOnlyAndReadWriteStorageTextures
                }
                Extension::Packed4x8IntegerDotProduct => {
                    WgslLanguageFeatures::Packed4x8IntegerDotProduct
                }
                Extension::PointerCompositeAccess => WgslLanguageFeatures::PointerCompositeAccess,
            })
            .collect()
    }

    /// No bit of `backends` stands for a custom backend, so any set but the empty one finds us.
    fn enumerate_adapters(&self, backends: Backends) -> Pin<Box<dyn EnumerateAdapterFuture>> {
        let adapter = (!backends.is_empty()).then(|| DispatchAdapter::custom(self.adapter.clone()));
        Box::pin(ready(adapter.into_iter().collect()))
    }
}

fn no_adapter_for_a_surface() -> RequestAdapterError {
    RequestAdapterError::NotFound {
        active_backends: Backends::NOOP,
        requested_backends: Backends::NOOP,
        supported_backends: Backends::NOOP,
        no_fallback_backends: Backends::empty(),
        no_adapter_backends: Backends::empty(),
        incompatible_surface_backends: Backends::NOOP,
    }
}

/// The software adapter.
#[derive(Clone, Debug)]
struct Adapter {
    offer: Arc<AdapterOptions>,
    devices: Devices,
}

impl Adapter {
    fn open(&self, desc: &wgpu::DeviceDescriptor<'_>) -> Result<Arc<DeviceState>, String> {
        let missing = desc.required_features - self.offer.features;
        if !missing.is_empty() {
            return Err(format!(
                "Features {missing:?} are not supported by the software adapter, which offers {:?}",
                self.offer.features
            ));
        }
        let refused = self.refused_limits(&desc.required_limits);
        if !refused.is_empty() {
            return Err(refused.join("; "));
        }
        let state = Arc::new(DeviceState::new(
            desc.label,
            desc.required_features,
            &desc.required_limits,
            &self.offer,
        ));
        self.remember(&state);
        Ok(state)
    }

    fn remember(&self, device: &Arc<DeviceState>) {
        let mut devices = lock(&self.devices);
        devices.retain(|device| device.strong_count() > 0);
        devices.push(Arc::downgrade(device));
    }

    fn refused_limits(&self, required: &Limits) -> Vec<String> {
        let mut refused = Vec::new();
        required.check_limits_with_fail_fn(&self.offer.limits, false, |name, asked, best| {
            refused.push(format!(
                "Limit '{name}' value {asked} is better than allowed {best}"
            ));
        });
        for (name, value) in [
            (
                "min_uniform_buffer_offset_alignment",
                required.min_uniform_buffer_offset_alignment,
            ),
            (
                "min_storage_buffer_offset_alignment",
                required.min_storage_buffer_offset_alignment,
            ),
        ] {
            if !value.is_power_of_two() {
                refused.push(format!(
                    "Limit '{name}' value {value} is not a power of two"
                ));
            }
        }
        refused
    }
}

impl AdapterInterface for Adapter {
    fn request_device(
        &self,
        desc: &wgpu::DeviceDescriptor<'_>,
    ) -> Pin<Box<dyn RequestDeviceFuture>> {
        let opened = self
            .open(desc)
            .map_err(RequestDeviceError::from_message)
            .map(|state| {
                (
                    DispatchDevice::custom(Device::new(Arc::clone(&state))),
                    DispatchQueue::custom(Queue::new(state)),
                )
            });
        Box::pin(ready(opened))
    }

    fn is_surface_supported(&self, _surface: &DispatchSurface) -> bool {
        false
    }

    fn features(&self) -> Features {
        self.offer.features
    }

    fn limits(&self) -> Limits {
        self.offer.limits.clone()
    }

    fn downlevel_capabilities(&self) -> wgpu::DownlevelCapabilities {
        capabilities::downlevel()
    }

    fn get_info(&self) -> wgpu::AdapterInfo {
        capabilities::info(self.offer.decode().size())
    }

    fn get_texture_format_features(
        &self,
        format: wgpu::TextureFormat,
    ) -> wgpu::TextureFormatFeatures {
        texture_format::adapter_features(format, self.offer.features)
    }

    fn get_presentation_timestamp(&self) -> wgpu::PresentationTimestamp {
        wgpu::PresentationTimestamp::INVALID_TIMESTAMP
    }

    fn cooperative_matrix_properties(&self) -> Vec<wgpu::CooperativeMatrixProperties> {
        Vec::new()
    }
}
