//! Every kernel of the corpus in natural Rust: the text is that of the calls, byte for byte,
//! and so is what is bound.

#[allow(dead_code, reason = "the texts need no data")]
mod corpus;
#[path = "corpus/natural/mod.rs"]
mod natural;

use std::collections::BTreeSet;

use bitonic::interface::Interface;
use bitonic::{Dialect, Error, Kernel};
use corpus::Case;

/// Kernels that natural Rust has no form for, each with the reason.
const WITHOUT: [(&str, &str); 0] = [];

/// Every case, also those that only some devices run.
fn cases() -> Vec<Case> {
    let cases = corpus::all().into_iter();
    let cases = cases.chain(corpus::subgroups::of_some_devices());
    cases.chain(corpus::overrides::of_some_devices()).collect()
}

/// The case's name without what it is given: `a_width, 16` is of the kernel `a_width`.
fn of(case: &Case) -> &'static str {
    case.name.split(',').next().unwrap_or(case.name)
}

/// The text in the browsers' dialect, or in naga's where browsers lack what it uses.
fn text(kernel: &Kernel) -> Result<String, Error> {
    kernel
        .wgsl(Dialect::Browser)
        .or_else(|_| kernel.wgsl(Dialect::Naga))
}

/// Whether both are one kernel: of one text, and bound alike.
fn same(natural: Result<Kernel, Error>, calls: Result<Kernel, Error>) -> Result<(), String> {
    let natural = natural.map_err(|error| error.to_string())?;
    let calls = calls.map_err(|error| error.to_string())?;
    let texts = [&natural, &calls].map(|kernel| text(kernel).unwrap());
    if texts[0] != texts[1] {
        return Err(difference(&texts[0], &texts[1]));
    }
    match bound(natural.interface()) == bound(calls.interface()) {
        true => Ok(()),
        false => Err("their interfaces differ".to_owned()),
    }
}

/// The interface without the lines that need a capability.
fn bound(interface: &Interface) -> impl PartialEq + '_ {
    let capabilities = interface.capabilities.iter();
    let capabilities: Vec<_> = capabilities.map(|(capability, _)| capability).collect();
    (
        &interface.entry_point,
        (interface.workgroup_size, interface.workgroup_bytes),
        &interface.overrides,
        &interface.bindings,
        &interface.parameters,
        &interface.order,
        capabilities,
    )
}

/// The first line that differs, from both.
fn difference(natural: &str, calls: &str) -> String {
    let (mut natural, mut calls) = (natural.lines(), calls.lines());
    loop {
        match (natural.next(), calls.next()) {
            (None, None) => return "their ends differ".to_owned(),
            (one, other) if one == other => {}
            (one, other) => {
                let [one, other] = [one, other].map(|line| line.unwrap_or("nothing"));
                return format!("\n  natural: {one}\n  calls:   {other}");
            }
        }
    }
}

#[test]
fn both_forms_of_every_kernel_have_one_text() {
    let twins = natural::all();
    let mut faults = String::new();
    for case in cases() {
        let twin = twins.iter().find(|(name, _)| *name == of(&case));
        let excused = WITHOUT.iter().any(|(name, _)| *name == of(&case));
        let fault = match (twin, excused) {
            (None, true) => continue,
            (None, false) => "no twin".to_owned(),
            (Some(_), true) => "it has a twin and is excused".to_owned(),
            (Some((_, natural)), false) => match same(natural(), (case.kernel)()) {
                Ok(()) => continue,
                Err(fault) => fault,
            },
        };
        faults += &format!("\n{}: {fault}", case.name);
    }
    assert!(faults.is_empty(), "{faults}");
}

#[test]
fn every_twin_and_every_excuse_is_of_one_kernel() {
    let known: BTreeSet<_> = cases().iter().map(of).collect();
    let mut seen = BTreeSet::new();
    let twins = natural::all().into_iter().map(|(name, _)| name);
    for name in twins.chain(WITHOUT.map(|(name, _)| name)) {
        assert!(known.contains(name), "no case is named `{name}`");
        assert!(seen.insert(name), "`{name}` is there twice");
    }
}
