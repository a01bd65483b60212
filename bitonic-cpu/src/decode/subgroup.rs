//! Subgroup operations, made of the few functions of `subgroup_function` and of ordinary arithmetic.
//!
//! A reduction is an inclusive scan (Hillis and Steele, "Data Parallel Algorithms", 1986) whose last
//! lane gives the result: arithmetic does not look at masks, so once the inactive lanes hold what
//! changes nothing, any type that can be added can be scanned. Floats are added in the order of the
//! lanes, grouped as a scan does.

use naga::{
    BinaryOperator as Operator, CollectiveOperation as Collective, Direction, Expression,
    GatherMode, Handle, MathFunction as Math, Span, SubgroupOperation as Reduction,
};

use super::DecodeError;
use super::arithmetic::{binary_function, is_arithmetic};
use super::builder::{Input, Value};
use super::calculator::{scalars, words};
use super::frame::{Decoder, Frame};
use super::operation::Operation;
use super::pointer::Site;
use super::shape::{Kind, ScalarType, Shape, Width};
use super::subgroup_function::{SubgroupFunction, SubgroupUse};
use crate::value::Binary;

/// Words of a ballot.
const BALLOT_WORDS: u32 = 4;

/// A value to be combined over the subgroup.
struct Combined<'a> {
    operation: Reduction,
    shape: &'a Shape,
    /// The type of its components.
    ty: ScalarType,
    span: Span,
}

impl<'m> Decoder<'m> {
    /// Number of this invocation in its subgroup.
    pub(super) fn subgroup_invocation_id(&mut self) -> Value {
        let lane = self.lane();
        let last = self.builder.constant(self.subgroup_size - 1);
        self.builder.binary(Binary::And, lane, last)
    }

    /// Number of this invocation's subgroup in its workgroup.
    pub(super) fn subgroup_id(&mut self) -> Value {
        let lane = self.lane();
        let shift = self.builder.constant(self.subgroup_size.ilog2());
        self.builder.binary(Binary::ShiftRightUnsigned, lane, shift)
    }

    /// Subgroups of a workgroup.
    pub(super) fn subgroup_count(&mut self) -> Value {
        let invocations: u32 = self.workgroup_size.iter().product();
        let count = invocations.div_ceil(self.subgroup_size);
        self.builder.constant(count)
    }

    fn lane(&mut self) -> Value {
        match self.workgroup_size.iter().product::<u32>() {
            1 => self.builder.constant(0),
            invocations => self.builder.input(Input::Lane, invocations - 1),
        }
    }

    /// `subgroupBallot`; without a predicate, which invocations are active.
    pub(super) fn ballot(
        &mut self,
        frame: &mut Frame<'m>,
        predicate: Option<Handle<Expression>>,
        result: Handle<Expression>,
        span: Span,
    ) -> Result<(), DecodeError> {
        let predicate = match predicate {
            Some(predicate) => self.scalar(frame, predicate)?,
            None => self.builder.boolean(true),
        };
        self.check_subgroup("subgroupBallot", SubgroupUse::All, span);
        let words = (0..BALLOT_WORDS).map(|word| match word * 32 < self.subgroup_size {
            true => self.pass(SubgroupFunction::Ballot { word }, predicate, predicate),
            false => self.builder.constant(0),
        });
        let words = words.collect();
        frame.set_scalars(result, words);
        Ok(())
    }

    /// Values from other invocations.
    pub(super) fn gather(
        &mut self,
        frame: &mut Frame<'m>,
        mode: GatherMode,
        argument: Handle<Expression>,
        result: Handle<Expression>,
        span: Span,
    ) -> Result<(), DecodeError> {
        let words = self.scalars(frame, argument)?;
        let lane = self.gathered_lane(frame, mode)?;
        let what = match (mode, lane) {
            (_, None) => SubgroupUse::All,
            (GatherMode::ShuffleDown(_) | GatherMode::ShuffleUp(_), Some(lane)) => {
                SubgroupUse::Shifted(lane)
            }
            (_, Some(lane)) => SubgroupUse::Lane(lane),
        };
        self.check_subgroup(gather_name(mode), what, span);
        let words = words.iter().map(|&word| match lane {
            Some(lane) => self.pass(SubgroupFunction::Gather, word, lane),
            None => self.pass(SubgroupFunction::First, word, word),
        });
        let words = words.collect();
        frame.set_scalars(result, words);
        Ok(())
    }

