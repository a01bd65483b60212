//! The page itself: the session of its person, the loop that does its work, and what is
//! shared between the loop, the controls and the hooks for programs.
//!
//! `controls` takes what is pressed, `view` shows what stands, `canvas` draws the keys, `dom`
//! is the document, `alarm` waits, `hooks` is what programs may ask of the page.

mod alarm;
mod canvas;
mod controls;
mod dom;
pub mod hooks;
mod view;

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use bitonic::Gpu;
use bitonic::runtime::Error;
use wasm_bindgen::prelude::*;

use crate::chart::Bar;
use crate::colour::Palette;
use crate::session::{Next, Outcome, Session, Work};
use crate::settings::{Settings, Shape};
use crate::stage::{self, Half, Reading};
use alarm::Alarm;

/// How often a device at rest is asked whether it is still there, in milliseconds.
const WATCH: f64 = 1000.0;

/// The sides of the page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Side {
    Left,
    Right,
}

impl Side {
    pub(crate) const BOTH: [Side; 2] = [Side::Left, Side::Right];

    /// What the ids of its elements begin with.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Side::Left => "left",
            Side::Right => "right",
        }
    }
}

/// One half as it was last read back.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shown {
    pub(crate) reading: Reading,
    pub(crate) bars: Vec<Bar>,
    pub(crate) done: usize,
    pub(crate) swap_ops: usize,
    pub(crate) swap_ops_done: usize,
    pub(crate) tile: u32,
    pub(crate) workgroup_size: u32,
    pub(crate) kernel: Option<(String, String)>,
}

impl Shown {
    fn of(half: &Half, reading: Reading) -> Shown {
        Shown {
            reading,
            bars: half.bars().to_vec(),
            done: half.steps_done(),
            swap_ops: half.swap_ops(),
            swap_ops_done: half.swap_ops_after(half.steps_done()),
            tile: half.tile(),
            workgroup_size: half.workgroup_size(),
            kernel: half.kernel(),
        }
    }

    pub(crate) fn is_sorted(&self) -> bool {
        self.done == self.bars.len()
    }

    /// The height of the blocks to tell apart: none once all is sorted.
    pub(crate) fn block(&self) -> Option<u32> {
        match self.is_sorted() {
            true => None,
            false => self.reading.info.block(self.tile),
        }
    }
}

/// What the loop, the controls and the hooks share.
pub(crate) struct App {
    pub(crate) session: RefCell<Session>,
    pub(crate) halves: RefCell<[Shown; 2]>,
    pub(crate) gpu: RefCell<Option<Gpu>>,
    /// Why the page runs on another device than was asked for.
    pub(crate) instead: RefCell<Option<String>>,
    /// What the address said and could not be used.
    pub(crate) address: Option<String>,
    /// What was wrong with the last thing asked for.
    pub(crate) refused: RefCell<Option<String>>,
    /// Whether the message was closed.
    pub(crate) dismissed: Cell<bool>,
    /// The cell that is pointed at.
    pub(crate) pointed: Cell<Option<(Side, u32)>>,
    pub(crate) palette: Palette,
    pub(crate) alarm: Alarm,
}

thread_local! {
    static APP: RefCell<Option<Rc<App>>> = const { RefCell::new(None) };
}

/// The page, once it has started.
pub(crate) fn app() -> Option<Rc<App>> {
    APP.with(|app| app.borrow().clone())
}

/// Runs when the module is loaded.
#[wasm_bindgen(start)]
fn start() -> Result<(), JsValue> {
    std::panic::set_hook(Box::new(|panic| dom::panicked(&panic.to_string())));
    let mut settings = Settings {
        play: !dom::prefers_less_motion(),
        ..Settings::default()
    };
    let mut refused = None;
    for (name, value) in dom::address() {
        if let Err(message) = settings.take(&name, &value) {
            refused.get_or_insert(message);
        }
    }
    let app = Rc::new(App {
        session: RefCell::new(Session::new(settings, dom::now().to_bits())),
        halves: RefCell::default(),
        gpu: RefCell::default(),
        instead: RefCell::default(),
        address: refused,
        refused: RefCell::default(),
        dismissed: Cell::new(false),
        pointed: Cell::new(None),
        palette: Palette::default(),
        alarm: Alarm::default(),
    });
    APP.with(|shared| shared.replace(Some(app.clone())));
    controls::listen(&app)?;
    view::fold_code();
    view::show(&app);
    wasm_bindgen_futures::spawn_local(run(app));
    Ok(())
}

