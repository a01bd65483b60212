//! `break`, `continue` and `return`: recorded where the shader decides, else Rust's own.
//!
//! Rust leaves the text of a block with what it recorded: behind a `return` nothing more is
//! run of the block around it, as the author reads it. Each block that can be left so is a
//! frame with a label.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Expr, ExprBreak, ExprContinue, Label, Lifetime};

use super::body::Rewriter;

pub(crate) const LABEL: &str = "a label: the shader leaves the innermost loop alone; leave an outer one by a `let mut` that its condition reads";

/// What a block is to what leaves it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Frame {
    /// A side of a branch, of which is not known who decides it.
    Side,
    /// The turn of a loop of the shader: a closure.
    Turn,
    /// The turn of a loop of Rust's own.
    HostTurn,
    /// A closure that makes a value.
    Closure,
    /// What a loop of the shader does behind its turn.
    Tail,
}

/// The frames that are open, from the outermost.
#[derive(Default)]
pub(crate) struct Frames {
    open: Vec<OpenFrame>,
    made: u32,
    /// Whether the statement that is rewritten is the last of its frame.
    pub(crate) is_last: bool,
}

struct OpenFrame {
    frame: Frame,
    label: Lifetime,
    /// Of a turn that is a block with a label.
    names: Option<Names>,
    /// The author's label of a loop.
    own: Option<Lifetime>,
    is_used: bool,
    /// Whether something in it may be recorded that leaves it, and what is around it.
    is_left: bool,
    was_last: bool,
}

/// The labels of `'whole: loop { 'turn: { .. } .. }`.
pub(crate) struct Names {
    pub(crate) turn: Lifetime,
    pub(crate) whole: Option<Lifetime>,
}

/// What became of a frame.
pub(crate) struct Closed {
    /// Its label, where something names it.
    pub(crate) label: Option<Lifetime>,
    /// Whether something in it may leave it.
    pub(crate) is_left: bool,
}

impl Frames {
    pub(crate) fn open(&mut self, frame: Frame) {
        self.made += 1;
        let label = Lifetime::new(&format!("'block_{}", self.made), Span::mixed_site());
        self.open.push(OpenFrame {
            frame,
            label,
            names: None,
            own: None,
            is_used: false,
            is_left: false,
            was_last: self.is_last,
        });
        self.is_last = matches!(frame, Frame::Side | Frame::Turn);
    }

    /// Says the author's labels of the innermost frame, a turn.
    pub(crate) fn name(&mut self, names: Names) {
        if let Some(open) = self.open.last_mut() {
            open.names = Some(names);
        }
    }

    /// Says the author's label of the innermost frame, a loop.
    pub(crate) fn call(&mut self, label: Option<&Label>) {
        if let Some(open) = self.open.last_mut() {
            open.own = label.map(|label| label.name.clone());
        }
    }

    /// Whether `label` is that of the innermost loop.
    fn is_innermost(&self, label: &Lifetime) -> bool {
        let mut frames = self.open.iter().rev();
        let found = frames.find(|open| open.frame != Frame::Side);
        found.is_some_and(|open| open.own.as_ref() == Some(label))
    }

    /// Where the loop of Rust's own called `label` stands, if nothing of the shader's that can
    /// be left is known to stand within it.
    fn outer_host(&self, label: &Lifetime) -> Option<usize> {
        let reached = self.open.iter().enumerate().rev();
        let mut reached =
            reached.take_while(|(_, open)| matches!(open.frame, Frame::Side | Frame::HostTurn));
        let found = reached.find(|(_, open)| open.own.as_ref() == Some(label));
        found.map(|(position, _)| position)
    }

    /// The labels of the innermost loop.
    fn innermost_names(&self) -> Option<&Names> {
        let mut frames = self.open.iter().rev();
        let found = frames.find(|open| open.frame != Frame::Side)?;
        found.names.as_ref()
    }

