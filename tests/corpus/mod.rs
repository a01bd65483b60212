//! The corpus: small kernels with inputs and right values, as data. Every executor
//! runs all of them. Right values come from the WGSL specification or from plain
//! Rust, never from a run.

pub(crate) mod arithmetic;
pub(crate) mod atomics;
pub(crate) mod composites;
pub(crate) mod control;
pub(crate) mod data;
pub(crate) mod flow;
pub(crate) mod formats;
pub(crate) mod hazards;
pub(crate) mod memory;
pub(crate) mod nodes;
pub(crate) mod overrides;
pub(crate) mod pointers;
pub(crate) mod runtime_arrays;
pub(crate) mod subgroup_nodes;
pub(crate) mod subgroups;
pub(crate) mod tables;
pub(crate) mod texels;
pub(crate) mod textures;

use bitonic::interface::OverrideValue;
use bitonic::runtime::plan::Sampling;
use bitonic::{Error, HostShareable, Kernel, RuntimeSized};
use data::Values;
use texels::Texels;

/// One kernel, what it is given and what it must leave.
pub(crate) struct Case {
    /// The kernel's name, and the case's.
    pub(crate) name: &'static str,
    /// Builds the kernel.
    pub(crate) kernel: fn() -> Result<Kernel, Error>,
    /// The buffers before the dispatch, by name.
    pub(crate) buffers: Vec<(&'static str, Data)>,
    /// The textures before the dispatch, by name.
    pub(crate) textures: Vec<(&'static str, Texels)>,
    /// The samplers, by name.
    pub(crate) samplers: Vec<(&'static str, Sampling)>,
    /// The parameters of the dispatch, by name.
    pub(crate) parameters: Vec<(&'static str, u32)>,
    /// Uniforms and parameters of any type, by name.
    pub(crate) values: Vec<(&'static str, Values)>,
    /// Values of the kernel's overrides, by name; the others have their defaults.
    pub(crate) overrides: Vec<(&'static str, OverrideValue)>,
    /// The grid.
    pub(crate) workgroups: [u32; 3],
    /// What some of the buffers must hold afterwards, bit for bit.
    pub(crate) expected: Vec<(&'static str, Data)>,
    /// What some of the textures must hold afterwards, byte for byte.
    pub(crate) left: Vec<(&'static str, Texels)>,
    /// What must hold between the buffers afterwards, where that depends on the device.
    pub(crate) relation: Option<Relation>,
}

/// Whether buffers hold what they must, given the words of each by its name.
pub(crate) type Relation = fn(&dyn Fn(&str) -> Vec<u32>) -> Result<(), String>;

/// The contents of a buffer.
#[derive(Clone, Debug)]
pub(crate) enum Data {
    /// Unsigned integers.
    U32(Vec<u32>),
    /// Signed integers.
    I32(Vec<i32>),
    /// Floats.
    F32(Vec<f32>),
    /// Vectors of three floats, 16 bytes apart.
    Vec3(Vec<[f32; 3]>),
    /// Values of any other type that host and shader share.
    Any(Values),
}

impl Data {
    /// Values of any type that host and shader share.
    pub(crate) fn of<T: HostShareable>(values: &[T]) -> Data {
        Data::Any(Values::of(values))
    }

    /// One structure that ends in an array.
    pub(crate) fn of_struct<T: RuntimeSized + Clone>(value: &T) -> Data {
        Data::Any(Values::of_struct(value))
    }

    /// The bits of every component, in order.
    pub(crate) fn bits(&self) -> Vec<u32> {
        match self {
            Data::U32(values) => values.clone(),
            Data::I32(values) => values.iter().map(|&value| value as u32).collect(),
            Data::F32(values) => values.iter().map(|value| value.to_bits()).collect(),
            Data::Vec3(values) => values
                .iter()
                .flatten()
                .map(|value| value.to_bits())
                .collect(),
            Data::Any(values) => {
                let mut bytes = values.bytes();
                bytes.resize(bytes.len().next_multiple_of(4), 0);
                let words = bytes.chunks_exact(4);
                let word = |word: &[u8]| u32::from_le_bytes([word[0], word[1], word[2], word[3]]);
                words.map(word).collect()
            }
        }
    }
}

impl Case {
    /// A case of one workgroup and no parameters.
    pub(crate) fn new(name: &'static str, kernel: fn() -> Result<Kernel, Error>) -> Case {
        Case {
            name,
            kernel,
            buffers: Vec::new(),
            textures: Vec::new(),
            samplers: Vec::new(),
            parameters: Vec::new(),
            values: Vec::new(),
            overrides: Vec::new(),
            workgroups: [1, 1, 1],
            expected: Vec::new(),
            left: Vec::new(),
            relation: None,
        }
    }

    /// Gives a buffer its contents before the dispatch.
    pub(crate) fn given(mut self, name: &'static str, data: Data) -> Case {
        self.buffers.push((name, data));
        self
    }

    /// Gives a texture its size and its texels before the dispatch.
    pub(crate) fn texture(mut self, name: &'static str, texels: Texels) -> Case {
        self.textures.push((name, texels));
        self
    }

    /// Says how a sampler reads.
    pub(crate) fn sampler(mut self, name: &'static str, sampling: Sampling) -> Case {
        self.samplers.push((name, sampling));
        self
    }

    /// Gives a parameter its value.
    pub(crate) fn parameter(mut self, name: &'static str, value: u32) -> Case {
        self.parameters.push((name, value));
        self
    }

    /// Gives a uniform or a parameter of any type its value.
    pub(crate) fn value<T: HostShareable>(mut self, name: &'static str, value: T) -> Case {
        self.values.push((name, Values::of(&[value])));
        self
    }

    /// Gives an override its value.
    pub(crate) fn overridden(
        mut self,
        name: &'static str,
        value: impl Into<OverrideValue>,
    ) -> Case {
        self.overrides.push((name, value.into()));
        self
    }

    /// The kernel with the values of its overrides.
    pub(crate) fn settled(&self) -> Result<Kernel, Error> {
        (self.kernel)()?.with_overrides(self.overrides.iter().copied())
    }

    /// Sets the number of workgroups in x.
    pub(crate) fn workgroups(mut self, count: u32) -> Case {
        self.workgroups = [count, 1, 1];
        self
    }

    /// Says what a buffer must hold afterwards.
    pub(crate) fn gives(mut self, name: &'static str, data: Data) -> Case {
        self.expected.push((name, data));
        self
    }

    /// Says what a texture must hold afterwards, in as many levels as are given.
    pub(crate) fn leaves(mut self, name: &'static str, texels: Texels) -> Case {
        self.left.push((name, texels));
        self
    }

    /// Says what must hold between the buffers afterwards.
    pub(crate) fn such_that(mut self, relation: Relation) -> Case {
        self.relation = Some(relation);
        self
    }
}

/// Every case.
pub(crate) fn all() -> Vec<Case> {
    let rooms = [
        hazards::cases(),
        arithmetic::cases(),
        control::cases(),
        flow::cases(),
        memory::cases(),
        atomics::cases(),
        composites::cases(),
        tables::cases(),
        pointers::cases(),
        subgroups::cases(),
        subgroup_nodes::cases(),
        runtime_arrays::cases(),
        nodes::cases(),
        textures::cases(),
        formats::cases(),
        overrides::cases(),
    ];
    rooms.into_iter().flatten().collect()
}