    /// The lane that an invocation gets its value from; `None` for the first active one. Numbers
    /// beyond the subgroup stand for no lane.
    fn gathered_lane(
        &mut self,
        frame: &mut Frame<'m>,
        mode: GatherMode,
    ) -> Result<Option<Value>, DecodeError> {
        let lane = match mode {
            GatherMode::BroadcastFirst => return Ok(None),
            GatherMode::Broadcast(lane) | GatherMode::Shuffle(lane) => self.scalar(frame, lane)?,
            GatherMode::ShuffleDown(distance) => self.shifted(frame, Binary::Add, distance)?,
            GatherMode::ShuffleUp(distance) => self.shifted(frame, Binary::Subtract, distance)?,
            GatherMode::ShuffleXor(mask) => {
                let (here, mask) = (self.subgroup_invocation_id(), self.scalar(frame, mask)?);
                self.builder.binary(Binary::Xor, here, mask)
            }
            GatherMode::QuadBroadcast(lane) => {
                let (here, lane) = (self.subgroup_invocation_id(), self.scalar(frame, lane)?);
                let quads = self.builder.constant(!3);
                let quad = self.builder.binary(Binary::And, here, quads);
                self.builder.binary(Binary::Add, quad, lane)
            }
            GatherMode::QuadSwap(direction) => {
                let here = self.subgroup_invocation_id();
                let other = self.builder.constant(match direction {
                    Direction::X => 1,
                    Direction::Y => 2,
                    Direction::Diagonal => 3,
                });
                self.builder.binary(Binary::Xor, here, other)
            }
        };
        Ok(Some(lane))
    }

    /// The lane above or below by a distance.
    fn shifted(
        &mut self,
        frame: &mut Frame<'m>,
        function: Binary,
        distance: Handle<Expression>,
    ) -> Result<Value, DecodeError> {
        let distance = self.scalar(frame, distance)?;
        // No farther than beyond every end, so that no number wraps around to a lane.
        let size = self.builder.constant(self.subgroup_size);
        let distance = self.builder.binary(Binary::MinUnsigned, distance, size);
        let here = self.subgroup_invocation_id();
        Ok(self.builder.binary(function, here, distance))
    }

    /// Reductions and scans.
    pub(super) fn collective(
        &mut self,
        frame: &mut Frame<'m>,
        (operation, collective): (Reduction, Collective),
        argument: Handle<Expression>,
        result: Handle<Expression>,
        span: Span,
    ) -> Result<(), DecodeError> {
        let values = self.scalars(frame, argument)?;
        let shape = self.shape(frame, argument)?;
        let ty = shape.scalar().ok_or_else(|| not_combined(span))?;
        let name = collective_name(operation, collective);
        self.check_subgroup(name, SubgroupUse::All, span);
        let neutral = match neutral_words(operation, collective, ty) {
            Some(words) => {
                let words = words.map(|word| self.builder.constant(word));
                let component = &words[..ty.words() as usize];
                component.repeat(values.len() / component.len())
            }
            // Combined with itself, or again with all, a value stays as it is.
            None => self.pass_all(SubgroupFunction::First, &values, &values),
        };
        let combined = Combined {
            operation,
            shape: &shape,
            ty,
            span,
        };
        let filled = self.pass_all(SubgroupFunction::ActiveOr, &values, &neutral);
        let scanned = self.scan(&combined, filled, &neutral)?;
        let words = match collective {
            Collective::Reduce => self.pass_all(SubgroupFunction::Last, &scanned, &scanned),
            Collective::InclusiveScan => scanned,
            Collective::ExclusiveScan => {
                let one = SubgroupFunction::Below { distance: 1 };
                self.pass_all(one, &scanned, &neutral)
            }
        };
        frame.set_scalars(result, words);
        Ok(())
    }

    /// Each lane combined with all below it.
    fn scan(
        &mut self,
        combined: &Combined<'_>,
        mut values: Vec<Value>,
        neutral: &[Value],
    ) -> Result<Vec<Value>, DecodeError> {
        let invocations: u32 = self.workgroup_size.iter().product();
        let lanes = self.subgroup_size.min(invocations);
        let mut distance = 1;
        while distance < lanes {
            let below = SubgroupFunction::Below { distance };
            let below = self.pass_all(below, &values, neutral);
            values = self.combine(combined, &below, &values)?;
            distance *= 2;
        }
        Ok(values)
    }

    fn combine(
        &mut self,
        combined: &Combined<'_>,
        lhs: &[Value],
        rhs: &[Value],
    ) -> Result<Vec<Value>, DecodeError> {
        let operator = match combined.operation {
            Reduction::Min => return self.extreme(Math::Min, combined, lhs, rhs),
            Reduction::Max => return self.extreme(Math::Max, combined, lhs, rhs),
            Reduction::Add => Operator::Add,
            Reduction::Mul => Operator::Multiply,
            Reduction::All | Reduction::And => Operator::And,
            Reduction::Any | Reduction::Or => Operator::InclusiveOr,
            Reduction::Xor => Operator::ExclusiveOr,
        };
        let ty = combined.ty;
        let function = binary_function(operator, ty.kind);
        let (function, _) = function.ok_or_else(|| not_combined(combined.span))?;
        let mut calculator = self.calculator(ty);
        let mut values = calculator.map2(function, &scalars(ty, lhs), &scalars(ty, rhs));
        if is_arithmetic(operator) {
            values = calculator.rounded(ty, &values);
        }
        Ok(words(values))
    }

