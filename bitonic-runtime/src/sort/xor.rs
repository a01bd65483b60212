//! The bitonic sort with direction bits, as textbooks have it: each exchange is a dispatch of its
//! own over the whole buffer, in place. It is here to compare with; `BitonicSort` takes fewer
//! steps.
//!
//! `plan` makes the plan; here it is bound and run.

mod plan;

use std::marker::PhantomData;

use bitonic_dsl::capabilities::Capability;
use bitonic_dsl::interface::ParameterPassing;
use bitonic_dsl::types::HostShareable;

use crate::buffer::Buffer;
use crate::device::Gpu;
use crate::error::{Error, ErrorKind};
use crate::execute::{Bound, Recording};
use crate::kernels::Key;
use plan::{Shape, XorPlan, xor_plan};

/// Invocations of a workgroup where nothing is asked.
const WORKGROUP_SIZE: u32 = 64;

/// How [`Gpu::xor_sort_with`] sorts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct XorSortOptions {
    /// Invocations of a workgroup, within the device's limits. `None` is 64, or what the device has
    /// room for.
    pub workgroup_size: Option<u32>,
    /// Greatest key first: the exact reverse of the ascending order.
    pub descending: bool,
    /// How the span and the stride of a step travel. `None` is as immediates where the device has
    /// them, else by dynamic offsets into a uniform buffer.
    pub parameters: Option<ParameterPassing>,
}

/// One step: the exchanges of all pairs whose indices differ in one bit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct XorStep {
    /// The bit of an index that tells the direction, a power of two: 0 is ascending. Blocks of
    /// as many keys are being merged.
    pub span: u32,
    /// The bit in which the indices of a pair differ, a power of two below `span`.
    pub stride: u32,
}

/// A sort with direction bits, bound to a buffer: it can run again and again, or a step at a time.
///
/// Between the first step and the last the buffer holds words of the keys, or keys as they were
/// where the sort runs in a padded buffer; [`XorSort::keys`] shows the keys at any time.
#[derive(Debug)]
pub struct XorSort<K> {
    recording: Recording,
    planned: XorPlan,
    shape: Shape,
    /// The step that runs next.
    next: usize,
    key: PhantomData<fn() -> K>,
}

impl Gpu {
    /// The bitonic sort with direction bits of `keys`, ascending, ready to run: `k (k + 1) / 2`
    /// steps, each a dispatch, for up to `2^k` keys. It is the form of the textbooks, for keys of
    /// 32 bits; [`Gpu::bitonic_sort`] sorts all.
    ///
    /// The comparators of [`Network::xor`](crate::network::Network::xor), any number of keys: where
    /// it is no power of two, the keys are sorted in a buffer that is padded to the next one with
    /// the greatest word.
    ///
    /// ```no_run
    /// # fn main() -> Result<(), bitonic_runtime::Error> {
    /// let gpu = bitonic_runtime::Gpu::auto()?;
    /// let buffer = gpu.buffer(&[3.5f32, 1.0, 2.0])?;
    /// let mut sort = gpu.xor_sort(&buffer)?;
    /// sort.compute_step()?;
    /// sort.compute()?;
    /// assert_eq!(sort.keys()?, [1.0, 2.0, 3.5]);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// More than 2^31 keys, no room for a padded copy where one is needed, or the buffer is on
    /// another device.
    pub fn xor_sort<K: Key<Word = u32>>(&self, keys: &Buffer<K>) -> Result<XorSort<K>, Error> {
        self.xor_sort_with(keys, &XorSortOptions::default())
    }

    /// [`Gpu::xor_sort`] with options.
    ///
    /// # Errors
    ///
    /// As [`Gpu::xor_sort`]; or the options do not fit the device.
    pub fn xor_sort_with<K: Key<Word = u32>>(
        &self,
        keys: &Buffer<K>,
        options: &XorSortOptions,
    ) -> Result<XorSort<K>, Error> {
        let shape = Shape {
            count: keys.len(),
            workgroup_size: self.xor_workgroup_size(options)?,
            descending: options.descending,
            passing: options.parameters.unwrap_or_else(|| self.passing()),
        };
        let (plan, planned) = xor_plan::<K>(&shape, self.limits())?;
        let bound = Bound::new().with(planned.keys, &keys.words());
        Ok(XorSort {
            recording: self.prepare(plan, bound)?,
            planned,
            shape,
            next: 0,
            key: PhantomData,
        })
    }

    /// How parameters travel best: without a buffer, where the device can.
    fn passing(&self) -> ParameterPassing {
        let room = self.limits().immediate_bytes as usize >= 2 * size_of::<u32>();
        match room && self.has(Capability::Immediates) {
            true => ParameterPassing::Immediates,
            false => ParameterPassing::DynamicUniform,
        }
    }

