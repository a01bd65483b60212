//! A software compute adapter behind the wgpu API.
