//! The loop between keyboard, screen and device, and the terminal as it was before:
//! whatever ends the loop, an error, a panic or a signal.

use std::io;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, Event};

use super::engine::Engine;
use super::input;
use super::model::Model;
use super::request::WatchRequest;
use super::screen::{self, Palette};
use super::signals::Signals;
use super::worker::{Outcome, Worker};
use crate::failure::Failure;

/// Between two pictures: more a second are seen by nobody.
const BETWEEN_PICTURES: Duration = Duration::from_millis(16);

/// Between two looks at the signals.
const BETWEEN_LOOKS: Duration = Duration::from_millis(100);

/// What the loop waits for.
enum Happening {
    Device(Outcome),
    Keyboard(io::Result<Event>),
}

/// The terminal while it is ours; dropped, it is as it was.
struct Screen {
    terminal: DefaultTerminal,
}

impl Screen {
    /// Takes the terminal, which a panic gives back too, before it says anything.
    fn take() -> Result<Screen, Failure> {
        let terminal = ratatui::try_init().map_err(|error| {
            ratatui::restore();
            Failure::new(
                format!("the terminal cannot be drawn on: {error}"),
                "use another terminal, or `--once` in a pipe, which prints lines",
            )
        })?;
        Ok(Screen { terminal })
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        // Nothing can be done about a terminal that is gone.
        let _ = self.terminal.show_cursor();
        ratatui::restore();
    }
}

/// Shows the sort until it is over or somebody quits.
pub(super) fn run(engine: Engine, request: &WatchRequest) -> Result<(), Failure> {
    let signals = Signals::listen()?;
    let (happenings, waiting) = mpsc::channel();
    let frame = engine.frame(None)?;
    let scene = engine.scene().clone();
    let tell = happenings.clone();
    // Nobody hears of the last step of a watch that has ended.
    let worker = Worker::start(engine, move |outcome| {
        let _ = tell.send(Happening::Device(outcome));
    })?;
    let mut model = Model::new(scene, frame, request.speed, request.once, Instant::now());
    let mut screen = Screen::take()?;
    listen_to_keyboard(happenings)?;
    let result = watch(&mut model, &mut screen, &worker, &waiting, &signals);
    drop(screen);
    signals.obey();
    result
}

/// A thread that waits for keys, and ends with the process.
fn listen_to_keyboard(happenings: Sender<Happening>) -> Result<(), Failure> {
    let listen = move || {
        loop {
            let event = event::read();
            let failed = event.is_err();
            if happenings.send(Happening::Keyboard(event)).is_err() || failed {
                return;
            }
        }
    };
    let thread = thread::Builder::new().name("keyboard".to_owned());
    thread.spawn(listen).map(drop).map_err(|error| lost(&error))
}

fn lost(error: &io::Error) -> Failure {
    Failure::new(
        format!("the terminal is lost: {error}"),
        "open another terminal, and run it again",
    )
}

fn watch(
    model: &mut Model,
    screen: &mut Screen,
    worker: &Worker,
    waiting: &Receiver<Happening>,
    signals: &Signals,
) -> Result<(), Failure> {
    let palette = Palette::of_environment();
    let mut drawn: Option<Instant> = None;
    let mut stale = true;
    loop {
        let now = Instant::now();
        if let Some(order) = model.order(now) {
            worker.order(order)?;
        }
        if model.is_over() || signals.came() {
            return Ok(());
        }
        let mut patience = model.idle(now).min(BETWEEN_LOOKS);
        if stale {
            let due = drawn.map_or(now, |drawn| drawn + BETWEEN_PICTURES);
            if now >= due {
                let size = screen.terminal.size().map_err(|error| lost(&error))?;
                model.room = screen::room(size.height);
                let draw = |frame: &mut ratatui::Frame<'_>| screen::draw(frame, model, palette);
                screen.terminal.draw(draw).map_err(|error| lost(&error))?;
                (drawn, stale) = (Some(now), false);
                continue;
            }
            patience = patience.min(due - now);
        }
        match waiting.recv_timeout(patience) {
            Ok(happening) => {
                take_in(model, happening)?;
                stale = true;
            }
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {}
        }
    }
}

fn take_in(model: &mut Model, happening: Happening) -> Result<(), Failure> {
    let now = Instant::now();
    match happening {
        Happening::Device(outcome) => model.arrived(outcome?, now),
        Happening::Keyboard(event) => {
            if let Event::Key(key) = event.map_err(|error| lost(&error))?
                && let Some(pressed) = input::pressed(key)
            {
                model.press(pressed, now);
            }
        }
    }
    Ok(())
}
