//! Statements: control flow becomes scopes and exits, calls are inlined.

use std::rc::Rc;

use naga::{Barrier, Expression, Handle, Span, Statement, SwitchCase, SwitchValue};

use super::DecodeError;
use super::builder::Value;
use super::frame::{Decoder, Frame, Operand, Targets};
use super::operation::{BarrierReach, Operation};
use super::pointer::Site;
use crate::value::{Binary, Unary};

impl<'m> Decoder<'m> {
    pub(super) fn block(
        &mut self,
        frame: &mut Frame<'m>,
        block: &'m naga::Block,
    ) -> Result<(), DecodeError> {
        for (statement, &span) in block.span_iter() {
            self.check_size(span)?;
            self.statement(frame, statement, span)?;
        }
        Ok(())
    }

    fn statement(
        &mut self,
        frame: &mut Frame<'m>,
        statement: &'m Statement,
        span: Span,
    ) -> Result<(), DecodeError> {
        let unsupported = |what: &str| Err(DecodeError::unsupported(what, span));
        match statement {
            Statement::Emit(range) => self.emit(frame, range.clone()),
            Statement::Block(block) => self.block(frame, block),
            Statement::If {
                condition,
                accept,
                reject,
            } => self.branch(frame, *condition, accept, reject),
            Statement::Switch { selector, cases } => self.switch(frame, *selector, cases),
            Statement::Loop {
                body,
                continuing,
                break_if,
            } => self.repeat(frame, body, continuing, *break_if, span),
            Statement::Break => self.leave(frame.targets.last().map(|to| to.break_scope), span),
            Statement::Continue => {
                let innermost = frame.targets.iter().rev();
                let scope = innermost.filter_map(|to| to.continue_scope).next();
                self.leave(scope, span)
            }
            Statement::Return { value } => self.return_(frame, *value),
            Statement::ControlBarrier(barrier) => self.barrier(*barrier, span),
            // In lock-step every access is complete before the next operation starts.
            Statement::MemoryBarrier(_) => Ok(()),
            Statement::Store { pointer, value } => self.store(frame, *pointer, *value, span),
            Statement::Atomic {
                pointer,
                fun,
                value,
                result,
            } => self.atomic(frame, *pointer, fun, *value, *result),
            Statement::SubgroupBallot { result, predicate } => {
                self.ballot(frame, *predicate, *result, span)
            }
            Statement::SubgroupCollectiveOperation {
                op,
                collective_op,
                argument,
                result,
            } => self.collective(frame, (*op, *collective_op), *argument, *result, span),
            Statement::SubgroupGather {
                mode,
                argument,
                result,
            } => self.gather(frame, *mode, *argument, *result, span),
            Statement::WorkGroupUniformLoad { pointer, result } => {
                self.barrier(Barrier::WORK_GROUP, span)?;
                let loaded = self.load(frame, *pointer, span)?;
                frame.set_scalars(*result, loaded);
                self.barrier(Barrier::WORK_GROUP, span)
            }
            Statement::Call {
                function,
                arguments,
                result,
            } => {
                let arguments: Result<Vec<_>, _> = arguments
                    .iter()
                    .map(|&argument| self.operand(frame, argument))
                    .collect();
                let info = &self.info[*function];
                let scalars = self.call(&self.module.functions[*function], info, arguments?)?;
                if let Some(result) = *result {
                    frame.set_scalars(result, scalars);
                }
                Ok(())
            }
            Statement::Kill => unsupported("`discard` statements"),
            Statement::ImageStore { .. } | Statement::ImageAtomic { .. } => {
                self.image_statement(frame, statement, span)
            }
            Statement::RayQuery { .. } | Statement::RayPipelineFunction(_) => {
                unsupported("ray queries")
            }
            Statement::CooperativeStore { .. } => unsupported("cooperative matrices"),
        }
    }

    fn emit(
        &mut self,
        frame: &mut Frame<'m>,
        range: naga::Range<Expression>,
    ) -> Result<(), DecodeError> {
        for handle in range {
            // Each time anew: in a loop, and in another call, the value is another.
            let operand = self.evaluate(frame, handle)?;
            frame.set(handle, operand);
        }
        Ok(())
    }

    fn branch(
        &mut self,
        frame: &mut Frame<'m>,
        condition: Handle<Expression>,
        accept: &'m naga::Block,
        reject: &'m naga::Block,
    ) -> Result<(), DecodeError> {
        let condition = self.scalar(frame, condition)?;
        if let Some(bits) = self.builder.constant_bits(condition) {
            return self.block(frame, if bits == 0 { reject } else { accept });
        }
        self.builder.open();
        self.block(frame, accept)?;
        let first = self.builder.close();
        self.builder.open();
        self.block(frame, reject)?;
        let second = self.builder.close();
        self.builder.branch(condition, first, second);
        Ok(())
    }

