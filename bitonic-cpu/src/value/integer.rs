//! Integer operations that differ from Rust's own: WGSL defines every input.

/// `abs` of an i32: the least value stays as it is.
pub(super) fn absolute(x: u32) -> u32 {
    x.cast_signed().wrapping_abs().cast_unsigned()
}

/// `sign` of an i32.
pub(super) fn sign(x: u32) -> u32 {
    x.cast_signed().signum().cast_unsigned()
}

/// `/` of i32: x / 0 = x, and the least value / -1 is the least value.
pub(super) fn divide_signed(x: u32, y: u32) -> u32 {
    let divisor = if y == 0 { 1 } else { y.cast_signed() };
    x.cast_signed().wrapping_div(divisor).cast_unsigned()
}

/// `/` of u32: x / 0 = x.
pub(super) fn divide_unsigned(x: u32, y: u32) -> u32 {
    x / y.max(1)
}

/// `%` of i32: the sign of x; 0 for a divisor of 0, and for the least value % -1.
pub(super) fn remainder_signed(x: u32, y: u32) -> u32 {
    let divisor = if y == 0 { 1 } else { y.cast_signed() };
    x.cast_signed().wrapping_rem(divisor).cast_unsigned()
}

/// `%` of u32: x % 0 = 0.
pub(super) fn remainder_unsigned(x: u32, y: u32) -> u32 {
    x % y.max(1)
}

/// Position of the highest bit that differs from the sign; -1 for 0 and -1.
pub(super) fn first_leading_bit_signed(x: u32) -> u32 {
    first_leading_bit_unsigned(x ^ (x.cast_signed() >> 31).cast_unsigned())
}

/// Position of the highest set bit; all ones for 0.
pub(super) fn first_leading_bit_unsigned(x: u32) -> u32 {
    31u32.wrapping_sub(x.leading_zeros())
}

/// Position of the lowest set bit; all ones for 0.
pub(super) fn first_trailing_bit(x: u32) -> u32 {
    if x == 0 { u32::MAX } else { x.trailing_zeros() }
}

/// The part of a bit field of `count` bits at `offset` that lies in a word: (offset, count).
fn bit_field(offset: u32, count: u32) -> (u32, u32) {
    let offset = offset.min(32);
    (offset, count.min(32 - offset))
}

/// `count` ones from bit `offset` up.
pub(super) fn bit_mask(offset: u32, count: u32) -> u32 {
    let (offset, count) = bit_field(offset, count);
    let ones = (1u64 << count) - 1;
    (ones << offset) as u32
}

/// `extractBits` of a u32.
pub(super) fn extract_bits_unsigned(x: u32, offset: u32, count: u32) -> u32 {
    let (offset, count) = bit_field(offset, count);
    let ones = (1u64 << count) - 1;
    ((u64::from(x) >> offset) & ones) as u32
}

/// `extractBits` of an i32: the field's highest bit is its sign.
pub(super) fn extract_bits_signed(x: u32, offset: u32, count: u32) -> u32 {
    let (_, width) = bit_field(offset, count);
    sign_extend(extract_bits_unsigned(x, offset, count), width)
}

/// The low `width` bits of `x`, at most 32, as a signed number; 0 for no bits.
pub(super) fn sign_extend(x: u32, width: u32) -> u32 {
    if width == 0 {
        return 0;
    }
    let unused = 32 - width;
    ((x << unused).cast_signed() >> unused).cast_unsigned()
}

/// Position of the highest set bit of 64; all ones for 0.
pub(super) fn first_leading_bit_64(x: u64) -> u64 {
    63u64.wrapping_sub(x.leading_zeros().into())
}

/// Position of the lowest set bit of 64; all ones for 0.
pub(super) fn first_trailing_bit_64(x: u64) -> u64 {
    if x == 0 {
        u64::MAX
    } else {
        x.trailing_zeros().into()
    }
}

/// The part of a bit field that lies in 64 bits: (offset, count), from words.
fn bit_field_64(offset: u64, count: u64) -> (u32, u32) {
    let offset = (offset as u32).min(64);
    (offset, (count as u32).min(64 - offset))
}

/// `count` ones from bit 0 up.
fn ones_64(count: u32) -> u64 {
    u64::MAX.checked_shr(64 - count).unwrap_or(0)
}

/// `count` ones from bit `offset` up.
pub(super) fn bit_mask_64(offset: u64, count: u64) -> u64 {
    let (offset, count) = bit_field_64(offset, count);
    ones_64(count).checked_shl(offset).unwrap_or(0)
}

/// `extractBits` of a u64.
pub(super) fn extract_bits_unsigned_64(x: u64, offset: u64, count: u64) -> u64 {
    let (offset, count) = bit_field_64(offset, count);
    x.checked_shr(offset).unwrap_or(0) & ones_64(count)
}

/// `extractBits` of an i64: the field's highest bit is its sign.
pub(super) fn extract_bits_signed_64(x: u64, offset: u64, count: u64) -> u64 {
    let (_, width) = bit_field_64(offset, count);
    if width == 0 {
        return 0;
    }
    let unused = 64 - width;
    let field = extract_bits_unsigned_64(x, offset, count) << unused;
    (field.cast_signed() >> unused).cast_unsigned()
}
