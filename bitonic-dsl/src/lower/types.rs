//! Types: each type of the graph becomes one type of the module.

use std::num::NonZeroU32;

use super::hash::FastMap;
use super::sources::SourceMap;
use crate::diagnostic::{Diagnostic, SourceLocation};
use crate::graph::{Texture, TextureClass};
use crate::types::texture::for_each_texel_format;
use crate::types::{
    ArrayType, FieldType, Layout, RuntimeArrayLayout, ScalarType, StorageAccess, StorageFormat,
    StructType, TextureDimension, Type, VectorSize,
};

/// The types of a module, by the type of the graph.
#[derive(Default)]
pub(super) struct Types {
    known: FastMap<Type, naga::Handle<naga::Type>>,
}

impl Types {
    /// The handle of `ty`, which something at `at` needs.
    pub(super) fn intern(
        &mut self,
        module: &mut naga::Module,
        sources: &mut SourceMap,
        ty: &Type,
        at: SourceLocation,
    ) -> Result<naga::Handle<naga::Type>, Diagnostic> {
        if let Some(handle) = self.known.get(ty) {
            return Ok(*handle);
        }
        let (name, inner) = match ty {
            Type::Scalar(kind) => (None, naga::TypeInner::Scalar(scalar(*kind))),
            Type::Vector(size, kind) => (None, vector(*size, *kind)),
            Type::Matrix {
                columns,
                rows,
                scalar,
            } => (None, matrix(*columns, *rows, *scalar)),
            Type::Atomic(kind) => (None, naga::TypeInner::Atomic(scalar(*kind))),
            Type::Array(array) => (None, self.array(module, sources, array, at)?),
            Type::Struct(structure) => {
                let inner = self.structure(module, sources, structure, at)?;
                (Some(structure.name.clone()), inner)
            }
        };
        let span = sources.span(at);
        let handle = module.types.insert(naga::Type { name, inner }, span);
        self.known.insert(ty.clone(), handle);
        Ok(handle)
    }

    /// The handle of a structure of the compiler's own, whose fields may have gaps before
    /// them.
    pub(super) fn block(
        &mut self,
        module: &mut naga::Module,
        sources: &mut SourceMap,
        block: &StructType,
        at: SourceLocation,
    ) -> Result<naga::Handle<naga::Type>, Diagnostic> {
        let mut members = Vec::with_capacity(block.fields.len());
        let (mut end, mut align) = (0, 1);
        for field in &block.fields {
            let layout = Layout::of(&field.ty);
            align = layout.align.max(align);
            end = field.offset.saturating_add(layout.size);
            members.push(naga::StructMember {
                name: Some(field.name.clone()),
                ty: self.intern(module, sources, &field.ty, at)?,
                binding: None,
                offset: field.offset,
            });
        }
        let span = end.next_multiple_of(align);
        let ty = naga::Type {
            name: Some(block.name.clone()),
            inner: naga::TypeInner::Struct { members, span },
        };
        Ok(module.types.insert(ty, sources.span(at)))
    }

    fn array(
        &mut self,
        module: &mut naga::Module,
        sources: &mut SourceMap,
        array: &ArrayType,
        at: SourceLocation,
    ) -> Result<naga::TypeInner, Diagnostic> {
        let size = match array.length {
            None => naga::ArraySize::Dynamic,
            Some(length) => NonZeroU32::new(length)
                .map(naga::ArraySize::Constant)
                .ok_or_else(|| empty_array(array, at))?,
        };
        if is_sized_at_run_time(&array.element) {
            let what = format!("an element of an array is `{}`", array.element);
            return Err(misplaced_runtime_array(&what, at));
        }
        Ok(naga::TypeInner::Array {
            base: self.intern(module, sources, &array.element, at)?,
            size,
            stride: Layout::of(&array.element).stride(),
        })
    }

    fn structure(
        &mut self,
        module: &mut naga::Module,
        sources: &mut SourceMap,
        structure: &StructType,
        at: SourceLocation,
    ) -> Result<naga::TypeInner, Diagnostic> {
        let mut members = Vec::with_capacity(structure.fields.len());
        let mut end = 0_u32;
        for (index, field) in structure.fields.iter().enumerate() {
            let is_last = index + 1 == structure.fields.len();
            check_field(structure, field, is_last, at)?;
            let layout = Layout::of(&field.ty);
            let natural = end.next_multiple_of(layout.align);
            if field.offset != natural {
                return Err(foreign_offset(
                    structure,
                    &field.name,
                    field.offset,
                    natural,
                    at,
                ));
            }
            end = natural.saturating_add(layout.size);
            members.push(naga::StructMember {
                name: Some(field.name.clone()),
                ty: self.intern(module, sources, &field.ty, at)?,
                binding: None,
                offset: field.offset,
            });
        }
        let align = structure
            .fields
            .iter()
            .map(|field| Layout::of(&field.ty).align);
        Ok(naga::TypeInner::Struct {
            members,
            span: end.next_multiple_of(align.max().unwrap_or(1)),
        })
    }
}

