//! What programs may ask of the page, a test say: `window.bitonic`. Sorts without the page are
//! in `timing` and `trial`.
//!
//! | call | gives |
//! | --- | --- |
//! | `state()` | what the page shows: `{n, workgroup_size, playing, settled, sorted, adapter, backend, instead, fault, step, left, right}`; each half is `{sorted, step, steps, swap_ops, info, kind, span, largest, kernel, time}`, `info` as it was read back |
//! | `keys(side)` | the keys of `"left"` or `"right"` as they were last read back, a `Uint32Array` |
//! | `await run_faults()` | rows `{name, ok, detail}` of [`crate::faults`], run on the page's device |
//! | `lose_device()` | destroys the device, as a driver that fails would |
//!
//! What goes wrong is thrown as text.

use bitonic::Gpu;
use js_sys::{Array, Object, Reflect, Uint32Array};
use wasm_bindgen::prelude::*;

use super::{App, Shown, Side, app};
use crate::faults;

/// What the page shows.
#[wasm_bindgen]
#[must_use]
pub fn state() -> JsValue {
    let Some(app) = app() else {
        return JsValue::NULL;
    };
    let session = app.session.borrow();
    let gpu = app.gpu.borrow();
    let info = gpu.as_ref().map(|gpu| gpu.info());
    let halves = app.halves.borrow();
    let text = |text: Option<&str>| text.map_or(JsValue::NULL, JsValue::from_str);
    let [left, right] = &*halves;
    object(&[
        ("n", session.settings().shape.n.into()),
        (
            "workgroup_size",
            session.settings().shape.workgroup_size.into(),
        ),
        ("playing", session.is_playing().into()),
        ("settled", session.is_settled().into()),
        ("sorted", session.is_sorted().into()),
        ("adapter", text(info.map(|info| info.name.as_str()))),
        ("backend", text(info.map(|info| info.backend.as_str()))),
        ("instead", text(app.instead.borrow().as_deref())),
        ("fault", text(session.fault())),
        ("step", (left.done.max(right.done) as u32).into()),
        ("left", half(left)),
        ("right", half(right)),
    ])
}

fn half(shown: &Shown) -> JsValue {
    let info = shown.reading.info;
    let words = Array::of3(&info.kind.into(), &info.span.into(), &info.largest.into());
    let kernel = shown.kernel.as_ref().map(|(name, _)| name.as_str());
    let last = shown.bars.iter().rev().find_map(|bar| bar.time);
    object(&[
        ("sorted", shown.is_sorted().into()),
        ("step", (shown.done as u32).into()),
        ("steps", (shown.bars.len() as u32).into()),
        ("swap_ops", (shown.swap_ops as u32).into()),
        ("workgroup_size", shown.workgroup_size.into()),
        ("info", words.into()),
        (
            "kind",
            info.kind().map_or(JsValue::NULL, |kind| kind.name().into()),
        ),
        ("span", info.span.into()),
        ("largest", info.largest.into()),
        ("kernel", kernel.map_or(JsValue::NULL, JsValue::from_str)),
        ("time", last.map_or(JsValue::NULL, JsValue::from_f64)),
    ])
}

fn object(fields: &[(&str, JsValue)]) -> JsValue {
    let object = Object::new();
    for (name, value) in fields {
        let _ = Reflect::set(&object, &JsValue::from_str(name), value);
    }
    object.into()
}

/// The keys of a half.
///
/// # Errors
///
/// `side` is neither `"left"` nor `"right"`.
#[wasm_bindgen]
pub fn keys(side: &str) -> Result<Uint32Array, JsValue> {
    let side = Side::BOTH.into_iter().find(|known| known.name() == side);
    let side = side.ok_or("say \"left\" or \"right\"")?;
    let app = started()?;
    let halves = app.halves.borrow();
    Ok(Uint32Array::from(&halves[side as usize].reading.keys[..]))
}

/// The table of faults, run on the page's device.
///
/// # Errors
///
/// There is no device.
#[wasm_bindgen]
pub async fn run_faults() -> Result<Array, JsValue> {
    let rows = faults::run(&gpu(&*started()?)?).await;
    let row = |row: &faults::Row| {
        object(&[
            ("name", row.name.into()),
            ("ok", row.ok.into()),
            ("detail", row.detail.as_str().into()),
        ])
    };
    Ok(rows.iter().map(row).collect())
}

/// Destroys the device.
///
/// # Errors
///
/// There is none.
#[wasm_bindgen]
pub fn lose_device() -> Result<(), JsValue> {
    gpu(&*started()?)?.device().destroy();
    Ok(())
}

fn started() -> Result<std::rc::Rc<App>, JsValue> {
    app().ok_or_else(|| JsValue::from_str("the page has not started"))
}

fn gpu(app: &App) -> Result<Gpu, JsValue> {
    let gpu = app.gpu.borrow().clone();
    gpu.ok_or_else(|| JsValue::from_str("no device is open"))
}
