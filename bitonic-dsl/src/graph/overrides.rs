//! Pipeline overrides: values that are given when a pipeline is made, and the graph that a
//! kernel becomes when they are.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::sync::Arc;

use super::words;
use super::{Body, Function, Graph, Literal, NodeKind, Place, PlaceKind, Resource};
use crate::diagnostic::SourceLocation;
use crate::interface::OverrideValue;
use crate::types::{ScalarType, Type};

/// A value that is given when a pipeline is made of the kernel.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Override {
    /// The name that the author gave.
    pub name: String,
    /// The number that stands for the name where the value is given, if there is one.
    pub id: Option<u16>,
    /// Its type.
    pub ty: ScalarType,
    /// The value where none is given.
    pub default: Option<Literal>,
    /// Where it was made.
    pub at: SourceLocation,
}

impl Override {
    /// Whether both say the same, wherever they were written.
    #[must_use]
    pub fn says_the_same(&self, other: &Override) -> bool {
        let Override {
            name,
            id,
            ty,
            default,
            at: _,
        } = self;
        *name == other.name && *id == other.id && *ty == other.ty && *default == other.default
    }

    /// The default of a `u32`, as a size or a length; 1 where there is none.
    #[must_use]
    pub fn length(&self) -> u32 {
        match self.default {
            Some(Literal::U32(length)) => length,
            Some(
                Literal::Bool(_)
                | Literal::I32(_)
                | Literal::I64(_)
                | Literal::U64(_)
                | Literal::F16(_)
                | Literal::F32(_)
                | Literal::F64(_),
            )
            | None => 1,
        }
    }
}

impl Graph {
    /// The overrides that the kernel has: those of its workgroup size, of its arrays, and
    /// of its code and that of its functions, in the order in which they are first met.
    /// Each is there once for each declaration that says something of its own.
    #[must_use]
    pub fn overrides(&self) -> Vec<Arc<Override>> {
        let mut found = Vec::new();
        let sides = self.workgroup_overrides.iter().flatten();
        sides.for_each(|one| add(one, &mut found));
        let lengths = self.resources.iter();
        let lengths = lengths.filter_map(|(_, resource)| resource.length.as_ref());
        lengths.for_each(|one| add(one, &mut found));
        self.body.add_overrides(&mut found, &mut HashSet::new());
        found
    }

    /// The same kernel with `values`, by name, for overrides; the others stay.
    #[must_use]
    pub fn with_overrides(&self, values: &HashMap<String, Literal>) -> Graph {
        let mut graph = self.clone();
        let sides = graph.workgroup_overrides.iter_mut();
        for (side, size) in sides.zip(&mut graph.workgroup_size) {
            settle_length(side, size, values);
        }
        let ids: Vec<_> = graph.resources.iter().map(|(id, _)| id).collect();
        for id in ids {
            graph.resources[id].settle(values);
        }
        let mut settled = Settled {
            values,
            resources: HashMap::new(),
            functions: HashMap::new(),
        };
        for (id, resource) in graph.resources.iter() {
            settled.resources.insert(id.index(), resource.ty.clone());
        }
        graph.body = settled.body(&self.body);
        graph
    }
}

/// Replaces what decides a length by the value that is given for it.
fn settle_length(
    length: &mut Option<Arc<Override>>,
    value: &mut u32,
    values: &HashMap<String, Literal>,
) {
    let given = length.as_ref().and_then(|one| values.get(&one.name));
    if let Some(Literal::U32(given)) = given {
        *value = *given;
        *length = None;
    }
}

impl Resource {
    fn settle(&mut self, values: &HashMap<String, Literal>) {
        let Type::Array(array) = &self.ty else {
            return;
        };
        let Some(mut length) = array.length else {
            return;
        };
        settle_length(&mut self.length, &mut length, values);
        self.ty = Type::array(array.element.clone(), length);
    }
}

impl Body {
    fn add_overrides(&self, found: &mut Vec<Arc<Override>>, seen: &mut HashSet<*const Function>) {
        for (_, node) in self.nodes.iter() {
            if let NodeKind::Override(one) = &node.kind {
                add(one, found);
            }
        }
        for (_, callee) in self.callees.iter() {
            if seen.insert(Arc::as_ptr(callee)) {
                callee.body.add_overrides(found, seen);
            }
        }
    }
}

