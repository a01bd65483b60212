//! What stands on the page, written from the state: controls, messages, and both halves.

use std::rc::Rc;

use bitonic::AdapterInfo;
use bitonic::runtime::AdapterKind;
use web_sys::{HtmlInputElement, HtmlSelectElement};

use super::{App, Shown, Side, canvas, dom};
use crate::chart::{self, grouped, milliseconds};
use crate::code;
use crate::session::Session;
use crate::settings::SPEEDS;

/// Narrower screens show one half above the other, as the style sheet says too.
const NARROW: f64 = 760.0;

/// Shapes of the sign on the button that plays: a triangle, two bars.
const TRIANGLE: &str = "M4 2.5v11l9-5.5z";
const BARS: &str = "M3.5 2.5h3v11h-3zM9.5 2.5h3v11h-3z";

/// Shows everything.
pub(crate) fn show(app: &Rc<App>) {
    show_halves(app);
    show_controls(app);
}

/// Shows controls and messages.
pub(crate) fn show_controls(app: &Rc<App>) {
    let session = app.session.borrow();
    show_transport(&session);
    show_choices(app, &session);
    show_adapter(app);
    show_banner(app, &session);
    let halves = app.halves.borrow();
    dom::set_text("said", &said(&session, &halves));
}

/// What a person hears who does not look: nothing of each step while it plays.
fn said(session: &Session, [left, right]: &[Shown; 2]) -> String {
    match (session.is_sorted(), session.is_playing()) {
        (true, _) => format!("Sorted, in {} and {} steps.", left.done, right.done),
        (false, true) => "Playing.".to_owned(),
        (false, false) => format!(
            "Paused, after {} of {} steps on the left and {} of {} on the right.",
            left.done,
            left.bars.len(),
            right.done,
            right.bars.len()
        ),
    }
}

/// On a narrow screen the code is there when it is asked for.
pub(crate) fn fold_code() {
    let narrow = web_sys::window().and_then(|window| window.inner_width().ok());
    if narrow
        .and_then(|width| width.as_f64())
        .is_some_and(|width| width < NARROW)
    {
        for side in Side::BOTH {
            dom::remove_attribute(&format!("{}-code-box", side.name()), "open");
        }
    }
}

fn show_transport(session: &Session) {
    let playing = session.is_playing();
    dom::set_text("play-label", if playing { "Pause" } else { "Play" });
    dom::set_attribute("play-icon", "d", if playing { BARS } else { TRIANGLE });
    dom::set_attribute("play", "data-playing", if playing { "1" } else { "0" });
    let place = session.settings().speed;
    let speed = SPEEDS[place];
    let label = match speed {
        speed if speed.is_infinite() => "no pause".to_owned(),
        1.0 => "1 step/s".to_owned(),
        _ => format!("{speed} steps/s"),
    };
    dom::set_text("speed-label", &label);
    dom::set_attribute("speed", "max", &(SPEEDS.len() - 1).to_string());
    dom::set_attribute("speed", "aria-valuetext", &label);
    set_value("speed", &place.to_string());
    if let Some(repeat) = dom::element_of::<HtmlInputElement>("repeat") {
        repeat.set_checked(session.settings().repeat);
    }
}

fn show_choices(app: &App, session: &Session) {
    let settings = session.settings();
    let shape = settings.shape;
    set_value("workgroup", &shape.workgroup_size.to_string());
    set_value("distribution", shape.distribution.name());
    let order = if shape.descending {
        "descending"
    } else {
        "ascending"
    };
    set_value("order", order);
    set_value("executor", settings.executor.name());
    match &*app.refused.borrow() {
        Some(message) => {
            dom::set_text("count-fault", message);
            dom::set_attribute("count", "aria-invalid", "true");
        }
        None => {
            dom::set_text("count-fault", "");
            dom::remove_attribute("count", "aria-invalid");
            set_value("count", &shape.n.to_string());
        }
    }
}

fn show_adapter(app: &App) {
    let text = match &*app.gpu.borrow() {
        Some(gpu) => adapter(gpu.info()),
        None => "opening\u{2026}".to_owned(),
    };
    dom::set_text("adapter", &text);
}

