//! The screen: keys on the left, steps or WGSL on the right, how far the sort is beneath.
//!
//! All is drawn from the model alone, anew each time, so that a terminal of another size
//! is just another picture.

mod colour;
mod grid;
mod panel;
mod shape;
#[cfg(test)]
mod tests;
mod wgsl;

use ratatui::Frame;
use ratatui::layout::{Alignment, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Clear, Paragraph, Wrap};

use super::engine::Scene;
use super::model::Model;

pub(super) use colour::Palette;
use grid::Grid;
pub(super) use panel::milliseconds;

/// The smallest terminal that all parts fit in.
const LEAST: (u16, u16) = (76, 14);

/// Columns that the panel has at least, its frame among them.
const PANEL: u16 = 40;

/// Characters of a title that names the longest kind of step and a large span.
const TITLE: u16 = 38;

const HELP: &[(&str, &str)] = &[
    ("space", "play or pause"),
    ("right", "one step"),
    ("r", "other keys, from the start"),
    ("+ -", "faster, slower"),
    ("w", "steps, or WGSL of the next kernel"),
    ("up down", "scroll the WGSL"),
    ("?", "this help"),
    ("q Esc", "quit, as Ctrl-C does"),
];

/// Lines that the panel has room for in a terminal of `height` lines.
pub(super) fn room(height: u16) -> u16 {
    height.saturating_sub(5)
}

/// Draws the whole screen.
pub(super) fn draw(frame: &mut Frame<'_>, model: &Model, palette: Palette) {
    let area = frame.area();
    if area.width < LEAST.0 || area.height < LEAST.1 {
        return too_small(frame, area);
    }
    let row = |y| Rect::new(area.x, area.y + y, area.width, 1);
    frame.render_widget(
        Paragraph::new(heading(&model.scene, model, palette)),
        row(0),
    );
    let body = Rect::new(area.x, area.y + 1, area.width, area.height - 3);
    draw_body(frame, model, palette, body);
    let bar = row(area.height - 2);
    frame.render_widget(Paragraph::new(progress(model, palette, bar.width)), bar);
    frame.render_widget(Paragraph::new(hints(palette)), row(area.height - 1));
    if model.help {
        draw_help(frame, palette, body);
    }
}

fn too_small(frame: &mut Frame<'_>, area: Rect) {
    let (width, height) = LEAST;
    let text = format!(
        "{width} x {height} characters are needed, here are {} x {}. q quits",
        area.width, area.height
    );
    let text = Paragraph::new(text).wrap(Wrap { trim: true });
    frame.render_widget(text, area);
}

/// What is sorted, how, and where.
fn heading<'a>(scene: &Scene, model: &Model, palette: Palette) -> Line<'a> {
    let keys = match scene.count {
        1 => "1 key".to_owned(),
        count => format!("{count} keys"),
    };
    let order = if scene.descending { ", descending" } else { "" };
    let bold = palette.ink(Color::Cyan).add_modifier(Modifier::BOLD);
    Line::from(vec![
        Span::styled(" bitonic ", bold),
        Span::styled(keys, Style::new().add_modifier(Modifier::BOLD)),
        Span::raw(format!(
            " of u32, {}{order}, seed {}, workgroups of {}",
            scene.distribution, model.frame.seed, scene.workgroup_size
        )),
        Span::styled(format!("  {}", scene.adapter), palette.faint()),
    ])
}

/// The keys and the panel, which takes what the keys leave over.
fn draw_body(frame: &mut Frame<'_>, model: &Model, palette: Palette, body: Rect) {
    let grid = Grid::new(model, palette, body.width - PANEL - 2, body.height - 2);
    let (width, height) = grid.size();
    // The titles on its frame have room too.
    let width = width.max(TITLE).min(body.width - PANEL - 2);
    let left = Rect {
        width: width + 2,
        ..body
    };
    let right = Rect {
        x: body.x + left.width,
        width: body.width - left.width,
        ..body
    };
    let block = bordered(palette).title(next(model, palette));
    let block = block.title_bottom(Line::styled(
        format!(" {} ", grid.legend()),
        palette.faint(),
    ));
    let inner = block.inner(left);
    frame.render_widget(block, left);
    let centred = Rect {
        x: inner.x + (inner.width - grid.size().0) / 2,
        y: inner.y + inner.height.saturating_sub(height) / 2,
        ..inner
    };
    grid.draw(centred.intersection(inner), frame.buffer_mut());
    let block = bordered(palette);
    let inner = block.inner(right);
    let content = panel::content(model, palette, inner);
    let foot = content.foot.style(palette.faint());
    frame.render_widget(block.title(content.title).title_bottom(foot), right);
    frame.render_widget(Paragraph::new(content.lines), inner);
}

