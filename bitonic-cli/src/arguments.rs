//! What can be asked on the command line, and what is said of a line that asks
//! something else. What can be asked of `bitonic network` is in `network`.

mod network;

use std::path::PathBuf;

use clap::builder::NonEmptyStringValueParser;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};

use crate::failure::Failure;
use crate::format::Format;
use crate::keys::Dtype;
use crate::print;
use crate::watch::WatchRequest;

pub(crate) use network::{Kind, NetworkFormat, NetworkRequest, RowDtype};

/// GPU compute kernels written in Rust, and the sorting library written with them.
#[derive(Parser, Debug)]
#[command(name = "bitonic", version, arg_required_else_help = true, after_help = EXAMPLES)]
struct Line {
    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "\
Examples:
  bitonic sort keys.npy -o sorted.npy --verify
  printf '3\\n1\\n2\\n' | bitonic sort - -o -
  bitonic emit --list
  bitonic network --n 16 -o net.svg
  bitonic watch --n 4096
  bitonic adapters

With no GPU everything runs on the software adapter that is built in.";

/// What is to be done.
#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    Sort(SortRequest),
    Emit(EmitRequest),
    Network(NetworkRequest),
    Watch(WatchRequest),
    /// List the adapters that can run kernels
    ///
    /// NAME, BACKEND or a part of a NAME is what `--adapter` of `sort` and `watch` and the
    /// variable BITONIC_ADAPTER take. `software` is the adapter that is built in; a driver that
    /// computes on the CPU is of the KIND software too, and is no GPU.
    Adapters,
}

/// Sort the keys of a file
///
/// FILE is an array of NumPy of one dimension or none, text with one number a line, or raw
/// little-endian keys; its name tells which, or its first bytes. OUT is complete or
/// not written at all; it may be FILE.
#[derive(Args, Debug)]
#[command(after_help = SORT_EXAMPLES, after_long_help = SORT_DETAILS)]
pub(crate) struct SortRequest {
    /// The file to read, or `-` for the standard input; a name that begins with `-` is given
    /// as `./-name`
    #[arg(value_name = "FILE")]
    pub(crate) input: PathBuf,
    /// The file to write, or `-` for the standard output
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: PathBuf,
    /// What FILE is, whatever it is called
    #[arg(long, value_enum)]
    pub(crate) format: Option<Format>,
    /// What OUT is to be; by default what its name says, else as FILE is
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub(crate) output_format: Option<Format>,
    /// What the keys are: needed for raw files, and allowed for text
    #[arg(long, value_enum)]
    pub(crate) dtype: Option<Dtype>,
    /// Sort in the reverse order: the largest key first, NaNs before it
    #[arg(long)]
    pub(crate) descending: bool,
    /// Compare the result, bit for bit, with a sort on the CPU
    #[arg(long)]
    pub(crate) verify: bool,
    /// Say nothing but what is wrong
    #[arg(short, long)]
    pub(crate) quiet: bool,
    /// Run on the adapter of this name, or part of a name; see `bitonic adapters`. Without it
    /// the variable BITONIC_ADAPTER names one, else the first GPU is used, else the software
    /// adapter
    #[arg(long, value_name = "NAME", value_parser = NonEmptyStringValueParser::new())]
    pub(crate) adapter: Option<String>,
    /// Invocations of a workgroup, a power of two; by default what suits the device
    #[arg(long, value_name = "N", value_parser = whole_number)]
    pub(crate) workgroup_size: Option<u32>,
}

/// The examples of `sort`, as a literal that others can be joined from.
macro_rules! sort_examples {
    () => {
        "\
Examples:
  bitonic sort keys.npy -o sorted.npy --verify
  bitonic sort distances.txt -o distances.txt --descending
  bitonic sort samples.raw --dtype f32 -o samples.npy
  printf '3\\n1\\n2\\n' | bitonic sort - -o - | head -n 1
"
    };
}

const SORT_EXAMPLES: &str = concat!(
    sort_examples!(),
    "\n`bitonic sort --help` says more of the formats."
);

