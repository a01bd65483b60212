//! A line of WGSL in colours.

use bitonic_dsl::{WgslToken, wgsl_tokens};
use ratatui::style::{Color, Style};
use ratatui::text::{Line, Span};

use super::colour::Palette;

/// A line in its colours.
pub(super) fn line(text: &str, palette: Palette) -> Line<'_> {
    let spans = wgsl_tokens(text).map(|(token, text)| Span::styled(text, style(token, palette)));
    Line::from(spans.collect::<Vec<_>>())
}

fn style(token: WgslToken, palette: Palette) -> Style {
    match token {
        WgslToken::Comment => palette.faint(),
        WgslToken::Attribute => palette.ink(Color::Yellow),
        WgslToken::Keyword => palette.ink(Color::Magenta),
        WgslToken::Type => palette.ink(Color::Cyan),
        WgslToken::Number => palette.ink(Color::Green),
        WgslToken::Call | WgslToken::Name | WgslToken::Other => Style::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_whole_and_its_keywords_have_a_colour() {
        let text = "let x = vec3<f32>(0.5, -1e+4); // é";
        let line = line(text, Palette::True);
        let joined: String = line.spans.iter().map(|span| &*span.content).collect();
        assert_eq!(joined, text);
        assert_eq!(line.spans[0].content, "let");
        assert_ne!(line.spans[0].style, Style::new());
    }
}
