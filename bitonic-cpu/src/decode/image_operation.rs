//! What a program does with textures: the data of `Operation::Image`, and which registers it mentions.

use super::operation::{AtomicFunction, Operation};

/// The coordinates of a texel; zero where the texture has no such axis.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TexelAt<R> {
    pub(crate) coordinates: [R; 3],
    pub(crate) layer: R,
    pub(crate) level: R,
    pub(crate) sample: R,
}

/// The level of detail of a sample, in f32.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Detail<R> {
    Level(R),
    /// From how the coordinates change in two directions.
    Gradients([[R; 3]; 2]),
}

/// What is made of the texels around a point.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Mix {
    /// A colour, filtered as the sampler says.
    Filter,
    /// The same, of level 0, with the coordinates kept from the edge.
    FilterWithinEdge,
    /// This channel of each of the four nearest.
    Gather(u8),
}

/// A sample of a texture.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sampling<R> {
    /// Index of the program's samplers.
    pub(crate) sampler: u32,
    pub(crate) coordinates: [R; 3],
    /// Element of an array of textures or cubes.
    pub(crate) element: R,
    pub(crate) offset: [R; 3],
    pub(crate) detail: Detail<R>,
    /// What depths are compared with.
    pub(crate) reference: Option<R>,
    pub(crate) mix: Mix,
}

/// What is asked of a texture's shape.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Query<R> {
    /// Width, height and depth of a level.
    Size(R),
    Levels,
    /// Elements of an array of textures or cubes.
    Layers,
    Samples,
}

/// What is done.
#[derive(Clone, Debug)]
pub(crate) enum ImageAction<R> {
    Load(TexelAt<R>),
    Store(TexelAt<R>, [R; 4]),
    Atomic {
        at: TexelAt<R>,
        function: AtomicFunction<R>,
        operand: R,
    },
    Sample(Sampling<R>),
    Query(Query<R>),
}

/// An operation on a texture.
#[derive(Clone, Debug)]
pub(crate) struct ImageOperation<R> {
    /// Index of the program's textures.
    pub(crate) texture: u32,
    pub(crate) action: ImageAction<R>,
    /// Where the words of the result go; of a texel's four, those that are wanted.
    pub(crate) targets: Vec<R>,
    /// Where the source does it.
    pub(crate) site: u32,
}

impl<R> Operation<R> {
    /// The registers that take the words of a texel.
    pub(super) fn texel_targets(&self) -> &[R] {
        if let Self::Image(image) = self {
            &image.targets
        } else {
            &[]
        }
    }
}

impl<R: Copy> ImageOperation<R> {
    /// Whether it changes the texture.
    pub(crate) fn has_effect(&self) -> bool {
        match self.action {
            ImageAction::Store(..) | ImageAction::Atomic { .. } => true,
            ImageAction::Load(_) | ImageAction::Sample(_) | ImageAction::Query(_) => false,
        }
    }

    /// Calls `each` for the registers that it reads.
    pub(crate) fn sources(&self, mut each: impl FnMut(R)) {
        // Mapping visits every register; the targets are not read.
        let sources = Self {
            targets: Vec::new(),
            ..self.clone()
        };
        sources.map(&mut |register| each(register));
    }

    /// The same operation over other registers.
    pub(crate) fn map<S>(&self, register: &mut impl FnMut(R) -> S) -> ImageOperation<S> {
        ImageOperation {
            texture: self.texture,
            action: self.action.map(register),
            targets: self.targets.iter().map(|&r| register(r)).collect(),
            site: self.site,
        }
    }
}

impl<R: Copy> ImageAction<R> {
    fn map<S>(&self, register: &mut impl FnMut(R) -> S) -> ImageAction<S> {
        match *self {
            Self::Load(at) => ImageAction::Load(at.map(register)),
            Self::Store(at, values) => {
                ImageAction::Store(at.map(register), values.map(&mut *register))
            }
            Self::Atomic {
                at,
                function,
                operand,
            } => ImageAction::Atomic {
                at: at.map(register),
                function: function.map(&mut *register),
                operand: register(operand),
            },
            Self::Sample(sampling) => ImageAction::Sample(sampling.map(register)),
            Self::Query(query) => ImageAction::Query(match query {
                Query::Size(level) => Query::Size(register(level)),
                Query::Levels => Query::Levels,
                Query::Layers => Query::Layers,
                Query::Samples => Query::Samples,
            }),
        }
    }
}

impl<R: Copy> TexelAt<R> {
    fn map<S>(&self, register: &mut impl FnMut(R) -> S) -> TexelAt<S> {
        TexelAt {
            coordinates: self.coordinates.map(&mut *register),
            layer: register(self.layer),
            level: register(self.level),
            sample: register(self.sample),
        }
    }
}

impl<R: Copy> Sampling<R> {
    fn map<S>(&self, register: &mut impl FnMut(R) -> S) -> Sampling<S> {
        Sampling {
            sampler: self.sampler,
            coordinates: self.coordinates.map(&mut *register),
            element: register(self.element),
            offset: self.offset.map(&mut *register),
            detail: match self.detail {
                Detail::Level(level) => Detail::Level(register(level)),
                Detail::Gradients(gradients) => {
                    Detail::Gradients(gradients.map(|gradient| gradient.map(&mut *register)))
                }
            },
            reference: self.reference.map(&mut *register),
            mix: self.mix,
        }
    }
}