const SORT_DETAILS: &str = concat!(
    sort_examples!(),
    "
Formats:
  npy   .npy: uint32, int32, float32, float16, uint64, int64 or float64 in either byte
        order, which OUT keeps; an array of no dimension is one key, and stays one
  text  .txt, .text, .csv, .tsv: one number a line; what follows # is a comment,
        and is not written again
  raw   .raw, .bin: keys of 2, 4 or 8 bytes, little-endian; needs --dtype
  A file of another name is npy if it begins as one, else text.

Numbers in text:
  4, +4, -4, 4.5, .5, 4e-3, inf, -inf, nan, -nan. They are read as u32, i32 or f32, and
  keys of any type are written so. Without --dtype the keys are u32 if
  all are unsigned integers that fit, else i32 if all are integers that fit, else
  f32. A decimal is the nearest f32; an integer that no f32 is equal to, and a
  number past the largest f32, are errors. -0 makes the keys f32. A f32 is written
  as the shortest text that reads as the same bits, but for the payload of a NaN,
  which text cannot say: a NaN is nan or -nan.

Order:
  Ascending. Floats have one total order on every device: numbers with -0.0 before
  0.0, then NaNs, bits preserved.

Exit codes:
  0 done, 1 failure, 2 a command line that cannot be understood, 141 the reader of
  the standard output left early."
);

/// Print a kernel of the library as WGSL, MSL, HLSL, GLSL, SPIR-V or graph, or what it binds
#[derive(Args, Debug)]
#[command(after_help = EMIT_EXAMPLES)]
pub(crate) struct EmitRequest {
    /// The kernel's name; see --list
    #[arg(required_unless_present = "list")]
    pub(crate) kernel: Option<String>,
    /// Print the names of all kernels, one a line
    #[arg(long, conflicts_with_all = ["kernel", "target", "annotate", "workgroup_size", "output"])]
    pub(crate) list: bool,
    /// What to print
    #[arg(long, value_enum, default_value_t = Target::Wgsl)]
    pub(crate) target: Target,
    /// Say beside each line of WGSL which Rust file and line it comes from; for the targets
    /// wgsl and wgsl-naga
    #[arg(long)]
    pub(crate) annotate: bool,
    /// Invocations of a workgroup, a power of two from 1 to 1024
    #[arg(long, value_name = "N", default_value_t = 256, value_parser = workgroup_size)]
    pub(crate) workgroup_size: u32,
    /// Write to this file and not to the standard output, which is `-`
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

const EMIT_EXAMPLES: &str = "\
Examples:
  bitonic emit --list
  bitonic emit flip_global_u32 --annotate
  bitonic emit flip_global_u32 --target msl -o flip.metal
  bitonic emit flip_global_u32 --target spirv | spirv-dis
  bitonic emit flip_global_u32 --target interface -o flip.json

A buffer is bound by the numbers that stand in the text: @group and @binding in WGSL,
[[buffer(n)]] in MSL, register(..) in HLSL, binding in GLSL.

Exit codes:
  0 done, 1 failure, 2 a command line that cannot be understood.";

/// The forms that a kernel can be printed in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Target {
    /// WGSL as browsers read it
    Wgsl,
    /// WGSL as naga reads it
    WgslNaga,
    /// MSL 2.1, for Metal
    Msl,
    /// HLSL of shader model 5.1, for Direct3D 12
    Hlsl,
    /// GLSL 4.50, for OpenGL
    Glsl,
    /// GLSL ES 3.10, for OpenGL ES
    GlslEs,
    /// SPIR-V, binary
    Spirv,
    /// The graph that the author's code made, before lowering
    Graph,
    /// What a program must bind to run the WGSL or SPIR-V, as JSON
    Interface,
}

/// The most invocations of a workgroup that any device is known to have.
const LARGEST_WORKGROUP: u32 = 1024;

/// Reads a workgroup size that the kernels can be made for, whatever the device.
fn workgroup_size(text: &str) -> Result<u32, String> {
    match text.parse::<u32>() {
        Ok(size) if size.is_power_of_two() && size <= LARGEST_WORKGROUP => Ok(size),
        Ok(_) | Err(_) => Err(format!("not a power of two from 1 to {LARGEST_WORKGROUP}")),
    }
}

