//! What can be asked of `bitonic network`.

use std::path::PathBuf;

use bitonic_runtime::network::MOST_WIRES;
use clap::{Args, ValueEnum};

/// Draw a sorting network, print it or its kernel, or check one of your own
///
/// The networks of the bitonic sort in three forms, Batcher's odd-even merge sort, or the
/// comparators of a file.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES, after_long_help = DETAILS)]
pub(crate) struct NetworkRequest {
    /// The number of wires, each of which carries a key
    #[arg(long, short, value_name = "N", value_parser = wires, required_unless_present = "input")]
    pub(crate) n: Option<u32>,
    /// Which network
    #[arg(long, value_enum, default_value_t = Kind::Flip)]
    pub(crate) kind: Kind,
    /// Read the comparators from this file, or `-` for the standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["n", "kind"])]
    pub(crate) input: Option<PathBuf>,
    /// What to write; by default what the name of OUT says, else a drawing
    #[arg(long, value_enum)]
    pub(crate) format: Option<NetworkFormat>,
    /// Look for an input that the network does not sort; without OUT and a format, that alone
    #[arg(long)]
    pub(crate) check: bool,
    /// What the keys of the kernel are; by default u32
    #[arg(long, value_enum)]
    pub(crate) dtype: Option<RowDtype>,
    /// Write to this file and not to the standard output, which is `-`
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,
}

/// The networks that can be named.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Kind {
    /// The bitonic sort that `bitonic sort` runs: flips and disperses, all ascending
    Flip,
    /// The bitonic sort of textbooks, with direction bits; N is a power of two
    Xor,
    /// Batcher's odd-even merge sort, which has fewer comparators
    OddEvenMerge,
    /// The bitonic sort by recursion
    Recursive,
}

/// What the keys of a network's kernel can be.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum RowDtype {
    /// Unsigned integers of 32 bits
    #[value(alias = "uint32")]
    U32,
    /// Signed integers of 32 bits
    #[value(alias = "int32")]
    I32,
    /// IEEE 754 floats of 32 bits
    #[value(alias = "float32")]
    F32,
}

/// What a network can be written as.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum NetworkFormat {
    /// A drawing
    Svg,
    /// The comparators, as `--input` reads them
    Text,
    /// A kernel that sorts rows of N keys, for browsers
    Wgsl,
}

/// Reads a number of wires that a network can have.
fn wires(text: &str) -> Result<u32, String> {
    match text.parse::<u32>() {
        Ok(wires @ 1..=MOST_WIRES) => Ok(wires),
        Ok(_) | Err(_) => Err(format!("not a whole number from 1 to {MOST_WIRES}")),
    }
}

/// The examples, as a literal that others can be joined from.
macro_rules! examples {
    () => {
        "\
Examples:
  bitonic network --n 16 --kind flip -o net.svg
  bitonic network --n 8 --kind odd-even-merge --format text
  bitonic network --input mine.txt --check
  bitonic network --input mine.txt -o sort_rows.wgsl --dtype f32
"
    };
}

const EXAMPLES: &str = concat!(
    examples!(),
    "\n`bitonic network --help` says more of files and of the check."
);

const DETAILS: &str = concat!(
    examples!(),
    "
Files:
  One round a line, as `0:3 1:2`: in each comparator the lesser key goes to the wire
  before the colon. Wires count from 0. An empty line begins a stage, # a comment,
  and the comment of the first line is the name. Lists as optimal networks are
  published, [(0,3),(1,2)], are read too. `wires 16`, ahead of all rounds, says how
  many there are where not all are touched.

Check:
  Up to 24 wires every input of zeros and ones is tried: a network that sorts them all
  sorts everything. Of more wires 65536 are tried, taken at random. A network that does
  not sort is a failure, told with an input that comes out in disorder.

Kernels:
  Rows of N keys lie side by side in one buffer of words; each invocation takes a row.
  For 2 to 256 wires.

Exit codes:
  0 done, 1 failure, 2 a command line that cannot be understood."
);
