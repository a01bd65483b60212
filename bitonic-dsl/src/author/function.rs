//! `Fn`: functions of the shading language, traced once and called from anywhere.

use std::cell::{Cell, OnceCell};
use std::marker::PhantomData;
use std::panic::Location;
use std::sync::Arc;

use super::node::Node;
use super::pointer::{PassedAs, Pointer};
use super::recorder::{self, Guard, Kind, Recorder, Scope};
use crate::diagnostic::{Diagnostic, SourceLocation};
use crate::graph::{self, FunctionId, NodeId, NodeKind, PointerSpace, StatementKind};
use crate::types::{Type, Value};

/// What a function can return: a [`Node`], a tuple of 2 to 8 of them, or `()` for nothing.
///
/// The text has a structure for a tuple, named after the function:
///
/// ```
/// use bitonic_dsl::*;
///
/// let divide = Fn("divide", ["a", "b"], |a: Node<u32>, b: Node<u32>| (a / b, a % b));
/// let kernel = kernel("digits").build(move |k| {
///     let out = k.storage_mut::<u32>("out");
///     let (tens, ones) = divide.call(instance_index(), 10);
///     out.element(instance_index()).assign(tens * 16 + ones);
/// })?;
/// let text = kernel.wgsl(Dialect::Browser)?;
/// assert!(text.contains("fn divide(a: u32, b: u32) -> DivideResult"));
/// # Ok::<(), Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be returned from a function of the shader",
    label = "expected a `Node`, a tuple of them, or `()`",
    note = "a variable or a place in memory is an address: read its value with `.load()`",
    note = "a Rust value becomes a `Node` under a name: `1.0.to_const(\"one\")`"
)]
pub trait FunctionResult: Sized {
    /// The type in the shader, of a function of this name.
    #[doc(hidden)]
    fn ty(function: &str) -> Option<Type>;

    /// Whether a function that returns `due` can return this.
    #[doc(hidden)]
    fn is_due(due: Option<&Type>) -> bool {
        Self::ty("").as_ref() == due
    }

    #[doc(hidden)]
    #[track_caller]
    fn operand(self) -> Option<NodeId>;

    #[doc(hidden)]
    #[track_caller]
    fn from_call(function: FunctionId, arguments: Vec<NodeId>) -> Self;

    #[doc(hidden)]
    #[track_caller]
    fn poison() -> Self;
}

impl FunctionResult for () {
    fn ty(_: &str) -> Option<Type> {
        None
    }

    fn operand(self) -> Option<NodeId> {
        None
    }

    #[track_caller]
    fn from_call(function: FunctionId, arguments: Vec<NodeId>) {
        recorder::statement(StatementKind::Call(function, arguments.into()));
    }

    fn poison() {}
}

impl<T: Value> FunctionResult for Node<T> {
    fn ty(_: &str) -> Option<Type> {
        Some(T::ty())
    }

    #[track_caller]
    fn operand(self) -> Option<NodeId> {
        Some(Node::operand(self))
    }

    #[track_caller]
    fn from_call(function: FunctionId, arguments: Vec<NodeId>) -> Node<T> {
        Node::make(NodeKind::Call(function, arguments))
    }

    #[track_caller]
    fn poison() -> Node<T> {
        Node::make(NodeKind::Poison)
    }
}

/// A function of the shading language, made by [`Fn()`]. It is called with `.call(..)`.
///
/// Its closure is run once, when it is first called; what it recorded is shared by
/// every kernel that calls it. A function with a captured buffer belongs to the kernel
/// that declared the buffer.
pub struct Function<Arguments, R> {
    name: String,
    docs: String,
    parameters: Vec<(String, Type)>,
    pointers: Vec<Option<PointerSpace>>,
    at: &'static Location<'static>,
    body: Box<dyn std::ops::Fn() -> R>,
    tracing: Cell<bool>,
    traced: OnceCell<Traced>,
    of: PhantomData<fn(Arguments)>,
}

/// What the one run of a function's closure left.
struct Traced {
    function: Arc<graph::Function>,
    owner: Option<Scope>,
    diagnostics: Vec<Diagnostic>,
}

