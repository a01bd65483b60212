//! The counting sort on every executor, against the host's stable sort of the indices.

mod common;

use bitonic_runtime::{Buffer, CountingSort, Gpu, PastEnd};
use common::{executors, narrow, scattered};

/// A sort of `bins`, each the bin of its index, into `count` bins.
fn sort(gpu: &Gpu, bins: &Buffer<u32>, count: u32, stable: bool, rule: PastEnd) -> CountingSort {
    let sort = gpu.counting_sort(bins.len(), count, |k, i| {
        k.storage::<u32>("given").element(i).load()
    });
    let sort = sort.bind("given", bins).past_end(rule);
    let sort = if stable { sort.stable() } else { sort };
    sort.build().expect("it fits")
}

/// The indices by bin, those of one bin in their own order: the host's stable sort.
fn expected(bins: &[u32], count: u32, rule: PastEnd) -> Vec<u32> {
    let slot = |i: u32| match rule {
        PastEnd::Clamp => bins[i as usize].min(count - 1),
        PastEnd::Refuse => bins[i as usize].min(count),
    };
    let mut order: Vec<u32> = (0..bins.len() as u32).collect();
    order.sort_by_key(|&i| slot(i));
    order
}

/// How many of the bins are each of 0 to `count`, which stands for all past the end.
fn counted(bins: &[u32], count: u32, rule: PastEnd) -> Vec<u32> {
    let mut counts = vec![0; count as usize + 1];
    for &bin in bins {
        let slot = match rule {
            PastEnd::Clamp => bin.min(count - 1),
            PastEnd::Refuse => bin.min(count),
        };
        counts[slot as usize] += 1;
    }
    counts
}

/// Sorts in both forms and on the host, and compares everything that comes out.
fn check(gpu: &Gpu, bins: &[u32], count: u32, rule: PastEnd) {
    let place = format!("{} into {count}, {rule:?}, on {}", bins.len(), gpu.info());
    let given = gpu.buffer(bins).expect("room");
    let expected = expected(bins, count, rule);
    let counts = counted(bins, count, rule);
    let mut starts = vec![0];
    starts.extend(counts.iter().scan(0, |sum, count| {
        *sum += count;
        Some(*sum)
    }));
    starts.pop();
    for stable in [false, true] {
        let sort = sort(gpu, &given, count, stable, rule);
        sort.compute().expect("it runs");
        let order = sort.order().read().expect("it is there");
        match stable {
            true => assert!(order == expected, "stable, {place}"),
            // Within each bin the same elements, in any order.
            false => {
                let mut within = order.clone();
                for bin in starts.windows(2) {
                    within[bin[0] as usize..bin[1] as usize].sort_unstable();
                }
                let refused = counts[count as usize] as usize;
                let end = order.len() - refused;
                within[end..].sort_unstable();
                assert!(within == expected, "{place}");
            }
        }
        assert!(
            sort.bin_counts().read().expect("there") == counts,
            "{place}"
        );
        assert!(
            sort.bin_starts().read().expect("there") == starts,
            "{place}"
        );
        assert!(sort.bins().read().expect("there") == bins, "{place}");
        let host = sort.compute_cpu(|i| bins[i]);
        match counts[count as usize] {
            0 => {
                assert!(sort.read().expect("nothing is refused") == order, "{place}");
                assert!(host.expect("nothing is refused") == expected, "{place}");
            }
            _ => {
                let error = sort.read().expect_err("some are refused");
                let on_host = host.expect_err("some are refused");
                assert_eq!(error.to_string(), on_host.to_string());
            }
        }
    }
}

/// Words below `below`.
fn words(count: usize, below: u32) -> Vec<u32> {
    scattered(count).map(|word| word % below).collect()
}

#[test]
fn any_number_of_bins() {
    for gpu in executors() {
        for bins in [1, 7, 255, 256, 257, 4096, 65_536, 131_072] {
            check(&gpu, &words(10_000, bins), bins, PastEnd::Refuse);
        }
    }
}

#[test]
fn any_number_of_elements() {
    for gpu in executors() {
        for count in [0, 1, 2, 31, 32, 33, 255, 256, 257, 1000, 100_000] {
            check(&gpu, &words(count, 4096), 4096, PastEnd::Refuse);
            check(&gpu, &words(count, 7), 7, PastEnd::Clamp);
        }
        check(&gpu, &words(100_000, 131_072), 131_072, PastEnd::Refuse);
    }
}

#[test]
fn all_in_one_bin_and_each_in_another() {
    for gpu in executors() {
        for (bin, bins) in [(0, 1), (0, 300), (6, 7), (299, 300), (70_000, 70_001)] {
            check(&gpu, &vec![bin; 5000], bins, PastEnd::Refuse);
        }
        let falling: Vec<u32> = (0..5000).rev().collect();
        check(&gpu, &falling, 5000, PastEnd::Refuse);
        check(&gpu, &(0..5000).collect::<Vec<_>>(), 5000, PastEnd::Refuse);
    }
}

