//! Parameters of functions: values and pointers, and what a call passes for them.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Error, Expr, ExprReference, PatIdent, PatType, Type};

use super::body::{Rewriter, path_at};
use super::resource::{self, Resource};
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
        return by_name(&typed.ty);
    };
    let is_mutable = reference.mutability.is_some();
    if let Type::Slice(slice) = &*reference.elem {
        return Ok(match is_mutable {
            true => (Resource::StorageMut, &slice.elem),
            false => (Resource::Storage, &slice.elem),
        });
    }
    if resource::item_of_vec(&reference.elem).is_some() {
        return Err(resource::no_vec(&typed.ty, &reference.elem, is_mutable));
    }
    let (is_private, ty) = match resource::by_name(&reference.elem)? {
        (Resource::Private(..), inner) => (true, inner),
        (shared @ (Resource::WorkgroupArray(..) | Resource::WorkgroupVariable(_)), inner) => {
            return Ok((shared, inner));
        }
        _ => (false, &*reference.elem),
    };
    let pointer = Resource::Pointer {
        is_mutable,
        is_private,
    };
    Ok((pointer, ty))
}

/// What a parameter is that is no reference.
fn by_name(ty: &Type) -> Result<(Resource<'_>, &Type), Error> {
    match resource::by_name(ty)? {
        (texture @ Resource::Texture(_), ty) => Ok((texture, ty)),
        (
            Resource::WorkgroupArray(..) | Resource::WorkgroupVariable(_) | Resource::Private(..),
            _,
        ) => {
            let message = "memory is passed by reference: write `&mut` before it";
            Err(Error::new_spanned(ty, message))
        }
        _ => Ok((Resource::Argument, ty)),
    }
}

/// The type of a parameter in the head of a function. Of one that `is_inlined`, a pointer is
/// a place.
pub(crate) fn given(parameter: &Parameter, is_inlined: bool, krate: &TokenStream) -> TokenStream {
    let (ty, written) = (parameter.ty, parameter.written);
    let span = written.span();
    let krate = &path_at(krate, span);
    match &parameter.resource {
        // A buffer that is read may be one that the caller writes.
        Resource::Storage => quote_spanned!(span=> #krate::Storage<#ty, impl #krate::Access>),
        Resource::StorageMut => quote_spanned!(span=> #krate::StorageMut<#ty>),
        Resource::WorkgroupArray(..) => quote_spanned!(span=> &#krate::WorkgroupArray<#ty>),
        Resource::WorkgroupVariable(_) => quote_spanned!(span=> #krate::WorkgroupVar<#ty>),
        Resource::Texture(_) => quote!(#written),
        Resource::Pointer { .. } if is_inlined => {
            quote_spanned!(span=> impl #krate::HasPlace<Of = #ty>)
        }
        Resource::Pointer { .. } => {
            let pointer = parameter.argument(krate);
            quote_spanned!(span=> impl #krate::PassedAs<#pointer>)
        }
        _ => quote_spanned!(span=> impl #krate::IntoNode<#ty>),
    }
}

impl Parameter<'_> {
    /// The type that stands for it among those of `Function`.
    pub(crate) fn argument(&self, krate: &TokenStream) -> TokenStream {
        let ty = self.ty;
        match self.resource {
            Resource::Pointer {
                is_private: true, ..
            } => quote!(#krate::Pointer<#ty, #krate::InPrivate>),
            Resource::Pointer { .. } => quote!(#krate::Pointer<#ty>),
            _ => quote!(#ty),
        }
    }

    /// The type that the function's closure takes.
    pub(crate) fn inside(&self, krate: &TokenStream) -> TokenStream {
        let argument = self.argument(krate);
        match self.resource {
            Resource::Pointer { .. } => argument,
            _ => quote!(#krate::Node<#argument>),
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

    /// What the name stands for in a body that is recorded where it is called.
    pub(crate) fn inlined(&self, krate: &TokenStream) -> TokenStream {
        let (name, ty) = (self.name, self.ty);
        match self.resource {
            Resource::Pointer { .. } => {
                quote_spanned!(name.span()=> let #name = #krate::HasPlace::to_place(&#name);)
            }
            _ => {
                quote_spanned!(name.span()=> let #name = #krate::IntoNode::<#ty>::into_node(#name);)
            }
        }
    }
}

impl Rewriter<'_> {
    /// `let name = &mut place;`: another name of the place.
    pub(crate) fn place_named(
        &mut self,
        name: &PatIdent,
        ty: Option<&Type>,
        reference: &ExprReference,
    ) -> TokenStream {
        let is_mutable = reference.mutability.is_some();
        let kind = match is_mutable {
            true => Kind::PointerMut,
            false => Kind::Pointer,
        };
        let of = self.kind_of(&reference.expr);
        let refused = if name.mutability.is_some() || name.by_ref.is_some() {
            self.scope.declare(&name.ident, Kind::Refused);
            let message = "this is a name of one place, and leads to no other: leave out the `mut` or `ref` before it";
            return self.refuse(name, message);
        } else if matches!(of, Some(Kind::Pointer | Kind::PointerMut)) {
            Some("a pointer to a pointer: write what it leads to, `&mut *p`".to_owned())
        } else if of.is_some_and(Kind::is_whole) {
            Some("this has its name already: use that, without `&`".to_owned())
        } else if is_mutable {
            self.unwritable(&reference.expr)
        } else {
            None
        };
        if let Some(message) = refused {
            self.scope.declare(&name.ident, Kind::Refused);
            return self.refuse(&reference.expr, message);
        }
        if let Some(ty) = ty {
            self.scope.declare(&name.ident, Kind::Refused);
            return self.refuse(ty, "the place has its type: leave this one out");
        }
        let place = self.place(&reference.expr);
        self.scope.declare(
            &name.ident,
            if place.is_some() { kind } else { Kind::Refused },
        );
        let Some(place) = place else {
            let message = "`&`: only a place has an address, a `let mut`, an element or a part of them; leave out the `&`";
            return self.refuse(reference, message);
        };
        let name = &name.ident;
        quote_spanned!(name.span()=> let #name = #place;)
    }

    /// What a call passes: a value, the address of a place, or what has no value as it is.
    pub(crate) fn argument(&mut self, expr: &Expr) -> TokenStream {
        match expr {
            Expr::Reference(reference) => self.address(reference),
            Expr::Path(path) => match self.kind_of(expr) {
                // A reference of the author's is passed on by its name.
                Some(
                    Kind::Pointer
                    | Kind::PointerMut
                    | Kind::Storage
                    | Kind::StorageMut
                    | Kind::Structure
                    | Kind::StructureMut
                    | Kind::Closure,
                ) => quote!(#path),
                // In a function it is a reference already.
                Some(Kind::SharedArray) if self.is_inlined => quote!(#path),
                Some(Kind::SharedArray) => {
                    let name = quote!(#path);
                    self.refuse(
                        path,
                        format!("an array of workgroup memory is passed as `&{name}`"),
                    )
                }
                Some(
                    Kind::Value
                    | Kind::Variable
                    | Kind::Uniform
                    | Kind::Memory
                    | Kind::Texture
                    | Kind::Host
                    | Kind::Function
                    | Kind::Fields
                    | Kind::Places
                    | Kind::Refused,
                )
                | None => self.value(expr),
            },
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
        if kind == Some(Kind::SharedArray) {
            let and = &reference.and_token;
            return quote!(#and #inner);
        }
        if kind == Some(Kind::Closure) {
            return quote!(#reference);
        }
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
