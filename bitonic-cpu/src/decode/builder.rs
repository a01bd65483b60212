//! Appends operations to the open block: folds constants, shares equal pure operations, and forwards
//! what a variable is known to hold. Knows nothing of naga.

use std::collections::{HashMap, HashSet};

use super::bounds::{self, Bound};
use super::operation::{Array, Block, Operation, Place, RuntimeArray};
use crate::value::{Binary, FALSE, TRUE, Ternary, Unary, Wide};

/// A scalar of the program under construction. Temporaries are defined once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Value(pub(super) u32);

impl Value {
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }

    /// The value defined right after this one.
    pub(super) fn next(self) -> Self {
        Self(self.0 + 1)
    }
}

/// A value that each invocation or workgroup starts with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Input {
    /// `local_invocation_id`, by axis.
    LocalId(u8),
    /// `local_invocation_index`.
    LocalIndex,
    /// Number of the lane in its workgroup: subgroups are slices of these.
    Lane,
    /// `workgroup_id`, by axis.
    WorkgroupId(u8),
    /// `num_workgroups`, by axis.
    WorkgroupCount(u8),
}

/// What defines a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Definition {
    /// One operation.
    Temporary,
    Constant(u32),
    Input(Input),
    /// Assignments.
    Variable,
    /// A scalar of a variable that is indexed at run time.
    Element(Array<Value>),
}

/// A pure operation, to find an equal one.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Pure {
    Unary(Unary, Value),
    Binary(Binary, Value, Value),
    Ternary(Ternary, [Value; 3]),
    /// Whether the result has 64 bits: its high word then follows the low one.
    Wide(Wide, bool, [[Value; 2]; 3]),
    ElementAddress(Value, RuntimeArray),
    ArrayLength(RuntimeArray),
}

/// A block under construction.
#[derive(Default)]
pub(super) struct Open {
    operations: Block<Value>,
    /// Pure operations of this block.
    pure: HashMap<Pure, Value>,
    /// What variables hold, for the invocations that are active here.
    known: HashMap<Value, Value>,
    /// Variables assigned in this block or in blocks within.
    assigned: HashSet<Value>,
}

/// What [`Builder::finish`] hands on.
pub(super) struct Built {
    pub(super) body: Block<Value>,
    pub(super) definitions: Vec<Definition>,
    pub(super) table: Vec<u32>,
}

pub(super) struct Builder {
    open: Vec<Open>,
    definitions: Vec<Definition>,
    /// For each value, the greatest word that it can be.
    most: Vec<u32>,
    constants: HashMap<u32, Value>,
    inputs: HashMap<Input, Value>,
    scopes: u32,
    table: Vec<u32>,
    operations: usize,
}

impl Builder {
    pub(super) fn new() -> Self {
        Self {
            open: vec![Open::default()],
            definitions: Vec::new(),
            most: Vec::new(),
            constants: HashMap::new(),
            inputs: HashMap::new(),
            scopes: 0,
            table: Vec::new(),
            operations: 0,
        }
    }

    pub(super) fn finish(mut self) -> Built {
        Built {
            body: self.close().operations,
            definitions: self.definitions,
            table: self.table,
        }
    }

    /// Operations appended so far, a measure of the program's size.
    pub(super) fn operations(&self) -> usize {
        self.operations
    }

    pub(super) fn constant(&mut self, bits: u32) -> Value {
        if let Some(&value) = self.constants.get(&bits) {
            return value;
        }
        let value = self.define(Definition::Constant(bits));
        self.constants.insert(bits, value);
        value
    }

    pub(super) fn boolean(&mut self, value: bool) -> Value {
        self.constant(if value { TRUE } else { FALSE })
    }

    pub(super) fn float(&mut self, value: f32) -> Value {
        self.constant(value.to_bits())
    }

    /// The bits of a constant.
    pub(super) fn constant_bits(&self, value: Value) -> Option<u32> {
        match self.definitions[value.index()] {
            Definition::Constant(bits) => Some(bits),
            Definition::Temporary
            | Definition::Input(_)
            | Definition::Variable
            | Definition::Element(_) => None,
        }
    }

    /// What an invocation or workgroup starts with, a word of at most `most`.
    pub(super) fn input(&mut self, input: Input, most: u32) -> Value {
        if let Some(&value) = self.inputs.get(&input) {
            return value;
        }
        let value = self.define(Definition::Input(input));
        self.most[value.index()] = most;
        self.inputs.insert(input, value);
        value
    }

