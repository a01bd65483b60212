//! Conversions of constants: by value, and by bits.

use half::f16;

use super::lane::{Lane, Refusal};
use crate::types::ScalarType;

/// A float is truncated. Past the integers it becomes the largest float of its type
/// that is one, and NaN becomes 0, as the lowering writes it.
macro_rules! from_float {
    ($value:expr, $to:expr, $largest_i32:expr, $largest_u32:expr, $largest_i64:expr, $largest_u64:expr) => {{
        let value = $value;
        match $to {
            ScalarType::Bool => Lane::Bool(value != 0.0),
            ScalarType::I32 => Lane::I32(value.min($largest_i32) as i32),
            ScalarType::U32 => Lane::U32(value.min($largest_u32) as u32),
            ScalarType::I64 => Lane::I64(value.min($largest_i64) as i64),
            ScalarType::U64 => Lane::U64(value.min($largest_u64) as u64),
            ScalarType::F16 => Lane::F16(f16::from_f64(f64::from(value))),
            ScalarType::F32 => Lane::F32(value as f32),
            ScalarType::F64 => Lane::F64(f64::from(value)),
        }
    }};
}

macro_rules! from_integer {
    ($value:expr, $to:expr) => {{
        let value = $value;
        match $to {
            ScalarType::Bool => Lane::Bool(value != 0),
            ScalarType::I32 => Lane::I32(value as i32),
            ScalarType::U32 => Lane::U32(value as u32),
            ScalarType::I64 => Lane::I64(value as i64),
            ScalarType::U64 => Lane::U64(value as u64),
            ScalarType::F16 => Lane::F16(half_of_integer(value as i128)),
            ScalarType::F32 => Lane::F32(value as f32),
            ScalarType::F64 => Lane::F64(value as f64),
        }
    }};
}

/// The nearest half. Integers past 2^20 are infinite, those below are exact as `f64`.
fn half_of_integer(value: i128) -> f16 {
    f16::from_f64(value.clamp(-(1 << 20), 1 << 20) as f64)
}

/// Conversion by value.
pub(super) fn by_value(lane: Lane, to: ScalarType) -> Lane {
    match lane {
        Lane::Bool(value) => from_integer!(u8::from(value), to),
        Lane::I32(value) => from_integer!(value, to),
        Lane::U32(value) => from_integer!(value, to),
        Lane::I64(value) => from_integer!(value, to),
        Lane::U64(value) => from_integer!(value, to),
        // Every half is an exact `f32`; the largest is 65504.
        Lane::F16(value) if to == ScalarType::F16 => Lane::F16(value),
        Lane::F16(value) => from_float!(value.to_f32(), to, 65504.0, 65504.0, 65504.0, 65504.0),
        Lane::F32(value) => from_float!(
            value,
            to,
            2_147_483_520.0,
            4_294_967_040.0,
            9_223_371_487_098_961_920.0,
            18_446_742_974_197_923_840.0
        ),
        Lane::F64(value) => from_float!(
            value,
            to,
            2_147_483_647.0,
            4_294_967_295.0,
            9_223_372_036_854_774_784.0,
            18_446_744_073_709_549_568.0
        ),
    }
}

/// The bits of `lanes`, the first in the low ones, as `count` components of type `to`.
pub(super) fn by_bits(lanes: &[Lane], to: ScalarType) -> Result<Vec<Lane>, Refusal> {
    let bytes: Vec<u8> = lanes.iter().flat_map(|lane| bytes(*lane)).collect();
    bytes
        .chunks_exact(to.size() as usize)
        .map(|bytes| of_bytes(bytes, to).finite())
        .collect()
}

fn bytes(lane: Lane) -> Vec<u8> {
    match lane {
        Lane::Bool(value) => u32::from(value).to_le_bytes().to_vec(),
        Lane::I32(value) => value.to_le_bytes().to_vec(),
        Lane::U32(value) => value.to_le_bytes().to_vec(),
        Lane::I64(value) => value.to_le_bytes().to_vec(),
        Lane::U64(value) => value.to_le_bytes().to_vec(),
        Lane::F16(value) => value.to_le_bytes().to_vec(),
        Lane::F32(value) => value.to_le_bytes().to_vec(),
        Lane::F64(value) => value.to_le_bytes().to_vec(),
    }
}

fn of_bytes(bytes: &[u8], to: ScalarType) -> Lane {
    let bits = bytes
        .iter()
        .rev()
        .fold(0_u64, |bits, byte| bits << 8 | u64::from(*byte));
    match to {
        ScalarType::Bool => Lane::Bool(bits != 0),
        ScalarType::I32 => Lane::I32(bits as u32 as i32),
        ScalarType::U32 => Lane::U32(bits as u32),
        ScalarType::I64 => Lane::I64(bits as i64),
        ScalarType::U64 => Lane::U64(bits),
        ScalarType::F16 => Lane::F16(f16::from_bits(bits as u16)),
        ScalarType::F32 => Lane::F32(f32::from_bits(bits as u32)),
        ScalarType::F64 => Lane::F64(f64::from_bits(bits)),
    }
}
