//! An observer that keeps the faults of a run, for a report to be made of them.
//!
//! Bounded: of each kind, at each place, the first fault is kept and the others are counted.

use naga::Span;

use crate::execute::{DivergentBarrier, Invocation, Observer, OutOfRange};

/// What went wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// An index beyond its array, vector or matrix.
    OutOfRange {
        /// The variable that is indexed, where the source names it.
        variable: Option<String>,
        /// The index, as a u32.
        index: u32,
        /// Elements that there are.
        length: u32,
        /// Who made the access first.
        invocation: Invocation,
    },
    /// A barrier that a part of a workgroup reached.
    DivergentBarrier {
        /// The workgroup.
        workgroup_id: [u32; 3],
        /// Invocations that reached the barrier together.
        reached: u32,
        /// Invocations of the workgroup.
        expected: u32,
    },
}

/// The first fault of its kind at its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Fault {
    /// What went wrong, in the first case.
    pub kind: FaultKind,
    /// Where, in the WGSL text; undefined where the module has no spans.
    pub span: Span,
    /// How often, the first time included.
    pub count: u64,
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.kind {
            FaultKind::OutOfRange {
                variable,
                index,
                length,
                invocation,
            } => {
                let name = variable.as_deref().unwrap_or("a value");
                let Invocation {
                    workgroup_id,
                    local_id,
                } = invocation;
                write!(
                    f,
                    "index {index} is out of range for `{name}`, which has {length} elements \
                     (invocation {local_id:?} of workgroup {workgroup_id:?})"
                )?;
            }
            FaultKind::DivergentBarrier {
                workgroup_id,
                reached,
                expected,
            } => write!(
                f,
                "{reached} of {expected} invocations of workgroup {workgroup_id:?} reached a \
                 barrier without the others"
            )?,
        }
        match self.count {
            1 => Ok(()),
            count => write!(f, "; {} more like it", count - 1),
        }
    }
}

/// Collects faults; see the module.
#[derive(Clone, Debug)]
pub struct Checker {
    faults: Vec<Fault>,
    limit: usize,
    dropped: u64,
}

impl Default for Checker {
    fn default() -> Self {
        Self::with_limit(64)
    }
}

impl Checker {
    /// Keeps faults at no more than `limit` places.
    #[must_use]
    pub fn with_limit(limit: usize) -> Self {
        Self {
            faults: Vec::new(),
            limit,
            dropped: 0,
        }
    }

    /// The faults found, in the order in which they first happened.
    #[must_use]
    pub fn faults(&self) -> &[Fault] {
        &self.faults
    }

    /// Faults at places beyond the limit.
    #[must_use]
    pub fn dropped(&self) -> u64 {
        self.dropped
    }

    fn record(&mut self, span: Span, kind: FaultKind) {
        let known = self
            .faults
            .iter_mut()
            .find(|fault| fault.span == span && same_place(&fault.kind, &kind));
        if let Some(fault) = known {
            fault.count += 1;
        } else if self.faults.len() < self.limit {
            self.faults.push(Fault {
                kind,
                span,
                count: 1,
            });
        } else {
            self.dropped += 1;
        }
    }
}

/// Whether two faults at one span are about the same thing.
fn same_place(one: &FaultKind, other: &FaultKind) -> bool {
    match (one, other) {
        (
            FaultKind::OutOfRange {
                variable: one,
                length: one_length,
                ..
            },
            FaultKind::OutOfRange {
                variable: other,
                length: other_length,
                ..
            },
        ) => one == other && one_length == other_length,
        (FaultKind::DivergentBarrier { .. }, FaultKind::DivergentBarrier { .. }) => true,
        (FaultKind::OutOfRange { .. }, FaultKind::DivergentBarrier { .. })
        | (FaultKind::DivergentBarrier { .. }, FaultKind::OutOfRange { .. }) => false,
    }
}

impl Observer for Checker {
    fn out_of_range(&mut self, fault: OutOfRange<'_>) {
        let kind = FaultKind::OutOfRange {
            variable: fault.variable.map(str::to_owned),
            index: fault.index,
            length: fault.length,
            invocation: fault.invocation,
        };
        self.record(fault.span, kind);
    }

    fn divergent_barrier(&mut self, fault: DivergentBarrier) {
        let kind = FaultKind::DivergentBarrier {
            workgroup_id: fault.workgroup_id,
            reached: fault.reached,
            expected: fault.expected,
        };
        self.record(fault.span, kind);
    }
}
