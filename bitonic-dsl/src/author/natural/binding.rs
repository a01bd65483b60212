//! `Let`: what a plain `let` makes of a value.

use crate::author::literal::HostValue;
use crate::author::node::Node;
use crate::author::recorder;
use crate::graph::NodeKind;
use crate::types::Value;

/// The right side of a `let`: a value of the shader, or a number, gets a name that the text
/// keeps; anything else, such as a buffer or a `Vec`, stays what it is.
///
/// Both are said by `.named(..)`: of [`Named`] for what the shader has, else of [`Kept`].
///
/// ```
/// # use bitonic_dsl::*;
/// use bitonic_dsl::natural::{Kept as _, Let, Named as _};
/// # let text = kernel("double").build(|k| {
/// let data = Let::new(k.storage_mut::<u32>("data")).named("data");
/// let twice = Let::new(instance_index() * 2).named("twice");
/// data.element(instance_index()).assign(twice);
/// # })?.wgsl(Dialect::Browser)?;
/// # assert!(text.contains("let twice = instance_index * 2u;"), "{text}");
/// # Ok::<(), Error>(())
/// ```
#[must_use = "what a `let` makes of it is said by `.named(..)`"]
pub struct Let<T> {
    value: Option<T>,
}

impl<T> Let<T> {
    /// The right side `value`.
    pub fn new(value: T) -> Let<T> {
        Let { value: Some(value) }
    }
}

/// A [`Let`] of what has a name in the text.
pub trait Named {
    /// What the `let` gives.
    type Output;

    /// The value under the name `name`. A node that has a name keeps it.
    #[must_use = "a value that nothing uses leaves no trace in the shader"]
    #[track_caller]
    fn named(self, name: &str) -> Self::Output;
}

impl<T: Value> Named for Let<Node<T>> {
    type Output = Node<T>;

    #[track_caller]
    fn named(self, name: &str) -> Node<T> {
        named(taken(self.value), name)
    }
}

impl<T: HostValue> Named for Let<T> {
    type Output = Node<T>;

    #[track_caller]
    fn named(self, name: &str) -> Node<T> {
        taken(self.value).to_const(name)
    }
}

/// A [`Let`] of anything else.
pub trait Kept {
    /// What the `let` gives.
    type Output;

    /// The value as it is; it is taken out of the `Let`, which gives it once.
    fn named(&mut self, name: &str) -> Self::Output;
}

impl<T> Kept for Let<T> {
    type Output = T;

    fn named(&mut self, _: &str) -> T {
        taken(self.value.take())
    }
}

/// Only [`Kept`] leaves nothing behind, in a `Let` that nobody else has.
fn taken<T>(value: Option<T>) -> T {
    value.unwrap_or_else(|| panic!("a `Let` gives its value once"))
}

/// `value` under `name`, unless it has a name: its own, or that of a parameter.
#[track_caller]
pub(super) fn named<T: Value>(value: Node<T>, name: &str) -> Node<T> {
    let id = value.operand();
    recorder::with(|recorder| {
        let node = &mut recorder.body.nodes[id];
        let is_parameter = matches!(node.kind, NodeKind::Argument(_) | NodeKind::Parameter(_));
        if node.name.is_none() && !is_parameter {
            node.name = Some(name.into());
        }
    });
    value
}
