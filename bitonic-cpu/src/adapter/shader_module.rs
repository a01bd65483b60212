//! Shader modules: from WGSL text or naga IR to a validated module.
//!
//! Entry points are compiled when a pipeline is made, not here.

use std::{borrow::Cow, error::Error, future::ready, pin::Pin, sync::Arc};

use naga::{
    Module, WithSpan,
    front::wgsl::ParseError,
    valid::{ModuleInfo, ValidationError, ValidationFlags, Validator},
};
use wgpu::{
    CompilationInfo, CompilationMessage, CompilationMessageType, ShaderSource, SourceLocation,
    custom::{DispatchShaderModule, ShaderCompilationInfoFuture, ShaderModuleInterface},
};

use super::{
    capabilities,
    device_state::DeviceState,
    error_sink::ApiError,
    object::{Handle, Kind},
    unsupported::Unsupported,
};

/// A validated module.
#[derive(Debug)]
pub(super) struct ShaderModule {
    pub(super) module: Module,
    pub(super) info: ModuleInfo,
    /// The WGSL text, empty if the module came as IR.
    pub(super) source: String,
}

impl Kind for ShaderModule {
    const NAME: &'static str = "ShaderModule";
}

/// What is wrong with a shader, rendered, and where the first fault is.
#[derive(Debug, thiserror::Error)]
pub(super) enum CreateShaderModuleError {
    #[error("\nShader '{label}' parsing {rendered}")]
    Parse {
        label: String,
        rendered: String,
        location: Option<SourceLocation>,
    },
    #[error("\nShader '{label}' validation {rendered}")]
    Validation {
        label: String,
        rendered: String,
        location: Option<SourceLocation>,
    },
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
}

impl ApiError for CreateShaderModuleError {}

impl CreateShaderModuleError {
    fn parse(label: &str, source: &str, error: &ParseError) -> Self {
        Self::Parse {
            label: label.to_owned(),
            rendered: error.emit_to_string(source),
            location: error.location(source).map(to_wgpu),
        }
    }

    fn validation(label: &str, source: &str, error: &WithSpan<ValidationError>) -> Self {
        let rendered = if source.is_empty() {
            // The spans of IR refer to a text that we do not have.
            causes(error.as_inner())
        } else {
            error.emit_to_string(source)
        };
        Self::Validation {
            label: label.to_owned(),
            rendered,
            location: error.location(source).map(to_wgpu),
        }
    }

    fn location(&self) -> Option<SourceLocation> {
        match self {
            Self::Parse { location, .. } | Self::Validation { location, .. } => *location,
            Self::Unsupported(_) => None,
        }
    }
}

/// The error and its causes on one line.
pub(super) fn causes(error: &dyn Error) -> String {
    let mut text = format!("error: {error}");
    let mut next = error.source();
    while let Some(cause) = next {
        text.push_str(": ");
        text.push_str(&cause.to_string());
        next = cause.source();
    }
    text
}

fn to_wgpu(location: naga::SourceLocation) -> SourceLocation {
    SourceLocation {
        line_number: location.line_number,
        line_position: location.line_position,
        offset: location.offset,
        length: location.length,
    }
}

/// What wgpu holds of a shader module.
#[derive(Debug)]
pub(super) struct CompiledShader {
    pub(super) handle: Handle<ShaderModule>,
    messages: Vec<CompilationMessage>,
}

impl ShaderModuleInterface for CompiledShader {
    fn get_compilation_info(&self) -> Pin<Box<dyn ShaderCompilationInfoFuture>> {
        Box::pin(ready(CompilationInfo {
            messages: self.messages.clone(),
        }))
    }
}

/// Makes a shader module; one with faults is invalid, and tells them as compilation messages too.
pub(super) fn create(
    device: &Arc<DeviceState>,
    desc: wgpu::ShaderModuleDescriptor<'_>,
) -> DispatchShaderModule {
    let made = compile(device, desc.label.unwrap_or_default(), desc.source);
    let messages = made.as_ref().err().map(to_message).into_iter().collect();
    let handle = device.make("Device::create_shader_module", desc.label, made);
    DispatchShaderModule::custom(CompiledShader { handle, messages })
}

/// Passthrough modules are in a GPU's own language, which nothing here reads.
pub(super) fn create_passthrough(
    device: &Arc<DeviceState>,
    label: Option<&str>,
) -> DispatchShaderModule {
    let made = Err(CreateShaderModuleError::from(Unsupported(
        "create_shader_module_passthrough",
    )));
    let messages = made.as_ref().err().map(to_message).into_iter().collect();
    let handle = device.make("Device::create_shader_module_passthrough", label, made);
    DispatchShaderModule::custom(CompiledShader { handle, messages })
}

fn to_message(error: &CreateShaderModuleError) -> CompilationMessage {
    CompilationMessage {
        message: error.to_string(),
        message_type: CompilationMessageType::Error,
        location: error.location(),
    }
}

fn compile(
    device: &DeviceState,
    label: &str,
    source: ShaderSource<'_>,
) -> Result<ShaderModule, CreateShaderModuleError> {
    match source {
        ShaderSource::Wgsl(text) => compile_wgsl(device, label, text),
        ShaderSource::Naga(module) => validate(device, label, module.into_owned(), String::new()),
        // The variants depend on wgpu's features, and the enum is open.
        _ => Err(Unsupported("a shader source other than WGSL or naga IR").into()),
    }
}

fn compile_wgsl(
    device: &DeviceState,
    label: &str,
    text: Cow<'_, str>,
) -> Result<ShaderModule, CreateShaderModuleError> {
    let module = naga::front::wgsl::parse_str(&text)
        .map_err(|error| CreateShaderModuleError::parse(label, &text, &error))?;
    validate(device, label, module, text.into_owned())
}

fn validate(
    device: &DeviceState,
    label: &str,
    module: Module,
    source: String,
) -> Result<ShaderModule, CreateShaderModuleError> {
    let capabilities = capabilities::shader_capabilities(device.features());
    match Validator::new(ValidationFlags::all(), capabilities).validate(&module) {
        Ok(info) => Ok(ShaderModule {
            module,
            info,
            source,
        }),
        Err(error) => Err(CreateShaderModuleError::validation(label, &source, &error)),
    }
}
