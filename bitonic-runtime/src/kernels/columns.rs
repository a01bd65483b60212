//! Records in global memory: a buffer of keys and, where an index is carried, one of indices.
//! Keys become words as they are read and words keys as they are written, where the coding
//! says so.

use std::marker::PhantomData;

use bitonic_dsl::{Access, If, KernelScope, Node, Read, ReadWrite, Storage, min, select};

use super::form::Form;
use super::key::{Key, WordOf};
use super::record::{Carried, Record, Shape};
use super::word::KeyWord;

/// The buffers that hold records.
pub(super) struct Columns<K, A> {
    keys: Storage<u32, A>,
    index: Option<Storage<u32, A>>,
    /// The number of keys, where the length of their buffer does not tell it.
    count: Option<Node<u32>>,
    form: Form,
    key: PhantomData<fn() -> K>,
}

impl<K, A> Clone for Columns<K, A> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<K, A> Copy for Columns<K, A> {}

/// The buffers of a kernel that reads and writes in place: `keys` and, if it is carried,
/// `index`. With keys that share a `u32`, also the parameter `count`.
#[track_caller]
pub(super) fn in_place<K: Key>(k: &KernelScope, form: Form) -> Columns<K, ReadWrite> {
    Columns {
        keys: k.storage_mut("keys"),
        index: form.carried.has_index().then(|| k.storage_mut("index")),
        count: count::<K>(k),
        form,
        key: PhantomData,
    }
}

/// The buffers of a kernel that reads some and writes others: `input`, `output` and, if it is
/// carried, `input_index` and `output_index`. With keys that share a `u32`, also the parameter
/// `count`.
#[track_caller]
pub(super) fn between<K: Key>(
    k: &KernelScope,
    form: Form,
) -> (Columns<K, Read>, Columns<K, ReadWrite>) {
    let (input, output) = (k.storage("input"), k.storage_mut("output"));
    let has_index = form.carried.has_index();
    let index = has_index.then(|| (k.storage("input_index"), k.storage_mut("output_index")));
    let count = count::<K>(k);
    let input = Columns {
        keys: input,
        index: index.map(|(input, _)| input),
        count,
        form,
        key: PhantomData,
    };
    let output = Columns {
        keys: output,
        index: index.map(|(_, output)| output),
        count,
        form,
        key: PhantomData,
    };
    (input, output)
}

#[track_caller]
fn count<K: Key>(k: &KernelScope) -> Option<Node<u32>> {
    shares_words::<K>().then(|| k.param("count"))
}

/// Whether keys share a `u32`, so that one invocation writes two of them. The last may then stand
/// alone, which no length of a buffer tells: kernels take the number of keys as a parameter.
pub(super) fn shares_words<K: Key>() -> bool {
    K::Word::TOGETHER > 1
}

impl<K: Key, A: Access> Columns<K, A> {
    /// The number of keys.
    #[track_caller]
    pub(super) fn count(&self) -> Node<u32> {
        let parts = Shape::of::<K>(Carried::Nothing).parts() as u32;
        match (self.count, parts) {
            (Some(count), _) => count,
            (None, 1) => self.keys.len(),
            (None, parts) => self.keys.len() / parts,
        }
    }

    /// The record at `at`, whose word shares its `u32` with none. In the first step, its index is
    /// made there.
    #[track_caller]
    pub(super) fn load(&self, at: Node<u32>) -> Record {
        let words = K::Word::load(self.keys, at);
        self.record(words[0], at, at)
    }

    /// Two records whose words share a `u32`, the first at the even index `at`. The second means
    /// nothing where there is none. The text keeps `name` of both.
    #[track_caller]
    pub(super) fn load_two(&self, at: Node<u32>, name: &str) -> [Record; 2] {
        let words = K::Word::load(self.keys, at);
        let next = at + 1;
        let bounded = || min(next, self.count() - 1);
        let first = self.record(words[0], at, at);
        let from = if self.reads_index() { bounded() } else { next };
        let second = self.record(words[1], next, from);
        [
            first.named(&format!("{name}_first")),
            second.named(&format!("{name}_second")),
        ]
    }

    fn reads_index(&self) -> bool {
        self.index.is_some() && !self.form.coding.encode
    }

    /// The record of what was read at `at`, with the index that is read at `from`.
    #[track_caller]
    fn record(&self, read: WordOf<K>, at: Node<u32>, from: Node<u32>) -> Record {
        let mut parts = K::Word::split(self.form.coding.read::<K>(read));
        parts.extend(self.index.map(|index| match self.form.coding.encode {
            true => at,
            false => index.element(from).load(),
        }));
        let shape = Shape::of::<K>(self.form.carried);
        Record { shape, parts }
    }
}

impl<K: Key> Columns<K, ReadWrite> {
    /// Writes a record whose word shares its `u32` with none.
    #[track_caller]
    pub(super) fn store(&self, at: Node<u32>, record: &Record) {
        K::Word::store(self.keys, at, &[self.written(record)]);
        self.store_index(at, record);
    }

    /// Writes two records whose words share a `u32`, the first at the even index `at`. Where
    /// `has_second` does not hold, zeros are written for the second.
    #[track_caller]
    pub(super) fn store_two(
        &self,
        at: Node<u32>,
        records: &[Record; 2],
        has_second: Option<Node<bool>>,
    ) {
        let [first, second] = records.each_ref().map(|record| self.written(record));
        let bounded = |part| match has_second {
            Some(has_second) => select(has_second, part, 0),
            None => part,
        };
        let parts: Vec<_> = K::Word::split(second).into_iter().map(bounded).collect();
        K::Word::store(self.keys, at, &[first, K::Word::join(&parts)]);
        if self.index.is_some() {
            self.store_index(at, &records[0]);
            let second = || self.store_index(at + 1, &records[1]);
            match has_second {
                Some(has_second) => {
                    If(has_second, second);
                }
                None => second(),
            }
        }
    }

    #[track_caller]
    fn store_index(&self, at: Node<u32>, record: &Record) {
        if let (Some(buffer), Some(index)) = (self.index, record.parts.last()) {
            buffer.element(at).assign(*index);
        }
    }

    #[track_caller]
    fn written(&self, record: &Record) -> WordOf<K> {
        self.form.coding.written::<K>(K::Word::join(&record.parts))
    }
}
