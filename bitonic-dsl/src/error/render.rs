//! The text of diagnostics, as the Rust compiler prints its own: message, places with
//! their source lines, help, and how many there are. The drawing is `annotate-snippets`'.

use annotate_snippets::{
    Annotation, AnnotationKind, Element, Group, Level, Origin, Renderer, Snippet,
};

use unicode_width::UnicodeWidthChar;

use super::extent::extent;
use super::sources::{Reader, Sources};
use super::style::Style;
use crate::diagnostic::{Diagnostic, Excerpt, SourceLocation};

/// The text of `diagnostics` and the line that closes them, if any, an empty line between
/// each two, with the lines of what `reader` reads.
pub(super) fn render(
    diagnostics: &[Diagnostic],
    closing: Option<&str>,
    reader: Reader,
    style: Style,
) -> String {
    let places = diagnostics.iter().flat_map(places).map(|place| place.at);
    let sources = Sources::of(places, reader);
    let renderer = match style {
        Style::Plain => Renderer::plain(),
        Style::Coloured => Renderer::styled(),
    };
    let faults = diagnostics.iter().map(|fault| group(fault, &sources));
    let closing = closing.map(|text| Group::with_title(Level::ERROR.primary_title(text)));
    let texts = faults.chain(closing).map(|group| renderer.render(&[group]));
    texts.collect::<Vec<_>>().join("\n\n")
}

/// A place of a diagnostic.
#[derive(Clone, Copy)]
struct Place<'a> {
    at: SourceLocation,
    operator: Option<&'static str>,
    text: &'a str,
    kind: AnnotationKind,
}

/// The places of `fault`, the faulty one first.
fn places(fault: &Diagnostic) -> impl Iterator<Item = Place<'_>> {
    let labels = fault.labels.iter().map(|label| Place {
        at: label.at,
        operator: label.operator,
        text: &label.text,
        kind: AnnotationKind::Context,
    });
    std::iter::once(Place {
        at: fault.at,
        operator: fault.operator,
        text: &fault.caption,
        kind: AnnotationKind::Primary,
    })
    .chain(labels)
}

fn group<'a>(fault: &'a Diagnostic, sources: &'a Sources) -> Group<'a> {
    let title = Level::ERROR.primary_title(fault.message.as_str());
    let mut group = Group::with_title(title).elements(located(fault, sources));
    if let Some(excerpt) = &fault.excerpt {
        group = group.element(quoted(excerpt));
    }
    if let Some(help) = &fault.help {
        group = group.element(Level::HELP.message(&**help));
    }
    group
}

/// The places of `fault`: one snippet for each file that can be read, and a note for each
/// place in a file that cannot.
fn located<'a>(fault: &'a Diagnostic, sources: &'a Sources) -> Vec<Element<'a>> {
    let mut read: Vec<File<'a>> = Vec::new();
    let (mut faulty, mut others) = (Vec::new(), Vec::new());
    for place in places(fault) {
        let name = place.at.file();
        match annotation(place, sources) {
            Some((text, annotation)) => {
                match read.iter_mut().find(|file| file.name == name) {
                    Some(file) => file.annotations.push(annotation),
                    None => read.push(File {
                        name,
                        text,
                        annotations: vec![annotation],
                    }),
                };
            }
            None if place.kind == AnnotationKind::Primary => faulty = unread_fault(place),
            None => {
                let words = format!("{}: {}", place.text, place.at);
                others.push(Level::NOTE.message(words).into());
            }
        }
    }
    let snippets = read.into_iter().map(|file| {
        let snippet = Snippet::source(file.text).path(file.name);
        snippet.annotations(file.annotations).into()
    });
    faulty.into_iter().chain(snippets).chain(others).collect()
}

/// A file, and what is underlined in it.
struct File<'a> {
    name: &'static str,
    text: &'a str,
    annotations: Vec<Annotation<'a>>,
}

/// The faulty place in a file that cannot be read.
fn unread_fault(place: Place<'_>) -> Vec<Element<'_>> {
    let Place { at, text, .. } = place;
    let origin = Origin::path(at.file())
        .line(at.line() as usize)
        .char_column(at.column() as usize);
    let caption = Some(text).filter(|text| !text.is_empty());
    let note = caption.map(|text| Level::NOTE.message(text).into());
    std::iter::once(origin.into()).chain(note).collect()
}

/// What is underlined for `place`, and the file that it lies in.
fn annotation<'a>(place: Place<'a>, sources: &'a Sources) -> Option<(&'a str, Annotation<'a>)> {
    let (text, start, line) = sources.line(place.at)?;
    let range = extent(line, byte_at(line, place.at.column()), place.operator);
    let annotation = place.kind.span(start + range.start..start + range.end);
    let label = Some(place.text).filter(|text| !text.is_empty());
    Some((text, annotation.label(label)))
}

/// The byte of `line` at a column as the compiler counts: from 1, by the cells of a
/// terminal, of which a tab takes four, a wide character two and a combining one none.
pub(super) fn byte_at(line: &str, column: u32) -> usize {
    let before = column.saturating_sub(1) as usize;
    let mut cells = 0;
    let found = line.char_indices().find(|(_, character)| {
        let width = match character {
            '\t' => 4,
            // Those that turn the direction of a text stand visibly in the compiler's count.
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => 1,
            other => other.width().unwrap_or(1),
        };
        let is_there = cells >= before && width > 0;
        cells += width;
        is_there
    });
    found.map_or(line.len(), |(at, _)| at)
}

fn quoted(excerpt: &Excerpt) -> Snippet<'_, Annotation<'_>> {
    let caption = Some(excerpt.caption.as_str()).filter(|text| !text.is_empty());
    let range = AnnotationKind::Primary.span(excerpt.range.clone());
    Snippet::source(excerpt.text.as_str())
        .path(excerpt.name.as_str())
        .annotation(range.label(caption))
}
