//! The kernels that hold more than a pair of records in the registers of an invocation, and do
//! several exchanges on them before anything is written: blocking by registers, without
//! workgroup memory and without a barrier.
//!
//! Of `e` exchanges of spans `s`, `s / 2` .. an invocation holds the `2^e` records that they
//! compare with each other, `s / 2^e` apart; behind a flip the upper half of them lies mirrored.
//! What lies past the end counts as the greatest record, which no comparator moves: a record is
//! exchanged only for one that comes before it.

use bitonic_dsl::{Access, Error, If, Kernel, Node, instance_index, kernel, min, select};

use super::columns::{Columns, between, in_place};
use super::form::Form;
use super::key::Key;
use super::record::Record;

/// A flip and the disperses behind it, `exchanges` in all, in one reading and writing of the
/// keys.
///
/// # Arguments
///
/// As [`flip_global`](super::flip_global); `span` is at least `2^exchanges`. It takes
/// `ceil(n / span) * (span >> exchanges)` invocations for `n` keys. Keys that share a `u32` have no
/// such kernel.
///
/// # Errors
///
/// The kernel's own faults: a workgroup size that no device can have.
pub(crate) fn flip_spans<K: Key>(
    workgroup_size: u32,
    form: impl Into<Form>,
    exchanges: u32,
) -> Result<Kernel, Error> {
    let form = form.into();
    kernel(&form.kernel_name::<K>(&format!("flip_{exchanges}_spans")))
        .doc("A flip of blocks of `span` keys, and disperses of each half of that span.")
        .workgroup_size(workgroup_size)
        .build(|k| {
            let (input, output) = between::<K>(k, form);
            let beside = form.beside(k, true);
            let places = Places::new(beside.span(), exchanges, true);
            exchange(input, output, &places, |records| {
                flip(records);
                disperses(records, 2);
            });
            beside.tell();
        })
}

/// Disperses of the span, of half of it, and so on, `exchanges` in all, in one reading and
/// writing of the keys.
///
/// # Arguments
///
/// As [`flip_spans`].
///
/// # Errors
///
/// The kernel's own faults: a workgroup size that no device can have.
pub(crate) fn disperse_spans<K: Key>(
    workgroup_size: u32,
    form: impl Into<Form>,
    exchanges: u32,
) -> Result<Kernel, Error> {
    let form = form.into();
    kernel(&form.kernel_name::<K>(&format!("disperse_{exchanges}_spans")))
        .doc("Disperses of blocks of `span` keys, of half of that span, and so on.")
        .workgroup_size(workgroup_size)
        .build(|k| {
            let (input, output) = between::<K>(k, form);
            let beside = form.beside(k, true);
            let places = Places::new(beside.span(), exchanges, false);
            exchange(input, output, &places, |records| disperses(records, 1));
            beside.tell();
        })
}

/// Sorts each block of `2^exchanges` keys, in the registers of an invocation.
///
/// # Arguments
///
/// `keys`, read and written in place, and `index` if it is carried. It takes one invocation for
/// each block.
///
/// # Errors
///
/// The kernel's own faults: a workgroup size that no device can have.
pub(crate) fn swap_registers<K: Key>(
    workgroup_size: u32,
    form: impl Into<Form>,
    exchanges: u32,
) -> Result<Kernel, Error> {
    let doc = "Sorts each block of keys that an invocation holds.";
    of_blocks::<K>("swap_registers", doc, workgroup_size, form, exchanges, sort)
}

/// Finishes each block of `2^exchanges` keys, in the registers of an invocation, once no key has to
/// leave its block.
///
/// # Arguments
///
/// As [`swap_registers`].
///
/// # Errors
///
/// The kernel's own faults: a workgroup size that no device can have.
pub(crate) fn disperse_registers<K: Key>(
    workgroup_size: u32,
    form: impl Into<Form>,
    exchanges: u32,
) -> Result<Kernel, Error> {
    let doc = "Finishes each block of keys that an invocation holds.";
    let finish = |records: &mut [Record]| disperses(records, 1);
    of_blocks::<K>(
        "disperse_registers",
        doc,
        workgroup_size,
        form,
        exchanges,
        finish,
    )
}

fn of_blocks<K: Key>(
    what: &str,
    doc: &str,
    workgroup_size: u32,
    form: impl Into<Form>,
    exchanges: u32,
    order: impl FnOnce(&mut [Record]),
) -> Result<Kernel, Error> {
    let form = form.into().without_span();
    kernel(&form.kernel_name::<K>(&format!("{what}_{}", 1 << exchanges)))
        .doc(doc)
        .workgroup_size(workgroup_size)
        .build(|k| {
            let columns = in_place::<K>(k, form);
            let beside = form.beside(k, false);
            let first = (instance_index() << exchanges).to_const("first");
            let places = Places::neighbours(first, exchanges);
            exchange(columns, columns, &places, order);
            beside.tell();
        })
}

