//! The attributes inside of a body: `#[host]` and `#[shader_fn]`, and no others.

use proc_macro2::{TokenStream, TokenTree};
use syn::spanned::Spanned;

use super::body::Rewriter;
use super::host::{mark, mark_of};

/// A mark that only this crate knows: where it stands, and which.
pub(crate) struct Mark {
    place: String,
    pub(super) name: &'static str,
    pub(super) at: TokenTree,
}

impl Rewriter<'_> {
    /// Whether the mark `name` is among the attributes of a statement.
    pub(super) fn is_marked(&mut self, attributes: &[syn::Attribute], name: &str) -> bool {
        let Some(mark) = mark_of(attributes, name) else {
            return false;
        };
        let place = format!("{:?}", mark.pound_token.span());
        self.marks.retain(|known| known.place != place);
        true
    }

    /// Attributes inside of a body would be lost: they are refused, but for `#[host]`,
    /// `#[shader_fn]` and what stands in `host!`.
    pub(super) fn refuse_attributes(&mut self, tokens: TokenStream) {
        let mut tokens = tokens.into_iter().peekable();
        while let Some(token) = tokens.next() {
            match token {
                TokenTree::Ident(name) if name == "host" && tokens.next_if(is_bang).is_some() => {
                    tokens.next();
                }
                TokenTree::Punct(pound) if pound.as_char() == '#' => {
                    let known = match tokens.peek() {
                        Some(TokenTree::Group(group)) => mark(&group.stream()),
                        _ => None,
                    };
                    let Some(name) = known else {
                        let message =
                            "an attribute inside of the body is not looked at: leave it out";
                        self.refuse(pound, message);
                        continue;
                    };
                    tokens.next();
                    self.marks.push(Mark {
                        place: format!("{:?}", pound.span()),
                        name,
                        at: TokenTree::Punct(pound),
                    });
                }
                TokenTree::Group(group) => self.refuse_attributes(group.stream()),
                _ => {}
            }
        }
    }
}

fn is_bang(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Punct(bang) if bang.as_char() == '!')
}
