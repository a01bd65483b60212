//! Structs from a seed, known as data alone: their layout against naga's, and kernels that
//! move every scalar, vector and matrix of one struct into the same struct with its fields
//! in the opposite order. No derive has seen them.

use std::cell::RefCell;
use std::fmt::Write;

use bitonic::types::{Layout, ScalarType, ShaderType, Type, VectorSize};
use bitonic::*;

use crate::support;

thread_local! {
    /// What [`Any`] is just now.
    static TYPE: RefCell<Type> = const { RefCell::new(Type::U32) };
    /// The bytes of a buffer of it.
    static BYTES: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Stands for the type that [`with_type`] says, so that one kernel serves all.
#[derive(Clone, Copy)]
struct Any;

fn with_type<R>(ty: &Type, work: impl FnOnce() -> R) -> R {
    TYPE.set(ty.clone());
    work()
}

impl ShaderType for Any {
    fn ty() -> Type {
        TYPE.with_borrow(Type::clone)
    }
}

impl FixedFootprint for Any {}

impl Value for Any {}

impl types::Indexed for Any {
    type Element = Any;
}

/// Buffers of [`Any`] hold the bytes of this thread.
impl HostShareable for Any {
    const LAYOUT: Layout = Layout::scalar(ScalarType::U32);

    fn write(&self, _bytes: &mut [u8]) {
        unreachable!("slices are converted as a whole")
    }

    fn read(_bytes: &[u8]) -> Self {
        Any
    }

    fn lend(_values: &[Self]) -> Option<&[u8]> {
        Some(BYTES.with_borrow(Vec::clone).leak())
    }

    fn values_of(bytes: &[u8]) -> Vec<Self> {
        BYTES.set(bytes.to_vec());
        vec![Any]
    }
}

impl StructType for Any {
    type Nodes = ();
    type Places<A: Access> = ();

    fn nodes(_value: Node<Self>) {}

    fn places<A: Access>(_place: Place<Self, A>) {}
}

/// A stream of numbers from a seed (PCG, O'Neill 2014).
struct Random(u64);

impl Random {
    fn below(&mut self, count: u32) -> u32 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let bits = (((self.0 >> 18) ^ self.0) >> 27) as u32;
        bits.rotate_right((self.0 >> 59) as u32) % count
    }

    fn of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len() as u32) as usize]
    }

    fn size(&mut self) -> VectorSize {
        self.of(&[VectorSize::Two, VectorSize::Three, VectorSize::Four])
    }

    /// A type of `scalars`, with up to `depth` arrays and structures around each other.
    fn ty(&mut self, scalars: &[ScalarType], depth: u32, names: &mut u32) -> Type {
        let scalar = self.of(scalars);
        match self.below(if depth == 0 { 4 } else { 7 }) {
            0 => Type::Scalar(scalar),
            1 | 2 => Type::Vector(self.size(), scalar),
            3 => Type::Matrix {
                columns: self.size(),
                rows: self.size(),
                scalar: match scalar.is_float() {
                    true => scalar,
                    false => ScalarType::F32,
                },
            },
            4 | 5 => Type::array(self.ty(scalars, depth - 1, names), 1 + self.below(3)),
            _ => self.structure(scalars, depth - 1, names),
        }
    }

    fn structure(&mut self, scalars: &[ScalarType], depth: u32, names: &mut u32) -> Type {
        let name = format!("S{names}");
        *names += 1;
        let count = 1 + self.below(6);
        let fields: Vec<_> = (0..count)
            .map(|index| (format!("f{index}"), self.ty(scalars, depth, names)))
            .collect();
        let fields = fields.iter().map(|(name, ty)| (name.as_str(), ty.clone()));
        Type::structure(&name, fields)
    }
}

const WORDS: [ScalarType; 3] = [ScalarType::U32, ScalarType::I32, ScalarType::F32];
const ALL: [ScalarType; 7] = [
    ScalarType::F16,
    ScalarType::U32,
    ScalarType::I32,
    ScalarType::F32,
    ScalarType::U64,
    ScalarType::I64,
    ScalarType::F64,
];

