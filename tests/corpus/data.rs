//! Contents of a buffer, or the value of a uniform or a parameter, of any type that host
//! and shader share.
#![allow(dead_code, reason = "the tests of texts need no data")]

use std::fmt;
use std::rc::Rc;

use bitonic::runtime::{Run, StructBuffer};
use bitonic::types::Layout;
use bitonic::{Buffer, Gpu, HostShareable, RuntimeSized};

/// Values of one type.
#[derive(Clone)]
pub(crate) struct Values(Rc<dyn Typed>);

impl Values {
    pub(crate) fn of<T: HostShareable>(values: &[T]) -> Values {
        Values(Rc::new(values.to_vec()))
    }

    /// One structure that ends in an array.
    pub(crate) fn of_struct<T: RuntimeSized + Clone>(value: &T) -> Values {
        Values(Rc::new(Structure(value.clone())))
    }

    pub(crate) fn upload(&self, gpu: &Gpu) -> Box<dyn Bound> {
        self.0.upload(gpu)
    }

    /// Gives the run the first value as the uniform `name`.
    pub(crate) fn uniform(&self, run: Run, name: &str) -> Run {
        self.0.uniform(run, name)
    }

    /// Gives the run the first value as the parameter `name`.
    pub(crate) fn parameter(&self, run: Run, name: &str) -> Run {
        self.0.parameter(run, name)
    }

    /// The bytes as the shader sees them; padding is zero.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        self.0.bytes()
    }
}

impl fmt::Debug for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bytes = self.bytes();
        let words = bytes.chunks_exact(4);
        let words = words.map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]]));
        f.debug_list().entries(words).finish()
    }
}

/// A buffer of some type.
pub(crate) trait Bound {
    fn bind(&self, run: Run, name: &str) -> Run;
    fn download(&self) -> Values;
}

trait Typed {
    fn upload(&self, gpu: &Gpu) -> Box<dyn Bound>;
    fn uniform(&self, run: Run, name: &str) -> Run;
    fn parameter(&self, run: Run, name: &str) -> Run;
    fn bytes(&self) -> Vec<u8>;
}

impl<T: HostShareable> Typed for Vec<T> {
    fn upload(&self, gpu: &Gpu) -> Box<dyn Bound> {
        Box::new(gpu.buffer(self).unwrap())
    }

    fn uniform(&self, run: Run, name: &str) -> Run {
        run.uniform(name, &self[0])
    }

    fn parameter(&self, run: Run, name: &str) -> Run {
        run.set(name, self[0])
    }

    fn bytes(&self) -> Vec<u8> {
        T::bytes_of(self).into_owned()
    }
}

impl<T: HostShareable> Bound for Buffer<T> {
    fn bind(&self, run: Run, name: &str) -> Run {
        run.bind(name, self)
    }

    fn download(&self) -> Values {
        Values::of(&self.read().unwrap())
    }
}

/// A structure that ends in an array: in a buffer of its own, never a uniform.
struct Structure<T>(T);

impl<T: RuntimeSized + Clone> Typed for Structure<T> {
    fn upload(&self, gpu: &Gpu) -> Box<dyn Bound> {
        Box::new(gpu.struct_buffer(&self.0).unwrap())
    }

    fn uniform(&self, _: Run, name: &str) -> Run {
        panic!("`{name}` is bound as storage")
    }

    fn parameter(&self, _: Run, name: &str) -> Run {
        panic!("`{name}` is bound as storage")
    }

    fn bytes(&self) -> Vec<u8> {
        let mut bytes = vec![0; Layout::bytes(&T::ty(), self.0.elements().len()) as usize];
        self.0.write(&mut bytes);
        bytes
    }
}

impl<T: RuntimeSized + Clone> Bound for StructBuffer<T> {
    fn bind(&self, run: Run, name: &str) -> Run {
        run.bind(name, self)
    }

    fn download(&self) -> Values {
        Values::of_struct(&self.read().unwrap())
    }
}
