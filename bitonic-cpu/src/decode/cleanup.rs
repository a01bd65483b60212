//! Removes what has no effect: copies of variables that do not change meanwhile, operations whose
//! result nothing needs, and what stands behind an exit.

use super::builder::{Definition, Value};
use super::operation::{Array, Block, Operation};
use super::range::Ranges;

/// Cleans a body up.
pub(super) fn clean(body: Block<Value>, definitions: &[Definition]) -> Block<Value> {
    let body = replace_copies(&body, definitions);
    let needed = needed(&body, definitions);
    keep(body, &needed)
}

/// Reads variables directly where a copy would hold the same for as long as it is used.
fn replace_copies(body: &Block<Value>, definitions: &[Definition]) -> Block<Value> {
    let ranges = Ranges::of(body, definitions);
    let mut replacements: Vec<Value> = (0..definitions.len() as u32).map(Value).collect();
    find_copies(body, definitions, &ranges, &mut replacements);
    replaced(body, &replacements)
}

fn find_copies(
    block: &Block<Value>,
    definitions: &[Definition],
    ranges: &Ranges,
    replacements: &mut [Value],
) {
    for operation in block {
        if let &Operation::Copy { target, source } = operation {
            let steady = ranges.ranges[target.index()].is_some_and(|range| {
                let assignments = &ranges.assignments[source.index()];
                let next = assignments.partition_point(|&position| position <= range.start);
                assignments
                    .get(next)
                    .is_none_or(|&position| position > range.end)
            });
            if steady && definitions[source.index()] == Definition::Variable {
                replacements[target.index()] = source;
            }
        }
        for block in operation.blocks() {
            find_copies(block, definitions, ranges, replacements);
        }
    }
}

fn replaced(block: &Block<Value>, replacements: &[Value]) -> Block<Value> {
    let mut result = Vec::with_capacity(block.len());
    for operation in block {
        if let Operation::Copy { target, .. } = operation
            && replacements[target.index()] != *target
        {
            continue;
        }
        let mut operation_now = operation.map(|value| replacements[value.index()]);
        set_blocks(&mut operation_now, operation, |block| {
            replaced(block, replacements)
        });
        result.push(operation_now);
    }
    result
}

/// Fills the blocks of `copy`, which `Operation::map` left empty, from those of `original`.
pub(super) fn set_blocks<R: Copy, S: Copy>(
    copy: &mut Operation<S>,
    original: &Operation<R>,
    mut convert: impl FnMut(&Block<R>) -> Block<S>,
) {
    let mut blocks = original.blocks();
    let mut next = || blocks.next().map(&mut convert).unwrap_or_default();
    match copy {
        Operation::If { accept, reject, .. } => {
            *accept = next();
            *reject = next();
        }
        Operation::Loop { body, .. } | Operation::Scope { body, .. } => *body = next(),
        Operation::Unary { .. }
        | Operation::Binary { .. }
        | Operation::Ternary { .. }
        | Operation::Wide { .. }
        | Operation::Copy { .. }
        | Operation::Assign { .. }
        | Operation::ReadElement { .. }
        | Operation::WriteElement { .. }
        | Operation::Load { .. }
        | Operation::Store { .. }
        | Operation::Atomic { .. }
        | Operation::WideAtomic { .. }
        | Operation::Subgroup { .. }
        | Operation::CheckSubgroup { .. }
        | Operation::ElementAddress { .. }
        | Operation::ArrayLength { .. }
        | Operation::CheckIndex { .. }
        | Operation::Image(_)
        | Operation::Barrier { .. }
        | Operation::Exit { .. } => {}
    }
}

/// The values that something with an effect depends on.
struct Needed<'a> {
    values: Vec<bool>,
    definitions: &'a [Definition],
    changed: bool,
}

fn needed<'a>(body: &Block<Value>, definitions: &'a [Definition]) -> Needed<'a> {
    let mut needed = Needed {
        values: vec![false; definitions.len()],
        definitions,
        changed: true,
    };
    while std::mem::take(&mut needed.changed) {
        needed.block(body);
    }
    needed
}

impl Needed<'_> {
    /// Backwards, so that most chains are found in one pass.
    fn block(&mut self, block: &Block<Value>) {
        for operation in block.iter().rev() {
            for block in operation.blocks() {
                self.block(block);
            }
            if self.has_effect(operation) {
                operation.sources(|source| self.mark(source));
                if let Operation::ReadElement { array, .. } = operation {
                    self.mark(array.first);
                }
            }
        }
    }

    fn mark(&mut self, value: Value) {
        // One scalar of an indexed variable stands for all.
        let value = match self.definitions[value.index()] {
            Definition::Element(Array { first, .. }) => first,
            Definition::Temporary
            | Definition::Constant(_)
            | Definition::Input(_)
            | Definition::Variable => value,
        };
        if !self.values[value.index()] {
            self.values[value.index()] = true;
            self.changed = true;
        }
    }

    fn is_needed(&self, value: Value) -> bool {
        match self.definitions[value.index()] {
            Definition::Element(Array { first, .. }) => self.values[first.index()],
            Definition::Temporary
            | Definition::Constant(_)
            | Definition::Input(_)
            | Definition::Variable => self.values[value.index()],
        }
    }

    fn has_effect(&self, operation: &Operation<Value>) -> bool {
        match operation {
            Operation::Store { .. }
            | Operation::Atomic { .. }
            | Operation::WideAtomic { .. }
            | Operation::CheckSubgroup { .. }
            | Operation::CheckIndex { .. }
            | Operation::Barrier { .. }
            | Operation::Loop { .. }
            | Operation::Exit { .. } => true,
            Operation::If { accept, reject, .. } => {
                self.any_effect(accept) || self.any_effect(reject)
            }
            Operation::Scope { body, .. } => self.any_effect(body),
            Operation::Image(image) => {
                image.has_effect() || image.targets.iter().any(|&target| self.is_needed(target))
            }
            Operation::WriteElement { array, .. } => self.is_needed(array.first),
            Operation::Wide { target, high, .. } => {
                self.is_needed(*target) || high.is_some_and(|high| self.is_needed(high))
            }
            Operation::Unary { target, .. }
            | Operation::Binary { target, .. }
            | Operation::Ternary { target, .. }
            | Operation::Copy { target, .. }
            | Operation::Assign { target, .. }
            | Operation::ReadElement { target, .. }
            | Operation::Load { target, .. }
            | Operation::Subgroup { target, .. }
            | Operation::ElementAddress { target, .. }
            | Operation::ArrayLength { target, .. } => self.is_needed(*target),
        }
    }

    fn any_effect(&self, block: &Block<Value>) -> bool {
        block.iter().any(|operation| self.has_effect(operation))
    }
}

fn keep(block: Block<Value>, needed: &Needed<'_>) -> Block<Value> {
    let mut result = Vec::with_capacity(block.len());
    for mut operation in block {
        if !needed.has_effect(&operation) {
            continue;
        }
        match &mut operation {
            Operation::If { accept, reject, .. } => {
                *accept = keep(std::mem::take(accept), needed);
                *reject = keep(std::mem::take(reject), needed);
            }
            Operation::Loop { body, .. } | Operation::Scope { body, .. } => {
                *body = keep(std::mem::take(body), needed);
            }
            _ => {}
        }
        let leaves = matches!(operation, Operation::Exit { .. });
        result.push(operation);
        if leaves {
            break;
        }
    }
    result
}
