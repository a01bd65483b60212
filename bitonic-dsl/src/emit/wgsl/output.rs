//! The text as it grows, and where each of its lines comes from.

use naga::Span;

/// Text, and by line the span of what it says; none for what only holds others.
#[derive(Debug, Default)]
pub(crate) struct Output {
    pub(crate) text: String,
    pub(crate) spans: Vec<Span>,
}

const INDENT: &str = "    ";

impl Output {
    pub(super) fn line(&mut self, indent: usize, line: &str, span: Span) {
        if !line.is_empty() {
            for _ in 0..indent {
                self.text.push_str(INDENT);
            }
            self.text.push_str(line);
        }
        self.text.push('\n');
        self.spans.push(span);
    }

    /// An empty line, unless the text begins here.
    pub(super) fn gap(&mut self) {
        if !self.text.is_empty() {
            self.line(0, "", Span::default());
        }
    }
}
