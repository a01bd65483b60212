//! The recorder: what an author's calls write into, one for each kernel or
//! function under way, on a stack of the thread that a guard pops.
//!
//! Blocks are opened and closed in `blocks`; `standing` says where recording is. Which values and resources may be used where is in `ownership`; which value may be
//! used *when* is left to lowering.

mod blocks;
mod ownership;
mod standing;

use std::cell::RefCell;
use std::panic::Location;
use std::sync::Arc;

use crate::diagnostic::{Diagnostic, SourceLocation};
use crate::graph::{
    Arena, Block, BlockId, Body, Function, Local, LocalId, Node, NodeId, NodeKind, Parameter,
    Place, PlaceId, PlaceKind, PointerSpace, Resource, ResourceId, Statement, StatementKind,
};
use crate::types::Type;

use blocks::OpenBlock;
pub(super) use blocks::{
    Position, Role, amend, block, block_as, close_block, enter, enter_as, guarded, in_block,
    open_block,
};
pub(super) use ownership::{claim, claim_or, operand, place_operand};
pub(super) use standing::{
    Depth, close_to, closes_early, declare_in, depth, enter_at, is_at_root, is_in_block_of,
    is_left, opened_since, reserve, statement_at, unfinished,
};

/// Which recorder made a handle: a number that no other recorder of the thread
/// has, and the name to call it by. Neither reaches a text that is emitted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Scope {
    serial: u32,
    name: u32,
}

/// An untyped handle: an id and the recorder and line that made it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Handle<I> {
    pub(super) id: I,
    pub(super) scope: Scope,
    pub(super) at: &'static Location<'static>,
}

/// What a recorder records, beside its body.
pub(super) enum Kind {
    Kernel {
        resources: Arena<Resource>,
        parameters: Arena<Parameter>,
    },
    Function {
        result: Option<Type>,
        /// By argument: where it leads, if it is a pointer.
        pointers: Vec<Option<PointerSpace>>,
        owner: Option<Scope>,
    },
}

/// A kernel or function under way.
pub(super) struct Recorder {
    pub(super) scope: Scope,
    pub(super) kind: Kind,
    pub(super) body: Body,
    pub(super) diagnostics: Vec<Diagnostic>,
    open: Vec<OpenBlock>,
}

#[derive(Default)]
struct Stack {
    recorders: Vec<Recorder>,
    names: Vec<String>,
    next_serial: u32,
}

thread_local! {
    static STACK: RefCell<Stack> = RefCell::default();
}

/// Pops the recorder that [`Guard::push`] pushed, also when the author's closure
/// panics.
pub(super) struct Guard {
    depth: usize,
}

impl Guard {
    #[track_caller]
    pub(super) fn push(name: String, kind: Kind) -> Guard {
        let at = Location::caller();
        STACK.with_borrow_mut(|stack| {
            let scope = stack.scope(name);
            let body = Body::new();
            let open = vec![OpenBlock {
                id: body.root,
                at,
                role: Role::Plain,
            }];
            let diagnostics = Vec::new();
            stack.recorders.push(Recorder {
                scope,
                kind,
                body,
                diagnostics,
                open,
            });
            Guard {
                depth: stack.recorders.len(),
            }
        })
    }

    /// Ends the recording and gives what was recorded.
    pub(super) fn finish(self) -> Option<Recorder> {
        STACK.with_borrow_mut(|stack| stack.recorders.pop())
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        STACK.with_borrow_mut(|stack| stack.recorders.truncate(self.depth - 1));
    }
}

impl Stack {
    fn scope(&mut self, name: String) -> Scope {
        let known = self.names.iter().position(|known| *known == name);
        let name = known.unwrap_or_else(|| {
            self.names.push(name);
            self.names.len() - 1
        });
        self.next_serial += 1;
        Scope {
            serial: self.next_serial,
            name: name as u32,
        }
    }

