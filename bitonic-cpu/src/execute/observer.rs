//! What a run tells about what it does and about the faults that it passes.

use naga::Span;

use super::grid::{Grid, Invocation};
use crate::image::TexelAxis;

/// An index that lies beyond its array, vector or matrix. The run went on as WGSL allows.
#[derive(Clone, Copy, Debug)]
pub struct OutOfRange<'a> {
    /// The variable that is indexed, where the source names it.
    pub variable: Option<&'a str>,
    /// The access in the WGSL text; undefined where the module has no spans.
    pub span: Span,
    /// The index, as a u32 even if the source has an i32.
    pub index: u32,
    /// Elements that there are.
    pub length: u32,
    /// Who made the access.
    pub invocation: Invocation,
}

/// A texel that lies beyond its texture. A load gave zeros, a store did nothing.
#[derive(Clone, Copy, Debug)]
pub struct OutsideTexture<'a> {
    /// The texture, where the source names it.
    pub variable: Option<&'a str>,
    /// The access in the WGSL text; undefined where the module has no spans.
    pub span: Span,
    /// The first coordinate that is out of range.
    pub axis: TexelAxis,
    /// The coordinate, as a u32 even if the source has an i32.
    pub index: u32,
    /// How many there are.
    pub length: u32,
    /// Who made the access.
    pub invocation: Invocation,
}

/// A barrier that some invocations of a workgroup reach while others do not.
#[derive(Clone, Copy, Debug)]
pub struct DivergentBarrier {
    /// The barrier in the WGSL text; undefined where the module has no spans.
    pub span: Span,
    /// The workgroup.
    pub workgroup_id: [u32; 3],
    /// Invocations that reached the barrier together.
    pub reached: u32,
    /// Invocations of the workgroup.
    pub expected: u32,
}

/// A subgroup of a dispatch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SubgroupPlace {
    /// `workgroup_id`.
    pub workgroup_id: [u32; 3],
    /// `subgroup_id`.
    pub subgroup_id: u32,
}

/// A subgroup operation that some invocations of a subgroup reach while others do not.
#[derive(Clone, Copy, Debug)]
pub struct DivergentSubgroup<'a> {
    /// The operation's name in WGSL.
    pub operation: &'a str,
    /// The operation in the WGSL text; undefined where the module has no spans.
    pub span: Span,
    /// The subgroup.
    pub subgroup: SubgroupPlace,
    /// Invocations that reached the operation together.
    pub reached: u32,
    /// Invocations of the subgroup.
    pub expected: u32,
    /// The first invocation that is there.
    pub present: Invocation,
    /// The first invocation that is not.
    pub absent: Invocation,
}

/// A subgroup operation that asks for the value of an invocation that does not take part. It got 0.
#[derive(Clone, Copy, Debug)]
pub struct MissingLane<'a> {
    /// The operation's name in WGSL.
    pub operation: &'a str,
    /// The operation in the WGSL text; undefined where the module has no spans.
    pub span: Span,
    /// `subgroup_invocation_id` of the one that is asked.
    pub lane: u32,
    /// Invocations of the subgroup; `lane` is inactive if it is one of them.
    pub lanes: u32,
    /// Who asks.
    pub invocation: Invocation,
}

/// A loop that some invocation has not left after [`Observer::turn_limit`] turns. These invocations
/// are ended.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error(
    "a loop has not ended after {turns} turns, first for invocation {:?} of workgroup {:?}", .invocation.local_id, .invocation.workgroup_id
)]
pub struct LongLoop {
    /// Turns that it was given.
    pub turns: u64,
    /// The loop in the WGSL text; undefined where the module has no spans.
    pub span: Span,
    /// The first invocation in it.
    pub invocation: Invocation,
}

/// Memory that invocations share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SharedMemory {
    /// A binding, by its index among the program's resources.
    Buffer(u32),
    /// The variables of the workgroup.
    Workgroup,
    /// A storage texture, by its index among the program's textures; a word is a texel of it.
    Texture(u32),
}

/// How a word is accessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccessKind {
    /// Read only.
    Load,
    /// Written, and not read.
    Store,
    /// Read and written at once.
    Update,
}

/// How much of a word is accessed: scalars of 16 bits lie in halves, which may belong to different
/// invocations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WordPart {
    /// All of it.
    Whole,
    /// The low half, at the lower bytes.
    Low,
    /// The high half.
    High,
}

/// An access of one invocation to one word that exists, or to half of it.
#[derive(Clone, Copy, Debug)]
pub struct Access<'a> {
    /// What it does.
    pub kind: AccessKind,
    /// Whether it is atomic; updates always are.
    pub atomic: bool,
    /// Where.
    pub memory: SharedMemory,
    /// Word from the start of the binding or of the workgroup memory, or number of a texel.
    pub word: u32,
    /// How much of that word.
    pub part: WordPart,
    /// The invocation's number in the grid.
    pub invocation: u64,
    /// Its subgroup's number, counted through all workgroups.
    pub subgroup: u64,
    /// The variable, where the source names it.
    pub variable: Option<&'a str>,
    /// The access in the WGSL text; undefined where the module has no spans.
    pub span: Span,
}

/// Is told what happens during a run.
pub trait Observer {
    /// Whether faults are looked for at all; if not, only the methods about loops are called.
    const ACTIVE: bool = true;

    /// A dispatch starts. Nothing that it does is ordered with dispatches before.
    fn dispatch_started(&mut self, _grid: Grid) {}

    /// A workgroup starts, or several that share no workgroup memory.
    fn workgroup_started(&mut self) {}

    /// An access is about to use an index out of range. Called for each active invocation.
    fn out_of_range(&mut self, fault: OutOfRange<'_>);

    /// An access is about to use a texel out of range. Called for each active invocation.
    fn outside_texture(&mut self, _fault: OutsideTexture<'_>) {}

    /// All invocations of a workgroup have reached a barrier, which orders accesses to buffers, to
    /// workgroup memory, or to both.
    fn barrier(&mut self, _storage: bool, _workgroup: bool) {}

    /// All invocations of a workgroup have reached a barrier that orders accesses to textures.
    fn texture_barrier(&mut self) {}

    /// A barrier is reached by a part of a workgroup.
    fn divergent_barrier(&mut self, fault: DivergentBarrier);

    /// All invocations of a subgroup, given by its number, have reached a subgroup barrier.
    fn subgroup_barrier(&mut self, _subgroup: u64) {}

    /// A subgroup operation or barrier is reached by a part of a subgroup.
    fn divergent_subgroup(&mut self, _fault: DivergentSubgroup<'_>) {}

    /// An invocation asks for the value of one that does not take part.
    fn missing_lane(&mut self, _fault: MissingLane<'_>) {}

    /// Whether [`Observer::access`] is called.
    fn wants_accesses(&self) -> bool {
        false
    }

    /// An invocation accesses shared memory.
    fn access(&mut self, _access: Access<'_>) {}

    /// Turns after which a loop is stopped.
    fn turn_limit(&self) -> u64 {
        u64::MAX
    }

    /// A loop has been stopped.
    fn long_loop(&mut self, _fault: LongLoop) {}

    /// Whether the workgroups that are left need not run any more.
    fn ended(&self) -> bool {
        false
    }
}

/// Watches nothing, and costs nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unobserved;

impl Observer for Unobserved {
    const ACTIVE: bool = false;

    fn out_of_range(&mut self, _: OutOfRange<'_>) {}

    fn divergent_barrier(&mut self, _: DivergentBarrier) {}
}
