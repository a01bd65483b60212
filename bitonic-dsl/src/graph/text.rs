//! The printable form of a graph: one line for each node and statement, in program
//! order, with the ids that nodes have in their arenas.
//!
//! `n7` is a node, `v2` a variable. Places are written out where they are read or
//! written. The text is for reading and for snapshots; nothing parses it.

use std::fmt::{self, Write};
use std::sync::Arc;

use super::overrides;
use super::words::{letter, literal_text};
use super::{
    Barrier, BlockId, Body, Case, Function, FunctionId, Graph, Input, LocalId, Node, NodeId,
    NodeKind, Override, PlaceId, PlaceKind, PointerSpace, ResourceId, StatementKind,
    SubgroupOperation, Texel, TextureQuery,
};
use crate::graph::ParameterId;

impl fmt::Display for Graph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sides = self.workgroup_size.iter().zip(&self.workgroup_overrides);
        let side = |(size, one): (&u32, &Option<Arc<Override>>)| match one {
            Some(one) => one.name.clone(),
            None => size.to_string(),
        };
        let sides: Vec<String> = sides.map(side).collect();
        let name = &self.name;
        writeln!(f, "kernel {name} workgroup_size({})", sides.join(", "))?;
        for one in self.overrides() {
            writeln!(f, "  {one}")?;
        }
        for (_, resource) in self.resources.iter() {
            let ty = overrides::resource_type(resource);
            writeln!(f, "  {} {}: {ty}", resource.space, resource.name)?;
        }
        for (_, parameter) in self.parameters.iter() {
            writeln!(f, "  parameter {}: {}", parameter.name, parameter.ty)?;
        }
        Writer {
            graph: self,
            body: &self.body,
        }
        .body(f)?;
        for function in functions(&self.body) {
            f.write_char('\n')?;
            self.write_function(f, &function)?;
        }
        Ok(())
    }
}

impl Graph {
    fn write_function(&self, f: &mut fmt::Formatter<'_>, function: &Function) -> fmt::Result {
        write!(f, "function {}(", function.name)?;
        for (position, (name, ty)) in function.arguments.iter().enumerate() {
            let separator = if position == 0 { "" } else { ", " };
            match function.pointers.get(position).copied().flatten() {
                None => write!(f, "{separator}{name}: {ty}")?,
                Some(PointerSpace::Function) => write!(f, "{separator}{name}: pointer {ty}")?,
                Some(PointerSpace::Private) => {
                    write!(f, "{separator}{name}: private pointer {ty}")?
                }
            }
        }
        f.write_char(')')?;
        if let Some(result) = &function.result {
            write!(f, " -> {result}")?;
        }
        f.write_char('\n')?;
        if let Some(text) = &function.text {
            return writeln!(f, "{}", text.trim_end());
        }
        Writer {
            graph: self,
            body: &function.body,
        }
        .body(f)
    }
}

/// Every function that `body` reaches, each once, callers before callees.
fn functions(body: &Body) -> Vec<Arc<Function>> {
    let mut found: Vec<Arc<Function>> = Vec::new();
    gather(body, &mut found);
    let mut next = 0;
    while let Some(function) = found.get(next).cloned() {
        gather(&function.body, &mut found);
        next += 1;
    }
    found
}

fn gather(body: &Body, found: &mut Vec<Arc<Function>>) {
    for (_, callee) in body.callees.iter() {
        if !found.iter().any(|known| Arc::ptr_eq(known, callee)) {
            found.push(Arc::clone(callee));
        }
    }
}

/// Writes one body.
struct Writer<'a> {
    graph: &'a Graph,
    body: &'a Body,
}

