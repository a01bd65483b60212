//! The words of a line of a network's text.

use crate::network::NetworkError;

/// A word with the character that it begins at, from 1.
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) column: usize,
}

#[derive(PartialEq, Eq)]
pub(super) enum Kind {
    Number(u32),
    Word(String),
    Colon,
    Comma,
    /// An opening bracket, by the one that closes it.
    Open(char),
    Close(char),
}

/// The words of `line`; an error comes with its column.
pub(super) fn tokens(line: &str) -> Result<Vec<Token>, (NetworkError, usize)> {
    let mut tokens = Vec::new();
    let mut characters = (1..).zip(line.chars()).peekable();
    while let Some((column, first)) = characters.next() {
        let kind = match first {
            _ if first.is_whitespace() => continue,
            ':' => Kind::Colon,
            ',' => Kind::Comma,
            '[' => Kind::Open(']'),
            '(' => Kind::Open(')'),
            ']' | ')' => Kind::Close(first),
            _ if first.is_alphanumeric() => {
                let mut word = String::from(first);
                while let Some((_, next)) = characters.next_if(|(_, next)| next.is_alphanumeric()) {
                    word.push(next);
                }
                number_or_word(word).map_err(|error| (error, column))?
            }
            _ => return Err((stranger(first), column)),
        };
        tokens.push(Token { kind, column });
    }
    Ok(tokens)
}

fn number_or_word(word: String) -> Result<Kind, NetworkError> {
    if !word.starts_with(|first: char| first.is_ascii_digit()) {
        return Ok(Kind::Word(word));
    }
    match word.parse() {
        Ok(number) => Ok(Kind::Number(number)),
        Err(_) => {
            let message = format!("`{}` is no number of a wire", beginning(&word));
            Err(NetworkError::new(
                message,
                "wires count from 0, in decimal digits",
            ))
        }
    }
}

/// A word as an error shows it: of a long one, the beginning.
pub(super) fn beginning(word: &str) -> String {
    const MOST: usize = 40;
    match word.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}..", &word[..end]),
        None => word.to_owned(),
    }
}

fn stranger(character: char) -> NetworkError {
    let message = format!("`{character}` has no meaning here");
    NetworkError::new(
        message,
        "write comparators as `0:3 1:2`, one round a line, and comments behind `#`",
    )
}
