//! The effects of a function in their order, a line each.

use naga::valid::FunctionInfo;
use naga::{Block, Expression, Function, Statement};

use super::super::Value;
use super::super::facts::{for_each_operand_of, result_of};
use super::super::operands::{Root, root, whole_local};
use super::Context;
use super::values::{Digest, Values, digest, unnumbered};

pub(super) fn walk(
    context: &Context<'_>,
    function: &Function,
    info: &FunctionInfo,
    lines: &mut Vec<String>,
) {
    let mut walk = Walk {
        values: Values::new(context, function, info),
        lines: Vec::new(),
        exits: Vec::new(),
        temporaries: temporaries(function),
    };
    walk.block(&function.body, true);
    walk.reads();
    lines.append(&mut walk.lines);
}

struct Walk<'a> {
    values: Values<'a>,
    lines: Vec<String>,
    /// What `break` leaves, innermost last: the variables that are set there.
    exits: Vec<Exit>,
    /// By variable: whether it only carries a truth out of the branches of an `if`.
    temporaries: Vec<bool>,
}

struct Exit {
    sets: Vec<usize>,
    is_loop: bool,
}

impl Walk<'_> {
    fn effect(&mut self, line: String) {
        self.reads();
        self.values.epoch += 1;
        self.lines.push(line);
    }

    /// A line that is no effect.
    fn note(&mut self, line: String) {
        self.reads();
        self.lines.push(line);
    }

    fn reads(&mut self) {
        let reads = std::mem::take(&mut self.values.reads);
        if reads != 0 {
            self.lines.push(format!("reads {reads:x}"));
        }
    }

    /// `is_last` if the function ends behind the block.
    fn block(&mut self, block: &Block, is_last: bool) {
        for (index, statement) in block.iter().enumerate() {
            let ends = index + 1 == block.len();
            self.statement(statement, is_last && ends);
        }
    }

    fn statement(&mut self, statement: &Statement, is_last: bool) {
        match statement {
            Statement::Emit(range) => range.clone().for_each(|value| self.values.evaluate(value)),
            Statement::Block(block) => self.block(block, is_last),
            Statement::If {
                condition,
                accept,
                reject,
            } => self.branch(*condition, accept, reject, is_last),
            Statement::Switch { selector, cases } => {
                let selector = self.values.of(*selector);
                self.effect(format!("switch {selector:x}"));
                let id = self.values.epoch;
                let sets = self.set_by(std::slice::from_ref(statement));
                let before = self.values.held.clone();
                let is_loop = false;
                self.exits.push(Exit {
                    sets: sets.clone(),
                    is_loop,
                });
                for case in cases {
                    self.values.held.clone_from(&before);
                    self.note(format!("case {:?} {}", case.value, case.fall_through));
                    self.block(&case.body, is_last);
                    self.leave("end of case", &sets);
                }
                self.exits.pop();
                self.enter("behind switch", id, &sets);
            }
            Statement::Loop {
                body,
                continuing,
                break_if,
            } => {
                let sets = self.set_by(std::slice::from_ref(statement));
                self.leave("loop", &sets);
                self.effect(String::new());
                let id = self.values.epoch;
                self.enter("turn", id, &sets);
                let is_loop = true;
                self.exits.push(Exit {
                    sets: sets.clone(),
                    is_loop,
                });
                self.block(body, false);
                self.leave("end of turn", &sets);
                // What a turn leaves alone is still known.
                let set_in_turn: Vec<Statement> = body.iter().cloned().collect();
                let set_in_turn = self.set_by(&set_in_turn);
                self.enter("continuing", id, &set_in_turn);
                self.block(continuing, false);
                let leaves = break_if.map(|one| self.values.of(one));
                self.leave(&format!("break if {leaves:x?}"), &sets);
                self.exits.pop();
                self.values.epoch += 1;
                self.enter("behind loop", id, &sets);
            }
            Statement::Break => {
                let exit = self.exits.last();
                let sets = exit.map(|exit| exit.sets.clone()).unwrap_or_default();
                self.leave("break", &sets);
            }
            Statement::Continue => {
                let exit = self.exits.iter().rfind(|exit| exit.is_loop);
                let sets = exit.map(|exit| exit.sets.clone()).unwrap_or_default();
                self.leave("continue", &sets);
            }
            Statement::Return { value: None } if is_last => {}
            Statement::ControlBarrier(barrier) => {
                for one in barrier.iter() {
                    self.effect(format!("barrier {one:?}"));
                }
            }
            Statement::Store { pointer, value } => {
                let value = self.values.of(*value);
                match root(&self.values.function.expressions, *pointer) {
                    Root::Local(local) => self.values.set(local.index(), *pointer, value),
                    Root::Global(_) | Root::Argument(_) | Root::None => {
                        let pointer = self.values.of(*pointer);
                        self.effect(format!("store {pointer:x} {value:x}"));
                    }
                }
            }
            _ => self.other(statement),
        }
    }

    /// What names its operands and perhaps gives a result.
    fn other(&mut self, statement: &Statement) {
        let mut operands = Vec::new();
        for_each_operand_of(statement, |value| operands.push(value));
        let parts: Vec<(Digest, Option<Digest>)> = operands
            .iter()
            .map(|value| (self.values.of(*value), self.held_by(*value)))
            .collect();
        let callee = match statement {
            Statement::Call { function, .. } => Some(function.index()),
            _ => None,
        };
        let shape = match statement {
            // What nobody reads need not be said.
            Statement::Call { .. } => "call".to_owned(),
            Statement::Atomic { fun, .. } => unnumbered(&format!("atomic {fun:?}")),
            other => {
                unnumbered(&format!("{other:?}")).replace("predicate: None", "predicate: Some(#)")
            }
        };
        let parts = match statement {
            Statement::SubgroupBallot {
                predicate: None, ..
            } => {
                vec![(digest("Bool(true)".to_owned()), None)]
            }
            _ => parts,
        };
        self.effect(format!("{shape} {callee:?} {parts:x?}"));
        let id = self.values.epoch;
        for (position, operand) in operands.iter().enumerate() {
            if let Root::Local(local) = root(&self.values.function.expressions, *operand) {
                self.values.held[local.index()] = digest(("set by call", id, position));
            }
        }
        if let Some(result) = result_of(statement) {
            self.values.is_result(result, digest(("result", id)));
        }
    }

    fn held_by(&mut self, pointer: Value) -> Option<Digest> {
        match root(&self.values.function.expressions, pointer) {
            Root::Local(local) => {
                let held = self.values.held[local.index()];
                Some(held)
            }
            Root::Global(_) | Root::Argument(_) | Root::None => None,
        }
    }

    fn branch(&mut self, condition: Value, accept: &Block, reject: &Block, is_last: bool) {
        let does_nothing = |block: &Block| {
            block.iter().all(|one| match one {
                Statement::Emit(_) => true,
                Statement::Return { value: None } => is_last,
                _ => false,
            })
        };
        let turned = does_nothing(accept) && !does_nothing(reject);
        let (holds, first, second) = match turned {
            true => (self.values.not(condition), reject, accept),
            false => (self.values.of(condition), accept, reject),
        };
        self.reads();
        let (from, epoch) = (self.lines.len(), self.values.epoch);
        self.lines.push(format!("if {holds:x}"));
        self.values.epoch += 1;
        let before = self.values.held.clone();
        self.block(first, is_last);
        self.reads();
        let middle = self.lines.len();
        self.lines.push("else".to_owned());
        let accepted = std::mem::replace(&mut self.values.held, before);
        self.block(second, is_last);
        self.reads();
        let is_pure = middle == from + 1 && self.lines.len() == middle + 1;
        self.lines.push("end".to_owned());
        let own = last_set(self.values.function, first)
            .filter(|own| last_set(self.values.function, second) == Some(*own));
        let mut differing = Vec::new();
        for local in self.in_order(&[first, second]) {
            let (one, other) = (accepted[local], self.values.held[local]);
            if one == other {
                continue;
            }
            // What carries a truth within a branch is no variable where it reads as `&&`.
            if self.temporaries[local] && own != Some(local) {
                self.values.held[local] = digest(("one of", holds, one, other));
            } else {
                differing.push(local);
            }
        }
        if is_pure
            && !turned
            && let [local] = differing.as_slice()
            && self.temporaries[*local]
            && let Some(short) = self.short_circuit(condition, accepted[*local], *local)
        {
            self.lines.truncate(from);
            self.values.epoch = epoch;
            self.values.held[*local] = short;
            return;
        }
        for (position, local) in differing.into_iter().enumerate() {
            let held = self.values.held[local];
            self.lines
                .push(format!("either {:x} {held:x}", accepted[local]));
            self.values.held[local] = digest(("either", self.values.epoch, position));
        }
        self.values.epoch += 1;
    }

    /// `condition && value`, or `||`, as readers write it with an `if`.
    fn short_circuit(
        &mut self,
        condition: Value,
        accepted: Digest,
        local: usize,
    ) -> Option<Digest> {
        let rejected = self.values.held[local];
        let bool_digest = |value: bool| digest(format!("Bool({value})"));
        if rejected == bool_digest(false) {
            return Some(digest((
                "LogicalAnd".to_owned(),
                self.values.of(condition),
                accepted,
            )));
        }
        let or = rejected == bool_digest(true);
        or.then(|| digest(("LogicalOr".to_owned(), self.values.not(condition), accepted)))
    }

    /// What the variables hold where control leaves.
    fn leave(&mut self, how: &str, sets: &[usize]) {
        let held: Vec<Digest> = sets.iter().map(|local| self.values.held[*local]).collect();
        self.note(format!("{how} {held:x?}"));
    }

    /// From here on each of `sets` holds what cannot be known.
    fn enter(&mut self, how: &str, id: u64, sets: &[usize]) {
        self.reads();
        for (position, local) in sets.iter().enumerate() {
            self.values.held[*local] = digest((how, id, position));
        }
    }

    fn in_order(&self, blocks: &[&Block]) -> Vec<usize> {
        let mut sets = Vec::new();
        for block in blocks {
            collect_sets(self.values.function, block.iter(), &mut sets);
        }
        sets
    }

    /// The variables that `statements` may set, in their order; not those that only
    /// carry a truth to what follows at once.
    fn set_by(&self, statements: &[Statement]) -> Vec<usize> {
        let mut sets = Vec::new();
        collect_sets(self.values.function, statements.iter(), &mut sets);
        sets.retain(|local| !self.temporaries[*local]);
        sets
    }
}

