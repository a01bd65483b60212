//! Statements: what happens, in order.

use super::{BlockId, FunctionId, Literal, LocalId, NodeId, PlaceId, ResourceId, Texel};
use crate::diagnostic::SourceLocation;

/// A list of statements with a scope of its own.
#[derive(Clone, Debug, Default)]
pub struct Block {
    /// The statements, in program order.
    pub statements: Vec<Statement>,
}

/// One thing that happens.
#[derive(Clone, Debug)]
pub struct Statement {
    /// What.
    pub kind: StatementKind,
    /// Where it was written.
    pub at: SourceLocation,
}

/// What a statement does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StatementKind {
    /// A node comes into being: its operands are fixed, and a load or a call
    /// happens here.
    Make(NodeId),
    /// A place comes into being: its index is a use of a node.
    MakePlace(PlaceId),
    /// A variable comes into being with this value.
    Declare(LocalId, NodeId),
    /// A value is written.
    Store(PlaceId, NodeId),
    /// A texel of a storage texture is written.
    StoreTexel(ResourceId, Texel, NodeId),
    /// A function without a result is called.
    Call(FunctionId, Box<[NodeId]>),
    /// One of two blocks is run.
    If {
        /// A `bool`.
        condition: NodeId,
        /// Run where it holds.
        accept: BlockId,
        /// Run where it does not.
        reject: BlockId,
    },
    /// The block of the case that lists the selector's value is run, else `default`.
    /// Nothing falls through, and `Break` in a case leaves the loop around it.
    Switch {
        /// An `i32` or a `u32`.
        selector: NodeId,
        /// No value is listed twice.
        cases: Box<[Case]>,
        /// Run where no case lists the value.
        default: BlockId,
    },
    /// Turns until the condition fails or a `Break` is reached. Each turn runs
    /// `header`, leaves if `condition` is false, then runs `body`, then
    /// `continuing`, then leaves if `break_if` is true. `Continue` in the body goes
    /// on with `continuing`. What `header` makes is visible in `body` and
    /// `continuing`; what `continuing` makes is visible to `break_if`.
    Loop {
        /// Evaluated at the start of each turn.
        header: BlockId,
        /// Whether the turn is taken; `None` for a loop left from within.
        condition: Option<NodeId>,
        /// The turn.
        body: BlockId,
        /// What advances the loop.
        continuing: BlockId,
        /// Made in `continuing`: whether to leave after it.
        break_if: Option<NodeId>,
    },
    /// Leaves the innermost loop.
    Break,
    /// Goes on with the next turn of the innermost loop.
    Continue,
    /// Leaves the function, or ends the invocation in a kernel's own body.
    Return(Option<NodeId>),
    /// Waits for the invocations of the workgroup, or of the subgroup.
    Barrier(Barrier),
}

/// One case of a [`StatementKind::Switch`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Case {
    /// Of the selector's type; at least one.
    pub selectors: Vec<Literal>,
    /// Run where the selector is one of them.
    pub body: BlockId,
}

/// The memory that a barrier orders.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Barrier {
    /// Workgroup memory.
    Workgroup,
    /// Storage buffers, among the invocations of the workgroup.
    Storage,
    /// Storage textures, among the invocations of the workgroup.
    Texture,
    /// Workgroup memory, among the invocations of the subgroup, for which alone it waits.
    Subgroup,
}

impl StatementKind {
    /// The blocks that the statement holds, in program order.
    #[must_use]
    pub fn blocks(&self) -> Vec<BlockId> {
        match self {
            StatementKind::Make(_)
            | StatementKind::MakePlace(_)
            | StatementKind::Declare(..)
            | StatementKind::Store(..)
            | StatementKind::StoreTexel(..)
            | StatementKind::Call(..)
            | StatementKind::Break
            | StatementKind::Continue
            | StatementKind::Return(_)
            | StatementKind::Barrier(_) => Vec::new(),
            StatementKind::If { accept, reject, .. } => vec![*accept, *reject],
            StatementKind::Switch { cases, default, .. } => {
                let bodies = cases.iter().map(|case| case.body);
                bodies.chain([*default]).collect()
            }
            StatementKind::Loop {
                header,
                body,
                continuing,
                ..
            } => vec![*header, *body, *continuing],
        }
    }
}
