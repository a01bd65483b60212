//! Branches, loops and what leaves a block: `If`, `While`, `Repeat`, `Break`, `Continue`,
//! `Return`, and barriers. Counted loops are in `range`, `Switch` is in `switch`.

use super::function::FunctionResult;
use super::node::IntoNode;
use super::recorder::{self, Kind, Position, Role, Scope};
use crate::diagnostic::{Diagnostic, SourceLocation};
use crate::graph::{Barrier, BlockId, Literal, NodeId, NodeKind, StatementKind};

/// Runs `accept` in the invocations where `condition` holds.
///
/// What follows it is [`IfChain`]'s: `.else_if(..)` and `.else_(..)`. A condition
/// that is known while the kernel is built is Rust's own `if`. A branch has no value:
/// [`select`](crate::select) chooses between two, and a variable
/// ([`to_var`](crate::Node::to_var)) carries one out.
///
/// ```
/// # use bitonic_dsl::*;
/// # kernel("signs").build(|k| {
/// let data = k.storage_mut::<i32>("data");
/// let value = data.element(0).load();
/// If(value.lt(0), || data.element(0).assign(-1))
///     .else_if(|| value.gt(0), || data.element(0).assign(1))
///     .else_(|| data.element(0).assign(0));
/// # })?;
/// # Ok::<(), Error>(())
/// ```
#[allow(
    non_snake_case,
    reason = "the shading language's control flow is capitalised, as in TSL"
)]
#[track_caller]
pub fn If(condition: impl IntoNode<bool>, accept: impl FnOnce()) -> IfChain {
    let condition = condition.into_node().operand();
    branch(condition, accept)
}

#[track_caller]
fn branch(condition: NodeId, accept: impl FnOnce()) -> IfChain {
    let (accept, ()) = recorder::block(accept);
    let reject = recorder::with(|recorder| recorder.new_block());
    recorder::statement(StatementKind::If {
        condition,
        accept,
        reject,
    });
    IfChain {
        reject,
        scope: recorder::with(|recorder| recorder.scope),
    }
}

/// An `If` to which another branch can be added.
pub struct IfChain {
    reject: BlockId,
    scope: Scope,
}

impl IfChain {
    /// Runs `accept` where no earlier condition held and `condition` does, which is
    /// evaluated only there.
    #[track_caller]
    pub fn else_if<C: IntoNode<bool>>(
        self,
        condition: impl FnOnce() -> C,
        accept: impl FnOnce(),
    ) -> IfChain {
        if !recorder::is_written_here(self.scope, "branch", "an `If`") {
            return self;
        }
        recorder::enter(self.reject);
        let condition = recorder::guarded(|| condition().into_node().operand());
        let chain = branch(condition, accept);
        recorder::close_block();
        chain
    }

    /// Runs `reject` where no condition held.
    #[track_caller]
    pub fn else_(self, reject: impl FnOnce()) {
        if recorder::is_written_here(self.scope, "branch", "an `If`") {
            recorder::in_block(self.reject, reject);
        }
    }
}

/// Runs `body` again and again while `condition`, evaluated before each turn, holds.
/// `While(|| true, ..)` is left by `Break` or `Return` alone.
///
/// ```
/// # use bitonic_dsl::*;
/// # kernel("halvings").build(|k| {
/// let data = k.storage_mut::<u32>("data");
/// let rest = data.element(0).load().to_var("rest");
/// While(|| rest.load().gt(9), || rest.shr_assign(1));
/// data.element(0).assign(rest.load());
/// # })?;
/// # Ok::<(), Error>(())
/// ```
#[allow(
    non_snake_case,
    reason = "the shading language's control flow is capitalised, as in TSL"
)]
#[track_caller]
pub fn While<C: IntoNode<bool>>(condition: impl FnOnce() -> C, body: impl FnOnce()) {
    let make = || condition().into_node().operand();
    let (header, condition) = recorder::block_as(Role::Condition, make);
    let (body, ()) = recorder::block_as(Role::Turn, body);
    let continuing = recorder::with(|recorder| recorder.new_block());
    recorder::statement(StatementKind::Loop {
        header,
        condition: (!is_known(condition, true)).then_some(condition),
        body,
        continuing,
        break_if: None,
    });
}

