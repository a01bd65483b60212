//! The table of built-in functions: one row for each, from which the graph's
//! enum, the author's functions and the lowering are generated.
//!
//! A row reads: Rust name, variant, WGSL name, (argument names), the bound on the
//! operand type, naga's `MathFunction`, and the documentation. Every argument and
//! the result are of one type; what differs from that (`select`, array lengths,
//! conversions) is a node kind of its own.

/// Calls `$callback!` with the whole table.
macro_rules! for_each_builtin {
    ($callback:ident) => {
        $callback! {
            abs: Abs "abs" (value) Numeric => Abs,
                "The absolute value of each component. Of `i32::MIN` it is `i32::MIN` itself; of a `u32`, the value.";
            min: Min "min" (a, b) Numeric => Min,
                "The lesser of `a` and `b`, for each component. If one float is NaN, either may come out.";
            max: Max "max" (a, b) Numeric => Max,
                "The greater of `a` and `b`, for each component. If one float is NaN, either may come out.";
            clamp: Clamp "clamp" (value, low, high) Numeric => Clamp,
                "`value` confined to `low ..= high`, for each component: `min(max(value, low), high)`. `low` must not exceed `high`.";
        }
    };
}

pub(crate) use for_each_builtin;
