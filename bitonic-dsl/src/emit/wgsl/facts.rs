//! What one walk over a function finds: where each value is evaluated, how often it is
//! used, where each variable is mentioned, and which variables each loop sets.

use naga::{Block, Expression, FastHashMap, Function, Handle, LocalVariable, Range, Statement};

use super::operands::{Root, for_each_operand, root, whole_local};
use super::{Value, words};

pub(super) type Local = Handle<LocalVariable>;

/// Stands for a statement of the function that is being written: where it lies.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Key(usize);

impl Key {
    pub(super) fn of(statement: &Statement) -> Key {
        Key(std::ptr::from_ref(statement).addr())
    }
}

/// Where the declaration of a variable goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Declaration {
    pub(super) local: Local,
    /// The statement is the first assignment, which declares it.
    pub(super) by_store: bool,
    /// The statement behind which the variable is not used, if that is of the same
    /// block.
    pub(super) last: Option<Key>,
}

/// An assignment `place op= value`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Compound {
    pub(super) op: naga::BinaryOperator,
    pub(super) load: Value,
    pub(super) right: Value,
}

/// What a loop does to what stands before it.
#[derive(Default, Debug)]
pub(super) struct LoopFacts {
    /// The first position within.
    pub(super) start: u32,
    pub(super) sets: Vec<Local>,
}

#[derive(Debug)]
pub(super) struct Facts {
    /// By expression: the position of its evaluation; 0 for what needs none.
    pub(super) at: Vec<u32>,
    /// By expression: how many statements name it.
    pub(super) seeds: Vec<u32>,
    pub(super) loops: FastHashMap<Key, LoopFacts>,
    pub(super) declarations: FastHashMap<Key, Vec<Declaration>>,
    pub(super) compounds: FastHashMap<Key, Compound>,
    /// By expression: whether it is the read of an assignment `place op= ..`.
    pub(super) hidden: Vec<bool>,
}

impl Facts {
    pub(super) fn of(function: &Function, uses: &dyn Fn(Value) -> usize) -> Facts {
        let mut walk = Walk {
            function,
            uses,
            facts: Facts {
                at: vec![0; function.expressions.len()],
                seeds: vec![0; function.expressions.len()],
                loops: FastHashMap::default(),
                declarations: FastHashMap::default(),
                compounds: FastHashMap::default(),
                hidden: vec![false; function.expressions.len()],
            },
            position: 0,
            blocks: Vec::new(),
            open_loops: Vec::new(),
            mentions: vec![None; function.local_variables.len()],
        };
        walk.block(&function.body, None, false);
        walk.declare();
        walk.facts
    }
}

struct BlockFacts<'a> {
    /// The block and the statement in it that this block is of.
    parent: Option<(usize, usize)>,
    depth: u32,
    in_loop: bool,
    block: &'a Block,
}

/// The block in which all mentions so far lie, and its first and last statement with
/// one.
#[derive(Clone, Copy)]
struct Mention {
    block: usize,
    first: usize,
    last: usize,
}

struct Walk<'a> {
    function: &'a Function,
    uses: &'a dyn Fn(Value) -> usize,
    facts: Facts,
    position: u32,
    blocks: Vec<BlockFacts<'a>>,
    open_loops: Vec<LoopFacts>,
    mentions: Vec<Option<Mention>>,
}

impl<'a> Walk<'a> {
    fn block(&mut self, block: &'a Block, parent: Option<(usize, usize)>, in_loop: bool) {
        let outer = parent.map(|(outer, _)| &self.blocks[outer]);
        let facts = BlockFacts {
            parent,
            depth: outer.map_or(0, |outer| outer.depth + 1),
            in_loop: in_loop || outer.is_some_and(|outer| outer.in_loop),
            block,
        };
        let id = self.blocks.len();
        self.blocks.push(facts);
        for (index, statement) in block.iter().enumerate() {
            self.position += 1;
            self.statement(statement, (id, index));
        }
    }

    fn statement(&mut self, statement: &'a Statement, here: (usize, usize)) {
        match *statement {
            Statement::Emit(ref range) => self.emit(range.clone(), here),
            Statement::Block(ref block) => self.block(block, Some(here), false),
            Statement::If {
                condition,
                ref accept,
                ref reject,
            } => {
                self.seed(condition);
                self.block(accept, Some(here), false);
                self.block(reject, Some(here), false);
            }
            Statement::Switch {
                selector,
                ref cases,
            } => {
                self.seed(selector);
                for case in cases {
                    self.block(&case.body, Some(here), false);
                }
            }
            Statement::Loop {
                ref body,
                ref continuing,
                break_if,
            } => {
                let start = self.position + 1;
                let sets = Vec::new();
                self.open_loops.push(LoopFacts { start, sets });
                self.block(body, Some(here), true);
                self.block(continuing, Some(here), true);
                break_if.into_iter().for_each(|value| self.seed(value));
                if let Some(closed) = self.open_loops.pop() {
                    self.facts.loops.insert(Key::of(statement), closed);
                }
            }
            Statement::Store { pointer, value } => {
                self.mention(pointer, here);
                self.sets(pointer);
                self.seed(pointer);
                match compound(self.function, pointer, value, self.uses) {
                    Some(compound) => {
                        self.seed(compound.right);
                        self.facts.hidden[compound.load.index()] = true;
                        let key = Key::of(statement);
                        self.facts.compounds.insert(key, compound);
                    }
                    None => self.seed(value),
                }
            }
            Statement::Call {
                ref arguments,
                result,
                ..
            } => {
                for argument in arguments {
                    self.seed(*argument);
                    self.mention(*argument, here);
                    self.sets(*argument);
                }
                self.result(result);
            }
            _ => {
                for_each_operand_of(statement, |value| {
                    self.mention(value, here);
                    self.sets(value);
                    self.seed(value);
                });
                self.result(result_of(statement));
            }
        }
    }

