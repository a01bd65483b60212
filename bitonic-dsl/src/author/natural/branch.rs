//! `Branch`: an `if` that Rust or the shader decides.

use std::panic::Location;

use crate::author::node::Node;
use crate::author::recorder::{self, Depth};
use crate::graph::{BlockId, Literal, NodeId, NodeKind, StatementKind};

/// What decides a [`Branch`]: Rust's own `bool`, or a `Node<bool>`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` decides no `if`",
    label = "expected a `bool`, or a value of the shader of type `bool`",
    note = "a variable or a place in memory is an address: read its value with `.load()`",
    note = "a vector of truths becomes one by `all(..)` or `any(..)`"
)]
pub trait Decision: Sized {
    /// What is known while the kernel is built; else the node that decides there.
    #[doc(hidden)]
    #[track_caller]
    fn known(self) -> Result<bool, NodeId>;
}

impl Decision for bool {
    fn known(self) -> Result<bool, NodeId> {
        Ok(self)
    }
}

impl Decision for Node<bool> {
    #[track_caller]
    fn known(self) -> Result<bool, NodeId> {
        let node = self.operand();
        recorder::with(|recorder| {
            let made = &recorder.body.nodes[node];
            match (&made.kind, &made.name) {
                (NodeKind::Literal(Literal::Bool(value)), None) => Ok(*value),
                _ => Err(node),
            }
        })
    }
}

impl Decision for &Node<bool> {
    #[track_caller]
    fn known(self) -> Result<bool, NodeId> {
        (*self).known()
    }
}

/// An `if` whose sides are Rust's own statements.
///
/// Ask it in this order: [`accepts`](Branch::accepts), [`rejects`](Branch::rejects) where
/// there is an `else`, and [`end`](Branch::end). An `else if` is a branch of its own
/// within what the first rejects.
///
/// ```
/// # use bitonic_dsl::*;
/// # use bitonic_dsl::natural::Branch;
/// # let same = |natural: bool| kernel("halve").build(|k| {
/// let data = k.storage_mut::<u32>("data");
/// let place = data.element(instance_index());
/// # if natural {
/// let mut branch = Branch::new(place.load().gt(9));
/// if branch.accepts() {
///     place.shr_assign(1);
/// }
/// branch.end();
/// # } else {
/// // The same as
/// If(place.load().gt(9), || place.shr_assign(1));
/// # }
/// # })?.wgsl(Dialect::Browser);
/// # assert_eq!(same(true)?, same(false)?);
/// # Ok::<(), Error>(())
/// ```
///
/// A branch of the shader that Rust leaves before its end, by `return` or `break`, is a
/// fault of the kernel.
#[must_use = "a branch has sides: ask whether it `.accepts()`"]
pub struct Branch {
    state: State,
}

enum State {
    Known(bool),
    Recorded(Recorded),
}

/// A branch that is recorded.
struct Recorded {
    condition: NodeId,
    accept: Option<BlockId>,
    stage: Stage,
    /// What was open before.
    depth: Depth,
    at: &'static Location<'static>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Begun,
    Accepting,
    Rejecting,
    Ended,
}

impl Branch {
    /// An `if` on `condition`.
    ///
    /// A node that is the literal `true` or `false`, without a name, is known as a `bool` is.
    #[track_caller]
    pub fn new(condition: impl Decision) -> Branch {
        let state = match condition.known() {
            Ok(known) => State::Known(known),
            Err(condition) => State::Recorded(Recorded {
                condition,
                accept: None,
                stage: Stage::Begun,
                depth: recorder::depth(),
                at: Location::caller(),
            }),
        };
        Branch { state }
    }

    /// Whether to run what stands where the condition holds: always, in the shader's branch.
    #[track_caller]
    pub fn accepts(&mut self) -> bool {
        match &mut self.state {
            State::Known(known) => *known,
            State::Recorded(recorded) => recorded.accept(),
        }
    }

    /// Whether to run what stands where the condition does not hold: always, in the shader's
    /// branch.
    #[track_caller]
    pub fn rejects(&mut self) -> bool {
        match &mut self.state {
            State::Known(known) => !*known,
            State::Recorded(recorded) => recorded.reject(),
        }
    }

    /// Ends the branch.
    #[track_caller]
    pub fn end(mut self) {
        if let State::Recorded(recorded) = &mut self.state {
            recorded.end();
        }
    }
}

impl Recorded {
    /// Whether this kernel or function is the branch's own, and none of its blocks was
    /// closed by what left them.
    #[track_caller]
    fn is_open(&self) -> bool {
        recorder::is_written_here(self.depth.scope, "side", "an `if`")
            && (self.stage == Stage::Begun || recorder::opened_since(self.depth).is_some())
    }

    #[track_caller]
    fn accept(&mut self) -> bool {
        if self.stage != Stage::Begun || !self.is_open() {
            return false;
        }
        let block = recorder::with(|recorder| recorder.new_block());
        recorder::enter_at(block, self.at);
        self.accept = Some(block);
        self.stage = Stage::Accepting;
        true
    }

    #[track_caller]
    fn reject(&mut self) -> bool {
        if self.stage == Stage::Begun {
            self.accept();
        }
        if self.stage != Stage::Accepting || !self.is_open() {
            return false;
        }
        let block = self.record();
        recorder::enter_at(block, self.at);
        self.stage = Stage::Rejecting;
        true
    }

    /// Closes what is accepted, and records the statement; gives the block of what is not.
    #[track_caller]
    fn record(&mut self) -> BlockId {
        recorder::close_to(self.depth);
        let empty = || recorder::with(|recorder| recorder.new_block());
        let accept = self.accept.unwrap_or_else(empty);
        let reject = empty();
        let statement = StatementKind::If {
            condition: self.condition,
            accept,
            reject,
        };
        recorder::statement_at(statement, self.at);
        reject
    }

    #[track_caller]
    fn end(&mut self) {
        let stage = std::mem::replace(&mut self.stage, Stage::Ended);
        match stage {
            Stage::Accepting if recorder::opened_since(self.depth).is_some() => {
                self.record();
            }
            Stage::Rejecting => recorder::close_to(self.depth),
            Stage::Begun | Stage::Accepting | Stage::Ended => {}
        }
    }
}

impl Drop for Recorded {
    fn drop(&mut self) {
        let is_running = matches!(self.stage, Stage::Accepting | Stage::Rejecting);
        if is_running && recorder::closes_early(self.depth) {
            recorder::unfinished(self.depth.scope, self.at);
        }
    }
}
