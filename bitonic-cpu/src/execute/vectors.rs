//! Which vector instructions the loops over columns use, chosen when a run starts.
//!
//! The loops themselves stand where they belong (`lanes`, `words`, `mask`), written once. Here they
//! are only handed to code that is compiled for more than the target's baseline. Nothing is
//! contracted or reordered for it: every result is the same, but for the bits of a NaN that comes of
//! two NaNs, which neither Rust nor WGSL fixes.

/// The instructions that columns are computed with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Vectors {
    /// The widest that this machine has and that there is code for: AVX2 on x86-64.
    #[default]
    Widest,
    /// Those that every machine of the target has.
    Baseline,
}

impl Vectors {
    /// What that means on this machine.
    pub(super) fn resolve(self) -> Instructions {
        #[cfg(target_arch = "x86_64")]
        if self == Self::Widest
            && let Some(avx2) = Avx2::detect()
        {
            return Instructions::Avx2(avx2);
        }
        Instructions::Baseline
    }
}

/// A loop that may run on any of the instruction sets. Its `work` and all that it is made of must be
/// inlined, or it stays compiled for the baseline: right, but no faster.
pub(super) trait Work {
    type Output;
    fn work(self) -> Self::Output;
}

/// The instructions of a run.
#[derive(Clone, Copy, Debug)]
pub(super) enum Instructions {
    Baseline,
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
}

impl Instructions {
    #[inline]
    #[cfg_attr(
        target_arch = "x86_64",
        allow(unsafe_code, reason = "measured to pay; see the figures at `Avx2`")
    )]
    pub(super) fn run<W: Work>(self, work: W) -> W::Output {
        match self {
            Self::Baseline => work.work(),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the one requirement of `with_avx2` is a processor with AVX2. An `Avx2` is made
            // by `Avx2::detect` alone, after the processor said that it has it.
            Self::Avx2(Avx2(())) => unsafe { with_avx2(work) },
        }
    }
}

/// The proof that this machine has AVX2.
///
/// What it pays, best of 9 on one thread: 64 turns of float arithmetic on 2^18 invocations take 3.5 ms
/// instead of 6.0 (`examples/kernel_time.rs`), a bitonic sort of 2^14 keys 1.5 ms instead of 1.8
/// (`examples/sort_time.rs`).
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug)]
pub(super) struct Avx2(());

#[cfg(target_arch = "x86_64")]
impl Avx2 {
    fn detect() -> Option<Self> {
        std::arch::is_x86_feature_detected!("avx2").then_some(Self(()))
    }
}

/// Runs `work` compiled for AVX2: what is inlined here takes its instruction set from here.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn with_avx2<W: Work>(work: W) -> W::Output {
    work.work()
}
