//! What each operation does to scalars: the one place that fixes WGSL's meaning.
//!
//! A scalar is a 32-bit word, or two for 64 bits (`wide`). Floats travel by their bits, booleans as
//! [`TRUE`] or [`FALSE`], so that a boolean column is at once a lane mask. An f16 travels as the f32
//! that equals it: f32 arithmetic, rounded again, is exactly that of f16. Integers of 16 bits travel
//! extended to a word. Columns, masks and memory live in the floors above: they borrow these functions
//! through the `dispatch` functions, one instance for each loop.

mod atomic;
mod float;
mod half;
mod integer;
pub(crate) mod pack;

pub(crate) use atomic::WideUpdate;

/// The word of a true boolean: all bits set, so that it selects by bitwise and.
pub(crate) const TRUE: u32 = u32::MAX;
/// The word of a false boolean.
pub(crate) const FALSE: u32 = 0;

/// The word of a boolean.
pub(crate) fn boolean(value: bool) -> u32 {
    if value { TRUE } else { FALSE }
}

/// Receives the function of a unary operation.
pub(crate) trait UnaryUser {
    type Output;
    fn call(self, function: impl Fn(u32) -> u32) -> Self::Output;
}

/// Receives the function of a binary operation.
pub(crate) trait BinaryUser {
    type Output;
    fn call(self, function: impl Fn(u32, u32) -> u32) -> Self::Output;
}

/// Receives the function of a ternary operation.
pub(crate) trait TernaryUser {
    type Output;
    fn call(self, function: impl Fn(u32, u32, u32) -> u32) -> Self::Output;
}

