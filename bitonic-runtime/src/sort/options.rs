//! How a sort may be shaped, and what a device makes of it.

use crate::error::{Error, ErrorKind};
use crate::plan::Limits;

/// Invocations of a workgroup where nothing is asked: WebGPU's own default limit.
const DEFAULT_WORKGROUP_SIZE: u32 = 256;

/// Bytes of workgroup memory for each invocation: two words.
const BYTES_PER_INVOCATION: u32 = 8;

/// How to sort. `SortOptions::default()` lets the device decide.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SortOptions {
    /// Invocations of a workgroup, a power of two within the device's limits. A
    /// workgroup sorts twice as many keys in its own memory. `None` is 256, or
    /// what the device has room for.
    pub workgroup_size: Option<u32>,
    /// Greatest key first: the exact reverse of the ascending order, NaNs at the
    /// front and `+0.0` before `-0.0`.
    pub descending: bool,
}

/// The workgroup size to use on a device.
pub(super) fn workgroup_size(options: &SortOptions, limits: &Limits) -> Result<u32, Error> {
    match options.workgroup_size {
        Some(size) => checked(size, limits),
        None => Ok(DEFAULT_WORKGROUP_SIZE.min(largest(limits))),
    }
}

/// The largest power of two that every limit allows.
fn largest(limits: &Limits) -> u32 {
    let allowed = bounds(limits).map(|(most, _)| most);
    let most = allowed.into_iter().min().unwrap_or(1).max(1);
    1 << most.ilog2()
}

/// What bounds a workgroup: the most invocations, and the limit's name.
fn bounds(limits: &Limits) -> [(u32, &'static str); 3] {
    [
        (
            limits.workgroup_invocations,
            "maxComputeInvocationsPerWorkgroup",
        ),
        (limits.workgroup_size[0], "maxComputeWorkgroupSizeX"),
        (
            limits.workgroup_bytes / BYTES_PER_INVOCATION,
            "maxComputeWorkgroupStorageSize",
        ),
    ]
}

fn checked(size: u32, limits: &Limits) -> Result<u32, Error> {
    if !size.is_power_of_two() {
        let message = format!(
            "a workgroup size of {size}: a bitonic sort halves its blocks again and again, so the size must be a power of two"
        );
        return Err(Error::new(ErrorKind::Options, message).with_help(nearest(size, limits)));
    }
    match bounds(limits).into_iter().find(|&(most, _)| size > most) {
        None => Ok(size),
        Some((most, limit)) => {
            let message =
                format!("a workgroup size of {size}: the device has room for {most} ({limit})");
            let help = format!("use at most {}", largest(limits));
            Err(Error::new(ErrorKind::Limit, message).with_help(help))
        }
    }
}

/// The powers of two on either side that the device allows.
fn nearest(size: u32, limits: &Limits) -> String {
    let most = largest(limits);
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

    fn asked(size: u32) -> Result<u32, Error> {
        let options = SortOptions {
            workgroup_size: Some(size),
            ..SortOptions::default()
        };
        workgroup_size(&options, &Limits::WEBGPU)
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
        let error = workgroup_size(&options, &narrow).expect_err("past the limit");
        assert!(error.message().contains("room for 125"), "{error}");
        assert_eq!(error.help(), Some("use at most 64"));
    }

    #[test]
    fn the_default_shrinks_to_the_device() {
        let default = SortOptions::default();
        let size = |limits| workgroup_size(&default, &limits).expect("a default always fits");
        assert_eq!(size(Limits::WEBGPU), 256);
        let narrow = Limits {
            workgroup_bytes: 1000,
            ..Limits::WEBGPU
        };
        assert_eq!(size(narrow), 64);
    }
}
