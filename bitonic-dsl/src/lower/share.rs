//! Sharing: equal pure nodes become one, as long as the block that made the first
//! is still open. Nodes that the author named stand for themselves.

use super::hash::{FastMap, hash_of};
use crate::graph::{Body, NodeId, NodeKind};

/// The nodes made so far that later ones may stand for.
///
/// What a closed block made is not looked for and taken out: it is known by its block
/// that it no longer counts, and its place is taken by the next node that equals it. Nodes
/// are found by hash and compared in the graph, so that the map holds no copies of them: of
/// two that differ and have one hash, the later is known, and the earlier merely not shared.
pub(super) struct Sharing {
    same: Vec<NodeId>,
    known: FastMap<u64, (NodeId, Block)>,
    /// The blocks that are open, outermost first.
    open: Vec<Block>,
    next_serial: u32,
}

/// One opening of a block: how deep it lies, and a number that no other has.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Block {
    depth: u32,
    serial: u32,
}

/// The whole function: never opened, never closed.
const FUNCTION: Block = Block {
    depth: u32::MAX,
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
            depth: self.open.len() as u32,
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
        let kind = self.kind(body, id);
        // What has no operands is the same everywhere in the function.
        let here = match super::schedule::is_leaf(&node.kind) {
            true => FUNCTION,
            false => self.open.last().copied().unwrap_or(FUNCTION),
        };
        let hash = hash_of(&(&kind, &node.ty));
        match self.known.get(&hash).copied() {
            Some((known, block)) if known != id && self.is_open(block) => {
                let equals = body.nodes[known].ty == node.ty && self.kind(body, known) == kind;
                if equals {
                    self.same[id.index()] = known;
                    return;
                }
            }
            Some(_) | None => {}
        }
        self.known.insert(hash, (id, here));
    }

    /// What `id` computes, in terms of the nodes that stand for its operands.
    fn kind(&self, body: &Body, id: NodeId) -> NodeKind {
        let kind = &body.nodes[id].kind;
        kind.with_operands(|operand| self.same[operand.index()])
    }

    fn is_open(&self, block: Block) -> bool {
        block == FUNCTION || self.open.get(block.depth as usize) == Some(&block)
    }

    /// For each node, the one that stands for it.
    pub(super) fn finish(self) -> Vec<NodeId> {
        self.same
    }
}
