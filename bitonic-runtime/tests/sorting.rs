//! Sorting on every executor, bit for bit equal to a sort on the host whose order
//! is stated here on its own.

mod common;

use std::cmp::Ordering;
use std::fmt::Debug;

use bitonic_runtime::{Gpu, Key, SortOptions};
use common::{executors, scattered};

/// A key type and the order that its keys shall have.
trait Ordered: Key + Debug {
    fn order(&self, other: &Self) -> Ordering;

    fn of_bits(bits: u32) -> Self {
        Self::read(&bits.to_le_bytes())
    }
}

impl Ordered for u32 {
    fn order(&self, other: &u32) -> Ordering {
        self.cmp(other)
    }
}

impl Ordered for i32 {
    fn order(&self, other: &i32) -> Ordering {
        self.cmp(other)
    }
}

impl Ordered for f32 {
    /// Numbers as numbers, zeros by sign, then NaNs: positive ones by rising bits,
    /// negative ones by falling bits.
    fn order(&self, other: &f32) -> Ordering {
        match (self.is_nan(), other.is_nan()) {
            (false, false) => {
                let zeros = || other.is_sign_negative().cmp(&self.is_sign_negative());
                let numbers = self.partial_cmp(other).expect("numbers compare");
                numbers.then_with(zeros)
            }
            (true, true) => match (self.is_sign_negative(), other.is_sign_negative()) {
                (false, false) => self.to_bits().cmp(&other.to_bits()),
                (true, true) => other.to_bits().cmp(&self.to_bits()),
                (negative, _) => match negative {
                    true => Ordering::Greater,
                    false => Ordering::Less,
                },
            },
            (nan, _) => match nan {
                true => Ordering::Greater,
                false => Ordering::Less,
            },
        }
    }
}

/// Sorts on one executor, in both orders, and compares every bit.
fn check<K: Ordered>(gpu: &Gpu, keys: &[K], workgroup_size: Option<u32>) {
    let mut expected = keys.to_vec();
    expected.sort_by(K::order);
    let mut options = SortOptions {
        workgroup_size,
        descending: false,
    };
    check_order(gpu, keys, &options, &expected);
    expected.reverse();
    options.descending = true;
    check_order(gpu, keys, &options, &expected);
}

fn check_order<K: Ordered>(gpu: &Gpu, keys: &[K], options: &SortOptions, expected: &[K]) {
    let mut sorted = keys.to_vec();
    let place = format!("{} {} {options:?} on {}", keys.len(), K::NAME, gpu.info());
    let report = gpu
        .sort_with(&mut sorted, options)
        .unwrap_or_else(|error| panic!("{place}: {error}"));
    assert_eq!(report.n, keys.len());
    assert_eq!(report.descending, options.descending);
    let wrong =
        (0..keys.len()).find(|&at| K::bytes_of(&[sorted[at]]) != K::bytes_of(&[expected[at]]));
    if let Some(at) = wrong {
        panic!(
            "{place}: [{at}] is {:?}, not {:?}",
            sorted[at], expected[at]
        );
    }
}

/// Keys that sorters get wrong, of any type: by the bits.
fn shapes(count: usize) -> Vec<(&'static str, Vec<u32>)> {
    const EDGES: [u32; 16] = [
        0x0000_0000,
        0x8000_0000,
        0x0000_0001,
        0x8000_0001, // zeros and denormals
        0x7F80_0000,
        0xFF80_0000,
        0x7F7F_FFFF,
        0xFF7F_FFFF, // infinities and their neighbours
        0x7F80_0001,
        0xFF80_0001,
        0x7FC0_0000,
        0xFFC0_0000, // NaNs of both signs
        0x7FFF_FFFF,
        0xFFFF_FFFF,
        0x3F80_0000,
        0xBF80_0000, // NaNs, u32::MAX, and ones
    ];
    let ramp: Vec<u32> = (0..count as u32).map(|index| index * 3).collect();
    let scattered: Vec<u32> = scattered(count).collect();
    vec![
        ("all equal", vec![7; count]),
        ("all greatest", vec![u32::MAX; count]),
        ("reversed", ramp.iter().rev().copied().collect()),
        ("sorted", ramp),
        (
            "few distinct",
            scattered.iter().map(|word| word % 5).collect(),
        ),
        (
            "edges",
            scattered
                .iter()
                .map(|word| EDGES[(word >> 9) as usize % 16])
                .collect(),
        ),
        ("scattered", scattered),
    ]
}

fn check_shapes<K: Ordered>(gpu: &Gpu, count: usize, workgroup_size: Option<u32>) {
    for (_, words) in shapes(count) {
        let keys: Vec<K> = words.into_iter().map(K::of_bits).collect();
        check(gpu, &keys, workgroup_size);
    }
}

#[test]
fn any_length_sorts() {
    for gpu in executors() {
        for count in [0, 1, 2, 3, 100, 1000] {
            check_shapes::<u32>(&gpu, count, None);
            check_shapes::<i32>(&gpu, count, None);
            check_shapes::<f32>(&gpu, count, None);
        }
        for count in [(1 << 14) - 1, 1 << 14, (1 << 14) + 1] {
            check_shapes::<f32>(&gpu, count, None);
        }
    }
}