/// A closure that can be the body of a [`Fn()`] of `N` parameters.
#[diagnostic::on_unimplemented(
    message = "this closure cannot be the body of a `Fn` with {N} named parameters",
    note = "it takes one `Node<T>` or `Pointer<T>` for each name, with its type written out, and returns a `Node` or `()`"
)]
pub trait FunctionBody<const N: usize, Signature> {
    /// The types of the arguments, as a tuple.
    type Arguments;
    /// What the function returns.
    type Result: FunctionResult;

    #[doc(hidden)]
    fn argument_types() -> [Type; N];

    #[doc(hidden)]
    fn argument_pointers() -> [Option<PointerSpace>; N];

    #[doc(hidden)]
    fn trace(&self, at: &'static Location<'static>) -> Self::Result;
}

/// A function named `name` whose parameters have the names `parameters`.
///
/// ```
/// # use bitonic_dsl::{Fn, Node};
/// let square = Fn("square", ["x"], |x: Node<f32>| x * x);
/// ```
/// Inside a kernel, `square.call(x)` is a `Node<f32>`. Rust's trait of the same name stays
/// what it is: `impl Fn(u32) -> f32` means the trait, `Fn(..)` this function.
#[allow(
    non_snake_case,
    reason = "the shading language's functions are capitalised, as in TSL"
)]
#[track_caller]
pub fn Fn<const N: usize, S, B>(
    name: &str,
    parameters: [&str; N],
    body: B,
) -> Function<B::Arguments, B::Result>
where
    B: FunctionBody<N, S> + 'static,
{
    let at = Location::caller();
    let names = parameters.iter().map(|&name| name.to_owned());
    Function {
        name: name.to_owned(),
        docs: String::new(),
        parameters: names.zip(B::argument_types()).collect(),
        pointers: B::argument_pointers().to_vec(),
        at,
        body: Box::new(move || body.trace(at)),
        tracing: Cell::new(false),
        traced: OnceCell::new(),
        of: PhantomData,
    }
}

impl<A, R: FunctionResult> Function<A, R> {
    /// Says to a reader of the WGSL what the function does: a comment before it, a line
    /// for each line of `text`. What is said behind the first call is not heard.
    ///
    /// ```
    /// # use bitonic_dsl::{Fn, Node};
    /// let square = Fn("square", ["x"], |x: Node<f32>| x * x).doc("x times itself.");
    /// ```
    #[must_use]
    pub fn doc(mut self, text: &str) -> Function<A, R> {
        super::scope::add_docs(&mut self.docs, text);
        self
    }

    #[track_caller]
    fn record_call(&self, arguments: Vec<NodeId>) -> R {
        let at = SourceLocation::caller();
        if self.tracing.get() {
            recorder::fault(
                Diagnostic::new(format!("function `{}` calls itself", self.name), at)
                    .caption("called again here, before its body is complete")
                    .label(recorder::source(self.at), "the function")
                    .help("the shading language has no recursion: use a loop"),
            );
            return R::poison();
        }
        let traced = self.traced.get_or_init(|| self.trace());
        for diagnostic in &traced.diagnostics {
            recorder::fault(
                diagnostic
                    .clone()
                    .label(at, format!("`{}` called here", self.name)),
            );
        }
        if let Some(owner) = traced.owner
            && !recorder::claim_or(
                owner,
                &format_args!("function `{}`", self.name),
                self.at,
                "it uses what its kernel declares: write it in each kernel that calls it",
            )
        {
            return R::poison();
        }
        let callee = recorder::with(|recorder| recorder.callee(&traced.function));
        R::from_call(callee, arguments)
    }

    fn trace(&self) -> Traced {
        let kind = Kind::Function {
            result: R::ty(&self.name),
            pointers: self.pointers.clone(),
            owner: None,
        };
        let guard = Guard::push(format!("function `{}`", self.name), kind);
        self.tracing.set(true);
        let _unset = Unset(&self.tracing);
        let result = (self.body)();
        if let Some(value) = result.operand() {
            // The author's line is the value's: nothing else says that it is returned.
            recorder::with(|recorder| {
                let at = recorder.body.nodes[value].at;
                recorder.push(StatementKind::Return(Some(value)), at);
            });
        }
        match guard.finish() {
            Some(recorder) => self.traced(recorder),
            None => unreachable!("the guard pushed a recorder"),
        }
    }

