//! The values that each built-in is tried with: edges of the types first. What must
//! come out is in `accuracy`; exact bits that the specification fixes are in `fixed`.

use bitonic::graph::{Builtin, Kind};
use bitonic::types::ScalarType;

/// The arguments of one call: for each argument its components.
pub(crate) type Row = Vec<Vec<f64>>;

const I32_EDGES: &[f64] = &[
    0.0,
    -1.0,
    1.0,
    2147483647.0,
    -2147483648.0,
    5.0,
    -7.0,
    1073741824.0,
    -1073741825.0,
    65535.0,
    8.0,
    -256.0,
];
const U32_EDGES: &[f64] = &[
    0.0,
    1.0,
    4294967295.0,
    2147483648.0,
    2147483647.0,
    6.0,
    65536.0,
    40.0,
    4026531840.0,
    255.0,
    3.0,
    12345678.0,
];
const F32_EDGES: &[f64] = &[
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    -0.5,
    1.5,
    2.5,
    -2.5,
    3.5,
    0.25,
    -0.75,
    7.3,
    -1e3,
    8388609.0,
    -1e10,
    3.0,
    1.1754943508222875e-38,
];
const ANGLES: &[f64] = &[
    0.0, 0.5, -0.5, 1.0, 1.5, -1.5, 2.0, -2.5, 3.0, -3.1, 1e-3, 0.78125,
];
const UNIT: &[f64] = &[
    0.0, 1.0, -1.0, 0.5, -0.5, 0.9375, -0.125, 0.25, -0.75, 0.03125,
];
const POSITIVE: &[f64] = &[
    1.0, 2.0, 0.5, 0.75, 1.25, 10.0, 1e-3, 1e10, 3.0, 1.5, 1e30, 1e-30,
];
const SMALL: &[f64] = &[
    0.0, 1.0, -1.0, 0.5, -2.0, 3.0, 10.0, -10.0, 0.125, -0.3125, 5.5,
];
const FRACTIONS: &[f64] = &[
    0.0, 1.0, -1.0, 0.25, -0.25, 0.75, 2.0, -2.0, 0.1, -0.9, 1e10, -1e10, 0.3, 0.6,
];
const WORDS: &[f64] = &[
    0.0,
    4294967295.0,
    2155905152.0,
    2139062143.0,
    305419896.0,
    2147549183.0,
    65537.0,
    4278255360.0,
];
const HALVES: &[f64] = &[
    0.0,
    1.0,
    -1.0,
    65504.0,
    -65504.0,
    0.1,
    2049.0,
    2051.0,
    -0.333,
    1024.5,
    6.103515625e-5,
    33.3,
];