#[test]
fn any_workgroup_size_sorts() {
    for gpu in executors() {
        for workgroup_size in [1, 2, 32, 64, 256] {
            for count in [2, 3, 100, 1000, 1025] {
                check_shapes::<f32>(&gpu, count, Some(workgroup_size));
            }
        }
    }
}

#[test]
fn a_million_keys_sort() {
    for gpu in executors() {
        let keys: Vec<u32> = scattered(1_000_000).collect();
        check(&gpu, &keys, None);
    }
}

/// More than 65,535 workgroups in every step.
#[test]
fn grids_past_a_dimension_sort() {
    for gpu in executors() {
        let keys: Vec<u32> = scattered(2 * 65_536 + 77).collect();
        check(&gpu, &keys, Some(1));
    }
}

#[test]
fn other_workgroup_sizes_are_refused_and_leave_the_keys() {
    for gpu in executors() {
        for (size, words) in [
            (48, "power of two"),
            (0, "power of two"),
            (1 << 20, "room for"),
        ] {
            let mut keys = [3u32, 1, 2];
            let options = SortOptions {
                workgroup_size: Some(size),
                ..SortOptions::default()
            };
            let error = gpu.sort_with(&mut keys, &options).expect_err("refused");
            assert!(error.message().contains(words), "{error}");
            assert!(error.message().contains(&size.to_string()), "{error}");
            assert!(error.help().is_some(), "{error}");
            assert_eq!(keys, [3, 1, 2]);
        }
    }
}

#[test]
fn a_report_says_what_was_done() {
    for gpu in executors() {
        let mut keys: Vec<u32> = scattered(16_384).collect();
        let options = SortOptions {
            workgroup_size: Some(64),
            ..SortOptions::default()
        };
        let report = gpu.sort_with(&mut keys, &options).expect("sorts");
        assert_eq!(
            (report.steps, report.dispatches),
            (36, 36),
            "28 moves, no copy"
        );
        assert_eq!((report.n, report.workgroup_size), (16_384, 64));
        assert_eq!(report.device, gpu.info().name);
        assert_eq!(report.algorithm, "bitonic");
        assert!(report.compile.as_nanos() > 0 && report.time.as_nanos() > 0);
    }
}

/// The maps in a kernel are the maps on the host.
fn check_words<K: Ordered + Key<Word = u32>>(gpu: &Gpu) {
    let bits: Vec<u32> = shapes(512)
        .into_iter()
        .flat_map(|(_, words)| words)
        .collect();
    let maps = bitonic_dsl::kernel("maps")
        .build(|k| {
            let bits = k.storage::<u32>("bits");
            let words = k.storage_mut::<u32>("words");
            let back = k.storage_mut::<u32>("back");
            let index = bitonic_dsl::instance_index();
            bitonic_dsl::If(index.lt(bits.len()), || {
                let word = K::encode(bits.element(index).load());
                words.element(index).assign(word);
                back.element(index).assign(K::decode(word));
            });
        })
        .expect("a right kernel");
    let [input, words, back] = [
        gpu.buffer(&bits),
        gpu.zeroed(bits.len()),
        gpu.zeroed(bits.len()),
    ]
    .map(|made| made.expect("room"));
    gpu.run(&maps)
        .bind("bits", &input)
        .bind("words", &words)
        .bind("back", &back)
        .dispatch(bits.len())
        .expect("it runs");
    let expected: Vec<u32> = bits
        .iter()
        .map(|&bits| K::of_bits(bits).to_word())
        .collect();
    assert!(
        words.read().expect("there") == expected,
        "{} on {}",
        K::NAME,
        gpu.info()
    );
    assert!(
        back.read().expect("there") == bits,
        "{} on {}",
        K::NAME,
        gpu.info()
    );
}

#[test]
fn kernels_and_the_host_agree_on_words() {
    for gpu in executors() {
        check_words::<u32>(&gpu);
        check_words::<i32>(&gpu);
        check_words::<f32>(&gpu);
    }
}

#[test]
fn two_sorters_at_once() {
    for gpu in executors() {
        std::thread::scope(|scope| {
            for salt in 0..4usize {
                let gpu = &gpu;
                scope.spawn(move || {
                    let keys: Vec<u32> = scattered(3000 + salt).collect();
                    check(gpu, &keys, Some(64));
                });
            }
        });
    }
}

/// Threads that poll one device take each other's callbacks.
#[test]
fn many_threads_read_from_one_device() {
    for gpu in executors() {
        std::thread::scope(|scope| {
            for salt in 0..8u32 {
                let gpu = &gpu;
                scope.spawn(move || {
                    let buffer = gpu.buffer(&[salt; 33]).expect("room");
                    for _ in 0..50 {
                        assert_eq!(buffer.read().expect("it is there"), [salt; 33]);
                    }
                });
            }
        });
    }
}