fn collect_sets<'a>(
    function: &Function,
    statements: impl Iterator<Item = &'a Statement>,
    sets: &mut Vec<usize>,
) {
    for statement in statements {
        for_each_operand_of(statement, |value| {
            if let Root::Local(local) = root(&function.expressions, value)
                && !sets.contains(&local.index())
            {
                sets.push(local.index());
            }
        });
        for_each_block(statement, |block| {
            collect_sets(function, block.iter(), sets)
        });
    }
}

fn for_each_block<'a>(statement: &'a Statement, mut each: impl FnMut(&'a Block)) {
    match statement {
        Statement::Block(block) => each(block),
        Statement::If { accept, reject, .. } => [accept, reject].into_iter().for_each(each),
        Statement::Switch { cases, .. } => cases.iter().for_each(|case| each(&case.body)),
        Statement::Loop {
            body, continuing, ..
        } => [body, continuing].into_iter().for_each(&mut each),
        _ => {}
    }
}

/// By variable: whether it is set twice, in both branches of one `if`, and nowhere else.
fn temporaries(function: &Function) -> Vec<bool> {
    let mut stores = vec![0_u32; function.local_variables.len()];
    let mut pairs = vec![false; function.local_variables.len()];
    count(function, &function.body, &mut stores, &mut pairs);
    let both = stores.into_iter().zip(pairs);
    both.map(|(stores, pair)| stores == 2 && pair).collect()
}

fn count(function: &Function, block: &Block, stores: &mut [u32], pairs: &mut [bool]) {
    for statement in block.iter() {
        for_each_operand_of(statement, |value| {
            if let Expression::LocalVariable(local) = function.expressions[value] {
                stores[local.index()] += 1;
            }
        });
        if let Statement::If { accept, reject, .. } = statement
            && let (Some(one), Some(other)) =
                (last_set(function, accept), last_set(function, reject))
            && one == other
        {
            pairs[one] = true;
        }
        for_each_block(statement, |block| count(function, block, stores, pairs));
    }
}

fn last_set(function: &Function, block: &Block) -> Option<usize> {
    match block.last() {
        Some(Statement::Store { pointer, .. }) => {
            whole_local(function, *pointer).map(|local| local.index())
        }
        _ => None,
    }
}
