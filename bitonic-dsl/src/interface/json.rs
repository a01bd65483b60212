//! The interface as a document for programs in any language, with the feature `serde`:
//! `docs/interface.md` of the repository says what each key means. Keys and words are those
//! of the WebGPU API where it has them. What is to be bound is said by the parent module.

use serde::{Serialize, Serializer};

use super::{
    Binding, BindingKind, Interface, Override, OverrideValue, ParameterField, ParameterPassing,
    Parameters,
};
use crate::capabilities::Capability;
use crate::diagnostic::SourceLocation;
use crate::types::{
    FieldType, Layout, ScalarType, StorageAccess, StorageFormat, TextureDimension, Type,
};

/// The version of the document, which stands in it as `version`. It grows when a key goes
/// or changes its meaning; keys that are added leave it as it is.
pub const JSON_VERSION: u32 = 1;

/// The document that `docs/interface.md` of the repository describes.
///
/// An interface is not read back: it names lines of the program that made it.
impl Serialize for Interface {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Interface {
            entry_point,
            workgroup_size,
            workgroup_bytes,
            overrides,
            bindings,
            parameters,
            // Programs in other languages bind by number.
            order: _,
            capabilities,
        } = self;
        let capabilities = capabilities.iter();
        let document = Document {
            version: JSON_VERSION,
            entry_point,
            workgroup_size: *workgroup_size,
            workgroup_bytes: *workgroup_bytes,
            bindings: bindings.iter().map(EntryDocument::of).collect(),
            parameters: parameters.as_ref().map(ParametersDocument::of),
            overrides: overrides.iter().map(OverrideDocument::of).collect(),
            capabilities: capabilities.map(CapabilityDocument::of).collect(),
        };
        document.serialize(serializer)
    }
}

/// A type with its layout, as it stands in the document of an [`Interface`].
impl Serialize for Type {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        TypeDocument::of(self).serialize(serializer)
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Document<'a> {
    version: u32,
    entry_point: &'a str,
    workgroup_size: [u32; 3],
    workgroup_bytes: u32,
    bindings: Vec<EntryDocument<'a>>,
    parameters: Option<ParametersDocument<'a>>,
    overrides: Vec<OverrideDocument<'a>>,
    capabilities: Vec<CapabilityDocument>,
}

/// One binding: a part of WebGPU's `GPUBindGroupLayoutEntry`, and what lies behind it.
#[derive(Serialize)]
struct EntryDocument<'a> {
    name: &'a str,
    group: u32,
    binding: u32,
    #[serde(flatten)]
    layout: LayoutDocument,
    /// Of a texture, a texel in the shader; of a sampler nothing.
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    ty: Option<&'a Type>,
}

/// The member of WebGPU's `GPUBindGroupLayoutEntry` that says what is bound.
#[derive(Serialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
enum LayoutDocument {
    Buffer {
        #[serde(rename = "type")]
        ty: &'static str,
        has_dynamic_offset: bool,
        min_binding_size: u32,
    },
    StorageTexture {
        access: &'static str,
        format: &'static str,
        view_dimension: &'static str,
    },
    Texture {
        sample_type: &'static str,
        view_dimension: &'static str,
        multisampled: bool,
    },
    Sampler {
        #[serde(rename = "type")]
        ty: &'static str,
    },
}

impl<'a> EntryDocument<'a> {
    fn of(of: &'a Binding) -> EntryDocument<'a> {
        let Binding {
            name,
            group,
            binding,
            kind,
            ty,
            min_size,
            accumulates: _,
        } = of;
        let has_type = match kind {
            BindingKind::StorageRead
            | BindingKind::StorageReadWrite
            | BindingKind::Uniform
            | BindingKind::StorageTexture { .. }
            | BindingKind::Texture { .. } => true,
            BindingKind::Sampler => false,
        };
        EntryDocument {
            name,
            group: *group,
            binding: *binding,
            layout: LayoutDocument::of(*kind, *min_size),
            ty: has_type.then_some(ty),
        }
    }
}

impl LayoutDocument {
    fn of(kind: BindingKind, min_binding_size: u32) -> LayoutDocument {
        let buffer = |ty| LayoutDocument::Buffer {
            ty,
            has_dynamic_offset: false,
            min_binding_size,
        };
        match kind {
            BindingKind::StorageRead => buffer("read-only-storage"),
            BindingKind::StorageReadWrite => buffer("storage"),
            BindingKind::Uniform => buffer("uniform"),
            BindingKind::StorageTexture {
                format,
                access,
                dimension,
            } => LayoutDocument::StorageTexture {
                access: access_word(access),
                format: StorageFormat::name(format),
                view_dimension: dimension_word(dimension),
            },
            BindingKind::Texture {
                channel,
                dimension,
                is_sampled,
            } => LayoutDocument::Texture {
                sample_type: sample_type_word(channel, is_sampled),
                view_dimension: dimension_word(dimension),
                multisampled: false,
            },
            BindingKind::Sampler => LayoutDocument::Sampler { ty: "filtering" },
        }
    }
}

/// WebGPU's `GPUStorageTextureAccess`.
fn access_word(access: StorageAccess) -> &'static str {
    match access {
        StorageAccess::Read => "read-only",
        StorageAccess::Write => "write-only",
        StorageAccess::ReadWrite => "read-write",
    }
}

