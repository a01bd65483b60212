//! Arrays as types of the shader: Rust's own, `[T; N]`, and `Vec<T>` for one whose length
//! the binding decides.

use super::{FixedFootprint, HostShareable, Indexed, Layout, ShaderType, Type, Value};

/// `array<T, N>`. WGSL has no array of no elements: `[T; 0]` does not compile.
impl<T: FixedFootprint, const N: usize> ShaderType for [T; N] {
    fn ty() -> Type {
        const {
            assert!(N > 0, "an array of the shader has at least one element");
            assert!(
                N <= u32::MAX as usize,
                "an array of the shader has fewer than 2^32 elements"
            );
        }
        Type::array(T::ty(), N as u32)
    }
}

/// `array<T>`, the last field of a [`RuntimeSized`](crate::RuntimeSized) structure. It is no
/// `Value`: no node and no variable holds an array whose length only the binding knows.
impl<T: FixedFootprint> ShaderType for Vec<T> {
    fn ty() -> Type {
        Type::runtime_array(T::ty())
    }
}

impl<T: FixedFootprint, const N: usize> FixedFootprint for [T; N] {}

impl<T: Value, const N: usize> Value for [T; N] {}

impl<T: FixedFootprint, const N: usize> Indexed for [T; N] {
    type Element = T;
}

/// Elements lie at multiples of the stride, with a gap where the size is less. The stride
/// of an array of arrays is that of its elements, times their number: so a slice of arrays
/// is handled as the slice of all their elements.
impl<T: HostShareable, const N: usize> HostShareable for [T; N] {
    const LAYOUT: Layout = Layout::array(T::LAYOUT, N as u32);
    const IS_PLAIN: bool = T::IS_ZERO_COPY;

    fn write(&self, bytes: &mut [u8]) {
        let (size, stride) = (T::LAYOUT.size as usize, T::LAYOUT.stride() as usize);
        match T::lend(self) {
            Some(own) => bytes.copy_from_slice(own),
            None => {
                let bytes = &mut bytes[..const { Self::LAYOUT.size as usize }];
                for (index, value) in self.iter().enumerate() {
                    value.write(&mut bytes[index * stride..][..size]);
                }
            }
        }
    }

    fn read(bytes: &[u8]) -> Self {
        let (size, stride) = (T::LAYOUT.size as usize, T::LAYOUT.stride() as usize);
        let bytes = &bytes[..const { Self::LAYOUT.size as usize }];
        let mut values = [T::read(&bytes[..size]); N];
        match T::lend_mut(&mut values) {
            Some(own) => own.copy_from_slice(bytes),
            None => {
                for (index, value) in values.iter_mut().enumerate() {
                    *value = T::read(&bytes[index * stride..][..size]);
                }
            }
        }
        values
    }

    fn lend(values: &[Self]) -> Option<&[u8]> {
        T::lend(values.as_flattened())
    }

    fn lend_mut(values: &mut [Self]) -> Option<&mut [u8]> {
        T::lend_mut(values.as_flattened_mut())
    }

    fn view(bytes: &[u8]) -> Option<&[Self]> {
        Some(T::view(bytes)?.as_chunks().0)
    }
}