    /// The scalars of a new variable, in a row. Each must be assigned before it is read.
    pub(super) fn variable(&mut self, scalars: u32, indexed: bool) -> Value {
        let first = Value(self.definitions.len() as u32);
        let definition = if indexed {
            Definition::Element(Array {
                first,
                length: scalars,
            })
        } else {
            Definition::Variable
        };
        for _ in 0..scalars {
            self.define(definition);
        }
        first
    }

    /// Appends words to the table of constants; returns where they begin.
    pub(super) fn table(&mut self, words: &[u32]) -> u32 {
        let found = self
            .table
            .windows(words.len().max(1))
            .position(|w| w == words);
        let start = found.unwrap_or_else(|| {
            self.table.extend_from_slice(words);
            self.table.len() - words.len()
        });
        start as u32
    }

    pub(super) fn unary(&mut self, function: Unary, source: Value) -> Value {
        if let Some(bits) = self.constant_bits(source) {
            return self.constant(function.scalar(bits));
        }
        self.pure(Pure::Unary(function, source), |target| Operation::Unary {
            function,
            target,
            source,
        })
    }

    pub(super) fn binary(&mut self, function: Binary, lhs: Value, rhs: Value) -> Value {
        if let Some(value) = self.simplified(function, lhs, rhs) {
            return value;
        }
        let most = bounds::most(function, self.bound(lhs), self.bound(rhs));
        let value = self.pure(Pure::Binary(function, lhs, rhs), |target| {
            Operation::Binary {
                function,
                target,
                lhs,
                rhs,
            }
        });
        self.most[value.index()] = most;
        value
    }

    /// The greatest word that a value can be.
    pub(super) fn most(&self, value: Value) -> u32 {
        self.most[value.index()]
    }

    fn bound(&self, value: Value) -> Bound {
        Bound {
            most: self.most(value),
            constant: self.constant_bits(value),
        }
    }

    pub(super) fn ternary(&mut self, function: Ternary, sources: [Value; 3]) -> Value {
        let [x, y, z] = sources.map(|source| self.constant_bits(source));
        if let (Some(x), Some(y), Some(z)) = (x, y, z) {
            return self.constant(function.scalar(x, y, z));
        }
        self.pure(Pure::Ternary(function, sources), |target| {
            Operation::Ternary {
                function,
                target,
                sources,
            }
        })
    }

    pub(super) fn select(&mut self, condition: Value, accept: Value, reject: Value) -> Value {
        match self.constant_bits(condition) {
            Some(FALSE) => reject,
            Some(_) => accept,
            None if accept == reject => accept,
            None => self.ternary(Ternary::Select, [condition, accept, reject]),
        }
    }

    pub(super) fn element_address(&mut self, index: Value, array: RuntimeArray) -> Value {
        self.pure(Pure::ElementAddress(index, array), |target| {
            Operation::ElementAddress {
                target,
                index,
                array,
            }
        })
    }

    pub(super) fn array_length(&mut self, array: RuntimeArray) -> Value {
        self.pure(Pure::ArrayLength(array), |target| Operation::ArrayLength {
            target,
            array,
        })
    }

    /// What a variable's scalar holds here.
    pub(super) fn read(&mut self, variable: Value) -> Value {
        if let Some(&value) = self.top().known.get(&variable) {
            return value;
        }
        let target = self.define(Definition::Temporary);
        self.push(Operation::Copy {
            target,
            source: variable,
        });
        if self.definitions[variable.index()] == Definition::Variable {
            self.top().known.insert(variable, target);
        }
        target
    }

    /// Assigns a scalar of a variable.
    pub(super) fn assign(&mut self, variable: Value, source: Value) {
        self.push(Operation::Assign {
            target: variable,
            source,
            last_use: false,
        });
        let is_variable = self.definitions[variable.index()] == Definition::Variable;
        let top = self.top();
        top.assigned.insert(variable);
        if is_variable {
            top.known.insert(variable, source);
        }
    }

    pub(super) fn read_element(
        &mut self,
        array: Array<Value>,
        address: Value,
        offset: u32,
    ) -> Value {
        let target = self.define(Definition::Temporary);
        self.push(Operation::ReadElement {
            target,
            array,
            address,
            offset,
        });
        target
    }

    pub(super) fn load(&mut self, place: Place<Value>) -> Value {
        let target = self.define(Definition::Temporary);
        self.push(Operation::Load { target, place });
        target
    }

