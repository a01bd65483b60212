//! The schedule: which nodes are evaluated, and just before which statement.
//!
//! Loads, calls, atomic functions and subgroup operations stay where they were written. A pure node goes to the innermost
//! block that dominates its uses, but into no loop that does not contain the place
//! where it was made, before the statement that holds the first use. Uses are
//! gathered from the last made node to the first, so that whoever uses a node is
//! placed before the node is. No expression is made here.

use super::behaviour::Behaviours;
use super::scope::{BlockScope, Position, Scopes};
use crate::graph::{BlockId, Body, NodeId, NodeKind, PlaceId, Statement, StatementKind};

/// Where the values of a body are evaluated.
pub(super) struct Schedule {
    same: Vec<NodeId>,
    slots: Vec<Vec<(usize, NodeId)>>,
    used: Vec<bool>,
    shared: Vec<bool>,
    kept: Vec<bool>,
}

impl Schedule {
    /// The node that stands for `node`.
    pub(super) fn same(&self, node: NodeId) -> NodeId {
        self.same[node.index()]
    }

    /// The pure nodes evaluated in `block`, each with the statement it precedes, by
    /// rising statement.
    pub(super) fn slots(&self, block: BlockId) -> &[(usize, NodeId)] {
        &self.slots[block.index()]
    }

    /// Whether the value is ever needed.
    pub(super) fn is_used(&self, node: NodeId) -> bool {
        self.used[node.index()]
    }

    /// Whether the value is needed more than once.
    pub(super) fn is_shared(&self, node: NodeId) -> bool {
        self.shared[node.index()]
    }

    /// Whether the value is needed within loops that it was moved out of, so that
    /// the text must hold it in a name, too.
    pub(super) fn is_kept(&self, node: NodeId) -> bool {
        self.kept[node.index()]
    }
}

/// Whether a node is a value of the whole function: it has no operands and is the
/// same everywhere.
pub(super) fn is_leaf(kind: &NodeKind) -> bool {
    match kind {
        NodeKind::Literal(_)
        | NodeKind::Constant(_)
        | NodeKind::Override(_)
        | NodeKind::Zero
        | NodeKind::Input(_)
        | NodeKind::Argument(_)
        | NodeKind::Parameter(_)
        | NodeKind::ArrayLength(_) => true,
        NodeKind::Texture(_, query) => query.operands().next().is_none(),
        NodeKind::Unary(..)
        | NodeKind::Binary(..)
        | NodeKind::Builtin(..)
        | NodeKind::Select { .. }
        | NodeKind::Convert(_)
        | NodeKind::Bitcast(_)
        | NodeKind::Splat(_)
        | NodeKind::Compose(_)
        | NodeKind::Swizzle(..)
        | NodeKind::Field(..)
        | NodeKind::Element(..)
        | NodeKind::Load(_)
        | NodeKind::Atomic(..)
        | NodeKind::UniformLoad(_)
        | NodeKind::Address(_)
        | NodeKind::Call(..)
        | NodeKind::Subgroup(_)
        | NodeKind::Poison => false,
    }
}

struct Scheduler<'a> {
    body: &'a Body,
    blocks: &'a [BlockScope],
    same: Vec<NodeId>,
    uses: Vec<Option<Position>>,
    shared: Vec<bool>,
    kept: Vec<bool>,
    slots: Vec<Vec<(usize, NodeId)>>,
}

/// Makes the schedule of `body`.
pub(super) fn schedule(body: &Body, scopes: &mut Scopes, behaviours: &Behaviours) -> Schedule {
    let mut scheduler = Scheduler {
        body,
        same: std::mem::take(&mut scopes.same),
        blocks: &scopes.blocks,
        uses: vec![None; body.nodes.len()],
        shared: vec![false; body.nodes.len()],
        kept: vec![false; body.nodes.len()],
        slots: vec![Vec::new(); body.blocks.len()],
    };
    scheduler.statements_of(body.root, behaviours);
    for node in scopes.order.iter().rev() {
        scheduler.place(*node, scopes.made[node.index()]);
    }
    scheduler.finish()
}