    pub(crate) fn close(&mut self) -> Closed {
        let Some(closed) = self.open.pop() else {
            return Closed {
                label: None,
                is_left: false,
            };
        };
        self.is_last = closed.was_last;
        Closed {
            label: closed.is_used.then_some(closed.label),
            is_left: closed.is_left,
        }
    }

    /// The innermost loop; what is around a closure is out of reach.
    fn innermost_loop(&self) -> Option<Frame> {
        let frames = self.open.iter().rev().map(|open| open.frame);
        frames.into_iter().find(|frame| *frame != Frame::Side)
    }

    fn holds(&self, frame: Frame) -> bool {
        self.open.iter().any(|open| open.frame == frame)
    }

    /// Leaves the innermost frame, behind what was recorded.
    fn out(&mut self, span: Span) -> TokenStream {
        let is_last = self.is_last;
        let Some(open) = self.open.last_mut() else {
            return TokenStream::new();
        };
        open.is_left = true;
        if is_last {
            return TokenStream::new();
        }
        open.is_used = true;
        let label = &open.label;
        quote_spanned!(span=> break #label;)
    }

    /// Leaves the loop of Rust's own at `position`, or the innermost.
    fn host_label(&mut self, position: Option<usize>) -> Option<Lifetime> {
        let innermost = || {
            let mut frames = self.open.iter();
            frames.rposition(|open| open.frame == Frame::HostTurn)
        };
        let position = position.or_else(innermost)?;
        let open = self.open.get_mut(position)?;
        open.is_used = true;
        Some(open.label.clone())
    }
}

impl Rewriter<'_> {
    /// What stands behind a statement in which `closed` may have left the frame around it too.
    pub(crate) fn behind(&mut self, is_left: bool, span: Span) -> TokenStream {
        if !is_left || self.frames.open.is_empty() {
            return TokenStream::new();
        }
        let out = self.frames.out(span);
        if out.is_empty() {
            return out;
        }
        let krate = self.krate_at(span);
        quote_spanned!(span=> if #krate::natural::is_left() { #out })
    }

    pub(crate) fn leave(&mut self, expr: &Expr) -> TokenStream {
        match expr {
            Expr::Break(ExprBreak {
                label: Some(label),
                expr: None,
                ..
            })
            | Expr::Continue(ExprContinue {
                label: Some(label), ..
            }) => self.leave_labelled(expr, label),
            Expr::Break(leave) if leave.label.is_some() => self.refuse(&leave.label, LABEL),
            Expr::Break(ExprBreak { expr: None, .. }) | Expr::Continue(_)
                if self.frames.innermost_names().is_some() =>
            {
                let message = "a block with a label is left by its label, `break 'turn`, and the loop around it by its own: `'all: loop`, `break 'all`";
                self.refuse(expr, message)
            }
            Expr::Break(leave) if leave.expr.is_some() => self.refuse(
                &leave.expr,
                "`break` with a value: assign it to a `let mut` before, and read that behind the loop",
            ),
            Expr::Break(_) | Expr::Continue(_) => self.leave_loop(expr),
            Expr::Return(leave) => self.leave_function(expr, leave.expr.as_deref()),
            _ => TokenStream::new(),
        }
    }

    /// `break` or `continue` of the innermost loop, or of one of Rust's own, by its label;
    /// `break 'turn`, which goes on with what stands behind the block, or `break 'whole`.
    fn leave_labelled(&mut self, expr: &Expr, label: &Lifetime) -> TokenStream {
        if self.frames.is_innermost(label) {
            return self.leave_loop(expr);
        }
        if let Some(position) = self.frames.outer_host(label) {
            return self.leave_host(expr, Some(position));
        }
        let names = self.frames.innermost_names();
        let name = match names {
            _ if matches!(expr, Expr::Continue(_)) => return self.refuse(label, LABEL),
            Some(names) if names.turn == *label => "Continue",
            Some(names) if names.whole.as_ref() == Some(label) => "Break",
            _ => return self.refuse(label, LABEL),
        };
        let krate = self.krate_at(expr.span());
        let name = Ident::new(name, expr.span());
        let out = self.frames.out(expr.span());
        quote_spanned!(expr.span()=> #krate::#name(); #out)
    }

    fn leave_loop(&mut self, expr: &Expr) -> TokenStream {
        let krate = self.krate_at(expr.span());
        let is_break = matches!(expr, Expr::Break(_));
        match self.frames.innermost_loop() {
            Some(Frame::Turn) => {
                let name = if is_break { "Break" } else { "Continue" };
                let name = Ident::new(name, expr.span());
                let out = self.frames.out(expr.span());
                quote_spanned!(expr.span()=> #krate::#name(); #out)
            }
            Some(Frame::HostTurn) => self.leave_host(expr, None),
            Some(Frame::Closure) => self.refuse(expr, "`break` or `continue` in a closure, or on the right of `&&` or `||`: write the loop there too, or a statement"),
            Some(Frame::Tail) => self.refuse(
                expr,
                "behind the labelled block of a `loop` stands what every turn ends with: only a last `if condition { break; }` leaves it",
            ),
            Some(Frame::Side) | None => self.refuse(
                expr,
                "`break` or `continue` outside of a loop: `return` leaves the function",
            ),
        }
    }

    /// `break` or `continue` of the loop of Rust's own at `position`, or of the innermost.
    fn leave_host(&mut self, expr: &Expr, position: Option<usize>) -> TokenStream {
        let Some(label) = self.frames.host_label(position) else {
            return TokenStream::new();
        };
        let host_loop = host_loop(&label);
        match expr {
            Expr::Break(_) => quote_spanned!(expr.span()=> #host_loop.breaks(); break #label;),
            _ => quote_spanned! {expr.span()=>
                if #host_loop.continues() { continue #label; }
                break #label;
            },
        }
    }

    fn leave_function(&mut self, expr: &Expr, value: Option<&Expr>) -> TokenStream {
        let span = expr.span();
        let krate = self.krate_at(span);
        if self.is_inlined {
            let message = "`return` of a function that is recorded where it is called would end its caller: let `if` and `else` give the value at the end";
            return self.refuse(expr, message);
        }
        if self.frames.holds(Frame::Tail) {
            let message = "`return` behind the labelled block of a `loop`: only a last `if condition { break; }` leaves it";
            return self.refuse(expr, message);
        }
        if self.frames.holds(Frame::Closure) {
            let message = "`return` in a closure, or on the right of `&&` or `||`: let `if` and `else` give the value at its end; what is left early is a function, `#[shader_fn] let f = |x: u32| -> u32 { .. };`";
            return self.refuse(expr, message);
        }
        let value = match (value, self.result) {
            (Some(value), Some(_)) => {
                let value = self.value(value);
                self.returned(&value, span)
            }
            (None, None) => quote_spanned!(span=> ()),
            (Some(_), None) => {
                return self.refuse(
                    expr,
                    "`return` with a value, and nothing is due: leave out the value",
                );
            }
            (None, Some(_)) => {
                return self.refuse(expr, "`return` without a value, and one is due: add it");
            }
        };
        if self.frames.open.is_empty() {
            return quote_spanned!(span=> return #value;);
        }
        let out = self.frames.out(span);
        if self.frames.holds(Frame::Turn) {
            return quote_spanned!(span=> #krate::Return(#value); #out);
        }
        let holder = Ident::new("value", Span::mixed_site());
        quote_spanned! {span=>
            if let ::core::option::Option::Some(#holder) = #krate::natural::returns(#value) {
                return #holder;
            }
            #out
        }
    }

    /// A block of the frame that was `closed`, with its label where it has one.
    pub(crate) fn labelled(closed: &Closed, body: &TokenStream) -> TokenStream {
        match &closed.label {
            Some(label) => quote!(#label: { #body }),
            None => quote!(#body),
        }
    }
}

/// The name of the object that the loop of Rust's own with this label asks.
pub(crate) fn host_loop(label: &Lifetime) -> Ident {
    Ident::new(&format!("host_{}", label.ident), Span::mixed_site())
}