/// Some, all and the greatest of all words past the end, also just past it: the slot of the
/// refused is one value more than 8, 16 or 17 bits say.
#[test]
fn bins_past_the_end() {
    for gpu in executors() {
        for rule in [PastEnd::Clamp, PastEnd::Refuse] {
            for bins in [1, 7, 256, 300, 65_536] {
                let mut given = words(3000, bins + bins / 2 + 1);
                given[17] = u32::MAX;
                given[2999] = bins;
                check(&gpu, &given, bins, rule);
                check(&gpu, &vec![bins; 600], bins, rule);
                check(&gpu, &vec![u32::MAX; 600], bins, rule);
            }
        }
    }
}

/// A value below 0 becomes a word that is past the end, or the bin 0 of a float.
#[test]
fn bins_below_zero() {
    for gpu in executors() {
        let values = [-1i32, 3, -70_000, 0, 2, i32::MIN];
        let buffer = gpu.buffer(&values).expect("room");
        let signed = gpu
            .counting_sort(6, 4, |k, i| {
                k.storage::<i32>("v").element(i).load().to_u32()
            })
            .bind("v", &buffer)
            .stable()
            .build()
            .expect("it fits");
        signed.compute().expect("it runs");
        let error = signed.read().expect_err("three are below 0");
        assert_eq!(
            error.message(),
            "3 of 6 elements have bins past the end: element 0 has bin 4294967295, the last of 4 bins is 3"
        );
        assert_eq!(signed.order().read().expect("there"), [3, 4, 1, 0, 2, 5]);

        let floats = gpu
            .buffer(&[-0.5f32, 3.9, f32::NEG_INFINITY, f32::NAN, 1e30])
            .expect("room");
        let clamped = gpu
            .counting_sort(5, 4, |k, i| {
                k.storage::<f32>("v").element(i).load().to_u32()
            })
            .bind("v", &floats)
            .past_end(PastEnd::Clamp)
            .stable()
            .build()
            .expect("it fits");
        clamped.compute().expect("it runs");
        assert_eq!(clamped.read().expect("clamped"), [0, 2, 3, 1, 4]);
    }
}

#[test]
fn it_runs_again_with_what_the_buffers_hold_by_then() {
    for gpu in executors() {
        for stable in [false, true] {
            let given = gpu.zeroed::<u32>(3000).expect("room");
            let sort = sort(&gpu, &given, 500, stable, PastEnd::Refuse);
            for turn in 0..4 {
                let bins: Vec<u32> = words(3000, 500 - 100 * turn);
                given.write(&bins).expect("as many");
                sort.compute().expect("it runs");
                sort.compute().expect("it runs twice");
                let order = sort.read().expect("none is refused");
                let by_bin: Vec<u32> = order.iter().map(|&i| bins[i as usize]).collect();
                assert!(by_bin.is_sorted(), "turn {turn}");
                if stable {
                    assert!(
                        order == expected(&bins, 500, PastEnd::Refuse),
                        "turn {turn}"
                    );
                }
            }
            // A bin past the end is told by the run that met it, and by no other.
            let mut bins = vec![3; 3000];
            bins[1234] = 500;
            given.write(&bins).expect("as many");
            sort.compute().expect("it runs");
            let error = sort.check().expect_err("one is refused");
            assert!(
                error.message().starts_with("1 of 3000 elements has a bin"),
                "{error}"
            );
            assert!(
                error.message().contains("element 1234 has bin 500"),
                "{error}"
            );
            given.write(&words(3000, 500)).expect("as many");
            sort.compute().expect("it runs");
            sort.check().expect("none is refused");
        }
    }
}

#[test]
fn two_sorts_at_once() {
    for gpu in executors() {
        let (first, second) = (words(4000, 100), words(7000, 90_000));
        let (one, two) = (
            gpu.buffer(&first).expect("room"),
            gpu.buffer(&second).expect("room"),
        );
        let one = sort(&gpu, &one, 100, true, PastEnd::Refuse);
        let two = sort(&gpu, &two, 90_000, true, PastEnd::Refuse);
        let mut encoder = gpu.device().create_command_encoder(&Default::default());
        one.recording().record(&mut encoder);
        two.recording().record(&mut encoder);
        one.recording().record(&mut encoder);
        gpu.queue().submit([encoder.finish()]);
        let order = one.read().expect("it ran");
        assert!(order == expected(&first, 100, PastEnd::Refuse));
        let order = two.read().expect("it ran");
        assert!(order == expected(&second, 90_000, PastEnd::Refuse));
    }
}