/// Whether `condition` is the constant `value`: what leaves such a loop is `Break` or
/// `Return` alone.
fn is_known(condition: NodeId, value: bool) -> bool {
    let known = NodeKind::Literal(Literal::Bool(value));
    recorder::with(|recorder| recorder.body.nodes[condition].kind == known)
}

/// Runs `body` again and again, until [`break_if`](Repetition::break_if), `Break` or
/// `Return` leaves it.
///
/// What advances the loop stands in [`continuing`](Repetition::continuing), which
/// `Continue` does not skip.
///
/// ```
/// # use bitonic_dsl::*;
/// # kernel("collatz").build(|k| {
/// let data = k.storage_mut::<u32>("data");
/// let n = data.element(0).load().to_var("n");
/// let turns = 0u32.to_var("turns");
/// Repeat(|| {
///     If((n.load() % 2).eq(0), || {
///         n.shr_assign(1);
///         Continue();
///     });
///     n.assign(n.load() * 3 + 1);
/// })
/// .continuing(|| turns.increment())
/// .break_if(|| n.load().le(1));
/// data.element(0).assign(turns.load());
/// # })?;
/// # Ok::<(), Error>(())
/// ```
#[allow(
    non_snake_case,
    reason = "the shading language's control flow is capitalised, as in TSL"
)]
#[track_caller]
pub fn Repeat(body: impl FnOnce()) -> Repetition {
    let (header, continuing) =
        recorder::with(|recorder| (recorder.new_block(), recorder.new_block()));
    let (body, ()) = recorder::block_as(Role::Turn, body);
    let position = recorder::statement(StatementKind::Loop {
        header,
        condition: None,
        body,
        continuing,
        break_if: None,
    });
    Repetition {
        continuing,
        position,
        scope: recorder::with(|recorder| recorder.scope),
    }
}

/// A [`Repeat`] to which what advances it and a way out can be added.
pub struct Repetition {
    continuing: BlockId,
    position: Position,
    scope: Scope,
}

impl Repetition {
    /// Runs `advance` at the end of each turn, also of one that `Continue` cut short. It
    /// cannot be left: no `Break`, `Continue` or `Return` stands in it. What a turn makes
    /// is not seen here; a variable carries it.
    #[track_caller]
    pub fn continuing(self, advance: impl FnOnce()) -> Repetition {
        if recorder::is_written_here(self.scope, "part", "a `Repeat`") {
            recorder::enter_as(Role::Continuing, self.continuing);
            recorder::guarded(advance);
            recorder::close_block();
        }
        self
    }

    /// Leaves the loop where `condition`, evaluated at the end of each turn behind what
    /// advances the loop, holds.
    #[track_caller]
    pub fn break_if<C: IntoNode<bool>>(self, condition: impl FnOnce() -> C) {
        if !recorder::is_written_here(self.scope, "part", "a `Repeat`") {
            return;
        }
        recorder::enter_as(Role::Continuing, self.continuing);
        let condition = recorder::guarded(|| condition().into_node().operand());
        recorder::close_block();
        if is_known(condition, false) {
            return;
        }
        recorder::amend(self.position, |statement| {
            if let StatementKind::Loop { break_if, .. } = statement {
                *break_if = Some(condition);
            }
        });
    }
}

/// Leaves the innermost loop; in a case of a [`Switch`](crate::Switch), the loop around it.
/// What follows in the same block is never reached, and leaves no trace in the text.
#[allow(
    non_snake_case,
    reason = "the shading language's control flow is capitalised, as in TSL"
)]
#[track_caller]
pub fn Break() {
    leave_turn(StatementKind::Break, "Break");
}

