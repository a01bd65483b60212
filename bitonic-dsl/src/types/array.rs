//! Arrays as types of the shader: Rust's own, `[T; N]`, and `Vec<T>` for one whose length
//! the binding decides.

use super::{HostShareable, Indexed, Layout, ShaderType, Type, Value};

/// `array<T, N>`. WGSL has no array of no elements: `[T; 0]` does not compile.
impl<T: ShaderType, const N: usize> ShaderType for [T; N] {
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
impl<T: ShaderType> ShaderType for Vec<T> {
    fn ty() -> Type {
        Type::runtime_array(T::ty())
    }
}

impl<T: Value, const N: usize> Value for [T; N] {}

impl<T: ShaderType, const N: usize> Indexed for [T; N] {
    type Element = T;
}

/// Elements lie at multiples of the stride, with a gap where the size is less.
impl<T: HostShareable, const N: usize> HostShareable for [T; N] {
    fn write(&self, bytes: &mut [u8]) {
        let layout = Layout::of(&T::ty());
        let places = bytes.chunks_mut(layout.stride() as usize);
        for (value, place) in self.iter().zip(places) {
            value.write(&mut place[..layout.size as usize]);
        }
    }

    fn read(bytes: &[u8]) -> Self {
        let layout = Layout::of(&T::ty());
        let (size, stride) = (layout.size as usize, layout.stride() as usize);
        std::array::from_fn(|index| T::read(&bytes[index * stride..][..size]))
    }
}
