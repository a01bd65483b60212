//! Waiting for a time or for somebody, whichever comes first.

use std::cell::RefCell;
use std::future::poll_fn;
use std::rc::Rc;
use std::task::{Poll, Waker};

use wasm_bindgen::prelude::*;

use super::dom;

/// The longest that browsers count, in milliseconds, about.
const LONGEST: f64 = 1e9;

/// What wakes the loop.
#[derive(Clone, Default)]
pub(crate) struct Alarm(Rc<RefCell<State>>);

#[derive(Default)]
struct State {
    rung: bool,
    waker: Option<Waker>,
}

impl Alarm {
    /// Ends a wait, or the next one.
    pub(crate) fn ring(&self) {
        let waker = {
            let mut state = self.0.borrow_mut();
            state.rung = true;
            state.waker.take()
        };
        if let Some(waker) = waker {
            waker.wake();
        }
    }

    /// Until a time, as `dom::now` counts it, or until it rings.
    pub(crate) async fn until(&self, time: f64) {
        let timer = self.timer(time - dom::now());
        self.rings().await;
        if let Some(timer) = timer {
            timer.stop();
        }
    }

    /// Some milliseconds, whatever rings.
    pub(crate) async fn pause(&self, milliseconds: f64) {
        let alarm = Alarm::default();
        let timer = alarm.timer(milliseconds);
        alarm.rings().await;
        drop(timer);
    }

    fn timer(&self, milliseconds: f64) -> Option<Timer> {
        let alarm = self.clone();
        let ring = Closure::once(move || alarm.ring());
        let set = web_sys::window()?.set_timeout_with_callback_and_timeout_and_arguments_0(
            ring.as_ref().unchecked_ref(),
            milliseconds.clamp(0.0, LONGEST).ceil() as i32,
        );
        Some(Timer {
            id: set.ok()?,
            _ring: ring,
        })
    }

    async fn rings(&self) {
        poll_fn(|context| {
            let mut state = self.0.borrow_mut();
            match std::mem::take(&mut state.rung) {
                true => Poll::Ready(()),
                false => {
                    state.waker = Some(context.waker().clone());
                    Poll::Pending
                }
            }
        })
        .await;
    }
}

/// A timer of the browser; its closure lives until it has rung or is stopped.
struct Timer {
    id: i32,
    _ring: Closure<dyn FnMut()>,
}

impl Timer {
    fn stop(self) {
        if let Some(window) = web_sys::window() {
            window.clear_timeout_with_handle(self.id);
        }
    }
}
