//! How arguments and results of every type travel in buffers: a `bool` as a `u32`.

use bitonic::types::{Layout, ScalarType, Type};
use bitonic::runtime::Run;
use bitonic::*;

use super::values::Row;

/// A type of arguments and results.
pub(crate) trait Carry: Value {
    /// What lies in the buffer.
    type Stored: Value + HostShareable;

    fn get(stored: Node<Self::Stored>) -> Node<Self>;
    fn put(value: Node<Self>) -> Node<Self::Stored>;
}

macro_rules! carried_as_they_are {
    ($($ty:ty),*) => {$(
        impl Carry for $ty {
            type Stored = $ty;

            fn get(stored: Node<$ty>) -> Node<$ty> {
                stored
            }

            fn put(value: Node<$ty>) -> Node<$ty> {
                value
            }
        }
    )*};
}

carried_as_they_are!(u32, i32, f32, UVec2, UVec3, UVec4, IVec2, IVec3, IVec4, Vec2, Vec3, Vec4);

macro_rules! carried_as_words {
    ($($ty:ty as $stored:ty),*) => {$(
        impl Carry for $ty {
            type Stored = $stored;

            fn get(stored: Node<$stored>) -> Node<$ty> {
                stored.to_bool()
            }

            fn put(value: Node<$ty>) -> Node<$stored> {
                value.to_u32()
            }
        }
    )*};
}

carried_as_words!(bool as u32, BVec2 as UVec2, BVec3 as UVec3, BVec4 as UVec4);

/// What a built-in gives, written to buffers and read from them.
pub(crate) trait Outcome {
    fn store(self, k: &KernelScope, i: Node<u32>);
    /// The components of each of `count` results, as bits.
    fn fetch(gpu: &Gpu, run: Run, count: usize) -> Vec<Vec<u32>>;
    fn scalars() -> Vec<ScalarType>;
}

impl<T: Carry> Outcome for Node<T> {
    fn store(self, k: &KernelScope, i: Node<u32>) {
        let first = k.storage_mut::<T::Stored>("first");
        first.element(i).assign(T::put(self));
    }

    fn fetch(gpu: &Gpu, run: Run, count: usize) -> Vec<Vec<u32>> {
        let first = empty::<T::Stored>(gpu, count);
        run.bind("first", &first).workgroups([count as u32, 1, 1]).unwrap();
        words(&first)
    }

    fn scalars() -> Vec<ScalarType> {
        scalars_of::<T>()
    }
}

macro_rules! pairs {
    ($($pair:ident $second:ident $ty:ident;)*) => {$(
        impl<T: ShortFloat + Carry> Outcome for $pair<T>
        where
            pairs!(@ $ty): Carry,
        {
            fn store(self, k: &KernelScope, i: Node<u32>) {
                let first = k.storage_mut::<T::Stored>("first");
                let second = k.storage_mut::<<pairs!(@ $ty) as Carry>::Stored>("second");
                first.element(i).assign(T::put(self.fract()));
                second.element(i).assign(Carry::put(self.$second()));
            }

            fn fetch(gpu: &Gpu, run: Run, count: usize) -> Vec<Vec<u32>> {
                let first = empty::<T::Stored>(gpu, count);
                let second = empty::<<pairs!(@ $ty) as Carry>::Stored>(gpu, count);
                let run = run.bind("first", &first).bind("second", &second);
                run.workgroups([count as u32, 1, 1]).unwrap();
                let both = words(&first).into_iter().zip(words(&second));
                both.map(|(first, second)| [first, second].concat()).collect()
            }

            fn scalars() -> Vec<ScalarType> {
                [scalars_of::<T>(), scalars_of::<pairs!(@ $ty)>()].concat()
            }
        }
    )*};
    (@ T) => { T };
    (@ Exponent) => { <T as Comparable>::SignedInteger };
}

pairs! {
    Modf whole T;
    Frexp exp Exponent;
}

fn scalars_of<T: ShaderType>() -> Vec<ScalarType> {
    match T::ty() {
        Type::Vector(size, scalar) => vec![scalar; size.count() as usize],
        Type::Scalar(scalar) => vec![scalar],
        _ => Vec::new(),
    }
}

fn empty<T: HostShareable>(gpu: &Gpu, count: usize) -> Buffer<T> {
    let size = Layout::of(&T::ty()).size as usize;
    gpu.buffer(&vec![T::read(&vec![0xEE; size]); count]).unwrap()
}

/// A buffer of the arguments at `position`.
pub(crate) fn upload<T: HostShareable>(gpu: &Gpu, rows: &[Row], position: usize) -> Buffer<T> {
    let scalar = T::ty().scalar().expect("arguments are scalars and vectors");
    let value = |row: &Row| {
        let components = row[position].iter();
        let bytes: Vec<u8> = components.flat_map(|value| bits(*value, scalar).to_le_bytes()).collect();
        T::read(&bytes)
    };
    gpu.buffer(&rows.iter().map(value).collect::<Vec<T>>()).unwrap()
}

fn words<T: HostShareable>(buffer: &Buffer<T>) -> Vec<Vec<u32>> {
    let size = Layout::of(&T::ty()).size as usize;
    let of = |value: &T| {
        let mut bytes = vec![0; size];
        value.write(&mut bytes);
        let words = bytes.chunks_exact(4);
        words.map(|word| u32::from_le_bytes(word.try_into().unwrap())).collect()
    };
    buffer.read().unwrap().iter().map(of).collect()
}

/// A number as the bits of a scalar.
pub(crate) fn bits(value: f64, scalar: ScalarType) -> u32 {
    match scalar {
        ScalarType::Bool | ScalarType::U32 => value as u32,
        ScalarType::I32 => value as i32 as u32,
        ScalarType::F32 => (value as f32).to_bits(),
    }
}

/// The bits of a scalar as a number.
pub(crate) fn number(bits: u32, scalar: ScalarType) -> f64 {
    match scalar {
        ScalarType::Bool | ScalarType::U32 => f64::from(bits),
        ScalarType::I32 => f64::from(bits as i32),
        ScalarType::F32 => f64::from(f32::from_bits(bits)),
    }
}
