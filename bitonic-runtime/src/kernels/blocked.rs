//! The kernels of `local` again, for keys of one `u32` with nothing carried: each invocation
//! holds sixteen keys in registers and does four exchanges on them between two barriers, where one
//! exchange of two keys stands between barriers there. A workgroup has eight tiles, so that
//! none of its invocations idles.
//!
//! Barriers are what costs here: processors that stand in for a GPU change the invocation at each,
//! and a GPU waits. Keys in registers between them are as in N. Govindaraju et al., "GPUTeraSort"
//! (2006), and D. Merrill and A. Grimshaw's sorts since.
//!
//! An index past the end holds the greatest word while the tile is in the workgroup's memory:
//! with ascending comparators it stays there, and a key that is as great is the same word. With
//! something carried that would not do, since it would part from its key.

use bitonic_dsl::{
    Error, If, IntoNode, Kernel, Loop, Node, ReadWrite, While, WorkgroupArray, kernel,
    local_invocation_index, max, min, range, workgroup_array, workgroup_barrier, workgroup_index,
};

use super::columns::{Columns, in_place, shares_words};
use super::form::Form;
use super::key::Key;
use super::record::{Record, Shape};

/// Bits of an index that the keys of an invocation differ in.
const WINDOW: u32 = 4;

/// Keys in the registers of an invocation.
const KEYS_EACH: u32 = 1 << WINDOW;

/// Workgroups that are larger would need more memory than devices of WebGPU have.
const LARGEST: u32 = 256;

/// Whether tiles of workgroups of `workgroup_size` are sorted so, where a device has
/// `workgroup_bytes` of memory for each workgroup.
pub(crate) fn is_blocked<K: Key>(form: Form, workgroup_size: u32, workgroup_bytes: u32) -> bool {
    let is_one_word = Shape::of::<K>(form.carried).parts() == 1 && !shares_words::<K>();
    // A tile has a window at least.
    let has_window = 2 * workgroup_size >= KEYS_EACH;
    let fits = workgroup_size <= LARGEST && bytes(workgroup_size) <= workgroup_bytes;
    is_one_word && has_window && fits
}

fn bytes(workgroup_size: u32) -> u32 {
    KEYS_EACH * workgroup_size * size_of::<u32>() as u32
}

/// Invocations that sort the tiles of `count` keys.
pub(crate) fn blocked_threads(count: usize, workgroup_size: u32) -> u64 {
    let block = u64::from(KEYS_EACH.saturating_mul(workgroup_size));
    (count as u64).div_ceil(block) * u64::from(workgroup_size)
}

/// What [`swap_local`](super::swap_local) does: sorts each tile of `2 * workgroup_size` keys. A
/// workgroup has eight.
///
/// # Arguments
///
/// `workgroup_size`, at least 8, so that a tile has sixteen keys. `keys`, of 32 bits, read and
/// written in place, with nothing carried. It takes `workgroup_size` invocations for each
/// `16 * workgroup_size` keys.
///
/// # Errors
///
/// The kernel's own faults: a workgroup size that no device can have.
pub(crate) fn swap_blocked<K: Key>(
    workgroup_size: u32,
    form: impl Into<Form>,
) -> Result<Kernel, Error> {
    let doc = "Sorts each block of `2 * workgroup_size` keys, eight blocks in a workgroup: for\n\
               each height 2, 4 .. of blocks a flip, then disperses of half that height down to 2.\n\
               An invocation does four of these at a time, on sixteen keys.";
    of_tiles::<K>("swap_local_blocked", doc, workgroup_size, form.into(), swap)
}

/// What [`disperse_local`](super::disperse_local) does: finishes each tile of `2 * workgroup_size`
/// keys. A workgroup has eight.
///
/// # Arguments
///
/// As [`swap_blocked`].
///
/// # Errors
///
/// As [`swap_blocked`].
pub(crate) fn disperse_blocked<K: Key>(
    workgroup_size: u32,
    form: impl Into<Form>,
) -> Result<Kernel, Error> {
    let doc = "Finishes each block of `2 * workgroup_size` keys, once no key has to leave its\n\
               block, eight blocks in a workgroup: disperses of that height, of half of it, and so\n\
               on down to 2. An invocation does four of these at a time, on sixteen keys.";
    let finish = |tile: &WorkgroupArray<u32>, log2: u32| disperse_from(tile, log2);
    of_tiles::<K>(
        "disperse_local_blocked",
        doc,
        workgroup_size,
        form.into(),
        finish,
    )
}

/// The kernel that reads tiles, brings them to order and writes them back. `order` is given the
/// tiles and the binary logarithm of the keys of one.
fn of_tiles<K: Key>(
    what: &str,
    doc: &str,
    workgroup_size: u32,
    form: Form,
    order: impl FnOnce(&WorkgroupArray<u32>, u32),
) -> Result<Kernel, Error> {
    let form = form.without_span();
    kernel(&form.kernel_name::<K>(what))
        .doc(doc)
        .workgroup_size(workgroup_size)
        .build(|k| {
            let columns = in_place::<K>(k, form);
            let beside = form.beside(k, false);
            let tile = workgroup_array("tile", KEYS_EACH.saturating_mul(workgroup_size));
            let (base, filled) = load(&tile, columns, workgroup_size);
            order(&tile, log2_of_tile(workgroup_size));
            store(&tile, columns, workgroup_size, base, filled);
            beside.tell();
        })
}

