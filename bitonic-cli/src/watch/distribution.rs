//! Keys to watch: how they lie before they are sorted.

use std::fmt;

use clap::ValueEnum;
use fastrand::Rng;

/// Different keys where there are few.
const FEW: u32 = 8;
/// Teeth of the saw.
const TEETH: usize = 8;
/// Of so many keys, nearly sorted, one pair has changed places.
const KEYS_PER_SLIP: usize = 32;

/// How keys lie before the sort.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Distribution {
    /// Without a pattern
    Uniform,
    /// Ascending already
    Sorted,
    /// Descending
    Reversed,
    /// Ascending, but for a few pairs that have changed places
    NearlySorted,
    /// Eight different keys, many times each
    Few,
    /// Ascending eight times
    Sawtooth,
    /// One key, many times
    Equal,
}

impl Distribution {
    /// `count` keys. The same seed gives the same keys; those of `sorted`, `reversed`,
    /// `sawtooth` and `equal` are the same for all seeds.
    pub(super) fn keys(self, count: usize, seed: u64) -> Vec<u32> {
        let mut random = Rng::with_seed(seed);
        match self {
            Distribution::Uniform => (0..count).map(|_| random.u32(..)).collect(),
            Distribution::Sorted => even(count, count),
            Distribution::Reversed => even(count, count).into_iter().rev().collect(),
            Distribution::NearlySorted => nearly_sorted(count, &mut random),
            Distribution::Few => {
                let step = u32::MAX / (FEW - 1);
                (0..count).map(|_| random.u32(..FEW) * step).collect()
            }
            Distribution::Sawtooth => even(count, count.div_ceil(TEETH)),
            Distribution::Equal => vec![u32::MAX / 2; count],
        }
    }
}

/// Keys that rise evenly from 0 towards the greatest key, and begin again after each `period`.
fn even(count: usize, period: usize) -> Vec<u32> {
    let rise = u64::from(u32::MAX) / (period.max(2) as u64 - 1);
    let key = |index: usize| (index % period.max(1)) as u64 * rise;
    (0..count).map(|index| key(index) as u32).collect()
}

fn nearly_sorted(count: usize, random: &mut Rng) -> Vec<u32> {
    let mut keys = even(count, count);
    if count >= 2 {
        for _ in 0..count.div_ceil(KEYS_PER_SLIP) {
            keys.swap(random.usize(..count), random.usize(..count));
        }
    }
    keys
}

impl fmt::Display for Distribution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = self.to_possible_value();
        f.pad(value.as_ref().map_or("", |value| value.get_name()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn falls(keys: &[u32]) -> usize {
        keys.windows(2).filter(|pair| pair[0] > pair[1]).count()
    }

    #[test]
    fn each_has_the_shape_of_its_name() {
        let keys = |distribution: Distribution| distribution.keys(4096, 7);
        assert!((1500..2600).contains(&falls(&keys(Distribution::Uniform))));
        assert_eq!(falls(&keys(Distribution::Sorted)), 0);
        assert_eq!(falls(&keys(Distribution::Reversed)), 4095);
        assert!((1..=512).contains(&falls(&keys(Distribution::NearlySorted))));
        assert_eq!(falls(&keys(Distribution::Sawtooth)), 7);
        let mut few = keys(Distribution::Few);
        few.sort_unstable();
        few.dedup();
        assert_eq!(few.len(), 8);
        let equal = keys(Distribution::Equal);
        assert!(equal.iter().all(|key| *key == equal[0]));
    }

    #[test]
    fn the_seed_decides_and_any_count_will_do() {
        for distribution in Distribution::value_variants() {
            for count in [0, 1, 2, 3, 7, 9, 1000] {
                let keys = distribution.keys(count, 3);
                assert_eq!(keys.len(), count, "{distribution}");
                assert_eq!(keys, distribution.keys(count, 3), "{distribution}");
            }
        }
        let of_seed = |seed| Distribution::Uniform.keys(64, seed);
        assert_ne!(of_seed(1), of_seed(2));
    }
}
