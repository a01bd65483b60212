//! A kernel from scratch: author it, read its WGSL, run it, check it.
//!
//! `cargo run --release --example 01_saxpy`

use bitonic::*;

/// What the kernel is told: host and shader share these bytes.
#[derive(Clone, Copy, ShaderType)]
struct SaxpyParams {
    /// The factor of `x`.
    a: f32,
    /// How many elements to work on.
    n: u32,
}

/// `y = a * x + y`, one element for each invocation.
pub(crate) fn saxpy() -> Result<Kernel, Error> {
    kernel("saxpy").workgroup_size(64).build(|k| {
        let params = k.uniform::<SaxpyParams>("params");
        let x = k.storage::<f32>("x");
        let y = k.storage_mut::<f32>("y");
        let i = instance_index();
        // The grid is a multiple of the workgroup: what lies past `n` stays as it is.
        If(i.lt(params.fields().n.load()), || {
            let product = params.fields().a.load() * x.element(i).load();
            y.element(i).add_assign(product);
        });
    })
}

/// Runs the example.
pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    let kernel = saxpy()?;
    println!("{}", kernel.wgsl(Dialect::Browser)?);

    let gpu = Gpu::auto()?;
    println!("// runs on: {}", gpu.info());
    let n = 1000;
    let x: Vec<f32> = (0..n).map(|i| i as f32).collect();
    let y: Vec<f32> = (0..n).map(|i| 1000.0 - i as f32).collect();
    let (x_buffer, y_buffer) = (gpu.buffer(&x)?, gpu.buffer(&y)?);
    let params = SaxpyParams { a: 3.0, n: n - 1 };
    gpu.run(&kernel)
        .uniform("params", &params)
        .bind("x", &x_buffer)
        .bind("y", &y_buffer)
        .dispatch(n as usize)?;

    let result = y_buffer.read()?;
    for i in 0..n as usize - 1 {
        assert_eq!(result[i], 3.0 * x[i] + y[i], "element {i}");
    }
    assert_eq!(result[n as usize - 1], y[n as usize - 1], "the guard holds");
    println!("// {} elements, as the host computes them", n - 1);
    Ok(())
}
