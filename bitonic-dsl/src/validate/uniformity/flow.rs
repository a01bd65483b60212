//! The walk over a body that finds what each value and each point of control flow
//! depends on, by the rules of the WGSL specification's section "Uniformity".
//!
//! A variable depends on what was last stored, wherever control may come from: at
//! the end of an `If` and around a loop the candidates are joined in a point of
//! their own.

use std::collections::{BTreeMap, BTreeSet};

use super::dependencies::{Dependencies, Origin, Point};
use super::variables::{Turn, Variables};
use super::{Inner, Requirement, Subject, Summaries};
use crate::diagnostic::SourceLocation;
use crate::graph::{
    BlockId, Body, FunctionId, Graph, Input, LocalId, NodeId, NodeKind, PlaceId, PlaceKind, Space,
    Statement, StatementKind,
};
use crate::lower::behaviour::Behaviours;

/// What the walk over one body finds.
pub(super) struct Flow {
    pub(super) dependencies: Dependencies,
    /// By position of the argument.
    pub(super) arguments: Vec<Point>,
    /// What the function returns.
    pub(super) result: Point,
    pub(super) requirements: Vec<Requirement>,
}

pub(super) struct Walk<'a> {
    graph: &'a Graph,
    pub(super) body: &'a Body,
    behaviours: Behaviours,
    summaries: &'a Summaries,
    pub(super) flow: Flow,
    /// By node; `None` depends on nothing.
    values: Vec<Option<Point>>,
    pub(super) variables: Variables,
    pub(super) loops: Vec<Turn>,
}

/// Walks `body`, whose callees are in `summaries`.
pub(super) fn analyse(graph: &Graph, body: &Body, arguments: usize, summaries: &Summaries) -> Flow {
    let mut dependencies = Dependencies::new();
    let flow = Flow {
        arguments: (0..arguments)
            .map(|_| dependencies.add(Origin::Plain, []))
            .collect(),
        result: dependencies.add(Origin::Plain, []),
        dependencies,
        requirements: Vec::new(),
    };
    let mut walk = Walk {
        graph,
        body,
        behaviours: Behaviours::of(body),
        summaries,
        flow,
        values: vec![None; body.nodes.len()],
        variables: Variables::of(body),
        loops: Vec::new(),
    };
    walk.block(body.root, Dependencies::CALL);
    walk.flow
}

