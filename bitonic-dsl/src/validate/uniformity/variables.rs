//! What the variables of a function hold during the walk: how writes are noted, and
//! how values go round a loop and out of it.

use std::collections::BTreeMap;

use super::dependencies::Point;
use super::flow::Walk;
use crate::graph::{Body, LocalId, PlaceId, PlaceKind, StatementKind};

/// By local: what it holds now. Writes are logged, so that an arm of a branch can be
/// taken back at the cost of its own writes.
pub(super) struct Variables {
    held: Vec<Option<Point>>,
    log: Vec<(LocalId, Option<Point>)>,
}

impl Variables {
    pub(super) fn of(body: &Body) -> Variables {
        Variables {
            held: vec![None; body.locals.len()],
            log: Vec::new(),
        }
    }

    pub(super) fn get(&self, local: LocalId) -> Option<Point> {
        self.held[local.index()]
    }

    pub(super) fn set(&mut self, local: LocalId, value: Option<Point>) {
        let held = &mut self.held[local.index()];
        self.log.push((local, *held));
        *held = value;
    }

    pub(super) fn mark(&self) -> usize {
        self.log.len()
    }

    /// Takes back the writes since `mark`; gives the locals that were written and
    /// what they held in the end.
    pub(super) fn undo_to(&mut self, mark: usize) -> BTreeMap<LocalId, Option<Point>> {
        let mut left = BTreeMap::new();
        for (local, before) in self.log.split_off(mark).into_iter().rev() {
            let held = &mut self.held[local.index()];
            // The write that is undone first is the one that stood at the end.
            left.entry(local).or_insert(*held);
            *held = before;
        }
        left
    }
}

/// A loop under way: the variables that it writes, and where their values go.
pub(super) struct Turn {
    written: Vec<LocalId>,
    /// What each holds where the loop advances.
    pub(super) advance: Vec<Point>,
    /// What each holds behind the loop.
    pub(super) exit: Vec<Point>,
}

impl Walk<'_> {
    /// Opens a loop: each variable that it writes becomes a point, which the ends of
    /// the turns add to. Gives these points.
    pub(super) fn open_loop(&mut self, kind: &StatementKind) -> Vec<Point> {
        let written = written_in(self.body, kind);
        let count = written.len();
        let mut entry = Vec::with_capacity(count);
        for local in &written {
            let before = self.variables.get(*local);
            let point = self.add(before);
            self.variables.set(*local, Some(point));
            entry.push(point);
        }
        let turn = Turn {
            written,
            advance: (0..count).map(|_| self.add([])).collect(),
            exit: (0..count).map(|_| self.add([])).collect(),
        };
        self.loops.push(turn);
        entry
    }

    /// Adds what the loop's variables hold now to where control goes.
    pub(super) fn leave(&mut self, to: impl FnOnce(&Turn) -> &Vec<Point>) {
        if let Some(turn) = self.loops.last() {
            let points = to(turn).clone();
            self.leave_to(&points);
        }
    }

    pub(super) fn leave_to(&mut self, points: &[Point]) {
        let Some(turn) = self.loops.last() else {
            return;
        };
        for (local, point) in turn.written.iter().zip(points) {
            if let Some(value) = self.variables.get(*local) {
                self.flow.dependencies.depend(*point, value);
            }
        }
    }

    /// Makes the loop's variables hold what came to a point from anywhere.
    pub(super) fn hold(&mut self, at: impl FnOnce(&Turn) -> &Vec<Point>) {
        let Some(turn) = self.loops.last() else {
            return;
        };
        let values: Vec<(LocalId, Point)> = turn
            .written
            .iter()
            .copied()
            .zip(at(turn).iter().copied())
            .collect();
        for (local, point) in values {
            self.variables.set(local, Some(point));
        }
    }
}

/// The locals that a statement writes, each once.
fn written_in(body: &Body, kind: &StatementKind) -> Vec<LocalId> {
    let mut written = Vec::new();
    collect_written(body, kind, &mut written);
    written.sort();
    written.dedup();
    written
}

fn collect_written(body: &Body, kind: &StatementKind, written: &mut Vec<LocalId>) {
    match kind {
        StatementKind::Declare(local, _) => written.push(*local),
        StatementKind::Store(place, _) => written.extend(local_of(body, *place)),
        StatementKind::Make(_)
        | StatementKind::MakePlace(_)
        | StatementKind::Call(..)
        | StatementKind::If { .. }
        | StatementKind::Loop { .. }
        | StatementKind::Break
        | StatementKind::Continue
        | StatementKind::Return(_)
        | StatementKind::Barrier(_) => {}
    }
    for block in kind.blocks().into_iter().flatten() {
        for statement in &body.blocks[block].statements {
            collect_written(body, &statement.kind, written);
        }
    }
}

fn local_of(body: &Body, place: PlaceId) -> Option<LocalId> {
    let mut kind = body.places[place].kind;
    while let Some(base) = kind.base() {
        kind = body.places[base].kind;
    }
    match kind {
        PlaceKind::Local(local) => Some(local),
        PlaceKind::Resource(_)
        | PlaceKind::Element(..)
        | PlaceKind::Component(..)
        | PlaceKind::Field(..) => None,
    }
}