/// Where the records of an invocation lie, in rising order.
struct Places(Vec<Node<u32>>);

impl Places {
    /// Those that exchanges of `span`, of half of it, and so on compare with each other; of the
    /// first, mirrored or half a span apart.
    #[track_caller]
    fn new(span: Node<u32>, exchanges: u32, mirrored: bool) -> Places {
        let stride = (span >> exchanges).to_const("stride");
        let in_stride = instance_index() & (stride - 1);
        let block = (instance_index() - in_stride) << exchanges;
        let first = (block + in_stride).to_const("first");
        let last = (block + (span - 1) - in_stride).to_const("last");
        let count = 1u32 << exchanges;
        let away = |strides: u32| match strides {
            1 => stride,
            _ => stride * strides,
        };
        let place = |at: u32| match (at, mirrored && at >= count / 2) {
            (0, _) => first,
            (at, false) => (first + away(at)).to_const(&format!("at{at}")),
            (at, true) if at == count - 1 => last,
            (at, true) => (last - away(count - 1 - at)).to_const(&format!("at{at}")),
        };
        Places((0..count).map(place).collect())
    }

    /// `2^exchanges` places from `first` on.
    #[track_caller]
    fn neighbours(first: Node<u32>, exchanges: u32) -> Places {
        let place = |at: u32| match at {
            0 => first,
            at => (first + at).to_const(&format!("at{at}")),
        };
        Places((0..1u32 << exchanges).map(place).collect())
    }

    fn first(&self) -> Node<u32> {
        self.0[0]
    }

    fn last(&self) -> Node<u32> {
        self.0[self.0.len() - 1]
    }
}

/// Reads the records at `places`, brings them to order, and writes them there.
#[track_caller]
fn exchange<K: Key, A: Access>(
    input: Columns<K, A>,
    output: Columns<K, bitonic_dsl::ReadWrite>,
    places: &Places,
    order: impl FnOnce(&mut [Record]),
) {
    let count = input.count().to_const("count");
    If(places.first().lt(count), || {
        let end = (count - 1).to_const("end");
        let mut records = Vec::new();
        for (number, &place) in places.0.iter().enumerate() {
            let record = input.load(min(place, end));
            let is_there = place.lt(count).to_const(&format!("has_{number}"));
            records.push(record.or_greatest(is_there).named(&format!("k{number}")));
        }
        order(&mut records);
        let all = places.0.iter().zip(&records);
        If(places.last().lt(count), || {
            all.clone()
                .for_each(|(&place, record)| output.store(place, record));
        })
        .else_(|| {
            all.clone().for_each(|(&place, record)| {
                If(place.lt(count), || output.store(place, record));
            });
        });
    });
}

/// The lesser record to the lesser place.
#[track_caller]
fn compare(records: &mut [Record], lower: usize, upper: usize) {
    let (first, last) = (
        records[lower].first(&records[upper]),
        records[lower].last(&records[upper]),
    );
    (records[lower], records[upper]) = (first, last);
}

/// Each record against its mirror image.
#[track_caller]
fn flip(records: &mut [Record]) {
    let last = records.len() - 1;
    (0..records.len() / 2).for_each(|lower| compare(records, lower, last - lower));
}

/// Disperses of the blocks that `parts` parts of the records are, of half their height, and so
/// on down to 2.
#[track_caller]
fn disperses(records: &mut [Record], parts: usize) {
    let mut height = records.len() / parts;
    while height >= 2 {
        for block in records.chunks_mut(height) {
            (0..height / 2).for_each(|lower| compare(block, lower, lower + height / 2));
        }
        height /= 2;
    }
}

/// From nothing to order: for each height 2, 4 .. of blocks a flip, then the disperses.
#[track_caller]
fn sort(records: &mut [Record]) {
    let mut height = 2;
    while height <= records.len() {
        for block in records.chunks_mut(height) {
            flip(block);
            disperses(block, 2);
        }
        height *= 2;
    }
}

impl Record {
    /// This record where the condition holds, else one that comes behind all others.
    #[track_caller]
    fn or_greatest(&self, is_there: Node<bool>) -> Record {
        let parts = self.parts.iter();
        let parts = parts
            .map(|&part| select(is_there, part, u32::MAX))
            .collect();
        Record { parts, ..*self }
    }
}
