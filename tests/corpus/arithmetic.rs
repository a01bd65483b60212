//! Operators, conversions and built-ins at the edges of their types. Right values
//! are the WGSL specification's.

use bitonic::*;

use super::{Case, Data};

/// Applies a binary operation to two buffers, element by element.
macro_rules! elementwise {
    ($name:ident, $ty:ty => $out:ty, |$a:ident, $b:ident| $value:expr) => {
        fn $name() -> Result<Kernel, Error> {
            kernel(stringify!($name)).workgroup_size(8).build(|k| {
                let lhs = k.storage::<$ty>("lhs");
                let rhs = k.storage::<$ty>("rhs");
                let result = k.storage_mut::<$out>("result");
                let i = instance_index();
                If(i.lt(result.len()), || {
                    let $a = lhs.element(i).load().to_const(stringify!($a));
                    let $b = rhs.element(i).load().to_const(stringify!($b));
                    result.element(i).assign($value);
                });
            })
        }
    };
}

fn case_u32(
    name: &'static str,
    kernel: fn() -> Result<Kernel, Error>,
    rows: &[(u32, u32, u32)],
) -> Case {
    Case::new(name, kernel)
        .given("lhs", Data::U32(rows.iter().map(|row| row.0).collect()))
        .given("rhs", Data::U32(rows.iter().map(|row| row.1).collect()))
        .given("result", Data::U32(vec![0; rows.len()]))
        .workgroups(2)
        .gives("result", Data::U32(rows.iter().map(|row| row.2).collect()))
}

fn case_i32(
    name: &'static str,
    kernel: fn() -> Result<Kernel, Error>,
    rows: &[(i32, i32, i32)],
) -> Case {
    Case::new(name, kernel)
        .given("lhs", Data::I32(rows.iter().map(|row| row.0).collect()))
        .given("rhs", Data::I32(rows.iter().map(|row| row.1).collect()))
        .given("result", Data::I32(vec![0; rows.len()]))
        .workgroups(2)
        .gives("result", Data::I32(rows.iter().map(|row| row.2).collect()))
}

fn case_f32(
    name: &'static str,
    kernel: fn() -> Result<Kernel, Error>,
    rows: &[(f32, f32)],
    expected: Data,
) -> Case {
    let zeros = match &expected {
        Data::U32(values) => Data::U32(vec![0; values.len()]),
        Data::I32(values) => Data::I32(vec![0; values.len()]),
        Data::F32(values) => Data::F32(vec![0.0; values.len()]),
        Data::Vec3(values) => Data::Vec3(vec![[0.0; 3]; values.len()]),
        Data::Any(values) => Data::U32(vec![0; values.bytes().len() / 4]),
    };
    Case::new(name, kernel)
        .given("lhs", Data::F32(rows.iter().map(|row| row.0).collect()))
        .given("rhs", Data::F32(rows.iter().map(|row| row.1).collect()))
        .given("result", zeros)
        .workgroups(2)
        .gives("result", expected)
}

elementwise!(u32_wraps, u32 => u32, |a, b| (a + b) * 3 - b);
elementwise!(u32_divides, u32 => u32, |a, b| a / b);
elementwise!(u32_remainder, u32 => u32, |a, b| a % b);
elementwise!(u32_shifts_left, u32 => u32, |a, b| a << b);
elementwise!(u32_shifts_right, u32 => u32, |a, b| a >> b);
elementwise!(u32_bits, u32 => u32, |a, b| (a & b) ^ (!a | b));
elementwise!(i32_divides, i32 => i32, |a, b| a / b);
elementwise!(i32_remainder, i32 => i32, |a, b| a % b);
elementwise!(i32_shifts_right, i32 => i32, |a, b| a >> b.to_u32());
elementwise!(i32_negates, i32 => i32, |a, b| -a + b.abs());
elementwise!(i32_orders, i32 => i32, |a, b| select(a.lt(b), -1, 0) + select(a.ge(b), 10, 0));
elementwise!(i32_clamps, i32 => i32, |a, b| min(a, b) + clamp(a, -5, 5) + max(a, b));
elementwise!(f32_to_u32, f32 => u32, |a, b| a.to_u32() + b.to_u32());
elementwise!(f32_to_i32, f32 => i32, |a, b| a.to_i32() + b.to_i32());
elementwise!(f32_arithmetic, f32 => f32, |a, b| (a + b) * 0.5 - b / 4.0);
elementwise!(f32_remainder, f32 => f32, |a, b| a % b);
elementwise!(f32_compares, f32 => u32, |a, b| {
    let flag = |holds: Node<bool>, bit: u32| select(holds, bit, 0u32);
    flag(a.lt(b), 1) | flag(a.le(b), 2) | flag(a.gt(b), 4) | flag(a.ge(b), 8)
        | flag(a.eq(b), 16) | flag(a.ne(b), 32)
});
elementwise!(bits_survive_bitcasts, u32 => u32, |a, b| {
    select(b.eq(0), a.bitcast::<i32>().bitcast::<u32>(), a)
});
elementwise!(conversions, i32 => f32, |a, b| {
    a.to_f32() + a.to_bool().to_f32() + b.to_u32().to_f32()
});

