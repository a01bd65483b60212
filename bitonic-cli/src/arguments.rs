//! What can be asked on the command line, and what is said of a line that asks
//! something else.

use std::path::PathBuf;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::failure::Failure;
use crate::print;

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
  bitonic emit --list
  bitonic adapters

With no GPU everything runs on the software adapter that is built in.";

/// What is to be done.
#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    Sort(SortRequest),
    Emit(EmitRequest),
    /// List the adapters that can run kernels
    Adapters,
}

/// Sort the keys of a .npy file
///
/// FILE is an array of one dimension of uint32, int32 or float32, little-endian. The
/// order is ascending. Floats sort by one total order on every device: numbers with
/// -0.0 before 0.0, then NaNs, bits preserved. OUT is complete or not written at all;
/// it may be FILE.
#[derive(Args, Debug)]
pub(crate) struct SortRequest {
    /// The .npy file to read
    #[arg(value_name = "FILE")]
    pub(crate) input: PathBuf,
    /// The .npy file to write
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: PathBuf,
    /// Compare the result, bit for bit, with a sort on the CPU
    #[arg(long)]
    pub(crate) verify: bool,
    /// Run on the adapter of this name, or part of a name; see `bitonic adapters`
    #[arg(long, value_name = "NAME")]
    pub(crate) adapter: Option<String>,
    /// Invocations of a workgroup; by default what suits the device
    #[arg(long, value_name = "N")]
    pub(crate) workgroup_size: Option<u32>,
}

/// Print a kernel of the library as WGSL, MSL, HLSL, GLSL, SPIR-V or graph
#[derive(Args, Debug)]
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
    /// Say beside each line of WGSL which Rust file and line it comes from
    #[arg(long)]
    pub(crate) annotate: bool,
    /// Invocations of a workgroup, a power of two
    #[arg(long, value_name = "N", default_value_t = 256, value_parser = workgroup_size)]
    pub(crate) workgroup_size: u32,
    /// Write to this file and not to the standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

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
    let suggested = [
        ContextKind::SuggestedSubcommand,
        ContextKind::SuggestedArg,
        ContextKind::SuggestedValue,
    ];
    let found = suggested.iter().find_map(|kind| match error.get(*kind)? {
        ContextValue::String(name) => Some(name.clone()),
        ContextValue::Strings(names) => names.first().cloned(),
        _ => None,
    });
    match found {
        Some(name) => format!("did you mean `{name}`? `bitonic --help` shows all"),
        None => "`bitonic --help` and `bitonic COMMAND --help` show what can be given".to_owned(),
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
