//! WGSL cut into tokens for the eye: what a program that shows a text colours. A word is judged
//! by itself and by what stands behind it; nothing is parsed.

/// What a piece of WGSL is to who reads it: see [`wgsl_tokens`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum WgslToken {
    /// `//` and what follows it in its line.
    Comment,
    /// `@` and its name.
    Attribute,
    /// A word of the language.
    Keyword,
    /// A type, an address space or an access mode.
    Type,
    /// A number with its suffix.
    Number,
    /// A name that is called.
    Call,
    /// Another name.
    Name,
    /// Spaces, operators and brackets.
    Other,
}

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

/// Vectors, matrices and textures are known by how they begin.
const TYPES: &[&str] = &[
    "array",
    "atomic",
    "bool",
    "f16",
    "f32",
    "f64",
    "function",
    "i32",
    "i64",
    "immediate",
    "private",
    "ptr",
    "read",
    "read_write",
    "sampler",
    "storage",
    "u32",
    "u64",
    "uniform",
    "workgroup",
    "write",
];

/// The tokens of a text in WGSL, in their order; one after the other they are the text again.
/// Any text is taken, a line of a larger one too.
///
/// ```
/// use bitonic_dsl::{WgslToken, wgsl_tokens};
///
/// let names: Vec<_> = wgsl_tokens("let a = min(b, 2u);")
///     .filter(|(token, _)| *token == WgslToken::Name)
///     .map(|(_, text)| text)
///     .collect();
/// assert_eq!(names, ["a", "b"]);
/// ```
pub fn wgsl_tokens(wgsl: &str) -> impl Iterator<Item = (WgslToken, &str)> {
    let mut rest = wgsl;
    std::iter::from_fn(move || {
        let (token, length) = first(rest)?;
        let (text, behind) = rest.split_at(length);
        rest = behind;
        Some((token, text))
    })
}

/// What `text` begins with, and its length in bytes. `None` where nothing is left.
fn first(text: &str) -> Option<(WgslToken, usize)> {
    let letter = text.chars().next()?;
    Some(if text.starts_with("//") {
        (WgslToken::Comment, text.find('\n').unwrap_or(text.len()))
    } else if letter == '@' {
        (WgslToken::Attribute, 1 + word(&text[1..]))
    } else if letter.is_ascii_digit() {
        (WgslToken::Number, number(text))
    } else if is_of_a_word(letter) {
        let (name, behind) = text.split_at(word(text));
        (named(name, behind), name.len())
    } else {
        (WgslToken::Other, other(text))
    })
}

fn is_of_a_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

fn word(text: &str) -> usize {
    let end = text.find(|letter| !is_of_a_word(letter));
    end.unwrap_or(text.len())
}

/// Digits, a point, an exponent with its sign, and a suffix.
fn number(text: &str) -> usize {
    let is_hexadecimal = text.starts_with("0x");
    let mut before = ' ';
    let end = text.find(|letter: char| {
        let exponent = if is_hexadecimal { 'p' } else { 'e' };
        let is_sign = (letter == '-' || letter == '+') && before == exponent;
        before = letter;
        !(letter.is_alphanumeric() || letter == '.' || is_sign)
    });
    end.unwrap_or(text.len())
}

/// Up to what another token begins with.
fn other(text: &str) -> usize {
    let begins = |&(at, letter): &(usize, char)| {
        letter == '@' || is_of_a_word(letter) || text[at..].starts_with("//")
    };
    let end = text.char_indices().skip(1).find(begins);
    end.map_or(text.len(), |(at, _)| at)
}

fn named(name: &str, behind: &str) -> WgslToken {
    let has_sides = ["vec", "mat"].iter().any(|start| {
        let rest = name.strip_prefix(start);
        rest.is_some_and(|rest| rest.starts_with(|letter: char| letter.is_ascii_digit()))
    });
    match name {
        _ if KEYWORDS.contains(&name) => WgslToken::Keyword,
        _ if TYPES.contains(&name) || has_sides || name.starts_with("texture_") => WgslToken::Type,
        _ if behind.starts_with('(') => WgslToken::Call,
        _ => WgslToken::Name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use WgslToken::{Attribute, Call, Comment, Keyword, Name, Number, Other, Type};

    #[test]
    fn a_text_falls_into_its_tokens() {
        let cases: [(&str, &[(WgslToken, &str)]); 4] = [
            (
                "@group(0) var<storage> keys: array<u32>; // of 2\nfn",
                &[
                    (Attribute, "@group"),
                    (Other, "("),
                    (Number, "0"),
                    (Other, ") "),
                    (Keyword, "var"),
                    (Other, "<"),
                    (Type, "storage"),
                    (Other, "> "),
                    (Name, "keys"),
                    (Other, ": "),
                    (Type, "array"),
                    (Other, "<"),
                    (Type, "u32"),
                    (Other, ">; "),
                    (Comment, "// of 2"),
                    (Other, "\n"),
                    (Keyword, "fn"),
                ],
            ),
            (
                "1e-3f/x2-0x1Fu + vec3f(letter)",
                &[
                    (Number, "1e-3f"),
                    (Other, "/"),
                    (Name, "x2"),
                    (Other, "-"),
                    (Number, "0x1Fu"),
                    (Other, " + "),
                    (Type, "vec3f"),
                    (Other, "("),
                    (Name, "letter"),
                    (Other, ")"),
                ],
            ),
            (
                "0xAe-1 max(a",
                &[
                    (Number, "0xAe"),
                    (Other, "-"),
                    (Number, "1"),
                    (Other, " "),
                    (Call, "max"),
                    (Other, "("),
                    (Name, "a"),
                ],
            ),
            ("", &[]),
        ];
        for (text, tokens) in cases {
            let found: Vec<_> = wgsl_tokens(text).collect();
            assert_eq!(found, tokens, "{text}");
        }
    }

    #[test]
    fn nothing_is_lost() {
        for text in [
            "  a",
            "/",
            "é @ ü//",
            "größe_1 - ∞",
            "@",
            "// a\r\n//",
            "a//",
        ] {
            let joined: String = wgsl_tokens(text).map(|(_, text)| text).collect();
            assert_eq!(joined, text);
        }
    }
}