impl Scheduler<'_> {
    fn finish(mut self) -> Schedule {
        for slots in &mut self.slots {
            slots.reverse();
            slots.sort_by_key(|(statement, _)| *statement);
        }
        Schedule {
            same: self.same,
            slots: self.slots,
            used: self.uses.iter().map(Option::is_some).collect(),
            shared: self.shared,
            kept: self.kept,
        }
    }

    /// Notes the uses that the reachable statements of `block` make themselves.
    fn statements_of(&mut self, block: BlockId, behaviours: &Behaviours) {
        for (index, statement) in behaviours.reachable(self.body, block).iter().enumerate() {
            let position = Position {
                block,
                statement: index,
            };
            self.statement(statement, position);
            for inner in statement.kind.blocks() {
                self.statements_of(inner, behaviours);
            }
        }
    }

    fn statement(&mut self, statement: &Statement, position: Position) {
        match &statement.kind {
            StatementKind::Make(node) => self.effect(*node, position),
            StatementKind::MakePlace(_)
            | StatementKind::Break
            | StatementKind::Continue
            | StatementKind::Return(None)
            | StatementKind::Barrier(_) => {}
            StatementKind::Declare(_, value) | StatementKind::Return(Some(value)) => {
                self.use_at(*value, position);
            }
            StatementKind::Store(place, value) => {
                self.use_indices(*place, position);
                self.use_at(*value, position);
            }
            StatementKind::StoreTexel(_, texel, value) => {
                texel
                    .operands()
                    .for_each(|node| self.use_at(node, position));
                self.use_at(*value, position);
            }
            StatementKind::Call(_, arguments) => {
                for argument in arguments {
                    self.use_at(*argument, position);
                }
            }
            StatementKind::If { condition, .. } => self.use_at(*condition, position),
            StatementKind::Switch { selector, .. } => self.use_at(*selector, position),
            StatementKind::Loop {
                header,
                condition,
                continuing,
                break_if,
                ..
            } => {
                self.use_at_end(*condition, *header);
                self.use_at_end(*break_if, *continuing);
            }
        }
    }

    /// An effect happens whether its value is used or not.
    fn effect(&mut self, node: NodeId, position: Position) {
        let body = self.body;
        let kind = &body.nodes[node].kind;
        if !kind.is_effect() {
            return;
        }
        if let Some(place) = kind.place() {
            self.use_indices(place, position);
        }
        kind.for_each_operand(|operand| self.use_at(operand, position));
    }

    fn use_at_end(&mut self, node: Option<NodeId>, block: BlockId) {
        if let Some(node) = node {
            let statement = self.body.blocks[block].statements.len();
            self.use_at(node, Position { block, statement });
        }
    }

    fn use_indices(&mut self, place: PlaceId, position: Position) {
        let mut next = Some(place);
        while let Some(place) = next {
            let kind = self.body.places[place].kind;
            if let Some(index) = kind.index() {
                self.use_at(index, position);
            }
            next = kind.base();
        }
    }

    fn use_at(&mut self, node: NodeId, position: Position) {
        let node = self.same[node.index()];
        let earlier = self.uses[node.index()];
        self.shared[node.index()] = earlier.is_some();
        self.uses[node.index()] = Some(match earlier {
            Some(earlier) => self.join(earlier, position),
            None => position,
        });
    }

    /// The innermost position that dominates both.
    fn join(&self, mut a: Position, mut b: Position) -> Position {
        while a.block != b.block {
            if self.depth(a) >= self.depth(b) {
                a = self.outward(a);
            } else {
                b = self.outward(b);
            }
        }
        Position {
            block: a.block,
            statement: a.statement.min(b.statement),
        }
    }

    fn depth(&self, position: Position) -> u32 {
        self.blocks[position.block.index()].depth
    }

    fn outward(&self, position: Position) -> Position {
        self.blocks[position.block.index()]
            .within
            .unwrap_or(position)
    }

    fn innermost_loop(&self, block: BlockId) -> Option<BlockId> {
        self.blocks[block.index()].innermost_loop
    }

    /// Places `node`, all of whose users are placed, and notes its operands' uses.
    fn place(&mut self, node: NodeId, made: Position) {
        let body = self.body;
        let kind = &body.nodes[node].kind;
        let Some(used) = self.uses[node.index()] else {
            return;
        };
        match kind {
            NodeKind::Load(place) | NodeKind::Address(place) => self.use_indices(*place, made),
            NodeKind::Texture(_, query) if !query.is_pure() => {
                query.operands().for_each(|node| self.use_at(node, made));
            }
            NodeKind::Call(..)
            | NodeKind::Atomic(..)
            | NodeKind::UniformLoad(_)
            | NodeKind::Subgroup(_)
            | NodeKind::Poison
            | NodeKind::Literal(_)
            | NodeKind::Constant(_)
            | NodeKind::Override(_)
            | NodeKind::Zero
            | NodeKind::Input(_)
            | NodeKind::Argument(_) => {}
            NodeKind::Parameter(_)
            | NodeKind::Unary(..)
            | NodeKind::Binary(..)
            | NodeKind::Builtin(..)
            | NodeKind::Select { .. }
            | NodeKind::Convert(_)
            | NodeKind::Bitcast(_)
            | NodeKind::Splat(_)
            | NodeKind::Compose(_)
            | NodeKind::Swizzle(..)
            | NodeKind::Field(..)
            | NodeKind::Element(..)
            | NodeKind::ArrayLength(_)
            | NodeKind::Texture(..) => {
                let home = if is_leaf(kind) { body.root } else { made.block };
                let position = self.out_of_loops(used, home);
                self.kept[node.index()] = position.block != used.block;
                self.slots[position.block.index()].push((position.statement, node));
                kind.for_each_operand(|operand| self.use_at(operand, position));
            }
        }
    }

    /// `position`, moved out of the loops that do not contain `home`.
    fn out_of_loops(&self, mut position: Position, home: BlockId) -> Position {
        let around_home = self.innermost_loop(home);
        loop {
            let around = self.innermost_loop(position.block);
            if around == around_home {
                return position;
            }
            let Some(header) = around else {
                return position;
            };
            position = self.blocks[header.index()].within.unwrap_or(position);
        }
    }
}
