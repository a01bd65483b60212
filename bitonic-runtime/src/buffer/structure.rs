//! A buffer of one structure that ends in an array of run-time length.

use std::marker::PhantomData;

use bitonic_dsl::RuntimeSized;
use bitonic_dsl::types::Layout;

use super::sealed::Memory;
use super::{Bindable, RawBuffer};
use crate::device::Gpu;
use crate::error::{Error, ErrorKind};

/// One `T` in a device's memory, in WGSL's layout: fields, and behind them an array of
/// [`len`](StructBuffer::len) elements. Cheap to clone: clones share the memory.
///
/// In a shader, `.len()` of the array counts what fits into the bytes that are bound. Those
/// end behind the last element, but for two cases: a binding has room for one element and
/// for the structure's padding behind it, and its bytes are a multiple of four. So few
/// small elements behind an aligned field, or an odd number of `f16`, count more: where
/// that matters, keep a count in a field.
#[derive(Clone, Debug)]
pub struct StructBuffer<T> {
    raw: RawBuffer,
    structure: PhantomData<fn() -> T>,
}

impl Gpu {
    /// A buffer that holds `value`.
    ///
    /// ```no_run
    /// use bitonic_dsl::ShaderType;
    ///
    /// #[derive(ShaderType)]
    /// struct Samples {
    ///     shift: f32,
    ///     items: Vec<f32>,
    /// }
    ///
    /// # fn example(kernel: bitonic_dsl::Kernel) -> Result<(), bitonic_runtime::Error> {
    /// let gpu = bitonic_runtime::Gpu::auto()?;
    /// let samples = Samples { shift: 0.5, items: vec![1.0, 2.0, 3.0] };
    /// let buffer = gpu.struct_buffer(&samples)?;
    /// gpu.run(&kernel).bind("samples", &buffer).dispatch(buffer.len())?;
    /// println!("{:?}", buffer.read()?.items);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// More bytes than the device allows or has.
    pub fn struct_buffer<T: RuntimeSized>(&self, value: &T) -> Result<StructBuffer<T>, Error> {
        let len = value.elements().len();
        let raw = RawBuffer::create(self, T::ty(), len, &bytes_of(value))?;
        Ok(StructBuffer::from_raw(raw))
    }

    /// A buffer of one `T` with an array of `len` elements; all bytes are zero.
    ///
    /// # Errors
    ///
    /// More bytes than the device allows or has.
    pub fn zeroed_struct<T: RuntimeSized>(&self, len: usize) -> Result<StructBuffer<T>, Error> {
        let raw = RawBuffer::zeroed(self, T::ty(), len)?;
        Ok(StructBuffer::from_raw(raw))
    }
}

impl<T: RuntimeSized> StructBuffer<T> {
    fn from_raw(raw: RawBuffer) -> StructBuffer<T> {
        StructBuffer {
            raw,
            structure: PhantomData,
        }
    }

    /// The number of elements of the array.
    #[must_use]
    pub fn len(&self) -> usize {
        self.raw.len
    }

    /// Whether the array has no element.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.raw.len == 0
    }

    /// The buffer of wgpu, for work beside this library.
    #[must_use]
    pub fn wgpu_buffer(&self) -> &wgpu::Buffer {
        &self.raw.buffer
    }

    /// Waits for all submitted work and returns the structure.
    ///
    /// # Errors
    ///
    /// The device was lost or has no memory left.
    pub fn read(&self) -> Result<T, Error> {
        self.raw.begin_read()?.wait(T::read)
    }

    /// [`StructBuffer::read`] as a future, for any executor.
    ///
    /// # Errors
    ///
    /// As [`StructBuffer::read`].
    pub async fn read_async(&self) -> Result<T, Error> {
        self.raw.begin_read()?.wait_async(T::read).await
    }

    /// Replaces the structure, after all work submitted so far.
    ///
    /// # Errors
    ///
    /// Another number of elements than [`StructBuffer::len`], or the device was lost.
    pub fn write(&self, value: &T) -> Result<(), Error> {
        let given = value.elements().len();
        if given != self.len() {
            let message = format!(
                "a structure with {given} elements was written to a buffer of one with {}",
                self.len()
            );
            return Err(Error::new(ErrorKind::Plan, message)
                .with_help("write as many elements as the buffer holds"));
        }
        self.raw.write_bytes(&bytes_of(value))
    }
}

impl<T: RuntimeSized> Memory for StructBuffer<T> {
    fn memory(&self) -> &RawBuffer {
        &self.raw
    }
}

impl<T: RuntimeSized> Bindable for StructBuffer<T> {}

fn bytes_of<T: RuntimeSized>(value: &T) -> Vec<u8> {
    let mut bytes = vec![0; Layout::bytes(&T::ty(), value.elements().len()) as usize];
    value.write(&mut bytes);
    bytes
}