    fn traced(&self, recorder: Recorder) -> Traced {
        let owner = match recorder.kind {
            Kind::Function { owner, .. } => owner,
            Kind::Kernel { .. } => None,
        };
        let function = Arc::new(graph::Function {
            name: self.name.clone(),
            docs: self.docs.clone(),
            arguments: self.parameters.clone(),
            pointers: self.pointers.clone(),
            result: R::ty(&self.name),
            body: recorder.body,
            text: None,
            at: recorder::source(self.at),
        });
        Traced {
            function,
            owner,
            diagnostics: recorder.diagnostics,
        }
    }
}

/// Clears a flag, also when the author's closure panics.
struct Unset<'a>(&'a Cell<bool>);

impl Drop for Unset<'_> {
    fn drop(&mut self) {
        self.0.set(false);
    }
}

/// A parameter as the function's closure sees it: a [`Node`], or a [`Pointer`].
pub trait FunctionParameter: Sized {
    /// What stands for it among the types of a [`Function`]: the value's type, or the
    /// pointer's.
    type Argument;

    #[doc(hidden)]
    fn ty() -> Type;

    #[doc(hidden)]
    fn pointer() -> Option<PointerSpace>;

    #[doc(hidden)]
    fn argument(position: u32, at: &'static Location<'static>) -> Self;
}

impl<T: Value> FunctionParameter for Node<T> {
    type Argument = T;

    fn ty() -> Type {
        T::ty()
    }

    fn pointer() -> Option<PointerSpace> {
        None
    }

    fn argument(position: u32, at: &'static Location<'static>) -> Node<T> {
        Node::from_handle(recorder::make_at(NodeKind::Argument(position), T::ty(), at))
    }
}

impl<T: Value, S: super::pointer::PointerSpace> FunctionParameter for Pointer<T, S> {
    type Argument = Pointer<T, S>;

    fn ty() -> Type {
        T::ty()
    }

    fn pointer() -> Option<PointerSpace> {
        Some(S::SPACE)
    }

    fn argument(position: u32, at: &'static Location<'static>) -> Pointer<T, S> {
        Pointer::parameter(position, at)
    }
}

macro_rules! arities {
    ($($count:literal: $($argument:ident $lower:ident $position:literal),*;)*) => {$(
        impl<B, R, $($argument: FunctionParameter),*> FunctionBody<$count, fn($($argument),*) -> R> for B
        where
            B: std::ops::Fn($($argument),*) -> R,
            R: FunctionResult,
        {
            type Arguments = ($($argument::Argument,)*);
            type Result = R;

            fn argument_types() -> [Type; $count] {
                [$($argument::ty()),*]
            }

            fn argument_pointers() -> [Option<PointerSpace>; $count] {
                [$($argument::pointer()),*]
            }

            #[allow(unused_variables, reason = "a function of no arguments has none to place")]
            fn trace(&self, at: &'static Location<'static>) -> R {
                self($($argument::argument($position, at)),*)
            }
        }

        impl<R: FunctionResult, $($argument),*> Function<($($argument,)*), R> {
            /// Calls the function; the arguments are evaluated once, left to right.
            #[track_caller]
            #[allow(clippy::too_many_arguments, reason = "as many as the function has")]
            pub fn call(&self, $($lower: impl PassedAs<$argument>),*) -> R {
                let arguments = vec![$($lower.pass()),*];
                self.record_call(arguments)
            }
        }
    )*};
}

arities! {
    0: ;
    1: A a 0;
    2: A a 0, B1 b 1;
    3: A a 0, B1 b 1, C c 2;
    4: A a 0, B1 b 1, C c 2, D d 3;
    5: A a 0, B1 b 1, C c 2, D d 3, E e 4;
    6: A a 0, B1 b 1, C c 2, D d 3, E e 4, F f 5;
    7: A a 0, B1 b 1, C c 2, D d 3, E e 4, F f 5, G g 6;
    8: A a 0, B1 b 1, C c 2, D d 3, E e 4, F f 5, G g 6, H h 7;
}
