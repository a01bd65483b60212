//! The rules of the house, as data. How they are checked is in `check`.

/// The floors of one crate: each module, and the floors right beneath it.
pub(crate) struct Floors {
    pub(crate) package: &'static str,
    /// Module, and the modules it stands on; it may name these and all beneath.
    pub(crate) modules: &'static [(&'static str, &'static [&'static str])],
}

pub(crate) const FLOORS: &[Floors] = &[
    Floors {
        package: "bitonic-dsl",
        modules: &[
            ("types", &[]),
            ("capabilities", &["diagnostic"]),
            ("diagnostic", &[]),
            ("builtins", &[]),
            ("interface", &["types", "capabilities"]),
            ("graph", &["interface", "diagnostic", "builtins"]),
            ("lower", &["graph"]),
            ("validate", &["lower"]),
            ("emit", &["validate"]),
            ("error", &["emit"]),
            ("kernel", &["error"]),
            ("author", &["kernel"]),
            ("nodes", &["author"]),
            // For tests: users' own, and ours.
            ("tint", &[]),
            ("snapshot", &["kernel", "tint"]),
        ],
    },
    Floors {
        package: "bitonic-cpu",
        modules: &[
            ("value", &[]),
            ("memory", &["value"]),
            ("image", &["memory"]),
            ("decode", &["image"]),
            ("execute", &["decode"]),
            ("check", &["execute"]),
            ("adapter", &["check"]),
        ],
    },
    Floors {
        package: "bitonic-runtime",
        modules: &[
            ("error", &[]),
            ("kernels", &["error"]),
            ("plan", &["kernels"]),
            ("network", &["plan"]),
            ("device", &["network"]),
            ("buffer", &["device"]),
            ("texture", &["buffer"]),
            ("execute", &["texture"]),
            ("primitives", &["execute"]),
            ("sort", &["primitives"]),
            ("counting", &["primitives"]),
        ],
    },
];

impl Floors {
    /// Whether `module` may name `other`: it stands on it, directly or through
    /// others.
    pub(crate) fn allows(&self, module: &str, other: &str) -> bool {
        let row = self.modules.iter().find(|(name, _)| *name == module);
        row.is_some_and(|(_, beneath)| {
            beneath
                .iter()
                .any(|name| *name == other || self.allows(name, other))
        })
    }

    /// Whether the table has a row for `module`.
    pub(crate) fn knows(&self, module: &str) -> bool {
        self.modules.iter().any(|(name, _)| *name == module)
    }
}

/// Where a word of the code may stand.
pub(crate) struct Confined {
    pub(crate) package: &'static str,
    /// The identifier: the name of a crate, or `unsafe`.
    pub(crate) word: &'static str,
    /// The modules that may say it; none where no module may.
    pub(crate) modules: &'static [&'static str],
}

pub(crate) const CONFINED: &[Confined] = &[
    confined("bitonic-dsl", "naga", &["lower", "validate", "emit"]),
    confined("bitonic-dsl", "wgpu", &[]),
    confined("bitonic-dsl", "unsafe", &[]),
    confined("bitonic-macros", "unsafe", &[]),
    confined("bitonic-macros", "naga", &[]),
    confined("bitonic-macros", "wgpu", &[]),
    confined("bitonic-cpu", "wgpu", &["adapter"]),
    confined("bitonic-cpu", "bitonic_dsl", &[]),
    confined(
        "bitonic-runtime",
        "wgpu",
        &["device", "buffer", "texture", "execute"],
    ),
    confined("bitonic-cpu", "unsafe", &["adapter", "execute"]),
    confined("bitonic-runtime", "naga", &[]),
    confined("bitonic-runtime", "bitonic_cpu", &["device"]),
    confined("bitonic-runtime", "unsafe", &[]),
    confined("bitonic-cli", "wgpu", &[]),
    confined("bitonic-cli", "naga", &[]),
    confined("bitonic-cli", "unsafe", &[]),
];

const fn confined(
    package: &'static str,
    word: &'static str,
    modules: &'static [&'static str],
) -> Confined {
    Confined {
        package,
        word,
        modules,
    }
}

/// Dependencies that a package may not declare, in any section of its manifest.
pub(crate) const FORBIDDEN_DEPENDENCIES: &[(&str, &str)] = &[
    ("bitonic-dsl", "wgpu"),
    ("bitonic-macros", "wgpu"),
    ("bitonic-cpu", "bitonic-dsl"),
    ("bitonic-cpu", "bitonic-runtime"),
];

/// A type that one module alone makes.
pub(crate) struct MadeBy {
    pub(crate) package: &'static str,
    pub(crate) name: &'static str,
    pub(crate) module: &'static str,
}

pub(crate) const MADE_BY: &[MadeBy] = &[MadeBy {
    package: "bitonic-dsl",
    name: "Validated",
    module: "validate",
}];

/// Packages none of whose public signatures may show a crate, and the crate.
pub(crate) const HIDDEN: &[(&str, &str)] = &[("bitonic-dsl", "naga")];

/// The most lines that a file may have.
pub(crate) const LINES: usize = 500;

/// Text that belongs in no file: marks of unfinished work, and paths of the
/// machine it was written on. Lower case, matched as whole words.
pub(crate) const WORDS: &[&str] = &[
    "todo!",
    "unimplemented!",
    "dbg!",
    "fixme",
    "xxx",
    "/root/",
    "/home/",
    "/tmp/",
];

/// Files that quote the forbidden text because they forbid it, and the one in which three
/// letters name components of a vector.
pub(crate) const SPEAKS_OF_WORDS: &[&str] = &[
    "tests/floors/rules.rs",
    "tests/floors.rs",
    "bitonic-dsl/src/author/swizzle.rs",
];

/// Folders whose files are read as the compiler's input, line by line, and so
/// have no module head.
pub(crate) const WITHOUT_HEAD: &[&str] = &["bitonic-macros/tests/ui/"];