/// A list of values for each argument of one scalar; calls take them in turn.
fn lists(builtin: Builtin, scalar: ScalarType) -> Vec<&'static [f64]> {
    let edges = match scalar {
        ScalarType::Bool => &[1.0, 0.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0][..],
        ScalarType::I32 | ScalarType::I64 => I32_EDGES,
        ScalarType::U32 | ScalarType::U64 => U32_EDGES,
        ScalarType::F16 | ScalarType::F32 | ScalarType::F64 => F32_EDGES,
    };
    match builtin {
        Builtin::Acos | Builtin::Asin => vec![UNIT],
        Builtin::Atanh => vec![&[0.0, 0.5, -0.5, 0.9375, -0.125, 0.25, -0.75]],
        Builtin::Acosh => vec![&[1.0, 1.5, 2.0, 10.0, 1e3, 1.0078125]],
        Builtin::Asinh
        | Builtin::Sinh
        | Builtin::Cosh
        | Builtin::Tanh
        | Builtin::Exp
        | Builtin::Exp2 => vec![SMALL],
        Builtin::Atan => vec![&[0.0, 1.0, -1.0, 0.5, 1e10, -1e10, 1e-3, 3.0]],
        Builtin::Atan2 => vec![
            &[1.0, 1.0, -1.0, -1.0, 0.5, 1e10, 3.0, -2.0],
            &[1.0, -1.0, 1.0, -1.0, 2.0, 1.0, 1e-3, 5.0],
        ],
        Builtin::Cos | Builtin::Sin | Builtin::Tan => vec![ANGLES],
        Builtin::Log | Builtin::Log2 | Builtin::InverseSqrt | Builtin::Sqrt => vec![POSITIVE],
        Builtin::Pow => vec![
            &[2.0, 0.5, 3.0, 1.0, 10.0, 1.5],
            &[3.0, -2.0, 0.5, 100.0, 0.0, 7.25],
        ],
        Builtin::Clamp => match scalar {
            ScalarType::U32 => vec![edges, &[0.0, 2.0, 7.0], &[5.0, 2.0, 4294967295.0]],
            ScalarType::I32 => vec![edges, &[-5.0, 0.0, -2147483648.0], &[5.0, 0.0, -1.0]],
            _ => vec![edges, &[-0.75, 0.5, -1e20], &[2.0, 0.5, 1.0]],
        },
        Builtin::Min | Builtin::Max => match scalar {
            ScalarType::U32 => vec![edges, &[3.0, 4294967295.0, 0.0, 2147483648.0, 7.0]],
            ScalarType::I32 => vec![edges, &[3.0, -1.0, -2147483648.0, 2147483647.0, 0.0]],
            _ => vec![edges, &[1.0, -1.0, 0.25, 1e20, -3.5]],
        },
        Builtin::Step => vec![
            &[0.0, 1.0, -1.0, 2.0, 0.5],
            &[0.0, 0.5, 0.0, 3.0, 0.5, -7.0],
        ],
        Builtin::SmoothStep => vec![
            &[0.0, -1.0, 2.0],
            &[1.0, 3.0, 6.0],
            &[0.5, -2.0, 9.0, 0.25, 0.75, 3.0],
        ],
        Builtin::Mix => vec![
            &[0.0, 1.0, -4.0, 10.0],
            &[1.0, -1.0, 8.0, 20.0],
            &[0.0, 1.0, 0.5, 0.25, 2.0],
        ],
        Builtin::Fma => vec![
            &[1.0, 2.0, -3.0, 0.1],
            &[2.0, 0.5, 7.0, 0.3],
            &[0.0, -1.0, 1e3, 1e-5],
        ],
        Builtin::Ldexp => vec![
            &[1.0, -1.5, 0.0, 3.0],
            &[0.0, 5.0, -3.0, 100.0, -120.0, 1.0],
        ],
        Builtin::ExtractBits => vec![
            edges,
            &[0.0, 4.0, 31.0, 32.0, 33.0, 4294967295.0, 28.0, 8.0],
            &[0.0, 1.0, 8.0, 32.0, 4294967295.0, 5.0, 31.0],
        ],
        Builtin::InsertBits => vec![
            edges,
            match scalar {
                ScalarType::I32 => &[-1.0, 0.0, 21.0, -2147483648.0, 7.0],
                _ => &[4294967295.0, 0.0, 21.0, 2147483648.0, 7.0],
            },
            &[0.0, 4.0, 31.0, 32.0, 33.0, 4294967295.0, 28.0, 8.0],
            &[0.0, 1.0, 8.0, 32.0, 4294967295.0, 5.0, 31.0],
        ],
        Builtin::QuantizeToF16 | Builtin::Pack2x16Float => vec![HALVES],
        Builtin::Pack2x16Snorm
        | Builtin::Pack2x16Unorm
        | Builtin::Pack4x8Snorm
        | Builtin::Pack4x8Unorm => vec![FRACTIONS],
        Builtin::Pack4xI8 | Builtin::Pack4xI8Clamp => vec![&[
            0.0,
            -1.0,
            127.0,
            128.0,
            -128.0,
            -129.0,
            2147483647.0,
            -2147483648.0,
            5.0,
        ]],
        Builtin::Pack4xU8 | Builtin::Pack4xU8Clamp => {
            vec![&[0.0, 1.0, 127.0, 128.0, 255.0, 256.0, 4294967295.0]]
        }
        // Every half a finite binary16, of normal numbers or zero.
        Builtin::Unpack2x16Float => vec![&[
            0.0,
            1006648320.0,
            3229629440.0,
            2080144383.0,
            4227824639.0,
            67175424.0,
        ]],
        Builtin::Unpack2x16Snorm
        | Builtin::Unpack2x16Unorm
        | Builtin::Unpack4x8Snorm
        | Builtin::Unpack4x8Unorm
        | Builtin::Unpack4xI8
        | Builtin::Unpack4xU8 => vec![WORDS],
        Builtin::Dot4I8Packed | Builtin::Dot4U8Packed => {
            vec![WORDS, &[4294967295.0, 2155905152.0, 16909060.0]]
        }
        Builtin::Cross | Builtin::Distance | Builtin::Dot => {
            vec![edges_of_vectors(scalar), &[2.0, 0.5, 3.0, 1.0, 4.0][..]]
                .into_iter()
                .map(|list| {
                    if scalar == ScalarType::F32 {
                        list
                    } else {
                        edges
                    }
                })
                .collect()
        }
        Builtin::Length | Builtin::Normalize => vec![edges_of_vectors(scalar)],
        Builtin::Determinant | Builtin::Transpose => vec![edges_of_vectors(scalar)],
        Builtin::FaceForward => vec![SMALL, edges_of_vectors(scalar), &[2.0, -0.5, 3.0, 1.0]],
        Builtin::Reflect => vec![edges_of_vectors(scalar), &[0.6, 0.8, 0.0, 0.25]],
        Builtin::Refract => vec![
            &[0.6, 0.5, -0.25, 0.125],
            &[0.5, -0.5, 0.25],
            &[0.75, 0.5, 5.0],
        ],
        Builtin::Abs
        | Builtin::All
        | Builtin::Any
        | Builtin::Ceil
        | Builtin::CountLeadingZeros
        | Builtin::CountOneBits
        | Builtin::CountTrailingZeros
        | Builtin::Degrees
        | Builtin::FirstLeadingBit
        | Builtin::FirstTrailingBit
        | Builtin::Floor
        | Builtin::Fract
        | Builtin::Frexp
        | Builtin::Modf
        | Builtin::Radians
        | Builtin::ReverseBits
        | Builtin::Round
        | Builtin::Saturate
        | Builtin::Sign
        | Builtin::Trunc => vec![edges],
    }
}

