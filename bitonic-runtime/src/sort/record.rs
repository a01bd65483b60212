//! What a sort is asked to do beside its schedule: the order, what moves with the keys, and
//! who says which step comes next. Plain data, which the plan is made from.

use bitonic_dsl::types::{HostShareable, Layout, Type};

use crate::kernels::{Carried, Info, Key, words_of_a_record};

/// What is sorted, and how.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Record {
    /// Greatest key first.
    pub(super) descending: bool,
    /// Equal keys keep their order.
    pub(super) stable: bool,
    /// What follows each key.
    pub(super) payload: Option<Payload>,
    /// Who writes `info`.
    pub(super) told: Told,
}

/// What follows its key: one value for each.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Payload {
    /// The type of a value.
    pub(super) element: Type,
    /// Words from one value to the next.
    pub(super) words: u32,
}

/// Who writes what comes next into `info`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Told {
    /// Nobody: there is no `info`.
    #[default]
    Nowhere,
    /// The kernel of each step.
    BySteps,
    /// A dispatch of one invocation after each step, which then reads its span there.
    Separately,
}

impl Record {
    /// What moves with each key from step to step. A payload does not: an index leads to it,
    /// whatever its width, and at the end it goes once to where its key is. Keys alone have no
    /// need of an index to be stable, since equal ones are the same bits.
    pub(super) fn carried(&self) -> Carried {
        match (&self.payload, self.stable) {
            (None, _) => Carried::Nothing,
            (Some(_), false) => Carried::Index,
            (Some(_), true) => Carried::StableIndex,
        }
    }

    /// Bytes of workgroup memory for each invocation, which sorts two keys of type `K`.
    pub(super) fn bytes_per_invocation<K: Key>(&self) -> u32 {
        2 * 4 * words_of_a_record::<K>(self.carried())
    }
}

impl Payload {
    /// What follows is of type `V`. `None` where its values do not begin at multiples of a
    /// word.
    pub(super) fn of<V: HostShareable>() -> Option<Payload> {
        let element = V::ty();
        let stride = Layout::of(&element).stride();
        stride.is_multiple_of(4).then_some(Payload {
            words: stride / 4,
            element,
        })
    }
}

impl Told {
    /// What the kernels of steps have to do with `info`.
    pub(super) fn info(self) -> Info {
        match self {
            Told::Nowhere => Info::None,
            Told::BySteps => Info::Written,
            Told::Separately => Info::Read,
        }
    }
}
