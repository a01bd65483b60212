//! The words of WGSL for functions, operators, inputs and formats.

use naga::{
    AtomicFunction, BinaryOperator, BuiltIn, CollectiveOperation, Direction, GatherMode,
    MathFunction, StorageFormat, SubgroupOperation, TypeInner, UnaryOperator,
};

/// None for what WGSL does not have.
pub(super) fn math(function: MathFunction) -> Option<&'static str> {
    Some(match function {
        MathFunction::Abs => "abs",
        MathFunction::Min => "min",
        MathFunction::Max => "max",
        MathFunction::Clamp => "clamp",
        MathFunction::Saturate => "saturate",
        MathFunction::Cos => "cos",
        MathFunction::Cosh => "cosh",
        MathFunction::Sin => "sin",
        MathFunction::Sinh => "sinh",
        MathFunction::Tan => "tan",
        MathFunction::Tanh => "tanh",
        MathFunction::Acos => "acos",
        MathFunction::Asin => "asin",
        MathFunction::Atan => "atan",
        MathFunction::Atan2 => "atan2",
        MathFunction::Asinh => "asinh",
        MathFunction::Acosh => "acosh",
        MathFunction::Atanh => "atanh",
        MathFunction::Radians => "radians",
        MathFunction::Degrees => "degrees",
        MathFunction::Ceil => "ceil",
        MathFunction::Floor => "floor",
        MathFunction::Round => "round",
        MathFunction::Fract => "fract",
        MathFunction::Trunc => "trunc",
        MathFunction::Modf => "modf",
        MathFunction::Frexp => "frexp",
        MathFunction::Ldexp => "ldexp",
        MathFunction::Exp => "exp",
        MathFunction::Exp2 => "exp2",
        MathFunction::Log => "log",
        MathFunction::Log2 => "log2",
        MathFunction::Pow => "pow",
        MathFunction::Dot => "dot",
        MathFunction::Dot4I8Packed => "dot4I8Packed",
        MathFunction::Dot4U8Packed => "dot4U8Packed",
        MathFunction::Cross => "cross",
        MathFunction::Distance => "distance",
        MathFunction::Length => "length",
        MathFunction::Normalize => "normalize",
        MathFunction::FaceForward => "faceForward",
        MathFunction::Reflect => "reflect",
        MathFunction::Refract => "refract",
        MathFunction::Sign => "sign",
        MathFunction::Fma => "fma",
        MathFunction::Mix => "mix",
        MathFunction::Step => "step",
        MathFunction::SmoothStep => "smoothstep",
        MathFunction::Sqrt => "sqrt",
        MathFunction::InverseSqrt => "inverseSqrt",
        MathFunction::Transpose => "transpose",
        MathFunction::Determinant => "determinant",
        MathFunction::QuantizeToF16 => "quantizeToF16",
        MathFunction::CountTrailingZeros => "countTrailingZeros",
        MathFunction::CountLeadingZeros => "countLeadingZeros",
        MathFunction::CountOneBits => "countOneBits",
        MathFunction::ReverseBits => "reverseBits",
        MathFunction::ExtractBits => "extractBits",
        MathFunction::InsertBits => "insertBits",
        MathFunction::FirstTrailingBit => "firstTrailingBit",
        MathFunction::FirstLeadingBit => "firstLeadingBit",
        MathFunction::Pack4x8snorm => "pack4x8snorm",
        MathFunction::Pack4x8unorm => "pack4x8unorm",
        MathFunction::Pack2x16snorm => "pack2x16snorm",
        MathFunction::Pack2x16unorm => "pack2x16unorm",
        MathFunction::Pack2x16float => "pack2x16float",
        MathFunction::Pack4xI8 => "pack4xI8",
        MathFunction::Pack4xU8 => "pack4xU8",
        MathFunction::Pack4xI8Clamp => "pack4xI8Clamp",
        MathFunction::Pack4xU8Clamp => "pack4xU8Clamp",
        MathFunction::Unpack4x8snorm => "unpack4x8snorm",
        MathFunction::Unpack4x8unorm => "unpack4x8unorm",
        MathFunction::Unpack2x16snorm => "unpack2x16snorm",
        MathFunction::Unpack2x16unorm => "unpack2x16unorm",
        MathFunction::Unpack2x16float => "unpack2x16float",
        MathFunction::Unpack4xI8 => "unpack4xI8",
        MathFunction::Unpack4xU8 => "unpack4xU8",
        MathFunction::Inverse | MathFunction::Outer => return None,
    })
}

