//! Derived structs of many shapes on each executor: every field is read out of the
//! structure and written into one, and whole structures are copied.

use std::fmt::Debug;

use bitonic::capabilities::Capability;
use bitonic::types::ScalarType;
use bitonic::*;

use crate::support;

/// How many structures of each shape a buffer holds.
const COUNT: u32 = 5;

/// A derived struct, field by field.
trait Shape: StructType + Value + Debug + PartialEq {
    /// Checks each field on `gpu`.
    fn check_fields(gpu: &Gpu);
}

macro_rules! shapes {
    ($($name:ident { $($field:ident: $ty:ty),* $(,)? })*) => {
        $(
            #[derive(Clone, Copy, PartialEq, Debug, ShaderType)]
            struct $name {
                $($field: $ty,)*
            }

            impl Shape for $name {
                fn check_fields(gpu: &Gpu) {
                    let mut filled = vec![zero::<$name>(); COUNT as usize];
                    $(
                        let of = concat!(stringify!($name), ".", stringify!($field));
                        check_field::<$name, $ty>(gpu, of, Field {
                            read: |place| place.fields().$field.load(),
                            write: |place, value| place.fields().$field.assign(value),
                            take: |value| value.$field,
                            put: |value, field| value.$field = field,
                        }, &mut filled);
                    )*
                    assert_eq!(filled, samples::<$name>(), "no field is left out");
                }
            }
        )*

        fn check_all(gpu: &Gpu) {
            $(check::<$name>(gpu);)*
        }
    };
}

shapes! {
    Vec3ThenScalar { v: Vec3, s: f32 }
    ScalarThenVec3 { s: u32, v: IVec3 }
    TwoVec3 { a: Vec3, b: UVec3, c: u32 }
    Vec2Between { a: u32, b: Vec2, c: i32, d: UVec2, e: f32 }
    Trailing { v: Vec4, s: u32 }
    Nested { a: f32, inner: Trailing, b: u32, other: Vec3ThenScalar, c: Vec2 }
    Twice { a: u32, b: Nested, c: ScalarThenVec3 }
    ArrayOfScalars { a: u32, b: [u32; 3], c: u32 }
    ArrayOfVec3 { a: u32, b: [Vec3; 2], c: f32 }
    ArrayOfArrays { a: u32, b: [[Vec3; 2]; 3], c: [[f32; 3]; 2], d: Vec2 }
    ArrayOfStructs { a: f32, b: [Vec3ThenScalar; 2], c: [Trailing; 2], d: u32 }
    MatricesOfTwo { a: f32, b: Mat2, c: u32, d: Mat3x2, e: f32, f: Mat4x2 }
    MatricesOfThree { a: f32, b: Mat2x3, c: u32, d: Mat3, e: f32, f: Mat4x3, g: u32 }
    MatricesOfFour { a: f32, b: Mat2x4, c: u32, d: Mat3x4, e: f32, f: Mat4, g: u32 }
    ArrayOfMatrices { a: u32, b: [Mat3; 2], c: [Mat2; 3], d: f32 }
    Long { a: u32, b: u64, c: i32, d: I64Vec2, e: u32, f: U64Vec3, g: i64, h: I64Vec4 }
    LongArrays { a: u32, b: [u64; 3], c: i32, d: [I64Vec3; 2], e: u32 }
    Doubles { a: u32, b: f64, c: DVec3, d: f32, e: DVec2, f: f64, g: DVec4 }
    DoubleMatrices { a: f32, b: DMat2, c: f64, d: DMat3, e: f32, f: [DMat2x3; 2], g: u32 }
    Halves { a: f16, b: f16, c: u32, d: HVec2, e: f16, f: HVec3, g: f16, h: HVec4, i: f16 }
    HalfArrays { a: f16, b: [f16; 3], c: u32, d: [HVec3; 2], e: f16 }
    HalfMatrices { a: f16, b: HMat2, c: f16, d: HMat3, e: f16, f: HMat4x3, g: HMat2x4, h: f16 }
    AllWidths { a: f16, b: f64, c: f16, d: u32, e: HVec3, f: i64, g: f16, h: [Halves; 2], i: u32 }
}

