//! Loops: what a loop of the graph is in the module, where the way out of a counted one is
//! a branch between what makes its condition and its turn.

use super::body::BodyLowering;
use crate::diagnostic::{Diagnostic, SourceLocation};
use crate::graph::{BinaryOperator, BlockId, NodeId, NodeKind, Statement, StatementKind};
use crate::types::ScalarType;

impl BodyLowering<'_, '_> {
    /// The loop that `statement` is.
    pub(super) fn loop_statement(
        &mut self,
        statement: &Statement,
        out: &mut naga::Block,
    ) -> Result<(), Diagnostic> {
        let StatementKind::Loop {
            header,
            condition,
            body,
            continuing: advance,
            break_if,
        } = &statement.kind
        else {
            return Ok(());
        };
        let at = statement.at;
        let mut turn = naga::Block::new();
        let mut continuing = naga::Block::new();
        let mut leave_if = None;
        let next = self.statements(*header, &mut turn)?;
        // A header that always leaves makes the rest of the turn unreachable.
        if self.prepared.behaviours.block_behaviour(*header).next {
            self.loop_condition(*header, *condition, next, at, &mut turn)?;
            self.block(*body, &mut turn)?;
            self.block(*advance, &mut continuing)?;
            leave_if = break_if.map(|node| self.value(node, at)).transpose()?;
        }
        let kind = naga::Statement::Loop {
            body: turn,
            continuing,
            break_if: leave_if,
        };
        out.push(kind, self.context.sources.span(at));
        Ok(())
    }

    /// What stands between a loop's header and its body: the way out, and the nodes
    /// placed around it, of which the header has taken `next`.
    fn loop_condition(
        &mut self,
        header: BlockId,
        condition: Option<NodeId>,
        next: usize,
        at: SourceLocation,
        out: &mut naga::Block,
    ) -> Result<(), Diagnostic> {
        let end = self.body.blocks[header].statements.len();
        let next = self.evaluate_until(next, header, end, out)?;
        if let Some(condition) = condition {
            self.leave_unless(condition, at, out)?;
        }
        self.evaluate_until(next, header, usize::MAX, out)?;
        Ok(())
    }

    /// The comparison that may stand for the negation of `condition`, if that is a
    /// comparison that nothing else needs.
    fn opposite(&self, condition: NodeId) -> Option<naga::BinaryOperator> {
        let schedule = &self.prepared.schedule;
        let id = schedule.same(condition);
        let node = &self.body.nodes[id];
        let NodeKind::Binary(operator, lhs, _) = &node.kind else {
            return None;
        };
        let needed_elsewhere =
            node.name.is_some() || schedule.is_shared(id) || schedule.is_kept(id);
        let of = self.body.nodes[*lhs].ty.scalar()?;
        (!needed_elsewhere).then(|| opposite(*operator, of))?
    }

    /// `if !condition { break; }`, without the `!` where another comparison says it.
    fn leave_unless(
        &mut self,
        condition: NodeId,
        at: SourceLocation,
        out: &mut naga::Block,
    ) -> Result<(), Diagnostic> {
        let span = self.context.sources.span(at);
        let holds = self.value(condition, at)?;
        let opposite = self.opposite(condition);
        let condition = match (&mut self.function.expressions[holds], opposite) {
            (naga::Expression::Binary { op, .. }, Some(opposite)) => {
                *op = opposite;
                holds
            }
            (_, _) => {
                let op = naga::UnaryOperator::LogicalNot;
                self.emit(naga::Expression::Unary { op, expr: holds }, span, out)
            }
        };
        let mut accept = naga::Block::new();
        accept.push(naga::Statement::Break, span);
        let kind = naga::Statement::If {
            condition,
            accept,
            reject: naga::Block::new(),
        };
        out.push(kind, span);
        Ok(())
    }
}

/// The comparison that holds just where `operator` does not. Of floats one may be NaN,
/// with which no order holds.
fn opposite(operator: BinaryOperator, of: ScalarType) -> Option<naga::BinaryOperator> {
    let is_ordered = match of {
        ScalarType::I32 | ScalarType::U32 | ScalarType::I64 | ScalarType::U64 => true,
        ScalarType::F16 | ScalarType::F32 | ScalarType::F64 | ScalarType::Bool => false,
    };
    match operator {
        BinaryOperator::Equal => Some(naga::BinaryOperator::NotEqual),
        BinaryOperator::NotEqual => Some(naga::BinaryOperator::Equal),
        BinaryOperator::Less => is_ordered.then_some(naga::BinaryOperator::GreaterEqual),
        BinaryOperator::LessEqual => is_ordered.then_some(naga::BinaryOperator::Greater),
        BinaryOperator::Greater => is_ordered.then_some(naga::BinaryOperator::LessEqual),
        BinaryOperator::GreaterEqual => is_ordered.then_some(naga::BinaryOperator::Less),
        BinaryOperator::Add
        | BinaryOperator::Subtract
        | BinaryOperator::Multiply
        | BinaryOperator::Divide
        | BinaryOperator::Remainder
        | BinaryOperator::And
        | BinaryOperator::Or
        | BinaryOperator::Xor
        | BinaryOperator::ShiftLeft
        | BinaryOperator::ShiftRight
        | BinaryOperator::LogicalAnd
        | BinaryOperator::LogicalOr => None,
    }
}
