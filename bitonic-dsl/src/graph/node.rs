//! Nodes and places: what is computed, and what is addressed.

use super::{
    AtomicFunction, Block, Builtin, Constant, Function, Id, Local, Override, Parameter, Resource,
    SubgroupOperation, TextureQuery,
};
use crate::diagnostic::SourceLocation;
use crate::types::Type;
use std::sync::Arc;

/// Names a node of a body: `n7` in texts.
pub type NodeId = Id<Node>;
/// Names a place of a body.
pub type PlaceId = Id<Place>;
/// Names a variable of a body: `v2` in texts.
pub type LocalId = Id<Local>;
/// Names a block of a body.
pub type BlockId = Id<Block>;
/// Names a module-scope variable of a kernel.
pub type ResourceId = Id<Resource>;
/// Names a dispatch parameter of a kernel.
pub type ParameterId = Id<Parameter>;
/// Names a callee of a body.
pub type FunctionId = Id<Arc<Function>>;

/// A value.
#[derive(Clone, Debug)]
pub struct Node {
    /// How it comes about.
    pub kind: NodeKind,
    /// Its type.
    pub ty: Type,
    /// The name that the author gave, if any.
    pub name: Option<Box<str>>,
    /// Where it was made.
    pub at: SourceLocation,
}

/// How a value comes about.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum NodeKind {
    /// A constant.
    Literal(Literal),
    /// A constant of module scope.
    Constant(Arc<Constant>),
    /// A constant that is given when a pipeline is made.
    Override(Arc<Override>),
    /// The zero of the node's type.
    Zero,
    /// A built-in input of the invocation.
    Input(Input),
    /// An argument of the function, by position.
    Argument(u32),
    /// A parameter of the dispatch.
    Parameter(ParameterId),
    /// `op a`.
    Unary(UnaryOperator, NodeId),
    /// `a op b`. For the arithmetic operators one side may be the scalar of the
    /// other's vector; `*` also takes a matrix with its scalar, with a vector of as
    /// many components as it has columns (right) or rows (left), and with a matrix
    /// of as many rows as it has columns. A shift's right side is `u32`.
    Binary(BinaryOperator, NodeId, NodeId),
    /// A built-in function.
    Builtin(Builtin, Vec<NodeId>),
    /// `accept` where `condition` holds, else `reject`; both are evaluated.
    Select {
        /// A `bool`, or one for each component.
        condition: NodeId,
        /// The value where it holds.
        accept: NodeId,
        /// The value where it does not.
        reject: NodeId,
    },
    /// Conversion by value to the scalar of the node's type.
    Convert(NodeId),
    /// The same bits as the node's type, which is of the same size.
    Bitcast(NodeId),
    /// A vector with this scalar in each component.
    Splat(NodeId),
    /// A vector, matrix (of its columns), array or structure of these parts. A
    /// vector's parts may be vectors of its scalar.
    Compose(Vec<NodeId>),
    /// Components of a vector, by number; one of them gives a scalar.
    Swizzle(NodeId, Vec<u8>),
    /// A field of a structure, by position.
    Field(NodeId, u32),
    /// A component of a vector, a column of a matrix or an element of an array, by
    /// an index that is a value. An index beyond the last gives some element, or zero.
    Element(NodeId, NodeId),
    /// What a place holds when the node's statement is reached; of an atomic, its scalar.
    Load(PlaceId),
    /// What an atomic held before the function, which happens whether or not the value
    /// is used.
    Atomic(PlaceId, AtomicFunction),
    /// What a place in workgroup memory holds, between two barriers of the workgroup, which
    /// happen whether or not the value is used. It is the same for every invocation.
    UniformLoad(PlaceId),
    /// The address of a place, for a pointer argument of the call that uses the node.
    Address(PlaceId),
    /// The result of the call whose statement makes the node.
    Call(FunctionId, Vec<NodeId>),
    /// The number of elements of a storage buffer's array, or of the array that is the last
    /// field of its structure.
    ArrayLength(ResourceId),
    /// What is asked of a texture.
    Texture(ResourceId, TextureQuery),
    /// What is asked of the subgroup when the node's statement is reached.
    Subgroup(SubgroupOperation),
    /// Stands for a value after a fault; it never reaches lowering.
    Poison,
}

/// A constant, by its bits, so that equal means identical.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Literal {
    /// A truth value.
    Bool(bool),
    /// A signed integer.
    I32(i32),
    /// An unsigned integer.
    U32(u32),
    /// A signed integer of 64 bits.
    I64(i64),
    /// An unsigned integer of 64 bits.
    U64(u64),
    /// The bits of a finite float of 16 bits.
    F16(u16),
    /// The bits of a finite float.
    F32(u32),
    /// The bits of a finite float of 64 bits.
    F64(u64),
}

