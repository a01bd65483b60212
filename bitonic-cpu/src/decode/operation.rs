//! The operations of a program: a structured tree over scalar registers.
//!
//! `R` names a register: [`super::builder::Value`] while the tree is built and analysed, where each
//! is defined once (variables excepted), and [`Register`] once slots are given out.
//!
//! Control flow has four forms. `Scope` is a labelled block, `Exit` sends the active invocations to
//! the end of an enclosing one, `Loop` repeats until no invocation is active, `If` parts them. WGSL's
//! break, continue, return and switch are all exits of scopes.

use super::image_operation::ImageOperation;
pub(crate) use super::operand::{Array, AtomicFunction};
pub(crate) use super::place::{Grain, Length, Place, RuntimeArray, Space};
use super::subgroup_function::{SubgroupFunction, SubgroupUse};
use crate::value::{Binary, Ternary, Unary, Wide, WideUpdate};

/// A statement list.
pub(crate) type Block<R> = Vec<Operation<R>>;

/// The memory that a barrier orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BarrierReach {
    pub(crate) storage: bool,
    pub(crate) workgroup: bool,
    pub(crate) texture: bool,
}

/// One step of a program.
#[derive(Clone, Debug)]
pub(crate) enum Operation<R> {
    Unary {
        function: Unary,
        target: R,
        source: R,
    },
    Binary {
        function: Binary,
        target: R,
        lhs: R,
        rhs: R,
    },
    Ternary {
        function: Ternary,
        target: R,
        sources: [R; 3],
    },
    /// A function of scalars of 64 bits, or to or from one.
    Wide {
        function: Wide,
        /// The low word of the result.
        target: R,
        /// The high word, where the result has one.
        high: Option<R>,
        /// Low and high words; zero for what is not there.
        sources: [[R; 2]; 3],
    },
    /// The value of a variable now.
    Copy {
        target: R,
        source: R,
    },
    /// Gives the active invocations' variable a value.
    Assign {
        target: R,
        source: R,
        /// Nothing reads `source` later, so it may be overwritten.
        last_use: bool,
    },
    /// Reads scalar `address + offset` of an indexed variable.
    ReadElement {
        target: R,
        array: Array<R>,
        address: R,
        offset: u32,
    },
    /// Writes scalar `address + offset` of an indexed variable.
    WriteElement {
        array: Array<R>,
        address: R,
        offset: u32,
        source: R,
    },
    Load {
        target: R,
        place: Place<R>,
    },
    Store {
        place: Place<R>,
        source: R,
    },
    Atomic {
        function: AtomicFunction<R>,
        /// The value before.
        target: R,
        place: Place<R>,
        operand: R,
    },
    /// An atomic on two words, low word first.
    WideAtomic {
        function: WideUpdate,
        /// The two words before.
        result: Array<R>,
        /// The low word's place; the high word follows.
        place: Place<R>,
        /// Low and high word of the operand, then those of the value that a comparison expects.
        operands: [R; 4],
    },
    /// Passes words between the invocations of each subgroup.
    Subgroup {
        function: SubgroupFunction,
        target: R,
        sources: [R; 2],
    },
    /// Tells the observer where a subgroup operation meets less than its whole subgroup.
    CheckSubgroup {
        what: SubgroupUse<R>,
        site: u32,
    },
    /// Word address of an element, relative to the array's offset; beyond all ends if out of range.
    ElementAddress {
        target: R,
        index: R,
        array: RuntimeArray,
    },
    ArrayLength {
        target: R,
        array: RuntimeArray,
    },
    /// Tells the observer about an index out of range.
    CheckIndex {
        index: R,
        length: Length,
        site: u32,
    },
    /// Anything that is done with a texture.
    Image(Box<ImageOperation<R>>),
    Barrier {
        reach: BarrierReach,
        site: u32,
    },
    If {
        condition: R,
        accept: Block<R>,
        reject: Block<R>,
        /// The first of two masks that this operation may use.
        mask: u32,
    },
    Loop {
        body: Block<R>,
        site: u32,
    },
    Scope {
        body: Block<R>,
        /// Which scope, and the mask where its exited invocations wait.
        scope: u32,
    },
    Exit {
        scope: u32,
    },
}