/// The adapter in a few words; the software adapter's name says what it is.
fn adapter(info: &AdapterInfo) -> String {
    let name = &info.name;
    match (info.backend.as_str(), info.kind) {
        ("software", _) => name.clone(),
        (_, AdapterKind::Software) => format!("{name}, software"),
        (_, _) => name.clone(),
    }
}

/// A fault stays until something is done about it; what is only told may be closed.
fn show_banner(app: &App, session: &Session) {
    let fault = session.fault();
    let told = [app.address.clone(), instead(app)];
    let told: Vec<String> = told.into_iter().flatten().collect();
    let text = match fault {
        Some(fault) => fault.to_owned(),
        None => told.join(" "),
    };
    let hidden = text.is_empty() || (fault.is_none() && app.dismissed.get());
    dom::set_attribute(
        "banner",
        "class",
        match fault {
            Some(_) => "banner fault",
            None => "banner",
        },
    );
    dom::set_text("banner-text", &text);
    dom::set_hidden("retry", fault.is_none());
    dom::set_hidden("dismiss", fault.is_some());
    dom::set_hidden("banner", hidden);
}

fn instead(app: &App) -> Option<String> {
    let why = app.instead.borrow();
    let why = why.as_deref()?;
    Some(format!(
        "No WebGPU here, so the kernels run on bitonic\u{2019}s own software adapter, compiled to WebAssembly. ({why})"
    ))
}

/// Shows both halves.
pub(crate) fn show_halves(app: &Rc<App>) {
    let halves = app.halves.borrow();
    for side in Side::BOTH {
        show_half(side, &halves[side as usize]);
    }
    drop(halves);
    show_pointed(app);
}

fn show_half(side: Side, shown: &Shown) {
    let id = |what: &str| format!("{}-{what}", side.name());
    let number = |what: &str, number: u64| dom::set_text(&id(what), &grouped(number));
    show_kind(side, shown);
    let info = shown.reading.info;
    number("span", u64::from(info.span));
    number("largest", u64::from(info.largest));
    number("step", shown.done as u64);
    number("steps", shown.bars.len() as u64);
    number("swap", shown.swap_ops_done as u64);
    number("swaps", shown.swap_ops as u64);
    let times = || shown.bars.iter().filter_map(|bar| bar.time);
    dom::set_text(
        &id("time"),
        &milliseconds(times().next_back().unwrap_or(0.0)),
    );
    dom::set_text(&id("total"), &milliseconds(times().sum()));
    dom::set_html(&id("history"), &chart::bars(&shown.bars));
    let longest = times().fold(0.0, f64::max);
    let label = format!(
        "Time of each step: {} of {} done, the longest {}",
        shown.done,
        shown.bars.len(),
        milliseconds(longest)
    );
    dom::set_attribute(&id("history"), "aria-label", &label);
    dom::set_attribute(&id("history"), "data-longest", &milliseconds(longest));
    if let Some((name, wgsl)) = &shown.kernel {
        show_code(&id("kernel"), &id("code"), name, wgsl);
    }
}

/// The kind of the next step, as the device told it.
fn show_kind(side: Side, shown: &Shown) {
    let id = |what: &str| format!("{}-{what}", side.name());
    let sorted = shown.is_sorted() && !shown.reading.keys.is_empty();
    let kind = shown.reading.info.kind();
    let (class, when, name, about) = match kind {
        Some(kind) if !sorted => (kind.name(), "Next", kind.label(), kind.sentence()),
        Some(_) => ("sorted", "Done", "Sorted", "Every key is in its place."),
        None => ("none", "Next", "\u{a0}", "\u{a0}"),
    };
    let element = id("kind");
    let before = dom::element(&element).and_then(|element| element.get_attribute("data-kind"));
    if before.as_deref() != Some(class) {
        dom::set_attribute(&element, "data-kind", class);
        let picture = kind.filter(|_| !sorted).map(chart::pairs);
        dom::set_html(&id("pairs"), &picture.unwrap_or_default());
    }
    dom::set_text(&id("when"), when);
    dom::set_text(&id("kind-name"), name);
    dom::set_text(&id("kind-about"), about);
    let (n, done, steps) = (shown.reading.keys.len(), shown.done, shown.bars.len());
    let label = match sorted {
        true => format!("{n} keys, sorted"),
        false => format!(
            "{n} keys after {done} of {steps} steps; next {name}, span {}",
            shown.reading.info.span
        ),
    };
    dom::set_attribute(&id("canvas"), "aria-label", &label);
}

