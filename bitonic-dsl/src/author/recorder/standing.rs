//! Where the recording stands: how deep, at which statement, and whether what follows is
//! reached. For Rust's own statements, which open and close blocks as they go.

use std::panic::Location;

use super::{OpenBlock, Position, Recorder, Role, Scope, source, with};
use crate::diagnostic::Diagnostic;
use crate::graph::{BlockId, Local, NodeKind, Place, PlaceId, PlaceKind, StatementKind};
use crate::types::Type;

/// How many blocks of which recorder are open.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::author) struct Depth {
    pub(in crate::author) scope: Scope,
    blocks: usize,
}

/// How many blocks are open now.
#[track_caller]
pub(in crate::author) fn depth() -> Depth {
    with(|recorder| Depth {
        scope: recorder.scope,
        blocks: recorder.open.len(),
    })
}

/// Whether blocks have been opened since `depth` that are open still; the line of the first.
#[track_caller]
pub(in crate::author) fn opened_since(depth: Depth) -> Option<&'static Location<'static>> {
    with(|recorder| match recorder.scope == depth.scope {
        true => recorder.open.get(depth.blocks).map(|block| block.at),
        false => None,
    })
}

/// Closes what has been opened since `depth`.
pub(in crate::author) fn close_to(depth: Depth) {
    closes_early(depth);
}

/// Closes what is open since `depth`, whichever recorder is the innermost; whether anything was.
pub(in crate::author) fn closes_early(depth: Depth) -> bool {
    super::STACK.with_borrow_mut(|stack| {
        let found = stack.recorders.iter_mut();
        let found = found.rev().find(|one| one.scope == depth.scope);
        found.is_some_and(|recorder| {
            let early = recorder.open.len() > depth.blocks;
            recorder.open.truncate(depth.blocks);
            early
        })
    })
}

/// Whether nothing but the body of the kernel or function is open.
#[track_caller]
pub(in crate::author) fn is_at_root() -> bool {
    with(|recorder| recorder.open.len() <= 1)
}

/// Opens the block `id`, for a statement that is written at `at`.
#[track_caller]
pub(in crate::author) fn enter_at(id: BlockId, at: &'static Location<'static>) {
    let role = Role::Plain;
    with(|recorder| recorder.open.push(OpenBlock { id, at, role }));
}

/// Appends a statement that is written at `at`.
#[track_caller]
pub(in crate::author) fn statement_at(kind: StatementKind, at: &'static Location<'static>) {
    with(|recorder| recorder.push(kind, source(at)));
}

/// Keeps room, at the statement that comes next, for the declaration of a variable of type
/// `ty`: values that nothing uses, which leave no trace.
#[track_caller]
pub(in crate::author) fn reserve(ty: &Type, at: &'static Location<'static>) -> Position {
    with(|recorder| {
        let block = recorder.innermost();
        let index = recorder.body.blocks[block].statements.len();
        for _ in 0..ROOM {
            recorder.make(NodeKind::Zero, ty.clone(), source(at));
        }
        Position { block, index }
    })
}

/// The statements that declare a variable: its first value, it, and its place.
const ROOM: usize = 3;

/// Whether statements go to the block of `position`.
#[track_caller]
pub(in crate::author) fn is_in_block_of(position: Position) -> bool {
    with(|recorder| recorder.innermost() == position.block)
}

/// Whether the open block was left by its last statement: nothing behind it is reached.
#[track_caller]
pub(in crate::author) fn is_left() -> bool {
    with(|recorder| {
        let block = &recorder.body.blocks[recorder.innermost()];
        let last = block.statements.last().map(|statement| &statement.kind);
        matches!(
            last,
            Some(StatementKind::Return(_) | StatementKind::Break | StatementKind::Continue)
        )
    })
}

/// Declares a variable that holds zero in the room that was kept at `room`.
#[track_caller]
pub(in crate::author) fn declare_in(
    room: Position,
    name: &str,
    ty: &Type,
    at: &'static Location<'static>,
) -> PlaceId {
    with(|recorder| {
        let at = source(at);
        let local = recorder.body.locals.push(Local {
            name: name.to_owned(),
            ty: ty.clone(),
            at,
        });
        let place = recorder.body.places.push(Place {
            kind: PlaceKind::Local(local),
            ty: ty.clone(),
            at,
        });
        let statements = &mut recorder.body.blocks[room.block].statements;
        let kept = &mut statements[room.index..room.index + ROOM];
        if let StatementKind::Make(zero) = kept[0].kind {
            kept[1].kind = StatementKind::Declare(local, zero);
            kept[2].kind = StatementKind::MakePlace(place);
        }
        place
    })
}

/// Records that the block which was opened at `at` was left by Rust before its end.
pub(in crate::author) fn unfinished(scope: Scope, at: &'static Location<'static>) {
    super::STACK.with_borrow_mut(|stack| {
        let found = stack.recorders.iter_mut().find(|one| one.scope == scope);
        let Some(recorder) = found else { return };
        let fault = match std::thread::panicking() {
            true => Diagnostic::new("a panic left this block unfinished", source(at))
                .help("let the panic end the building of the kernel"),
            false => Diagnostic::new("this branch is left by Rust before its end", source(at))
                .caption("which invocations take it is not known while the kernel is built")
                .help("leave it with `Return(..)`, `Break()` or `Continue()`, which are recorded"),
        };
        recorder.diagnostics.push(fault);
    });
}

impl Recorder {
    /// The block that statements go to.
    fn innermost(&self) -> BlockId {
        self.open.last().map_or(self.body.root, |block| block.id)
    }
}
