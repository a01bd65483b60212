//! How a sort may be shaped, and what a device makes of it.

use super::plan::takes_count;
use super::record::{Record, Told};
use crate::device::{AdapterInfo, AdapterKind, Gpu};
use crate::error::{Error, ErrorKind};
use crate::kernels::Key;
use crate::plan::Limits;
use crate::plan::bitonic::{Blocking, TileMemory};

/// Invocations of a workgroup where nothing is asked: WebGPU's own default limit.
const DEFAULT_WORKGROUP_SIZE: u32 = 256;

/// Where tiles are held in registers: invocations of a workgroup, and exchanges of a step, of which
/// the most are the fastest (docs/benchmarks).
const REGISTERS_WORKGROUP_SIZE: u32 = 64;
const REGISTERS_EXCHANGES: u32 = Blocking::MOST_EXCHANGES;

/// The exchanges of a step through global memory, where tiles are in workgroup memory: of 1 to 5,
/// measured in docs/benchmarks.
const FUSED_EXCHANGES: u32 = 4;

/// How to sort. `SortOptions::default()` lets the device decide.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SortOptions {
    /// Invocations of a workgroup, a power of two within the device's limits. A
    /// workgroup sorts twice as many keys in its own memory. `None` is 256, or
    /// what the device has room for; on a driver that is a program on the processor,
    /// invocations then sort on their own, 32 keys each, unless keys share a word (`f16`).
    pub workgroup_size: Option<u32>,
    /// Greatest key first: the exact reverse of the ascending order, NaNs at the
    /// front and `+0.0` before `-0.0`.
    pub descending: bool,
}

/// Which workgroup size is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Asked {
    /// This one, or an error.
    Exactly(u32),
    /// The largest that fits and is not larger than this.
    AtMost(u32),
    /// What suits the device.
    Automatic,
    /// This.
    Blocked(Blocking),
}

impl From<&SortOptions> for Asked {
    fn from(options: &SortOptions) -> Asked {
        match options.workgroup_size {
            Some(size) => Asked::Exactly(size),
            None => Asked::Automatic,
        }
    }
}

/// The workgroup size to use on a device, where each invocation takes `bytes` of workgroup
/// memory; no more than `pairs` of keys where a number is given.
fn workgroup_size(
    asked: Asked,
    pairs: Option<u64>,
    bytes: u32,
    limits: &Limits,
) -> Result<u32, Error> {
    let at_most = |most: u32| {
        let pairs = pairs.map_or(u32::MAX, |pairs| u32::try_from(pairs).unwrap_or(u32::MAX));
        let most = most.min(pairs.max(1));
        largest(bytes, limits).min(1 << most.ilog2())
    };
    match asked {
        Asked::Exactly(size) => checked(size, bytes, limits),
        Asked::AtMost(0) => {
            let message = "a workgroup size of 0: a workgroup has at least one invocation";
            Err(Error::new(ErrorKind::Options, message)
                .with_help("use 1 or more, or `automatic_workgroup_size()`"))
        }
        Asked::AtMost(most) => Ok(at_most(most)),
        Asked::Automatic => Ok(at_most(DEFAULT_WORKGROUP_SIZE)),
        Asked::Blocked(blocking) => {
            let bytes = match blocking.tile {
                TileMemory::Workgroup => bytes,
                TileMemory::Registers => 0,
            };
            checked(blocking.workgroup_size, bytes, limits)
        }
    }
}

/// How a sort of what `record` says is cut into steps: as it was asked for, else as suits the
/// device. No workgroup has more invocations than `pairs`, where a number is given, unless that
/// was asked for.
pub(super) fn blocking<K: Key>(
    gpu: &Gpu,
    asked: Asked,
    pairs: Option<u64>,
    record: &Record,
) -> Result<Blocking, Error> {
    let bytes = record.bytes_per_invocation::<K>();
    let workgroup_size = workgroup_size(asked, pairs, bytes, gpu.limits())?;
    match asked {
        Asked::Exactly(_) | Asked::AtMost(_) => Ok(Blocking::of_pairs(workgroup_size)),
        Asked::Automatic if only_pairs::<K>(record).is_some() => {
            Ok(Blocking::of_pairs(workgroup_size))
        }
        Asked::Automatic => Ok(automatic(gpu.info(), workgroup_size)),
        Asked::Blocked(blocking) => blocking_checked::<K>(blocking, record),
    }
}

/// Why steps can be of one exchange alone, where they can.
fn only_pairs<K: Key>(record: &Record) -> Option<&'static str> {
    match (takes_count::<K>(), record.told) {
        (true, _) => Some("keys that share a word are exchanged pair by pair"),
        (false, Told::Separately) => Some("what follows a step on the device knows one exchange"),
        (false, Told::Nowhere | Told::BySteps) => None,
    }
}

fn automatic(info: &AdapterInfo, workgroup_size: u32) -> Blocking {
    match info.kind == AdapterKind::Software {
        true => Blocking {
            workgroup_size: workgroup_size.min(REGISTERS_WORKGROUP_SIZE),
            tile: TileMemory::Registers,
            exchanges: REGISTERS_EXCHANGES,
        },
        false => Blocking {
            exchanges: FUSED_EXCHANGES,
            ..Blocking::of_pairs(workgroup_size)
        },
    }
}

