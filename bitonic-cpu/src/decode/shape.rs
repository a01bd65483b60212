//! Types as the interpreter sees them: trees of scalars, with two layouts.
//!
//! `dense` numbers the words of a value one after the other: registers and workgroup memory. A scalar
//! is one word, or two for 64 bits, the low one first; see `value` for what the word of a scalar of 16
//! bits holds. `host` is WGSL's layout in half-words: buffers and immediates.

use std::rc::Rc;

use naga::{ArraySize, Handle, Module, ScalarKind, Span, Type, TypeInner, proc::IndexableLength};

use super::DecodeError;

/// What a scalar's bits mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Bool,
    Signed,
    Unsigned,
    Float,
}

/// How many bits a scalar has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Width {
    /// 16.
    Half,
    /// 32; booleans too.
    Word,
    /// 64.
    Double,
}

/// The type of a scalar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ScalarType {
    pub(super) kind: Kind,
    pub(super) width: Width,
}

impl ScalarType {
    pub(super) const BOOL: Self = Self::word(Kind::Bool);
    pub(super) const F32: Self = Self::word(Kind::Float);

    /// A scalar of 32 bits.
    pub(super) const fn word(kind: Kind) -> Self {
        Self {
            kind,
            width: Width::Word,
        }
    }

    /// Words in registers.
    pub(super) fn words(self) -> u32 {
        if self.width == Width::Double { 2 } else { 1 }
    }

    /// Half-words in a buffer.
    fn halves(self) -> u32 {
        match self.width {
            Width::Half => 1,
            Width::Word => 2,
            Width::Double => 4,
        }
    }
}

/// A type that the interpreter can hold.
#[derive(Debug, PartialEq)]
pub(super) enum Shape {
    Scalar(ScalarType),
    /// A scalar that is only accessed atomically.
    Atomic(ScalarType),
    Vector {
        size: u32,
        scalar: ScalarType,
    },
    /// Columns lie in a row.
    Matrix {
        columns: u32,
        rows: u32,
        scalar: ScalarType,
    },
    Array {
        element: Rc<Shape>,
        /// `None` for a runtime-sized array.
        length: Option<u32>,
        /// Host half-words from an element to the next.
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
    /// Dense words before this member.
    dense: u32,
    /// Host half-words before this member.
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

/// A word of a value as a buffer holds it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct HostWord {
    /// Half-words before it.
    pub(super) offset: u32,
    /// For a scalar of 16 bits, what it is: it takes a half of a word there.
    pub(super) half: Option<Kind>,
}

impl Shape {
    /// Words of a value of this type in registers; a runtime-sized array counts none.
    pub(super) fn words(&self) -> u32 {
        match self {
            Self::Scalar(scalar) | Self::Atomic(scalar) => scalar.words(),
            Self::Vector { size, scalar } => size * scalar.words(),
            Self::Matrix {
                columns,
                rows,
                scalar,
            } => columns * rows * scalar.words(),
            Self::Array {
                element, length, ..
            } => element.words().saturating_mul(length.unwrap_or(0)),
            Self::Struct { members } => members.last().map_or(0, |member| {
                member.dense.saturating_add(member.shape.words())
            }),
        }
    }

    /// The type of a scalar's, vector's or matrix's scalars.
    pub(super) fn scalar(&self) -> Option<ScalarType> {
        match self {
            Self::Scalar(scalar)
            | Self::Atomic(scalar)
            | Self::Vector { scalar, .. }
            | Self::Matrix { scalar, .. } => Some(*scalar),
            Self::Array { .. } | Self::Struct { .. } => None,
        }
    }

    /// The kind of a scalar's, vector's or matrix's scalars.
    pub(super) fn kind(&self) -> Option<Kind> {
        self.scalar().map(|scalar| scalar.kind)
    }

    /// Whether some scalar within satisfies `wanted`.
    pub(super) fn any_scalar(&self, wanted: &impl Fn(ScalarType) -> bool) -> bool {
        match self {
            Self::Scalar(scalar)
            | Self::Atomic(scalar)
            | Self::Vector { scalar, .. }
            | Self::Matrix { scalar, .. } => wanted(*scalar),
            Self::Array { element, .. } => element.any_scalar(wanted),
            Self::Struct { members } => {
                let mut members = members.iter();
                members.any(|member| member.shape.any_scalar(wanted))
            }
        }
    }

