//! The sort with direction bits, on every executor: right order for any number of keys, both ways
//! for parameters to travel, and each step the round of the network of its name.

mod common;

use bitonic_dsl::interface::ParameterPassing;
use bitonic_runtime::network::Network;
use bitonic_runtime::{Gpu, Key, XorSort, XorSortOptions};
use common::{executors, scattered};

const WAYS: [ParameterPassing; 2] = [
    ParameterPassing::DynamicUniform,
    ParameterPassing::Immediates,
];

/// Words with the greatest one among them again and again: of `f32` a NaN, of `u32` what pads.
fn words(count: usize) -> Vec<u32> {
    let word = |(index, word): (usize, u32)| match index % 5 {
        0 => u32::MAX,
        1 => word % 7,
        _ => word,
    };
    scattered(count).enumerate().map(word).collect()
}

fn bits<K: Key<Word = u32>>(keys: &[K]) -> Vec<u8> {
    K::bytes_of(keys).into_owned()
}

/// Sorts `keys` as `options` say; the order is that of `expected`, to the bit.
fn check<K: Key<Word = u32>>(gpu: &Gpu, keys: &[K], options: &XorSortOptions, expected: &[K]) {
    let place = format!("{} {} {options:?} on {}", keys.len(), K::NAME, gpu.info());
    let buffer = gpu.buffer(keys).expect(&place);
    let mut sort = gpu.xor_sort_with(&buffer, options).expect(&place);
    sort.compute().expect(&place);
    assert!(
        bits(&buffer.read().expect(&place)) == bits(expected),
        "{place}"
    );
    assert!(
        bits(&sort.keys().expect(&place)) == bits(expected),
        "{place}"
    );
}

fn check_both_orders<K: Key<Word = u32>>(gpu: &Gpu, keys: &[K], options: XorSortOptions) {
    let mut expected = keys.to_vec();
    expected.sort_by_key(|key| key.to_word());
    check(gpu, keys, &options, &expected);
    expected.reverse();
    let descending = XorSortOptions {
        descending: true,
        ..options
    };
    check(gpu, keys, &descending, &expected);
}

#[test]
fn any_number_of_keys_sorts_both_ways() {
    for gpu in executors() {
        for count in [0, 1, 2, 3, 4, 5, 31, 64, 65, 100, 1000, 1024, 1025] {
            for passing in WAYS {
                let options = XorSortOptions {
                    parameters: Some(passing),
                    ..XorSortOptions::default()
                };
                let words = words(count);
                check_both_orders::<u32>(&gpu, &words, options);
                let floats: Vec<f32> = words.iter().copied().map(f32::from_bits).collect();
                check_both_orders::<f32>(&gpu, &floats, options);
                let integers: Vec<i32> = words.iter().map(|word| word.cast_signed()).collect();
                check_both_orders::<i32>(&gpu, &integers, options);
            }
        }
    }
}

#[test]
fn many_keys_and_any_workgroup_size_sort() {
    for gpu in executors() {
        check_both_orders::<u32>(&gpu, &words(100_000), XorSortOptions::default());
        for size in [1, 3, 48, 256] {
            let options = XorSortOptions {
                workgroup_size: Some(size),
                ..XorSortOptions::default()
            };
            check_both_orders::<u32>(&gpu, &words(1000), options);
        }
    }
}

/// More than 65,535 workgroups in every step.
#[test]
fn grids_past_a_dimension_sort() {
    for gpu in executors() {
        let options = XorSortOptions {
            workgroup_size: Some(1),
            ..XorSortOptions::default()
        };
        let keys = words(1 << 18);
        let mut expected = keys.clone();
        expected.sort_unstable();
        check(&gpu, &keys, &options, &expected);
    }
}

/// Each step is the round of the network, whichever way its parameters travel.
fn check_steps(gpu: &Gpu, count: usize, passing: ParameterPassing) {
    let network = Network::xor(count as u32).expect("a power of two");
    let mut expected = words(count);
    let buffer = gpu.buffer(&expected).expect("room");
    let options = XorSortOptions {
        parameters: Some(passing),
        ..XorSortOptions::default()
    };
    let mut sort = gpu.xor_sort_with(&buffer, &options).expect("it fits");
    assert_eq!(sort.parameters(), passing);
    assert_eq!(sort.step_count(), network.depth());
    for round in 0..network.depth() {
        assert_eq!(sort.steps_done(), round);
        let next = sort.next_step();
        assert_eq!(sort.compute_step().expect("it runs"), next);
        network
            .apply_round(round, &mut expected)
            .expect("a key for each wire");
        assert_eq!(
            sort.keys().expect("there"),
            expected,
            "round {round} of {count}"
        );
    }
    assert_eq!(sort.steps_done(), 0);
    assert!(expected.is_sorted());
}

