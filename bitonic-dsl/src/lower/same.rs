//! Whether two functions are of equal structure: all that shows in the text, names
//! included, and nothing of where they were written. Callees are compared by whoever
//! knows what they were lowered to.

use crate::graph::{Arena, Block, Body, Function, Local, Node, Place};

/// Whether `a` and `b` are the same function, apart from what their callees are.
pub(super) fn same_function(a: &Function, b: &Function) -> bool {
    a.name == b.name
        && a.arguments == b.arguments
        && a.pointers == b.pointers
        && a.result == b.result
        && a.text == b.text
        && same_body(&a.body, &b.body)
}

fn same_body(a: &Body, b: &Body) -> bool {
    a.root == b.root
        && same_items(&a.nodes, &b.nodes, same_node)
        && same_items(&a.places, &b.places, same_place)
        && same_items(&a.locals, &b.locals, same_local)
        && same_items(&a.blocks, &b.blocks, same_block)
}

fn same_items<T>(a: &Arena<T>, b: &Arena<T>, same: impl Fn(&T, &T) -> bool) -> bool {
    a.len() == b.len() && a.iter().zip(b.iter()).all(|((_, a), (_, b))| same(a, b))
}

fn same_node(a: &Node, b: &Node) -> bool {
    a.kind == b.kind && a.ty == b.ty && a.name == b.name
}

fn same_place(a: &Place, b: &Place) -> bool {
    a.kind == b.kind && a.ty == b.ty
}

fn same_local(a: &Local, b: &Local) -> bool {
    a.name == b.name && a.ty == b.ty
}

fn same_block(a: &Block, b: &Block) -> bool {
    let (a, b) = (&a.statements, &b.statements);
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.kind == b.kind)
}
