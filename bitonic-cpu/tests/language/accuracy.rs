//! The accuracy that the WGSL specification asks of its float functions ("Floating Point Accuracy"),
//! as data, and every function held against f64 arithmetic within it.

use super::rows::{Rows, Ty};

/// What the table has for a type.
struct Format {
    ty: Ty,
    /// Bits of a fraction.
    fraction: i32,
    least_exponent: i32,
    /// Absolute error of `sin` and `cos` within [-pi, pi].
    trigonometric: f64,
    /// Absolute error of `log` and `log2` within [0.5, 2].
    logarithm: f64,
    /// `exp` and `exp2`: units beside 2 |x|.
    exponential: f64,
    /// Units of `atan` and `atan2`.
    arc_tangent: f64,
    /// Absolute errors of `acos` and `asin`.
    arcs: [f64; 2],
    /// Absolute error of `tanh`.
    hyperbolic_tangent: f64,
}

const FORMATS: [Format; 2] = [
    Format {
        ty: Ty::F32,
        fraction: 23,
        least_exponent: -126,
        trigonometric: 1.0 / 2048.0,
        logarithm: 1.0 / 2_097_152.0,
        exponential: 3.0,
        arc_tangent: 4096.0,
        arcs: [6.77e-5, 6.81e-5],
        hyperbolic_tangent: 1e-5,
    },
    Format {
        ty: Ty::F16,
        fraction: 10,
        least_exponent: -14,
        trigonometric: 1.0 / 128.0,
        logarithm: 1.0 / 128.0,
        exponential: 1.0,
        arc_tangent: 5.0,
        arcs: [3.91e-3, 3.91e-3],
        hyperbolic_tangent: 0.0,
    },
];

impl Format {
    /// The unit in the last place of a value.
    fn ulp(&self, x: f64) -> f64 {
        let exponent = if x == 0.0 {
            self.least_exponent
        } else {
            x.abs().log2().floor() as i32
        };
        2f64.powi(exponent.max(self.least_exponent) - self.fraction)
    }

    fn exp(&self, x: f64, result: f64) -> f64 {
        (self.exponential + 2.0 * x.abs()) * self.ulp(result)
    }

    fn log(&self, x: f64, result: f64) -> f64 {
        if (0.5..=2.0).contains(&x) {
            self.logarithm
        } else {
            3.0 * self.ulp(result)
        }
    }

    /// `log` of an argument that is itself a sum with a root: "Inherited".
    fn log_of_sum(&self, argument: f64, terms: f64) -> f64 {
        let shaken = 6.0 * self.ulp(terms) / argument;
        self.log(argument, argument.ln()) + shaken + shaken * shaken
    }

    fn half_sum_of_exp(&self, x: f64) -> f64 {
        let [up, down] = [x.exp(), (-x).exp()];
        0.5 * (self.exp(x, up) + self.exp(x, down)) + self.ulp(up + down)
    }

    fn pow(&self, x: f64, y: f64) -> f64 {
        let power = y * x.log2();
        let shaken = y.abs() * self.log(x, x.log2()) + self.ulp(power);
        x.powf(y) * (2f64.powf(shaken) - 1.0) + self.exp(power.abs() + shaken, x.powf(y))
    }

    fn tan(&self, x: f64) -> f64 {
        let (sin, cos) = x.sin_cos();
        let e = self.trigonometric;
        let worst = (sin.abs() + e) / (cos.abs() - e).max(1e-9) - (sin / cos).abs();
        worst + 3.0 * self.ulp(sin / cos)
    }

    fn tanh(&self, x: f64) -> f64 {
        let e = self.half_sum_of_exp(x);
        let inherited = (x.sinh().abs() + e) / (x.cosh() - e) - x.tanh().abs();
        self.hyperbolic_tangent
            .max(inherited + 3.0 * self.ulp(x.tanh()))
    }
}

