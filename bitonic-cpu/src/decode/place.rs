//! Where memory operations go: spaces, addresses and the runtime-sized arrays at the end of buffers.
//! What is done there is in `operation`.

/// Memory that is addressed by words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Space {
    /// The buffer bound for this index of the program's resources.
    Buffer(u32),
    /// The workgroup variables, one after the other.
    Workgroup,
    /// The immediates of the dispatch.
    Immediate,
    /// The program's own table of constants.
    Table,
}

/// What an address counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Grain {
    Word,
    /// A half of a word, the low one first.
    Half,
}

/// A runtime-sized array: the last member of a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct RuntimeArray {
    /// Index of the program's resources.
    pub(crate) resource: u32,
    /// What offset and stride count.
    pub(crate) grain: Grain,
    /// Grains before the first element.
    pub(crate) offset: u32,
    /// Grains from an element to the next.
    pub(crate) stride: u32,
}

impl RuntimeArray {
    /// Whole elements in a binding of `words`.
    pub(crate) fn length(self, words: usize) -> u32 {
        let grains = match self.grain {
            Grain::Word => words,
            Grain::Half => words.saturating_mul(2),
        };
        let tail = grains.saturating_sub(self.offset as usize);
        u32::try_from(tail / self.stride.max(1) as usize).unwrap_or(u32::MAX)
    }
}

/// Elements that an index may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Length {
    /// As declared.
    Fixed(u32),
    /// As bound.
    Runtime(RuntimeArray),
}

/// The word, or half of a word, that a memory operation touches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Place<R> {
    pub(crate) space: Space,
    /// What is touched, and what address and offset count.
    pub(crate) grain: Grain,
    /// Address in grains, beyond all ends where an index was out of range.
    pub(crate) address: R,
    /// Grains added to the address.
    pub(crate) offset: u32,
    /// Where the source makes the access.
    pub(crate) site: u32,
}

impl<R: Copy> Place<R> {
    /// The same place, by another register.
    pub(super) fn map<S>(self, mut register: impl FnMut(R) -> S) -> Place<S> {
        Place {
            space: self.space,
            grain: self.grain,
            address: register(self.address),
            offset: self.offset,
            site: self.site,
        }
    }
}
