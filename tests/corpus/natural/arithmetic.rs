//! Operators, conversions and built-ins at the edges of their types.

use bitonic::*;

use super::{Twin, twins};

/// Applies a binary operation to two buffers, element by element.
macro_rules! elementwise {
    ($name:ident, $ty:ty => $out:ty, |$a:ident, $b:ident| $value:expr) => {
        #[kernel(workgroup_size(8))]
        fn $name(lhs: &[$ty], rhs: &[$ty], result: &mut [$out]) {
            let i = instance_index();
            if i < result.len() {
                let $a = lhs[i];
                let $b = rhs[i];
                result[i] = $value;
            }
        }
    };
}

elementwise!(u32_wraps, u32 => u32, |a, b| (a + b) * 3 - b);
elementwise!(u32_divides, u32 => u32, |a, b| a / b);
elementwise!(u32_remainder, u32 => u32, |a, b| a % b);
elementwise!(u32_shifts_left, u32 => u32, |a, b| a << b);
elementwise!(u32_shifts_right, u32 => u32, |a, b| a >> b);
elementwise!(u32_bits, u32 => u32, |a, b| (a & b) ^ (!a | b));
elementwise!(i32_divides, i32 => i32, |a, b| a / b);
elementwise!(i32_remainder, i32 => i32, |a, b| a % b);
elementwise!(i32_shifts_right, i32 => i32, |a, b| a >> b as u32);
elementwise!(i32_negates, i32 => i32, |a, b| -a + b.abs());
elementwise!(i32_orders, i32 => i32, |a, b| select(a < b, -1, 0) + select(a >= b, 10, 0));
elementwise!(i32_clamps, i32 => i32, |a, b| min(a, b) + clamp(a, -5, 5) + max(a, b));
elementwise!(f32_to_u32, f32 => u32, |a, b| a as u32 + b as u32);
elementwise!(f32_to_i32, f32 => i32, |a, b| a as i32 + b as i32);
elementwise!(f32_arithmetic, f32 => f32, |a, b| (a + b) * 0.5 - b / 4.0);
elementwise!(f32_remainder, f32 => f32, |a, b| a % b);
elementwise!(f32_compares, f32 => u32, |a, b| {
    select(a < b, 1, 0u32)
        | select(a <= b, 2, 0)
        | select(a > b, 4, 0)
        | select(a >= b, 8, 0)
        | select(a == b, 16, 0)
        | select(a != b, 32, 0)
});
elementwise!(bits_survive_bitcasts, u32 => u32, |a, b| {
    select(b == 0, a.bitcast::<i32>().bitcast::<u32>(), a)
});
elementwise!(conversions, i32 => f32, |a, b| {
    a as f32 + a.to_bool() as f32 + b as u32 as f32
});

#[kernel(workgroup_size(1))]
fn vector_conversions(data: &[Vec3], signed: &mut [i32], unsigned: &mut [u32]) {
    let v = data[0];
    let i = v.to_i32();
    let u = v.to_u32();
    signed[0] = i.x;
    signed[1] = i.y;
    signed[2] = i.z;
    unsigned[0] = u.x;
    unsigned[1] = u.y;
    unsigned[2] = u.z;
}

// Sums and chains as long as a host loop makes them.
#[kernel(workgroup_size(1))]
fn long_expressions(data: &mut [u32]) {
    let first = data[0];
    #[host]
    let mut sum = 0u32.into_node();
    #[host]
    let mut chain = first;
    #[host]
    for i in 0..600 {
        sum = sum + data[i % 4];
        chain = chain * 3 + i;
    }
    data[0] = sum;
    data[1] = chain;
}

#[kernel(workgroup_size(1))]
fn largest_floats(data: &mut [f32]) {
    data[1] = clamp(data[0], f32::MIN, f32::MAX);
    data[2] = f32::MAX;
    data[3] = f32::MIN;
}

#[kernel(workgroup_size(1))]
fn vectors(data: &mut [Vec3]) {
    let v = data[0];
    data[1] = v * 2.0 + vec3(1.0, 0.5, v.x);
    data[2] = v.zyx - splat::<Vec3>(1.0);
    data[3].x = v.y;
    data[3].z *= v.z;
    data[4] = select(v < vec3(2.0, 2.0, 2.0), -v, 10.0 * v);
}

pub(super) fn twins() -> Vec<Twin> {
    twins![
        u32_wraps,
        u32_divides,
        u32_remainder,
        u32_shifts_left,
        u32_shifts_right,
        u32_bits,
        i32_divides,
        i32_remainder,
        i32_shifts_right,
        i32_negates,
        i32_orders,
        i32_clamps,
        f32_to_u32,
        f32_to_i32,
        f32_arithmetic,
        f32_remainder,
        f32_compares,
        bits_survive_bitcasts,
        conversions,
        vector_conversions,
        long_expressions,
        largest_floats,
        vectors,
    ]
}
