//! A kernel from scratch: author it, read its WGSL, run it, check it.
//!
//! `cargo run --release --example 01_saxpy`

use bitonic::*;

/// `y = a * x + y`, one element for each invocation.
#[kernel(workgroup_size(64))]
pub(crate) fn saxpy(x: &[f32], y: &mut [f32], a: f32) {
    let i = instance_index();
    // Whole workgroups run: those past the end have nothing to do.
    if i < y.len() {
        y[i] += a * x[i];
    }
}

/// Runs the example.
pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    let saxpy = saxpy()?;
    println!("{}", saxpy.wgsl(Dialect::Browser)?);

    let gpu = Gpu::auto()?;
    println!("// runs on: {}", gpu.info());
    let x: Vec<f32> = (0..1000).map(|i| i as f32).collect();
    let y: Vec<f32> = x.iter().map(|x| 1000.0 - x).collect();
    let (on_device, mut sums) = (gpu.buffer(&x)?, gpu.buffer(&y)?);
    gpu.run(&saxpy)
        .bind(&on_device, &mut sums, 3.0)
        .dispatch(y.len())?;

    for (i, sum) in sums.read()?.into_iter().enumerate() {
        assert_eq!(sum, 3.0 * x[i] + y[i], "element {i}");
    }
    println!("// {} elements, as the host computes them", y.len());
    Ok(())
}
