//! What `bitonic sort` says of what it did, for a person to read.

use std::fmt::Write;
use std::path::Path;
use std::time::Duration;

use bitonic_runtime::{AdapterInfo, Gpu, SortReport};

use crate::arguments::SortRequest;
use crate::input::STANDARD;
use crate::keys::Keys;

/// The backend that `bitonic-runtime` gives the adapter that is built in.
const SOFTWARE: &str = "software";

/// What was done, for a person to read.
pub(crate) fn account(
    request: &SortRequest,
    keys: &Keys,
    gpu: &Gpu,
    report: &SortReport,
) -> String {
    let mut text = String::new();
    // Writing to a text cannot fail.
    let _ = writeln!(
        text,
        "sorted     {}",
        described_keys(keys, request.descending)
    );
    let _ = writeln!(text, "device     {}", described_device(gpu.info()));
    let _ = writeln!(
        text,
        "algorithm  {}: {}, {} to a workgroup",
        report.algorithm,
        counted(report.dispatches, "dispatch", "dispatches"),
        counted(report.workgroup_size as usize, "invocation", "invocations"),
    );
    let _ = writeln!(
        text,
        "time       {} with the transfers, after {} of building kernels",
        milliseconds(report.time),
        milliseconds(report.compile)
    );
    if request.verify {
        let _ = writeln!(
            text,
            "verified   equal, bit for bit, to a sort by the standard library"
        );
    }
    let _ = writeln!(text, "written    {}", described_output(&request.output));
    text
}

fn described_keys(keys: &Keys, descending: bool) -> String {
    let count = counted(keys.len(), "key", "keys");
    let order = if descending { ", descending" } else { "" };
    let keys_of_type = format!("{count} of {}{order}", keys.dtype.name());
    match (keys.nan_count(), descending) {
        (None | Some(0), _) => keys_of_type,
        (Some(nan), false) => format!("{keys_of_type}, {nan} of them NaN, placed last"),
        (Some(nan), true) => format!("{keys_of_type}, {nan} of them NaN, placed first"),
    }
}

fn described_output(path: &Path) -> String {
    match path == Path::new(STANDARD) {
        true => "to the standard output".to_owned(),
        false => path.display().to_string(),
    }
}

fn described_device(device: &AdapterInfo) -> String {
    if device.backend == SOFTWARE {
        format!("{}: no GPU is used", device.name)
    } else {
        device.to_string()
    }
}

fn counted(count: usize, one: &str, many: &str) -> String {
    let noun = if count == 1 { one } else { many };
    format!("{count} {noun}")
}

fn milliseconds(time: Duration) -> String {
    format!("{:.1} ms", time.as_secs_f64() * 1e3)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keys::Dtype;

    #[test]
    fn keys_are_described_in_words() {
        let described = |dtype, words: &[u32], descending| {
            described_keys(&Keys::new(dtype, words.to_vec()), descending)
        };
        assert_eq!(described(Dtype::U32, &[1], false), "1 key of u32");
        assert_eq!(
            described(Dtype::I32, &[], true),
            "0 keys of i32, descending"
        );
        assert_eq!(
            described(Dtype::F32, &[0x3F80_0000], false),
            "1 key of f32",
            "no word of NaNs that are not there"
        );
        let floats = [0x3F80_0000, 0x7FC0_0000];
        assert_eq!(
            described(Dtype::F32, &floats, false),
            "2 keys of f32, 1 of them NaN, placed last"
        );
        assert_eq!(
            described(Dtype::F32, &floats, true),
            "2 keys of f32, descending, 1 of them NaN, placed first"
        );
    }

    #[test]
    fn times_are_milliseconds() {
        assert_eq!(milliseconds(Duration::from_micros(1250)), "1.2 ms");
    }
}