pub(super) fn unary(operator: UnaryOperator) -> &'static str {
    match operator {
        UnaryOperator::Negate => "-",
        UnaryOperator::LogicalNot => "!",
        UnaryOperator::BitwiseNot => "~",
    }
}

pub(super) fn binary(operator: BinaryOperator) -> &'static str {
    match operator {
        BinaryOperator::Add => "+",
        BinaryOperator::Subtract => "-",
        BinaryOperator::Multiply => "*",
        BinaryOperator::Divide => "/",
        BinaryOperator::Modulo => "%",
        BinaryOperator::Equal => "==",
        BinaryOperator::NotEqual => "!=",
        BinaryOperator::Less => "<",
        BinaryOperator::LessEqual => "<=",
        BinaryOperator::Greater => ">",
        BinaryOperator::GreaterEqual => ">=",
        BinaryOperator::And => "&",
        BinaryOperator::ExclusiveOr => "^",
        BinaryOperator::InclusiveOr => "|",
        BinaryOperator::LogicalAnd => "&&",
        BinaryOperator::LogicalOr => "||",
        BinaryOperator::ShiftLeft => "<<",
        BinaryOperator::ShiftRight => ">>",
    }
}

/// What follows `atomic` and `textureAtomic`.
pub(super) fn atomic(function: AtomicFunction) -> &'static str {
    match function {
        AtomicFunction::Add => "Add",
        AtomicFunction::Subtract => "Sub",
        AtomicFunction::And => "And",
        AtomicFunction::ExclusiveOr => "Xor",
        AtomicFunction::InclusiveOr => "Or",
        AtomicFunction::Min => "Min",
        AtomicFunction::Max => "Max",
        AtomicFunction::Exchange { compare: None } => "Exchange",
        AtomicFunction::Exchange { compare: Some(_) } => "CompareExchangeWeak",
    }
}

pub(super) fn gather(mode: GatherMode) -> &'static str {
    match mode {
        GatherMode::BroadcastFirst => "subgroupBroadcastFirst",
        GatherMode::Broadcast(_) => "subgroupBroadcast",
        GatherMode::Shuffle(_) => "subgroupShuffle",
        GatherMode::ShuffleDown(_) => "subgroupShuffleDown",
        GatherMode::ShuffleUp(_) => "subgroupShuffleUp",
        GatherMode::ShuffleXor(_) => "subgroupShuffleXor",
        GatherMode::QuadBroadcast(_) => "quadBroadcast",
        GatherMode::QuadSwap(Direction::X) => "quadSwapX",
        GatherMode::QuadSwap(Direction::Y) => "quadSwapY",
        GatherMode::QuadSwap(Direction::Diagonal) => "quadSwapDiagonal",
    }
}

/// The other operand of a gathering operation.
pub(super) fn gather_index(mode: GatherMode) -> Option<super::Value> {
    match mode {
        GatherMode::BroadcastFirst | GatherMode::QuadSwap(_) => None,
        GatherMode::Broadcast(index)
        | GatherMode::Shuffle(index)
        | GatherMode::ShuffleDown(index)
        | GatherMode::ShuffleUp(index)
        | GatherMode::ShuffleXor(index)
        | GatherMode::QuadBroadcast(index) => Some(index),
    }
}

