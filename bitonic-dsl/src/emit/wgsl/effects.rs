//! Statements that do something to memory or give a value: assignments, calls,
//! operations of the workgroup and the subgroup.

use naga::{Expression, Function, Span, Statement};

use super::body::Body;
use super::expressions::Written;
use super::facts::{Key, Local, result_of};
use super::grammar::Position;
use super::{Refusal, Value, derived, words};

impl Body<'_> {
    /// A statement that may have a result: a line of its own, a name for the result, or
    /// nothing if the next line holds it.
    pub(super) fn made(&mut self, statement: &Statement, span: Span) -> Written {
        let mut call = String::new();
        self.call_of(statement, &mut call)?;
        let result = result_of(statement);
        let Some(result) = result.filter(|result| self.is_used(*result)) else {
            let must_be_used =
                !matches!(statement, Statement::Call { .. } | Statement::Atomic { .. });
            let sink = if must_be_used { "_ = " } else { "" };
            self.line(&format!("{sink}{call};"), span);
            return Ok(());
        };
        if !self.plan.is_let(result) {
            self.lets[result.index()] = Some(call);
            return Ok(());
        }
        let name = self.name(result, |body| {
            derived::of_result(&body.plan, body.names, statement)
        });
        self.line(&format!("let {name} = {call};"), span);
        Ok(())
    }

    fn is_used(&self, result: Value) -> bool {
        self.plan.counts[result.index()] > 0 || self.plan.is_let(result)
    }

    fn call_of(&self, statement: &Statement, out: &mut String) -> Written {
        let expressions = self.expressions();
        match *statement {
            Statement::Call {
                function,
                ref arguments,
                ..
            } => expressions.call(self.names.function(function), arguments, out),
            Statement::Atomic {
                pointer,
                fun,
                value,
                ..
            } => {
                let compared = match fun {
                    naga::AtomicFunction::Exchange { compare } => compare,
                    _ => None,
                };
                let others = compared.into_iter().chain([value]);
                let arguments: Vec<Value> = [pointer].into_iter().chain(others).collect();
                expressions.call(&format!("atomic{}", words::atomic(fun)), &arguments, out)
            }
            Statement::WorkGroupUniformLoad { pointer, .. } => {
                expressions.call("workgroupUniformLoad", &[pointer], out)
            }
            Statement::SubgroupBallot { predicate, .. } => match predicate {
                Some(predicate) => expressions.call("subgroupBallot", &[predicate], out),
                // What is not said holds.
                None => {
                    out.push_str("subgroupBallot(true)");
                    Ok(())
                }
            },
            Statement::SubgroupGather { mode, argument, .. } => {
                let index = words::gather_index(mode);
                let arguments: Vec<Value> = [argument].into_iter().chain(index).collect();
                expressions.call(words::gather(mode), &arguments, out)
            }
            Statement::SubgroupCollectiveOperation {
                op,
                collective_op,
                argument,
                ..
            } => {
                let name = words::collective(op, collective_op)
                    .ok_or_else(|| Refusal::new("WGSL has no such scan over a subgroup"))?;
                expressions.call(name, &[argument], out)
            }
            _ => Err(Refusal::new("what is no call is written as one")),
        }
    }

    /// An assignment, without the semicolon.
    pub(super) fn store(&mut self, statement: &Statement) -> Result<String, Refusal> {
        let Statement::Store { pointer, value } = *statement else {
            return Err(Refusal::new("a step that is no assignment"));
        };
        let mut line = String::new();
        let expressions = self.expressions();
        if expressions.is_atomic(pointer) {
            expressions.call("atomicStore", &[pointer, value], &mut line)?;
            return Ok(line);
        }
        if let Some(local) = self.declared_by(statement) {
            let value = self.text(value)?;
            let name = self.declare_local(local);
            return Ok(format!("var {name} = {value}"));
        }
        expressions.place(pointer, &mut line)?;
        let Some(compound) = self.plan.compound(statement) else {
            line.push_str(" = ");
            expressions.write(value, Position::Free, &mut line)?;
            return Ok(line);
        };
        if let Some(step) = one_step(self.function, compound.op, compound.right) {
            line.push_str(step);
            return Ok(line);
        }
        line.push_str(&format!(" {}= ", words::binary(compound.op)));
        let right = compound.right;
        let scalar = expressions.splatted(compound.op, right, compound.load);
        expressions.write(scalar.unwrap_or(right), Position::Free, &mut line)?;
        Ok(line)
    }

    /// The variable that the assignment `statement` declares.
    fn declared_by(&self, statement: &Statement) -> Option<Local> {
        let declarations = self.plan.facts.declarations.get(&Key::of(statement))?;
        let mut by_store = declarations.iter().filter(|one| one.by_store);
        by_store.next().map(|declaration| declaration.local)
    }
}

/// `++` or `--`, for the one that is added or taken away.
fn one_step(function: &Function, op: naga::BinaryOperator, right: Value) -> Option<&'static str> {
    let is_one = matches!(
        function.expressions[right],
        Expression::Literal(
            naga::Literal::U32(1)
                | naga::Literal::I32(1)
                | naga::Literal::U64(1)
                | naga::Literal::I64(1)
        )
    );
    match op {
        naga::BinaryOperator::Add if is_one => Some("++"),
        naga::BinaryOperator::Subtract if is_one => Some("--"),
        _ => None,
    }
}
