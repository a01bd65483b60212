//! The statement `switch`. WGSL's `break` leaves a `switch`, ours the loop around it:
//! where a case leaves a loop, the cases become a chain of branches, in which `break`
//! means what the author wrote.

use super::body::{BodyLowering, Value};
use crate::diagnostic::{Diagnostic, SourceLocation};
use crate::graph::{BlockId, Case, Literal, NodeId, StatementKind};

impl BodyLowering<'_, '_> {
    pub(super) fn switch(
        &mut self,
        kind: &StatementKind,
        at: SourceLocation,
        out: &mut naga::Block,
    ) -> Result<(), Diagnostic> {
        let StatementKind::Switch {
            selector,
            cases,
            default,
        } = kind
        else {
            return Ok(());
        };
        let behaviours = &self.prepared.behaviours;
        let leaves_loop = |block: BlockId| behaviours.block_behaviour(block).breaks;
        if kind.blocks().into_iter().any(leaves_loop) {
            let selector = self.value(*selector, at)?;
            return self.chain(selector, cases, *default, at, out);
        }
        self.plain_switch(*selector, cases, *default, at, out)
    }

    fn plain_switch(
        &mut self,
        selector: NodeId,
        cases: &[Case],
        default: BlockId,
        at: SourceLocation,
        out: &mut naga::Block,
    ) -> Result<(), Diagnostic> {
        let selector = self.value(selector, at)?;
        let mut lowered = Vec::with_capacity(cases.len() + 1);
        for case in cases {
            self.case(case, at, &mut lowered)?;
        }
        let mut body = naga::Block::new();
        self.block(default, &mut body)?;
        lowered.push(naga::SwitchCase {
            value: naga::SwitchValue::Default,
            body,
            fall_through: false,
        });
        let kind = naga::Statement::Switch {
            selector,
            cases: lowered,
        };
        out.push(kind, self.context.sources.span(at));
        Ok(())
    }

    /// naga lists several selectors as empty cases that fall into the last one.
    fn case(
        &mut self,
        case: &Case,
        at: SourceLocation,
        lowered: &mut Vec<naga::SwitchCase>,
    ) -> Result<(), Diagnostic> {
        for selector in &case.selectors {
            lowered.push(naga::SwitchCase {
                value: switch_value(*selector, at)?,
                body: naga::Block::new(),
                fall_through: true,
            });
        }
        let mut body = naga::Block::new();
        self.block(case.body, &mut body)?;
        if let Some(last) = lowered.last_mut() {
            last.body = body;
            last.fall_through = false;
        }
        Ok(())
    }

    /// `if selector == 1 || selector == 2 { .. } else { .. }`, from the first case on.
    fn chain(
        &mut self,
        selector: Value,
        cases: &[Case],
        default: BlockId,
        at: SourceLocation,
        out: &mut naga::Block,
    ) -> Result<(), Diagnostic> {
        let Some((case, rest)) = cases.split_first() else {
            return self.block(default, out);
        };
        let condition = self.is_one_of(selector, &case.selectors, at, out)?;
        let (mut accept, mut reject) = (naga::Block::new(), naga::Block::new());
        self.block(case.body, &mut accept)?;
        self.chain(selector, rest, default, at, &mut reject)?;
        let kind = naga::Statement::If {
            condition,
            accept,
            reject,
        };
        out.push(kind, self.context.sources.span(at));
        Ok(())
    }

    fn is_one_of(
        &mut self,
        selector: Value,
        values: &[Literal],
        at: SourceLocation,
        out: &mut naga::Block,
    ) -> Result<Value, Diagnostic> {
        let span = self.context.sources.span(at);
        let mut condition = None;
        for value in values {
            let value = naga_literal(*value, at)?;
            let value = self.constant(naga::Expression::Literal(value), span);
            let equal = self.binary(naga::BinaryOperator::Equal, selector, value, span, out);
            condition = Some(match condition {
                None => equal,
                Some(others) => {
                    let or = naga::BinaryOperator::LogicalOr;
                    self.binary(or, others, equal, span, out)
                }
            });
        }
        condition.ok_or_else(|| super::internal_fault("a case without a selector", at))
    }
}

fn switch_value(literal: Literal, at: SourceLocation) -> Result<naga::SwitchValue, Diagnostic> {
    match literal {
        Literal::I32(value) => Ok(naga::SwitchValue::I32(value)),
        Literal::U32(value) => Ok(naga::SwitchValue::U32(value)),
        Literal::Bool(_)
        | Literal::I64(_)
        | Literal::U64(_)
        | Literal::F16(_)
        | Literal::F32(_)
        | Literal::F64(_) => Err(wrong_selector(at)),
    }
}

fn naga_literal(literal: Literal, at: SourceLocation) -> Result<naga::Literal, Diagnostic> {
    match literal {
        Literal::I32(value) => Ok(naga::Literal::I32(value)),
        Literal::U32(value) => Ok(naga::Literal::U32(value)),
        Literal::Bool(_)
        | Literal::I64(_)
        | Literal::U64(_)
        | Literal::F16(_)
        | Literal::F32(_)
        | Literal::F64(_) => Err(wrong_selector(at)),
    }
}

fn wrong_selector(at: SourceLocation) -> Diagnostic {
    super::internal_fault("a selector that is no integer", at)
}
