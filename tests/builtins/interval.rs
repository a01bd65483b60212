//! Intervals of the results that the WGSL specification accepts, of float arithmetic
//! ("Floating Point Accuracy"; of `f64`, which it does not have, as of `f32`): each operation widens to what an implementation may
//! give. Endpoints are `f64`, which hold every `f16`, `f32`,
//! `i32` and `u32`. What is accepted
//! of each built-in is in `accuracy`.

use std::ops::{Add, Div, Mul, Neg, Sub};

use bitonic::types::ScalarType;

/// Units in the last place of a quotient.
const DIVISION_ULP: f64 = 2.5;

/// The float type that a value is of.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Precision {
    /// A constant, which takes the type of what it stands beside; alone it is an `f32`.
    Constant,
    F16,
    F32,
    F64,
}

impl Precision {
    fn of(scalar: ScalarType) -> Precision {
        match scalar {
            ScalarType::F16 => Precision::F16,
            ScalarType::F32 => Precision::F32,
            ScalarType::F64 => Precision::F64,
            ScalarType::Bool
            | ScalarType::I32
            | ScalarType::U32
            | ScalarType::I64
            | ScalarType::U64 => Precision::Constant,
        }
    }

    /// Bits of a fraction, and the exponents of the least and the greatest normal number.
    fn shape(self) -> (i32, i32, i32) {
        match self {
            Precision::F16 => (10, -14, 15),
            Precision::Constant | Precision::F32 => (23, -126, 127),
            Precision::F64 => (52, -1022, 1023),
        }
    }

    pub(crate) fn least_normal(self) -> f64 {
        2f64.powi(self.shape().1)
    }

    fn largest(self) -> f64 {
        let (bits, _, most) = self.shape();
        (2.0 - 2f64.powi(-bits)) * 2f64.powi(most)
    }

    /// Divisors beyond it have no accuracy.
    fn largest_divisor(self) -> f64 {
        2f64.powi(self.shape().2 - 1)
    }

    /// The step from a value to the next one that is greater in magnitude.
    fn step(self, value: f64) -> f64 {
        let (bits, least, _) = self.shape();
        2f64.powi(exponent(value).max(least) - bits)
    }

    /// The unit in the last place: the least distance of neighbours around `value`.
    fn unit(self, value: f64) -> f64 {
        let is_power = value.abs() == 2f64.powi(exponent(value));
        match is_power && value.abs() > self.least_normal() {
            true => self.step(value) / 2.0,
            false => self.step(value),
        }
    }

    fn beside(self, other: Precision) -> Precision {
        match self {
            Precision::Constant => other,
            Precision::F16 | Precision::F32 | Precision::F64 => self,
        }
    }
}

/// The exponent of a normal number; of another one less than that of any.
fn exponent(value: f64) -> i32 {
    (value.to_bits() >> 52 & 0x7FF) as i32 - 1023
}

/// All values from `low` to `high`; where something may come out that is not a number,
/// or nothing is said, it is [`Interval::ANY`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Interval {
    pub(crate) low: f64,
    pub(crate) high: f64,
    pub(crate) precision: Precision,
}

impl Interval {
    /// Whatever comes out is right.
    pub(crate) const ANY: Interval = Interval {
        low: f64::NEG_INFINITY,
        high: f64::INFINITY,
        precision: Precision::Constant,
    };

    pub(crate) fn exactly(value: f64) -> Interval {
        Interval {
            low: value,
            high: value,
            precision: Precision::Constant,
        }
    }

    /// A value that is read: a subnormal float may be taken for 0.
    pub(crate) fn read(value: f64, scalar: ScalarType) -> Interval {
        let value = Interval::exactly(value);
        value.of(Precision::of(scalar)).flushed()
    }

    /// The same as a float of a type.
    pub(crate) fn of(self, precision: Precision) -> Interval {
        Interval { precision, ..self }
    }

    pub(crate) fn is_any(self) -> bool {
        self.low == f64::NEG_INFINITY && self.high == f64::INFINITY
    }

    /// Whether `value` is accepted; NaN is where anything is.
    pub(crate) fn accepts(self, value: f64) -> bool {
        self.is_any() || (self.low <= value && value <= self.high)
    }

    /// Both intervals and what lies between.
    pub(crate) fn or(self, other: Interval) -> Interval {
        Interval {
            low: self.low.min(other.low),
            high: self.high.max(other.high),
            precision: self.precision.beside(other.precision),
        }
    }

