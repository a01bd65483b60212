//! The working memory of a run, kept by each thread from one dispatch to the next.

use std::cell::RefCell;

use super::grid::coordinates;
use super::mask::Mask;
use super::order::Order;
use crate::decode::operation::Register;
use crate::decode::{Input, Program};

/// Registers, masks and workgroup memory of one workgroup at a time.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    pub(super) words: Vec<u32>,
    pub(super) columns: Vec<Vec<u32>>,
    pub(super) current: Mask,
    pub(super) masks: Vec<Mask>,
    /// Workgroup variables, and last a pad word.
    pub(super) workgroup: Vec<u32>,
    /// A column for passing use.
    pub(super) spare: Vec<u32>,
    /// `local_invocation_index` of each lane of a workgroup; empty where they are equal.
    pub(super) order: Vec<u32>,
}

thread_local! {
    static IDLE: RefCell<Scratch> = RefCell::default();
}

impl Scratch {
    /// This thread's scratch, fit for `program` with columns of `lanes`.
    pub(super) fn take(program: &Program, lanes: usize, order: Order) -> Self {
        let mut scratch = IDLE.take();
        scratch.order = order.lanes(program.invocations());
        scratch.fit(program, lanes);
        scratch
    }

    /// Leaves the scratch for this thread's next run.
    pub(super) fn give_back(self) {
        IDLE.set(self);
    }

    /// The workgroup variables.
    pub(super) fn workgroup_words(&self) -> &[u32] {
        self.workgroup.split_last().map_or(&[], |(_, words)| words)
    }

    fn fit(&mut self, program: &Program, lanes: usize) {
        let code = &program.code;
        self.words.clone_from(&code.words);
        let columns = code.columns as usize;
        if self.columns.len() < columns {
            self.columns.resize_with(columns, Vec::new);
        }
        for column in &mut self.columns[..columns] {
            column.resize(lanes, 0);
        }
        let masks = code.masks as usize;
        if self.masks.len() < masks {
            self.masks.resize_with(masks, Mask::default);
        }
        for mask in &mut self.masks[..masks] {
            mask.resize(lanes);
        }
        self.current.resize(lanes);
        self.spare.resize(lanes, 0);
        self.workgroup.resize(program.workgroup_words + 1, 0);
        for &(slot, input) in &code.inputs {
            if let Register::Column(column) = slot {
                fill_input(
                    &mut self.columns[column as usize],
                    input,
                    program,
                    &self.order,
                );
            }
        }
    }
}

/// Fills a column with what each invocation starts with, whichever its workgroup.
fn fill_input(column: &mut [u32], input: Input, program: &Program, order: &[u32]) {
    let size = program.workgroup_size();
    let lanes = (0..program.invocations()).cycle();
    for (lane, word) in lanes.zip(column) {
        let index = order.get(lane).copied().unwrap_or(lane as u32);
        *word = match input {
            Input::LocalIndex => index,
            Input::Lane => lane as u32,
            Input::LocalId(axis) => coordinates(index.into(), size)[usize::from(axis)],
            Input::WorkgroupId(_) | Input::WorkgroupCount(_) => 0,
        };
    }
}
