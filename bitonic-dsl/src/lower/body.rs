//! Blocks and statements of one body, in program order. What each expression is
//! made of is in `expression`, what the inputs are in `inputs`, loops are in `loops`.

use std::collections::BTreeMap;

use super::context::Context;
use super::function::Prepared;
use crate::diagnostic::{Diagnostic, SourceLocation};
use crate::graph::{
    Barrier, BlockId, Body, FunctionId, Input, LocalId, NodeId, NodeKind, PlaceId, PointerSpace,
    Statement, StatementKind,
};
use crate::types::Type;

pub(super) type Value = naga::Handle<naga::Expression>;

/// A function of the module while it is being made.
pub(super) struct BodyLowering<'a, 'graph> {
    pub(super) context: &'a mut Context<'graph>,
    pub(super) body: &'a Body,
    pub(super) prepared: &'a Prepared,
    pub(super) function: naga::Function,
    /// By node, for those that stand for themselves.
    pub(super) values: Vec<Option<Value>>,
    /// By node: how many unnamed operations its text is deep.
    pub(super) depths: Vec<u32>,
    /// By local: the pointer to it.
    pub(super) locals: Vec<Option<Value>>,
    /// By resource: the pointer to it.
    pub(super) globals: Vec<Option<Value>>,
    /// The pointer to the structure of the parameters.
    pub(super) parameters: Option<Value>,
    pub(super) inputs: BTreeMap<Input, Value>,
}

impl<'a, 'graph> BodyLowering<'a, 'graph> {
    pub(super) fn new(
        context: &'a mut Context<'graph>,
        body: &'a Body,
        prepared: &'a Prepared,
    ) -> BodyLowering<'a, 'graph> {
        let resources = context.globals.len();
        BodyLowering {
            context,
            body,
            prepared,
            function: naga::Function::default(),
            values: vec![None; body.nodes.len()],
            depths: vec![0; body.nodes.len()],
            locals: vec![None; body.locals.len()],
            globals: vec![None; resources],
            parameters: None,
            inputs: BTreeMap::new(),
        }
    }

    pub(super) fn finish(self, name: &str, body: naga::Block) -> naga::Function {
        let mut function = self.function;
        function.name = Some(name.to_owned());
        function.body = body;
        function
    }

    /// Adds an argument and gives its position.
    pub(super) fn add_argument(
        &mut self,
        name: &str,
        ty: &Type,
        binding: Option<naga::Binding>,
        at: SourceLocation,
    ) -> Result<u32, Diagnostic> {
        let position = self.function.arguments.len() as u32;
        let ty = self.context.intern(ty, at)?;
        self.function.arguments.push(naga::FunctionArgument {
            name: Some(name.to_owned()),
            ty,
            binding,
        });
        Ok(position)
    }

    /// Adds an argument that is a pointer to a `ty`.
    pub(super) fn add_pointer(
        &mut self,
        name: &str,
        ty: &Type,
        space: PointerSpace,
        at: SourceLocation,
    ) -> Result<(), Diagnostic> {
        let base = self.context.intern(ty, at)?;
        let space = match space {
            PointerSpace::Function => naga::AddressSpace::Function,
            PointerSpace::Private => naga::AddressSpace::Private,
        };
        let pointer = naga::Type {
            name: None,
            inner: naga::TypeInner::Pointer { base, space },
        };
        let span = self.context.sources.span(at);
        let ty = self.context.module.types.insert(pointer, span);
        self.function.arguments.push(naga::FunctionArgument {
            name: Some(name.to_owned()),
            ty,
            binding: None,
        });
        Ok(())
    }

    /// Ends a function whose end nothing reaches.
    pub(super) fn return_zero(
        &mut self,
        ty: &Type,
        at: SourceLocation,
        out: &mut naga::Block,
    ) -> Result<(), Diagnostic> {
        let ty = self.context.intern(ty, at)?;
        let span = self.context.sources.span(at);
        let value = self.constant(naga::Expression::ZeroValue(ty), span);
        out.push(naga::Statement::Return { value: Some(value) }, span);
        Ok(())
    }

    /// Lowers the reachable statements of `block`, and the pure nodes placed in it.
    pub(super) fn block(
        &mut self,
        block: BlockId,
        out: &mut naga::Block,
    ) -> Result<(), Diagnostic> {
        let next = self.statements(block, out)?;
        if self.prepared.behaviours.block_behaviour(block).next {
            self.evaluate_until(next, block, usize::MAX, out)?;
        }
        Ok(())
    }

