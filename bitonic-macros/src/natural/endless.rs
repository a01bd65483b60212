//! Ends of functions that are no value: a loop which only `return` leaves, behind which a value
//! stands that is never reached, and a value where none is due.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{Expr, ExprLoop, Type};

use super::host::{attributes, mark_of};
use super::nested;

/// Whether nothing but `return` leaves the loop.
pub(crate) fn only_returns(turn: &ExprLoop) -> bool {
    let own = turn
        .label
        .as_ref()
        .map(|label| label.name.ident.to_string());
    let body = turn.body.to_token_stream();
    mark_of(&turn.attrs, "host").is_none()
        && holds_return(body.clone())
        && !breaks(body, own.as_deref(), false)
}

/// The value behind the loop.
pub(crate) fn unreached(ty: &Type, krate: &TokenStream) -> TokenStream {
    match ty {
        Type::Tuple(tuple) => {
            let types = tuple.elems.iter();
            quote!((#(#krate::zero::<#types>(),)*))
        }
        ty => quote!(#krate::zero::<#ty>()),
    }
}

fn holds_return(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(word) => word == "return",
        TokenTree::Group(group) => holds_return(group.stream()),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}

/// Whether a `break` leaves the loop labelled `own`: one without a label, but in the body of an
/// `inner` loop, or one with this label.
fn breaks(tokens: TokenStream, own: Option<&str>, inner: bool) -> bool {
    let mut tokens = tokens.into_iter().peekable();
    let mut is_head = false;
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Ident(word) if word == "loop" || word == "while" || word == "for" => {
                is_head = true;
            }
            TokenTree::Ident(word) if word == "break" => {
                let is_labelled = tokens
                    .next_if(
                        |next| matches!(next, TokenTree::Punct(mark) if mark.as_char() == '\''),
                    )
                    .is_some();
                let label = match tokens.peek() {
                    Some(TokenTree::Ident(label)) if is_labelled => Some(label.to_string()),
                    _ => None,
                };
                if label.as_deref() == own && is_labelled || !is_labelled && !inner {
                    return true;
                }
            }
            TokenTree::Group(group) => {
                let is_body = is_head && group.delimiter() == Delimiter::Brace;
                is_head &= !is_body;
                if breaks(group.stream(), own, inner || is_body) {
                    return true;
                }
            }
            TokenTree::Ident(_) | TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
    false
}

/// Whether `last`, which ends a function without a result, is there for its value.
pub(crate) fn is_lost(last: &Expr) -> bool {
    let is_statement = matches!(
        last,
        Expr::Break(_) | Expr::Continue(_) | Expr::Macro(_) | Expr::Unsafe(_) | Expr::Try(_)
    );
    !is_statement && mark_of(attributes(last), "host").is_none() && nested::is_value(last)
}
