//! In which order workgroups run, and which lane of a workgroup is which invocation. WGSL leaves both
//! open; other orders than the natural one show who relies on it.

/// The order of a dispatch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Order {
    /// `None` for the natural order.
    seed: Option<u64>,
}

impl Order {
    pub(super) fn new(seed: Option<u64>) -> Self {
        Self { seed }
    }

    /// Whether nothing is out of its place.
    pub(super) fn is_natural(self) -> bool {
        self.seed.is_none()
    }

    /// The batch that runs as the `index`-th of `count`.
    pub(super) fn batch(self, index: u64, count: u64) -> u64 {
        let Some(seed) = self.seed.filter(|_| count > 1) else {
            return index;
        };
        let mut random = Random(seed);
        let start = u128::from(random.next() % count);
        // A step that shares no factor with the count visits all.
        let mut step = random.next() % count;
        while greatest_common_divisor(step, count) != 1 {
            step = (step + 1) % count;
        }
        ((u128::from(index) * u128::from(step) + start) % u128::from(count)) as u64
    }

    /// For each lane of a workgroup its `local_invocation_index`; empty in the natural order, where
    /// they are equal. All workgroups have the same.
    pub(super) fn lanes(self, invocations: usize) -> Vec<u32> {
        let Some(seed) = self.seed else {
            return Vec::new();
        };
        let mut random = Random(!seed);
        let mut lanes: Vec<u32> = (0..invocations as u32).collect();
        // Fisher and Yates, as Durstenfeld has it (Algorithm 235, 1964).
        for end in (1..lanes.len()).rev() {
            lanes.swap(end, (random.next() % (end as u64 + 1)) as usize);
        }
        lanes
    }
}

fn greatest_common_divisor(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// SplitMix64 (Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_seed_visits_every_batch_once() {
        for seed in (0..20).map(Some).chain([None]) {
            for count in [1, 2, 3, 8, 60, 1001] {
                let order = Order::new(seed);
                let mut visited: Vec<u64> = (0..count).map(|at| order.batch(at, count)).collect();
                assert_eq!(seed.is_none(), order.is_natural());
                if seed == Some(7) && count == 1001 {
                    assert!(!visited.is_sorted());
                }
                visited.sort_unstable();
                assert_eq!(visited, (0..count).collect::<Vec<_>>(), "{seed:?} {count}");
            }
        }
    }

    #[test]
    fn every_seed_gives_each_lane_its_invocation() {
        assert!(Order::new(None).lanes(64).is_empty());
        for seed in 0..20 {
            let mut lanes = Order::new(Some(seed)).lanes(64);
            assert!(!lanes.is_sorted(), "{seed}");
            assert_eq!(lanes, Order::new(Some(seed)).lanes(64));
            lanes.sort_unstable();
            assert_eq!(lanes, (0..64).collect::<Vec<_>>());
        }
    }

    /// The first three numbers that the authors' own program gives for the seed 1234567.
    #[test]
    fn the_random_numbers_are_the_published_ones() {
        let mut random = Random(1_234_567);
        let numbers = [(); 3].map(|()| random.next());
        assert_eq!(
            numbers,
            [
                6_457_827_717_110_365_317,
                3_203_168_211_198_807_973,
                9_817_491_932_198_370_423
            ]
        );
    }
}
