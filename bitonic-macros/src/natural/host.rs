//! Rust's own statements in a body: what `#[host]` marks, and `host!(..)`.

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{
    Attribute, BinOp, Block, Expr, ExprForLoop, ExprLet, ExprLoop, ExprWhile, Label, Local, Pat,
};

use super::body::Rewriter;
use super::leave::{Frame, host_loop};
use super::scope::Kind;

impl Rewriter<'_> {
    /// `#[host] let`.
    pub(crate) fn host_local(&mut self, local: &Local) -> TokenStream {
        let (pat, ty) = match &local.pat {
            Pat::Type(typed) => (&*typed.pat, Some(&*typed.ty)),
            pat => (pat, None),
        };
        let ty = ty.map(|ty| quote!(: #ty));
        let span = local.let_token.span;
        let Some(init) = &local.init else {
            self.declare_pattern(pat);
            return quote_spanned!(span=> let #pat #ty;);
        };
        let value = raw(&init.expr);
        let diverge = init.diverge.as_ref().map(|(token, block)| {
            let block = match &**block {
                Expr::Block(block) => self.block(&block.block),
                other => self.refuse(other, "`else` is followed by a block"),
            };
            quote_spanned!(token.span=> else { #block })
        });
        self.declare_pattern(pat);
        quote_spanned!(span=> let #pat #ty = #value #diverge;)
    }

    /// A statement that `#[host]` marks, other than `let`.
    pub(crate) fn host_statement(&mut self, expr: &Expr) -> TokenStream {
        match expr {
            Expr::ForLoop(turn) => self.host_for(turn),
            Expr::While(turn) => self.host_while(turn, true),
            Expr::Loop(turn) => self.host_endless(turn),
            Expr::If(branch) => self.host_branch(branch),
            Expr::Match(choice) => self.choice(choice, true),
            Expr::Break(_) | Expr::Continue(_) | Expr::Return(_) => self.refuse(
                expr,
                "`#[host]` before what leaves: leave it out, for whether Rust or the shader leaves is known",
            ),
            _ => {
                let statement = raw(expr);
                quote!(#statement;)
            }
        }
    }

    fn host_for(&mut self, turn: &ExprForLoop) -> TokenStream {
        let span = turn.for_token.span;
        let (pat, values) = (&turn.pat, raw(&turn.expr));
        let mark = self.scope.enter();
        self.declare_pattern(pat);
        let head = quote_spanned!(span=> for #pat in #values);
        let tokens = self.host_turn(span, turn.label.as_ref(), &head, &turn.body);
        self.scope.leave(mark);
        tokens
    }

    /// `while` and `while let` of Rust's own.
    pub(crate) fn host_while(&mut self, turn: &ExprWhile, is_marked: bool) -> TokenStream {
        let span = turn.while_token.span;
        let mark = self.scope.enter();
        let condition = self.host_condition(&turn.cond, is_marked);
        let head = quote_spanned!(span=> while #condition);
        let tokens = self.host_turn(span, turn.label.as_ref(), &head, &turn.body);
        self.scope.leave(mark);
        tokens
    }

    fn host_endless(&mut self, turn: &ExprLoop) -> TokenStream {
        let span = turn.loop_token.span;
        let head = quote_spanned!(span=> loop);
        self.host_turn(span, turn.label.as_ref(), &head, &turn.body)
    }

    fn host_turn(
        &mut self,
        span: Span,
        label: Option<&Label>,
        head: &TokenStream,
        block: &Block,
    ) -> TokenStream {
        self.frames.open(Frame::HostTurn);
        self.frames.call(label);
        let body = self.block(block);
        let closed = self.frames.close();
        let behind = self.behind(closed.is_left, span);
        let Some(label) = closed.label else {
            return quote_spanned!(span=> #head { #body } #behind);
        };
        let krate = self.krate_at(span);
        let state = host_loop(&label);
        let begins = closed
            .is_left
            .then(|| quote_spanned!(span=> if !#state.begins() { break #label; }));
        quote_spanned! {span=>
            {
                let #state = #krate::natural::HostLoop::new();
                #label: #head { #begins #body }
            }
            #behind
        }
    }

    /// The condition of Rust's own `if` or `while`, with `let` in it; the names are declared.
    pub(crate) fn host_condition(&mut self, condition: &Expr, is_marked: bool) -> TokenStream {
        match condition {
            Expr::Let(ExprLet { pat, expr, .. }) => {
                let value = match is_marked || self.scope.is_host(expr) {
                    true => raw(expr),
                    false => self.value(expr),
                };
                self.declare_pattern(pat);
                quote_spanned!(condition.span()=> let #pat = #value)
            }
            Expr::Binary(binary)
                if matches!(binary.op, BinOp::And(_)) && contains_let(condition) =>
            {
                let left = self.host_condition(&binary.left, is_marked);
                let right = self.host_condition(&binary.right, is_marked);
                let op = &binary.op;
                quote!(#left #op #right)
            }
            _ if is_marked => raw(condition),
            _ => self.value(condition),
        }
    }

    /// An assignment to a name of Rust's own, or to an element of one.
    pub(crate) fn host_assignment(
        &mut self,
        left: &Expr,
        op: &impl ToTokens,
        right: &Expr,
    ) -> Option<TokenStream> {
        let is_own = match left {
            Expr::Path(_) => self.kind_of(left) == Some(Kind::Host),
            Expr::Index(index) => {
                self.scope.is_rooted(&index.expr) && self.scope.is_host(&index.index)
            }
            _ => false,
        };
        is_own.then(|| {
            let (left, value) = (raw(left), self.value(right));
            quote_spanned!(left.span()=> #left #op #value;)
        })
    }
}

/// Whether a condition has `let` in it.
pub(crate) fn contains_let(condition: &Expr) -> bool {
    match condition {
        Expr::Let(_) => true,
        Expr::Binary(binary) => contains_let(&binary.left) || contains_let(&binary.right),
        _ => false,
    }
}

/// The mark `name` among the attributes.
pub(crate) fn mark_of<'a>(attributes: &'a [Attribute], name: &str) -> Option<&'a Attribute> {
    attributes
        .iter()
        .find(|attribute| matches!(&attribute.meta, syn::Meta::Path(path) if path.is_ident(name)))
}

/// The attributes of an expression that is a statement. They are parsed as those of what stands
/// first.
pub(crate) fn attributes(expr: &Expr) -> &[Attribute] {
    match expr {
        Expr::Assign(assign) => attributes(&assign.left),
        Expr::Binary(binary) => attributes(&binary.left),
        Expr::Cast(cast) => attributes(&cast.expr),
        Expr::Block(block) => &block.attrs,
        Expr::Break(leave) => &leave.attrs,
        Expr::Call(call) => &call.attrs,
        Expr::Continue(leave) => &leave.attrs,
        Expr::Field(field) => &field.attrs,
        Expr::ForLoop(turn) => &turn.attrs,
        Expr::If(branch) => &branch.attrs,
        Expr::Index(index) => &index.attrs,
        Expr::Loop(turn) => &turn.attrs,
        Expr::Macro(item) => &item.attrs,
        Expr::Match(choice) => &choice.attrs,
        Expr::MethodCall(call) => &call.attrs,
        Expr::Paren(paren) => &paren.attrs,
        Expr::Path(path) => &path.attrs,
        Expr::Return(leave) => &leave.attrs,
        Expr::Unary(unary) => &unary.attrs,
        Expr::Unsafe(block) => &block.attrs,
        Expr::While(turn) => &turn.attrs,
        _ => &[],
    }
}

/// Rust's own text, without the marks that only this crate knows.
pub(crate) fn raw(tokens: &impl ToTokens) -> TokenStream {
    strip(tokens.to_token_stream())
}

/// The argument of `host!(..)` in place of it, and no `#[host]`.
fn strip(tokens: TokenStream) -> TokenStream {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut out = TokenStream::new();
    let mut rest = tokens.as_slice();
    loop {
        rest = match rest {
            [] => return out,
            [
                TokenTree::Ident(name),
                TokenTree::Punct(bang),
                TokenTree::Group(group),
                rest @ ..,
            ] if name == "host" && bang.as_char() == '!' => {
                let inner = strip(group.stream());
                out.extend(match group.delimiter() {
                    proc_macro2::Delimiter::Brace => quote!({ #inner }),
                    _ => quote!((#inner)),
                });
                rest
            }
            [TokenTree::Punct(pound), TokenTree::Group(group), rest @ ..]
                if pound.as_char() == '#' && mark(&group.stream()) == Some("host") =>
            {
                rest
            }
            [TokenTree::Group(group), rest @ ..] => {
                let mut inner = proc_macro2::Group::new(group.delimiter(), strip(group.stream()));
                inner.set_span(group.span());
                out.extend([TokenTree::Group(inner)]);
                rest
            }
            [token, rest @ ..] => {
                out.extend([token.clone()]);
                rest
            }
        };
    }
}

/// The mark of which the content of an attribute's brackets is the name alone.
pub(crate) fn mark(content: &TokenStream) -> Option<&'static str> {
    let mut tokens = content.clone().into_iter();
    let (Some(TokenTree::Ident(found)), None) = (tokens.next(), tokens.next()) else {
        return None;
    };
    ["host", "shader_fn"].into_iter().find(|name| found == name)
}
