//! A bitonic sort of a buffer, as three.js has it: a step at a time, or all that are left.

use bitonic_dsl::Kernel;
use bitonic_dsl::types::HostShareable;

use super::info::{ReadBuffer, SortInfo};
use super::prepared::Prepared;
use crate::buffer::Buffer;
use crate::error::{Error, ErrorKind};
use crate::execute::Recording;
use crate::kernels::{Key, info};
use crate::plan::bitonic::{Schedule, Step};

/// A bitonic sort bound to a buffer of the caller's: it runs again and again, as a whole or a
/// step at a time. [`Gpu::bitonic_sort`](crate::Gpu::bitonic_sort) makes one.
///
/// # Between two steps
///
/// The caller's buffer then holds no keys: the first step turns them into words, whose
/// unsigned order is the sort's, the last one turns them back, and between the two they may
/// lie in a buffer of the sort's own. [`keys`](BitonicSort::keys) shows them at any time;
/// [`compute`](BitonicSort::compute) runs to the end, [`reset`](BitonicSort::reset) goes back to
/// the start, and both leave keys in the caller's buffer. So does dropping the sort: its
/// buffer then holds its keys, in the order that the steps so far gave them.
///
/// New keys are written before the first step. After some steps, call `reset()` first and
/// write then: what is written between two steps is taken for words.
///
/// Methods that start work do not wait for it, those that read do, or have a form with
/// `_async`.
///
/// # Fewer than two keys
///
/// There is nothing to do, and nothing is dispatched: [`step_count`](BitonicSort::step_count)
/// is 0, [`next_step`](BitonicSort::next_step) is `None`, and `compute_step` is an error, since
/// there is no step that it could name.
#[derive(Debug)]
pub struct BitonicSort<K: Key> {
    prepared: Prepared<K>,
    info: Buffer<u32>,
    /// The step that runs next.
    next: usize,
}

impl<K: Key> BitonicSort<K> {
    pub(super) fn new(prepared: Prepared<K>, info: Buffer<u32>) -> BitonicSort<K> {
        BitonicSort {
            prepared,
            info,
            next: 0,
        }
    }

    /// The number of keys.
    #[must_use]
    pub fn count(&self) -> usize {
        self.schedule().count()
    }

    /// The pairs of an exchange: half of the next power of two of the number of keys, 0 for fewer
    /// than two. No step that exchanges keys needs more invocations.
    #[must_use]
    pub fn dispatch_size(&self) -> u64 {
        self.schedule().dispatch_size()
    }

    /// Invocations of a workgroup, a power of two.
    #[must_use]
    pub fn workgroup_size(&self) -> u32 {
        self.schedule().workgroup_size()
    }

    /// The number of exchanges of the whole network, each of all pairs: `k (k + 1) / 2` for
    /// `2^k` keys, and for as few keys as follow the same steps.
    #[must_use]
    pub fn swap_op_count(&self) -> usize {
        self.schedule().swap_op_count()
    }

    /// The number of steps of the whole sort: `1 + g + g (g + 1) / 2`, where `2^g` tiles of
    /// twice the workgroup size hold the keys, and fewer where a step does several exchanges;
    /// 0 for fewer than two keys. A copy at the end goes with the last step.
    #[must_use]
    pub fn step_count(&self) -> usize {
        self.schedule().step_count()
    }

    /// The steps, in order, and the copy at the end where one is needed.
    #[must_use]
    pub fn schedule(&self) -> &Schedule {
        &self.prepared.schedule
    }

    /// The step that [`compute_step`](BitonicSort::compute_step) would run: the first again
    /// after the last. `None` for fewer than two keys.
    #[must_use]
    pub fn next_step(&self) -> Option<Step> {
        self.schedule().steps().get(self.next).copied()
    }

    /// How many steps were run since the start: less than
    /// [`step_count`](BitonicSort::step_count), 0 again after the last.
    #[must_use]
    pub fn steps_done(&self) -> usize {
        self.next
    }

