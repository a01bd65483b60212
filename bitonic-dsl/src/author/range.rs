//! Counted loops: `Loop(range(a, b), |i| ..)` and the ways a counter can advance.

use super::node::{IntoNode, Node};
use super::place::{Place, Var};
use super::recorder;
use crate::diagnostic::{Diagnostic, SourceLocation};
use crate::graph::{Literal, NodeKind, StatementKind};
use crate::types::{Bits, Integer, SameBits, Scalar};

/// What a loop can count with: `u32` or `i32`.
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

/// The values that a [`Loop`] visits.
///
/// The start, the end and the step are evaluated once, before the loop. A counter
/// that could not advance without passing the limits of its type ends the loop, so
/// that no range is endless.
pub struct Range<T> {
    start: Node<T>,
    end: Node<T>,
    inclusive: bool,
    reversed: bool,
    update: Update<T>,
    name: Option<String>,
}

/// How a counter advances.
enum Update<T> {
    One,
    Step(Node<T>),
    ShiftLeft(Node<u32>),
    ShiftRight(Node<u32>),
}

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

    #[track_caller]
    fn shift(&self, amount: Node<u32>) -> Node<u32> {
        let at = SourceLocation::caller();
        if self.reversed {
            recorder::fault(
                Diagnostic::new("a shifting range cannot be reversed", at)
                    .help("`.shift_right(..)` counts down, `.shift_left(..)` up"),
            );
        }
        if literal(amount).is_some_and(|amount| !(1..32).contains(&amount)) {
            recorder::fault(
                Diagnostic::new("a loop shifts its counter by 1 to 31 bits", at)
                    .help("with another amount the counter would not advance"),
            );
        }
        amount
    }

    /// The same values from the last to the first.
    #[must_use]
    #[track_caller]
    pub fn rev(mut self) -> Range<T> {
        let at = SourceLocation::caller();
        let plain = match &self.update {
            Update::One => true,
            Update::Step(_) | Update::ShiftLeft(_) | Update::ShiftRight(_) => false,
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
fn literal<T: Counter>(node: Node<T>) -> Option<i64> {
    let id = node.operand();
    recorder::with(|recorder| match recorder.body.nodes[id].kind {
        NodeKind::Literal(value) => T::wide(value),
        _ => None,
    })
}

/// The direction of a loop and what its counter needs.
struct Course<T> {
    range: Range<T>,
    down: bool,
    /// A reversed half-open range counts one above the value that it visits.
    above: bool,
    step: Option<i64>,
}

impl<T: Counter> Course<T> {
    #[track_caller]
    fn of(range: Range<T>) -> Course<T> {
        let step = match range.update {
            Update::One => Some(1),
            Update::Step(step) => literal(step),
            Update::ShiftLeft(_) | Update::ShiftRight(_) => None,
        };
        let shrinks = matches!(range.update, Update::ShiftRight(_));
        let down = range.reversed || shrinks || step.is_some_and(|step| step < 0);
        let above = range.reversed && !range.inclusive;
        Course {
            range,
            down,
            above,
            step,
        }
    }

    /// Where the counter starts, and the value that it stops at.
    fn ends(&self) -> (Node<T>, Node<T>) {
        if self.range.reversed {
            (self.range.end, self.range.start)
        } else {
            (self.range.start, self.range.end)
        }
    }

    #[track_caller]
    fn goes_on(&self, counter: Node<T>) -> Node<bool>
    where
        T: crate::types::Comparable<Bool = bool>,
    {
        let (_, stop) = self.ends();
        match (self.down, self.range.inclusive) {
            (false, false) => counter.lt(stop),
            (false, true) => counter.le(stop),
            (true, false) => counter.gt(stop),
            (true, true) => counter.ge(stop),
        }
    }

    /// What the turn sees of the counter.
    #[track_caller]
    fn value(&self, counter: Node<T>) -> Node<T> {
        if self.above {
            counter - T::ONE.into_node()
        } else {
            counter
        }
    }

    #[track_caller]
    fn next(&self, counter: Node<T>) -> Node<T> {
        match self.range.update {
            Update::One if self.range.reversed => counter - T::ONE.into_node(),
            Update::One => counter + T::ONE.into_node(),
            Update::Step(step) if self.range.reversed => counter - step,
            Update::Step(step) => counter + step,
            Update::ShiftLeft(amount) => shifted(counter, amount, true),
            Update::ShiftRight(amount) => shifted(counter, amount, false),
        }
    }

    /// Whether the counter may pass the limits of its type, or stand still, before
    /// it reaches the stop.
    #[track_caller]
    fn may_not_advance(&self) -> bool {
        let (_, stop) = self.ends();
        let stop = literal(stop);
        let (low, high) = T::LIMITS;
        match (&self.range.update, self.step) {
            (Update::ShiftRight(amount), _) => {
                let floor = if self.range.inclusive { 1 } else { 0 };
                literal(*amount).is_none() || stop.is_none_or(|stop| stop < floor)
            }
            (Update::ShiftLeft(amount), _) => self.may_shift_out(*amount, stop, high),
            (_, None) => true,
            (_, Some(step)) => {
                let slack = step.abs() - i64::from(!self.range.inclusive);
                let last = match stop {
                    Some(stop) => stop,
                    None if self.down => low,
                    None => high,
                };
                if self.down {
                    last - slack < low
                } else {
                    last + slack > high
                }
            }
        }
    }
}

impl<T: Counter> Course<T> {
    /// Whether a counter that is not past `stop` may be zero or negative, or lose a bit
    /// at the top.
    #[track_caller]
    fn may_shift_out(&self, amount: Node<u32>, stop: Option<i64>, high: i64) -> bool {
        match (literal(self.range.start), stop, literal(amount)) {
            (Some(start), Some(stop), Some(amount)) => start < 1 || stop > high >> amount,
            _ => true,
        }
    }
}

#[track_caller]
fn shifted<T: Counter>(counter: Node<T>, amount: Node<u32>, left: bool) -> Node<T> {
    let operator = if left {
        crate::graph::BinaryOperator::ShiftLeft
    } else {
        crate::graph::BinaryOperator::ShiftRight
    };
    super::operators::binary(operator, counter, amount)
}

/// Runs `body` once for each value of `range`, in order. The value is fixed for the
/// turn; the counter itself is the loop's own.
///
/// ```
/// # use bitonic_dsl::*;
/// # kernel("sum").build(|k| {
/// let data = k.storage_mut::<u32>("data");
/// let sum = 0u32.to_var("sum");
/// Loop(range(0, data.len()).step(2), |i| sum.add_assign(data.element(i).load()));
/// data.element(0).assign(sum.load());
/// # })?;
/// # Ok::<(), Error>(())
/// ```
#[allow(
    non_snake_case,
    reason = "the shading language's control flow is capitalised, as in TSL"
)]
#[track_caller]
pub fn Loop<T>(range: Range<T>, body: impl FnOnce(Node<T>))
where
    T: Counter + crate::types::Comparable<Bool = bool>,
{
    let course = Course::of(range);
    let (start, _) = course.ends();
    let name = course.range.name.clone().unwrap_or_else(counter_name);
    let counter = start.to_var(&name);
    let guarded = course.may_not_advance();
    let header = recorder::open_block();
    let current = counter.load();
    let condition = course.goes_on(current).operand();
    recorder::close_block();

    let turn = recorder::open_turn();
    let value = course.value(current);
    recorder::guarded(|| body(value));
    recorder::close_block();

    let continuing = recorder::open_block();
    let break_if = advance(&course, &counter, current, guarded);
    recorder::close_block();
    recorder::statement(StatementKind::Loop {
        header,
        condition: Some(condition),
        body: turn,
        continuing,
        break_if,
    });
}

#[track_caller]
fn advance<T>(
    course: &Course<T>,
    counter: &Var<T>,
    current: Node<T>,
    guarded: bool,
) -> Option<crate::graph::NodeId>
where
    T: Counter + crate::types::Comparable<Bool = bool>,
{
    let next = course.next(current);
    Place::assign(**counter, next);
    if !guarded {
        return None;
    }
    let stuck = if course.down {
        next.ge(current)
    } else {
        next.le(current)
    };
    Some(stuck.operand())
}

#[track_caller]
fn counter_name() -> String {
    const NAMES: [&str; 4] = ["i", "j", "k", "l"];
    let depth = recorder::with(|recorder| recorder.loop_depth());
    NAMES.get(depth).map_or_else(
        || format!("counter_{}", char::from(b'a' + (depth % 26) as u8)),
        |name| (*name).to_owned(),
    )
}
