//! Types as the interpreter sees them: trees of 32-bit scalars, with two layouts.
//!
//! `dense` numbers the scalars of a value one after the other: registers and workgroup memory.
//! `host` is WGSL's layout in words: buffers and immediates.

use std::rc::Rc;

use naga::{ArraySize, Handle, Module, ScalarKind, Span, Type, TypeInner};

use super::DecodeError;

/// What a scalar's 32 bits mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Bool,
    Signed,
    Unsigned,
    Float,
}

/// A type that the interpreter can hold.
#[derive(Debug, PartialEq)]
pub(super) enum Shape {
    Scalar(Kind),
    /// A scalar that is only accessed atomically.
    Atomic(Kind),
    Vector {
        size: u32,
        kind: Kind,
    },
    /// Of f32; columns lie in a row.
    Matrix {
        columns: u32,
        rows: u32,
    },
    Array {
        element: Rc<Shape>,
        /// `None` for a runtime-sized array.
        length: Option<u32>,
        /// Host words from an element to the next.
        stride: u32,
    },
    Struct {
        members: Vec<Member>,
    },
}

/// A member of a struct.
#[derive(Debug, PartialEq)]
pub(super) struct Member {
    shape: Rc<Shape>,
    /// Dense scalars before this member.
    dense: u32,
    /// Host words before this member.
    host: u32,
}

/// A part of a composite, and where it begins in each layout.
pub(super) struct Part {
    pub(super) shape: Rc<Shape>,
    pub(super) dense: u32,
    pub(super) host: u32,
}

/// The equal parts of a composite, as an index sees them.
pub(super) struct Elements {
    pub(super) shape: Rc<Shape>,
    pub(super) length: Option<u32>,
    pub(super) dense_stride: u32,
    pub(super) host_stride: u32,
}

impl Shape {
    /// Scalars in a value of this type; a runtime-sized array counts none.
    pub(super) fn scalars(&self) -> u32 {
        match self {
            Self::Scalar(_) | Self::Atomic(_) => 1,
            Self::Vector { size, .. } => *size,
            Self::Matrix { columns, rows } => columns * rows,
            Self::Array {
                element, length, ..
            } => element.scalars().saturating_mul(length.unwrap_or(0)),
            Self::Struct { members } => members.last().map_or(0, |member| {
                member.dense.saturating_add(member.shape.scalars())
            }),
        }
    }

    /// The kind of a scalar's, vector's or matrix's scalars.
    pub(super) fn kind(&self) -> Option<Kind> {
        match self {
            Self::Scalar(kind) | Self::Atomic(kind) | Self::Vector { kind, .. } => Some(*kind),
            Self::Matrix { .. } => Some(Kind::Float),
            Self::Array { .. } | Self::Struct { .. } => None,
        }
    }

    /// What an index selects from; `None` for scalars and structs.
    pub(super) fn elements(&self) -> Option<Elements> {
        match self {
            Self::Scalar(_) | Self::Atomic(_) | Self::Struct { .. } => None,
            Self::Vector { size, kind } => Some(Elements {
                shape: Rc::new(Self::Scalar(*kind)),
                length: Some(*size),
                dense_stride: 1,
                host_stride: 1,
            }),
            Self::Matrix { columns, rows } => Some(Elements {
                shape: Rc::new(Self::Vector {
                    size: *rows,
                    kind: Kind::Float,
                }),
                length: Some(*columns),
                dense_stride: *rows,
                host_stride: column_stride(*rows),
            }),
            Self::Array {
                element,
                length,
                stride,
            } => Some(Elements {
                shape: Rc::clone(element),
                length: *length,
                dense_stride: element.scalars(),
                host_stride: *stride,
            }),
        }
    }

    /// The part that a constant index selects; offsets saturate.
    pub(super) fn part(&self, index: u32) -> Option<Part> {
        if let Self::Struct { members } = self {
            return members.get(index as usize).map(|member| Part {
                shape: Rc::clone(&member.shape),
                dense: member.dense,
                host: member.host,
            });
        }
        self.elements().map(|elements| Part {
            shape: elements.shape,
            dense: elements.dense_stride.saturating_mul(index),
            host: elements.host_stride.saturating_mul(index),
        })
    }

    /// The host offset in words of every scalar, in dense order.
    pub(super) fn host_offsets(&self) -> Vec<u32> {
        let mut offsets = Vec::new();
        self.push_host_offsets(0, &mut offsets);
        offsets
    }

