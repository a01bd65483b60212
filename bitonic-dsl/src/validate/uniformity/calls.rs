//! Calls: what a callee asks for, and what its result and the variables that it may write
//! depend on.

use naga::{Expression, Function, Handle, Span};

use super::dependencies::Point;
use super::flow::Walk;
use super::variables::{Root, Variable, root};
use super::{Inner, Output, Requirement, Subject, Summary};
use crate::diagnostic::SourceLocation;

/// The arguments of a call: what each depends on, the variable that it points to, and
/// what that holds.
struct Given {
    values: Vec<Option<Point>>,
    pointers: Vec<Option<Variable>>,
    held: Vec<Option<Point>>,
}

impl Walk<'_> {
    /// Notes a call under `control`.
    pub(super) fn call(
        &mut self,
        callee: Handle<Function>,
        arguments: &[Handle<Expression>],
        result: Option<Handle<Expression>>,
        span: Span,
        control: Point,
    ) {
        let summaries = self.summaries;
        let summary = summaries.get(callee);
        let at = self.at(span);
        let given = self.given(arguments);
        self.require_for_call(callee, summary, &given, control, at);
        if let Some(result) = result {
            let point = self.output(&summary.result, &given, control, at);
            self.values[result.index()] = Some(point);
        }
        for (pointer, left) in given.pointers.iter().zip(&summary.left) {
            if let Some(variable) = pointer {
                let left = self.output(left, &given, control, at);
                let kept = self.variables.get(*variable);
                let joined = self.join([Some(left), kept]);
                self.variables.set(*variable, joined);
            }
        }
    }

    fn given(&self, arguments: &[Handle<Expression>]) -> Given {
        let values = arguments.iter().map(|one| self.values[one.index()]);
        let pointers: Vec<Option<Variable>> =
            arguments.iter().map(|one| self.pointed_to(*one)).collect();
        let held = pointers
            .iter()
            .map(|pointer| self.variables.get((*pointer)?));
        Given {
            values: values.collect(),
            held: held.collect(),
            pointers,
        }
    }

    /// The variable that an argument of a call points to.
    fn pointed_to(&self, argument: Handle<Expression>) -> Option<Variable> {
        match root(self.module, self.function, argument).0 {
            Root::Variable(variable) => Some(variable),
            Root::Global(_) | Root::Elsewhere => None,
        }
    }

    fn require_for_call(
        &mut self,
        callee: Handle<Function>,
        summary: &Summary,
        given: &Given,
        control: Point,
        at: SourceLocation,
    ) {
        let name = self.module.functions[callee].name.as_deref();
        let name = name.unwrap_or("a function");
        let mut require = |inner: &Inner, point: Point| {
            self.flow.requirements.push(Requirement {
                point,
                at,
                scope: inner.scope,
                subject: Subject::Call(name.to_owned(), inner.clone()),
            });
        };
        for inner in &summary.call {
            require(inner, control);
        }
        let points = given.values.iter().zip(&given.held);
        for (required, (value, held)) in summary.arguments.iter().zip(points) {
            for inner in &required.value {
                value.iter().for_each(|point| require(inner, *point));
            }
            for inner in &required.contents {
                held.iter().for_each(|point| require(inner, *point));
            }
        }
    }

    /// A point for what a call gives.
    fn output(
        &mut self,
        output: &Output,
        given: &Given,
        control: Point,
        at: SourceLocation,
    ) -> Point {
        let point = self.add([control]);
        if let Some((words, scope)) = &output.differs {
            let source = self.source(at, words.clone(), *scope);
            self.flow.dependencies.depend(point, source);
        }
        let values = output.of_values.iter().zip(&given.values);
        let contents = output.of_contents.iter().zip(&given.held);
        for (depends, value) in values.chain(contents) {
            if *depends {
                self.depend_on_value(point, *value);
            }
        }
        point
    }
}
