//! Numbers without a type as the values of branches: what is done with them says the type.

use super::*;

#[kernel(workgroup_size(1))]
fn integers(data: &mut [u32]) {
    let y = if data[1] > 2 { 1 } else { 2 };
    data[0] = data[1] + y;
    data[2] = data[3]
        * (if y > 1 {
            5
        } else if y < 1 {
            7
        } else {
            4
        });
    data[3] = match y {
        1 => 3,
        2 | 3 => 5,
        _ => 4,
    } + data[1];
}

#[shader_fn]
fn sign(x: f32) -> f32 {
    if x < 0.0 { -1.0 } else { 1.0 }
}

#[kernel(workgroup_size(1))]
fn floats(data: &mut [f32]) {
    let s = if data[0] < 0.0 { -1.0 } else { 1.0 };
    data[0] = data[0] * s;
    data[1] = s * data[1] + sign(data[1]);
    let mut t = if data[0] > 3.0 { 0.5 } else { 4.0 };
    t *= data[2];
    data[2] = t;
}

#[kernel(workgroup_size(1))]
fn halves(data: &mut [f16]) {
    let s: f16 = if data[0] < 0.0 { -1.0 } else { 1.0 };
    data[0] = s * data[0];
    data[1] = if data[1] < 0.0 { -2.0 } else { 2.0 };
}

#[test]
fn what_follows_says_the_type_of_a_number() -> Result<(), bitonic::runtime::Error> {
    let gpu = Gpu::checked()?;
    let mut data = gpu.buffer(&[0u32, 3, 0, 10])?;
    gpu.run(&integers()?).bind(&mut data).dispatch(1)?;
    assert_eq!(data.read()?, [3 + 1, 3, 10 * 4, 3 + 3]);
    let mut data = gpu.buffer(&[-4.0f32, 2.0, 6.0])?;
    gpu.run(&floats()?).bind(&mut data).dispatch(1)?;
    assert_eq!(data.read()?, [4.0, -2.0 + 1.0, 0.5 * 6.0]);
    let half = f16::from_f32;
    let mut data = gpu.buffer(&[half(-3.0), half(8.0)])?;
    gpu.run(&halves()?).bind(&mut data).dispatch(1)?;
    assert_eq!(data.read()?, [half(3.0), half(2.0)]);
    Ok(())
}
