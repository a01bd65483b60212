//! The kernels of the counting sort: reset, histogram and scatter; and, for the stable form,
//! the digits of a tile's bins and the scatter by them, which are passes of a radix sort from
//! the lowest digit on. The prefix sum between is in `scan`.
//!
//! Bins past the end share one slot, `last_slot`: that of the last bin, or one behind it.
//!
//! H. H. Seward, "Information Sorting in the Application of Electronic Digital Computers to
//! Business Operations" (1954); ranks by masks: M. Billeter, O. Olsson and U. Assarsson,
//! "Efficient Stream Compaction on Wide SIMD Many-Core Architectures" (2009).

use bitonic_dsl::{
    Atomic, Error, HostValue, If, IntoNode, Kernel, KernelScope, Node, Workgroup, instance_index,
    kernel, local_invocation_index, min, shader_fn, workgroup_array, workgroup_barrier,
    workgroup_index,
};

/// Bits of a mask's word: invocations that it speaks of.
const WORD: u32 = 32;

/// What a counting sort calls its own bindings and parameters.
pub(crate) mod names {
    pub(crate) const HISTOGRAM: &str = "counting_histogram";
    pub(crate) const BINS: &str = "bin_of_element";
    pub(crate) const COUNTS: &str = "elements_of_bin";
    pub(crate) const REFUSED: &str = "first_refused";
    pub(crate) const COUNT: &str = "element_count";
    pub(crate) const LAST_SLOT: &str = "last_slot";
}

/// Sets all counters to zero, and the first refused element to none.
///
/// `cursors` and `refused` say whether there are such buffers, and the kernel such bindings.
///
/// # Errors
///
/// The kernel's own faults: a workgroup size that no device can have.
pub fn counting_reset(workgroup_size: u32, cursors: bool, refused: bool) -> Result<Kernel, Error> {
    let reset = kernel("counting_reset").workgroup_size(workgroup_size);
    reset.doc("Nothing is counted yet.").build(|k| {
        let counts = k.storage_mut::<u32>(names::COUNTS);
        let cursors = cursors.then(|| k.storage_mut::<u32>("cursors"));
        let bin = instance_index().to_const("bin");
        If(bin.lt(counts.len()), || {
            counts.element(bin).assign(0);
            if let Some(cursors) = cursors {
                cursors.element(bin).assign(0);
            }
        });
        if refused {
            let refused = k.storage_mut::<u32>(names::REFUSED);
            If(bin.eq(0), || refused.element(0).assign(u32::MAX));
        }
    })
}

/// Asks `bin_of` for the bin of each element, keeps it and counts it. With `refuses`, the
/// least element whose bin is past the end is kept too.
///
/// # Errors
///
/// The faults of `bin_of`, each at its own line.
#[track_caller]
pub(crate) fn counting_histogram<B: IntoNode<u32>>(
    workgroup_size: u32,
    refuses: bool,
    bin_of: impl FnOnce(&KernelScope, Node<u32>) -> B,
) -> Result<Kernel, Error> {
    let histogram = kernel(names::HISTOGRAM).workgroup_size(workgroup_size);
    histogram
        .doc("Keeps and counts the bin of each element.")
        .build(|k| {
            let bins = k.storage_mut::<u32>(names::BINS);
            let counts = k.storage_mut::<Atomic<u32>>(names::COUNTS);
            let refused = refuses.then(|| k.storage_mut::<Atomic<u32>>(names::REFUSED));
            let count = k.param::<u32>(names::COUNT);
            let last_slot = k.param::<u32>(names::LAST_SLOT);
            let element = instance_index().to_const("element");
            If(element.lt(count), || {
                let bin = bin_of(k, element).into_node().to_const("bin");
                bins.element(element).assign(bin);
                let slot = min(bin, last_slot).to_const("slot");
                counts.element(slot).atomic_add(1);
                if let Some(refused) = refused {
                    If(slot.eq(last_slot), || {
                        refused.element(0).atomic_min(element);
                    });
                }
            });
        })
}

/// Gives each element the next place of its bin: `order[place]` is the element. Elements of one
/// bin come in whatever order the device gets to them.
///
/// # Arguments
///
/// `bins` of the elements; `starts`, where each slot begins; `cursors`, how many places of it
/// are taken, zero before; `order`; `count`; `last_slot`. It takes one invocation for each
/// element.
///
/// # Errors
///
/// The kernel's own faults: a workgroup size that no device can have.
#[kernel(workgroup_size(workgroup_size), name = "counting_scatter")]
pub fn counting_scatter(
    #[host] workgroup_size: u32,
    bins: &[u32],
    starts: &[u32],
    cursors: &mut [Atomic<u32>],
    order: &mut [u32],
    count: u32,
    last_slot: u32,
) {
    let element = instance_index();
    if element < count {
        let slot = min(bins[element], last_slot);
        let place = starts[slot] + cursors[slot].atomic_add(1);
        order[place] = element;
    }
}

