//! Branches and what leaves a block: `If`, `While`, `Break`, `Continue`, `Return`,
//! and barriers. Counted loops are in `range`.

use super::function::FunctionResult;
use super::node::IntoNode;
use super::recorder::{self, Kind, Scope};
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
        if !self.is_written_here() {
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
        if self.is_written_here() {
            recorder::in_block(self.reject, reject);
        }
    }

    /// Whether this kernel or function is the one of the `If`; else that is a fault.
    #[track_caller]
    fn is_written_here(&self) -> bool {
        let at = SourceLocation::caller();
        let is_written_here = recorder::with(|recorder| recorder.scope == self.scope);
        if !is_written_here {
            recorder::fault(
                Diagnostic::new(
                    "this branch belongs to an `If` of another kernel or function",
                    at,
                )
                .help("write `.else_(..)` where the `If` is written"),
            );
        }
        is_written_here
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
    let (header, condition) = recorder::block(|| condition().into_node().operand());
    let body = recorder::turn(body);
    let continuing = recorder::with(|recorder| recorder.new_block());
    recorder::statement(StatementKind::Loop {
        header,
        condition: (!always_holds(condition)).then_some(condition),
        body,
        continuing,
        break_if: None,
    });
}

/// Whether `condition` is the constant `true`. A loop that goes on while it holds is
/// left by `Break` or `Return` alone.
fn always_holds(condition: NodeId) -> bool {
    let known = NodeKind::Literal(Literal::Bool(true));
    recorder::with(|recorder| recorder.body.nodes[condition].kind == known)
}

/// Leaves the innermost loop.
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
    if recorder::with(|recorder| recorder.loop_depth() == 0) {
        recorder::fault(
            Diagnostic::new(format!("`{name}` outside of a loop"), at)
                .caption("no `Loop` or `While` is open here")
                .help("`Return(())` ends the invocation, or the function"),
        );
        return;
    }
    recorder::statement(kind);
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
    let expected = recorder::with(|recorder| match &recorder.kind {
        Kind::Kernel { .. } => None,
        Kind::Function { result, .. } => result.clone(),
    });
    let given = R::ty();
    if given == expected {
        let value = value.operand();
        recorder::statement(StatementKind::Return(value));
        return;
    }
    let word =
        |ty: Option<crate::types::Type>| ty.map_or("nothing".to_owned(), |ty| ty.to_string());
    recorder::fault(
        Diagnostic::new("`Return` of the wrong type", at)
            .caption(format!(
                "returns {}, where {} is due",
                word(given),
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
