//! The constructs that have no form here, by name, each with the mend.

use syn::{Expr, Item};

/// Why `expr` cannot stand here, and what to write instead.
pub(crate) fn expression(expr: &Expr) -> &'static str {
    match expr {
        Expr::Assign(_) => "an assignment has no value here: make it a statement of its own",
        Expr::Async(_) | Expr::Await(_) => {
            "`async`: nothing of the shader is awaited; leave it out"
        }
        Expr::Break(_) | Expr::Continue(_) | Expr::Return(_) => {
            "`break`, `continue` and `return` have no value: make it a statement of its own"
        }
        Expr::Closure(_) => "a closure of this form: write `|a, b| ..`, without `async`",
        Expr::Const(_) => "a `const` block: name the constant outside of the function",
        Expr::ForLoop(_) | Expr::While(_) | Expr::Loop(_) => {
            "a loop has no value: let it change a `let mut`, and read that behind it"
        }
        Expr::Infer(_) => "`_` is no value or place: leave out the assignment",
        Expr::Let(_) => {
            "`let` in a condition: it stands in an `if` or `while` of Rust's own, alone or beside `&&`"
        }
        Expr::Macro(_) => {
            "a macro is not looked into: write out what it stands for, or, if it is Rust's own, `host!(..)`; a value of the shader is seen by writing it to a buffer"
        }
        Expr::Match(_) => "`match` is no value here: write it in a `let`",
        Expr::Range(_) => "a range is no value of the shader: it stands in `for i in a..b` alone",
        Expr::RawAddr(_) | Expr::Reference(_) => {
            "a reference stands in a call, `f(&mut x)`, or gives a place another name, `let x = &mut place;`: write to the place itself, `place += 1`"
        }
        Expr::Try(_) | Expr::TryBlock(_) => {
            "`?`: nothing of the shader fails; test the value with `if`"
        }
        Expr::Unary(_) => "`*`: this is no pointer; leave out the `*`",
        Expr::Unsafe(_) => "`unsafe`: nothing of the shader is; write a plain block",
        Expr::Yield(_) => "`yield`: a function of the shader runs to its end; use `return`",
        Expr::Binary(_) => "this assignment has no value here: make it a statement of its own",
        Expr::Lit(_) => "the shader has numbers and `bool` alone: no text, characters or bytes",
        _ => "this has no form in the shader: use the call layer, `Fn(..)` or `kernel(..)`",
    }
}

/// Why an item cannot stand in a body.
pub(crate) fn item(_: &Item) -> &'static str {
    "an item inside of the body: move it out of the function"
}

/// Why the call layer's `name` cannot be called here.
pub(crate) fn call(name: &str) -> Option<&'static str> {
    Some(match name {
        "If" => "`If(..)`: write `if`",
        "Loop" => "`Loop(..)`: write `for i in a..b`",
        "While" => "`While(..)`: write `while`",
        "Repeat" => "`Repeat(..)`: write `loop`",
        "Switch" => "`Switch(..)`: write `match`",
        "Break" => "`Break()`: write `break`",
        "Continue" => "`Continue()`: write `continue`",
        "Return" => "`Return(..)`: write `return`",
        "Fn" => "`Fn(..)`: write a `#[shader_fn]` outside of this function",
        "workgroup_array" | "workgroup_var" => {
            "memory of the workgroup is a parameter of the kernel: `tile: Workgroup<[T; 64]>`, `total: Workgroup<T>`"
        }
        "private_var" | "private_zero" => {
            "a private variable is a parameter of the kernel: `state: Private<T>`, `#[init(5)] state: Private<T>`"
        }
        _ => return None,
    })
}

/// Why the call layer's method `name` of a variable or place cannot be called here.
pub(crate) fn method(name: &str) -> Option<&'static str> {
    Some(match name {
        "load" => "`.load()`: a variable or an element is read by its name alone; leave it out",
        "assign" => "`.assign(..)`: write `=`",
        "element" => "`.element(..)`: write `[..]`",
        "to_var" => "`.to_var(..)`: write `let mut`",
        "to_const" => "`.to_const(..)`: write `let`",
        _ => return None,
    })
}
