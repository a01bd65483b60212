//! `Slot`: the value of an `if` or a `match`.

use std::panic::Location;

use crate::author::literal::{HostValue, zero};
use crate::author::node::{IntoNode, Node};
use crate::author::place::Var;
use crate::author::recorder::{self, Handle, Position};
use crate::types::Value;

/// What a branch as a value gives: a variable of the shader that each side writes, or what
/// the side gave that Rust chose.
///
/// Make it before the condition is evaluated, [`give`](Slot::give) it a value at the end of
/// each side, and take it out behind the branch.
///
/// ```
/// # use bitonic_dsl::*;
/// use bitonic_dsl::natural::{Branch, Slot};
/// # kernel("steps").build(|k| {
/// let data = k.storage_mut::<u32>("data");
/// let place = data.element(instance_index());
/// let mut step = Slot::new("step");
/// let mut branch = Branch::new(place.load().gt(9));
/// if branch.accepts() {
///     step.give(place.load());
/// }
/// if branch.rejects() {
///     step.give(1);
/// }
/// branch.end();
/// place.add_assign(step.value());
/// # })?;
/// # Ok::<(), Error>(())
/// ```
#[must_use = "a slot is filled with `.give(..)`, and its value taken with `.value()`"]
pub struct Slot<T: Value> {
    name: String,
    /// Where the variable is declared, if it comes to one.
    room: Position,
    at: &'static Location<'static>,
    held: Held<T>,
}

enum Held<T> {
    Nothing,
    Known(Node<T>),
    Variable(Var<T>),
}

impl<T: Value> Slot<T> {
    /// A slot whose variable, if it comes to one, is named `name` and declared here.
    #[track_caller]
    pub fn new(name: &str) -> Slot<T> {
        let at = Location::caller();
        Slot {
            name: name.to_owned(),
            room: recorder::reserve(&T::ty(), at),
            at,
            held: Held::Nothing,
        }
    }

    /// Makes `value` that of the side which is recorded now.
    #[track_caller]
    pub fn give(&mut self, value: impl IntoNode<T>) {
        let value = value.into_node();
        match &self.held {
            Held::Variable(variable) => variable.assign(value),
            Held::Nothing | Held::Known(_) if recorder::is_in_block_of(self.room) => {
                self.held = Held::Known(value);
            }
            Held::Nothing | Held::Known(_) => {
                let variable = self.declare();
                variable.assign(value);
                self.held = Held::Variable(variable);
            }
        }
    }

    /// [`give`](Slot::give) of a Rust number, whose type is the slot's: so what is done with the
    /// value says which a number without a type has.
    ///
    /// ```
    /// # use bitonic_dsl::{natural::Slot, *};
    /// # kernel("scale").build(|k| {
    /// let data = k.storage_mut::<u32>("data");
    /// let mut factor = Slot::new("factor");
    /// If(data.len().gt(4), || factor.give_number(2)).else_(|| factor.give_number(3));
    /// let scaled = data.element(0).load() * factor.value();
    /// data.element(0).assign(scaled);
    /// # })?;
    /// # Ok::<(), Error>(())
    /// ```
    #[track_caller]
    pub fn give_number(&mut self, value: T)
    where
        T: HostValue,
    {
        self.give(value);
    }

    #[track_caller]
    fn declare(&self) -> Var<T> {
        let id = recorder::declare_in(self.room, &self.name, &T::ty(), self.at);
        let scope = recorder::depth().scope;
        let at = self.at;
        Var::from_handle(Handle { id, scope, at })
    }

    /// The value.
    #[must_use = "a value that nothing uses leaves no trace in the shader"]
    #[track_caller]
    pub fn value(self) -> Node<T> {
        match self.held {
            Held::Nothing => zero(),
            Held::Known(value) => value,
            Held::Variable(variable) => variable.load(),
        }
    }

    /// The value; one that Rust chose, and that has no name yet, is named as the slot is.
    #[must_use = "a value that nothing uses leaves no trace in the shader"]
    #[track_caller]
    pub fn named(self) -> Node<T> {
        match self.held {
            Held::Nothing => zero(),
            Held::Known(value) => super::binding::named(value, &self.name),
            Held::Variable(variable) => variable.load(),
        }
    }

    /// A variable that holds the value.
    #[track_caller]
    pub fn variable(self) -> Var<T> {
        match self.held {
            Held::Nothing => zero().to_var(&self.name),
            Held::Known(value) => value.to_var(&self.name),
            Held::Variable(variable) => variable,
        }
    }
}
