//! Inputs of the invocation. In the entry point they are arguments with a built-in
//! binding, or sums of such; in a function they travel as further arguments, which
//! every caller passes on.

use std::collections::BTreeSet;

use super::body::BodyLowering;
use super::schedule::Schedule;
use crate::diagnostic::{Diagnostic, SourceLocation};
use crate::graph::{Body, Input, NodeKind};
use crate::types::{ScalarType, Type, VectorSize};

/// The inputs that a body needs, its callees' included.
pub(super) type Inputs = BTreeSet<Input>;

/// A value of the module that is an input of the invocation.
pub(crate) struct InputValue {
    /// The function that it lies in; none for the entry point.
    pub(crate) function: Option<naga::Handle<naga::Function>>,
    pub(crate) value: naga::Handle<naga::Expression>,
    pub(crate) input: Input,
    /// Where it is first written, or else what needs it.
    pub(crate) at: SourceLocation,
}

/// The inputs that the nodes of `body` use themselves.
pub(super) fn used(body: &Body, schedule: &Schedule) -> Inputs {
    body.nodes
        .iter()
        .filter(|(id, _)| schedule.is_used(*id))
        .filter_map(|(_, node)| match node.kind {
            NodeKind::Input(input) => Some(input),
            NodeKind::Literal(_)
            | NodeKind::Constant(_)
            | NodeKind::Override(_)
            | NodeKind::Zero
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
            | NodeKind::Load(_)
            | NodeKind::Atomic(..)
            | NodeKind::UniformLoad(_)
            | NodeKind::Address(_)
            | NodeKind::Call(..)
            | NodeKind::ArrayLength(_)
            | NodeKind::Texture(..)
            | NodeKind::Subgroup(_)
            | NodeKind::Poison => None,
        })
        .collect()
}

/// The type of an input.
pub(super) fn type_of(input: Input) -> Type {
    match input {
        Input::GlobalInvocationId
        | Input::LocalInvocationId
        | Input::WorkgroupId
        | Input::NumWorkgroups => Type::Vector(VectorSize::Three, ScalarType::U32),
        Input::LocalInvocationIndex
        | Input::WorkgroupIndex
        | Input::InstanceIndex
        | Input::SubgroupSize
        | Input::SubgroupInvocationId
        | Input::SubgroupId
        | Input::NumSubgroups => Type::U32,
    }
}

/// How an input comes about in the entry point.
enum Source {
    BuiltIn(naga::BuiltIn),
    Derived(&'static [Input]),
}

fn source(input: Input) -> Source {
    match input {
        Input::GlobalInvocationId => Source::BuiltIn(naga::BuiltIn::GlobalInvocationId),
        Input::LocalInvocationId => Source::BuiltIn(naga::BuiltIn::LocalInvocationId),
        Input::LocalInvocationIndex => Source::BuiltIn(naga::BuiltIn::LocalInvocationIndex),
        Input::WorkgroupId => Source::BuiltIn(naga::BuiltIn::WorkGroupId),
        Input::NumWorkgroups => Source::BuiltIn(naga::BuiltIn::NumWorkGroups),
        Input::SubgroupSize => Source::BuiltIn(naga::BuiltIn::SubgroupSize),
        Input::SubgroupInvocationId => Source::BuiltIn(naga::BuiltIn::SubgroupInvocationId),
        Input::SubgroupId => Source::BuiltIn(naga::BuiltIn::SubgroupId),
        Input::NumSubgroups => Source::BuiltIn(naga::BuiltIn::NumSubgroups),
        Input::WorkgroupIndex => Source::Derived(&[Input::WorkgroupId, Input::NumWorkgroups]),
        Input::InstanceIndex => {
            Source::Derived(&[Input::WorkgroupIndex, Input::LocalInvocationIndex])
        }
    }
}

impl BodyLowering<'_, '_> {
    /// Adds an argument for each of `inputs` behind the function's own.
    pub(super) fn pass_inputs(
        &mut self,
        inputs: &Inputs,
        at: SourceLocation,
    ) -> Result<(), Diagnostic> {
        for input in inputs {
            self.input_argument(*input, None, at)?;
        }
        Ok(())
    }

    /// Makes each of `inputs` available in the entry point.
    pub(super) fn provide_inputs(
        &mut self,
        inputs: &Inputs,
        at: SourceLocation,
        out: &mut naga::Block,
    ) -> Result<(), Diagnostic> {
        for input in with_sources(inputs) {
            match source(input) {
                Source::BuiltIn(built_in) => {
                    let binding = naga::Binding::BuiltIn(built_in);
                    self.input_argument(input, Some(binding), at)?;
                }
                Source::Derived(_) => self.derive_input(input, at, out)?,
            }
        }
        Ok(())
    }

