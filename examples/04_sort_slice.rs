//! Sorting without a kernel of one's own: slices of three types, the other order, and
//! a buffer that stays on the device.
//!
//! `cargo run --release --example 04_sort_slice`

use bitonic::*;

/// Words without a pattern: Marsaglia's xorshift (2003), 32 bits.
fn words(n: usize) -> impl Iterator<Item = u32> {
    let step = |x: &u32| {
        let x = x ^ (x << 13);
        let x = x ^ (x >> 17);
        Some(x ^ (x << 5))
    };
    std::iter::successors(Some(0x9E37_79B9), step).take(n)
}

/// What a sort says of itself, in a line.
fn print(what: &str, report: &SortReport) {
    println!(
        "{what:<10} keys {:>6}, dispatches {:>2}, workgroups of {}: {:.1?}, and {:.1?} to compile",
        report.n, report.dispatches, report.workgroup_size, report.time, report.compile
    );
}

/// Slices: the host's keys go to the device, are sorted there and come back.
fn slices(gpu: &Gpu) -> Result<(), Box<dyn std::error::Error>> {
    let mut unsigned: Vec<u32> = words(100_000).collect();
    print("u32", &gpu.sort(&mut unsigned)?);
    assert!(unsigned.is_sorted());

    let mut signed: Vec<i32> = words(50_000).map(u32::cast_signed).collect();
    print("i32", &gpu.sort(&mut signed)?);
    assert!(signed.is_sorted() && signed[0] < 0);

    // Floats come as numbers, -0.0 before 0.0, then what is no number.
    let mut floats = [2.5, f32::NAN, -1.0, 0.0, f32::INFINITY, -0.0, 1e-40];
    print("f32", &gpu.sort(&mut floats)?);
    println!("  {floats:?}");
    let numbers = [-1.0, -0.0, 0.0, 1e-40, 2.5, f32::INFINITY];
    assert_eq!(floats[..6].map_bits(), numbers.map_bits());
    assert!(floats[6].is_nan());
    Ok(())
}

/// Bits, since `-0.0 == 0.0`.
trait MapBits {
    fn map_bits(&self) -> Vec<u32>;
}

impl MapBits for [f32] {
    fn map_bits(&self) -> Vec<u32> {
        self.iter().map(|key| key.to_bits()).collect()
    }
}

/// The greatest first: the exact reverse.
fn descending(gpu: &Gpu) -> Result<(), Box<dyn std::error::Error>> {
    let options = SortOptions {
        descending: true,
        ..SortOptions::default()
    };
    let mut up: Vec<u32> = words(5000).collect();
    let mut down = up.clone();
    gpu.sort(&mut up)?;
    print("descending", &gpu.sort_with(&mut down, &options)?);
    assert!(down.iter().eq(up.iter().rev()));
    Ok(())
}

/// A buffer in place: nothing travels but what is read at the end.
fn in_place(gpu: &Gpu) -> Result<(), Box<dyn std::error::Error>> {
    let keys: Vec<u32> = words(100_000).collect();
    let buffer = gpu.buffer(&keys)?;
    let first = gpu.sort_buffer(&buffer)?;
    print("in place", &first);
    let sorted = buffer.read()?;
    assert!(sorted.is_sorted());

    // The same keys again: kernels and memory are there already.
    buffer.write(&keys)?;
    let before = gpu.counts();
    print("again", &gpu.sort_buffer(&buffer)?);
    assert_eq!(gpu.counts().pipelines, before.pipelines);
    assert_eq!(gpu.counts().buffers, before.buffers);
    assert_eq!(buffer.read()?, sorted);
    Ok(())
}

/// Runs the example.
pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    let gpu = Gpu::auto()?;
    println!("on {}", gpu.info());
    slices(&gpu)?;
    descending(&gpu)?;
    in_place(&gpu)
}
