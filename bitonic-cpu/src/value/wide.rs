//! What operations do to scalars of 64 bits: i64, u64 and f64, and their conversions.
//!
//! Every function takes three words of 64 bits and gives one. What it does not need is zero; an
//! operand of 32 bits stands in the low half, and so does such a result.

use super::{boolean, float, half, integer};

operations! {
    /// Operations on scalars of 64 bits; those without `Float` in the name are of integers.
    Wide, WideUser,
    Add => integers(u64::wrapping_add),
    Subtract => integers(u64::wrapping_sub),
    Multiply => integers(u64::wrapping_mul),
    DivideSigned => signed(|x, y| x.wrapping_div(if y == 0 { 1 } else { y })),
    DivideUnsigned => integers(|x, y| x / y.max(1)),
    RemainderSigned => signed(|x, y| x.wrapping_rem(if y == 0 { 1 } else { y })),
    RemainderUnsigned => integers(|x, y| x % y.max(1)),
    // `wrapping_sh*` takes the amount modulo the bit width, as WGSL does.
    ShiftLeft => integers(|x, y| x.wrapping_shl(y as u32)),
    ShiftRightSigned => signed(|x, y| x.wrapping_shr(y as u32)),
    ShiftRightUnsigned => integers(|x, y| x.wrapping_shr(y as u32)),
    LessSigned => |x: u64, y: u64, _: u64| truth(x.cast_signed() < y.cast_signed()),
    LessUnsigned => integers(|x, y| truth(x < y)),
    LessEqualSigned => |x: u64, y: u64, _: u64| truth(x.cast_signed() <= y.cast_signed()),
    LessEqualUnsigned => integers(|x, y| truth(x <= y)),
    MinSigned => signed(i64::min),
    MinUnsigned => integers(u64::min),
    MaxSigned => signed(i64::max),
    MaxUnsigned => integers(u64::max),
    Negate => integer(u64::wrapping_neg),
    Absolute => integer(|x| x.cast_signed().wrapping_abs().cast_unsigned()),
    Sign => integer(|x| x.cast_signed().signum().cast_unsigned()),
    CountOneBits => integer(|x| x.count_ones().into()),
    CountLeadingZeros => integer(|x| x.leading_zeros().into()),
    CountTrailingZeros => integer(|x| x.trailing_zeros().into()),
    ReverseBits => integer(u64::reverse_bits),
    FirstLeadingBitSigned => integer(|x| integer::first_leading_bit_64(x ^ (x.cast_signed() >> 63).cast_unsigned())),
    FirstLeadingBitUnsigned => integer(integer::first_leading_bit_64),
    FirstTrailingBit => integer(integer::first_trailing_bit_64),
    ExtractBitsSigned => integer::extract_bits_signed_64,
    ExtractBitsUnsigned => integer::extract_bits_unsigned_64,
    // Offset and count of 32 bits.
    BitMask => integers(integer::bit_mask_64),

    AddFloat => floats(|x, y| x + y),
    SubtractFloat => floats(|x, y| x - y),
    MultiplyFloat => floats(|x, y| x * y),
    DivideFloat => floats(|x, y| x / y),
    RemainderFloat => floats(|x, y| x % y),
    EqualFloat => comparison(|x, y| x == y),
    NotEqualFloat => comparison(|x, y| x != y),
    LessFloat => comparison(|x, y| x < y),
    LessEqualFloat => comparison(|x, y| x <= y),
    MinFloat => floats(f64::min),
    MaxFloat => floats(f64::max),
    Pow => floats(f64::powf),
    Atan2 => floats(f64::atan2),
    Step => floats(|edge, x| if edge <= x { 1.0 } else { 0.0 }),
    Ldexp => |x: u64, y: u64, _: u64| float::ldexp_64(f64::from_bits(x), (y as u32).cast_signed()).to_bits(),
    SignFloat => float(|x| f64::from(i8::from(x > 0.0) - i8::from(x < 0.0))),
    Floor => float(f64::floor),
    Ceil => float(f64::ceil),
    Round => float(f64::round_ties_even),
    Trunc => float(f64::trunc),
    Fract => float(|x| x - x.floor()),
    ModfFract => float(|x| if x.is_infinite() { 0f64.copysign(x) } else { x - x.trunc() }),
    FrexpFract => float(|x| float::frexp_64(x).0),
    FrexpExponent => |x: u64, _: u64, _: u64| float::frexp_64(f64::from_bits(x)).1.cast_unsigned().into(),
    Sqrt => float(f64::sqrt),
    InverseSqrt => float(|x| 1.0 / x.sqrt()),
    Exp => float(f64::exp),
    Exp2 => float(f64::exp2),
    Log => float(f64::ln),
    Log2 => float(f64::log2),
    Sin => float(f64::sin),
    Cos => float(f64::cos),
    Tan => float(f64::tan),
    Asin => float(f64::asin),
    Acos => float(f64::acos),
    Atan => float(f64::atan),
    Sinh => float(f64::sinh),
    Cosh => float(f64::cosh),
    Tanh => float(f64::tanh),
    Asinh => float(f64::asinh),
    Acosh => float(f64::acosh),
    Atanh => float(f64::atanh),
    Radians => float(f64::to_radians),
    Degrees => float(f64::to_degrees),
    IsNan => |x: u64, _: u64, _: u64| truth(f64::from_bits(x).is_nan()),
    IsInfinite => |x: u64, _: u64, _: u64| truth(f64::from_bits(x).is_infinite()),

    // Between f64 and integers of 64 bits.
    FloatFromSigned => integer(|x| (x.cast_signed() as f64).to_bits()),
    FloatFromUnsigned => integer(|x| (x as f64).to_bits()),
    SignedFromFloat => integer(|x| float::to_signed_64(f64::from_bits(x)).cast_unsigned()),
    UnsignedFromFloat => integer(|x| float::to_unsigned_64(f64::from_bits(x))),
    // Between f64 and integers of 32 bits, all of which it holds.
    WordFromFloatSigned => integer(|x| (f64::from_bits(x) as i32).cast_unsigned().into()),
    WordFromFloatUnsigned => integer(|x| (f64::from_bits(x) as u32).into()),
    // Between f32 and scalars of 64 bits.
    SingleFromSigned => integer(|x| (x.cast_signed() as f32).to_bits().into()),
    SingleFromUnsigned => integer(|x| (x as f32).to_bits().into()),
    SignedFromSingle => integer(|x| float::to_signed_64_from_32(single(x)).cast_unsigned()),
    UnsignedFromSingle => integer(|x| float::to_unsigned_64_from_32(single(x))),
    FloatFromSingle => integer(|x| f64::from(single(x)).to_bits()),
    SingleFromFloat => integer(|x| (f64::from_bits(x) as f32).to_bits().into()),
    // The nearest binary16, as an f32.
    HalfFromFloat => integer(|x| half::to_f32(half::from_f64(f64::from_bits(x))).into()),
}