    fn emit(&mut self, range: Range<Expression>, here: (usize, usize)) {
        for value in range {
            self.facts.at[value.index()] = self.position;
            let function = self.function;
            for_each_operand(&function.expressions[value], |operand| {
                self.mention(operand, here);
            });
        }
    }

    fn seed(&mut self, value: Value) {
        self.facts.seeds[value.index()] += 1;
    }

    fn result(&mut self, result: Option<Value>) {
        if let Some(result) = result {
            self.facts.at[result.index()] = self.position;
        }
    }

    /// The variable that `pointer` leads to may be set.
    fn sets(&mut self, pointer: Value) {
        if let Root::Local(local) = root(&self.function.expressions, pointer) {
            for one in &mut self.open_loops {
                one.sets.push(local);
            }
        }
    }

    fn mention(&mut self, pointer: Value, (block, index): (usize, usize)) {
        let Root::Local(local) = root(&self.function.expressions, pointer) else {
            return;
        };
        let here = Mention {
            block,
            first: index,
            last: index,
        };
        let known = self.mentions[local.index()];
        let merged = known.map_or(here, |known| self.around(known, here));
        self.mentions[local.index()] = Some(merged);
    }

    /// The innermost block that holds both.
    fn around(&self, mut one: Mention, mut other: Mention) -> Mention {
        while one.block != other.block {
            let inner = match self.blocks[one.block].depth >= self.blocks[other.block].depth {
                true => &mut one,
                false => &mut other,
            };
            let Some(lifted) = self.lifted(*inner) else {
                return one;
            };
            *inner = lifted;
        }
        Mention {
            block: one.block,
            first: one.first.min(other.first),
            last: one.last.max(other.last),
        }
    }

    fn lifted(&self, mention: Mention) -> Option<Mention> {
        let (block, index) = self.blocks[mention.block].parent?;
        Some(Mention {
            block,
            first: index,
            last: index,
        })
    }

    /// Decides where each variable is declared: by its first assignment, where that
    /// stands in the block of all its uses; else before the first statement that uses
    /// it, outside of loops, which would set it to its first value in each turn.
    fn declare(&mut self) {
        for (local, variable) in self.function.local_variables.iter() {
            let Some(mut mention) = self.mentions[local.index()] else {
                continue;
            };
            let first = |mention: Mention| &self.blocks[mention.block].block[mention.first];
            let by_store = variable.init.is_none() && self.is_whole_store(first(mention), local);
            if !by_store {
                while self.blocks[mention.block].in_loop
                    && let Some(lifted) = self.lifted(mention)
                {
                    mention = lifted;
                }
            }
            let block = &self.blocks[mention.block].block;
            let declaration = Declaration {
                local,
                by_store,
                last: block.get(mention.last).map(Key::of),
            };
            let key = Key::of(first(mention));
            let declarations = self.facts.declarations.entry(key).or_default();
            declarations.push(declaration);
        }
    }

    fn is_whole_store(&self, statement: &Statement, local: Local) -> bool {
        match *statement {
            Statement::Store { pointer, .. } => whole_local(self.function, pointer) == Some(local),
            _ => false,
        }
    }
}

/// The assignment of `value` to what `pointer` leads to, as `op=`, if it is of that form
/// and nothing else uses what was there.
fn compound(
    function: &Function,
    pointer: Value,
    value: Value,
    uses: &dyn Fn(Value) -> usize,
) -> Option<Compound> {
    let expressions = &function.expressions;
    let Expression::Binary { op, left, right } = expressions[value] else {
        return None;
    };
    let Expression::Load { pointer: read } = expressions[left] else {
        return None;
    };
    let is_unnamed = |value| !function.named_expressions.contains_key(&value);
    // What a variable holds may be read as often as one likes.
    let is_local = matches!(root(expressions, read), Root::Local(_));
    let alone = is_unnamed(value) && uses(value) == 1;
    let read_alone = is_unnamed(left) && (uses(left) == 1 || is_local);
    let is_one = alone && read_alone && words::compound(op);
    let is_one = is_one && same_place(function, pointer, read);
    is_one.then_some(Compound {
        op,
        load: left,
        right,
    })
}

