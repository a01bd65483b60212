//! Memory layout: size and alignment of each type, by WGSL's rules (WGSL
//! specification, "Alignment and Size"). Stated once, for types known as data and, as
//! constants, for types known to the Rust compiler.

use super::{ScalarType, Type, VectorSize};

/// Size and alignment of a type in memory that the host shares, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layout {
    /// Bytes from the first to the last that the value occupies, with the
    /// trailing padding of a structure; of a runtime array, one element's stride.
    pub size: u32,
    /// The value's address is a multiple of this.
    pub align: u32,
}

impl Layout {
    /// The layout of `ty`.
    ///
    /// A `bool` has none that the host can see; it is counted as the four bytes
    /// that it takes in workgroup memory.
    #[must_use]
    pub fn of(ty: &Type) -> Layout {
        match ty {
            Type::Scalar(scalar) | Type::Atomic(scalar) => Layout::scalar(*scalar),
            Type::Vector(size, scalar) => Layout::vector(*size, *scalar),
            Type::Matrix {
                columns,
                rows,
                scalar,
            } => Layout::array(Layout::vector(*rows, *scalar), columns.count()),
            Type::Array(array) => {
                Layout::array(Layout::of(&array.element), array.length.unwrap_or(1))
            }
            Type::Struct(structure) => {
                let layouts = structure.fields.iter().map(|field| Layout::of(&field.ty));
                let align = layouts.map(|layout| layout.align).max().unwrap_or(1);
                let end = structure.fields.last().map_or(0, |field| {
                    field.offset.saturating_add(Layout::of(&field.ty).size)
                });
                Layout::closed(align, end)
            }
        }
    }

    /// The layout of a scalar.
    #[must_use]
    pub const fn scalar(scalar: ScalarType) -> Layout {
        Layout {
            size: scalar.size(),
            align: scalar.size(),
        }
    }

    /// The layout of a vector: three components are aligned as four.
    #[must_use]
    pub const fn vector(size: VectorSize, scalar: ScalarType) -> Layout {
        let align = match size {
            VectorSize::Two => 2,
            VectorSize::Three | VectorSize::Four => 4,
        };
        Layout {
            size: scalar.size() * size.count(),
            align: scalar.size() * align,
        }
    }

    /// The layout of an array of `length` elements, and of a matrix, which lies as the
    /// array of its columns.
    #[must_use]
    pub const fn array(element: Layout, length: u32) -> Layout {
        Layout {
            size: element.stride().saturating_mul(length),
            align: element.align,
        }
    }

    /// The layout of a structure with fields of these layouts, in this order.
    #[must_use]
    pub const fn structure<const N: usize>(fields: &[Layout; N]) -> Layout {
        let offsets = Layout::offsets(fields);
        let (mut align, mut end, mut index) = (1, 0u32, 0);
        while index < N {
            if fields[index].align > align {
                align = fields[index].align;
            }
            end = offsets[index].saturating_add(fields[index].size);
            index += 1;
        }
        Layout::closed(align, end)
    }

    /// Where fields of these layouts begin in a structure, in bytes from its start.
    #[must_use]
    pub const fn offsets<const N: usize>(fields: &[Layout; N]) -> [u32; N] {
        let mut offsets = [0; N];
        let (mut end, mut index) = (0u32, 0);
        while index < N {
            offsets[index] = fields[index].offset_behind(end);
            end = offsets[index].saturating_add(fields[index].size);
            index += 1;
        }
        offsets
    }

    /// Where a field of this layout begins if the fields before it take `end` bytes.
    pub(super) const fn offset_behind(self, end: u32) -> u32 {
        round_up(self.align, end)
    }

    /// The layout of a structure whose fields end at `end`, the widest aligned to `align`.
    const fn closed(align: u32, end: u32) -> Layout {
        Layout {
            size: round_up(align, end),
            align,
        }
    }

    /// The bytes of `count` elements of `ty` in an array; of a structure that ends in a
    /// runtime array, of one structure with `count` elements there.
    ///
    /// Of the latter no byte is counted behind the last element, so that `arrayLength` of
    /// as many bytes gives `count` again; but a binding has no less than
    /// [`Layout::size`], which holds one element and the structure's padding.
    #[must_use]
    pub fn bytes(ty: &Type, count: usize) -> u64 {
        let (offset, stride) = match RuntimeArrayLayout::of(ty) {
            Some(array) if matches!(ty, Type::Struct(_)) => (array.offset, array.stride),
            Some(_) | None => (0, Layout::of(ty).stride()),
        };
        let elements = u64::from(stride).saturating_mul(count as u64);
        elements.saturating_add(u64::from(offset))
    }

