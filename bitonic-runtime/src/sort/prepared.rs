//! A sort bound to a device's buffers, ready to run: what sorts of slices, sorts of buffers
//! and [`BitonicSort`](super::BitonicSort) have in common.

use std::marker::PhantomData;
use std::time::Duration;

use bitonic_dsl::types::HostShareable;

use super::SortReport;
use super::info::ReadBuffer;
use super::plan::{Place, SortPlan, sort_plan};
use super::record::Record;
use super::restore::restore_plan;
use crate::buffer::Buffer;
use crate::device::{AdapterKind, Gpu, Instant};
use crate::error::{Error, ErrorKind};
use crate::execute::{Bound, Recording};
use crate::kernels::{Key, KeyWord};
use crate::plan::BufferId;
use crate::plan::bitonic::{Blocking, Schedule};

/// The caller's buffers of a sort.
pub(super) struct Given<'a, K> {
    pub(super) keys: &'a Buffer<K>,
    /// The payload, as words.
    pub(super) payload: Option<&'a Buffer<u32>>,
    pub(super) info: Option<&'a Buffer<u32>>,
}

/// A sort that can be submitted.
#[derive(Debug)]
pub(super) struct Prepared<K> {
    pub(super) schedule: Schedule,
    pub(super) record: Record,
    pub(super) recording: Recording,
    /// The dispatches of each step.
    pub(super) dispatches: Vec<std::ops::Range<usize>>,
    data: Place,
    temp: Option<Place>,
    /// The caller's payload.
    pub(super) payload: Option<BufferId>,
    compile: Duration,
    key: PhantomData<fn() -> K>,
}

impl<K: Key> Prepared<K> {
    /// Plans the sort, and binds it.
    pub(super) fn new(
        gpu: &Gpu,
        given: &Given<'_, K>,
        blocking: Blocking,
        record: Record,
    ) -> Result<Prepared<K>, Error> {
        let start = Instant::now();
        let count = given.keys.len();
        let schedule = Schedule::blocked(count, blocking).ok_or_else(|| {
            let message = format!("{count} keys are more than a sort can index");
            Error::new(ErrorKind::Limit, message).with_help("sort at most 2^31 keys at once")
        })?;
        let SortPlan {
            plan,
            data,
            temp,
            payload,
            info,
            dispatches,
        } = sort_plan::<K>(&schedule, &record, gpu.limits())?;
        let built = start.elapsed();
        let mut bound = Bound::new().with(data.keys, &given.keys.words());
        for (id, buffer) in [(payload, given.payload), (info, given.info)] {
            if let (Some(id), Some(buffer)) = (id, buffer) {
                bound = bound.with(id, buffer);
            }
        }
        let recording = gpu.prepare(plan, bound)?;
        Ok(Prepared {
            schedule,
            record,
            dispatches,
            data,
            temp,
            payload,
            compile: built + recording.compile_time(),
            recording,
            key: PhantomData,
        })
    }

    /// The place that the keys are in.
    pub(super) fn place(&self, at: ReadBuffer) -> Place {
        match at {
            ReadBuffer::Data => self.data,
            ReadBuffer::Temp => self.temp.unwrap_or(self.data),
        }
    }

    /// The keys behind the words that lie in a buffer between the first step and the last.
    pub(super) fn keys_between(&self, words: &[u32]) -> Vec<K> {
        let key = |word: K::Word| K::from_word(if self.record.descending { !word } else { word });
        let words = K::Word::words_of(&u32::bytes_of(words)).into_iter();
        // Of keys that share a word, the last may stand alone.
        words.take(self.schedule.count()).map(key).collect()
    }

    /// Turns the words that lie at `from` between two steps into keys in the caller's buffer.
    pub(super) fn restore(&self, from: ReadBuffer) -> Result<(), Error> {
        let gpu = self.recording.gpu();
        let planned = restore_plan::<K>(&self.schedule, &self.record, from, gpu.limits())?;
        let buffer = |id: BufferId| self.recording.buffer::<u32>(id);
        let place = self.place(from);
        let mut bound = Bound::new().with(planned.data, &buffer(self.data.keys)?);
        if let Some(temp) = planned.temp {
            bound = bound.with(temp, &buffer(place.keys)?);
        }
        let own = place.index.zip(self.payload);
        if let (Some((index, values)), Some((own_index, own_values))) = (planned.payload, own) {
            bound = bound.with(index, &buffer(own_index)?);
            bound = bound.with(values, &buffer(own_values)?);
        }
        gpu.prepare(planned.plan, bound)?.submit()
    }

    pub(super) fn report(&self, time: Duration) -> SortReport {
        let info = self.recording.gpu().info();
        SortReport {
            device: info.name.clone(),
            software: info.kind == AdapterKind::Software,
            algorithm: "bitonic",
            n: self.schedule.count(),
            descending: self.record.descending,
            workgroup_size: self.schedule.workgroup_size(),
            steps: self.schedule.step_count(),
            dispatches: self.schedule.steps().len(),
            compile: self.compile,
            time,
        }
    }
}
