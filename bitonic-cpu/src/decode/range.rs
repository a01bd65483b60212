//! When each value is live, over a numbering of the operations in program order.

use super::builder::{Definition, Value};
use super::operation::{Block, Operation};

/// First and last position at which a value's slot must be its own.
#[derive(Clone, Copy, Debug)]
pub(super) struct Range {
    pub(super) start: u32,
    pub(super) end: u32,
}

/// Live ranges and assignments of a body.
pub(super) struct Ranges {
    /// `None` for values that nothing mentions.
    pub(super) ranges: Vec<Option<Range>>,
    /// Ascending positions of the assignments to each variable.
    pub(super) assignments: Vec<Vec<u32>>,
    /// One more than the last position.
    pub(super) positions: u32,
}

struct Mention {
    value: Value,
    position: u32,
    /// Innermost loop around it.
    within: Option<usize>,
}

struct Repeat {
    start: u32,
    end: u32,
    outer: Option<usize>,
}

#[derive(Default)]
struct Numbering {
    next: u32,
    mentions: Vec<Mention>,
    loops: Vec<Repeat>,
    assignments: Vec<(Value, u32)>,
}

impl Ranges {
    pub(super) fn of(body: &Block<Value>, definitions: &[Definition]) -> Self {
        let mut numbering = Numbering::default();
        numbering.block(body, None);
        let mut ranges: Vec<Option<Range>> = vec![None; definitions.len()];
        // The first mention in program order defines; it fixes the loops that a value spans.
        let mut homes: Vec<Option<usize>> = vec![None; definitions.len()];
        for mention in &numbering.mentions {
            let index = mention.value.index();
            let point = Range {
                start: mention.position,
                end: mention.position,
            };
            if ranges[index].is_none() && definitions[index] == Definition::Temporary {
                homes[index] = mention.within;
            }
            let range = ranges[index].get_or_insert(point);
            range.end = range.end.max(mention.position);
            let mut around = mention.within;
            while around != homes[index] {
                let Some(repeat) = around.map(|index| &numbering.loops[index]) else {
                    break;
                };
                range.end = range.end.max(repeat.end);
                if definitions[index] == Definition::Variable {
                    range.start = range.start.min(repeat.start);
                }
                around = repeat.outer;
            }
        }
        let mut assignments = vec![Vec::new(); definitions.len()];
        for (value, position) in numbering.assignments {
            assignments[value.index()].push(position);
        }
        Self {
            ranges,
            assignments,
            positions: numbering.next,
        }
    }

    /// The last position at which `value` is needed.
    pub(super) fn end(&self, value: Value) -> u32 {
        self.ranges[value.index()].map_or(0, |range| range.end)
    }
}

impl Numbering {
    fn block(&mut self, block: &Block<Value>, within: Option<usize>) {
        for operation in block {
            let position = self.position();
            let mentions = &mut self.mentions;
            operation.sources(|value| {
                mentions.push(Mention {
                    value,
                    position,
                    within,
                });
            });
            for value in operation.targets() {
                self.mentions.push(Mention {
                    value,
                    position,
                    within,
                });
            }
            self.inner(operation, position, within);
        }
    }

    fn inner(&mut self, operation: &Operation<Value>, position: u32, within: Option<usize>) {
        match operation {
            Operation::Assign { target, .. } => self.assignments.push((*target, position)),
            Operation::Loop { body, .. } => {
                let index = self.loops.len();
                self.loops.push(Repeat {
                    start: position,
                    end: position,
                    outer: within,
                });
                self.block(body, Some(index));
                self.loops[index].end = self.position();
            }
            other => other.blocks().for_each(|block| self.block(block, within)),
        }
    }

    fn position(&mut self) -> u32 {
        self.next += 1;
        self.next - 1
    }
}
