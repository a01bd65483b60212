//! The page of documentation, `docs/builtins.md`, made from the table and from the
//! accuracy that the tests ask for.

use std::fmt::Write;

use bitonic::graph::{Builtin, Class, Kind};

use super::accuracy::accuracy;
use super::deviations;

const HEAD: &str = "# Built-in functions

Made from the table of the language and from the accuracy that the tests ask for; a test
compares this page with both. To write it anew: `BITONIC_BLESS=1 cargo test --test builtins`.

Each is a function, `abs(x)`, and a method of its first argument, `x.abs()`; `step`,
`smoothstep` and `mix` are methods of their last, as in TSL. Arguments are evaluated once,
from left to right. `open` means that the specification leaves the result to the device.
Accuracy is that of `f32`, and where it differs that of `f16` (WGSL specification, \"Floating
Point Accuracy\"); `f64`, which WGSL lacks, is held to that of `f32`. Browsers have
`dot4I8Packed`, `dot4U8Packed` and the functions `pack4xI8` .. `unpack4xU8` where
`navigator.gpu.wgslLanguageFeatures` has `packed_4x8_integer_dot_product`.

`select(condition, accept, reject)` is `accept` where `condition` holds, else `reject`: for
each component where the condition is a vector of `bool`, else as a whole. Both are
evaluated.
";

/// The whole page.
pub(crate) fn page() -> String {
    let mut page = HEAD.to_owned();
    for builtin in Builtin::ALL {
        section(&mut page, *builtin);
    }
    page
}

fn section(page: &mut String, builtin: Builtin) {
    let signature = builtin.signature();
    let arguments = signature.arguments.iter();
    let arguments: Vec<String> = arguments
        .map(|(name, kind)| format!("{name}: {}", kind_words(*kind)))
        .collect();
    let rust = builtin.rust_name();
    let mut put = |text: String| writeln!(page, "{text}").expect("a string takes all");
    put(format!("\n## `{rust}`\n"));
    put(format!("{}\n", builtin.documentation()));
    put(format!("- WGSL: `{}`", builtin.name()));
    put(format!(
        "- Signature: `{rust}({}) -> {}`",
        arguments.join(", "),
        kind_words(signature.result)
    ));
    if let Some(class) = signature.class {
        put(format!("- `T`: `{class:?}`, {}", class_words(class)));
    }
    put(format!("- Accuracy: {}", accuracy(builtin).words));
    if let Some(deviation) = deviations::of(builtin) {
        put(format!("- Drivers that deviate: {}", deviation.reason));
    }
}

fn kind_words(kind: Kind) -> &'static str {
    match kind {
        Kind::T => "T",
        Kind::Component => "T::Component",
        Kind::Exponent => "T::SignedInteger",
        Kind::Factor => "T or T::Component",
        Kind::Modf => "Modf<T>",
        Kind::Frexp => "Frexp<T>",
        Kind::Scalar => "T::Scalar",
        Kind::Transposed => "T::Transposed",
        Kind::Bool => "bool",
        Kind::U32 => "u32",
        Kind::I32 => "i32",
        Kind::Vec2 => "Vec2",
        Kind::Vec4 => "Vec4",
        Kind::IVec4 => "IVec4",
        Kind::UVec4 => "UVec4",
    }
}

/// The scalars and shapes of a class.
fn class_words(class: Class) -> String {
    let scalars: Vec<String> = class
        .scalars()
        .iter()
        .map(|scalar| format!("`{scalar}`"))
        .collect();
    let scalars = scalars.join(", ");
    let shape = match class {
        Class::NumericVector | Class::FloatVector => "a vector of ",
        Class::FloatVector3 => "a vector of three ",
        Class::Matrix => "a matrix of ",
        Class::SquareMatrix => "a matrix, as many rows as columns, of ",
        Class::Numeric
        | Class::Signed
        | Class::Word
        | Class::Float
        | Class::ShortFloat
        | Class::Single
        | Class::Logical => return format!("{scalars}, or a vector of one of them"),
    };
    format!("{shape}{scalars}")
}
