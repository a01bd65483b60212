//! Statements, and blocks of them.

use proc_macro2::{Delimiter, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Block, Error, Expr, Local, Pat, Stmt, Type};

use super::endless;
use super::host::{attributes, contains_let, raw};
use super::leave::{Frame, Frames};
use super::marks::Mark;
use super::nested;
use super::place::fields_of;
use super::refuse;
use super::scope::{Kind, Scope, method_of_assignment};
use super::signature::check_value;

/// Rewrites one body, and gathers what is wrong with it.
pub(crate) struct Rewriter<'a> {
    pub(crate) krate: &'a TokenStream,
    pub(crate) result: Option<&'a Type>,
    pub(crate) scope: Scope,
    /// The body is recorded where it is called, and cannot leave its caller.
    pub(crate) is_inlined: bool,
    /// The body is that of a kernel, which gives nothing.
    pub(crate) is_kernel: bool,
    /// The parameters of the kernel that are arrays.
    pub(crate) given_arrays: Vec<&'a Ident>,
    pub(crate) frames: Frames,
    /// How many variables were made for the parts of values.
    pub(crate) parts_made: usize,
    /// The marks `#[host]` and `#[shader_fn]` of the body, each by its place, but for those
    /// that were looked at.
    pub(super) marks: Vec<Mark>,
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
            is_inlined: false,
            is_kernel: false,
            given_arrays: Vec::new(),
            frames: Frames::default(),
            parts_made: 0,
            marks: Vec::new(),
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
        let body = self.whole(block);
        if self.errors.is_empty() {
            for mark in std::mem::take(&mut self.marks) {
                self.refuse(mark.at, match mark.name {
                    "host" => "`#[host]` stands before a statement: `let`, a loop, `if`, `match`, a block or an expression; within one, write `host!(..)`",
                    _ => nested::FORM,
                });
            }
        }
        body
    }

    /// One that rewrites the body of a function in this body.
    pub(crate) fn within<'b>(&mut self, result: Option<&'b Type>) -> Rewriter<'b>
    where
        'a: 'b,
    {
        Rewriter {
            scope: std::mem::take(&mut self.scope),
            marks: std::mem::take(&mut self.marks),
            ..Rewriter::new(self.krate, result, Vec::new())
        }
    }

    /// What was learnt in the body of a function in this body.
    pub(crate) fn into_parts(self) -> (Scope, Vec<Mark>, Vec<Error>) {
        (self.scope, self.marks, self.errors)
    }

    /// Goes on behind the body of a function in this body.
    pub(crate) fn back(&mut self, scope: Scope, marks: Vec<Mark>, errors: Vec<Error>) {
        self.scope = scope;
        self.marks = marks;
        self.errors.extend(errors);
    }

    pub(crate) fn whole(&mut self, block: &Block) -> TokenStream {
        match self.result {
            None => {
                if self.errors.is_empty()
                    && let Some(Stmt::Expr(last, None)) = block.stmts.last()
                    && endless::is_lost(last)
                {
                    let message = match self.is_kernel {
                        true => "a kernel returns nothing: write the value to a `&mut [T]`",
                        false => {
                            "a value at the end of a function that returns nothing: write the type of the result, `-> T`"
                        }
                    };
                    return self.refuse(last, message);
                }
                self.statements(&block.stmts)
            }
            Some(ty) => {
                let value = match block.stmts.split_last() {
                    Some((Stmt::Expr(Expr::Return(last), _), rest)) if last.expr.is_some() => {
                        let rest = self.statements(rest);
                        let value = last.expr.as_deref().map(|value| self.value(value));
                        Some((rest, value.unwrap_or_default()))
                    }
                    Some((Stmt::Expr(last, None), rest)) if !is_loop(last) => {
                        let rest = self.statements(rest);
                        Some((rest, self.tail(last)))
                    }
                    Some((Stmt::Expr(Expr::Loop(turn), _), _)) if endless::only_returns(turn) => {
                        let rest = self.statements(&block.stmts);
                        Some((rest, endless::unreached(ty, self.krate)))
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
                let was_last = std::mem::replace(&mut self.frames.is_last, false);
                let rest = self.statements(rest);
                let value = self.value(last);
                self.frames.is_last = was_last;
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

    pub(crate) fn statements(&mut self, statements: &[Stmt]) -> TokenStream {
        let is_last = self.frames.is_last;
        let mut tokens = TokenStream::new();
        for (position, statement) in statements.iter().enumerate() {
            self.frames.is_last = is_last && position + 1 == statements.len();
            tokens.extend(self.statement(statement));
        }
        self.frames.is_last = is_last;
        tokens
    }

    /// A value that a closure makes, of which nothing leaves what is around it.
    pub(crate) fn closure_value(&mut self, expr: &Expr) -> TokenStream {
        self.frames.open(Frame::Closure);
        let value = self.value(expr);
        self.frames.close();
        value
    }

    fn statement(&mut self, statement: &Stmt) -> TokenStream {
        match statement {
            Stmt::Local(local) if self.is_marked(&local.attrs, "host") => self.host_local(local),
            Stmt::Local(local) if self.is_marked(&local.attrs, "shader_fn") => self.nested(local),
            Stmt::Local(local) => self.local(local),
            Stmt::Macro(item) if item.mac.path.is_ident("host") => {
                let tokens = raw(&item.mac.tokens);
                quote!({ #tokens })
            }
            Stmt::Item(item) => self.refuse(item, refuse::item(item)),
            Stmt::Macro(item) => {
                let message = "a macro is not looked into: write out what it stands for, or, if it is Rust's own, `host!(..)`; a value of the shader is seen by writing it to a buffer";
                self.refuse(&item.mac, message)
            }
            Stmt::Expr(expr, _) if self.is_marked(attributes(expr), "host") => {
                self.host_statement(expr)
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
            self.declare_as(pat, Kind::Refused);
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
        if let (Pat::Ident(name), Expr::Reference(reference)) = (pat, &*init.expr)
            && !self.scope.is_host(&init.expr)
        {
            return self.place_named(name, ty, reference);
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
            _ => {
                self.declare_as(pat, Kind::Refused);
                self.refuse(
                    pat,
                    "a pattern: the shader has none; write a `let` for each part",
                )
            }
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
        // Rust demands the `mut` of a closure that writes; a closure of the shader holds handles.
        let mutable = mutable && !matches!(init, Expr::Closure(_));
        let krate = self.krate_at(name.span());
        let text = name.unraw().to_string();
        let kind = match (mutable, init) {
            (true, _) => Kind::Variable,
            (false, Expr::Closure(_)) => Kind::Closure,
            (false, _) => Kind::Value,
        };
        let wrapper = if mutable { quote!(Var) } else { quote!(Node) };
        let annotation = ty.map(|ty| quote!(: #krate::#wrapper<#ty>));
        let span = name.span();
        if matches!(init, Expr::If(_) | Expr::Match(_)) && !self.scope.is_host(init) {
            let slot = Ident::new("slot", Span::mixed_site());
            let statements = self.value_of(init, &slot, &text, ty.is_some());
            self.scope.declare(name, kind);
            return match mutable {
                true => {
                    quote_spanned!(span=> #statements let #name #annotation = #slot.variable();)
                }
                false => quote_spanned!(span=> #statements let #name #annotation = #slot.named();),
            };
        }
        if let Some(receiver) = fields_of(init)
            && !mutable
        {
            return self.fields_named(name, receiver);
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
        } else if !mutable && matches!(init, Expr::Closure(_)) {
            quote_spanned!(span=> let #name = #value;)
        } else if !mutable && ty.is_none() {
            quote_spanned!(span=> let #name = #krate::natural::Let::new(#value).named(#text);)
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
    pub(crate) fn effect(&mut self, expr: &Expr) -> TokenStream {
        match expr {
            Expr::If(branch) => self.branch(branch),
            Expr::Match(choice) => self.choice(choice, false),
            Expr::While(turn) if contains_let(&turn.cond) => self.host_while(turn, false),
            Expr::While(turn) => self.while_loop(turn),
            Expr::ForLoop(turn) => self.for_loop(turn),
            Expr::Loop(turn) => self.endless_loop(turn),
            Expr::Break(_) | Expr::Continue(_) | Expr::Return(_) => self.leave(expr),
            Expr::Block(block) if block.label.is_none() => {
                let block = self.block(&block.block);
                quote!({ #block })
            }
            Expr::Assign(assign) => {
                let (left, token) = (&assign.left, &assign.eq_token);
                match self.host_assignment(left, token, &assign.right) {
                    Some(statement) => statement,
                    None => self.assign(left, "assign", token.span(), &assign.right),
                }
            }
            Expr::Binary(binary) => match method_of_assignment(&binary.op) {
                Some(method) => {
                    let (left, op) = (&binary.left, &binary.op);
                    match self.host_assignment(left, op, &binary.right) {
                        Some(statement) => statement,
                        None => self.assign(left, method, op.span(), &binary.right),
                    }
                }
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
        let value = self.beside(right, value);
        // Rust evaluates the right side first; it shows where a side does something and the
        // other sees it.
        let does = |side: &Expr| acts(side.to_token_stream(), false);
        let left_acts = does(left) && !self.scope.is_host(right);
        let right_acts = does(right) && holds_index(left);
        if left_acts || right_acts || acts(right.to_token_stream(), true) {
            let holder = Ident::new("value", Span::mixed_site());
            quote_spanned!(span=> { let #holder = #value; #place.#method(#holder); })
        } else {
            quote_spanned!(span=> #place.#method(#value);)
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

/// Whether a place is one of an array, by an index that is no number.
fn holds_index(place: &Expr) -> bool {
    match place {
        Expr::Index(index) => !matches!(*index.index, Expr::Lit(_)) || holds_index(&index.expr),
        Expr::Field(field) => holds_index(&field.base),
        Expr::Paren(paren) => holds_index(&paren.expr),
        Expr::MethodCall(call) => holds_index(&call.receiver),
        _ => false,
    }
}

fn is_loop(expr: &Expr) -> bool {
    matches!(expr, Expr::While(_) | Expr::ForLoop(_) | Expr::Loop(_))
}

fn leaves(expr: &Expr) -> bool {
    matches!(expr, Expr::Break(_) | Expr::Continue(_) | Expr::Return(_))
}
