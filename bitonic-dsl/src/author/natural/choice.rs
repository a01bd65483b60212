//! `Match`: a `match` on integers that Rust or the shader decides.

use std::panic::Location;

use crate::author::node::Node;
use crate::author::recorder::{self, Depth};
use crate::author::switch::{Selector, Switch, SwitchChain};
use crate::graph::{BlockId, Case, Literal};

/// What a `match` looks at; `.begin()` begins it: of [`Chooses`] for an integer of the shader,
/// else of [`HostChooses`].
///
/// The arms are asked in order: [`decide`](HostMatch::decide) is told Rust's own `match`,
/// which gives the number of the arm; [`case`](HostMatch::case) and
/// [`default`](HostMatch::default) say whether an arm is to be run, of the shader's all.
///
/// ```
/// # use bitonic_dsl::*;
/// use bitonic_dsl::natural::{Chooses as _, HostChooses as _, Match};
///
/// macro_rules! steps {
///     ($selector:expr, $place:expr) => {
///         let mut choice = Match::new($selector).begin();
///         choice.decide(|value| match *value {
///             0 => 0,
///             1 | 2 => 1,
///             _ => 2,
///         });
///         if choice.case(|| [0]) {
///             $place.increment();
///         }
///         if choice.case(|| [1, 2]) {
///             $place.shl_assign(1);
///         }
///         if choice.default() {
///             $place.assign(0);
///         }
///         choice.end();
///     };
/// }
/// # let text = kernel("steps").build(|k| {
/// let data = k.storage_mut::<u32>("data");
/// let place = data.element(1);
/// // A `Switch` over the first element ..
/// steps!(data.element(0).load(), place);
/// // .. and one line, which Rust chooses.
/// steps!(2_u8, place);
/// # })?.wgsl(Dialect::Browser)?;
/// # assert_eq!(text.matches("<< 1u").count() + text.matches("<<= 1u").count(), 2, "{text}");
/// # assert_eq!(text.matches("switch").count(), 1);
/// # Ok::<(), Error>(())
/// ```
#[must_use = "a `match` is begun by `.begin()`"]
pub struct Match<S> {
    selector: Option<S>,
}

impl<S> Match<S> {
    /// A `match` on `selector`.
    pub fn new(selector: S) -> Match<S> {
        Match {
            selector: Some(selector),
        }
    }
}

/// A [`Match`] on an integer of the shader.
pub trait Chooses {
    /// The object that is asked.
    type Choice;

    /// Begins the `match`.
    #[track_caller]
    fn begin(self) -> Self::Choice;
}

impl<T: Selector> Chooses for Match<Node<T>> {
    type Choice = DeviceMatch<T>;

    #[track_caller]
    fn begin(self) -> DeviceMatch<T> {
        DeviceMatch {
            depth: recorder::depth(),
            at: Location::caller(),
            chain: Switch(taken(self.selector)),
            open: None,
        }
    }
}

/// A [`Match`] on a value of Rust's.
pub trait HostChooses {
    /// The object that is asked.
    type Choice;

    /// Begins the `match`.
    fn begin(&mut self) -> Self::Choice;
}

impl<S> HostChooses for Match<S> {
    type Choice = HostMatch<S>;

    fn begin(&mut self) -> HostMatch<S> {
        HostMatch {
            selector: taken(self.selector.take()),
            chosen: None,
            asked: 0,
        }
    }
}

fn taken<S>(selector: Option<S>) -> S {
    selector.unwrap_or_else(|| panic!("a `match` begins once"))
}

/// A `match` that Rust decides.
pub struct HostMatch<S> {
    selector: S,
    chosen: Option<usize>,
    asked: usize,
}

impl<S> HostMatch<S> {
    /// Takes the number of the arm to run, counted from 0.
    pub fn decide(&mut self, choose: impl FnOnce(&S) -> usize) {
        self.chosen = Some(choose(&self.selector));
    }

    /// Whether to run the next arm.
    pub fn case<const N: usize>(&mut self, _: impl FnOnce() -> [S; N]) -> bool {
        self.default()
    }

    /// Whether to run the next arm, that of `_`.
    pub fn default(&mut self) -> bool {
        self.asked += 1;
        self.chosen == Some(self.asked - 1)
    }

    /// Ends the `match`.
    pub fn end(self) {}
}

/// A `match` that the shader decides: a [`Switch`].
pub struct DeviceMatch<T> {
    depth: Depth,
    at: &'static Location<'static>,
    chain: SwitchChain<T>,
    open: Option<OpenArm>,
}

struct OpenArm {
    block: BlockId,
    /// None for the default.
    selectors: Option<Vec<Literal>>,
}

impl<T: Selector> DeviceMatch<T> {
    /// Does nothing: the shader decides.
    pub fn decide(&mut self, _: impl FnOnce(&T) -> usize) {}

    /// Runs the next arm, for the given values.
    #[track_caller]
    pub fn case<const N: usize>(&mut self, values: impl FnOnce() -> [T; N]) -> bool {
        let selectors: Vec<Literal> = values().into_iter().map(Selector::literal).collect();
        self.close();
        self.chain.list(&selectors);
        self.open(Some(selectors))
    }

    /// Runs the next arm, for what no other lists.
    #[track_caller]
    pub fn default(&mut self) -> bool {
        self.close();
        self.open(None)
    }

    /// Ends the `match`.
    #[track_caller]
    pub fn end(mut self) {
        self.close();
    }

    #[track_caller]
    fn open(&mut self, selectors: Option<Vec<Literal>>) -> bool {
        if !recorder::is_written_here(self.depth.scope, "arm", "a `match`") {
            return false;
        }
        let block = recorder::with(|recorder| recorder.new_block());
        recorder::enter_at(block, self.at);
        self.open = Some(OpenArm { block, selectors });
        true
    }

    #[track_caller]
    fn close(&mut self) {
        let Some(OpenArm { block, selectors }) = self.open.take() else {
            return;
        };
        if recorder::opened_since(self.depth).is_none() {
            return;
        }
        recorder::close_to(self.depth);
        match selectors {
            Some(selectors) => self.chain.add(Case {
                selectors,
                body: block,
            }),
            None => self.chain.set_default(block),
        }
    }
}

impl<T> Drop for DeviceMatch<T> {
    fn drop(&mut self) {
        if self.open.is_some() && recorder::closes_early(self.depth) {
            recorder::unfinished(self.depth.scope, self.at);
        }
    }
}
