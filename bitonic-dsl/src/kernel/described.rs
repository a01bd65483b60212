//! Arguments as data: what a marker stands for, how it is written, and where a list of them
//! differs from what a kernel declares.

use super::Kernel;
use crate::diagnostic::{Diagnostic, SourceLocation};
use crate::interface::{BindingKind, Declared, Interface};
use crate::types::{ScalarType, StorageAccess, StorageFormat, TextureDimension, Type};

/// What one argument is.
#[derive(Clone, PartialEq, Debug)]
pub enum Description {
    /// Something bound, with what it holds: of a texture, a texel.
    Bound(BindingKind, Type),
    /// A value of this type, given with each dispatch.
    Parameter(Type),
}

impl Description {
    /// A storage buffer that is read.
    pub(crate) fn read(ty: Type) -> Description {
        Description::Bound(BindingKind::StorageRead, ty)
    }

    /// A storage buffer that is read and written.
    pub(crate) fn written(ty: Type) -> Description {
        Description::Bound(BindingKind::StorageReadWrite, ty)
    }

    /// The same, whether or not a sampler reads it: no type tells.
    fn without_use(self) -> Description {
        match self {
            Description::Bound(
                BindingKind::Texture {
                    channel, dimension, ..
                },
                ty,
            ) => {
                let is_sampled = false;
                let kind = BindingKind::Texture {
                    channel,
                    dimension,
                    is_sampled,
                };
                Description::Bound(kind, ty)
            }
            Description::Bound(
                BindingKind::StorageRead
                | BindingKind::StorageReadWrite
                | BindingKind::Uniform
                | BindingKind::StorageTexture { .. }
                | BindingKind::Sampler,
                _,
            )
            | Description::Parameter(_) => self,
        }
    }

    /// The marker that stands for it.
    fn marker(&self) -> String {
        match self {
            Description::Parameter(ty) => format!("Param<{}>", rust_type(ty)),
            Description::Bound(kind, ty) => match kind {
                BindingKind::StorageRead => format!("In<{}>", rust_type(ty)),
                BindingKind::StorageReadWrite => format!("Out<{}>", rust_type(ty)),
                BindingKind::Uniform => format!("Uniform<{}>", rust_type(ty)),
                BindingKind::Sampler => "Sampler".to_owned(),
                BindingKind::Texture {
                    channel, dimension, ..
                } => format!("Texture{}<{channel}>", shape(*dimension)),
                BindingKind::StorageTexture {
                    format,
                    access,
                    dimension,
                } => storage_texture(*format, *access, *dimension),
            },
        }
    }
}

fn storage_texture(
    format: StorageFormat,
    access: StorageAccess,
    dimension: TextureDimension,
) -> String {
    let access = match access {
        StorageAccess::Read => "Read",
        StorageAccess::Write => "WriteOnly",
        StorageAccess::ReadWrite => "ReadWrite",
    };
    // The formats are called the same in both worlds.
    format!("StorageTexture{}<{format:?}, {access}>", shape(dimension))
}

fn shape(dimension: TextureDimension) -> &'static str {
    match dimension {
        TextureDimension::D1 => "1d",
        TextureDimension::D2 => "2d",
        TextureDimension::D2Array => "2dArray",
        TextureDimension::D3 => "3d",
    }
}

/// The Rust type that stands for `ty`.
fn rust_type(ty: &Type) -> String {
    match ty {
        Type::Scalar(scalar) => scalar.to_string(),
        Type::Vector(size, scalar) => format!("{}Vec{}", letter(*scalar), size.count()),
        Type::Matrix {
            columns,
            rows,
            scalar,
        } => match (columns.count(), rows.count()) {
            (columns, rows) if columns == rows => format!("{}Mat{columns}", letter(*scalar)),
            (columns, rows) => format!("{}Mat{columns}x{rows}", letter(*scalar)),
        },
        Type::Atomic(scalar) => format!("Atomic<{scalar}>"),
        Type::Array(array) => {
            let element = rust_type(&array.element);
            match array.length {
                Some(length) => format!("[{element}; {length}]"),
                None => format!("[{element}]"),
            }
        }
        Type::Struct(structure) => structure.name.clone(),
    }
}

