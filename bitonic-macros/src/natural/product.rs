//! Values of several parts: arrays, structures, and tables of constants.

use proc_macro2::TokenStream;
use quote::quote_spanned;
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Expr, ExprArray, ExprIndex, ExprRepeat};

use super::body::Rewriter;

impl Rewriter<'_> {
    /// `[a, b]`, of which a part is a node.
    pub(crate) fn array(&mut self, array: &ExprArray) -> TokenStream {
        let krate = self.krate_at(array.bracket_token.span.join());
        let elements: Vec<_> = array.elems.iter().map(|one| self.node(one)).collect();
        quote_spanned!(array.span()=> #krate::array([#(#elements),*]))
    }

    /// `[x; N]`, where `x` is a node.
    pub(crate) fn repeated(&mut self, repeat: &ExprRepeat) -> TokenStream {
        let krate = self.krate_at(repeat.bracket_token.span.join());
        let (element, length) = (self.node(&repeat.expr), &repeat.len);
        quote_spanned!(repeat.span()=> #krate::array([#element; #length]))
    }

    /// The value of `expr` as a node of a type that follows from what is around it.
    fn node(&mut self, expr: &Expr) -> TokenStream {
        let krate = self.krate_at(expr.span());
        let value = self.value(expr);
        quote_spanned!(expr.span()=> #krate::IntoNode::into_node(#value))
    }

    /// `base[at]`, where `base` is a value.
    pub(crate) fn element(&mut self, index: &ExprIndex) -> TokenStream {
        let span = index.bracket_token.span.join();
        let krate = self.krate_at(index.expr.span());
        let base = self.value(&index.expr);
        let base = match &*index.expr {
            // A table of Rust's own is one of the shader, under the same name.
            Expr::Path(path) if self.scope.is_host(&index.expr) => {
                let last = path.path.segments.last();
                let name = last.map(|last| last.ident.unraw().to_string());
                quote_spanned!(path.span()=> #krate::constant(#name, #path))
            }
            host if self.scope.is_host(host) => {
                quote_spanned!(host.span()=> #krate::array(#base))
            }
            _ => base,
        };
        let at = self.value(&index.index);
        quote_spanned!(span=> #base.element(#at))
    }
}