impl<R: Copy> Operation<R> {
    /// The register that this operation itself writes, blocks within, indexed variables and the words of
    /// texels apart.
    pub(crate) fn target(&self) -> Option<R> {
        match *self {
            Self::Unary { target, .. }
            | Self::Binary { target, .. }
            | Self::Ternary { target, .. }
            | Self::Wide { target, .. }
            | Self::Copy { target, .. }
            | Self::Assign { target, .. }
            | Self::ReadElement { target, .. }
            | Self::Load { target, .. }
            | Self::Atomic { target, .. }
            | Self::Subgroup { target, .. }
            | Self::ElementAddress { target, .. }
            | Self::ArrayLength { target, .. } => Some(target),
            Self::WriteElement { .. }
            | Self::Store { .. }
            | Self::WideAtomic { .. }
            | Self::CheckSubgroup { .. }
            | Self::CheckIndex { .. }
            | Self::Image(_)
            | Self::Barrier { .. }
            | Self::If { .. }
            | Self::Loop { .. }
            | Self::Scope { .. }
            | Self::Exit { .. } => None,
        }
    }

    /// All registers that this operation itself writes, blocks within and indexed variables apart.
    pub(crate) fn targets(&self) -> impl Iterator<Item = R> {
        let words = [self.target(), self.high_target()].into_iter().flatten();
        words.chain(self.texel_targets().iter().copied())
    }

    /// The second register that this operation writes: the high word of a result of 64 bits.
    fn high_target(&self) -> Option<R> {
        if let Self::Wide { high, .. } = *self {
            return high;
        }
        None
    }

    /// Calls `each` for the registers that this operation itself reads, blocks within and indexed
    /// variables apart.
    pub(crate) fn sources(&self, mut each: impl FnMut(R)) {
        match *self {
            Self::Unary { source, .. }
            | Self::Copy { source, .. }
            | Self::Assign { source, .. } => {
                each(source);
            }
            Self::Binary { lhs, rhs, .. } => [lhs, rhs].into_iter().for_each(each),
            Self::Ternary { sources, .. } => sources.into_iter().for_each(each),
            Self::Wide { sources, .. } => sources.into_iter().flatten().for_each(each),
            Self::ReadElement { address, .. } => each(address),
            Self::WriteElement {
                address, source, ..
            } => [address, source].into_iter().for_each(each),
            Self::Load { place, .. } => each(place.address),
            Self::Store { place, source } => [place.address, source].into_iter().for_each(each),
            Self::Atomic {
                function,
                place,
                operand,
                ..
            } => {
                [place.address, operand].into_iter().for_each(&mut each);
                if let AtomicFunction::CompareExchange(expected) = function {
                    each(expected);
                }
            }
            Self::WideAtomic {
                place, operands, ..
            } => {
                each(place.address);
                operands.into_iter().for_each(each);
            }
            Self::Subgroup { sources, .. } => sources.into_iter().for_each(each),
            Self::CheckSubgroup { what, .. } => what.lane().into_iter().for_each(each),
            Self::ElementAddress { index, .. } | Self::CheckIndex { index, .. } => each(index),
            Self::If { condition, .. } => each(condition),
            Self::Image(ref image) => image.sources(each),
            Self::ArrayLength { .. }
            | Self::Barrier { .. }
            | Self::Loop { .. }
            | Self::Scope { .. }
            | Self::Exit { .. } => {}
        }
    }

    /// The indexed variable that this operation reads or writes.
    pub(crate) fn array(&self) -> Option<Array<R>> {
        match *self {
            Self::ReadElement { array, .. }
            | Self::WriteElement { array, .. }
            | Self::WideAtomic { result: array, .. } => Some(array),
            Self::Unary { .. }
            | Self::Binary { .. }
            | Self::Ternary { .. }
            | Self::Wide { .. }
            | Self::Copy { .. }
            | Self::Assign { .. }
            | Self::Load { .. }
            | Self::Store { .. }
            | Self::Atomic { .. }
            | Self::Subgroup { .. }
            | Self::CheckSubgroup { .. }
            | Self::ElementAddress { .. }
            | Self::ArrayLength { .. }
            | Self::CheckIndex { .. }
            | Self::Image(_)
            | Self::Barrier { .. }
            | Self::If { .. }
            | Self::Loop { .. }
            | Self::Scope { .. }
            | Self::Exit { .. } => None,
        }
    }