fn log2_of_tile(workgroup_size: u32) -> u32 {
    workgroup_size.saturating_mul(2).max(1).ilog2()
}

/// Reads this workgroup's tiles. Gives the index of their first key, and how many keys there are.
#[track_caller]
fn load<K: Key>(
    tile: &WorkgroupArray<u32>,
    columns: Columns<K, ReadWrite>,
    workgroup_size: u32,
) -> (Node<u32>, Node<u32>) {
    let length = KEYS_EACH * workgroup_size;
    let base = (workgroup_index() * length).to_const("base");
    let count = columns.count().to_const("count");
    let filled = min(count - min(base, count), length).to_const("filled");
    for turn in 0..KEYS_EACH {
        let at = place(turn, workgroup_size);
        If(at.lt(filled), || {
            let record = columns.load(base + at);
            tile.element(at).assign(record.parts[0]);
        })
        .else_(|| tile.element(at).assign(u32::MAX));
    }
    workgroup_barrier();
    (base, filled)
}

/// Writes the tiles back.
#[track_caller]
fn store<K: Key>(
    tile: &WorkgroupArray<u32>,
    columns: Columns<K, ReadWrite>,
    workgroup_size: u32,
    base: Node<u32>,
    filled: Node<u32>,
) {
    for turn in 0..KEYS_EACH {
        let at = place(turn, workgroup_size);
        If(at.lt(filled), || {
            let record = Record::of_one_part::<K>(tile.element(at).load());
            columns.store(base + at, &record);
        });
    }
}

/// The place that an invocation reads to in its turn: neighbours read neighbours.
#[track_caller]
fn place(turn: u32, workgroup_size: u32) -> Node<u32> {
    match turn {
        0 => local_invocation_index(),
        turn => local_invocation_index() + turn * workgroup_size,
    }
}

/// Sorts tiles of `2^log2` keys from nothing.
#[track_caller]
fn swap(tile: &WorkgroupArray<u32>, log2: u32) {
    Window::new(0u32.into_node(), false).exchange(tile, &sorting());
    if log2 > WINDOW {
        Loop(range(WINDOW + 1, log2 + 1), |height| {
            let shift = (height - WINDOW).to_const("shift");
            Window::new(shift, true).exchange(tile, &merging(WINDOW));
            disperse_from(tile, shift);
        });
    }
}

/// Disperses of height `2^log2`, of half of it, and so on down to 2. The last window may begin
/// above: what it then repeats finds its keys in order.
#[track_caller]
fn disperse_from(tile: &WorkgroupArray<u32>, log2: impl IntoNode<u32>) {
    let rest = log2.into_node().to_var("rest");
    While(
        || rest.load().gt(0),
        || {
            let left = rest.load();
            let shift = (left - min(left, WINDOW)).to_const("shift");
            Window::new(shift, false).exchange(tile, &dispersing(WINDOW));
            rest.assign(shift);
        },
    );
}

/// The masks of disperses of height `2^log2`, of half of it, and so on down to 2.
fn dispersing(log2: u32) -> Vec<usize> {
    (0..log2).rev().map(|bit| 1 << bit).collect()
}

/// The masks of a flip of height `2^log2`, and of the disperses behind it.
fn merging(log2: u32) -> Vec<usize> {
    let flip = (1 << log2) - 1;
    [vec![flip], dispersing(log2 - 1)].concat()
}

/// The masks that sort the keys of a window.
fn sorting() -> Vec<usize> {
    (1..=WINDOW).flat_map(merging).collect()
}

/// The keys of one invocation: those whose indices differ in a few bits alone, from bit `shift`
/// on. They are numbered by these bits.
struct Window {
    indices: [Node<u32>; KEYS_EACH as usize],
}

impl Window {
    /// The window of this invocation. In a mirrored one, the bits below are turned around in the
    /// upper half: so lies the partner of a key in a flip of height `2^(shift + WINDOW)`.
    #[track_caller]
    fn new(shift: Node<u32>, mirrored: bool) -> Window {
        let own = local_invocation_index();
        let stride = (1u32.into_node() << shift).to_const("stride");
        let low = (own & (stride - 1)).to_const("low");
        let start = ((own - low) << WINDOW).to_const("start");
        let upper = if mirrored { stride - 1 - low } else { low };
        let first = start + low;
        let upper = start + upper;
        let index = |number: usize| {
            let from = if number < KEYS_EACH as usize / 2 {
                first
            } else {
                upper
            };
            match number as u32 {
                0 => from,
                number => from + stride * number,
            }
        };
        Window {
            indices: std::array::from_fn(index),
        }
    }

    /// Exchanges the keys whose numbers differ by each of `masks`, one after the other, the lesser
    /// key to the lesser number; then waits for the whole workgroup.
    #[track_caller]
    fn exchange(&self, tile: &WorkgroupArray<u32>, masks: &[usize]) {
        let mut keys = self.indices.map(|index| tile.element(index).load());
        for mask in masks {
            for number in 0..keys.len() {
                let partner = number ^ mask;
                if number < partner {
                    let (a, b) = (keys[number], keys[partner]);
                    (keys[number], keys[partner]) = (min(a, b), max(a, b));
                }
            }
        }
        for (index, key) in self.indices.iter().zip(keys) {
            tile.element(*index).assign(key);
        }
        workgroup_barrier();
    }
}