/// WebGPU's `GPUTextureViewDimension`.
fn dimension_word(dimension: TextureDimension) -> &'static str {
    match dimension {
        TextureDimension::D1 => "1d",
        TextureDimension::D2 => "2d",
        TextureDimension::D2Array => "2d-array",
        TextureDimension::D3 => "3d",
    }
}

/// WebGPU's `GPUTextureSampleType`: what no sampler reads need not be filterable.
fn sample_type_word(channel: ScalarType, is_sampled: bool) -> &'static str {
    match (channel, is_sampled) {
        (ScalarType::I32, _) => "sint",
        (ScalarType::U32, _) => "uint",
        // No texture has channels of another scalar.
        (
            ScalarType::F32
            | ScalarType::Bool
            | ScalarType::I64
            | ScalarType::U64
            | ScalarType::F16
            | ScalarType::F64,
            true,
        ) => "float",
        (
            ScalarType::F32
            | ScalarType::Bool
            | ScalarType::I64
            | ScalarType::U64
            | ScalarType::F16
            | ScalarType::F64,
            false,
        ) => "unfilterable-float",
    }
}

/// The block of parameters; where it is a buffer, with its binding.
#[derive(Serialize)]
struct ParametersDocument<'a> {
    passing: &'static str,
    #[serde(flatten)]
    bound: Option<BoundDocument>,
    size: u32,
    fields: Vec<FieldDocument<'a>>,
}

#[derive(Serialize)]
struct BoundDocument {
    group: u32,
    binding: u32,
    #[serde(flatten)]
    layout: LayoutDocument,
}

impl<'a> ParametersDocument<'a> {
    fn of(parameters: &'a Parameters) -> ParametersDocument<'a> {
        let Parameters {
            passing,
            group,
            binding,
            size,
            fields,
        } = parameters;
        let layout = LayoutDocument::Buffer {
            ty: "uniform",
            has_dynamic_offset: true,
            min_binding_size: *size,
        };
        let bound = BoundDocument {
            group: *group,
            binding: *binding,
            layout,
        };
        let (passing, bound) = match passing {
            ParameterPassing::DynamicUniform => ("dynamic-uniform", Some(bound)),
            ParameterPassing::Immediates => ("immediates", None),
        };
        ParametersDocument {
            passing,
            bound,
            size: *size,
            fields: fields.iter().map(FieldDocument::of_parameter).collect(),
        }
    }
}

/// A field of a structure or of the parameters.
#[derive(Serialize)]
struct FieldDocument<'a> {
    name: &'a str,
    offset: u32,
    #[serde(rename = "type")]
    ty: &'a Type,
}

