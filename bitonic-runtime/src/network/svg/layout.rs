//! Where everything lies, in whole units of the drawing: wires below each other, rounds beside each
//! other, the columns of a round within it.

use super::blocks::{Block, arrange};
use crate::network::{Network, Round};

/// From the edge of the drawing to what is in it.
pub(super) const EDGE: i32 = 20;
/// The base lines of the title, of the numbers, and of what stands above the stages.
pub(super) const TITLE: i32 = 34;
pub(super) const NUMBERS: i32 = 54;
pub(super) const STAGES: i32 = 80;
/// From the ends of wires to their numbers.
pub(super) const NUMBER: i32 = 6;
/// From the last wire to the numbers of rounds, and to what the signs mean.
pub(super) const ROUNDS: i32 = 32;
pub(super) const LEGEND: i32 = 58;
/// From a line of what the signs mean to the next.
pub(super) const LINE: i32 = 16;
/// How far a field reaches over the wires, and a box over its own.
pub(super) const FIELD: i32 = 16;
pub(super) const AROUND: i32 = 9;
/// A field as wide has room for a word and two digits above it.
pub(super) const ROOM_FOR_STAGE: i32 = 48;

/// From a wire to the next, and from a column to the next.
const WIRE: i32 = 22;
const COLUMN: i32 = 14;
/// Within a box, from its rim to the first and behind the last column.
const RIM: i32 = 10;
/// Between rounds, between fields, and from a field's edge to its rounds.
const BETWEEN_ROUNDS: i32 = 8;
const BETWEEN_FIELDS: i32 = 10;
const IN_FIELD: i32 = 7;
/// The first wire below words above the stages, the height of those words, and what a digit takes.
const FIRST_WIRE: i32 = 104;
const STAGE_WORDS: i32 = 18;
const DIGIT: i32 = 7;
/// From the ends of wires to the first field and behind the last.
const LEAD: i32 = 14;
/// What a character of the title takes.
const TITLE_CHARACTER: i32 = 10;
/// What the lines of words above and below need at least.
const LEAST_WIDTH: i32 = 340;

/// From one place to another.
#[derive(Clone, Copy)]
pub(super) struct Span {
    pub(super) left: i32,
    pub(super) right: i32,
}

impl Span {
    pub(super) fn width(self) -> i32 {
        self.right - self.left
    }

    pub(super) fn middle(self) -> i32 {
        (self.left + self.right) / 2
    }
}

/// A round in its place.
pub(super) struct PlacedRound {
    pub(super) span: Span,
    /// Which colours it has.
    pub(super) colour: usize,
    /// Whether it is the first of its stage.
    pub(super) begins: bool,
    /// Where each comparator stands.
    pub(super) places: Vec<i32>,
    pub(super) blocks: Vec<Block>,
}

impl PlacedRound {
    /// Whether some comparators of it are nested.
    pub(super) fn has_fans(&self) -> bool {
        self.blocks
            .iter()
            .any(|block| block.is_fan && block.columns > 1)
    }

    /// From rim to rim of a block, which begins at the round's first column.
    pub(super) fn span_of(&self, block: &Block) -> Span {
        let left = self.span.left;
        Span {
            left,
            right: left + width(block.columns),
        }
    }
}

/// The places of a network.
pub(super) struct Layout {
    pub(super) width: i32,
    pub(super) height: i32,
    pub(super) rounds: Vec<PlacedRound>,
    /// The fields, of stages or of rounds.
    pub(super) stages: Vec<Span>,
    /// Whether the fields are of rounds, since there is one stage alone.
    pub(super) by_rounds: bool,
    /// The height of the first wire.
    pub(super) top: i32,
    wires: u32,
    start: i32,
    end: i32,
}

impl Layout {
    pub(super) fn of(network: &Network) -> Layout {
        let number = DIGIT * network.wires().saturating_sub(1).to_string().len() as i32;
        let start = EDGE + number + NUMBER;
        let stage = |round: &Round| round.stage();
        let by_rounds = network.rounds().last().map(stage) == network.rounds().first().map(stage);
        let mut row = Row {
            end: start + LEAD - BETWEEN_FIELDS,
            rounds: Vec::new(),
            fields: Vec::new(),
        };
        let of_a_field = |one: &Round, next: &Round| !by_rounds && one.stage() == next.stage();
        for field in network.rounds().chunk_by(of_a_field) {
            row.add(field);
        }
        let end = row.end + LEAD;
        let title = 2 * EDGE + TITLE_CHARACTER * network.name().chars().count() as i32;
        let wires = network.wires();
        let top = if by_rounds {
            FIRST_WIRE - STAGE_WORDS
        } else {
            FIRST_WIRE
        };
        Layout {
            width: (end + NUMBER + number + EDGE).max(title).max(LEAST_WIDTH),
            height: place(top, wires.saturating_sub(1)) + LEGEND + EDGE - 4,
            top,
            rounds: row.rounds,
            stages: row.fields,
            by_rounds,
            wires,
            start,
            end,
        }
    }

    /// The height at which a wire runs.
    pub(super) fn wire(&self, wire: u32) -> i32 {
        place(self.top, wire)
    }

    /// The height of the last wire.
    pub(super) fn bottom(&self) -> i32 {
        self.wire(self.wires.saturating_sub(1))
    }

    /// Where wires begin.
    pub(super) fn left(&self) -> i32 {
        self.start
    }

    /// Where wires end.
    pub(super) fn right(&self) -> i32 {
        self.end
    }
}

/// The height of a wire, where the first is at `top`.
fn place(top: i32, wire: u32) -> i32 {
    top + WIRE * wire as i32
}

/// How wide a box of some columns is.
fn width(columns: usize) -> i32 {
    2 * RIM + COLUMN * (columns as i32 - 1).max(0)
}

/// Fields from left to right, as far as they are placed.
struct Row {
    end: i32,
    rounds: Vec<PlacedRound>,
    fields: Vec<Span>,
}

impl Row {
    /// Places the rounds of a field behind what is there.
    fn add(&mut self, field: &[Round]) {
        let left = self.end + BETWEEN_FIELDS;
        self.end = left + IN_FIELD - BETWEEN_ROUNDS;
        for (index, round) in field.iter().enumerate() {
            self.round(round, index == 0);
        }
        self.end += IN_FIELD;
        let right = self.end;
        self.fields.push(Span { left, right });
    }

    fn round(&mut self, round: &Round, begins: bool) {
        let arranged = arrange(round.comparators());
        let columns = arranged.blocks.iter().map(|block| block.columns);
        let left = self.end + BETWEEN_ROUNDS;
        let right = left + width(columns.max().unwrap_or(0));
        let place = |&column: &usize| left + RIM + COLUMN * column as i32;
        self.rounds.push(PlacedRound {
            span: Span { left, right },
            colour: self.fields.len(),
            begins,
            places: arranged.columns.iter().map(place).collect(),
            blocks: arranged.blocks,
        });
        self.end = right;
    }
}
