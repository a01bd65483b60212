//! Networks as kernels, on every executor: rows sorted as on the host, texts without loops, and the
//! real kernels of the bitonic sort exchanging what the network says.

mod common;

use bitonic_dsl::{Dialect, assert_kernel_snapshot};
use bitonic_runtime::network::{KernelOptions, Network};
use bitonic_runtime::plan::bitonic::{Blocking, Schedule, TileMemory};
use bitonic_runtime::{Gpu, Key};
use common::{executors, scattered};

/// A. Green's network for 16 keys, from a file.
fn green() -> Network {
    let text = include_str!("data/green_16.txt");
    Network::parse(text).expect("a right file")
}

fn networks() -> Vec<Network> {
    let forms = [
        Network::flip(16),
        Network::flip(7),
        Network::odd_even_merge(11),
        Network::xor(8),
        Network::recursive(13),
        Network::new("touches nothing", 3, []),
    ];
    let mut networks = Vec::from(forms.map(|form| form.expect("few wires")));
    networks.push(green());
    networks
}

/// What the network makes of each whole row, by the words of the keys.
fn rows_of_the_host<K: Key<Word = u32>>(network: &Network, keys: &[K], descending: bool) -> Vec<K> {
    let mut keys = keys.to_vec();
    let order = |a: &K, b: &K| match descending {
        true => b.to_word().cmp(&a.to_word()),
        false => a.to_word().cmp(&b.to_word()),
    };
    for row in keys.chunks_exact_mut(network.wires() as usize) {
        network.apply_by(row, order).expect("a key for each wire");
    }
    keys
}

fn bits_of<K: Key<Word = u32>>(keys: &[K]) -> Vec<u32> {
    let bytes = K::bytes_of(keys);
    let words = bytes.chunks_exact(4);
    words
        .map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]]))
        .collect()
}

fn check<K: Key<Word = u32>>(gpu: &Gpu, network: &Network, keys: &[K], descending: bool) {
    let options = KernelOptions {
        descending,
        ..KernelOptions::default()
    };
    let place = format!("{} {} on {}", network.name(), K::NAME, gpu.info());
    let kernel = network.kernel::<K>(&options).expect(&place);
    let mut words = gpu.buffer(&bits_of(keys)).expect(&place);
    let rows = keys.len() / network.wires() as usize;
    // More invocations than rows: those that have none do nothing.
    let run = gpu.run(&kernel).bind(&mut words);
    run.dispatch(rows + 1).expect(&place);
    let expected = bits_of(&rows_of_the_host(network, keys, descending));
    assert_eq!(words.read().expect(&place), expected, "{place}");
}

/// Rows that end in the middle of a workgroup, and keys behind the last whole row.
#[test]
fn rows_come_out_as_on_the_host() {
    for gpu in executors() {
        for network in networks() {
            let wires = network.wires() as usize;
            for count in [wires - 1, wires, 70 * wires, 129 * wires + wires / 2] {
                let words: Vec<u32> = scattered(count).collect();
                check::<u32>(&gpu, &network, &words, false);
                let floats: Vec<f32> = words.iter().copied().map(f32::from_bits).collect();
                check::<f32>(&gpu, &network, &floats, true);
                let integers: Vec<i32> = words.iter().map(|word| word.cast_signed()).collect();
                check::<i32>(&gpu, &network, &integers, false);
            }
        }
    }
}

#[test]
fn the_network_of_the_file_is_the_known_one() {
    let network = green();
    assert_eq!(
        (network.wires(), network.len(), network.depth()),
        (16, 60, 10)
    );
    assert!(network.check().expect("it sorts").is_proof());
}

/// An index that is computed stands in one line, where the row begins.
#[test]
fn a_text_has_no_loop_and_no_computed_index() {
    for network in networks() {
        let kernel = network
            .kernel::<u32>(&KernelOptions::default())
            .expect("it fits");
        let text = kernel
            .wgsl(Dialect::Browser)
            .expect("nothing that browsers lack");
        for word in ["for ", "for(", "while", "loop"] {
            assert!(!text.contains(word), "{word} in:\n{text}");
        }
        for behind in text.split("keys[").skip(1) {
            let index = behind.split(']').next().unwrap_or_default();
            let wire = index.strip_prefix('i').unwrap_or_default();
            let place = format!("let {index} = first + {wire}u;");
            assert!(
                index == "first" || text.contains(&place),
                "{index} in:\n{text}"
            );
        }
        let exchanges = text.matches("min(").count();
        assert_eq!(exchanges, network.len(), "{text}");
    }
}

#[test]
fn the_kernel_of_four_keys() {
    let network = Network::odd_even_merge(4).expect("few wires");
    let kernel = network
        .kernel::<u32>(&KernelOptions::default())
        .expect("it fits");
    assert_kernel_snapshot!("network_of_4_u32", kernel.untyped());
    let options = KernelOptions {
        name: Some("sort_two".to_owned()),
        descending: true,
        workgroup_size: 32,
    };
    let kernel = Network::flip(2).expect("few wires").kernel::<f32>(&options);
    assert_kernel_snapshot!("sort_two", kernel.expect("it fits").untyped());
}

