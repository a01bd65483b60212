//! Functions that return several values: in the text, a structure that is named after the
//! function.

use super::function::FunctionResult;
use super::node::Node;
use super::recorder::{self, Kind};
use crate::graph::{FunctionId, NodeId, NodeKind};
use crate::types::{Type, Value};

/// The names of the fields.
const FIELDS: [&str; 8] = [
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth",
];

/// The structure that a function called `name` returns.
fn structure(name: &str, parts: &[Type]) -> Type {
    let fields = FIELDS.iter().zip(parts);
    Type::structure(
        &type_name(name),
        fields.map(|(&field, ty)| (field, ty.clone())),
    )
}

/// `flip_indices` gives `FlipIndicesResult`.
fn type_name(function: &str) -> String {
    let words = function.split('_').map(|word| {
        let mut letters = word.chars();
        let first = letters.next().map(|first| first.to_uppercase());
        first
            .into_iter()
            .flatten()
            .chain(letters)
            .collect::<String>()
    });
    words.chain(["Result".to_owned()]).collect()
}

/// The parts as a value of the structure that the function under way returns.
#[track_caller]
fn compose(ty: Option<Type>, parts: Vec<NodeId>) -> Option<NodeId> {
    let due = recorder::with(|recorder| match &recorder.kind {
        Kind::Function { result, .. } => result.clone(),
        Kind::Kernel { .. } => None,
    });
    let ty = due.or(ty)?;
    Some(recorder::make(NodeKind::Compose(parts), ty).id)
}

/// The call, as a value of the structure that the function returns.
#[track_caller]
fn call(function: FunctionId, arguments: Vec<NodeId>, ty: Option<Type>) -> NodeId {
    let due = recorder::with(|recorder| recorder.body.callees[function].result.clone());
    let ty = due.or(ty).unwrap_or(Type::U32);
    recorder::make(NodeKind::Call(function, arguments), ty).id
}

macro_rules! tuples {
    ($($count:literal: $($part:ident $position:tt),*;)*) => {$(
        // Eight of these would only lengthen the compiler's list.
        #[diagnostic::do_not_recommend]
        impl<$($part: Value),*> FunctionResult for ($(Node<$part>,)*) {
            fn ty(function: &str) -> Option<Type> {
                Some(structure(function, &[$($part::ty()),*]))
            }

            fn is_due(due: Option<&Type>) -> bool {
                match (Self::ty(""), due) {
                    (Some(Type::Struct(own)), Some(Type::Struct(due))) => own.fields == due.fields,
                    _ => false,
                }
            }

            #[track_caller]
            fn operand(self) -> Option<NodeId> {
                let parts = vec![$(Node::operand(self.$position)),*];
                compose(Self::ty(""), parts)
            }

            #[track_caller]
            fn from_call(function: FunctionId, arguments: Vec<NodeId>) -> Self {
                let parts = call(function, arguments, Self::ty(""));
                ($(Node::<$part>::make(NodeKind::Field(parts, $position)),)*)
            }

            #[track_caller]
            fn poison() -> Self {
                ($(Node::<$part>::make(NodeKind::Poison),)*)
            }
        }
    )*};
}

tuples! {
    2: A 0, B 1;
    3: A 0, B 1, C 2;
    4: A 0, B 1, C 2, D 3;
    5: A 0, B 1, C 2, D 3, E 4;
    6: A 0, B 1, C 2, D 3, E 4, F 5;
    7: A 0, B 1, C 2, D 3, E 4, F 5, G 6;
    8: A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7;
}
