//! The names that the body can see, and what each stands for.

use syn::ext::IdentExt;
use syn::{Expr, Ident};

use super::chosen::Chosen;

/// What a name stands for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A node: a `let`, a parameter, a counter.
    Value,
    /// A variable of the shader: `let mut`.
    Variable,
    /// A storage buffer that is read: `&[T]`.
    Storage,
    /// A storage buffer that is read and written: `&mut [T]`.
    StorageMut,
    /// A uniform buffer.
    Uniform,
    /// A structure in a storage buffer that is read: `&S`.
    Structure,
    /// A structure in a storage buffer that is read and written: `&mut S`.
    StructureMut,
    /// An array in workgroup memory.
    SharedArray,
    /// A variable in workgroup memory, or a private one.
    Memory,
    /// A texture or sampler.
    Texture,
    /// A pointer through which a function reads: `&T`.
    Pointer,
    /// A pointer through which a function reads and writes: `&mut T`.
    PointerMut,
    /// Rust's own: a parameter marked `#[host]`.
    Host,
    /// A closure that the item is given, or one of the body.
    Closure,
    /// A function of the shader that stands in the body.
    Function,
    /// The fields of a value: `let f = value.fields();`.
    Fields,
    /// The fields of a structure in memory.
    Places,
    /// What was refused where it was declared: its uses add no errors.
    Refused,
}

impl Kind {
    /// Whether the name stands for a thing that is never loaded as a whole: methods are its
    /// own.
    pub(crate) fn is_whole(self) -> bool {
        match self {
            Kind::Storage
            | Kind::StorageMut
            | Kind::Structure
            | Kind::StructureMut
            | Kind::SharedArray
            | Kind::Texture => true,
            Kind::Value
            | Kind::Variable
            | Kind::Uniform
            | Kind::Memory
            | Kind::Pointer
            | Kind::PointerMut
            | Kind::Host
            | Kind::Closure
            | Kind::Function
            | Kind::Fields
            | Kind::Places
            | Kind::Refused => false,
        }
    }

    /// Whether a function of the shader's own can have it as an argument.
    pub(crate) fn is_argument(self) -> bool {
        matches!(self, Kind::Value | Kind::Pointer | Kind::PointerMut)
    }

    /// Whether it is known while the kernel is built, and has no form as an argument in WGSL.
    pub(crate) fn is_handle(self) -> bool {
        match self {
            Kind::Storage
            | Kind::StorageMut
            | Kind::Structure
            | Kind::StructureMut
            | Kind::SharedArray
            | Kind::Memory
            | Kind::Texture
            | Kind::Closure
            | Kind::Function
            | Kind::Fields
            | Kind::Places => true,
            Kind::Value
            | Kind::Variable
            | Kind::Uniform
            | Kind::Pointer
            | Kind::PointerMut
            | Kind::Host
            | Kind::Refused => false,
        }
    }
}

/// The names in order of their declaration; a later one hides an earlier.
#[derive(Default)]
pub(crate) struct Scope {
    /// What the head chooses.
    pub(crate) chosen: Chosen,
    names: Vec<(String, Kind)>,
}

impl Scope {
    pub(crate) fn declare(&mut self, name: &Ident, kind: Kind) {
        self.names.push((name.unraw().to_string(), kind));
    }

    /// What to give to [`leave`](Scope::leave) at the end of the block that begins here.
    pub(crate) fn enter(&self) -> usize {
        self.names.len()
    }

    pub(crate) fn leave(&mut self, mark: usize) {
        self.names.truncate(mark);
    }

    /// The kind of `name`; `None` for what the body did not declare.
    pub(crate) fn kind(&self, name: &Ident) -> Option<Kind> {
        let name = name.unraw().to_string();
        let found = self.names.iter().rev().find(|(known, _)| *known == name);
        found.map(|(_, kind)| *kind)
    }

    /// Whether `expr` is Rust's own: literals, constants, names that `#[host]` declares,
    /// `host!(..)`, and what is computed from them alone. Rust computes it while the kernel is
    /// built.
    pub(crate) fn is_host(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Lit(_) => true,
            Expr::Path(path) => match path.path.get_ident() {
                Some(name) => matches!(self.kind(name), None | Some(Kind::Host)),
                None => true,
            },
            Expr::Paren(paren) => self.is_host(&paren.expr),
            Expr::Group(group) => self.is_host(&group.expr),
            Expr::Unary(unary) => self.is_host(&unary.expr),
            Expr::Cast(cast) => self.is_host(&cast.expr),
            Expr::Array(array) => array.elems.iter().all(|element| self.is_host(element)),
            Expr::Repeat(repeat) => self.is_host(&repeat.expr),
            Expr::Index(index) => self.is_host(&index.expr) && self.is_host(&index.index),
            Expr::Call(call) => is_size_of(&call.func) && call.args.is_empty(),
            Expr::Macro(item) => item.mac.path.is_ident("host"),
            Expr::Tuple(tuple) => {
                !tuple.elems.is_empty() && tuple.elems.iter().all(|part| self.is_host(part))
            }
            Expr::Reference(reference) => self.is_rooted(&reference.expr),
            Expr::MethodCall(call) => self.is_host_method(call),
            Expr::If(branch) => {
                let side = |block: &syn::Block| match block.stmts.as_slice() {
                    [syn::Stmt::Expr(value, None)] => self.is_host(value),
                    _ => false,
                };
                self.is_host(&branch.cond)
                    && side(&branch.then_branch)
                    && branch
                        .else_branch
                        .as_ref()
                        .is_some_and(|(_, other)| match &**other {
                            Expr::Block(block) => side(&block.block),
                            other => self.is_host(other),
                        })
            }
            Expr::Binary(binary) => {
                !is_assignment(&binary.op)
                    && self.is_host(&binary.left)
                    && self.is_host(&binary.right)
            }
            _ => false,
        }
    }
}

