//! Random kernels against a tree-walking reference that runs one invocation after the other.
//!
//! `tree` is the language: what it looks like in WGSL and what it means. `make` grows trees from a
//! seed. A failure prints the seed and the kernel.

mod make;
mod subgroups;
mod tree;

use bitonic_cpu::execute::Unobserved;

use crate::kernel::{decode, dispatch, memory, words};
use make::Maker;
use tree::{INPUT_WORDS, OUTPUT_WORDS, Reference};

const LANES: u32 = 24;

#[track_caller]
fn check_seed(seed: u64) {
    let program = Maker::new(seed).program();
    let input: Vec<u32> = (0..INPUT_WORDS)
        .map(|i| (i * 7 + seed as u32) % 13)
        .collect();
    let mut expected = Vec::new();
    for lane in 0..LANES {
        expected.extend(Reference::run(&program, &input, lane));
    }
    // One workgroup; several side by side; and alone, where all values are uniform.
    for (size, atomics) in [(LANES, false), (4, false), (1, true)] {
        let source = program.wgsl(size, atomics);
        let decoded = decode(&source).unwrap_or_else(|error| panic!("{error}\n{source}"));
        let output = memory(&vec![0; (LANES * OUTPUT_WORDS) as usize]);
        let input = memory(&input);
        dispatch(
            &decoded,
            &[&input, &output],
            [LANES / size, 1, 1],
            &mut Unobserved,
        );
        assert_eq!(
            words(&output),
            expected,
            "seed {seed}, workgroups of {size}\n{source}"
        );
    }
}

#[test]
fn random_kernels_mean_what_the_reference_says() {
    (0..400).for_each(check_seed);
}
