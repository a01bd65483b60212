//! State of decoding: the program so far, and one frame for each call that is being inlined.

use std::{collections::HashSet, rc::Rc, sync::Arc};

use naga::valid::{FunctionInfo, ModuleInfo};
use naga::{Expression, Function, Handle, Module, Span};

use super::builder::{Builder, Value};
use super::globals::Globals;
use super::indexing::{Indexed, Origin};
use super::operation::Array;
use super::pointer::{Pointer, Root, Site};
use super::shape::{self, Shape};
use super::texture::Opaque;
use super::{DecodeError, variable_limit};

/// The most operations of a program: inlining grows exponentially with nested calls.
const OPERATION_LIMIT: usize = 1 << 20;

/// The deepest chain of calls; decoding recurses along it.
const CALL_DEPTH_LIMIT: u32 = 64;

/// What an expression stands for.
#[derive(Clone, Debug)]
pub(super) enum Operand {
    /// The scalars of a value.
    Scalars(Rc<[Value]>),
    Pointer(Rc<Pointer>),
    /// A texture or a sampler.
    Opaque(Opaque),
}

/// The program so far.
pub(super) struct Decoder<'m> {
    pub(super) module: &'m Module,
    pub(super) info: &'m ModuleInfo,
    pub(super) builder: Builder,
    pub(super) globals: Globals,
    pub(super) indexed: Indexed,
    /// Calls that are being inlined, one within the other.
    pub(super) depth: u32,
    pub(super) sites: Vec<Site>,
    pub(super) workgroup_size: [u32; 3],
    pub(super) subgroup_size: u32,
}

/// Where `break` and `continue` lead.
#[derive(Clone, Copy)]
pub(super) struct Targets {
    pub(super) break_scope: u32,
    pub(super) continue_scope: Option<u32>,
}

/// One call that is being inlined.
pub(super) struct Frame<'m> {
    pub(super) function: &'m Function,
    pub(super) info: &'m FunctionInfo,
    pub(super) arguments: Vec<Operand>,
    pub(super) locals: Vec<Rc<Pointer>>,
    /// What `return` leaves.
    pub(super) scope: u32,
    /// The variable that holds the result.
    pub(super) result: Array<Value>,
    pub(super) targets: Vec<Targets>,
    operands: Vec<Option<Operand>>,
}

impl<'m> Decoder<'m> {
    /// Inlines a call; returns the scalars of its result.
    pub(super) fn call(
        &mut self,
        function: &'m Function,
        info: &'m FunctionInfo,
        arguments: Vec<Operand>,
    ) -> Result<Vec<Value>, DecodeError> {
        let result = match &function.result {
            Some(result) => shape::of_type(self.module, result.ty)?.words(),
            None => 0,
        };
        variable_limit(result, Span::UNDEFINED)?;
        if self.depth == CALL_DEPTH_LIMIT {
            let what = format!("calls nested more than {CALL_DEPTH_LIMIT} deep");
            return Err(DecodeError::unsupported(what, Span::UNDEFINED));
        }
        self.depth += 1;
        let scope = self.builder.scope();
        let mut frame = Frame {
            function,
            info,
            arguments,
            locals: Vec::new(),
            scope,
            result: Array {
                first: self.builder.variable(result, false),
                length: result,
            },
            targets: Vec::new(),
            operands: vec![None; function.expressions.len()],
        };
        self.builder.open();
        self.enter(&mut frame)?;
        self.block(&mut frame, &function.body)?;
        self.builder.close_scope(scope);
        self.depth -= 1;
        let first = frame.result.first.0;
        let scalars = (first..first + result).map(|scalar| self.builder.read(Value(scalar)));
        Ok(scalars.collect())
    }

    /// Gives the local variables their place and their first value.
    fn enter(&mut self, frame: &mut Frame<'m>) -> Result<(), DecodeError> {
        let indexed = self.indexed.origins(frame.function);
        let zero = self.builder.constant(0);
        for scalar in 0..frame.result.length {
            self.builder
                .assign(Value(frame.result.first.0 + scalar), zero);
        }
        for (handle, _) in frame.function.local_variables.iter() {
            let pointer = self.local(frame, handle, &indexed)?;
            frame.locals.push(Rc::new(pointer));
        }
        Ok(())
    }

