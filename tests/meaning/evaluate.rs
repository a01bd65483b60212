//! The meaning of a graph, by its own definition: statements in order, each value
//! made once, where its statement stands. For programs of `u32` and `bool`, one
//! invocation, one buffer.

use bitonic::graph::{
    BinaryOperator, BlockId, Body, Builtin, Graph, Literal, NodeId, NodeKind, PlaceId, PlaceKind,
    StatementKind, UnaryOperator,
};

use super::ELEMENTS;

/// Runs the kernel on `memory`.
pub(crate) fn run(graph: &Graph, memory: &mut [u32]) {
    Frame::new(&graph.body, Vec::new(), memory).block(graph.body.root);
}

/// Where control goes behind a statement.
enum Flow {
    Next,
    Break,
    Continue,
    Return(u32),
}

#[derive(Clone, Copy)]
enum Address {
    Element(usize),
    Local(usize),
    Buffer,
}

/// One call of one body.
struct Frame<'a> {
    body: &'a Body,
    arguments: Vec<u32>,
    values: Vec<Option<u32>>,
    addresses: Vec<Option<Address>>,
    locals: Vec<Option<u32>>,
    memory: &'a mut [u32],
}

impl<'a> Frame<'a> {
    fn new(body: &'a Body, arguments: Vec<u32>, memory: &'a mut [u32]) -> Frame<'a> {
        Frame {
            body,
            arguments,
            values: vec![None; body.nodes.len()],
            addresses: vec![None; body.places.len()],
            locals: vec![None; body.locals.len()],
            memory,
        }
    }

    fn block(&mut self, block: BlockId) -> Flow {
        let body = self.body;
        for statement in &body.blocks[block].statements {
            match self.statement(&statement.kind) {
                Flow::Next => {}
                flow => return flow,
            }
        }
        Flow::Next
    }

    fn statement(&mut self, kind: &StatementKind) -> Flow {
        match kind {
            StatementKind::Make(node) => {
                let value = self.evaluate(*node);
                self.values[node.index()] = Some(value);
            }
            StatementKind::MakePlace(place) => {
                let address = self.address(*place);
                self.addresses[place.index()] = Some(address);
            }
            StatementKind::Declare(local, value) => {
                self.locals[local.index()] = Some(self.value(*value));
            }
            StatementKind::Store(place, value) => self.store(*place, self.value(*value)),
            StatementKind::If {
                condition,
                accept,
                reject,
            } => {
                let holds = self.value(*condition) != 0;
                return self.block(if holds { *accept } else { *reject });
            }
            StatementKind::Switch {
                selector,
                cases,
                default,
            } => {
                let value = Literal::U32(self.value(*selector));
                let case = cases.iter().find(|case| case.selectors.contains(&value));
                return self.block(case.map_or(*default, |case| case.body));
            }
            StatementKind::Loop { .. } => return self.turns(kind),
            StatementKind::Break => return Flow::Break,
            StatementKind::Continue => return Flow::Continue,
            StatementKind::Return(value) => {
                return Flow::Return(value.map_or(0, |value| self.value(value)));
            }
            StatementKind::Call(..) | StatementKind::StoreTexel(..) | StatementKind::Barrier(_) => {
                panic!("the programs have none")
            }
        }
        Flow::Next
    }

    fn turns(&mut self, kind: &StatementKind) -> Flow {
        let StatementKind::Loop {
            header,
            condition,
            body,
            continuing,
            break_if,
        } = kind
        else {
            panic!("it is a loop")
        };
        loop {
            self.block(*header);
            if condition.is_some_and(|node| self.value(node) == 0) {
                return Flow::Next;
            }
            match self.block(*body) {
                Flow::Next | Flow::Continue => {}
                Flow::Break => return Flow::Next,
                Flow::Return(value) => return Flow::Return(value),
            }
            self.block(*continuing);
            if break_if.is_some_and(|node| self.value(node) != 0) {
                return Flow::Next;
            }
        }
    }

    fn value(&self, node: NodeId) -> u32 {
        self.values[node.index()].expect("it was made before")
    }

    fn evaluate(&mut self, id: NodeId) -> u32 {
        let body = self.body;
        match &body.nodes[id].kind {
            NodeKind::Literal(Literal::U32(value)) => *value,
            NodeKind::Literal(Literal::Bool(value)) => u32::from(*value),
            NodeKind::Argument(position) => self.arguments[*position as usize],
            NodeKind::Unary(UnaryOperator::LogicalNot, operand) => {
                u32::from(self.value(*operand) == 0)
            }
            NodeKind::Binary(operator, lhs, rhs) => {
                binary(*operator, self.value(*lhs), self.value(*rhs))
            }
            NodeKind::Builtin(Builtin::Min, operands) => {
                self.value(operands[0]).min(self.value(operands[1]))
            }
            NodeKind::Builtin(Builtin::Max, operands) => {
                self.value(operands[0]).max(self.value(operands[1]))
            }
            NodeKind::Select {
                condition,
                accept,
                reject,
            } => {
                let holds = self.value(*condition) != 0;
                self.value(if holds { *accept } else { *reject })
            }
            NodeKind::Load(place) => self.load(*place),
            NodeKind::Call(function, arguments) => {
                let arguments = arguments.iter().map(|node| self.value(*node)).collect();
                let function = &body.callees[*function];
                let mut frame = Frame::new(&function.body, arguments, self.memory);
                match frame.block(function.body.root) {
                    Flow::Return(value) => value,
                    Flow::Next | Flow::Break | Flow::Continue => panic!("it returns"),
                }
            }
            NodeKind::ArrayLength(_) => ELEMENTS,
            other => panic!("the programs have no {other:?}"),
        }
    }

    fn address(&self, place: PlaceId) -> Address {
        match self.body.places[place].kind {
            PlaceKind::Resource(_) => Address::Buffer,
            PlaceKind::Local(local) => Address::Local(local.index()),
            PlaceKind::Element(_, index) => Address::Element(self.value(index) as usize),
            PlaceKind::Argument(_) | PlaceKind::Component(..) | PlaceKind::Field(..) => {
                panic!("the programs have none")
            }
        }
    }

    fn load(&self, place: PlaceId) -> u32 {
        match self.addresses[place.index()].expect("it was made before") {
            Address::Element(index) => self.memory[index],
            Address::Local(index) => self.locals[index].expect("it was declared"),
            Address::Buffer => panic!("a buffer is not read whole"),
        }
    }

    fn store(&mut self, place: PlaceId, value: u32) {
        match self.addresses[place.index()].expect("it was made before") {
            Address::Element(index) => self.memory[index] = value,
            Address::Local(index) => self.locals[index] = Some(value),
            Address::Buffer => panic!("a buffer is not written whole"),
        }
    }
}

fn binary(operator: BinaryOperator, lhs: u32, rhs: u32) -> u32 {
    match operator {
        BinaryOperator::Add => lhs.wrapping_add(rhs),
        BinaryOperator::Subtract => lhs.wrapping_sub(rhs),
        BinaryOperator::Multiply => lhs.wrapping_mul(rhs),
        BinaryOperator::Remainder => lhs % rhs,
        BinaryOperator::Divide => lhs / rhs,
        BinaryOperator::And | BinaryOperator::LogicalAnd => lhs & rhs,
        BinaryOperator::Or | BinaryOperator::LogicalOr => lhs | rhs,
        BinaryOperator::Xor => lhs ^ rhs,
        BinaryOperator::Equal => u32::from(lhs == rhs),
        BinaryOperator::NotEqual => u32::from(lhs != rhs),
        BinaryOperator::Less => u32::from(lhs < rhs),
        BinaryOperator::LessEqual => u32::from(lhs <= rhs),
        BinaryOperator::Greater => u32::from(lhs > rhs),
        BinaryOperator::GreaterEqual => u32::from(lhs >= rhs),
        other => panic!("the programs have no {other:?}"),
    }
}
