//! `Switch`: one of several blocks, chosen by an integer.

use super::node::Node;
use super::recorder::{self, Position, Scope};
use crate::diagnostic::{Diagnostic, SourceLocation};
use crate::graph::{BlockId, Case, Literal, StatementKind};
use crate::types::Value;

/// What a [`Switch`] can choose by: `u32` or `i32`.
#[diagnostic::on_unimplemented(
    message = "a `Switch` chooses by a `u32` or an `i32`, not by a `{Self}`",
    note = "compare other values with `If(..).else_if(..)`"
)]
pub trait Selector: Value {
    #[doc(hidden)]
    fn literal(self) -> Literal;
}

impl Selector for u32 {
    fn literal(self) -> Literal {
        Literal::U32(self)
    }
}

impl Selector for i32 {
    fn literal(self) -> Literal {
        Literal::I32(self)
    }
}

/// The values of a case: one of type `T`, or several in an array, a slice or a `Vec`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` lists no values of a `Switch` over `{T}`",
    label = "expected a `{T}`, or several: `[1, 2]`",
    note = "cases are constants of Rust, of exactly the selector's type"
)]
pub trait Selectors<T> {
    #[doc(hidden)]
    fn literals(self) -> Vec<Literal>;
}

macro_rules! selectors {
    ($($ty:ty),*) => {$(
        impl Selectors<$ty> for $ty {
            fn literals(self) -> Vec<Literal> {
                vec![self.literal()]
            }
        }

        impl<const N: usize> Selectors<$ty> for [$ty; N] {
            fn literals(self) -> Vec<Literal> {
                self.into_iter().map(Selector::literal).collect()
            }
        }

        impl Selectors<$ty> for &[$ty] {
            fn literals(self) -> Vec<Literal> {
                self.iter().copied().map(Selector::literal).collect()
            }
        }

        impl Selectors<$ty> for Vec<$ty> {
            fn literals(self) -> Vec<Literal> {
                self.into_iter().map(Selector::literal).collect()
            }
        }
    )*};
}

selectors!(u32, i32);

/// Runs the block of the case that lists the value of `selector`, which is evaluated
/// once. Nothing falls through to the next case, and without a
/// [`default`](SwitchChain::default) a value that no case lists does nothing.
///
/// `Break` and `Continue` in a case are the loop's around the `Switch`, as in Rust's
/// `match`: a case ends by itself.
///
/// ```
/// # use bitonic_dsl::*;
/// # kernel("opcodes").build(|k| {
/// let data = k.storage_mut::<u32>("data");
/// let place = data.element(1);
/// Switch(data.element(0).load())
///     .case(0, || place.increment())
///     .case([1, 2], || place.shl_assign(1))
///     .default(|| place.assign(0));
/// # })?;
/// # Ok::<(), Error>(())
/// ```
#[allow(
    non_snake_case,
    reason = "the shading language's control flow is capitalised, as in TSL"
)]
#[track_caller]
pub fn Switch<T: Selector>(selector: Node<T>) -> SwitchChain<T> {
    let selector = selector.operand();
    let default = recorder::with(|recorder| recorder.new_block());
    let position = recorder::statement(StatementKind::Switch {
        selector,
        cases: Box::default(),
        default,
    });
    SwitchChain {
        position,
        scope: recorder::with(|recorder| recorder.scope),
        listed: Vec::new(),
        of: std::marker::PhantomData,
    }
}

/// A [`Switch`] to which cases can be added.
pub struct SwitchChain<T> {
    position: Position,
    scope: Scope,
    /// The values so far, and the cases that list them.
    listed: Vec<(Literal, SourceLocation)>,
    of: std::marker::PhantomData<fn(T)>,
}

impl<T: Selector> SwitchChain<T> {
    /// Runs `body` where the selector is one of `selectors`.
    #[track_caller]
    pub fn case(mut self, selectors: impl Selectors<T>, body: impl FnOnce()) -> SwitchChain<T> {
        if !recorder::is_written_here(self.scope, "case", "a `Switch`") {
            return self;
        }
        let selectors = selectors.literals();
        self.list(&selectors);
        let (body, ()) = recorder::block(body);
        self.add(Case { selectors, body });
        self
    }

    /// Runs `body` where no case lists the selector's value.
    #[track_caller]
    pub fn default(self, body: impl FnOnce()) {
        if !recorder::is_written_here(self.scope, "case", "a `Switch`") {
            return;
        }
        let (body, ()) = recorder::block(body);
        self.set_default(body);
    }

    /// Adds a case whose block is recorded.
    #[track_caller]
    pub(super) fn add(&self, case: Case) {
        recorder::amend(self.position, |statement| {
            if let StatementKind::Switch { cases, .. } = statement {
                let mut grown = std::mem::take(cases).into_vec();
                grown.push(case);
                *cases = grown.into();
            }
        });
    }

    /// Makes `body`, which is recorded, the default.
    #[track_caller]
    pub(super) fn set_default(&self, body: BlockId) {
        recorder::amend(self.position, |statement| {
            if let StatementKind::Switch { default, .. } = statement {
                *default = body;
            }
        });
    }

    /// Notes the values of a case; one that is listed already is a fault.
    #[track_caller]
    pub(super) fn list(&mut self, selectors: &[Literal]) {
        let at = SourceLocation::caller();
        if selectors.is_empty() {
            recorder::fault(
                Diagnostic::new("a case that lists no value is never run", at)
                    .help("list one value or more: `.case([1, 2], || ..)`"),
            );
        }
        for selector in selectors {
            match self.listed.iter().find(|(known, _)| known == selector) {
                Some((_, first)) => recorder::fault(listed_twice(*selector, at, *first)),
                None => self.listed.push((*selector, at)),
            }
        }
    }
}

fn listed_twice(selector: Literal, at: SourceLocation, first: SourceLocation) -> Diagnostic {
    let value = match selector {
        Literal::I32(value) => value.to_string(),
        Literal::U32(value) => value.to_string(),
        Literal::Bool(value) => value.to_string(),
        Literal::I64(value) => value.to_string(),
        Literal::U64(value) => value.to_string(),
        Literal::F16(bits) => half::f16::from_bits(bits).to_string(),
        Literal::F32(bits) => f32::from_bits(bits).to_string(),
        Literal::F64(bits) => f64::from_bits(bits).to_string(),
    };
    let fault = Diagnostic::new(format!("the value {value} is listed twice"), at)
        .help("each value belongs to one case of a `Switch`");
    match first == at {
        true => fault.caption("twice in this case"),
        false => fault
            .caption("listed again here")
            .label(first, "first listed here"),
    }
}
