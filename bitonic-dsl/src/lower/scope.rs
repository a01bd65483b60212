//! Scopes: where each node is made, and whether each use can see it.
//!
//! One walk in program order finds the tree of blocks, the order in which nodes
//! come into being, which of them are equal, and every use of something that is
//! not visible there. Where nodes are evaluated is the work of `schedule`.

use super::share::Sharing;
use crate::diagnostic::{Diagnostic, SourceLocation};
use crate::graph::{BlockId, Body, LocalId, NodeId, PlaceId, PlaceKind, Statement, StatementKind};

/// What the walk finds.
pub(super) struct Scopes {
    /// By block.
    pub(super) blocks: Vec<BlockScope>,
    /// The nodes in the order in which they are made.
    pub(super) order: Vec<NodeId>,
    /// By node: where its `Make` stands.
    pub(super) made: Vec<Position>,
    /// By node: the equal node that stands for it.
    pub(super) same: Vec<NodeId>,
}

/// Where a block lies.
#[derive(Clone, Copy)]
pub(super) struct BlockScope {
    /// Where in the enclosing block; `None` for the outermost.
    pub(super) within: Option<Position>,
    /// The header of the innermost loop around the block, or of which it is.
    pub(super) innermost_loop: Option<BlockId>,
    /// The number of enclosing blocks.
    pub(super) depth: u32,
}

/// Just before a statement of a block. The number of statements is the end of the
/// block; in a loop's header, one more is behind the loop's condition.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Position {
    pub(super) block: BlockId,
    pub(super) statement: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Visibility {
    Unmade,
    Open,
    Closed,
}

#[derive(Clone, Copy)]
enum Made {
    Node(NodeId),
    Place(PlaceId),
    Local(LocalId),
}

struct Walk<'a> {
    body: &'a Body,
    scopes: Scopes,
    sharing: Sharing,
    nodes: Vec<Visibility>,
    places: Vec<Visibility>,
    locals: Vec<Visibility>,
    opened: Vec<Made>,
    early: Vec<(Made, SourceLocation)>,
    faults: Vec<Diagnostic>,
}

/// Walks `body`. Beside what it finds it gives the faults: every use of something that is
/// not visible where it is used.
pub(super) fn analyse(body: &Body) -> (Scopes, Vec<Diagnostic>) {
    let root = BlockScope {
        within: None,
        innermost_loop: None,
        depth: 0,
    };
    let nowhere = Position {
        block: body.root,
        statement: 0,
    };
    let mut walk = Walk {
        body,
        scopes: Scopes {
            blocks: vec![root; body.blocks.len()],
            order: Vec::with_capacity(body.nodes.len()),
            made: vec![nowhere; body.nodes.len()],
            same: Vec::new(),
        },
        sharing: Sharing::new(body),
        nodes: vec![Visibility::Unmade; body.nodes.len()],
        places: vec![Visibility::Unmade; body.places.len()],
        locals: vec![Visibility::Unmade; body.locals.len()],
        opened: Vec::new(),
        early: Vec::new(),
        faults: Vec::new(),
    };
    walk.block(body.root);
    walk.finish()
}

