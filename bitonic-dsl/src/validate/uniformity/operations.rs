//! Barriers, `workgroupUniformLoad` and subgroup operations: what each asks of the control
//! flow around it and of its operands, and whether its result is uniform.

use naga::{
    Barrier, CollectiveOperation, Direction, Expression, GatherMode, Handle, Span, Statement,
    SubgroupOperation,
};

use super::Scope;
use super::dependencies::{Dependencies, Origin, Point};
use super::flow::Walk;

/// Notes what `statement` asks for and gives; other statements do neither.
pub(super) fn note(walk: &mut Walk<'_>, statement: &Statement, span: Span, control: Point) {
    match statement {
        Statement::ControlBarrier(barrier) => {
            let (name, scope) = barrier_name(*barrier);
            walk.require(control, span, name.to_owned(), scope);
        }
        Statement::WorkGroupUniformLoad { pointer, result } => {
            let name = || "workgroup_uniform_load".to_owned();
            walk.require(control, span, name(), Scope::Workgroup);
            walk.require_operand(*pointer, span, name(), Scope::Workgroup);
            walk.values[result.index()] = Some(control);
        }
        Statement::SubgroupBallot { result, predicate } => {
            let name = "subgroup_ballot".to_owned();
            walk.require(control, span, name.clone(), Scope::Subgroup);
            agree(walk, *result, *predicate, control, span, &name);
        }
        Statement::SubgroupGather {
            mode,
            argument,
            result,
        } => gather(walk, mode, *argument, *result, control, span),
        Statement::SubgroupCollectiveOperation {
            op,
            collective_op,
            argument,
            result,
        } => {
            let name = match is_election(walk, *collective_op, *argument, span) {
                true => "subgroup_elect".to_owned(),
                false => collective_name(*op, *collective_op),
            };
            walk.require(control, span, name.clone(), Scope::Subgroup);
            match collective_op {
                CollectiveOperation::Reduce => {
                    agree(walk, *result, Some(*argument), control, span, &name);
                }
                CollectiveOperation::InclusiveScan | CollectiveOperation::ExclusiveScan => {
                    walk.differs(*result, span, &format!("the result of `{name}`"));
                }
            }
        }
        _ => {}
    }
}

/// Whether this was written as `subgroup_elect`, for which lowering counts those before.
fn is_election(
    walk: &Walk<'_>,
    collective: CollectiveOperation,
    argument: Handle<Expression>,
    span: Span,
) -> bool {
    let one = Expression::Literal(naga::Literal::U32(1));
    collective == CollectiveOperation::ExclusiveScan
        && walk.function.expressions[argument] == one
        && walk.program.elections.contains(&walk.at(span))
}

fn gather(
    walk: &mut Walk<'_>,
    mode: &GatherMode,
    argument: Handle<Expression>,
    result: Handle<Expression>,
    control: Point,
    span: Span,
) {
    let name = gather_name(mode).to_owned();
    walk.require(control, span, name.clone(), Scope::Subgroup);
    match mode {
        GatherMode::BroadcastFirst | GatherMode::Broadcast(_) => {
            agree(walk, result, Some(argument), control, span, &name);
        }
        GatherMode::ShuffleDown(delta)
        | GatherMode::ShuffleUp(delta)
        | GatherMode::ShuffleXor(delta) => {
            walk.require_operand(*delta, span, name.clone(), Scope::Subgroup);
            walk.differs(result, span, &format!("the result of `{name}`"));
        }
        GatherMode::Shuffle(_) | GatherMode::QuadBroadcast(_) | GatherMode::QuadSwap(_) => {
            walk.differs(result, span, &format!("the result of `{name}`"));
        }
    }
}

/// The invocations of a subgroup are given one value if each gave the same, those of a
/// workgroup may be given different ones in any case.
fn agree(
    walk: &mut Walk<'_>,
    result: Handle<Expression>,
    operand: Option<Handle<Expression>>,
    control: Point,
    span: Span,
    name: &str,
) {
    let at = walk.at(span);
    let words = format!("the result of `{name}` may differ between the subgroups");
    let operand = operand.and_then(|operand| walk.values[operand.index()]);
    let points = [Dependencies::NON_UNIFORM, control];
    let origin = Origin::Source(at, words);
    let point = walk.flow.dependencies.add(origin, points);
    walk.depend_on_value(point, operand);
    walk.values[result.index()] = Some(point);
}

fn barrier_name(barrier: Barrier) -> (&'static str, Scope) {
    if barrier.contains(Barrier::WORK_GROUP) {
        ("workgroup_barrier", Scope::Workgroup)
    } else if barrier.contains(Barrier::STORAGE) {
        ("storage_barrier", Scope::Workgroup)
    } else if barrier.contains(Barrier::TEXTURE) {
        ("texture_barrier", Scope::Workgroup)
    } else {
        ("subgroup_barrier", Scope::Subgroup)
    }
}

fn gather_name(mode: &GatherMode) -> &'static str {
    match mode {
        GatherMode::BroadcastFirst => "subgroup_broadcast_first",
        GatherMode::Broadcast(_) => "subgroup_broadcast",
        GatherMode::Shuffle(_) => "subgroup_shuffle",
        GatherMode::ShuffleDown(_) => "subgroup_shuffle_down",
        GatherMode::ShuffleUp(_) => "subgroup_shuffle_up",
        GatherMode::ShuffleXor(_) => "subgroup_shuffle_xor",
        GatherMode::QuadBroadcast(_) => "quad_broadcast",
        GatherMode::QuadSwap(Direction::X) => "quad_swap_x",
        GatherMode::QuadSwap(Direction::Y) => "quad_swap_y",
        GatherMode::QuadSwap(Direction::Diagonal) => "quad_swap_diagonal",
    }
}

fn collective_name(op: SubgroupOperation, collective: CollectiveOperation) -> String {
    let op = match op {
        SubgroupOperation::All => "all",
        SubgroupOperation::Any => "any",
        SubgroupOperation::Add => "add",
        SubgroupOperation::Mul => "mul",
        SubgroupOperation::Min => "min",
        SubgroupOperation::Max => "max",
        SubgroupOperation::And => "and",
        SubgroupOperation::Or => "or",
        SubgroupOperation::Xor => "xor",
    };
    match collective {
        CollectiveOperation::Reduce => format!("subgroup_{op}"),
        CollectiveOperation::InclusiveScan => format!("subgroup_inclusive_{op}"),
        CollectiveOperation::ExclusiveScan => format!("subgroup_exclusive_{op}"),
    }
}
