//! What a [`super::Checker`] finds, and how it reads.

use std::fmt::{Display, Formatter, Result};

use naga::Span;

use crate::execute::{Invocation, SubgroupPlace};
use crate::image::TexelAxis;

/// What went wrong, in the first case at its place.
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
        /// Who made the access.
        invocation: Invocation,
    },
    /// A texel beyond its texture.
    OutsideTexture {
        /// The texture, where the source names it.
        variable: Option<String>,
        /// The first coordinate that is out of range.
        axis: TexelAxis,
        /// The coordinate, as a u32.
        index: u32,
        /// How many there are along it.
        length: u32,
        /// Who made the access.
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
    /// A subgroup operation or barrier in non-uniform control flow: a part of a subgroup reached it.
    DivergentSubgroup {
        /// The operation's name in WGSL.
        operation: String,
        /// The subgroup.
        subgroup: SubgroupPlace,
        /// Invocations that reached the operation together.
        reached: u32,
        /// Invocations of the subgroup.
        expected: u32,
        /// The first that reached it.
        present: Invocation,
        /// The first that did not.
        absent: Invocation,
    },
    /// A subgroup operation asks for the value of an invocation that does not take part.
    MissingLane {
        /// The operation's name in WGSL.
        operation: String,
        /// `subgroup_invocation_id` of the one that is asked.
        lane: u32,
        /// Invocations of the subgroup.
        lanes: u32,
        /// Who asks.
        invocation: Invocation,
    },
    /// Two invocations access a word or a texel, one of them writes, and nothing orders them.
    Race {
        /// The variable, where the source names it.
        variable: Option<String>,
        /// Whether it is a texel of a storage texture.
        of_texels: bool,
        /// Words before the one in question, in the binding or in the workgroup memory; the number of a
        /// texel, those of a row one after the other.
        word: u32,
        /// Who came first in this run.
        first: Invocation,
        /// Whether the first access writes.
        first_writes: bool,
        /// Who came second; the fault's place is this access.
        second: Invocation,
        /// Whether the second access writes.
        second_writes: bool,
    },
    /// A word of workgroup memory is read that nothing has written since the workgroup started.
    Unwritten {
        /// The variable, where the source names it.
        variable: Option<String>,
        /// Words before the one in question, in the workgroup memory.
        word: u32,
        /// Who reads.
        invocation: Invocation,
    },
    /// A loop with more turns than the limit.
    LongLoop {
        /// The limit.
        turns: u64,
        /// An invocation that did not leave it.
        invocation: Invocation,
    },
}

/// The faults of one kind at one place.
#[derive(Clone, Debug, PartialEq)]
pub struct Fault {
    /// What went wrong, in the first case.
    pub kind: FaultKind,
    /// Where, in the WGSL text; undefined where the module has no spans.
    pub span: Span,
    /// How often, the first time included.
    pub count: u64,
}

impl Fault {
    /// Whether another fault at the same span is one more of these.
    pub(super) fn includes(&self, other: &FaultKind) -> bool {
        use FaultKind::{
            DivergentBarrier, DivergentSubgroup, LongLoop, MissingLane, OutOfRange, OutsideTexture,
            Race, Unwritten,
        };
        match (&self.kind, other) {
            (
                OutOfRange {
                    variable: one,
                    length: one_length,
                    ..
                },
                OutOfRange {
                    variable: other,
                    length: other_length,
                    ..
                },
            ) => one == other && one_length == other_length,
            (
                OutsideTexture {
                    variable: one,
                    axis: one_axis,
                    ..
                },
                OutsideTexture {
                    variable: other,
                    axis: other_axis,
                    ..
                },
            ) => one == other && one_axis == other_axis,
            (
                Race { variable: one, .. },
                Race {
                    variable: other, ..
                },
            )
            | (
                Unwritten { variable: one, .. },
                Unwritten {
                    variable: other, ..
                },
            ) => one == other,
            (DivergentBarrier { .. }, DivergentBarrier { .. })
            | (DivergentSubgroup { .. }, DivergentSubgroup { .. })
            | (MissingLane { .. }, MissingLane { .. })
            | (LongLoop { .. }, LongLoop { .. }) => true,
            (
                OutOfRange { .. }
                | OutsideTexture { .. }
                | DivergentBarrier { .. }
                | DivergentSubgroup { .. }
                | MissingLane { .. }
                | Race { .. }
                | Unwritten { .. }
                | LongLoop { .. },
                _,
            ) => false,
        }
    }
}

