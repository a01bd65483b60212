//! What expressions depend on: inputs, memory, and what is computed from them.

use naga::{AddressSpace, BuiltIn, Expression, Handle, Span, StorageAccess, TypeInner};

use super::Scope;
use super::dependencies::{Dependencies, Origin, Point};
use super::flow::Walk;
use super::variables::{Root, root};
use crate::diagnostic::SourceLocation;
use crate::graph::Input;
use crate::validate::operands::for_each_operand;

impl Walk<'_> {
    /// Notes what an expression depends on that is evaluated under `control`.
    pub(super) fn evaluate(&mut self, handle: Handle<Expression>, control: Point) {
        let function = self.function;
        let expression = &function.expressions[handle];
        let mut operands = Vec::new();
        for_each_operand(expression, |operand| {
            operands.push(self.values[operand.index()]);
        });
        let value = match expression {
            Expression::Load { pointer } => {
                let span = function.expressions.get_span(handle);
                let held = self.held(*pointer, span);
                let all = [Some(control), held].into_iter().chain(operands);
                self.join(all)
            }
            // A length is the binding's.
            Expression::ArrayLength(_) => None,
            Expression::ImageLoad { image, .. } => {
                let span = function.expressions.get_span(handle);
                let held = self.held_by_image(*image, span);
                self.join(operands.into_iter().chain([held]))
            }
            _ => self.join(operands),
        };
        self.values[handle.index()] = match self.input_of(handle) {
            Some(input) => input,
            None => value,
        };
    }

    pub(super) fn store(
        &mut self,
        pointer: Handle<Expression>,
        value: Handle<Expression>,
        control: Point,
    ) {
        let (root, whole) = root(self.module, self.function, pointer);
        let Root::Variable(variable) = root else {
            return;
        };
        let kept = self.variables.get(variable).filter(|_| !whole);
        let value = self.values[value.index()];
        // What the pointer depends on is its indices.
        let indices = self.values[pointer.index()];
        let stored = self.join([Some(control), value, kept, indices]);
        self.variables.set(variable, stored);
    }

    /// What lies at the end of `pointer`, its indices aside.
    fn held(&mut self, pointer: Handle<Expression>, span: Span) -> Option<Point> {
        match root(self.module, self.function, pointer).0 {
            Root::Variable(variable) => self.variables.get(variable),
            Root::Elsewhere => {
                let at = self.at(span);
                let words = "what is read through a pointer may differ between the invocations";
                Some(self.source(at, words.to_owned(), Scope::Subgroup))
            }
            Root::Global(global) => {
                let global = &self.module.global_variables[global];
                let memory = match global.space {
                    AddressSpace::Storage { access } if !access.contains(StorageAccess::STORE) => {
                        return None;
                    }
                    AddressSpace::Uniform | AddressSpace::Immediate | AddressSpace::Handle => {
                        return None;
                    }
                    AddressSpace::Storage { .. } => "the storage buffer",
                    AddressSpace::WorkGroup => "the workgroup memory",
                    AddressSpace::Private => "the private variable",
                    _ => "the memory",
                };
                let words = format!(
                    "what is read from {memory} `{}` may differ between the invocations",
                    global.name.as_deref().unwrap_or_default()
                );
                let at = self.at(span);
                Some(self.source(at, words, Scope::Subgroup))
            }
        }
    }

    /// What a texture that can be written holds may differ; others are the same for all.
    fn held_by_image(&mut self, image: Handle<Expression>, span: Span) -> Option<Point> {
        let Expression::GlobalVariable(global) = self.function.expressions[image] else {
            return None;
        };
        let global = &self.module.global_variables[global];
        let is_written = match &self.module.types[global.ty].inner {
            TypeInner::Image {
                class: naga::ImageClass::Storage { access, .. },
                ..
            } => access.contains(StorageAccess::STORE),
            _ => false,
        };
        let name = global.name.clone().unwrap_or_default();
        let at = self.at(span);
        is_written.then(|| {
            let words = format!(
                "what is read from the storage texture `{name}` may differ between the invocations"
            );
            self.source(at, words, Scope::Subgroup)
        })
    }

    /// What the argument of this position depends on.
    pub(super) fn argument(&mut self, handle: Handle<Expression>, position: u32) -> Option<Point> {
        if let Some(input) = self.input_of(handle) {
            return input;
        }
        if self.handle.is_some() {
            return self.flow.arguments.get(position as usize).copied();
        }
        let argument = &self.function.arguments[position as usize];
        let mut bindings = vec![argument.binding.as_ref()];
        if let TypeInner::Struct { members, .. } = &self.module.types[argument.ty].inner {
            bindings.extend(members.iter().map(|member| member.binding.as_ref()));
        }
        let differing = bindings
            .into_iter()
            .flatten()
            .filter_map(|binding| match binding {
                naga::Binding::BuiltIn(built_in) => differs(*built_in),
                naga::Binding::Location { .. } => Some(Scope::Subgroup),
            });
        // What differs within a subgroup differs in any case.
        let scope = differing.max()?;
        let name = argument.name.as_deref().unwrap_or("an input");
        let words = format!("`{name}` differs between the invocations");
        let span = self.function.expressions.get_span(handle);
        let at = self.at(span);
        Some(self.source(at, words, scope))
    }

    /// What a value depends on that is known to be an input of the invocation; none if it
    /// is not one.
    fn input_of(&mut self, handle: Handle<Expression>) -> Option<Option<Point>> {
        let known = self.program.inputs.get(&(self.handle, handle))?;
        let (input, at) = (known.input, known.at);
        Some(differs_as(input).map(|scope| {
            let words = format!("`{}` differs between the invocations", input.name());
            self.source(at, words, scope)
        }))
    }

    /// Makes `value`, the result of a statement, differ between all invocations.
    pub(super) fn differs(&mut self, value: Handle<Expression>, span: Span, what: &str) {
        let at = self.at(span);
        let words = format!("{what} may differ between the invocations");
        self.values[value.index()] = Some(self.source(at, words, Scope::Subgroup));
    }

    /// A point for what differs between the invocations of a workgroup, or also between
    /// those of a subgroup.
    pub(super) fn source(&mut self, at: SourceLocation, words: String, scope: Scope) -> Point {
        let origin = Origin::Source(at, words);
        let target = match scope {
            Scope::Workgroup => Dependencies::NON_UNIFORM,
            Scope::Subgroup => Dependencies::WITHIN_SUBGROUP,
        };
        self.flow.dependencies.add(origin, [target])
    }

    pub(super) fn add(&mut self, points: impl IntoIterator<Item = Point>) -> Point {
        self.flow.dependencies.add(Origin::Plain, points)
    }

    /// A point for what depends on all of `points`, if on any.
    pub(super) fn join(
        &mut self,
        points: impl IntoIterator<Item = Option<Point>>,
    ) -> Option<Point> {
        let mut points = points.into_iter().flatten();
        let first = points.next()?;
        match points.next() {
            None => Some(first),
            Some(second) => {
                let all = [first, second].into_iter().chain(points);
                Some(self.flow.dependencies.add(Origin::Plain, all))
            }
        }
    }

    pub(super) fn depend_on_value(&mut self, point: Point, value: Option<Point>) {
        if let Some(value) = value {
            self.flow.dependencies.depend(point, value);
        }
    }
}

/// Among which invocations an input differs.
fn differs_as(input: Input) -> Option<Scope> {
    match input {
        Input::WorkgroupId
        | Input::NumWorkgroups
        | Input::WorkgroupIndex
        | Input::SubgroupSize
        | Input::NumSubgroups => None,
        Input::SubgroupId => Some(Scope::Workgroup),
        Input::GlobalInvocationId
        | Input::LocalInvocationId
        | Input::LocalInvocationIndex
        | Input::InstanceIndex
        | Input::SubgroupInvocationId => Some(Scope::Subgroup),
    }
}

/// Among which invocations a built-in of naga differs.
fn differs(built_in: BuiltIn) -> Option<Scope> {
    match built_in {
        BuiltIn::WorkGroupId
        | BuiltIn::WorkGroupSize
        | BuiltIn::NumWorkGroups
        | BuiltIn::NumSubgroups
        | BuiltIn::SubgroupSize => None,
        BuiltIn::SubgroupId => Some(Scope::Workgroup),
        _ => Some(Scope::Subgroup),
    }
}