impl Walk<'_> {
    fn finish(mut self) -> (Scopes, Vec<Diagnostic>) {
        for (made, at) in std::mem::take(&mut self.early) {
            let fault = match self.visibility(made) {
                Visibility::Unmade => super::internal_fault("a value that is never made", at),
                Visibility::Open | Visibility::Closed => self.used_too_early(made, at),
            };
            self.faults.push(fault);
        }
        self.scopes.same = self.sharing.finish();
        (self.scopes, self.faults)
    }

    fn block(&mut self, block: BlockId) {
        let outer = self.enter();
        self.statements(block);
        self.leave(outer);
    }

    fn enter(&mut self) -> usize {
        self.sharing.open_block();
        self.opened.len()
    }

    fn leave(&mut self, outer: usize) {
        self.sharing.close_block();
        for made in self.opened.split_off(outer) {
            *self.visibility_mut(made) = Visibility::Closed;
        }
    }

    fn statements(&mut self, block: BlockId) {
        let body = self.body;
        for (index, statement) in body.blocks[block].statements.iter().enumerate() {
            let position = Position {
                block,
                statement: index,
            };
            self.statement(statement, position);
        }
    }

    fn statement(&mut self, statement: &Statement, position: Position) {
        let at = statement.at;
        match &statement.kind {
            StatementKind::Make(node) => self.make(*node, position),
            StatementKind::MakePlace(place) => self.make_place(*place),
            StatementKind::Declare(local, value) => {
                self.use_of(Made::Node(*value), at);
                self.open(Made::Local(*local));
            }
            StatementKind::Store(place, value) => {
                self.use_of(Made::Place(*place), at);
                self.use_of(Made::Node(*value), at);
            }
            StatementKind::StoreTexel(_, texel, value) => {
                let operands = texel.operands().chain([*value]);
                operands.for_each(|node| self.use_of(Made::Node(node), at));
            }
            StatementKind::Call(_, arguments) => {
                for argument in arguments {
                    self.use_of(Made::Node(*argument), at);
                }
            }
            StatementKind::If {
                condition,
                accept,
                reject,
            } => {
                self.use_of(Made::Node(*condition), at);
                self.arms([*accept, *reject], position);
            }
            StatementKind::Switch { selector, .. } => {
                self.use_of(Made::Node(*selector), at);
                self.arms(statement.kind.blocks(), position);
            }
            StatementKind::Loop { .. } => self.loop_statement(statement, position),
            StatementKind::Return(Some(value)) => self.use_of(Made::Node(*value), at),
            StatementKind::Return(None)
            | StatementKind::Break
            | StatementKind::Continue
            | StatementKind::Barrier(_) => {}
        }
    }

    /// Walks blocks of which one is run.
    fn arms(&mut self, blocks: impl IntoIterator<Item = BlockId>, position: Position) {
        let innermost_loop = self.scopes.blocks[position.block.index()].innermost_loop;
        for block in blocks {
            self.nest(block, position, innermost_loop);
            self.block(block);
        }
    }

    fn loop_statement(&mut self, statement: &Statement, position: Position) {
        let StatementKind::Loop {
            header,
            condition,
            body,
            continuing,
            break_if,
        } = &statement.kind
        else {
            return;
        };
        let behind_condition = Position {
            block: *header,
            statement: self.body.blocks[*header].statements.len() + 1,
        };
        self.nest(*header, position, Some(*header));
        self.nest(*body, behind_condition, Some(*header));
        self.nest(*continuing, behind_condition, Some(*header));

        let outer = self.enter();
        self.statements(*header);
        if let Some(condition) = condition {
            self.use_of(Made::Node(*condition), statement.at);
        }
        self.block(*body);
        let turn = self.enter();
        self.statements(*continuing);
        if let Some(break_if) = break_if {
            self.use_of(Made::Node(*break_if), statement.at);
        }
        self.leave(turn);
        self.leave(outer);
    }

    fn nest(&mut self, block: BlockId, within: Position, innermost_loop: Option<BlockId>) {
        self.scopes.blocks[block.index()] = BlockScope {
            within: Some(within),
            innermost_loop,
            depth: self.scopes.blocks[within.block.index()].depth + 1,
        };
    }

    fn make(&mut self, id: NodeId, position: Position) {
        let body = self.body;
        let node = &body.nodes[id];
        node.kind
            .for_each_operand(|operand| self.use_of(Made::Node(operand), node.at));
        if let Some(place) = node.kind.place() {
            self.use_of(Made::Place(place), node.at);
        }
        self.scopes.order.push(id);
        self.scopes.made[id.index()] = position;
        self.sharing.make(body, id);
        self.open(Made::Node(id));
    }

    fn make_place(&mut self, id: PlaceId) {
        let place = &self.body.places[id];
        if let Some(base) = place.kind.base() {
            self.use_of(Made::Place(base), place.at);
        }
        if let Some(index) = place.kind.index() {
            self.use_of(Made::Node(index), place.at);
        }
        if let PlaceKind::Local(local) = place.kind {
            self.use_of(Made::Local(local), place.at);
        }
        self.open(Made::Place(id));
    }

    fn open(&mut self, made: Made) {
        *self.visibility_mut(made) = Visibility::Open;
        self.opened.push(made);
    }

    fn use_of(&mut self, made: Made, at: SourceLocation) {
        match self.visibility(made) {
            Visibility::Open => {}
            Visibility::Closed => {
                let fault = self.used_outside(made, at);
                self.faults.push(fault);
            }
            Visibility::Unmade => self.early.push((made, at)),
        }
    }

    fn visibility(&self, made: Made) -> Visibility {
        match made {
            Made::Node(id) => self.nodes[id.index()],
            Made::Place(id) => self.places[id.index()],
            Made::Local(id) => self.locals[id.index()],
        }
    }

    fn visibility_mut(&mut self, made: Made) -> &mut Visibility {
        match made {
            Made::Node(id) => &mut self.nodes[id.index()],
            Made::Place(id) => &mut self.places[id.index()],
            Made::Local(id) => &mut self.locals[id.index()],
        }
    }

    /// What it is, where it was made, and by which operator.
    fn describe(&self, made: Made) -> (String, SourceLocation, Option<&'static str>) {
        match made {
            Made::Node(id) => {
                let node = &self.body.nodes[id];
                let words = match &node.name {
                    Some(name) => format!("the value `{name}`"),
                    None => format!("this value of type `{}`", node.ty),
                };
                (words, node.at, node.kind.operator())
            }
            Made::Place(id) => {
                let place = &self.body.places[id];
                if let PlaceKind::Local(local) = place.kind {
                    return self.describe(Made::Local(local));
                }
                let words = format!("this place of type `{}`", place.ty);
                (words, place.at, None)
            }
            Made::Local(id) => {
                let local = &self.body.locals[id];
                let words = match local.name.as_str() {
                    "" => format!("this variable of type `{}`", local.ty),
                    name => format!("the variable `{name}`"),
                };
                (words, local.at, None)
            }
        }
    }

    fn used_outside(&self, made: Made, at: SourceLocation) -> Diagnostic {
        let (words, made_at, operator) = self.describe(made);
        let help = match made {
            _ if self.is_variable(made) => "declare it before the `If` or the loop",
            Made::Place(_) => "make it again here, or make it before the `If` or the loop",
            Made::Node(_) | Made::Local(_) => {
                "make it before the `If` or the loop, or carry it out in a variable (`to_var`)"
            }
        };
        Diagnostic::new(
            format!("{words} is used outside the block in which it was made"),
            at,
        )
        .caption("used here")
        .label_of(made_at, operator, "made here")
        .help(help)
    }

    /// Whether it is a variable, or all of the place of one.
    fn is_variable(&self, made: Made) -> bool {
        match made {
            Made::Node(_) => false,
            Made::Place(id) => matches!(self.body.places[id].kind, PlaceKind::Local(_)),
            Made::Local(_) => true,
        }
    }

    fn used_too_early(&self, made: Made, at: SourceLocation) -> Diagnostic {
        let (words, made_at, operator) = self.describe(made);
        Diagnostic::new(format!("{words} is used before the program makes it"), at)
            .caption("used here")
            .label_of(made_at, operator, "made here, later in program order")
            .help("make it before the `If`, or carry it in a variable (`to_var`)")
    }
}
