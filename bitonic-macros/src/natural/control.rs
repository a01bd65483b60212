//! Loops of the shader.

use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Block, Expr, ExprForLoop, ExprLoop, ExprWhile, Label, Lit, Pat, RangeLimits};

use super::body::Rewriter;
use super::leave::{Frame, LABEL};
use super::scope::Kind;

impl Rewriter<'_> {
    fn condition(&mut self, condition: &Expr) -> TokenStream {
        if self.scope.is_host(condition) {
            let message = "this condition is known while the kernel is built: a loop of Rust's own is marked `#[host]`; \
                           one of the shader that `break` leaves is `loop`";
            return self.refuse(condition, message);
        }
        self.closure_value(condition)
    }

    fn turn(&mut self, label: Option<&Label>, block: &Block) -> TokenStream {
        if let Some(label) = label {
            self.refuse(label, LABEL);
        }
        self.frames.open(Frame::Turn);
        let body = self.block(block);
        let closed = self.frames.close();
        Self::labelled(&closed, &body)
    }

    pub(crate) fn while_loop(&mut self, turn: &ExprWhile) -> TokenStream {
        let krate = self.krate_at(turn.while_token.span);
        let condition = self.condition(&turn.cond);
        let body = self.turn(turn.label.as_ref(), &turn.body);
        quote_spanned!(turn.while_token.span=> #krate::While(|| #condition, || { #body });)
    }

    pub(crate) fn endless_loop(&mut self, turn: &ExprLoop) -> TokenStream {
        let krate = self.krate_at(turn.loop_token.span);
        let body = self.turn(turn.label.as_ref(), &turn.body);
        quote_spanned!(turn.loop_token.span=> #krate::Repeat(|| { #body });)
    }

    pub(crate) fn for_loop(&mut self, turn: &ExprForLoop) -> TokenStream {
        let krate = self.krate_at(turn.for_token.span);
        let mut range = self.range(&turn.expr);
        let mark = self.scope.enter();
        let counter = match &*turn.pat {
            Pat::Wild(_) => quote!(_),
            Pat::Ident(name)
                if name.by_ref.is_none() && name.subpat.is_none() && name.mutability.is_none() =>
            {
                let text = name.ident.unraw().to_string();
                range = quote_spanned!(turn.for_token.span=> #range.named(#text));
                self.scope.declare(&name.ident, Kind::Value);
                quote!(#name)
            }
            pat => self.refuse(
                pat,
                "a counter has a name alone, and does not change in the turn: `for i in a..b`",
            ),
        };
        let body = self.turn(turn.label.as_ref(), &turn.body);
        self.scope.leave(mark);
        quote_spanned!(turn.for_token.span=> #krate::Loop(#range, |#counter| { #body });)
    }

    /// What a `for` counts through.
    fn range(&mut self, expr: &Expr) -> TokenStream {
        let krate = self.krate_at(expr.span());
        match expr {
            Expr::Paren(paren) => self.range(&paren.expr),
            Expr::Group(group) => self.range(&group.expr),
            Expr::MethodCall(call) if call.method == "rev" && call.args.is_empty() => {
                if is_stepped(&call.receiver) {
                    return self.refuse(
                        &call.method,
                        "`.rev()` behind `.step_by(..)`: reverse first, `(a..b).rev().step_by(s)`",
                    );
                }
                let range = self.range(&call.receiver);
                quote_spanned!(call.method.span()=> #range.rev())
            }
            Expr::MethodCall(call) if call.method == "step_by" && call.args.len() == 1 => {
                if is_stepped(&call.receiver) {
                    return self
                        .refuse(&call.method, "a second `.step_by(..)`: multiply the steps");
                }
                let range = self.range(&call.receiver);
                let step = self.value(&call.args[0]);
                quote_spanned!(call.method.span()=> #range.step(#step))
            }
            Expr::MethodCall(call)
                if (call.method == "shift_left" || call.method == "shift_right")
                    && call.args.len() == 1 =>
            {
                let (range, method) = (self.range(&call.receiver), &call.method);
                let shift = self.value(&call.args[0]);
                quote_spanned!(call.method.span()=> #range.#method(#shift))
            }
            Expr::Range(range) => {
                let (Some(start), Some(end)) = (&range.start, &range.end) else {
                    return self.refuse(
                        range,
                        "a range without an end or a start: write both, or `loop`",
                    );
                };
                if is_untyped(start) && is_untyped(end) {
                    return self.refuse(
                        range,
                        "the counter's type is not known: write it, `0u32..10`",
                    );
                }
                let name = match range.limits {
                    RangeLimits::HalfOpen(_) => "range",
                    RangeLimits::Closed(_) => "range_inclusive",
                };
                let name = Ident::new(name, range.limits.span());
                let (start, end) = (self.value(start), self.value(end));
                quote_spanned!(range.limits.span()=> #krate::#name(#start, #end))
            }
            _ => self.refuse(expr, "`for` over an iterator: use a range, `for i in a..b`; a loop of Rust's own, which unrolls, is marked `#[host]`"),
        }
    }
}

/// Whether a `.step_by(..)` is part of `expr`.
fn is_stepped(expr: &Expr) -> bool {
    match expr {
        Expr::Paren(paren) => is_stepped(&paren.expr),
        Expr::MethodCall(call) => call.method == "step_by" || is_stepped(&call.receiver),
        _ => false,
    }
}

/// Whether `expr` is a number without a type.
fn is_untyped(expr: &Expr) -> bool {
    match expr {
        Expr::Paren(paren) => is_untyped(&paren.expr),
        Expr::Unary(unary) => is_untyped(&unary.expr),
        Expr::Lit(literal) => matches!(&literal.lit, Lit::Int(int) if int.suffix().is_empty()),
        _ => false,
    }
}
