//! The order of effects: walks a function as the text will stand, and gives each value
//! a line of its own that would mean another thing where it is used.
//!
//! - A read of memory that others may write stays in its block, before the next effect
//!   and the next branch.
//! - A read of a variable of the function may stand wherever the variable still holds
//!   the same value, as often as it is used.
//! - Nothing computed before a loop is computed in its turns.
//! - The result of a call may stand in the very next line, which may do nothing before.
//! - Right of `&&` and `||` stands nothing that has to happen.

use naga::{
    AddressSpace, Block, Expression, Function, ImageClass, Module, Statement, StorageAccess,
    TypeInner,
};

use super::Value;
use super::facts::{Key, for_each_operand_of, result_of};
use super::operands::{Root, for_each_operand, root};
use super::plan::Plan;

/// What a read sees.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Memory {
    /// A variable of the function.
    Local(usize),
    /// What nobody writes while the kernel runs.
    Constant,
    /// What this or another invocation may write.
    Shared,
}

/// Gives lines to what needs them. True if there was any.
pub(super) fn mark(plan: &mut Plan<'_>) -> bool {
    let length = plan.function.expressions.len();
    let mut order = Order {
        versions: vec![0; plan.function.local_variables.len()],
        seen: vec![Seen::default(); length],
        now: Seen { block: 0, epoch: 1 },
        blocks: 0,
        position: 0,
        loops: Vec::new(),
        pending: None,
        pending_sets: Vec::new(),
        line: Line::default(),
        marked: false,
        plan,
    };
    let function = order.plan.function;
    order.block(&function.body);
    order.line = Line::default();
    order.end_line();
    order.marked
}

/// Whether `value` is what a variable of the function holds.
pub(super) fn is_local_read(function: &Function, value: Value) -> bool {
    match function.expressions[value] {
        Expression::Load { pointer } => {
            matches!(root(&function.expressions, pointer), Root::Local(_))
        }
        _ => false,
    }
}

/// When a value was evaluated: its block, and how many effects came before; of reads of
/// variables, how often those had been set.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Seen {
    block: u32,
    epoch: u32,
}

/// What a line of the text does.
#[derive(Default)]
struct Line {
    takes_result: bool,
    reads_shared: bool,
    /// The variables of the function that it reads, as far as it goes.
    locals: Vec<usize>,
}

struct Order<'plan, 'a> {
    plan: &'plan mut Plan<'a>,
    versions: Vec<u32>,
    seen: Vec<Seen>,
    now: Seen,
    blocks: u32,
    position: u32,
    /// The first position of each open loop.
    loops: Vec<u32>,
    /// The result of a call, to be used in the next line.
    pending: Option<Value>,
    /// The variables of the function that this call sets, and the calls in its line.
    pending_sets: Vec<usize>,
    line: Line,
    marked: bool,
}

impl Order<'_, '_> {
    fn block(&mut self, block: &Block) {
        self.blocks += 1;
        let outer = std::mem::replace(&mut self.now.block, self.blocks);
        for statement in block.iter() {
            self.position += 1;
            self.statement(statement);
        }
        self.now.block = outer;
    }

