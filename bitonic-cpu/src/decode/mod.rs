//! From a validated naga module to a [`Program`], the flat form that runs.
//!
//! In turn: calls are inlined and all types are split into scalars (`frame`, `statement`,
//! `expression` and what they use, all through `builder`), what has no effect is dropped
//! (`cleanup`), values equal for the whole workgroup are found (`uniformity`), slots are given out
//! (`allocate`). Nothing here runs a program.

mod allocate;
mod arithmetic;
mod atomic;
mod batch;
mod bounds;
mod builder;
mod calculator;
mod cleanup;
mod convert;
mod entry;
mod error;
mod expression;
mod fold;
mod frame;
mod globals;
pub(crate) mod image_operation;
mod indexing;
mod math;
mod math_composite;
mod narrow;
mod operand;
pub(crate) mod operation;
mod packing;
mod place;
mod pointer;
mod range;
mod shape;
mod statement;
mod subgroup;
pub(crate) mod subgroup_function;
mod texture;
mod uniformity;
mod widen;

pub use error::DecodeError;

pub(crate) use allocate::Allocated;
pub(crate) use builder::Input;
pub(crate) use pointer::Site;
pub use texture::{OpaqueResources, SamplerResource, TextureResource};

use naga::{EntryPoint, Module, ShaderStage, Span, valid::ModuleInfo};

use builder::Builder;
use frame::Decoder;
use globals::Globals;
use indexing::Indexed;

/// The most scalars of a variable that lives in registers, one column each: 64 KiB an invocation.
const VARIABLE_LIMIT: u32 = 1 << 14;

/// The most invocations of a workgroup, beyond every device's limit.
const INVOCATION_LIMIT: u32 = 1 << 12;

/// How an entry point is compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DecodeOptions {
    /// `subgroup_size`: a power of two from 4 to 128. Any other number stands for the next such one
    /// below it, or for 4.
    pub subgroup_size: u32,
}

impl DecodeOptions {
    /// The sizes that a subgroup may have, the least and the greatest.
    pub const SUBGROUP_SIZES: [u32; 2] = [4, 128];

    /// `subgroup_size` as it is used.
    pub(crate) fn size(self) -> u32 {
        let [least, greatest] = Self::SUBGROUP_SIZES;
        1 << self.subgroup_size.clamp(least, greatest).ilog2()
    }
}

impl Default for DecodeOptions {
    /// Subgroups of 32.
    fn default() -> Self {
        Self { subgroup_size: 32 }
    }
}

/// An entry point, compiled once for each pipeline. Immutable and shared between threads.
#[derive(Debug)]
pub struct Program {
    workgroup_size: [u32; 3],
    subgroup_size: u32,
    workgroup_bytes: u64,
    immediate_bytes: u64,
    resources: Vec<Resource>,
    opaque: OpaqueResources,
    pub(crate) code: Allocated,
    pub(crate) table: Vec<u32>,
    pub(crate) workgroup_words: usize,
    /// Whether several workgroups may run side by side in one column.
    pub(crate) batched: bool,
    /// Operations of an invocation, roughly.
    pub(crate) operations: u64,
    pub(crate) sites: Vec<Site>,
}

/// How a program uses a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResourceAccess {
    /// `var<uniform>`.
    Uniform,
    /// `var<storage, read>`.
    StorageRead,
    /// `var<storage, read_write>`.
    StorageReadWrite,
}

/// A buffer variable that the entry point uses.
#[derive(Clone, Debug)]
pub struct Resource {
    /// `@group`.
    pub group: u32,
    /// `@binding`.
    pub binding: u32,
    /// The variable's name in the source.
    pub name: Option<String>,
    /// How the variable is declared.
    pub access: ResourceAccess,
    /// WebGPU's minimum binding size in bytes: a runtime-sized array counts as one element.
    pub min_size: u64,
}

impl Program {
    /// Compiles `entry_point` of a validated module whose overrides have been resolved, with the
    /// default options.
    ///
    /// # Errors
    /// As [`Program::decode_with`].
    pub fn decode(
        module: &Module,
        info: &ModuleInfo,
        entry_point: &str,
    ) -> Result<Self, DecodeError> {
        Self::decode_with(module, info, entry_point, DecodeOptions::default())
    }

