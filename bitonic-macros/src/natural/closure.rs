//! Closures as values: Rust's own, over values of the shader.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Block, Expr, ExprClosure, Pat, ReturnType, Stmt};

use super::body::Rewriter;
use super::leave::Frame;
use super::refuse;
use super::scope::{Kind, method_of_assignment};

impl Rewriter<'_> {
    /// `|a, b| ..`: its parameters are values.
    pub(crate) fn closure(&mut self, closure: &ExprClosure) -> TokenStream {
        if closure.asyncness.is_some() || closure.constness.is_some() {
            let expr = Expr::Closure(closure.clone());
            return self.refuse(closure, refuse::expression(&expr));
        }
        if let Some(capture) = &closure.capture
            && self.scope.names_variable(closure.body.to_token_stream())
        {
            let message = "`move` of a `let mut`: the closure would see its changes; leave out `move`, or keep the value in a `let` before";
            return self.refuse(capture, message);
        }
        let krate = self.krate_at(closure.inputs_begin.span());
        let mark = self.scope.enter();
        let inputs: Vec<_> = closure.inputs.iter().map(|pat| self.input(pat)).collect();
        self.frames.open(Frame::Closure);
        let body = match &closure.output {
            ReturnType::Default if is_unit(&closure.body) => {
                let effect = self.effect(&closure.body);
                quote!({ #effect })
            }
            _ => self.closure_body(&closure.body),
        };
        self.frames.close();
        self.scope.leave(mark);
        let capture = &closure.capture;
        let span = closure.inputs_begin.span();
        match &closure.output {
            ReturnType::Default => quote_spanned!(span=> (#capture |#(#inputs),*| #body)),
            ReturnType::Type(_, ty) => quote_spanned! {span=>
                (#capture |#(#inputs),*| -> #krate::Node<#ty> {
                    #krate::IntoNode::<#ty>::into_node(#body)
                })
            },
        }
    }

    fn input(&mut self, pat: &Pat) -> TokenStream {
        let krate = self.krate_at(pat.span());
        let (pat, ty) = match pat {
            Pat::Type(typed) => (&*typed.pat, Some(&typed.ty)),
            pat => (pat, None),
        };
        let ty = ty.map(|ty| quote!(: #krate::Node<#ty>));
        match pat {
            Pat::Wild(_) => quote!(#pat #ty),
            Pat::Ident(name)
                if name.by_ref.is_none() && name.subpat.is_none() && name.mutability.is_none() =>
            {
                self.scope.declare(&name.ident, Kind::Value);
                quote!(#name #ty)
            }
            _ => self.refuse(pat, "a parameter of a closure has a name alone"),
        }
    }

    fn closure_body(&mut self, body: &Expr) -> TokenStream {
        match body {
            Expr::Block(block) if block.label.is_none() => match block.block.stmts.last() {
                Some(Stmt::Expr(_, None)) => {
                    let (statements, value) = self.block_value(&block.block);
                    quote!({ #statements #value })
                }
                _ => {
                    let statements = self.block(&block.block);
                    quote!({ #statements })
                }
            },
            body => self.value(body),
        }
    }
}

/// Whether the body is there for what it does alone, as far as its form tells.
fn is_unit(body: &Expr) -> bool {
    match body {
        Expr::While(_) | Expr::ForLoop(_) | Expr::Loop(_) | Expr::Assign(_) => true,
        Expr::Binary(binary) => method_of_assignment(&binary.op).is_some(),
        Expr::Break(_) | Expr::Continue(_) | Expr::Return(_) => true,
        Expr::Tuple(tuple) => tuple.elems.is_empty(),
        Expr::Block(block) => is_unit_block(&block.block),
        Expr::If(branch) => match &branch.else_branch {
            Some((_, other)) => is_unit_block(&branch.then_branch) && is_unit(other),
            None => true,
        },
        Expr::Match(choice) => choice.arms.iter().all(|arm| is_unit(&arm.body)),
        _ => false,
    }
}

fn is_unit_block(block: &Block) -> bool {
    match block.stmts.last() {
        Some(Stmt::Expr(last, None)) => is_unit(last),
        _ => true,
    }
}
