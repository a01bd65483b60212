//! The names that the body can see, and what each stands for.

use syn::ext::IdentExt;
use syn::{Expr, Ident};

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
    /// Rust's own: a parameter marked `#[host]`.
    Host,
    /// A closure that the item is given.
    Closure,
}

impl Kind {
    /// Whether it is known while the kernel is built, and has no form as an argument in WGSL.
    pub(crate) fn is_handle(self) -> bool {
        match self {
            Kind::Storage | Kind::StorageMut | Kind::Closure => true,
            Kind::Value | Kind::Variable | Kind::Uniform | Kind::Host => false,
        }
    }
}

/// The names in order of their declaration; a later one hides an earlier.
#[derive(Default)]
pub(crate) struct Scope {
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

    /// Whether `expr` is Rust's own: literals and constants, and what is computed from them
    /// alone. Rust computes it while the kernel is built.
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
            Expr::Call(call) => is_size_of(&call.func) && call.args.is_empty(),
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
