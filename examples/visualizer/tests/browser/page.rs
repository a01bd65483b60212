//! What a person does with the page, by its buttons, keys and fields; what it shows is read
//! from `window.bitonic`, and the keys are held against JavaScript's own sort.

use std::time::Duration;

use bitonic_chromium::Tab;
use serde_json::Value;

use crate::open;

/// What the page shows.
fn state(tab: &Tab) -> Value {
    tab.evaluate("window.bitonic.state()").unwrap()
}

/// Waits until the page has done what it was asked for, and `condition` holds of its state.
#[track_caller]
fn wait(tab: &Tab, condition: &str) {
    let whole = format!("((s) => s.settled && ({condition}))(window.bitonic.state())");
    if let Err(error) = tab.wait_for(&whole) {
        panic!("{error}: {}", state(tab));
    }
}

/// Notes the keys that both halves hold, in the order in which they must end.
fn note_keys(tab: &Tab, descending: bool) {
    let order = if descending { "b - a" } else { "a - b" };
    let halves = tab.evaluate::<bool>(&format!(
        "(() => {{
            const [left, right] = ['left', 'right'].map(side => window.bitonic.keys(side));
            window.expected = Array.from(left).sort((a, b) => {order});
            return left.every((key, at) => key === right[at]) && left.length === right.length;
        }})()"
    ));
    assert!(halves.unwrap(), "both halves begin with the same keys");
}

/// Whether both halves hold the noted keys in order.
#[track_caller]
fn assert_sorted(tab: &Tab) {
    for side in ["left", "right"] {
        let wrong: i64 = tab
            .evaluate(&format!(
                "(() => {{
                    const keys = window.bitonic.keys('{side}');
                    if (keys.length !== window.expected.length) return -2;
                    return window.expected.findIndex((key, at) => key !== keys[at]);
                }})()"
            ))
            .unwrap();
        assert_eq!(wrong, -1, "{side}: the key there, {}", state(tab));
    }
}

/// As many keys as three.js's example has, from the first step to the last on the browser's
/// own adapter.
pub(crate) fn both_halves_are_sorted_on_the_gpu(tab: &Tab, page: &str) {
    tab.set_patience(Duration::from_secs(240));
    open(tab, &format!("{page}?play=0&repeat=0&speed=max"));
    note_keys(tab, false);
    let before = state(tab);
    assert_eq!(before["n"], 16384);
    assert_eq!(before["backend"], "webgpu", "{before}");
    assert_eq!(before["instead"], Value::Null, "{before}");
    assert_eq!(before["left"]["steps"], 36, "{before}");
    assert_eq!(before["right"]["steps"], 105, "{before}");
    let sorted: bool = tab
        .evaluate("(keys => window.expected.every((key, at) => key === keys[at]))(window.bitonic.keys('left'))")
        .unwrap();
    assert!(!sorted, "there is something to sort");
    tab.click("#play").unwrap();
    wait(tab, "s.sorted && !s.playing");
    assert_sorted(tab);
    let after = state(tab);
    assert_eq!(after["left"]["step"], 36, "{after}");
    assert_eq!(after["right"]["step"], 105, "{after}");
}

/// Single steps by the button and the keyboard, playing and pausing by the space bar.
pub(crate) fn steps_and_pauses(tab: &Tab, page: &str) {
    open(tab, &format!("{page}?play=0&n=4096&speed=max&repeat=0"));
    note_keys(tab, false);
    assert_eq!(state(tab)["left"]["info"], serde_json::json!([1, 2, 2]));
    tab.click("#step").unwrap();
    wait(tab, "s.step === 1");
    // After the local sort, a flip of twice that span.
    assert_eq!(state(tab)["left"]["info"], serde_json::json!([3, 256, 256]));
    tab.evaluate::<()>("document.activeElement.blur()").unwrap();
    tab.press("ArrowRight").unwrap();
    wait(tab, "s.step === 2");
    assert_eq!(state(tab)["playing"], false);
    tab.press(" ").unwrap();
    tab.wait_for("window.bitonic.state().step > 5").unwrap();
    tab.press(" ").unwrap();
    wait(tab, "!s.playing");
    let paused = state(tab);
    std::thread::sleep(Duration::from_millis(300));
    assert_eq!(state(tab)["step"], paused["step"], "it stands still");
    tab.click("#play").unwrap();
    wait(tab, "s.sorted && !s.playing");
    assert_sorted(tab);
}

