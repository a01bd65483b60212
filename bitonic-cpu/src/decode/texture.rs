//! Textures and samplers: the variables that stand for them, and the expressions and statements that use
//! them. How texels are found and mixed is in `image`.

use naga::{
    AddressSpace, Expression, GlobalVariable, Handle, ImageClass, ImageDimension, ImageQuery,
    Module, SampleLevel, ScalarKind, Span, Statement, StorageAccess, SwizzleComponent, TypeInner,
};

use super::DecodeError;
use super::builder::Value;
use super::frame::{Decoder, Frame, Operand};
use super::image_operation::{Detail, ImageAction, ImageOperation, Mix, Query, Sampling, TexelAt};
use super::operation::Operation;
use super::pointer::Site;
use super::shape::Kind;
use crate::value::Unary;

/// A texture variable that the entry point uses.
#[derive(Clone, Debug)]
pub struct TextureResource {
    /// `@group`.
    pub group: u32,
    /// `@binding`.
    pub binding: u32,
    /// The variable's name in the source.
    pub name: Option<String>,
    /// Axes.
    pub dimension: ImageDimension,
    /// Whether it is an array.
    pub arrayed: bool,
    /// Sampled, depth or storage, and of what.
    pub class: ImageClass,
}

/// A sampler variable that the entry point uses.
#[derive(Clone, Debug)]
pub struct SamplerResource {
    /// `@group`.
    pub group: u32,
    /// `@binding`.
    pub binding: u32,
    /// The variable's name in the source.
    pub name: Option<String>,
    /// Whether it is a `sampler_comparison`.
    pub comparison: bool,
}

/// The textures and samplers of an entry point, by group and binding.
#[derive(Clone, Debug, Default)]
pub struct OpaqueResources {
    /// Textures.
    pub textures: Vec<TextureResource>,
    /// Samplers.
    pub samplers: Vec<SamplerResource>,
    /// Which texture is sampled with which sampler, by index.
    pub pairs: Vec<(usize, usize)>,
}

/// A texture or sampler, by its index among the program's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Opaque {
    Texture(u32),
    Sampler(u32),
}

impl OpaqueResources {
    /// Adds a variable of address space `handle`; `None` if its type is neither a texture nor a sampler.
    pub(super) fn place(
        &mut self,
        module: &Module,
        variable: &GlobalVariable,
        span: Span,
    ) -> Result<Option<Opaque>, DecodeError> {
        if variable.space != AddressSpace::Handle {
            return Ok(None);
        }
        let binding = variable.binding.as_ref().ok_or_else(|| {
            let message = "a texture or sampler has no `@group` and `@binding`";
            DecodeError::new(message.to_owned(), span)
        })?;
        let (group, binding) = (binding.group, binding.binding);
        let name = variable.name.clone();
        match module.types[variable.ty].inner {
            TypeInner::Image {
                dim,
                arrayed,
                class,
            } => {
                if class == ImageClass::External {
                    return Err(DecodeError::unsupported("external textures", span));
                }
                self.textures.push(TextureResource {
                    group,
                    binding,
                    name,
                    dimension: dim,
                    arrayed,
                    class,
                });
                Ok(Some(Opaque::Texture(self.textures.len() as u32 - 1)))
            }
            TypeInner::Sampler { comparison } => {
                self.samplers.push(SamplerResource {
                    group,
                    binding,
                    name,
                    comparison,
                });
                Ok(Some(Opaque::Sampler(self.samplers.len() as u32 - 1)))
            }
            _ => Ok(None),
        }
    }
}

/// The operands of an image expression or statement that say which texel is meant.
struct Coordinates {
    coordinate: Handle<Expression>,
    array_index: Option<Handle<Expression>>,
    level: Option<Handle<Expression>>,
    sample: Option<Handle<Expression>>,
}