    fn extreme(
        &mut self,
        function: Math,
        combined: &Combined<'_>,
        lhs: &[Value],
        rhs: &[Value],
    ) -> Result<Vec<Value>, DecodeError> {
        let arguments = [lhs, rhs].map(|words| (combined.ty, scalars(combined.ty, words)));
        self.math(function, combined.shape, &arguments, combined.span)
    }

    /// `subgroupBarrier`.
    pub(super) fn subgroup_barrier(&mut self, span: Span) {
        self.check_subgroup("subgroupBarrier", SubgroupUse::Barrier, span);
    }

    fn check_subgroup(&mut self, name: &str, what: SubgroupUse<Value>, span: Span) {
        self.sites.push(Site {
            span,
            name: Some(name.into()),
            atomic: false,
        });
        let site = self.sites.len() as u32 - 1;
        self.builder.push(Operation::CheckSubgroup { what, site });
    }

    fn pass(&mut self, function: SubgroupFunction, first: Value, second: Value) -> Value {
        let target = self.builder.temporary();
        self.builder.push(Operation::Subgroup {
            function,
            target,
            sources: [first, second],
        });
        target
    }

    fn pass_all(
        &mut self,
        function: SubgroupFunction,
        first: &[Value],
        second: &[Value],
    ) -> Vec<Value> {
        let pairs = first.iter().zip(second);
        pairs
            .map(|(&first, &second)| self.pass(function, first, second))
            .collect()
    }
}

/// The words, low and high, of what changes nothing when combined with a value of the type; `None`
/// where a value may be combined with itself instead.
fn neutral_words(operation: Reduction, collective: Collective, ty: ScalarType) -> Option<[u32; 2]> {
    match (operation, collective) {
        // A sum of nothing is 0; but 0 added to -0 would change it.
        (Reduction::Add, Collective::ExclusiveScan) | (Reduction::Xor, _) => Some([0; 2]),
        (Reduction::Add, Collective::Reduce | Collective::InclusiveScan) => Some(match ty.kind {
            Kind::Float => float_words(-0.0, ty.width),
            Kind::Bool | Kind::Signed | Kind::Unsigned => [0; 2],
        }),
        (Reduction::Mul, _) => Some(match ty.kind {
            Kind::Float => float_words(1.0, ty.width),
            Kind::Bool | Kind::Signed | Kind::Unsigned => [1, 0],
        }),
        (
            Reduction::All
            | Reduction::Any
            | Reduction::Min
            | Reduction::Max
            | Reduction::And
            | Reduction::Or,
            _,
        ) => None,
    }
}

/// A float as registers hold it: one of 16 bits is an f32 there.
fn float_words(value: f32, width: Width) -> [u32; 2] {
    match width {
        Width::Half | Width::Word => [value.to_bits(), 0],
        Width::Double => {
            let bits = f64::from(value).to_bits();
            [bits as u32, (bits >> 32) as u32]
        }
    }
}

fn not_combined(span: Span) -> DecodeError {
    DecodeError::unsupported("this subgroup operation on this type", span)
}

/// The operation's name in WGSL.
fn collective_name(operation: Reduction, collective: Collective) -> &'static str {
    match (operation, collective) {
        (Reduction::All, _) => "subgroupAll",
        (Reduction::Any, _) => "subgroupAny",
        (Reduction::Add, Collective::Reduce) => "subgroupAdd",
        (Reduction::Add, Collective::InclusiveScan) => "subgroupInclusiveAdd",
        (Reduction::Add, Collective::ExclusiveScan) => "subgroupExclusiveAdd",
        (Reduction::Mul, Collective::Reduce) => "subgroupMul",
        (Reduction::Mul, Collective::InclusiveScan) => "subgroupInclusiveMul",
        (Reduction::Mul, Collective::ExclusiveScan) => "subgroupExclusiveMul",
        (Reduction::Min, _) => "subgroupMin",
        (Reduction::Max, _) => "subgroupMax",
        (Reduction::And, _) => "subgroupAnd",
        (Reduction::Or, _) => "subgroupOr",
        (Reduction::Xor, _) => "subgroupXor",
    }
}

fn gather_name(mode: GatherMode) -> &'static str {
    match mode {
        GatherMode::BroadcastFirst => "subgroupBroadcastFirst",
        GatherMode::Broadcast(_) => "subgroupBroadcast",
        GatherMode::Shuffle(_) => "subgroupShuffle",
        GatherMode::ShuffleDown(_) => "subgroupShuffleDown",
        GatherMode::ShuffleUp(_) => "subgroupShuffleUp",
        GatherMode::ShuffleXor(_) => "subgroupShuffleXor",
        GatherMode::QuadBroadcast(_) => "quadBroadcast",
        GatherMode::QuadSwap(Direction::X) => "quadSwapX",
        GatherMode::QuadSwap(Direction::Y) => "quadSwapY",
        GatherMode::QuadSwap(Direction::Diagonal) => "quadSwapDiagonal",
    }
}
