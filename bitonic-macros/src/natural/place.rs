//! Addresses: variables, elements of buffers, and what lies within them.

use proc_macro2::{Ident, TokenStream};
use quote::quote_spanned;
use syn::spanned::Spanned;
use syn::{Expr, Member};

use super::body::Rewriter;
use super::scope::Kind;

impl Rewriter<'_> {
    /// The place that `expr` names; none where it is a value.
    pub(crate) fn place(&mut self, expr: &Expr) -> Option<TokenStream> {
        match expr {
            Expr::Paren(paren) => self.place(&paren.expr),
            Expr::Group(group) => self.place(&group.expr),
            Expr::Path(path) => {
                let name = path.path.get_ident()?;
                match self.scope.kind(name)? {
                    Kind::Variable => Some(quote_spanned!(name.span()=> #name)),
                    Kind::Uniform => Some(quote_spanned!(name.span()=> #name.place())),
                    Kind::Value | Kind::Storage | Kind::StorageMut | Kind::Host | Kind::Closure => {
                        None
                    }
                }
            }
            Expr::Field(field) => {
                let base = match fields_of(&field.base) {
                    Some(receiver) => {
                        let place = self.place(receiver)?;
                        let member = &field.member;
                        return Some(quote_spanned!(member.span()=> #place.fields().#member));
                    }
                    None => self.place(&field.base)?,
                };
                Some(member(&base, &field.member))
            }
            Expr::Index(index) => {
                let is_buffer = matches!(
                    self.kind_of(&index.expr),
                    Some(Kind::Storage | Kind::StorageMut)
                );
                let base = match is_buffer {
                    true => {
                        let name = &index.expr;
                        quote_spanned!(name.span()=> #name)
                    }
                    false => self.place(&index.expr)?,
                };
                let at = self.value(&index.index);
                Some(quote_spanned!(index.bracket_token.span.join()=> #base.element(#at)))
            }
            _ => None,
        }
    }

    /// Why `expr` cannot be assigned to.
    pub(crate) fn unwritable(&self, expr: &Expr) -> Option<String> {
        match expr {
            Expr::Paren(paren) => self.unwritable(&paren.expr),
            Expr::Group(group) => self.unwritable(&group.expr),
            Expr::Field(field) => self.unwritable(fields_of(&field.base).unwrap_or(&field.base)),
            Expr::Index(index) => match self.kind_of(&index.expr) {
                Some(Kind::StorageMut) => None,
                Some(Kind::Storage) => {
                    Some("this buffer is only read: take it as `&mut [T]` to write it".to_owned())
                }
                _ => self.unwritable(&index.expr),
            },
            Expr::Path(path) => {
                let name = path.path.get_ident();
                match name.and_then(|name| self.scope.kind(name)) {
                    Some(Kind::Variable) => None,
                    Some(Kind::Value) => Some(
                        "this cannot be assigned to: declare it with `let mut`".to_owned(),
                    ),
                    Some(Kind::Storage | Kind::StorageMut) => Some(
                        "a whole buffer cannot be assigned to: assign to an element, `[i]`".to_owned(),
                    ),
                    Some(Kind::Uniform) => Some(
                        "a uniform is never written: write to a `&mut [T]`, or to a `let mut` copy"
                            .to_owned(),
                    ),
                    None | Some(Kind::Host | Kind::Closure) => Some(
                        "this is Rust's own, and cannot be assigned to in the shader: use a `let mut`"
                            .to_owned(),
                    ),
                }
            }
            _ => Some(
                "this cannot be assigned to: assign to a `let mut`, an element, or a part of them"
                    .to_owned(),
            ),
        }
    }
}

/// The receiver of `receiver.fields()`.
pub(crate) fn fields_of(expr: &Expr) -> Option<&Expr> {
    match expr {
        Expr::MethodCall(call) if call.method == "fields" && call.args.is_empty() => {
            Some(&call.receiver)
        }
        _ => None,
    }
}

/// A component or a field of `base`. Letters of components are components: a field that
/// is named like one is written `base.fields().x`.
pub(crate) fn member(base: &TokenStream, member: &Member) -> TokenStream {
    match member {
        Member::Named(name) if is_swizzle(name) => quote_spanned!(name.span()=> #base.#name()),
        Member::Named(_) | Member::Unnamed(_) => {
            quote_spanned!(member.span()=> #base.fields().#member)
        }
    }
}

fn is_swizzle(name: &Ident) -> bool {
    let name = name.to_string();
    let of = |letters: &str| name.chars().all(|letter| letters.contains(letter));
    (1..=4).contains(&name.len()) && (of("xyzw") || of("rgba"))
}
