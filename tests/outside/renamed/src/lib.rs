//! Calls `bitonic-gpu` by a name of its own, takes the language alone, and hands all of it on to
//! `outside-through`.

pub use gpu;
use gpu as dsl;

#[path = "../../kernels.rs"]
pub mod kernels;

/// A kernel that sets every element to `value`, declared in the crate that calls this.
///
/// `$crate` leads here wherever it is called.
#[macro_export]
macro_rules! filling {
    ($name:ident, $value:expr) => {
        #[$crate::gpu::kernel(crate = $crate::gpu)]
        fn $name(data: &mut [u32]) {
            data[$crate::gpu::instance_index()] = $value;
        }
    };
}
