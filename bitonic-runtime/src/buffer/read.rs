//! Reading a buffer back: a copy to memory that the host may map, the mapping, and
//! the bytes. Asked for once, then waited for in whichever way; waiting itself is
//! the business of `device`.

use std::time::Duration;

use bitonic_dsl::types::HostShareable;

use super::{Buffer, RawBuffer};
use crate::device::{Gpu, Lent, Purpose, Signal};
use crate::error::{Error, ErrorKind};

/// How long another thread may take to pass on that a buffer is mapped, once all work is
/// done.
const PATIENCE: Duration = Duration::from_secs(10);

/// The content of a buffer as it was when this was made, on its way to the host.
#[derive(Debug)]
pub(crate) struct Reading {
    gpu: Gpu,
    /// None where there is nothing to read.
    copy: Option<Copy>,
}

#[derive(Debug)]
struct Copy {
    staging: Lent,
    /// Bytes of the values.
    bytes: u64,
    /// Those, and what fills the last step of copying.
    copied: u64,
    mapped: Signal,
}

impl Buffer<u32> {
    /// Waits, and gives one value: 0 past the end.
    pub(crate) fn read_one(&self, index: usize) -> Result<u32, Error> {
        self.raw().begin_read_word(index)?.wait(word)
    }

    /// [`Buffer::read_one`] as a future.
    pub(crate) async fn read_one_async(&self, index: usize) -> Result<u32, Error> {
        self.raw().begin_read_word(index)?.wait_async(word).await
    }
}

fn word(bytes: &[u8]) -> u32 {
    u32::values_of(bytes).first().copied().unwrap_or(0)
}

impl RawBuffer {
    /// Asks for the word of this index. Does not wait.
    fn begin_read_word(&self, index: usize) -> Result<Reading, Error> {
        const WORD: u64 = 4;
        let offset = index as u64 * WORD;
        if offset + WORD > self.bytes() {
            return Ok(Reading {
                gpu: self.gpu.clone(),
                copy: None,
            });
        }
        let what = "copying a word for reading";
        Reading::begin(&self.gpu, what, WORD, WORD, |encoder, staging| {
            encoder.copy_buffer_to_buffer(&self.buffer, offset, staging, 0, WORD);
        })
    }

    /// Asks for the bytes as they are after all work submitted so far. Does not wait.
    pub(crate) fn begin_read(&self) -> Result<Reading, Error> {
        if self.bytes() == 0 {
            return Ok(Reading {
                gpu: self.gpu.clone(),
                copy: None,
            });
        }
        let (bytes, copied) = (self.bytes(), self.granules());
        let what = "copying a buffer for reading";
        Reading::begin(&self.gpu, what, bytes, copied, |encoder, staging| {
            encoder.copy_buffer_to_buffer(&self.buffer, 0, staging, 0, copied);
        })
    }
}

impl Reading {
    /// Asks for `bytes` bytes, of which `record` copies `copied` to the start of a buffer.
    /// Does not wait.
    pub(crate) fn begin(
        gpu: &Gpu,
        what: &str,
        bytes: u64,
        copied: u64,
        record: impl FnOnce(&mut wgpu::CommandEncoder, &wgpu::Buffer),
    ) -> Result<Reading, Error> {
        let staging = gpu.lend(Purpose::ReadBack, copied)?;
        // Not before it is unmapped again.
        staging.set_goes_back(false);
        let mapped = Signal::default();
        let done = mapped.clone();
        gpu.scoped(what, || {
            let device = gpu.device();
            let mut encoder = device.create_command_encoder(&Default::default());
            record(&mut encoder, staging.buffer());
            gpu.queue().submit([encoder.finish()]);
            let slice = staging.buffer().slice(..copied);
            slice.map_async(wgpu::MapMode::Read, move |result| done.tell(result.is_ok()));
        })?;
        Ok(Reading {
            gpu: gpu.clone(),
            copy: Some(Copy {
                staging,
                bytes,
                copied,
                mapped,
            }),
        })
    }

    /// Blocks until the bytes are there, and lends them to `take`.
    pub(crate) fn wait<R>(self, take: impl FnOnce(&[u8]) -> R) -> Result<R, Error> {
        let Some(copy) = self.copy else {
            return Ok(take(&[]));
        };
        self.gpu.may_block("the `_async` form of the call")?;
        self.gpu.wait()?;
        copy.content(copy.mapped.wait(PATIENCE) == Some(true), take)
    }

    /// [`Reading::wait`] as a future.
    pub(crate) async fn wait_async<R>(self, take: impl FnOnce(&[u8]) -> R) -> Result<R, Error> {
        let Some(copy) = self.copy else {
            return Ok(take(&[]));
        };
        let mapped = self.gpu.until(&copy.mapped).await?;
        copy.content(mapped, take)
    }
}

impl Copy {
    fn content<R>(&self, mapped: bool, take: impl FnOnce(&[u8]) -> R) -> Result<R, Error> {
        if !mapped {
            let message = "a buffer could not be mapped for reading";
            return Err(Error::new(ErrorKind::Device, message));
        }
        let view = self
            .staging
            .buffer()
            .slice(..self.copied)
            .get_mapped_range();
        let view = view
            .map_err(|error| Error::new(ErrorKind::Device, format!("reading a buffer: {error}")))?;
        let content = take(&view[..self.bytes as usize]);
        drop(view);
        self.staging.buffer().unmap();
        self.staging.set_goes_back(true);
        Ok(content)
    }
}