    fn xor_workgroup_size(&self, options: &XorSortOptions) -> Result<u32, Error> {
        let limits = self.limits();
        let most = limits.workgroup_invocations.min(limits.workgroup_size[0]);
        match options.workgroup_size {
            None => Ok(WORKGROUP_SIZE.min(most)),
            Some(size) if (1..=most).contains(&size) => Ok(size),
            Some(size) => {
                let message =
                    format!("a workgroup size of {size}: the device has room for 1 to {most}");
                Err(Error::new(ErrorKind::Limit, message).with_help(format!("use at most {most}")))
            }
        }
    }
}

impl<K: Key<Word = u32>> XorSort<K> {
    /// The number of keys.
    #[must_use]
    pub fn count(&self) -> usize {
        self.shape.count
    }

    /// Invocations of a workgroup.
    #[must_use]
    pub fn workgroup_size(&self) -> u32 {
        self.shape.workgroup_size
    }

    /// How the span and the stride of a step travel.
    #[must_use]
    pub fn parameters(&self) -> ParameterPassing {
        self.shape.passing
    }

    /// All steps, in order; none for fewer than two keys.
    #[must_use]
    pub fn steps(&self) -> &[XorStep] {
        &self.planned.steps
    }

    /// The number of steps.
    #[must_use]
    pub fn step_count(&self) -> usize {
        self.planned.steps.len()
    }

    /// The steps that ran since the start.
    #[must_use]
    pub fn steps_done(&self) -> usize {
        self.next
    }

    /// The step that [`XorSort::compute_step`] runs next; none for fewer than two keys.
    #[must_use]
    pub fn next_step(&self) -> Option<XorStep> {
        self.planned.steps.get(self.next).copied()
    }

    /// Runs one step and says which; none for fewer than two keys. After the last one the sort is
    /// at the start again. A copy to a padded buffer goes with the first step, the copy back with
    /// the last. Does not wait.
    ///
    /// # Errors
    ///
    /// The device refused the commands.
    pub fn compute_step(&mut self) -> Result<Option<XorStep>, Error> {
        let Some(step) = self.next_step() else {
            return Ok(None);
        };
        self.submit(self.next + 1)?;
        Ok(Some(step))
    }

    /// Runs the steps that are left, all of them at the start, and is then at the start again. Does
    /// not wait.
    ///
    /// # Errors
    ///
    /// The device refused the commands.
    pub fn compute(&mut self) -> Result<(), Error> {
        self.submit(self.step_count())
    }

    /// Runs the steps up to `end`.
    fn submit(&mut self, end: usize) -> Result<(), Error> {
        let dispatches = self.planned.dispatches(self.next..end);
        self.recording.submit_steps(dispatches)?;
        self.next = if end == self.step_count() { 0 } else { end };
        Ok(())
    }

    /// Waits, and reads the keys as they stand between two steps, in the order of their places. In
    /// a padded buffer, what pads it is left out.
    ///
    /// # Errors
    ///
    /// The device was lost.
    pub fn keys(&self) -> Result<Vec<K>, Error> {
        Ok(self.keys_of(self.holding()?.read()?))
    }

    /// [`XorSort::keys`] as a future, for any executor.
    ///
    /// # Errors
    ///
    /// As [`XorSort::keys`].
    pub async fn keys_async(&self) -> Result<Vec<K>, Error> {
        Ok(self.keys_of(self.holding()?.read_async().await?))
    }

    /// The whole sort as commands: its plan can be printed, and it can be recorded into the
    /// caller's encoder.
    #[must_use]
    pub fn recording(&self) -> &Recording {
        &self.recording
    }

    /// The buffer that holds the keys now.
    fn holding(&self) -> Result<Buffer<u32>, Error> {
        let between = self.planned.padded.filter(|_| self.next > 0);
        self.recording.buffer(between.unwrap_or(self.planned.keys))
    }

    /// The keys behind what the buffer holds now: bits of keys at the start, words between.
    fn keys_of(&self, mut words: Vec<u32>) -> Vec<K> {
        if self.next == 0 {
            return K::values_of(&u32::bytes_of(&words));
        }
        without_padding(&mut words, self.shape.count);
        let word = |word: u32| if self.shape.descending { !word } else { word };
        let keys = words.into_iter().map(|found| K::from_word(word(found)));
        keys.collect()
    }
}

/// Leaves `count` words: as many greatest ones are taken out as there are too many. A key that has
/// the greatest word is equal to what pads, bit for bit, so that it does not matter which of them
/// go.
fn without_padding(words: &mut Vec<u32>, count: usize) {
    let mut surplus = words.len().saturating_sub(count);
    words.retain(|&word| {
        let goes = surplus > 0 && word == u32::MAX;
        surplus -= usize::from(goes);
        !goes
    });
}
