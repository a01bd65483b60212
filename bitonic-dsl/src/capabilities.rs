//! What a kernel may ask of a device beyond WebGPU's core, as plain data.

use std::collections::BTreeSet;
use std::fmt;

/// Something that a target may lack.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Capability {
    /// Parameters passed with the command, without a buffer.
    Immediates,
}

impl fmt::Display for Capability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Capability::Immediates => "immediates",
        })
    }
}

/// A set of capabilities, in a fixed order.
pub type Capabilities = BTreeSet<Capability>;
