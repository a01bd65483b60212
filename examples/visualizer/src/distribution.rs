//! The keys that a sort begins with: how they lie before the first step. Pure: the same
//! seed gives the same keys.

/// How many different keys [`Distribution::FewDistinct`] has, and how many teeth
/// [`Distribution::Sawtooth`].
const FEW: u32 = 8;

/// How the keys lie before they are sorted. All are below the number of keys.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Distribution {
    /// Each of `0..n` once, in random order.
    #[default]
    Uniform,
    /// Already in order.
    Sorted,
    /// In order from the other end.
    Reversed,
    /// In order but for one key in 32, which has changed places with a key nearby.
    NearlySorted,
    /// Eight different keys, in random order.
    FewDistinct,
    /// Eight rising runs.
    Sawtooth,
    /// One key, n times.
    AllEqual,
}

impl Distribution {
    /// All of them, in the order of a list.
    pub const ALL: [Distribution; 7] = [
        Distribution::Uniform,
        Distribution::Sorted,
        Distribution::Reversed,
        Distribution::NearlySorted,
        Distribution::FewDistinct,
        Distribution::Sawtooth,
        Distribution::AllEqual,
    ];

    /// The name in addresses and in the values of controls.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Distribution::Uniform => "uniform",
            Distribution::Sorted => "sorted",
            Distribution::Reversed => "reversed",
            Distribution::NearlySorted => "nearly-sorted",
            Distribution::FewDistinct => "few-distinct",
            Distribution::Sawtooth => "sawtooth",
            Distribution::AllEqual => "all-equal",
        }
    }

    /// The distribution of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Distribution> {
        Distribution::ALL
            .into_iter()
            .find(|known| known.name() == name)
    }

    /// `n` keys, each below `n`. "Sorted" and "reversed" are meant ascending, whatever
    /// the order of the sort is.
    #[must_use]
    pub fn keys(self, n: u32, seed: u64) -> Vec<u32> {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut keys: Vec<u32> = (0..n).collect();
        match self {
            Distribution::Uniform => random.shuffle(&mut keys),
            Distribution::Sorted => {}
            Distribution::Reversed => keys.reverse(),
            Distribution::NearlySorted => disturb(&mut keys, &mut random),
            Distribution::FewDistinct => {
                keys.fill_with(|| scaled(random.u32(0..FEW), FEW, n));
            }
            Distribution::Sawtooth => {
                let tooth = n.div_ceil(FEW).max(1);
                keys.iter_mut()
                    .for_each(|key| *key = scaled(*key % tooth, tooth, n));
            }
            Distribution::AllEqual => keys.fill(n / 2),
        }
        keys
    }
}

/// `value` of `0..of`, spread over `0..n`.
fn scaled(value: u32, of: u32, n: u32) -> u32 {
    let widest = u64::from(n.saturating_sub(1));
    let spread = u64::from(value) * widest / u64::from(of.saturating_sub(1).max(1));
    spread.min(widest) as u32
}

/// Swaps one key in 32 with one at most a sixteenth of the length away.
fn disturb(keys: &mut [u32], random: &mut fastrand::Rng) {
    let reach = (keys.len() / 16).max(1);
    for _ in 0..keys.len().div_ceil(64) {
        if keys.is_empty() {
            return;
        }
        let from = random.usize(0..keys.len());
        let to = (from + random.usize(1..=reach)).min(keys.len() - 1);
        keys.swap(from, to);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn all_keys_are_below_n_for_every_n() {
        for distribution in Distribution::ALL {
            for n in [0, 1, 2, 3, 7, 8, 9, 100, 16384] {
                let keys = distribution.keys(n, 1);
                assert_eq!(keys.len(), n as usize, "{distribution:?}");
                assert!(keys.iter().all(|&key| key < n), "{distribution:?} of {n}");
            }
        }
    }

    #[test]
    fn a_seed_says_what_they_are() {
        let keys = |seed| Distribution::Uniform.keys(1000, seed);
        assert_eq!(keys(5), keys(5));
        assert_ne!(keys(5), keys(6));
        let mut sorted = keys(5);
        sorted.sort_unstable();
        assert!(sorted.into_iter().eq(0..1000), "each key once");
    }

    #[test]
    fn each_lies_as_its_name_says() {
        let keys = |distribution: Distribution| distribution.keys(4096, 3);
        assert!(keys(Distribution::Sorted).is_sorted());
        assert!(keys(Distribution::Reversed).iter().rev().is_sorted());
        let distinct = |keys: Vec<u32>| keys.into_iter().collect::<BTreeSet<_>>().len();
        assert_eq!(distinct(keys(Distribution::FewDistinct)), 8);
        assert_eq!(distinct(keys(Distribution::AllEqual)), 1);
        let falls = |keys: &[u32]| keys.windows(2).filter(|pair| pair[1] < pair[0]).count();
        assert_eq!(falls(&keys(Distribution::Sawtooth)), 7);
        let nearly = keys(Distribution::NearlySorted);
        assert!((1..=256).contains(&falls(&nearly)), "{}", falls(&nearly));
    }

    #[test]
    fn names_are_read_back() {
        for distribution in Distribution::ALL {
            assert_eq!(Distribution::named(distribution.name()), Some(distribution));
        }
        assert_eq!(Distribution::named("normal"), None);
    }
}
