//! Gives every value its slot: a word for uniform ones, a column for the others. Columns are used
//! again once their value is dead, so that a workgroup's working set stays in the nearest cache.

use std::collections::HashMap;

use super::builder::{Definition, Input, Value};
use super::cleanup::set_blocks;
use super::operation::{Block, Operation, Register};
use super::range::Ranges;

/// A body over slots, and what the slots hold at the start.
#[derive(Debug, Default)]
pub(crate) struct Allocated {
    pub(crate) body: Block<Register>,
    /// First contents of the uniform words: constants, zero elsewhere.
    pub(crate) words: Vec<u32>,
    /// Columns needed.
    pub(crate) columns: u32,
    /// Masks needed.
    pub(crate) masks: u32,
    /// Slots that hold what an invocation or workgroup starts with.
    pub(crate) inputs: Vec<(Register, Input)>,
}

struct Allocator<'a> {
    definitions: &'a [Definition],
    ranges: &'a Ranges,
    slots: Vec<Option<Register>>,
    free: Vec<u32>,
    result: Allocated,
}

/// Allocates the slots of `body`.
pub(super) fn allocate(
    body: &Block<Value>,
    definitions: &[Definition],
    varying: &[bool],
) -> Allocated {
    let ranges = Ranges::of(body, definitions);
    let mut allocator = Allocator {
        definitions,
        ranges: &ranges,
        slots: vec![None; definitions.len()],
        free: Vec::new(),
        result: Allocated::default(),
    };
    let arrays = used_arrays(body);
    allocator.fixed(varying, &arrays);
    allocator.columns(varying);
    let mut rewriter = Rewriter {
        allocator: &allocator,
        scopes: HashMap::new(),
        position: 0,
        masks: 0,
    };
    let body = rewriter.block(body, 0);
    let masks = rewriter.masks;
    Allocated {
        body,
        masks,
        ..allocator.result
    }
}

/// For each indexed variable that is used, its first scalar.
fn used_arrays(block: &Block<Value>) -> Vec<Value> {
    let mut found: Vec<Value> = Vec::new();
    for operation in block {
        found.extend(operation.array().map(|array| array.first));
        for block in operation.blocks() {
            found.extend(used_arrays(block));
        }
    }
    found.sort_by_key(|value| value.0);
    found.dedup();
    found
}

impl Allocator<'_> {
    /// Slots that are not shared: uniform words, inputs, indexed variables.
    fn fixed(&mut self, varying: &[bool], arrays: &[Value]) {
        for (index, definition) in self.definitions.iter().enumerate() {
            let used = self.ranges.ranges[index].is_some();
            let slot = match *definition {
                Definition::Element(array) => {
                    let used = used || arrays.binary_search_by_key(&array.first.0, |v| v.0).is_ok();
                    used.then(|| self.new_column())
                }
                Definition::Input(input) if used => {
                    let slot = if varying[index] {
                        self.new_column()
                    } else {
                        self.new_word(0)
                    };
                    self.result.inputs.push((slot, input));
                    Some(slot)
                }
                Definition::Constant(bits) if used => Some(self.new_word(bits)),
                Definition::Temporary | Definition::Variable if used && !varying[index] => {
                    Some(self.new_word(0))
                }
                Definition::Temporary
                | Definition::Variable
                | Definition::Constant(_)
                | Definition::Input(_) => None,
            };
            self.slots[index] = slot;
        }
    }

    /// Shared columns, by a scan over the positions: a value that starts where another ends gets
    /// another column, so that no operation writes a column that it reads.
    fn columns(&mut self, varying: &[bool]) {
        let positions = self.ranges.positions as usize + 1;
        let mut starts: Vec<Vec<usize>> = vec![Vec::new(); positions];
        let mut ends: Vec<Vec<usize>> = vec![Vec::new(); positions];
        for (index, range) in self.ranges.ranges.iter().enumerate() {
            if let Some(range) = range
                && varying[index]
                && self.slots[index].is_none()
            {
                starts[range.start as usize].push(index);
                ends[range.end as usize].push(index);
            }
        }
        for (starts, ends) in starts.iter().zip(&ends) {
            for &index in starts {
                let slot = match self.free.pop() {
                    Some(column) => Register::Column(column),
                    None => self.new_column(),
                };
                self.slots[index] = Some(slot);
            }
            for &index in ends {
                if let Some(Register::Column(column)) = self.slots[index] {
                    self.free.push(column);
                }
            }
        }
    }

    fn new_column(&mut self) -> Register {
        self.result.columns += 1;
        Register::Column(self.result.columns - 1)
    }

    fn new_word(&mut self, bits: u32) -> Register {
        self.result.words.push(bits);
        Register::Uniform(self.result.words.len() as u32 - 1)
    }

    /// Every value that an operation mentions has a slot; the fallback is never read.
    fn slot(&self, value: Value) -> Register {
        self.slots[value.index()].unwrap_or(Register::Uniform(0))
    }
}

/// Rewrites the tree in the order in which [`Ranges`] numbered it.
struct Rewriter<'a> {
    allocator: &'a Allocator<'a>,
    /// The mask of each open scope.
    scopes: HashMap<u32, u32>,
    position: u32,
    masks: u32,
}

impl Rewriter<'_> {
    fn block(&mut self, block: &Block<Value>, depth: u32) -> Block<Register> {
        block
            .iter()
            .map(|operation| self.operation(operation, depth))
            .collect()
    }

    fn operation(&mut self, operation: &Operation<Value>, depth: u32) -> Operation<Register> {
        let position = self.position;
        self.position += 1;
        let mut rewritten = operation.map(|value| self.allocator.slot(value));
        let taken = match &mut rewritten {
            Operation::If { mask, .. } => {
                *mask = depth;
                2
            }
            Operation::Scope { scope, .. } => {
                self.scopes.insert(*scope, depth);
                *scope = depth;
                1
            }
            Operation::Exit { scope } => {
                *scope = self.scopes.get(scope).copied().unwrap_or(0);
                0
            }
            Operation::Assign { last_use, .. } => {
                *last_use = self.is_last_use(operation, position);
                0
            }
            _ => 0,
        };
        self.masks = self.masks.max(depth + taken);
        set_blocks(&mut rewritten, operation, |block| {
            self.block(block, depth + taken)
        });
        if matches!(operation, Operation::Loop { .. }) {
            self.position += 1;
        }
        rewritten
    }

    fn is_last_use(&self, operation: &Operation<Value>, position: u32) -> bool {
        let Operation::Assign { source, .. } = operation else {
            return false;
        };
        self.allocator.definitions[source.index()] == Definition::Temporary
            && self.allocator.ranges.end(*source) == position
    }
}
