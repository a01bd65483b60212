//! `bitonic sort`: reads keys, sorts them on a device, checks them if asked,
//! writes them, and says what was done.

use std::io::{self, IsTerminal, Write};

use bitonic_runtime::{Gpu, SortOptions, SortReport};

use crate::arguments::SortRequest;
use crate::failure::Failure;
use crate::format::{self, Form};
use crate::keys::{Dtype, Keys};
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
    let words = &mut keys.words;
    Ok(match keys.dtype {
        Dtype::U32 => gpu.sort_with(words, &options)?,
        Dtype::I32 => gpu.sort_with(bytemuck::cast_slice_mut::<u32, i32>(words), &options)?,
        Dtype::F32 => gpu.sort_with(bytemuck::cast_slice_mut::<u32, f32>(words), &options)?,
    })
}

fn write(output: Output, keys: &Keys, form: Form, progress: Progress) -> Result<(), Failure> {
    let stage = progress.count("writing", keys.words.len());
    output.write(|writer| format::write(keys, form, &stage, writer))
}
