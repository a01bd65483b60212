//! The known networks that are made round by round: the bitonic sort in its form of flips and
//! disperses and in that of direction bits, and Batcher's odd-even merge sort.
//!
//! All are of K. E. Batcher, "Sorting networks and their applications" (1968). Where all
//! comparators send the lesser key to the smaller index, a wire past the last counts as carrying a
//! key above all others: what touches it changes nothing and is left out, so that any number of
//! wires will do.

use super::{Comparator, MOST_WIRES, Network, NetworkError, Round};

impl Network {
    /// The bitonic sort of flips and disperses, of any number of wires: what `BitonicSort` runs. `n
    /// / 4 * k * (k + 1)` comparators in `k * (k + 1) / 2` rounds for `n = 2^k`.
    ///
    /// A flip of height `h` compares each wire of a block of `h` with its mirror image, a
    /// disperse with the one half a block further; the lesser key goes to the smaller index
    /// throughout. A stage is a flip and the disperses of each half of its height.
    ///
    /// # Errors
    ///
    /// More than [`MOST_WIRES`] wires.
    pub fn flip(wires: u32) -> Result<Network, NetworkError> {
        allowed(wires)?;
        let padded = wires.next_power_of_two();
        let heights = powers(2, padded);
        let mut rounds = Vec::new();
        for (stage, height) in (0..).zip(heights) {
            rounds.extend(flip_round(stage, height, wires));
            let halves = powers(2, height / 2).rev();
            rounds.extend(halves.filter_map(|half| disperse_round(stage, half, wires)));
        }
        Ok(Network::of_rounds(
            "Bitonic sort, flips and disperses",
            wires,
            rounds,
        ))
    }

    /// The bitonic sort of the textbooks, with direction bits: in stage `s` from 1 to `k`, for `p`
    /// from `s - 1` down to 0, wire `i` is compared with `i xor 2^p`, ascending where bit `s` of
    /// `i` is 0. As many comparators and rounds as [`Network::flip`] has for a power of two.
    ///
    /// # Errors
    ///
    /// The number of wires is no power of two, or more than [`MOST_WIRES`].
    pub fn xor(wires: u32) -> Result<Network, NetworkError> {
        allowed(wires)?;
        if !wires.is_power_of_two() {
            return Err(no_power_of_two(wires as usize, "wires"));
        }
        let mut rounds = Vec::new();
        for (stage, height) in (0..).zip(powers(2, wires)) {
            for distance in powers(1, height / 2).rev() {
                rounds.push(xor_round(stage, height, distance, wires));
            }
        }
        Ok(Network::of_rounds(
            "Bitonic sort, direction bits",
            wires,
            rounds,
        ))
    }

    /// Batcher's odd-even merge sort, of any number of wires: the fewest comparators of the forms
    /// here, `(k^2 - k + 4) * 2^(k - 2) - 1` in `k * (k + 1) / 2` rounds for `n = 2^k`. A stage
    /// merges sorted blocks in pairs.
    ///
    /// # Errors
    ///
    /// More than [`MOST_WIRES`] wires.
    pub fn odd_even_merge(wires: u32) -> Result<Network, NetworkError> {
        allowed(wires)?;
        let mut rounds = Vec::new();
        for (stage, height) in (0..).zip(powers(2, wires.next_power_of_two())) {
            for distance in powers(1, height / 2).rev() {
                rounds.extend(odd_even_round(stage, height, distance, wires));
            }
        }
        Ok(Network::of_rounds("Odd-even merge sort", wires, rounds))
    }

    pub(super) fn of_rounds(name: &str, wires: u32, rounds: Vec<Round>) -> Network {
        let name = name.to_owned();
        Network {
            name,
            wires,
            rounds,
        }
    }
}

/// Refuses more wires than a network may have.
pub(super) fn allowed(wires: u32) -> Result<(), NetworkError> {
    match wires <= MOST_WIRES {
        true => Ok(()),
        false => {
            let message = format!("{wires} wires: a network has at most {MOST_WIRES}");
            Err(NetworkError::new(
                message,
                "sort more keys with a bitonic sort of the GPU",
            ))
        }
    }
}

/// Refuses the form with direction bits for `count` of `what`, wires or keys.
pub(super) fn no_power_of_two(count: usize, what: &str) -> NetworkError {
    let message = format!(
        "{count} {what}: the form with direction bits takes powers of two alone, since half of its comparators send the greater key to the smaller index"
    );
    let help = match count.next_power_of_two() {
        0 | 1 => format!("give it {what}, or take the form of flips and disperses"),
        above => format!(
            "take {} or {above} {what}, or the form of flips and disperses, which any number fits",
            above / 2
        ),
    };
    NetworkError::new(message, help)
}

/// The powers of two from `least` to `most`.
fn powers(least: u32, most: u32) -> impl DoubleEndedIterator<Item = u32> {
    let all = (0..u32::BITS).map(|exponent| 1 << exponent);
    all.filter(move |power| (least..=most).contains(power))
}

/// A round, unless no comparator is left in it.
pub(super) fn round(
    stage: u32,
    comparators: impl IntoIterator<Item = Comparator>,
) -> Option<Round> {
    let comparators = Vec::from_iter(comparators);
    (!comparators.is_empty()).then_some(Round { stage, comparators })
}

/// Each wire against its mirror image in its block of `height`.
pub(super) fn flip_round(stage: u32, height: u32, wires: u32) -> Option<Round> {
    let mirrored = move |first: u32| first ^ (height - 1);
    let pairs = (0..wires).map(move |first| Comparator::new(first, mirrored(first)));
    round(
        stage,
        pairs.filter(|pair| pair.low < pair.high && pair.high < wires),
    )
}

/// Each wire against the one half a block of `height` further.
pub(super) fn disperse_round(stage: u32, height: u32, wires: u32) -> Option<Round> {
    let half = height / 2;
    let firsts = (0..wires.saturating_sub(half)).filter(|first| first & half == 0);
    round(
        stage,
        firsts.map(|first| Comparator::new(first, first + half)),
    )
}

fn xor_round(stage: u32, height: u32, distance: u32, wires: u32) -> Round {
    let firsts = (0..wires).filter(|first| first & distance == 0);
    let comparator = |first: u32| match first & height {
        0 => Comparator::new(first, first | distance),
        _ => Comparator::new(first | distance, first),
    };
    let comparators = firsts.map(comparator).collect();
    Round { stage, comparators }
}

/// One round of the merge of two sorted halves of each block of `height`. At half the height all
/// wires of the first half take part; below, those that come second in a pair of runs of
/// `distance` meet the first of the next pair, within their block.
fn odd_even_round(stage: u32, height: u32, distance: u32, wires: u32) -> Option<Round> {
    let widest = distance == height / 2;
    let takes_part = move |first: &u32| match widest {
        true => first & distance == 0,
        false => first & distance != 0 && first / height == (first + distance) / height,
    };
    let firsts = (0..wires.saturating_sub(distance)).filter(takes_part);
    round(
        stage,
        firsts.map(|first| Comparator::new(first, first + distance)),
    )
}
