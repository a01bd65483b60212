//! Rust's sizes as numbers of the shader.

use crate::author::recorder;
use crate::diagnostic::{Diagnostic, SourceLocation};

/// `size` as the shader counts, in `u32`: what a constant of type `usize` is in the body of
/// a kernel and in its workgroup size.
///
/// One past `u32::MAX` is a fault in the body of a kernel; elsewhere it is `u32::MAX`, which
/// no workgroup has.
///
/// ```
/// use bitonic_dsl::{Kernel, kernel, natural};
///
/// fn first<const COUNT: usize>() -> Result<Kernel, bitonic_dsl::Error> {
///     kernel("first").build(|k| {
///         k.storage_mut::<u32>("data").element(natural::size(COUNT)).assign(1);
///     })
/// }
///
/// assert!(first::<8>().is_ok());
/// let error = first::<{ 1 << 40 }>().err().map(|error| error.to_string());
/// assert!(error.unwrap_or_default().contains("1099511627776"));
/// ```
#[must_use]
#[track_caller]
pub fn size(size: usize) -> u32 {
    let at = SourceLocation::caller();
    u32::try_from(size).unwrap_or_else(|_| {
        if recorder::is_recording() {
            let message = format!("`{size}` is past the largest `u32`, by which the shader counts");
            let fault = Diagnostic::new(message, at);
            recorder::fault(fault.help("choose a size of at most 4294967295"));
        }
        u32::MAX
    })
}