/// The order of one sort read by the closure of another, two keys in all.
#[test]
fn one_sort_behind_another() {
    for gpu in executors() {
        let (high, low) = (words(5000, 40), words(5000, 60));
        let (high_buffer, low_buffer) = (
            gpu.buffer(&high).expect("room"),
            gpu.buffer(&low).expect("room"),
        );
        let by_low = sort(&gpu, &low_buffer, 60, true, PastEnd::Refuse);
        let by_high = gpu
            .counting_sort(5000, 40, |k, i| {
                let element = k.storage::<u32>("order").element(i).load();
                k.storage::<u32>("high").element(element).load()
            })
            .bind("high", &high_buffer)
            .bind("order", by_low.order())
            .stable()
            .build()
            .expect("it fits");
        by_low.compute().expect("it runs");
        by_high.compute().expect("it runs");
        let (low_order, places) = (by_low.read().expect("ran"), by_high.read().expect("ran"));
        let order: Vec<u32> = places
            .iter()
            .map(|&place| low_order[place as usize])
            .collect();
        let mut both: Vec<u32> = (0..5000).collect();
        both.sort_by_key(|&i| (high[i as usize], low[i as usize]));
        assert!(order == both);
    }
}

/// No race, no access out of range; the unstable form's atomics included.
#[test]
fn the_checker_finds_nothing() {
    let gpu = Gpu::checked().expect("always there");
    for (count, bins) in [(0, 5), (1, 1), (257, 7), (1500, 300), (700, 70_000)] {
        let mut given = words(count, bins);
        check(&gpu, &given, bins, PastEnd::Refuse);
        given.iter_mut().for_each(|bin| *bin *= 3);
        check(&gpu, &given, bins, PastEnd::Clamp);
        check(&gpu, &given, bins, PastEnd::Refuse);
    }
}

#[test]
fn folded_grids_and_any_workgroup_size() {
    for gpu in narrow(7) {
        let bins = words(9000, 300);
        let given = gpu.buffer(&bins).expect("room");
        for stable in [false, true] {
            for size in [33, 48, 100, 256, 100_000] {
                let sort =
                    gpu.counting_sort(9000, 300, |k, i| k.storage::<u32>("b").element(i).load());
                let sort = sort.bind("b", &given).workgroup_size(size);
                let sort = if stable { sort.stable() } else { sort }
                    .build()
                    .expect("it fits");
                assert!(sort.workgroup_size() <= size);
                sort.compute().expect("it runs");
                let order = sort.read().expect("in range");
                if stable {
                    assert!(order == expected(&bins, 300, PastEnd::Refuse), "by {size}");
                }
                let by_bin: Vec<u32> = order.iter().map(|&i| bins[i as usize]).collect();
                assert!(by_bin.is_sorted(), "by {size}");
            }
        }
        let error = gpu
            .counting_sort(343 * 2 + 1, 1, |_, _| 0)
            .workgroup_size(2)
            .build();
        let error = error.expect_err("too many workgroups").to_string();
        assert!(
            error.contains("more workgroups than the device allows"),
            "{error}"
        );
    }
}

/// Distances of flights of the year 2013 from New York, by hundred miles.
#[test]
fn real_keys() {
    let bytes = std::fs::read(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../examples/data/flights_distance_u32.npy"
    ));
    let bytes = bytes.expect("it is in the repository");
    let header = 10 + usize::from(u16::from_le_bytes([bytes[8], bytes[9]]));
    let words = bytes[header..].chunks_exact(4);
    let distances: Vec<u32> = words
        .map(|word| u32::from_le_bytes(word.try_into().expect("four")))
        .collect();
    assert_eq!(distances.len(), 336_776);
    let hundreds: Vec<u32> = distances.iter().map(|distance| distance / 100).collect();
    let expected = expected(&hundreds, 50, PastEnd::Refuse);
    for gpu in executors() {
        let given = gpu.buffer(&distances).expect("room");
        let sort = gpu
            .counting_sort(distances.len(), 50, |k, i| {
                k.storage::<u32>("distance").element(i).load() / 100
            })
            .bind("distance", &given)
            .stable()
            .build()
            .expect("it fits");
        sort.compute().expect("it runs");
        assert!(sort.read().expect("in range") == expected, "{}", gpu.info());
    }
}

#[test]
fn the_async_forms_give_the_same() {
    for gpu in executors() {
        let bins = words(1000, 20);
        let given = gpu.buffer(&bins).expect("room");
        let right = sort(&gpu, &given, 20, true, PastEnd::Refuse);
        right.compute().expect("it runs");
        let order = pollster::block_on(right.read_async()).expect("in range");
        assert!(order == expected(&bins, 20, PastEnd::Refuse));
        let wrong = sort(&gpu, &given, 19, true, PastEnd::Refuse);
        wrong.compute().expect("it runs");
        let error = pollster::block_on(wrong.check_async()).expect_err("some are refused");
        assert_eq!(
            error.to_string(),
            wrong.check().expect_err("some are refused").to_string()
        );
    }
}
