//! `bitonic emit`: prints a kernel of the library in one of its forms.

use std::io::{self, IsTerminal, Write};

use bitonic_dsl::{Dialect, GlslVersion, Kernel};
use bitonic_runtime::kernels::{self, Entry};

use crate::arguments::{EmitRequest, Target};
use crate::failure::Failure;
use crate::output::Output;
use crate::{print, suggest};

pub(crate) fn run(request: &EmitRequest) -> Result<(), Failure> {
    let Some(name) = &request.kernel else {
        return print(list());
    };
    let entry = find(name)?;
    if request.annotate {
        refuse_notes_beside(request.target)?;
    }
    let output = request.output.as_deref().map(Output::new).transpose()?;
    if output.is_none() {
        refuse_binary_on_a_terminal(request.target)?;
    }
    let kernel = entry.build(request.workgroup_size);
    let kernel = kernel.map_err(|error| refused(name, &error))?;
    let content = emit(&kernel, request.target, request.annotate);
    let content = content.map_err(|error| refused(name, &error))?;
    match output {
        Some(output) => output.write(|writer| writer.write_all(&content)),
        None => print(content),
    }
}

/// The names of all kernels, one a line.
fn list() -> String {
    let names = kernels::catalog()
        .iter()
        .map(|entry| format!("{}\n", entry.name));
    names.collect()
}

fn find(name: &str) -> Result<&'static Entry, Failure> {
    let catalog = kernels::catalog();
    let found = catalog.iter().find(|entry| entry.name == name);
    found.ok_or_else(|| {
        let mend = match suggest::closest(name, catalog.iter().map(|entry| entry.name)) {
            Some(close) => format!("did you mean `{close}`? `bitonic emit --list` shows all names"),
            None => "`bitonic emit --list` shows all names".to_owned(),
        };
        Failure::new(format!("there is no kernel `{name}`"), mend)
    })
}

fn refuse_binary_on_a_terminal(target: Target) -> Result<(), Failure> {
    let binary = match target {
        Target::Spirv => true,
        Target::Wgsl
        | Target::WgslNaga
        | Target::Msl
        | Target::Hlsl
        | Target::Glsl
        | Target::GlslEs
        | Target::Graph
        | Target::Interface => false,
    };
    if binary && io::stdout().is_terminal() {
        return Err(Failure::usage(
            "SPIR-V is binary and would garble the terminal",
            "write it to a file with `-o kernel.spv`, or into a pipe",
        ));
    }
    Ok(())
}

fn refuse_notes_beside(target: Target) -> Result<(), Failure> {
    match target {
        Target::Wgsl | Target::WgslNaga => Ok(()),
        Target::Msl
        | Target::Hlsl
        | Target::Glsl
        | Target::GlslEs
        | Target::Spirv
        | Target::Graph
        | Target::Interface => Err(Failure::usage(
            "`--annotate` is for WGSL alone",
            "leave out `--target`, or give `--target wgsl-naga`",
        )),
    }
}

fn emit(kernel: &Kernel, target: Target, annotate: bool) -> Result<Vec<u8>, bitonic_dsl::Error> {
    let wgsl = |dialect| match annotate {
        true => kernel.annotated(dialect),
        false => kernel.wgsl(dialect),
    };
    Ok(match target {
        Target::Wgsl => wgsl(Dialect::Browser)?.into_bytes(),
        Target::WgslNaga => wgsl(Dialect::Naga)?.into_bytes(),
        Target::Msl => kernel.msl()?.text.into_bytes(),
        Target::Hlsl => kernel.hlsl()?.text.into_bytes(),
        Target::Glsl => kernel.glsl(GlslVersion::Core450)?.text.into_bytes(),
        Target::GlslEs => kernel.glsl(GlslVersion::Es310)?.text.into_bytes(),
        Target::Graph => kernel.graph_text().into_bytes(),
        Target::Interface => interface(kernel),
        Target::Spirv => {
            let words = kernel.spirv()?;
            words.iter().flat_map(|word| word.to_le_bytes()).collect()
        }
    })
}

/// The document of what a kernel binds; a number or a name in it cannot fail to be written.
fn interface(kernel: &Kernel) -> Vec<u8> {
    let json = serde_json::to_string_pretty(kernel.interface());
    let mut json = json.expect("plain data");
    json.push('\n');
    json.into_bytes()
}

/// The first fault of a kernel that cannot be built or has no such form.
fn refused(name: &str, error: &bitonic_dsl::Error) -> Failure {
    let first = error.diagnostics().first();
    let what = first.map_or("", |fault| fault.message.as_str());
    let mend = first.and_then(|fault| fault.help.as_deref());
    Failure::new(
        format!("`{name}` cannot be emitted so: {what}"),
        mend.unwrap_or("choose another form with `--target`"),
    )
}
