//! Texts of modules that naga's reader made of WGSL, read again and compared.

mod functions;
mod names;
mod overrides;
mod read;
mod refused;
mod same;