    /// Waits, and reads what the device says of the next step.
    ///
    /// # Errors
    ///
    /// The device was lost.
    pub fn info(&self) -> Result<SortInfo, Error> {
        Ok(info_of(&self.info.read()?))
    }

    /// [`BitonicSort::info`] as a future, for any executor.
    ///
    /// # Errors
    ///
    /// As [`BitonicSort::info`].
    pub async fn info_async(&self) -> Result<SortInfo, Error> {
        Ok(info_of(&self.info.read_async().await?))
    }

    /// Three words on the device, written there after each step: kind, span and largest span
    /// of the next one. Kernels of the caller's may read them, to show what comes next.
    #[must_use]
    pub fn info_buffer(&self) -> &Buffer<u32> {
        &self.info
    }

    /// Which buffer holds the keys now.
    #[must_use]
    pub fn read_buffer(&self) -> ReadBuffer {
        ReadBuffer::after(self.schedule(), self.next)
    }

    /// Runs one step and says which. After the last, the caller's buffer holds the sorted
    /// keys and the sort is at the start again, so that this never ends by itself: run it
    /// [`step_count`](BitonicSort::step_count) times.
    ///
    /// # Errors
    ///
    /// Fewer than two keys have no step. The device refused the commands; the step then still
    /// comes next.
    pub fn compute_step(&mut self) -> Result<Step, Error> {
        let dispatches = self.prepared.dispatches.get(self.next);
        let (Some(step), Some(dispatches)) = (self.next_step(), dispatches) else {
            let keys = match self.count() {
                0 => "no key",
                _ => "one key",
            };
            let message = format!("a sort of {keys} has no step to run: it is sorted as it is");
            return Err(Error::new(ErrorKind::Plan, message)
                .with_help("run as many steps as `step_count()` says, or call `compute()`"));
        };
        self.prepared.recording.submit_steps(dispatches.clone())?;
        self.next = (self.next + 1) % self.step_count();
        Ok(step)
    }

    /// Runs the steps that are left, all of them at the start. The caller's buffer then holds
    /// the sorted keys, and the sort is at the start again.
    ///
    /// # Errors
    ///
    /// The device refused the commands.
    pub fn compute(&mut self) -> Result<(), Error> {
        let dispatches = &self.prepared.dispatches;
        if let (Some(next), Some(last)) = (dispatches.get(self.next), dispatches.last()) {
            self.prepared.recording.submit_steps(next.start..last.end)?;
        }
        self.next = 0;
        Ok(())
    }

    /// Goes back to the start. After some steps, the caller's buffers hold the keys and their
    /// payload again, in the order that these steps gave them; what `info` says is the first
    /// step. New keys may be written now.
    ///
    /// # Errors
    ///
    /// The device refused the commands.
    pub fn reset(&mut self) -> Result<(), Error> {
        if self.next > 0 {
            self.prepared.restore(self.read_buffer())?;
            self.next = 0;
        }
        self.info.write(&info::START)
    }

    /// Waits, and reads the keys as they stand between two steps.
    ///
    /// # Errors
    ///
    /// The device was lost.
    pub fn keys(&self) -> Result<Vec<K>, Error> {
        Ok(self.keys_of(self.words()?.read()?))
    }

    /// [`BitonicSort::keys`] as a future, for any executor.
    ///
    /// # Errors
    ///
    /// As [`BitonicSort::keys`].
    pub async fn keys_async(&self) -> Result<Vec<K>, Error> {
        Ok(self.keys_of(self.words()?.read_async().await?))
    }

    fn words(&self) -> Result<Buffer<u32>, Error> {
        let place = self.prepared.place(self.read_buffer());
        self.prepared.recording.buffer(place.keys)
    }

    fn keys_of(&self, words: Vec<u32>) -> Vec<K> {
        match self.next {
            0 => {
                let mut keys = K::values_of(&u32::bytes_of(&words));
                keys.truncate(self.count());
                keys
            }
            _ => self.prepared.keys_between(&words),
        }
    }

