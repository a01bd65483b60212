//! Pipeline overrides: values that are given when a pipeline is made, as the author reaches
//! them.

use std::marker::PhantomData;
use std::sync::Arc;

use half::f16;

use super::builtins::{Blend, BlendNode, Condition, ConditionNode};
use super::node::{IntoNode, Node};
use super::operators::Operand;
use crate::diagnostic::SourceLocation;
use crate::graph::{self, NodeKind};
use crate::interface::OverrideValue;
use crate::types::{Comparable, Vec2, Vec3, Vec4};
use crate::types::{HVec2, HVec3, HVec4, IVec2, IVec3, IVec4, UVec2, UVec3, UVec4, Value};

mod sealed {
    pub trait Sealed {}
    impl Sealed for bool {}
    impl Sealed for i32 {}
    impl Sealed for u32 {}
    impl Sealed for f32 {}
    impl Sealed for super::f16 {}
}

/// What a pipeline override can be: `bool`, `i32`, `u32`, `f32` or `f16`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be given when a pipeline is made",
    note = "an override is a `bool`, `i32`, `u32`, `f32` or `f16`: pass vectors and structures as a parameter or a uniform"
)]
pub trait Overridable: sealed::Sealed + Value + Into<OverrideValue> {}

impl Overridable for bool {}
impl Overridable for i32 {}
impl Overridable for u32 {}
impl Overridable for f32 {}
impl Overridable for f16 {}

/// A constant whose value is given when a pipeline is made of the kernel; made by
/// [`pipeline_override`].
///
/// It is a value wherever a value is asked for: `i.lt(&width)`, `i * &width`, or
/// [`node`](Override::node) where a [`Node`] is. A `u32` can also be a side of the
/// workgroup, and the length of a workgroup array.
#[must_use = "an override that no kernel uses does nothing"]
pub struct Override<T> {
    data: Arc<graph::Override>,
    of: PhantomData<fn() -> T>,
}

impl<T> Clone for Override<T> {
    fn clone(&self) -> Self {
        Override {
            data: Arc::clone(&self.data),
            of: PhantomData,
        }
    }
}

/// A constant that is given by name when a pipeline is made of the kernel: WGSL's
/// `override`, the `constants` of WebGPU and wgpu.
///
/// It has no value until [`with_default`](Override::with_default) says one, and then must
/// be given. Like [`constant`](crate::constant) it belongs to no kernel: make it outside of
/// the kernel or within, and use it in as many as you like. All that a kernel uses under
/// one name must be the same.
///
/// The value is given for one run, `gpu.run(&kernel).set_override("width", 128u32)`, or for a
/// kernel, by [`Kernel::with_overrides`](crate::Kernel::with_overrides).
///
/// The text keeps the name, for whoever gives the value gives it by name; so it is a name
/// that WGSL allows, or there is an [`id`](Override::with_id).
///
/// ```
/// use bitonic_dsl::*;
///
/// let width = pipeline_override::<u32>("width").with_default(64);
/// let scale = pipeline_override::<f32>("scale");
/// let kernel = kernel("scaled_sums").workgroup_size(&width).build(|k| {
///     let input = k.storage::<f32>("input");
///     let sums = k.storage_mut::<f32>("sums");
///     let tile = workgroup_array::<f32>("tile", &width);
///     let (i, local) = (instance_index(), local_invocation_index());
///     tile.element(local).assign(input.element(i).load() * &scale);
///     workgroup_barrier();
///     If(local.eq(0), || {
///         let sum = 0.0.to_var("sum");
///         Loop(range(0, &width), |at| sum.add_assign(tile.element(at).load()));
///         sums.element(workgroup_index()).assign(sum.load());
///     });
/// })?;
/// let text = kernel.wgsl(Dialect::Browser)?;
/// assert!(text.contains("override width: u32 = 64u;"));
/// assert!(text.contains("override scale: f32;"));
/// assert!(text.contains("@workgroup_size(width"));
/// assert!(text.contains("array<f32, width>"));
///
/// let values = [("width", OverrideValue::U32(128)), ("scale", OverrideValue::F32(0.5))];
/// let wide = kernel.with_overrides(values)?;
/// assert_eq!(wide.workgroup_size(), [128, 1, 1]);
/// # Ok::<(), Error>(())
/// ```
#[track_caller]
pub fn pipeline_override<T: Overridable>(name: &str) -> Override<T> {
    let ty = T::ty().scalar().unwrap_or(crate::types::ScalarType::U32);
    Override {
        data: Arc::new(graph::Override {
            name: name.to_owned(),
            id: None,
            ty,
            default: None,
            at: SourceLocation::caller(),
        }),
        of: PhantomData,
    }
}

impl<T: Overridable> Override<T> {
    /// The same with a value for pipelines that are given none. A float must be finite.
    pub fn with_default(self, value: T) -> Override<T> {
        let value: OverrideValue = value.into();
        self.changed(|data| data.default = Some(value.literal()))
    }