impl<'a> FieldDocument<'a> {
    fn of_parameter(field: &'a ParameterField) -> FieldDocument<'a> {
        let ParameterField { name, ty, offset } = field;
        let offset = *offset;
        FieldDocument { name, offset, ty }
    }

    fn of_structure(field: &'a FieldType) -> FieldDocument<'a> {
        let FieldType { name, ty, offset } = field;
        let offset = *offset;
        FieldDocument { name, offset, ty }
    }
}

/// A constant that is given when a pipeline is made.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct OverrideDocument<'a> {
    name: &'a str,
    key: String,
    #[serde(rename = "type")]
    ty: String,
    default: Option<ValueDocument>,
    workgroup_sides: [bool; 3],
    array_lengths: &'a [String],
}

/// A value that `GPUProgrammableStage.constants` takes.
#[derive(Serialize)]
#[serde(untagged)]
enum ValueDocument {
    Bool(bool),
    I32(i32),
    U32(u32),
    Float(f64),
}

impl<'a> OverrideDocument<'a> {
    fn of(of: &'a Override) -> OverrideDocument<'a> {
        let Override {
            name,
            // In the key.
            id: _,
            ty,
            default,
            workgroup_sides,
            array_lengths,
        } = of;
        OverrideDocument {
            name,
            key: of.key(),
            ty: ty.to_string(),
            default: default.map(ValueDocument::of),
            workgroup_sides: *workgroup_sides,
            array_lengths,
        }
    }
}

impl ValueDocument {
    fn of(value: OverrideValue) -> ValueDocument {
        match value {
            OverrideValue::Bool(value) => ValueDocument::Bool(value),
            OverrideValue::I32(value) => ValueDocument::I32(value),
            OverrideValue::U32(value) => ValueDocument::U32(value),
            OverrideValue::F32(_) | OverrideValue::F16(_) => ValueDocument::Float(value.number()),
        }
    }
}

#[derive(Serialize)]
struct TypeDocument<'a> {
    wgsl: String,
    size: Option<u32>,
    align: u32,
    #[serde(flatten)]
    shape: Shape<'a>,
}

#[derive(Serialize)]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
enum Shape<'a> {
    Scalar {
        scalar: String,
    },
    Atomic {
        scalar: String,
    },
    Vector {
        scalar: String,
        components: u32,
    },
    Matrix {
        scalar: String,
        columns: u32,
        rows: u32,
        column_stride: u32,
    },
    Array {
        length: Option<u32>,
        stride: u32,
        element: &'a Type,
    },
    Struct {
        fields: Vec<FieldDocument<'a>>,
    },
}

impl<'a> TypeDocument<'a> {
    fn of(ty: &'a Type) -> TypeDocument<'a> {
        let Layout { size, align } = Layout::of(ty);
        TypeDocument {
            wgsl: ty.to_string(),
            size: is_sized(ty).then_some(size),
            align,
            shape: Shape::of(ty),
        }
    }
}

/// Whether the size of a value is known before something is bound.
fn is_sized(ty: &Type) -> bool {
    match ty {
        Type::Scalar(_) | Type::Atomic(_) | Type::Vector(..) | Type::Matrix { .. } => true,
        Type::Array(array) => array.length.is_some(),
        Type::Struct(structure) => structure.fields.iter().all(|field| is_sized(&field.ty)),
    }
}

impl<'a> Shape<'a> {
    fn of(ty: &'a Type) -> Shape<'a> {
        match ty {
            Type::Scalar(scalar) => Shape::Scalar {
                scalar: scalar.to_string(),
            },
            Type::Atomic(scalar) => Shape::Atomic {
                scalar: scalar.to_string(),
            },
            Type::Vector(size, scalar) => Shape::Vector {
                scalar: scalar.to_string(),
                components: size.count(),
            },
            Type::Matrix {
                columns,
                rows,
                scalar,
            } => Shape::Matrix {
                scalar: scalar.to_string(),
                columns: columns.count(),
                rows: rows.count(),
                column_stride: Layout::of(&Type::Vector(*rows, *scalar)).stride(),
            },
            Type::Array(array) => Shape::Array {
                length: array.length,
                stride: Layout::of(&array.element).stride(),
                element: &array.element,
            },
            Type::Struct(structure) => Shape::Struct {
                fields: structure
                    .fields
                    .iter()
                    .map(FieldDocument::of_structure)
                    .collect(),
            },
        }
    }
}

/// A need, with the place in the Rust source that first has it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct CapabilityDocument {
    name: Capability,
    webgpu_feature: Option<&'static str>,
    first_use: PlaceDocument,
}

#[derive(Serialize)]
struct PlaceDocument {
    file: &'static str,
    line: u32,
    column: u32,
}

impl CapabilityDocument {
    fn of((name, at): (Capability, SourceLocation)) -> CapabilityDocument {
        CapabilityDocument {
            name,
            webgpu_feature: name.webgpu_feature(),
            first_use: PlaceDocument {
                file: at.file(),
                line: at.line(),
                column: at.column(),
            },
        }
    }
}