/// Whether `function` is `size_of::<T>` or `align_of::<T>`.
fn is_size_of(function: &Expr) -> bool {
    let Expr::Path(path) = function else {
        return false;
    };
    let last = path.path.segments.last();
    last.is_some_and(|last| last.ident == "size_of" || last.ident == "align_of")
}

impl Scope {
    /// Whether `expr` is reached from a name that `#[host]` declares, or is `host!(..)`: its
    /// methods and elements are Rust's own.
    pub(crate) fn is_rooted(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Path(path) => {
                let name = path.path.get_ident();
                name.and_then(|name| self.kind(name)) == Some(Kind::Host)
            }
            Expr::Macro(item) => item.mac.path.is_ident("host"),
            Expr::Paren(paren) => self.is_rooted(&paren.expr),
            Expr::Group(group) => self.is_rooted(&group.expr),
            Expr::Reference(reference) => self.is_rooted(&reference.expr),
            Expr::Index(index) => self.is_rooted(&index.expr) && self.is_host(&index.index),
            Expr::MethodCall(call) => {
                self.is_rooted(&call.receiver)
                    && call
                        .args
                        .iter()
                        .all(|argument| self.names_nothing(argument))
            }
            _ => false,
        }
    }

    /// Whether a method call is Rust's own: one of a name of Rust's, or the length of workgroup
    /// memory, which is known while the kernel is built.
    fn is_host_method(&self, call: &syn::ExprMethodCall) -> bool {
        if self.is_rooted(&call.receiver) {
            return call
                .args
                .iter()
                .all(|argument| self.names_nothing(argument));
        }
        let name = match &*call.receiver {
            Expr::Path(path) => path.path.get_ident(),
            _ => None,
        };
        call.method == "len"
            && call.args.is_empty()
            && name.and_then(|name| self.kind(name)) == Some(Kind::SharedArray)
    }

    /// Whether no name in `expr` is one of the shader's.
    fn names_nothing(&self, expr: &Expr) -> bool {
        self.no_names(quote::ToTokens::to_token_stream(expr))
    }

    /// Whether a name among the tokens is that of a variable of the shader.
    pub(crate) fn names_variable(&self, tokens: proc_macro2::TokenStream) -> bool {
        use proc_macro2::TokenTree;
        tokens.into_iter().any(|token| match token {
            TokenTree::Ident(name) => self.kind(&name) == Some(Kind::Variable),
            TokenTree::Group(group) => self.names_variable(group.stream()),
            TokenTree::Punct(_) | TokenTree::Literal(_) => false,
        })
    }

    fn no_names(&self, tokens: proc_macro2::TokenStream) -> bool {
        use proc_macro2::TokenTree;
        tokens.into_iter().all(|token| match token {
            TokenTree::Ident(name) => matches!(self.kind(&name), None | Some(Kind::Host)),
            TokenTree::Group(group) => self.no_names(group.stream()),
            TokenTree::Punct(_) | TokenTree::Literal(_) => true,
        })
    }
}

/// Whether the operator is `+=` or one of its kin.
pub(crate) fn is_assignment(op: &syn::BinOp) -> bool {
    method_of_assignment(op).is_some()
}

/// The method of a place that does what `op` does.
pub(crate) fn method_of_assignment(op: &syn::BinOp) -> Option<&'static str> {
    use syn::BinOp;
    Some(match op {
        BinOp::AddAssign(_) => "add_assign",
        BinOp::SubAssign(_) => "sub_assign",
        BinOp::MulAssign(_) => "mul_assign",
        BinOp::DivAssign(_) => "div_assign",
        BinOp::RemAssign(_) => "rem_assign",
        BinOp::BitXorAssign(_) => "bitxor_assign",
        BinOp::BitAndAssign(_) => "bitand_assign",
        BinOp::BitOrAssign(_) => "bitor_assign",
        BinOp::ShlAssign(_) => "shl_assign",
        BinOp::ShrAssign(_) => "shr_assign",
        _ => return None,
    })
}
