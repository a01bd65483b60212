//! Typed buffers on a device: made from values, read and written as values.
//! What is bound where is the business of `execute`.

use std::marker::PhantomData;
use std::sync::{Arc, Mutex, PoisonError};

use bitonic_dsl::types::{HostShareable, Layout, Type};

use crate::device::Gpu;
use crate::error::{Error, ErrorKind};

/// Buffers are made, copied and cleared in steps of this many bytes.
const GRANULE: u64 = wgpu::COPY_BUFFER_ALIGNMENT;

/// `len` values of `T` in a device's memory, in WGSL's layout. Cheap to clone:
/// clones share the memory.
///
/// Nothing can be bound that has no bytes: a buffer of length 0 still binds the
/// place of one element, so `len()` in a shader is then 1. A dispatch of 0
/// threads starts nothing.
#[derive(Clone, Debug)]
pub struct Buffer<T> {
    raw: RawBuffer,
    element: PhantomData<fn() -> T>,
}

/// A [`Buffer`] that keeps its element type as data.
#[derive(Clone, Debug)]
pub(crate) struct RawBuffer {
    pub(crate) gpu: Gpu,
    pub(crate) buffer: wgpu::Buffer,
    pub(crate) element: Type,
    pub(crate) len: usize,
}

impl Gpu {
    /// A buffer that holds `values`.
    ///
    /// # Errors
    ///
    /// More bytes than the device allows or has.
    pub fn buffer<T: HostShareable>(&self, values: &[T]) -> Result<Buffer<T>, Error> {
        let raw = RawBuffer::with_bytes(self, T::ty(), values.len(), &T::bytes_of(values))?;
        Ok(Buffer::from_raw(raw))
    }

    /// A buffer of `len` values whose bytes are all zero.
    ///
    /// # Errors
    ///
    /// More bytes than the device allows or has.
    pub fn zeroed<T: HostShareable>(&self, len: usize) -> Result<Buffer<T>, Error> {
        Ok(Buffer::from_raw(RawBuffer::zeroed(self, T::ty(), len)?))
    }
}

impl<T: HostShareable> Buffer<T> {
    pub(crate) fn from_raw(raw: RawBuffer) -> Buffer<T> {
        Buffer {
            raw,
            element: PhantomData,
        }
    }

    pub(crate) fn raw(&self) -> &RawBuffer {
        &self.raw
    }

    /// The same memory as unsigned words, one or more for each value.
    pub(crate) fn words(&self) -> Buffer<u32> {
        let mut raw = self.raw.clone();
        raw.len = (raw.bytes() / 4) as usize;
        raw.element = Type::U32;
        Buffer::from_raw(raw)
    }

    /// The number of values.
    #[must_use]
    pub fn len(&self) -> usize {
        self.raw.len
    }

    /// Whether it holds no value.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.raw.len == 0
    }

    /// The buffer of wgpu, for work beside this library.
    #[must_use]
    pub fn wgpu_buffer(&self) -> &wgpu::Buffer {
        &self.raw.buffer
    }

    /// Waits for all submitted work and returns the values.
    ///
    /// # Errors
    ///
    /// The device was lost or has no memory left.
    pub fn read(&self) -> Result<Vec<T>, Error> {
        pollster::block_on(self.read_async())
    }

    /// [`Buffer::read`] as a future. Outside a browser, the first poll waits for
    /// the device.
    ///
    /// # Errors
    ///
    /// As [`Buffer::read`].
    pub async fn read_async(&self) -> Result<Vec<T>, Error> {
        Ok(T::values_of(&self.raw.read_bytes().await?))
    }

    /// Replaces the values, after all work submitted so far.
    ///
    /// # Errors
    ///
    /// Another number of values than [`Buffer::len`], or the device was lost.
    pub fn write(&self, values: &[T]) -> Result<(), Error> {
        if values.len() != self.len() {
            let message = format!(
                "{} values were written to a buffer of {}",
                values.len(),
                self.len()
            );
            return Err(Error::new(ErrorKind::Plan, message)
                .with_help("write as many values as the buffer holds"));
        }
        self.raw.write_bytes(&T::bytes_of(values))
    }
}

impl RawBuffer {
    /// A buffer whose bytes are all zero: wgpu clears what was never written.
    pub(crate) fn zeroed(gpu: &Gpu, element: Type, len: usize) -> Result<RawBuffer, Error> {
        RawBuffer::create(gpu, element, len, &[])
    }

    /// A buffer that begins with `bytes`.
    pub(crate) fn with_bytes(
        gpu: &Gpu,
        element: Type,
        len: usize,
        bytes: &[u8],
    ) -> Result<RawBuffer, Error> {
        RawBuffer::create(gpu, element, len, bytes)
    }