    fn repeat(
        &mut self,
        frame: &mut Frame<'m>,
        body: &'m naga::Block,
        continuing: &'m naga::Block,
        break_if: Option<Handle<Expression>>,
        span: Span,
    ) -> Result<(), DecodeError> {
        let break_scope = self.builder.scope();
        let continue_scope = self.builder.scope();
        self.builder.open();
        self.builder.open_loop();
        self.builder.open();
        frame.targets.push(Targets {
            break_scope,
            continue_scope: Some(continue_scope),
        });
        self.block(frame, body)?;
        self.builder.close_scope(continue_scope);
        self.block(frame, continuing)?;
        frame.targets.pop();
        if let Some(condition) = break_if {
            let condition = self.scalar(frame, condition)?;
            self.builder.open();
            self.builder.exit(break_scope);
            let exit = self.builder.close();
            self.builder.branch(condition, exit, Default::default());
        }
        let body = self.builder.close_block();
        let site = self.site(span);
        self.builder.push(Operation::Loop { body, site });
        self.builder.close_scope(break_scope);
        Ok(())
    }

    /// Each case is an `if` on a condition fixed beforehand; a case that falls through adds its
    /// condition to the next one's.
    fn switch(
        &mut self,
        frame: &mut Frame<'m>,
        selector: Handle<Expression>,
        cases: &'m [SwitchCase],
    ) -> Result<(), DecodeError> {
        let selector = self.scalar(frame, selector)?;
        let conditions = self.case_conditions(selector, cases);
        let break_scope = self.builder.scope();
        self.builder.open();
        frame.targets.push(Targets {
            break_scope,
            continue_scope: None,
        });
        let mut falling = self.builder.boolean(false);
        for (case, condition) in cases.iter().zip(conditions) {
            let condition = self.builder.binary(Binary::Or, condition, falling);
            self.builder.open();
            self.block(frame, &case.body)?;
            let body = self.builder.close();
            self.builder.branch(condition, body, Default::default());
            falling = if case.fall_through {
                condition
            } else {
                self.builder.boolean(false)
            };
        }
        frame.targets.pop();
        self.builder.close_scope(break_scope);
        Ok(())
    }

    fn case_conditions(&mut self, selector: Value, cases: &[SwitchCase]) -> Vec<Value> {
        let mut any = self.builder.boolean(false);
        let mut conditions = Vec::with_capacity(cases.len());
        for case in cases {
            let bits = match case.value {
                SwitchValue::I32(value) => Some(value.cast_unsigned()),
                SwitchValue::U32(value) => Some(value),
                SwitchValue::Default => None,
            };
            conditions.push(bits.map(|bits| {
                let value = self.builder.constant(bits);
                let equal = self.builder.binary(Binary::Equal, selector, value);
                any = self.builder.binary(Binary::Or, any, equal);
                equal
            }));
        }
        let default = self.builder.unary(Unary::Not, any);
        let conditions = conditions.into_iter();
        conditions
            .map(|condition| condition.unwrap_or(default))
            .collect()
    }

    fn leave(&mut self, scope: Option<u32>, span: Span) -> Result<(), DecodeError> {
        let scope = scope.ok_or_else(|| {
            DecodeError::unsupported("`break` and `continue` outside a loop", span)
        })?;
        self.builder.exit(scope);
        Ok(())
    }

    fn return_(
        &mut self,
        frame: &mut Frame<'m>,
        value: Option<Handle<Expression>>,
    ) -> Result<(), DecodeError> {
        if let Some(value) = value {
            let first = frame.result.first.0;
            for (target, &source) in (first..).zip(self.scalars(frame, value)?.iter()) {
                self.builder.assign(Value(target), source);
            }
        }
        self.builder.exit(frame.scope);
        Ok(())
    }

    fn barrier(&mut self, barrier: Barrier, span: Span) -> Result<(), DecodeError> {
        if barrier.contains(Barrier::SUB_GROUP) {
            self.subgroup_barrier(span);
            return Ok(());
        }
        let site = self.site(span);
        let reach = BarrierReach {
            storage: barrier.contains(Barrier::STORAGE),
            workgroup: barrier.contains(Barrier::WORK_GROUP),
            texture: barrier.contains(Barrier::TEXTURE),
        };
        self.builder.push(Operation::Barrier { reach, site });
        Ok(())
    }

    fn site(&mut self, span: Span) -> u32 {
        self.sites.push(Site {
            span,
            name: None,
            atomic: false,
        });
        self.sites.len() as u32 - 1
    }

    fn store(
        &mut self,
        frame: &mut Frame<'m>,
        pointer: Handle<Expression>,
        value: Handle<Expression>,
        span: Span,
    ) -> Result<(), DecodeError> {
        let place = frame.span(pointer);
        let span = if place.is_defined() { place } else { span };
        let pointer = self.pointer(frame, pointer)?;
        let values = self.scalars(frame, value)?;
        if self.wide_atomic_store(&pointer, &values, span)? {
            return Ok(());
        }
        pointer.store(&mut self.builder, &mut self.sites, span, &values);
        Ok(())
    }

    /// The scalars that an expression's operand stands for, as an operand.
    pub(super) fn values(values: Vec<Value>) -> Operand {
        Operand::Scalars(Rc::from(values))
    }
}