    /// What an index selects from; `None` for scalars and structs.
    pub(super) fn elements(&self) -> Option<Elements> {
        match self {
            Self::Scalar(_) | Self::Atomic(_) | Self::Struct { .. } => None,
            Self::Vector { size, scalar } => Some(Elements {
                shape: Rc::new(Self::Scalar(*scalar)),
                length: Some(*size),
                dense_stride: scalar.words(),
                host_stride: scalar.halves(),
            }),
            Self::Matrix {
                columns,
                rows,
                scalar,
            } => Some(Elements {
                shape: Rc::new(Self::Vector {
                    size: *rows,
                    scalar: *scalar,
                }),
                length: Some(*columns),
                dense_stride: rows * scalar.words(),
                host_stride: aligned_rows(*rows) * scalar.halves(),
            }),
            Self::Array {
                element,
                length,
                stride,
            } => Some(Elements {
                shape: Rc::clone(element),
                length: *length,
                dense_stride: element.words(),
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

    /// Where a buffer holds each word of a value, in dense order.
    pub(super) fn host_words(&self) -> Vec<HostWord> {
        let mut words = Vec::new();
        self.push_host_words(0, &mut words);
        words
    }

    fn push_host_words(&self, base: u32, words: &mut Vec<HostWord>) {
        match self {
            Self::Scalar(scalar) | Self::Atomic(scalar) => {
                let half = (scalar.width == Width::Half).then_some(scalar.kind);
                words.extend((0..scalar.words()).map(|word| HostWord {
                    offset: base + 2 * word,
                    half,
                }));
            }
            Self::Struct { members } => {
                for member in members {
                    member.shape.push_host_words(base + member.host, words);
                }
            }
            Self::Vector { .. } | Self::Matrix { .. } | Self::Array { .. } => {
                if let Some(elements) = self.elements() {
                    for index in 0..elements.length.unwrap_or(0) {
                        let start = base + index * elements.host_stride;
                        elements.shape.push_host_words(start, words);
                    }
                }
            }
        }
    }
}

/// Rows that a column's place has room for: three are aligned like four.
fn aligned_rows(rows: u32) -> u32 {
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
        TypeInner::Scalar(scalar) => Shape::Scalar(scalar_type(scalar, span)?),
        TypeInner::Atomic(scalar) => Shape::Atomic(scalar_type(scalar, span)?),
        TypeInner::Vector { size, scalar } => Shape::Vector {
            size: size as u32,
            scalar: scalar_type(scalar, span)?,
        },
        TypeInner::Matrix {
            columns,
            rows,
            scalar,
        } => Shape::Matrix {
            columns: columns as u32,
            rows: rows as u32,
            scalar: scalar_type(scalar, span)?,
        },
        TypeInner::Array { base, size, stride } => Shape::Array {
            element: of_type(module, base)?,
            length: array_length(module, size, span)?,
            stride: stride / 2,
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
        let words = shape.words();
        shapes.push(Member {
            shape,
            dense,
            host: member.offset / 2,
        });
        dense = dense.saturating_add(words);
    }
    Ok(Shape::Struct { members: shapes })
}

fn array_length(module: &Module, size: ArraySize, span: Span) -> Result<Option<u32>, DecodeError> {
    match size.resolve(module.to_ctx()) {
        Ok(IndexableLength::Known(length)) => Ok(Some(length)),
        Ok(IndexableLength::Dynamic) => Ok(None),
        Err(_) => Err(DecodeError::new(
            "an array's length is an override without a value; give the pipeline its constants"
                .to_owned(),
            span,
        )),
    }
}

/// The type of a scalar.
pub(super) fn scalar_type(scalar: naga::Scalar, span: Span) -> Result<ScalarType, DecodeError> {
    let kind = match scalar.kind {
        ScalarKind::Bool => return Ok(ScalarType::BOOL),
        ScalarKind::Sint => Kind::Signed,
        ScalarKind::Uint => Kind::Unsigned,
        ScalarKind::Float => Kind::Float,
        ScalarKind::AbstractInt | ScalarKind::AbstractFloat => {
            return Err(DecodeError::unsupported(
                "abstract numbers at run time",
                span,
            ));
        }
    };
    let width = match scalar.width {
        2 => Width::Half,
        4 => Width::Word,
        8 => Width::Double,
        other => {
            let bits = u32::from(other) * 8;
            return Err(DecodeError::unsupported(
                format!("scalars of {bits} bits"),
                span,
            ));
        }
    };
    Ok(ScalarType { kind, width })
}
