//! `bitonic sort`: reads keys, sorts them on a device, checks them if asked,
//! writes them, and says what was done.

use std::io::{self, IsTerminal, Write};

use bitonic_dsl::f16;
use bitonic_runtime::{Gpu, SortOptions, SortReport};
use bytemuck::Pod;

use crate::arguments::SortRequest;
use crate::failure::Failure;
use crate::format::{self, Form};
use crate::keys::{Dtype, Keys, Words};
use crate::output::Output;
use crate::progress::Progress;
use crate::{input, print, report, verify};

pub(crate) fn run(request: &SortRequest) -> Result<(), Failure> {
    let reading = format::of_input(request)?;
    let output = Output::new(&request.output)?;
    let progress = Progress::new(request.quiet);
    let input = input::open(&request.input)?;
    let (mut keys, form) = format::read(input, reading, progress)?;
    let form = format::of_output(request, form);
    refuse_binary_on_a_terminal(&output, form)?;
    let original = request.verify.then(|| keys.clone());
    let gpu = match &request.adapter {
        Some(name) => Gpu::named(name)?,
        None => Gpu::auto()?,
    };
    let done = sort(&gpu, &mut keys, request, progress)?;
    if let Some(original) = original {
        let _stage = progress.spinner("verifying");
        verify::check(original, &keys, request.descending)?;
    }
    let prints_data = matches!(output, Output::Standard);
    write(output, &keys, form, progress)?;
    match (request.quiet, prints_data) {
        (true, _) => Ok(()),
        (false, true) => {
            // With no standard error there is nobody to tell.
            let _ = io::stderr().write_all(report::account(request, &keys, &gpu, &done).as_bytes());
            Ok(())
        }
        (false, false) => print(report::account(request, &keys, &gpu, &done)),
    }
}

fn refuse_binary_on_a_terminal(output: &Output, form: Form) -> Result<(), Failure> {
    match output {
        Output::Standard if form.is_binary() && io::stdout().is_terminal() => Err(Failure::usage(
            "the keys are binary and would garble the terminal",
            "write them to a file with `-o FILE`, into a pipe, or as `--output-format text`",
        )),
        Output::Standard | Output::File(_) => Ok(()),
    }
}

fn sort(
    gpu: &Gpu,
    keys: &mut Keys,
    request: &SortRequest,
    progress: Progress,
) -> Result<SortReport, Failure> {
    let _stage = progress.spinner("sorting");
    let options = SortOptions {
        workgroup_size: request.workgroup_size,
        descending: request.descending,
    };
    Ok(match (keys.dtype, &mut keys.words) {
        (Dtype::I32, Words::Single(words)) => gpu.sort_with(as_keys::<_, i32>(words), &options)?,
        (Dtype::F32, Words::Single(words)) => gpu.sort_with(as_keys::<_, f32>(words), &options)?,
        (Dtype::I64, Words::Double(words)) => gpu.sort_with(as_keys::<_, i64>(words), &options)?,
        (Dtype::F64, Words::Double(words)) => gpu.sort_with(as_keys::<_, f64>(words), &options)?,
        // All keys of 16 bits are floats; the words of unsigned integers are the keys.
        (_, Words::Half(words)) => gpu.sort_with(as_keys::<_, f16>(words), &options)?,
        (_, Words::Single(words)) => gpu.sort_with(words, &options)?,
        (_, Words::Double(words)) => gpu.sort_with(words, &options)?,
    })
}

/// The keys whose bits lie in words as wide.
fn as_keys<W: Pod, K: Pod>(words: &mut [W]) -> &mut [K] {
    bytemuck::cast_slice_mut(words)
}

fn write(output: Output, keys: &Keys, form: Form, progress: Progress) -> Result<(), Failure> {
    let stage = progress.count("writing", keys.len());
    output.write(|writer| format::write(keys, form, &stage, writer))
}
