//! Validation: the only way from a lowered kernel to text.
//!
//! naga's validator runs with exactly the capabilities that the kernel uses, and
//! its findings are told in the author's words (`naga_errors`). Our own checks are
//! that each used expression is evaluated once (`evaluated`), limits that hold
//! everywhere (`limits`), arrays too long for a variable (`arrays`), two ways to one variable (`aliasing`), constant expressions that WGSL refuses (`constants`), and
//! that barriers are reached by the whole workgroup (`uniformity`). After this, code
//! generation cannot fail for a fault of the author's.

mod aliasing;
mod arrays;
mod constants;
mod evaluated;
mod limits;
mod naga_errors;
mod operands;
mod uniformity;

pub(crate) use limits::{array_length, array_lengths, workgroup_memory};

use std::collections::HashSet;

use naga::valid::{Capabilities, ModuleInfo, ValidationFlags, Validator};

use crate::capabilities::Capability;
use crate::diagnostic::{Diagnostic, SourceLocation};
use crate::graph::Graph;
use crate::interface::Interface;
use crate::lower::{Lowered, SourceMap, nesting, scope_faults};

/// A module that holds what code generation relies on. Made by [`validate`] alone.
#[derive(Debug)]
pub(crate) struct Validated {
    module: naga::Module,
    info: ModuleInfo,
    interface: Interface,
    sources: SourceMap,
    at: SourceLocation,
    needs_subgroup_scope: bool,
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

    /// What the spans of the module stand for.
    pub(crate) fn sources(&self) -> &SourceMap {
        &self.sources
    }

    /// Whether subgroup operations are reached by whole subgroups, but not by the whole
    /// workgroup together.
    pub(crate) fn needs_subgroup_scope(&self) -> bool {
        self.needs_subgroup_scope
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
    let mut faults = check_graph(lowered.graph);
    let uniformity = uniformity::check(&lowered);
    faults.extend(uniformity.faults);
    match validate_module(lowered) {
        Ok(validated) if faults.is_empty() => Ok(Validated {
            needs_subgroup_scope: uniformity.needs_subgroup_scope,
            ..validated
        }),
        Ok(_) => Err(faults),
        Err(others) => {
            // What we have named at a place, naga need not name again.
            let told: HashSet<SourceLocation> = faults.iter().map(|fault| fault.at).collect();
            faults.extend(others.into_iter().filter(|fault| !told.contains(&fault.at)));
            Err(faults)
        }
    }
}

/// The checks that also run where lowering fails, on `part`, which could be lowered.
pub(crate) fn check_part(graph: &Graph, part: Option<&Lowered<'_>>) -> Vec<Diagnostic> {
    let mut faults = check_graph(graph);
    let of_part = part
        .into_iter()
        .flat_map(|part| uniformity::check(part).faults);
    faults.extend(of_part);
    faults
}

/// The faults `recorded`, and what can be checked in `graph` though the recorder left out
/// what was wrong: none of these checks takes a hole for a fault.
pub(crate) fn check_recorded(graph: &Graph, recorded: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let too_deep = nesting::check(graph);
    let found = if too_deep.is_empty() {
        let mut found = limits::workgroup_size(graph);
        found.extend(scope_faults(graph));
        found.extend(constants::check(graph));
        found
    } else {
        too_deep
    };
    // What else is found on a line may be for the same reason.
    let line = |fault: &Diagnostic| (fault.at.file(), fault.at.line());
    let told: HashSet<_> = recorded.iter().map(line).collect();
    let others = found
        .into_iter()
        .filter(|fault| !told.contains(&line(fault)));
    let others: Vec<Diagnostic> = others.collect();
    recorded.into_iter().chain(others).collect()
}

/// The checks that need the graph alone.
fn check_graph(graph: &Graph) -> Vec<Diagnostic> {
    let mut faults = limits::check(graph);
    faults.extend(constants::check(graph));
    faults.extend(aliasing::check(graph));
    faults
}

/// The checks of the module itself.
fn validate_module(lowered: Lowered<'_>) -> Result<Validated, Vec<Diagnostic>> {
    let mut faults = evaluated::check(&lowered);
    faults.extend(arrays::check(&lowered));
    match validator(&lowered.interface).validate(&lowered.module) {
        Ok(info) if faults.is_empty() => Ok(Validated {
            at: lowered.graph.at,
            module: lowered.module,
            info,
            interface: lowered.interface,
            sources: lowered.sources,
            needs_subgroup_scope: false,
        }),
        Ok(_) => Err(faults),
        Err(error) => {
            faults.push(naga_errors::rewrite(&error, &lowered));
            Err(faults)
        }
    }
}

/// What every device of WebGPU has, though naga asks for it: halves packed in words.
const CORE: Capabilities = Capabilities::SHADER_FLOAT16_IN_FLOAT32;

fn validator(interface: &Interface) -> Validator {
    let capabilities = interface
        .capabilities
        .iter()
        .map(|(capability, _)| naga_capability(capability))
        .fold(CORE, |all, one| all | one);
    Validator::new(ValidationFlags::all(), capabilities)
}

fn naga_capability(capability: Capability) -> Capabilities {
    match capability {
        Capability::Immediates => Capabilities::IMMEDIATES,
        Capability::Float16 => Capabilities::SHADER_FLOAT16,
        Capability::Int64 => Capabilities::SHADER_INT64,
        Capability::Float64 => Capabilities::FLOAT64,
        Capability::Int64AtomicMinMax => Capabilities::SHADER_INT64_ATOMIC_MIN_MAX,
        Capability::Int64Atomics => Capabilities::SHADER_INT64_ATOMIC_ALL_OPS,
        Capability::Float32Atomics => Capabilities::SHADER_FLOAT32_ATOMIC,
        Capability::Norm16Formats => Capabilities::STORAGE_TEXTURE_16BIT_NORM_FORMATS,
        Capability::Subgroups => Capabilities::SUBGROUP,
        Capability::SubgroupBarrier => Capabilities::SUBGROUP_BARRIER,
        // Not naga's affair.
        Capability::StorageFormats
        | Capability::ReadWriteFormats
        | Capability::Bgra8UnormStorage => Capabilities::empty(),
    }
}
