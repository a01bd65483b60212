//! Loops, in the shapes that `loops` finds.

use naga::{Block, Span, Statement};

use super::body::Body;
use super::expressions::Written;
use super::facts::{Key, Local};
use super::grammar::Position;
use super::loops::{self, Head, Shape};
use super::plan::Plan;
use super::{Refusal, Value};

impl Body<'_> {
    pub(super) fn loop_statement(&mut self, statement: &Statement, span: Span) -> Written {
        let Statement::Loop {
            body,
            continuing,
            break_if,
        } = statement
        else {
            return Err(Refusal::new("a loop that is none"));
        };
        let opened = self.scope.open();
        match loops::shape(&self.plan, statement) {
            Shape::For { head, step, .. } => {
                let first = self.first()?;
                let condition = self.condition(head)?;
                let step = self.store(step)?;
                self.line(&format!("for ({first}; {condition}; {step}) {{"), span);
                self.block(body, head.behind, false)?;
            }
            Shape::While(head) => {
                let line = format!("while {} {{", self.condition(head)?);
                self.line(&line, span);
                self.block(body, head.behind, false)?;
            }
            Shape::Plain => {
                self.line("loop {", span);
                self.indent += 1;
                self.statements(body, 0, false)?;
                self.continuing(continuing, *break_if)?;
                self.indent -= 1;
            }
        }
        self.line("}", Span::default());
        self.scope.close(opened);
        Ok(())
    }

    /// The first part of the head of a `for`.
    fn first(&mut self) -> Result<String, Refusal> {
        let Some((local, value)) = self.carried.take() else {
            return Ok(String::new());
        };
        let value = self.text(value)?;
        let name = self.declare_local(local);
        Ok(format!("var {name} = {value}"))
    }

    /// What holds where the loop takes another turn.
    fn condition(&self, head: Head) -> Result<String, Refusal> {
        let mut text = String::new();
        match head.leaves_if {
            true => self.expressions().write_not(head.condition, &mut text)?,
            false => self
                .expressions()
                .write(head.condition, Position::Free, &mut text)?,
        }
        Ok(text)
    }

    fn continuing(&mut self, continuing: &Block, break_if: Option<Value>) -> Written {
        if loops::is_silent(&self.plan, continuing.iter()) && break_if.is_none() {
            return Ok(());
        }
        self.line("continuing {", Span::default());
        let opened = self.scope.open();
        self.indent += 1;
        self.statements(continuing, 0, false)?;
        if let Some(condition) = break_if {
            let line = format!("break if {};", self.text(condition)?);
            let span = self.function.expressions.get_span(condition);
            self.line(&line, span);
        }
        self.indent -= 1;
        self.scope.close(opened);
        self.line("}", Span::default());
        Ok(())
    }
}

/// The variable and first value of `statement`, if that declares what the next loop
/// counts with, and nothing else uses it.
pub(super) fn is_carried(
    plan: &Plan<'_>,
    statement: &Statement,
    behind: &[(&Statement, Span)],
) -> Option<(Local, Value)> {
    let Statement::Store { value, .. } = *statement else {
        return None;
    };
    let declarations = plan.facts.declarations.get(&Key::of(statement))?;
    let declaration = declarations.iter().find(|one| one.by_store)?;
    let mut spoken = behind
        .iter()
        .filter(|(statement, _)| !loops::is_silent_emit(plan, statement));
    let (next, _) = spoken.next()?;
    let Shape::For { counter, .. } = loops::shape(plan, next) else {
        return None;
    };
    let of_loop = counter == declaration.local && declaration.last == Some(Key::of(next));
    let declares_more = plan.facts.declarations.contains_key(&Key::of(next));
    (of_loop && !declares_more).then_some((declaration.local, value))
}
