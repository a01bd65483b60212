//! Every kernel of this crate by name, for those who want to read or emit them.

use bitonic_dsl::{Error, Kernel};

use super::{
    Coding, Form, Info, advance_info, copy, disperse_global, disperse_local, flip_global,
    reset_info, restore, restore_from, swap_local,
};

/// A kernel that can be built by name.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The kernel's name.
    pub name: &'static str,
    /// What it does, in a line.
    pub summary: &'static str,
    build: fn(u32) -> Result<Kernel, Error>,
}

impl Entry {
    /// Builds the kernel. It stands alone: it reads keys and writes keys.
    ///
    /// # Errors
    ///
    /// The kernel's own faults: a workgroup size that no device can have.
    pub fn build(&self, workgroup_size: u32) -> Result<Kernel, Error> {
        (self.build)(workgroup_size)
    }
}

/// Rows of the catalog for the key types, in the order of the key types. Exchanges
/// through global memory stand between the ends of a sort, where there is neither
/// a key type nor an order: they have no descending form.
macro_rules! entries {
    ($($key:ty:
        $swap_local:literal $disperse_local:literal $flip:literal $disperse:literal
        $swap_local_descending:literal $disperse_local_descending:literal;
    )*) => {
        [$(
            Entry {
                name: $swap_local,
                summary: "sorts each tile in workgroup memory",
                build: |size| swap_local::<$key>(size, Coding::BOTH),
            },
            Entry {
                name: $disperse_local,
                summary: "finishes each tile in workgroup memory",
                build: |size| disperse_local::<$key>(size, Coding::BOTH),
            },
            Entry {
                name: $flip,
                summary: "exchanges mirrored pairs of a span",
                build: |size| flip_global::<$key>(size, Coding::BOTH),
            },
            Entry {
                name: $disperse,
                summary: "exchanges pairs half a span apart",
                build: |size| disperse_global::<$key>(size, Coding::BOTH),
            },
            Entry {
                name: $swap_local_descending,
                summary: "sorts each tile, greatest key first",
                build: |size| swap_local::<$key>(size, Coding::BOTH_DESCENDING),
            },
            Entry {
                name: $disperse_local_descending,
                summary: "finishes each tile, greatest key first",
                build: |size| disperse_local::<$key>(size, Coding::BOTH_DESCENDING),
            },
        )*
            Entry {
                name: "copy_u32",
                summary: "copies words of any type",
                build: |size| copy(size).map(Kernel::from),
            },
            Entry {
                name: "restore_f32",
                summary: "turns words into keys, in place",
                build: |size| restore::<f32>(size, DECODING).map(Kernel::from),
            },
            Entry {
                name: "restore_from_f32",
                summary: "turns words of one buffer into keys of another",
                build: |size| restore_from::<f32>(size, DECODING).map(Kernel::from),
            },
            Entry {
                name: "swap_local_u32_writes_info",
                summary: "sorts each tile, and writes what comes next to `info`",
                build: |size| swap_local::<u32>(size, WRITING),
            },
            Entry {
                name: "flip_global_u32_writes_info",
                summary: "exchanges mirrored pairs, and writes what comes next to `info`",
                build: |size| flip_global::<u32>(size, WRITING),
            },
            Entry {
                name: "flip_global_u32_reads_info",
                summary: "exchanges mirrored pairs of the span in `info`",
                build: |size| flip_global::<u32>(size, READING),
            },
            Entry {
                name: "disperse_global_u32_reads_info",
                summary: "exchanges pairs half a span apart, of the span in `info`",
                build: |size| disperse_global::<u32>(size, READING),
            },
            Entry {
                name: "advance_info",
                summary: "advances `info` by a step, in one invocation",
                build: |size| advance_info(size.saturating_mul(2)).map(Kernel::from),
            },
            Entry {
                name: "reset_info",
                summary: "sets `info` to the first step, in one invocation",
                build: |_| reset_info().map(Kernel::from),
            },
        ]
    };
}

/// What is left to do between two steps.
const DECODING: Coding = Coding {
    decode: true,
    ..Coding::NONE
};

/// A step that stands alone, and says what comes next.
const WRITING: Form = Form {
    coding: Coding::BOTH,
    info: Info::Written,
};

/// A step between others, which is told its span.
const READING: Form = Form {
    coding: Coding::NONE,
    info: Info::Read,
};

static CATALOG: [Entry; 27] = entries! {
    u32: "swap_local_u32" "disperse_local_u32" "flip_global_u32" "disperse_global_u32"
        "swap_local_u32_descending" "disperse_local_u32_descending";
    i32: "swap_local_i32" "disperse_local_i32" "flip_global_i32" "disperse_global_i32"
        "swap_local_i32_descending" "disperse_local_i32_descending";
    f32: "swap_local_f32" "disperse_local_f32" "flip_global_f32" "disperse_global_f32"
        "swap_local_f32_descending" "disperse_local_f32_descending";
};

/// Every kernel of this crate, for each key type.
#[must_use]
pub fn catalog() -> &'static [Entry] {
    &CATALOG
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_entry_builds_a_kernel_of_its_name() {
        for entry in catalog() {
            let kernel = entry.build(64).expect(entry.name);
            assert_eq!(kernel.name(), entry.name);
            let alone = ["advance_info", "reset_info"].contains(&entry.name);
            assert_eq!(kernel.workgroup_size(), [if alone { 1 } else { 64 }, 1, 1]);
        }
    }
}
