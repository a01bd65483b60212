//! The type of a kernel: its parameters as the markers of `bitonic-dsl`.

use proc_macro2::TokenStream;
use quote::quote;

use super::resource::Resource;
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

/// The marker of a parameter; none where no dispatch gives it.
pub(crate) fn marker(parameter: &Parameter, krate: &TokenStream) -> Option<TokenStream> {
    let (ty, written) = (parameter.ty, parameter.written);
    Some(match &parameter.resource {
        Resource::Value => quote!(#krate::Param<#ty>),
        Resource::Storage => quote!(#krate::In<[#ty]>),
        Resource::StorageMut => quote!(#krate::Out<[#ty]>),
        Resource::Structure => quote!(#krate::In<#ty>),
        Resource::StructureMut => quote!(#krate::Out<#ty>),
        Resource::Uniform => quote!(#krate::Uniform<#ty>),
        Resource::Texture(_) => quote!(#written),
        Resource::WorkgroupArray(..)
        | Resource::WorkgroupVariable(_)
        | Resource::Private(..)
        | Resource::Input(_)
        | Resource::Argument
        | Resource::Pointer { .. }
        | Resource::Host
        | Resource::Closure => return None,
    })
}
