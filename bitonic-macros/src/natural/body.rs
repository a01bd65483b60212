//! Statements, and blocks of them.

use proc_macro2::{Delimiter, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Block, Error, Expr, Local, Pat, Stmt, Type};

use super::refuse;
use super::scope::{Kind, Scope, method_of_assignment};
use super::signature::check_value;

/// Rewrites one body, and gathers what is wrong with it.
pub(crate) struct Rewriter<'a> {
    pub(crate) krate: &'a TokenStream,
    pub(crate) result: Option<&'a Type>,
    pub(crate) scope: Scope,
    pub(crate) loops: u32,
    /// The body is recorded where it is called, and cannot leave its caller.
    pub(crate) is_inlined: bool,
    pub(crate) errors: Vec<Error>,
}

impl<'a> Rewriter<'a> {
    pub(crate) fn new(
        krate: &'a TokenStream,
        result: Option<&'a Type>,
        errors: Vec<Error>,
    ) -> Self {
        Rewriter {
            krate,
            result,
            scope: Scope::default(),
            loops: 0,
            is_inlined: false,
            errors,
        }
    }

    /// Records an error; what is returned is never compiled.
    pub(crate) fn refuse(
        &mut self,
        at: impl ToTokens,
        message: impl std::fmt::Display,
    ) -> TokenStream {
        self.errors.push(Error::new_spanned(at, message));
        TokenStream::new()
    }

    /// The crate's path, as if written at `span`: what is called through it is recorded there.
    pub(crate) fn krate_at(&self, span: Span) -> TokenStream {
        path_at(self.krate, span)
    }