/// Declares an enum of operations and the function that hands each one's meaning to a user.
macro_rules! operations {
    ($(#[$doc:meta])* $name:ident, $user:ident, $($variant:ident => $function:expr,)*) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub(crate) enum $name { $($variant,)* }

        impl $name {
            /// Every operation.
            #[cfg(test)]
            pub(crate) const ALL: &[Self] = &[$(Self::$variant),*];

            /// Hands the operation's function to `user`.
            // In the caller's instruction set, whichever that is.
            #[inline(always)]
            pub(crate) fn dispatch<U: $user>(self, user: U) -> U::Output {
                match self { $(Self::$variant => user.call($function),)* }
            }
        }
    };
}

mod wide;

pub(crate) use wide::{Wide, WideUser};

operations! {
    /// Operations on one scalar.
    Unary, UnaryUser,
    Not => |x: u32| !x,
    Negate => u32::wrapping_neg,
    Absolute => integer::absolute,
    Sign => integer::sign,
    CountOneBits => u32::count_ones,
    CountLeadingZeros => u32::leading_zeros,
    CountTrailingZeros => u32::trailing_zeros,
    ReverseBits => u32::reverse_bits,
    FirstLeadingBitSigned => integer::first_leading_bit_signed,
    FirstLeadingBitUnsigned => integer::first_leading_bit_unsigned,
    FirstTrailingBit => integer::first_trailing_bit,
    BooleanFromInteger => |x: u32| boolean(x != 0),
    BooleanFromFloat => |x: u32| boolean(f32::from_bits(x) != 0.0),
    FloatFromSigned => |x: u32| (x.cast_signed() as f32).to_bits(),
    FloatFromUnsigned => |x: u32| (x as f32).to_bits(),
    SignedFromFloat => float::to_signed,
    UnsignedFromFloat => float::to_unsigned,
    NegateFloat => |x: u32| x ^ float::SIGN,
    AbsoluteFloat => |x: u32| x & !float::SIGN,
    SignFloat => float::of1(float::sign),
    Floor => float::of1(f32::floor),
    Ceil => float::of1(f32::ceil),
    Round => float::of1(f32::round_ties_even),
    Trunc => float::of1(f32::trunc),
    Fract => float::of1(float::fract),
    ModfFract => float::of1(float::modf_fract),
    FrexpFract => float::of1(float::frexp_fract),
    FrexpExponent => float::frexp_exponent,
    Sqrt => float::of1(f32::sqrt),
    InverseSqrt => float::of1(|x| 1.0 / x.sqrt()),
    Exp => float::of1(f32::exp),
    Exp2 => float::of1(f32::exp2),
    Log => float::of1(f32::ln),
    Log2 => float::of1(f32::log2),
    Sin => float::of1(f32::sin),
    Cos => float::of1(f32::cos),
    Tan => float::of1(f32::tan),
    Asin => float::of1(f32::asin),
    Acos => float::of1(f32::acos),
    Atan => float::of1(f32::atan),
    Sinh => float::of1(f32::sinh),
    Cosh => float::of1(f32::cosh),
    Tanh => float::of1(f32::tanh),
    Asinh => float::of1(f32::asinh),
    Acosh => float::of1(f32::acosh),
    Atanh => float::of1(f32::atanh),
    Radians => float::of1(f32::to_radians),
    Degrees => float::of1(f32::to_degrees),
    IsNan => |x: u32| boolean(f32::from_bits(x).is_nan()),
    IsInfinite => |x: u32| boolean(f32::from_bits(x).is_infinite()),
    QuantizeToF16 => |x: u32| half::to_f32(half::from_f32(x)),
    HalfBits => half::from_f32,
    FloatFromHalfBits => half::to_f32,
    PackSnorm8 => |x: u32| pack::signed_normalized(x, 127.0) & 0xFF,
    PackUnorm8 => |x: u32| pack::unsigned_normalized(x, 255.0),
    PackSnorm16 => |x: u32| pack::signed_normalized(x, 32767.0) & 0xFFFF,
    PackUnorm16 => |x: u32| pack::unsigned_normalized(x, 65535.0),
    UnpackSnorm8 => |x: u32| pack::from_signed_normalized(integer::sign_extend(x, 8), 127.0),
    UnpackUnorm8 => |x: u32| pack::from_unsigned_normalized(x & 0xFF, 255.0),
    UnpackSnorm16 => |x: u32| pack::from_signed_normalized(integer::sign_extend(x, 16), 32767.0),
    UnpackUnorm16 => |x: u32| pack::from_unsigned_normalized(x & 0xFFFF, 65535.0),
    SignExtendHalf => |x: u32| integer::sign_extend(x, 16),
}

operations! {
    /// Operations on two scalars.
    Binary, BinaryUser,
    Add => u32::wrapping_add,
    Subtract => u32::wrapping_sub,
    Multiply => u32::wrapping_mul,
    DivideSigned => integer::divide_signed,
    DivideUnsigned => integer::divide_unsigned,
    RemainderSigned => integer::remainder_signed,
    RemainderUnsigned => integer::remainder_unsigned,
    And => |x: u32, y: u32| x & y,
    Or => |x: u32, y: u32| x | y,
    Xor => |x: u32, y: u32| x ^ y,
    // `wrapping_sh*` takes the amount modulo the bit width, as WGSL does.
    ShiftLeft => u32::wrapping_shl,
    ShiftRightSigned => |x: u32, y: u32| x.cast_signed().wrapping_shr(y).cast_unsigned(),
    ShiftRightUnsigned => u32::wrapping_shr,
    Equal => |x: u32, y: u32| boolean(x == y),
    NotEqual => |x: u32, y: u32| boolean(x != y),
    LessSigned => |x: u32, y: u32| boolean(x.cast_signed() < y.cast_signed()),
    LessUnsigned => |x: u32, y: u32| boolean(x < y),
    LessEqualSigned => |x: u32, y: u32| boolean(x.cast_signed() <= y.cast_signed()),
    LessEqualUnsigned => |x: u32, y: u32| boolean(x <= y),
    MinSigned => |x: u32, y: u32| x.cast_signed().min(y.cast_signed()).cast_unsigned(),
    MinUnsigned => |x: u32, y: u32| x.min(y),
    MaxSigned => |x: u32, y: u32| x.cast_signed().max(y.cast_signed()).cast_unsigned(),
    MaxUnsigned => |x: u32, y: u32| x.max(y),
    BitMask => integer::bit_mask,
    AddFloat => float::of2(|x, y| x + y),
    SubtractFloat => float::of2(|x, y| x - y),
    MultiplyFloat => float::of2(|x, y| x * y),
    DivideFloat => float::of2(|x, y| x / y),
    RemainderFloat => float::of2(|x, y| x % y),
    EqualFloat => float::comparison(|x, y| x == y),
    NotEqualFloat => float::comparison(|x, y| x != y),
    LessFloat => float::comparison(|x, y| x < y),
    LessEqualFloat => float::comparison(|x, y| x <= y),
    MinFloat => float::of2(f32::min),
    MaxFloat => float::of2(f32::max),
    Pow => float::of2(f32::powf),
    Atan2 => float::of2(f32::atan2),
    Step => float::of2(|edge, x| if edge <= x { 1.0 } else { 0.0 }),
    Ldexp => float::ldexp,
}

operations! {
    /// Operations on three scalars.
    Ternary, TernaryUser,
    // Condition, value where true, value where false.
    Select => |condition: u32, accept: u32, reject: u32| (condition & accept) | (!condition & reject),
    ExtractBitsSigned => integer::extract_bits_signed,
    ExtractBitsUnsigned => integer::extract_bits_unsigned,
}

struct Scalar1(u32);
impl UnaryUser for Scalar1 {
    type Output = u32;
    fn call(self, function: impl Fn(u32) -> u32) -> u32 {
        function(self.0)
    }
}

struct Scalar2(u32, u32);
impl BinaryUser for Scalar2 {
    type Output = u32;
    fn call(self, function: impl Fn(u32, u32) -> u32) -> u32 {
        function(self.0, self.1)
    }
}

struct Scalar3(u32, u32, u32);
impl TernaryUser for Scalar3 {
    type Output = u32;
    fn call(self, function: impl Fn(u32, u32, u32) -> u32) -> u32 {
        function(self.0, self.1, self.2)
    }
}

impl Unary {
    /// The operation on one scalar.
    pub(crate) fn scalar(self, x: u32) -> u32 {
        self.dispatch(Scalar1(x))
    }
}

impl Binary {
    /// The operation on two scalars.
    pub(crate) fn scalar(self, x: u32, y: u32) -> u32 {
        self.dispatch(Scalar2(x, y))
    }
}

impl Ternary {
    /// The operation on three scalars.
    pub(crate) fn scalar(self, x: u32, y: u32, z: u32) -> u32 {
        self.dispatch(Scalar3(x, y, z))
    }
}

#[cfg(test)]
mod tests;
