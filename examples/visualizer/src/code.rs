//! WGSL as HTML, in a few colours.

use std::fmt::Write;

use bitonic::{WgslToken, wgsl_tokens};

/// `wgsl` with `<i class=".." >` around what has a colour: `k` keywords, `t` types, `a`
/// attributes, `n` numbers, `f` names that are called, `c` comments. All else is escaped, so
/// that the text of the elements is `wgsl` again.
#[must_use]
pub fn html(wgsl: &str) -> String {
    let mut html = String::with_capacity(wgsl.len() * 3);
    for (token, text) in wgsl_tokens(wgsl) {
        match class(token) {
            Some(class) => {
                let _ = write!(html, "<i class=\"{class}\">");
                escape(text, &mut html);
                html.push_str("</i>");
            }
            None => escape(text, &mut html),
        }
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

fn class(token: WgslToken) -> Option<&'static str> {
    match token {
        WgslToken::Comment => Some("c"),
        WgslToken::Attribute => Some("a"),
        WgslToken::Keyword => Some("k"),
        WgslToken::Type => Some("t"),
        WgslToken::Number => Some("n"),
        WgslToken::Call => Some("f"),
        WgslToken::Name | WgslToken::Other => None,
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