/// Whether two pointers are made alike of the same values.
fn same_place(function: &Function, one: Value, other: Value) -> bool {
    let expressions = &function.expressions;
    if one == other {
        return true;
    }
    match (&expressions[one], &expressions[other]) {
        (
            Expression::Access { base, index },
            Expression::Access {
                base: other,
                index: other_index,
            },
        ) => {
            let same_index = index == other_index
                || matches!(
                    (&expressions[*index], &expressions[*other_index]),
                    (Expression::Literal(one), Expression::Literal(other)) if one == other
                );
            same_index && same_place(function, *base, *other)
        }
        (
            Expression::AccessIndex { base, index },
            Expression::AccessIndex {
                base: other,
                index: other_index,
            },
        ) => index == other_index && same_place(function, *base, *other),
        (Expression::LocalVariable(one), Expression::LocalVariable(other)) => one == other,
        (Expression::GlobalVariable(one), Expression::GlobalVariable(other)) => one == other,
        (Expression::FunctionArgument(one), Expression::FunctionArgument(other)) => one == other,
        (_, _) => false,
    }
}

/// The value that a statement itself makes.
pub(super) fn result_of(statement: &Statement) -> Option<Value> {
    match *statement {
        Statement::Call { result, .. } | Statement::Atomic { result, .. } => result,
        Statement::WorkGroupUniformLoad { result, .. }
        | Statement::SubgroupBallot { result, .. }
        | Statement::SubgroupGather { result, .. }
        | Statement::SubgroupCollectiveOperation { result, .. } => Some(result),
        Statement::Emit(_)
        | Statement::Block(_)
        | Statement::If { .. }
        | Statement::Switch { .. }
        | Statement::Loop { .. }
        | Statement::Break
        | Statement::Continue
        | Statement::Return { .. }
        | Statement::Kill
        | Statement::ControlBarrier(_)
        | Statement::MemoryBarrier(_)
        | Statement::Store { .. }
        | Statement::ImageStore { .. }
        | Statement::ImageAtomic { .. }
        | Statement::RayQuery { .. }
        | Statement::RayPipelineFunction(_)
        | Statement::CooperativeStore { .. } => None,
    }
}

/// The values that a statement names itself, in the order of the text.
pub(super) fn for_each_operand_of(statement: &Statement, mut each: impl FnMut(Value)) {
    match *statement {
        Statement::Emit(_)
        | Statement::Block(_)
        | Statement::Break
        | Statement::Continue
        | Statement::Kill
        | Statement::ControlBarrier(_)
        | Statement::MemoryBarrier(_)
        | Statement::RayQuery { .. }
        | Statement::RayPipelineFunction(_) => {}
        Statement::If { condition: one, .. } | Statement::Switch { selector: one, .. } => each(one),
        Statement::Loop { break_if: one, .. }
        | Statement::Return { value: one }
        | Statement::SubgroupBallot { predicate: one, .. } => one.into_iter().for_each(each),
        Statement::Store { pointer, value } => [pointer, value].into_iter().for_each(each),
        Statement::ImageStore {
            image,
            coordinate,
            array_index,
            value,
        } => {
            [image, coordinate].into_iter().for_each(&mut each);
            array_index.into_iter().chain([value]).for_each(each);
        }
        Statement::ImageAtomic {
            image,
            coordinate,
            array_index,
            fun,
            value,
        } => {
            [image, coordinate].into_iter().for_each(&mut each);
            let others = array_index.into_iter().chain(compared(fun));
            others.chain([value]).for_each(each);
        }
        Statement::Atomic {
            pointer,
            fun,
            value,
            ..
        } => {
            let others = compared(fun).into_iter().chain([value]);
            [pointer].into_iter().chain(others).for_each(each);
        }
        Statement::WorkGroupUniformLoad { pointer, .. } => each(pointer),
        Statement::Call { ref arguments, .. } => arguments.iter().copied().for_each(each),
        Statement::SubgroupGather { mode, argument, .. } => {
            each(argument);
            words::gather_index(mode).into_iter().for_each(each);
        }
        Statement::SubgroupCollectiveOperation { argument, .. } => each(argument),
        Statement::CooperativeStore { target, data } => {
            [target, data.pointer, data.stride]
                .into_iter()
                .for_each(each);
        }
    }
}

fn compared(function: naga::AtomicFunction) -> Option<Value> {
    match function {
        naga::AtomicFunction::Exchange { compare } => compare,
        naga::AtomicFunction::Add
        | naga::AtomicFunction::Subtract
        | naga::AtomicFunction::And
        | naga::AtomicFunction::ExclusiveOr
        | naga::AtomicFunction::InclusiveOr
        | naga::AtomicFunction::Min
        | naga::AtomicFunction::Max => None,
    }
}
