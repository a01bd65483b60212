//! Branches, loops, and what leaves them.

use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Block, Expr, ExprForLoop, ExprIf, ExprLoop, ExprWhile, Label, Lit, Pat, RangeLimits};

use super::body::Rewriter;
use super::scope::Kind;

const LABEL: &str = "a label: the shader leaves the innermost loop alone; leave an outer one by a `let mut` that its condition reads";

impl Rewriter<'_> {
    /// `if` as a statement.
    pub(crate) fn branch(&mut self, branch: &ExprIf) -> TokenStream {
        let chain = self.chain(branch, &mut |rewriter, block| rewriter.block(block));
        quote!(#chain;)
    }

    /// `if` as a value: the variable `holder`, named `name` in the text, and the branches
    /// that write it.
    pub(crate) fn value_if(&mut self, branch: &ExprIf, holder: &Ident, name: &str) -> TokenStream {
        let krate = self.krate_at(branch.if_token.span);
        let mut last = branch;
        while let Some((_, other)) = &last.else_branch
            && let Expr::If(next) = &**other
        {
            last = next;
        }
        if last.else_branch.is_none() {
            return self.refuse(
                last.if_token,
                "an `if` that is a value has an `else`: add it",
            );
        }
        let chain = self.chain(branch, &mut |rewriter, block| {
            let (statements, value) = rewriter.block_value(block);
            let assign = value.map(|value| quote_spanned!(block.span()=> #holder.assign(#value);));
            quote!(#statements #assign)
        });
        quote_spanned! {branch.if_token.span=>
            let #holder = #krate::zero().to_var(#name);
            #chain;
        }
    }

    fn chain(
        &mut self,
        branch: &ExprIf,
        body: &mut dyn FnMut(&mut Self, &Block) -> TokenStream,
    ) -> TokenStream {
        let krate = self.krate_at(branch.if_token.span);
        let condition = self.condition(&branch.cond);
        let accept = body(self, &branch.then_branch);
        let mut chain =
            quote_spanned!(branch.if_token.span=> #krate::If(#condition, || { #accept }));
        let mut rest = &branch.else_branch;
        while let Some((token, other)) = rest {
            rest = &None;
            match &**other {
                Expr::If(next) => {
                    let condition = self.condition(&next.cond);
                    let accept = body(self, &next.then_branch);
                    chain = quote_spanned! {next.if_token.span=>
                        #chain.else_if(|| #condition, || { #accept })
                    };
                    rest = &next.else_branch;
                }
                Expr::Block(block) => {
                    let reject = body(self, &block.block);
                    chain = quote_spanned!(token.span=> #chain.else_(|| { #reject }));
                }
                other => {
                    self.refuse(other, "`else` is followed by a block or by `if`");
                }
            }
        }
        chain
    }

    fn condition(&mut self, condition: &Expr) -> TokenStream {
        if self.scope.is_host(condition) {
            let message = "this condition is known while the kernel is built, and a host `if` or `while` is not rewritten: \
                           choose in Rust, outside of the function; a loop that `break` leaves is `loop`";
            return self.refuse(condition, message);
        }
        self.value(condition)
    }

    fn turn(&mut self, label: Option<&Label>, block: &Block) -> TokenStream {
        if let Some(label) = label {
            self.refuse(label, LABEL);
        }
        self.loops += 1;
        let body = self.block(block);
        self.loops -= 1;
        body
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
            _ => self.refuse(expr, "`for` over an iterator: use a range, `for i in a..b`"),
        }
    }

    pub(crate) fn leave(&mut self, expr: &Expr) -> TokenStream {
        let krate = self.krate_at(expr.span());
        match expr {
            Expr::Break(leave) if leave.label.is_some() => self.refuse(&leave.label, LABEL),
            Expr::Continue(leave) if leave.label.is_some() => self.refuse(&leave.label, LABEL),
            Expr::Break(leave) if leave.expr.is_some() => self.refuse(
                &leave.expr,
                "`break` with a value: assign it to a `let mut` before, and read that behind the loop",
            ),
            Expr::Break(_) | Expr::Continue(_) if self.loops == 0 => {
                self.refuse(expr, "`break` or `continue` outside of a loop: `return` leaves the function")
            }
            Expr::Return(_) if self.is_inlined => self.refuse(
                expr,
                "`return` of a function that is recorded where it is called would end its caller: let `if` and `else` give the value at the end",
            ),
            Expr::Break(_) => quote_spanned!(expr.span()=> #krate::Break();),
            Expr::Continue(_) => quote_spanned!(expr.span()=> #krate::Continue();),
            Expr::Return(leave) => match (&leave.expr, self.result) {
                (Some(value), Some(_)) => {
                    let value = self.value(value);
                    let value = self.returned(&value, leave.return_token.span);
                    quote_spanned!(leave.return_token.span=> #krate::Return(#value);)
                }
                (None, None) => quote_spanned!(expr.span()=> #krate::Return(());),
                (Some(_), None) => self.refuse(expr, "`return` with a value, and nothing is due: leave out the value"),
                (None, Some(_)) => self.refuse(expr, "`return` without a value, and one is due: add it"),
            },
            _ => TokenStream::new(),
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