    /// The body of the whole item.
    pub(crate) fn body(&mut self, block: &Block) -> TokenStream {
        self.refuse_attributes(block.to_token_stream());
        match self.result {
            None => self.statements(&block.stmts),
            Some(_) => {
                let value = match block.stmts.split_last() {
                    Some((Stmt::Expr(Expr::Return(last), _), rest)) if last.expr.is_some() => {
                        let rest = self.statements(rest);
                        let value = last.expr.as_deref().map(|value| self.value(value));
                        Some((rest, value.unwrap_or_default()))
                    }
                    Some((Stmt::Expr(last, None), rest)) if !is_loop(last) => {
                        let rest = self.statements(rest);
                        Some((rest, self.value(last)))
                    }
                    _ => None,
                };
                match value {
                    Some((rest, value)) => {
                        let at = block.stmts.last().map_or(Span::mixed_site(), Spanned::span);
                        let value = self.returned(&value, at);
                        quote!(#rest #value)
                    }
                    None => {
                        let at = block
                            .stmts
                            .last()
                            .map_or(block.to_token_stream(), ToTokens::to_token_stream);
                        self.refuse(at, "a function that returns a value ends with it: write it last, without `;`")
                    }
                }
            }
        }
    }

    /// A block that has no value, without its braces.
    pub(crate) fn block(&mut self, block: &Block) -> TokenStream {
        let mark = self.scope.enter();
        let statements = self.statements(&block.stmts);
        self.scope.leave(mark);
        statements
    }

    /// The statements of a block with a value, and the value; none where the block is left
    /// before its end.
    pub(crate) fn block_value(&mut self, block: &Block) -> (TokenStream, Option<TokenStream>) {
        let mark = self.scope.enter();
        let parts = match block.stmts.split_last() {
            Some((Stmt::Expr(last, _), _)) if leaves(last) => (self.statements(&block.stmts), None),
            Some((Stmt::Expr(last, None), rest)) if !is_loop(last) => {
                let rest = self.statements(rest);
                let value = self.value(last);
                (rest, Some(value))
            }
            _ => {
                self.refuse(
                    block,
                    "this block has no value, and one is due: write it last, without `;`",
                );
                (TokenStream::new(), None)
            }
        };
        self.scope.leave(mark);
        parts
    }

    fn statements(&mut self, statements: &[Stmt]) -> TokenStream {
        statements
            .iter()
            .map(|statement| self.statement(statement))
            .collect()
    }

    fn statement(&mut self, statement: &Stmt) -> TokenStream {
        match statement {
            Stmt::Local(local) => self.local(local),
            Stmt::Item(item) => self.refuse(item, refuse::item(item)),
            Stmt::Macro(item) => {
                let message = "a macro is not looked into: write out what it stands for";
                self.refuse(&item.mac, message)
            }
            Stmt::Expr(expr, _) => self.effect(expr),
        }
    }

    fn local(&mut self, local: &Local) -> TokenStream {
        let (pat, ty) = match &local.pat {
            Pat::Type(typed) => (&*typed.pat, Some(&*typed.ty)),
            pat => (pat, None),
        };
        let Some(init) = &local.init else {
            return self.refuse(
                local,
                "`let` without a value: give it one here, `let mut` to change it later",
            );
        };
        if let Some((token, _)) = &init.diverge {
            return self.refuse(
                token,
                "`let .. else`: the shader has no patterns; test the value with `if`",
            );
        }
        if let Pat::Tuple(pattern) = pat {
            return self.unpacked(pattern, ty, &init.expr);
        }
        if let Some(Err(error)) = ty.map(check_value) {
            self.errors.push(error);
        }
        match pat {
            Pat::Wild(_) => {
                let value = self.value(&init.expr);
                quote_spanned!(local.span()=> let _ = #value;)
            }
            Pat::Ident(name) if name.by_ref.is_none() && name.subpat.is_none() => {
                let mutable = name.mutability.is_some();
                self.named(&name.ident, mutable, ty, &init.expr)
            }
            _ => self.refuse(
                pat,
                "a pattern: the shader has none; write a `let` for each part",
            ),
        }
    }

    /// `let name: ty = init`, or `let mut`.
    fn named(
        &mut self,
        name: &Ident,
        mutable: bool,
        ty: Option<&Type>,
        init: &Expr,
    ) -> TokenStream {
        if let Expr::Tuple(tuple) = init {
            let message = "a tuple is taken apart at once: write `let (a, b) = ..`";
            return self.refuse(tuple, message);
        }
        let krate = self.krate_at(name.span());
        let text = name.unraw().to_string();
        let kind = if mutable { Kind::Variable } else { Kind::Value };
        let wrapper = if mutable { quote!(Var) } else { quote!(Node) };
        let annotation = ty.map(|ty| quote!(: #krate::#wrapper<#ty>));
        let span = name.span();
        if let Expr::If(branch) = init {
            let holder = Ident::new("value", Span::mixed_site());
            let statements = self.value_if(branch, &holder, &text);
            self.scope.declare(name, kind);
            return match mutable {
                true => quote_spanned!(span=> #statements let #name #annotation = #holder;),
                false => quote_spanned!(span=> #statements let #name #annotation = #holder.load();),
            };
        }
        let is_host = self.scope.is_host(init);
        let value = self.value(init);
        let is_name = self.kind_of(init) == Some(Kind::Value);
        self.scope.declare(name, kind);
        let method = match mutable {
            true => Ident::new("to_var", span),
            false => Ident::new("to_const", span),
        };
        if is_name && !mutable {
            // Another name of the same value: the first stays in the text.
            quote_spanned!(span=> let #name #annotation = #value;)
        } else if is_host {
            quote_spanned!(span=> let #name #annotation = #krate::HostValue::#method(#value, #text);)
        } else {
            quote_spanned!(span=> let #name #annotation = #value.#method(#text);)
        }
    }

    /// What `expr` stands for, if it is the name of something declared here.
    pub(crate) fn kind_of(&self, expr: &Expr) -> Option<Kind> {
        match expr {
            Expr::Path(path) => self.scope.kind(path.path.get_ident()?),
            Expr::Paren(paren) => self.kind_of(&paren.expr),
            Expr::Group(group) => self.kind_of(&group.expr),
            _ => None,
        }
    }

    /// An expression as a statement.
    fn effect(&mut self, expr: &Expr) -> TokenStream {
        match expr {
            Expr::If(branch) => self.branch(branch),
            Expr::While(turn) => self.while_loop(turn),
            Expr::ForLoop(turn) => self.for_loop(turn),
            Expr::Loop(turn) => self.endless_loop(turn),
            Expr::Break(_) | Expr::Continue(_) | Expr::Return(_) => self.leave(expr),
            Expr::Block(block) if block.label.is_none() => {
                let block = self.block(&block.block);
                quote!({ #block })
            }
            Expr::Assign(assign) => self.assign(
                &assign.left,
                "assign",
                assign.eq_token.span(),
                &assign.right,
            ),
            Expr::Binary(binary) => match method_of_assignment(&binary.op) {
                Some(method) => self.assign(&binary.left, method, binary.op.span(), &binary.right),
                None => {
                    let value = self.value(expr);
                    quote!(#value;)
                }
            },
            _ => {
                let value = self.value(expr);
                quote!(#value;)
            }
        }
    }

    fn assign(&mut self, left: &Expr, method: &str, span: Span, right: &Expr) -> TokenStream {
        if let (Expr::Tuple(places), "assign") = (left, method) {
            return self.assign_parts(places, span, right);
        }
        let method = Ident::new(method, span);
        if let Some(message) = self.unwritable(left) {
            return self.refuse(left, message);
        }
        let place = self.place(left).unwrap_or_default();
        let value = self.value(right);
        // Rust evaluates the right side first; it shows where both sides do something.
        let both_act = acts(left.to_token_stream(), false) && acts(right.to_token_stream(), false);
        if both_act || acts(right.to_token_stream(), true) {
            let holder = Ident::new("value", Span::mixed_site());
            quote_spanned!(span=> { let #holder = #value; #place.#method(#holder); })
        } else {
            quote_spanned!(span=> #place.#method(#value);)
        }
    }

    /// Attributes inside of a body would be lost: they are refused.
    fn refuse_attributes(&mut self, tokens: TokenStream) {
        for token in tokens {
            match token {
                TokenTree::Punct(punct) if punct.as_char() == '#' => {
                    self.refuse(
                        punct,
                        "an attribute inside of the body is not looked at: leave it out",
                    );
                }
                TokenTree::Group(group) => self.refuse_attributes(group.stream()),
                _ => {}
            }
        }
    }
}

/// `path`, as if written at `span`.
pub(crate) fn path_at(path: &TokenStream, span: Span) -> TokenStream {
    let tokens = path.clone().into_iter();
    tokens
        .map(|mut token| {
            token.set_span(span);
            token
        })
        .collect()
}

/// Whether the tokens hold a call; with `blocks`, whether they hold a block.
fn acts(tokens: TokenStream, blocks: bool) -> bool {
    let wanted = if blocks {
        Delimiter::Brace
    } else {
        Delimiter::Parenthesis
    };
    tokens.into_iter().any(|token| match token {
        TokenTree::Group(group) => group.delimiter() == wanted || acts(group.stream(), blocks),
        _ => false,
    })
}

fn is_loop(expr: &Expr) -> bool {
    matches!(expr, Expr::While(_) | Expr::ForLoop(_) | Expr::Loop(_))
}

fn leaves(expr: &Expr) -> bool {
    matches!(expr, Expr::Break(_) | Expr::Continue(_) | Expr::Return(_))
}
