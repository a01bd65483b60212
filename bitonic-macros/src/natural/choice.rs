//! `match`: on integers as a choice that Rust or the shader makes; on anything else Rust's own.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Expr, ExprMatch, Lit, Pat};

use super::body::Rewriter;
use super::branch::{Aim, Made};
use super::host::raw;
use super::leave::Frame;
use super::scope::Kind;

/// What an arm stands for, as far as its form tells.
enum Selected {
    /// Numbers and constants.
    Values(Vec<TokenStream>),
    /// `_`, alone or among others.
    Any,
    /// A pattern that only Rust has.
    Pattern,
}

impl Rewriter<'_> {
    /// `match` as a statement.
    pub(crate) fn choice(&mut self, choice: &ExprMatch, is_marked: bool) -> TokenStream {
        let made = self.choice_made(choice, Aim::Effect, is_marked);
        let behind = self.behind(made.is_left, choice.match_token.span);
        let tokens = made.tokens;
        quote!(#tokens #behind)
    }

    /// `match` with its arms for `aim`.
    pub(crate) fn choice_made(&mut self, choice: &ExprMatch, aim: Aim, is_marked: bool) -> Made {
        let selected: Vec<_> = choice.arms.iter().map(|arm| selected(&arm.pat)).collect();
        let is_pattern = |selected: &Selected| matches!(selected, Selected::Pattern);
        let is_host = is_marked || self.scope.is_host(&choice.expr);
        if is_host || selected.iter().any(is_pattern) {
            if !is_host {
                self.check_patterns(choice);
            }
            return Made {
                tokens: self.host_match(choice, aim, is_marked),
                is_left: false,
            };
        }
        self.device_match(choice, &selected, aim)
    }

    fn device_match(&mut self, choice: &ExprMatch, selected: &[Selected], aim: Aim) -> Made {
        let span = choice.match_token.span;
        let krate = self.krate_at(span);
        let state = Ident::new("choice", Span::mixed_site());
        let looked_at = Ident::new("selector", Span::mixed_site());
        let selector = self.value(&choice.expr);
        let mut is_left = false;
        let (mut decisions, mut sides) = (TokenStream::new(), TokenStream::new());
        let mut is_complete = false;
        for (position, (arm, selected)) in choice.arms.iter().zip(selected).enumerate() {
            if is_complete {
                self.refuse(
                    &arm.pat,
                    "an arm behind `_`, which takes all: move it before",
                );
            }
            let pat = &arm.pat;
            decisions.extend(quote!(#pat => #position,));
            self.frames.open(Frame::Side);
            let body = self.arm(&arm.body, aim);
            let closed = self.frames.close();
            is_left |= closed.is_left;
            let body = Self::labelled(&closed, &body);
            let at = arm.pat.span();
            sides.extend(match selected {
                Selected::Values(values) => quote_spanned! {at=>
                    if #state.case(|| [#(#values),*]) { #body }
                },
                Selected::Any | Selected::Pattern => {
                    is_complete = true;
                    quote_spanned!(at=> if #state.default() { #body })
                }
            });
        }
        let tokens = quote_spanned! {span=> {
            use #krate::natural::{Chooses as _, HostChooses as _};
            let mut #state = #krate::natural::Match::new(#selector).begin();
            #state.decide(|#looked_at| match *#looked_at { #decisions });
            #sides
            #state.end();
        }};
        Made { tokens, is_left }
    }

    /// Rust's own `match`.
    fn host_match(&mut self, choice: &ExprMatch, aim: Aim, is_marked: bool) -> TokenStream {
        let selector = match is_marked {
            true => raw(&choice.expr),
            false => self.value(&choice.expr),
        };
        let mut arms = TokenStream::new();
        for arm in &choice.arms {
            let mark = self.scope.enter();
            self.declare_pattern(&arm.pat);
            let pat = raw(&arm.pat);
            let body = self.arm(&arm.body, aim);
            self.scope.leave(mark);
            arms.extend(quote_spanned!(arm.fat_arrow_token.span()=> #pat => { #body }));
        }
        quote_spanned!(choice.match_token.span=> match #selector { #arms })
    }

    /// The body of an arm.
    fn arm(&mut self, body: &Expr, aim: Aim) -> TokenStream {
        match (body, aim) {
            (Expr::Block(block), _) if block.label.is_none() => self.side(&block.block, aim),
            (Expr::Tuple(tuple), Aim::Effect) if tuple.elems.is_empty() => TokenStream::new(),
            (_, Aim::Effect) => self.effect(body),
            (Expr::Break(_) | Expr::Continue(_) | Expr::Return(_), _) => self.leave(body),
            (_, Aim::Value(slot) | Aim::Number(slot)) => {
                let was_last = std::mem::replace(&mut self.frames.is_last, false);
                let value = self.value(body);
                self.frames.is_last = was_last;
                aim.gift(slot, &value, body.span())
            }
        }
    }

    /// Refuses what only Rust's own `match` has beside what the shader's has.
    fn check_patterns(&mut self, choice: &ExprMatch) {
        let number = |pat: &Pat| matches!(selected(pat), Selected::Values(_)) || is_number(pat);
        if !choice.arms.iter().any(|arm| number(unguarded(&arm.pat))) {
            return;
        }
        for arm in &choice.arms {
            let message = match &arm.pat {
                Pat::Guard(_) => {
                    "a guard: the shader's `match` compares with numbers; write `if` in the arm, or mark the `match` with `#[host]`"
                }
                Pat::Range(_) => {
                    "a range as a pattern: write `if`, list the numbers, or mark the `match` with `#[host]`"
                }
                Pat::Ident(name) if is_binding(&name.ident) => {
                    "a name as a pattern: write `_`, and use the value itself"
                }
                Pat::Lit(literal) if matches!(literal.lit, Lit::Bool(_)) => {
                    "`match` on a truth: write `if`"
                }
                _ => continue,
            };
            self.refuse(&arm.pat, message);
        }
    }

    /// Declares the names that `pat` binds as Rust's own.
    pub(crate) fn declare_pattern(&mut self, pat: &Pat) {
        self.declare_as(pat, Kind::Host);
    }

    /// Declares the names that `pat` binds.
    pub(crate) fn declare_as(&mut self, pat: &Pat, kind: Kind) {
        match pat {
            Pat::Ident(name) => {
                if is_binding(&name.ident) {
                    self.scope.declare(&name.ident, kind);
                }
                if let Some((_, inner)) = &name.subpat {
                    self.declare_as(inner, kind);
                }
            }
            Pat::Guard(guard) => self.declare_as(&guard.pat, kind),
            Pat::Or(or) => or.cases.iter().for_each(|pat| self.declare_as(pat, kind)),
            Pat::Paren(paren) => self.declare_as(&paren.pat, kind),
            Pat::Reference(reference) => self.declare_as(&reference.pat, kind),
            Pat::Slice(slice) => slice
                .elems
                .iter()
                .for_each(|pat| self.declare_as(pat, kind)),
            Pat::Struct(fields) => {
                let fields = fields.fields.iter();
                fields.for_each(|field| self.declare_as(&field.pat, kind));
            }
            Pat::Tuple(tuple) => tuple
                .elems
                .iter()
                .for_each(|pat| self.declare_as(pat, kind)),
            Pat::TupleStruct(tuple) => {
                tuple
                    .elems
                    .iter()
                    .for_each(|pat| self.declare_as(pat, kind));
            }
            Pat::Type(typed) => self.declare_as(&typed.pat, kind),
            _ => {}
        }
    }
}

/// What the pattern of an arm stands for.
fn selected(pat: &Pat) -> Selected {
    match pat {
        Pat::Wild(_) => Selected::Any,
        Pat::Paren(paren) => selected(&paren.pat),
        Pat::Lit(literal) if matches!(literal.lit, Lit::Int(_)) => {
            Selected::Values(vec![quote!(#literal)])
        }
        Pat::Path(path) => Selected::Values(vec![quote!(#path)]),
        Pat::Ident(name)
            if name.by_ref.is_none() && name.subpat.is_none() && !is_binding(&name.ident) =>
        {
            Selected::Values(vec![quote!(#name)])
        }
        Pat::Or(or) => {
            let mut all = Vec::new();
            let mut any = false;
            for case in &or.cases {
                match selected(case) {
                    Selected::Values(values) => all.extend(values),
                    Selected::Any => any = true,
                    Selected::Pattern => return Selected::Pattern,
                }
            }
            match any {
                true => Selected::Any,
                false => Selected::Values(all),
            }
        }
        _ => Selected::Pattern,
    }
}

fn unguarded(pat: &Pat) -> &Pat {
    match pat {
        Pat::Guard(guard) => &guard.pat,
        pat => pat,
    }
}

fn is_number(pat: &Pat) -> bool {
    match pat {
        Pat::Range(_) => true,
        Pat::Lit(literal) => matches!(literal.lit, Lit::Int(_) | Lit::Bool(_)),
        _ => false,
    }
}

/// Whether a name in a pattern binds: constants and variants are capitalised.
fn is_binding(name: &Ident) -> bool {
    let name = name.unraw().to_string();
    !name.starts_with(|first: char| first.is_uppercase())
}
