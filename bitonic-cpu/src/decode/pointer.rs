//! Pointers: resolved at decode time to a variable's registers or to words of a memory.

use std::{rc::Rc, sync::Arc};

use naga::Span;

use super::builder::{Builder, Value};
use super::operation::{Array, Grain, Length, Operation, Place, RuntimeArray, Space};
use super::shape::{HostWord, Kind, Shape, Width};
use crate::value::{Binary, Unary};

/// The most grains that a constant offset may reach; beyond all buffers.
const FAR: u32 = 1 << 30;

/// Where a pointer's variable lives.
#[derive(Clone, Copy, Debug)]
pub(super) enum Root {
    /// Registers in a row.
    Variable(Array<Value>),
    /// Words of a memory.
    Memory(Space),
}

impl Root {
    /// Whether the memory follows WGSL's layout; registers and workgroup memory do not.
    fn is_host(self) -> bool {
        match self {
            Self::Variable(_) | Self::Memory(Space::Workgroup | Space::Table) => false,
            Self::Memory(Space::Buffer(_) | Space::Immediate) => true,
        }
    }
}

/// An index to be checked at each access through the pointer.
#[derive(Clone, Copy, Debug)]
struct Check {
    index: Value,
    length: Length,
}

/// A place that can be loaded from and stored to.
#[derive(Clone, Debug)]
pub(super) struct Pointer {
    root: Root,
    /// The variable's name.
    name: Option<Arc<str>>,
    /// What lies there.
    pub(super) shape: Rc<Shape>,
    /// What positions in the root count: halves if it holds scalars of 16 bits in WGSL's layout.
    grain: Grain,
    /// Constant part of the position, in the root's layout.
    offset: u32,
    /// Part of the position that is known at run time.
    address: Option<Value>,
    checks: Vec<Check>,
}

/// A place of the source that an observer may name.
#[derive(Clone, Debug)]
pub(crate) struct Site {
    /// Place in the WGSL text.
    pub(crate) span: Span,
    /// The variable that is accessed.
    pub(crate) name: Option<Arc<str>>,
    /// Whether the access is atomic.
    pub(crate) atomic: bool,
}

impl Pointer {
    pub(super) fn new(root: Root, name: Option<Arc<str>>, shape: Rc<Shape>, offset: u32) -> Self {
        let halves = root.is_host() && shape.any_scalar(&|scalar| scalar.width == Width::Half);
        Self {
            root,
            name,
            shape,
            grain: if halves { Grain::Half } else { Grain::Word },
            offset,
            address: None,
            checks: Vec::new(),
        }
    }

    /// Host half-words in the grains of this pointer.
    fn grains(&self, halves: u32) -> u32 {
        match self.grain {
            Grain::Half => halves,
            Grain::Word => halves / 2,
        }
    }

    /// The pointer to a member or to a constant element.
    pub(super) fn part(&self, builder: &mut Builder, index: u32) -> Option<Self> {
        let part = self.shape.part(index)?;
        let mut pointer = self.clone();
        if let (Shape::Array { length: None, .. }, Some(array)) =
            (&*self.shape, self.runtime_array())
        {
            pointer.checks.push(Check {
                index: builder.constant(index),
                length: Length::Runtime(array),
            });
        }
        let step = if self.root.is_host() {
            self.grains(part.host)
        } else {
            part.dense
        };
        pointer.offset = self.offset.saturating_add(step).min(FAR);
        pointer.shape = part.shape;
        Some(pointer)
    }

    /// The pointer to an element found at run time: clamped to a fixed length, beyond all ends
    /// where a runtime-sized array has no such element.
    pub(super) fn element(&self, builder: &mut Builder, index: Value) -> Option<Self> {
        if let Some(index) = builder.constant_bits(index) {
            let length = self.shape.elements()?.length.unwrap_or(u32::MAX);
            return self.part(builder, index.min(length - 1));
        }
        let elements = self.shape.elements()?;
        let stride = if self.root.is_host() {
            self.grains(elements.host_stride)
        } else {
            elements.dense_stride
        };
        let (length, step) = match elements.length {
            Some(length) => {
                let last = builder.constant(length - 1);
                let stride = builder.constant(stride);
                let clamped = builder.binary(Binary::MinUnsigned, index, last);
                let step = builder.binary(Binary::Multiply, clamped, stride);
                (Length::Fixed(length), step)
            }
            None => {
                let array = self.runtime_array()?;
                // With one grain for each element the index is the address, and the access itself
                // finds out whether it lies in the buffer.
                let step = if array.stride == 1 {
                    index
                } else {
                    builder.element_address(index, array)
                };
                (Length::Runtime(array), step)
            }
        };
        let mut pointer = self.clone();
        if !matches!(length, Length::Fixed(length) if builder.most(index) < length) {
            pointer.checks.push(Check { index, length });
        }
        pointer.address = Some(match self.address {
            Some(address) => builder.binary(Binary::Add, address, step),
            None => step,
        });
        pointer.shape = elements.shape;
        Some(pointer)
    }