    /// Bytes from one element of an array of this type to the next.
    #[must_use]
    pub const fn stride(self) -> u32 {
        round_up(self.align, self.size)
    }
}

/// Where the elements of an array lie whose length the binding decides, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RuntimeArrayLayout {
    /// From the start of the binding to the first element.
    pub offset: u32,
    /// From each element to the next.
    pub stride: u32,
}

impl RuntimeArrayLayout {
    /// The layout of the runtime array that `ty` is or, as a structure, ends in; `None`
    /// where there is none. A binding of `b` bytes holds `(b - offset) / stride` elements,
    /// rounded down (WGSL specification, "Buffer Binding Determines Runtime-Sized Array
    /// Element Count").
    #[must_use]
    pub fn of(ty: &Type) -> Option<RuntimeArrayLayout> {
        match ty {
            Type::Array(array) => array.length.is_none().then(|| RuntimeArrayLayout {
                offset: 0,
                stride: Layout::of(&array.element).stride(),
            }),
            Type::Struct(structure) => {
                let last = structure.fields.last()?;
                let array = RuntimeArrayLayout::of(&last.ty)?;
                Some(RuntimeArrayLayout {
                    offset: last.offset.saturating_add(array.offset),
                    ..array
                })
            }
            Type::Scalar(_) | Type::Atomic(_) | Type::Vector(..) | Type::Matrix { .. } => None,
        }
    }
}

/// The least multiple of `align`, a power of two, that is no less than `value`; the
/// largest `u32` where there is none, which no device takes.
const fn round_up(align: u32, value: u32) -> u32 {
    match value.checked_next_multiple_of(align) {
        Some(rounded) => rounded,
        None => u32::MAX,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The rows of the specification's table of sizes and alignments.
    #[test]
    fn scalars_and_vectors_follow_the_specification() {
        let rows = [
            (Type::U32, 4, 4),
            (Type::F32, 4, 4),
            (Type::Vector(VectorSize::Two, ScalarType::F32), 8, 8),
            (Type::Vector(VectorSize::Three, ScalarType::F32), 12, 16),
            (Type::Vector(VectorSize::Four, ScalarType::I32), 16, 16),
            (Type::F16, 2, 2),
            (Type::Vector(VectorSize::Two, ScalarType::F16), 4, 4),
            (Type::Vector(VectorSize::Three, ScalarType::F16), 6, 8),
            (Type::Vector(VectorSize::Four, ScalarType::F16), 8, 8),
        ];
        for (ty, size, align) in rows {
            assert_eq!(Layout::of(&ty), Layout { size, align }, "{ty}");
        }
    }

    /// All rows of the same table that are matrices: columns, rows, align and size,
    /// of `f32` and of `f16`.
    #[test]
    fn matrices_follow_the_specification() {
        use VectorSize::{Four, Three, Two};
        let rows = [
            (Two, Two, [(8, 16), (4, 8)]),
            (Three, Two, [(8, 24), (4, 12)]),
            (Four, Two, [(8, 32), (4, 16)]),
            (Two, Three, [(16, 32), (8, 16)]),
            (Three, Three, [(16, 48), (8, 24)]),
            (Four, Three, [(16, 64), (8, 32)]),
            (Two, Four, [(16, 32), (8, 16)]),
            (Three, Four, [(16, 48), (8, 24)]),
            (Four, Four, [(16, 64), (8, 32)]),
        ];
        for (columns, rows, layouts) in rows {
            for (scalar, (align, size)) in
                [ScalarType::F32, ScalarType::F16].into_iter().zip(layouts)
            {
                let ty = Type::Matrix {
                    columns,
                    rows,
                    scalar,
                };
                assert_eq!(Layout::of(&ty), Layout { size, align }, "{ty}");
            }
        }
    }

    #[test]
    fn a_scalar_follows_a_vec3_without_a_gap() {
        let vec3 = Type::Vector(VectorSize::Three, ScalarType::F32);
        let ty = Type::structure("S", [("a", Type::F32), ("v", vec3), ("b", Type::F32)]);
        let Type::Struct(structure) = &ty else {
            unreachable!("made as a structure")
        };
        let offsets: Vec<_> = structure.fields.iter().map(|field| field.offset).collect();
        assert_eq!(offsets, [0, 16, 28]);
        assert_eq!(
            Layout::of(&ty),
            Layout {
                size: 32,
                align: 16
            }
        );
    }

    #[test]
    fn arrays_of_vec3_stride_sixteen_bytes() {
        let vec3 = Type::Vector(VectorSize::Three, ScalarType::U32);
        assert_eq!(
            Layout::of(&Type::array(vec3, 5)),
            Layout {
                size: 80,
                align: 16
            }
        );
    }
}
