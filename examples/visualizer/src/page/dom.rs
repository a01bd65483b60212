//! The document: its elements by id, the clock, the address, and what its person prefers.

use wasm_bindgen::JsCast;
use web_sys::{Document, Element, HtmlElement, Window};

fn window() -> Option<Window> {
    web_sys::window()
}

pub(crate) fn document() -> Option<Document> {
    window()?.document()
}

/// The element of this id.
pub(crate) fn element(id: &str) -> Option<Element> {
    document()?.get_element_by_id(id)
}

/// The element of this id, if it is of this sort.
pub(crate) fn element_of<T: JsCast>(id: &str) -> Option<T> {
    element(id)?.dyn_into().ok()
}

/// Shows `text`, if it is not shown already.
pub(crate) fn set_text(id: &str, text: &str) {
    if let Some(element) = element(id)
        && element.text_content().as_deref() != Some(text)
    {
        element.set_text_content(Some(text));
    }
}

/// Shows `html`, which is ours or escaped.
pub(crate) fn set_html(id: &str, html: &str) {
    if let Some(element) = element(id) {
        element.set_inner_html(html);
    }
}

pub(crate) fn set_attribute(id: &str, name: &str, value: &str) {
    if let Some(element) = element(id)
        && element.get_attribute(name).as_deref() != Some(value)
    {
        let _ = element.set_attribute(name, value);
    }
}

pub(crate) fn remove_attribute(id: &str, name: &str) {
    if let Some(element) = element(id) {
        let _ = element.remove_attribute(name);
    }
}

pub(crate) fn set_hidden(id: &str, hidden: bool) {
    if let Some(element) = element_of::<HtmlElement>(id)
        && element.hidden() != hidden
    {
        element.set_hidden(hidden);
    }
}

/// Milliseconds since the page began.
pub(crate) fn now() -> f64 {
    let performance = window().and_then(|window| window.performance());
    performance.map_or(0.0, |performance| performance.now())
}

/// Pixels of the screen for each of the document's.
pub(crate) fn pixel_ratio() -> f64 {
    window().map_or(1.0, |window| window.device_pixel_ratio())
}

/// The names and values behind the `?` of the address.
pub(crate) fn address() -> Vec<(String, String)> {
    let search = window().and_then(|window| window.location().search().ok());
    let parameters = search.and_then(|search| web_sys::UrlSearchParams::new_with_str(&search).ok());
    let Some(parameters) = parameters else {
        return Vec::new();
    };
    let pairs = js_sys::try_iter(&parameters).ok().flatten();
    let pair = |pair: wasm_bindgen::JsValue| {
        let pair: js_sys::Array = pair.dyn_into().ok()?;
        Some((pair.get(0).as_string()?, pair.get(1).as_string()?))
    };
    let pairs = pairs.into_iter().flatten().filter_map(Result::ok);
    pairs.filter_map(pair).collect()
}

/// Whether the person wants little motion.
pub(crate) fn prefers_less_motion() -> bool {
    let query = window()
        .and_then(|window| window.match_media("(prefers-reduced-motion: reduce)").ok())
        .flatten();
    query.is_some_and(|query| query.matches())
}

/// Tells of a defect of the page itself: nothing of it can be relied on any more.
pub(crate) fn panicked(message: &str) {
    web_sys::console::error_1(&message.into());
    set_text(
        "banner-text",
        &format!("The page has stopped, by a fault of its own. Load it again. {message}"),
    );
    set_hidden("retry", true);
    set_hidden("banner", false);
}
