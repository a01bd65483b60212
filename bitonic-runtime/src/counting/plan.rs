//! The plan of a counting sort: reset, histogram, prefix sum and scatter; in the stable form,
//! passes over the digits of the bins for the scatter.

use bitonic_dsl::types::Type;

use super::past_end::{PastEnd, no_bins, too_many};
use crate::buffer::Buffer;
use crate::device::Gpu;
use crate::error::{Error, ErrorKind};
use crate::execute::{Bound, Run};
use crate::kernels::{self, DigitPass, cached, counting_names as names};
use crate::plan::{BufferId, Grid, Limits, Plan, Role};
use crate::primitives::ExclusiveScan;

/// The most bits of a digit; the highest one may be one value longer.
const DIGIT_BITS: u32 = 8;

/// What a counting sort is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Shape {
    pub(super) count: u32,
    pub(super) bins: u32,
    pub(super) past_end: PastEnd,
    pub(super) is_stable: bool,
    pub(super) workgroup_size: u32,
}

/// The buffers of a counting sort that stay from run to run.
#[derive(Debug)]
pub(super) struct Buffers {
    pub(super) bins: Buffer<u32>,
    pub(super) counts: Buffer<u32>,
    pub(super) starts: Buffer<u32>,
    pub(super) order: Buffer<u32>,
    /// Where elements of a bin come in any order: how many places of each bin are taken.
    cursors: Option<Buffer<u32>>,
    /// Where bins past the end are refused: the first such element.
    pub(super) refused: Option<Buffer<u32>>,
}

/// Those buffers in a plan.
#[derive(Clone, Copy)]
struct Ids {
    bins: BufferId,
    counts: BufferId,
    starts: BufferId,
    order: BufferId,
    cursors: Option<BufferId>,
    refused: Option<BufferId>,
}

/// One pass over a digit of all bins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Digit {
    shift: u32,
    mask: u32,
    /// Values that it takes.
    values: u32,
}

impl Shape {
    /// A sort that the device has room for.
    pub(super) fn new(
        (count, bins): (usize, u32),
        past_end: PastEnd,
        is_stable: bool,
        most: u32,
        limits: &Limits,
    ) -> Result<Shape, Error> {
        if bins == 0 {
            return Err(no_bins());
        }
        if most == 0 {
            let message = "workgroups of 0 invocations";
            return Err(Error::new(ErrorKind::Options, message).with_help("use 1 or more"));
        }
        let counted = u32::try_from(count).map_err(|_| too_many(count))?;
        holds(limits, bins.into(), 1, "bins")?;
        holds(limits, counted.into(), 0, "elements")?;
        let most = most
            .min(limits.workgroup_invocations)
            .min(limits.workgroup_size[0]);
        let mut shape = Shape {
            count: counted,
            bins,
            past_end,
            is_stable,
            workgroup_size: most.max(1),
        };
        while is_stable && shape.workgroup_size > 1 && shape.mask_bytes() > limits.workgroup_bytes {
            shape.workgroup_size = shape.workgroup_size.div_ceil(2);
        }
        if is_stable {
            shape.counters_of_tiles_fit(limits)?;
        }
        Ok(shape)
    }

    /// Counters of one pass of a stable sort: one for each digit of each tile.
    fn counters_of_tiles_fit(&self, limits: &Limits) -> Result<(), Error> {
        let widest = self.digits().into_iter().map(|digit| digit.values).max();
        let counters = u64::from(self.tiles()) * u64::from(widest.unwrap_or(0));
        let (most, limit) = most_bytes(limits);
        let bytes = counters * 4;
        if bytes <= most {
            return Ok(());
        }
        let (count, size) = (self.count, self.workgroup_size);
        let message = format!(
            "a stable counting sort of {count} elements by workgroups of {size} needs {bytes} bytes of counters in one binding, the device allows {most} ({limit})"
        );
        Err(Error::new(ErrorKind::Limit, message)
            .with_help("use larger workgroups, fewer elements, or the form that is not stable"))
    }

    /// Bytes of workgroup memory for the masks of a stable sort.
    fn mask_bytes(&self) -> u32 {
        let widest = self.digits().into_iter().map(|digit| digit.values).max();
        widest.unwrap_or(0) * self.workgroup_size.div_ceil(32) * 4
    }

    pub(super) fn last_slot(&self) -> u32 {
        self.past_end.last_slot(self.bins)
    }