    /// The blocks within.
    pub(crate) fn blocks(&self) -> impl Iterator<Item = &Block<R>> {
        let (first, second) = match self {
            Self::If { accept, reject, .. } => (Some(accept), Some(reject)),
            Self::Loop { body, .. } | Self::Scope { body, .. } => (Some(body), None),
            Self::Unary { .. }
            | Self::Binary { .. }
            | Self::Ternary { .. }
            | Self::Wide { .. }
            | Self::Copy { .. }
            | Self::Assign { .. }
            | Self::ReadElement { .. }
            | Self::WriteElement { .. }
            | Self::Load { .. }
            | Self::Store { .. }
            | Self::Atomic { .. }
            | Self::WideAtomic { .. }
            | Self::Subgroup { .. }
            | Self::CheckSubgroup { .. }
            | Self::ElementAddress { .. }
            | Self::ArrayLength { .. }
            | Self::CheckIndex { .. }
            | Self::Image(_)
            | Self::Barrier { .. }
            | Self::Exit { .. } => (None, None),
        };
        first.into_iter().chain(second)
    }

    /// The same operation over other registers; blocks within become empty.
    pub(crate) fn map<S>(&self, mut register: impl FnMut(R) -> S) -> Operation<S> {
        let mut r = |name: R| register(name);
        match *self {
            Self::Unary {
                function,
                target,
                source,
            } => Operation::Unary {
                function,
                target: r(target),
                source: r(source),
            },
            Self::Binary {
                function,
                target,
                lhs,
                rhs,
            } => Operation::Binary {
                function,
                target: r(target),
                lhs: r(lhs),
                rhs: r(rhs),
            },
            Self::Ternary {
                function,
                target,
                sources,
            } => Operation::Ternary {
                function,
                target: r(target),
                sources: sources.map(r),
            },
            Self::Wide {
                function,
                target,
                high,
                sources,
            } => Operation::Wide {
                function,
                target: r(target),
                high: high.map(&mut r),
                sources: sources.map(|words| words.map(&mut r)),
            },
            Self::Copy { target, source } => Operation::Copy {
                target: r(target),
                source: r(source),
            },
            Self::Assign {
                target,
                source,
                last_use,
            } => Operation::Assign {
                target: r(target),
                source: r(source),
                last_use,
            },
            Self::ReadElement {
                target,
                array,
                address,
                offset,
            } => Operation::ReadElement {
                target: r(target),
                array: array.map(&mut r),
                address: r(address),
                offset,
            },
            Self::WriteElement {
                array,
                address,
                offset,
                source,
            } => Operation::WriteElement {
                array: array.map(&mut r),
                address: r(address),
                offset,
                source: r(source),
            },
            Self::Load { target, place } => Operation::Load {
                target: r(target),
                place: place.map(r),
            },
            Self::Store { place, source } => Operation::Store {
                place: place.map(&mut r),
                source: r(source),
            },
            Self::Atomic {
                function,
                target,
                place,
                operand,
            } => Operation::Atomic {
                function: function.map(&mut r),
                target: r(target),
                place: place.map(&mut r),
                operand: r(operand),
            },
            Self::WideAtomic {
                function,
                result,
                place,
                operands,
            } => Operation::WideAtomic {
                function,
                result: result.map(&mut r),
                place: place.map(&mut r),
                operands: operands.map(r),
            },
            Self::Subgroup {
                function,
                target,
                sources,
            } => Operation::Subgroup {
                function,
                target: r(target),
                sources: sources.map(r),
            },
            Self::CheckSubgroup { what, site } => Operation::CheckSubgroup {
                what: what.map(r),
                site,
            },
            Self::ElementAddress {
                target,
                index,
                array,
            } => Operation::ElementAddress {
                target: r(target),
                index: r(index),
                array,
            },
            Self::ArrayLength { target, array } => Operation::ArrayLength {
                target: r(target),
                array,
            },
            Self::CheckIndex {
                index,
                length,
                site,
            } => Operation::CheckIndex {
                index: r(index),
                length,
                site,
            },
            Self::Image(ref image) => Operation::Image(Box::new(image.map(&mut r))),
            Self::Barrier { reach, site } => Operation::Barrier { reach, site },
            Self::If {
                condition, mask, ..
            } => Operation::If {
                condition: r(condition),
                accept: Vec::new(),
                reject: Vec::new(),
                mask,
            },
            Self::Loop { site, .. } => Operation::Loop {
                body: Vec::new(),
                site,
            },
            Self::Scope { scope, .. } => Operation::Scope {
                body: Vec::new(),
                scope,
            },
            Self::Exit { scope } => Operation::Exit { scope },
        }
    }
}

/// Where a scalar lives while a workgroup runs: one word for all invocations, or a column of words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Register {
    /// Equal for every invocation of the workgroup.
    Uniform(u32),
    /// One word for each invocation.
    Column(u32),
}
