//! Addresses: variables, elements of buffers, and what lies within them.

use proc_macro2::{Ident, TokenStream};
use quote::quote_spanned;
use syn::spanned::Spanned;
use syn::{Expr, Member, UnOp};

use super::body::Rewriter;
use super::host::raw;
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
                    Kind::Variable | Kind::Pointer | Kind::PointerMut | Kind::Refused => {
                        Some(quote_spanned!(name.span()=> #name))
                    }
                    Kind::Uniform | Kind::Memory => {
                        Some(quote_spanned!(name.span()=> #name.place()))
                    }
                    Kind::Value
                    | Kind::Storage
                    | Kind::StorageMut
                    | Kind::Structure
                    | Kind::StructureMut
                    | Kind::SharedArray
                    | Kind::Texture
                    | Kind::Host
                    | Kind::Closure
                    | Kind::Function
                    | Kind::Fields
                    | Kind::Places => None,
                }
            }
            Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => {
                match self.kind_of(&unary.expr)? {
                    Kind::Pointer | Kind::PointerMut | Kind::Refused => self.place(&unary.expr),
                    _ => None,
                }
            }
            Expr::Field(field) => {
                let (name, base) = (&field.member, fields_of(&field.base));
                let receiver = base.unwrap_or(&field.base);
                if matches!(
                    self.kind_of(receiver),
                    Some(Kind::Structure | Kind::StructureMut)
                ) {
                    return Some(quote_spanned!(name.span()=> #receiver.fields().#name));
                }
                if self.kind_of(receiver) == Some(Kind::Places) {
                    return Some(quote_spanned!(name.span()=> #receiver.#name));
                }
                let place = self.place(receiver)?;
                Some(match base {
                    Some(_) => quote_spanned!(name.span()=> #place.fields().#name),
                    None => member(&place, name),
                })
            }
            Expr::Index(index) => {
                let is_buffer = matches!(
                    self.kind_of(&index.expr),
                    Some(Kind::Storage | Kind::StorageMut | Kind::SharedArray)
                );
                let is_own = self.scope.is_rooted(&index.expr) && !self.scope.is_host(&index.index);
                let base = match is_buffer || is_own {
                    true => raw(&index.expr),
                    false => self.place(&index.expr)?,
                };
                let at = self.value(&index.index);
                Some(quote_spanned!(index.bracket_token.span.join()=> #base.element(#at)))
            }
            _ => None,
        }
    }

    /// `let name = receiver.fields();`
    pub(crate) fn fields_named(&mut self, name: &Ident, receiver: &Expr) -> TokenStream {
        let (kind, base) = match self.kind_of(receiver) {
            Some(Kind::Structure | Kind::StructureMut) => (Kind::Places, raw(receiver)),
            _ => match self.place(receiver) {
                Some(place) => (Kind::Places, place),
                None => (Kind::Fields, self.value(receiver)),
            },
        };
        self.scope.declare(name, kind);
        quote_spanned!(name.span()=> let #name = #base.fields();)
    }

    /// Why `expr` cannot be assigned to.
    pub(crate) fn unwritable(&self, expr: &Expr) -> Option<String> {
        self.unwritable_part(expr, false)
    }

    /// Whether the kernel has a parameter of this name that is an array.
    fn is_given_array(&self, name: &Ident) -> bool {
        self.given_arrays.contains(&name)
    }

    /// Why `expr`, or with `part` what lies in it, cannot be assigned to.
    fn unwritable_part(&self, expr: &Expr, part: bool) -> Option<String> {
        match expr {
            Expr::Paren(paren) => self.unwritable_part(&paren.expr, part),
            Expr::Group(group) => self.unwritable_part(&group.expr, part),
            Expr::Field(field) => {
                self.unwritable_part(fields_of(&field.base).unwrap_or(&field.base), true)
            }
            Expr::Index(index) if self.scope.is_rooted(&index.expr) => None,
            Expr::Index(index) => self.unwritable_part(&index.expr, true),
            Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => {
                match self.kind_of(&unary.expr) {
                    Some(Kind::Pointer | Kind::PointerMut | Kind::Refused) => {
                        self.unwritable_part(&unary.expr, true)
                    }
                    _ => Some("`*`: this is no pointer; leave out the `*`".to_owned()),
                }
            }
            Expr::Path(path) => {
                let name = path.path.get_ident();
                let kind = name.and_then(|name| self.scope.kind(name));
                if part
                    && kind == Some(Kind::Value)
                    && name.is_some_and(|name| self.is_given_array(name))
                {
                    let message = "an array that is given with the dispatch cannot be assigned to: what the workgroup shares is `Workgroup<[T; N]>`, and a copy of one's own is a `let mut`";
                    return Some(message.to_owned());
                }
                unwritable_name(kind, part).map(str::to_owned)
            }
            _ => Some(
                "this cannot be assigned to: assign to a `let mut`, an element, or a part of them"
                    .to_owned(),
            ),
        }
    }
}

fn unwritable_name(kind: Option<Kind>, part: bool) -> Option<&'static str> {
    Some(match (kind, part) {
        (Some(Kind::Variable | Kind::Memory | Kind::Refused), _)
        | (
            Some(
                Kind::StorageMut
                | Kind::StructureMut
                | Kind::SharedArray
                | Kind::PointerMut
                | Kind::Places,
            ),
            true,
        ) => {
            return None;
        }
        (Some(Kind::Storage), true) => {
            "this buffer is only read: take it as `&mut [T]` to write it"
        }
        (Some(Kind::Structure), true) => {
            "this structure is only read: take it as `&mut S` to write it"
        }
        (Some(Kind::Pointer), true) => {
            "what this leads to is only read: take it as `&mut T` to write it"
        }
        (Some(Kind::Pointer | Kind::PointerMut), false) => {
            "a pointer cannot be assigned to: write what it leads to, `*p = ..`"
        }
        (Some(Kind::Storage | Kind::StorageMut | Kind::SharedArray), false) => {
            "a whole buffer cannot be assigned to: assign to an element, `[i]`"
        }
        (Some(Kind::Structure | Kind::StructureMut), false) => {
            "a whole structure in a buffer cannot be assigned to: assign to its fields"
        }
        (Some(Kind::Uniform), _) => {
            "a uniform is never written: write to a `&mut [T]`, or to a `let mut` copy"
        }
        (Some(Kind::Texture), _) => {
            "a texture or sampler cannot be assigned to: write texels with `.store(at, texel)`"
        }
        (Some(Kind::Places), false) => "fields are assigned to one by one",
        (Some(Kind::Value | Kind::Fields), _) => {
            "this cannot be assigned to: declare it with `let mut`"
        }
        (None | Some(Kind::Host | Kind::Closure | Kind::Function), _) => {
            "this is Rust's own, and cannot be assigned to in the shader: use a `let mut`"
        }
    })
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

/// Whether the name is one of components.
pub(crate) fn is_swizzle(name: &Ident) -> bool {
    let name = name.to_string();
    let of = |letters: &str| name.chars().all(|letter| letters.contains(letter));
    (1..=4).contains(&name.len()) && (of("xyzw") || of("rgba"))
}
