//! `bitonic sort`: reads keys, sorts them on a device, checks them if asked,
//! writes them, and says what was done.

use std::fmt::Write;
use std::time::Duration;

use bitonic_runtime::{AdapterInfo, Gpu, SortOptions, SortReport};

use crate::arguments::SortRequest;
use crate::failure::Failure;
use crate::npy::{self, Keys};
use crate::output::Output;
use crate::{print, verify};

/// The backend that `bitonic-runtime` gives the adapter that is built in.
const SOFTWARE: &str = "software";

pub(crate) fn run(request: &SortRequest) -> Result<(), Failure> {
    let output = Output::new(&request.output)?;
    let original = npy::read(&request.input)?;
    let gpu = match &request.adapter {
        Some(name) => Gpu::named(name)?,
        None => Gpu::auto()?,
    };
    let options = SortOptions {
        workgroup_size: request.workgroup_size,
        ..SortOptions::default()
    };
    let mut keys = original.clone();
    let report = sort(&gpu, &mut keys, &options)?;
    if request.verify {
        verify::check(&original, &keys)?;
    }
    output.write(|writer| keys.write(writer))?;
    print(account(request, &keys, gpu.info(), &report))
}

fn sort(gpu: &Gpu, keys: &mut Keys, options: &SortOptions) -> Result<SortReport, Failure> {
    Ok(match keys {
        Keys::U32(keys) => gpu.sort_with(keys, options)?,
        Keys::I32(keys) => gpu.sort_with(keys, options)?,
        Keys::F32(keys) => gpu.sort_with(keys, options)?,
    })
}

/// What was done, for a person to read.
fn account(
    request: &SortRequest,
    keys: &Keys,
    device: &AdapterInfo,
    report: &SortReport,
) -> String {
    let mut text = String::new();
    // Writing to a text cannot fail.
    let _ = writeln!(text, "sorted     {}", described_keys(keys, report.n));
    let _ = writeln!(text, "device     {}", described_device(device));
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
    let _ = writeln!(text, "written    {}", request.output.display());
    text
}

fn described_keys(keys: &Keys, count: usize) -> String {
    let keys_of_type = format!("{} of {}", counted(count, "key", "keys"), keys.type_name());
    match keys.nan_count() {
        None => keys_of_type,
        Some(nan) => format!("{keys_of_type}, {nan} of them NaN, placed last"),
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

    #[test]
    fn keys_are_described_in_words() {
        assert_eq!(described_keys(&Keys::U32(vec![1]), 1), "1 key of u32");
        assert_eq!(described_keys(&Keys::I32(vec![]), 0), "0 keys of i32");
        let floats = Keys::F32(vec![1.0, f32::NAN]);
        assert_eq!(
            described_keys(&floats, 2),
            "2 keys of f32, 1 of them NaN, placed last"
        );
    }

    #[test]
    fn times_are_milliseconds() {
        assert_eq!(milliseconds(Duration::from_micros(1250)), "1.2 ms");
    }
}
