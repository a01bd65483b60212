//! What can go wrong between a plan and its results, as plain data: what
//! happened, where, and how to mend it. Faults of a kernel itself are
//! `bitonic_dsl::Error`; they travel through here unchanged.

use std::fmt;
use std::process::ExitCode;

use bitonic_dsl::Style;

/// Why something could not run.
///
/// [`Error::message`] says what went wrong and where; [`Error::help`] says how
/// to mend it, where that is known. `Display` prints both.
pub struct Error(Box<Content>);

#[derive(Debug)]
struct Content {
    kind: ErrorKind,
    message: String,
    help: Option<String>,
    /// Where the faults are a kernel's.
    kernel: Option<bitonic_dsl::Error>,
}

/// What sort of fault an [`Error`] is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ErrorKind {
    /// No adapter of the asked name, or the adapter gave no device.
    Adapter,
    /// A kernel is wrong: the message is the kernel's own.
    Kernel,
    /// A plan or a dispatch does not fit its kernels.
    Plan,
    /// An option has a value that cannot be used.
    Options,
    /// More was asked than the device has.
    Limit,
    /// The device refused a call or was lost.
    Device,
    /// What a kernel was given or came to cannot be used.
    Data,
    /// The checker found a fault of a kernel while it ran.
    Fault,
}

impl Error {
    pub(crate) fn new(kind: ErrorKind, message: impl Into<String>) -> Error {
        Error(Box::new(Content {
            kind,
            message: message.into(),
            help: None,
            kernel: None,
        }))
    }

    pub(crate) fn with_help(mut self, help: impl Into<String>) -> Error {
        self.0.help = Some(help.into());
        self
    }

    /// Says before the message where it went wrong.
    pub(crate) fn at(mut self, place: &str) -> Error {
        self.0.message = format!("{place}: {}", self.0.message);
        self
    }

    /// Says that the value at fault came from a variable of the environment.
    pub(crate) fn named_by_variable(mut self, variable: &str) -> Error {
        self.0.message += &format!(" (from `{variable}`)");
        self
    }

    /// What sort of fault this is.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// What went wrong, and where.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// How to mend it, where that is known.
    #[must_use]
    pub fn help(&self) -> Option<&str> {
        self.0.help.as_deref()
    }

    /// The faults of the kernel, where that is what is wrong.
    #[must_use]
    pub fn kernel(&self) -> Option<&bitonic_dsl::Error> {
        self.0.kernel.as_ref()
    }

    /// Prints it to the standard error, the faults of a kernel in colour where that is a
    /// terminal ([`Style::of_stderr`]), and gives the exit code of a failure: for a `main`
    /// that returns an [`ExitCode`].
    pub fn report(&self) -> ExitCode {
        match &self.0.kernel {
            Some(error) => error.report(),
            None => {
                eprintln!("error: {self}");
                ExitCode::FAILURE
            }
        }
    }

    /// The text as `Display` gives it, the faults of a kernel in the colours of `style`.
    #[must_use]
    pub fn render(&self, style: Style) -> String {
        match &self.0.kernel {
            Some(error) => error.render(style),
            None => self.to_string(),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.message)?;
        match &self.0.help {
            Some(help) => write!(f, "\n  help: {help}"),
            None => Ok(()),
        }
    }
}

/// What a `main` that returns the error prints: the message and the help, as `Display`;
/// `{:#?}` shows the data.
impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match f.alternate() {
            true => self.0.fmt(f),
            false => fmt::Display::fmt(self, f),
        }
    }
}

impl std::error::Error for Error {}

impl From<bitonic_dsl::Error> for Error {
    fn from(error: bitonic_dsl::Error) -> Error {
        let mut told = Error::new(ErrorKind::Kernel, error.to_string());
        told.0.kernel = Some(error);
        told
    }
}

/// Words in a sentence: "`a`, `b` and `c`".
pub(crate) fn listed<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let quoted: Vec<String> = names.into_iter().map(|name| format!("`{name}`")).collect();
    match quoted.split_last() {
        None => "none".to_owned(),
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn display_ends_with_the_help() {
        let error = Error::new(ErrorKind::Options, "0 is too small").with_help("use 64");
        assert_eq!(error.to_string(), "0 is too small\n  help: use 64");
        assert_eq!(error.kind(), ErrorKind::Options);
    }

    #[test]
    fn the_faults_of_a_kernel_stay_at_hand() {
        let refused = bitonic_dsl::kernel("k").build(|_| bitonic_dsl::Break());
        let error = Error::from(refused.unwrap_err());
        assert_eq!(error.kind(), ErrorKind::Kernel);
        assert_eq!(error.render(Style::Plain), error.to_string());
        assert!(error.render(Style::Coloured).contains("\u{1b}["));
        assert_eq!(error.kernel().unwrap().diagnostics().len(), 1);
        assert!(Error::new(ErrorKind::Plan, "a").kernel().is_none());
    }

    #[test]
    fn names_are_listed_as_in_a_sentence() {
        assert_eq!(listed([]), "none");
        assert_eq!(listed(["a"]), "`a`");
        assert_eq!(listed(["a", "b", "c"]), "`a`, `b` and `c`");
    }
}
