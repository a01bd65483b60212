//! Parameters of functions: values and pointers, and what a call passes for them.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Error, Expr, ExprReference, PatType, Token, Type};

use super::body::Rewriter;
use super::resource::{self, Resource, one_argument};
use super::scope::Kind;
use super::signature::Parameter;

/// What a parameter of a function is, and the type of its value, or of what it leads to.
pub(crate) fn read(typed: &PatType) -> Result<(Resource<'_>, &Type), Error> {
    for name in ["builtin", "init"] {
        if let Some(attribute) = resource::named(&typed.attrs, name) {
            let message = format!(
                "`{name}` is for parameters of a `#[kernel]`: a function takes the value, or a `&mut T`"
            );
            return Err(Error::new_spanned(attribute, message));
        }
    }
    let Type::Reference(reference) = &*typed.ty else {
        return Ok((Resource::Argument, &typed.ty));
    };
    let (is_private, ty) = match private(&reference.elem) {
        Some(inner) => (true, inner),
        None => (false, &*reference.elem),
    };
    let is_mutable = reference.mutability.is_some();
    Ok((
        Resource::Pointer {
            is_mutable,
            is_private,
        },
        ty,
    ))
}

/// `T` of `Private<T>`.
fn private(ty: &Type) -> Option<&Type> {
    match ty {
        Type::Path(path) => {
            let last = path.path.segments.last()?;
            (last.ident == "Private").then(|| one_argument(last))?
        }
        _ => None,
    }
}

impl Parameter<'_> {
    /// The pointer's type; none for a value.
    fn pointer(&self, krate: &TokenStream) -> Option<TokenStream> {
        let ty = self.ty;
        match self.resource {
            Resource::Pointer {
                is_private: true, ..
            } => Some(quote!(#krate::Pointer<#ty, #krate::InPrivate>)),
            Resource::Pointer { .. } => Some(quote!(#krate::Pointer<#ty>)),
            _ => None,
        }
    }

    /// The type that the function's closure takes.
    pub(crate) fn inside(&self, krate: &TokenStream) -> TokenStream {
        let ty = self.ty;
        self.pointer(krate)
            .unwrap_or_else(|| quote!(#krate::Node<#ty>))
    }

    /// The type that stands for it among those of `Function`.
    pub(crate) fn argument(&self, krate: &TokenStream) -> TokenStream {
        let ty = self.ty;
        self.pointer(krate).unwrap_or_else(|| quote!(#ty))
    }

    /// The type that the generated item takes.
    pub(crate) fn accepted(&self, krate: &TokenStream) -> TokenStream {
        let ty = self.ty;
        match self.pointer(krate) {
            Some(pointer) => quote!(impl #krate::PassedAs<#pointer>),
            None => quote!(impl #krate::IntoNode<#ty>),
        }
    }

    /// What the generated item passes on.
    pub(crate) fn passed(&self, krate: &TokenStream) -> TokenStream {
        let (name, ty) = (self.name, self.ty);
        match self.resource {
            Resource::Pointer { .. } => quote!(#name),
            _ => quote!(#krate::IntoNode::<#ty>::into_node(#name)),
        }
    }
}

impl Rewriter<'_> {
    /// What a call passes.
    pub(crate) fn arguments(&mut self, arguments: &Punctuated<Expr, Token![,]>) -> TokenStream {
        let arguments: Vec<_> = arguments.iter().map(|one| self.argument(one)).collect();
        quote!(#(#arguments),*)
    }

    fn argument(&mut self, expr: &Expr) -> TokenStream {
        match expr {
            Expr::Reference(reference) => self.address(reference),
            // A reference of the author's is passed on by its name.
            Expr::Path(path)
                if matches!(
                    self.kind_of(expr),
                    Some(
                        Kind::Pointer
                            | Kind::PointerMut
                            | Kind::Storage
                            | Kind::StorageMut
                            | Kind::Structure
                            | Kind::StructureMut
                    )
                ) =>
            {
                quote!(#path)
            }
            _ => self.value(expr),
        }
    }

    /// `&place` and `&mut place` in a call.
    fn address(&mut self, reference: &ExprReference) -> TokenStream {
        let inner = &*reference.expr;
        if self.scope.is_host(inner) {
            return quote!(#reference);
        }
        let kind = self.kind_of(inner);
        if matches!(kind, Some(Kind::Pointer | Kind::PointerMut)) {
            let message = "a pointer to a pointer: pass the name alone";
            return self.refuse(reference, message);
        }
        let is_whole = kind.is_some_and(Kind::is_whole);
        if reference.mutability.is_some()
            && !is_whole
            && let Some(message) = self.unwritable(inner)
        {
            return self.refuse(inner, message);
        }
        // Memory that has a name is passed by it.
        if is_whole || matches!(kind, Some(Kind::Memory | Kind::Variable | Kind::Uniform)) {
            return quote!(#inner);
        }
        match self.place(inner) {
            Some(place) => quote_spanned!(inner.span()=> #place),
            None => self.refuse(
                reference,
                "a value has no address: keep it in a `let mut`, and pass that",
            ),
        }
    }
}
