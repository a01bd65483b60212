//! `bitonic watch` at a terminal, from the first step to the last, and without one.

use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;

use rustix::process::Signal;

use crate::support::{Folder, assert_said, printed, said};
use crate::terminal::Terminal;

const SIZE: (u16, u16) = (100, 30);

fn start(folder: &Folder, arguments: &[&str]) -> Terminal {
    let arguments = [&["watch"], arguments].concat();
    Terminal::start(folder, &arguments, &[("COLORTERM", "truecolor")], SIZE)
}

#[test]
fn a_whole_sort_is_played_and_the_terminal_is_given_back() {
    let folder = Folder::new();
    let mut terminal = start(&folder, &["--n", "1024", "--speed", "50", "--once"]);
    let first = terminal.wait_for_text("bitonic 1024 keys of u32");
    assert!(terminal.screen().alternate_screen(), "{first}");
    assert!(
        first.contains("uniform, seed 1, workgroups of 64"),
        "{first}"
    );
    assert_eq!(terminal.wait_for_end().code(), Some(0));
    // 2^10 keys in tiles of 2^7: g = 3, and 1 + 3 + 3 * 4 / 2 steps.
    let last = terminal.last_picture();
    let text = last.contents();
    for part in [
        "╭ sorted ",
        "steps: 10 of 10 done",
        "10 disperse local      128",
        "a cell is a key",
        "10/10 steps",
    ] {
        assert!(text.contains(part), "no `{part}` in:\n{text}");
    }
    // Sorted keys rise, and so does the ramp from blue to red.
    assert_eq!(corners(last), [[46, 40, 122], [236, 84, 84]]);
}

/// The colours of the first dot and of the last.
fn corners(screen: &vt100::Screen) -> [[u8; 3]; 2] {
    let (rows, columns) = screen.size();
    let (rows, columns) = (rows.get(), columns.get());
    let places = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    let cells = places.filter_map(|(row, column)| screen.cell(row, column));
    let cells: Vec<_> = cells.filter(|cell| cell.contents() == "▀").collect();
    let (Some(first), Some(last)) = (cells.first(), cells.last()) else {
        panic!("no keys on the screen");
    };
    [first.fgcolor(), last.bgcolor()].map(|colour| match colour {
        vt100::Color::Rgb(red, green, blue) => [red, green, blue],
        other => panic!("{other:?} is not of 24 bits"),
    })
}

#[test]
fn keys_stop_it_step_it_and_end_it() {
    let folder = Folder::new();
    for quit in ["q", "\u{1b}", "\u{3}"] {
        let mut terminal = start(&folder, &["--n", "512", "--speed", "0.1"]);
        terminal.wait_for_text("steps: 0 of 6 done");
        terminal.press(" ");
        terminal.wait_for_text("paused");
        terminal.press("\u{1b}[C");
        terminal.wait_for_text("steps: 1 of 6 done");
        terminal.press("w");
        terminal.wait_for_text("flip_global");
        terminal.wait_for_text("fn ");
        terminal.press("w+");
        terminal.wait_for_text("0.2 steps/s");
        terminal.press("?");
        terminal.wait_for_text("quit, as Ctrl-C does");
        terminal.press("?r");
        let text = terminal.wait_for_text("seed 2");
        assert!(text.contains("steps: 0 of 6 done"), "{text}");
        terminal.press(quit);
        assert_eq!(terminal.wait_for_end().code(), Some(0), "{quit:?}");
    }
}

#[test]
fn the_picture_follows_the_size_of_the_terminal() {
    let folder = Folder::new();
    let mut terminal = start(&folder, &["--n", "4096", "--speed", "0.1"]);
    terminal.wait_for_text("a cell is 1 key of 4");
    terminal.resize(40, 10);
    terminal.wait_for_text("76 x 14 characters are needed");
    terminal.resize(140, 50);
    terminal.wait_for_text("a cell is a key");
    terminal.press("q");
    assert_eq!(terminal.wait_for_end().code(), Some(0));
}

#[test]
fn a_signal_ends_it_with_the_terminal_in_order() {
    let folder = Folder::new();
    for (signal, number) in [(Signal::TERM, 15), (Signal::HUP, 1)] {
        let mut terminal = start(&folder, &["--speed", "100"]);
        terminal.wait_for_text("steps: ");
        terminal.signal(signal);
        assert_eq!(terminal.wait_for_end().signal(), Some(number));
    }
}

#[test]
fn a_terminal_without_colours_gets_characters() {
    let folder = Folder::new();
    let line = [
        "watch",
        "--n",
        "256",
        "--distribution",
        "sorted",
        "--speed",
        "0.1",
    ];
    let mut terminal = Terminal::start(&folder, &line, &[("NO_COLOR", "1")], SIZE);
    let text = terminal.wait_for_text("@@@@");
    assert!(text.contains("....") && !text.contains('▀'), "{text}");
    terminal.press("q");
    terminal.wait_for_end();
}

