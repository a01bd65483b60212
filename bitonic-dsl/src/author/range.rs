//! The values that a counted loop visits: `range(a, b)` and the ways a counter can advance.
//! The loop itself is in `counted`.

use super::node::{IntoNode, Node};
use super::recorder;
use crate::diagnostic::{Diagnostic, SourceLocation};
use crate::graph::{Literal, NodeKind};
use crate::types::{Bits, Integer, SameBits, Scalar};

/// What a loop can count with: `u32` or `i32`.
#[diagnostic::on_unimplemented(
    message = "a loop counts with a `u32` or an `i32`, not with a `{Self}`",
    note = "count with an integer, and convert it in the turn: `.to_f32()`"
)]
pub trait Counter: Integer + Scalar + SameBits<Bits = Bits<32>> + IntoNode<Self> {
    /// The number one.
    const ONE: Self;
    /// The least value.
    const MIN: Self;

    #[doc(hidden)]
    fn wide(literal: Literal) -> Option<i64>;

    #[doc(hidden)]
    const LIMITS: (i64, i64);
}

impl Counter for u32 {
    const ONE: u32 = 1;
    const MIN: u32 = u32::MIN;
    const LIMITS: (i64, i64) = (0, u32::MAX as i64);

    fn wide(literal: Literal) -> Option<i64> {
        match literal {
            Literal::U32(value) => Some(i64::from(value)),
            Literal::Bool(_)
            | Literal::I32(_)
            | Literal::I64(_)
            | Literal::U64(_)
            | Literal::F16(_)
            | Literal::F32(_)
            | Literal::F64(_) => None,
        }
    }
}

impl Counter for i32 {
    const ONE: i32 = 1;
    const MIN: i32 = i32::MIN;
    const LIMITS: (i64, i64) = (i32::MIN as i64, i32::MAX as i64);

    fn wide(literal: Literal) -> Option<i64> {
        match literal {
            Literal::I32(value) => Some(i64::from(value)),
            Literal::Bool(_)
            | Literal::U32(_)
            | Literal::I64(_)
            | Literal::U64(_)
            | Literal::F16(_)
            | Literal::F32(_)
            | Literal::F64(_) => None,
        }
    }
}

/// The values that a [`Loop`](crate::Loop()) visits.
///
/// The start, the end and the step are evaluated once, before the loop. A counter
/// that could not advance without passing the limits of its type ends the loop, so
/// that no range is endless.
pub struct Range<T> {
    pub(super) start: Node<T>,
    pub(super) end: Node<T>,
    pub(super) inclusive: bool,
    pub(super) reversed: bool,
    pub(super) update: Update<T>,
    pub(super) name: Option<String>,
}

/// How a counter advances.
pub(super) enum Update<T> {
    One,
    Step(Node<T>),
    ShiftLeft(Node<u32>),
    ShiftRight(Node<u32>),
    Multiply(Node<T>),
    Divide(Node<T>),
    Up(NextValue<T>),
    Down(NextValue<T>),
}

/// Makes the next value of a counter from its value.
pub(super) type NextValue<T> = Box<dyn std::ops::Fn(Node<T>) -> Node<T>>;

/// The values from `start` up to but not including `end`.
#[track_caller]
pub fn range<T: Counter>(start: impl IntoNode<T>, end: impl IntoNode<T>) -> Range<T> {
    Range {
        start: start.into_node(),
        end: end.into_node(),
        inclusive: false,
        reversed: false,
        update: Update::One,
        name: None,
    }
}

/// The values from `start` up to and including `end`.
#[track_caller]
pub fn range_inclusive<T: Counter>(start: impl IntoNode<T>, end: impl IntoNode<T>) -> Range<T> {
    Range {
        inclusive: true,
        ..range(start, end)
    }
}

impl<T: Counter> Range<T> {
    /// Every `step`th value: `start`, `start + step` and so on before `end`; after
    /// [`rev`](Range::rev) from the other side, as Rust's `.rev().step_by(..)`.
    ///
    /// A negative literal counts down: `range(10, 0).step(-2)` visits 10, 8, 6, 4, 2. A step
    /// that is only known at run time must be positive; where it is not, the loop ends after
    /// its first turn.
    #[must_use]
    #[track_caller]
    pub fn step(mut self, step: impl IntoNode<T>) -> Range<T> {
        let step = step.into_node();
        let at = SourceLocation::caller();
        match literal(step) {
            Some(0) => recorder::fault(
                Diagnostic::new("a loop with a step of 0 would never end", at)
                    .help("give a step other than 0"),
            ),
            Some(step) if step < 0 && self.reversed => recorder::fault(
                Diagnostic::new("a reversed range takes a positive step", at)
                    .help("`.rev()` already counts down: leave out the sign"),
            ),
            Some(_) | None => {}
        }
        self.update = Update::Step(step);
        self
    }

    /// Shifts the counter to the left by `amount` bits with each turn: `range(1, n).shift_left(1)`
    /// visits 1, 2, 4 .. below `n`.
    #[must_use]
    #[track_caller]
    pub fn shift_left(mut self, amount: impl IntoNode<u32>) -> Range<T> {
        self.update = Update::ShiftLeft(self.shift(amount.into_node()));
        self
    }

