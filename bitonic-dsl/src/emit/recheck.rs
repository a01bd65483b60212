//! A second reading of emitted text, for tests: naga parses it again, validates what
//! it read, and writes it as SPIR-V, which stops at what the validator lets pass.

use naga::back::pipeline_constants::process_overrides;
use naga::back::{PipelineConstants, spv};
use naga::front::wgsl;
use naga::valid::{Capabilities, ValidationFlags, Validator};

use super::wgsl::same;
use crate::validate::Validated;

/// What went wrong, and at which stage.
pub(crate) struct Failure {
    /// What was being done.
    pub(crate) stage: &'static str,
    /// What the tool said.
    pub(crate) message: String,
}

/// Reads `text` again.
///
/// # Errors
///
/// The first stage that refuses it.
pub(crate) fn recheck(text: &str) -> Result<(), Failure> {
    let module = wgsl::parse_str(text)
        .map_err(|error| failure("parsing the WGSL again", error.emit_to_string(text)))?;
    let info = Validator::new(ValidationFlags::all(), Capabilities::all())
        .validate(&module)
        .map_err(|error| {
            let message = error.emit_to_string(text);
            failure("validating the WGSL that was parsed again", message)
        })?;
    let (module, info) = process_overrides(&module, &info, None, &values(&module))
        .map_err(|error| failure("giving overrides their values", error))?;
    spv::write_vec(&module, &info, &spv::Options::default(), None)
        .map(|_| ())
        .map_err(|error| failure("writing the WGSL that was parsed again as SPIR-V", error))
}

/// Values for the overrides that have no default; SPIR-V has none without a value.
fn values(module: &naga::Module) -> PipelineConstants {
    let overrides = module.overrides.iter().map(|(_, one)| one);
    let missing = overrides.filter(|one| one.init.is_none());
    let key = |one: &naga::Override| match one.id {
        Some(id) => id.to_string(),
        None => one.name.clone().unwrap_or_default(),
    };
    missing.map(|one| (key(one), 1.0)).collect()
}

/// Reads the text of `kernel` again: it means what the kernel's module means.
///
/// # Errors
///
/// The first stage that refuses it, or where the modules differ.
pub(crate) fn means_the_same(kernel: &Validated, text: &str) -> Result<(), Failure> {
    let again = wgsl::parse_str(text)
        .map_err(|error| failure("parsing the WGSL again", error.emit_to_string(text)))?;
    let info = Validator::new(ValidationFlags::all(), Capabilities::all())
        .validate(&again)
        .map_err(|error| {
            let message = error.emit_to_string(text);
            failure("validating the WGSL that was parsed again", message)
        })?;
    let ours = (kernel.module(), kernel.info());
    match same::difference(ours, (&again, &info)) {
        Some(difference) => Err(failure("comparing the WGSL with the module", difference)),
        None => Ok(()),
    }
}

/// The module of `kernel` as naga writes it.
#[cfg(test)]
pub(crate) fn lowered_text(kernel: &Validated) -> String {
    let flags = naga::back::wgsl::WriterFlags::empty();
    let text = naga::back::wgsl::write_string(kernel.module(), kernel.info(), flags);
    text.expect("it is valid")
}

fn failure(stage: &'static str, message: impl ToString) -> Failure {
    Failure {
        stage,
        message: message.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::recheck;

    #[track_caller]
    fn stage(text: &str) -> &'static str {
        recheck(text).err().map_or("", |failure| failure.stage)
    }

    #[test]
    fn each_stage_names_itself() {
        assert_eq!(stage("fn f() -> u32 { return 1u; }"), "");
        assert_eq!(stage("fn f( {"), "parsing the WGSL again");
        let no_invocations = "@compute @workgroup_size(0) fn f() {}";
        let validating = "validating the WGSL that was parsed again";
        assert_eq!(stage(no_invocations), validating);
    }
}