fn add(one: &Arc<Override>, found: &mut Vec<Arc<Override>>) {
    if !found.iter().any(|known| known.says_the_same(one)) {
        found.push(Arc::clone(one));
    }
}

/// What becomes of bodies and functions when values are given.
struct Settled<'a> {
    values: &'a HashMap<String, Literal>,
    /// The types of resources, which lengths are part of.
    resources: HashMap<usize, Type>,
    /// By function: what it becomes, itself where nothing in it changes.
    functions: HashMap<*const Function, Arc<Function>>,
}

impl Settled<'_> {
    fn body(&mut self, body: &Body) -> Body {
        let mut settled = body.clone();
        let ids: Vec<_> = body.nodes.iter().map(|(id, _)| id).collect();
        for id in ids {
            if let NodeKind::Override(one) = &body.nodes[id].kind
                && let Some(value) = self.values.get(&one.name)
            {
                settled.nodes[id].kind = NodeKind::Literal(*value);
            }
        }
        let ids: Vec<_> = body.places.iter().map(|(id, _)| id).collect();
        for id in ids {
            let Place { kind, ty, .. } = &mut settled.places[id];
            if let PlaceKind::Resource(resource) = kind
                && let Some(settled) = self.resources.get(&resource.index())
            {
                *ty = settled.clone();
            }
        }
        let ids: Vec<_> = body.callees.iter().map(|(id, _)| id).collect();
        for id in ids {
            settled.callees[id] = self.function(&body.callees[id]);
        }
        settled
    }

    fn function(&mut self, function: &Arc<Function>) -> Arc<Function> {
        let address = Arc::as_ptr(function);
        if let Some(known) = self.functions.get(&address) {
            return Arc::clone(known);
        }
        let mut overrides = Vec::new();
        function
            .body
            .add_overrides(&mut overrides, &mut HashSet::new());
        let settled = match overrides.is_empty() {
            true => Arc::clone(function),
            false => Arc::new(Function {
                body: self.body(&function.body),
                ..Function::clone(function)
            }),
        };
        self.functions.insert(address, Arc::clone(&settled));
        settled
    }
}

impl fmt::Display for Override {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(id) = self.id {
            write!(f, "@id({id}) ")?;
        }
        write!(f, "override {}: {}", self.name, self.ty)?;
        match self.default {
            Some(default) => write!(f, " = {}", words::literal_text(default)),
            None => Ok(()),
        }
    }
}

/// The type of a variable of module scope, with the override that says its length.
pub(super) fn resource_type(resource: &Resource) -> String {
    match (&resource.length, &resource.ty) {
        (Some(one), Type::Array(array)) => format!("array<{}, {}>", array.element, one.name),
        (_, ty) => ty.to_string(),
    }
}

impl OverrideValue {
    /// The value as a constant.
    pub(crate) fn literal(self) -> Literal {
        match self {
            OverrideValue::Bool(value) => Literal::Bool(value),
            OverrideValue::I32(value) => Literal::I32(value),
            OverrideValue::U32(value) => Literal::U32(value),
            OverrideValue::F32(value) => Literal::F32(value.to_bits()),
            OverrideValue::F16(value) => Literal::F16(value.to_bits()),
        }
    }

    /// The constant as a value; no override has a number of 64 bits.
    pub(crate) fn of_literal(literal: Literal) -> Option<OverrideValue> {
        match literal {
            Literal::Bool(value) => Some(OverrideValue::Bool(value)),
            Literal::I32(value) => Some(OverrideValue::I32(value)),
            Literal::U32(value) => Some(OverrideValue::U32(value)),
            Literal::F32(bits) => Some(OverrideValue::F32(f32::from_bits(bits))),
            Literal::F16(bits) => Some(OverrideValue::F16(half::f16::from_bits(bits))),
            Literal::I64(_) | Literal::U64(_) | Literal::F64(_) => None,
        }
    }
}
