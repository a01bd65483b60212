//! WGSL in colours: what is a comment, an attribute, a word of the language, a type or a
//! number, for the eye alone. A word is judged by itself.

use ratatui::style::{Color, Style};
use ratatui::text::{Line, Span};

use super::colour::Palette;

const KEYWORDS: &[&str] = &[
    "alias",
    "break",
    "case",
    "const",
    "const_assert",
    "continue",
    "continuing",
    "default",
    "diagnostic",
    "discard",
    "else",
    "enable",
    "false",
    "fn",
    "for",
    "if",
    "let",
    "loop",
    "override",
    "requires",
    "return",
    "struct",
    "switch",
    "true",
    "var",
    "while",
];

const TYPES: &[&str] = &["array", "atomic", "bool", "f16", "f32", "i32", "ptr", "u32"];

/// What a piece of text is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Piece {
    Comment,
    Attribute,
    Keyword,
    Type,
    Number,
    Plain,
}

/// A line in its colours.
pub(super) fn line(text: &str, palette: Palette) -> Line<'_> {
    let mut spans = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let (piece, length) = first(rest);
        let (head, tail) = rest.split_at(length);
        spans.push(Span::styled(head, style(piece, palette)));
        rest = tail;
    }
    Line::from(spans)
}

fn style(piece: Piece, palette: Palette) -> Style {
    match piece {
        Piece::Comment => palette.faint(),
        Piece::Attribute => palette.ink(Color::Yellow),
        Piece::Keyword => palette.ink(Color::Magenta),
        Piece::Type => palette.ink(Color::Cyan),
        Piece::Number => palette.ink(Color::Green),
        Piece::Plain => Style::new(),
    }
}

/// What `text`, which is not empty, begins with, and its length in bytes.
fn first(text: &str) -> (Piece, usize) {
    if text.starts_with("//") {
        return (Piece::Comment, text.len());
    }
    let word = |text: &str| {
        let end = text.find(|c: char| !c.is_alphanumeric() && c != '_');
        end.unwrap_or(text.len())
    };
    match text.chars().next() {
        Some('@') => (Piece::Attribute, 1 + word(&text[1..])),
        Some(c) if c.is_ascii_digit() => (Piece::Number, number(text)),
        Some(c) if c.is_alphabetic() || c == '_' => {
            let length = word(text);
            (kind(&text[..length]), length)
        }
        _ => {
            let starts = |&(at, c): &(usize, char)| {
                c == '@' || c == '_' || c.is_alphanumeric() || text[at..].starts_with("//")
            };
            let end = text.char_indices().skip(1).find(starts);
            (Piece::Plain, end.map_or(text.len(), |(at, _)| at))
        }
    }
}

fn kind(word: &str) -> Piece {
    let is_composite = ["vec", "mat"].iter().any(|start| {
        let rest = word.strip_prefix(start);
        rest.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
    });
    match word {
        _ if KEYWORDS.contains(&word) => Piece::Keyword,
        _ if TYPES.contains(&word) || is_composite => Piece::Type,
        _ => Piece::Plain,
    }
}

/// Digits, a point, an exponent with its sign, and a suffix.
fn number(text: &str) -> usize {
    let mut before = ' ';
    let end = text.find(|c: char| {
        let sign = (c == '-' || c == '+') && (before == 'e' || before == 'p');
        before = c;
        !(c.is_alphanumeric() || c == '.' || sign)
    });
    end.unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(text: &str) -> Vec<(Piece, &str)> {
        let mut pieces = Vec::new();
        let mut rest = text;
        while !rest.is_empty() {
            let (piece, length) = first(rest);
            pieces.push((piece, &rest[..length]));
            rest = &rest[length..];
        }
        pieces
    }

    #[test]
    fn a_line_falls_into_its_pieces() {
        assert_eq!(
            pieces("@group(0) var<storage> keys: array<u32>; // of 2"),
            [
                (Piece::Attribute, "@group"),
                (Piece::Plain, "("),
                (Piece::Number, "0"),
                (Piece::Plain, ") "),
                (Piece::Keyword, "var"),
                (Piece::Plain, "<"),
                (Piece::Plain, "storage"),
                (Piece::Plain, "> "),
                (Piece::Plain, "keys"),
                (Piece::Plain, ": "),
                (Piece::Type, "array"),
                (Piece::Plain, "<"),
                (Piece::Type, "u32"),
                (Piece::Plain, ">; "),
                (Piece::Comment, "// of 2"),
            ]
        );
        assert_eq!(
            pieces("1e-3f/x2"),
            [
                (Piece::Number, "1e-3f"),
                (Piece::Plain, "/"),
                (Piece::Plain, "x2"),
            ]
        );
    }

    #[test]
    fn no_character_is_lost() {
        for text in ["", "  a", "/", "é @ ü//", "vec3<f32>(0.5, -1e+4)", "@"] {
            let line = line(text, Palette::True);
            let joined: String = line.spans.iter().map(|span| &*span.content).collect();
            assert_eq!(joined, text);
        }
    }
}