/// How often each digit occurs in each tile of `workgroup_size` bins.
///
/// # Arguments
///
/// `bins`; `counts`, those of one digit side by side: `counts[digit * tiles + tile]`; `count`
/// of the bins; `last_slot`; `shift` and `mask`, which make a digit below `digits` of a slot;
/// `tiles`. A workgroup has one tile.
///
/// # Errors
///
/// The kernel's own faults: a workgroup size that no device can have.
#[kernel(workgroup_size(workgroup_size), name = "count_digits")]
pub fn count_digits(
    #[host] workgroup_size: u32,
    #[host] digits: u32,
    bins: &[u32],
    counts: &mut [u32],
    count: u32,
    last_slot: u32,
    shift: u32,
    mask: u32,
    tiles: u32,
    own: Workgroup<[Atomic<u32>; digits]>,
) {
    let (i, tile) = (instance_index(), workgroup_index());
    if i < count {
        own[(min(bins[i], last_slot) >> shift) & mask].atomic_add(1);
    }
    workgroup_barrier();
    if tile < tiles {
        for digit in (local_invocation_index()..digits).step_by(workgroup_size) {
            counts[digit * tiles + tile] = own[digit].atomic_load();
        }
    }
}

/// Which pass of several a scatter by digits is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DigitPass {
    /// The elements are still where they were: an element's place says which it is.
    pub is_first: bool,
    /// No pass comes behind it that would ask for the bins.
    pub is_last: bool,
}

/// Moves each element, and its bin where a pass comes behind this one, to its place by one
/// digit. Elements of one digit keep their order.
///
/// The rank of an element among those of its digit in its tile is how many of them stand before
/// it: each sets its own bit of a mask for its digit, and counts the bits before it.
///
/// # Errors
///
/// The kernel's own faults: a workgroup size that no device can have, or more digits than
/// there is workgroup memory for masks.
pub fn scatter_by_digit(
    workgroup_size: u32,
    digits: u32,
    pass: DigitPass,
) -> Result<Kernel, Error> {
    let words = workgroup_size.div_ceil(WORD);
    let scatter = kernel("scatter_by_digit").workgroup_size(workgroup_size);
    let scatter = scatter.doc("Moves elements to their places by one digit, in their order.");
    scatter.build(|k| {
        let bins = k.storage::<u32>("bins");
        let elements = (!pass.is_first).then(|| k.storage::<u32>("elements"));
        let starts = k.storage::<u32>("starts");
        let order = k.storage_mut::<u32>("order");
        let moved = (!pass.is_last).then(|| k.storage_mut::<u32>("moved_bins"));
        let [count, last_slot, shift, mask, tiles] =
            ["count", "last_slot", "shift", "mask", "tiles"].map(|name| k.param::<u32>(name));
        let masks = workgroup_array::<Atomic<u32>>("masks", digits * words);

        let i = instance_index().to_const("i");
        let is_there = i.lt(count).to_const("is_there");
        let bin = 0u32.to_var("bin");
        let digit = 0u32.to_var("digit");
        If(is_there, || {
            bin.assign(bins.element(i).load());
            digit.assign((min(bin.load(), last_slot) >> shift) & mask);
            mark(&masks, digit.load() * words);
        });
        workgroup_barrier();
        If(is_there, || {
            let start = starts
                .element(digit.load() * tiles + workgroup_index())
                .load();
            let place = (start + rank(&masks, digit.load() * words)).to_const("place");
            order.element(place).assign(match elements {
                Some(elements) => elements.element(i).load(),
                None => i,
            });
            if let Some(moved) = moved {
                moved.element(place).assign(bin.load());
            }
        });
    })
}

/// Sets the invocation's bit in the mask that begins at `first`.
#[shader_fn]
#[track_caller]
fn mark(masks: &mut Workgroup<[Atomic<u32>; _]>, first: u32) {
    let lane = local_invocation_index();
    masks[first + lane / WORD].atomic_or(1 << (lane % WORD));
}

/// How many invocations before this one have set their bit in the mask that begins at `first`.
#[shader_fn]
#[track_caller]
fn rank(masks: &Workgroup<[Atomic<u32>; _]>, first: u32) -> u32 {
    let lane = local_invocation_index();
    let own = lane / WORD;
    let below = (1u32 << (lane % WORD)) - 1;
    let mut rank = (masks[first + own].atomic_load() & below).count_one_bits();
    for word in 0..own {
        rank += masks[first + word].atomic_load().count_one_bits();
    }
    rank
}
