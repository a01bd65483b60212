//! What the page does next: a state machine of what people ask for and what the executor
//! has done. Pure: times are given, work is named here and done elsewhere.
//!
//! One piece of work is under way at a time. Whatever is asked meanwhile is remembered
//! and looked at when it ends, so that no click is lost and none arrives in between.

#[cfg(test)]
mod tests;

use crate::settings::{self, Executor, SPEEDS, Settings, Shape};

/// How long the sorted keys are shown before the next sort, in milliseconds.
pub const REST: f64 = 1000.0;

/// The most steps that may be asked for ahead: a key held down runs on no longer.
const AHEAD: u32 = 2;

/// What a person asks for.
#[derive(Clone, PartialEq, Debug)]
pub enum Event {
    /// Plays if it stands, stands if it plays.
    Toggle,
    /// Plays.
    Play,
    /// Stands.
    Pause,
    /// One step, then stands.
    Step,
    /// New keys, and from the start.
    Shuffle,
    /// One speed up.
    Faster,
    /// One speed down.
    Slower,
    /// One of the speeds, by its place.
    Speed(usize),
    /// A number of keys, as it was written.
    Count(String),
    /// The most invocations of a workgroup, as it was written.
    WorkgroupSize(String),
    /// How keys lie before the first step.
    Distribution(crate::distribution::Distribution),
    /// Greatest key first, or least.
    Descending(bool),
    /// Whether to begin again after the last step.
    Repeat(bool),
    /// Where to run.
    Executor(Executor),
    /// Another attempt after a fault.
    Retry,
}

/// Work for the executor.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Work {
    /// Open a device.
    Open(Executor),
    /// Make both sorts of this shape, with keys of this seed.
    Prepare(Shape, u64),
    /// One step of each half that is not done.
    Step,
}

/// What to do now.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Next {
    /// This, and tell of its end.
    Work(Work),
    /// Nothing before this time, in milliseconds.
    At(f64),
    /// Nothing before something is asked for.
    Idle,
}

/// How work ended.
#[derive(Clone, PartialEq, Debug)]
pub enum Outcome {
    /// As asked. Whether both halves are sorted now.
    Done {
        /// No step is left in either half.
        sorted: bool,
    },
    /// It failed, with the reason.
    Failed {
        /// What went wrong.
        message: String,
        /// Whether the device is of no more use.
        lost: bool,
    },
}

/// The state of the page.
#[derive(Clone, Debug)]
pub struct Session {
    settings: Settings,
    seed: u64,
    playing: bool,
    /// Steps asked for, one by one.
    asked: u32,
    device: Device,
    /// The keys are not those that were asked for.
    stale: bool,
    sorted: bool,
    under_way: Option<Work>,
    /// Something changed while work was under way that its end does not satisfy.
    overtaken: bool,
    fault: Option<String>,
    /// When the last step began.
    stepped: f64,
    /// When the keys were sorted.
    rested: f64,
}

/// Whether there is a device.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Device {
    Wanted,
    Open,
}

impl Session {
    /// A session that begins with these settings. `seed` says which keys come first.
    #[must_use]
    pub fn new(settings: Settings, seed: u64) -> Session {
        Session {
            settings,
            seed,
            playing: settings.play,
            asked: 0,
            device: Device::Wanted,
            stale: true,
            sorted: false,
            under_way: None,
            overtaken: false,
            fault: None,
            stepped: f64::NEG_INFINITY,
            rested: f64::NEG_INFINITY,
        }
    }

    /// What was chosen.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Whether it plays.
    #[must_use]
    pub fn is_playing(&self) -> bool {
        self.playing
    }

    /// Whether both halves are sorted.
    #[must_use]
    pub fn is_sorted(&self) -> bool {
        self.sorted
    }

