//! Subgroup operations in a graph: what the invocations of a subgroup tell each other.

use super::NodeId;

/// What is asked of a subgroup. All invocations of it that come here take part; the
/// question is asked where the node's statement stands, whether its answer is used or not.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SubgroupOperation {
    /// Whether this is the first of the invocations that take part: `bool`.
    Elect,
    /// Which invocations give `true`, a bit for each: `vec4<u32>`.
    Ballot(NodeId),
    /// What the invocations give, combined.
    Combine(Combination, NodeId),
    /// What another invocation gives.
    Gather(Source, NodeId),
}

/// How the values of a subgroup become one, or one for each invocation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Combination {
    /// Whether all hold: of `bool`.
    All,
    /// Whether any holds: of `bool`.
    Any,
    /// Their sum: of numbers, and vectors of them.
    Add(Extent),
    /// Their product: of numbers, and vectors of them.
    Multiply(Extent),
    /// The least: of numbers, and vectors of them.
    Min,
    /// The greatest: of numbers, and vectors of them.
    Max,
    /// The bits that all have: of integers, and vectors of them.
    And,
    /// The bits that any has: of integers, and vectors of them.
    Or,
    /// The bits that an odd number has: of integers, and vectors of them.
    Xor,
}

/// Whose values are combined.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Extent {
    /// Those of all invocations.
    All,
    /// Those up to this invocation, with its own.
    Inclusive,
    /// Those before this invocation.
    Exclusive,
}

/// The invocation whose value is given.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Source {
    /// The first that takes part.
    First,
    /// The one of this number, the same for all.
    Lane(u32),
    /// The one of a number: `u32`.
    Shuffle(NodeId),
    /// The one of this invocation's number, with the bits of a `u32` turned over.
    ShuffleXor(NodeId),
    /// The one that is a `u32` further down.
    ShuffleUp(NodeId),
    /// The one that is a `u32` further up.
    ShuffleDown(NodeId),
    /// The one of this number in the quad.
    QuadLane(u32),
    /// The neighbour in the row of the quad.
    QuadX,
    /// The neighbour in the column of the quad.
    QuadY,
    /// The one that is neither.
    QuadDiagonal,
}

impl SubgroupOperation {
    /// The author's function.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            SubgroupOperation::Elect => "subgroup_elect",
            SubgroupOperation::Ballot(_) => "subgroup_ballot",
            SubgroupOperation::Combine(combination, _) => combination.name(),
            SubgroupOperation::Gather(source, _) => source.name(),
        }
    }

    /// The nodes that it is made of, left to right.
    pub fn operands(self) -> impl Iterator<Item = NodeId> {
        let operands = match self {
            SubgroupOperation::Elect => [None, None],
            SubgroupOperation::Ballot(value) | SubgroupOperation::Combine(_, value) => {
                [Some(value), None]
            }
            SubgroupOperation::Gather(source, value) => [Some(value), source.operand()],
        };
        operands.into_iter().flatten()
    }

    /// Replaces each operand by what `replace` gives for it, left to right.
    pub(super) fn replace_operands(&mut self, mut replace: impl FnMut(NodeId) -> NodeId) {
        let operands = match self {
            SubgroupOperation::Elect => [None, None],
            SubgroupOperation::Ballot(value) | SubgroupOperation::Combine(_, value) => {
                [Some(value), None]
            }
            SubgroupOperation::Gather(source, value) => [Some(value), source.operand_mut()],
        };
        for operand in operands.into_iter().flatten() {
            *operand = replace(*operand);
        }
    }
}

impl Combination {
    fn name(self) -> &'static str {
        match self {
            Combination::All => "subgroup_all",
            Combination::Any => "subgroup_any",
            Combination::Add(Extent::All) => "subgroup_add",
            Combination::Add(Extent::Inclusive) => "subgroup_inclusive_add",
            Combination::Add(Extent::Exclusive) => "subgroup_exclusive_add",
            Combination::Multiply(Extent::All) => "subgroup_mul",
            Combination::Multiply(Extent::Inclusive) => "subgroup_inclusive_mul",
            Combination::Multiply(Extent::Exclusive) => "subgroup_exclusive_mul",
            Combination::Min => "subgroup_min",
            Combination::Max => "subgroup_max",
            Combination::And => "subgroup_and",
            Combination::Or => "subgroup_or",
            Combination::Xor => "subgroup_xor",
        }
    }
}

impl Source {
    fn name(self) -> &'static str {
        match self {
            Source::First => "subgroup_broadcast_first",
            Source::Lane(_) => "subgroup_broadcast",
            Source::Shuffle(_) => "subgroup_shuffle",
            Source::ShuffleXor(_) => "subgroup_shuffle_xor",
            Source::ShuffleUp(_) => "subgroup_shuffle_up",
            Source::ShuffleDown(_) => "subgroup_shuffle_down",
            Source::QuadLane(_) => "quad_broadcast",
            Source::QuadX => "quad_swap_x",
            Source::QuadY => "quad_swap_y",
            Source::QuadDiagonal => "quad_swap_diagonal",
        }
    }

    /// The number that every invocation names alike, if there is one.
    #[must_use]
    pub fn lane(self) -> Option<u32> {
        match self {
            Source::Lane(lane) | Source::QuadLane(lane) => Some(lane),
            Source::First
            | Source::Shuffle(_)
            | Source::ShuffleXor(_)
            | Source::ShuffleUp(_)
            | Source::ShuffleDown(_)
            | Source::QuadX
            | Source::QuadY
            | Source::QuadDiagonal => None,
        }
    }

    fn operand(mut self) -> Option<NodeId> {
        self.operand_mut().copied()
    }

    fn operand_mut(&mut self) -> Option<&mut NodeId> {
        match self {
            Source::Shuffle(operand)
            | Source::ShuffleXor(operand)
            | Source::ShuffleUp(operand)
            | Source::ShuffleDown(operand) => Some(operand),
            Source::First
            | Source::Lane(_)
            | Source::QuadLane(_)
            | Source::QuadX
            | Source::QuadY
            | Source::QuadDiagonal => None,
        }
    }
}