/// None for scans that WGSL does not have.
pub(super) fn collective(
    operation: SubgroupOperation,
    collective: CollectiveOperation,
) -> Option<&'static str> {
    use CollectiveOperation::{ExclusiveScan, InclusiveScan, Reduce};
    Some(match (collective, operation) {
        (Reduce, SubgroupOperation::All) => "subgroupAll",
        (Reduce, SubgroupOperation::Any) => "subgroupAny",
        (Reduce, SubgroupOperation::Add) => "subgroupAdd",
        (Reduce, SubgroupOperation::Mul) => "subgroupMul",
        (Reduce, SubgroupOperation::Min) => "subgroupMin",
        (Reduce, SubgroupOperation::Max) => "subgroupMax",
        (Reduce, SubgroupOperation::And) => "subgroupAnd",
        (Reduce, SubgroupOperation::Or) => "subgroupOr",
        (Reduce, SubgroupOperation::Xor) => "subgroupXor",
        (InclusiveScan, SubgroupOperation::Add) => "subgroupInclusiveAdd",
        (InclusiveScan, SubgroupOperation::Mul) => "subgroupInclusiveMul",
        (ExclusiveScan, SubgroupOperation::Add) => "subgroupExclusiveAdd",
        (ExclusiveScan, SubgroupOperation::Mul) => "subgroupExclusiveMul",
        (
            InclusiveScan | ExclusiveScan,
            SubgroupOperation::All
            | SubgroupOperation::Any
            | SubgroupOperation::Min
            | SubgroupOperation::Max
            | SubgroupOperation::And
            | SubgroupOperation::Or
            | SubgroupOperation::Xor,
        ) => return None,
    })
}

/// The inputs of a compute kernel; none for those of other stages.
pub(super) fn built_in(built_in: BuiltIn) -> Option<&'static str> {
    Some(match built_in {
        BuiltIn::GlobalInvocationId => "global_invocation_id",
        BuiltIn::LocalInvocationId => "local_invocation_id",
        BuiltIn::LocalInvocationIndex => "local_invocation_index",
        BuiltIn::WorkGroupId => "workgroup_id",
        BuiltIn::NumWorkGroups => "num_workgroups",
        BuiltIn::NumSubgroups => "num_subgroups",
        BuiltIn::SubgroupId => "subgroup_id",
        BuiltIn::SubgroupSize => "subgroup_size",
        BuiltIn::SubgroupInvocationId => "subgroup_invocation_id",
        BuiltIn::PrimitiveIndex
        | BuiltIn::Position { .. }
        | BuiltIn::ViewIndex
        | BuiltIn::BaseInstance
        | BuiltIn::BaseVertex
        | BuiltIn::ClipDistances
        | BuiltIn::CullDistance
        | BuiltIn::InstanceIndex
        | BuiltIn::PointSize
        | BuiltIn::VertexIndex
        | BuiltIn::DrawIndex
        | BuiltIn::FragDepth
        | BuiltIn::PointCoord
        | BuiltIn::FrontFacing
        | BuiltIn::Barycentric { .. }
        | BuiltIn::SampleIndex
        | BuiltIn::SampleMask
        | BuiltIn::WorkGroupSize
        | BuiltIn::MeshTaskSize
        | BuiltIn::CullPrimitive
        | BuiltIn::PointIndex
        | BuiltIn::LineIndices
        | BuiltIn::TriangleIndices
        | BuiltIn::VertexCount
        | BuiltIn::Vertices
        | BuiltIn::PrimitiveCount
        | BuiltIn::Primitives
        | BuiltIn::RayInvocationId
        | BuiltIn::NumRayInvocations
        | BuiltIn::InstanceCustomData
        | BuiltIn::GeometryIndex
        | BuiltIn::WorldRayOrigin
        | BuiltIn::WorldRayDirection
        | BuiltIn::ObjectRayOrigin
        | BuiltIn::ObjectRayDirection
        | BuiltIn::RayTmin
        | BuiltIn::RayTCurrentMax
        | BuiltIn::ObjectToWorld
        | BuiltIn::WorldToObject
        | BuiltIn::HitKind => return None,
    })
}