/// Written anew only where it changed, so that it stays scrolled where it is.
fn show_code(kernel: &str, place: &str, name: &str, wgsl: &str) {
    dom::set_text(kernel, name);
    let shown = dom::element(place).and_then(|element| element.text_content());
    if shown.as_deref() == Some(wgsl) {
        return;
    }
    dom::set_html(place, &code::html(wgsl));
    // What the kernel does, not what it is given, stands at the top.
    let frame = dom::element(place).and_then(|element| element.parent_element());
    if let Some(frame) = frame {
        let entry = wgsl.lines().position(|line| line.starts_with("@compute"));
        let (entry, lines) = (
            entry.unwrap_or(0) as i32,
            wgsl.lines().count().max(1) as i32,
        );
        frame.set_scroll_top(frame.scroll_height() * entry / lines);
    }
}

/// Shows the keys, and the pair that is pointed at.
pub(crate) fn show_pointed(app: &Rc<App>) {
    let halves = app.halves.borrow();
    for side in Side::BOTH {
        let shown = &halves[side as usize];
        let n = shown.reading.keys.len() as u32;
        let pointed = app
            .pointed
            .get()
            .filter(|(of, index)| *of == side && *index < n);
        let index = pointed.map(|(_, index)| index);
        if let Err(error) = canvas::draw(side, shown, index, &app.palette) {
            web_sys::console::error_1(&error);
            dom::set_text(
                "banner-text",
                &format!("The keys cannot be drawn: {error:?}"),
            );
            dom::set_hidden("banner", false);
        }
        dom::set_text(&format!("{}-probe", side.name()), &probe(app, shown, index));
    }
}

/// What is pointed at, in words.
fn probe(app: &App, shown: &Shown, index: Option<u32>) -> String {
    let keys = &shown.reading.keys;
    let key = |index: u32| keys.get(index as usize).copied();
    let Some((index, own)) = index.and_then(|index| Some((index, key(index)?))) else {
        return "Point at a cell to see its partner.".to_owned();
    };
    let told = |index: u32, key: u32| {
        format!(
            "[{}] = {}",
            grouped(u64::from(index)),
            grouped(u64::from(key))
        )
    };
    let this = told(index, own);
    let partner = shown.reading.info.partner(index, keys.len() as u32);
    let partner = partner.filter(|_| !shown.is_sorted());
    let Some((other, theirs)) = partner.and_then(|other| Some((other, key(other)?))) else {
        return format!("{this}, no partner");
    };
    let (low, high) = if index < other {
        (own, theirs)
    } else {
        (theirs, own)
    };
    let swaps = match app.session.borrow().settings().shape.descending {
        true => low < high,
        false => high < low,
    };
    let fate = if swaps {
        "they change places"
    } else {
        "they stay"
    };
    format!("{this} meets {}: {fate}", told(other, theirs))
}

/// Chooses a value of a field or list, if another is chosen; one that the list lacks is
/// added to it.
fn set_value(id: &str, value: &str) {
    if let Some(field) = dom::element_of::<HtmlInputElement>(id) {
        if field.value() != value {
            field.set_value(value);
        }
        return;
    }
    let Some(list) = dom::element_of::<HtmlSelectElement>(id) else {
        return;
    };
    if list.value() != value {
        list.set_value(value);
    }
    if list.value() != value
        && let Some(option) = dom::document().and_then(|all| all.create_element("option").ok())
    {
        option.set_text_content(Some(value));
        let _ = option.set_attribute("value", value);
        let _ = list.append_child(&option);
        list.set_value(value);
    }
}
