//! `bitonic network`: draws a comparator network, prints it or its kernel, and checks it.

use std::io::{self, Read, Write};
use std::path::Path;

use bitonic_dsl::Dialect;
use bitonic_runtime::network::{KernelOptions, Network, NetworkError};

use crate::arguments::{Kind, NetworkFormat, NetworkRequest, RowDtype};
use crate::failure::Failure;
use crate::input::{self, Name};
use crate::output::Output;
use crate::print;

/// The most wires of a drawing: 1024 are 28,160 comparators.
const MOST_WIRES_DRAWN: u32 = 1024;

pub(crate) fn run(request: &NetworkRequest) -> Result<(), Failure> {
    let format = format(request);
    refuse_dtype_beside(request, format)?;
    let output = request.output.as_deref().map(Output::new).transpose()?;
    let network = network(request)?;
    let content = format.map(|format| content(&network, format, request.dtype));
    let content = content.transpose()?;
    if request.check {
        check(&network, content.is_some() && !is_file(output.as_ref()))?;
    }
    match (output, content) {
        (Some(output), Some(content)) => {
            output.write(|writer| writer.write_all(content.as_bytes()))
        }
        (None, Some(content)) => print(content),
        (_, None) => Ok(()),
    }
}

fn is_file(output: Option<&Output>) -> bool {
    match output {
        Some(Output::File(_)) => true,
        Some(Output::Standard) | None => false,
    }
}

/// What to write, if anything.
fn format(request: &NetworkRequest) -> Option<NetworkFormat> {
    let of_name = |output: &Path| match output.extension().and_then(|end| end.to_str()) {
        Some("txt" | "text") => NetworkFormat::Text,
        Some("wgsl") => NetworkFormat::Wgsl,
        Some(_) | None => NetworkFormat::Svg,
    };
    let named = request.output.as_deref().map(of_name);
    match (request.format.or(named), request.check) {
        (Some(format), _) => Some(format),
        (None, true) => None,
        (None, false) => Some(NetworkFormat::Svg),
    }
}

fn refuse_dtype_beside(
    request: &NetworkRequest,
    format: Option<NetworkFormat>,
) -> Result<(), Failure> {
    match (request.dtype, format) {
        (Some(_), Some(NetworkFormat::Svg | NetworkFormat::Text) | None) => Err(Failure::usage(
            "`--dtype` is for kernels alone",
            "leave it out, or give `--format wgsl`",
        )),
        (Some(_), Some(NetworkFormat::Wgsl)) | (None, _) => Ok(()),
    }
}

fn network(request: &NetworkRequest) -> Result<Network, Failure> {
    if let Some(path) = &request.input {
        return read(path);
    }
    let wires = request.n.unwrap_or_default();
    let made = match request.kind {
        Kind::Flip => Network::flip(wires),
        Kind::Xor => Network::xor(wires),
        Kind::OddEvenMerge => Network::odd_even_merge(wires),
        Kind::Recursive => Network::recursive(wires),
    };
    made.map_err(|error| match (request.kind, wires.is_power_of_two()) {
        (Kind::Xor, false) => no_power_of_two(wires),
        _ => Failure::new(error.message(), error.help()),
    })
}

fn no_power_of_two(wires: u32) -> Failure {
    let above = wires.next_power_of_two();
    Failure::new(
        format!("the form with direction bits is for powers of two, and {wires} is none"),
        format!(
            "give `--n {}` or `--n {above}`, or `--kind flip`, which any number fits",
            above / 2
        ),
    )
}

fn read(path: &Path) -> Result<Network, Failure> {
    let mut input = input::open(path)?;
    let mut bytes = Vec::new();
    let read = input.reader.read_to_end(&mut bytes);
    read.map_err(|error| input.name.unreadable(&error))?;
    let text = String::from_utf8(bytes).map_err(|_| {
        Failure::new(
            format!("{} is not text", input.name),
            "give a file of comparators, as `0:3 1:2`; `bitonic network --help` says more",
        )
    })?;
    Network::parse(&text).map_err(|error| misread(&input.name, &error))
}

fn misread(name: &Name, error: &NetworkError) -> Failure {
    let what = match error.line().zip(error.column()) {
        Some((line, column)) => {
            format!("{name}, line {line}, column {column}: {}", error.message())
        }
        None => format!("{name}: {}", error.message()),
    };
    Failure::new(what, error.help())
}

/// Says that nothing was found, where it does not get among the data.
fn check(network: &Network, prints_data: bool) -> Result<(), Failure> {
    let evidence = network.check().map_err(|counterexample| {
        Failure::new(
            format!("{}: {counterexample}", title(network)),
            "add comparators, or leave out `--check` to see it all the same",
        )
    })?;
    let line = format!("{}: {evidence}\n", title(network));
    match prints_data {
        true => {
            // With no standard error there is nobody to tell.
            let _ = io::stderr().write_all(line.as_bytes());
            Ok(())
        }
        false => print(line),
    }
}

fn title(network: &Network) -> String {
    match network.name() {
        "" => format!("the network of {} wires", network.wires()),
        name => format!("{name}, {} wires", network.wires()),
    }
}

fn content(
    network: &Network,
    format: NetworkFormat,
    dtype: Option<RowDtype>,
) -> Result<String, Failure> {
    match format {
        NetworkFormat::Svg if network.wires() > MOST_WIRES_DRAWN => Err(Failure::new(
            format!("{} wires are too many to be drawn", network.wires()),
            format!("give at most {MOST_WIRES_DRAWN}, or `--format text`"),
        )),
        NetworkFormat::Svg => Ok(network.svg()),
        NetworkFormat::Text => Ok(network.to_string()),
        NetworkFormat::Wgsl => wgsl(network, dtype.unwrap_or(RowDtype::U32)),
    }
}

fn wgsl(network: &Network, dtype: RowDtype) -> Result<String, Failure> {
    let options = KernelOptions::default();
    let kernel = match dtype {
        RowDtype::U32 => network.kernel::<u32>(&options)?,
        RowDtype::I32 => network.kernel::<i32>(&options)?,
        RowDtype::F32 => network.kernel::<f32>(&options)?,
    };
    let text = kernel.wgsl(Dialect::Browser);
    text.map_err(|error| Failure::from(bitonic_runtime::Error::from(error)))
}