impl Writer<'_> {
    fn body(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("{\n")?;
        self.block(f, self.body.root, 1)?;
        f.write_str("}\n")
    }

    fn block(&self, f: &mut fmt::Formatter<'_>, block: BlockId, depth: usize) -> fmt::Result {
        for statement in &self.body.blocks[block].statements {
            self.statement(f, &statement.kind, depth)?;
        }
        Ok(())
    }

    fn nested(
        &self,
        f: &mut fmt::Formatter<'_>,
        head: &str,
        block: BlockId,
        depth: usize,
    ) -> fmt::Result {
        line(f, depth, format_args!("{head} {{"))?;
        self.block(f, block, depth + 1)?;
        line(f, depth, format_args!("}}"))
    }

    fn statement(
        &self,
        f: &mut fmt::Formatter<'_>,
        kind: &StatementKind,
        depth: usize,
    ) -> fmt::Result {
        match kind {
            StatementKind::Make(id) => self.make(f, *id, depth),
            // Written out where it is used.
            StatementKind::MakePlace(_) => Ok(()),
            StatementKind::Declare(local, value) => {
                let ty = &self.body.locals[*local].ty;
                line(
                    f,
                    depth,
                    format_args!("var {}: {ty} = {}", self.local(*local), name(*value)),
                )
            }
            StatementKind::Store(place, value) => line(
                f,
                depth,
                format_args!("store {} = {}", self.place(*place), name(*value)),
            ),
            StatementKind::StoreTexel(texture, texel, value) => {
                let texture = self.resource(*texture);
                let texel = texel_text(*texel);
                line(
                    f,
                    depth,
                    format_args!("store {texture}[{texel}] = {}", name(*value)),
                )
            }
            StatementKind::Call(function, arguments) => line(
                f,
                depth,
                format_args!("{}", self.call(*function, arguments)),
            ),
            StatementKind::If {
                condition,
                accept,
                reject,
            } => {
                self.nested(f, &format!("if {}", name(*condition)), *accept, depth)?;
                if self.body.blocks[*reject].statements.is_empty() {
                    return Ok(());
                }
                self.nested(f, "else", *reject, depth)
            }
            StatementKind::Switch {
                selector,
                cases,
                default,
            } => self.switch(f, *selector, cases, *default, depth),
            StatementKind::Loop { .. } => self.turns(f, kind, depth),
            StatementKind::Break => line(f, depth, format_args!("break")),
            StatementKind::Continue => line(f, depth, format_args!("continue")),
            StatementKind::Return(None) => line(f, depth, format_args!("return")),
            StatementKind::Return(Some(value)) => {
                line(f, depth, format_args!("return {}", name(*value)))
            }
            StatementKind::Barrier(Barrier::Workgroup) => {
                line(f, depth, format_args!("workgroup_barrier"))
            }
            StatementKind::Barrier(Barrier::Storage) => {
                line(f, depth, format_args!("storage_barrier"))
            }
            StatementKind::Barrier(Barrier::Texture) => {
                line(f, depth, format_args!("texture_barrier"))
            }
            StatementKind::Barrier(Barrier::Subgroup) => {
                line(f, depth, format_args!("subgroup_barrier"))
            }
        }
    }

    fn switch(
        &self,
        f: &mut fmt::Formatter<'_>,
        selector: NodeId,
        cases: &[Case],
        default: BlockId,
        depth: usize,
    ) -> fmt::Result {
        line(f, depth, format_args!("switch {} {{", name(selector)))?;
        for case in cases {
            let selectors = case.selectors.iter().map(|one| literal_text(*one));
            let selectors = selectors.collect::<Vec<_>>().join(", ");
            self.nested(f, &format!("case {selectors}"), case.body, depth + 1)?;
        }
        self.nested(f, "default", default, depth + 1)?;
        line(f, depth, format_args!("}}"))
    }

    fn turns(&self, f: &mut fmt::Formatter<'_>, kind: &StatementKind, depth: usize) -> fmt::Result {
        let StatementKind::Loop {
            header,
            condition,
            body,
            continuing,
            break_if,
        } = kind
        else {
            return Ok(());
        };
        line(f, depth, format_args!("loop {{"))?;
        self.block(f, *header, depth + 1)?;
        if let Some(condition) = condition {
            line(f, depth + 1, format_args!("while {}", name(*condition)))?;
        }
        self.block(f, *body, depth + 1)?;
        line(f, depth + 1, format_args!("continuing {{"))?;
        self.block(f, *continuing, depth + 2)?;
        if let Some(condition) = break_if {
            line(f, depth + 2, format_args!("break if {}", name(*condition)))?;
        }
        line(f, depth + 1, format_args!("}}"))?;
        line(f, depth, format_args!("}}"))
    }

    fn make(&self, f: &mut fmt::Formatter<'_>, id: NodeId, depth: usize) -> fmt::Result {
        let Node {
            kind,
            ty,
            name: given,
            at: _,
        } = &self.body.nodes[id];
        let given = given
            .as_ref()
            .map_or_else(String::new, |given| format!(" {given}"));
        line(
            f,
            depth,
            format_args!("{}{given}: {ty} = {}", name(id), self.value(kind)),
        )
    }

    fn value(&self, kind: &NodeKind) -> String {
        match kind {
            NodeKind::Literal(literal) => literal_text(*literal),
            NodeKind::Override(one) => format!("override {}", one.name),
            NodeKind::Constant(constant) => format!("constant {}", constant.name),
            NodeKind::Zero => "zero".to_owned(),
            NodeKind::Input(input) => Input::name(*input).to_owned(),
            NodeKind::Argument(position) => format!("argument {position}"),
            NodeKind::Parameter(id) => format!("parameter {}", self.parameter(*id)),
            NodeKind::Unary(operator, operand) => format!("{operator}{}", name(*operand)),
            NodeKind::Binary(operator, lhs, rhs) => {
                format!("{} {operator} {}", name(*lhs), name(*rhs))
            }
            NodeKind::Builtin(function, operands) => {
                format!("{}({})", function.name(), names(operands))
            }
            NodeKind::Select {
                condition,
                accept,
                reject,
            } => {
                format!("select({})", names(&[*condition, *accept, *reject]))
            }
            NodeKind::Convert(operand) => format!("convert {}", name(*operand)),
            NodeKind::Bitcast(operand) => format!("bitcast {}", name(*operand)),
            NodeKind::Splat(operand) => format!("splat {}", name(*operand)),
            NodeKind::Compose(parts) => format!("compose({})", names(parts)),
            NodeKind::Swizzle(vector, components) => {
                let letters = components.iter().map(|&component| letter(component));
                format!("{}.{}", name(*vector), letters.collect::<String>())
            }
            NodeKind::Field(structure, index) => format!("{}.{index}", name(*structure)),
            NodeKind::Element(base, index) => format!("{}[{}]", name(*base), name(*index)),
            NodeKind::Load(place) => format!("load {}", self.place(*place)),
            NodeKind::Atomic(place, function) => {
                let operands: Vec<NodeId> = function.operands().collect();
                let place = self.place(*place);
                format!("{}({place}, {})", function.name(), names(&operands))
            }
            NodeKind::UniformLoad(place) => format!("load uniform {}", self.place(*place)),
            NodeKind::Address(place) => format!("address {}", self.place(*place)),
            NodeKind::Call(function, arguments) => self.call(*function, arguments),
            NodeKind::ArrayLength(resource) => format!("length {}", self.resource(*resource)),
            NodeKind::Texture(texture, query) => self.query(*texture, *query),
            NodeKind::Subgroup(operation) => subgroup_text(*operation),
            NodeKind::Poison => "poison".to_owned(),
        }
    }

    fn query(&self, texture: ResourceId, query: TextureQuery) -> String {
        let texture = self.resource(texture);
        match query {
            TextureQuery::Dimensions(None) => format!("dimensions {texture}"),
            TextureQuery::Dimensions(Some(level)) => {
                format!("dimensions {texture} level {}", name(level))
            }
            TextureQuery::Levels => format!("levels {texture}"),
            TextureQuery::Layers => format!("layers {texture}"),
            TextureQuery::Load(texel, level) => {
                format!(
                    "load {texture}[{}] level {}",
                    texel_text(texel),
                    name(level)
                )
            }
            TextureQuery::Read(texel) | TextureQuery::ReadNow(texel) => {
                format!("load {texture}[{}]", texel_text(texel))
            }
            TextureQuery::Sample {
                sampler,
                position,
                layer,
                level,
            } => {
                let coordinate = position;
                let at = texel_text(Texel { coordinate, layer });
                let sampler = self.resource(sampler);
                format!("sample {texture}[{at}] level {} by {sampler}", name(level))
            }
        }
    }

    fn call(&self, function: FunctionId, arguments: &[NodeId]) -> String {
        format!(
            "call {}({})",
            self.body.callees[function].name,
            names(arguments)
        )
    }

    fn place(&self, id: PlaceId) -> String {
        match self.body.places[id].kind {
            PlaceKind::Resource(resource) => self.resource(resource).to_owned(),
            PlaceKind::Local(local) => self.local(local),
            PlaceKind::Argument(position) => format!("argument {position}"),
            PlaceKind::Element(base, index) => format!("{}[{}]", self.place(base), name(index)),
            PlaceKind::Component(base, component) => {
                format!("{}.{}", self.place(base), letter(component))
            }
            PlaceKind::Field(base, index) => format!("{}.{index}", self.place(base)),
        }
    }

    fn local(&self, id: LocalId) -> String {
        match self.body.locals[id].name.as_str() {
            "" => format!("v{}", id.index()),
            name => format!("v{} {name}", id.index()),
        }
    }

    fn resource(&self, id: ResourceId) -> &str {
        &self.graph.resources[id].name
    }

    fn parameter(&self, id: ParameterId) -> &str {
        &self.graph.parameters[id].name
    }
}

fn line(f: &mut fmt::Formatter<'_>, depth: usize, text: fmt::Arguments<'_>) -> fmt::Result {
    for _ in 0..depth {
        f.write_str("  ")?;
    }
    f.write_fmt(text)?;
    f.write_char('\n')
}

fn name(id: NodeId) -> String {
    format!("n{}", id.index())
}

fn names(ids: &[NodeId]) -> String {
    ids.iter()
        .map(|&id| name(id))
        .collect::<Vec<_>>()
        .join(", ")
}

fn texel_text(texel: Texel) -> String {
    let coordinate = name(texel.coordinate);
    match texel.layer {
        None => coordinate,
        Some(layer) => format!("{coordinate}, layer {}", name(layer)),
    }
}

fn subgroup_text(operation: SubgroupOperation) -> String {
    let lane = match operation {
        SubgroupOperation::Gather(source, _) => source.lane(),
        SubgroupOperation::Elect
        | SubgroupOperation::Ballot(_)
        | SubgroupOperation::Combine(..) => None,
    };
    let operands = operation.operands().map(name);
    let operands: Vec<String> = operands
        .chain(lane.map(|lane| format!("{lane}u")))
        .collect();
    format!("{}({})", operation.name(), operands.join(", "))
}