#[test]
fn the_widest_kernel_sorts() {
    for gpu in executors() {
        let network = Network::odd_even_merge(256).expect("few wires");
        let words: Vec<u32> = scattered(3 * 256).collect();
        check::<u32>(&gpu, &network, &words, false);
    }
}

#[test]
fn a_checked_run_has_no_fault() {
    let gpu = Gpu::checked().expect("it is built in");
    let words: Vec<u32> = scattered(100 * 16 + 3).collect();
    check::<u32>(&gpu, &green(), &words, false);
}

/// In workgroups of one invocation each step is a round: the kernels exchange what the network
/// says.
#[test]
fn the_steps_of_a_bitonic_sort_are_the_rounds_of_its_network() {
    for gpu in executors() {
        for count in [2, 3, 5, 16, 37, 64, 100] {
            let network = Network::flip(count).expect("few wires");
            let mut expected: Vec<u32> = scattered(count as usize).collect();
            let buffer = gpu.buffer(&expected).expect("room");
            let mut sort = gpu
                .bitonic_sort(&buffer)
                .workgroup_size(1)
                .build()
                .expect("it fits");
            assert_eq!(sort.step_count(), network.depth());
            let of_schedule = Network::from_schedule(sort.schedule()).expect("few keys");
            assert_eq!(of_schedule.rounds(), network.rounds());
            for round in 0..network.depth() {
                sort.compute_step().expect("it runs");
                network
                    .apply_round(round, &mut expected)
                    .expect("a key for each wire");
                assert_eq!(
                    sort.keys().expect("there"),
                    expected,
                    "round {round} of {count}"
                );
            }
        }
    }
}

/// With tiles, a step is the rounds that the schedule gives for it.
#[test]
fn a_sort_in_tiles_is_its_network() {
    for gpu in executors() {
        for (count, size) in [(100u32, 4), (128, 8), (500, 64)] {
            let mut expected: Vec<u32> = scattered(count as usize).collect();
            let buffer = gpu.buffer(&expected).expect("room");
            let sort = gpu.bitonic_sort(&buffer).workgroup_size(size).build();
            let mut sort = sort.expect("it fits");
            let network = Network::from_schedule(sort.schedule()).expect("few keys");
            sort.compute().expect("it runs");
            network.apply(&mut expected).expect("a key for each wire");
            assert_eq!(buffer.read().expect("there"), expected, "{count} in {size}");
        }
    }
}

/// Steps of several exchanges, and tiles in registers: cut otherwise, the network is the same.
#[test]
fn a_schedule_in_blocks_has_the_rounds_of_the_flips() {
    let tiles = [TileMemory::Workgroup, TileMemory::Registers];
    for count in [2u32, 5, 31, 32, 33, 64, 100, 500, 512] {
        let flip = Network::flip(count).expect("few wires");
        for (tile, exchanges) in tiles
            .into_iter()
            .flat_map(|tile| (1..=5).map(move |e| (tile, e)))
        {
            let blocking = Blocking {
                workgroup_size: 2,
                tile,
                exchanges,
            };
            let schedule = Schedule::blocked(count as usize, blocking).expect("a right blocking");
            let network = Network::from_schedule(&schedule).expect("few keys");
            match schedule.tile() <= count.next_power_of_two() {
                true => assert_eq!(network.rounds(), flip.rounds(), "{count}: {blocking:?}"),
                // A wider tile goes on, with keys that are in order.
                false => assert!(network.check().is_ok(), "{count}: {blocking:?}"),
            }
        }
    }
}

/// As the device has it, a step is as many rounds as it does exchanges.
#[test]
fn each_step_of_an_automatic_sort_is_its_rounds() {
    for gpu in executors() {
        for count in [600u32, 2048, 3000] {
            let mut expected: Vec<u32> = scattered(count as usize).collect();
            let buffer = gpu.buffer(&expected).expect("room");
            let sort = gpu.bitonic_sort(&buffer).automatic_workgroup_size().build();
            let mut sort = sort.expect("it fits");
            let network = Network::from_schedule(sort.schedule()).expect("few keys");
            let mut rounds = 0..network.depth();
            for _ in 0..sort.step_count() {
                let step = sort.compute_step().expect("it runs");
                for round in rounds.by_ref().take(step.exchanges as usize) {
                    let applied = network.apply_round(round, &mut expected);
                    applied.expect("a key for each wire");
                }
                let place = format!("{step:?} of {count} on {}", gpu.info());
                assert!(sort.keys().expect("there") == expected, "{place}");
            }
            assert!(rounds.is_empty() && expected.is_sorted());
        }
    }
}

/// The drawings beside the page on networks. With `BITONIC_BLESS=1` they are written.
#[test]
fn the_drawings_of_the_page_are_those_that_come_out() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/networks");
    let drawings = [
        ("flip", Network::flip(16)),
        ("xor", Network::xor(16)),
        ("odd-even-merge", Network::odd_even_merge(16)),
    ];
    for (name, network) in drawings {
        let path = format!("{folder}/{name}-16.svg");
        let drawing = network.expect("few wires").svg();
        if std::env::var("BITONIC_BLESS").is_ok_and(|value| value == "1") {
            std::fs::write(&path, &drawing).expect("the folder is there");
        }
        let written = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(written == drawing, "{path}: BITONIC_BLESS=1 writes it anew");
    }
}
