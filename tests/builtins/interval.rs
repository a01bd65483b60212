//! Intervals of the results that the WGSL specification accepts, of `f32` arithmetic
//! ("Floating Point Accuracy"): each operation widens to what an implementation may
//! give. Endpoints are `f64`, which hold every `f32`, `i32` and `u32`. What is accepted
//! of each built-in is in `accuracy`.

use std::ops::{Add, Div, Mul, Neg, Sub};

/// The least normal `f32`.
const LEAST_NORMAL: f64 = f32::MIN_POSITIVE as f64;
/// Two to the power of 126: divisors beyond it have no accuracy.
const LARGEST_DIVISOR: f64 = 8.507_059_173_023_462e37;
/// Units in the last place of a quotient.
const DIVISION_ULP: f64 = 2.5;

/// All values from `low` to `high`; where something may come out that is not a number,
/// or nothing is said, it is [`Interval::ANY`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Interval {
    pub(crate) low: f64,
    pub(crate) high: f64,
}

impl Interval {
    /// Whatever comes out is right.
    pub(crate) const ANY: Interval = Interval {
        low: f64::NEG_INFINITY,
        high: f64::INFINITY,
    };

    pub(crate) fn exactly(value: f64) -> Interval {
        Interval {
            low: value,
            high: value,
        }
    }

    /// An `f32` that is read: a subnormal one may be taken for 0.
    pub(crate) fn read(value: f64) -> Interval {
        Interval::exactly(value).flushed()
    }

    pub(crate) fn is_any(self) -> bool {
        self == Interval::ANY
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
        }
    }

    fn flushed(self) -> Interval {
        let subnormal = |value: f64| value != 0.0 && value.abs() < LEAST_NORMAL;
        match subnormal(self.low) || subnormal(self.high) {
            true => self.or(Interval::exactly(0.0)),
            false => self,
        }
    }

    /// Rounded to `f32` in either direction.
    pub(crate) fn rounded(self) -> Interval {
        let largest = f64::from(f32::MAX);
        if self.low.is_nan() || self.high.is_nan() || self.low < -largest || self.high > largest {
            return Interval::ANY;
        }
        let (low, high) = (self.low as f32, self.high as f32);
        let low = match f64::from(low) > self.low {
            true => low.next_down(),
            false => low,
        };
        let high = match f64::from(high) < self.high {
            true => high.next_up(),
            false => high,
        };
        Interval {
            low: f64::from(low),
            high: f64::from(high),
        }
        .flushed()
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
            false => a.or(b),
        }
    }

    /// Wider by `error` on both sides.
    pub(crate) fn absolute(self, error: f64) -> Interval {
        Interval {
            low: self.low - error,
            high: self.high + error,
        }
        .rounded()
    }

    /// Wider by `count` units in the last place.
    pub(crate) fn ulp(self, count: f64) -> Interval {
        Interval {
            low: self.low - count * unit(self.low),
            high: self.high + count * unit(self.high),
        }
        .rounded()
    }
}

/// The unit in the last place of an `f32` of this magnitude.
fn unit(value: f64) -> f64 {
    let value = (value.abs() as f32).max(f32::MIN_POSITIVE);
    f64::from(value.next_up()) - f64::from(value)
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
        if crosses || !(LEAST_NORMAL..=LARGEST_DIVISOR).contains(&magnitude) {
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