    fn local(
        &mut self,
        frame: &mut Frame<'m>,
        handle: Handle<naga::LocalVariable>,
        indexed: &HashSet<Origin>,
    ) -> Result<Pointer, DecodeError> {
        let local = &frame.function.local_variables[handle];
        let span = frame.function.local_variables.get_span(handle);
        let shape = shape::of_type(self.module, local.ty)?;
        let length = shape.words();
        variable_limit(length, span)?;
        let first = self
            .builder
            .variable(length, indexed.contains(&Origin::Local(handle)));
        let values = match local.init {
            Some(init) => self.scalars(frame, init)?.to_vec(),
            None => vec![self.builder.constant(0); length as usize],
        };
        let name = local.name.as_deref().map(Arc::from);
        let pointer = Pointer::new(Root::Variable(Array { first, length }), name, shape, 0);
        pointer.store(&mut self.builder, &mut self.sites, span, &values);
        Ok(pointer)
    }

    /// What `handle` stands for. Values are evaluated where they are emitted; what needs no emit is
    /// evaluated here.
    pub(super) fn operand(
        &mut self,
        frame: &mut Frame<'m>,
        handle: Handle<Expression>,
    ) -> Result<Operand, DecodeError> {
        if let Some(operand) = &frame.operands[handle.index()] {
            return Ok(operand.clone());
        }
        let operand = self.evaluate(frame, handle)?;
        frame.set(handle, operand.clone());
        Ok(operand)
    }

    /// The scalars of a value.
    pub(super) fn scalars(
        &mut self,
        frame: &mut Frame<'m>,
        handle: Handle<Expression>,
    ) -> Result<Rc<[Value]>, DecodeError> {
        match self.operand(frame, handle)? {
            Operand::Scalars(scalars) => Ok(scalars),
            Operand::Pointer(_) => Err(DecodeError::unsupported(
                "pointers used as values",
                frame.span(handle),
            )),
            Operand::Opaque(_) => Err(DecodeError::unsupported(
                "textures used as values",
                frame.span(handle),
            )),
        }
    }

    /// The only scalar of a value.
    pub(super) fn scalar(
        &mut self,
        frame: &mut Frame<'m>,
        handle: Handle<Expression>,
    ) -> Result<Value, DecodeError> {
        let scalars = self.scalars(frame, handle)?;
        scalars.first().copied().ok_or_else(|| {
            DecodeError::unsupported("empty values used as scalars", frame.span(handle))
        })
    }

    /// The scalars found at a pointer.
    pub(super) fn load(
        &mut self,
        frame: &mut Frame<'m>,
        pointer: Handle<Expression>,
        span: Span,
    ) -> Result<Vec<Value>, DecodeError> {
        let pointer = self.pointer(frame, pointer)?;
        variable_limit(pointer.shape.words(), span)?;
        if let Some(words) = self.wide_atomic_load(&pointer, span)? {
            return Ok(words);
        }
        Ok(pointer.load(&mut self.builder, &mut self.sites, span))
    }

    /// The pointer that an expression stands for.
    pub(super) fn pointer(
        &mut self,
        frame: &mut Frame<'m>,
        handle: Handle<Expression>,
    ) -> Result<Rc<Pointer>, DecodeError> {
        match self.operand(frame, handle)? {
            Operand::Pointer(pointer) => Ok(pointer),
            Operand::Scalars(_) | Operand::Opaque(_) => Err(DecodeError::unsupported(
                "values used as pointers",
                frame.span(handle),
            )),
        }
    }

    /// The shape of an expression's value.
    pub(super) fn shape(
        &self,
        frame: &Frame<'m>,
        handle: Handle<Expression>,
    ) -> Result<Rc<Shape>, DecodeError> {
        let inner = frame.info[handle].ty.inner_with(&self.module.types);
        shape::of_inner(self.module, inner, frame.span(handle))
    }

    /// Fails once inlining has made the program too large.
    pub(super) fn check_size(&self, span: Span) -> Result<(), DecodeError> {
        if self.builder.operations() <= OPERATION_LIMIT {
            return Ok(());
        }
        Err(DecodeError::new(
            format!(
                "the entry point has over {OPERATION_LIMIT} operations with its calls inlined; \
                 call fewer functions, or index smaller arrays"
            ),
            span,
        ))
    }
}

impl Frame<'_> {
    pub(super) fn set(&mut self, handle: Handle<Expression>, operand: Operand) {
        self.operands[handle.index()] = Some(operand);
    }

    pub(super) fn set_scalars(&mut self, handle: Handle<Expression>, scalars: Vec<Value>) {
        self.set(handle, Operand::Scalars(scalars.into()));
    }

    pub(super) fn span(&self, handle: Handle<Expression>) -> Span {
        self.function.expressions.get_span(handle)
    }
}
