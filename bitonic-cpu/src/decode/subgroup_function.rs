//! What subgroup operations are made of: few functions that pass whole words, so that values of any
//! width are served, one word after the other.

/// Passes words between the invocations of a subgroup, its lanes. Of two sources the first one is
/// passed; functions that need no second one are given the first again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SubgroupFunction {
    /// Bit n of the result is set where lane 32 * word + n is active and its source is true.
    Ballot {
        /// Which word of the ballot.
        word: u32,
    },
    /// The first source of active lanes, the second of others. All lanes get a result.
    ActiveOr,
    /// The first source of the lane so far below, the second of this lane where there is none. All
    /// lanes give and get, active or not.
    Below {
        /// Lanes between giver and receiver.
        distance: u32,
    },
    /// The source of the last lane, active or not.
    Last,
    /// The source of the first active lane.
    First,
    /// The first source of the active lane that the second names; 0 where there is none.
    Gather,
}

/// What a subgroup operation asks of the invocations, for an observer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SubgroupUse<R> {
    /// That all take part.
    All,
    /// That all take part, and that this lane is one of them.
    Lane(R),
    /// That all take part, and that this lane is one of them unless it lies beyond the subgroup's
    /// ends.
    Shifted(R),
    /// That all meet here.
    Barrier,
}

impl<R: Copy> SubgroupUse<R> {
    /// The register that names a lane.
    pub(crate) fn lane(self) -> Option<R> {
        match self {
            Self::Lane(lane) | Self::Shifted(lane) => Some(lane),
            Self::All | Self::Barrier => None,
        }
    }

    /// The same over other registers.
    pub(crate) fn map<S>(self, register: impl FnOnce(R) -> S) -> SubgroupUse<S> {
        match self {
            Self::All => SubgroupUse::All,
            Self::Lane(lane) => SubgroupUse::Lane(register(lane)),
            Self::Shifted(lane) => SubgroupUse::Shifted(register(lane)),
            Self::Barrier => SubgroupUse::Barrier,
        }
    }
}
