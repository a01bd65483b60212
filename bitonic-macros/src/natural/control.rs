//! Loops of the shader.

use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{
    Block, Expr, ExprForLoop, ExprIf, ExprLoop, ExprMethodCall, ExprWhile, Label, Lit, Pat,
    RangeLimits, Stmt,
};

use super::body::Rewriter;
use super::leave::{Frame, Names};
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
        self.frames.open(Frame::Turn);
        self.frames.call(label);
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
        if let [Stmt::Expr(Expr::Block(block), None), tail @ ..] = &*turn.body.stmts
            && let Some(label) = &block.label
        {
            let names = Names {
                turn: label.name.clone(),
                whole: turn.label.as_ref().map(|label| label.name.clone()),
            };
            return self.continued_loop(turn, names, &block.block, tail);
        }
        let body = self.turn(turn.label.as_ref(), &turn.body);
        quote_spanned!(turn.loop_token.span=> #krate::Repeat(|| { #body });)
    }

    /// `loop { 'turn: { .. } tail }`: `break 'turn` goes on with the tail, and the turn after it.
    fn continued_loop(
        &mut self,
        turn: &ExprLoop,
        names: Names,
        block: &Block,
        tail: &[Stmt],
    ) -> TokenStream {
        let span = turn.loop_token.span;
        let krate = self.krate_at(span);
        self.frames.open(Frame::Turn);
        self.frames.name(names);
        let body = self.block(block);
        let closed = self.frames.close();
        let body = Self::labelled(&closed, &body);
        let (tail, end) = match tail {
            [tail @ .., Stmt::Expr(Expr::If(end), _)] if is_break(end) => (tail, Some(end)),
            tail => (tail, None),
        };
        self.frames.open(Frame::Tail);
        let mark = self.scope.enter();
        let tail_body = self.statements(tail);
        self.scope.leave(mark);
        let end = end.map(|end| {
            let condition = self.condition(&end.cond);
            quote_spanned!(end.if_token.span=> .break_if(|| #condition))
        });
        self.frames.close();
        let tail =
            (!tail.is_empty()).then(|| quote_spanned!(span=> .continuing(|| { #tail_body })));
        quote_spanned!(span=> #krate::Repeat(|| { #body }) #tail #end;)
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
            Expr::MethodCall(call) if is_update(call) => {
                let (range, method) = (self.range(&call.receiver), &call.method);
                let by = self.value(&call.args[0]);
                quote_spanned!(call.method.span()=> #range.#method(#by))
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

/// Whether the range goes from value to value by its own rule.
fn is_update(call: &ExprMethodCall) -> bool {
    const UPDATES: [&str; 6] = [
        "shift_left",
        "shift_right",
        "multiply",
        "divide",
        "update",
        "update_down",
    ];
    call.args.len() == 1 && UPDATES.iter().any(|name| call.method == name)
}

/// Whether the branch is `if condition { break; }`.
fn is_break(branch: &ExprIf) -> bool {
    let body = &*branch.then_branch.stmts;
    branch.else_branch.is_none()
        && matches!(body, [Stmt::Expr(Expr::Break(leave), _)] if leave.label.is_none() && leave.expr.is_none())
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
