//! An integration test is a crate of its own as well. It runs what the library exports, beside a
//! kernel that it declares.

use bitonic::*;
use outside_facade::kernels::{Settings, scale, scaled};

#[kernel(workgroup_size(32))]
fn scale_all(data: &mut [u32], factor: u32) {
    let i = instance_index();
    if i < data.len() {
        data[i] = scaled(data[i], factor);
    }
}

#[test]
fn both_run() -> Result<(), Box<dyn std::error::Error>> {
    let gpu = Gpu::auto()?;
    let mut data = gpu.buffer(&[1u32, 2, 3, 4])?;
    let settings = Settings {
        factor: 3,
        limit: 3,
    };
    gpu.run(&scale()?).bind(&settings, &mut data).dispatch(4)?;
    assert_eq!(data.read()?, [3, 7, 9, 4]);
    gpu.run(&scale_all()?).bind(&mut data, 2).dispatch(4)?;
    assert_eq!(data.read()?, [7, 15, 19, 9]);
    Ok(())
}
