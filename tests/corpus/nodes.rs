//! The node library where its values are exact: hashes, keys, and what a workgroup
//! combines. Right values are plain Rust's.

use bitonic::nodes::*;
use bitonic::*;

use super::{Case, Data};

/// The cases of this room.
pub(crate) fn cases() -> Vec<Case> {
    let seeds: Vec<u32> = (0..64).map(|i: u32| i.wrapping_mul(0x9E37_79B9)).collect();
    let hashed: Vec<u32> = seeds.iter().map(|&seed| pcg_of(seed)).collect();
    let units = hashed.iter().map(|&bits| (bits >> 8) as f32 / 16_777_216.0);
    let dice = hashed
        .iter()
        .map(|&bits| ((u64::from(bits) * 1000) >> 32) as u32);
    let numbers: Vec<i32> = seeds.iter().map(|&seed| seed as i32).collect();
    let lanes = 0..WORKGROUP;
    let digits: Vec<u32> = lanes.clone().map(|lane| lane % 7 + 1).collect();

    let inclusive: Vec<u32> = (0..digits.len())
        .map(|i| concatenated(&digits[..=i]))
        .collect();
    let exclusive: Vec<u32> = (0..digits.len())
        .map(|i| concatenated(&digits[..i]))
        .collect();
    let all = vec![concatenated(&digits); digits.len()];
    vec![
        Case::new("hashes", hashes)
            .given("data", Data::U32(seeds.clone()))
            .given("units", Data::F32(vec![0.0; 64]))
            .given("dice", Data::U32(vec![0; 64]))
            .gives("data", Data::U32(hashed.clone()))
            .gives("units", Data::F32(units.collect()))
            .gives("dice", Data::U32(dice.collect())),
        Case::new("keys_of_numbers", keys_of_numbers)
            .given("data", Data::I32(numbers.clone()))
            .given("signed", Data::U32(vec![0; 64]))
            .given("single", Data::U32(vec![0; 64]))
            .given("half", Data::U32(vec![0; 64]))
            .given("back", Data::U32(vec![0; 64]))
            .gives(
                "signed",
                Data::U32(numbers.iter().map(|&n| place_of_i32(n)).collect()),
            )
            .gives(
                "single",
                Data::U32(seeds.iter().map(|&bits| place_of_f32(bits)).collect()),
            )
            .gives(
                "half",
                Data::U32(seeds.iter().map(|&bits| place_of_f16(bits)).collect()),
            )
            .gives("back", Data::U32(vec![0; 64])),
        Case::new("scans_of_a_workgroup", scans_of_a_workgroup)
            .given("digits", Data::U32(digits.clone()))
            .given("inclusive", Data::U32(vec![0; digits.len()]))
            .given("exclusive", Data::U32(vec![0; digits.len()]))
            .given("all", Data::U32(vec![0; digits.len()]))
            .gives("inclusive", Data::U32(inclusive))
            .gives("exclusive", Data::U32(exclusive))
            .gives("all", Data::U32(all)),
    ]
}

/// No power of two, so that the tree has ragged ends.
const WORKGROUP: u32 = 37;

/// The hash by M. E. O'Neill's description, in 64 bits where Rust has them.
fn pcg_of(seed: u32) -> u32 {
    let state = (u64::from(seed) * 747_796_405 + 2_891_336_453) as u32;
    let word = ((state >> ((state >> 28) + 4)) ^ state).wrapping_mul(277_803_737);
    (word >> 22) ^ word
}

/// How many `i32` are less.
fn place_of_i32(number: i32) -> u32 {
    (i64::from(number) - i64::from(i32::MIN)) as u32
}

/// How many floats of 32 bits come before the one of these bits: counted by classes,
/// where the nodes mask and rotate.
fn place_of_f32(bits: u32) -> u32 {
    place_of(u64::from(bits), 32, 0x7F80_0000) as u32
}

fn place_of_f16(bits: u32) -> u32 {
    place_of(u64::from(bits & 0xFFFF), 16, 0x7C00) as u32
}