    /// The statements of `block`, each behind the nodes placed before it. Gives how
    /// many placed nodes that took.
    pub(super) fn statements(
        &mut self,
        block: BlockId,
        out: &mut naga::Block,
    ) -> Result<usize, Diagnostic> {
        let statements = self.prepared.behaviours.reachable(self.body, block);
        let mut next = 0;
        for (index, statement) in statements.iter().enumerate() {
            next = self.evaluate_until(next, block, index, out)?;
            self.statement(block, statement, out)?;
        }
        Ok(next)
    }

    /// Evaluates the nodes placed in `block` from the `next`th on, as far as they
    /// stand before statement `end` or one before it. Gives the one behind them.
    pub(super) fn evaluate_until(
        &mut self,
        mut next: usize,
        block: BlockId,
        end: usize,
        out: &mut naga::Block,
    ) -> Result<usize, Diagnostic> {
        let prepared = self.prepared;
        while let Some((before, node)) = prepared.schedule.slots(block).get(next)
            && *before <= end
        {
            self.evaluate(*node, out)?;
            next += 1;
        }
        Ok(next)
    }

    fn statement(
        &mut self,
        block: BlockId,
        statement: &Statement,
        out: &mut naga::Block,
    ) -> Result<(), Diagnostic> {
        let at = statement.at;
        let span = self.context.sources.span(at);
        match &statement.kind {
            StatementKind::Make(node) => self.make(*node, out)?,
            StatementKind::MakePlace(_) => {}
            StatementKind::Declare(local, value) => self.declare(block, *local, *value, at, out)?,
            StatementKind::Store(place, value) => self.store(*place, *value, at, out)?,
            StatementKind::StoreTexel(texture, texel, value) => {
                self.store_texel(*texture, *texel, *value, at, out)?;
            }
            StatementKind::Call(function, arguments) => {
                self.call(*function, arguments, None, at, out)?;
            }
            StatementKind::If {
                condition,
                accept,
                reject,
            } => {
                let condition = self.value(*condition, at)?;
                let mut blocks = [naga::Block::new(), naga::Block::new()];
                self.block(*accept, &mut blocks[0])?;
                self.block(*reject, &mut blocks[1])?;
                let [accept, reject] = blocks;
                let kind = naga::Statement::If {
                    condition,
                    accept,
                    reject,
                };
                out.push(kind, span);
            }
            StatementKind::Switch { .. } => self.switch(&statement.kind, at, out)?,
            StatementKind::Loop { .. } => self.loop_statement(statement, out)?,
            StatementKind::Break => out.push(naga::Statement::Break, span),
            StatementKind::Continue => out.push(naga::Statement::Continue, span),
            StatementKind::Return(value) => {
                let value = value.map(|value| self.value(value, at)).transpose()?;
                out.push(naga::Statement::Return { value }, span);
            }
            StatementKind::Barrier(barrier) => out.push(barrier_statement(*barrier), span),
        }
        Ok(())
    }

    /// What the statement that makes `node` does: reads, calls and subgroup operations
    /// happen here, pure nodes where the schedule placed them.
    fn make(&mut self, id: NodeId, out: &mut naga::Block) -> Result<(), Diagnostic> {
        let body = self.body;
        let node = &body.nodes[id];
        match &node.kind {
            NodeKind::Load(place) if self.prepared.schedule.is_used(id) => {
                let value = self.load(*place, node.at, out)?;
                self.give(id, Some(value));
            }
            NodeKind::Atomic(place, function) => {
                let value = self.atomic(id, *place, *function, out)?;
                self.give(id, value);
            }
            NodeKind::UniformLoad(place) => {
                let value = self.uniform_load(id, *place, out)?;
                self.give(id, Some(value));
            }
            NodeKind::Texture(_, query) if !query.is_pure() => {
                if self.prepared.schedule.is_used(id) {
                    self.evaluate(id, out)?;
                }
            }
            NodeKind::Call(function, arguments) => {
                let value = self.call(*function, arguments, Some(&node.ty), node.at, out)?;
                self.give(id, value);
            }
            NodeKind::Subgroup(operation) => {
                let value = self.subgroup(*operation, node, out)?;
                if let Some(name) = &node.name {
                    self.name(value, name);
                }
                self.values[id.index()] = Some(value);
            }
            NodeKind::Poison => {
                return Err(super::internal_fault(
                    "a value that stands for a fault",
                    node.at,
                ));
            }
            NodeKind::Load(_)
            | NodeKind::Address(_)
            | NodeKind::Literal(_)
            | NodeKind::Constant(_)
            | NodeKind::Override(_)
            | NodeKind::Zero
            | NodeKind::Input(_)
            | NodeKind::Argument(_)
            | NodeKind::Parameter(_)
            | NodeKind::Unary(..)
            | NodeKind::Binary(..)
            | NodeKind::Builtin(..)
            | NodeKind::Select { .. }
            | NodeKind::Convert(_)
            | NodeKind::Bitcast(_)
            | NodeKind::Splat(_)
            | NodeKind::Compose(_)
            | NodeKind::Swizzle(..)
            | NodeKind::Field(..)
            | NodeKind::Element(..)
            | NodeKind::ArrayLength(_)
            | NodeKind::Texture(..) => {}
        }
        Ok(())
    }

