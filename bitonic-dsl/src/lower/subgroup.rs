//! Subgroup operations: what each is in the module. They happen where they are written.

use super::body::{BodyLowering, Value};
use crate::diagnostic::{Diagnostic, SourceLocation};
use crate::graph::{Combination, Extent, Node, Source, SubgroupOperation};
use crate::types::Type;

impl BodyLowering<'_, '_> {
    /// Asks the subgroup here; gives the answer.
    pub(super) fn subgroup(
        &mut self,
        operation: SubgroupOperation,
        node: &Node,
        out: &mut naga::Block,
    ) -> Result<Value, Diagnostic> {
        match operation {
            SubgroupOperation::Elect => self.elect(node.at, out),
            SubgroupOperation::Ballot(predicate) => {
                let predicate = Some(self.value(predicate, node.at)?);
                let span = self.context.sources.span(node.at);
                let result = self.constant(naga::Expression::SubgroupBallotResult, span);
                out.push(naga::Statement::SubgroupBallot { result, predicate }, span);
                Ok(result)
            }
            SubgroupOperation::Combine(combination, value) => {
                let argument = self.value(value, node.at)?;
                self.combine(combination, argument, &node.ty, node.at, out)
            }
            SubgroupOperation::Gather(source, value) => {
                let argument = self.value(value, node.at)?;
                let mode = self.gather_mode(source, node.at)?;
                let result = self.subgroup_result(&node.ty, node.at)?;
                let gather = naga::Statement::SubgroupGather {
                    mode,
                    argument,
                    result,
                };
                out.push(gather, self.context.sources.span(node.at));
                Ok(result)
            }
        }
    }

    /// naga has no `subgroupElect`: first is whom nobody comes before. That asks for no
    /// number of the invocation, which naga gives to workgroups of one dimension alone.
    fn elect(&mut self, at: SourceLocation, out: &mut naga::Block) -> Result<Value, Diagnostic> {
        let span = self.context.sources.span(at);
        let literal = |value| naga::Expression::Literal(naga::Literal::U32(value));
        let [nobody, one] = [0, 1].map(|value| self.constant(literal(value), span));
        let earlier = Combination::Add(Extent::Exclusive);
        let before = self.combine(earlier, one, &Type::U32, at, out)?;
        self.context.elections.push(at);
        Ok(self.binary(naga::BinaryOperator::Equal, before, nobody, span, out))
    }

    fn combine(
        &mut self,
        combination: Combination,
        argument: Value,
        ty: &Type,
        at: SourceLocation,
        out: &mut naga::Block,
    ) -> Result<Value, Diagnostic> {
        let result = self.subgroup_result(ty, at)?;
        let (op, collective_op) = collective(combination);
        let statement = naga::Statement::SubgroupCollectiveOperation {
            op,
            collective_op,
            argument,
            result,
        };
        out.push(statement, self.context.sources.span(at));
        Ok(result)
    }

    fn subgroup_result(&mut self, ty: &Type, at: SourceLocation) -> Result<Value, Diagnostic> {
        let ty = self.context.intern(ty, at)?;
        let span = self.context.sources.span(at);
        Ok(self.constant(naga::Expression::SubgroupOperationResult { ty }, span))
    }

    fn gather_mode(
        &mut self,
        source: Source,
        at: SourceLocation,
    ) -> Result<naga::GatherMode, Diagnostic> {
        use naga::{Direction, GatherMode as Mode};
        Ok(match source {
            Source::First => Mode::BroadcastFirst,
            Source::Lane(lane) => Mode::Broadcast(self.lane(lane, at)),
            Source::Shuffle(lane) => Mode::Shuffle(self.value(lane, at)?),
            Source::ShuffleXor(mask) => Mode::ShuffleXor(self.value(mask, at)?),
            Source::ShuffleUp(distance) => Mode::ShuffleUp(self.value(distance, at)?),
            Source::ShuffleDown(distance) => Mode::ShuffleDown(self.value(distance, at)?),
            Source::QuadLane(lane) => Mode::QuadBroadcast(self.lane(lane, at)),
            Source::QuadX => Mode::QuadSwap(Direction::X),
            Source::QuadY => Mode::QuadSwap(Direction::Y),
            Source::QuadDiagonal => Mode::QuadSwap(Direction::Diagonal),
        })
    }

    fn lane(&mut self, lane: u32, at: SourceLocation) -> Value {
        let span = self.context.sources.span(at);
        self.constant(naga::Expression::Literal(naga::Literal::U32(lane)), span)
    }
}

fn collective(combination: Combination) -> (naga::SubgroupOperation, naga::CollectiveOperation) {
    use naga::CollectiveOperation::Reduce;
    use naga::SubgroupOperation as Operation;
    match combination {
        Combination::All => (Operation::All, Reduce),
        Combination::Any => (Operation::Any, Reduce),
        Combination::Add(extent) => (Operation::Add, of_extent(extent)),
        Combination::Multiply(extent) => (Operation::Mul, of_extent(extent)),
        Combination::Min => (Operation::Min, Reduce),
        Combination::Max => (Operation::Max, Reduce),
        Combination::And => (Operation::And, Reduce),
        Combination::Or => (Operation::Or, Reduce),
        Combination::Xor => (Operation::Xor, Reduce),
    }
}

fn of_extent(extent: Extent) -> naga::CollectiveOperation {
    match extent {
        Extent::All => naga::CollectiveOperation::Reduce,
        Extent::Inclusive => naga::CollectiveOperation::InclusiveScan,
        Extent::Exclusive => naga::CollectiveOperation::ExclusiveScan,
    }
}