/// Declares the structures of `ty` as WGSL, each behind those that it holds.
fn declare(ty: &Type, text: &mut String) {
    match ty {
        Type::Array(array) => declare(&array.element, text),
        Type::Struct(structure) => {
            for field in &structure.fields {
                declare(&field.ty, text);
            }
            writeln!(text, "struct {} {{", structure.name).unwrap();
            for field in &structure.fields {
                writeln!(text, "    {}: {},", field.name, field.ty).unwrap();
            }
            writeln!(text, "}}").unwrap();
        }
        _ => {}
    }
}

/// Every structure within `ty` has the offsets, the size, the alignment and the stride
/// that naga finds for its text; arrays have naga's stride.
fn check_against_naga(ty: &Type) {
    let mut text = "enable f16;\n".to_owned();
    declare(ty, &mut text);
    let module =
        naga::front::wgsl::parse_str(&text).unwrap_or_else(|error| panic!("{text}{error}"));
    let mut layouter = naga::proc::Layouter::default();
    layouter
        .update(module.to_ctx())
        .expect("every type has a layout");
    check_within(ty, &module, &layouter, &text);
}

fn check_within(ty: &Type, module: &naga::Module, layouter: &naga::proc::Layouter, text: &str) {
    let Type::Struct(structure) = ty else {
        if let Type::Array(array) = ty {
            check_within(&array.element, module, layouter, text);
        }
        return;
    };
    let mut types = module.types.iter();
    let found = types.find(|(_, found)| found.name.as_ref() == Some(&structure.name));
    let (handle, found) = found.expect("it is declared");
    let naga::TypeInner::Struct { members, span } = &found.inner else {
        panic!("declared as a structure: {text}")
    };
    let layout = Layout::of(ty);
    let theirs = layouter[handle];
    let theirs = [
        theirs.size,
        theirs.alignment.round_up(1),
        theirs.to_stride(),
    ];
    assert_eq!(
        [layout.size, layout.align, layout.stride()],
        theirs,
        "{ty} of\n{text}"
    );
    assert_eq!(*span, layout.size, "{ty} of\n{text}");
    for (field, member) in structure.fields.iter().zip(members) {
        let place = format!("{ty}.{} of\n{text}", field.name);
        assert_eq!(field.offset, member.offset, "{place}");
        let size = module.types[member.ty].inner.size(module.to_ctx());
        assert_eq!(Layout::of(&field.ty).size, size, "{place}");
        if let naga::TypeInner::Array { stride, .. } = module.types[member.ty].inner
            && let Type::Array(array) = &field.ty
        {
            assert_eq!(Layout::of(&array.element).stride(), stride, "{place}");
        }
        check_within(&field.ty, module, layouter, text);
    }
}

#[test]
fn layouts_are_naga_s() {
    for seed in 0..400 {
        let mut names = 0;
        check_against_naga(&Random(seed).structure(&ALL, 3, &mut names));
    }
}

/// Copies `from` to `to` piece by piece, down to what has no fields and no elements; then
/// notes where the bytes of each piece lie in both.
fn copy(
    ty: &Type,
    from: (Place<Any, Read>, u32),
    to: (Place<Any>, u32),
    pieces: &mut Vec<(Type, u32, u32)>,
) {
    match ty {
        Type::Struct(structure) => {
            for (index, field) in (0..).zip(&structure.fields) {
                let places = with_type(&field.ty, || (from.0.field(index), to.0.field(index)));
                let offsets = (from.1 + field.offset, to.1 + field.offset);
                copy(
                    &field.ty,
                    (places.0, offsets.0),
                    (places.1, offsets.1),
                    pieces,
                );
            }
        }
        Type::Array(array) => {
            let stride = Layout::of(&array.element).stride();
            for index in 0..array.length.unwrap() {
                let places = with_type(&array.element, || {
                    (from.0.element(index), to.0.element(index))
                });
                let offsets = (from.1 + index * stride, to.1 + index * stride);
                copy(
                    &array.element,
                    (places.0, offsets.0),
                    (places.1, offsets.1),
                    pieces,
                );
            }
        }
        _ => {
            with_type(ty, || to.0.assign(from.0.load()));
            pieces.push((ty.clone(), from.1, to.1));
        }
    }
}

