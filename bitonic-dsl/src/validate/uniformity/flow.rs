//! The walk over the statements of a function that finds what each value and each point of
//! control flow depends on, by the rules of the WGSL specification's section
//! "Uniformity". Expressions are in `values`, variables in `variables`.
//!
//! A variable depends on what was last stored, wherever control may come from: at
//! the end of a branch and around a loop the candidates are joined in a point of
//! their own.

use std::collections::BTreeSet;

use naga::{Block, Expression, Function, Handle, Span, Statement, SwitchCase};

use super::dependencies::{Dependencies, Origin, Point};
use super::operations;
use super::variables::{Target, Variable, Variables, of_argument, points_into_functions};
use super::{Program, Requirement, Scope, Subject, Summaries};
use crate::diagnostic::SourceLocation;
use crate::lower::behaviour::Behaviour;

/// What the walk over one function finds.
pub(super) struct Flow {
    pub(super) dependencies: Dependencies,
    /// By position of the argument: its value.
    pub(super) arguments: Vec<Point>,
    /// By position of the argument: what it points to before the call.
    pub(super) contents: Vec<Point>,
    /// What the function returns.
    pub(super) result: Point,
    /// By position of the argument: what it points to behind the call.
    pub(super) left: Vec<Point>,
    pub(super) requirements: Vec<Requirement>,
}

impl Flow {
    fn new(arguments: usize) -> Flow {
        let mut dependencies = Dependencies::new();
        let mut points = || -> Vec<Point> {
            let new = |_| dependencies.add(Origin::Plain, []);
            (0..arguments).map(new).collect()
        };
        let (arguments, contents, left) = (points(), points(), points());
        Flow {
            arguments,
            contents,
            left,
            result: dependencies.add(Origin::Plain, []),
            dependencies,
            requirements: Vec::new(),
        }
    }
}

/// How control leaves a block or a statement.
pub(super) struct End {
    pub(super) control: Point,
    behaviour: Behaviour,
}

pub(super) struct Walk<'a> {
    pub(super) program: &'a Program<'a>,
    pub(super) module: &'a naga::Module,
    pub(super) function: &'a Function,
    pub(super) summaries: &'a Summaries,
    pub(super) flow: Flow,
    /// By expression; `None` depends on nothing.
    pub(super) values: Vec<Option<Point>>,
    pub(super) variables: Variables,
    pub(super) targets: Vec<Target>,
    /// The function's own handle; none for an entry point.
    pub(super) handle: Option<Handle<Function>>,
}

/// Walks `function`, whose callees are in `summaries`.
pub(super) fn analyse(
    program: &Program<'_>,
    handle: Option<Handle<Function>>,
    function: &Function,
    summaries: &Summaries,
) -> Flow {
    let mut walk = Walk {
        program,
        module: program.module,
        function,
        summaries,
        flow: Flow::new(function.arguments.len()),
        values: vec![None; function.expressions.len()],
        variables: Variables::of(function),
        targets: Vec::new(),
        handle,
    };
    walk.begin();
    let end = walk.block(&function.body, Dependencies::CALL);
    if end.behaviour.next {
        walk.return_from(None, end.control);
    }
    walk.flow
}

