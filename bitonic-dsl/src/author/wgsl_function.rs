//! `WgslFn`: a function given as WGSL text, called with Rust's types.

use std::marker::PhantomData;
use std::sync::Arc;

use super::function::FunctionResult;
use super::node::{IntoNode, Node};
use super::recorder;
use crate::diagnostic::SourceLocation;
use crate::graph::{self, Body};
use crate::types::{Type, Value};

/// What a [`WgslFn`] can return: a shader value, or `()` for nothing.
pub trait WgslResult {
    #[doc(hidden)]
    type Call: FunctionResult;
}

impl WgslResult for () {
    type Call = ();
}

impl<T: Value> WgslResult for T {
    type Call = Node<T>;
}

/// The types of the arguments of a [`WgslFn`]: a tuple of up to 8 shader values, such as
/// `(f32,)`.
pub trait WgslArguments {
    #[doc(hidden)]
    fn types() -> Vec<Type>;
}

/// A function of the shading language that is given as WGSL text.
///
/// The first function of the text is the one that is called. What else the text holds
/// serves it: functions, structures, constants, and variables of the address space
/// `private`. It sees nothing of the kernel, no buffer and no parameter. Equal texts are
/// one function. What is wrong with the text, and where, is told when a kernel that calls
/// it is built.
///
/// Where the text uses `f16`, `i64`, `u64`, `f64` or subgroup operations, the kernel needs
/// that capability, at the line of this call:
/// [`Interface::capabilities`](crate::interface::Interface). No directive is needed for it;
/// `enable f16;` and `enable subgroups;` may stand at the text's start, so that a text can be
/// copied from a file as it is. Atomics it cannot use: it is given values, no memory.
///
/// ```
/// use bitonic_dsl::*;
///
/// let luminance = WgslFn::<(Vec3,), f32>::new(
///     "const WEIGHTS = vec3(0.2126, 0.7152, 0.0722);
///      fn luminance(color: vec3<f32>) -> f32 { return dot(color, WEIGHTS); }",
/// );
/// let gray = kernel("gray").build(|k| {
///     let colors = k.storage::<Vec3>("colors");
///     let grays = k.storage_mut::<f32>("grays");
///     let i = instance_index();
///     grays.element(i).assign(luminance.call(colors.element(i).load()));
/// })?;
/// assert!(gray.wgsl(Dialect::Browser)?.contains("fn luminance(color: vec3<f32>) -> f32"));
/// # Ok::<(), Error>(())
/// ```
pub struct WgslFn<Arguments, R> {
    function: Arc<graph::Function>,
    of: PhantomData<fn(Arguments) -> R>,
}

impl<A: WgslArguments, R: WgslResult> WgslFn<A, R> {
    /// The first function of `text`, with arguments of the types `A` and a result of the
    /// type `R`.
    #[must_use]
    #[track_caller]
    pub fn new(text: &str) -> WgslFn<A, R> {
        let named = |(position, ty)| (format!("argument {position}"), ty);
        let function = graph::Function {
            docs: String::new(),
            name: first_function(text).unwrap_or_default().to_owned(),
            arguments: (0..).zip(A::types()).map(named).collect(),
            pointers: Vec::new(),
            result: R::Call::ty(""),
            body: Body::new(),
            text: Some(text.to_owned()),
            at: SourceLocation::caller(),
        };
        WgslFn {
            function: Arc::new(function),
            of: PhantomData,
        }
    }
}

impl<A, R> std::fmt::Debug for WgslFn<A, R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("WgslFn").field(&self.function.name).finish()
    }
}

/// The name behind the first `fn` that stands in no comment.
fn first_function(text: &str) -> Option<&str> {
    let mut rest = text;
    let mut after_fn = false;
    loop {
        rest = rest.trim_start();
        let first = rest.chars().next()?;
        if rest.starts_with("//") {
            rest = rest.split_once('\n')?.1;
        } else if rest.starts_with("/*") {
            rest = behind_comment(rest);
        } else if first.is_alphanumeric() || first == '_' {
            let is_word = |c: char| c.is_alphanumeric() || c == '_';
            let end = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
            let (word, behind) = rest.split_at(end);
            if after_fn {
                return Some(word);
            }
            after_fn = word == "fn";
            rest = behind;
        } else {
            rest = &rest[first.len_utf8()..];
        }
    }
}

/// What follows the comment that `text` begins with. Such comments nest.
fn behind_comment(text: &str) -> &str {
    let mut depth = 0;
    let mut rest = text;
    loop {
        if let Some(inner) = rest.strip_prefix("/*") {
            depth += 1;
            rest = inner;
        } else if let Some(outer) = rest.strip_prefix("*/") {
            depth -= 1;
            rest = outer;
            if depth == 0 {
                return rest;
            }
        } else {
            let mut characters = rest.chars();
            if characters.next().is_none() {
                return rest;
            }
            rest = characters.as_str();
        }
    }
}

macro_rules! arities {
    ($(($($argument:ident $lower:ident),*);)*) => {$(
        impl<$($argument: Value),*> WgslArguments for ($($argument,)*) {
            fn types() -> Vec<Type> {
                vec![$($argument::ty()),*]
            }
        }

        impl<R: WgslResult, $($argument: Value),*> WgslFn<($($argument,)*), R> {
            /// Calls the function; the arguments are evaluated once, left to right.
            #[track_caller]
            #[allow(clippy::too_many_arguments, reason = "as many as the function has")]
            pub fn call(&self, $($lower: impl IntoNode<$argument>),*) -> R::Call {
                let arguments = vec![$($lower.into_node().operand()),*];
                let callee = recorder::with(|recorder| recorder.callee(&self.function));
                R::Call::from_call(callee, arguments)
            }
        }
    )*};
}

arities! {
    ();
    (A a);
    (A a, B b);
    (A a, B b, C c);
    (A a, B b, C c, D d);
    (A a, B b, C c, D d, E e);
    (A a, B b, C c, D d, E e, F f);
    (A a, B b, C c, D d, E e, F f, G g);
    (A a, B b, C c, D d, E e, F f, G g, H h);
}

#[cfg(test)]
mod tests {
    use super::first_function;

    #[test]
    fn the_first_function_is_found_behind_comments_and_other_declarations() {
        assert_eq!(first_function("fn f() {}"), Some("f"));
        assert_eq!(
            first_function("// fn no\n/* fn /* fn a */ no */ fn\n yes(x: u32) {}"),
            Some("yes")
        );
        assert_eq!(
            first_function("const fnord = 3; struct S { fn_: u32 } @must_use fn g_1() -> u32 {}"),
            Some("g_1")
        );
        assert_eq!(first_function("const x = 3;"), None);
        assert_eq!(first_function("/* never closed fn f"), None);
        assert_eq!(first_function("// é fn f"), None);
    }
}