impl<'m> Decoder<'m> {
    /// Evaluates `ImageLoad`, `ImageSample` and `ImageQuery`.
    pub(super) fn image(
        &mut self,
        frame: &mut Frame<'m>,
        handle: Handle<Expression>,
    ) -> Result<Operand, DecodeError> {
        let span = frame.span(handle);
        let (image, action) = match frame.function.expressions[handle] {
            Expression::ImageLoad {
                image,
                coordinate,
                array_index,
                sample,
                level,
            } => {
                let coordinates = Coordinates {
                    coordinate,
                    array_index,
                    level,
                    sample,
                };
                (image, ImageAction::Load(self.texel(frame, &coordinates)?))
            }
            Expression::ImageSample { image, .. } => {
                (image, ImageAction::Sample(self.sampling(frame, handle)?))
            }
            Expression::ImageQuery { image, query } => {
                (image, ImageAction::Query(self.query(frame, query)?))
            }
            _ => return Err(DecodeError::unsupported("texture operations", span)),
        };
        let texture = self.texture(frame, image)?;
        let words = self.shape(frame, handle)?.words();
        let targets: Vec<Value> = (0..words).map(|_| self.builder.temporary()).collect();
        self.push_image(texture, action, targets.clone(), span);
        Ok(Self::values(targets))
    }

    /// `ImageStore` and `ImageAtomic`.
    pub(super) fn image_statement(
        &mut self,
        frame: &mut Frame<'m>,
        statement: &Statement,
        span: Span,
    ) -> Result<(), DecodeError> {
        let at = |coordinate, array_index| Coordinates {
            coordinate,
            array_index,
            level: None,
            sample: None,
        };
        let (image, action) = match *statement {
            Statement::ImageStore {
                image,
                coordinate,
                array_index,
                value,
            } => {
                let texel = self.texel(frame, &at(coordinate, array_index))?;
                let words = self.scalars(frame, value)?;
                let words = <[Value; 4]>::try_from(&*words).map_err(|_| {
                    DecodeError::unsupported("texels of other than four words", span)
                })?;
                (image, ImageAction::Store(texel, words))
            }
            Statement::ImageAtomic {
                image,
                coordinate,
                array_index,
                fun,
                value,
            } => {
                let ty = frame.info[value].ty.inner_with(&self.module.types);
                let kind = ty.scalar_kind().unwrap_or(ScalarKind::Uint);
                let action = ImageAction::Atomic {
                    at: self.texel(frame, &at(coordinate, array_index))?,
                    function: self.atomic_function(frame, fun, kind, span)?,
                    operand: self.scalar(frame, value)?,
                };
                (image, action)
            }
            _ => return Err(DecodeError::unsupported("texture operations", span)),
        };
        let texture = self.texture(frame, image)?;
        self.push_image(texture, action, Vec::new(), span);
        Ok(())
    }

    /// Appends an operation on a texture.
    fn push_image(
        &mut self,
        texture: u32,
        action: ImageAction<Value>,
        targets: Vec<Value>,
        span: Span,
    ) {
        let resource = &self.globals.opaque.textures[texture as usize];
        let site = self.sites.len() as u32;
        self.sites.push(Site {
            span,
            name: resource.name.as_deref().map(Into::into),
            atomic: is_atomic(resource),
        });
        let operation = ImageOperation {
            texture,
            action,
            targets,
            site,
        };
        self.builder.push(Operation::Image(Box::new(operation)));
    }

    /// Which texel a load, store or atomic means.
    fn texel(
        &mut self,
        frame: &mut Frame<'m>,
        at: &Coordinates,
    ) -> Result<TexelAt<Value>, DecodeError> {
        Ok(TexelAt {
            coordinates: self.three(frame, Some(at.coordinate))?,
            layer: self.or_zero(frame, at.array_index)?,
            level: self.or_zero(frame, at.level)?,
            sample: self.or_zero(frame, at.sample)?,
        })
    }

    /// The texture that an expression stands for.
    fn texture(
        &mut self,
        frame: &mut Frame<'m>,
        image: Handle<Expression>,
    ) -> Result<u32, DecodeError> {
        match self.operand(frame, image)? {
            Operand::Opaque(Opaque::Texture(texture)) => Ok(texture),
            Operand::Opaque(Opaque::Sampler(_)) | Operand::Scalars(_) | Operand::Pointer(_) => Err(
                DecodeError::unsupported("values used as textures", frame.span(image)),
            ),
        }
    }

    fn sampler(
        &mut self,
        frame: &mut Frame<'m>,
        sampler: Handle<Expression>,
    ) -> Result<u32, DecodeError> {
        match self.operand(frame, sampler)? {
            Operand::Opaque(Opaque::Sampler(sampler)) => Ok(sampler),
            Operand::Opaque(Opaque::Texture(_)) | Operand::Scalars(_) | Operand::Pointer(_) => Err(
                DecodeError::unsupported("values used as samplers", frame.span(sampler)),
            ),
        }
    }

