//! Texts of modules that naga's reader made of WGSL, read again and compared.

mod names;
mod read;
