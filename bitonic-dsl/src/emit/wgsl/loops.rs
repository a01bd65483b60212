//! Loops that count, and loops with their condition at the head.

use naga::{Block, Expression, Statement};

use super::Value;
use super::facts::{Key, Local};
use super::operands::{for_each_operand, whole_local};
use super::plan::Plan;

/// How a loop is written.
pub(super) enum Shape<'a> {
    /// `for (..; condition; step)`.
    For {
        head: Head,
        counter: Local,
        step: &'a Statement,
    },
    /// `while condition`.
    While(Head),
    /// `loop`.
    Plain,
}

/// The way out at the beginning of a turn.
#[derive(Clone, Copy)]
pub(super) struct Head {
    pub(super) condition: Value,
    /// The loop is left where the condition holds, not where it does not.
    pub(super) leaves_if: bool,
    /// The first statement behind it.
    pub(super) behind: usize,
}

pub(super) fn shape<'a>(plan: &Plan<'_>, statement: &'a Statement) -> Shape<'a> {
    let Statement::Loop {
        body,
        continuing,
        break_if: None,
    } = statement
    else {
        return Shape::Plain;
    };
    let Some(head) = head(plan, body) else {
        return Shape::Plain;
    };
    if is_silent(plan, continuing.iter()) {
        return Shape::While(head);
    }
    let start = plan.facts.loops.get(&Key::of(statement));
    let start = start.map_or(u32::MAX, |facts| facts.start);
    match step(plan, continuing, start) {
        Some((counter, step)) => Shape::For {
            head,
            counter,
            step,
        },
        None => Shape::Plain,
    }
}

/// Whether the text of all these is empty.
pub(super) fn is_silent<'a>(
    plan: &Plan<'_>,
    statements: impl IntoIterator<Item = &'a Statement>,
) -> bool {
    statements
        .into_iter()
        .all(|statement| is_silent_emit(plan, statement))
}

pub(super) fn is_silent_emit(plan: &Plan<'_>, statement: &Statement) -> bool {
    match statement {
        Statement::Emit(range) => range.clone().all(|value| plan.is_silent(value)),
        Statement::Block(block) => is_silent(plan, block.iter()),
        _ => false,
    }
}

fn head(plan: &Plan<'_>, body: &Block) -> Option<Head> {
    let spoken = |(_, statement): &(usize, &Statement)| !is_silent_emit(plan, statement);
    let (index, first) = body.iter().enumerate().find(spoken)?;
    let Statement::If {
        condition,
        accept,
        reject,
    } = first
    else {
        return None;
    };
    let leaves_if = match (is_break(accept), is_break(reject)) {
        (true, false) if reject.is_empty() => true,
        (false, true) if accept.is_empty() => false,
        (_, _) => return None,
    };
    Some(Head {
        condition: *condition,
        leaves_if,
        behind: index + 1,
    })
}

fn is_break(block: &Block) -> bool {
    matches!(block.first(), Some(Statement::Break)) && block.len() == 1
}

/// The one assignment of `continuing`, to a variable, if it needs nothing that has its
/// line in the loop: the head of a `for` does not see those.
fn step<'a>(plan: &Plan<'_>, continuing: &'a Block, start: u32) -> Option<(Local, &'a Statement)> {
    let mut spoken = continuing
        .iter()
        .filter(|statement| !is_silent_emit(plan, statement));
    let step = spoken.next()?;
    let Statement::Store { pointer, value } = *step else {
        return None;
    };
    let counter = whole_local(plan.function, pointer)?;
    let alone = spoken.next().is_none();
    (alone && !needs_line_within(plan, value, start)).then_some((counter, step))
}

fn needs_line_within(plan: &Plan<'_>, value: Value, start: u32) -> bool {
    if plan.is_let(value) {
        return plan.facts.at[value.index()] >= start;
    }
    let expression = &plan.function.expressions[value];
    if matches!(expression, Expression::CallResult(_)) {
        return true;
    }
    let mut needs = false;
    for_each_operand(expression, |operand| {
        needs = needs || needs_line_within(plan, operand, start);
    });
    needs
}