    fn statement(&mut self, statement: &Statement) {
        match *statement {
            Statement::Emit(ref range) => range.clone().for_each(|value| self.emit(value)),
            Statement::Block(ref block) => self.block(block),
            Statement::If {
                condition,
                ref accept,
                ref reject,
            } => {
                self.line_of(&[condition]);
                self.block(accept);
                self.block(reject);
                self.now.epoch += 1;
            }
            Statement::Switch {
                selector,
                ref cases,
            } => {
                self.line_of(&[selector]);
                cases.iter().for_each(|case| self.block(&case.body));
                self.now.epoch += 1;
            }
            Statement::Loop {
                ref body,
                ref continuing,
                break_if,
            } => {
                self.line_of(&[]);
                self.enter_loop(statement);
                self.block(body);
                // The last line of the block that goes on with this one.
                let outer = self.now.block;
                self.blocks += 1;
                self.now.block = self.blocks;
                for statement in continuing.iter() {
                    self.position += 1;
                    self.statement(statement);
                }
                match break_if {
                    Some(condition) => self.line_of(&[condition]),
                    None => self.line_of(&[]),
                }
                self.now.block = outer;
                self.now.epoch += 1;
                self.loops.pop();
            }
            Statement::Store { pointer, value } => match self.plan.compound(statement) {
                Some(compound) => {
                    let load = compound.load;
                    self.begin_line();
                    self.take(pointer, false);
                    let stale = !self.may_move(load);
                    self.take(compound.right, false);
                    if stale || self.line.takes_result {
                        self.plan.facts.compounds.remove(&Key::of(statement));
                        self.plan.facts.hidden[load.index()] = false;
                        // As it would have been counted.
                        let seeds = &mut self.plan.facts.seeds;
                        seeds[compound.right.index()] -= 1;
                        seeds[value.index()] += 1;
                        self.marked = true;
                    }
                    self.end_line();
                    self.effect_on(pointer);
                }
                None => {
                    self.line_of(&[pointer, value]);
                    self.effect_on(pointer);
                }
            },
            Statement::Call { ref arguments, .. } => {
                self.line_of(arguments);
                for argument in arguments {
                    self.effect_on(*argument);
                }
                self.now.epoch += 1;
                self.result(statement, true);
                if !self.line.takes_result {
                    self.pending_sets.clear();
                }
                let expressions = &self.plan.function.expressions;
                let roots = arguments
                    .iter()
                    .map(|argument| root(expressions, *argument));
                self.pending_sets.extend(roots.filter_map(local_of));
            }
            Statement::Break | Statement::Continue | Statement::Kill => self.line_of(&[]),
            Statement::Return { .. }
            | Statement::ControlBarrier(_)
            | Statement::MemoryBarrier(_)
            | Statement::ImageStore { .. }
            | Statement::Atomic { .. }
            | Statement::ImageAtomic { .. }
            | Statement::WorkGroupUniformLoad { .. }
            | Statement::SubgroupBallot { .. }
            | Statement::SubgroupGather { .. }
            | Statement::SubgroupCollectiveOperation { .. }
            | Statement::RayQuery { .. }
            | Statement::RayPipelineFunction(_)
            | Statement::CooperativeStore { .. } => {
                self.begin_line();
                for_each_operand_of(statement, |value| self.take(value, false));
                self.end_line();
                self.now.epoch += 1;
                let is_atomic = matches!(statement, Statement::Atomic { .. });
                self.result(statement, !is_atomic);
            }
        }
    }

    /// A loop's turns see what the turns before set.
    fn enter_loop(&mut self, statement: &Statement) {
        let Some(facts) = self.plan.facts.loops.get(&Key::of(statement)) else {
            return;
        };
        for local in &facts.sets {
            self.versions[local.index()] += 1;
        }
        self.loops.push(facts.start);
        self.now.epoch += 1;
    }

    fn emit(&mut self, value: Value) {
        let function = self.plan.function;
        let mut seen = self.now;
        if let Some(Memory::Local(local)) = self.memory(value) {
            seen.epoch = self.versions[local];
        }
        self.seen[value.index()] = seen;
        if !self.plan.is_silent(value) {
            self.begin_line();
            for_each_operand(&function.expressions[value], |operand| {
                self.take_of(value, operand);
            });
            self.line.reads_shared |= self.memory(value) == Some(Memory::Shared);
            self.end_line();
        }
    }

    /// The result of `statement` may wait for the next line, or gets one.
    fn result(&mut self, statement: &Statement, may_wait: bool) {
        let Some(result) = result_of(statement) else {
            return;
        };
        self.seen[result.index()] = self.now;
        let count = self.plan.counts[result.index()];
        if self.plan.is_let(result) || count == 0 {
            return;
        }
        if may_wait && count == 1 {
            self.pending = Some(result);
        } else {
            self.give_line(result);
        }
    }

    fn effect_on(&mut self, pointer: Value) {
        match root(&self.plan.function.expressions, pointer) {
            Root::Local(local) => self.versions[local.index()] += 1,
            Root::Global(_) | Root::Argument(_) => self.now.epoch += 1,
            Root::None => {}
        }
    }

    fn line_of(&mut self, values: &[Value]) {
        self.begin_line();
        for value in values {
            self.take(*value, false);
        }
        self.end_line();
    }

    fn begin_line(&mut self) {
        self.line = Line::default();
    }

    fn end_line(&mut self) {
        let Some(pending) = self.pending.take() else {
            return;
        };
        if !self.line.takes_result || self.line.reads_shared {
            self.give_line(pending);
        }
    }

    fn give_line(&mut self, value: Value) {
        self.marked |= self.plan.give_line(value);
    }

    /// `operand` is written as part of `value`.
    fn take_of(&mut self, value: Value, operand: Value) {
        let guarded = match self.plan.function.expressions[value] {
            Expression::Binary {
                op: naga::BinaryOperator::LogicalAnd | naga::BinaryOperator::LogicalOr,
                right,
                ..
            } => right == operand,
            _ => false,
        };
        self.take(operand, guarded);
    }

