//! What stands beside the keys: the steps with their times, or the WGSL of a kernel.

use std::time::Duration;

use bitonic_runtime::plan::bitonic::Step;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};

use super::colour::Palette;
use super::wgsl;
use crate::watch::model::{Model, Panel};

/// A title, and lines that fit the room.
pub(super) struct Content<'a> {
    pub(super) title: Line<'a>,
    pub(super) lines: Vec<Line<'a>>,
    /// Beneath the lines.
    pub(super) foot: Line<'a>,
}

/// What the panel shows in a room of `area`.
pub(super) fn content(model: &Model, palette: Palette, area: Rect) -> Content<'_> {
    match model.panel {
        Panel::Steps => steps(model, palette, usize::from(area.height)),
        Panel::Wgsl => kernel(model, palette, usize::from(area.height)),
    }
}

fn steps(model: &Model, palette: Palette, room: usize) -> Content<'_> {
    let (done, total) = (model.frame.done, model.scene.steps.len());
    let first = first_shown(done, total, room);
    let shown = model.scene.steps.iter().enumerate().skip(first).take(room);
    let line = |(index, step): (usize, &Step)| {
        let next = index == done;
        step_line(index, *step, next, model.times.get(index), palette)
    };
    Content {
        title: Line::from(format!(" steps: {done} of {total} done ")),
        lines: shown.map(line).collect(),
        foot: Line::from(match done {
            0 => String::new(),
            _ => format!(" all so far: {} ", milliseconds(model.total_time())),
        }),
    }
}

/// The first step that is shown: the next one stays in the middle, as far as there are steps.
fn first_shown(done: usize, total: usize, room: usize) -> usize {
    let most = total.saturating_sub(room);
    done.saturating_sub(room / 2).min(most)
}

fn step_line<'a>(
    index: usize,
    step: Step,
    next: bool,
    time: Option<&Duration>,
    palette: Palette,
) -> Line<'a> {
    let mark = if next { "▶" } else { " " };
    let time = time.map_or(String::new(), |time| milliseconds(*time));
    let plain = match (next, time.is_empty()) {
        (true, _) => Style::new().add_modifier(Modifier::BOLD),
        (false, true) => palette.faint(),
        (false, false) => Style::new(),
    };
    let kind = match next || !time.is_empty() {
        true => plain.patch(palette.kind(step.kind)),
        false => plain,
    };
    Line::from(vec![
        Span::styled(format!("{mark}{:>3} ", index + 1), plain),
        Span::styled(format!("{:<15}", step.kind), kind),
        Span::styled(format!("{:>8} {time:>9}", step.span), plain),
    ])
}

fn kernel(model: &Model, palette: Palette, room: usize) -> Content<'_> {
    let Some(text) = model.kernel() else {
        return Content {
            title: Line::from(" no kernel "),
            lines: vec![Line::from("nothing is to be sorted")],
            foot: Line::default(),
        };
    };
    let count = text.wgsl.lines().count();
    let first = usize::from(model.scroll).min(count.saturating_sub(room));
    let shown = text.wgsl.lines().skip(first).take(room);
    let last = (first + room).min(count);
    Content {
        title: Line::from(vec![
            Span::raw(" "),
            Span::styled(&*text.name, palette.ink(Color::Cyan)),
            Span::raw(" "),
        ]),
        lines: shown.map(|line| wgsl::line(line, palette)).collect(),
        foot: Line::from(match count > room {
            true => format!(" lines {} to {last} of {count}: up, down ", first + 1),
            false => String::new(),
        }),
    }
}

/// A time in milliseconds, to three digits or more.
pub(in crate::watch) fn milliseconds(time: Duration) -> String {
    let value = time.as_secs_f64() * 1e3;
    match value {
        0.0..1.0 => format!("{value:.3} ms"),
        1.0..100.0 => format!("{value:.2} ms"),
        _ => format!("{value:.0} ms"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_three_digits_or_more() {
        let written = |micros| milliseconds(Duration::from_micros(micros));
        assert_eq!(written(7), "0.007 ms");
        assert_eq!(written(1_230), "1.23 ms");
        assert_eq!(written(45_678), "45.68 ms");
        assert_eq!(written(1_234_567), "1235 ms");
    }

    #[test]
    fn the_next_step_is_always_in_the_room() {
        for (done, total, room, first) in [
            (0, 36, 10, 0),
            (3, 36, 10, 0),
            (20, 36, 10, 15),
            (36, 36, 10, 26),
            (2, 5, 10, 0),
            (0, 0, 10, 0),
        ] {
            assert_eq!(first_shown(done, total, room), first);
        }
    }
}