    /// The digits of a slot, lowest first: one to 256 bins, two to 65,536, three to 2^24,
    /// as even as can be, for a pass counts each value of its digit in each tile. The slot
    /// behind the last bin is one value more of the highest digit.
    fn digits(&self) -> Vec<Digit> {
        let bits = u32::BITS - (self.bins - 1).leading_zeros();
        let passes = bits.div_ceil(DIGIT_BITS).max(1);
        let width = bits.div_ceil(passes);
        let digit = |pass| {
            let shift = pass * width;
            let is_highest = pass + 1 == passes;
            Digit {
                shift,
                mask: if is_highest {
                    u32::MAX
                } else {
                    (1 << width) - 1
                },
                values: if is_highest {
                    (self.last_slot() >> shift) + 1
                } else {
                    1 << width
                },
            }
        };
        (0..passes).map(digit).collect()
    }

    /// Elements of a workgroup each.
    fn tiles(&self) -> u32 {
        self.count.div_ceil(self.workgroup_size)
    }

    fn grid(&self, threads: u64, limits: &Limits) -> Result<Grid, Error> {
        let size = [self.workgroup_size, 1, 1];
        let most = limits.workgroups_per_dimension;
        Grid::threads(threads, size, most).ok_or_else(|| {
            let message = format!(
                "a counting sort of {} elements into {} bins needs more workgroups than the device allows, {most} along each of three dimensions",
                self.count, self.bins
            );
            Error::new(ErrorKind::Limit, message).with_help("use larger workgroups")
        })
    }
}

/// The bytes that one binding may have, and the name of the limit.
fn most_bytes(limits: &Limits) -> (u64, &'static str) {
    match limits.storage_binding_bytes <= limits.buffer_bytes {
        true => (limits.storage_binding_bytes, "maxStorageBufferBindingSize"),
        false => (limits.buffer_bytes, "maxBufferSize"),
    }
}

/// That a binding holds `count + more` words.
fn holds(limits: &Limits, count: u64, more: u64, what: &str) -> Result<(), Error> {
    let (most, limit) = most_bytes(limits);
    let bytes = (count + more) * 4;
    if bytes <= most {
        return Ok(());
    }
    let message = format!(
        "a counting sort with {count} {what} needs {bytes} bytes for them in one binding, the device allows {most} ({limit})"
    );
    let fewer = (most / 4).saturating_sub(more);
    Err(Error::new(ErrorKind::Limit, message).with_help(format!("use at most {fewer} {what}")))
}

impl Buffers {
    pub(super) fn new(gpu: &Gpu, shape: &Shape) -> Result<Buffers, Error> {
        let (count, slots) = (shape.count as usize, shape.bins as usize + 1);
        let refuses = shape.past_end == PastEnd::Refuse;
        Ok(Buffers {
            bins: gpu.zeroed(count)?,
            counts: gpu.zeroed(slots)?,
            starts: gpu.zeroed(slots)?,
            order: gpu.zeroed(count)?,
            cursors: (!shape.is_stable).then(|| gpu.zeroed(slots)).transpose()?,
            refused: refuses.then(|| gpu.zeroed(1)).transpose()?,
        })
    }

    fn add_to(&self, plan: &mut Plan, bound: &mut Bound) -> Ids {
        let mut add = |label: &str, buffer: &Buffer<u32>| {
            let id = plan.add_buffer(label, Role::Output, Type::U32, buffer.len());
            *bound = std::mem::take(bound).with(id, buffer);
            id
        };
        Ids {
            bins: add("bins", &self.bins),
            counts: add("counts", &self.counts),
            starts: add("starts", &self.starts),
            order: add("order", &self.order),
            cursors: self.cursors.as_ref().map(|cursors| add("cursors", cursors)),
            refused: self
                .refused
                .as_ref()
                .map(|refused| add("first refused", refused)),
        }
    }
}

