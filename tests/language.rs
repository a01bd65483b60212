//! The language, member by member: each is said, run on every executor with right values,
//! and refused where it is used wrongly. The page `docs/language.md` is made of it.

#[allow(dead_code, reason = "the page of the built-in functions has the words")]
#[path = "builtins/accuracy.rs"]
mod accuracy;
#[path = "language/assignments.rs"]
mod assignments;
#[path = "language/atomics.rs"]
mod atomics;
#[path = "language/composites.rs"]
mod composites;
#[path = "language/control.rs"]
mod control;
#[path = "language/conversion.rs"]
mod conversion;
#[path = "corpus/data.rs"]
mod data;
#[path = "language/entry.rs"]
mod entry;
#[path = "builtins/formulas.rs"]
mod formulas;
#[path = "language/functions.rs"]
mod functions;
#[path = "language/images.rs"]
mod images;
#[allow(dead_code, reason = "the test of the built-in functions needs more")]
#[path = "builtins/interval.rs"]
mod interval;
#[path = "language/library.rs"]
mod library;
#[path = "language/matrices.rs"]
mod matrices;
#[path = "language/members.rs"]
mod members;
#[path = "language/missing.rs"]
mod missing;
#[path = "language/numeric.rs"]
mod numeric;
#[path = "language/operators.rs"]
mod operators;
#[path = "language/packing.rs"]
mod packing;
#[path = "language/page.rs"]
mod page;
#[path = "language/run.rs"]
mod run;
#[path = "language/scalars.rs"]
mod scalars;
#[path = "language/shared.rs"]
mod shared;
#[path = "language/source.rs"]
mod source;
#[path = "language/spaces.rs"]
mod spaces;
#[path = "language/subgroups.rs"]
mod subgroups;
mod support;
#[path = "language/textures.rs"]
mod textures;
#[path = "language/vectors.rs"]
mod vectors;
#[path = "language/wrong.rs"]
mod wrong;

use bitonic::graph::Builtin;
use bitonic::{Dialect, Gpu, Node};
use entry::Entry;
use members::AREAS;
use missing::{MISSING, Missing};
use page::Row;

/// Every entry, with its area.
fn entries() -> Vec<(&'static str, Entry)> {
    let areas = [
        ("scalars", scalars::entries()),
        ("composites", vectors::entries()),
        ("composites", matrices::entries()),
        ("composites", composites::entries()),
        ("composites", atomics::types()),
        ("address spaces", spaces::entries()),
        ("constants", spaces::constants()),
        ("constructors and conversion", conversion::entries()),
        ("components", conversion::components()),
        ("operators", operators::entries()),
        ("operators", assignments::entries()),
        ("control", control::entries()),
        ("functions", functions::entries()),
        ("numeric built-ins", numeric::entries()),
        ("logical built-ins", packing::logical()),
        ("packing", packing::entries()),
        ("atomics", atomics::entries()),
        ("synchronisation", shared::synchronisation()),
        ("synchronisation", subgroups::synchronisation()),
        ("subgroups", subgroups::entries()),
        ("synchronisation", atomics::synchronisation()),
        ("synchronisation", textures::synchronisation()),
        ("buffers", shared::buffers()),
        ("textures", textures::entries()),
        ("inputs", shared::inputs()),
        ("inputs", subgroups::inputs()),
        ("node library", subgroups::nodes()),
        ("node library", library::entries()),
    ];
    let named = |(area, entries): (&'static str, Vec<Entry>)| {
        entries.into_iter().map(move |entry| (area, entry))
    };
    areas.into_iter().flat_map(named).collect()
}

/// A device for each executor, by the word of the page.
fn executors() -> Vec<(&'static str, Gpu)> {
    let mut executors = vec![("software", Gpu::named("software").unwrap())];
    executors.extend(support::vulkan().map(|gpu| ("Vulkan", gpu)));
    executors
}

/// Whether the executors are those of the page. On other machines all entries run as well,
/// and what the hardware has is another matter.
fn are_those_of_the_page(executors: &[(&str, Gpu)]) -> bool {
    let is_mesas = |(_, gpu): &(&str, Gpu)| gpu.info().name.contains("llvmpipe");
    executors.iter().any(is_mesas)
}