#[test]
fn a_dumb_terminal_is_told_from_one_that_can_be_drawn_on() {
    let folder = Folder::new();
    let dumb = [("TERM", "dumb")];
    let mut terminal = Terminal::start(&folder, &["watch"], &dumb, SIZE);
    terminal.wait_for_text("help: run it in a terminal, or with `--once`");
    assert_eq!(terminal.wait_for_end().code(), Some(2));
    let line = ["watch", "--once", "--n", "200"];
    let mut terminal = Terminal::start(&folder, &line, &dumb, SIZE);
    terminal.wait_for_text("sorted, steps: 3");
    assert_eq!(terminal.wait_for_end().code(), Some(0));
}

#[test]
fn without_a_terminal_it_says_what_to_do() {
    let output = Folder::new().bitonic(&["watch"]);
    assert_said(&output, 2, "no terminal", "--once", "a pipe");
    assert_eq!(printed(&output), "");
}

/// What `--once` prints into a pipe.
fn once(arguments: &[&str]) -> Vec<String> {
    let output = Folder::new().bitonic(&[&["watch", "--once"], arguments].concat());
    assert!(output.status.success(), "{}", said(&output));
    assert_eq!(said(&output), "");
    printed(&output).lines().map(str::to_owned).collect()
}

/// The order of steps that three.js has, found by running it; see the file.
#[test]
fn once_prints_the_steps_that_the_device_says_and_they_are_those_of_three_js() {
    let path = "../tests/data/three_r187_steps_16384_64.json";
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path));
    let facts: serde_json::Value = serde_json::from_str(&text.expect("the file")).expect("JSON");
    let steps = facts["steps"].as_array().expect("steps");
    let lines = once(&["--n", "16384"]);
    assert_eq!(lines.len(), 38, "{lines:#?}");
    for (index, (step, line)) in steps.iter().zip(&lines[1..]).enumerate() {
        let (kind, span) = (step["kind"].as_str().unwrap_or_default(), &step["span"]);
        let words: Vec<&str> = line.split_whitespace().collect();
        let number = format!("{}/36", index + 1);
        let said = [words[0], &words[1..3].join(" "), words[3]].map(str::to_owned);
        assert_eq!(said, [number, kind.to_owned(), span.to_string()]);
        assert_eq!(words[5], "ms", "{line}");
    }
    assert!(
        lines[37].starts_with("sorted, steps: 36, time: "),
        "{lines:#?}"
    );
}

#[test]
fn any_count_and_every_distribution_is_sorted() {
    for n in ["0", "1", "2", "3", "100", "1000"] {
        let lines = once(&["--n", n, "--descending"]);
        assert!(lines[0].starts_with(&format!("{n} key")), "{lines:?}");
        assert!(lines[0].contains("descending"), "{lines:?}");
    }
    let names = [
        "uniform",
        "sorted",
        "reversed",
        "nearly-sorted",
        "few",
        "sawtooth",
        "equal",
    ];
    for name in names {
        let lines = once(&[
            "--n",
            "300",
            "--distribution",
            name,
            "--workgroup-size",
            "16",
        ]);
        assert!(lines[0].contains(name), "{lines:?}");
    }
    // The largest power of two that is allowed, and that half the keys need.
    assert!(once(&["--n", "300", "--workgroup-size", "48"])[0].contains("workgroups of 32"));
    assert!(once(&["--n", "16"])[0].contains("workgroups of 8"));
}

#[test]
fn bad_arguments_are_told_with_the_way_out() {
    let rows: &[(&[&str], &str, &str)] = &[
        (&["--n", "many"], "not a whole number", "watch --help"),
        (&["--n", "67108865"], "from 0 to 67108864", "watch --help"),
        (&["--n"], "a value is required", "watch --help"),
        (&["--workgroup-size", "0"], "at least 1", "watch --help"),
        (
            &["--speed", "0"],
            "not a number from 0.1 to 1000",
            "watch --help",
        ),
        (
            &["--speed", "nan"],
            "not a number from 0.1 to 1000",
            "watch --help",
        ),
        (&["--distribution", "unifrom"], "unifrom", "`uniform`"),
        (&["--seed", "-1"], "not a whole number", "watch --help"),
        (&["--n", "-1"], "not a whole number", "watch --help"),
        (&["--steps"], "--steps", "watch --help"),
        (&["4096"], "4096", "watch --help"),
    ];
    for (arguments, what, mend) in rows {
        let output = Folder::new().bitonic(&[&["watch", "--once"], *arguments].concat());
        assert_said(&output, 2, what, mend, &arguments.join(" "));
    }
    let output = Folder::new().bitonic(&["watch", "--once", "--adapter", "abacus"]);
    assert_said(&output, 1, "abacus", "software", "an adapter that is none");
}

#[test]
fn the_help_has_every_option_and_key() {
    let text = printed(&Folder::new().bitonic(&["watch", "--help"]));
    for word in [
        "--n",
        "--workgroup-size",
        "--descending",
        "--distribution",
        "--speed",
        "--adapter",
        "--seed",
        "--once",
        "nearly-sorted",
        "space",
        "shuffle",
        "NO_COLOR",
        "Ctrl-C",
    ] {
        assert!(text.contains(word), "{word} in:\n{text}");
    }
}