fn single(x: u64) -> f32 {
    f32::from_bits(x as u32)
}

/// The word of a boolean, in the low half.
fn truth(value: bool) -> u64 {
    boolean(value).into()
}

fn integer(function: impl Fn(u64) -> u64) -> impl Fn(u64, u64, u64) -> u64 {
    move |x, _, _| function(x)
}

fn integers(function: impl Fn(u64, u64) -> u64) -> impl Fn(u64, u64, u64) -> u64 {
    move |x, y, _| function(x, y)
}

fn signed(function: impl Fn(i64, i64) -> i64) -> impl Fn(u64, u64, u64) -> u64 {
    move |x, y, _| function(x.cast_signed(), y.cast_signed()).cast_unsigned()
}

fn float(function: impl Fn(f64) -> f64) -> impl Fn(u64, u64, u64) -> u64 {
    move |x, _, _| function(f64::from_bits(x)).to_bits()
}

fn floats(function: impl Fn(f64, f64) -> f64) -> impl Fn(u64, u64, u64) -> u64 {
    move |x, y, _| function(f64::from_bits(x), f64::from_bits(y)).to_bits()
}

fn comparison(function: impl Fn(f64, f64) -> bool) -> impl Fn(u64, u64, u64) -> u64 {
    move |x, y, _| truth(function(f64::from_bits(x), f64::from_bits(y)))
}

/// Receives the function of an operation on 64 bits.
pub(crate) trait WideUser {
    type Output;
    fn call(self, function: impl Fn(u64, u64, u64) -> u64) -> Self::Output;
}

struct Scalars([u64; 3]);
impl WideUser for Scalars {
    type Output = u64;
    fn call(self, function: impl Fn(u64, u64, u64) -> u64) -> u64 {
        let [x, y, z] = self.0;
        function(x, y, z)
    }
}

impl Wide {
    /// The operation on scalars.
    pub(crate) fn scalar(self, operands: [u64; 3]) -> u64 {
        self.dispatch(Scalars(operands))
    }
}
