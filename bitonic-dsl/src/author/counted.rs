//! Counted loops: `Loop(range(a, b), |i| ..)`. The ways a counter can advance are in `range`.

use super::node::Node;
use super::operators::binary;
use super::place::{Place, Var};
use super::range::{Counter, Range, Update, literal};
use super::recorder::{self, Role};
use crate::graph::{BinaryOperator, StatementKind};
use crate::types::Comparable;

/// The direction of a loop and what its counter needs.
struct Course<T> {
    range: Range<T>,
    down: bool,
    /// A reversed half-open range counts one above the value that it visits.
    above: bool,
    step: Option<i64>,
}

impl<T: Counter + Comparable<Bool = bool>> Course<T> {
    #[track_caller]
    fn of(range: Range<T>) -> Course<T> {
        let step = match &range.update {
            Update::One => Some(1),
            Update::Step(step) => literal(*step),
            Update::ShiftLeft(_)
            | Update::ShiftRight(_)
            | Update::Multiply(_)
            | Update::Divide(_)
            | Update::Up(_)
            | Update::Down(_) => None,
        };
        let shrinks = match &range.update {
            Update::ShiftRight(_) | Update::Divide(_) | Update::Down(_) => true,
            Update::One
            | Update::Step(_)
            | Update::ShiftLeft(_)
            | Update::Multiply(_)
            | Update::Up(_) => false,
        };
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
    fn goes_on(&self, counter: Node<T>) -> Node<bool> {
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
        match &self.range.update {
            Update::One if self.range.reversed => counter - T::ONE.into_node(),
            Update::One => counter + T::ONE.into_node(),
            Update::Step(step) if self.range.reversed => counter - *step,
            Update::Step(step) => counter + *step,
            Update::ShiftLeft(amount) => binary(BinaryOperator::ShiftLeft, counter, *amount),
            Update::ShiftRight(amount) => binary(BinaryOperator::ShiftRight, counter, *amount),
            Update::Multiply(factor) => counter * *factor,
            Update::Divide(divisor) => counter / *divisor,
            Update::Up(next) | Update::Down(next) => recorder::guarded(|| next(counter)),
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
            (Update::ShiftRight(amount), _) => self.may_stay(literal(*amount), stop),
            (Update::Divide(divisor), _) => self.may_stay(literal(*divisor), stop),
            (Update::ShiftLeft(amount), _) => {
                self.may_overflow(literal(*amount), stop, |amount| high >> amount)
            }
            (Update::Multiply(factor), _) => {
                self.may_overflow(literal(*factor), stop, |factor| high / factor)
            }
            (Update::Up(_) | Update::Down(_), _) | (Update::One | Update::Step(_), None) => true,
            (Update::One | Update::Step(_), Some(step)) => {
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

    /// Whether a counter that shrinks by a known amount may reach 0, where it stays, or
    /// the amount is not known.
    fn may_stay(&self, amount: Option<i64>, stop: Option<i64>) -> bool {
        let floor = i64::from(self.range.inclusive);
        amount.is_none() || stop.is_none_or(|stop| stop < floor)
    }

    /// Whether a counter that is not past `stop` may be zero or negative, or lose a bit
    /// at the top; `most` is the greatest value that an amount leaves whole.
    #[track_caller]
    fn may_overflow(
        &self,
        amount: Option<i64>,
        stop: Option<i64>,
        most: impl FnOnce(i64) -> i64,
    ) -> bool {
        match (literal(self.range.start), stop, amount) {
            (Some(start), Some(stop), Some(amount)) => start < 1 || stop > most(amount),
            _ => true,
        }
    }

    /// Whether `next` is no advance from `counter`: it stands still or has passed the
    /// limits of its type.
    #[track_caller]
    fn is_stuck(&self, counter: Node<T>, next: Node<T>) -> Node<bool> {
        let stuck = if self.down {
            next.ge(counter)
        } else {
            next.le(counter)
        };
        // What is lost at the top may leave a value that is greater all the same.
        match &self.range.update {
            Update::ShiftLeft(amount) => {
                let back: Node<T> = binary(BinaryOperator::ShiftRight, next, *amount);
                stuck | back.ne(counter)
            }
            Update::Multiply(factor) => stuck | (next / *factor).ne(counter),
            Update::One
            | Update::Step(_)
            | Update::ShiftRight(_)
            | Update::Divide(_)
            | Update::Up(_)
            | Update::Down(_) => stuck,
        }
    }
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
    T: Counter + Comparable<Bool = bool>,
{
    let course = Course::of(range);
    let (start, _) = course.ends();
    let name = course.range.name.clone().unwrap_or_else(counter_name);
    let counter = start.to_var(&name);
    let guarded = course.may_not_advance();
    let header = recorder::open_block(Role::Condition);
    let current = counter.load();
    let condition = course.goes_on(current).operand();
    recorder::close_block();

    let turn = recorder::open_block(Role::Turn);
    let value = course.value(current);
    recorder::guarded(|| body(value));
    recorder::close_block();

    let continuing = recorder::open_block(Role::Continuing);
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
    T: Counter + Comparable<Bool = bool>,
{
    let next = course.next(current);
    Place::assign(**counter, next);
    // Not in a closure, whose line would be told instead of the author's.
    if guarded {
        Some(course.is_stuck(current, next).operand())
    } else {
        None
    }
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