/// Conversions of floats past the integers, component by component.
fn vector_conversions() -> Result<Kernel, Error> {
    kernel("vector_conversions").workgroup_size(1).build(|k| {
        let data = k.storage::<Vec3>("data");
        let signed = k.storage_mut::<i32>("signed");
        let unsigned = k.storage_mut::<u32>("unsigned");
        let v = data.element(0).load().to_const("v");
        let (i, u) = (v.to_i32().to_const("i"), v.to_u32().to_const("u"));
        signed.element(0).assign(i.x());
        signed.element(1).assign(i.y());
        signed.element(2).assign(i.z());
        unsigned.element(0).assign(u.x());
        unsigned.element(1).assign(u.y());
        unsigned.element(2).assign(u.z());
    })
}

/// Sums and chains as long as a host loop makes them.
fn long_expressions() -> Result<Kernel, Error> {
    kernel("long_expressions").workgroup_size(1).build(|k| {
        let data = k.storage_mut::<u32>("data");
        let mut sum = 0u32.into_node();
        let mut chain = data.element(0).load().to_const("first");
        for i in 0..600 {
            sum = sum + data.element(i % 4).load();
            chain = chain * 3 + i;
        }
        data.element(0).assign(sum);
        data.element(1).assign(chain);
    })
}

/// The largest and the least of the finite floats, as literals.
fn largest_floats() -> Result<Kernel, Error> {
    kernel("largest_floats").workgroup_size(1).build(|k| {
        let data = k.storage_mut::<f32>("data");
        let value = data.element(0).load();
        data.element(1).assign(clamp(value, f32::MIN, f32::MAX));
        data.element(2).assign(f32::MAX);
        data.element(3).assign(f32::MIN);
    })
}

fn vectors() -> Result<Kernel, Error> {
    kernel("vectors").workgroup_size(1).build(|k| {
        let data = k.storage_mut::<Vec3>("data");
        let v = data.element(0).load().to_const("v");
        data.element(1).assign(v * 2.0 + vec3(1.0, 0.5, v.x()));
        data.element(2).assign(v.zyx() - splat::<Vec3>(1.0));
        data.element(3).x().assign(v.y());
        data.element(3).z().mul_assign(v.z());
        let less = v.lt(vec3(2.0, 2.0, 2.0));
        data.element(4).assign(select(less, -v, 10.0 * v));
    })
}