/// Negative numbers from infinity up, positive ones, positive NaNs, negative NaNs by
/// falling bits.
fn place_of(bits: u64, width: u32, infinity: u64) -> u64 {
    let half = 1u64 << (width - 1);
    let magnitude = bits % half;
    match (bits < half, magnitude > infinity) {
        (false, false) => infinity - magnitude,
        (true, _) => infinity + 1 + magnitude,
        (false, true) => infinity + half + (half - magnitude),
    }
}

/// Digits to the base 11 of a number, modulo 2^32 in the upper half of the word and its
/// length in the lower: which depends on the order.
pub(super) fn concatenated(digits: &[u32]) -> u32 {
    digits.iter().fold(IDENTITY, |number, &digit| {
        let (scale, value) = (number >> 16, number & 0xFFFF);
        ((scale * 11 % 251) << 16) | ((value * 11 + digit) % 251)
    })
}

/// No digits: times 1, plus 0.
pub(super) const IDENTITY: u32 = 1 << 16;

/// Affine maps modulo 251, composed: associative, and not commutative.
pub(super) fn compose(first: Node<u32>, second: Node<u32>) -> Node<u32> {
    let scale = ((first >> 16) * (second >> 16) % 251).to_const("scale");
    let value = ((first & 0xFFFF) * (second >> 16) + (second & 0xFFFF)) % 251;
    let value = value.to_const("value");
    (scale << 16) | value
}

fn hashes() -> Result<Kernel, Error> {
    kernel("hashes").workgroup_size(64).build(|k| {
        let data = k.storage_mut::<u32>("data");
        let units = k.storage_mut::<f32>("units");
        let dice = k.storage_mut::<u32>("dice");
        let i = local_invocation_index();
        let seed = data.element(i).load().to_const("seed");
        let bits = pcg(seed).to_const("bits");
        units.element(i).assign(hash(seed));
        dice.element(i).assign(random_below(bits, 1000));
        data.element(i).assign(bits);
    })
}

fn keys_of_numbers() -> Result<Kernel, Error> {
    kernel("keys_of_numbers").workgroup_size(64).build(|k| {
        let data = k.storage::<i32>("data");
        let signed = k.storage_mut::<u32>("signed");
        let single = k.storage_mut::<u32>("single");
        let half = k.storage_mut::<u32>("half");
        let back = k.storage_mut::<u32>("back");
        let i = local_invocation_index();
        let number = data.element(i).load().to_const("number");
        let bits = number.bitcast::<u32>().to_const("bits");
        signed.element(i).assign(to_key(number));
        single.element(i).assign(bits_to_key::<f32>(bits));
        half.element(i).assign(bits_to_key::<f16>(bits));
        // What the inverses miss, in one word.
        let signed = from_key::<i32>(to_key(number)).bitcast::<u32>() ^ bits;
        let signed = signed.to_const("signed");
        let single = key_to_bits::<f32>(bits_to_key::<f32>(bits)) ^ bits;
        let single = single.to_const("single");
        let half = key_to_bits::<f16>(bits_to_key::<f16>(bits)) ^ (bits & 0xFFFF);
        let half = half.to_const("half");
        back.element(i).assign(signed | single | half);
    })
}

fn scans_of_a_workgroup() -> Result<Kernel, Error> {
    kernel("scans_of_a_workgroup")
        .workgroup_size(WORKGROUP)
        .build(|k| {
            let digits = k.storage::<u32>("digits");
            let inclusive = k.storage_mut::<u32>("inclusive");
            let exclusive = k.storage_mut::<u32>("exclusive");
            let all = k.storage_mut::<u32>("all");
            let scratch = workgroup_array::<u32>("scratch", WORKGROUP);
            let i = local_invocation_index();
            let map = (digits.element(i).load() + (11 << 16)).to_const("map");
            let upto = workgroup_inclusive_scan(&scratch, map, compose);
            inclusive.element(i).assign(upto);
            let before = workgroup_exclusive_scan(&scratch, map, IDENTITY, compose);
            exclusive.element(i).assign(before);
            all.element(i)
                .assign(workgroup_reduce(&scratch, map, compose));
        })
}
