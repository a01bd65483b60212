//! Module-scope variables of an entry point: where each lives, and what must be bound.

use std::{collections::HashMap, rc::Rc, sync::Arc};

use naga::{AddressSpace, Arena, Expression, GlobalVariable, Handle, Module, Span, StorageAccess};

use super::builder::Builder;
use super::indexing::Origin;
use super::operation::{Array, Space};
use super::pointer::{Pointer, Root};
use super::shape::{self, ScalarType, Shape};
use super::texture::{Opaque, OpaqueResources};
use super::{DecodeError, Resource, ResourceAccess, variable_limit};

/// Where the used variables live, and what they need.
#[derive(Default)]
pub(super) struct Globals {
    pub(super) pointers: HashMap<Handle<GlobalVariable>, Pointer>,
    pub(super) resources: Vec<Resource>,
    pub(super) opaque: OpaqueResources,
    /// Which texture or sampler a variable stands for.
    pub(super) opaque_variables: HashMap<Handle<GlobalVariable>, Opaque>,
    pub(super) workgroup_words: u32,
    pub(super) workgroup_bytes: u64,
    pub(super) immediate_bytes: u64,
}

impl Globals {
    /// Places the variables that `used` names; private ones are assigned their first value.
    pub(super) fn place(
        module: &Module,
        used: impl Fn(Handle<GlobalVariable>) -> bool,
        indexed: impl Fn(Origin) -> bool,
        builder: &mut Builder,
    ) -> Result<Self, DecodeError> {
        let mut globals = Self::default();
        let mut variables: Vec<_> = module
            .global_variables
            .iter()
            .filter(|&(handle, _)| used(handle))
            .collect();
        variables.sort_by_key(|(_, variable)| {
            let binding = variable.binding.as_ref();
            binding.map(|binding| (binding.group, binding.binding))
        });
        for (handle, variable) in variables {
            let span = module.global_variables.get_span(handle);
            if let Some(opaque) = globals.opaque.place(module, variable, span)? {
                globals.opaque_variables.insert(handle, opaque);
                continue;
            }
            let shape = shape::of_type(module, variable.ty)?;
            let private = indexed(Origin::Global(handle));
            let root = globals.root(module, variable, &shape, private, builder, span)?;
            let name = variable.name.as_deref().map(Arc::from);
            let (root, offset) = root;
            globals
                .pointers
                .insert(handle, Pointer::new(root, name, shape, offset));
        }
        Ok(globals)
    }

    /// Notes which textures are sampled with which samplers.
    pub(super) fn with_pairs(
        mut self,
        pairs: impl Iterator<Item = [Handle<GlobalVariable>; 2]>,
    ) -> Self {
        let of = |handle| self.opaque_variables.get(&handle).copied();
        let pairs = pairs.filter_map(|[image, sampler]| {
            let (Opaque::Texture(texture), Opaque::Sampler(sampler)) = (of(image)?, of(sampler)?)
            else {
                return None;
            };
            Some((texture as usize, sampler as usize))
        });
        let mut pairs: Vec<_> = pairs.collect();
        // They come in no order.
        pairs.sort_unstable();
        self.opaque.pairs = pairs;
        self
    }

    fn root(
        &mut self,
        module: &Module,
        variable: &GlobalVariable,
        shape: &Rc<Shape>,
        indexed: bool,
        builder: &mut Builder,
        span: Span,
    ) -> Result<(Root, u32), DecodeError> {
        let unsupported = |what: &str| Err(DecodeError::unsupported(what, span));
        match variable.space {
            AddressSpace::Private => {
                let first = private(module, variable, shape, indexed, builder, span)?;
                Ok((Root::Variable(first), 0))
            }
            AddressSpace::WorkGroup => {
                let offset = self.workgroup(byte_size(module, variable), shape, span)?;
                Ok((Root::Memory(Space::Workgroup), offset))
            }
            AddressSpace::Uniform | AddressSpace::Storage { .. } => {
                let space = self.resource(module, variable, span)?;
                Ok((Root::Memory(space), 0))
            }
            AddressSpace::Immediate => {
                self.immediate_bytes = self.immediate_bytes.max(byte_size(module, variable));
                Ok((Root::Memory(Space::Immediate), 0))
            }
            AddressSpace::Handle => unsupported("variables of this type"),
            AddressSpace::Function => {
                unsupported("module-scope variables of address space `function`")
            }
            AddressSpace::TaskPayload => unsupported("mesh shader payloads"),
            AddressSpace::RayPayload | AddressSpace::IncomingRayPayload => {
                unsupported("ray tracing payloads")
            }
        }
    }