    /// Compiles `entry_point` of a validated module whose overrides have been resolved.
    ///
    /// # Errors
    /// Names the first construct found that the software adapter does not run.
    pub fn decode_with(
        module: &Module,
        info: &ModuleInfo,
        entry_point: &str,
        options: DecodeOptions,
    ) -> Result<Self, DecodeError> {
        let index = entry_index(module, entry_point)?;
        let entry = &module.entry_points[index];
        check_invocations(entry)?;
        let function_info = info.get_entry_point(index);
        let mut builder = Builder::new();
        let indexed = Indexed::of(module);
        let origins = indexed.origins(&entry.function);
        let globals = Globals::place(
            module,
            |handle| !function_info[handle].is_empty(),
            |origin| origins.contains(&origin),
            &mut builder,
        )?;
        let pairs = function_info.sampling_set.iter();
        let globals = globals.with_pairs(pairs.map(|key| [key.image, key.sampler]));
        let mut decoder = Decoder {
            module,
            info,
            builder,
            globals,
            indexed,
            depth: 0,
            sites: Vec::new(),
            workgroup_size: entry.workgroup_size,
            subgroup_size: options.size(),
        };
        let arguments = decoder.entry_arguments(entry)?;
        decoder.call(&entry.function, function_info, arguments)?;
        Ok(finish(entry, decoder, batch::may_spin(module)))
    }

    /// `@workgroup_size`.
    #[must_use]
    pub fn workgroup_size(&self) -> [u32; 3] {
        self.workgroup_size
    }

    /// Invocations of a workgroup.
    pub(crate) fn invocations(&self) -> usize {
        self.workgroup_size.iter().product::<u32>() as usize
    }

    /// `subgroup_size`: the last subgroup of a workgroup may have fewer invocations.
    #[must_use]
    pub fn subgroup_size(&self) -> u32 {
        self.subgroup_size
    }

    /// Bytes of `var<workgroup>` variables that the entry point uses.
    #[must_use]
    pub fn workgroup_bytes(&self) -> u64 {
        self.workgroup_bytes
    }

    /// Bytes of the `var<immediate>` variable that the entry point uses, 0 if none.
    #[must_use]
    pub fn immediate_bytes(&self) -> u64 {
        self.immediate_bytes
    }

    /// The buffer variables that the entry point uses, by group and binding.
    #[must_use]
    pub fn resources(&self) -> &[Resource] {
        &self.resources
    }

    /// The texture and sampler variables that the entry point uses.
    #[must_use]
    pub fn opaque_resources(&self) -> &OpaqueResources {
        &self.opaque
    }
}

fn entry_index(module: &Module, name: &str) -> Result<usize, DecodeError> {
    let mut entries = module.entry_points.iter();
    let found = entries.position(|entry| entry.name == name && entry.stage == ShaderStage::Compute);
    found.ok_or_else(|| {
        let message = format!("the module has no compute entry point named `{name}`");
        DecodeError::new(message, Span::UNDEFINED)
    })
}

/// Refuses workgroups too large for columns.
fn check_invocations(entry: &EntryPoint) -> Result<(), DecodeError> {
    let size = entry
        .workgroup_size
        .iter()
        .try_fold(1u32, |product, &size| product.checked_mul(size));
    if size.is_some_and(|size| (1..=INVOCATION_LIMIT).contains(&size)) {
        return Ok(());
    }
    let what = format!("workgroups of no or over {INVOCATION_LIMIT} invocations");
    Err(DecodeError::unsupported(what, Span::UNDEFINED))
}

fn finish(entry: &EntryPoint, decoder: Decoder<'_>, may_spin: bool) -> Program {
    let Decoder {
        builder,
        globals,
        sites,
        subgroup_size,
        ..
    } = decoder;
    let built = builder.finish();
    let body = cleanup::clean(built.body, &built.definitions);
    let batched = !may_spin && !batch::needs_its_workgroup(&body);
    let varying = uniformity::varying(&body, &built.definitions, batched);
    Program {
        batched,
        operations: batch::operations(&body),
        workgroup_size: entry.workgroup_size,
        subgroup_size,
        workgroup_bytes: globals.workgroup_bytes,
        immediate_bytes: globals.immediate_bytes,
        resources: globals.resources,
        opaque: globals.opaque,
        code: allocate::allocate(&body, &built.definitions, &varying),
        table: built.table,
        workgroup_words: globals.workgroup_words as usize,
        sites,
    }
}

/// Refuses variables too large for registers.
fn variable_limit(scalars: u32, span: Span) -> Result<(), DecodeError> {
    if scalars <= VARIABLE_LIMIT {
        return Ok(());
    }
    Err(DecodeError::unsupported(
        format!("values and private or function variables of over {VARIABLE_LIMIT} scalars"),
        span,
    ))
}

#[cfg(test)]
mod tests;
