//! What is pressed, chosen, typed and pointed at, as events of the session.

use std::rc::Rc;

use wasm_bindgen::prelude::*;
use web_sys::{
    Element, EventTarget, HtmlDialogElement, HtmlElement, HtmlInputElement, HtmlSelectElement,
    KeyboardEvent, PointerEvent,
};

use super::{App, Side, canvas, dom, view};
use crate::distribution::Distribution;
use crate::picture::Grid;
use crate::session::Event;
use crate::settings::Executor;

/// Passes an event on, shows what came of it, and wakes the loop.
pub(crate) fn ask(app: &Rc<App>, event: Event) {
    let refused = app.session.borrow_mut().handle(event).err();
    app.refused.replace(refused);
    view::show_controls(app);
    app.alarm.ring();
}

/// Listens to the whole page.
pub(crate) fn listen(app: &Rc<App>) -> Result<(), JsValue> {
    for (id, event) in [
        ("play", Event::Toggle),
        ("step", Event::Step),
        ("shuffle", Event::Shuffle),
        ("retry", Event::Retry),
    ] {
        on(app, id, "click", move |app, _| ask(app, event.clone()))?;
    }
    on(app, "dismiss", "click", |app, _| {
        app.dismissed.set(true);
        view::show_controls(app);
    })?;
    on(app, "help", "click", |_, _| help())?;
    listen_to_choices(app)?;
    for side in Side::BOTH {
        listen_to_canvas(app, side)?;
    }
    let window = web_sys::window().ok_or("there is no window")?;
    attach(app, &window, "keydown", |app, event| {
        if let Some(event) = event.dyn_ref() {
            key(app, event);
        }
    })?;
    attach(app, &window, "resize", |app, _| view::show_halves(app))
}

fn listen_to_choices(app: &Rc<App>) -> Result<(), JsValue> {
    on(app, "speed", "input", |app, _| {
        if let Ok(place) = value("speed").parse() {
            ask(app, Event::Speed(place));
        }
    })?;
    on(app, "count", "change", |app, _| {
        ask(app, Event::Count(value("count")));
    })?;
    on(app, "workgroup", "change", |app, _| {
        ask(app, Event::WorkgroupSize(value("workgroup")));
    })?;
    on(app, "distribution", "change", |app, _| {
        if let Some(distribution) = Distribution::named(&value("distribution")) {
            ask(app, Event::Distribution(distribution));
        }
    })?;
    on(app, "order", "change", |app, _| {
        ask(app, Event::Descending(value("order") == "descending"));
    })?;
    on(app, "executor", "change", |app, _| {
        if let Some(executor) = Executor::named(&value("executor")) {
            ask(app, Event::Executor(executor));
        }
    })?;
    on(app, "repeat", "change", |app, _| {
        let repeat = dom::element_of::<HtmlInputElement>("repeat");
        ask(
            app,
            Event::Repeat(repeat.is_some_and(|box_| box_.checked())),
        );
    })
}

fn listen_to_canvas(app: &Rc<App>, side: Side) -> Result<(), JsValue> {
    let id = format!("{}-canvas", side.name());
    for name in ["pointermove", "pointerdown"] {
        on(app, &id, name, move |app, event| {
            if let Some(event) = event.dyn_ref() {
                point(app, side, pointed(app, side, event));
            }
        })?;
    }
    on(app, &id, "pointerleave", move |app, _| {
        point(app, side, None)
    })
}

/// The index of the cell under the pointer.
fn pointed(app: &App, side: Side, event: &PointerEvent) -> Option<u32> {
    let canvas: HtmlElement = event.target()?.dyn_into().ok()?;
    let n = app.halves.borrow()[side as usize].reading.keys.len() as u32;
    let place = (f64::from(event.offset_x()), f64::from(event.offset_y()));
    let size = (canvas.client_width(), canvas.client_height());
    let (x, y) = canvas::on_cells(place, (size.0.into(), size.1.into()));
    Grid::of(n).index_at(x, y, n)
}

fn point(app: &Rc<App>, side: Side, index: Option<u32>) {
    let pointed = index.map(|index| (side, index));
    if app.pointed.replace(pointed) != pointed {
        view::show_pointed(app);
    }
}

/// What keys do, but where they have a meaning of their own: in fields, and on what has the
/// focus.
fn key(app: &Rc<App>, event: &KeyboardEvent) {
    if event.ctrl_key() || event.meta_key() || event.alt_key() || event.is_composing() {
        return;
    }
    let dialog = dom::element_of::<HtmlDialogElement>("keys");
    if dialog.is_some_and(|dialog| dialog.open()) {
        return;
    }
    let key = event.key();
    if own_meaning(event.target(), &key) {
        return;
    }
    match key.as_str() {
        " " if event.repeat() => {}
        " " => ask(app, Event::Toggle),
        "ArrowRight" | "." => ask(app, Event::Step),
        "r" | "R" if !event.repeat() => ask(app, Event::Shuffle),
        "ArrowUp" | "+" | "=" => ask(app, Event::Faster),
        "ArrowDown" | "-" => ask(app, Event::Slower),
        "?" => help(),
        _ => return,
    }
    event.prevent_default();
}

/// Whether the element that has the focus takes this key itself.
fn own_meaning(target: Option<EventTarget>, key: &str) -> bool {
    let Some(element) = target.and_then(|target| target.dyn_into::<Element>().ok()) else {
        return false;
    };
    let moves = key.starts_with("Arrow");
    match element.tag_name().as_str() {
        "SELECT" | "TEXTAREA" => true,
        "BUTTON" | "SUMMARY" => key == " ",
        "PRE" => moves,
        "INPUT" => match element.get_attribute("type").as_deref() {
            Some("range") => moves,
            Some("checkbox") => key == " ",
            _ => true,
        },
        _ => false,
    }
}

fn help() {
    if let Some(dialog) = dom::element_of::<HtmlDialogElement>("keys") {
        let _ = dialog.show_modal();
    }
}

/// What a field or a list holds.
fn value(id: &str) -> String {
    let field = dom::element_of::<HtmlInputElement>(id).map(|field| field.value());
    let list = || dom::element_of::<HtmlSelectElement>(id).map(|list| list.value());
    field.or_else(list).unwrap_or_default()
}

/// Calls `act` at each event of this name on the element of this id.
fn on(
    app: &Rc<App>,
    id: &str,
    name: &str,
    act: impl Fn(&Rc<App>, web_sys::Event) + 'static,
) -> Result<(), JsValue> {
    let element = dom::element(id).ok_or_else(|| format!("the page has no `{id}`"))?;
    attach(app, &element, name, act)
}

/// The listener stays as long as the page.
fn attach(
    app: &Rc<App>,
    target: &EventTarget,
    name: &str,
    act: impl Fn(&Rc<App>, web_sys::Event) + 'static,
) -> Result<(), JsValue> {
    let app = app.clone();
    let listener = Closure::<dyn Fn(web_sys::Event)>::new(move |event| act(&app, event));
    target.add_event_listener_with_callback(name, listener.as_ref().unchecked_ref())?;
    listener.forget();
    Ok(())
}
