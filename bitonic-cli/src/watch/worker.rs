//! The thread that the device is waited for on, so that the keyboard is never waited with.

use std::sync::mpsc::{self, Sender};
use std::thread;

use super::engine::{Engine, Frame};
use super::model::Order;
use crate::failure::Failure;

/// What the thread says of each order.
pub(super) type Outcome = Result<Frame, Failure>;

/// The near end of the thread. It ends when this is dropped, after the step that it runs.
pub(super) struct Worker {
    orders: Sender<Order>,
}

impl Worker {
    /// Starts the thread, which calls `tell` after each order.
    pub(super) fn start(
        mut engine: Engine,
        tell: impl Fn(Outcome) + Send + 'static,
    ) -> Result<Worker, Failure> {
        let (orders, wanted) = mpsc::channel();
        let work = move || {
            let farewell = Farewell(tell);
            for order in wanted {
                (farewell.0)(match order {
                    Order::Step => engine.step(),
                    Order::Shuffle(seed) => engine.shuffle(seed),
                });
            }
        };
        let thread = thread::Builder::new().name("sort".to_owned()).spawn(work);
        thread.map_err(|error| {
            Failure::new(
                format!("no thread can be started: {error}"),
                "end other programs, and try again",
            )
        })?;
        Ok(Worker { orders })
    }

    pub(super) fn order(&self, order: Order) -> Result<(), Failure> {
        self.orders.send(order).map_err(|_| gone())
    }
}

/// Says so when a panic ends the thread.
struct Farewell<T: Fn(Outcome)>(T);

impl<T: Fn(Outcome)> Drop for Farewell<T> {
    fn drop(&mut self) {
        if thread::panicking() {
            (self.0)(Err(gone()));
        }
    }
}

fn gone() -> Failure {
    Failure::new(
        "the sort has ended before its last step",
        "report what was said above",
    )
}
