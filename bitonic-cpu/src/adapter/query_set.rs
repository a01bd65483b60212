//! Query sets: the results of timestamp queries, and the clock that they are read from.
//!
//! Where timestamps are recorded is in `compute_pass` and `command_encoder`.

use std::sync::{Mutex, MutexGuard};

use wgpu::{
    BufferUsages, Features, QUERY_RESOLVE_BUFFER_ALIGNMENT, QUERY_SET_MAX_QUERIES, QUERY_SIZE,
    QueryType, custom::QuerySetInterface,
};

use super::{
    bind_group::BufferRange,
    buffer::{Buffer, MissingUsage},
    device_state::DeviceState,
    error_sink::ApiError,
    lock::lock,
    object::{Handle, Identity, Kind, ObjectError},
    unsupported::Unsupported,
};

/// Nanoseconds by query; none once the set is destroyed.
#[derive(Debug)]
pub(super) struct QuerySet {
    count: u32,
    results: Mutex<Option<Vec<u64>>>,
}

impl Kind for QuerySet {
    const NAME: &'static str = "QuerySet";
}

/// A feature that the device was not opened with.
#[derive(Debug, thiserror::Error)]
#[error("The device lacks the feature {0}; ask for it in Adapter::request_device")]
pub(super) struct MissingFeature(String);

/// That the device has `features`.
pub(super) fn require(device: &DeviceState, features: Features) -> Result<(), MissingFeature> {
    let missing = features - device.features();
    if missing.is_empty() {
        Ok(())
    } else {
        let names = missing.iter_names().map(|(name, _)| name);
        Err(MissingFeature(names.collect::<Vec<_>>().join(" | ")))
    }
}

/// Why a query set cannot be made.
#[derive(Debug, thiserror::Error)]
pub(super) enum CreateQuerySetError {
    #[error(transparent)]
    Feature(#[from] MissingFeature),
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
    #[error("A query set needs at least one query")]
    Empty,
    #[error(
        "{0} queries are too many for a query set, which holds at most {QUERY_SET_MAX_QUERIES}"
    )]
    TooMany(u32),
}

impl ApiError for CreateQuerySetError {}

/// Why queries cannot be used.
#[derive(Debug, thiserror::Error)]
pub(super) enum QueryError {
    #[error(transparent)]
    Feature(#[from] MissingFeature),
    #[error(transparent)]
    Object(#[from] ObjectError),
    #[error(transparent)]
    Usage(#[from] MissingUsage),
    #[error("Query {index} is out of bounds for {set} of {count} queries")]
    OutOfBounds {
        index: u32,
        set: Identity,
        count: u32,
    },
    #[error("Begin and end of a pass must be written to different queries, both are {0}")]
    SameQuery(u32),
    #[error(
        "The timestamp writes of a pass name neither a query for its begin nor one for its end"
    )]
    NoQuery,
    #[error("Offset {0} of resolved queries is not a multiple of {QUERY_RESOLVE_BUFFER_ALIGNMENT}")]
    UnalignedOffset(u64),
    #[error("Resolving {count} queries from {first} on overruns {set} of {size} queries")]
    SetOverrun {
        first: u32,
        count: u32,
        set: Identity,
        size: u32,
    },
    #[error(
        "{bytes} bytes of resolved queries at offset {offset} overrun {buffer} of {size} bytes"
    )]
    BufferOverrun {
        bytes: u64,
        offset: u64,
        buffer: Identity,
        size: u64,
    },
}

