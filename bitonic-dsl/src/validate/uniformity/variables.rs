//! What the variables of a function hold during the walk: how writes are noted, and how
//! values leave a `switch`, go round a loop and out of it.

use std::collections::BTreeMap;

use naga::{Block, Expression, Function, Handle, Statement};

use super::dependencies::Point;
use super::flow::Walk;

/// A variable of the function, by number: its own, then what its pointer arguments lead to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Variable(pub(super) usize);

/// What a pointer leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Root {
    Variable(Variable),
    Global(Handle<naga::GlobalVariable>),
    /// Of an argument that points outside of every function.
    Elsewhere,
}

/// What `pointer` leads to, and whether that is the whole variable.
pub(super) fn root(
    module: &naga::Module,
    function: &Function,
    pointer: Handle<Expression>,
) -> (Root, bool) {
    let mut whole = true;
    let mut at = pointer;
    loop {
        match &function.expressions[at] {
            Expression::Access { base, .. } | Expression::AccessIndex { base, .. } => {
                whole = false;
                at = *base;
            }
            Expression::LocalVariable(local) => {
                return (Root::Variable(Variable(local.index())), whole);
            }
            Expression::FunctionArgument(index) => {
                let root = match points_into_functions(module, function, *index) {
                    true => Root::Variable(of_argument(function, *index)),
                    false => Root::Elsewhere,
                };
                return (root, whole);
            }
            Expression::GlobalVariable(global) => return (Root::Global(*global), whole),
            // No other expression is a pointer to memory that is followed.
            _ => return (Root::Elsewhere, whole),
        }
    }
}

/// The variable that the argument of this number points to.
pub(super) fn of_argument(function: &Function, argument: u32) -> Variable {
    Variable(function.local_variables.len() + argument as usize)
}

/// Whether the argument is a pointer to a variable of a function.
pub(super) fn points_into_functions(
    module: &naga::Module,
    function: &Function,
    argument: u32,
) -> bool {
    let Some(argument) = function.arguments.get(argument as usize) else {
        return false;
    };
    let space = module.types[argument.ty].inner.pointer_space();
    space == Some(naga::AddressSpace::Function)
}

/// By variable: what it holds now. Writes are logged, so that an arm of a branch can be
/// taken back at the cost of its own writes.
pub(super) struct Variables {
    held: Vec<Option<Point>>,
    log: Vec<(Variable, Option<Point>)>,
}

impl Variables {
    pub(super) fn of(function: &Function) -> Variables {
        let count = function.local_variables.len() + function.arguments.len();
        Variables {
            held: vec![None; count],
            log: Vec::new(),
        }
    }

    pub(super) fn get(&self, variable: Variable) -> Option<Point> {
        self.held[variable.0]
    }

    pub(super) fn set(&mut self, variable: Variable, value: Option<Point>) {
        let held = &mut self.held[variable.0];
        self.log.push((variable, *held));
        *held = value;
    }

    pub(super) fn mark(&self) -> usize {
        self.log.len()
    }

    /// Takes back the writes since `mark`; gives the variables that were written and
    /// what they held in the end.
    pub(super) fn undo_to(&mut self, mark: usize) -> BTreeMap<Variable, Option<Point>> {
        let mut left = BTreeMap::new();
        for (variable, before) in self.log.split_off(mark).into_iter().rev() {
            let held = &mut self.held[variable.0];
            // The write that is undone first is the one that stood at the end.
            left.entry(variable).or_insert(*held);
            *held = before;
        }
        left
    }
}

/// A loop or a `switch` under way: the variables that it writes, and where their values
/// go.
pub(super) struct Target {
    pub(super) written: Vec<Variable>,
    /// What each holds where the loop advances; none for a `switch`.
    pub(super) advance: Option<Vec<Point>>,
    /// What each holds behind it, if `break` leads there.
    pub(super) exit: Vec<Point>,
}

impl Walk<'_> {
    /// Opens a loop: each variable that it writes becomes a point, which the ends of
    /// the turns add to. Gives these points.
    pub(super) fn open_loop(&mut self, blocks: [&Block; 2]) -> Vec<Point> {
        let written = self.written_in(blocks);
        let mut entry = Vec::with_capacity(written.len());
        for variable in &written {
            let before = self.variables.get(*variable);
            let point = self.add(before);
            self.variables.set(*variable, Some(point));
            entry.push(point);
        }
        let advance = written.iter().map(|_| self.add([])).collect();
        let exit = written.iter().map(|_| self.add([])).collect();
        self.targets.push(Target {
            written,
            advance: Some(advance),
            exit,
        });
        entry
    }

    /// Opens a `switch`.
    pub(super) fn open_switch<'b>(&mut self, blocks: impl IntoIterator<Item = &'b Block>) {
        let written = self.written_in(blocks);
        let exit = written.iter().map(|_| self.add([])).collect();
        self.targets.push(Target {
            written,
            advance: None,
            exit,
        });
    }

    /// Adds what the variables hold now to where `break` leads.
    pub(super) fn leave(&mut self) {
        if let Some(target) = self.targets.last() {
            let points = target.exit.clone();
            self.leave_to(self.targets.len() - 1, &points);
        }
    }

    /// Adds what the variables hold now to where the innermost loop advances.
    pub(super) fn turn(&mut self) {
        let innermost = self.targets.iter().rposition(|one| one.advance.is_some());
        let Some(index) = innermost else { return };
        if let Some(points) = self.targets[index].advance.clone() {
            self.leave_to(index, &points);
        }
    }

    /// Adds what the variables of a target hold now to `points`.
    pub(super) fn leave_to(&mut self, target: usize, points: &[Point]) {
        for (variable, point) in self.targets[target].written.iter().zip(points) {
            if let Some(value) = self.variables.get(*variable) {
                self.flow.dependencies.depend(*point, value);
            }
        }
    }

    /// Makes the innermost target's variables hold what came to `points` from anywhere.
    pub(super) fn hold(&mut self, points: &[Point]) {
        let Some(target) = self.targets.last() else {
            return;
        };
        for (variable, point) in target.written.iter().zip(points) {
            self.variables.set(*variable, Some(*point));
        }
    }

    /// The variables that the blocks write, each once.
    fn written_in<'b>(&self, blocks: impl IntoIterator<Item = &'b Block>) -> Vec<Variable> {
        let mut written = Vec::new();
        for block in blocks {
            self.collect_written(block, &mut written);
        }
        written.sort();
        written.dedup();
        written
    }

    fn collect_written(&self, block: &Block, written: &mut Vec<Variable>) {
        let mut note = |pointer| match root(self.module, self.function, pointer).0 {
            Root::Variable(variable) => written.push(variable),
            Root::Global(_) | Root::Elsewhere => {}
        };
        for statement in block.iter() {
            match statement {
                Statement::Store { pointer, .. } => note(*pointer),
                // A callee may write what it is given a pointer to.
                Statement::Call { arguments, .. } => arguments.iter().copied().for_each(&mut note),
                _ => {}
            }
        }
        for statement in block.iter() {
            match statement {
                Statement::Block(block) => self.collect_written(block, written),
                Statement::If { accept, reject, .. } => {
                    self.collect_written(accept, written);
                    self.collect_written(reject, written);
                }
                Statement::Switch { cases, .. } => {
                    for case in cases {
                        self.collect_written(&case.body, written);
                    }
                }
                Statement::Loop {
                    body, continuing, ..
                } => {
                    self.collect_written(body, written);
                    self.collect_written(continuing, written);
                }
                // The others hold no statements.
                _ => {}
            }
        }
    }
}
