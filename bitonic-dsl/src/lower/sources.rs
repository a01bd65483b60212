//! The source map: which place in the author's source each naga span stands for.

use crate::diagnostic::SourceLocation;

/// Numbers places, so that a naga span can carry one through the validator.
#[derive(Clone, Debug, Default)]
pub(crate) struct SourceMap {
    places: Vec<SourceLocation>,
}

impl SourceMap {
    /// The span that stands for `at`: from its number to the next. The numbers begin
    /// at 1, for naga's span of 0 to 0 means none.
    pub(super) fn span(&mut self, at: SourceLocation) -> naga::Span {
        if self.places.last() != Some(&at) {
            self.places.push(at);
        }
        let id = self.places.len() as u32;
        naga::Span::new(id, id + 1)
    }

    /// The place that `span` stands for, if any.
    pub(crate) fn place(&self, span: naga::Span) -> Option<SourceLocation> {
        let id = span.to_range()?.start;
        self.places.get(id.checked_sub(1)?).copied()
    }
}