#[test]
fn each_step_is_a_round_of_the_network() {
    for gpu in executors() {
        for passing in WAYS {
            for count in [2, 4, 16, 128, 512] {
                check_steps(&gpu, count, passing);
            }
        }
    }
}

/// A sort that was stepped goes on from there, and every time between has the same keys.
fn check_stepped<K: Key<Word = u32> + PartialEq + std::fmt::Debug>(
    gpu: &Gpu,
    keys: &[K],
    descending: bool,
) {
    let options = XorSortOptions {
        descending,
        ..XorSortOptions::default()
    };
    let sorted = |mut keys: Vec<K>| {
        keys.sort_by_key(|key| key.to_word());
        bits(&keys)
    };
    for steps in [1, 2, 7, 28] {
        let buffer = gpu.buffer(keys).expect("room");
        let mut sort: XorSort<K> = gpu.xor_sort_with(&buffer, &options).expect("it fits");
        for _ in 0..steps {
            assert!(sort.compute_step().expect("it runs").is_some());
            let between = sort.keys().expect("there");
            assert_eq!(
                sorted(between),
                sorted(keys.to_vec()),
                "after {steps} steps"
            );
        }
        sort.compute().expect("it runs");
        let mut expected = keys.to_vec();
        expected.sort_by_key(|key| key.to_word());
        if descending {
            expected.reverse();
        }
        assert_eq!(bits(&buffer.read().expect("there")), bits(&expected));
    }
}

#[test]
fn no_step_loses_a_key() {
    for gpu in executors() {
        for count in [100, 128] {
            for descending in [false, true] {
                check_stepped(&gpu, &words(count), descending);
                let floats: Vec<f32> = words(count).into_iter().map(f32::from_bits).collect();
                check_stepped(&gpu, &floats, descending);
            }
        }
    }
}

#[test]
fn fewer_than_two_keys_have_no_step() {
    for gpu in executors() {
        for keys in [vec![], vec![7u32]] {
            let buffer = gpu.buffer(&keys).expect("room");
            let mut sort = gpu.xor_sort(&buffer).expect("it fits");
            assert_eq!((sort.step_count(), sort.next_step()), (0, None));
            assert_eq!(sort.compute_step().expect("nothing is done"), None);
            sort.compute().expect("nothing is done");
            assert_eq!(sort.keys().expect("there"), keys);
        }
    }
}

#[test]
fn it_repeats_and_goes_into_an_encoder_of_the_caller() {
    for gpu in executors() {
        for count in [90, 128] {
            let buffer = gpu.buffer(&words(count)).expect("room");
            let mut sort = gpu.xor_sort(&buffer).expect("it fits");
            sort.compute().expect("it runs");
            let expected = buffer.read().expect("there");
            assert!(expected.is_sorted());
            buffer.write(&words(count)).expect("as many");
            let mut encoder = gpu.device().create_command_encoder(&Default::default());
            sort.recording().record(&mut encoder);
            gpu.queue().submit([encoder.finish()]);
            assert_eq!(buffer.read().expect("there"), expected);
        }
    }
}

/// No race and nothing out of range, as the checker sees it.
#[test]
fn a_checked_run_has_no_fault() {
    let gpu = Gpu::checked().expect("it is built in");
    for count in [3, 100, 256] {
        check_both_orders::<f32>(
            &gpu,
            &words(count)
                .into_iter()
                .map(f32::from_bits)
                .collect::<Vec<_>>(),
            XorSortOptions::default(),
        );
    }
}

#[test]
fn what_does_not_fit_is_refused() {
    for gpu in executors() {
        let buffer = gpu.buffer(&[3u32, 1, 2]).expect("room");
        for size in [0, 1 << 20] {
            let options = XorSortOptions {
                workgroup_size: Some(size),
                ..XorSortOptions::default()
            };
            let error = gpu.xor_sort_with(&buffer, &options).expect_err("refused");
            assert!(error.message().contains(&size.to_string()), "{error}");
            assert!(error.help().is_some(), "{error}");
        }
        assert_eq!(buffer.read().expect("there"), [3, 1, 2]);
    }
}
