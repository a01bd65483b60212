//! Bins past the end: the rule, and the error that tells of them. One rule and one text for
//! device and host.

use crate::error::{Error, ErrorKind};

/// What becomes of an element whose bin is past the last one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum PastEnd {
    /// The sort is wrong, and says so where its result is read: how many such elements there
    /// are, and the first with its bin. On the device nothing is lost: the order still has every
    /// element once, these behind all others.
    #[default]
    Refuse,
    /// It counts to the last bin.
    Clamp,
}

impl PastEnd {
    /// The slot of counters that stands for every bin past the end.
    pub(super) fn last_slot(self, bins: u32) -> u32 {
        match self {
            PastEnd::Refuse => bins,
            PastEnd::Clamp => bins - 1,
        }
    }
}

/// Elements whose bin is past the last one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Refused {
    /// How many there are.
    pub(super) elements: u32,
    /// The first of them.
    pub(super) first: u32,
    /// Its bin.
    pub(super) bin: u32,
}

impl Refused {
    pub(super) fn error(self, count: usize, bins: u32) -> Error {
        let Refused {
            elements,
            first,
            bin,
        } = self;
        let have = match elements {
            1 => "has a bin",
            _ => "have bins",
        };
        let last = bins - 1;
        let message = format!(
            "{elements} of {count} elements {have} past the end: element {first} has bin {bin}, the last of {bins} bins is {last}"
        );
        Error::new(ErrorKind::Data, message).with_help(
            "give the sort more bins, or let such elements count to the last one: `.past_end(PastEnd::Clamp)`",
        )
    }
}

/// That there are no bins to count to.
pub(super) fn no_bins() -> Error {
    let message = "a counting sort into 0 bins";
    Error::new(ErrorKind::Options, message).with_help("give it one more than the greatest bin")
}

/// That an element has no index of 32 bits.
pub(super) fn too_many(count: usize) -> Error {
    let message = format!("{count} elements are more than an index counts, 2^32 - 1");
    Error::new(ErrorKind::Limit, message).with_help("sort several smaller parts")
}
