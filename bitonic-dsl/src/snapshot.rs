//! Snapshots of kernels: [`assert_kernel_snapshot!`](crate::assert_kernel_snapshot).
//! The text of a snapshot, and the checks that every snapshot goes through.

use crate::emit::recheck::recheck;
use crate::emit::{self, Dialect};
use crate::kernel::Kernel;
use crate::tint;

/// Compares a kernel's graph and WGSL with what was accepted before, and reads the
/// WGSL again: by naga, which parses it, validates it and writes it as SPIR-V, and by
/// Tint where `tint` is on the PATH.
///
/// `assert_kernel_snapshot!(kernel)` names the snapshot after the test, and
/// `assert_kernel_snapshot!("name", kernel)` by name; the files lie in the folder
/// `snapshots` beside the test, and `cargo insta review` accepts new ones. Needs the
/// feature `snapshot`.
///
/// # Panics
///
/// Where the text differs from the accepted one, or a reader refuses it.
#[cfg(feature = "snapshot")]
#[macro_export]
macro_rules! assert_kernel_snapshot {
    ($kernel:expr $(,)?) => {
        $crate::__private::insta::with_settings!({ omit_expression => true }, {
            $crate::__private::insta::assert_snapshot!($crate::__private::checked_text(&$kernel))
        })
    };
    ($name:expr, $kernel:expr $(,)?) => {
        $crate::__private::insta::with_settings!({ omit_expression => true }, {
            $crate::__private::insta::assert_snapshot!(
                $name,
                $crate::__private::checked_text(&$kernel)
            )
        })
    };
}

/// The text of `kernel`'s snapshot, once every reader has accepted it.
///
/// # Panics
///
/// Where one has not; the message says at which stage.
#[track_caller]
pub(crate) fn checked_text(kernel: &Kernel) -> String {
    if let Err(message) = check(kernel) {
        panic!("kernel `{}`: {message}", kernel.name());
    }
    let wgsl = emitted(kernel, Dialect::Naga).unwrap_or_default();
    format!("{}\n\n{}", kernel.graph_text().trim_end(), wgsl.trim_end())
}

fn check(kernel: &Kernel) -> Result<(), String> {
    let overrides = &kernel.interface().overrides;
    if overrides.iter().all(|one| one.default.is_some()) {
        kernel
            .spirv()
            .map_err(|error| format!("writing SPIR-V failed\n{error}"))?;
    }
    let text = emitted(kernel, Dialect::Naga)?;
    recheck(&text)
        .map_err(|failure| format!("{} failed\n{}\n{text}", failure.stage, failure.message))?;
    means_the_same(kernel)?;
    if !is_for_browsers(kernel) {
        return Ok(());
    }
    let text = emitted(kernel, Dialect::Browser)?;
    match tint::check(&text) {
        Some(Err(message)) => Err(format!("Tint refused the WGSL\n{message}\n{text}")),
        Some(Ok(())) | None => Ok(()),
    }
}

/// Whether browsers have all that the kernel needs; where not, its text in their dialect
/// is an error, which other tests hold.
fn is_for_browsers(kernel: &Kernel) -> bool {
    let mut needs = kernel.interface().capabilities.iter();
    needs.all(|(capability, _)| emit::browsers_have(capability))
}

/// Whether the text of `kernel`, read again, means what the compiler meant.
pub(crate) fn means_the_same(kernel: &Kernel) -> Result<(), String> {
    let text = emitted(kernel, Dialect::Naga)?;
    kernel
        .reread()
        .map_err(|(stage, message)| format!("{stage} failed\n{message}\n{text}"))
}

fn emitted(kernel: &Kernel, dialect: Dialect) -> Result<String, String> {
    kernel
        .wgsl(dialect)
        .map_err(|error| format!("writing WGSL failed\n{error}"))
}
