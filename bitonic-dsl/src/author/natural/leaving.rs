//! What leaves a function or a loop: Rust's own, or recorded.

use std::panic::Location;

use crate::author::control::Return;
use crate::author::function::FunctionResult;
use crate::author::recorder::{self, Depth};
use crate::diagnostic::{Diagnostic, SourceLocation};

/// A `return` of `value`: it is recorded where a branch or loop of the shader is open, and given
/// back where Rust's own `return` is right, which ends the recording.
///
/// ```
/// # use bitonic_dsl::*;
/// use bitonic_dsl::natural::{self, Branch};
/// let clamped = |limited: bool| Fn("clamped", ["x"], move |x: Node<u32>| {
///     let mut branch = Branch::new(!limited);
///     if branch.accepts() {
///         if let Some(value) = natural::returns(x) {
///             return value;
///         }
///     }
///     branch.end();
///     x.min(100)
/// });
/// # for limited in [true, false] {
/// # let kernel = kernel("k").build(|k| {
/// #     let data = k.storage_mut::<u32>("data");
/// #     data.element(0).assign(clamped(limited).call(data.element(1).load()));
/// # })?;
/// # assert_eq!(kernel.wgsl(Dialect::Browser)?.contains("100"), limited);
/// # }
/// # Ok::<(), Error>(())
/// ```
#[must_use = "what is given back is to be returned: `if let Some(value) = returns(x) { return value; }`"]
#[track_caller]
pub fn returns<R: FunctionResult>(value: R) -> Option<R> {
    if recorder::is_at_root() {
        return Some(value);
    }
    Return(value);
    None
}

/// Whether what is recorded now is never reached, for a `return`, `break` or `continue` was
/// recorded last: what Rust would do behind it is to be left out.
#[must_use = "leave out what follows where it is left"]
#[track_caller]
pub fn is_left() -> bool {
    recorder::is_left()
}

/// A loop of Rust's own, which unrolls: whether `break` and `continue` in it may be Rust's too.
///
/// They may where no branch of the shader has been opened since the loop began. Otherwise some
/// invocations would leave a loop that all of them have in their text: a fault.
///
/// ```
/// # use bitonic_dsl::*;
/// use bitonic_dsl::natural::HostLoop;
/// # kernel("unrolled").build(|k| {
/// let data = k.storage_mut::<u32>("data");
/// let host_loop = HostLoop::new();
/// for i in 0..4 {
///     if !host_loop.begins() {
///         break;
///     }
///     if i == 2 {
///         if host_loop.continues() {
///             continue;
///         }
///         break;
///     }
///     data.element(i).assign(i);
/// }
/// # })?;
/// # Ok::<(), Error>(())
/// ```
#[must_use = "ask it where the loop is left"]
pub struct HostLoop {
    depth: Depth,
    at: &'static Location<'static>,
}

impl Default for HostLoop {
    #[track_caller]
    fn default() -> HostLoop {
        HostLoop::new()
    }
}

impl HostLoop {
    /// A loop of Rust's that begins here.
    #[track_caller]
    pub fn new() -> HostLoop {
        HostLoop {
            depth: recorder::depth(),
            at: Location::caller(),
        }
    }

    /// Whether the next turn is reached: not where a recorded `return`, or `break` of a loop
    /// of the shader around, stands before it. Rust then breaks.
    #[must_use = "where it does not begin, the loop ends"]
    #[track_caller]
    pub fn begins(&self) -> bool {
        !recorder::is_left()
    }

    /// Says that Rust's own `break` comes next.
    #[track_caller]
    pub fn breaks(&self) {
        self.is_left_by("break");
    }

    /// Whether Rust's own `continue` is right; else it is a fault, and Rust breaks, so that the
    /// loop ends.
    #[must_use = "where it does not continue, the loop ends"]
    #[track_caller]
    pub fn continues(&self) -> bool {
        self.is_left_by("continue")
    }

    #[track_caller]
    fn is_left_by(&self, word: &str) -> bool {
        let Some(branch) = recorder::opened_since(self.depth) else {
            return true;
        };
        let message = format!("`{word}` of a host loop from a branch of the shader");
        recorder::fault(
            Diagnostic::new(message, SourceLocation::caller())
                .caption("which invocations come here is not known while the kernel is built")
                .label(
                    recorder::source(self.at),
                    "the host loop, which is unrolled",
                )
                .label(recorder::source(branch), "the branch of the shader")
                .help(
                    "let the loop be the shader's, without `#[host]`; or keep in a `let mut` what \
                     later turns are to skip",
                ),
        );
        recorder::close_to(self.depth);
        false
    }
}