/// Goes on with the next turn of the innermost loop.
#[allow(
    non_snake_case,
    reason = "the shading language's control flow is capitalised, as in TSL"
)]
#[track_caller]
pub fn Continue() {
    leave_turn(StatementKind::Continue, "Continue");
}

#[track_caller]
fn leave_turn(kind: StatementKind, name: &str) {
    let at = recorder::source(recorder::caller());
    let fault = match recorder::with(|recorder| recorder.part_of_loop()) {
        Role::Turn => {
            recorder::statement(kind);
            return;
        }
        Role::Plain => Diagnostic::new(format!("`{name}` outside of a loop"), at)
            .caption("no `Loop`, `While` or `Repeat` is open here")
            .help("`Return(())` ends the invocation, or the function"),
        Role::Condition => Diagnostic::new(format!("`{name}` in the condition of a loop"), at)
            .help("write it in the turn: `While(|| true, ..)` is left by `Break()` alone"),
        Role::Continuing => Diagnostic::new(format!("`{name}` in what advances a loop"), at)
            .help("leave the turn or the loop before it, or end with `.break_if(..)`"),
    };
    recorder::fault(fault);
}

/// Leaves the function with `value`, or ends the invocation with `()`.
///
/// In a `Fn` it ends that function, not the kernel that calls it.
#[allow(
    non_snake_case,
    reason = "the shading language's control flow is capitalised, as in TSL"
)]
#[track_caller]
pub fn Return<R: FunctionResult>(value: R) {
    let at = SourceLocation::caller();
    if recorder::with(|recorder| recorder.is_in_continuing()) {
        recorder::fault(
            Diagnostic::new("`Return` in what advances a loop", at)
                .help("return in the turn of the loop, or behind the loop"),
        );
        return;
    }
    let expected = recorder::with(|recorder| match &recorder.kind {
        Kind::Kernel { .. } => None,
        Kind::Function { result, .. } => result.clone(),
    });
    if R::is_due(expected.as_ref()) {
        let value = value.operand();
        recorder::statement(StatementKind::Return(value));
        return;
    }
    let word =
        |ty: Option<crate::types::Type>| ty.map_or("nothing".to_owned(), |ty| format!("`{ty}`"));
    recorder::fault(
        Diagnostic::new("`Return` of the wrong type", at)
            .caption(format!(
                "this returns {}, where {} is expected",
                word(R::ty("")),
                word(expected)
            ))
            .help("a function returns one type, that of its closure; a kernel returns `()`"),
    );
}

/// Waits until every invocation of the workgroup is here, and makes what each wrote
/// to workgroup memory visible to all.
///
/// Every invocation of the workgroup must reach it together: never inside a branch
/// whose condition differs between them.
///
/// ```
/// # use bitonic_dsl::*;
/// # kernel("reverse").build(|k| {
/// let data = k.storage_mut::<u32>("data");
/// let tile = workgroup_array::<u32>("tile", 64);
/// let i = local_invocation_index();
/// tile.element(i).assign(data.element(i).load());
/// workgroup_barrier();
/// data.element(i).assign(tile.element(63 - i).load());
/// # })?;
/// # Ok::<(), Error>(())
/// ```
#[track_caller]
pub fn workgroup_barrier() {
    recorder::statement(StatementKind::Barrier(Barrier::Workgroup));
}

/// Waits as [`workgroup_barrier`] does, and orders storage buffers among the
/// invocations of the workgroup. It does nothing between workgroups.
#[track_caller]
pub fn storage_barrier() {
    recorder::statement(StatementKind::Barrier(Barrier::Storage));
}

/// Waits as [`workgroup_barrier`] does, and orders storage textures that are read and
/// written among the invocations of the workgroup. It does nothing between workgroups.
#[track_caller]
pub fn texture_barrier() {
    recorder::statement(StatementKind::Barrier(Barrier::Texture));
}
