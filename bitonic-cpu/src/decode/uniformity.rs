//! Finds the values that are equal for all invocations of a workgroup. They are kept as one word
//! and computed once.
//!
//! Optimistic: everything is taken for uniform until shown otherwise, until nothing changes. A
//! variable is uniform if it is only ever assigned uniform values where either all invocations of
//! the workgroup are active or none. That holds outside branches on varying conditions, as long as
//! no enclosing scope was left by some invocations only.

use std::collections::{BTreeSet, HashMap};

use super::builder::{Definition, Input, Value};
use super::operation::{Block, Operation};

struct Analysis {
    varying: Vec<bool>,
    /// Open scopes that some invocations have left.
    left: BTreeSet<u32>,
    /// The same at the end of each loop's body, for its next turn.
    left_by_loop: HashMap<u32, BTreeSet<u32>>,
    changed: bool,
}

/// For each value, whether it may differ between the invocations that run together: those of a
/// workgroup, or of several if `batched`.
pub(super) fn varying(body: &Block<Value>, definitions: &[Definition], batched: bool) -> Vec<bool> {
    let starts = definitions
        .iter()
        .map(|definition| starts_varying(definition, batched));
    let mut analysis = Analysis {
        varying: starts.collect(),
        left: BTreeSet::new(),
        left_by_loop: HashMap::new(),
        changed: true,
    };
    while std::mem::take(&mut analysis.changed) {
        analysis.left.clear();
        analysis.block(body, false);
    }
    analysis.varying
}

fn starts_varying(definition: &Definition, batched: bool) -> bool {
    match definition {
        Definition::Temporary | Definition::Constant(_) | Definition::Variable => false,
        Definition::Input(Input::LocalId(_) | Input::LocalIndex | Input::Lane) => true,
        Definition::Input(Input::WorkgroupId(_)) => batched,
        Definition::Input(Input::WorkgroupCount(_)) => false,
        Definition::Element(_) => true,
    }
}

impl Analysis {
    fn block(&mut self, block: &Block<Value>, divergent: bool) {
        for operation in block {
            self.operation(operation, divergent || !self.left.is_empty());
        }
    }

    fn operation(&mut self, operation: &Operation<Value>, divergent: bool) {
        match operation {
            Operation::If {
                condition,
                accept,
                reject,
                ..
            } => {
                let divergent = divergent || self.varying[condition.index()];
                let before = self.left.clone();
                self.block(accept, divergent);
                let mut after = std::mem::replace(&mut self.left, before);
                self.block(reject, divergent);
                self.left.append(&mut after);
            }
            Operation::Loop { body, site } => self.repeat(body, *site, divergent),
            Operation::Scope { body, scope } => {
                self.block(body, divergent);
                self.left.remove(scope);
            }
            Operation::Exit { scope } => {
                if divergent {
                    self.left.insert(*scope);
                }
            }
            Operation::Assign { target, source, .. } => {
                self.mark(*target, divergent || self.varying[source.index()]);
            }
            // Subgroups differ from each other, and the mask counts.
            Operation::Atomic { target, .. }
            | Operation::ReadElement { target, .. }
            | Operation::Subgroup { target, .. } => {
                self.mark(*target, true);
            }
            Operation::Unary { .. }
            | Operation::Binary { .. }
            | Operation::Ternary { .. }
            | Operation::Wide { .. }
            | Operation::Copy { .. }
            | Operation::Load { .. }
            | Operation::ElementAddress { .. }
            | Operation::ArrayLength { .. }
            | Operation::Image(_) => self.pure(operation),
            Operation::WriteElement { .. }
            | Operation::Store { .. }
            | Operation::WideAtomic { .. }
            | Operation::CheckSubgroup { .. }
            | Operation::CheckIndex { .. }
            | Operation::Barrier { .. } => {}
        }
    }

    fn repeat(&mut self, body: &Block<Value>, site: u32, divergent: bool) {
        if let Some(left) = self.left_by_loop.get(&site) {
            self.left.extend(left);
        }
        self.block(body, divergent);
        let known = self.left_by_loop.entry(site).or_default();
        let count = known.len();
        known.extend(&self.left);
        self.changed |= known.len() > count;
    }

    /// In lock-step a load, too, gives all invocations the same word for the same address.
    fn pure(&mut self, operation: &Operation<Value>) {
        let mut varying = false;
        operation.sources(|source| varying |= self.varying[source.index()]);
        for target in operation.targets() {
            self.mark(target, varying);
        }
    }

    fn mark(&mut self, value: Value, varying: bool) {
        if varying && !self.varying[value.index()] {
            self.varying[value.index()] = true;
            self.changed = true;
        }
    }
}