    fn flushed(self) -> Interval {
        let least = self.precision.least_normal();
        let subnormal = |value: f64| value != 0.0 && value.abs() < least;
        match subnormal(self.low) || subnormal(self.high) {
            true => self.or(Interval::exactly(0.0)),
            false => self,
        }
    }

    /// Rounded to its type in either direction. Of an `f64` the ends themselves have been
    /// rounded.
    pub(crate) fn rounded(self) -> Interval {
        let largest = self.precision.largest();
        if self.low.is_nan() || self.high.is_nan() || self.low < -largest || self.high > largest {
            return Interval::ANY;
        }
        let unit = |value| self.precision.step(value);
        let (low, high) = match self.precision {
            Precision::F64 => (self.low.next_down(), self.high.next_up()),
            Precision::Constant | Precision::F16 | Precision::F32 => (
                (self.low / unit(self.low)).floor() * unit(self.low),
                (self.high / unit(self.high)).ceil() * unit(self.high),
            ),
        };
        Interval { low, high, ..self }.flushed()
    }

    /// What `function`, monotonous over the interval, makes of it, exactly.
    pub(crate) fn map(self, function: impl Fn(f64) -> f64) -> Interval {
        if self.is_any() {
            return self;
        }
        let (a, b) = (function(self.low), function(self.high));
        if a.is_nan() || b.is_nan() {
            return Interval::ANY;
        }
        Interval {
            low: a.min(b),
            high: a.max(b),
            ..self
        }
    }

    /// What `function`, monotonous in each argument, makes of two intervals, exactly.
    pub(crate) fn map2(self, other: Interval, function: impl Fn(f64, f64) -> f64) -> Interval {
        if self.is_any() || other.is_any() {
            return Interval::ANY;
        }
        let at = |x| other.map(|y| function(x, y));
        let (a, b) = (at(self.low), at(self.high));
        match a.is_any() || b.is_any() {
            true => Interval::ANY,
            false => a.or(b).of(self.precision.beside(other.precision)),
        }
    }

    /// Wider by `error` on both sides.
    pub(crate) fn absolute(self, error: f64) -> Interval {
        Interval {
            low: self.low - error,
            high: self.high + error,
            ..self
        }
        .rounded()
    }

    /// Wider by `count` units in the last place.
    pub(crate) fn ulp(self, count: f64) -> Interval {
        let unit = |value| self.precision.unit(value);
        Interval {
            low: self.low - count * unit(self.low),
            high: self.high + count * unit(self.high),
            ..self
        }
        .rounded()
    }

    /// The figure for an `f16`, or that for the longer floats.
    pub(crate) fn figure(self, short: f64, long: f64) -> f64 {
        match self.precision {
            Precision::F16 => short,
            Precision::Constant | Precision::F32 | Precision::F64 => long,
        }
    }
}

impl Add for Interval {
    type Output = Interval;

    fn add(self, other: Interval) -> Interval {
        self.map2(other, |x, y| x + y).rounded()
    }
}

impl Sub for Interval {
    type Output = Interval;

    fn sub(self, other: Interval) -> Interval {
        self.map2(other, |x, y| x - y).rounded()
    }
}

impl Mul for Interval {
    type Output = Interval;

    fn mul(self, other: Interval) -> Interval {
        self.map2(other, |x, y| x * y).rounded()
    }
}

impl Div for Interval {
    type Output = Interval;

    fn div(self, other: Interval) -> Interval {
        let magnitude = other.low.abs().min(other.high.abs());
        let crosses = other.low <= 0.0 && other.high >= 0.0;
        let precision = self.precision.beside(other.precision);
        if crosses
            || magnitude < precision.least_normal()
            || magnitude > precision.largest_divisor()
        {
            return Interval::ANY;
        }
        self.map2(other, |x, y| x / y).ulp(DIVISION_ULP)
    }
}

impl Neg for Interval {
    type Output = Interval;

    fn neg(self) -> Interval {
        self.map(|x| -x)
    }
}

macro_rules! with_constants {
    ($($trait:ident $method:ident;)*) => {$(
        impl $trait<Interval> for f64 {
            type Output = Interval;

            fn $method(self, other: Interval) -> Interval {
                Interval::exactly(self).$method(other)
            }
        }

        impl $trait<f64> for Interval {
            type Output = Interval;

            fn $method(self, other: f64) -> Interval {
                self.$method(Interval::exactly(other))
            }
        }
    )*};
}

with_constants! { Add add; Sub sub; Mul mul; Div div; }