fn blocking_checked<K: Key>(blocking: Blocking, record: &Record) -> Result<Blocking, Error> {
    let refused = |message: String, help: String| {
        Err(Error::new(ErrorKind::Options, message).with_help(help))
    };
    let (exchanges, most) = (blocking.exchanges, Blocking::MOST_EXCHANGES);
    if !(1..=most).contains(&exchanges) {
        let message = format!("steps of {exchanges} exchanges: there are steps of 1 to {most}");
        return refused(message, format!("use at least 1 and at most {most}"));
    }
    match only_pairs::<K>(record) {
        Some(why) if blocking != Blocking::of_pairs(blocking.workgroup_size) => {
            let help = "use `Blocking::of_pairs`, or leave out `separate_info()`";
            let help = if takes_count::<K>() {
                "use `Blocking::of_pairs`"
            } else {
                help
            };
            refused(why.to_owned(), help.to_owned())
        }
        Some(_) | None => Ok(blocking),
    }
}

/// The largest power of two that every limit allows.
fn largest(bytes: u32, limits: &Limits) -> u32 {
    let allowed = bounds(bytes, limits).map(|(most, _)| most);
    let most = allowed.into_iter().min().unwrap_or(1).max(1);
    1 << most.ilog2()
}

/// What bounds a workgroup: the most invocations, and the limit's name.
fn bounds(bytes: u32, limits: &Limits) -> [(u32, &'static str); 3] {
    [
        (
            limits.workgroup_invocations,
            "maxComputeInvocationsPerWorkgroup",
        ),
        (limits.workgroup_size[0], "maxComputeWorkgroupSizeX"),
        (
            limits.workgroup_bytes / bytes.max(1),
            "maxComputeWorkgroupStorageSize",
        ),
    ]
}

fn checked(size: u32, bytes: u32, limits: &Limits) -> Result<u32, Error> {
    if !size.is_power_of_two() {
        let message = format!(
            "a workgroup size of {size}: a bitonic sort halves its blocks again and again, so the size must be a power of two"
        );
        return Err(Error::new(ErrorKind::Options, message).with_help(nearest(size, bytes, limits)));
    }
    match bounds(bytes, limits)
        .into_iter()
        .find(|&(most, _)| size > most)
    {
        None => Ok(size),
        Some((most, limit)) => {
            let message =
                format!("a workgroup size of {size}: the device has room for {most} ({limit})");
            let help = format!("use at most {}", largest(bytes, limits));
            Err(Error::new(ErrorKind::Limit, message).with_help(help))
        }
    }
}

/// The powers of two on either side that the device allows.
fn nearest(size: u32, bytes: u32, limits: &Limits) -> String {
    let most = largest(bytes, limits);
    let below = match size {
        0 => 1,
        size => (1 << size.ilog2()).min(most),
    };
    let above = below * 2;
    match size == 0 || above > most {
        true => format!("use {below}"),
        false => format!("use {below} or {above}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exactly(options: &SortOptions, limits: &Limits) -> Result<u32, Error> {
        workgroup_size(options.into(), None, 8, limits)
    }

    fn asked(size: u32) -> Result<u32, Error> {
        let options = SortOptions {
            workgroup_size: Some(size),
            ..SortOptions::default()
        };
        exactly(&options, &Limits::WEBGPU)
    }

    #[test]
    fn powers_of_two_within_the_limits_are_taken() {
        for size in [1, 2, 32, 256] {
            assert_eq!(asked(size).expect("allowed"), size);
        }
    }

    #[test]
    fn other_sizes_are_refused_with_their_neighbours() {
        let rows = [
            (48, "use 32 or 64"),
            (0, "use 1"),
            (257, "use 256"),
            (3, "use 2 or 4"),
        ];
        for (size, help) in rows {
            let error = asked(size).expect_err("no power of two");
            assert_eq!(error.kind(), ErrorKind::Options);
            assert_eq!(error.help(), Some(help), "{size}");
            assert!(error.message().contains("power of two"));
        }
    }

    #[test]
    fn sizes_past_a_limit_name_the_limit() {
        let error = asked(512).expect_err("past the limit");
        assert_eq!(error.kind(), ErrorKind::Limit);
        assert!(
            error
                .message()
                .contains("maxComputeInvocationsPerWorkgroup")
        );
        assert_eq!(error.help(), Some("use at most 256"));
        let narrow = Limits {
            workgroup_bytes: 1000,
            ..Limits::WEBGPU
        };
        let options = SortOptions {
            workgroup_size: Some(128),
            ..SortOptions::default()
        };
        let error = exactly(&options, &narrow).expect_err("past the limit");
        assert!(error.message().contains("room for 125"), "{error}");
        assert_eq!(error.help(), Some("use at most 64"));
    }

    #[test]
    fn the_default_shrinks_to_the_device() {
        let default = SortOptions::default();
        let size = |limits| exactly(&default, &limits).expect("a default always fits");
        assert_eq!(size(Limits::WEBGPU), 256);
        let narrow = Limits {
            workgroup_bytes: 1000,
            ..Limits::WEBGPU
        };
        assert_eq!(size(narrow), 64);
    }

    #[test]
    fn an_upper_bound_takes_the_largest_power_of_two_below() {
        // Asked, pairs, taken: as in three.js, `min(n / 2, asked)`, but a power of two.
        let rows = [
            (64, 8192, 64),
            (48, 8192, 32),
            (512, 8192, 256),
            (u32::MAX, 1 << 40, 256),
            (64, 2, 2),
            (64, 1, 1),
            (64, 0, 1),
            (1, 8192, 1),
        ];
        for (most, pairs, taken) in rows {
            let size = workgroup_size(Asked::AtMost(most), Some(pairs), 8, &Limits::WEBGPU);
            assert_eq!(size.expect("it fits"), taken, "{most} of {pairs}");
        }
        let error = workgroup_size(Asked::AtMost(0), Some(8192), 8, &Limits::WEBGPU);
        assert_eq!(error.expect_err("none").kind(), ErrorKind::Options);
    }
}
