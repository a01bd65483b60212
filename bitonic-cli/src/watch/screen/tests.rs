//! What stands on the screen, in terminals of several sizes and with and without colours.

use std::time::Instant;

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier};

use super::{LEAST, Palette, draw, room};
use crate::watch::model::{Model, Pressed};
use crate::watch::tests::{frame, model, run_to};

fn drawn(model: &Model, palette: Palette, width: u16, height: u16) -> Buffer {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("no device");
    let draw = |frame: &mut ratatui::Frame<'_>| draw(frame, model, palette);
    terminal.draw(draw).expect("no device");
    terminal.backend().buffer().clone()
}

/// The lines of a picture.
fn lines(buffer: &Buffer) -> Vec<String> {
    let width = usize::from(buffer.area.width);
    let symbols: Vec<&str> = buffer.content.iter().map(|cell| cell.symbol()).collect();
    symbols.chunks(width).map(|line| line.concat()).collect()
}

fn text(model: &Model, palette: Palette, width: u16, height: u16) -> String {
    lines(&drawn(model, palette, width, height)).join("\n")
}

#[track_caller]
fn assert_has(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "no `{part}` in:\n{text}");
    }
}

/// The colours of the dots of the grid, from its upper left corner on: of each character the
/// upper, then the lower.
fn dots(buffer: &Buffer) -> Vec<(Color, Color)> {
    let halves = buffer.content.iter().filter(|cell| cell.symbol() == "▀");
    halves.map(|cell| (cell.fg, cell.bg)).collect()
}

/// Both dots of the key at `index` have `colour`, but for rounding.
#[track_caller]
fn assert_near(dots: (Color, Color), colour: Color, index: usize) {
    let parts = |colour| match colour {
        Color::Rgb(red, green, blue) => [red, green, blue],
        other => panic!("{other} is not of 24 bits"),
    };
    for dot in [dots.0, dots.1] {
        let pairs = parts(dot).into_iter().zip(parts(colour));
        let near = pairs.into_iter().all(|(a, b)| a.abs_diff(b) <= 1);
        assert!(near, "at {index}: {dot}, not {colour}");
    }
}

#[test]
fn the_whole_state_is_on_the_screen() {
    let (mut model, start) = model(64);
    run_to(&mut model, 2, start);
    for (width, height) in [LEAST, (80, 24), (120, 40), (300, 100)] {
        let text = text(&model, Palette::True, width, height);
        assert_has(
            &text,
            &[
                "bitonic 64 keys of u32, reversed, seed 7, workgroups of 8",
                // Tiles of 16: after the local step and a flip of 32 comes the end of the tiles.
                "next: disperse local, span 16",
                "steps: 2 of 6 done",
                "  1 swap local            2   1.50 ms",
                "  2 flip global          32   1.50 ms",
                "▶  3 disperse local       16",
                "  6 disperse local       16",
                "all so far: 3.00 ms",
                "▶ playing     10 steps/s",
                "2/6 steps  3.00 ms",
                "a cell is a key",
                "space play",
                "q quit",
            ],
        );
    }
}

#[test]
fn a_tiny_terminal_says_what_is_needed() {
    let (model, _) = model(64);
    for (width, height) in [(75, 14), (76, 13), (40, 10), (20, 5)] {
        let text = text(&model, Palette::True, width, height);
        let words: Vec<&str> = text.split_whitespace().collect();
        let said = words.join(" ");
        let expected =
            format!("76 x 14 characters are needed, here are {width} x {height}. q quits");
        assert_eq!(said, expected);
    }
    for (width, height) in [(1, 1), (3, 2), (0, 0)] {
        drawn(&model, Palette::True, width, height);
    }
}

