//! The text of a module as a person would write it.
//!
//! `items` writes what stands at module scope, `body`, `effects` and `turns` the statements
//! of a function;
//! `expressions` and `calls` write values, `grammar` knows where parentheses must be,
//! `types`, `literals` and `words` know how WGSL spells things. `facts`, `order` and
//! `plan` decide which values have a line of their own, `loops` what a loop looks like,
//! `short` where an operator stands for a branch,
//! `names` and `derived` what things are called, `dialect` which directives stand at
//! the head.
//!
//! Every match over the module is complete: what a compute kernel cannot hold is a
//! [`Refusal`], never a wrong text. That the text means the module is proved by reading
//! it back, in `same`.

mod body;
mod calls;
mod derived;
mod dialect;
mod effects;
mod expressions;
mod facts;
mod grammar;
mod items;
mod layout;
mod literals;
mod loops;
mod names;
mod operands;
mod order;
mod output;
mod plan;
#[cfg(any(test, feature = "snapshot"))]
pub(super) mod same;
mod short;
#[cfg(test)]
mod tests;
mod turns;
mod types;
mod words;

use naga::valid::ModuleInfo;
use naga::{Module, Span};

pub(crate) use output::Output;

use super::Dialect;

/// An expression of the module.
type Value = naga::Handle<naga::Expression>;

/// Why a module has no text.
#[derive(Clone, Debug)]
pub(super) struct Refusal {
    pub(super) what: &'static str,
    /// It is the dialect that lacks it.
    pub(super) is_lacking: bool,
    pub(super) span: Span,
}

impl Refusal {
    fn new(what: &'static str) -> Refusal {
        Refusal {
            what,
            is_lacking: false,
            span: Span::default(),
        }
    }

    fn lacking(what: &'static str) -> Refusal {
        Refusal {
            is_lacking: true,
            ..Refusal::new(what)
        }
    }

    /// The same, found at `span` if it is not known better.
    fn at(self, span: Span) -> Refusal {
        match self.span == Span::default() {
            true => Refusal { span, ..self },
            false => self,
        }
    }
}

/// Writes `module`, which is valid. `in_subgroups` if the uniformity of its subgroup
/// operations is that of subgroups.
///
/// # Errors
///
/// What WGSL or `dialect` cannot say.
pub(super) fn write(
    module: &Module,
    info: &ModuleInfo,
    dialect: Dialect,
    in_subgroups: bool,
) -> Result<Output, Refusal> {
    let mut out = Output::default();
    for directive in dialect::directives(module, info, dialect, in_subgroups)? {
        out.line(0, directive, Span::default());
    }
    items::Items::new(module, info, &mut out)?.write()?;
    Ok(out)
}
