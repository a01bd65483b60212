//! Sorting keys: host slices, buffers, and step by step.
//!
//! `options` decides the shape of a sort, `plan` makes the plan; here it is run a
//! step at a time or whole, in `slice` on keys of the host.

mod options;
mod plan;
mod slice;
#[cfg(test)]
mod tests;
mod xor;

use std::marker::PhantomData;
use std::time::{Duration, Instant};

use bitonic_dsl::types::HostShareable;

use crate::buffer::Buffer;
use crate::device::{AdapterKind, Gpu};
use crate::error::{Error, ErrorKind};
use crate::execute::{Bound, Recording};
use crate::kernels::Key;
use crate::plan::BufferId;
use crate::plan::bitonic::{Schedule, Step, StepKind};

pub use options::SortOptions;
pub use xor::{XorSort, XorSortOptions, XorStep};

/// What a sort did, and how long it took.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SortReport {
    /// The adapter that sorted.
    pub device: String,
    /// Whether that was a program on the processor.
    pub software: bool,
    /// The method.
    pub algorithm: &'static str,
    /// The number of keys.
    pub n: usize,
    /// Whether the greatest key came first.
    pub descending: bool,
    /// Invocations of a workgroup.
    pub workgroup_size: u32,
    /// Steps that exchanged keys.
    pub steps: usize,
    /// Dispatches in all: the steps, and the copy at the end where one was needed.
    pub dispatches: usize,
    /// Building and compiling kernels; little where they were compiled before.
    pub compile: Duration,
    /// From the upload of the keys to the end of the read-back; of a buffer, from
    /// the submission until the device was done.
    pub time: Duration,
}

/// A sort bound to a buffer: it can run again and again, or a step at a time.
///
/// Between the first step and the last, the buffer holds words of the keys
/// ([`Key::to_word`], or their complements), not the keys; [`Sorter::keys`] shows the keys at any time.
#[derive(Debug)]
pub struct Sorter<K> {
    schedule: Schedule,
    recording: Recording,
    keys: BufferId,
    spare: Option<BufferId>,
    /// The step that runs next.
    next: usize,
    descending: bool,
    compile: Duration,
    key: PhantomData<fn() -> K>,
}

impl Gpu {
    /// A sort of `buffer`, ready to run.
    ///
    /// ```no_run
    /// # fn main() -> Result<(), bitonic_runtime::Error> {
    /// use bitonic_runtime::{Gpu, SortOptions};
    ///
    /// let gpu = Gpu::auto()?;
    /// let buffer = gpu.buffer(&[3u32, 1, 2])?;
    /// let sorter = gpu.sorter(&buffer, &SortOptions::default())?;
    /// println!("{}", sorter.recording().plan());
    ///
    /// // Among the program's own commands:
    /// let mut encoder = gpu.device().create_command_encoder(&Default::default());
    /// sorter.recording().record(&mut encoder);
    /// gpu.queue().submit([encoder.finish()]);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// As [`Gpu::sort_buffer_with`].
    pub fn sorter<K: Key>(
        &self,
        buffer: &Buffer<K>,
        options: &SortOptions,
    ) -> Result<Sorter<K>, Error> {
        let start = Instant::now();
        let workgroup_size = options::workgroup_size(options, self.limits())?;
        let schedule = Schedule::new(buffer.len(), workgroup_size).ok_or_else(|| {
            let message = format!("{} keys are more than a sort can index", buffer.len());
            Error::new(ErrorKind::Limit, message).with_help("sort at most 2^31 keys at once")
        })?;
        let planned = plan::sort_plan::<K>(&schedule, options.descending, self.limits())?;
        let built = start.elapsed();
        let bound = Bound::new().with(planned.keys, &buffer.words());
        let recording = self.prepare(planned.plan, bound)?;
        Ok(Sorter {
            schedule,
            keys: planned.keys,
            spare: planned.spare,
            next: 0,
            descending: options.descending,
            compile: built + recording.compile_time(),
            recording,
            key: PhantomData,
        })
    }
}

impl<K: Key> Sorter<K> {
    /// The steps, in order.
    #[must_use]
    pub fn schedule(&self) -> &Schedule {
        &self.schedule
    }

    /// The whole sort as commands: its plan can be printed, and it can be recorded
    /// into the caller's encoder.
    #[must_use]
    pub fn recording(&self) -> &Recording {
        &self.recording
    }

    /// The step that [`Sorter::step`] would run; `None` after the last.
    #[must_use]
    pub fn next_step(&self) -> Option<Step> {
        self.schedule.steps().get(self.next).copied()
    }

    /// Runs the steps that are left, all of them at the start, and is then at the
    /// start again. Does not wait.
    ///
    /// # Errors
    ///
    /// The device refused the commands.
    pub fn run(&mut self) -> Result<(), Error> {
        let steps = self.next..self.schedule.steps().len();
        self.recording.submit_steps(steps)?;
        self.next = 0;
        Ok(())
    }

    /// Runs one step and says which. `None` once after the last: the sort is then
    /// at the start again. Does not wait.
    ///
    /// # Errors
    ///
    /// The device refused the commands.
    pub fn step(&mut self) -> Result<Option<Step>, Error> {
        let Some(step) = self.next_step() else {
            self.next = 0;
            return Ok(None);
        };
        self.recording.submit_steps(self.next..self.next + 1)?;
        self.next += 1;
        Ok(Some(step))
    }

    /// Waits, and reads the keys as they stand between two steps.
    ///
    /// # Errors
    ///
    /// The device was lost.
    pub fn keys(&self) -> Result<Vec<K>, Error> {
        let words: Vec<u32> = self.recording.buffer(self.place())?.read()?;
        Ok(self.keys_of(words))
    }

    /// [`Sorter::keys`] as a future, for any executor.
    ///
    /// # Errors
    ///
    /// As [`Sorter::keys`].
    pub async fn keys_async(&self) -> Result<Vec<K>, Error> {
        let words = self.recording.buffer(self.place())?;
        Ok(self.keys_of(words.read_async().await?))
    }

    /// The buffer that holds the keys now.
    fn place(&self) -> BufferId {
        let done = &self.schedule.steps()[..self.next];
        let moves = done.iter().filter(|step| step.kind.moves_between_buffers());
        match (moves.count() % 2, self.spare) {
            (1, Some(spare)) => spare,
            (_, _) => self.keys,
        }
    }

    /// The keys behind what the buffer holds now: bits of keys at either end of the
    /// sort, words between.
    fn keys_of(&self, words: Vec<u32>) -> Vec<K> {
        let done = &self.schedule.steps()[..self.next];
        let exchanges = done.iter().filter(|step| step.kind != StepKind::Align);
        let exchanges = exchanges.count();
        match exchanges == 0 || exchanges == self.schedule.step_count() {
            true => K::values_of(&u32::bytes_of(&words)),
            false => words.into_iter().map(|word| self.key_of(word)).collect(),
        }
    }

    /// The key of a word as it stands between the ends of this sort.
    fn key_of(&self, word: u32) -> K {
        K::from_word(if self.descending { !word } else { word })
    }

    fn report(&self, time: Duration) -> SortReport {
        let info = self.recording.gpu().info();
        SortReport {
            device: info.name.clone(),
            software: info.kind == AdapterKind::Software,
            algorithm: "bitonic",
            n: self.schedule.count(),
            descending: self.descending,
            workgroup_size: self.schedule.workgroup_size(),
            steps: self.schedule.step_count(),
            dispatches: self.schedule.steps().len(),
            compile: self.compile,
            time,
        }
    }
}
