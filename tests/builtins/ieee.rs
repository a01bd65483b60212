//! What IEEE 754 says where the WGSL specification leaves the result open: zeros with
//! their signs, infinities, NaN and subnormals. The software adapter keeps to it, so that
//! a result there is a result and not chance; other executors need not.

use bitonic::graph::Builtin;
use bitonic::types::ScalarType::F32;

use super::fixed::Fixed;

const INF: f64 = f64::INFINITY;
const NAN: f64 = f64::NAN;
/// The least `f32`.
const LEAST: f64 = 1.401_298_464_324_817e-45;

macro_rules! rows {
    ($($builtin:ident: $(($($argument:tt),*) => $wanted:tt;)*)*) => {
        &[$($(Fixed(Builtin::$builtin, F32, &[$(&$argument as &[f64]),*], &[&$wanted]),)*)*]
    };
}

/// One call each, and the one result.
pub(crate) const IEEE: &[Fixed] = rows! {
    Abs: ([-0.0]) => [0.0]; ([-INF]) => [INF]; ([NAN]) => [NAN]; ([-LEAST]) => [LEAST];
    Ceil: ([-0.5]) => [-0.0]; ([-0.0]) => [-0.0]; ([INF]) => [INF]; ([NAN]) => [NAN]; ([LEAST]) => [1.0];
    Floor: ([-0.0]) => [-0.0]; ([-INF]) => [-INF]; ([NAN]) => [NAN]; ([-LEAST]) => [-1.0];
    Trunc: ([-0.5]) => [-0.0]; ([INF]) => [INF]; ([NAN]) => [NAN];
    Round: ([-0.5]) => [-0.0]; ([-0.25]) => [-0.0]; ([-INF]) => [-INF]; ([NAN]) => [NAN];
    Fract: ([INF]) => [NAN]; ([NAN]) => [NAN]; ([LEAST]) => [LEAST];
    Sqrt: ([0.0]) => [0.0]; ([-0.0]) => [-0.0]; ([INF]) => [INF]; ([-1.0]) => [NAN]; ([4.0]) => [2.0];
    InverseSqrt: ([0.0]) => [INF]; ([INF]) => [0.0]; ([-1.0]) => [NAN]; ([4.0]) => [0.5];
    Exp: ([0.0]) => [1.0]; ([-INF]) => [0.0]; ([INF]) => [INF]; ([NAN]) => [NAN];
    Exp2: ([0.0]) => [1.0]; ([-INF]) => [0.0]; ([INF]) => [INF]; ([10.0]) => [1024.0];
    Log: ([1.0]) => [0.0]; ([0.0]) => [-INF]; ([INF]) => [INF]; ([-1.0]) => [NAN];
    Log2: ([8.0]) => [3.0]; ([0.0]) => [-INF]; ([INF]) => [INF]; ([-1.0]) => [NAN];
    Pow: ([0.0], [2.0]) => [0.0]; ([0.0], [-1.0]) => [INF]; ([2.0], [INF]) => [INF]; ([2.0], [-INF]) => [0.0]; ([2.0], [3.0]) => [8.0];
    Sin: ([0.0]) => [0.0]; ([INF]) => [NAN];
    Cos: ([0.0]) => [1.0]; ([INF]) => [NAN];
    Acos: ([1.0]) => [0.0]; ([2.0]) => [NAN];
    Asin: ([2.0]) => [NAN];
    Acosh: ([1.0]) => [0.0]; ([0.5]) => [NAN];
    Tanh: ([INF]) => [1.0]; ([-INF]) => [-1.0]; ([0.0]) => [0.0];
    Min: ([1.0], [INF]) => [1.0]; ([-INF], [1.0]) => [-INF];
    Max: ([1.0], [INF]) => [INF]; ([-INF], [1.0]) => [1.0];
    Step: ([INF], [1.0]) => [0.0]; ([-INF], [1.0]) => [1.0]; ([NAN], [1.0]) => [0.0];
    Saturate: ([INF]) => [1.0]; ([-INF]) => [0.0]; ([LEAST]) => [LEAST];
    Ldexp: ([1.0], [-149.0]) => [LEAST]; ([INF], [-5.0]) => [INF]; ([-0.0], [5.0]) => [-0.0];
    Frexp: ([LEAST]) => [0.5, -148.0];
    QuantizeToF16: ([65536.0]) => [INF]; ([-65536.0]) => [-INF]; ([5.960464477539063e-8]) => [5.960464477539063e-8]; ([-1e-9]) => [-0.0]; ([NAN]) => [NAN];
};