    /// Shifts the counter to the right by `amount` bits with each turn, from `start` *down* to
    /// but not including `end`: `range(n, 1).shift_right(1)` visits n, n / 2 .. 2. An inclusive
    /// range visits `end` too, where it falls on it.
    #[must_use]
    #[track_caller]
    pub fn shift_right(mut self, amount: impl IntoNode<u32>) -> Range<T> {
        self.update = Update::ShiftRight(self.shift(amount.into_node()));
        self
    }

    /// Multiplies the counter by `factor` with each turn: `range(1, n).multiply(3)` visits 1, 3,
    /// 9 .. below `n`. The start and the factor must be positive, and the factor more than 1;
    /// where they are not, the loop ends after its first turn.
    #[must_use]
    #[track_caller]
    pub fn multiply(mut self, factor: impl IntoNode<T>) -> Range<T> {
        self.update = Update::Multiply(self.factor(factor.into_node()));
        self
    }

    /// Divides the counter by `divisor` with each turn, from `start` *down* to but not
    /// including `end`: `range(n, 0).divide(10)` visits n, n / 10 and so on above 0. The divisor
    /// must be more than 1; where it is not, the loop ends after its first turn.
    #[must_use]
    #[track_caller]
    pub fn divide(mut self, divisor: impl IntoNode<T>) -> Range<T> {
        self.update = Update::Divide(self.factor(divisor.into_node()));
        self
    }

    /// Advances the counter to whatever `next` makes of its value: `range(1, n)
    /// .update(|i| i * 2 + 1)` visits 1, 3, 7 .. below `n`. A turn whose next value would not
    /// be greater is the last.
    #[must_use]
    #[track_caller]
    pub fn update(mut self, next: impl std::ops::Fn(Node<T>) -> Node<T> + 'static) -> Range<T> {
        self.free_update();
        self.update = Update::Up(Box::new(next));
        self
    }

    /// [`update`](Range::update) from `start` *down* to but not including `end`. A turn whose
    /// next value would not be less is the last.
    #[must_use]
    #[track_caller]
    pub fn update_down(
        mut self,
        next: impl std::ops::Fn(Node<T>) -> Node<T> + 'static,
    ) -> Range<T> {
        self.free_update();
        self.update = Update::Down(Box::new(next));
        self
    }

    #[track_caller]
    fn shift(&self, amount: Node<u32>) -> Node<u32> {
        let at = SourceLocation::caller();
        self.refuse_reversed(
            "a shifting range",
            "`.shift_right(..)` counts down, `.shift_left(..)` up",
        );
        if literal(amount).is_some_and(|amount| !(1..32).contains(&amount)) {
            recorder::fault(
                Diagnostic::new("a loop shifts its counter by 1 to 31 bits", at)
                    .help("with another amount the counter would not advance"),
            );
        }
        amount
    }

    #[track_caller]
    fn factor(&self, factor: Node<T>) -> Node<T> {
        let at = SourceLocation::caller();
        self.refuse_reversed(
            "a range that multiplies or divides",
            "`.divide(..)` counts down, `.multiply(..)` up",
        );
        if literal(factor).is_some_and(|factor| factor < 2) {
            recorder::fault(
                Diagnostic::new("a loop multiplies or divides its counter by 2 or more", at)
                    .help("with another factor the counter would not advance"),
            );
        }
        factor
    }

    #[track_caller]
    fn free_update(&self) {
        self.refuse_reversed(
            "a range with an update of its own",
            "`.update_down(..)` counts down, `.update(..)` up",
        );
    }

    #[track_caller]
    fn refuse_reversed(&self, what: &str, help: &str) {
        let at = SourceLocation::caller();
        if self.reversed {
            let message = format!("{what} cannot be reversed");
            recorder::fault(Diagnostic::new(message, at).help(help));
        }
    }

    /// The same values from the last to the first.
    #[must_use]
    #[track_caller]
    pub fn rev(mut self) -> Range<T> {
        let at = SourceLocation::caller();
        let plain = match &self.update {
            Update::One => true,
            Update::Step(_)
            | Update::ShiftLeft(_)
            | Update::ShiftRight(_)
            | Update::Multiply(_)
            | Update::Divide(_)
            | Update::Up(_)
            | Update::Down(_) => false,
        };
        if !plain || self.reversed {
            recorder::fault(
                Diagnostic::new("`.rev()` comes first, before the step", at)
                    .help("write `range(a, b).rev().step(s)`: it counts down from the end"),
            );
        }
        self.reversed = true;
        self
    }

    /// The counter's name in the emitted text; `i`, `j`, `k` by depth if none is given.
    #[must_use]
    pub fn named(mut self, name: &str) -> Range<T> {
        self.name = Some(name.to_owned());
        self
    }
}

/// The value of a node of this kernel that is a literal.
#[track_caller]
pub(super) fn literal<T: Counter>(node: Node<T>) -> Option<i64> {
    let id = node.operand();
    recorder::with(|recorder| match recorder.body.nodes[id].kind {
        NodeKind::Literal(value) => T::wide(value),
        _ => None,
    })
}
