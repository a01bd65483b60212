//! What can be asked of `bitonic watch`.

use clap::Args;
use clap::builder::NonEmptyStringValueParser;

use super::distribution::Distribution;
use crate::arguments::whole_number;

/// Watch a bitonic sort in the terminal, step by step
///
/// Keys are cells of a grid, coloured by their size, as they lie on the device after each
/// step. Bright and dark in turn are the blocks that the next step works on; beside the grid
/// stand the steps and their times, or the WGSL of the next step's kernel.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct WatchRequest {
    /// How many keys are sorted, any number up to 2^26
    #[arg(long, value_name = "N", default_value_t = 4096, value_parser = count, allow_negative_numbers = true)]
    pub(crate) n: u32,
    /// The most invocations of a workgroup; the sort takes the largest power of two that this,
    /// half the keys and the device allow
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = positive, allow_negative_numbers = true)]
    pub(crate) workgroup_size: u32,
    /// Sort in the reverse order, the largest key first
    #[arg(long)]
    pub(crate) descending: bool,
    /// How the keys lie before the sort
    #[arg(long, value_enum, default_value_t = Distribution::Uniform)]
    pub(crate) distribution: Distribution,
    /// Steps a second, from 0.1 to 1000
    #[arg(long, value_name = "STEPS", default_value_t = 10.0, value_parser = speed, allow_negative_numbers = true)]
    pub(crate) speed: f64,
    /// Run on the adapter of this name, or part of a name; see `bitonic adapters`. Without it
    /// the variable BITONIC_ADAPTER names one, else the first GPU is used, else the software
    /// adapter
    #[arg(long, value_name = "NAME", value_parser = NonEmptyStringValueParser::new())]
    pub(crate) adapter: Option<String>,
    /// Where the random numbers begin: the same seed gives the same keys; each shuffle takes the
    /// next
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = seed, allow_negative_numbers = true)]
    pub(crate) seed: u64,
    /// End after one sort; where the output is no terminal, print a line for each step
    #[arg(long)]
    pub(crate) once: bool,
}

const EXAMPLES: &str = "\
Examples:
  bitonic watch
  bitonic watch --n 16384 --workgroup-size 128 --speed 30
  bitonic watch --n 1000 --distribution sawtooth --descending
  bitonic watch --once | cat

Keys:
  space  play or pause        r    shuffle: other keys, from the start
  right  one step             w    steps, or WGSL of the next step's kernel
  + -    faster, slower       ?    help
  q, Esc, Ctrl-C  quit

Colours are of 24 bits where COLORTERM says `truecolor`, else the 256 of terminals; with
NO_COLOR set, keys are characters from `.` to `@`.

Exit codes:
  0 done, 1 failure, 2 a command line that cannot be understood, or no terminal to draw on.";

/// Steps a second that can be asked for.
pub(super) const SPEEDS: (f64, f64) = (0.1, 1000.0);

fn speed(text: &str) -> Result<f64, String> {
    let (least, most) = SPEEDS;
    match text.parse::<f64>() {
        Ok(speed) if (least..=most).contains(&speed) => Ok(speed),
        Ok(_) | Err(_) => Err(format!("not a number from {least} to {most}")),
    }
}

/// The most keys: all are read back after each step.
const MOST: u32 = 1 << 26;

fn count(text: &str) -> Result<u32, String> {
    match text.parse() {
        Ok(count) if count <= MOST => Ok(count),
        Ok(_) | Err(_) => Err(format!("not a whole number from 0 to {MOST}")),
    }
}

fn seed(text: &str) -> Result<u64, String> {
    text.parse()
        .map_err(|_| format!("not a whole number from 0 to {}", u64::MAX))
}

fn positive(text: &str) -> Result<u32, String> {
    match whole_number(text)? {
        0 => Err("a workgroup has at least 1 invocation".to_owned()),
        size => Ok(size),
    }
}