#[test]
fn every_entry_is_right_and_the_page_says_so() {
    let executors = executors();
    let (mut rows, mut wrong) = (Vec::new(), String::new());
    for (area, entry) in entries() {
        let mut runs = Vec::new();
        for (name, gpu) in &executors {
            match run::run(gpu, &entry) {
                Ok(outcome) => runs.push((*name, outcome)),
                Err(fault) => wrong += &format!("{area}, {} on {name}: {fault}\n", entry.member),
            }
        }
        rows.push(Row { area, entry, runs });
    }
    assert!(wrong.is_empty(), "{wrong}");
    let page = page::page(&rows, MISSING).unwrap_or_else(|faults| panic!("{faults}"));
    if are_those_of_the_page(&executors) {
        compare(&page);
    } else {
        println!("the page speaks of Mesa's llvmpipe, which is not here");
    }
}

fn compare(page: &str) {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/language.md");
    if std::env::var("BITONIC_BLESS").is_ok_and(|value| value == "1") {
        std::fs::write(path, page).unwrap();
    }
    let written = std::fs::read_to_string(path).unwrap_or_default();
    assert_eq!(written, page, "BITONIC_BLESS=1 writes it");
}

#[test]
fn every_member_has_an_entry_or_a_reason() {
    let entries = entries();
    let mut faults = Vec::new();
    let count_of = |area: &str, member: &str| {
        let of_it = |(of, entry): &&(&str, Entry)| *of == area && entry.member == member;
        entries.iter().filter(of_it).count()
    };
    for area in AREAS {
        for member in area.members {
            let is_it = |one: &&Missing| one.area == area.name && one.member == *member;
            let missing = MISSING.iter().filter(is_it).count();
            if count_of(area.name, member) + missing != 1 {
                faults.push(format!("{}, {member}", area.name));
            }
        }
    }
    assert!(faults.is_empty(), "not once:\n{}", faults.join("\n"));
    for area in AREAS {
        for member in wrong::members_of(area.name) {
            let is_known = area.members.contains(&member.as_str());
            assert!(is_known, "{}: a wrong use of `{member}`", area.name);
        }
    }
    let listed: usize = AREAS.iter().map(|area| area.members.len()).sum();
    assert_eq!(
        entries.len() + MISSING.len(),
        listed,
        "an entry of no member"
    );
}

#[test]
fn every_built_in_function_is_a_member() {
    for builtin in Builtin::ALL {
        let is_member = |area: &members::Area| area.members.contains(&builtin.name());
        assert!(AREAS.iter().any(is_member), "{}", builtin.name());
    }
}

#[test]
fn tint_reads_every_entry() {
    let mut wrong = String::new();
    for (area, entry) in entries() {
        let Some(Ok(kernel)) = &entry.kernel else {
            continue;
        };
        let Ok(text) = kernel.wgsl(Dialect::Browser) else {
            continue;
        };
        match support::tint(&text) {
            Some(Ok(())) => {}
            Some(Err(said)) => wrong += &format!("{area}, {}: {said}\n{text}", entry.member),
            None => return,
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// What finds no fault is no test: values and text that are not those of the kernel.
#[test]
fn what_is_wrong_with_an_entry_is_told() {
    let wrong = || {
        let entry = entry::entry("u32").maps(|x: Node<u32>| x + 1, &[1], &[3_u32]);
        entry.emits("x[i] - 1u")
    };
    let gpu = Gpu::named("software").unwrap();
    let fault = run::run(&gpu, &wrong()).err().unwrap();
    assert_eq!(fault, "`out` holds the words [2], not [3]");
    let rows = [Row {
        area: "scalars",
        entry: wrong(),
        runs: Vec::new(),
    }];
    let faults = page::page(&rows, &[]).unwrap_err();
    assert!(
        faults.contains("`x[i] - 1u` does not come out of"),
        "{faults}"
    );
    let mut entry = wrong().refuses(|_, _, _| (), "never said");
    entry.emits = vec!["out"];
    let rows = [Row {
        area: "scalars",
        entry,
        runs: Vec::new(),
    }];
    let faults = page::page(&rows, &[]).unwrap_err();
    assert!(faults.contains("the wrong use was built"), "{faults}");
}
