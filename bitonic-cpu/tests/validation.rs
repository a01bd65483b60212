//! Each rule that the adapter lays on a program, as a row of a table: what breaks it, and a part of
//! what the error says.
//!
//! The same rows run on wgpu-core, over Vulkan, to see that it refuses them too, and the messages of
//! both stand side by side in `docs/validation.md`. Where that file is out of date a test fails;
//! `BITONIC_BLESS=1` writes it anew.

mod common;
mod rules;

use std::{collections::HashMap, fmt::Write as _, fs, path::PathBuf};

use common::Engine;
use rules::{OnCore, Row};
use wgpu::{Adapter, Features, Limits};

/// Devices of one adapter, one for each set of features that rows ask for.
struct Devices {
    adapter: Adapter,
    by_features: HashMap<Features, Engine>,
}

impl Devices {
    fn of(adapter: Adapter) -> Self {
        Self {
            adapter,
            by_features: HashMap::new(),
        }
    }

    /// A device for `row`; none if the adapter lacks a feature.
    fn get(&mut self, row: &Row) -> Option<&Engine> {
        if !self.adapter.features().contains(row.features) {
            return None;
        }
        let adapter = self.adapter.clone();
        let open = || {
            let mut limits = Limits::defaults();
            if row.features.contains(Features::IMMEDIATES) {
                limits.max_immediate_size = 64;
            }
            Engine::open_with("device", adapter, row.features, limits)
        };
        Some(self.by_features.entry(row.features).or_insert_with(open))
    }

    /// Breaks the rule of `row`.
    fn outcome(&mut self, row: &Row) -> Outcome {
        match self.get(row) {
            None => Outcome::NotRun,
            Some(engine) => error_of(engine, row).map_or(Outcome::Accepted, Outcome::Refused),
        }
    }
}

/// What came of breaking a rule.
enum Outcome {
    Refused(String),
    Accepted,
    /// The adapter lacks a feature.
    NotRun,
}

/// Breaks the rule of `row`; the error that came of it.
fn error_of(engine: &Engine, row: &Row) -> Option<String> {
    let scope = engine
        .device
        .push_error_scope(wgpu::ErrorFilter::Validation);
    (row.run)(engine);
    pollster::block_on(scope.pop()).map(|error| error.to_string())
}