    fn create(gpu: &Gpu, element: Type, len: usize, bytes: &[u8]) -> Result<RawBuffer, Error> {
        let size = checked_size(gpu, &element, len)?;
        let what = format!("making a buffer of {len} `{element}`");
        let buffer = gpu.scoped(&what, || {
            let buffer = gpu.device().create_buffer(&wgpu::BufferDescriptor {
                label: None,
                size,
                usage: wgpu::BufferUsages::STORAGE
                    | wgpu::BufferUsages::UNIFORM
                    | wgpu::BufferUsages::COPY_SRC
                    | wgpu::BufferUsages::COPY_DST,
                mapped_at_creation: !bytes.is_empty(),
            });
            if !bytes.is_empty() {
                fill(&buffer, bytes);
            }
            buffer
        })?;
        Ok(RawBuffer {
            gpu: gpu.clone(),
            buffer,
            element,
            len,
        })
    }

    /// Bytes of all values.
    pub(crate) fn bytes(&self) -> u64 {
        u64::from(Layout::of(&self.element).stride()) * self.len as u64
    }

    fn write_bytes(&self, bytes: &[u8]) -> Result<(), Error> {
        if bytes.is_empty() {
            return Ok(());
        }
        self.gpu.scoped("writing a buffer", || {
            self.gpu.queue().write_buffer(&self.buffer, 0, bytes);
        })
    }

    async fn read_bytes(&self) -> Result<Vec<u8>, Error> {
        if self.len == 0 {
            return Ok(Vec::new());
        }
        let staging = self.copy_to_staging()?;
        let slice = staging.slice(..);
        let mapped = Mapped::default();
        let done = mapped.clone();
        self.gpu.scoped("mapping a buffer", || {
            slice.map_async(wgpu::MapMode::Read, move |result| {
                done.finish(result.is_ok())
            });
        })?;
        self.gpu.wait()?;
        if !mapped.await {
            return Err(Error::new(
                ErrorKind::Device,
                "a buffer could not be mapped for reading",
            ));
        }
        let view = slice
            .get_mapped_range()
            .map_err(|error| Error::new(ErrorKind::Device, format!("reading a buffer: {error}")))?;
        Ok(view.to_vec())
    }

    fn copy_to_staging(&self) -> Result<wgpu::Buffer, Error> {
        let size = self.bytes();
        self.gpu.scoped("copying a buffer for reading", || {
            let device = self.gpu.device();
            let staging = device.create_buffer(&wgpu::BufferDescriptor {
                label: Some("read back"),
                size,
                usage: wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST,
                mapped_at_creation: false,
            });
            let mut encoder = device.create_command_encoder(&Default::default());
            encoder.copy_buffer_to_buffer(&self.buffer, 0, &staging, 0, size);
            self.gpu.queue().submit([encoder.finish()]);
            staging
        })
    }
}

/// Writes the beginning of a buffer that was made mapped.
fn fill(buffer: &wgpu::Buffer, bytes: &[u8]) {
    // An error here means that the buffer could not be made, which the scope around
    // the call reports.
    if let Ok(mut view) = buffer.slice(..bytes.len() as u64).get_mapped_range_mut() {
        view.copy_from_slice(bytes);
    }
    buffer.unmap();
}

/// The bytes to allocate: those of the values, and no less than one value's.
fn checked_size(gpu: &Gpu, element: &Type, len: usize) -> Result<u64, Error> {
    let stride = u128::from(Layout::of(element).stride());
    let bytes = stride * len.max(1) as u128;
    let granule = u128::from(GRANULE);
    let most = gpu.limits().buffer_bytes;
    match u64::try_from(bytes.next_multiple_of(granule)) {
        Ok(size) if size <= most => Ok(size),
        Ok(_) | Err(_) => Err(Error::new(
            ErrorKind::Limit,
            format!(
                "a buffer of {len} `{element}` needs {bytes} bytes, the device allows {most} (maxBufferSize)"
            ),
        )
        .with_help("use several smaller buffers")),
    }
}

/// The future of a mapping: `true` once the buffer is mapped, `false` if it
/// cannot be.
#[derive(Clone, Default)]
struct Mapped(Arc<Mutex<MappedState>>);

#[derive(Default)]
struct MappedState {
    result: Option<bool>,
    waker: Option<std::task::Waker>,
}

impl Mapped {
    fn finish(&self, result: bool) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        state.result = Some(result);
        if let Some(waker) = state.waker.take() {
            waker.wake();
        }
    }
}

impl Future for Mapped {
    type Output = bool;

    fn poll(
        self: std::pin::Pin<&mut Self>,
        context: &mut std::task::Context<'_>,
    ) -> std::task::Poll<bool> {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match state.result {
            Some(result) => std::task::Poll::Ready(result),
            None => {
                state.waker = Some(context.waker().clone());
                std::task::Poll::Pending
            }
        }
    }
}
