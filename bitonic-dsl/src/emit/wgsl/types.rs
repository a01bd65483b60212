//! Types as WGSL spells them.

use naga::{
    AddressSpace, ArraySize, Handle, ImageClass, ImageDimension, Module, Scalar, ScalarKind,
    StorageAccess, Type, TypeInner, VectorSize,
};

use super::items::ModuleNames;
use super::{Refusal, words};

/// The text of `ty`.
///
/// # Errors
///
/// A type that WGSL cannot name.
pub(super) fn type_name(
    module: &Module,
    names: &ModuleNames<'_>,
    ty: Handle<Type>,
) -> Result<String, Refusal> {
    match &module.types[ty].inner {
        TypeInner::Struct { .. } => names
            .structure(ty)
            .map(ToOwned::to_owned)
            .ok_or_else(|| Refusal::new("a type that has no name in WGSL is named")),
        inner => inner_name(module, names, inner),
    }
}

/// The text of a type that is no structure.
pub(super) fn inner_name(
    module: &Module,
    names: &ModuleNames<'_>,
    inner: &TypeInner,
) -> Result<String, Refusal> {
    Ok(match *inner {
        TypeInner::Scalar(scalar) => scalar_name(scalar)?.to_owned(),
        TypeInner::Vector { size, scalar } => vector_name(size, scalar)?,
        TypeInner::Matrix {
            columns,
            rows,
            scalar,
        } => {
            let (columns, rows) = (columns as u8, rows as u8);
            format!("mat{columns}x{rows}<{}>", scalar_name(scalar)?)
        }
        TypeInner::Atomic(scalar) => format!("atomic<{}>", scalar_name(scalar)?),
        TypeInner::Pointer { base, space } => {
            pointer_name(&type_name(module, names, base)?, space)?
        }
        TypeInner::ValuePointer {
            size,
            scalar,
            space,
        } => {
            let base = match size {
                Some(size) => vector_name(size, scalar)?,
                None => scalar_name(scalar)?.to_owned(),
            };
            pointer_name(&base, space)?
        }
        TypeInner::Array { base, size, .. } => {
            let base = type_name(module, names, base)?;
            format!("array<{base}{}>", length(names, size))
        }
        TypeInner::BindingArray { base, size } => {
            let base = type_name(module, names, base)?;
            format!("binding_array<{base}{}>", length(names, size))
        }
        TypeInner::Image {
            dim,
            arrayed,
            class,
        } => image_name(dim, arrayed, class)?,
        TypeInner::Sampler { comparison: false } => "sampler".to_owned(),
        TypeInner::Sampler { comparison: true } => "sampler_comparison".to_owned(),
        TypeInner::Struct { .. } => {
            return Err(Refusal::new("a structure that has no name is named"));
        }
        TypeInner::CooperativeMatrix { .. } => {
            return Err(Refusal::new("WGSL has no cooperative matrices"));
        }
        TypeInner::AccelerationStructure { .. } | TypeInner::RayQuery { .. } => {
            return Err(Refusal::new("WGSL has no ray queries"));
        }
    })
}

pub(super) fn scalar_name(scalar: Scalar) -> Result<&'static str, Refusal> {
    Ok(match (scalar.kind, scalar.width) {
        (ScalarKind::Bool, _) => "bool",
        (ScalarKind::Uint, 2) => "u16",
        (ScalarKind::Uint, 4) => "u32",
        (ScalarKind::Uint, 8) => "u64",
        (ScalarKind::Sint, 2) => "i16",
        (ScalarKind::Sint, 4) => "i32",
        (ScalarKind::Sint, 8) => "i64",
        (ScalarKind::Float, 2) => "f16",
        (ScalarKind::Float, 4) => "f32",
        (ScalarKind::Float, 8) => "f64",
        (ScalarKind::Uint | ScalarKind::Sint | ScalarKind::Float, _) => {
            return Err(Refusal::new("a number is as wide as no type of WGSL"));
        }
        (ScalarKind::AbstractInt | ScalarKind::AbstractFloat, _) => {
            return Err(Refusal::new("an abstract number has no type to name"));
        }
    })
}

pub(super) fn vector_name(size: VectorSize, scalar: Scalar) -> Result<String, Refusal> {
    Ok(format!("vec{}<{}>", size as u8, scalar_name(scalar)?))
}

fn length(names: &ModuleNames<'_>, size: ArraySize) -> String {
    match size {
        ArraySize::Constant(length) => format!(", {length}"),
        ArraySize::Pending(length) => format!(", {}", names.overridable(length)),
        ArraySize::Dynamic => String::new(),
    }
}

fn pointer_name(base: &str, space: AddressSpace) -> Result<String, Refusal> {
    let (space, access) = space_name(space)?;
    Ok(format!("ptr<{space}, {base}{access}>"))
}

/// The name of an address space, and the access behind it where that must be said.
pub(super) fn space_name(space: AddressSpace) -> Result<(&'static str, &'static str), Refusal> {
    Ok(match space {
        AddressSpace::Function => ("function", ""),
        AddressSpace::Private => ("private", ""),
        AddressSpace::WorkGroup => ("workgroup", ""),
        AddressSpace::Uniform => ("uniform", ""),
        AddressSpace::Immediate => ("immediate", ""),
        AddressSpace::Storage { access } => {
            let access = if access.contains(StorageAccess::ATOMIC) {
                ", atomic"
            } else if access.contains(StorageAccess::STORE) {
                ", read_write"
            } else {
                ""
            };
            ("storage", access)
        }
        AddressSpace::Handle => return Err(Refusal::new("a pointer to a texture or sampler")),
        AddressSpace::TaskPayload | AddressSpace::RayPayload | AddressSpace::IncomingRayPayload => {
            return Err(Refusal::new("a compute kernel has no payload"));
        }
    })
}

fn image_name(dim: ImageDimension, arrayed: bool, class: ImageClass) -> Result<String, Refusal> {
    let dim = match dim {
        ImageDimension::D1 => "1d",
        ImageDimension::D2 => "2d",
        ImageDimension::D3 => "3d",
        ImageDimension::Cube => "cube",
    };
    let array = if arrayed { "_array" } else { "" };
    let samples = |multi| if multi { "multisampled_" } else { "" };
    Ok(match class {
        ImageClass::Sampled { kind, multi } => {
            let scalar = scalar_name(Scalar { kind, width: 4 })?;
            format!("texture_{}{dim}{array}<{scalar}>", samples(multi))
        }
        ImageClass::Depth { multi } => format!("texture_depth_{}{dim}{array}", samples(multi)),
        ImageClass::External => "texture_external".to_owned(),
        ImageClass::Storage { format, access } => {
            let access = if access.contains(StorageAccess::ATOMIC) {
                "atomic"
            } else if access.contains(StorageAccess::LOAD | StorageAccess::STORE) {
                "read_write"
            } else if access.contains(StorageAccess::LOAD) {
                "read"
            } else {
                "write"
            };
            let format = words::format(format);
            format!("texture_storage_{dim}{array}<{format}, {access}>")
        }
    })
}
