//! Typed buffers on a device: made from values, read and written as values; `write` is how
//! they go, `read` how they come back, `structure` one structure that ends in an array. What
//! is bound where is the business of `execute`.

mod read;
mod structure;
mod write;

use std::borrow::Cow;
use std::marker::PhantomData;
use std::sync::Arc;

use bitonic_dsl::types::{HostShareable, Layout, RuntimeArrayLayout, Type};

use crate::device::{Content, Gpu, Lent, Nothing, Purpose};
use crate::error::{Error, ErrorKind};

pub(crate) use read::Reading;
pub use structure::StructBuffer;

/// Buffers are made, copied and cleared in steps of this many bytes.
const GRANULE: u64 = wgpu::COPY_BUFFER_ALIGNMENT;

/// `len` values of `T` in a device's memory, in WGSL's layout. Cheap to clone:
/// clones share the memory.
///
/// Nothing can be bound that has no bytes: a buffer of length 0 still binds the
/// place of one element, so `len()` in a shader is then 1. Devices bind multiples of
/// four bytes: of an odd number of `f16`, `len()` in a shader counts one more. A
/// dispatch of 0 threads starts nothing.
#[derive(Clone, Debug)]
pub struct Buffer<T> {
    raw: RawBuffer,
    element: PhantomData<fn() -> T>,
}

mod sealed {
    /// The memory behind what is bound.
    pub trait Memory {
        fn memory(&self) -> &super::RawBuffer;
    }

    impl<T: super::HostShareable> Memory for super::Buffer<T> {
        fn memory(&self) -> &super::RawBuffer {
            self.raw()
        }
    }
}

use sealed::Memory;

/// What can be bound by name: a [`Buffer`] or a [`StructBuffer`].
pub trait Bindable: Memory {}

impl<T: HostShareable> Bindable for Buffer<T> {}

/// A [`Buffer`] that keeps its element type as data.
#[derive(Clone, Debug)]
pub struct RawBuffer {
    pub(crate) gpu: Gpu,
    pub(crate) buffer: wgpu::Buffer,
    pub(crate) element: Type,
    pub(crate) len: usize,
    /// Where the memory is lent: it goes back with the last clone.
    lent: Option<Arc<Lent>>,
}

impl Gpu {
    /// A buffer that holds `values`.
    ///
    /// # Errors
    ///
    /// More bytes than the device allows or has.
    pub fn buffer<T: HostShareable>(&self, values: &[T]) -> Result<Buffer<T>, Error> {
        let content = write::Values(values);
        let raw = RawBuffer::create(self, T::ty(), values.len(), &content)?;
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

    /// The same memory as unsigned words, one or more for each value or two values in one. The
    /// last word may hold one value alone, and zeros.
    pub(crate) fn words(&self) -> Buffer<u32> {
        let mut raw = self.raw.clone();
        raw.len = (raw.granules() / 4) as usize;
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
        self.raw.gpu.may_block("`Buffer::read_async`")?;
        self.raw.begin_read()?.wait(T::values_of)
    }

    /// [`Buffer::read`] as a future, for any executor: it blocks no thread of the
    /// caller's. What it returns is the content after all work submitted before its
    /// first poll.
    ///
    /// # Errors
    ///
    /// As [`Buffer::read`].
    pub async fn read_async(&self) -> Result<Vec<T>, Error> {
        self.raw.begin_read()?.wait_async(T::values_of).await
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
        self.raw.write_values(values)
    }
}

impl RawBuffer {
    /// A buffer whose bytes are all zero: wgpu clears what was never written.
    pub(crate) fn zeroed(gpu: &Gpu, element: Type, len: usize) -> Result<RawBuffer, Error> {
        RawBuffer::create(gpu, element, len, &Nothing)
    }

    fn create(
        gpu: &Gpu,
        element: Type,
        len: usize,
        content: &dyn Content,
    ) -> Result<RawBuffer, Error> {
        let size = checked_size(gpu, &element, len)?;
        let what = format!("making a buffer of {len} `{element}`");
        let buffer = gpu.make_buffer(&what, None, size, Purpose::Kernels, content)?;
        Ok(RawBuffer {
            gpu: gpu.clone(),
            buffer,
            element,
            len,
            lent: None,
        })
    }

    /// A buffer of the device's pool, which holds anything.
    pub(crate) fn lent(gpu: &Gpu, element: Type, len: usize) -> Result<RawBuffer, Error> {
        let size = checked_size(gpu, &element, len)?;
        let lent = gpu.lend(Purpose::Kernels, size)?;
        Ok(RawBuffer {
            gpu: gpu.clone(),
            buffer: lent.buffer().clone(),
            element,
            len,
            lent: Some(Arc::new(lent)),
        })
    }

    /// A buffer of the device's pool that begins with `bytes`.
    pub(crate) fn lent_with(
        gpu: &Gpu,
        element: Type,
        len: usize,
        bytes: &[u8],
    ) -> Result<RawBuffer, Error> {
        let raw = RawBuffer::lent(gpu, element, len)?;
        raw.write_bytes(bytes)?;
        Ok(raw)
    }

    /// If the memory is lent, it does not go back: commands name it that may be
    /// submitted when this is gone.
    pub(crate) fn keep(&self) {
        if let Some(lent) = &self.lent {
            lent.set_goes_back(false);
        }
    }

    /// Bytes of all values.
    pub(crate) fn bytes(&self) -> u64 {
        Layout::bytes(&self.element, self.len)
    }

    /// Those, and what fills the last step of copying.
    pub(crate) fn granules(&self) -> u64 {
        self.bytes().next_multiple_of(GRANULE)
    }

    /// The bytes to bind: those, and the least that WGSL asks for of a structure that ends
    /// in an array. None where there is no value: all of the buffer is bound.
    pub(crate) fn bound_bytes(&self) -> u64 {
        let least = match (self.bytes(), RuntimeArrayLayout::of(&self.element)) {
            (0, _) | (_, None) => 0,
            (_, Some(_)) => u64::from(Layout::of(&self.element).size),
        };
        self.granules().max(least)
    }

    fn write_bytes(&self, bytes: &[u8]) -> Result<(), Error> {
        if bytes.is_empty() {
            return Ok(());
        }
        let mut bytes = Cow::Borrowed(bytes);
        let filled = bytes.len().next_multiple_of(GRANULE as usize);
        if bytes.len() != filled {
            bytes.to_mut().resize(filled, 0);
        }
        self.gpu.scoped("writing a buffer", || {
            self.gpu.queue().write_buffer(&self.buffer, 0, &bytes);
        })
    }
}

/// The bytes to allocate: those of the values, and no less than one value's.
fn checked_size(gpu: &Gpu, element: &Type, len: usize) -> Result<u64, Error> {
    let one = u128::from(Layout::of(element).stride());
    let bytes = u128::from(Layout::bytes(element, len)).max(one);
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