#[test]
fn keys_are_dots_two_to_a_character_row_by_row() {
    // 256 keys that fall evenly: 16 x 16 cells of 4 x 4 dots where there is room for it.
    let (model, _) = model(256);
    let buffer = drawn(&model, Palette::True, 120, 40);
    let dots = dots(&buffer);
    assert_eq!(dots.len(), 64 * 32);
    // The first is the greatest, and the last, in a dark block, the least.
    assert_near(dots[0], Palette::True.key(1.0, true), 0);
    assert_near(dots[3], Palette::True.key(1.0, true), 0);
    assert_near(dots[4], Palette::True.key(254.0 / 255.0, true), 1);
    assert_near(dots[64 * 32 - 1], Palette::True.key(0.0, false), 255);
    // Tiles of 16 keys are whole rows here, bright and dark in turn.
    assert_near(dots[64], Palette::True.key(1.0, true), 0);
    assert_near(dots[128], Palette::True.key(239.0 / 255.0, false), 16);
    assert_near(dots[256], Palette::True.key(223.0 / 255.0, true), 32);
}

#[test]
fn blocks_of_the_span_are_bright_and_dark_in_turn_until_all_is_sorted() {
    let (mut model, start) = model(64);
    let now = run_to(&mut model, 1, start);
    // A flip of span 32: the first half of the keys is bright.
    let share = |index: usize| 1.0 - index as f32 / 63.0;
    let shape = drawn(&model, Palette::True, LEAST.0, LEAST.1);
    let dots_now = dots(&shape);
    // 9 lines have room for 18 dots: 8 x 8 cells of 2 x 2 dots, 16 characters in each line.
    assert_eq!(dots_now.len(), 16 * 8);
    for (line, row) in dots_now.chunks(16).enumerate() {
        for (column, dot) in row.iter().enumerate() {
            let index = line * 8 + column / 2;
            let colour = Palette::True.key(share(index), index < 32);
            assert_near(*dot, colour, index);
        }
    }
    run_to(&mut model, 6, now);
    let text = text(&model, Palette::True, LEAST.0, LEAST.1);
    assert_has(
        &text,
        &["╭ sorted ", "steps: 6 of 6 done", "6/6 steps  9.00 ms"],
    );
    let dots_now = dots(&drawn(&model, Palette::True, LEAST.0, LEAST.1));
    for (line, row) in dots_now.chunks(16).enumerate() {
        for (column, dot) in row.iter().enumerate() {
            let index = line * 8 + column / 2;
            let colour = Palette::True.key(index as f32 / 63.0, true);
            assert_near(*dot, colour, index);
        }
    }
}

#[test]
fn more_keys_than_cells_are_told() {
    let (model, _) = model(4096);
    assert_has(
        &text(&model, Palette::True, 80, 24),
        &["a cell is 1 key of 4"],
    );
    assert_has(&text(&model, Palette::True, 120, 40), &["a cell is a key"]);
    // Without colours a line has one row of cells.
    assert_has(
        &text(&model, Palette::Characters, 120, 40),
        &["a cell is 1 key of 2"],
    );
}

#[test]
fn past_the_last_key_nothing_is_drawn() {
    // 5 keys on 4 x 2 cells.
    let (model, _) = model(5);
    let dots = dots(&drawn(&model, Palette::True, LEAST.0, LEAST.1));
    let drawn = dots.iter().filter(|(upper, _)| *upper != Color::Reset);
    assert_eq!(dots.len() * 5, drawn.count() * 8);
}

