//! A kernel that was built: valid, immutable, and ready to be emitted or bound.

mod described;
mod overrides;
mod signature;

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

use crate::diagnostic::{Diagnostic, SourceLocation};
use crate::emit::{self, Dialect, Emitted, GlslVersion, Text};
use crate::error::Error;
use crate::graph::Graph;
use crate::interface::{Interface, ParameterPassing};
use crate::lower;
use crate::validate::{self, Validated};
use overrides::Origin;

pub(crate) use described::Description;
pub(crate) use signature::sealed::Described;
pub use signature::{Argument, Arguments, In, Out, Param, Signature, Untyped};

/// A compute kernel, checked and compiled.
///
/// Cheap to clone. Two kernels are equal if their WGSL is, so that a kernel can be
/// the key of a cache of pipelines.
///
/// `A` says what it takes, where the type of the kernel shall say it:
/// `Kernel<(In<[f32]>, Out<[f32]>, Param<f32>)>` reads floats, writes floats and is given one
/// with each dispatch. Of `Kernel` alone, which is `Kernel<Untyped>`, the
/// [interface](Kernel::interface) tells. `#[kernel]` makes the former, `kernel(..).build(..)`
/// the latter; [`Kernel::typed`] and [`Kernel::untyped`] lead from one to the other, and a
/// typed kernel derefs to the untyped one.
pub struct Kernel<A: Signature = Untyped> {
    inner: A::Held,
}

pub struct Inner {
    graph: Arc<Graph>,
    passing: ParameterPassing,
    validated: Validated,
    text: Text,
    spirv: OnceLock<Result<Vec<u32>, Error>>,
    /// The kernel with the defaults of its overrides, where it has some and each has one.
    defaults: Option<Kernel>,
    /// What it was made of, where it is one with values for overrides.
    origin: Option<Origin>,
}

impl Kernel {
    /// Compiles `graph`. `recorded` are the faults that the recorder found; where
    /// there are any, the graph has holes, and what can be checked all the same is.
    pub(crate) fn new(graph: Graph, recorded: Vec<Diagnostic>) -> Result<Kernel, Error> {
        if !recorded.is_empty() {
            let faults = validate::check_recorded(&graph, recorded);
            return Err(Error::of(&graph, faults));
        }
        Kernel::compile(&Arc::new(graph), ParameterPassing::default(), None)
    }

    fn compile(
        graph: &Arc<Graph>,
        passing: ParameterPassing,
        origin: Option<Origin>,
    ) -> Result<Kernel, Error> {
        let compiled = Kernel::compile_graph(Arc::clone(graph), passing);
        let compiled = overrides::with_default_lengths(graph, compiled);
        let mut inner = compiled.map_err(|faults| Error::of(graph, faults))?;
        inner.defaults = overrides::with_defaults(graph, passing)?;
        inner.origin = origin;
        Ok(Kernel {
            inner: Arc::new(inner),
        })
    }

    fn compile_graph(
        graph: Arc<Graph>,
        passing: ParameterPassing,
    ) -> Result<Inner, Vec<Diagnostic>> {
        let too_deep = lower::nesting::check(&graph);
        if !too_deep.is_empty() {
            return Err(too_deep);
        }
        let lowered = match lower::attempt(&graph, passing) {
            lower::Attempt::Whole(lowered) => lowered,
            lower::Attempt::Faulty(part, mut faults) => {
                faults.extend(validate::check_part(&graph, part.as_ref()));
                return Err(faults);
            }
        };
        let validated = validate::validate(lowered)?;
        let text = emit::text(&validated, Dialect::Naga)?;
        Ok(Inner {
            graph,
            passing,
            validated,
            text,
            spirv: OnceLock::new(),
            defaults: None,
            origin: None,
        })
    }

    /// The name that the author gave. The entry point's in the texts is
    /// [`Interface::entry_point`].
    #[must_use]
    pub fn name(&self) -> &str {
        &self.inner.graph.name
    }

    /// Invocations of a workgroup in each dimension: where an override says them, its
    /// default, or 1.
    #[must_use]
    pub fn workgroup_size(&self) -> [u32; 3] {
        self.inner.graph.workgroup_size
    }

    /// What is to be bound before a dispatch.
    #[must_use]
    pub fn interface(&self) -> &Interface {
        self.inner.validated.interface()
    }

    /// Reads the text again and compares it with what was compiled; the stage that
    /// fails, and why.
    #[cfg(any(test, feature = "snapshot"))]
    pub(crate) fn reread(&self) -> Result<(), (&'static str, String)> {
        let inner = &self.inner;
        emit::recheck::means_the_same(&inner.validated, &inner.text.wgsl)
            .map_err(|failure| (failure.stage, failure.message))
    }

    /// What was compiled, as naga writes it, statement by statement.
    #[cfg(test)]
    pub(crate) fn lowered_text(&self) -> String {
        emit::recheck::lowered_text(&self.inner.validated)
    }

    /// What the author wrote.
    #[must_use]
    pub fn graph(&self) -> &Graph {
        &self.inner.graph
    }

    /// The graph's text.
    #[must_use]
    pub fn graph_text(&self) -> String {
        self.inner.graph.to_string()
    }

