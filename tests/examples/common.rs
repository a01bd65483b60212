//! What the tests of the examples share: the executors, and who else reads the kernels.

use bitonic::{Dialect, Error, Gpu, Kernel, Signature};

use crate::support;

/// Runs `check` on the software adapter, on the same with its checker, and on Vulkan where
/// it is installed.
pub(crate) fn on_every_executor(check: impl Fn(&Gpu)) {
    check(&Gpu::named("software").unwrap());
    check(&Gpu::checked().unwrap());
    if let Some(gpu) = support::vulkan() {
        check(&gpu);
    }
}

/// Tint accepts the kernel's WGSL as a browser would, and `spirv-val` its SPIR-V.
pub(crate) fn is_accepted<A: Signature>(kernel: Result<Kernel<A>, Error>) {
    let kernel = kernel.unwrap_or_else(|error| panic!("{error}"));
    let kernel = kernel.untyped();
    let wgsl = kernel.wgsl(Dialect::Browser).unwrap();
    if let Some(Err(said)) = support::tint(&wgsl) {
        panic!("{said}\n{wgsl}");
    }
    let words = kernel.spirv().unwrap();
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let arguments = ["--target-env", "vulkan1.1", "-"];
    let verdict = support::read_by("spirv-val", &arguments, "spirv-tools", &bytes);
    if let Some(Err(said)) = verdict {
        panic!("{said}\n{wgsl}");
    }
}

/// `count` words from a fixed seed: Steele, Lea and Flood's SplitMix (2014).
pub(crate) fn words(count: usize) -> Vec<u32> {
    let mixed = (1..=count as u64).map(|i| {
        let x = i.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (x >> 32) as u32
    });
    mixed.collect()
}

/// `count` numbers in `-1.0 .. 1.0`.
pub(crate) fn numbers(count: usize) -> Vec<f32> {
    let words = words(count).into_iter();
    words
        .map(|word| (word >> 8) as f32 / 8_388_608.0 - 1.0)
        .collect()
}

/// The numbers in a line of text.
pub(crate) fn numbers_in(line: &str) -> Vec<f64> {
    let words = line.split_whitespace();
    words.filter_map(|word| word.parse().ok()).collect()
}
