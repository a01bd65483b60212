//! What the lowering of a whole kernel shares: the module so far, its types,
//! variables and functions, and the faults found.

use std::collections::HashMap;
use std::sync::Arc;

use super::function::Functions;
use super::inputs::InputValue;
use super::sources::SourceMap;
use super::types::Types;
use crate::capabilities::Capabilities;
use crate::diagnostic::{Diagnostic, SourceLocation};
use crate::graph::{Constant, Graph, Override};
use crate::types::{StructType, Type};

pub(super) struct Context<'a> {
    pub(super) graph: &'a Graph,
    pub(super) module: naga::Module,
    pub(super) types: Types,
    pub(super) sources: SourceMap,
    /// By resource.
    pub(super) globals: Vec<naga::Handle<naga::GlobalVariable>>,
    pub(super) parameters: Option<naga::Handle<naga::GlobalVariable>>,
    pub(super) functions: Functions,
    pub(super) overrides: Vec<(Arc<Override>, naga::Handle<naga::Override>)>,
    pub(super) constants: HashMap<Arc<Constant>, naga::Handle<naga::Constant>>,
    pub(super) inputs: Vec<InputValue>,
    /// What the operations and the texts lowered so far ask of a device.
    pub(super) needs: Capabilities,
    /// Where `subgroup_elect` was written.
    pub(super) elections: Vec<SourceLocation>,
    pub(super) faults: Vec<Diagnostic>,
}

impl<'a> Context<'a> {
    pub(super) fn new(graph: &'a Graph) -> Context<'a> {
        Context {
            graph,
            module: naga::Module::default(),
            types: Types::default(),
            sources: SourceMap::default(),
            globals: Vec::with_capacity(graph.resources.len()),
            parameters: None,
            functions: Functions::default(),
            overrides: Vec::new(),
            constants: HashMap::new(),
            inputs: Vec::new(),
            needs: Capabilities::default(),
            elections: Vec::new(),
            faults: Vec::new(),
        }
    }

    pub(super) fn intern(
        &mut self,
        ty: &Type,
        at: SourceLocation,
    ) -> Result<naga::Handle<naga::Type>, Diagnostic> {
        self.types
            .intern(&mut self.module, &mut self.sources, ty, at)
    }

    /// The handle of a structure whose fields lie where it says, with gaps between.
    pub(super) fn intern_block(
        &mut self,
        block: &StructType,
        at: SourceLocation,
    ) -> Result<naga::Handle<naga::Type>, Diagnostic> {
        self.types
            .block(&mut self.module, &mut self.sources, block, at)
    }
}
