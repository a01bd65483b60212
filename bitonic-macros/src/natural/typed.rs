//! The type of a kernel: its parameters as the markers of `bitonic-dsl`.

use proc_macro2::TokenStream;
use quote::quote;

use super::scope::Kind;
use super::signature::Parameter;

/// The most arguments that the type of a kernel can have.
pub(crate) const MOST_ARGUMENTS: usize = 16;

/// `Kernel<(In<[f32]>, Out<[f32]>, Param<f32>)>` of a kernel with these parameters.
pub(crate) fn kernel_type(parameters: &[Parameter], krate: &TokenStream) -> TokenStream {
    let markers = parameters
        .iter()
        .filter_map(|parameter| marker(parameter, krate));
    quote!(#krate::Kernel<(#(#markers,)*)>)
}

/// The marker of a parameter; none where it is Rust's own.
fn marker(parameter: &Parameter, krate: &TokenStream) -> Option<TokenStream> {
    let ty = parameter.ty;
    Some(match parameter.kind {
        Kind::Value | Kind::Variable => quote!(#krate::Param<#ty>),
        Kind::Storage => quote!(#krate::In<[#ty]>),
        Kind::StorageMut => quote!(#krate::Out<[#ty]>),
        Kind::Uniform => quote!(#krate::Uniform<#ty>),
        Kind::Host | Kind::Closure => return None,
    })
}