fn bordered<'a>(palette: Palette) -> Block<'a> {
    Block::bordered()
        .border_type(BorderType::Rounded)
        .border_style(palette.faint())
        .title_style(Style::new())
}

/// What the device says comes next.
fn next<'a>(model: &Model, palette: Palette) -> Line<'a> {
    let info = model.frame.info;
    match info.step_kind() {
        _ if model.is_sorted() => {
            let green = palette.ink(Color::Green).add_modifier(Modifier::BOLD);
            Line::from(Span::styled(" sorted ", green))
        }
        None => Line::default(),
        Some(kind) => {
            let bold = palette.kind(kind).add_modifier(Modifier::BOLD);
            Line::from(vec![
                Span::raw(" next: "),
                Span::styled(kind.to_string(), bold),
                Span::raw(format!(", span {} ", info.span)),
            ])
        }
    }
}

/// How far the sort is, and how fast it goes.
fn progress<'a>(model: &Model, palette: Palette, width: u16) -> Line<'a> {
    let (done, total) = (model.frame.done, model.scene.steps.len());
    let state = if model.playing {
        "▶ playing"
    } else {
        "■ paused "
    };
    let left = format!(" {state}  {:>5} steps/s  ", trimmed(model.speed));
    let right = format!(
        "  {done}/{total} steps  {} ",
        milliseconds(model.total_time())
    );
    let taken = left.chars().count() + right.chars().count();
    let room = usize::from(width).saturating_sub(taken + 1);
    let filled = match total {
        0 => room,
        _ => room * done / total,
    };
    let colour = if model.is_sorted() {
        Color::Green
    } else {
        Color::Cyan
    };
    Line::from(vec![
        Span::raw(left),
        Span::styled("━".repeat(filled), palette.ink(colour)),
        Span::styled("─".repeat(room - filled), palette.faint()),
        Span::raw(right),
    ])
}

/// A number with no zeros at its end.
fn trimmed(number: f64) -> String {
    let text = format!("{number:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn hints<'a>(palette: Palette) -> Line<'a> {
    let hints = [
        ("space", "play"),
        ("→", "step"),
        ("r", "shuffle"),
        ("+ -", "speed"),
        ("w", "WGSL"),
        ("?", "help"),
        ("q", "quit"),
    ];
    let spans = hints.into_iter().flat_map(|(key, what)| {
        [
            Span::styled(format!(" {key}"), palette.ink(Color::Yellow)),
            Span::styled(format!(" {what} "), palette.faint()),
        ]
    });
    Line::from_iter(spans)
}

fn draw_help(frame: &mut Frame<'_>, palette: Palette, body: Rect) {
    let line = |(key, what): &(&'static str, &'static str)| {
        Line::from(vec![
            Span::styled(format!(" {key:<9}"), palette.ink(Color::Yellow)),
            Span::raw(*what),
        ])
    };
    let lines: Vec<Line<'_>> = HELP.iter().map(line).collect();
    let (width, height) = (
        48.min(body.width),
        (lines.len() as u16 + 2).min(body.height),
    );
    let area = Rect {
        x: body.x + (body.width - width) / 2,
        y: body.y + (body.height - height) / 2,
        width,
        height,
    };
    let title = Line::from(" keys ").alignment(Alignment::Center);
    frame.render_widget(Clear, area);
    frame.render_widget(
        Paragraph::new(lines).block(bordered(palette).title(title)),
        area,
    );
}
