//! What can be wrong with a kernel, as plain data: a message, where it was
//! written, a second place where one matters, and the way to mend it.
//! Rendering with source lines is the work of `error`.

use std::fmt;
use std::ops::Range;
use std::panic::Location;

/// A place in the author's Rust source.
///
/// Every node, place and statement of a graph keeps one, so it is no wider than a pointer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SourceLocation(&'static Location<'static>);

impl SourceLocation {
    /// The place of the caller: of the nearest function that is not `#[track_caller]`.
    #[must_use]
    #[track_caller]
    pub fn caller() -> SourceLocation {
        SourceLocation(Location::caller())
    }

    /// The file, as the compiler was given it.
    #[must_use]
    pub fn file(self) -> &'static str {
        self.0.file()
    }

    /// The line, from 1.
    #[must_use]
    pub fn line(self) -> u32 {
        self.0.line()
    }

    /// The column, from 1.
    #[must_use]
    pub fn column(self) -> u32 {
        self.0.column()
    }
}

impl From<&'static Location<'static>> for SourceLocation {
    fn from(location: &'static Location<'static>) -> SourceLocation {
        SourceLocation(location)
    }
}

impl fmt::Debug for SourceLocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for SourceLocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file(), self.line(), self.column())
    }
}

/// A second place that belongs to a [`Diagnostic`], and what it has to do with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// Where.
    pub at: SourceLocation,
    /// What is there: "made here", "used here".
    pub text: String,
    /// The operator that is meant, such as `/`, where an expression of one begins at the
    /// place; `None` where the call that begins there is.
    pub operator: Option<&'static str>,
}

/// A part of a text that the author gave, beside the Rust source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Excerpt {
    /// What the text is: "WGSL of `f`".
    pub name: String,
    /// The whole text.
    pub text: String,
    /// The bytes of it that are meant.
    pub range: Range<usize>,
    /// What they do; may be empty.
    pub caption: String,
}

/// One fault of a kernel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// What is wrong, in the words of the shading language.
    pub message: String,
    /// The line that is wrong.
    pub at: SourceLocation,
    /// What that line does, under its caret; may be empty.
    pub caption: String,
    /// As [`Label::operator`], of the line that is wrong.
    pub operator: Option<&'static str>,
    /// Where the fault lies in a text that the author gave.
    pub excerpt: Option<Box<Excerpt>>,
    /// Other places that matter.
    pub labels: Vec<Label>,
    /// How to mend it.
    pub help: Option<Box<str>>,
}

impl Diagnostic {
    /// A fault at `at`, with nothing more to say.
    #[must_use]
    pub fn new(message: impl Into<String>, at: SourceLocation) -> Diagnostic {
        Diagnostic {
            message: message.into(),
            at,
            caption: String::new(),
            operator: None,
            excerpt: None,
            labels: Vec::new(),
            help: None,
        }
    }

    /// Says what the faulty line does.
    #[must_use]
    pub fn caption(mut self, text: impl Into<String>) -> Diagnostic {
        self.caption = text.into();
        self
    }

    /// Says that an expression of this operator is meant, where there is one.
    #[must_use]
    pub fn operator(mut self, operator: Option<&'static str>) -> Diagnostic {
        self.operator = operator;
        self
    }

    /// Shows a part of a text that the author gave.
    #[must_use]
    pub fn excerpt(mut self, excerpt: Excerpt) -> Diagnostic {
        self.excerpt = Some(Box::new(excerpt));
        self
    }

    /// Adds a second place.
    #[must_use]
    pub fn label(self, at: SourceLocation, text: impl Into<String>) -> Diagnostic {
        self.label_of(at, None, text)
    }

    /// Adds a second place, at which an expression of this operator is meant.
    #[must_use]
    pub fn label_of(
        mut self,
        at: SourceLocation,
        operator: Option<&'static str>,
        text: impl Into<String>,
    ) -> Diagnostic {
        self.labels.push(Label {
            at,
            text: text.into(),
            operator,
        });
        self
    }

    /// Says how to mend it.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Diagnostic {
        self.help = Some(text.into().into_boxed_str());
        self
    }
}
