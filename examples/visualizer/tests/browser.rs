//! The page in headless Chromium: sorts on its WebGPU and on the software adapter compiled to
//! wasm, what a person does with the page, and a browser that has no WebGPU. One browser for
//! all, one case after the other.
//!
//! Needs `chromium` and the page, which `cargo run -p bitonic-visualizer-build` makes.

#[path = "browser/dist.rs"]
mod dist;
#[path = "browser/keys.rs"]
mod keys;
#[path = "browser/page.rs"]
mod page;

use bitonic_chromium::{Browser, Options, Server, Tab, installed};

/// Says that the test cannot run here. With `BITONIC_NO_SKIP=1` that is a failure.
fn skip(reason: &str) {
    println!("SKIP: {reason}");
    let strict = std::env::var("BITONIC_NO_SKIP").is_ok_and(|value| value == "1");
    assert!(!strict, "skipped, and BITONIC_NO_SKIP is set: {reason}");
}

#[test]
fn the_page_in_chromium() {
    if installed().is_none() {
        return skip("no Chromium on the path (package `chromium`)");
    }
    if let Err(why) = dist::is_there() {
        return skip(&format!("{why}: `cargo run -p bitonic-visualizer-build`"));
    }
    let server = Server::start(&dist::folder(), 0).unwrap();
    let browser = Browser::start(&Options::default()).unwrap();
    println!("in {}", browser.version().unwrap());
    for (name, case) in CASES {
        let start = std::time::Instant::now();
        let tab = browser.tab().unwrap();
        case(&tab, &server.address());
        let complaints = tab.complaints().unwrap();
        assert!(complaints.is_empty(), "{name}: {}", complaints.join("\n"));
        println!("{name}: {:.1} s", start.elapsed().as_secs_f64());
    }
}

/// Does something with a page, whose address it is given, in a tab of its own.
type Case = fn(&Tab, &str);

/// In this order.
const CASES: &[(&str, Case)] = &[
    ("sorts on WebGPU", |tab, page| {
        keys::sorted_on(tab, page, "webgpu");
    }),
    ("sorts on the software adapter", |tab, page| {
        keys::sorted_on(tab, page, "software");
    }),
    ("calls that would block", keys::refusals),
    (
        "both halves on the GPU",
        page::both_halves_are_sorted_on_the_gpu,
    ),
    ("steps and pauses", page::steps_and_pauses),
    ("choices", page::choices_change),
    ("sizes of windows", page::sizes_of_windows),
    ("no WebGPU", |tab, page| {
        page::without_webgpu(tab, page, page::NO_WEBGPU);
    }),
    ("no adapter", |tab, page| {
        page::without_webgpu(tab, page, page::NO_ADAPTER);
    }),
    ("a lost device", page::a_lost_device),
    ("faults of three.js, on WebGPU", |tab, page| {
        page::faults(tab, page, "webgpu");
    }),
];

/// Opens the page, and waits until it has an adapter and nothing more to do than to play.
fn open(tab: &Tab, address: &str) {
    tab.go_to(address).unwrap();
    let settled =
        "(() => { try { return window.bitonic.state().settled } catch { return false } })()";
    if let Err(error) = tab.wait_for(settled) {
        let banner = tab.evaluate::<String>("document.getElementById('banner').textContent");
        let (complaints, banner) = (tab.complaints().unwrap(), banner.unwrap_or_default());
        panic!("{error}\n{}\n{banner}", complaints.join("\n"));
    }
}