/// Reads a number, and leaves it to the device whether it will do.
pub(crate) fn whole_number(text: &str) -> Result<u32, String> {
    text.parse()
        .map_err(|_| format!("not a whole number from 0 to {}", u32::MAX))
}

/// The command of this process's arguments; `None` after help or version, which
/// are printed here.
pub(crate) fn parse() -> Result<Option<Command>, Failure> {
    match Line::try_parse() {
        Ok(line) => Ok(Some(line.command)),
        Err(error)
            if matches!(
                error.kind(),
                ErrorKind::DisplayHelp | ErrorKind::DisplayVersion
            ) =>
        {
            print(error.render().to_string())?;
            Ok(None)
        }
        Err(error) => Err(misunderstood(&error)),
    }
}

/// The two lines of a mistake on the command line.
fn misunderstood(error: &clap::Error) -> Failure {
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        return Failure::usage(
            "no command is given",
            "run `bitonic --help` to see the commands",
        );
    }
    let text = error.render().to_string();
    let what = text.split("\n\n").next().unwrap_or_default();
    let what = what.trim_start_matches("error: ").trim_end().to_owned();
    Failure::usage(what, suggestion(error))
}

fn suggestion(error: &clap::Error) -> String {
    let command = meant_command();
    let help = match &command {
        Some(name) => format!("`bitonic {name} --help`"),
        None => "`bitonic --help`".to_owned(),
    };
    match closest(error) {
        Some(name) => format!("did you mean `{name}`? {help} shows all"),
        None => match way_on(error, command.as_deref()) {
            Some(way) => format!("{way}; {help} shows all"),
            None => format!("{help} shows what can be given"),
        },
    }
}

/// The name that is nearest to the one that was not understood.
fn closest(error: &clap::Error) -> Option<String> {
    let suggested = [
        ContextKind::SuggestedSubcommand,
        ContextKind::SuggestedArg,
        ContextKind::SuggestedValue,
    ];
    suggested.iter().find_map(|kind| match error.get(*kind)? {
        ContextValue::String(name) => Some(name.clone()),
        ContextValue::Strings(names) => names.first().cloned(),
        _ => None,
    })
}

/// The command that the line asks for, if there is one of that name.
fn meant_command() -> Option<String> {
    let first = std::env::args().nth(1)?;
    let commands = Line::command();
    commands.find_subcommand(&first).map(|_| first)
}

/// What is most likely missing or too much.
fn way_on(error: &clap::Error, command: Option<&str>) -> Option<String> {
    let Some(ContextValue::String(argument)) = error.get(ContextKind::InvalidArg) else {
        let Some(ContextValue::Strings(missing)) = error.get(ContextKind::InvalidArg) else {
            return None;
        };
        return missing_argument(missing, command).map(str::to_owned);
    };
    let is_option = argument.starts_with('-');
    match (error.kind(), command, is_option) {
        // What sort(1) calls it.
        (ErrorKind::UnknownArgument, Some("sort"), true)
            if ["--reverse", "-r"].contains(&argument.as_str()) =>
        {
            Some("`--descending` reverses the order".to_owned())
        }
        (ErrorKind::UnknownArgument, Some("sort"), false) => Some(format!(
            "one FILE is sorted at a time, and `-o` names the output, as in `-o {argument}`"
        )),
        (ErrorKind::UnknownArgument, Some("emit"), false) => {
            Some("one KERNEL is printed at a time".to_owned())
        }
        _ => None,
    }
}

fn missing_argument(missing: &[String], command: Option<&str>) -> Option<&'static str> {
    let lacks = |part: &str| missing.iter().any(|name| name.contains(part));
    match command {
        Some("sort") if lacks("--output") && lacks("FILE") => {
            Some("give both, as in `bitonic sort keys.npy -o sorted.npy`")
        }
        Some("sort") if lacks("--output") => {
            Some("give a file, as in `-o sorted.npy`, or `-o -` for the standard output")
        }
        Some("sort") if lacks("FILE") => Some("give a file, or `-` for the standard input"),
        Some("network") => {
            Some("give a number, as in `--n 16`, or a file, as in `--input net.txt`")
        }
        Some("emit") if lacks("KERNEL") => Some("`bitonic emit --list` prints the names"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_definitions_are_consistent() {
        Line::command().debug_assert();
    }
}