/// Both sorts, where they are prepared.
type Halves = Option<[Half; 2]>;

/// Does what the session says, for ever.
async fn run(app: Rc<App>) {
    let mut halves: Halves = None;
    loop {
        let next = app.session.borrow_mut().next(dom::now());
        match next {
            Next::Work(work) => {
                view::show_controls(&app);
                let outcome = outcome(perform(&app, &mut halves, work).await);
                app.session.borrow_mut().ended(outcome, dom::now());
                view::show(&app);
                // The browser draws and listens before the next.
                app.alarm.pause(0.0).await;
            }
            Next::At(time) => app.alarm.until(time).await,
            Next::Idle => watch(&app).await,
        }
    }
}

/// Waits until something is asked for, and tells of a device that is lost meanwhile.
async fn watch(app: &Rc<App>) {
    app.alarm.until(dom::now() + WATCH).await;
    if !app.session.borrow().is_settled() {
        // Something was asked for meanwhile: another device, it may be.
        return;
    }
    let gpu = app.gpu.borrow().clone();
    let Some(gpu) = gpu else { return };
    if let Err(error) = gpu.wait_async().await
        && app.session.borrow().fault().is_none()
    {
        app.session.borrow_mut().device_lost(message(&error));
        view::show(app);
    }
}

fn outcome(result: Result<bool, Error>) -> Outcome {
    match result {
        Ok(sorted) => Outcome::Done { sorted },
        Err(error) => Outcome::Failed {
            message: message(&error),
            lost: stage::is_lost(&error),
        },
    }
}

/// What went wrong, and what the person may do.
fn message(error: &Error) -> String {
    match stage::is_lost(error) {
        true => format!(
            "The device is gone; \u{201c}Try again\u{201d} opens it anew. ({})",
            error.message()
        ),
        false => error.to_string(),
    }
}

/// Does `work`. Whether all is sorted behind it.
async fn perform(app: &Rc<App>, halves: &mut Halves, work: Work) -> Result<bool, Error> {
    match work {
        Work::Open(executor) => {
            *halves = None;
            app.gpu.replace(None);
            let opened = stage::open(executor).await?;
            app.gpu.replace(Some(opened.gpu));
            app.instead.replace(opened.instead);
            app.dismissed.set(false);
            Ok(false)
        }
        Work::Prepare(shape, seed) => {
            // Its buffers are given back before the next are made.
            *halves = None;
            let gpu = app.gpu.borrow().clone();
            if let Some(gpu) = gpu {
                *halves = Some(prepared(&gpu, &shape, seed)?);
            }
            read(app, halves).await
        }
        Work::Step => {
            let gpu = app.gpu.borrow();
            let holds = gpu
                .as_ref()
                .is_some_and(|gpu| gpu.info().backend == "software");
            drop(gpu);
            for half in halves.iter_mut().flatten() {
                half.step(&dom::now).await?;
                if holds {
                    // The software adapter holds the page's thread: it listens in between.
                    app.alarm.pause(0.0).await;
                }
            }
            read(app, halves).await
        }
    }
}

fn prepared(gpu: &Gpu, shape: &Shape, seed: u64) -> Result<[Half; 2], Error> {
    let keys = shape.distribution.keys(shape.n, seed);
    Ok([
        Half::library(gpu, &keys, shape)?,
        Half::global(gpu, &keys, shape)?,
    ])
}

/// Reads both halves back, to be shown.
async fn read(app: &Rc<App>, halves: &Halves) -> Result<bool, Error> {
    let Some([left, right]) = halves else {
        return Ok(false);
    };
    let left = Shown::of(left, left.read().await?);
    let right = Shown::of(right, right.read().await?);
    let sorted = left.is_sorted() && right.is_sorted();
    app.halves.replace([left, right]);
    Ok(sorted)
}