/// A row of the table: the greatest error of a function for its arguments and result.
struct Row {
    call: &'static str,
    reference: fn([f64; 2]) -> f64,
    bound: fn(&Format, [f64; 2], f64) -> f64,
    arguments: &'static [[f64; 2]],
}

const WIDE: &[[f64; 2]] = &[
    [-3.0, 0.0],
    [-1.0, 0.0],
    [-0.125, 0.0],
    [0.0, 0.0],
    [0.5, 0.0],
    [1.0, 0.0],
    [2.5, 0.0],
];
const UNIT: &[[f64; 2]] = &[
    [-1.0, 0.0],
    [-0.875, 0.0],
    [-0.25, 0.0],
    [0.0, 0.0],
    [0.5, 0.0],
    [1.0, 0.0],
];
const INNER: &[[f64; 2]] = &[
    [-0.875, 0.0],
    [-0.25, 0.0],
    [0.0, 0.0],
    [0.5, 0.0],
    [0.75, 0.0],
];
const POSITIVE: &[[f64; 2]] = &[
    [0.125, 0.0],
    [0.5, 0.0],
    [1.0, 0.0],
    [1.75, 0.0],
    [10.0, 0.0],
    [1000.0, 0.0],
];
const FROM_ONE: &[[f64; 2]] = &[[1.25, 0.0], [1.5, 0.0], [10.0, 0.0]];
const PAIRS: &[[f64; 2]] = &[
    [1.0, 1.0],
    [-2.0, 0.5],
    [3.0, -4.0],
    [-0.75, -8.0],
    [0.5, 100.0],
];
const POWERS: &[[f64; 2]] = &[
    [2.0, 10.0],
    [4.0, 0.5],
    [0.3, 3.0],
    [7.5, -1.25],
    [1.0, 9.0],
];

const TABLE: &[Row] = &[
    row("a / b", |[x, y]| x / y, |f, _, r| 2.5 * f.ulp(r), PAIRS),
    row(
        "inverseSqrt(a)",
        |[x, _]| 1.0 / x.sqrt(),
        |f, _, r| 2.0 * f.ulp(r),
        POSITIVE,
    ),
    row(
        "sqrt(a)",
        |[x, _]| x.sqrt(),
        |f, _, r| 5.0 * f.ulp(r),
        POSITIVE,
    ),
    row("exp(a)", |[x, _]| x.exp(), |f, [x, _], r| f.exp(x, r), WIDE),
    row(
        "exp2(a)",
        |[x, _]| x.exp2(),
        |f, [x, _], r| f.exp(x, r),
        WIDE,
    ),
    row(
        "log(a)",
        |[x, _]| x.ln(),
        |f, [x, _], r| f.log(x, r),
        POSITIVE,
    ),
    row(
        "log2(a)",
        |[x, _]| x.log2(),
        |f, [x, _], r| f.log(x, r),
        POSITIVE,
    ),
    row(
        "pow(a, b)",
        |[x, y]| x.powf(y),
        |f, [x, y], _| f.pow(x, y),
        POWERS,
    ),
    row("sin(a)", |[x, _]| x.sin(), |f, _, _| f.trigonometric, WIDE),
    row("cos(a)", |[x, _]| x.cos(), |f, _, _| f.trigonometric, WIDE),
    row("tan(a)", |[x, _]| x.tan(), |f, [x, _], _| f.tan(x), WIDE),
    row(
        "acos(a)",
        |[x, _]| x.acos(),
        |f, _, r| f.arcs[0].max(f.arc_tangent * f.ulp(r)),
        UNIT,
    ),
    row(
        "asin(a)",
        |[x, _]| x.asin(),
        |f, _, r| f.arcs[1].max(f.arc_tangent * f.ulp(r)),
        UNIT,
    ),
    row(
        "atan(a)",
        |[x, _]| x.atan(),
        |f, _, r| f.arc_tangent * f.ulp(r),
        WIDE,
    ),
    row(
        "atan2(a, b)",
        |[x, y]| x.atan2(y),
        |f, _, r| f.arc_tangent * f.ulp(r),
        PAIRS,
    ),
    row(
        "sinh(a)",
        |[x, _]| x.sinh(),
        |f, [x, _], _| f.half_sum_of_exp(x),
        WIDE,
    ),
    row(
        "cosh(a)",
        |[x, _]| x.cosh(),
        |f, [x, _], _| f.half_sum_of_exp(x),
        WIDE,
    ),
    row("tanh(a)", |[x, _]| x.tanh(), |f, [x, _], _| f.tanh(x), WIDE),
    row(
        "asinh(a)",
        |[x, _]| x.asinh(),
        |f, [x, _], _| f.log_of_sum(x + (x * x + 1.0).sqrt(), (x * x + 1.0).sqrt()),
        WIDE,
    ),
    row(
        "acosh(a)",
        |[x, _]| x.acosh(),
        |f, [x, _], _| f.log_of_sum(x + (x * x - 1.0).sqrt(), x) + 4.0 * f.ulp(x * x),
        FROM_ONE,
    ),
    row(
        "atanh(a)",
        |[x, _]| x.atanh(),
        |f, [x, _], _| 0.5 * f.log_of_sum((1.0 + x) / (1.0 - x), (1.0 + x) / (1.0 - x)),
        INNER,
    ),
    row(
        "radians(a)",
        |[x, _]| x.to_radians(),
        |f, _, r| 1.5 * f.ulp(r),
        WIDE,
    ),
    row(
        "degrees(a)",
        |[x, _]| x.to_degrees(),
        |f, _, r| 1.5 * f.ulp(r),
        WIDE,
    ),
];

