//! What a person sees when something is wrong: one line what, one line how to
//! mend it, and an exit code that is not 0.

use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;

use bitonic_dsl::Style;
use clap::builder::styling::AnsiColor;

/// The exit code of a command line that cannot be understood.
const USAGE: u8 = 2;
/// The exit code of everything else that goes wrong.
const FAULT: u8 = 1;
/// What shells report of a program that a closed pipe has ended: 128 and the
/// number of the signal SIGPIPE.
const PIPE_CLOSED: u8 = 128 + 13;

/// Why the command stopped.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Something is wrong, and this is how to mend it.
    Said {
        what: String,
        mend: String,
        code: u8,
    },
    /// Nobody reads the output any more: nothing is to be said.
    BrokenPipe,
    /// Nobody reads the data any more, and a part of it is lost. That is to be told
    /// by the exit code alone.
    Unread,
}

impl Failure {
    pub(crate) fn new(what: impl Into<String>, mend: impl Into<String>) -> Failure {
        Failure::Said {
            what: what.into(),
            mend: mend.into(),
            code: FAULT,
        }
    }

    /// The command line cannot be understood.
    pub(crate) fn usage(what: impl Into<String>, mend: impl Into<String>) -> Failure {
        Failure::Said {
            what: what.into(),
            mend: mend.into(),
            code: USAGE,
        }
    }

    /// Prints it to the standard error, and gives the exit code.
    pub(crate) fn report(&self) -> ExitCode {
        match self {
            Failure::BrokenPipe => ExitCode::SUCCESS,
            Failure::Unread => ExitCode::from(PIPE_CLOSED),
            Failure::Said { code, .. } => {
                // With no standard error there is nobody to tell.
                let _ = write!(io::stderr(), "{}", self.text(Style::of_stderr()));
                ExitCode::from(*code)
            }
        }
    }

    /// What is wrong and how to mend it, a line for each.
    fn text(&self, style: Style) -> String {
        let Failure::Said { what, mend, .. } = self else {
            return String::new();
        };
        let (what, mend) = (one_line(what), one_line(mend));
        match style {
            Style::Plain => format!("error: {what}\nhelp: {mend}\n"),
            Style::Coloured => {
                let [red, cyan] = [AnsiColor::BrightRed, AnsiColor::BrightCyan]
                    .map(|colour| colour.on_default().bold());
                format!("{red}error{red:#}: {what}\n{cyan}help{cyan:#}: {mend}\n")
            }
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(Style::Plain))
    }
}

/// Failures of the standard output.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        if error.kind() == io::ErrorKind::BrokenPipe {
            return Failure::BrokenPipe;
        }
        Failure::new(
            format!("the output cannot be printed: {error}"),
            "send it somewhere else, or give `-o FILE` where the command has it",
        )
    }
}

impl From<bitonic_runtime::Error> for Failure {
    fn from(error: bitonic_runtime::Error) -> Failure {
        let faults = error.kernel().map(bitonic_dsl::Error::diagnostics);
        if let Some(fault) = faults.and_then(<[_]>::first) {
            let mend = fault
                .help
                .as_deref()
                .unwrap_or("write the kernel otherwise");
            return Failure::new(format!("a kernel was refused: {}", fault.message), mend);
        }
        let mend = error
            .help()
            .unwrap_or("run `bitonic adapters` to see what can run it");
        Failure::new(error.message(), mend)
    }
}

/// The text with every line end and run of spaces as one space, and other control
/// characters (a path may hold any) escaped.
fn one_line(text: &str) -> String {
    let words: Vec<_> = text.split_whitespace().collect();
    let escape = |c: char| {
        if c.is_control() {
            c.escape_default().to_string()
        } else {
            c.to_string()
        }
    };
    words.join(" ").chars().map(escape).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_is_two_lines_whatever_it_quotes() {
        let failure = Failure::new("`a\nb\u{7}` is\n\n  wrong", "do\tright");
        assert_eq!(
            failure.to_string(),
            "error: `a b\\u{7}` is wrong\nhelp: do right\n"
        );
    }

    #[test]
    fn colours_leave_the_words_as_they_are() {
        let text = Failure::new("wrong", "do right").text(Style::Coloured);
        assert_eq!(
            text,
            "\u{1b}[1m\u{1b}[91merror\u{1b}[0m: wrong\n\u{1b}[1m\u{1b}[96mhelp\u{1b}[0m: do right\n"
        );
    }

    #[test]
    fn a_broken_pipe_is_silent() {
        let failure = Failure::from(io::Error::from(io::ErrorKind::BrokenPipe));
        assert_eq!(failure.to_string(), "");
    }
}
