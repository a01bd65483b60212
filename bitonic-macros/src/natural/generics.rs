//! What is Rust's own in a head: type parameters and constants with their bounds, closures,
//! and parameters marked `#[host]`.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{
    Attribute, Error, GenericParam, Generics, ParenthesizedGenericArguments, PathArguments,
    ReturnType, Token, Type, TypeParamBound, TypeReference, WherePredicate,
};

use super::signature::check_value;

type Bounds = Punctuated<TypeParamBound, Token![+]>;

/// The generics of the item, where closures take and give nodes.
pub(crate) struct Generic {
    pub(crate) generics: Generics,
    /// The type parameters that are closures.
    closures: Vec<Ident>,
}

impl Generic {
    /// Reads the generics of an item; what is wrong with them goes to `errors`.
    pub(crate) fn new(written: &Generics, krate: &TokenStream, errors: &mut Vec<Error>) -> Generic {
        let mut generic = Generic {
            generics: written.clone(),
            closures: Vec::new(),
        };
        for parameter in &mut generic.generics.params {
            match parameter {
                GenericParam::Lifetime(lifetime) => errors.push(Error::new_spanned(
                    lifetime,
                    "a lifetime: what a shader is given lives as long as its kernel; leave it out",
                )),
                GenericParam::Type(ty) => {
                    if rewritten(&mut ty.bounds, krate, errors) {
                        generic.closures.push(ty.ident.clone());
                    }
                }
                GenericParam::Const(_) => {}
            }
        }
        let clause = generic.generics.where_clause.iter_mut();
        for predicate in clause.flat_map(|clause| &mut clause.predicates) {
            if let WherePredicate::Type(predicate) = predicate
                && rewritten(&mut predicate.bounds, krate, errors)
            {
                generic.closures.extend(name_of(&predicate.bounded_ty));
            }
        }
        generic
    }

    /// Refuses a value whose type can be any: each call in the body would be an error.
    pub(crate) fn check_bounded(&self, ty: &Type) -> Result<(), Error> {
        let name = name_of(ty);
        let free = self.generics.type_params().find(|parameter| {
            parameter.bounds.is_empty() && Some(&parameter.ident) == name.as_ref()
        });
        let clause = self.generics.where_clause.iter();
        let is_bounded = clause
            .flat_map(|clause| &clause.predicates)
            .any(|predicate| match predicate {
                WherePredicate::Type(predicate) => name_of(&predicate.bounded_ty) == name,
                _ => false,
            });
        match free {
            Some(parameter) if !is_bounded => {
                let name = &parameter.ident;
                let message = format!(
                    "`{name}` can be any type: say which values it stands for, `{name}: Scalar`, `{name}: Value` .."
                );
                Err(Error::new_spanned(ty, message))
            }
            Some(_) | None => Ok(()),
        }
    }

    /// The type of a parameter that is a closure, as it stands in the generated head; none
    /// for another type.
    pub(crate) fn closure(
        &self,
        ty: &Type,
        krate: &TokenStream,
    ) -> Result<Option<TokenStream>, Error> {
        match ty {
            Type::Group(group) => self.closure(&group.elem, krate),
            Type::Paren(paren) => self.closure(&paren.elem, krate),
            Type::Reference(reference) => {
                let TypeReference {
                    and_token,
                    lifetime,
                    mutability,
                    elem,
                    ..
                } = reference;
                let closure = self.closure(elem, krate)?;
                Ok(closure.map(|elem| quote!(#and_token #lifetime #mutability #elem)))
            }
            Type::ImplTrait(written) => {
                let mut written = written.clone();
                let found = rewrite(&mut written.bounds, krate)?;
                Ok(found.then(|| written.to_token_stream()))
            }
            Type::TraitObject(written) => {
                let mut written = written.clone();
                let found = rewrite(&mut written.bounds, krate)?;
                Ok(found.then(|| written.to_token_stream()))
            }
            _ => {
                let name = name_of(ty);
                let found = name.is_some_and(|name| self.closures.contains(&name));
                Ok(found.then(|| ty.to_token_stream()))
            }
        }
    }
}

fn name_of(ty: &Type) -> Option<Ident> {
    match ty {
        Type::Path(path) => path.path.get_ident().cloned(),
        _ => None,
    }
}

/// As [`rewrite`]; what is wrong goes to `errors`, and is one all the same.
fn rewritten(bounds: &mut Bounds, krate: &TokenStream, errors: &mut Vec<Error>) -> bool {
    rewrite(bounds, krate).unwrap_or_else(|error| {
        errors.push(error);
        true
    })
}

/// Makes closures among `bounds` ones of nodes; says whether there is one.
fn rewrite(bounds: &mut Bounds, krate: &TokenStream) -> Result<bool, Error> {
    let mut found = false;
    for bound in bounds {
        let TypeParamBound::Trait(bound) = bound else {
            continue;
        };
        let Some(last) = bound.path.segments.last_mut() else {
            continue;
        };
        let PathArguments::Parenthesized(arguments) = &mut last.arguments else {
            continue;
        };
        if !["Fn", "FnMut", "FnOnce"]
            .iter()
            .any(|name| last.ident == name)
        {
            let message = "this closure is no `Fn`, `FnMut` or `FnOnce`: take one of these";
            return Err(Error::new_spanned(&last.ident, message));
        }
        if let Some(lifetimes) = &bound.lifetimes {
            let message = "a lifetime: a closure of the shader takes values; leave it out";
            return Err(Error::new_spanned(lifetimes, message));
        }
        of_nodes(arguments, krate)?;
        found = true;
    }
    Ok(found)
}

fn of_nodes(
    arguments: &mut ParenthesizedGenericArguments,
    krate: &TokenStream,
) -> Result<(), Error> {
    for input in &mut arguments.inputs {
        input.ty = node(&input.ty, krate)?;
    }
    if let ReturnType::Type(_, output) = &mut arguments.output {
        match &mut **output {
            Type::Tuple(parts) => {
                for part in &mut parts.elems {
                    *part = node(part, krate)?;
                }
            }
            output => *output = node(output, krate)?,
        }
    }
    Ok(())
}

fn node(ty: &Type, krate: &TokenStream) -> Result<Type, Error> {
    check_value(ty)?;
    Ok(Type::Verbatim(
        quote_spanned!(ty.span()=> #krate::Node<#ty>),
    ))
}

/// Whether a parameter is marked `#[host]`; of other attributes it bears those of
/// `resource`.
pub(crate) fn is_host(attributes: &[Attribute]) -> Result<bool, Error> {
    let mut found = false;
    for attribute in attributes {
        if ["builtin", "init"]
            .iter()
            .any(|name| attribute.path().is_ident(name))
        {
            continue;
        }
        if !attribute.path().is_ident("host") {
            let message = "this attribute of a parameter is not looked at: there are `#[host]`, `#[builtin(..)]` and `#[init(..)]`";
            return Err(Error::new_spanned(attribute, message));
        }
        if attribute.meta.require_path_only().is_err() {
            let message = "`#[host]` stands alone: leave out what follows it";
            return Err(Error::new_spanned(attribute, message));
        }
        if found {
            return Err(Error::new_spanned(attribute, "`#[host]` is written twice"));
        }
        found = true;
    }
    Ok(found)
}