const fn row(
    call: &'static str,
    reference: fn([f64; 2]) -> f64,
    bound: fn(&Format, [f64; 2], f64) -> f64,
    arguments: &'static [[f64; 2]],
) -> Row {
    Row {
        call,
        reference,
        bound,
        arguments,
    }
}

fn arguments(ty: Ty, row: &Row) -> Vec<[u64; 5]> {
    let rows = row.arguments.iter();
    rows.map(|[x, y]| [ty.bits(*x), ty.bits(*y), 0, 0, 0])
        .collect()
}

#[test]
fn every_function_stays_within_the_table() {
    for format in &FORMATS {
        for row in TABLE {
            let arguments = arguments(format.ty, row);
            for (engine, found) in Rows::of(format.ty, row.call).run(&arguments) {
                for (arguments, bits) in arguments.iter().zip(found) {
                    let [x, y] = [0, 1].map(|index| format.ty.value(arguments[index]));
                    let (exact, found) = ((row.reference)([x, y]), format.ty.value(bits));
                    let bound = (row.bound)(format, [x, y], exact);
                    assert!(
                        (found - exact).abs() <= bound,
                        "{} of {x}, {y} as {} on {engine}: {found}, not {exact} +- {bound}",
                        row.call,
                        format.ty.name(),
                    );
                }
            }
        }
    }
}

/// f64 is none of WGSL's: the host's own functions, to four units. Vulkan has no such functions.
#[test]
fn doubles_are_as_good_as_the_hosts() {
    for row in TABLE {
        let arguments = arguments(Ty::F64, row);
        let rows = Rows::of(Ty::F64, row.call).not_on_vulkan("SPIR-V has them for 32 bits alone");
        for (engine, found) in rows.run(&arguments) {
            for (arguments, bits) in arguments.iter().zip(found) {
                let exact = (row.reference)([0, 1].map(|index| f64::from_bits(arguments[index])));
                let found = f64::from_bits(bits);
                let bound = 4.0 * f64::EPSILON * exact.abs().max(1e-300);
                assert!(
                    (found - exact).abs() <= bound,
                    "{} on {engine}: {found}, not {exact}",
                    row.call
                );
            }
        }
    }
}