/// Other numbers of keys, workgroups and orders, and a number that is none.
pub(crate) fn choices_change(tab: &Tab, page: &str) {
    open(tab, &format!("{page}?play=0&n=256&speed=max&repeat=0"));
    for (count, workgroup, order) in [
        ("3", "64", "ascending"),
        ("100", "1", "descending"),
        ("1000", "256", "descending"),
        ("2^12", "8", "ascending"),
    ] {
        tab.set("#count", count).unwrap();
        tab.set("#workgroup", workgroup).unwrap();
        tab.set("#order", order).unwrap();
        let number = count.replace("2^12", "4096");
        wait(tab, &format!("s.n === {number} && s.step === 0"));
        note_keys(tab, order == "descending");
        tab.click("#play").unwrap();
        wait(tab, "s.sorted && !s.playing");
        assert_sorted(tab);
    }
    tab.set("#count", "many").unwrap();
    let fault: String = tab
        .evaluate("document.getElementById('count-fault').textContent")
        .unwrap();
    assert!(fault.contains("whole number"), "{fault}");
    assert_eq!(state(tab)["n"], 4096, "the keys stay");
}

/// Windows of a phone, a tablet and a desk: nothing reaches beyond the width, and the data
/// stays.
pub(crate) fn sizes_of_windows(tab: &Tab, page: &str) {
    open(tab, &format!("{page}?play=0&n=4096"));
    note_keys(tab, false);
    tab.click("#step").unwrap();
    wait(tab, "s.step === 1");
    for (width, height) in [(360, 640), (768, 1024), (1280, 720), (2560, 1440)] {
        tab.resize(width, height).unwrap();
        tab.evaluate::<()>("new Promise(done => requestAnimationFrame(() => setTimeout(done)))")
            .unwrap();
        let [inner, wide, left, right]: [f64; 4] = tab
            .evaluate(
                "[innerWidth, document.documentElement.scrollWidth,
                  ...['left', 'right'].map(side =>
                    document.getElementById(side + '-canvas').getBoundingClientRect().width)]",
            )
            .unwrap();
        assert_eq!(inner, f64::from(width));
        assert!(wide <= inner, "{width} x {height}: {wide} wide");
        for canvas in [left, right] {
            assert!(
                canvas >= 128.0 && canvas <= inner,
                "{width}: a canvas of {canvas}"
            );
        }
        tab.click("#step").unwrap();
    }
    wait(tab, "s.step === 5");
    // The same keys, in another order.
    let same: bool = tab
        .evaluate("(keys => window.expected.every((key, at) => key === keys[at]))(window.bitonic.keys('left').sort())")
        .unwrap();
    assert!(same, "the keys stay");
}

/// A browser whose WebGPU `missing`, a script, takes away: the page says so, and sorts.
pub(crate) fn without_webgpu(tab: &Tab, page: &str, missing: &str) {
    tab.before_load(missing).unwrap();
    open(tab, &format!("{page}?play=0&n=2048&speed=max&repeat=0"));
    let told = state(tab);
    assert_eq!(told["backend"], "software", "{told}");
    assert!(told["instead"].is_string(), "{told}");
    let seen: String = tab.evaluate("document.body.innerText").unwrap();
    for said in ["No WebGPU here", "software adapter"] {
        assert!(seen.contains(said), "{said}: {seen}");
    }
    note_keys(tab, false);
    tab.click("#play").unwrap();
    wait(tab, "s.sorted && !s.playing");
    assert_sorted(tab);
}

/// The browser knows nothing of WebGPU.
pub(crate) const NO_WEBGPU: &str = "delete Navigator.prototype.gpu;";

/// It does, and has no adapter to offer.
pub(crate) const NO_ADAPTER: &str = "GPU.prototype.requestAdapter = async () => null;";

/// Where three.js fails, by the page's own table, on this adapter.
pub(crate) fn faults(tab: &Tab, page: &str, adapter: &str) {
    tab.set_patience(Duration::from_secs(300));
    open(tab, &format!("{page}?play=0&n=64&adapter={adapter}"));
    let rows: Vec<Value> = tab.evaluate("window.bitonic.run_faults()").unwrap();
    assert!(rows.len() >= 11, "{rows:?}");
    for row in rows {
        assert_eq!(row["ok"], true, "{adapter}: {row}");
    }
}

/// A device that is lost is told, and another is opened on request.
pub(crate) fn a_lost_device(tab: &Tab, page: &str) {
    open(tab, &format!("{page}?play=0&n=1000&speed=max&repeat=0"));
    tab.evaluate::<()>("window.bitonic.lose_device()").unwrap();
    tab.wait_for("window.bitonic.state().fault").unwrap();
    let seen: String = tab.evaluate("document.body.innerText").unwrap();
    assert!(seen.contains("lost"), "{seen}");
    tab.click("#retry").unwrap();
    wait(tab, "!s.fault");
    note_keys(tab, false);
    tab.click("#play").unwrap();
    wait(tab, "s.sorted && !s.playing");
    assert_sorted(tab);
}
