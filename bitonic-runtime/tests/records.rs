//! Keys of every type with payloads of several widths, in both orders, stable and not, against
//! a stable sort on the host; and what the kernels make of the bits of keys.

mod common;

use std::fmt::Debug;

use bitonic_dsl::types::HostShareable;
use bitonic_dsl::{If, Node, ShaderType, UVec2, Vec3, Vec4, f16, instance_index, kernel, uvec2};
use bitonic_runtime::kernels::KeyWord;
use bitonic_runtime::{Gpu, Key};
use common::executors;
use common::order::{Ordered, order_of, scattered_bits, shapes};

/// A payload of three words, with a gap in its array.
#[derive(Clone, Copy, PartialEq, Debug, ShaderType)]
struct Particle {
    position: Vec3,
    number: u32,
    mass: f32,
}

/// A payload that tells which key it began with.
trait Numbered: HostShareable + Debug + PartialEq {
    fn of(index: u32) -> Self;
    fn number(&self) -> u32;
}

impl Numbered for u32 {
    fn of(index: u32) -> u32 {
        index ^ 0xA5A5_0000
    }

    fn number(&self) -> u32 {
        self ^ 0xA5A5_0000
    }
}

impl Numbered for Vec4 {
    fn of(index: u32) -> Vec4 {
        Vec4::new(index as f32, -1.0, 0.5, -(index as f32))
    }

    fn number(&self) -> u32 {
        self.x as u32
    }
}

impl Numbered for Particle {
    fn of(index: u32) -> Particle {
        Particle {
            position: Vec3::new(index as f32 * 0.5, 1.0, 2.0),
            number: index,
            mass: 3.0 + index as f32,
        }
    }

    fn number(&self) -> u32 {
        self.number
    }
}

/// What is asked of a sort.
#[derive(Clone, Copy, Debug)]
struct Asked {
    workgroup_size: u32,
    descending: bool,
    stable: bool,
}

fn bits<K: Key>(keys: &[K]) -> Vec<K::Word> {
    keys.iter().map(|key| key.to_word()).collect()
}

/// Sorts keys with a payload, once and then again from another order.
fn check<K: Ordered, V: Numbered>(gpu: &Gpu, name: &str, keys: &[K], asked: Asked) {
    let count = keys.len();
    let place = format!(
        "{name}: {count} {} with {} {asked:?} on {}",
        K::NAME,
        V::ty(),
        gpu.info()
    );
    let buffer = gpu.buffer(keys).expect("room");
    let values: Vec<V> = (0..count as u32).map(V::of).collect();
    let payload = gpu.buffer(&values).expect("room");
    let mut builder = gpu.bitonic_sort(&buffer).payload(&payload);
    builder = builder.workgroup_size(asked.workgroup_size);
    if asked.descending {
        builder = builder.descending();
    }
    if asked.stable {
        builder = builder.stable();
    }
    let mut sort = builder
        .build()
        .unwrap_or_else(|error| panic!("{place}: {error}"));
    let order = order_of(keys, asked.descending);
    let expected: Vec<K> = order.iter().map(|&at| keys[at as usize]).collect();
    for turn in 0..2 {
        sort.compute().expect("it runs");
        let sorted = buffer.read().expect("it is there");
        assert!(
            bits(&sorted) == bits(&expected),
            "{place}, turn {turn}: keys"
        );
        let moved = payload.read().expect("it is there");
        let mut seen = vec![false; count];
        for (at, value) in moved.iter().enumerate() {
            let from = value.number() as usize;
            assert!(
                !std::mem::replace(&mut seen[from], true),
                "{place}: {from} twice"
            );
            assert_eq!(*value, V::of(from as u32), "{place}: [{at}] is torn");
            let (own, there) = (keys[from].to_word(), sorted[at].to_word());
            assert!(
                own == there,
                "{place}, turn {turn}: [{at}] belongs to another key"
            );
        }
        if asked.stable {
            let numbers: Vec<u32> = moved.iter().map(V::number).collect();
            assert!(
                numbers == order,
                "{place}, turn {turn}: equal keys changed places"
            );
        }
        // Sorted keys sort to themselves, and a stable sort then moves nothing.
        assert_eq!(sort.payload::<V>().expect("it is there"), moved, "{place}");
    }
}

/// All sizes of workgroups meet all counts, turn by turn.
fn check_all<K: Ordered, V: Numbered>(gpu: &Gpu, turn: &mut usize) {
    for (descending, stable) in [(false, false), (true, true), (false, true), (true, false)] {
        for count in [0, 1, 2, 3, 100, 1000, 4097] {
            *turn += 1;
            let asked = Asked {
                workgroup_size: 1 << (*turn % 9),
                descending,
                stable,
            };
            let shapes = shapes::<K>(count);
            let (name, keys) = &shapes[*turn % shapes.len()];
            check::<K, V>(gpu, name, keys, asked);
        }
    }
}