#[test]
fn fewer_colours_are_of_the_256_and_without_any_keys_are_characters() {
    let (mut model, start) = model(64);
    run_to(&mut model, 1, start);
    for (upper, lower) in dots(&drawn(&model, Palette::Indexed, 80, 24)) {
        let indexed = |colour| matches!(colour, Color::Indexed(16..));
        assert!(indexed(upper) && indexed(lower), "{upper} {lower}");
    }
    let buffer = drawn(&model, Palette::Characters, LEAST.0, LEAST.1);
    assert!(dots(&buffer).is_empty());
    for cell in &buffer.content {
        assert_eq!((cell.fg, cell.bg), (Color::Reset, Color::Reset), "{cell:?}");
    }
    // 64 keys that fall, on 8 x 8 characters; the first half is the bright block.
    let grid: Vec<_> = lines(&buffer)[2..10]
        .iter()
        .map(|line| line.replace('│', " "))
        .collect();
    let row = |line: &str| {
        line.split_whitespace()
            .next()
            .unwrap_or_default()
            .to_owned()
    };
    let first = row(&grid[0]);
    assert!(first.starts_with('@'), "{grid:#?}");
    let weights = buffer.content.iter().filter(|cell| cell.symbol() == "@");
    assert!(weights.clone().count() >= 4);
    assert!(
        weights
            .into_iter()
            .all(|cell| cell.modifier.contains(Modifier::BOLD))
    );
    let least = buffer.content.iter().filter(|cell| cell.symbol() == ":");
    assert!(least.clone().count() >= 4);
}

#[test]
fn the_wgsl_of_the_next_kernel_takes_the_place_of_the_steps() {
    let (mut model, start) = model(64);
    model.press(Pressed::Panel, start);
    model.room = room(24);
    let first = text(&model, Palette::True, 80, 24);
    assert_has(
        &first,
        &["first_kernel", "let line_1 = 1u;", "lines 1 to 19 of 60"],
    );
    assert!(!first.contains("swap local  "), "{first}");
    model.press(Pressed::Scroll(1000), start);
    let last = text(&model, Palette::True, 80, 24);
    assert_has(&last, &["let line_60 = 60u;", "lines 42 to 60 of 60"]);
    model.press(Pressed::Scroll(-1), start);
    assert_has(
        &text(&model, Palette::True, 80, 24),
        &["lines 41 to 59 of 60"],
    );
    let now = run_to(&mut model, 1, start);
    let second = text(&model, Palette::True, 80, 24);
    assert_has(&second, &["second_kernel", "let line_1 = 1u;"]);
    assert!(!second.contains(" of 60"), "{second}");
    model.press(Pressed::Panel, now);
    assert_has(
        &text(&model, Palette::True, 80, 24),
        &["steps: 1 of 6 done"],
    );
}

#[test]
fn the_help_lies_over_the_keys_and_goes() {
    let (mut model, start) = model(64);
    model.press(Pressed::Help, start);
    for (width, height) in [LEAST, (120, 40)] {
        let shown = text(&model, Palette::True, width, height);
        let parts = [
            "play or pause",
            "one step",
            "other keys, from the start",
            "faster, slower",
            "steps, or WGSL",
            "quit, as Ctrl-C does",
        ];
        assert_has(&shown, &parts);
    }
    model.press(Pressed::Help, start);
    assert!(!text(&model, Palette::True, 120, 40).contains("play or pause"));
}

#[test]
fn any_count_fits_any_size() {
    for count in [0, 1, 2, 3, 17, 1000, 70_000] {
        let (model, _) = model(count);
        for (width, height) in [LEAST, (77, 15), (79, 23), (200, 20), (76, 90)] {
            for palette in [Palette::True, Palette::Indexed, Palette::Characters] {
                drawn(&model, palette, width, height);
            }
        }
    }
    let (mut model, start) = model(1);
    assert_has(
        &text(&model, Palette::True, 80, 24),
        &["1 key of u32", "sorted", "0/0 steps"],
    );
    model.press(Pressed::Panel, start);
    assert_has(
        &text(&model, Palette::True, 80, 24),
        &["nothing is to be sorted"],
    );
}

#[test]
fn paused_is_told() {
    let (mut model, _) = model(64);
    model.press(Pressed::PlayOrPause, Instant::now());
    model.arrived(frame(64, 0), Instant::now());
    assert_has(
        &text(&model, Palette::True, 80, 24),
        &["■ paused", "0/6 steps"],
    );
}