/// Fails with all complaints together.
fn check(complaint: impl FnMut(&Row) -> Option<String>) {
    let rows = rules::all();
    let complaints: Vec<_> = rows.iter().filter_map(complaint).collect();
    println!("{} rules checked", rows.len());
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn the_software_adapter_checks_every_rule() {
    let mut devices = Devices::of(common::software());
    check(|row| match devices.outcome(row) {
        Outcome::Accepted => Some(format!("{}: no error", row.rule)),
        Outcome::NotRun => Some(format!("{}: a feature is not offered", row.rule)),
        Outcome::Refused(error) if !error.contains(row.says) => {
            Some(format!("{}: expected `{}` in {error}", row.rule, row.says))
        }
        Outcome::Refused(_) => None,
    });
}

#[test]
fn wgpu_core_checks_the_same_rules() {
    let Some(engine) = common::vulkan_engine(Features::empty()) else {
        return;
    };
    let mut devices = Devices::of(engine.adapter);
    check(|row| match (row.on_core, devices.outcome(row)) {
        (OnCore::Refuses, Outcome::Accepted) => Some(format!("{}: wgpu-core accepts it", row.rule)),
        (OnCore::Accepts(why), Outcome::Refused(error)) => Some(format!(
            "{}: wgpu-core refuses it, against `{why}`: {error}",
            row.rule
        )),
        (OnCore::Refuses, Outcome::Refused(_))
        | (OnCore::Accepts(_), Outcome::Accepted)
        | (_, Outcome::NotRun) => None,
    });
}

const HEAD: &str = "# What is validated

wgpu's validation lives in wgpu-core, which a custom backend does not pass through: what wgpu-core would refuse, the software
adapter refuses itself. Each row is a way to break a rule: what `bitonic-cpu` says, and what wgpu-core says to the same calls.
Shown are the causes, from the outermost on, without the method that reports them. Where wgpu-core accepts a row, its column
says why.

A test makes this page from the table in `bitonic-cpu/tests/rules` and fails where the two differ;
`BITONIC_BLESS=1 cargo test -p bitonic-cpu --test validation` writes it anew.

A rule that is not about one call: a loop that does not end within `AdapterOptions::turn_limit` turns (2^26 by default) stops
its dispatch with an internal error that names the loop, and the device is lost, as where a driver resets a GPU.
";

/// A message as a cell: its causes in one line.
fn cell(error: &str) -> String {
    let causes = error
        .lines()
        .skip_while(|line| *line != "Caused by:")
        .skip(1);
    let causes: Vec<_> = causes
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .collect();
    // The first names the method, unless it is all that there is.
    let causes = match causes.split_first() {
        Some((first, rest)) if first.starts_with("In ") && !rest.is_empty() => rest,
        _ => &causes[..],
    };
    let text = causes.join(" / ");
    text.replace('|', "\\|").replace('<', "&lt;")
}

/// The beginning of a row's line: all but wgpu-core's message.
fn beginning(row: &Row, software: &mut Devices) -> String {
    let ours = match software.outcome(row) {
        Outcome::Refused(error) => cell(&error),
        Outcome::Accepted | Outcome::NotRun => "nothing".to_owned(),
    };
    format!("| {} | {ours} |", row.rule)
}

/// wgpu-core's message.
fn on_core(row: &Row, core: &mut Devices) -> String {
    match (row.on_core, core.outcome(row)) {
        (_, Outcome::Refused(error)) => cell(&error),
        (OnCore::Accepts(why), Outcome::Accepted) => format!("*accepted: {why}*"),
        (OnCore::Refuses, Outcome::Accepted) => "*accepted*".to_owned(),
        (_, Outcome::NotRun) => "*not run: the adapter lacks the feature*".to_owned(),
    }
}

fn page(software: &mut Devices, core: &mut Devices) -> String {
    let mut page = HEAD.to_owned();
    for (title, rows) in rules::sections() {
        // Writing to a string does not fail.
        let _ = write!(
            page,
            "\n## {title}\n\n| rule | bitonic-cpu | wgpu-core |\n| --- | --- | --- |\n"
        );
        for row in &rows {
            let _ = writeln!(
                page,
                "{} {} |",
                beginning(row, software),
                on_core(row, core)
            );
        }
    }
    page
}

#[test]
fn the_page_of_rules_is_up_to_date() {
    let path = PathBuf::from(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../docs/validation.md"
    ));
    let stored = fs::read_to_string(&path).unwrap_or_default();
    let mut software = Devices::of(common::software());
    let Some(vulkan) = common::vulkan_engine(Features::empty()) else {
        // Our half can be compared all the same.
        return check(|row| {
            let line = beginning(row, &mut software);
            let known = stored.lines().any(|stored| stored.starts_with(&line));
            (!known).then(|| format!("docs/validation.md lacks: {line}"))
        });
    };
    let made = page(&mut software, &mut Devices::of(vulkan.adapter));
    if std::env::var("BITONIC_BLESS").is_ok_and(|value| value == "1") {
        fs::create_dir_all(path.parent().expect("the path has a folder")).expect("the folder");
        return fs::write(&path, made).expect("the page is written");
    }
    for (line, (stored, made)) in (1..).zip(stored.lines().zip(made.lines())) {
        assert_eq!(
            stored, made,
            "docs/validation.md:{line}; BITONIC_BLESS=1 writes it anew"
        );
    }
    assert_eq!(
        stored.lines().count(),
        made.lines().count(),
        "docs/validation.md has other rows; BITONIC_BLESS=1 writes it anew"
    );
}