    /// Notes the value of node `id`, under the author's name.
    fn give(&mut self, id: NodeId, value: Option<Value>) {
        if let (Some(value), Some(name)) = (value, &self.body.nodes[id].name) {
            self.name(value, name);
        }
        self.values[id.index()] = value;
    }

    /// A declaration in a loop sets the variable on each turn, so it must be a store;
    /// elsewhere a constant may stand with the variable.
    fn declare(
        &mut self,
        block: BlockId,
        id: LocalId,
        value: NodeId,
        at: SourceLocation,
        out: &mut naga::Block,
    ) -> Result<(), Diagnostic> {
        let body = self.body;
        let local = &body.locals[id];
        let value = self.value(value, at)?;
        let constant = matches!(
            self.function.expressions[value],
            naga::Expression::Literal(_) | naga::Expression::ZeroValue(_)
        );
        let in_loop = self.prepared.blocks[block.index()].innermost_loop.is_some();
        let init = (constant && !in_loop).then_some(value);
        let variable = naga::LocalVariable {
            name: (!local.name.is_empty()).then(|| local.name.clone()),
            ty: self.context.intern(&local.ty, local.at)?,
            init,
        };
        let span = self.context.sources.span(local.at);
        let variable = self.function.local_variables.append(variable, span);
        let pointer = self.constant(naga::Expression::LocalVariable(variable), span);
        self.locals[id.index()] = Some(pointer);
        if init.is_none() {
            out.push(naga::Statement::Store { pointer, value }, span);
        }
        Ok(())
    }

    fn store(
        &mut self,
        place: PlaceId,
        value: NodeId,
        at: SourceLocation,
        out: &mut naga::Block,
    ) -> Result<(), Diagnostic> {
        let value = self.value(value, at)?;
        let pointer = self.pointer(place, at, out)?;
        self.note_atomic_access(place, at);
        let span = self.context.sources.span(at);
        out.push(naga::Statement::Store { pointer, value }, span);
        Ok(())
    }

    fn call(
        &mut self,
        function: FunctionId,
        arguments: &[NodeId],
        result: Option<&Type>,
        at: SourceLocation,
        out: &mut naga::Block,
    ) -> Result<Option<Value>, Diagnostic> {
        let mut values = Vec::with_capacity(arguments.len());
        for argument in arguments {
            let value = if let NodeKind::Address(place) = self.body.nodes[*argument].kind {
                self.pointer(place, at, out)?
            } else {
                self.value(*argument, at)?
            };
            values.push(value);
        }
        let callee = self.prepared.callee(function);
        let inputs: Vec<Input> = self
            .context
            .functions
            .get(callee)
            .inputs
            .iter()
            .copied()
            .collect();
        for input in inputs {
            values.push(self.input(input, at)?);
        }
        let function = self.context.functions.get(callee).handle;
        let span = self.context.sources.span(at);
        let result = result.map(|_| self.constant(naga::Expression::CallResult(function), span));
        let call = naga::Statement::Call {
            function,
            arguments: values,
            result,
        };
        out.push(call, span);
        Ok(result)
    }
}

fn barrier_statement(barrier: Barrier) -> naga::Statement {
    naga::Statement::ControlBarrier(match barrier {
        Barrier::Workgroup => naga::Barrier::WORK_GROUP,
        Barrier::Storage => naga::Barrier::STORAGE,
        Barrier::Texture => naga::Barrier::TEXTURE,
        Barrier::Subgroup => naga::Barrier::SUB_GROUP,
    })
}
