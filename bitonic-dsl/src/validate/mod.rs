//! Validation: the only way from a lowered kernel to text.
//!
//! naga's validator runs with exactly the capabilities that the kernel uses, and
//! its findings are told in the author's words (`naga_errors`). Then come our own
//! checks: limits that hold everywhere (`limits`), that each used expression is
//! evaluated once (`evaluated`), and that barriers are reached by the whole
//! workgroup (`uniformity`). After this, code generation cannot fail for a fault
//! of the author's.

mod evaluated;
mod limits;
mod naga_errors;
mod uniformity;

use naga::valid::{Capabilities, ModuleInfo, ValidationFlags, Validator};

use crate::capabilities::Capability;
use crate::diagnostic::{Diagnostic, SourceLocation};
use crate::interface::Interface;
use crate::lower::Lowered;

/// A module that holds what code generation relies on. Made by [`validate`] alone.
#[derive(Debug)]
pub(crate) struct Validated {
    module: naga::Module,
    info: ModuleInfo,
    interface: Interface,
    at: SourceLocation,
}

impl Validated {
    pub(crate) fn module(&self) -> &naga::Module {
        &self.module
    }

    pub(crate) fn info(&self) -> &ModuleInfo {
        &self.info
    }

    pub(crate) fn interface(&self) -> &Interface {
        &self.interface
    }

    /// Where the kernel was written.
    pub(crate) fn at(&self) -> SourceLocation {
        self.at
    }
}

/// Checks `lowered`.
///
/// # Errors
///
/// All faults that were found, in the author's words.
pub(crate) fn validate(lowered: Lowered<'_>) -> Result<Validated, Vec<Diagnostic>> {
    let non_uniform = uniformity::check(lowered.graph);
    match validate_module(lowered) {
        Ok(validated) if non_uniform.is_empty() => Ok(validated),
        Ok(_) => Err(non_uniform),
        Err(faults) => Err(faults.into_iter().chain(non_uniform).collect()),
    }
}

/// All checks but uniformity.
fn validate_module(lowered: Lowered<'_>) -> Result<Validated, Vec<Diagnostic>> {
    let mut faults = limits::check(lowered.graph);
    let info = match validator(&lowered.interface).validate(&lowered.module) {
        Ok(info) => Some(info),
        Err(error) => {
            // A limit that we have named ourselves need not be named twice.
            if faults.is_empty() {
                faults.push(naga_errors::rewrite(&error, &lowered));
            }
            None
        }
    };
    faults.extend(evaluated::check(&lowered));
    match info {
        Some(info) if faults.is_empty() => Ok(Validated {
            at: lowered.graph.at,
            module: lowered.module,
            info,
            interface: lowered.interface,
        }),
        Some(_) | None => Err(faults),
    }
}

fn validator(interface: &Interface) -> Validator {
    let capabilities = interface
        .capabilities
        .iter()
        .map(|capability| naga_capability(*capability))
        .fold(Capabilities::empty(), |all, one| all | one);
    Validator::new(ValidationFlags::all(), capabilities)
}

fn naga_capability(capability: Capability) -> Capabilities {
    match capability {
        Capability::Immediates => Capabilities::IMMEDIATES,
    }
}