    /// Whether both halves show what was asked for, and no work is under way.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        let open = self.device == Device::Open;
        open && !self.stale && self.under_way.is_none() && self.asked == 0
    }

    /// What went wrong, where nothing goes on before [`Event::Retry`] or a change.
    #[must_use]
    pub fn fault(&self) -> Option<&str> {
        self.fault.as_deref()
    }

    /// Takes what a person asks for.
    ///
    /// # Errors
    ///
    /// The value cannot be used, in words; all stays as it was.
    pub fn handle(&mut self, event: Event) -> Result<(), String> {
        match event {
            Event::Toggle => self.set_playing(!self.playing),
            Event::Play => self.set_playing(true),
            Event::Pause => self.set_playing(false),
            Event::Step => self.step(),
            Event::Shuffle => self.renew(),
            Event::Faster => self.set_speed(self.settings.speed + 1),
            Event::Slower => self.set_speed(self.settings.speed.saturating_sub(1)),
            Event::Speed(place) => self.set_speed(place),
            Event::Count(text) => {
                let n = settings::count(&text)?;
                self.reshape(|shape| shape.n = n);
            }
            Event::WorkgroupSize(text) => {
                let size = settings::workgroup_size(&text)?;
                self.reshape(|shape| shape.workgroup_size = size);
            }
            Event::Distribution(distribution) => {
                self.reshape(|shape| shape.distribution = distribution);
            }
            Event::Descending(descending) => self.reshape(|shape| shape.descending = descending),
            Event::Repeat(repeat) => self.settings.repeat = repeat,
            Event::Executor(executor) => self.move_to(executor),
            Event::Retry => self.retry(),
        }
        Ok(())
    }

    fn set_playing(&mut self, playing: bool) {
        self.playing = playing;
        self.asked = 0;
        // At the end, playing means another sort, whether it repeats or not.
        if playing && self.sorted && !self.settings.repeat {
            self.renew();
        }
    }

    fn step(&mut self) {
        self.playing = false;
        match self.sorted && self.under_way.is_none() {
            true => self.renew(),
            false => self.asked = (self.asked + 1).min(AHEAD),
        }
    }

    fn set_speed(&mut self, place: usize) {
        self.settings.speed = place.min(SPEEDS.len() - 1);
    }

    fn reshape(&mut self, change: impl FnOnce(&mut Shape)) {
        let before = self.settings.shape;
        change(&mut self.settings.shape);
        if self.settings.shape != before {
            self.renew();
        }
    }

    /// New keys, from the start.
    fn renew(&mut self) {
        self.seed = self.seed.wrapping_add(1);
        self.stale = true;
        self.sorted = false;
        self.asked = 0;
        self.fault = None;
        self.overtaken = self.under_way.is_some();
    }

    fn move_to(&mut self, executor: Executor) {
        if self.settings.executor != executor {
            self.settings.executor = executor;
            self.device = Device::Wanted;
            self.renew();
        }
    }

    fn retry(&mut self) {
        if self.fault.is_some() {
            self.renew();
        }
    }

    /// What to do at `now`, in milliseconds. Work that this names is under way from then
    /// on, until [`Session::ended`].
    pub fn next(&mut self, now: f64) -> Next {
        if self.under_way.is_some() || self.fault.is_some() {
            return Next::Idle;
        }
        if self.device == Device::Wanted {
            return self.begin(Work::Open(self.settings.executor));
        }
        if self.sorted && self.playing && self.settings.repeat && !self.stale {
            let due = self.rested + REST;
            if now < due {
                return Next::At(due);
            }
            self.renew();
        }
        if self.stale {
            return self.begin(Work::Prepare(self.settings.shape, self.seed));
        }
        self.next_step(now)
    }

    fn next_step(&mut self, now: f64) -> Next {
        if self.sorted || !(self.playing || self.asked > 0) {
            return Next::Idle;
        }
        let due = self.stepped + 1000.0 / SPEEDS[self.settings.speed];
        if self.asked == 0 && now < due {
            return Next::At(due);
        }
        self.asked = self.asked.saturating_sub(1);
        self.stepped = now;
        self.begin(Work::Step)
    }

    fn begin(&mut self, work: Work) -> Next {
        self.under_way = Some(work);
        self.overtaken = false;
        Next::Work(work)
    }

    /// Takes the end, at `now`, of the work that is under way.
    pub fn ended(&mut self, outcome: Outcome, now: f64) {
        let Some(work) = self.under_way.take() else {
            return;
        };
        match outcome {
            Outcome::Done { sorted } => self.succeeded(work, sorted, now),
            Outcome::Failed { message, lost } => self.fail(message, lost),
        }
    }

    /// Takes the loss of the device while nothing was under way.
    pub fn device_lost(&mut self, message: String) {
        if self.under_way.is_none() && self.device == Device::Open {
            self.fail(message, true);
        }
    }

    fn fail(&mut self, message: String, lost: bool) {
        // Of what nobody waits for any more, only the device's loss matters.
        if lost {
            self.device = Device::Wanted;
            self.stale = true;
        }
        if lost || !self.overtaken {
            self.fault = Some(message);
            self.playing = false;
            self.asked = 0;
        }
    }

    fn succeeded(&mut self, work: Work, sorted: bool, now: f64) {
        match work {
            Work::Open(executor) => {
                if executor == self.settings.executor {
                    self.device = Device::Open;
                }
            }
            Work::Prepare(..) | Work::Step if self.overtaken => {}
            Work::Prepare(..) => {
                self.stale = false;
                self.stepped = now;
                self.set_sorted(sorted, now);
            }
            Work::Step => self.set_sorted(sorted, now),
        }
    }

    fn set_sorted(&mut self, sorted: bool, now: f64) {
        self.sorted = sorted;
        if sorted {
            self.rested = now;
            self.asked = 0;
            // Nothing goes on by itself, and the button offers to play again.
            self.playing &= self.settings.repeat;
        }
    }
}
