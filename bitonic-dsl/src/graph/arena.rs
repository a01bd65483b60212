//! Typed arenas: contiguous storage reached by `u32` ids that know what they name.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::num::NonZeroU32;
use std::ops::{Index, IndexMut};

/// The position of a `T` in its [`Arena`]. An `Option` of it takes no more room.
pub struct Id<T> {
    /// One more than the position.
    number: NonZeroU32,
    of: PhantomData<fn() -> T>,
}

impl<T> Id<T> {
    /// The id at `index`.
    ///
    /// # Panics
    ///
    /// At `u32::MAX`, which is more items than memory holds.
    #[must_use]
    pub fn new(index: u32) -> Id<T> {
        let number = index.checked_add(1).and_then(NonZeroU32::new);
        Id {
            number: number.expect("an arena holds fewer than 2^32 - 1 items"),
            of: PhantomData,
        }
    }

    /// The position, from 0.
    #[must_use]
    pub fn index(self) -> usize {
        self.number.get() as usize - 1
    }
}

impl<T> Clone for Id<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Id<T> {}

impl<T> PartialEq for Id<T> {
    fn eq(&self, other: &Self) -> bool {
        self.number == other.number
    }
}

impl<T> Eq for Id<T> {}

impl<T> PartialOrd for Id<T> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl<T> Ord for Id<T> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.number.cmp(&other.number)
    }
}

impl<T> Hash for Id<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.number.hash(state);
    }
}

impl<T> fmt::Debug for Id<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.index())
    }
}

/// A growing list whose items are named by [`Id`]s.
#[derive(Clone, Debug)]
pub struct Arena<T> {
    items: Vec<T>,
}

impl<T> Arena<T> {
    /// An arena with nothing in it.
    #[must_use]
    pub fn new() -> Arena<T> {
        Arena { items: Vec::new() }
    }

    /// Adds `item` and gives its id.
    ///
    /// # Panics
    ///
    /// At 2^32 - 1 items, which is more than memory holds.
    pub fn push(&mut self, item: T) -> Id<T> {
        let index =
            u32::try_from(self.items.len()).expect("an arena holds fewer than 2^32 - 1 items");
        self.items.push(item);
        Id::new(index)
    }

    /// The number of items.
    #[must_use]
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// The items with their ids, in the order in which they were added.
    pub fn iter(&self) -> impl Iterator<Item = (Id<T>, &T)> {
        self.items
            .iter()
            .enumerate()
            .map(|(index, item)| (Id::new(index as u32), item))
    }
}

impl<T> Default for Arena<T> {
    fn default() -> Self {
        Arena::new()
    }
}

impl<T> Index<Id<T>> for Arena<T> {
    type Output = T;

    fn index(&self, id: Id<T>) -> &T {
        &self.items[id.index()]
    }
}

impl<T> IndexMut<Id<T>> for Arena<T> {
    fn index_mut(&mut self, id: Id<T>) -> &mut T {
        &mut self.items[id.index()]
    }
}