pub(super) fn format(format: StorageFormat) -> &'static str {
    match format {
        StorageFormat::R8Unorm => "r8unorm",
        StorageFormat::R8Snorm => "r8snorm",
        StorageFormat::R8Uint => "r8uint",
        StorageFormat::R8Sint => "r8sint",
        StorageFormat::R16Uint => "r16uint",
        StorageFormat::R16Sint => "r16sint",
        StorageFormat::R16Float => "r16float",
        StorageFormat::Rg8Unorm => "rg8unorm",
        StorageFormat::Rg8Snorm => "rg8snorm",
        StorageFormat::Rg8Uint => "rg8uint",
        StorageFormat::Rg8Sint => "rg8sint",
        StorageFormat::R32Uint => "r32uint",
        StorageFormat::R32Sint => "r32sint",
        StorageFormat::R32Float => "r32float",
        StorageFormat::Rg16Uint => "rg16uint",
        StorageFormat::Rg16Sint => "rg16sint",
        StorageFormat::Rg16Float => "rg16float",
        StorageFormat::Rgba8Unorm => "rgba8unorm",
        StorageFormat::Rgba8Snorm => "rgba8snorm",
        StorageFormat::Rgba8Uint => "rgba8uint",
        StorageFormat::Rgba8Sint => "rgba8sint",
        StorageFormat::Bgra8Unorm => "bgra8unorm",
        StorageFormat::Rgb10a2Uint => "rgb10a2uint",
        StorageFormat::Rgb10a2Unorm => "rgb10a2unorm",
        StorageFormat::Rg11b10Ufloat => "rg11b10ufloat",
        StorageFormat::R64Uint => "r64uint",
        StorageFormat::Rg32Uint => "rg32uint",
        StorageFormat::Rg32Sint => "rg32sint",
        StorageFormat::Rg32Float => "rg32float",
        StorageFormat::Rgba16Uint => "rgba16uint",
        StorageFormat::Rgba16Sint => "rgba16sint",
        StorageFormat::Rgba16Float => "rgba16float",
        StorageFormat::Rgba32Uint => "rgba32uint",
        StorageFormat::Rgba32Sint => "rgba32sint",
        StorageFormat::Rgba32Float => "rgba32float",
        StorageFormat::R16Unorm => "r16unorm",
        StorageFormat::R16Snorm => "r16snorm",
        StorageFormat::Rg16Unorm => "rg16unorm",
        StorageFormat::Rg16Snorm => "rg16snorm",
        StorageFormat::Rgba16Unorm => "rgba16unorm",
        StorageFormat::Rgba16Snorm => "rgba16snorm",
    }
}

/// Whether WGSL has the operator with `=` behind it.
pub(super) fn compound(operator: BinaryOperator) -> bool {
    match operator {
        BinaryOperator::Add
        | BinaryOperator::Subtract
        | BinaryOperator::Multiply
        | BinaryOperator::Divide
        | BinaryOperator::Modulo
        | BinaryOperator::And
        | BinaryOperator::ExclusiveOr
        | BinaryOperator::InclusiveOr
        | BinaryOperator::ShiftLeft
        | BinaryOperator::ShiftRight => true,
        BinaryOperator::Equal
        | BinaryOperator::NotEqual
        | BinaryOperator::Less
        | BinaryOperator::LessEqual
        | BinaryOperator::Greater
        | BinaryOperator::GreaterEqual
        | BinaryOperator::LogicalAnd
        | BinaryOperator::LogicalOr => false,
    }
}

/// The comparison that holds just where `op` does not. Of floats one may be NaN, with
/// which no order holds.
pub(super) fn opposite(op: BinaryOperator, of: &TypeInner) -> Option<BinaryOperator> {
    let scalar = of.scalar()?;
    let is_single = matches!(of, TypeInner::Scalar(_));
    let is_ordered = matches!(scalar.kind, naga::ScalarKind::Uint | naga::ScalarKind::Sint);
    let opposite = match op {
        BinaryOperator::Equal => BinaryOperator::NotEqual,
        BinaryOperator::NotEqual => BinaryOperator::Equal,
        BinaryOperator::Less if is_ordered => BinaryOperator::GreaterEqual,
        BinaryOperator::LessEqual if is_ordered => BinaryOperator::Greater,
        BinaryOperator::Greater if is_ordered => BinaryOperator::LessEqual,
        BinaryOperator::GreaterEqual if is_ordered => BinaryOperator::Less,
        BinaryOperator::Less
        | BinaryOperator::LessEqual
        | BinaryOperator::Greater
        | BinaryOperator::GreaterEqual
        | BinaryOperator::Add
        | BinaryOperator::Subtract
        | BinaryOperator::Multiply
        | BinaryOperator::Divide
        | BinaryOperator::Modulo
        | BinaryOperator::And
        | BinaryOperator::ExclusiveOr
        | BinaryOperator::InclusiveOr
        | BinaryOperator::LogicalAnd
        | BinaryOperator::LogicalOr
        | BinaryOperator::ShiftLeft
        | BinaryOperator::ShiftRight => return None,
    };
    is_single.then_some(opposite)
}
