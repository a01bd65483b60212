//! Scalars of the wrong type.

use bitonic_dsl::*;

fn main() {
    let _ = kernel("wrong").build(|k| {
        let (b, i, u) = (k.param::<u32>("b").lt(1), k.param::<i32>("i"), k.param::<u32>("u"));
        let (f, h) = (k.param::<f32>("f"), k.param::<f16>("h"));
        let (l, w, d) = (k.param::<i64>("l"), k.param::<u64>("w"), k.param::<f64>("d"));
        let _ = b + b; //~ bool
        let _ = i + u; //~ i32
        let _ = u + 1.0; //~ u32
        let _ = f % u; //~ f32
        let _ = h + f; //~ f16
        let _ = l - i; //~ i64
        let _ = w + 1u32; //~ u64
        let _ = d * f; //~ f64
    });
}
