//! What kernels lower to, in text. Every kernel here is read again by naga, written
//! as SPIR-V, and read by Tint. Expected lines are reasoned from the rules of the
//! language, not copied from an output.

mod families;
mod functions;
mod interface;
mod lines;
mod needs;
mod order;
mod scope;
mod subgroups;
mod types;
mod values;

use crate::diagnostic::Diagnostic;
use crate::*;

/// Builds a kernel of 64 invocations, and has every reader read it.
#[track_caller]
fn build(body: impl FnOnce(&KernelScope)) -> Kernel {
    match kernel("main_kernel").workgroup_size(64).build(body) {
        Ok(kernel) => {
            snapshot::checked_text(&kernel);
            kernel
        }
        Err(error) => panic!("{error}"),
    }
}

/// The lowered module of a kernel, as naga writes it: a statement after the other, as
/// they were lowered. The kernel's own text, by which these are no longer seen, is
/// checked by `build`.
#[track_caller]
fn wgsl(body: impl FnOnce(&KernelScope)) -> String {
    build(body).lowered_text()
}

/// The statements of a kernel's entry point, one a line, without indentation.
#[track_caller]
fn statements(body: impl FnOnce(&KernelScope)) -> Vec<String> {
    let text = wgsl(body);
    let start = text.find("@compute").expect("there is an entry point");
    let lines = text[start..].lines().skip(2);
    lines
        .map(|line| line.trim().to_owned())
        .filter(|line| !line.is_empty())
        .take_while(|line| line != "EOF")
        .collect()
}

/// The faults of a kernel that must not build.
#[track_caller]
fn faults(body: impl FnOnce(&KernelScope)) -> Vec<Diagnostic> {
    match kernel("main_kernel").workgroup_size(64).build(body) {
        Ok(kernel) => panic!("it built:\n{}", kernel.graph_text()),
        Err(error) => error.diagnostics().to_vec(),
    }
}

/// The position of the one line that contains `part`.
#[track_caller]
fn line_of(lines: &[String], part: &str) -> usize {
    let found: Vec<usize> = (0..lines.len())
        .filter(|index| lines[*index].contains(part))
        .collect();
    match found[..] {
        [index] => index,
        _ => panic!(
            "`{part}` is not in exactly one line of\n{}",
            lines.join("\n")
        ),
    }
}

/// How many lines contain `part`.
fn count(lines: &[String], part: &str) -> usize {
    lines.iter().filter(|line| line.contains(part)).count()
}