    /// A register for an operation that the caller pushes.
    pub(super) fn temporary(&mut self) -> Value {
        self.define(Definition::Temporary)
    }

    pub(super) fn push(&mut self, operation: Operation<Value>) {
        self.operations += 1;
        self.top().operations.push(operation);
    }

    /// Opens a block within the current one.
    pub(super) fn open(&mut self) {
        let known = self.top().known.clone();
        self.open.push(Open {
            known,
            ..Open::default()
        });
    }

    /// Opens the body of a loop, where nothing is known of a variable.
    pub(super) fn open_loop(&mut self) {
        self.open.push(Open::default());
    }

    /// Closes the innermost block and forgets what it may have changed.
    pub(super) fn close_block(&mut self) -> Block<Value> {
        let closed = self.close();
        self.forget(closed.assigned);
        closed.operations
    }

    fn forget(&mut self, assigned: HashSet<Value>) {
        let top = self.top();
        for variable in assigned {
            top.known.remove(&variable);
            top.assigned.insert(variable);
        }
    }

    /// A new label for [`Builder::close_scope`].
    pub(super) fn scope(&mut self) -> u32 {
        self.scopes += 1;
        self.scopes - 1
    }

    /// Sends the active invocations to the end of a scope.
    pub(super) fn exit(&mut self, scope: u32) {
        self.push(Operation::Exit { scope });
    }

    /// Closes the innermost block as the scope of `scope`; a scope without exits dissolves.
    pub(super) fn close_scope(&mut self, scope: u32) {
        let mut closed = self.close();
        trim_tail(&mut closed.operations, scope);
        if exits_to(&closed.operations, scope) {
            let body = std::mem::take(&mut closed.operations);
            self.forget(closed.assigned);
            self.push(Operation::Scope { body, scope });
        } else {
            let top = self.top();
            top.operations.extend(closed.operations);
            top.known = closed.known;
            top.pure.extend(closed.pure);
            top.assigned.extend(closed.assigned);
        }
    }

    /// The result of a pure operation: an earlier one of an open block, or a new one.
    pub(super) fn pure(
        &mut self,
        key: Pure,
        operation: impl FnOnce(Value) -> Operation<Value>,
    ) -> Value {
        let found = self.open.iter().find_map(|open| open.pure.get(&key));
        if let Some(&value) = found {
            return value;
        }
        let target = self.define(Definition::Temporary);
        if let Pure::Wide(_, true, _) = key {
            self.define(Definition::Temporary);
        }
        self.push(operation(target));
        self.top().pure.insert(key, target);
        target
    }

    fn define(&mut self, definition: Definition) -> Value {
        self.definitions.push(definition);
        self.most.push(match definition {
            Definition::Constant(bits) => bits,
            Definition::Temporary
            | Definition::Input(_)
            | Definition::Variable
            | Definition::Element(_) => u32::MAX,
        });
        Value(self.definitions.len() as u32 - 1)
    }

    fn top(&mut self) -> &mut Open {
        let last = self.open.len() - 1;
        &mut self.open[last]
    }

    /// Closes the innermost block, for [`Builder::branch`].
    pub(super) fn close(&mut self) -> Open {
        self.open.pop().unwrap_or_default()
    }

    /// Appends an `if` over two closed blocks, and forgets what they may have changed.
    pub(super) fn branch(&mut self, condition: Value, accept: Open, reject: Open) {
        self.forget(accept.assigned);
        self.forget(reject.assigned);
        self.push(Operation::If {
            condition,
            accept: accept.operations,
            reject: reject.operations,
            mask: 0,
        });
    }
}

/// Removes exits to `scope` that the end of its body follows anyway.
fn trim_tail(body: &mut Block<Value>, scope: u32) {
    match body.last_mut() {
        Some(Operation::Exit { scope: target }) if *target == scope => {
            body.pop();
            trim_tail(body, scope);
        }
        Some(Operation::If { accept, reject, .. }) => {
            trim_tail(accept, scope);
            trim_tail(reject, scope);
        }
        Some(Operation::Scope { body, .. }) => trim_tail(body, scope),
        _ => {}
    }
}

fn exits_to(block: &Block<Value>, scope: u32) -> bool {
    block.iter().any(|operation| match operation {
        Operation::Exit { scope: target } => *target == scope,
        other => other.blocks().any(|block| exits_to(block, scope)),
    })
}