    fn sampling(
        &mut self,
        frame: &mut Frame<'m>,
        handle: Handle<Expression>,
    ) -> Result<Sampling<Value>, DecodeError> {
        let span = frame.span(handle);
        let Expression::ImageSample {
            sampler,
            gather,
            coordinate,
            array_index,
            offset,
            level,
            depth_ref,
            clamp_to_edge,
            ..
        } = frame.function.expressions[handle]
        else {
            return Err(DecodeError::unsupported("texture operations", span));
        };
        let mix = match (gather, clamp_to_edge) {
            (Some(component), _) => Mix::Gather(channel(component)),
            (None, true) => Mix::FilterWithinEdge,
            (None, false) => Mix::Filter,
        };
        let reference = match depth_ref {
            Some(reference) => Some(self.scalar(frame, reference)?),
            None => None,
        };
        Ok(Sampling {
            sampler: self.sampler(frame, sampler)?,
            coordinates: self.three(frame, Some(coordinate))?,
            element: self.or_zero(frame, array_index)?,
            offset: self.three(frame, offset)?,
            detail: self.detail(frame, level, span)?,
            reference,
            mix,
        })
    }

    fn detail(
        &mut self,
        frame: &mut Frame<'m>,
        level: SampleLevel,
        span: Span,
    ) -> Result<Detail<Value>, DecodeError> {
        match level {
            SampleLevel::Zero => Ok(Detail::Level(self.builder.constant(0))),
            SampleLevel::Exact(level) => {
                let kind = self.shape(frame, level)?.kind();
                let value = self.scalar(frame, level)?;
                // Depth textures take integers.
                Ok(Detail::Level(match kind {
                    Some(Kind::Signed) => self.builder.unary(Unary::FloatFromSigned, value),
                    Some(Kind::Unsigned) => self.builder.unary(Unary::FloatFromUnsigned, value),
                    Some(_) | None => value,
                }))
            }
            SampleLevel::Gradient { x, y } => Ok(Detail::Gradients([
                self.three(frame, Some(x))?,
                self.three(frame, Some(y))?,
            ])),
            SampleLevel::Auto | SampleLevel::Bias(_) => Err(DecodeError::unsupported(
                "samples that need derivatives, which compute shaders have not,",
                span,
            )),
        }
    }

    fn query(
        &mut self,
        frame: &mut Frame<'m>,
        query: ImageQuery,
    ) -> Result<Query<Value>, DecodeError> {
        Ok(match query {
            ImageQuery::Size { level } => Query::Size(self.or_zero(frame, level)?),
            ImageQuery::NumLevels => Query::Levels,
            ImageQuery::NumLayers => Query::Layers,
            ImageQuery::NumSamples => Query::Samples,
        })
    }

    /// The scalars of a value of up to three, and zeros.
    fn three(
        &mut self,
        frame: &mut Frame<'m>,
        value: Option<Handle<Expression>>,
    ) -> Result<[Value; 3], DecodeError> {
        let mut three = [self.builder.constant(0); 3];
        if let Some(value) = value {
            let scalars = self.scalars(frame, value)?;
            for (place, &scalar) in three.iter_mut().zip(scalars.iter()) {
                *place = scalar;
            }
        }
        Ok(three)
    }

    fn or_zero(
        &mut self,
        frame: &mut Frame<'m>,
        value: Option<Handle<Expression>>,
    ) -> Result<Value, DecodeError> {
        match value {
            Some(value) => self.scalar(frame, value),
            None => Ok(self.builder.constant(0)),
        }
    }
}

fn is_atomic(resource: &TextureResource) -> bool {
    matches!(resource.class, ImageClass::Storage { access, .. } if access.contains(StorageAccess::ATOMIC))
}

/// Whether a module has textures with atomics.
pub(super) fn has_atomics(inner: &TypeInner) -> bool {
    matches!(
        inner,
        TypeInner::Image { class: ImageClass::Storage { access, .. }, .. }
            if access.contains(StorageAccess::ATOMIC)
    )
}

fn channel(component: SwizzleComponent) -> u8 {
    component.index() as u8
}
