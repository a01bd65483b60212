//! Comparators one after the other, put into as few rounds as their order allows.

use super::forms::allowed;
use super::{Comparator, Network, NetworkError, Round};

/// A network of one stage.
pub(super) fn network(
    name: String,
    wires: u32,
    comparators: impl IntoIterator<Item = Comparator>,
) -> Result<Network, NetworkError> {
    allowed(wires)?;
    let mut sequence = Sequence::default();
    for comparator in comparators {
        fits(comparator, wires)?;
        sequence.push(comparator);
    }
    let rounds = sequence.rounds.into_iter();
    let stage = 0;
    let rounds = rounds.map(|comparators| Round { stage, comparators });
    Ok(Network {
        name: one_line(&name),
        wires,
        rounds: rounds.collect(),
    })
}

/// The text with every line end and run of spaces as one space: a name is a comment in a file. What no
/// terminal should be told and no XML may hold, control characters and the like, is replaced.
pub(super) fn one_line(text: &str) -> String {
    let shown = |character: char| match character {
        '\u{FFFE}' | '\u{FFFF}' => char::REPLACEMENT_CHARACTER,
        _ if character.is_control() => char::REPLACEMENT_CHARACTER,
        _ => character,
    };
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").chars().map(shown).collect()
}

/// Refuses a comparator that `wires` wires cannot have.
pub(super) fn fits(comparator: Comparator, wires: u32) -> Result<(), NetworkError> {
    let Comparator { low, high } = comparator;
    if low == high {
        let message = format!("`{low}:{high}` compares a wire with itself");
        return Err(NetworkError::new(
            message,
            "a comparator is of two wires, as `0:1`",
        ));
    }
    if comparator.last() >= wires {
        let message = format!("`{low}:{high}`: there is no wire {}", comparator.last());
        let help = match wires.checked_sub(1) {
            Some(last) => format!("wires count from 0, so that the last of {wires} is {last}"),
            None => "give the network wires".to_owned(),
        };
        return Err(NetworkError::new(message, help));
    }
    Ok(())
}

/// Rounds that grow as comparators come.
#[derive(Default)]
pub(super) struct Sequence {
    pub(super) rounds: Vec<Vec<Comparator>>,
    /// The round after the last that touches each wire.
    free: Vec<usize>,
}

impl Sequence {
    /// Puts `comparator` into the first round after all that share a wire with it.
    pub(super) fn push(&mut self, comparator: Comparator) {
        let (first, last) = (comparator.first() as usize, comparator.last() as usize);
        if self.free.len() <= last {
            self.free.resize(last + 1, 0);
        }
        let round = self.free[first].max(self.free[last]);
        if round == self.rounds.len() {
            self.rounds.push(Vec::new());
        }
        self.rounds[round].push(comparator);
        self.free[first] = round + 1;
        self.free[last] = round + 1;
    }
}