/// The cases of this room.
pub(crate) fn cases() -> Vec<Case> {
    const BIG: u32 = u32::MAX;
    const LOW: i32 = i32::MIN;
    let mut cases = vec![
        case_u32(
            "u32_wraps",
            u32_wraps,
            &[(BIG, 2, 1), (1, 2, 7), (0, BIG, 0u32.wrapping_sub(2))],
        ),
        case_u32(
            "u32_divides",
            u32_divides,
            &[
                (7, 2, 3),
                (7, 0, 7),
                (BIG, BIG, 1),
                (0, 0, 0),
                (BIG, 3, BIG / 3),
            ],
        ),
        case_u32(
            "u32_remainder",
            u32_remainder,
            &[(7, 4, 3), (7, 0, 0), (BIG, 16, 15), (0, 5, 0)],
        ),
        case_u32(
            "u32_shifts_left",
            u32_shifts_left,
            &[
                (1, 0, 1),
                (1, 31, 1 << 31),
                (1, 32, 1),
                (3, 33, 6),
                (1, BIG, 1 << 31),
            ],
        ),
        case_u32(
            "u32_shifts_right",
            u32_shifts_right,
            &[(BIG, 31, 1), (BIG, 32, BIG), (8, 35, 1), (8, 3, 1)],
        ),
        case_u32(
            "u32_bits",
            u32_bits,
            &[(0b1100, 0b1010, !0b1100), (BIG, BIG, 0), (0, 0, BIG)],
        ),
        case_i32(
            "i32_divides",
            i32_divides,
            &[
                (7, -2, -3),
                (-7, 2, -3),
                (7, 0, 7),
                (LOW, -1, LOW),
                (LOW, 0, LOW),
            ],
        ),
        case_i32(
            "i32_remainder",
            i32_remainder,
            &[
                (7, -4, 3),
                (-7, 4, -3),
                (7, 0, 0),
                (LOW, -1, 0),
                (-1, i32::MAX, -1),
            ],
        ),
        case_i32(
            "i32_shifts_right",
            i32_shifts_right,
            &[(-8, 1, -4), (LOW, 31, -1), (-8, 33, -4)],
        ),
        case_i32(
            "i32_negates",
            i32_negates,
            &[(LOW, 0, LOW), (5, -3, -2), (0, LOW, LOW)],
        ),
        case_i32(
            "i32_orders",
            i32_orders,
            &[(-1, 1, -1), (1, -1, 10), (LOW, i32::MAX, -1), (4, 4, 10)],
        ),
        case_i32(
            "i32_clamps",
            i32_clamps,
            &[(9, -2, -2 + 5 + 9), (-9, 1, -9 - 5 + 1), (3, 3, 9)],
        ),
        case_u32(
            "bits_survive_bitcasts",
            bits_survive_bitcasts,
            &[
                (0x8000_0000, 0, 0x8000_0000),
                (0x7F80_0001, 0, 0x7F80_0001),
                (5, 1, 5),
            ],
        ),
        case_f32(
            "f32_to_u32",
            f32_to_u32,
            &[
                (f32::NAN, 0.0),
                (-1.5, 0.0),
                (1e20, 0.0),
                (3.99, 0.5),
                (0.0, f32::NEG_INFINITY),
            ],
            Data::U32(vec![0, 0, 4_294_967_040, 3, 0]),
        ),
        case_f32(
            "f32_to_i32",
            f32_to_i32,
            &[
                (f32::NAN, 0.0),
                (-1.5, 0.0),
                (1e20, 0.0),
                (-1e20, 0.0),
                (3.99, -0.5),
            ],
            Data::I32(vec![0, -1, 2_147_483_520, i32::MIN, 3]),
        ),
        case_f32(
            "f32_arithmetic",
            f32_arithmetic,
            &[(1.0, 2.0), (-3.0, 8.0), (0.25, 0.0)],
            Data::F32(vec![1.0, 0.5, 0.125]),
        ),
        case_f32(
            "f32_remainder",
            f32_remainder,
            &[(5.5, 2.0), (-5.5, 2.0), (5.5, -2.0)],
            Data::F32(vec![1.5, -1.5, 1.5]),
        ),
        case_f32(
            "f32_compares",
            f32_compares,
            &[(1.0, 2.0), (2.0, 1.0), (-0.0, 0.0), (1.0, 1.0)],
            Data::U32(vec![1 | 2 | 32, 4 | 8 | 32, 2 | 8 | 16, 2 | 8 | 16]),
        ),
    ];
    cases.push(
        Case::new("conversions", conversions)
            .given("lhs", Data::I32(vec![-2, 0, 16_777_217]))
            .given("rhs", Data::I32(vec![0, -1, 0]))
            .given("result", Data::F32(vec![0.0; 3]))
            .gives(
                "result",
                Data::F32(vec![-1.0, 4_294_967_296.0, 16_777_216.0 + 1.0]),
            ),
    );
    let chain = (0..600).fold(1u32, |chain, i| chain.wrapping_mul(3).wrapping_add(i));
    cases.push(
        Case::new("long_expressions", long_expressions)
            .given("data", Data::U32(vec![1, 2, 3, 4]))
            .gives("data", Data::U32(vec![150 * 10, chain, 3, 4])),
    );
    cases.push(
        Case::new("largest_floats", largest_floats)
            .given("data", Data::F32(vec![f32::INFINITY, 0.0, 0.0, 0.0]))
            .gives(
                "data",
                Data::F32(vec![f32::INFINITY, f32::MAX, f32::MAX, f32::MIN]),
            ),
    );
    cases.push(
        Case::new("vector_conversions", vector_conversions)
            .given("data", Data::Vec3(vec![[f32::NAN, -7.9, 1e20]]))
            .given("signed", Data::I32(vec![9; 3]))
            .given("unsigned", Data::U32(vec![9; 3]))
            .gives("signed", Data::I32(vec![0, -7, 2_147_483_520]))
            .gives("unsigned", Data::U32(vec![0, 0, 4_294_967_040])),
    );
    cases.push(
        Case::new("vectors", vectors)
            .given(
                "data",
                Data::Vec3(vec![
                    [1.0, 2.0, 3.0],
                    [0.0; 3],
                    [0.0; 3],
                    [5.0, 6.0, 7.0],
                    [0.0; 3],
                ]),
            )
            .gives(
                "data",
                Data::Vec3(vec![
                    [1.0, 2.0, 3.0],
                    [3.0, 4.5, 7.0],
                    [2.0, 1.0, 0.0],
                    [2.0, 6.0, 21.0],
                    [-1.0, 20.0, 30.0],
                ]),
            ),
    );
    cases
}
