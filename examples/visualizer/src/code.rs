//! WGSL as HTML, in a few colours. Pure: it knows words, not meaning.

use std::fmt::Write;

/// Words of the language.
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

/// Types, address spaces and access modes.
const TYPES: &[&str] = &[
    "array",
    "atomic",
    "bool",
    "f16",
    "f32",
    "function",
    "i32",
    "mat2x2",
    "mat3x3",
    "mat4x4",
    "private",
    "ptr",
    "read",
    "read_write",
    "storage",
    "u32",
    "uniform",
    "vec2",
    "vec2f",
    "vec2i",
    "vec2u",
    "vec3",
    "vec3f",
    "vec3i",
    "vec3u",
    "vec4",
    "vec4f",
    "vec4i",
    "vec4u",
    "workgroup",
    "write",
];

/// `wgsl` with `<i class=".." >` around what has a colour: `k` keywords, `t` types, `a`
/// attributes, `n` numbers, `f` names that are called, `c` comments. All else is escaped, so
/// that the text of the elements is `wgsl` again.
#[must_use]
pub fn html(wgsl: &str) -> String {
    let mut html = String::with_capacity(wgsl.len() * 3);
    let mut rest = wgsl;
    while let Some(first) = rest.chars().next() {
        let length = token(rest, first);
        let (text, after) = rest.split_at(length);
        match class(text, first, after) {
            Some(class) => {
                let _ = write!(html, "<i class=\"{class}\">");
                escape(text, &mut html);
                html.push_str("</i>");
            }
            None => escape(text, &mut html),
        }
        rest = after;
    }
    html
}

/// `text` as HTML that shows it.
pub fn escape(text: &str, html: &mut String) {
    for letter in text.chars() {
        match letter {
            '&' => html.push_str("&amp;"),
            '<' => html.push_str("&lt;"),
            '>' => html.push_str("&gt;"),
            '"' => html.push_str("&quot;"),
            _ => html.push(letter),
        }
    }
}

/// Bytes of the token that `rest` begins with.
fn token(rest: &str, first: char) -> usize {
    let run = |part: fn(char) -> bool| rest.find(|letter| !part(letter)).unwrap_or(rest.len());
    let word = |letter: char| letter.is_alphanumeric() || letter == '_';
    if rest.starts_with("//") {
        rest.find('\n').unwrap_or(rest.len())
    } else if first == '@' {
        let name = rest[1..].find(|letter| !word(letter));
        name.map_or(rest.len(), |end| end + 1)
    } else if first.is_ascii_digit() {
        run(|letter| letter.is_alphanumeric() || letter == '.')
    } else if word(first) {
        run(|letter| letter.is_alphanumeric() || letter == '_')
    } else {
        first.len_utf8()
    }
}

fn class(text: &str, first: char, after: &str) -> Option<&'static str> {
    if text.starts_with("//") {
        Some("c")
    } else if first == '@' {
        Some("a")
    } else if first.is_ascii_digit() {
        Some("n")
    } else if KEYWORDS.contains(&text) {
        Some("k")
    } else if TYPES.contains(&text) {
        Some("t")
    } else if after.starts_with('(') && (first.is_alphabetic() || first == '_') {
        Some("f")
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_have_their_colours() {
        let cases = [
            ("fn f(", "<i class=\"k\">fn</i> <i class=\"f\">f</i>("),
            ("1u", "<i class=\"n\">1u</i>"),
            (
                "0x1Fu + 2.5f",
                "<i class=\"n\">0x1Fu</i> + <i class=\"n\">2.5f</i>",
            ),
            (
                "array<u32>",
                "<i class=\"t\">array</i>&lt;<i class=\"t\">u32</i>&gt;",
            ),
            (
                "@group(0) x",
                "<i class=\"a\">@group</i>(<i class=\"n\">0</i>) x",
            ),
            (
                "// a < b\nlet",
                "<i class=\"c\">// a &lt; b</i>\n<i class=\"k\">let</i>",
            ),
            ("letter", "letter"),
            ("a && b", "a &amp;&amp; b"),
            ("", ""),
            ("größe_1 - ∞", "größe_1 - ∞"),
        ];
        for (wgsl, expected) in cases {
            assert_eq!(html(wgsl), expected);
        }
    }

    #[test]
    fn the_text_of_a_kernel_is_whole() {
        let kernel = bitonic::runtime::kernels::catalog()[0]
            .build(64)
            .expect("builds");
        let wgsl = kernel
            .wgsl(bitonic::Dialect::Browser)
            .expect("for browsers");
        let mut shown = html(&wgsl);
        for class in ["k", "t", "a", "n", "f", "c"] {
            shown = shown.replace(&format!("<i class=\"{class}\">"), "");
        }
        let shown = shown
            .replace("</i>", "")
            .replace("&lt;", "<")
            .replace("&gt;", ">");
        assert_eq!(shown.replace("&quot;", "\"").replace("&amp;", "&"), wgsl);
    }
}