fn check_payloads<K: Ordered>() {
    for gpu in executors() {
        let mut turn = K::NAME.len();
        check_all::<K, u32>(&gpu, &mut turn);
        check_all::<K, Vec4>(&gpu, &mut turn);
        check_all::<K, Particle>(&gpu, &mut turn);
    }
}

macro_rules! payloads {
    ($($test:ident: $key:ident;)*) => {$(
        #[test]
        fn $test() {
            check_payloads::<$key>();
        }
    )*};
}

payloads! {
    payloads_follow_keys_of_u32: u32;
    payloads_follow_keys_of_i32: i32;
    payloads_follow_keys_of_f32: f32;
    payloads_follow_keys_of_f16: f16;
    payloads_follow_keys_of_u64: u64;
    payloads_follow_keys_of_i64: i64;
    payloads_follow_keys_of_f64: f64;
}

/// Between any two steps, keys and payload stand beside each other, and a reset leaves both so.
fn check_steps<K: Ordered>(gpu: &Gpu, count: usize) {
    let (_, keys) = shapes::<K>(count).pop().expect("some");
    let values: Vec<u32> = (0..count as u32).map(u32::of).collect();
    let (buffer, payload) = (
        gpu.buffer(&keys).expect("room"),
        gpu.buffer(&values).expect("room"),
    );
    let builder = gpu
        .bitonic_sort(&buffer)
        .payload(&payload)
        .workgroup_size(8);
    let mut sort = builder.descending().build().expect("it fits");
    for steps in 0..sort.step_count() {
        buffer.write(&keys).expect("as many");
        payload.write(&values).expect("as many");
        for _ in 0..steps {
            sort.compute_step().expect("it runs");
            let place = format!("{steps} steps of {count} {} on {}", K::NAME, gpu.info());
            let (between, beside) = (sort.keys().expect("there"), sort.payload().expect("there"));
            check_pairs(&place, &keys, &between, &beside);
        }
        sort.reset().expect("it runs");
        let place = format!(
            "reset of {count} {} after {steps} on {}",
            K::NAME,
            gpu.info()
        );
        let (after, beside) = (
            buffer.read().expect("there"),
            payload.read().expect("there"),
        );
        check_pairs(&place, &keys, &after, &beside);
    }
    sort.compute().expect("it runs");
    let order = order_of(&keys, true);
    let expected: Vec<K> = order.iter().map(|&at| keys[at as usize]).collect();
    assert!(bits(&buffer.read().expect("there")) == bits(&expected));
}

fn check_pairs<K: Ordered>(place: &str, keys: &[K], moved: &[K], beside: &[u32]) {
    assert_eq!(
        (moved.len(), beside.len()),
        (keys.len(), keys.len()),
        "{place}"
    );
    let mut seen = vec![false; keys.len()];
    for (key, value) in moved.iter().zip(beside) {
        let from = value.number() as usize;
        assert!(
            !std::mem::replace(&mut seen[from], true),
            "{place}: {from} twice"
        );
        assert!(
            keys[from].to_word() == key.to_word(),
            "{place}: {from} lost its key"
        );
    }
}

#[test]
fn steps_keep_keys_and_payload_together() {
    for gpu in executors() {
        for count in [5, 77, 128] {
            check_steps::<f16>(&gpu, count);
            check_steps::<f32>(&gpu, count);
            check_steps::<i64>(&gpu, count);
        }
    }
}

fn check_quietly<K: Ordered>(gpu: &Gpu) {
    for (turn, count) in [2, 5, 16, 77].into_iter().enumerate() {
        for workgroup_size in [1, 4, 16] {
            let asked = Asked {
                workgroup_size,
                descending: turn % 2 == 0,
                stable: turn > 1,
            };
            let (name, keys) = shapes::<K>(count).swap_remove(6);
            check::<K, Particle>(gpu, name, &keys, asked);
        }
    }
}

/// A checked device finds no race, no read of memory that nobody wrote, and no index past an end.
#[test]
fn nothing_is_wrong_within_a_step() {
    let gpu = Gpu::checked().expect("it is software");
    check_quietly::<u32>(&gpu);
    check_quietly::<f16>(&gpu);
    check_quietly::<i64>(&gpu);
}