/// Moves the bytes of one piece, all but the gaps of a matrix.
fn move_bytes(ty: &Type, from: &[u8], to: &mut [u8]) {
    match ty {
        Type::Matrix {
            columns,
            rows,
            scalar,
        } => {
            let column = Layout::vector(*rows, *scalar);
            for start in (0..columns.count()).map(|index| (index * column.stride()) as usize) {
                let end = start + column.size as usize;
                to[start..end].copy_from_slice(&from[start..end]);
            }
        }
        _ => {
            let size = Layout::of(ty).size as usize;
            to[..size].copy_from_slice(&from[..size]);
        }
    }
}

/// Runs a kernel that moves all of a structure to its mirror image.
fn check_moved(gpu: &Gpu, seed: u64, scalars: &[ScalarType]) {
    let mut names = 0;
    let mut random = Random(seed);
    let source = random.structure(scalars, 2, &mut names);
    let Type::Struct(structure) = &source else {
        unreachable!("made as a structure")
    };
    let fields = structure.fields.iter().rev();
    let fields = fields.map(|field| (field.name.as_str(), field.ty.clone()));
    let target = Type::structure("Mirrored", fields);
    let Type::Struct(mirrored) = &target else {
        unreachable!("made as a structure")
    };
    let mut pieces = Vec::new();
    let built = kernel("mirror").workgroup_size(1).build(|k| {
        let whole = with_type(&source, || k.storage::<Any>("source").element(0));
        let into = with_type(&target, || k.storage_mut::<Any>("target").element(0));
        let last = structure.fields.len() as u32 - 1;
        for (index, field) in (0..).zip(&structure.fields) {
            let other = &mirrored.fields[(last - index) as usize];
            let places = with_type(&field.ty, || (whole.field(index), into.field(last - index)));
            let (from, to) = ((places.0, field.offset), (places.1, other.offset));
            copy(&field.ty, from, to, &mut pieces);
        }
    });
    let kernel = built.unwrap_or_else(|error| panic!("seed {seed}: {error}"));
    let size = |ty: &Type| Layout::of(ty).stride() as usize;
    let given: Vec<u8> = (0..size(&source))
        .map(|_| 0x30 + random.below(15) as u8)
        .collect();
    let mut expected = vec![0; size(&target)];
    for (ty, from, to) in &pieces {
        move_bytes(ty, &given[*from as usize..], &mut expected[*to as usize..]);
    }
    BYTES.set(given);
    let from = with_type(&source, || gpu.buffer(&[Any]).unwrap());
    let to = with_type(&target, || gpu.zeroed::<Any>(1).unwrap());
    let run = gpu.run(&kernel).bind("source", &from).bind("target", &to);
    run.workgroups([1, 1, 1]).unwrap();
    to.read().unwrap();
    let found = BYTES.take();
    let text = kernel.wgsl(Dialect::Naga).unwrap();
    assert_eq!(found, expected, "seed {seed} on {}\n{text}", gpu.info());
}

#[test]
fn every_piece_is_where_the_type_says_on_the_software_adapter() {
    let gpu = Gpu::named("software").expect("it is always there");
    for seed in 1000..1060 {
        check_moved(&gpu, seed, &ALL);
    }
}

#[test]
fn every_piece_is_where_the_type_says_on_vulkan() {
    let Some(gpu) = support::vulkan() else { return };
    let wide = [
        capabilities::Capability::Float16,
        capabilities::Capability::Int64,
        capabilities::Capability::Float64,
    ];
    let scalars: &[ScalarType] = match wide.into_iter().all(|one| gpu.has(one)) {
        true => &ALL,
        false => &WORDS,
    };
    for seed in 2000..2016 {
        check_moved(&gpu, seed, scalars);
    }
}