    fn name(&self, scope: Scope) -> &str {
        &self.names[scope.name as usize]
    }

    fn holds_kernel(&self, scope: Scope) -> bool {
        self.recorders
            .iter()
            .any(|recorder| recorder.scope == scope && recorder.is_kernel())
    }

    /// Whether what is recorded now may use what belongs to the kernel `owner`. A
    /// function may if it is of no other kernel, and is of this one from then on.
    fn tie_to(&mut self, owner: Scope) -> bool {
        let known = self.holds_kernel(owner);
        let Some(top) = self.recorders.last_mut() else {
            return false;
        };
        match &mut top.kind {
            Kind::Kernel { .. } => top.scope == owner,
            Kind::Function { owner: tie, .. } => known && *tie.get_or_insert(owner) == owner,
        }
    }
}

/// The caller's place, as the graph keeps it.
pub(super) fn source(at: &'static Location<'static>) -> SourceLocation {
    at.into()
}

/// The author's line that called a `#[track_caller]` function.
///
/// Where such a function was itself given as a closure, as in `If(done, Break)`, its
/// caller is the core library: the line of the block around it is the author's then.
#[track_caller]
pub(super) fn caller() -> &'static Location<'static> {
    let at = Location::caller();
    let in_core = at.file().ends_with("core/src/ops/function.rs");
    with(|recorder| match recorder.open.last() {
        Some(block) if in_core => block.at,
        Some(_) | None => at,
    })
}

/// Whether a recorder is under way on this thread.
pub(super) fn is_recording() -> bool {
    STACK.with_borrow(|stack| !stack.recorders.is_empty())
}

/// Runs `action` on the innermost recorder.
///
/// # Panics
///
/// Where no kernel is being built: there is nowhere to record the fault.
#[track_caller]
pub(super) fn with<R>(action: impl FnOnce(&mut Recorder) -> R) -> R {
    if !is_recording() {
        panic!(
            "shader code runs only while a kernel is being built: \
             move it into the closure of `kernel(..).build(|k| ..)` or of a `Fn`"
        );
    }
    STACK.with_borrow_mut(|stack| {
        let last = stack.recorders.len() - 1;
        action(&mut stack.recorders[last])
    })
}

/// Runs `action` on the kernel under way, below any function being traced.
#[track_caller]
pub(super) fn with_kernel<R>(
    action: impl FnOnce(&mut Arena<Resource>, &mut Vec<Diagnostic>, Scope) -> R,
) -> Option<R> {
    with(|_| ());
    STACK.with_borrow_mut(|stack| {
        let kernel = stack
            .recorders
            .iter_mut()
            .rev()
            .find(|recorder| recorder.is_kernel())?;
        let scope = kernel.scope;
        match &mut kernel.kind {
            Kind::Kernel { resources, .. } => {
                Some(action(resources, &mut kernel.diagnostics, scope))
            }
            Kind::Function { .. } => None,
        }
    })
}

/// Makes a node and gives its handle.
#[track_caller]
pub(super) fn make(kind: NodeKind, ty: Type) -> Handle<NodeId> {
    make_at(kind, ty, caller())
}

/// Makes a node that was written at `at`.
#[track_caller]
pub(super) fn make_at(kind: NodeKind, ty: Type, at: &'static Location<'static>) -> Handle<NodeId> {
    with(|recorder| {
        let id = recorder.make(kind, ty, source(at));
        Handle {
            id,
            scope: recorder.scope,
            at,
        }
    })
}

/// Makes a place and gives its handle.
#[track_caller]
pub(super) fn make_place(kind: PlaceKind, ty: Type) -> Handle<PlaceId> {
    make_place_at(kind, ty, caller())
}

/// Makes a place that was written at `at`.
#[track_caller]
pub(super) fn make_place_at(
    kind: PlaceKind,
    ty: Type,
    at: &'static Location<'static>,
) -> Handle<PlaceId> {
    with(|recorder| {
        let id = recorder.make_place(kind, ty, source(at));
        Handle {
            id,
            scope: recorder.scope,
            at,
        }
    })
}

