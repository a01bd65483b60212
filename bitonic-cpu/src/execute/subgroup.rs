//! Passes words between the invocations of a subgroup. A subgroup is a slice of the lanes of a
//! workgroup; the last one of a workgroup may be short.

use std::ops::Range;

use super::lanes::{self, Source};
use super::machine::Machine;
use super::mask::Active;
use super::observer::Observer;
use crate::decode::operation::Register;
use crate::decode::subgroup_function::SubgroupFunction;

/// How the lanes of a column are divided into workgroups, and these into subgroups.
#[derive(Clone, Copy)]
pub(super) struct Subgroups {
    /// Lanes of the column.
    pub(super) lanes: usize,
    /// Lanes of a workgroup.
    pub(super) workgroup: usize,
    /// Lanes of a subgroup that is not short.
    pub(super) size: usize,
}

impl Subgroups {
    /// The lanes of each subgroup, in order.
    pub(super) fn slices(self) -> impl Iterator<Item = Range<usize>> {
        let workgroups = (0..self.lanes).step_by(self.workgroup);
        workgroups.flat_map(move |start| {
            let end = start + self.workgroup;
            let starts = (start..end).step_by(self.size);
            starts.map(move |start| start..(start + self.size).min(end))
        })
    }

    /// Subgroups of a workgroup.
    pub(super) fn per_workgroup(self) -> usize {
        self.workgroup.div_ceil(self.size)
    }
}

impl<O: Observer> Machine<'_, '_, O> {
    pub(super) fn subgroups(&self) -> Subgroups {
        let program = self.dispatch.program;
        Subgroups {
            lanes: self.lanes,
            workgroup: program.invocations(),
            size: program.subgroup_size() as usize,
        }
    }

    pub(super) fn subgroup(
        &mut self,
        function: SubgroupFunction,
        target: Register,
        sources: [Register; 2],
    ) {
        let subgroups = self.subgroups();
        self.with_column(target, |machine, target| {
            let [first, second] = sources.map(|source| machine.source(source));
            let active = machine.active();
            match function {
                SubgroupFunction::ActiveOr => {
                    lanes::assign(machine.instructions, target, second, Active::All);
                    lanes::assign(machine.instructions, target, first, active);
                }
                SubgroupFunction::Below { distance } => {
                    let slices = subgroups.slices();
                    slices.for_each(|slice| below(target, first, second, slice, distance as usize));
                }
                SubgroupFunction::Last => {
                    for slice in subgroups.slices() {
                        let last = first.lane(slice.end - 1);
                        target[slice].fill(last);
                    }
                }
                SubgroupFunction::First => {
                    for mut slice in subgroups.slices() {
                        let range = slice.clone();
                        if let Some(lane) = slice.find(|&lane| active.contains(lane)) {
                            target[range].fill(first.lane(lane));
                        }
                    }
                }
                SubgroupFunction::Ballot { word } => {
                    for slice in subgroups.slices() {
                        let bits = ballot(first, active, slice.clone(), word as usize);
                        target[slice].fill(bits);
                    }
                }
                SubgroupFunction::Gather => {
                    let slices = subgroups.slices();
                    slices.for_each(|slice| gather(target, first, second, active, slice));
                }
            }
        });
    }
}

fn below(
    target: &mut [u32],
    first: Source<'_>,
    second: Source<'_>,
    slice: Range<usize>,
    distance: usize,
) {
    let border = (slice.start + distance).min(slice.end);
    match second {
        Source::Word(word) => target[slice.start..border].fill(word),
        Source::Column(column) => {
            target[slice.start..border].copy_from_slice(&column[slice.start..border]);
        }
    }
    match first {
        Source::Word(word) => target[border..slice.end].fill(word),
        Source::Column(column) => {
            let givers = slice.start..slice.start + (slice.end - border);
            target[border..slice.end].copy_from_slice(&column[givers]);
        }
    }
}

/// One word of the bits of the active lanes of `slice` where `predicate` holds.
fn ballot(predicate: Source<'_>, active: Active<'_>, slice: Range<usize>, word: usize) -> u32 {
    let lanes = slice.skip(word * 32).take(32);
    let bits = lanes.enumerate().map(|(bit, lane)| {
        let set = active.contains(lane) && predicate.lane(lane) != 0;
        u32::from(set) << bit
    });
    bits.sum()
}

/// Reads of lanes that are not there, or not active, give 0.
fn gather(
    target: &mut [u32],
    values: Source<'_>,
    lanes: Source<'_>,
    active: Active<'_>,
    slice: Range<usize>,
) {
    let count = slice.len();
    for lane in slice.clone() {
        let giver = lanes.lane(lane) as usize;
        target[lane] = if giver < count && active.contains(slice.start + giver) {
            values.lane(slice.start + giver)
        } else {
            0
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slices_end_with_their_workgroup() {
        let slices = |lanes, workgroup, size| {
            let subgroups = Subgroups {
                lanes,
                workgroup,
                size,
            };
            subgroups.slices().collect::<Vec<_>>()
        };
        assert_eq!(slices(8, 8, 4), [0..4, 4..8]);
        assert_eq!(slices(12, 6, 4), [0..4, 4..6, 6..10, 10..12]);
        assert_eq!(slices(3, 1, 128), [0..1, 1..2, 2..3]);
    }
}
