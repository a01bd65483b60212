//! Who last read and wrote each word: what it takes to see a data race.
//!
//! In lock-step a race never shows as a wrong value, so it must be found by its lack of order. Two
//! accesses are ordered if one invocation makes both, or if their workgroup passes a barrier
//! between them, or their subgroup one of its own. Each barrier starts a new epoch: of the memory
//! that it reaches, or of the subgroup.

use crate::execute::WordPart;

/// An access as the shadow sees it.
#[derive(Clone, Copy)]
pub(super) struct Touch {
    /// Number of the invocation.
    pub(super) invocation: u64,
    /// Number of its workgroup.
    pub(super) workgroup: u64,
    /// Barriers passed.
    pub(super) epoch: u32,
    /// Number of its subgroup.
    pub(super) subgroup: u64,
    /// Subgroup barriers passed.
    pub(super) subgroup_epoch: u32,
    pub(super) atomic: bool,
}

impl Touch {
    /// Whether this access comes before a later one for sure.
    fn is_before(self, later: Touch) -> bool {
        self.invocation == later.invocation
            || (self.workgroup == later.workgroup && self.epoch < later.epoch)
            || (self.subgroup == later.subgroup && self.subgroup_epoch < later.subgroup_epoch)
    }

    fn conflicts(self, later: Touch) -> bool {
        let harmless = self.atomic && later.atomic;
        !harmless && !self.is_before(later)
    }
}

/// An earlier access that a later one races with.
pub(super) struct Conflict {
    pub(super) invocation: u64,
    pub(super) writes: bool,
}

/// The history of one word.
#[derive(Clone, Copy, Default)]
struct Word {
    writer: Option<Touch>,
    reader: Option<Touch>,
    /// A reader before `reader`, of another workgroup or in the same epoch, kept so that a write by
    /// `reader` itself is seen to race.
    other_reader: Option<Touch>,
}

impl Word {
    /// Notes a read; returns the write that it races with.
    fn read(&mut self, touch: Touch) -> Option<Conflict> {
        let conflict = self.writer.filter(|writer| writer.conflicts(touch));
        match self.reader {
            Some(reader) if !reader.is_before(touch) => self.other_reader = Some(reader),
            Some(_) | None => {}
        }
        self.reader = Some(touch);
        conflict.map(|writer| Conflict {
            invocation: writer.invocation,
            writes: true,
        })
    }

    /// Notes a write; returns the access that it races with.
    fn write(&mut self, touch: Touch) -> Option<Conflict> {
        let writer = self.writer.filter(|writer| writer.conflicts(touch));
        let readers = [self.reader, self.other_reader];
        let mut readers = readers.into_iter().flatten();
        let reader = readers.find(|reader| reader.conflicts(touch));
        self.writer = Some(touch);
        let conflict = |writes| {
            move |touch: Touch| Conflict {
                invocation: touch.invocation,
                writes,
            }
        };
        writer.map(conflict(true)).or(reader.map(conflict(false)))
    }
}

/// The histories of a memory's words.
#[derive(Clone, Default)]
pub(super) struct Shadow {
    words: Vec<Word>,
    /// Once a half of a word was accessed: the histories of the high halves. `words` then has those
    /// of the low ones, and an access to a whole word is in both.
    high: Option<Vec<Word>>,
}

impl std::fmt::Debug for Shadow {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Shadow of {} words", self.words.len())
    }
}

impl Shadow {
    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.words.clear();
        self.high = None;
    }

    /// Whether anything was written to a word.
    pub(super) fn is_written(&self, word: u32) -> bool {
        let word = self.words.get(word as usize);
        word.is_some_and(|word| word.writer.is_some())
    }

    /// Notes a read; returns the write that it races with.
    pub(super) fn read(&mut self, word: u32, part: WordPart, touch: Touch) -> Option<Conflict> {
        self.note(word, part, |history| history.read(touch))
    }

    /// Notes a write; returns the access that it races with.
    pub(super) fn write(&mut self, word: u32, part: WordPart, touch: Touch) -> Option<Conflict> {
        self.note(word, part, |history| history.write(touch))
    }

    fn note(
        &mut self,
        word: u32,
        part: WordPart,
        note: impl Fn(&mut Word) -> Option<Conflict>,
    ) -> Option<Conflict> {
        if part != WordPart::Whole && self.high.is_none() {
            self.high = Some(self.words.clone());
        }
        let low = match part {
            WordPart::Whole | WordPart::Low => note(history(&mut self.words, word)),
            WordPart::High => None,
        };
        let high = match (part, &mut self.high) {
            (WordPart::Whole | WordPart::High, Some(high)) => note(history(high, word)),
            (WordPart::Whole | WordPart::High, None) | (WordPart::Low, _) => None,
        };
        low.or(high)
    }
}

fn history(words: &mut Vec<Word>, index: u32) -> &mut Word {
    let index = index as usize;
    if index >= words.len() {
        let length = (index + 1).next_power_of_two();
        words.resize_with(length, Word::default);
    }
    &mut words[index]
}