    /// Waits, and reads the payload as it stands between two steps: the value at an index
    /// belongs to the key there.
    ///
    /// # Errors
    ///
    /// The sort has no payload, or one of another type than `V`; or the device was lost.
    pub fn payload<V: HostShareable>(&self) -> Result<Vec<V>, Error> {
        let (values, index) = self.payload_buffers::<V>()?;
        let index = match index {
            Some(index) => Some(index.read()?),
            None => None,
        };
        Ok(in_order(&values.read()?, index.as_deref()))
    }

    /// [`BitonicSort::payload`] as a future, for any executor.
    ///
    /// # Errors
    ///
    /// As [`BitonicSort::payload`].
    pub async fn payload_async<V: HostShareable>(&self) -> Result<Vec<V>, Error> {
        let (values, index) = self.payload_buffers::<V>()?;
        let index = match index {
            Some(index) => Some(index.read_async().await?),
            None => None,
        };
        Ok(in_order(&values.read_async().await?, index.as_deref()))
    }

    /// The payload as words and, between two steps, where the value of each key is in it.
    #[allow(clippy::type_complexity, reason = "two buffers, one of which may lack")]
    fn payload_buffers<V: HostShareable>(
        &self,
    ) -> Result<(Buffer<u32>, Option<Buffer<u32>>), Error> {
        let Prepared {
            recording, record, ..
        } = &self.prepared;
        let (Some(values), Some(payload)) = (self.prepared.payload, &record.payload) else {
            let message = "this sort moves keys alone";
            return Err(Error::new(ErrorKind::Plan, message)
                .with_help("give it values with `BitonicSortBuilder::payload`"));
        };
        if payload.element != V::ty() {
            let (held, asked) = (&payload.element, V::ty());
            let message = format!("the payload holds `{held}`, not `{asked}`");
            return Err(Error::new(ErrorKind::Plan, message));
        }
        let values = recording.buffer(values)?;
        let place = self.prepared.place(self.read_buffer());
        match place.index.filter(|_| self.next > 0) {
            Some(index) => Ok((values, Some(recording.buffer(index)?))),
            None => Ok((values, None)),
        }
    }

    /// The kernels of the sort, each once: steps that do the same share one. Each prints as
    /// WGSL.
    #[must_use]
    pub fn kernels(&self) -> &[Kernel] {
        self.recording().plan().kernels()
    }

    /// The kernel of the step of number `step`, which counts from 0. `None` past the last.
    #[must_use]
    pub fn kernel(&self, step: usize) -> Option<&Kernel> {
        let plan = self.recording().plan();
        let first = plan
            .steps()
            .get(self.prepared.dispatches.get(step)?.start)?;
        plan.kernels().get(first.kernel.index())
    }

    /// The whole sort as commands, from the first step to the last: its plan can be printed,
    /// and it can be recorded into the caller's encoder. What that runs is not counted here:
    /// record it whole, and at the start.
    #[must_use]
    pub fn recording(&self) -> &Recording {
        &self.prepared.recording
    }
}

impl<K: Key> Drop for BitonicSort<K> {
    /// The caller's buffer holds keys again: see [`BitonicSort`]. Where the device is lost,
    /// so are they.
    fn drop(&mut self) {
        if self.next > 0 {
            let _ = self.prepared.restore(self.read_buffer());
        }
    }
}

/// The values behind `words`, in the order that an index names.
fn in_order<V: HostShareable>(words: &[u32], index: Option<&[u32]>) -> Vec<V> {
    let values = V::values_of(&u32::bytes_of(words));
    match index {
        None => values,
        Some(index) => index.iter().map(|&from| values[from as usize]).collect(),
    }
}

fn info_of(words: &[u32]) -> SortInfo {
    match *words {
        [kind, span, largest_span] => SortInfo::from_words([kind, span, largest_span]),
        _ => SortInfo::START,
    }
}
