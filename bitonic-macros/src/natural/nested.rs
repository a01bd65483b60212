//! `#[shader_fn] let name = |a: T| ..;`: a function of the shader that sees what is bound
//! around it.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Block, Expr, ExprClosure, Local, Pat, PatIdent, PatType, ReturnType, Stmt, Type};

use super::body::Rewriter;
use super::pointer;
use super::product;
use super::resource::Resource;
use super::scope::{Kind, method_of_assignment};
use super::signature::{Form, Parameter, check_value, result};

/// What the mark is for.
pub(crate) const FORM: &str = "`#[shader_fn]` in a body stands before a closure that has a name: `#[shader_fn] let f = |x: u32| -> u32 { .. };`";

impl Rewriter<'_> {
    /// The statement that makes the function.
    pub(crate) fn nested(&mut self, local: &Local) -> TokenStream {
        let init = local.init.as_ref().filter(|init| init.diverge.is_none());
        let (Pat::Ident(pat), Some(Expr::Closure(closure))) =
            (&local.pat, init.map(|init| &*init.expr))
        else {
            return self.refuse(local, FORM);
        };
        if let Some(message) = misused(pat, closure) {
            return self.refuse(local, message);
        }
        let parameters = closure
            .inputs
            .iter()
            .filter_map(|input| self.parameter(input));
        let parameters: Vec<_> = parameters.collect();
        if parameters.len() < closure.inputs.len() {
            return TokenStream::new();
        }
        if let Some(ninth) = parameters.get(8) {
            let message =
                "a function of the shader has at most 8 parameters: put some into a struct";
            return self.refuse(ninth.name, message);
        }
        let name = &pat.ident;
        let text = name.unraw().to_string();
        let krate = self.krate_at(name.span());
        let names = parameters.iter().map(|parameter| parameter.name);
        let texts = names.map(|name| name.unraw().to_string());
        let inputs = parameters.iter().map(|parameter| {
            let (name, ty) = (parameter.name, parameter.inside(&krate));
            quote!(#name: #ty)
        });
        let inputs: Vec<_> = inputs.collect();
        let result = match &closure.output {
            ReturnType::Default => None,
            ReturnType::Type(_, ty) => result(ty, Form::Function, &mut self.errors),
        };
        let body = self.nested_body(closure, result, &parameters);
        let output = match result {
            None => quote!(()),
            Some(ty) => product::nodes(ty, &krate),
        };
        self.scope.declare(name, Kind::Function);
        quote_spanned! {name.span()=>
            let #name = #krate::Fn(#text, [#(#texts),*], move |#(#inputs),*| -> #output { #body });
        }
    }

    /// A parameter; none after an error.
    fn parameter<'p>(&mut self, input: &'p Pat) -> Option<Parameter<'p>> {
        let typed = match input {
            Pat::Type(typed) => typed,
            _ => {
                self.refuse(input, "a parameter of a function says its type: `|x: u32|`");
                return None;
            }
        };
        match read(typed) {
            Ok(parameter) => Some(parameter),
            Err(error) => {
                self.errors.push(error);
                None
            }
        }
    }

    /// The body, which is left by itself and can be left early.
    fn nested_body(
        &mut self,
        closure: &ExprClosure,
        result: Option<&Type>,
        parameters: &[Parameter],
    ) -> TokenStream {
        let block = match &*closure.body {
            Expr::Block(block) if block.label.is_none() => block.block.clone(),
            body => Block {
                brace_token: syn::token::Brace(body.span()),
                stmts: vec![Stmt::Expr(body.clone(), None)],
            },
        };
        if result.is_none()
            && let Some(Stmt::Expr(last, None)) = block.stmts.last()
            && is_value(last)
        {
            let message =
                "a function that returns a value says of which type: `|x: u32| -> u32 { .. }`";
            return self.refuse(last, message);
        }
        let mut inner = self.within(result);
        let mark = inner.scope.enter();
        for parameter in parameters {
            inner.scope.declare(parameter.name, parameter.kind);
        }
        let body = inner.whole(&block);
        inner.scope.leave(mark);
        let (scope, marks, errors) = inner.into_parts();
        self.back(scope, marks, errors);
        body
    }
}

fn misused(pat: &PatIdent, closure: &ExprClosure) -> Option<&'static str> {
    if pat.mutability.is_some() || pat.by_ref.is_some() || pat.subpat.is_some() {
        Some("a function of the shader has a name alone: leave out `mut`, `ref` and `@`")
    } else if closure.asyncness.is_some() || closure.constness.is_some() {
        Some("a function of the shader is a plain closure: `|x: u32| ..`")
    } else {
        None
    }
}

fn read(typed: &PatType) -> Result<Parameter<'_>, syn::Error> {
    let Pat::Ident(pat) = &*typed.pat else {
        let message = "a parameter has a name: take the whole value, and its parts in the body";
        return Err(syn::Error::new_spanned(&typed.pat, message));
    };
    if pat.mutability.is_some() || pat.by_ref.is_some() || pat.subpat.is_some() {
        let message =
            "a parameter has a name alone, and cannot be changed: write a `let mut` in the body";
        return Err(syn::Error::new_spanned(pat, message));
    }
    let (resource, ty) = pointer::read(typed)?;
    if !matches!(resource, Resource::Argument | Resource::Pointer { .. }) {
        let message = "a function in a body sees buffers, memory and textures by their names: leave the parameter out";
        return Err(syn::Error::new_spanned(&typed.ty, message));
    }
    check_value(ty)?;
    let written: &Type = &typed.ty;
    Ok(Parameter {
        name: &pat.ident,
        kind: resource.kind(),
        ty,
        written,
        resource,
        given: None,
        mutability: None,
    })
}

/// Whether `last` is there for its value.
pub(crate) fn is_value(last: &Expr) -> bool {
    match last {
        Expr::If(_)
        | Expr::Match(_)
        | Expr::While(_)
        | Expr::ForLoop(_)
        | Expr::Loop(_)
        | Expr::Block(_)
        | Expr::Assign(_)
        | Expr::Call(_)
        | Expr::MethodCall(_)
        | Expr::Return(_) => false,
        Expr::Binary(binary) => method_of_assignment(&binary.op).is_none(),
        Expr::Tuple(tuple) => !tuple.elems.is_empty(),
        other => !other.to_token_stream().is_empty(),
    }
}