fn edges_of_vectors(_: ScalarType) -> &'static [f64] {
    &[1.0, -2.0, 0.5, 3.0, -0.25, 10.0, 7.0]
}

/// The calls to try with `size` components of `scalar`: argument after argument.
pub(crate) fn rows(builtin: Builtin, scalar: ScalarType, size: usize) -> Vec<Row> {
    let signature = builtin.signature();
    let lists = lists(builtin, scalar);
    let count = lists.iter().map(|list| list.len()).max().unwrap_or(0) * lists.len();
    let pick = |list: &[f64], call: usize, component: usize| list[(call + component) % list.len()];
    (0..count)
        .map(|call| {
            let arguments = signature.arguments.iter().zip(&lists);
            arguments
                .map(|((_, kind), list)| {
                    let components = components(*kind, size);
                    (0..components)
                        .map(|component| pick(list, call, component))
                        .collect()
                })
                .collect()
        })
        .collect()
}

/// How many components an argument of a kind has where `T` has `size`.
pub(crate) fn components(kind: Kind, size: usize) -> usize {
    match kind {
        Kind::T | Kind::Exponent | Kind::Factor | Kind::Modf | Kind::Frexp | Kind::Transposed => {
            size
        }
        Kind::Component | Kind::Scalar | Kind::Bool | Kind::U32 | Kind::I32 => 1,
        Kind::Vec2 => 2,
        Kind::Vec4 | Kind::IVec4 | Kind::UVec4 => 4,
    }
}