    /// The same under a number, WGSL's `@id(number)`. The value is then given by the number
    /// in a pipeline of your own, and the name is for readers alone; this library takes the
    /// name all the same. No two overrides of a kernel have one number.
    pub fn with_id(self, id: u16) -> Override<T> {
        self.changed(|data| data.id = Some(id))
    }

    /// The value, in the kernel or function under way.
    #[must_use = "a value that nothing uses leaves no trace in the shader"]
    #[track_caller]
    pub fn node(&self) -> Node<T> {
        Node::make(NodeKind::Override(Arc::clone(&self.data)))
    }

    fn changed(self, change: impl FnOnce(&mut graph::Override)) -> Override<T> {
        let mut data = graph::Override::clone(&self.data);
        change(&mut data);
        Override {
            data: Arc::new(data),
            of: PhantomData,
        }
    }
}

impl<T: Overridable> IntoNode<T> for Override<T> {
    #[track_caller]
    fn into_node(self) -> Node<T> {
        self.node()
    }
}

impl<T: Overridable> IntoNode<T> for &Override<T> {
    #[track_caller]
    fn into_node(self) -> Node<T> {
        self.node()
    }
}

macro_rules! operands {
    ($($scalar:ty: $($beside:ty),*;)*) => {$($(
        impl Operand<$beside> for &Override<$scalar> {
            type Own = $scalar;
            type Output = $beside;

            #[track_caller]
            fn operand(self) -> Node<$scalar> {
                self.node()
            }
        }
    )*)*};
}

operands! {
    u32: u32, UVec2, UVec3, UVec4;
    i32: i32, IVec2, IVec3, IVec4;
    f32: f32, Vec2, Vec3, Vec4;
    f16: f16, HVec2, HVec3, HVec4;
}

impl<T: Comparable> Condition<T> for &Override<bool> {
    #[track_caller]
    fn condition(self) -> ConditionNode {
        Condition::<T>::condition(self.node())
    }
}

macro_rules! blends {
    ($($factor:ty: $($of:ty),*;)*) => {$($(
        impl Blend<$of> for &Override<$factor> {
            #[track_caller]
            fn blend(self) -> BlendNode {
                Blend::<$of>::blend(self.node())
            }
        }
    )*)*};
}

blends! {
    f32: f32, Vec2, Vec3, Vec4;
    f16: f16, HVec2, HVec3, HVec4;
}

/// A number that the host knows, or an override that says it when a pipeline is made: a
/// side of the workgroup, the length of a workgroup array.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Extent {
    /// The number; of an override its default, or 1.
    pub(super) value: u32,
    pub(super) given: Option<Arc<graph::Override>>,
}

impl From<u32> for Extent {
    fn from(value: u32) -> Extent {
        Extent { value, given: None }
    }
}

impl From<&Override<u32>> for Extent {
    fn from(given: &Override<u32>) -> Extent {
        Extent {
            value: given.data.length(),
            given: Some(Arc::clone(&given.data)),
        }
    }
}

impl From<Override<u32>> for Extent {
    fn from(given: Override<u32>) -> Extent {
        Extent::from(&given)
    }
}

/// Invocations of a workgroup in each dimension. A single number is a row.
///
/// Each side is a number, or an [`Override`] of type `u32`: `64`, `[8, 8]`, `&width`,
/// `[Extent::from(&width), 4.into()]`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WorkgroupSize {
    sides: [Extent; 3],
}

impl WorkgroupSize {
    /// The sides as numbers, where overrides stand at their defaults, or at 1.
    pub(super) fn values(&self) -> [u32; 3] {
        let [x, y, z] = &self.sides;
        [x.value, y.value, z.value]
    }

    /// The sides that overrides say.
    pub(super) fn overrides(self) -> [Option<Arc<graph::Override>>; 3] {
        self.sides.map(|side| side.given)
    }
}

impl WorkgroupSize {
    fn of<const N: usize>(given: [Extent; N]) -> WorkgroupSize {
        let mut sides = [1, 1, 1].map(Extent::from);
        for (side, given) in sides.iter_mut().zip(given) {
            *side = given;
        }
        WorkgroupSize { sides }
    }
}

macro_rules! workgroup_sizes {
    ($($given:ty: $given_as:pat => $sides:expr;)*) => {$(
        impl From<$given> for WorkgroupSize {
            fn from($given_as: $given) -> Self {
                WorkgroupSize::of($sides)
            }
        }
    )*};
}

workgroup_sizes! {
    u32: x => [Extent::from(x)];
    &Override<u32>: x => [Extent::from(x)];
    Override<u32>: x => [Extent::from(x)];
    [u32; 2]: sides => sides.map(Extent::from);
    [u32; 3]: sides => sides.map(Extent::from);
    [Extent; 2]: sides => sides;
    [Extent; 3]: sides => sides;
}
