//! The comparators of a planned sort: what its steps exchange, in workgroup memory and between
//! buffers.

use super::forms::{allowed, disperse_round, flip_round};
use super::{Network, NetworkError, Round};
use crate::plan::bitonic::{Schedule, Step, StepKind};

impl Network {
    /// The comparators of all steps of a sort, in their order.
    ///
    /// Where a tile has no more keys than the next power of two of the count, they are those of
    /// [`Network::flip`]. A wider tile goes on with the heights up to its own, in which it only
    /// compares keys that are in order already.
    ///
    /// # Errors
    ///
    /// The schedule is of more than [`MOST_WIRES`](super::MOST_WIRES) keys.
    pub fn from_schedule(schedule: &Schedule) -> Result<Network, NetworkError> {
        let wires = u32::try_from(schedule.count()).unwrap_or(u32::MAX);
        allowed(wires)?;
        let mut rounds = Rounds::default();
        for &step in schedule.steps() {
            rounds.add(step, schedule.tile(), wires);
        }
        let name = format!(
            "Bitonic sort in {} steps, tiles of {}",
            schedule.step_count(),
            schedule.tile()
        );
        Ok(Network::of_rounds(&name, wires, rounds.made))
    }
}

/// Rounds as the steps give them; each flip begins a stage.
#[derive(Default)]
struct Rounds {
    made: Vec<Round>,
    stages: u32,
}

impl Rounds {
    fn add(&mut self, step: Step, tile: u32, wires: u32) {
        match step.kind {
            StepKind::SwapLocal => {
                for height in falling(tile).rev() {
                    self.flip(height, wires);
                    self.disperses(height / 2, wires);
                }
            }
            StepKind::DisperseLocal => self.disperses(tile, wires),
            StepKind::FlipGlobal => {
                self.flip(step.span, wires);
                self.disperses_of(step.span / 2, step.exchanges - 1, wires);
            }
            StepKind::DisperseGlobal => self.disperses_of(step.span, step.exchanges, wires),
            StepKind::Align => {}
        }
    }

    fn flip(&mut self, height: u32, wires: u32) {
        self.stages += 1;
        let flip = flip_round(self.stages - 1, height, wires);
        self.made.extend(flip);
    }

    fn disperse(&mut self, height: u32, wires: u32) {
        let stage = self.stages.saturating_sub(1);
        self.made.extend(disperse_round(stage, height, wires));
    }

    /// As many disperses, the first of the height `largest`.
    fn disperses_of(&mut self, largest: u32, count: u32, wires: u32) {
        let heights = falling(largest).take(count as usize);
        heights.for_each(|height| self.disperse(height, wires));
    }

    fn disperses(&mut self, largest: u32, wires: u32) {
        falling(largest).for_each(|height| self.disperse(height, wires));
    }
}

/// The powers of two from `largest` down to 2.
fn falling(largest: u32) -> impl DoubleEndedIterator<Item = u32> {
    let exponents = (1..u32::BITS).rev();
    exponents
        .map(|exponent| 1 << exponent)
        .filter(move |&height| height <= largest)
}
