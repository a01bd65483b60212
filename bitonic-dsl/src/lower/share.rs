//! Sharing: equal pure nodes become one, as long as the block that made the first
//! is still open. Nodes that the author named stand for themselves.

use super::hash::FastMap;
use crate::graph::{Body, NodeId, NodeKind};
use crate::types::Type;

type Key = (NodeKind, Type);

/// The nodes made so far that later ones may stand for.
pub(super) struct Sharing {
    same: Vec<NodeId>,
    known: FastMap<Key, NodeId>,
    opened: Vec<Vec<Key>>,
}

impl Sharing {
    pub(super) fn new(body: &Body) -> Sharing {
        Sharing {
            same: body.nodes.iter().map(|(id, _)| id).collect(),
            known: FastMap::default(),
            opened: Vec::new(),
        }
    }

    pub(super) fn open_block(&mut self) {
        self.opened.push(Vec::new());
    }

    pub(super) fn close_block(&mut self) {
        for key in self.opened.pop().into_iter().flatten() {
            self.known.remove(&key);
        }
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
        let key = (kind, node.ty.clone());
        if let Some(first) = self.known.get(&key) {
            self.same[id.index()] = *first;
            return;
        }
        // What has no operands is the same everywhere in the function.
        if !super::schedule::is_leaf(&node.kind)
            && let Some(opened) = self.opened.last_mut()
        {
            opened.push(key.clone());
        }
        self.known.insert(key, id);
    }

    /// For each node, the one that stands for it.
    pub(super) fn finish(self) -> Vec<NodeId> {
        self.same
    }
}
