//! Numbers of lanes that no subgroup has: WGSL refuses them where they are constant.

use super::{Constant, lanes_of};
use crate::diagnostic::Diagnostic;
use crate::graph::{Body, Node, NodeId, NodeKind, Source, SubgroupOperation};

/// The most invocations of a subgroup.
const MOST_LANES: u32 = 128;
/// The invocations of a quad.
const QUAD_LANES: u32 = 4;

/// What names another invocation, and the number that it must be less than.
struct Number {
    what: &'static str,
    value: Option<i128>,
    limit: u32,
}

/// The subgroup operations of `body` that ask a lane which is in no subgroup.
pub(super) fn check(body: &Body, constants: &[Option<Constant>], faults: &mut Vec<Diagnostic>) {
    for (_, node) in body.nodes.iter() {
        if let NodeKind::Subgroup(SubgroupOperation::Gather(source, _)) = &node.kind {
            faults.extend(fault(node, *source, constants));
        }
    }
}

fn fault(node: &Node, source: Source, constants: &[Option<Constant>]) -> Option<Diagnostic> {
    let number = number(source, constants)?;
    let value = number.value?;
    if value < i128::from(number.limit) {
        return None;
    }
    let NodeKind::Subgroup(operation) = &node.kind else {
        return None;
    };
    let (name, limit) = (operation.name(), number.limit);
    let message = format!(
        "the constant {} {value} of this `{name}` is not less than {limit}",
        number.what
    );
    let help = match limit {
        QUAD_LANES => "a quad has 4 invocations, numbered from 0",
        _ => "a subgroup has at most 128 invocations, numbered from 0",
    };
    Some(Diagnostic::new(message, node.at).help(help))
}

fn number(source: Source, constants: &[Option<Constant>]) -> Option<Number> {
    let found = |node: NodeId| lanes_of(constants, node)?.first()?.index();
    let (what, value, limit) = match source {
        Source::Lane(lane) => ("lane", Some(i128::from(lane)), MOST_LANES),
        Source::QuadLane(lane) => ("lane", Some(i128::from(lane)), QUAD_LANES),
        Source::Shuffle(lane) => ("lane", found(lane), MOST_LANES),
        Source::ShuffleXor(mask) => ("mask", found(mask), MOST_LANES),
        Source::ShuffleUp(distance) | Source::ShuffleDown(distance) => {
            ("distance", found(distance), MOST_LANES)
        }
        Source::First | Source::QuadX | Source::QuadY | Source::QuadDiagonal => return None,
    };
    Some(Number { what, value, limit })
}
