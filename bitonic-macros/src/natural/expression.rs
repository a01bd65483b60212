//! Values: each expression as calls that make a node, or as Rust's own where nothing of the
//! shader is in it. What is made can always be followed by a method call.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{BinOp, Expr, ExprBinary, ExprCall, ExprMethodCall, Lit, Member, Type, UnOp};

use super::body::Rewriter;
use super::host::raw;
use super::place::{fields_of, member};
use super::product::inner;
use super::refuse;
use super::scope::Kind;
use super::unfinished;

impl Rewriter<'_> {
    /// The value of `expr`, as something that converts to a node.
    pub(crate) fn value(&mut self, expr: &Expr) -> TokenStream {
        if self.scope.is_host(expr) {
            return self.host(expr);
        }
        match expr {
            Expr::Paren(paren) => self.value(&paren.expr),
            Expr::Group(group) => self.value(&group.expr),
            Expr::Path(path) => self.name(path),
            Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => match self.place(expr) {
                Some(place) => quote_spanned!(unary.span()=> #place.load()),
                None => self.refuse(expr, refuse::expression(expr)),
            },
            Expr::Unary(unary) => {
                let (op, value) = (&unary.op, self.value(&unary.expr));
                quote_spanned!(unary.span()=> (#op #value))
            }
            Expr::Binary(binary) => self.binary(binary),
            Expr::Cast(cast) => {
                let value = match inner(&cast.expr) {
                    // It may end with a number of Rust's.
                    Expr::Block(_) => self.node(&cast.expr),
                    _ => self.value(&cast.expr),
                };
                match conversion(&cast.ty) {
                    Ok(method) => quote_spanned!(cast.as_token.span()=> #value.#method()),
                    Err(message) => self.refuse(&cast.ty, message),
                }
            }
            Expr::Call(call) => self.call(call),
            Expr::MethodCall(call) => self.method(call),
            Expr::Field(field) => self.field(expr, &field.base, &field.member),
            Expr::Index(_) if self.scope.is_rooted(expr) => raw(expr),
            Expr::Index(index) => match self.place(expr) {
                Some(place) => quote_spanned!(index.bracket_token.span.join()=> #place.load()),
                None => self.element(index),
            },
            Expr::Array(array) => self.array(array),
            Expr::Repeat(repeat) => self.repeated(repeat),
            Expr::Struct(structure) => self.structure(structure),
            Expr::Tuple(tuple) => self.tuple(tuple),
            Expr::If(_) | Expr::Match(_) => self.chosen(expr, true),
            Expr::Closure(closure) => self.closure(closure),
            Expr::Block(block) if block.label.is_none() => {
                let (statements, value) = self.block_value(&block.block);
                if value.is_none() && self.errors.is_empty() {
                    let message =
                        "this block is left before it has a value: write the statement by itself";
                    return self.refuse(block, message);
                }
                quote!(({ #statements #value }))
            }
            _ => self.refuse(expr, refuse::expression(expr)),
        }
    }

    /// An `if` or a `match` within an expression.
    fn chosen(&mut self, expr: &Expr, is_typed: bool) -> TokenStream {
        let slot = Ident::new("slot", Span::mixed_site());
        let statements = self.value_of(expr, &slot, "value", is_typed);
        quote_spanned!(expr.span()=> ({ #statements #slot.value() }))
    }

    /// The value of one side of an operator.
    fn operand(&mut self, expr: &Expr) -> TokenStream {
        match expr {
            Expr::If(_) | Expr::Match(_) if !self.scope.is_host(expr) => self.chosen(expr, false),
            Expr::Paren(paren) if !self.scope.is_host(expr) => self.operand(&paren.expr),
            expr => self.value(expr),
        }
    }

    fn name(&mut self, path: &syn::ExprPath) -> TokenStream {
        let kind = path.path.get_ident().and_then(|name| self.scope.kind(name));
        match kind {
            Some(Kind::Variable | Kind::Uniform | Kind::Memory) => {
                quote_spanned!(path.span()=> #path.load())
            }
            Some(Kind::Storage | Kind::StorageMut | Kind::SharedArray) => self.refuse(
                path,
                "a buffer is no value: read an element, `[i]`, or ask for its `.len()`",
            ),
            Some(Kind::Structure | Kind::StructureMut) => self.refuse(
                path,
                "a structure in a buffer is no value: read a field of it",
            ),
            Some(Kind::Pointer | Kind::PointerMut) => self.refuse(
                path,
                format!(
                    "a pointer is no value: read what it leads to, `*{}`",
                    quote!(#path)
                ),
            ),
            Some(Kind::Function) => {
                self.refuse(path, "a function is no value of the shader: call it")
            }
            Some(Kind::Closure) => self.refuse(
                path,
                "a closure is no value of the shader: call it, or pass it to a function",
            ),
            Some(Kind::Fields | Kind::Places) => self.refuse(
                path,
                "the fields of a structure are no value: read one of them",
            ),
            Some(Kind::Value | Kind::Texture | Kind::Host | Kind::Refused) | None => quote!(#path),
        }
    }

    /// Rust's own expression: its literals are those that a shader has.
    fn host(&mut self, expr: &Expr) -> TokenStream {
        self.check_literals(expr);
        match expr {
            Expr::Lit(_) => quote!(#expr),
            Expr::Macro(_) | Expr::Array(_) | Expr::Repeat(_) => raw(expr),
            Expr::Path(_) | Expr::Paren(_) => self.scope.chosen.counted(expr, self.krate),
            _ => {
                let expr = self.scope.chosen.counted(expr, self.krate);
                quote_spanned!(expr.span()=> (#expr))
            }
        }
    }

    fn check_literals(&mut self, expr: &Expr) {
        match expr {
            Expr::Paren(paren) => self.check_literals(&paren.expr),
            Expr::Unary(unary) => self.check_literals(&unary.expr),
            Expr::Binary(binary) => {
                self.check_literals(&binary.left);
                self.check_literals(&binary.right);
            }
            Expr::Array(array) => {
                for element in &array.elems {
                    self.check_literals(element);
                }
            }
            Expr::Repeat(repeat) => self.check_literals(&repeat.expr),
            Expr::Lit(literal) => {
                let suffix = match &literal.lit {
                    Lit::Int(int) => int.suffix().to_owned(),
                    Lit::Float(_) | Lit::Bool(_) => return,
                    _ => {
                        self.refuse(expr, refuse::expression(expr));
                        return;
                    }
                };
                if matches!(suffix.as_str(), "usize" | "u8" | "u16" | "u128") {
                    self.refuse(expr, format!("the shader has no `{suffix}`: write `u32`"));
                } else if matches!(suffix.as_str(), "isize" | "i8" | "i16" | "i128") {
                    self.refuse(expr, format!("the shader has no `{suffix}`: write `i32`"));
                }
            }
            _ => {}
        }
    }

    fn binary(&mut self, binary: &ExprBinary) -> TokenStream {
        let span = binary.op.span();
        let host_left = self.scope.is_host(&binary.left);
        // A Rust value has no comparison with a node: the node is compared with it.
        let comparison = match (&binary.op, host_left) {
            (BinOp::Eq(_), _) => Some("eq"),
            (BinOp::Ne(_), _) => Some("ne"),
            (BinOp::Lt(_), false) | (BinOp::Gt(_), true) => Some("lt"),
            (BinOp::Le(_), false) | (BinOp::Ge(_), true) => Some("le"),
            (BinOp::Gt(_), false) | (BinOp::Lt(_), true) => Some("gt"),
            (BinOp::Ge(_), false) | (BinOp::Le(_), true) => Some("ge"),
            _ => None,
        };
        let left = self.operand(&binary.left);
        let right = match &binary.op {
            BinOp::And(_) | BinOp::Or(_) => self.closure_value(&binary.right),
            _ => self.operand(&binary.right),
        };
        if let Some(method) = comparison {
            let method = Ident::new(method, span);
            return match host_left {
                true => quote_spanned!(span=> #right.#method(#left)),
                false => quote_spanned!(span=> #left.#method(#right)),
            };
        }
        let left = self.beside(&binary.left, left);
        let right = self.beside(&binary.right, right);
        match &binary.op {
            BinOp::And(_) => quote_spanned!(span=> #left.and_also(|| #right)),
            BinOp::Or(_) => quote_spanned!(span=> #left.or_else(|| #right)),
            BinOp::Add(_)
            | BinOp::Sub(_)
            | BinOp::Mul(_)
            | BinOp::Div(_)
            | BinOp::Rem(_)
            | BinOp::BitXor(_)
            | BinOp::BitAnd(_)
            | BinOp::BitOr(_)
            | BinOp::Shl(_)
            | BinOp::Shr(_) => {
                let op = &binary.op;
                quote_spanned!(binary.span()=> (#left #op #right))
            }
            _ => {
                let expr = Expr::Binary(binary.clone());
                self.refuse(binary, refuse::expression(&expr))
            }
        }
    }

    /// `value`, which `expr` became, as an operand beside a value of the shader: what Rust
    /// gives in a generic type becomes one too.
    pub(crate) fn beside(&self, expr: &Expr, value: TokenStream) -> TokenStream {
        match self.scope.chosen.value_type(expr) {
            Some(ty) => {
                let krate = self.krate_at(expr.span());
                quote_spanned!(expr.span()=> #krate::IntoNode::<#ty>::into_node(#value))
            }
            None => value,
        }
    }

    fn call(&mut self, call: &ExprCall) -> TokenStream {
        let Expr::Path(path) = &*call.func else {
            return self.refuse(
                &call.func,
                "a function is called by its name: write a `#[shader_fn]`",
            );
        };
        let name = path.path.segments.last().map(|last| last.ident.to_string());
        if let Some(message) = name.as_deref().and_then(refuse::call) {
            return self.refuse(path, message);
        }
        if name.as_deref() == Some("array")
            && let Some(Expr::Array(array)) = call.args.first()
        {
            // The brackets alone stand for the call.
            return self.array(array);
        }
        let is_closure = self.kind_of(&call.func) == Some(Kind::Closure);
        let arguments: Vec<_> = call
            .args
            .iter()
            .map(
                |argument| match is_closure && self.scope.is_host(argument) {
                    // A closure takes nodes alone.
                    true => {
                        let (krate, value) = (self.krate_at(argument.span()), self.value(argument));
                        quote_spanned!(argument.span()=> #krate::IntoNode::into_node(#value))
                    }
                    false => self.argument(argument),
                },
            )
            .collect();
        match self.kind_of(&call.func) {
            Some(Kind::Function) => quote_spanned!(path.span()=> #path.call(#(#arguments),*)),
            _ => quote_spanned!(path.span()=> #path(#(#arguments),*)),
        }
    }

    fn method(&mut self, call: &ExprMethodCall) -> TokenStream {
        let name = call.method.to_string();
        let is_own = self.scope.is_rooted(&call.receiver);
        let kind = self.kind_of(&call.receiver);
        if !is_own
            && kind != Some(Kind::Texture)
            && let Some(message) = refuse::method(&name)
        {
            return self.refuse(&call.method, message);
        }
        if matches!(inner(&call.receiver), Expr::Lit(_))
            && call
                .args
                .iter()
                .any(|argument| !self.scope.is_host(argument))
        {
            let message = "a method of a number takes no value of the shader: write the value before the `.`, or a function, `max(1, x)`";
            return self.refuse(&call.receiver, message);
        }
        let of_place = name.starts_with("atomic_") || (name == "len" && call.args.is_empty());
        let receiver = if is_own || kind.is_some_and(Kind::is_whole) {
            raw(&call.receiver)
        } else if of_place && let Some(place) = self.place(&call.receiver) {
            place
        } else if matches!(kind, Some(Kind::Pointer | Kind::PointerMut)) {
            let receiver = &call.receiver;
            quote_spanned!(receiver.span()=> #receiver.load())
        } else {
            self.value(&call.receiver)
        };
        let arguments: Vec<_> = call
            .args
            .iter()
            .map(|argument| self.argument(argument))
            .collect();
        let (method, turbofish) = (&call.method, &call.turbofish);
        quote_spanned!(method.span()=> #receiver.#method #turbofish(#(#arguments),*))
    }

    fn field(&mut self, expr: &Expr, base: &Expr, name: &Member) -> TokenStream {
        if let Member::Named(name) = name
            && unfinished::is_cursor(name)
        {
            let base = match self.kind_of(base) {
                Some(kind) if kind.is_whole() => base.to_token_stream(),
                _ => self.value(base),
            };
            return quote_spanned!(name.span()=> #base.#name);
        }
        if self.kind_of(base) == Some(Kind::Fields) {
            return quote_spanned!(name.span()=> #base.#name);
        }
        if let Some(place) = self.place(expr) {
            return quote_spanned!(name.span()=> #place.load());
        }
        match fields_of(base) {
            Some(receiver) => {
                let value = self.value(receiver);
                quote_spanned!(name.span()=> #value.fields().#name)
            }
            None => member(&self.value(base), name),
        }
    }
}

/// The method that does what `as ty` does.
fn conversion(ty: &Type) -> Result<Ident, String> {
    let name = match ty {
        Type::Path(path) => path.path.get_ident(),
        _ => None,
    };
    let Some(name) = name else {
        return Err("`as` converts to a number: `u32`, `i32`, `f32` ..".to_owned());
    };
    let text = name.to_string();
    match text.as_str() {
        "u32" | "i32" | "u64" | "i64" | "f16" | "f32" | "f64" => {
            Ok(Ident::new(&format!("to_{text}"), name.span()))
        }
        "bool" => Err("`as bool`: write `!= 0`".to_owned()),
        "usize" | "u8" | "u16" => Err(format!("the shader has no `{text}`: write `as u32`")),
        "isize" | "i8" | "i16" => Err(format!("the shader has no `{text}`: write `as i32`")),
        _ => Err(
            "`as` converts numbers: a vector is converted by `.to_f32()`, `.to_u32()` .."
                .to_owned(),
        ),
    }
}
