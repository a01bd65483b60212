//! The software adapter as wgpu sees it: wgpu's custom-backend traits over the interpreter.
//!
//! Everything an application can reach through [`wgpu::Instance`] lives here, and every rule that
//! wgpu or WebGPU lays on a compute program is checked here, with an error that names the object.
//! How a shader runs does not live here. Work runs inside `Queue::submit`; callbacks fire from
//! `Device::poll`, as wgpu promises. Render, ray-tracing and surface calls report a validation error and
//! give an inert object.
//!
//! Two kinds of object make up the adapter: an [`object::Handle`] is shared and immutable but for
//! its locks, and may be invalid; an encoder or pass is owned by one caller and records
//! [`command::Command`]s, which [`submission`] checks and runs.

mod bind_group;
mod bind_group_layout;
mod binder;
mod buffer;
mod capabilities;
mod command;
mod command_encoder;
mod compute_pass;
mod compute_pipeline;
mod device;
mod device_state;
mod error_sink;
mod faults;
mod immediates;
mod instance;
mod lock;
mod mapping;
mod object;
mod opaque_entry;
mod opaque_interface;
mod pipeline_layout;
mod query_set;
mod queue;
mod sampler;
mod shader_interface;
mod shader_module;
mod submission;
mod texture;
mod texture_format;
mod texture_scope;
mod texture_transfer;
mod texture_view;
mod transfer;
mod unsupported;
mod usage_scope;

pub use faults::{FaultHandler, FaultPlace, FaultReport};
pub use instance::{AdapterOptions, instance, instance_with};
