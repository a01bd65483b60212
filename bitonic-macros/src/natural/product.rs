//! Values of several parts: arrays, structures, tuples, and tables of constants.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{
    Block, Error, Expr, ExprArray, ExprIndex, ExprRepeat, ExprStruct, ExprTuple, Pat, PatIdent,
    PatTuple, Stmt, Type,
};

use super::body::Rewriter;
use super::scope::Kind;
use super::signature::check_value;

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
    pub(crate) fn node(&mut self, expr: &Expr) -> TokenStream {
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
    /// `S { a: x, b }`: the struct of nodes that the derive made, as a value.
    pub(crate) fn structure(&mut self, structure: &ExprStruct) -> TokenStream {
        if let Some(rest) = &structure.rest {
            let message = "`..` in a struct: write out every field, `S { a: other.a, b: 1 }`";
            return self.refuse(rest, message);
        }
        let path = &structure.path;
        let name = path.segments.last().map(|last| last.ident.to_string());
        if let Some(function) = name.as_deref().and_then(constructor) {
            let message = format!("a vector or matrix is no struct: write `{function}`");
            return self.refuse(structure, message);
        }
        let krate = self.krate_at(path.span());
        let fields: Vec<_> = structure
            .fields
            .iter()
            .map(|field| {
                let (name, value) = (&field.member, self.node(&field.expr));
                quote_spanned!(name.span()=> #name: #value)
            })
            .collect();
        // A type is no local name: it is to be none of the author's. What Rust says of the fields
        // is said of the author's text.
        let span = Span::mixed_site().located_at(path.span());
        let nodes = Ident::new("__NodesOfLiteral", span);
        quote_spanned! {path.span()=> ({
            type #nodes = <#path as #krate::StructType>::Nodes;
            #krate::IntoNode::<#path>::into_node(#nodes { #(#fields),* })
        })}
    }

    /// `(a, b)`: the values, side by side.
    pub(crate) fn tuple(&mut self, tuple: &ExprTuple) -> TokenStream {
        let parts: Vec<_> = tuple.elems.iter().map(|part| self.value(part)).collect();
        quote_spanned!(tuple.span()=> (#(#parts,)*))
    }

    /// `value` as what the item returns.
    pub(crate) fn returned(&self, value: &TokenStream, span: Span) -> TokenStream {
        let krate = self.krate_at(span);
        match self.result {
            Some(Type::Tuple(tuple)) => {
                let types = tuple.elems.iter();
                let names = names("part", tuple.elems.len());
                quote_spanned! {span=> {
                    let (#(#names,)*) = #value;
                    (#(#krate::IntoNode::<#types>::into_node(#names),)*)
                }}
            }
            Some(ty) => quote_spanned!(span=> #krate::IntoNode::<#ty>::into_node(#value)),
            None => value.clone(),
        }
    }

    /// `let (a, b): (A, B) = init`.
    pub(crate) fn unpacked(
        &mut self,
        pattern: &PatTuple,
        ty: Option<&Type>,
        init: &Expr,
    ) -> TokenStream {
        let mut statements = TokenStream::new();
        let mut names = Vec::new();
        self.take_apart(pattern, ty, init, &mut statements, &mut names);
        for bound in names {
            statements.extend(self.bind(bound));
        }
        statements
    }

    /// Computes the parts of `init`, all before the first has a name.
    fn take_apart<'p>(
        &mut self,
        pattern: &'p PatTuple,
        ty: Option<&'p Type>,
        init: &Expr,
        statements: &mut TokenStream,
        bound: &mut Vec<Bound<'p>>,
    ) {
        let span = pattern.span();
        let count = pattern.elems.len();
        let types = self.part_types(ty, count);
        let parts = match inner(init) {
            Expr::Tuple(tuple) if tuple.elems.len() == count => Some(tuple),
            _ => None,
        };
        if parts.is_none() {
            if let choice @ (Expr::If(_) | Expr::Match(_)) = inner(init) {
                let texts: Vec<_> = pattern.elems.iter().map(text).collect();
                let (choice, names) = self.parts_of(choice, &texts);
                statements.extend(choice);
                for ((pattern, name), ty) in pattern.elems.iter().zip(names).zip(types) {
                    self.part(pattern, ty, name, Origin::Variable, bound);
                }
                return;
            }
            let first = bound.len();
            let value = self.value(init);
            let names: Vec<_> = names("part", first + count).split_off(first);
            statements.extend(quote_spanned!(span=> let (#(#names,)*) = #value;));
            for ((pattern, name), ty) in pattern.elems.iter().zip(names).zip(types) {
                self.part(pattern, ty, name, Origin::Node, bound);
            }
            return;
        }
        let parts = parts.into_iter().flat_map(|tuple| &tuple.elems);
        for ((pattern, part), ty) in pattern.elems.iter().zip(parts).zip(types) {
            if let Pat::Tuple(pattern) = pattern {
                self.take_apart(pattern, ty, part, statements, bound);
                continue;
            }
            let origin = match self.kind_of(part) {
                Some(Kind::Value) => Origin::Name,
                _ if self.scope.is_host(part) => Origin::Host,
                _ => Origin::Node,
            };
            let value = self.value(part);
            let Some(name) = names("part", bound.len() + 1).pop() else {
                continue;
            };
            statements.extend(quote_spanned!(part.span()=> let #name = #value;));
            self.part(pattern, ty, name, origin, bound);
        }
    }

    fn part_types<'p>(&mut self, ty: Option<&'p Type>, count: usize) -> Vec<Option<&'p Type>> {
        match ty {
            Some(Type::Tuple(tuple)) if tuple.elems.len() == count => {
                tuple.elems.iter().map(Some).collect()
            }
            Some(ty) => {
                let message = format!("this pattern has {count} parts, and the type has others");
                self.refuse(ty, message);
                vec![None; count]
            }
            None => vec![None; count],
        }
    }

    fn part<'p>(
        &mut self,
        pattern: &'p Pat,
        ty: Option<&'p Type>,
        value: Ident,
        origin: Origin,
        bound: &mut Vec<Bound<'p>>,
    ) {
        let name = match pattern {
            Pat::Ident(name) if name.by_ref.is_none() && name.subpat.is_none() => Some(name),
            Pat::Wild(_) => None,
            _ => {
                let message = "this part of a pattern has no form in the shader: write a name, `mut name` or `_`";
                self.refuse(pattern, message);
                None
            }
        };
        if let Some(Err(error)) = ty.map(check_value) {
            self.errors.push(error);
        }
        bound.push(Bound {
            name,
            ty,
            value,
            origin,
        });
    }

    /// Gives a part its name.
    fn bind(&mut self, bound: Bound) -> TokenStream {
        let Bound {
            name,
            ty,
            value,
            origin,
        } = bound;
        let Some(PatIdent {
            ident, mutability, ..
        }) = name
        else {
            return quote!(let _ = #value;);
        };
        let (span, text) = (ident.span(), ident.unraw().to_string());
        let krate = self.krate_at(span);
        let (kind, wrapper, method) = match mutability {
            Some(_) => (Kind::Variable, "Var", "to_var"),
            None => (Kind::Value, "Node", "to_const"),
        };
        let (wrapper, method) = (Ident::new(wrapper, span), Ident::new(method, span));
        let annotation = ty.map(|ty| quote!(: #krate::#wrapper<#ty>));
        self.scope.declare(ident, kind);
        let value = match (origin, mutability) {
            (Origin::Host | Origin::Node, None) if ty.is_none() => {
                quote_spanned!(span=> #krate::natural::Let::new(#value).named(#text))
            }
            (Origin::Name, None) | (Origin::Variable, Some(_)) => quote!(#value),
            (Origin::Variable, None) => quote_spanned!(span=> #value.load()),
            (Origin::Host, _) => quote_spanned!(span=> #krate::HostValue::#method(#value, #text)),
            (Origin::Name, Some(_)) | (Origin::Node, _) => {
                quote_spanned!(span=> #value.#method(#text))
            }
        };
        quote_spanned!(span=> let #ident #annotation = #value;)
    }

    /// `(a, b) = value`.
    pub(crate) fn assign_parts(
        &mut self,
        left: &ExprTuple,
        span: Span,
        right: &Expr,
    ) -> TokenStream {
        let names = names("part", left.elems.len());
        let parts = match inner(right) {
            Expr::Tuple(right) if right.elems.len() == left.elems.len() => {
                let values: Vec<_> = right.elems.iter().map(|part| self.value(part)).collect();
                quote_spanned!(span=> #(let #names = #values;)*)
            }
            right => {
                let value = self.value(right);
                quote_spanned!(span=> let (#(#names,)*) = #value;)
            }
        };
        let mut writes = TokenStream::new();
        for (place, name) in left.elems.iter().zip(&names) {
            if matches!(place, Expr::Infer(_)) {
                writes.extend(quote!(let _ = #name;));
                continue;
            }
            if let Some(message) = self.unwritable(place) {
                return self.refuse(place, message);
            }
            let place = self.place(place).unwrap_or_default();
            writes.extend(quote_spanned!(span=> #place.assign(#name);));
        }
        quote!({ #parts #writes })
    }
}

impl Rewriter<'_> {
    /// The value at the end of the item.
    pub(crate) fn tail(&mut self, last: &Expr) -> TokenStream {
        match (inner(last), self.result) {
            (choice @ (Expr::If(_) | Expr::Match(_)), Some(Type::Tuple(tuple))) => {
                let texts = vec!["value".to_owned(); tuple.elems.len()];
                let (choice, names) = self.parts_of(choice, &texts);
                quote_spanned!(last.span()=> ({ #choice (#(#names.load(),)*) }))
            }
            _ => self.value(last),
        }
    }

    /// An `if` or `match` whose value has parts: the statements, and a variable for each part,
    /// named as `texts` say, which every side writes.
    fn parts_of(&mut self, choice: &Expr, texts: &[String]) -> (TokenStream, Vec<Ident>) {
        let span = choice.span();
        let krate = self.krate_at(span);
        // A side may have such a choice in it: no two share a name.
        let first = self.parts_made;
        self.parts_made += texts.len();
        let names: Vec<_> = (first..self.parts_made)
            .map(|number| format_ident!("__part_{number}", span = Span::call_site()))
            .collect();
        let mut choice = choice.clone();
        if let Err(error) = write_parts(&mut choice, &names) {
            self.errors.push(error);
            return (TokenStream::new(), names);
        }
        let mark = self.scope.enter();
        for name in &names {
            self.scope.declare(name, Kind::Variable);
        }
        let was_last = std::mem::replace(&mut self.frames.is_last, false);
        let choice = match &choice {
            Expr::If(branch) => self.branch(branch),
            Expr::Match(choice) => self.choice(choice, false),
            other => self.value(other),
        };
        self.frames.is_last = was_last;
        self.scope.leave(mark);
        let statements = quote_spanned! {span=>
            #(let #names = #krate::zero().to_var(#texts);)*
            #choice
        };
        (statements, names)
    }
}

/// The call that makes a vector or matrix of the type called `name`.
fn constructor(name: &str) -> Option<String> {
    const PREFIXES: [&str; 8] = ["", "U", "I", "B", "H", "D", "U64", "I64"];
    const SIZES: [&str; 3] = ["2", "3", "4"];
    let word = if name.contains("Vec") { "Vec" } else { "Mat" };
    let (prefix, size) = name.split_once(word)?;
    if !PREFIXES.contains(&prefix) {
        return None;
    }
    let function = name.to_lowercase();
    let arguments = match (word, size) {
        ("Vec", "2") => "x, y",
        ("Vec", "3") => "x, y, z",
        ("Vec", "4") => "x, y, z, w",
        ("Mat", size)
            if size.len() <= 3
                && size.starts_with(|first| SIZES.iter().any(|one| one.starts_with(first))) =>
        {
            ".."
        }
        _ => return None,
    };
    Some(format!("{function}({arguments})"))
}

/// The name of a part in the text.
fn text(part: &Pat) -> String {
    match part {
        Pat::Ident(name) => name.ident.unraw().to_string(),
        _ => "value".to_owned(),
    }
}

/// Makes a statement of `value`: what was its value, on every side, is written to `names`.
fn write_parts(value: &mut Expr, names: &[Ident]) -> Result<(), Error> {
    match value {
        Expr::Break(_) | Expr::Continue(_) | Expr::Return(_) => Ok(()),
        Expr::Block(block) => write_block(&mut block.block, names),
        Expr::If(branch) => {
            write_block(&mut branch.then_branch, names)?;
            match &mut branch.else_branch {
                Some((_, other)) => write_parts(other, names),
                None => Err(Error::new_spanned(
                    branch.if_token,
                    "an `if` that is a value has an `else`: add it",
                )),
            }
        }
        Expr::Match(choice) => {
            let mut arms = choice.arms.iter_mut();
            arms.try_for_each(|arm| write_parts(&mut arm.body, names))
        }
        value => {
            let span = value.span();
            *value = syn::parse_quote_spanned!(span=> { (#(#names),*) = #value; });
            Ok(())
        }
    }
}

fn write_block(block: &mut Block, names: &[Ident]) -> Result<(), Error> {
    match block.stmts.last_mut() {
        Some(Stmt::Expr(Expr::Break(_) | Expr::Continue(_) | Expr::Return(_), _)) => Ok(()),
        Some(Stmt::Expr(value, None)) => write_parts(value, names),
        _ => Err(Error::new_spanned(
            &*block,
            "this block has no value, and one is due: write it last, without `;`",
        )),
    }
}

/// A part of a pattern: its name, and the Rust name of what it stands for.
struct Bound<'p> {
    name: Option<&'p PatIdent>,
    ty: Option<&'p Type>,
    value: Ident,
    origin: Origin,
}

/// What a part is before it has its name.
#[derive(Clone, Copy)]
enum Origin {
    /// Rust's own.
    Host,
    /// A node that has a name.
    Name,
    /// A node.
    Node,
    /// A variable that an `if` wrote.
    Variable,
}

fn names(word: &str, count: usize) -> Vec<Ident> {
    let numbers = 0..count;
    numbers
        .map(|number| format_ident!("{word}_{number}", span = Span::mixed_site()))
        .collect()
}

pub(crate) fn inner(expr: &Expr) -> &Expr {
    match expr {
        Expr::Paren(paren) => inner(&paren.expr),
        Expr::Group(group) => inner(&group.expr),
        expr => expr,
    }
}

/// The type of what a function returns, as nodes.
pub(crate) fn nodes(ty: &Type, krate: &TokenStream) -> TokenStream {
    match ty {
        Type::Tuple(tuple) => {
            let types = tuple.elems.iter();
            quote!((#(#krate::Node<#types>,)*))
        }
        ty => quote!(#krate::Node<#ty>),
    }
}
