//! What a run tells about the faults that it passes.

use naga::Span;

/// One invocation of a dispatch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Invocation {
    /// `workgroup_id`.
    pub workgroup_id: [u32; 3],
    /// `local_invocation_id`.
    pub local_id: [u32; 3],
}

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

/// Is told about faults during a run.
pub trait Observer {
    /// Whether faults are looked for at all; if not, none of the methods is called.
    const ACTIVE: bool = true;

    /// An access is about to use an index out of range. Called for each active invocation.
    fn out_of_range(&mut self, fault: OutOfRange<'_>);

    /// A barrier is reached by a part of a workgroup.
    fn divergent_barrier(&mut self, fault: DivergentBarrier);
}

/// Watches nothing, and costs nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unobserved;

impl Observer for Unobserved {
    const ACTIVE: bool = false;

    fn out_of_range(&mut self, _: OutOfRange<'_>) {}

    fn divergent_barrier(&mut self, _: DivergentBarrier) {}
}
