//! Blocks: which one statements go to, and what a block is to the statements that leave
//! loops.

use std::panic::Location;

use super::{Recorder, STACK, Scope, source, with};
use crate::diagnostic::Diagnostic;
use crate::graph::{BlockId, NodeKind, PlaceId, PlaceKind, StatementKind};

/// A block that statements go to, and the line of what opened it.
#[derive(Clone, Copy)]
pub(super) struct OpenBlock {
    pub(super) id: BlockId,
    pub(super) at: &'static Location<'static>,
    pub(super) role: Role,
}

/// What a block is to the statements that leave loops.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::author) enum Role {
    /// Whatever the block around it is.
    Plain,
    /// The turn of a loop, which `Break` and `Continue` may leave.
    Turn,
    /// Makes the condition of a loop.
    Condition,
    /// Advances a loop: it must reach its end.
    Continuing,
}

/// Where a statement stands.
#[derive(Clone, Copy)]
pub(in crate::author) struct Position {
    pub(super) block: BlockId,
    pub(super) index: usize,
}

/// Changes a statement of the kernel or function under way.
#[track_caller]
pub(in crate::author) fn amend(position: Position, change: impl FnOnce(&mut StatementKind)) {
    with(|recorder| {
        let block = &mut recorder.body.blocks[position.block];
        change(&mut block.statements[position.index].kind);
    });
}

/// Runs `body` with its statements going to a new block.
#[track_caller]
pub(in crate::author) fn block<R>(body: impl FnOnce() -> R) -> (BlockId, R) {
    block_as(Role::Plain, body)
}

/// [`block`] of another role.
#[track_caller]
pub(in crate::author) fn block_as<R>(role: Role, body: impl FnOnce() -> R) -> (BlockId, R) {
    let block = open_block(role);
    let result = guarded(body);
    close_block();
    (block, result)
}

/// Opens a new block: statements go to it until [`close_block`]. For what a closure
/// would do whose caller's line is not the author's.
#[track_caller]
pub(in crate::author) fn open_block(role: Role) -> BlockId {
    let block = with(Recorder::new_block);
    enter_as(role, block);
    block
}

/// Closes the block that was opened or entered last.
#[track_caller]
pub(in crate::author) fn close_block() {
    with(|recorder| recorder.open.pop());
}

/// Goes on at the end of the block `id`, until [`close_block`].
#[track_caller]
pub(in crate::author) fn enter(id: BlockId) {
    enter_as(Role::Plain, id);
}

/// [`enter`] for a block of another role.
#[track_caller]
pub(in crate::author) fn enter_as(role: Role, id: BlockId) {
    let at = Location::caller();
    with(|recorder| recorder.open.push(OpenBlock { id, at, role }));
}

/// Runs `body` with its statements going to the end of `block`.
#[track_caller]
pub(in crate::author) fn in_block(block: BlockId, body: impl FnOnce()) {
    enter(block);
    guarded(body);
    close_block();
}

/// Runs the author's `body` in the block that is open.
#[track_caller]
pub(in crate::author) fn guarded<R>(body: impl FnOnce() -> R) -> R {
    let at = Location::caller();
    let _open = with(|recorder| Outer::of(recorder, at));
    body()
}

/// What is open while an author's closure runs; dropped, it is what is open again. A closure that
/// panics leaves its block unfinished: where the panic is caught, that is a fault.
struct Outer {
    scope: Scope,
    blocks: usize,
    at: &'static Location<'static>,
}

impl Outer {
    fn of(recorder: &Recorder, at: &'static Location<'static>) -> Outer {
        Outer {
            scope: recorder.scope,
            blocks: recorder.open.len(),
            at,
        }
    }
}

impl Drop for Outer {
    fn drop(&mut self) {
        STACK.with_borrow_mut(|stack| {
            let found = stack
                .recorders
                .iter_mut()
                .find(|one| one.scope == self.scope);
            let Some(recorder) = found else { return };
            recorder.open.truncate(self.blocks);
            if std::thread::panicking() {
                // Whoever catches the panic stands outside of this block.
                recorder.open.pop();
                let fault = Diagnostic::new("a panic left this block unfinished", source(self.at));
                recorder
                    .diagnostics
                    .push(fault.help("let the panic end the building of the kernel"));
            }
        });
    }
}

impl Recorder {
    /// How many loops are open around what is recorded now.
    pub(in crate::author) fn loop_depth(&self) -> usize {
        let turns = self.open.iter().filter(|block| block.role == Role::Turn);
        turns.count()
    }

    /// The part of the innermost loop that is recorded now; plain outside of loops.
    pub(in crate::author) fn part_of_loop(&self) -> Role {
        let roles = self.open.iter().rev().map(|block| block.role);
        roles
            .into_iter()
            .find(|role| *role != Role::Plain)
            .unwrap_or(Role::Plain)
    }

    /// Whether what is recorded now advances a loop, at whatever depth.
    pub(in crate::author) fn is_in_continuing(&self) -> bool {
        self.open.iter().any(|block| block.role == Role::Continuing)
    }

    /// Whether `block` makes pure values, reads what `is_read_freely` says, and does nothing
    /// else.
    pub(in crate::author) fn is_pure(
        &self,
        block: BlockId,
        is_read_freely: impl Fn(PlaceKind) -> bool,
    ) -> bool {
        let statements = &self.body.blocks[block].statements;
        statements.iter().all(|statement| match &statement.kind {
            StatementKind::Make(node) => match &self.body.nodes[*node].kind {
                NodeKind::Load(place) => self.whole(*place).is_some_and(&is_read_freely),
                kind => kind.is_pure(),
            },
            StatementKind::MakePlace(_) => true,
            StatementKind::Declare(..)
            | StatementKind::Store(..)
            | StatementKind::StoreTexel(..)
            | StatementKind::Call(..)
            | StatementKind::If { .. }
            | StatementKind::Switch { .. }
            | StatementKind::Loop { .. }
            | StatementKind::Break
            | StatementKind::Continue
            | StatementKind::Return(_)
            | StatementKind::Barrier(_) => false,
        })
    }

    /// What `place` is, or is a part of without an index.
    fn whole(&self, mut place: PlaceId) -> Option<PlaceKind> {
        loop {
            match self.body.places[place].kind {
                PlaceKind::Component(base, _) | PlaceKind::Field(base, _) => place = base,
                PlaceKind::Element(..) => return None,
                kind @ (PlaceKind::Resource(_) | PlaceKind::Local(_) | PlaceKind::Argument(_)) => {
                    return Some(kind);
                }
            }
        }
    }

    /// Moves the statements of `block` to where is recorded now.
    pub(in crate::author) fn splice(&mut self, block: BlockId) {
        let statements = std::mem::take(&mut self.body.blocks[block].statements);
        for statement in statements {
            self.push(statement.kind, statement.at);
        }
    }
}