    fn push_host_offsets(&self, base: u32, offsets: &mut Vec<u32>) {
        match self {
            Self::Scalar(_) | Self::Atomic(_) => offsets.push(base),
            Self::Struct { members } => {
                for member in members {
                    member.shape.push_host_offsets(base + member.host, offsets);
                }
            }
            Self::Vector { .. } | Self::Matrix { .. } | Self::Array { .. } => {
                if let Some(elements) = self.elements() {
                    for index in 0..elements.length.unwrap_or(0) {
                        let start = base + index * elements.host_stride;
                        elements.shape.push_host_offsets(start, offsets);
                    }
                }
            }
        }
    }
}

/// Words from a matrix column of `rows` to the next: three are aligned like four.
fn column_stride(rows: u32) -> u32 {
    if rows == 3 { 4 } else { rows }
}

/// The shape of a module's type.
pub(super) fn of_type(module: &Module, ty: Handle<Type>) -> Result<Rc<Shape>, DecodeError> {
    of_inner(module, &module.types[ty].inner, module.types.get_span(ty))
}

/// The shape of a type that may be in no arena.
pub(super) fn of_inner(
    module: &Module,
    inner: &TypeInner,
    span: Span,
) -> Result<Rc<Shape>, DecodeError> {
    let unsupported = |what: &str| Err(DecodeError::unsupported(what, span));
    let shape = match *inner {
        TypeInner::Scalar(scalar) => Shape::Scalar(kind(scalar, span)?),
        TypeInner::Atomic(scalar) => Shape::Atomic(kind(scalar, span)?),
        TypeInner::Vector { size, scalar } => Shape::Vector {
            size: size as u32,
            kind: kind(scalar, span)?,
        },
        TypeInner::Matrix {
            columns,
            rows,
            scalar,
        } => {
            kind(scalar, span)?;
            Shape::Matrix {
                columns: columns as u32,
                rows: rows as u32,
            }
        }
        TypeInner::Array { base, size, stride } => Shape::Array {
            element: of_type(module, base)?,
            length: array_length(size, span)?,
            stride: stride / 4,
        },
        TypeInner::Struct { ref members, .. } => of_members(module, members)?,
        TypeInner::Image { .. } => return unsupported("textures"),
        TypeInner::Sampler { .. } => return unsupported("samplers"),
        TypeInner::AccelerationStructure { .. } | TypeInner::RayQuery { .. } => {
            return unsupported("ray queries");
        }
        TypeInner::BindingArray { .. } => return unsupported("binding arrays"),
        TypeInner::CooperativeMatrix { .. } => return unsupported("cooperative matrices"),
        TypeInner::Pointer { .. } | TypeInner::ValuePointer { .. } => {
            return unsupported("pointers within other types");
        }
    };
    Ok(Rc::new(shape))
}

fn of_members(module: &Module, members: &[naga::StructMember]) -> Result<Shape, DecodeError> {
    let mut dense = 0u32;
    let mut shapes = Vec::with_capacity(members.len());
    for member in members {
        let shape = of_type(module, member.ty)?;
        let scalars = shape.scalars();
        shapes.push(Member {
            shape,
            dense,
            host: member.offset / 4,
        });
        dense = dense.saturating_add(scalars);
    }
    Ok(Shape::Struct { members: shapes })
}

fn array_length(size: ArraySize, span: Span) -> Result<Option<u32>, DecodeError> {
    match size {
        ArraySize::Constant(length) => Ok(Some(length.get())),
        ArraySize::Dynamic => Ok(None),
        ArraySize::Pending(_) => Err(DecodeError::new(
            "an array's length is an override without a value; give the pipeline its constants"
                .to_owned(),
            span,
        )),
    }
}

/// The kind of a scalar type.
pub(super) fn kind(scalar: naga::Scalar, span: Span) -> Result<Kind, DecodeError> {
    match (scalar.kind, scalar.width) {
        (ScalarKind::Bool, _) => Ok(Kind::Bool),
        (ScalarKind::Sint, 4) => Ok(Kind::Signed),
        (ScalarKind::Uint, 4) => Ok(Kind::Unsigned),
        (ScalarKind::Float, 4) => Ok(Kind::Float),
        (ScalarKind::AbstractInt | ScalarKind::AbstractFloat, _) => Err(DecodeError::unsupported(
            "abstract numbers at run time",
            span,
        )),
        (ScalarKind::Sint, width) => Err(wide("i", width, span)),
        (ScalarKind::Uint, width) => Err(wide("u", width, span)),
        (ScalarKind::Float, width) => Err(wide("f", width, span)),
    }
}

fn wide(letter: &str, width: u8, span: Span) -> DecodeError {
    let bits = u32::from(width) * 8;
    DecodeError::unsupported(format!("values of type `{letter}{bits}`"), span)
}
