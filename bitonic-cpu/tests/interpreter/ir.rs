//! What naga's IR has and WGSL cannot say: the call of a function in WGSL text is exchanged for
//! another one.

use bitonic_cpu::decode::Program;
use bitonic_cpu::execute::Unobserved;
use naga::{Expression, MathFunction};

use crate::kernel::{dispatch, memory, words};

/// What `body` leaves in `data: array<f32>` with all calls of `written` taken for `meant`.
fn result(body: &str, written: MathFunction, meant: MathFunction, before: &[f32]) -> Vec<f32> {
    let source = format!(
        "@group(0) @binding(0) var<storage, read_write> data: array<f32>;
        @compute @workgroup_size(1) fn main() {{ {body} }}"
    );
    let mut module = naga::front::wgsl::parse_str(&source).expect("the text is WGSL");
    let function = &mut module.entry_points[0].function;
    let mut exchanged = 0;
    for (_, expression) in function.expressions.iter_mut() {
        if let Expression::Math { fun, .. } = expression
            && *fun == written
        {
            *fun = meant;
            exchanged += 1;
        }
    }
    assert_eq!(exchanged, 1);
    let info = naga::valid::Validator::new(
        naga::valid::ValidationFlags::all(),
        naga::valid::Capabilities::all(),
    )
    .validate(&module)
    .expect("it is valid");
    let program = Program::decode(&module, &info, "main").expect("it is supported");
    let bits: Vec<u32> = before.iter().map(|x| x.to_bits()).collect();
    let buffer = memory(&bits);
    dispatch(&program, &[&buffer], [1, 1, 1], &mut Unobserved);
    words(&buffer).into_iter().map(f32::from_bits).collect()
}

/// For each size, a product with the inverse is the identity.
#[test]
fn inverses_of_square_matrices() {
    for size in 2..=4usize {
        let entry = |k: usize| format!("data[{k}u]");
        let entries: Vec<String> = (0..size * size).map(entry).collect();
        let puts: String = (0..size * size)
            .map(|k| format!("data[{k}u] = p[{}][{}];", k / size, k % size))
            .collect();
        let body = format!(
            "let m = mat{size}x{size}<f32>({}); let p = m * transpose(m); {puts}",
            entries.join(", ")
        );
        // Diagonally dominant, of determinants that are powers of two or near.
        let before: Vec<f32> = (0..size * size)
            .map(|k| {
                if k / size == k % size {
                    8.0
                } else {
                    (k % 3) as f32
                }
            })
            .collect();
        let product = result(
            &body,
            MathFunction::Transpose,
            MathFunction::Inverse,
            &before,
        );
        for (k, found) in product.iter().enumerate() {
            let expected = if k / size == k % size { 1.0 } else { 0.0 };
            assert!((found - expected).abs() < 1e-5, "{size}: {product:?}");
        }
    }
}
