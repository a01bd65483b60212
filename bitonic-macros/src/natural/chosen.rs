//! Names of the head that Rust chooses and the body uses as values of the shader: constants
//! of type `usize`, and `#[host] x: T` of a type parameter.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{BinOp, Expr, Generics, Ident, Type, TypeParamBound, WherePredicate};

use super::body::path_at;
use super::host::raw;
use super::scope::Kind;
use super::signature::{Parameter, Signature};

/// What the head chooses.
#[derive(Default)]
pub(crate) struct Chosen {
    /// `const N: usize`.
    sizes: Vec<String>,
    /// `#[host] x: T` of a type parameter `T`.
    values: Vec<(String, Type)>,
}

impl Chosen {
    pub(crate) fn new(signature: &Signature) -> Chosen {
        let generics = &signature.generic.generics;
        let hosts = signature.parameters.iter().filter(|p| p.kind == Kind::Host);
        let values = hosts.filter(|parameter| is_own_value(generics, parameter.ty));
        let named = |one: &Parameter| (one.name.unraw().to_string(), one.ty.clone());
        Chosen {
            sizes: sizes(generics).collect(),
            values: values.map(named).collect(),
        }
    }

    /// `expr`, which is Rust's own, with sizes as `u32`; as it is where no size stands by
    /// itself.
    ///
    /// A comparison, an `as` and what a call or an index takes stay in `usize`.
    pub(crate) fn counted(&self, expr: &Expr, krate: &TokenStream) -> TokenStream {
        match expr {
            Expr::Path(path) if self.is_size(path.path.get_ident()) => {
                let span = path.span();
                let krate = path_at(krate, span);
                quote_spanned!(span=> #krate::natural::size(#path))
            }
            Expr::Paren(paren) => {
                let inner = self.counted(&paren.expr, krate);
                quote_spanned!(paren.paren_token.span.join()=> (#inner))
            }
            Expr::Group(group) => self.counted(&group.expr, krate),
            Expr::Unary(unary) => {
                let (op, inner) = (&unary.op, self.counted(&unary.expr, krate));
                quote!(#op #inner)
            }
            Expr::Binary(binary) if is_arithmetic(&binary.op) => {
                let (op, left) = (&binary.op, self.counted(&binary.left, krate));
                let right = self.counted(&binary.right, krate);
                quote!(#left #op #right)
            }
            _ => raw(expr),
        }
    }

    /// The type of a value that Rust gives and that becomes one of the shader beside another.
    pub(crate) fn value_type(&self, expr: &Expr) -> Option<&Type> {
        match expr {
            Expr::Path(path) => {
                let name = path.path.get_ident()?.unraw().to_string();
                let found = self.values.iter().find(|(known, _)| *known == name);
                found.map(|(_, ty)| ty)
            }
            Expr::Paren(paren) => self.value_type(&paren.expr),
            Expr::Group(group) => self.value_type(&group.expr),
            _ => None,
        }
    }

    fn is_size(&self, name: Option<&Ident>) -> bool {
        name.is_some_and(|name| self.sizes.contains(&name.unraw().to_string()))
    }
}

fn sizes(generics: &Generics) -> impl Iterator<Item = String> {
    let constants = generics.const_params();
    let sizes = constants.filter(|constant| is_named(&constant.ty, "usize"));
    sizes.map(|size| size.ident.unraw().to_string())
}

fn is_named(ty: &Type, name: &str) -> bool {
    matches!(ty, Type::Path(path) if path.path.is_ident(name))
}

/// Whether `ty` is a type parameter whose values stand for themselves: a bound with arguments,
/// such as `IntoNode<f32>`, says that they stand for something else.
fn is_own_value(generics: &Generics, ty: &Type) -> bool {
    let says_more = |bound: &TypeParamBound| match bound {
        TypeParamBound::Trait(bound) => {
            let last = bound.path.segments.last();
            last.is_some_and(|last| !last.arguments.is_none())
        }
        _ => false,
    };
    let mut parameters = generics.type_params();
    let Some(parameter) = parameters.find(|one| is_named(ty, &one.ident.to_string())) else {
        return false;
    };
    let clause = generics.where_clause.iter();
    let mut predicates = clause.flat_map(|clause| &clause.predicates);
    !parameter.bounds.iter().any(says_more)
        && !predicates.any(|predicate| match predicate {
            WherePredicate::Type(predicate) => {
                is_named(&predicate.bounded_ty, &parameter.ident.to_string())
                    && predicate.bounds.iter().any(says_more)
            }
            _ => false,
        })
}

fn is_arithmetic(op: &BinOp) -> bool {
    matches!(
        op,
        BinOp::Add(_)
            | BinOp::Sub(_)
            | BinOp::Mul(_)
            | BinOp::Div(_)
            | BinOp::Rem(_)
            | BinOp::BitAnd(_)
            | BinOp::BitOr(_)
            | BinOp::BitXor(_)
            | BinOp::Shl(_)
            | BinOp::Shr(_)
    )
}
