//! Shapes that do not fit are refused by Rust's own types.

use bitonic_dsl::*;

fn main() {
    let _ = kernel("k").build(|k| {
        let m = k.uniform::<Mat3x4>("m").load();
        let v = k.uniform::<Vec4>("v").load();
        let u = k.uniform::<UVec3>("u").load();
        let h = k.uniform::<f16>("h").load();
        let _ = m * v;
        let _ = m * m;
        let _ = m + 1.0;
        let _ = m / 2.0;
        let _ = -u;
        let _ = v & v;
        let _ = v.bitcast::<UVec3>();
        let _ = h * v;
        let _ = u.w();
        let _ = from_parts::<Vec4>((v.xy(), 1.0));
        let _ = identity::<Mat2x3>();
        let _ = h.element(0);
    });
}