/// naga's form of a texture's type.
pub(super) fn texture(texture: Texture) -> naga::TypeInner {
    let (dim, arrayed) = match texture.dimension {
        TextureDimension::D1 => (naga::ImageDimension::D1, false),
        TextureDimension::D2 => (naga::ImageDimension::D2, false),
        TextureDimension::D2Array => (naga::ImageDimension::D2, true),
        TextureDimension::D3 => (naga::ImageDimension::D3, false),
    };
    let class = match texture.class {
        TextureClass::Sampled(kind) => naga::ImageClass::Sampled {
            kind: scalar(kind).kind,
            multi: false,
        },
        TextureClass::Storage(format, access) => naga::ImageClass::Storage {
            format: storage_format(format),
            access: storage_access(access),
        },
    };
    naga::TypeInner::Image {
        dim,
        arrayed,
        class,
    }
}

fn storage_access(access: StorageAccess) -> naga::StorageAccess {
    match access {
        StorageAccess::Read => naga::StorageAccess::LOAD,
        StorageAccess::Write => naga::StorageAccess::STORE,
        StorageAccess::ReadWrite => naga::StorageAccess::LOAD | naga::StorageAccess::STORE,
    }
}

macro_rules! formats {
    ($($name:ident $wgsl:literal $scalar:ident $texel:ident $rule:ident;)*) => {
        fn storage_format(format: StorageFormat) -> naga::StorageFormat {
            match format {
                $(StorageFormat::$name => naga::StorageFormat::$name,)*
            }
        }
    };
}

for_each_texel_format!(formats);

/// naga's form of a scalar type.
pub(super) fn scalar(kind: ScalarType) -> naga::Scalar {
    match kind {
        ScalarType::Bool => naga::Scalar::BOOL,
        ScalarType::I32 => naga::Scalar::I32,
        ScalarType::U32 => naga::Scalar::U32,
        ScalarType::I64 => naga::Scalar::I64,
        ScalarType::U64 => naga::Scalar::U64,
        ScalarType::F16 => naga::Scalar::F16,
        ScalarType::F32 => naga::Scalar::F32,
        ScalarType::F64 => naga::Scalar::F64,
    }
}

/// naga's form of a number of components.
pub(super) fn vector_size(size: VectorSize) -> naga::VectorSize {
    match size {
        VectorSize::Two => naga::VectorSize::Bi,
        VectorSize::Three => naga::VectorSize::Tri,
        VectorSize::Four => naga::VectorSize::Quad,
    }
}

fn vector(size: VectorSize, kind: ScalarType) -> naga::TypeInner {
    naga::TypeInner::Vector {
        size: vector_size(size),
        scalar: scalar(kind),
    }
}

fn matrix(columns: VectorSize, rows: VectorSize, kind: ScalarType) -> naga::TypeInner {
    naga::TypeInner::Matrix {
        columns: vector_size(columns),
        rows: vector_size(rows),
        scalar: scalar(kind),
    }
}

/// Whether the binding decides how long an array in `ty` is.
pub(super) fn is_sized_at_run_time(ty: &Type) -> bool {
    RuntimeArrayLayout::of(ty).is_some()
}

/// An array of run-time length is the last field, and is the field itself.
fn check_field(
    structure: &StructType,
    field: &FieldType,
    is_last: bool,
    at: SourceLocation,
) -> Result<(), Diagnostic> {
    let is_array = matches!(field.ty, Type::Array(_));
    if !is_sized_at_run_time(&field.ty) || is_last && is_array {
        return Ok(());
    }
    let (name, ty) = (&structure.name, &field.ty);
    let what = match is_array {
        true => format!(
            "`{}` of `{name}` is `{ty}`, and not the last field",
            field.name
        ),
        false => format!("`{}` of `{name}` is the structure `{ty}`", field.name),
    };
    Err(misplaced_runtime_array(&what, at))
}

/// An array of run-time length where WGSL has none.
pub(super) fn misplaced_runtime_array(what: &str, at: SourceLocation) -> Diagnostic {
    Diagnostic::new(format!("{what}, whose length is found at run time"), at).help(
        "an array without a length is all of a storage buffer or the last field of the one \
         structure in it: give it a length elsewhere, `[T; N]`, or bind it as a buffer of its own",
    )
}

fn empty_array(array: &ArrayType, at: SourceLocation) -> Diagnostic {
    Diagnostic::new(
        format!("an array of `{}` has no elements", array.element),
        at,
    )
    .help("give it a length of at least 1")
}

fn foreign_offset(
    structure: &StructType,
    field: &str,
    offset: u32,
    natural: u32,
    at: SourceLocation,
) -> Diagnostic {
    let name = &structure.name;
    Diagnostic::new(
        format!("the field `{field}` of `{name}` lies at byte {offset}, but WGSL places it at byte {natural}"),
        at,
    )
    .help("build the type with `Type::structure`, and put fields of padding where you need a gap")
}