    /// The kernel as WGSL.
    ///
    /// # Errors
    ///
    /// Something that the kernel uses and browsers do not have, in their dialect.
    pub fn wgsl(&self, dialect: Dialect) -> Result<String, Error> {
        match dialect {
            Dialect::Naga => Ok(self.inner.text.wgsl.clone()),
            Dialect::Browser => {
                emit::wgsl(&self.inner.validated, dialect).map_err(|faults| self.refused(faults))
            }
        }
    }

    /// The kernel as SPIR-V 1.1, in words; overrides have their defaults, as in all
    /// languages but WGSL.
    ///
    /// # Errors
    ///
    /// SPIR-V lacks something that the kernel uses, or an override has no default:
    /// [`Kernel::with_overrides`] gives it a value.
    pub fn spirv(&self) -> Result<Vec<u32>, Error> {
        let make = || {
            let settled = self.settled()?;
            emit::spirv(&settled.inner.validated).map_err(|faults| self.refused(faults))
        };
        self.inner.spirv.get_or_init(make).clone()
    }

    /// The kernel as MSL 2.1, for Metal.
    ///
    /// # Errors
    ///
    /// The kernel binds more buffers than Metal has room for, or an override has no value.
    pub fn msl(&self) -> Result<Emitted, Error> {
        emit::msl(&self.settled()?.inner.validated).map_err(|faults| self.refused(faults))
    }

    /// The kernel as HLSL of shader model 5.1, for Direct3D 12.
    ///
    /// # Errors
    ///
    /// An override has no value; else a fault of the compiler.
    pub fn hlsl(&self) -> Result<Emitted, Error> {
        emit::hlsl(&self.settled()?.inner.validated).map_err(|faults| self.refused(faults))
    }

    /// The kernel as GLSL, for OpenGL and OpenGL ES.
    ///
    /// # Errors
    ///
    /// The kernel binds more buffers than GLSL has numbers for, or an override has no value.
    pub fn glsl(&self, version: GlslVersion) -> Result<Emitted, Error> {
        emit::glsl(&self.settled()?.inner.validated, version).map_err(|faults| self.refused(faults))
    }

    /// The kernel as WGSL, with the Rust file and line that each line comes from in a
    /// comment behind it. It is WGSL still.
    ///
    /// # Errors
    ///
    /// As [`Kernel::wgsl`].
    pub fn annotated(&self, dialect: Dialect) -> Result<String, Error> {
        let text = self.text(dialect)?;
        let place_of = |line: u32| place(&text.lines, line);
        Ok(emit::annotate(&text.wgsl, place_of))
    }

    fn refused(&self, faults: Vec<Diagnostic>) -> Error {
        Error::of(&self.inner.graph, faults)
    }

    fn text(&self, dialect: Dialect) -> Result<Text, Error> {
        emit::text(&self.inner.validated, dialect).map_err(|faults| self.refused(faults))
    }

    /// Where in the Rust source a line of `wgsl(Dialect::Naga)` was written; lines
    /// count from 1. `None` for lines on which nothing is computed, read, written or
    /// decided.
    #[must_use]
    pub fn source_of_line(&self, line: u32) -> Option<SourceLocation> {
        place(&self.inner.text.lines, line)
    }

    /// Checks that the workgroup memory fits into `limit` bytes: 16384 on every WebGPU
    /// device, more where a device says so.
    ///
    /// # Errors
    ///
    /// It does not: names each array, its line and its size.
    pub fn check_workgroup_memory(&self, limit: u32) -> Result<(), Error> {
        let bytes = self.interface().workgroup_bytes;
        match validate::workgroup_memory(&self.inner.graph, bytes, limit) {
            Some(fault) => Err(self.refused(vec![fault])),
            None => Ok(()),
        }
    }

    fn passing(&self, passing: ParameterPassing) -> Result<Kernel, Error> {
        let Some(origin) = &self.inner.origin else {
            return Kernel::compile(&self.inner.graph, passing, None);
        };
        let kernel = origin.kernel.passing(passing)?;
        let values = origin.values.iter();
        kernel.with_overrides(values.map(|(name, value)| (name.as_str(), *value)))
    }
}

impl<A: Signature> Kernel<A> {
    /// The same kernel with its parameters passed as `passing` says.
    ///
    /// # Errors
    ///
    /// A parameter has a type that cannot travel so.
    pub fn with_parameters(&self, passing: ParameterPassing) -> Result<Kernel<A>, Error> {
        self.untyped().passing(passing).map(A::hold)
    }
}

impl<A: Signature> Clone for Kernel<A> {
    fn clone(&self) -> Self {
        Kernel {
            inner: self.inner.clone(),
        }
    }
}

impl<A: Signature> PartialEq for Kernel<A> {
    fn eq(&self, other: &Self) -> bool {
        let (one, other) = (self.untyped(), other.untyped());
        Arc::ptr_eq(&one.inner, &other.inner) || one.inner.text.wgsl == other.inner.text.wgsl
    }
}

impl<A: Signature> Eq for Kernel<A> {}

impl<A: Signature> Hash for Kernel<A> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.untyped().inner.text.wgsl.hash(state);
    }
}

impl<A: Signature> fmt::Debug for Kernel<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Kernel")
            .field("name", &self.untyped().name())
            .field("interface", self.untyped().interface())
            .finish_non_exhaustive()
    }
}

/// Where line `number` of a text was written; lines count from 1.
fn place(lines: &[Option<SourceLocation>], number: u32) -> Option<SourceLocation> {
    *lines.get(number.checked_sub(1)? as usize)?
}
