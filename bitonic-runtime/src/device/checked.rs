//! The software adapter with its checker on: what it finds in kernels comes back as an
//! error of the call that ran them, with the Rust line. What the checker looks for is
//! the software adapter's own affair.

use std::sync::{Arc, Mutex, PoisonError};

use bitonic_cpu::check::Checks;
use bitonic_cpu::{AdapterOptions, FaultHandler, FaultPlace, FaultReport};
use bitonic_dsl::{Dialect, Kernel};

use super::{Gpu, adapters, blocking::block_on};
use crate::error::{Error, ErrorKind};

/// What the checker of a device has found and nobody was told yet.
#[derive(Clone, Default, Debug)]
pub(super) struct Faults(Arc<Mutex<Vec<FaultReport>>>);

impl Faults {
    fn handler(&self) -> FaultHandler {
        let found = Arc::clone(&self.0);
        FaultHandler::new(move |report| {
            let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
            found.push(report.clone());
        })
    }

    fn take(&self) -> Vec<FaultReport> {
        std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Gpu {
    /// The software adapter with its checker on: a kernel that reaches beyond an array,
    /// races, reads workgroup memory that nothing wrote (but for atomics), meets a barrier with a part of
    /// its workgroup or turns a loop without end is an error of the call that ran it,
    /// which names the Rust line. It runs on one thread, many times slower than without.
    ///
    /// ```
    /// use bitonic_dsl::*;
    ///
    /// let everybody = kernel("everybody").workgroup_size(4).build(|k| {
    ///     let total = k.storage_mut::<u32>("total");
    ///     total.element(0).add_assign(1);
    /// })?;
    /// let gpu = bitonic_runtime::Gpu::checked()?;
    /// let total = gpu.zeroed::<u32>(1)?;
    /// let error = gpu.run(&everybody).bind("total", &total).workgroups([1, 1, 1]).unwrap_err();
    /// assert!(error.message().contains("kernel `everybody`"), "{error}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// No device opens.
    pub fn checked() -> Result<Gpu, Error> {
        block_on("`Gpu::checked_async`", Gpu::checked_async())
    }

    /// [`Gpu::checked`] without blocking.
    ///
    /// # Errors
    ///
    /// As [`Gpu::checked`].
    pub async fn checked_async() -> Result<Gpu, Error> {
        let faults = Faults::default();
        let options = AdapterOptions {
            on_fault: Some(faults.handler()),
            checks: Checks {
                races: true,
                unwritten: true,
                ..Checks::default()
            },
            ..AdapterOptions::default()
        };
        let missing = || Error::new(ErrorKind::Adapter, "the software adapter is not there");
        let candidate = adapters::software_with(options).await.ok_or_else(missing)?;
        Gpu::open(candidate, faults).await
    }

    /// What the checker has found since this was last asked, with the lines of `kernels`;
    /// those that this device has compiled stand in where they do not fit. Calls that run
    /// a plan ask by themselves; after work that you submitted yourself, ask here. Without
    /// a checker nothing is found.
    ///
    /// # Errors
    ///
    /// It found something: each fault with its Rust line.
    pub fn check_faults(&self, kernels: &[Kernel]) -> Result<(), Error> {
        let reports = self.0.faults.take();
        if reports.is_empty() {
            return Ok(());
        }
        let compiled = self.0.pipelines.kernels();
        let words = reports.iter().map(|report| {
            // Those that declare overrides have the text that was compiled.
            let known = kernels.iter().chain(&compiled).map(Kernel::overridable);
            words(report, known)
        });
        let words: Vec<String> = words.collect();
        Err(Error::new(ErrorKind::Fault, words.join("\n"))
            .with_help("the kernel's results cannot be relied on"))
    }
}

fn words<'a>(report: &FaultReport, mut kernels: impl Iterator<Item = &'a Kernel>) -> String {
    let name = &report.pipeline;
    let fault = &report.fault;
    let source = report.place.as_ref().and_then(|place| {
        let kernel = kernels.find(|kernel| kernel.name() == name && holds(kernel, place))?;
        kernel.source_of_line(place.line)
    });
    match (source, &report.place) {
        (Some(source), _) => format!("kernel `{name}`, {source}: {fault}"),
        (None, Some(place)) => format!("kernel `{name}`, `{}`: {fault}", place.text),
        (None, None) => format!("kernel `{name}`: {fault}"),
    }
}

/// Whether the line of `place` is one of `kernel`'s text.
fn holds(kernel: &Kernel, place: &FaultPlace) -> bool {
    let Ok(text) = kernel.wgsl(Dialect::Naga) else {
        return false;
    };
    let line = text.lines().nth((place.line as usize).saturating_sub(1));
    line.is_some_and(|line| line.trim() == place.text)
}