    fn workgroup(&mut self, bytes: u64, shape: &Shape, span: Span) -> Result<u32, DecodeError> {
        let offset = self.workgroup_words;
        let end = offset
            .checked_add(shape.words())
            .filter(|&end| end < 1 << 28);
        self.workgroup_words = end.ok_or_else(|| {
            DecodeError::new(
                "the workgroup variables are larger than 1 GiB".to_owned(),
                span,
            )
        })?;
        // WebGPU rounds each variable to 16 bytes, and gives a boolean the size of a word.
        let bytes = if shape.any_scalar(&|scalar| scalar == ScalarType::BOOL) {
            bytes.max(u64::from(shape.words()) * 4)
        } else {
            bytes
        };
        self.workgroup_bytes += bytes.next_multiple_of(16);
        Ok(offset)
    }

    fn resource(
        &mut self,
        module: &Module,
        variable: &GlobalVariable,
        span: Span,
    ) -> Result<Space, DecodeError> {
        let binding = variable.binding.as_ref().ok_or_else(|| {
            DecodeError::new(
                "a buffer variable has no `@group` and `@binding`".to_owned(),
                span,
            )
        })?;
        self.resources.push(Resource {
            group: binding.group,
            binding: binding.binding,
            name: variable.name.clone(),
            access: access(variable.space),
            min_size: byte_size(module, variable),
        });
        Ok(Space::Buffer(self.resources.len() as u32 - 1))
    }
}

fn access(space: AddressSpace) -> ResourceAccess {
    match space {
        AddressSpace::Storage { access } if access.contains(StorageAccess::STORE) => {
            ResourceAccess::StorageReadWrite
        }
        AddressSpace::Storage { .. } => ResourceAccess::StorageRead,
        _ => ResourceAccess::Uniform,
    }
}

fn byte_size(module: &Module, variable: &GlobalVariable) -> u64 {
    let inner = &module.types[variable.ty].inner;
    inner.try_size(module.to_ctx()).map_or(u64::MAX, u64::from)
}

fn private(
    module: &Module,
    variable: &GlobalVariable,
    shape: &Shape,
    indexed: bool,
    builder: &mut Builder,
    span: Span,
) -> Result<Array<super::builder::Value>, DecodeError> {
    let length = shape.words();
    variable_limit(length, span)?;
    let first = builder.variable(length, indexed);
    let bits = match variable.init {
        Some(init) => constant_bits(module, &module.global_expressions, init)?,
        None => vec![0; length as usize],
    };
    for (index, bits) in (0..).zip(bits) {
        let value = builder.constant(bits);
        builder.assign(super::builder::Value(first.0 + index), value);
    }
    Ok(Array { first, length })
}

/// The words of a constant expression that the front end has evaluated.
pub(super) fn constant_bits(
    module: &Module,
    arena: &Arena<Expression>,
    handle: Handle<Expression>,
) -> Result<Vec<u32>, DecodeError> {
    let span = arena.get_span(handle);
    match arena[handle] {
        Expression::Literal(literal) => literal_words(literal, span),
        Expression::Constant(constant) => constant_bits(
            module,
            &module.global_expressions,
            module.constants[constant].init,
        ),
        Expression::ZeroValue(ty) => {
            let scalars = shape::of_type(module, ty)?.words();
            variable_limit(scalars, span)?;
            Ok(vec![0; scalars as usize])
        }
        Expression::Compose { ref components, .. } => {
            let parts: Result<Vec<_>, _> = components
                .iter()
                .map(|&component| constant_bits(module, arena, component))
                .collect();
            Ok(parts?.concat())
        }
        Expression::Splat { size, value } => {
            Ok(constant_bits(module, arena, value)?.repeat(size as usize))
        }
        Expression::Override(_) => Err(DecodeError::new(
            "an override has no value; give the pipeline its constants".to_owned(),
            span,
        )),
        _ => Err(DecodeError::unsupported(
            "constants that the front end did not evaluate",
            span,
        )),
    }
}

/// The words of a literal.
pub(super) fn literal_words(literal: naga::Literal, span: Span) -> Result<Vec<u32>, DecodeError> {
    use naga::Literal;
    let word = match literal {
        Literal::U32(value) => value,
        Literal::I32(value) => value.cast_unsigned(),
        Literal::F32(value) => value.to_bits(),
        Literal::Bool(value) => crate::value::boolean(value),
        Literal::F16(value) => value.to_f32().to_bits(),
        Literal::U16(value) => value.into(),
        Literal::I16(value) => i32::from(value).cast_unsigned(),
        Literal::U64(value) => return Ok(two_words(value)),
        Literal::I64(value) => return Ok(two_words(value.cast_unsigned())),
        Literal::F64(value) => return Ok(two_words(value.to_bits())),
        Literal::AbstractInt(_) | Literal::AbstractFloat(_) => {
            let ty = shape::scalar_type(literal.scalar(), span).err();
            return Err(
                ty.unwrap_or_else(|| DecodeError::unsupported("literals of this type", span))
            );
        }
    };
    Ok(vec![word])
}

fn two_words(value: u64) -> Vec<u32> {
    vec![value as u32, (value >> 32) as u32]
}