impl Display for Fault {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        Display::fmt(&self.kind, f)?;
        match self.count {
            1 => Ok(()),
            count => write!(f, "; {} more like it", count - 1),
        }
    }
}

/// An invocation, as messages name it.
struct Who<'a>(&'a Invocation);

impl Display for Who<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let Invocation {
            workgroup_id,
            local_id,
        } = self.0;
        write!(f, "invocation {local_id:?} of workgroup {workgroup_id:?}")
    }
}

/// A variable, as messages name it.
fn named(variable: &Option<String>) -> String {
    match variable {
        Some(name) => format!("`{name}`"),
        None => "a value".to_owned(),
    }
}

/// A coordinate of a texel, as messages name it.
fn axis_name(axis: TexelAxis) -> &'static str {
    match axis {
        TexelAxis::X => "x coordinate",
        TexelAxis::Y => "y coordinate",
        TexelAxis::Z => "z coordinate",
        TexelAxis::Layer => "array layer",
        TexelAxis::Level => "level of detail",
        TexelAxis::Sample => "sample",
    }
}

fn verb(writes: bool) -> &'static str {
    if writes { "writes" } else { "reads" }
}

impl Display for FaultKind {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Self::OutOfRange {
                variable,
                index,
                length,
                invocation,
            } => write!(
                f,
                "index {index} is out of range for {}, which has {length} elements ({})",
                named(variable),
                Who(invocation)
            ),
            Self::OutsideTexture {
                variable,
                axis,
                index,
                length,
                invocation,
            } => write!(
                f,
                "{} {} is out of range for texture {}, which has {length} ({})",
                axis_name(*axis),
                // Most of those that are this great were negative.
                index.cast_signed(),
                named(variable),
                Who(invocation)
            ),
            Self::DivergentBarrier {
                workgroup_id,
                reached,
                expected,
            } => write!(
                f,
                "{reached} of {expected} invocations of workgroup {workgroup_id:?} reached a \
                 barrier without the others"
            ),
            Self::DivergentSubgroup {
                operation,
                subgroup:
                    SubgroupPlace {
                        workgroup_id,
                        subgroup_id,
                    },
                reached,
                expected,
                present: Invocation { local_id, .. },
                absent,
            } => write!(
                f,
                "`{operation}` in non-uniform control flow: {reached} of {expected} invocations of \
                 subgroup {subgroup_id} of workgroup {workgroup_id:?} reached it, {local_id:?} first, \
                 without {:?}",
                absent.local_id
            ),
            Self::MissingLane {
                operation,
                lane,
                lanes,
                invocation,
            } if lane < lanes => write!(
                f,
                "`{operation}` reads from invocation {lane} of its subgroup, which is not active \
                 there ({})",
                Who(invocation)
            ),
            Self::MissingLane {
                operation,
                lane,
                lanes,
                invocation,
            } => write!(
                f,
                "`{operation}` reads from invocation {lane} of its subgroup, which has {lanes} \
                 invocations ({})",
                Who(invocation)
            ),
            Self::Race {
                variable,
                of_texels,
                word,
                first,
                first_writes,
                second,
                second_writes,
            } => write!(
                f,
                "data race on {} {word} of {}: {} {} it and {} {} it, with no barrier between \
                 them",
                if *of_texels { "texel" } else { "word" },
                named(variable),
                Who(first),
                verb(*first_writes),
                Who(second),
                verb(*second_writes)
            ),
            Self::Unwritten {
                variable,
                word,
                invocation,
            } => write!(
                f,
                "word {word} of {} is read before anything is written to it ({})",
                named(variable),
                Who(invocation)
            ),
            Self::LongLoop { turns, invocation } => write!(
                f,
                "a loop was stopped after {turns} turns ({})",
                Who(invocation)
            ),
        }
    }
}