impl Walk<'_> {
    /// Walks `block`, entered under `control`.
    fn block(&mut self, block: &Block, control: Point) -> End {
        let mut end = End {
            control,
            behaviour: Behaviour::NEXT,
        };
        for (statement, span) in block.span_iter() {
            let after = self.statement(statement, *span, end.control);
            end.behaviour.next = false;
            end.behaviour = end.behaviour.or(after.behaviour);
            end.control = after.control;
            if !after.behaviour.next {
                break;
            }
        }
        end
    }

    fn statement(&mut self, statement: &Statement, span: Span, control: Point) -> End {
        let none = Behaviour::default();
        let behaviour = match statement {
            Statement::Block(block) => return self.block(block, control),
            Statement::If {
                condition,
                accept,
                reject,
            } => return self.branch(*condition, [accept, reject], span, control),
            Statement::Switch { selector, cases } => {
                return self.switch(*selector, cases, span, control);
            }
            Statement::Loop {
                body,
                continuing,
                break_if,
            } => return self.loop_statement([body, continuing], *break_if, span, control),
            Statement::Break => {
                self.leave();
                Behaviour {
                    breaks: true,
                    ..none
                }
            }
            Statement::Continue => {
                self.turn();
                Behaviour {
                    continues: true,
                    ..none
                }
            }
            Statement::Return { value } => {
                self.return_from(*value, control);
                Behaviour {
                    returns: true,
                    ..none
                }
            }
            Statement::Call {
                function,
                arguments,
                result,
            } => {
                self.call(*function, arguments, *result, span, control);
                Behaviour::NEXT
            }
            Statement::Emit(_)
            | Statement::Kill
            | Statement::ControlBarrier(_)
            | Statement::MemoryBarrier(_)
            | Statement::Store { .. }
            | Statement::ImageStore { .. }
            | Statement::Atomic { .. }
            | Statement::ImageAtomic { .. }
            | Statement::WorkGroupUniformLoad { .. }
            | Statement::RayQuery { .. }
            | Statement::RayPipelineFunction(_)
            | Statement::SubgroupBallot { .. }
            | Statement::SubgroupGather { .. }
            | Statement::SubgroupCollectiveOperation { .. }
            | Statement::CooperativeStore { .. } => {
                self.effect(statement, span, control);
                Behaviour::NEXT
            }
        };
        End { control, behaviour }
    }

    fn branch(
        &mut self,
        condition: Handle<Expression>,
        blocks: [&Block; 2],
        span: Span,
        control: Point,
    ) -> End {
        let branch = self.decide(condition, control, span);
        let arms = blocks.map(|block| self.arm(block, branch));
        self.join_arms(&arms);
        self.behind(&arms, control, |behaviour| behaviour)
    }

    fn switch(
        &mut self,
        selector: Handle<Expression>,
        cases: &[SwitchCase],
        span: Span,
        control: Point,
    ) -> End {
        let branch = self.decide(selector, control, span);
        self.open_switch(cases.iter().map(|case| &case.body));
        // Several selectors of one body are empty cases that fall into it.
        let bodies = cases.iter().filter(|case| !case.fall_through);
        let arms: Vec<Arm> = bodies.map(|case| self.arm(&case.body, branch)).collect();
        let Some(target) = self.targets.pop() else {
            return End {
                control,
                behaviour: Behaviour::NEXT,
            };
        };
        let broken = arms.iter().any(|arm| arm.behaviour.breaks);
        let goes_on = arms.iter().any(|arm| arm.behaviour.next);
        self.join_arms(&arms);
        if broken {
            for (variable, exit) in target.written.into_iter().zip(target.exit) {
                let held = self.variables.get(variable).filter(|_| goes_on);
                let joined = self.join([held, Some(exit)]);
                self.variables.set(variable, joined);
            }
        }
        self.behind(&arms, control, |behaviour| Behaviour {
            next: behaviour.next || behaviour.breaks,
            breaks: false,
            ..behaviour
        })
    }

    /// Control behind `arms`: all come together again, if none leads elsewhere.
    fn behind(
        &mut self,
        arms: &[Arm],
        control: Point,
        of_statement: impl FnOnce(Behaviour) -> Behaviour,
    ) -> End {
        let none = Behaviour::default();
        let sum = arms.iter().fold(none, |sum, arm| sum.or(arm.behaviour));
        let behaviour = of_statement(sum);
        let control = match behaviour.only_next() {
            true => control,
            false => self.add(arms.iter().map(|arm| arm.end)),
        };
        End { control, behaviour }
    }

    /// Walks one arm of a branch, and puts the variables back to what they held.
    fn arm(&mut self, block: &Block, branch: Point) -> Arm {
        let mark = self.variables.mark();
        let end = self.block(block, branch);
        Arm {
            end: end.control,
            behaviour: end.behaviour,
            left: self.variables.undo_to(mark),
        }
    }

    /// What a variable holds behind a branch is what any arm that goes on left.
    fn join_arms(&mut self, arms: &[Arm]) {
        let written: BTreeSet<Variable> = arms
            .iter()
            .flat_map(|arm| arm.left.keys().copied())
            .collect();
        for variable in written {
            let before = self.variables.get(variable);
            let held = arms.iter().map(|arm| {
                let value = arm.left.get(&variable).copied().unwrap_or(before);
                value.filter(|_| arm.behaviour.next)
            });
            let held: Vec<Option<Point>> = held.collect();
            let joined = self.join(held);
            self.variables.set(variable, joined);
        }
    }

    fn loop_statement(
        &mut self,
        blocks: [&Block; 2],
        break_if: Option<Handle<Expression>>,
        span: Span,
        control: Point,
    ) -> End {
        let [body, continuing] = blocks;
        let start = self.add([control]);
        let entry = self.open_loop(blocks);
        let turn = self.block(body, start);
        if turn.behaviour.next {
            self.turn();
        }
        let (advance, exit) = self.targets.last().map_or_else(Default::default, |target| {
            let advance = target.advance.clone().unwrap_or_default();
            (advance, target.exit.clone())
        });
        self.hold(&advance);
        let mut end = self.block(continuing, turn.control);
        if let Some(condition) = break_if {
            end.control = self.decide(condition, end.control, span);
            self.leave();
        }
        self.leave_to(self.targets.len() - 1, &entry);
        self.flow.dependencies.depend(start, end.control);
        self.hold(&exit);
        self.targets.pop();
        let behaviour = Behaviour {
            next: turn.behaviour.breaks || break_if.is_some(),
            returns: turn.behaviour.returns,
            ..Behaviour::default()
        };
        let control = match behaviour.only_next() {
            true => control,
            false => start,
        };
        End { control, behaviour }
    }

    /// What the callers get: the value, and what the pointers lead to.
    fn return_from(&mut self, value: Option<Handle<Expression>>, control: Point) {
        let result = self.flow.result;
        let value = value.and_then(|value| self.values[value.index()]);
        self.flow.dependencies.depend(result, control);
        self.depend_on_value(result, value);
        for argument in 0..self.function.arguments.len() {
            let held = self
                .variables
                .get(of_argument(self.function, argument as u32));
            let left = self.flow.left[argument];
            self.depend_on_value(left, held);
        }
    }

    /// Control must be uniform where an operation stands.
    pub(super) fn require(&mut self, point: Point, span: Span, name: String, scope: Scope) {
        let at = self.at(span);
        self.flow.requirements.push(Requirement {
            point,
            at,
            scope,
            subject: Subject::Operation(name),
        });
    }

    /// An operand must be uniform.
    pub(super) fn require_operand(
        &mut self,
        operand: Handle<Expression>,
        span: Span,
        name: String,
        scope: Scope,
    ) {
        let Some(point) = self.values[operand.index()] else {
            return;
        };
        let at = self.at(span);
        self.flow.requirements.push(Requirement {
            point,
            at,
            scope,
            subject: Subject::Operand(name),
        });
    }

    fn decide(&mut self, condition: Handle<Expression>, control: Point, span: Span) -> Point {
        let at = self.at(span);
        let condition = self.values[condition.index()];
        let points = [Some(control), condition].into_iter().flatten();
        self.flow.dependencies.add(Origin::Branch(at), points)
    }

    fn effect(&mut self, statement: &Statement, span: Span, control: Point) {
        match statement {
            Statement::Emit(range) => {
                for handle in range.clone() {
                    self.evaluate(handle, control);
                }
            }
            Statement::Store { pointer, value } => self.store(*pointer, *value, control),
            Statement::Atomic {
                result: Some(result),
                ..
            } => self.differs(*result, span, "the result of an atomic operation"),
            _ => operations::note(self, statement, span, control),
        }
    }

    /// What the function begins with.
    fn begin(&mut self) {
        for (handle, expression) in self.function.expressions.iter() {
            if let Expression::FunctionArgument(position) = expression {
                self.values[handle.index()] = self.argument(handle, *position);
            }
        }
        for position in 0..self.function.arguments.len() as u32 {
            if points_into_functions(self.module, self.function, position) {
                let point = self.flow.contents[position as usize];
                let variable = of_argument(self.function, position);
                self.variables.set(variable, Some(point));
            }
        }
    }

    pub(super) fn at(&self, span: Span) -> SourceLocation {
        (self.program.locate)(span)
    }
}

/// How an arm of a branch ends.
struct Arm {
    end: Point,
    behaviour: Behaviour,
    /// The variables that it wrote, and what they hold at its end.
    left: std::collections::BTreeMap<Variable, Option<Point>>,
}
