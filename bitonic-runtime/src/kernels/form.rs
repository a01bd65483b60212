//! What one step of a sort needs of its kernel beside the exchange: how keys are coded at
//! the ends of the sort, what moves with them, and what the kernel has to do with `info`, the
//! three words that say what comes next: `[kind, span, largest span]`.

use bitonic_dsl::types::UVec3;
use bitonic_dsl::{IntoNode, KernelScope, Node, Storage, StorageMut};

use super::coding::Coding;
use super::info::tell;
use super::key::Key;
use super::record::Carried;

/// What a kernel has to do with `info`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Info {
    /// Nothing: it has no such binding.
    #[default]
    None,
    /// Its first invocation writes what comes next, the parameter `next`. Nothing reads it
    /// in that dispatch.
    Written,
    /// It takes its span from there, not from a parameter. Kernels that have no span, those
    /// of a tile, have nothing to do with it then.
    Read,
}

impl Info {
    /// What a kernel that has no span has to do with it.
    pub(crate) fn without_span(self) -> Info {
        match self {
            Info::None | Info::Read => Info::None,
            Info::Written => Info::Written,
        }
    }
}

/// What one step of a sort needs of its kernel. A [`Coding`] alone carries nothing and has
/// nothing to do with `info`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Form {
    /// What is done with keys as they are read and written.
    pub coding: Coding,
    /// What moves with each key.
    pub carried: Carried,
    /// What is done with `info`.
    pub info: Info,
}

impl From<Coding> for Form {
    fn from(coding: Coding) -> Form {
        Form {
            coding,
            carried: Carried::Nothing,
            info: Info::None,
        }
    }
}

/// What a kernel of a step declares beside its keys: made by [`Form::beside`].
pub(super) struct Beside {
    /// The parameter `span`, or that of `info`.
    span: Option<Span>,
    told: Option<(StorageMut<u32>, Node<UVec3>)>,
}

enum Span {
    Given(Node<u32>),
    Told(Storage<u32>),
}

impl Form {
    /// This, of a kernel that has no span to read.
    pub(super) fn without_span(self) -> Form {
        let info = self.info.without_span();
        Form { info, ..self }
    }

    /// The name of the kernel that does `what` with keys of type `K`.
    pub(super) fn kernel_name<K: Key>(self, what: &str) -> String {
        let name = self.coding.kernel_name::<K>(what);
        let name = format!("{name}{}", self.carried.suffix());
        match self.info {
            Info::None => name,
            Info::Written => format!("{name}_writes_info"),
            Info::Read => format!("{name}_reads_info"),
        }
    }

    /// Declares `info` and the parameters; to be called behind the keys.
    #[track_caller]
    pub(super) fn beside(self, k: &KernelScope, has_span: bool) -> Beside {
        let info = (self.info == Info::Written).then(|| k.storage_mut::<u32>("info"));
        let span = has_span.then(|| match self.info {
            Info::None | Info::Written => Span::Given(k.param::<u32>("span")),
            Info::Read => Span::Told(k.storage::<u32>("info")),
        });
        let told = info.map(|info| (info, k.param::<UVec3>("next")));
        Beside { span, told }
    }
}

impl Beside {
    /// The span of this step; 0 where a kernel has none.
    #[track_caller]
    pub(super) fn span(&self) -> Node<u32> {
        match &self.span {
            Some(Span::Given(span)) => *span,
            Some(Span::Told(info)) => info.element(1).load().to_const("span"),
            None => 0.into_node(),
        }
    }

    /// Writes what comes next, where this is written.
    #[track_caller]
    pub(super) fn tell(&self) {
        if let Some((info, next)) = &self.told {
            tell(*info, *next);
        }
    }
}