impl Walk<'_> {
    /// Walks `block`, entered under `control`; gives the control flow at its end.
    fn block(&mut self, block: BlockId, control: Point) -> Point {
        let body = self.body;
        let count = self.behaviours.reachable(body, block).len();
        body.blocks[block].statements[..count]
            .iter()
            .fold(control, |control, statement| {
                self.statement(statement, control)
            })
    }

    fn statement(&mut self, statement: &Statement, control: Point) -> Point {
        let at = statement.at;
        match &statement.kind {
            StatementKind::Make(node) => self.make(*node, control),
            StatementKind::MakePlace(_) => {}
            StatementKind::Declare(local, value) => {
                let value = self.values[value.index()];
                let stored = self.join([Some(control), value]);
                self.variables.set(*local, stored);
            }
            StatementKind::Store(place, value) => self.store(*place, *value, control),
            StatementKind::Call(function, arguments) => {
                self.call(*function, arguments, control, at);
            }
            StatementKind::If {
                condition,
                accept,
                reject,
            } => return self.branch(statement, *condition, [*accept, *reject], control),
            StatementKind::Loop { .. } => return self.loop_statement(statement, control),
            StatementKind::Break => self.leave(|turn| &turn.exit),
            StatementKind::Continue => self.leave(|turn| &turn.advance),
            StatementKind::Return(value) => {
                let result = self.flow.result;
                let value = value.and_then(|value| self.values[value.index()]);
                self.flow.dependencies.depend(result, control);
                self.depend_on_value(result, value);
            }
            StatementKind::Barrier(barrier) => self.flow.requirements.push(Requirement {
                point: control,
                at,
                subject: Subject::Barrier(*barrier),
            }),
        }
        control
    }

    fn branch(
        &mut self,
        statement: &Statement,
        condition: NodeId,
        blocks: [BlockId; 2],
        control: Point,
    ) -> Point {
        let branch = self.decide(condition, control, statement.at);
        let arms = blocks.map(|block| self.arm(block, branch));
        self.join_arms(&arms);
        if self.behaviours.statement(&statement.kind).only_next() {
            return control;
        }
        self.add([arms[0].end, arms[1].end])
    }

    /// Walks one arm of a branch, and puts the variables back to what they held.
    fn arm(&mut self, block: BlockId, branch: Point) -> Arm {
        let mark = self.variables.mark();
        let end = self.block(block, branch);
        let left = self.variables.undo_to(mark);
        Arm {
            end,
            goes_on: self.behaviours.block_behaviour(block).next,
            left,
        }
    }

    /// What a variable holds behind a branch is what any arm that goes on left.
    fn join_arms(&mut self, arms: &[Arm; 2]) {
        let written: BTreeSet<LocalId> = arms
            .iter()
            .flat_map(|arm| arm.left.keys().copied())
            .collect();
        for local in written {
            let before = self.variables.get(local);
            let held = arms.each_ref().map(|arm| {
                let value = arm.left.get(&local).copied().unwrap_or(before);
                value.filter(|_| arm.goes_on)
            });
            let joined = self.join(held);
            self.variables.set(local, joined);
        }
    }

    fn loop_statement(&mut self, statement: &Statement, control: Point) -> Point {
        let StatementKind::Loop {
            header,
            condition,
            body,
            continuing,
            break_if,
        } = &statement.kind
        else {
            return control;
        };
        let at = statement.at;
        let start = self.add([control]);
        let entry = self.open_loop(&statement.kind);
        let mut here = self.block(*header, start);
        if let Some(condition) = condition {
            here = self.decide(*condition, here, at);
            self.leave(|turn| &turn.exit);
        }
        here = self.block(*body, here);
        if self.behaviours.block_behaviour(*body).next {
            self.leave(|turn| &turn.advance);
        }
        self.hold(|turn| &turn.advance);
        here = self.block(*continuing, here);
        if let Some(condition) = break_if {
            here = self.decide(*condition, here, at);
            self.leave(|turn| &turn.exit);
        }
        self.leave_to(&entry);
        self.flow.dependencies.depend(start, here);
        self.hold(|turn| &turn.exit);
        self.loops.pop();
        if self.behaviours.statement(&statement.kind).only_next() {
            control
        } else {
            start
        }
    }

    fn make(&mut self, id: NodeId, control: Point) {
        let body = self.body;
        let node = &body.nodes[id];
        self.values[id.index()] = match &node.kind {
            NodeKind::Literal(_)
            | NodeKind::Zero
            | NodeKind::Parameter(_)
            | NodeKind::ArrayLength(_)
            | NodeKind::Poison => None,
            NodeKind::Input(input) => self.input(*input, node.at),
            NodeKind::Argument(position) => self.flow.arguments.get(*position as usize).copied(),
            NodeKind::Load(place) => Some(self.load(*place, control, node.at)),
            NodeKind::Call(function, arguments) => {
                Some(self.call(*function, arguments, control, node.at))
            }
            NodeKind::Unary(..)
            | NodeKind::Binary(..)
            | NodeKind::Builtin(..)
            | NodeKind::Select { .. }
            | NodeKind::Convert(_)
            | NodeKind::Bitcast(_)
            | NodeKind::Splat(_)
            | NodeKind::Compose(_)
            | NodeKind::Swizzle(..)
            | NodeKind::Field(..)
            | NodeKind::Element(..) => {
                let mut operands = Vec::new();
                node.kind
                    .for_each_operand(|operand| operands.push(self.values[operand.index()]));
                self.join(operands)
            }
        };
    }

    fn input(&mut self, input: Input, at: SourceLocation) -> Option<Point> {
        match input {
            Input::WorkgroupId | Input::NumWorkgroups | Input::WorkgroupIndex => None,
            Input::GlobalInvocationId
            | Input::LocalInvocationId
            | Input::LocalInvocationIndex
            | Input::InstanceIndex => {
                let words = format!("`{}` differs between the invocations", input.name());
                Some(self.source(at, words))
            }
        }
    }

    fn load(&mut self, place: PlaceId, control: Point, at: SourceLocation) -> Point {
        let (root, indices) = self.root(place);
        let held = match root {
            PlaceKind::Local(local) => self.variables.get(local),
            PlaceKind::Resource(resource) => {
                let resource = &self.graph.resources[resource];
                let memory = match resource.space {
                    Space::StorageRead | Space::Uniform => None,
                    Space::StorageReadWrite => Some("the storage buffer"),
                    Space::Workgroup => Some("the workgroup memory"),
                };
                memory.map(|memory| {
                    let words = format!(
                        "what is read from {memory} `{}` may differ between the invocations",
                        resource.name
                    );
                    self.source(at, words)
                })
            }
            PlaceKind::Element(..) | PlaceKind::Component(..) | PlaceKind::Field(..) => None,
        };
        self.add([Some(control), held].into_iter().chain(indices).flatten())
    }

    fn store(&mut self, place: PlaceId, value: NodeId, control: Point) {
        let (root, indices) = self.root(place);
        let PlaceKind::Local(local) = root else {
            return;
        };
        let whole = self.body.places[place].kind.base().is_none();
        let kept = self.variables.get(local).filter(|_| !whole);
        let value = self.values[value.index()];
        let stored = self.join([Some(control), value, kept].into_iter().chain(indices));
        self.variables.set(local, stored);
    }

    /// The variable that `place` lies within, and what its indices depend on.
    fn root(&self, place: PlaceId) -> (PlaceKind, Vec<Option<Point>>) {
        let mut indices = Vec::new();
        let mut kind = self.body.places[place].kind;
        while let Some(base) = kind.base() {
            indices.extend(kind.index().map(|index| self.values[index.index()]));
            kind = self.body.places[base].kind;
        }
        (kind, indices)
    }

    /// Notes what a call asks for; gives what its result depends on.
    fn call(
        &mut self,
        function: FunctionId,
        arguments: &[NodeId],
        control: Point,
        at: SourceLocation,
    ) -> Point {
        let callee = &self.body.callees[function];
        let summary = self.summaries.get(callee);
        if let Some(barrier) = &summary.call {
            self.require(control, at, &callee.name, barrier);
        }
        let result = self.add([control]);
        if let Some(words) = &summary.result_differs {
            let source = self.source(at, words.clone());
            self.flow.dependencies.depend(result, source);
        }
        for (position, argument) in arguments.iter().enumerate() {
            let value = self.values[argument.index()];
            if summary.result_of.get(position).copied().unwrap_or(false) {
                self.depend_on_value(result, value);
            }
            if let (Some(Some(barrier)), Some(value)) = (summary.arguments.get(position), value) {
                self.require(value, at, &callee.name, barrier);
            }
        }
        result
    }

    fn require(&mut self, point: Point, at: SourceLocation, function: &str, barrier: &Inner) {
        self.flow.requirements.push(Requirement {
            point,
            at,
            subject: Subject::Call(function.to_owned(), barrier.clone()),
        });
    }

    fn decide(&mut self, condition: NodeId, control: Point, at: SourceLocation) -> Point {
        let condition = self.values[condition.index()];
        let points = [Some(control), condition].into_iter().flatten();
        self.flow.dependencies.add(Origin::Branch(at), points)
    }

    fn source(&mut self, at: SourceLocation, words: String) -> Point {
        let origin = Origin::Source(at, words);
        self.flow
            .dependencies
            .add(origin, [Dependencies::NON_UNIFORM])
    }

    pub(super) fn add(&mut self, points: impl IntoIterator<Item = Point>) -> Point {
        self.flow.dependencies.add(Origin::Plain, points)
    }

    /// A point for what depends on all of `points`, if on any.
    fn join(&mut self, points: impl IntoIterator<Item = Option<Point>>) -> Option<Point> {
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

    fn depend_on_value(&mut self, point: Point, value: Option<Point>) {
        if let Some(value) = value {
            self.flow.dependencies.depend(point, value);
        }
    }
}

/// How an arm of a branch ends.
struct Arm {
    end: Point,
    goes_on: bool,
    /// The variables that it wrote, and what they hold at its end.
    left: BTreeMap<LocalId, Option<Point>>,
}
