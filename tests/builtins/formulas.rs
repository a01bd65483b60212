//! The functions that rows of `accuracy` are written with: intervals of what WGSL's
//! own functions may give, and integer functions by another method than a shift.

use std::f64::consts::PI;

use bitonic::types::{ScalarType, Type};

use super::interval::Interval;

pub(crate) fn truth(value: bool) -> Interval {
    Interval::exactly(f64::from(u8::from(value)))
}

/// A function of numbers that wraps where an integer type ends.
pub(crate) fn wrapped(ty: ScalarType, x: Interval, function: fn(f64) -> f64) -> Interval {
    let value = x.map(function);
    match ty {
        ScalarType::I32 => value.map(|value| f64::from(value as i64 as i32)),
        ScalarType::I64 => value.map(|value| {
            if value >= 2f64.powi(63) {
                -value
            } else {
                value
            }
        }),
        _ => value,
    }
}

pub(crate) fn inverse_sqrt(x: Interval) -> Interval {
    match x.low > 0.0 {
        true => x.map(|x| 1.0 / x.sqrt()).ulp(2.0),
        false => Interval::ANY,
    }
}

pub(crate) fn sqrt(x: Interval) -> Interval {
    1.0 / inverse_sqrt(x)
}

pub(crate) fn exp(x: Interval) -> Interval {
    power(x, f64::exp)
}

pub(crate) fn exp2(x: Interval) -> Interval {
    power(x, f64::exp2)
}

fn power(x: Interval, function: fn(f64) -> f64) -> Interval {
    let largest = x.low.abs().max(x.high.abs());
    x.map(function)
        .rounded()
        .ulp(x.figure(1.0, 3.0) + 2.0 * largest)
}

pub(crate) fn log(x: Interval) -> Interval {
    logarithm(x, f64::ln)
}

pub(crate) fn log2(x: Interval) -> Interval {
    logarithm(x, f64::log2)
}

fn logarithm(x: Interval, function: fn(f64) -> f64) -> Interval {
    if x.low <= 0.0 {
        return Interval::ANY;
    }
    let value = x.map(function);
    let (near, far) = (
        value.absolute(x.figure(2f64.powi(-7), 2f64.powi(-21))),
        value.ulp(3.0),
    );
    let inside = 0.5 <= x.low && x.high <= 2.0;
    let outside = x.high < 0.5 || x.low > 2.0;
    match (inside, outside) {
        (true, _) => near,
        (false, true) => far,
        (false, false) => near.or(far),
    }
}

pub(crate) fn sin(x: Interval) -> Interval {
    turn(x, f64::sin)
}

pub(crate) fn cos(x: Interval) -> Interval {
    turn(x, f64::cos)
}

/// Of a point: nothing else is asked for.
fn turn(x: Interval, function: fn(f64) -> f64) -> Interval {
    match x.low == x.high && x.low.abs() <= PI {
        true => x
            .map(function)
            .absolute(x.figure(2f64.powi(-7), 2f64.powi(-11))),
        false => Interval::ANY,
    }
}

pub(crate) fn sinh(x: Interval) -> Interval {
    (exp(x) - exp(-x)) * 0.5
}

pub(crate) fn cosh(x: Interval) -> Interval {
    (exp(x) + exp(-x)) * 0.5
}

pub(crate) fn atan2(y: Interval, x: Interval) -> Interval {
    let magnitude = x.low.abs().min(x.high.abs());
    let crosses = x.low <= 0.0 && x.high >= 0.0;
    let least = x.precision.least_normal();
    let subnormal = y.low.abs().min(y.high.abs()) < least;
    let turns = y.low <= 0.0 && y.high >= 0.0 && x.low < 0.0;
    if crosses || subnormal || turns || magnitude < least {
        return Interval::ANY;
    }
    y.map2(x, f64::atan2).ulp(x.figure(5.0, 4096.0))
}

pub(crate) fn saturate(x: Interval) -> Interval {
    x.map(|x| x.clamp(0.0, 1.0))
}

/// Rounded once or twice.
pub(crate) fn fma(a: Interval, b: Interval, c: Interval) -> Interval {
    let once = a.map2(b, |a, b| a * b);
    (a * b + c).or(once.map2(c, |product, c| product + c).rounded())
}

