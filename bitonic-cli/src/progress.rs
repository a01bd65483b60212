//! Signs of life for a person at a terminal: what is being done, and how far it
//! is. Nothing is drawn elsewhere, nor for work that is soon done.

use std::io::{self, IsTerminal};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Work that takes less is not worth a sign.
const PATIENCE: Duration = Duration::from_millis(500);
/// Between two pictures of the spinner.
const TICK: Duration = Duration::from_millis(100);

const SPINNER: &str = "{spinner} {msg} {elapsed}";
const BYTES: &str = "{msg:10} [{bar:40}] {bytes} of {total_bytes}, {eta} left";
const COUNT: &str = "{msg:10} [{bar:40}] {percent}%, {eta} left";

/// Whether there is anyone to show signs to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Progress {
    shown: bool,
}

impl Progress {
    pub(crate) fn new(quiet: bool) -> Progress {
        Progress {
            shown: !quiet && io::stderr().is_terminal(),
        }
    }

    /// Work on so many bytes; a spinner where nobody knows how many.
    pub(crate) fn bytes(self, what: &'static str, total: Option<u64>) -> Stage {
        match total {
            Some(_) => self.stage(what, BYTES, total),
            None => self.spinner(what),
        }
    }

    /// Work on so many things.
    pub(crate) fn count(self, what: &'static str, total: usize) -> Stage {
        self.stage(what, COUNT, Some(total as u64))
    }

    /// Work of which only the end is seen.
    pub(crate) fn spinner(self, what: &'static str) -> Stage {
        self.stage(what, SPINNER, None)
    }

    fn stage(self, what: &'static str, template: &str, total: Option<u64>) -> Stage {
        let bar = ProgressBar::with_draw_target(total, ProgressDrawTarget::hidden());
        bar.set_message(what);
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style.progress_chars("=> "));
        }
        let reveal = self.shown.then(|| Reveal::of(&bar));
        Stage { bar, reveal }
    }
}

/// One stretch of work; its sign goes with it.
pub(crate) struct Stage {
    pub(crate) bar: ProgressBar,
    reveal: Option<Reveal>,
}

impl Drop for Stage {
    fn drop(&mut self) {
        if let Some(reveal) = self.reveal.take() {
            reveal.stop();
        }
        self.bar.finish_and_clear();
    }
}

/// A thread that shows the sign of work that takes long.
struct Reveal {
    done: Sender<()>,
    thread: JoinHandle<()>,
}

impl Reveal {
    fn of(bar: &ProgressBar) -> Reveal {
        let (done, wait) = mpsc::channel();
        let bar = bar.clone();
        let thread = thread::spawn(move || {
            if wait.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                bar.set_draw_target(ProgressDrawTarget::stderr());
                bar.enable_steady_tick(TICK);
            }
        });
        Reveal { done, thread }
    }

    /// Waits for the thread, so that nothing is drawn after the end.
    fn stop(self) {
        drop(self.done);
        // A thread that panicked has drawn its last.
        let _ = self.thread.join();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_template_can_be_read() {
        for template in [SPINNER, BYTES, COUNT] {
            assert!(ProgressStyle::with_template(template).is_ok(), "{template}");
        }
    }

    #[test]
    fn work_that_is_soon_done_is_never_shown() {
        let stage = Progress { shown: true }.spinner("sorting");
        let bar = stage.bar.clone();
        drop(stage);
        assert!(bar.is_hidden() && bar.is_finished());
    }
}
