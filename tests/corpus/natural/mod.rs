//! The kernels of the corpus once more, in natural Rust. Each file is the twin of the one of
//! the same name.

mod arithmetic;
mod atomics;
mod composites;
mod control;
mod flow;
mod formats;
mod hazards;
mod memory;
mod nodes;
mod overrides;
mod pointers;
mod runtime_arrays;
mod subgroup_nodes;
mod subgroups;
mod tables;
mod textures;

use bitonic::{Error, Kernel};

/// The kernel's name in the corpus, and its natural form.
pub(crate) type Twin = (&'static str, fn() -> Result<Kernel, Error>);

/// Twins of these names, each made by the function of its name or by the given expression.
macro_rules! twins {
    (@ $name:ident) => { twins!(@ $name $name()) };
    (@ $name:ident $kernel:expr) => {
        (stringify!($name), (|| Ok($kernel?.untyped().clone())) as fn() -> _)
    };
    ($($name:ident $(= $kernel:expr)?),* $(,)?) => {
        vec![$(twins!(@ $name $($kernel)?)),*]
    };
}
use twins;

/// Every twin.
pub(crate) fn all() -> Vec<Twin> {
    let rooms = [
        arithmetic::twins(),
        atomics::twins(),
        composites::twins(),
        control::twins(),
        flow::twins(),
        formats::twins(),
        hazards::twins(),
        memory::twins(),
        nodes::twins(),
        overrides::twins(),
        pointers::twins(),
        runtime_arrays::twins(),
        subgroup_nodes::twins(),
        subgroups::twins(),
        tables::twins(),
        textures::twins(),
    ];
    rooms.into_iter().flatten().collect()
}