/// `x - floor(x)`, rounded once.
pub(crate) fn fract(x: f64) -> f64 {
    x - x.floor()
}

pub(crate) fn frexp(x: Interval) -> [Interval; 2] {
    let value = x.low;
    if value == 0.0 {
        return [Interval::exactly(0.0); 2];
    }
    let mut exponent = 0;
    let mut fraction = value;
    while fraction.abs() >= 1.0 {
        fraction /= 2.0;
        exponent += 1;
    }
    while fraction.abs() < 0.5 {
        fraction *= 2.0;
        exponent -= 1;
    }
    [
        Interval::exactly(fraction),
        Interval::exactly(f64::from(exponent)),
    ]
}

pub(crate) fn combined(
    a: &[Interval],
    b: &[Interval],
    function: impl Fn(Interval, Interval) -> Interval,
) -> Vec<Interval> {
    a.iter().zip(b).map(|(a, b)| function(*a, *b)).collect()
}

/// In every order of the sum, with the products rounded or not.
pub(crate) fn dot(a: &[Interval], b: &[Interval]) -> Interval {
    let products = combined(a, b, |a, b| a * b);
    let forwards = products.iter().copied().reduce(|sum, x| sum + x);
    let backwards = products.iter().rev().copied().reduce(|sum, x| sum + x);
    let pairs = products
        .chunks(2)
        .map(|pair| pair.iter().copied().reduce(|a, b| a + b));
    let pairs = pairs.flatten().reduce(|a, b| a + b);
    let all = [forwards, backwards, pairs].into_iter().flatten();
    all.reduce(Interval::or).expect("a vector has components")
}

pub(crate) fn dot_of(ty: &Type, a: &[Interval], b: &[Interval]) -> Interval {
    if matches!(ty.scalar(), Some(ScalarType::I64 | ScalarType::U64)) {
        let product = |(a, b): (&Interval, &Interval)| (a.low as i128).wrapping_mul(b.low as i128);
        let products = a.iter().zip(b).map(product);
        let sum = products.fold(0_i128, i128::wrapping_add);
        return Interval::exactly(match ty.scalar() {
            Some(ScalarType::I64) => sum as i64 as f64,
            _ => sum as u64 as f64,
        });
    }
    let pairs = a.iter().zip(b);
    let words = pairs.map(|(a, b)| ((a.low as i64 as u32), (b.low as i64 as u32)));
    let sum = words.fold(0_u32, |sum, (a, b)| sum.wrapping_add(a.wrapping_mul(b)));
    match ty.scalar() {
        Some(ScalarType::I32) => Interval::exactly(f64::from(sum as i32)),
        Some(ScalarType::U32) => Interval::exactly(f64::from(sum)),
        _ => dot(a, b),
    }
}

pub(crate) fn length(x: &[Interval]) -> Interval {
    match x {
        [x] => sqrt(*x * *x).or(x.map(f64::abs)),
        _ => sqrt(dot(x, x)),
    }
}

pub(crate) fn refract(
    incident: &[Interval],
    normal: &[Interval],
    ratio: Interval,
) -> Vec<Interval> {
    let d = dot(normal, incident);
    let k = 1.0 - ratio * ratio * (1.0 - d * d);
    if k.high < 0.0 {
        return vec![Interval::exactly(0.0); incident.len()];
    }
    if k.low <= 0.0 {
        return vec![Interval::ANY; incident.len()];
    }
    let factor = ratio * d + sqrt(k);
    combined(incident, normal, |x, normal| ratio * x - factor * normal)
}

/// The bit of `value` at `position`.
fn bit(value: u32, position: u32) -> bool {
    position < 32 && value / 2_u32.pow(position) % 2 == 1
}

/// The word whose bits `is_set` says.
fn word(is_set: impl Fn(u32) -> bool) -> u32 {
    (0..32)
        .filter(|position| is_set(*position))
        .map(|position| 2_u32.pow(position))
        .sum()
}

/// The last bit that a field of `count` bits at `offset` has, and one more.
fn end(offset: u32, count: u32) -> u32 {
    offset.min(32) + count.min(32 - offset.min(32))
}