fn samples<T: HostShareable>() -> Vec<T> {
    (0..COUNT).map(support::sample).collect()
}

fn zero<T: HostShareable>() -> T {
    T::read(&vec![0; T::LAYOUT.size as usize])
}

/// One field of a struct, in the kernel and on the host.
struct Field<S: StructType, F: Value> {
    read: fn(Place<S, Read>) -> Node<F>,
    write: fn(Place<S>, Node<F>),
    take: fn(&S) -> F,
    put: fn(&mut S, F),
}

/// Reads the field of each structure into a buffer of its own, and writes it from there
/// into structures of zeros, which then hold it and zeros: `filled` collects them.
fn check_field<S: Shape, F: HostShareable + Value + PartialEq + Debug>(
    gpu: &Gpu,
    of: &str,
    field: Field<S, F>,
    filled: &mut [S],
) {
    let kernel = kernel("check_field").workgroup_size(COUNT).build(|k| {
        let i = instance_index();
        let structures = k.storage::<S>("structures");
        let read = k.storage_mut::<F>("read");
        read.element(i).assign((field.read)(structures.element(i)));
        let values = k.storage::<F>("values");
        let written = k.storage_mut::<S>("written");
        (field.write)(written.element(i), values.element(i).load());
    });
    let kernel = kernel.unwrap();
    let structures = samples::<S>();
    let values: Vec<F> = structures.iter().map(field.take).collect();
    let read = gpu.zeroed::<F>(COUNT as usize).unwrap();
    let written = gpu.zeroed::<S>(COUNT as usize).unwrap();
    gpu.run(&kernel)
        .bind("structures", &gpu.buffer(&structures).unwrap())
        .bind("read", &read)
        .bind("values", &gpu.buffer(&values).unwrap())
        .bind("written", &written)
        .dispatch(COUNT as usize)
        .unwrap();
    assert_eq!(read.read().unwrap(), values, "{of} on {}", gpu.info());
    let mut expected = vec![zero::<S>(); COUNT as usize];
    for ((one, all), value) in expected.iter_mut().zip(filled).zip(values) {
        (field.put)(one, value);
        (field.put)(all, value);
    }
    assert_eq!(written.read().unwrap(), expected, "{of} on {}", gpu.info());
}

/// Copies whole structures on the device; the host reads what it wrote.
fn check_copy<S: Shape>(gpu: &Gpu) {
    let kernel = kernel("copy").workgroup_size(COUNT).build(|k| {
        let i = instance_index();
        let from = k.storage::<S>("source");
        let to = k.storage_mut::<S>("target");
        to.element(i).assign(from.element(i).load());
    });
    let structures = samples::<S>();
    let from = gpu.zeroed::<S>(COUNT as usize).unwrap();
    from.write(&structures).unwrap();
    let to = gpu.zeroed::<S>(COUNT as usize).unwrap();
    let run = gpu.run(&kernel.unwrap());
    let run = run.bind("source", &from).bind("target", &to);
    run.dispatch(COUNT as usize).unwrap();
    assert_eq!(to.read().unwrap(), structures, "on {}", gpu.info());
}

fn check<S: Shape>(gpu: &Gpu) {
    let ty = S::ty();
    let mut lacks = None;
    ty.for_each_scalar(&mut |scalar| {
        let capability = match scalar {
            ScalarType::F16 => Capability::Float16,
            ScalarType::I64 | ScalarType::U64 => Capability::Int64,
            ScalarType::F64 => Capability::Float64,
            ScalarType::Bool | ScalarType::I32 | ScalarType::U32 | ScalarType::F32 => return,
        };
        if !gpu.has(capability) {
            lacks = Some(capability);
        }
    });
    match lacks {
        Some(capability) => println!("{ty}: no {capability} on {}", gpu.info()),
        None => {
            S::check_fields(gpu);
            check_copy::<S>(gpu);
        }
    }
}

#[test]
fn every_field_of_every_shape_on_the_software_adapter() {
    check_all(&Gpu::named("software").expect("it is always there"));
}

#[test]
fn every_field_of_every_shape_on_vulkan() {
    if let Some(gpu) = support::vulkan() {
        check_all(&gpu);
    }
}
