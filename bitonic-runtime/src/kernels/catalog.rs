//! Every kernel of this crate by name, for those who want to read or emit them.

use bitonic_dsl::{Error, Kernel, f16};

use super::{
    Carried, Coding, DigitPass, Form, Info, advance_info, copy, count_digits, counting_reset,
    counting_scatter, disperse_blocked, disperse_global, disperse_local, disperse_registers,
    disperse_spans, flip_global, flip_spans, gather, pad, reset_info, restore, restore_from,
    scan_one_tile, scan_tiles, scatter_by_digit, swap_blocked, swap_local, swap_registers,
    tile_sums, unpad, xor_exchange,
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

/// Values of a digit of 8 bits.
const DIGITS: u32 = 256;

/// The pass that has all bindings.
const MIDDLE_PASS: DigitPass = DigitPass {
    is_first: false,
    is_last: false,
};

/// Rows of the catalog for the key types, in the order of the key types. Exchanges
/// through global memory stand between the ends of a sort, where there is neither
/// a key type nor an order: they have no descending form. What is carried, and what is told,
/// is the same for all types: `u32` stands for them.
macro_rules! entries {
    ($($key:ident),*) => {
        [$(
            Entry {
                name: concat!("swap_local_", stringify!($key)),
                summary: "sorts each tile in workgroup memory",
                build: |size| swap_local::<$key>(size, Coding::BOTH),
            },
            Entry {
                name: concat!("disperse_local_", stringify!($key)),
                summary: "finishes each tile in workgroup memory",
                build: |size| disperse_local::<$key>(size, Coding::BOTH),
            },
            Entry {
                name: concat!("flip_global_", stringify!($key)),
                summary: "exchanges mirrored pairs of a span",
                build: |size| flip_global::<$key>(size, Coding::BOTH),
            },
            Entry {
                name: concat!("disperse_global_", stringify!($key)),
                summary: "exchanges pairs half a span apart",
                build: |size| disperse_global::<$key>(size, Coding::BOTH),
            },
            Entry {
                name: concat!("swap_local_", stringify!($key), "_descending"),
                summary: "sorts each tile, greatest key first",
                build: |size| swap_local::<$key>(size, Coding::BOTH_DESCENDING),
            },
            Entry {
                name: concat!("disperse_local_", stringify!($key), "_descending"),
                summary: "finishes each tile, greatest key first",
                build: |size| disperse_local::<$key>(size, Coding::BOTH_DESCENDING),
            },
        )*
            Entry {
                name: "swap_local_u32_indexed",
                summary: "sorts each tile of keys, each with the index where it began",
                build: |size| swap_local::<u32>(size, INDEXED),
            },
            Entry {
                name: "disperse_local_u32_indexed",
                summary: "finishes each tile of keys with indices",
                build: |size| disperse_local::<u32>(size, INDEXED),
            },
            Entry {
                name: "flip_global_u32_indexed",
                summary: "exchanges mirrored pairs of keys with indices",
                build: |size| flip_global::<u32>(size, BETWEEN),
            },
            Entry {
                name: "disperse_global_u32_indexed",
                summary: "exchanges pairs of keys with indices, half a span apart",
                build: |size| disperse_global::<u32>(size, BETWEEN),
            },
            Entry {
                name: "swap_local_u32_stable",
                summary: "sorts each tile, equal keys by index",
                build: |size| swap_local::<u32>(size, STABLE),
            },
            Entry {
                name: "flip_global_u32_stable",
                summary: "exchanges mirrored pairs, equal keys by index",
                build: |size| flip_global::<u32>(size, STABLE_BETWEEN),
            },
            Entry {
                name: "gather_rows",
                summary: "brings rows of words to the order of an index",
                build: |size| gather(size).map(Kernel::from),
            },
            Entry {
                name: "swap_local_blocked_u32",
                summary: "sorts eight tiles, sixteen keys of each in registers",
                build: |size| swap_blocked::<u32>(size, Coding::BOTH),
            },
            Entry {
                name: "disperse_local_blocked_u32",
                summary: "finishes eight tiles, sixteen keys of each in registers",
                build: |size| disperse_blocked::<u32>(size, Coding::BOTH),
            },
            Entry {
                name: "swap_registers_32_u32",
                summary: "sorts 32 keys in registers",
                build: |size| swap_registers::<u32>(size, Coding::BOTH, 5),
            },
            Entry {
                name: "disperse_registers_32_u32",
                summary: "finishes 32 keys in registers",
                build: |size| disperse_registers::<u32>(size, Coding::BOTH, 5),
            },
            Entry {
                name: "flip_3_spans_u32",
                summary: "a flip and two disperses at once, in registers",
                build: |size| flip_spans::<u32>(size, Coding::BOTH, 3),
            },
            Entry {
                name: "disperse_4_spans_u32",
                summary: "four disperses at once, in registers",
                build: |size| disperse_spans::<u32>(size, Coding::BOTH, 4),
            },
            Entry {
                name: "disperse_2_spans_f64_stable",
                summary: "two disperses at once, of keys of two words with an index",
                build: |size| disperse_spans::<f64>(size, STABLE, 2),
            },
            Entry {
                name: "copy_u32",
                summary: "copies words of any type",
                build: |size| copy(size).map(Kernel::from),
            },
            Entry {
                name: "restore_f32",
                summary: "turns words into keys, in place",
                build: |size| restore::<f32>(size, DECODING),
            },
            Entry {
                name: "restore_from_f32",
                summary: "turns words of one buffer into keys of another",
                build: |size| restore_from::<f32>(size, DECODING),
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
            Entry {
                name: "tile_sums_u32",
                summary: "sums up each tile, the first half of a prefix sum",
                build: |size| tile_sums(size).map(Kernel::from),
            },
            Entry {
                name: "scan_tiles_u32",
                summary: "prefix sums of each tile, from what lies before it",
                build: |size| scan_tiles(size).map(Kernel::from),
            },
            Entry {
                name: "scan_one_tile_u32",
                summary: "prefix sums of a single tile",
                build: |size| scan_one_tile(size).map(Kernel::from),
            },
            Entry {
                name: "counting_reset",
                summary: "sets the counters of a counting sort to zero",
                build: |size| counting_reset(size, true, true),
            },
            Entry {
                name: "counting_scatter",
                summary: "gives each element the next place of its bin",
                build: |size| counting_scatter(size).map(Kernel::from),
            },
            Entry {
                name: "count_digits",
                summary: "counts the digits of each tile's bins, for a stable counting sort",
                build: |size| count_digits(size, DIGITS).map(Kernel::from),
            },
            Entry {
                name: "scatter_by_digit",
                summary: "moves elements by one digit of their bins, in their order",
                build: |size| scatter_by_digit(size, DIGITS, MIDDLE_PASS),
            },
            Entry {
                name: "xor_exchange_u32",
                summary: "exchanges pairs whose indices differ in a bit, by direction bits",
                build: |size| xor_exchange::<u32>(size, Coding::BOTH).map(Kernel::from),
            },
            Entry {
                name: "xor_exchange_i32",
                summary: "exchanges pairs whose indices differ in a bit, by direction bits",
                build: |size| xor_exchange::<i32>(size, Coding::BOTH).map(Kernel::from),
            },
            Entry {
                name: "xor_exchange_f32",
                summary: "exchanges pairs whose indices differ in a bit, by direction bits",
                build: |size| xor_exchange::<f32>(size, Coding::BOTH).map(Kernel::from),
            },
            Entry {
                name: "pad_f32",
                summary: "copies keys as words, and fills what is left with the greatest word",
                build: |size| pad::<f32>(size, Coding::BOTH).map(Kernel::from),
            },
            Entry {
                name: "unpad_f32",
                summary: "copies the first words back, as keys",
                build: |size| unpad::<f32>(size, Coding::BOTH).map(Kernel::from),
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
    carried: Carried::Nothing,
    info: Info::Written,
};

/// A step that stands alone, and makes an index for each key.
const INDEXED: Form = Form {
    carried: Carried::Index,
    info: Info::None,
    ..WRITING
};

/// One that also breaks ties by it.
const STABLE: Form = Form {
    carried: Carried::StableIndex,
    ..INDEXED
};

/// Steps between others, which read their indices.
const BETWEEN: Form = Form {
    coding: Coding::NONE,
    ..INDEXED
};
const STABLE_BETWEEN: Form = Form {
    coding: Coding::NONE,
    ..STABLE
};

/// A step between others, which is told its span.
const READING: Form = Form {
    coding: Coding::NONE,
    carried: Carried::Nothing,
    info: Info::Read,
};

static CATALOG: [Entry; 77] = entries![u32, i32, f32, f16, u64, i64, f64];

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
