//! What can be wrong with a network: what, where in its text, and how to mend it.

use std::fmt;

use crate::error::{Error, ErrorKind};

/// Why a network cannot be made or read.
///
/// `Display` gives the place in the text where there is one, what is wrong, and how to mend it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NetworkError(Box<Content>);

#[derive(Clone, PartialEq, Eq, Debug)]
struct Content {
    message: String,
    help: String,
    place: Option<(usize, usize)>,
}

impl NetworkError {
    pub(super) fn new(message: impl Into<String>, help: impl Into<String>) -> NetworkError {
        NetworkError(Box::new(Content {
            message: message.into(),
            help: help.into(),
            place: None,
        }))
    }

    /// Says where in a text it is: the line, and the character in it, both from 1.
    pub(super) fn at(mut self, line: usize, column: usize) -> NetworkError {
        self.0.place = Some((line, column));
        self
    }

    /// What is wrong.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// How to mend it.
    #[must_use]
    pub fn help(&self) -> &str {
        &self.0.help
    }

    /// The line of the text, from 1; `None` where no text is read.
    #[must_use]
    pub fn line(&self) -> Option<usize> {
        self.0.place.map(|(line, _)| line)
    }

    /// The character in its line, from 1.
    #[must_use]
    pub fn column(&self) -> Option<usize> {
        self.0.place.map(|(_, column)| column)
    }
}

impl fmt::Display for NetworkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((line, column)) = self.0.place {
            write!(f, "line {line}, column {column}: ")?;
        }
        write!(f, "{}\n  help: {}", self.0.message, self.0.help)
    }
}

impl std::error::Error for NetworkError {}

impl From<NetworkError> for Error {
    fn from(error: NetworkError) -> Error {
        let message = match error.0.place {
            Some((line, column)) => format!("line {line}, column {column}: {}", error.message()),
            None => error.message().to_owned(),
        };
        Error::new(ErrorKind::Options, message).with_help(error.help())
    }
}