    /// `value` is written in this line; `guarded` if that may not be reached.
    fn take(&mut self, value: Value, guarded: bool) {
        if self.plan.is_let(value) {
            return;
        }
        let expression = &self.plan.function.expressions[value];
        let is_result = matches!(
            expression,
            Expression::CallResult(_)
                | Expression::AtomicResult { .. }
                | Expression::WorkGroupUniformLoadResult { .. }
                | Expression::SubgroupBallotResult
                | Expression::SubgroupOperationResult { .. }
        );
        if is_result {
            let here = self.seen[value.index()].block == self.now.block;
            // What the call sets is not read left of it.
            let is_first = !self
                .pending_sets
                .iter()
                .any(|set| self.line.locals.contains(set));
            if self.pending == Some(value) && here && !guarded && is_first {
                self.line.takes_result = true;
            } else {
                self.give_line(value);
            }
            return;
        }
        let may_stay = match self.memory(value) {
            Some(Memory::Local(local)) => {
                self.line.locals.push(local);
                self.may_move(value)
            }
            Some(Memory::Constant) => self.may_move(value) && self.is_single(value),
            Some(Memory::Shared) => {
                self.line.reads_shared = true;
                self.may_move(value) && self.is_single(value) && !guarded
            }
            None => !(self.is_from_before_the_loop(value) && self.plan.is_computed(value)),
        };
        if !may_stay {
            self.give_line(value);
            return;
        }
        for_each_operand(expression, |operand| match guarded {
            true => self.take(operand, true),
            false => self.take_of(value, operand),
        });
    }

    fn is_single(&self, value: Value) -> bool {
        self.plan.counts[value.index()] <= 1
    }

    fn is_from_before_the_loop(&self, value: Value) -> bool {
        let start = self.loops.last().copied().unwrap_or(0);
        self.plan.facts.at[value.index()] < start
    }

    /// Whether a read sees here what it saw where it was evaluated.
    fn may_move(&self, value: Value) -> bool {
        let seen = self.seen[value.index()];
        match self.memory(value) {
            Some(Memory::Local(local)) => seen.epoch == self.versions[local],
            Some(Memory::Constant) => seen.block == self.now.block,
            Some(Memory::Shared) => seen == self.now,
            None => true,
        }
    }

    /// What `value` reads, if it is a read.
    fn memory(&self, value: Value) -> Option<Memory> {
        let (module, function) = (self.plan.module, self.plan.function);
        let read = match function.expressions[value] {
            Expression::Load { pointer } => pointer,
            Expression::ImageLoad { image, .. } | Expression::ImageSample { image, .. } => image,
            _ => return None,
        };
        Some(match root(&function.expressions, read) {
            Root::Local(local) => Memory::Local(local.index()),
            Root::Global(global) => of_global(module, global),
            Root::Argument(_) => {
                let is_texture = matches!(
                    self.plan.info[read].ty.inner_with(&module.types),
                    TypeInner::Image { .. }
                );
                match is_texture {
                    true => of_type(self.plan.info[read].ty.inner_with(&module.types)),
                    false => Memory::Shared,
                }
            }
            Root::None => Memory::Shared,
        })
    }
}

/// The variable of the function that a pointer leads to.
fn local_of(root: Root) -> Option<usize> {
    match root {
        Root::Local(local) => Some(local.index()),
        Root::Global(_) | Root::Argument(_) | Root::None => None,
    }
}

fn of_global(module: &Module, global: naga::Handle<naga::GlobalVariable>) -> Memory {
    let variable = &module.global_variables[global];
    match variable.space {
        AddressSpace::Uniform | AddressSpace::Immediate => Memory::Constant,
        AddressSpace::Storage { access } if !access.contains(StorageAccess::STORE) => {
            Memory::Constant
        }
        AddressSpace::Handle => of_type(&module.types[variable.ty].inner),
        AddressSpace::Storage { .. }
        | AddressSpace::Function
        | AddressSpace::Private
        | AddressSpace::WorkGroup
        | AddressSpace::TaskPayload
        | AddressSpace::RayPayload
        | AddressSpace::IncomingRayPayload => Memory::Shared,
    }
}

fn of_type(inner: &TypeInner) -> Memory {
    match *inner {
        TypeInner::Image {
            class: ImageClass::Storage { access, .. },
            ..
        } if access.contains(StorageAccess::STORE) => Memory::Shared,
        _ => Memory::Constant,
    }
}