    /// The inputs made so far, of a function that is written at `at`.
    pub(super) fn input_values(&self, at: SourceLocation) -> Vec<InputValue> {
        let body = self.body;
        let first_use = |input: Input| {
            let mut nodes = body.nodes.iter();
            let node = nodes.find(|(_, node)| node.kind == NodeKind::Input(input));
            node.map_or(at, |(_, node)| node.at)
        };
        let values = self.inputs.iter().map(|(input, value)| InputValue {
            function: None,
            value: *value,
            input: *input,
            at: first_use(*input),
        });
        values.collect()
    }

    fn input_argument(
        &mut self,
        input: Input,
        binding: Option<naga::Binding>,
        at: SourceLocation,
    ) -> Result<(), Diagnostic> {
        let position = self.add_argument(input.name(), &type_of(input), binding, at)?;
        let span = self.context.sources.span(at);
        let value = self.constant(naga::Expression::FunctionArgument(position), span);
        self.inputs.insert(input, value);
        Ok(())
    }

    fn derive_input(
        &mut self,
        input: Input,
        at: SourceLocation,
        out: &mut naga::Block,
    ) -> Result<(), Diagnostic> {
        let span = self.context.sources.span(at);
        let value = match input {
            Input::GlobalInvocationId
            | Input::LocalInvocationId
            | Input::LocalInvocationIndex
            | Input::WorkgroupId
            | Input::NumWorkgroups
            | Input::SubgroupSize
            | Input::SubgroupInvocationId
            | Input::SubgroupId
            | Input::NumSubgroups => self.input(input, at)?,
            Input::WorkgroupIndex => {
                let workgroup = self.input(Input::WorkgroupId, at)?;
                let count = self.input(Input::NumWorkgroups, at)?;
                self.linear_index(workgroup, count, span, out)
            }
            Input::InstanceIndex => {
                let workgroup = self.input(Input::WorkgroupIndex, at)?;
                let local = self.input(Input::LocalInvocationIndex, at)?;
                let size = self.workgroup_invocations(span, at, out)?;
                let first = self.binary(naga::BinaryOperator::Multiply, workgroup, size, span, out);
                self.binary(naga::BinaryOperator::Add, first, local, span, out)
            }
        };
        self.name(value, input.name());
        self.inputs.insert(input, value);
        Ok(())
    }

    /// `at.x + count.x * (at.y + count.y * at.z)`.
    fn linear_index(
        &mut self,
        at: naga::Handle<naga::Expression>,
        count: naga::Handle<naga::Expression>,
        span: naga::Span,
        out: &mut naga::Block,
    ) -> naga::Handle<naga::Expression> {
        use naga::BinaryOperator::{Add, Multiply};
        let [x, y, z] = [0, 1, 2].map(|index| self.component(at, index, span, out));
        let [row, column] = [0, 1].map(|index| self.component(count, index, span, out));
        let layers = self.binary(Multiply, column, z, span, out);
        let rows = self.binary(Add, y, layers, span, out);
        let before = self.binary(Multiply, row, rows, span, out);
        self.binary(Add, x, before, span, out)
    }

    /// The invocations of a workgroup: a number, or computed from what overrides say.
    fn workgroup_invocations(
        &mut self,
        span: naga::Span,
        at: SourceLocation,
        out: &mut naga::Block,
    ) -> Result<naga::Handle<naga::Expression>, Diagnostic> {
        let graph = self.context.graph;
        let sides = graph.workgroup_size.iter().zip(&graph.workgroup_overrides);
        let known = sides.filter(|(_, one)| one.is_none());
        let known = known.fold(1, |product: u32, (side, _)| product.saturating_mul(*side));
        let mut factors = Vec::new();
        if known != 1 || graph.workgroup_overrides.iter().all(Option::is_none) {
            factors.push(naga::Expression::Literal(naga::Literal::U32(known)));
        }
        for one in graph.workgroup_overrides.iter().flatten() {
            let handle = self.context.overridable(one, at)?;
            factors.push(naga::Expression::Override(handle));
        }
        let mut product = None;
        for factor in factors {
            let factor = self.constant(factor, span);
            product = Some(match product {
                Some(product) => {
                    self.binary(naga::BinaryOperator::Multiply, product, factor, span, out)
                }
                None => factor,
            });
        }
        product.ok_or_else(|| super::internal_fault("a workgroup of no size", at))
    }

    /// The value of an input that [`Self::provide_inputs`] or [`Self::pass_inputs`]
    /// has made.
    pub(super) fn input(
        &self,
        input: Input,
        at: SourceLocation,
    ) -> Result<naga::Handle<naga::Expression>, Diagnostic> {
        self.inputs
            .get(&input)
            .copied()
            .ok_or_else(|| super::internal_fault("an input that was not passed", at))
    }
}

/// `inputs` and what they are derived from; each behind its sources.
fn with_sources(inputs: &Inputs) -> Inputs {
    let mut all = Inputs::new();
    let mut left: Vec<Input> = inputs.iter().copied().collect();
    while let Some(input) = left.pop() {
        all.insert(input);
        if let Source::Derived(sources) = source(input) {
            left.extend(sources);
        }
    }
    all
}