impl Literal {
    /// The value of a float that is not finite, which no text can hold.
    #[must_use]
    pub fn not_finite(self) -> Option<f64> {
        let value = match self {
            Literal::F16(bits) => half::f16::from_bits(bits).to_f64(),
            Literal::F32(bits) => f64::from(f32::from_bits(bits)),
            Literal::F64(bits) => f64::from_bits(bits),
            Literal::Bool(_)
            | Literal::I32(_)
            | Literal::U32(_)
            | Literal::I64(_)
            | Literal::U64(_) => return None,
        };
        (!value.is_finite()).then_some(value)
    }
}

/// A value that each invocation is given.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Input {
    /// Position in the whole grid: `vec3<u32>`.
    GlobalInvocationId,
    /// Position in the workgroup: `vec3<u32>`.
    LocalInvocationId,
    /// Linear position in the workgroup: `u32`.
    LocalInvocationIndex,
    /// Position of the workgroup in the grid: `vec3<u32>`.
    WorkgroupId,
    /// Workgroups of the grid in each dimension: `vec3<u32>`.
    NumWorkgroups,
    /// Linear position of the workgroup in the grid: `u32`,
    /// `x + count.x * (y + count.y * z)`.
    WorkgroupIndex,
    /// Linear position in the whole grid: `u32`, the workgroup's index times the
    /// workgroup's size plus the local index. In a folded grid it counts on.
    InstanceIndex,
    /// Invocations of a subgroup: `u32`, the same in the whole dispatch.
    SubgroupSize,
    /// Position in the subgroup: `u32`.
    SubgroupInvocationId,
    /// Position of the subgroup in the workgroup: `u32`.
    SubgroupId,
    /// Subgroups of the workgroup: `u32`.
    NumSubgroups,
}

impl Input {
    /// The name in the texts, and WGSL's where WGSL has the input.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Input::GlobalInvocationId => "global_invocation_id",
            Input::LocalInvocationId => "local_invocation_id",
            Input::LocalInvocationIndex => "local_invocation_index",
            Input::WorkgroupId => "workgroup_id",
            Input::NumWorkgroups => "num_workgroups",
            Input::WorkgroupIndex => "workgroup_index",
            Input::InstanceIndex => "instance_index",
            Input::SubgroupSize => "subgroup_size",
            Input::SubgroupInvocationId => "subgroup_invocation_id",
            Input::SubgroupId => "subgroup_id",
            Input::NumSubgroups => "num_subgroups",
        }
    }

    /// Whether devices without subgroups lack it.
    #[must_use]
    pub fn is_of_subgroups(self) -> bool {
        match self {
            Input::SubgroupSize
            | Input::SubgroupInvocationId
            | Input::SubgroupId
            | Input::NumSubgroups => true,
            Input::GlobalInvocationId
            | Input::LocalInvocationId
            | Input::LocalInvocationIndex
            | Input::WorkgroupId
            | Input::NumWorkgroups
            | Input::WorkgroupIndex
            | Input::InstanceIndex => false,
        }
    }
}

/// An operator of one operand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UnaryOperator {
    /// Arithmetic negation.
    Negate,
    /// `!` of truth values.
    LogicalNot,
    /// `~`, all bits inverted.
    BitwiseNot,
}

/// An operator of two operands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BinaryOperator {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`
    Divide,
    /// `%`
    Remainder,
    /// `&`
    And,
    /// `|`
    Or,
    /// `^`
    Xor,
    /// `<<`
    ShiftLeft,
    /// `>>`
    ShiftRight,
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
    /// `&` of truth values; both sides are evaluated.
    LogicalAnd,
    /// `|` of truth values; both sides are evaluated.
    LogicalOr,
}

/// An address.
#[derive(Clone, Debug)]
pub struct Place {
    /// How it is reached.
    pub kind: PlaceKind,
    /// What lies there.
    pub ty: Type,
    /// Where it was made.
    pub at: SourceLocation,
}

/// How an address is reached.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PlaceKind {
    /// A whole module-scope variable.
    Resource(ResourceId),
    /// A whole variable of the function.
    Local(LocalId),
    /// What a pointer leads to, an argument of the function, by position.
    Argument(u32),
    /// An element of an array, a component of a vector or a column of a matrix.
    Element(PlaceId, NodeId),
    /// A component of a vector.
    Component(PlaceId, u8),
    /// A field of a structure.
    Field(PlaceId, u32),
}