pub(crate) fn extract(ty: ScalarType, value: u32, offset: u32, count: u32) -> u32 {
    let (offset, end) = (offset.min(32), end(offset, count));
    let width = end - offset;
    word(|position| match position < width {
        true => bit(value, offset + position),
        false => ty == ScalarType::I32 && width > 0 && bit(value, end - 1),
    })
}

pub(crate) fn insert(value: u32, inserted: u32, offset: u32, count: u32) -> u32 {
    let (offset, end) = (offset.min(32), end(offset, count));
    word(|position| match (offset..end).contains(&position) {
        true => bit(inserted, position - offset),
        false => bit(value, position),
    })
}

pub(crate) fn first_leading_bit(ty: ScalarType, value: u32) -> u32 {
    let sign = ty == ScalarType::I32 && bit(value, 31);
    let found = (0..32).rev().find(|position| bit(value, *position) != sign);
    found.unwrap_or(u32::MAX)
}

/// The normalized integer of `x`: confined to `low ..= 1` and scaled, to the nearest.
pub(crate) fn normalized(x: f64, low: f64, scale: f64) -> u32 {
    (0.5 + scale * x.clamp(low, 1.0)).floor() as i32 as u32
}

pub(crate) fn fraction(value: f64, scale: f64) -> Interval {
    Interval::exactly((value / scale).max(-1.0)).ulp(3.0)
}

/// The value of a binary16.
pub(crate) fn half_value(bits: u16) -> f64 {
    let sign = if bits & 0x8000 == 0 { 1.0 } else { -1.0 };
    let exponent = i32::from(bits >> 10 & 0x1F);
    let fraction = f64::from(bits & 0x3FF) / 1024.0;
    sign * match exponent {
        0 => fraction * 2f64.powi(-14),
        _ => (1.0 + fraction) * 2f64.powi(exponent - 15),
    }
}

/// The nearest finite binary16, by search.
pub(crate) fn half(x: f64) -> u16 {
    let sign = if x.is_sign_negative() { 0x8000 } else { 0 };
    let distance = |bits: &u16| (half_value(*bits) - x.abs()).abs();
    let nearest = (0..0x7C00_u16).min_by(|a, b| {
        let tie = (a % 2).cmp(&(b % 2));
        distance(a).total_cmp(&distance(b)).then(tie)
    });
    nearest.unwrap_or(0) | sign
}

/// The binary16 beside `x`, in both directions; a small one may be 0.
pub(crate) fn quantized(x: f64) -> Interval {
    let nearest = half_value(half(x));
    let value = Interval::exactly(nearest);
    match nearest.abs() < 2f64.powi(-14) {
        true => value.or(Interval::exactly(0.0)),
        false => value,
    }
}

/// Of whole numbers that stay small, any order of the sum is exact, and any other within
/// one part in a thousand of the largest term: the specification asks for nothing.
pub(crate) fn determinant(columns: &[Interval]) -> Interval {
    let size = columns.len().isqrt();
    let exact: Vec<f64> = columns.iter().map(|x| x.low).collect();
    let scale: f64 = exact
        .chunks(size)
        .map(|column| column.iter().map(|x| x.abs()).sum::<f64>())
        .product();
    Interval::exactly(cofactors(&exact, size))
        .of(columns[0].precision)
        .absolute(scale * columns[0].figure(1e-2, 1e-3))
}

fn cofactors(columns: &[f64], size: usize) -> f64 {
    if size == 1 {
        return columns[0];
    }
    let minor = |row: usize| -> Vec<f64> {
        let kept = (size..columns.len()).filter(|position| position % size != row);
        kept.map(|position| columns[position]).collect()
    };
    let sign = |row: usize| if row.is_multiple_of(2) { 1.0 } else { -1.0 };
    (0..size)
        .map(|row| sign(row) * columns[row] * cofactors(&minor(row), size - 1))
        .sum()
}

pub(crate) fn transposed(ty: &Type, columns: &[Interval]) -> Vec<Interval> {
    let Type::Matrix { rows, .. } = ty else {
        return Vec::new();
    };
    let rows = rows.count() as usize;
    (0..rows)
        .flat_map(|row| columns.iter().skip(row).step_by(rows).copied())
        .collect()
}