    /// The runtime-sized array that this points to.
    pub(super) fn runtime_array(&self) -> Option<RuntimeArray> {
        match (self.root, &*self.shape) {
            (
                Root::Memory(Space::Buffer(resource)),
                Shape::Array {
                    length: None,
                    stride,
                    ..
                },
            ) => Some(RuntimeArray {
                resource,
                grain: self.grain,
                offset: self.offset,
                stride: self.grains(*stride),
            }),
            _ => None,
        }
    }

    /// The words found there.
    pub(super) fn load(
        &self,
        builder: &mut Builder,
        sites: &mut Vec<Site>,
        span: Span,
    ) -> Vec<Value> {
        let site = self.site(builder, sites, span);
        let positions = self.positions().into_iter();
        match self.root {
            Root::Memory(space) => positions
                .map(|position| self.load_word(builder, space, position, site))
                .collect(),
            Root::Variable(array) => positions
                .map(|position| match self.address {
                    Some(address) => builder.read_element(array, address, position.offset),
                    None => builder.read(Value(array.first.0 + position.offset)),
                })
                .collect(),
        }
    }

    fn load_word(
        &self,
        builder: &mut Builder,
        space: Space,
        position: HostWord,
        site: u32,
    ) -> Value {
        let place = self.place(builder, space, position, site);
        let loaded = builder.load(place);
        match position.half {
            None | Some(Kind::Unsigned | Kind::Bool) => loaded,
            Some(Kind::Signed) => builder.unary(Unary::SignExtendHalf, loaded),
            Some(Kind::Float) => builder.unary(Unary::FloatFromHalfBits, loaded),
        }
    }

    /// Writes words there.
    pub(super) fn store(
        &self,
        builder: &mut Builder,
        sites: &mut Vec<Site>,
        span: Span,
        values: &[Value],
    ) {
        let site = self.site(builder, sites, span);
        for (position, &source) in self.positions().into_iter().zip(values) {
            match (self.root, self.address) {
                (Root::Memory(space), _) => {
                    let place = self.place(builder, space, position, site);
                    let source = match position.half {
                        Some(Kind::Float) => builder.unary(Unary::HalfBits, source),
                        // Of the others the low bits are the scalar.
                        None | Some(Kind::Signed | Kind::Unsigned | Kind::Bool) => source,
                    };
                    builder.push(Operation::Store { place, source });
                }
                (Root::Variable(array), Some(address)) => {
                    builder.push(Operation::WriteElement {
                        array,
                        address,
                        offset: position.offset,
                        source,
                    });
                }
                (Root::Variable(array), None) => {
                    builder.assign(Value(array.first.0 + position.offset), source);
                }
            }
        }
    }

    /// The word of a scalar in memory, for atomics; `None` for registers.
    pub(super) fn word(
        &self,
        builder: &mut Builder,
        sites: &mut Vec<Site>,
        span: Span,
    ) -> Option<Place<Value>> {
        let site = self.site(builder, sites, span);
        match self.root {
            Root::Memory(space) => {
                let position = HostWord {
                    offset: self.offset,
                    half: None,
                };
                Some(self.place(builder, space, position, site))
            }
            Root::Variable(_) => None,
        }
    }

    fn place(
        &self,
        builder: &mut Builder,
        space: Space,
        position: HostWord,
        site: u32,
    ) -> Place<Value> {
        let address = self.address.unwrap_or_else(|| builder.constant(0));
        let place = Place {
            space,
            grain: Grain::Word,
            address,
            offset: position.offset,
            site,
        };
        match (self.grain, position.half) {
            (Grain::Word, _) => place,
            (Grain::Half, Some(_)) => Place {
                grain: Grain::Half,
                ..place
            },
            // What holds whole words is aligned to them, so both parts of the address are even.
            (Grain::Half, None) => {
                let one = builder.constant(1);
                Place {
                    address: builder.binary(Binary::ShiftRightUnsigned, address, one),
                    offset: position.offset / 2,
                    ..place
                }
            }
        }
    }

    /// Where each word is from the start of the root, in grains.
    fn positions(&self) -> Vec<HostWord> {
        if self.root.is_host() {
            let words = self.shape.host_words().into_iter();
            words
                .map(|word| HostWord {
                    offset: self.offset + self.grains(word.offset),
                    half: word.half,
                })
                .collect()
        } else {
            let words = self.offset..self.offset + self.shape.words();
            words
                .map(|offset| HostWord { offset, half: None })
                .collect()
        }
    }

    /// Notes an access and appends the checks of its indices.
    fn site(&self, builder: &mut Builder, sites: &mut Vec<Site>, span: Span) -> u32 {
        let site = sites.len() as u32;
        sites.push(Site {
            span,
            name: self.name.clone(),
            atomic: matches!(*self.shape, Shape::Atomic(_)),
        });
        for &Check { index, length } in &self.checks {
            builder.push(Operation::CheckIndex {
                index,
                length,
                site,
            });
        }
        site
    }
}
