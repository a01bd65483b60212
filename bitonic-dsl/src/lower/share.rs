//! Sharing: equal pure nodes become one, as long as the block that made the first
//! is still open. Nodes that the author named stand for themselves.

use super::hash::FastMap;
use crate::graph::{Body, NodeId, NodeKind};
use crate::types::Type;

type Key = (NodeKind, Type);

/// The nodes made so far that later ones may stand for.
///
/// What a closed block made is not looked for and taken out: it is known by its block
/// that it no longer counts, and its place is taken by the next node that equals it.
pub(super) struct Sharing {
    same: Vec<NodeId>,
    known: FastMap<Key, (NodeId, Block)>,
    /// The blocks that are open, outermost first.
    open: Vec<Block>,
    next_serial: u32,
}

/// One opening of a block: how deep it lies, and a number that no other has.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Block {
    depth: usize,
    serial: u32,
}

/// The whole function: never opened, never closed.
const FUNCTION: Block = Block {
    depth: usize::MAX,
    serial: 0,
};

impl Sharing {
    pub(super) fn new(body: &Body) -> Sharing {
        Sharing {
            same: body.nodes.iter().map(|(id, _)| id).collect(),
            known: FastMap::default(),
            open: Vec::new(),
            next_serial: 1,
        }
    }

    pub(super) fn open_block(&mut self) {
        let block = Block {
            depth: self.open.len(),
            serial: self.next_serial,
        };
        self.next_serial += 1;
        self.open.push(block);
    }

    pub(super) fn close_block(&mut self) {
        self.open.pop();
    }

    /// Notes that `id` is made here, and finds the node that it equals.
    pub(super) fn make(&mut self, body: &Body, id: NodeId) {
        let node = &body.nodes[id];
        if node.name.is_some() || !node.kind.is_pure() {
            return;
        }
        let kind = node
            .kind
            .with_operands(|operand| self.same[operand.index()]);
        // What has no operands is the same everywhere in the function.
        let here = match super::schedule::is_leaf(&node.kind) {
            true => FUNCTION,
            false => self.open.last().copied().unwrap_or(FUNCTION),
        };
        let open = &self.open;
        let is_open = |block: Block| block == FUNCTION || open.get(block.depth) == Some(&block);
        let known = self
            .known
            .entry((kind, node.ty.clone()))
            .or_insert((id, here));
        if known.0 != id && is_open(known.1) {
            self.same[id.index()] = known.0;
        } else {
            *known = (id, here);
        }
    }

    /// For each node, the one that stands for it.
    pub(super) fn finish(self) -> Vec<NodeId> {
        self.same
    }
}
