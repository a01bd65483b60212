//! How arguments and results of every type travel in buffers: a `bool` as a `u32`.

use bitonic::runtime::Run;
use bitonic::types::{Layout, ScalarType, Type};
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

carried_as_they_are!(u32, UVec2, UVec3, UVec4, i32, IVec2, IVec3, IVec4);
carried_as_they_are!(
    u64, U64Vec2, U64Vec3, U64Vec4, i64, I64Vec2, I64Vec3, I64Vec4
);
carried_as_they_are!(
    f16, HVec2, HVec3, HVec4, f32, Vec2, Vec3, Vec4, f64, DVec2, DVec3, DVec4
);
carried_as_they_are!(
    HMat2, HMat2x3, HMat2x4, HMat3, HMat3x2, HMat3x4, HMat4, HMat4x2, HMat4x3
);
carried_as_they_are!(
    Mat2, Mat2x3, Mat2x4, Mat3, Mat3x2, Mat3x4, Mat4, Mat4x2, Mat4x3
);
carried_as_they_are!(
    DMat2, DMat2x3, DMat2x4, DMat3, DMat3x2, DMat3x4, DMat4, DMat4x2, DMat4x3
);

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
    /// The components of each of `count` results.
    fn fetch(gpu: &Gpu, run: Run, count: usize) -> Vec<Vec<f64>>;
}

impl<T: Carry> Outcome for Node<T> {
    fn store(self, k: &KernelScope, i: Node<u32>) {
        let first = k.storage_mut::<T::Stored>("first");
        first.element(i).assign(T::put(self));
    }

    fn fetch(gpu: &Gpu, run: Run, count: usize) -> Vec<Vec<f64>> {
        let first = empty::<T::Stored>(gpu, count);
        run.bind("first", &first)
            .workgroups([count as u32, 1, 1])
            .unwrap();
        words(&first)
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

            fn fetch(gpu: &Gpu, run: Run, count: usize) -> Vec<Vec<f64>> {
                let first = empty::<T::Stored>(gpu, count);
                let second = empty::<<pairs!(@ $ty) as Carry>::Stored>(gpu, count);
                let run = run.bind("first", &first).bind("second", &second);
                run.workgroups([count as u32, 1, 1]).unwrap();
                let both = words(&first).into_iter().zip(words(&second));
                both.map(|(first, second)| [first, second].concat()).collect()
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

fn empty<T: HostShareable>(gpu: &Gpu, count: usize) -> Buffer<T> {
    let size = Layout::of(&T::ty()).size as usize;
    gpu.buffer(&vec![T::read(&vec![0x5A; size]); count])
        .unwrap()
}

/// A buffer of the arguments at `position`.
pub(crate) fn upload<T: HostShareable>(gpu: &Gpu, rows: &[Row], position: usize) -> Buffer<T> {
    let value = |row: &Row| {
        let mut bytes = vec![0; Layout::of(&T::ty()).size as usize];
        for ((place, scalar), value) in places::<T>().into_iter().zip(&row[position]) {
            let written = bits(*value, scalar);
            bytes[place..place + written.len()].copy_from_slice(&written);
        }
        T::read(&bytes)
    };
    gpu.buffer(&rows.iter().map(value).collect::<Vec<T>>())
        .unwrap()
}

fn words<T: HostShareable>(buffer: &Buffer<T>) -> Vec<Vec<f64>> {
    let of = |value: &T| {
        let mut bytes = vec![0; Layout::of(&T::ty()).size as usize];
        value.write(&mut bytes);
        let places = places::<T>().into_iter();
        places
            .map(|(place, scalar)| number(&bytes[place..], scalar))
            .collect()
    };
    buffer.read().unwrap().iter().map(of).collect()
}

/// Where each component lies, in bytes, and what it is.
fn places<T: ShaderType>() -> Vec<(usize, ScalarType)> {
    let ty = T::ty();
    let scalar = ty.scalar().expect("a scalar, a vector or a matrix");
    let (columns, rows, stride) = match ty {
        Type::Matrix { columns, rows, .. } => {
            let stride = Layout::of(&Type::Vector(rows, scalar)).stride();
            (columns.count(), rows.count(), stride)
        }
        Type::Vector(size, _) => (1, size.count(), 0),
        Type::Scalar(_) | Type::Atomic(_) | Type::Array(_) | Type::Struct(_) => (1, 1, 0),
    };
    let place = |column, row| ((column * stride + row * scalar.size()) as usize, scalar);
    (0..columns)
        .flat_map(|column| (0..rows).map(move |row| place(column, row)))
        .collect()
}

/// A number as the bytes of a scalar.
fn bits(value: f64, scalar: ScalarType) -> Vec<u8> {
    match scalar {
        ScalarType::Bool | ScalarType::U32 => (value as u32).to_le_bytes().to_vec(),
        ScalarType::I32 => (value as i32).to_le_bytes().to_vec(),
        ScalarType::U64 => (value as u64).to_le_bytes().to_vec(),
        ScalarType::I64 => (value as i64).to_le_bytes().to_vec(),
        ScalarType::F16 => f16::from_f64(value).to_le_bytes().to_vec(),
        ScalarType::F32 => (value as f32).to_le_bytes().to_vec(),
        ScalarType::F64 => value.to_le_bytes().to_vec(),
    }
}

/// The number that the first of `bytes` are, as a scalar.
fn number(bytes: &[u8], scalar: ScalarType) -> f64 {
    match scalar {
        ScalarType::Bool | ScalarType::U32 => f64::from(u32::from_le_bytes(first(bytes))),
        ScalarType::I32 => f64::from(i32::from_le_bytes(first(bytes))),
        ScalarType::U64 => u64::from_le_bytes(first(bytes)) as f64,
        ScalarType::I64 => i64::from_le_bytes(first(bytes)) as f64,
        ScalarType::F16 => f16::from_le_bytes(first(bytes)).to_f64(),
        ScalarType::F32 => f64::from(f32::from_le_bytes(first(bytes))),
        ScalarType::F64 => f64::from_le_bytes(first(bytes)),
    }
}

fn first<const N: usize>(bytes: &[u8]) -> [u8; N] {
    let mut all = [0; N];
    all.iter_mut().zip(bytes).for_each(|(to, from)| *to = *from);
    all
}