/// What the names of vectors and matrices of this scalar begin with.
fn letter(scalar: ScalarType) -> &'static str {
    match scalar {
        ScalarType::Bool => "B",
        ScalarType::I32 => "I",
        ScalarType::U32 => "U",
        ScalarType::I64 => "I64",
        ScalarType::U64 => "U64",
        ScalarType::F16 => "H",
        ScalarType::F32 => "",
        ScalarType::F64 => "D",
    }
}

/// What a kernel takes, each with its name.
fn described(interface: &Interface) -> Vec<(&str, Description)> {
    let fields = interface.parameters.iter().flat_map(|all| &all.fields);
    let fields: Vec<_> = fields.collect();
    let one = |declared: &Declared| match *declared {
        Declared::Binding(index) => {
            let binding = &interface.bindings[index];
            let description = Description::Bound(binding.kind, binding.ty.clone());
            (&*binding.name, description.without_use())
        }
        Declared::Parameter(index) => {
            let field = fields[index];
            (&*field.name, Description::Parameter(field.ty.clone()))
        }
    };
    interface.order.iter().map(one).collect()
}

/// The tuple that stands for what a kernel takes.
pub(super) fn signature(interface: &Interface) -> String {
    let all = described(interface);
    let all: Vec<_> = all.iter().map(|(_, one)| one.clone()).collect();
    tuple(&all)
}

fn tuple(descriptions: &[Description]) -> String {
    let markers: Vec<_> = descriptions.iter().map(Description::marker).collect();
    match &markers[..] {
        [one] => format!("({one},)"),
        all => format!("({})", all.join(", ")),
    }
}

/// How the arguments that were `given` differ from those of `kernel`.
pub(super) fn compare(
    kernel: &Kernel,
    given: &[Description],
    at: SourceLocation,
) -> Vec<Diagnostic> {
    let declared = described(kernel.interface());
    let name = kernel.name();
    let help = format!(
        "the type of this kernel is `Kernel<{}>`",
        kernel.signature()
    );
    if declared.len() != given.len() {
        let (takes, says) = (counted(declared.len()), tuple(given));
        let message = format!(
            "kernel `{name}` takes {takes}, the signature `{says}` has {}",
            given.len()
        );
        let fault = Diagnostic::new(message, at).label(kernel.graph().at, "the kernel is here");
        return vec![fault.help(help)];
    }
    let pairs = declared.iter().zip(given).zip(1..);
    let wrong = pairs.filter(|(((_, declared), given), _)| declared != *given);
    let faults = wrong.map(|(((argument, declared), given), number)| {
        let says = match (declared.marker(), given.marker()) {
            (same, also) if same == also => format!("another `{also}`"),
            (_, other) => format!("`{other}`"),
        };
        let message = format!(
            "kernel `{name}`: argument {number}, `{argument}` is `{}`, the signature says {says}",
            declared.marker()
        );
        Diagnostic::new(message, at)
            .label(place(kernel, argument), "declared here")
            .help(help.clone())
    });
    faults.collect()
}

fn counted(arguments: usize) -> String {
    match arguments {
        0 => "no arguments".to_owned(),
        1 => "1 argument".to_owned(),
        more => format!("{more} arguments"),
    }
}

/// Where the kernel declares `name`.
fn place(kernel: &Kernel, name: &str) -> SourceLocation {
    let graph = kernel.graph();
    let resources = graph.resources.iter().map(|(_, one)| (&one.name, one.at));
    let parameters = graph.parameters.iter().map(|(_, one)| (&one.name, one.at));
    let mut all = resources.chain(parameters);
    let found = all.find(|(known, _)| *known == name);
    found.map_or(graph.at, |(_, at)| at)
}
