//! `if`: Rust's own where its condition is, else a branch that Rust or the shader decides.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Block, Expr, ExprIf, Lit, Stmt, UnOp};

use super::body::Rewriter;
use super::host::contains_let;
use super::leave::Frame;

/// What the sides of a branch are for.
#[derive(Clone, Copy)]
pub(crate) enum Aim<'a> {
    Effect,
    /// To give a value to the slot of this name.
    Value(&'a Ident),
    /// The same, where every side gives a number without a type.
    Number(&'a Ident),
}

impl Aim<'_> {
    /// How a side gives `value` to the slot of this name.
    pub(crate) fn gift(self, slot: &Ident, value: &TokenStream, span: Span) -> TokenStream {
        match self {
            // What follows then says of which type the numbers are.
            Aim::Number(_) => quote_spanned!(span=> #slot.give_number(#value);),
            Aim::Effect | Aim::Value(_) => quote_spanned!(span=> #slot.give(#value);),
        }
    }
}

/// A branch, and whether it may leave what is around it.
pub(crate) struct Made {
    pub(crate) tokens: TokenStream,
    pub(crate) is_left: bool,
}

impl Rewriter<'_> {
    /// `if` as a statement.
    pub(crate) fn branch(&mut self, branch: &ExprIf) -> TokenStream {
        let made = self.made(branch, Aim::Effect, false);
        let behind = self.behind(made.is_left, branch.if_token.span);
        let tokens = made.tokens;
        quote!(#tokens #behind)
    }

    /// `if` whose condition is Rust's own.
    pub(crate) fn host_branch(&mut self, branch: &ExprIf) -> TokenStream {
        let made = self.made(branch, Aim::Effect, true);
        let behind = self.behind(made.is_left, branch.if_token.span);
        let tokens = made.tokens;
        quote!(#tokens #behind)
    }

    /// `if` or `match` as a value: the slot `slot`, named `name` in the text, and the sides that
    /// give to it. With `is_typed`, what is around it says of which type the value is.
    pub(crate) fn value_of(
        &mut self,
        expr: &Expr,
        slot: &Ident,
        name: &str,
        is_typed: bool,
    ) -> TokenStream {
        let span = match expr {
            Expr::If(branch) => branch.if_token.span,
            expr => expr.span(),
        };
        let krate = self.krate_at(span);
        let was_last = std::mem::replace(&mut self.frames.is_last, false);
        let aim = match !is_typed && gives_numbers(expr) {
            true => Aim::Number(slot),
            false => Aim::Value(slot),
        };
        let made = match expr {
            Expr::If(branch) => {
                self.check_else(branch);
                self.made(branch, aim, false)
            }
            Expr::Match(choice) => self.choice_made(choice, aim, false),
            _ => Made {
                tokens: TokenStream::new(),
                is_left: false,
            },
        };
        let behind = self.behind(made.is_left, span);
        self.frames.is_last = was_last;
        let tokens = made.tokens;
        quote_spanned! {span=>
            let mut #slot = #krate::natural::Slot::new(#name);
            #tokens
            #behind
        }
    }

    fn check_else(&mut self, branch: &ExprIf) {
        let mut last = branch;
        while let Some((_, other)) = &last.else_branch
            && let Expr::If(next) = &**other
        {
            last = next;
        }
        if last.else_branch.is_none() {
            self.refuse(
                last.if_token,
                "an `if` that is a value has an `else`: add it",
            );
        }
    }

    fn made(&mut self, branch: &ExprIf, aim: Aim, is_marked: bool) -> Made {
        let span = branch.if_token.span;
        if is_marked || contains_let(&branch.cond) || self.scope.is_host(&branch.cond) {
            let mark = self.scope.enter();
            let condition = self.host_condition(&branch.cond, is_marked);
            let accept = self.side(&branch.then_branch, aim);
            self.scope.leave(mark);
            let otherwise = self.otherwise(branch, aim, is_marked);
            // What leaves a side leaves the frame around it at once, but for an `else if` that
            // is not Rust's own.
            let is_left = otherwise.as_ref().is_some_and(|other| other.is_left);
            let otherwise = otherwise.map(|other| {
                let tokens = other.tokens;
                quote!(else { #tokens })
            });
            let tokens = quote_spanned!(span=> if #condition { #accept } #otherwise);
            return Made { tokens, is_left };
        }
        let krate = self.krate_at(span);
        let state = Ident::new("branch", Span::mixed_site());
        let condition = self.value(&branch.cond);
        self.frames.open(Frame::Side);
        let accept = self.side(&branch.then_branch, aim);
        let closed = self.frames.close();
        let accept = Self::labelled(&closed, &accept);
        let mut is_left = closed.is_left;
        self.frames.open(Frame::Side);
        let otherwise = self.otherwise(branch, aim, false);
        let otherwise = otherwise.map(|other| {
            let behind = self.behind(other.is_left, span);
            let tokens = other.tokens;
            quote!(#tokens #behind)
        });
        let closed = self.frames.close();
        is_left |= closed.is_left;
        let otherwise = otherwise.map(|tokens| {
            let tokens = Self::labelled(&closed, &tokens);
            quote_spanned!(span=> if #state.rejects() { #tokens })
        });
        let tokens = quote_spanned! {span=> {
            let mut #state = #krate::natural::Branch::new(#condition);
            if #state.accepts() { #accept }
            #otherwise
            #state.end();
        }};
        Made { tokens, is_left }
    }

    /// What stands behind `else`; none where nothing does.
    fn otherwise(&mut self, branch: &ExprIf, aim: Aim, is_marked: bool) -> Option<Made> {
        let (_, other) = branch.else_branch.as_ref()?;
        Some(match &**other {
            Expr::If(next) => self.made(next, aim, is_marked),
            Expr::Block(block) => Made {
                tokens: self.side(&block.block, aim),
                is_left: false,
            },
            other => Made {
                tokens: self.refuse(other, "`else` is followed by a block or by `if`"),
                is_left: false,
            },
        })
    }

    /// One side, without its braces.
    pub(crate) fn side(&mut self, block: &Block, aim: Aim) -> TokenStream {
        match aim {
            Aim::Effect => self.block(block),
            Aim::Value(slot) | Aim::Number(slot) => {
                let (statements, value) = self.block_value(block);
                let give = value.map(|value| aim.gift(slot, &value, block.span()));
                quote!(#statements #give)
            }
        }
    }
}

/// Whether every side of `expr` that gives a value gives a number without a type, itself.
fn gives_numbers(expr: &Expr) -> bool {
    match expr {
        Expr::If(branch) => {
            let otherwise = branch.else_branch.as_ref();
            ends_in_number(&branch.then_branch)
                && otherwise.is_some_and(|(_, other)| match &**other {
                    Expr::Block(block) => ends_in_number(&block.block),
                    other => gives_numbers(other),
                })
        }
        Expr::Match(choice) => choice.arms.iter().all(|arm| match &*arm.body {
            Expr::Block(block) => ends_in_number(&block.block),
            body => is_number(body),
        }),
        _ => false,
    }
}

fn ends_in_number(block: &Block) -> bool {
    matches!(block.stmts.last(), Some(Stmt::Expr(last, _)) if is_number(last))
}

/// Whether `expr` is a number without a type, or leaves before there is one.
fn is_number(expr: &Expr) -> bool {
    match expr {
        Expr::Paren(paren) => is_number(&paren.expr),
        Expr::Unary(unary) => matches!(unary.op, UnOp::Neg(_)) && is_number(&unary.expr),
        Expr::Lit(literal) => match &literal.lit {
            Lit::Int(number) => number.suffix().is_empty(),
            Lit::Float(number) => number.suffix().is_empty(),
            _ => false,
        },
        Expr::Return(_) | Expr::Break(_) | Expr::Continue(_) => true,
        _ => false,
    }
}