/// Plans the sort that `shape` describes. `histogram` is the kernel with the caller's bins,
/// and all that the caller gave for it.
pub(super) fn counting_plan(
    shape: &Shape,
    histogram: &Run,
    buffers: &Buffers,
    limits: &Limits,
) -> Result<(Plan, Bound), Error> {
    let stable = if shape.is_stable { "stable " } else { "" };
    let label = format!(
        "{stable}counting sort of {} into {} bins",
        shape.count, shape.bins
    );
    let (mut plan, mut bound) = (Plan::new(label), Bound::new());
    let ids = buffers.add_to(&mut plan, &mut bound);
    add_reset(&mut plan, shape, ids, limits)?;
    let own = [
        (names::BINS, Some(ids.bins)),
        (names::COUNTS, Some(ids.counts)),
        (names::REFUSED, ids.refused),
    ];
    let own: Vec<_> = own
        .into_iter()
        .filter_map(|(name, id)| Some((name, id?)))
        .collect();
    histogram.add_to(&mut plan, &mut bound, &own, shape.count as usize)?;
    let scan = ExclusiveScan::new(limits);
    scan.add(&mut plan, ids.counts, ids.starts)?;
    match ids.cursors {
        Some(cursors) => add_scatter(&mut plan, shape, ids, cursors, limits)?,
        None => add_digit_passes(&mut plan, shape, ids, &scan, limits)?,
    }
    if shape.count > 0 {
        plan.add_read_back(ids.order);
    }
    Ok((plan, bound))
}

fn add_reset(plan: &mut Plan, shape: &Shape, ids: Ids, limits: &Limits) -> Result<(), Error> {
    let size = shape.workgroup_size;
    let flags = [ids.cursors.is_some(), ids.refused.is_some()];
    let recipe = [size, flags[0].into(), flags[1].into()];
    let kernel = cached("counting_reset", recipe, || {
        kernels::counting_reset(size, flags[0], flags[1])
    })?;
    let kernel = plan.add_kernel_once(kernel);
    let bindings: Vec<_> = [Some(ids.counts), ids.cursors, ids.refused]
        .into_iter()
        .flatten()
        .collect();
    let grid = shape.grid(u64::from(shape.bins) + 1, limits)?;
    plan.add_step("reset", kernel, bindings, grid);
    Ok(())
}

fn add_scatter(
    plan: &mut Plan,
    shape: &Shape,
    ids: Ids,
    cursors: BufferId,
    limits: &Limits,
) -> Result<(), Error> {
    let size = shape.workgroup_size;
    let kernel = cached("counting_scatter", [size, 0, 0], || {
        kernels::counting_scatter(size)
    })?;
    let kernel = plan.add_kernel_once(kernel);
    let grid = shape.grid(shape.count.into(), limits)?;
    let bindings = [ids.bins, ids.starts, cursors, ids.order];
    plan.add_step("scatter", kernel, bindings, grid)
        .set("count", shape.count)
        .set("last_slot", shape.last_slot());
    Ok(())
}

/// Elements and their bins on the way from one pass to the next.
type Moved = (BufferId, BufferId);

fn add_digit_passes(
    plan: &mut Plan,
    shape: &Shape,
    ids: Ids,
    scan: &ExclusiveScan,
    limits: &Limits,
) -> Result<(), Error> {
    let digits = shape.digits();
    let grid = shape.grid(shape.count.into(), limits)?;
    let mut moved: Vec<Moved> = Vec::new();
    let mut source: Option<Moved> = None;
    for (pass, &digit) in digits.iter().enumerate() {
        let is_last = pass + 1 == digits.len();
        // Two places in turn: a pass never writes what it reads.
        if !is_last && moved.len() < 2 {
            let mut add =
                |label| plan.add_buffer(label, Role::Scratch, Type::U32, shape.count as usize);
            moved.push((add("moved elements"), add("moved bins")));
        }
        let target = (!is_last).then(|| moved[pass % 2]);
        add_digit_pass(plan, shape, ids, scan, (digit, grid), (source, target))?;
        source = target;
    }
    Ok(())
}

fn add_digit_pass(
    plan: &mut Plan,
    shape: &Shape,
    ids: Ids,
    scan: &ExclusiveScan,
    (digit, grid): (Digit, Grid),
    (source, target): (Option<Moved>, Option<Moved>),
) -> Result<(), Error> {
    let (size, values) = (shape.workgroup_size, digit.values);
    let counters = shape.tiles() as usize * values as usize;
    let mut add = |label| plan.add_buffer(label, Role::Scratch, Type::U32, counters);
    let (counts, starts) = (add("digits of tiles"), add("starts of digits"));
    let bins = source.map_or(ids.bins, |(_, bins)| bins);

    let kernel = cached("count_digits", [size, values, 0], || {
        kernels::count_digits(size, values)
    })?;
    let kernel = plan.add_kernel_once(kernel);
    let step = plan.add_step("count digits", kernel, [bins, counts], grid);
    set_digit(step, shape, digit);
    scan.add(plan, counts, starts)?;

    let pass = DigitPass {
        is_first: source.is_none(),
        is_last: target.is_none(),
    };
    let flags = u32::from(pass.is_first) * 2 + u32::from(pass.is_last);
    let kernel = cached("scatter_by_digit", [size, values, flags], || {
        kernels::scatter_by_digit(size, values, pass)
    })?;
    let kernel = plan.add_kernel_once(kernel);
    let (order, moved_bins) = match target {
        Some((elements, bins)) => (elements, Some(bins)),
        None => (ids.order, None),
    };
    let elements = source.map(|(elements, _)| elements);
    let bindings = [Some(bins), elements, Some(starts), Some(order), moved_bins];
    let bindings: Vec<_> = bindings.into_iter().flatten().collect();
    let step = plan.add_step("scatter by digit", kernel, bindings, grid);
    set_digit(step, shape, digit);
    Ok(())
}