/// Makes a query set, all zero.
pub(super) fn create(
    device: &DeviceState,
    desc: &wgpu::QuerySetDescriptor<'_>,
) -> Result<QuerySet, CreateQuerySetError> {
    match desc.ty {
        QueryType::Timestamp => require(device, Features::TIMESTAMP_QUERY)?,
        QueryType::Occlusion => return Err(Unsupported("an occlusion query set").into()),
        QueryType::PipelineStatistics(_) => {
            return Err(Unsupported("a query set of pipeline statistics").into());
        }
    }
    match desc.count {
        0 => Err(CreateQuerySetError::Empty),
        1..=QUERY_SET_MAX_QUERIES => Ok(QuerySet {
            count: desc.count,
            results: Mutex::new(Some(vec![0; desc.count as usize])),
        }),
        count => Err(CreateQuerySetError::TooMany(count)),
    }
}

impl Handle<QuerySet> {
    /// That the set has a query `index`.
    pub(super) fn check_index(&self, index: u32) -> Result<(), QueryError> {
        let count = self.state()?.count;
        if index < count {
            return Ok(());
        }
        Err(QueryError::OutOfBounds {
            index,
            set: self.identity().clone(),
            count,
        })
    }

    /// That `count` queries can be resolved; the bytes that they go to.
    pub(super) fn check_resolve(
        &self,
        first: u32,
        count: u32,
        destination: &Handle<Buffer>,
        offset: u64,
    ) -> Result<BufferRange, QueryError> {
        if !offset.is_multiple_of(QUERY_RESOLVE_BUFFER_ALIGNMENT) {
            return Err(QueryError::UnalignedOffset(offset));
        }
        destination.check_usage(BufferUsages::QUERY_RESOLVE)?;
        let size = self.state()?.count;
        if first.checked_add(count).is_none_or(|end| end > size) {
            return Err(QueryError::SetOverrun {
                first,
                count,
                set: self.identity().clone(),
                size,
            });
        }
        let bytes = u64::from(count) * u64::from(QUERY_SIZE);
        let size = destination.state()?.size();
        if offset.checked_add(bytes).is_none_or(|end| end > size) {
            return Err(QueryError::BufferOverrun {
                bytes,
                offset,
                buffer: destination.identity().clone(),
                size,
            });
        }
        Ok(BufferRange {
            buffer: destination.clone(),
            offset,
            size: bytes,
        })
    }

    /// That the set is not destroyed.
    pub(super) fn check_alive(&self) -> Result<(), ObjectError> {
        match *self.results()? {
            Some(_) => Ok(()),
            None => Err(ObjectError::Destroyed(self.identity().clone())),
        }
    }

    /// Writes the time to a query that there is.
    pub(super) fn stamp(&self, index: u32) -> Result<(), ObjectError> {
        if let Some(results) = &mut *self.results()? {
            results[index as usize] = clock::nanoseconds();
        }
        Ok(())
    }

    /// The results of queries that there are, as bytes.
    pub(super) fn bytes(&self, first: u32, count: u32) -> Result<Vec<u8>, ObjectError> {
        let results = self.results()?;
        let words = results.iter().flatten().skip(first as usize);
        Ok(words
            .take(count as usize)
            .flat_map(|word| word.to_le_bytes())
            .collect())
    }

    fn results(&self) -> Result<MutexGuard<'_, Option<Vec<u64>>>, ObjectError> {
        Ok(lock(&self.state()?.results))
    }
}

impl QuerySetInterface for Handle<QuerySet> {
    fn destroy(&self) {
        if let Ok(mut results) = self.results() {
            *results = None;
        }
    }
}

#[cfg(not(target_arch = "wasm32"))]
mod clock {
    use std::{sync::LazyLock, time::Instant};

    static START: LazyLock<Instant> = LazyLock::new(Instant::now);

    /// Nanoseconds since the first call, and never 0, which stands for a query without a result.
    pub(super) fn nanoseconds() -> u64 {
        let elapsed = START.elapsed().as_nanos();
        u64::try_from(elapsed).unwrap_or(u64::MAX).saturating_add(1)
    }
}

#[cfg(target_arch = "wasm32")]
mod clock {
    /// The standard library has no clock there, and the adapter offers no timestamps.
    pub(super) fn nanoseconds() -> u64 {
        0
    }
}