/// The maps in a kernel are the maps on the host, of words of 16 and 32 bits.
fn check_maps<K: Ordered>(gpu: &Gpu, bits: &[u32], word: impl Fn(u32) -> u32)
where
    K::Word: KeyWord<InKernel = u32>,
{
    let maps = kernel("maps")
        .build(|k| {
            let [bits, words, back] = ["bits", "words", "back"].map(|name| k.storage_mut(name));
            let index = instance_index();
            If(index.lt(bits.len()), || {
                let word: Node<u32> = K::encode(bits.element(index).load());
                words.element(index).assign(word);
                back.element(index).assign(K::decode(word));
            });
        })
        .expect("a right kernel");
    let input = gpu.buffer(bits).expect("room");
    let [words, back] = [(); 2].map(|()| gpu.zeroed::<u32>(bits.len()));
    let (words, back) = (words.expect("room"), back.expect("room"));
    let run = gpu.run(&maps).bind("bits", &input);
    let run = run.bind("words", &words).bind("back", &back);
    run.dispatch(bits.len()).expect("it runs");
    let expected: Vec<u32> = bits.iter().map(|&bits| word(bits)).collect();
    let place = format!("{} on {}", K::NAME, gpu.info());
    assert!(words.read().expect("there") == expected, "{place}");
    assert!(back.read().expect("there") == bits, "{place}");
}

/// As [`check_maps`], of words of 64 bits.
fn check_wide_maps<K: Ordered + Key<Word = u64>>(gpu: &Gpu, bits: &[u64]) {
    let maps = kernel("wide_maps")
        .build(|k| {
            let [bits, words, back] = ["bits", "words", "back"].map(|name| k.storage_mut(name));
            let index = instance_index();
            let put = |place: bitonic_dsl::StorageMut<u32>, word: Node<UVec2>| {
                place.element(index * 2).assign(word.x());
                place.element(index * 2 + 1).assign(word.y());
            };
            If(index.lt(bits.len() / 2), || {
                let low = bits.element(index * 2).load();
                let word = K::encode(uvec2(low, bits.element(index * 2 + 1).load()));
                put(words, word);
                put(back, K::decode(word));
            });
        })
        .expect("a right kernel");
    let halves = |wide: &[u64]| -> Vec<u32> {
        let both = wide
            .iter()
            .flat_map(|&bits| [bits as u32, (bits >> 32) as u32]);
        both.collect()
    };
    let input = gpu.buffer(&halves(bits)).expect("room");
    let [words, back] = [(); 2].map(|()| gpu.zeroed::<u32>(input.len()));
    let (words, back) = (words.expect("room"), back.expect("room"));
    let run = gpu.run(&maps).bind("bits", &input);
    let run = run.bind("words", &words).bind("back", &back);
    run.dispatch(bits.len()).expect("it runs");
    let expected: Vec<u64> = bits
        .iter()
        .map(|&bits| K::of_bits(bits).to_word())
        .collect();
    let place = format!("{} on {}", K::NAME, gpu.info());
    assert!(words.read().expect("there") == halves(&expected), "{place}");
    assert!(back.read().expect("there") == halves(bits), "{place}");
}

/// Borders of each word of 64 bits, and some without a pattern.
fn wide_samples() -> Vec<u64> {
    let borders = (0..64).flat_map(|bit| {
        let power = 1u64 << bit;
        [power - 1, power, power + 1, !power, power.wrapping_neg()]
    });
    let edges = f64::EDGES.into_iter().chain(i64::EDGES);
    borders.chain(edges).chain(scattered_bits(5000)).collect()
}

#[test]
fn kernels_and_the_host_agree_on_words() {
    let narrow: Vec<u32> = wide_samples()
        .into_iter()
        .flat_map(|bits| [bits as u32, (bits >> 32) as u32])
        .chain(f32::EDGES.map(|bits| bits as u32))
        .collect();
    let all_halves: Vec<u32> = (0..1 << 16).collect();
    for gpu in executors() {
        check_maps::<u32>(&gpu, &narrow, |bits| u32::of_bits(bits.into()).to_word());
        check_maps::<i32>(&gpu, &narrow, |bits| i32::of_bits(bits.into()).to_word());
        check_maps::<f32>(&gpu, &narrow, |bits| f32::of_bits(bits.into()).to_word());
        check_maps::<f16>(&gpu, &all_halves, |bits| {
            f16::of_bits(bits.into()).to_word().into()
        });
        check_wide_maps::<u64>(&gpu, &wide_samples());
        check_wide_maps::<i64>(&gpu, &wide_samples());
        check_wide_maps::<f64>(&gpu, &wide_samples());
    }
}