fn set_digit(step: &mut crate::plan::Step, shape: &Shape, digit: Digit) {
    step.set("count", shape.count)
        .set("last_slot", shape.last_slot())
        .set("shift", digit.shift)
        .set("mask", digit.mask)
        .set("tiles", shape.tiles());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(bins: u32, past_end: PastEnd) -> Shape {
        Shape::new((1000, bins), past_end, true, 256, &Limits::WEBGPU).expect("it fits")
    }

    /// Whether the digits tell all slots apart, in their order.
    #[test]
    fn digits_count_to_every_slot() {
        for (bins, passes) in [
            (1, 1),
            (2, 1),
            (256, 1),
            (257, 2),
            (65_536, 2),
            (65_537, 3),
            (131_072, 3),
            (1 << 24, 3),
        ] {
            for past_end in [PastEnd::Refuse, PastEnd::Clamp] {
                let shape = shape(bins, past_end);
                let digits = shape.digits();
                assert_eq!(digits.len(), passes, "{bins}");
                for slot in [0, 1, bins / 2, bins - 1, shape.last_slot()] {
                    let slot = slot.min(shape.last_slot());
                    let parts = digits.iter().map(|digit| {
                        let part = (slot >> digit.shift) & digit.mask;
                        assert!(part < digit.values, "{slot} of {bins}: {digit:?}");
                        part << digit.shift
                    });
                    assert_eq!(parts.sum::<u32>(), slot);
                }
            }
        }
    }

    #[test]
    fn workgroups_shrink_to_the_device() {
        let sized = |most, limits: &Limits, is_stable| {
            let shape = Shape::new((1000, 256), PastEnd::Refuse, is_stable, most, limits);
            shape.expect("it fits").workgroup_size
        };
        assert_eq!(sized(256, &Limits::WEBGPU, true), 256);
        assert_eq!(sized(1024, &Limits::WEBGPU, false), 256);
        assert_eq!(sized(48, &Limits::WEBGPU, true), 48);
        let narrow = Limits {
            workgroup_bytes: 4096,
            ..Limits::WEBGPU
        };
        // 257 masks of two words are 2056 bytes, of four 4112.
        assert_eq!(sized(256, &narrow, true), 64);
        assert_eq!(sized(256, &narrow, false), 256);
    }

    #[test]
    fn what_no_device_has_is_told_with_the_mend() {
        let error = |count, bins, most| {
            Shape::new((count, bins), PastEnd::Refuse, false, most, &Limits::WEBGPU)
                .expect_err("not possible")
        };
        assert!(error(1, 0, 256).message().contains("0 bins"));
        assert!(error(1, 1, 0).message().contains("0 invocations"));
        let bins = error(1, 1 << 25, 256);
        assert_eq!(bins.help(), Some("use at most 33554431 bins"));
        assert!(bins.message().contains("134217732 bytes"), "{bins}");
        let elements = error((1 << 25) + 1, 1, 256);
        assert_eq!(elements.help(), Some("use at most 33554432 elements"));
        assert!(
            error(1, u32::MAX, 256)
                .message()
                .contains("17179869184 bytes")
        );
        let shape = |size| {
            let sizes = ((1 << 25) - 256, 65_536);
            Shape::new(sizes, PastEnd::Clamp, true, size, &Limits::WEBGPU)
        };
        assert_eq!(shape(256).expect("it fits").workgroup_size, 256);
        let tiles = shape(64).expect_err("four times as many tiles");
        assert!(tiles.message().contains("bytes of counters"), "{tiles}");
        #[cfg(target_pointer_width = "64")]
        assert!(error(1 << 32, 1, 256).message().contains("2^32 - 1"));
    }
}
