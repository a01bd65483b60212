//! What can follow each statement: control goes on, leaves a loop, turns it, or
//! returns (WGSL specification, "Statement Behavior Analysis").
//!
//! Statements that nothing reaches are found here, and loops that nothing leaves.
//! Values are not looked at.

use crate::diagnostic::SourceLocation;
use crate::graph::{BlockId, Body, Statement, StatementKind};

/// The ways in which control can leave a statement or a block.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Behaviour {
    /// Control goes on with what follows.
    pub(crate) next: bool,
    /// The innermost loop is left.
    pub(crate) breaks: bool,
    /// The innermost loop takes its next turn.
    pub(crate) continues: bool,
    /// The function returns.
    pub(crate) returns: bool,
}

impl Behaviour {
    /// Control goes on with what follows, and nowhere else.
    pub(crate) const NEXT: Behaviour = Behaviour {
        next: true,
        breaks: false,
        continues: false,
        returns: false,
    };

    /// Control only goes on: whoever enters comes out at the end.
    pub(crate) fn only_next(self) -> bool {
        self == Behaviour::NEXT
    }

    /// The ways of both.
    pub(crate) fn or(self, other: Behaviour) -> Behaviour {
        Behaviour {
            next: self.next || other.next,
            breaks: self.breaks || other.breaks,
            continues: self.continues || other.continues,
            returns: self.returns || other.returns,
        }
    }
}

/// The behaviour of each block of a body.
#[derive(Debug)]
pub(crate) struct Behaviours {
    blocks: Vec<BlockBehaviour>,
    endless: Vec<SourceLocation>,
}

#[derive(Clone, Copy, Default, Debug)]
struct BlockBehaviour {
    behaviour: Behaviour,
    reachable: usize,
}

impl Behaviours {
    pub(crate) fn of(body: &Body) -> Behaviours {
        let mut behaviours = Behaviours {
            blocks: vec![BlockBehaviour::default(); body.blocks.len()],
            endless: Vec::new(),
        };
        behaviours.block(body, body.root);
        behaviours
    }

    /// How control leaves `block`.
    pub(crate) fn block_behaviour(&self, block: BlockId) -> Behaviour {
        self.blocks[block.index()].behaviour
    }

    /// The statements of `block` that control can reach, if it reaches the block.
    pub(crate) fn reachable<'a>(&self, body: &'a Body, block: BlockId) -> &'a [Statement] {
        &body.blocks[block].statements[..self.blocks[block.index()].reachable]
    }

    /// Where the loops stand that nothing leaves.
    pub(crate) fn endless_loops(&self) -> &[SourceLocation] {
        &self.endless
    }

    /// How control leaves a statement; the blocks within must be known.
    pub(crate) fn statement(&self, kind: &StatementKind) -> Behaviour {
        let empty = Behaviour::default();
        match kind {
            StatementKind::Make(_)
            | StatementKind::MakePlace(_)
            | StatementKind::Declare(..)
            | StatementKind::Store(..)
            | StatementKind::StoreTexel(..)
            | StatementKind::Call(..)
            | StatementKind::Barrier(_) => Behaviour::NEXT,
            StatementKind::Break => Behaviour {
                breaks: true,
                ..empty
            },
            StatementKind::Continue => Behaviour {
                continues: true,
                ..empty
            },
            StatementKind::Return(_) => Behaviour {
                returns: true,
                ..empty
            },
            StatementKind::If { accept, reject, .. } => self
                .block_behaviour(*accept)
                .or(self.block_behaviour(*reject)),
            StatementKind::Switch { .. } => kind
                .blocks()
                .into_iter()
                .fold(empty, |sum, block| sum.or(self.block_behaviour(block))),
            StatementKind::Loop {
                header,
                condition,
                body,
                continuing,
                break_if,
            } => {
                let turn = [header, body, continuing]
                    .into_iter()
                    .fold(empty, |sum, block| sum.or(self.block_behaviour(*block)));
                Behaviour {
                    next: turn.breaks || condition.is_some() || break_if.is_some(),
                    returns: turn.returns,
                    ..empty
                }
            }
        }
    }

    fn block(&mut self, body: &Body, block: BlockId) {
        let statements = &body.blocks[block].statements;
        let mut found = BlockBehaviour {
            behaviour: Behaviour::NEXT,
            reachable: statements.len(),
        };
        for (index, statement) in statements.iter().enumerate() {
            self.blocks_within(body, &statement.kind);
            let behaviour = self.statement(&statement.kind);
            found.behaviour.next = false;
            found.behaviour = found.behaviour.or(behaviour);
            if !behaviour.next {
                if matches!(statement.kind, StatementKind::Loop { .. }) && !behaviour.returns {
                    self.endless.push(statement.at);
                }
                found.reachable = index + 1;
                break;
            }
        }
        self.blocks[block.index()] = found;
    }

    fn blocks_within(&mut self, body: &Body, kind: &StatementKind) {
        for block in kind.blocks() {
            self.block(body, block);
        }
    }
}