/// Appends a statement; gives where it stands.
#[track_caller]
pub(super) fn statement(kind: StatementKind) -> Position {
    let at = source(caller());
    with(|recorder| recorder.push(kind, at))
}

/// The module-scope variable that `place` of the recorder under way lies in, if any.
#[track_caller]
pub(super) fn resource_of(place: PlaceId) -> Option<ResourceId> {
    with(|recorder| {
        let mut kind = recorder.body.places[place].kind;
        while let Some(base) = kind.base() {
            kind = recorder.body.places[base].kind;
        }
        match kind {
            PlaceKind::Resource(resource) => Some(resource),
            PlaceKind::Local(_)
            | PlaceKind::Argument(_)
            | PlaceKind::Element(..)
            | PlaceKind::Component(..)
            | PlaceKind::Field(..) => None,
        }
    })
}

/// Whether this kernel or function is the one of `scope`; else that is a fault of what
/// was to be added to `statement`, such as "an `If`".
#[track_caller]
pub(super) fn is_written_here(scope: Scope, what: &str, statement: &str) -> bool {
    let at = SourceLocation::caller();
    let is_written_here = with(|recorder| recorder.scope == scope);
    if !is_written_here {
        let message = format!("this {what} belongs to {statement} of another kernel or function");
        fault(Diagnostic::new(message, at).help("write both in one kernel or function"));
    }
    is_written_here
}

/// Records a fault.
#[track_caller]
pub(super) fn fault(diagnostic: Diagnostic) {
    with(|recorder| recorder.diagnostics.push(diagnostic));
}

impl Recorder {
    pub(super) fn is_kernel(&self) -> bool {
        matches!(self.kind, Kind::Kernel { .. })
    }

    /// By argument of the function under way: where it leads, if it is a pointer.
    pub(super) fn argument_spaces(&self) -> &[Option<PointerSpace>] {
        match &self.kind {
            Kind::Function { pointers, .. } => pointers,
            Kind::Kernel { .. } => &[],
        }
    }

    pub(super) fn new_block(&mut self) -> BlockId {
        self.body.blocks.push(Block::default())
    }

    pub(super) fn push(&mut self, kind: StatementKind, at: SourceLocation) -> Position {
        let block = self.open.last().map_or(self.body.root, |block| block.id);
        let statements = &mut self.body.blocks[block].statements;
        statements.push(Statement { kind, at });
        Position {
            block,
            index: statements.len() - 1,
        }
    }

    pub(super) fn make(&mut self, kind: NodeKind, ty: Type, at: SourceLocation) -> NodeId {
        let id = self.body.nodes.push(Node {
            kind,
            ty,
            name: None,
            at,
        });
        self.push(StatementKind::Make(id), at);
        id
    }

    pub(super) fn make_place(&mut self, kind: PlaceKind, ty: Type, at: SourceLocation) -> PlaceId {
        let id = self.body.places.push(Place { kind, ty, at });
        self.push(StatementKind::MakePlace(id), at);
        id
    }

    /// A variable that holds `value` from here on.
    pub(super) fn declare(
        &mut self,
        name: &str,
        ty: Type,
        value: NodeId,
        at: SourceLocation,
    ) -> LocalId {
        let local = self.body.locals.push(Local {
            name: name.to_owned(),
            ty,
            at,
        });
        self.push(StatementKind::Declare(local, value), at);
        local
    }

    /// The callee's number in this body, the same for the same function.
    pub(super) fn callee(&mut self, function: &Arc<Function>) -> crate::graph::FunctionId {
        let known = self
            .body
            .callees
            .iter()
            .find(|(_, known)| Arc::ptr_eq(known, function));
        match known {
            Some((id, _)) => id,
            None => self.body.callees.push(Arc::clone(function)),
        }
    }
}
