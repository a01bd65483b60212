//! What is watched and how: the state behind the screen, what each key does to it, and
//! when the next order to the device is due. Nothing here draws, waits or knows a device.

use std::time::{Duration, Instant};

use super::engine::{Frame, Scene, Text};
use super::request::SPEEDS;

/// How long the sorted keys stand before others take their place.
pub(super) const REST: Duration = Duration::from_secs(1);

/// Where nothing is due, the screen is looked at again after this time.
const IDLE: Duration = Duration::from_millis(250);

/// What stands beside the keys.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Panel {
    Steps,
    Wgsl,
}

/// A key that means something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Pressed {
    PlayOrPause,
    Step,
    Shuffle,
    Faster,
    Slower,
    Panel,
    /// So many lines of the text beside the keys, down.
    Scroll(i16),
    Help,
    /// Closes the help where it is open, else the whole.
    Escape,
    Quit,
}

/// What the device is to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Order {
    Step,
    /// Other keys, of this seed.
    Shuffle(u64),
}

/// What a key asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Asked {
    Step,
    Shuffle,
}

/// The state behind the screen.
#[derive(Debug)]
pub(super) struct Model {
    pub(super) scene: Scene,
    pub(super) frame: Frame,
    /// How long each step took, of those that were run.
    pub(super) times: Vec<Duration>,
    pub(super) playing: bool,
    /// Steps a second.
    pub(super) speed: f64,
    pub(super) panel: Panel,
    pub(super) help: bool,
    /// Lines of the WGSL above the panel.
    pub(super) scroll: u16,
    /// Lines that the panel has room for.
    pub(super) room: u16,
    /// End after one sort.
    once: bool,
    /// The device is at work.
    busy: bool,
    /// What was asked for by a key and is not ordered yet.
    asked: Option<Asked>,
    /// When the next order is due while playing.
    due: Instant,
    over: bool,
}

impl Model {
    /// A sort of which nothing has run, playing, seen first at `now`.
    pub(super) fn new(scene: Scene, frame: Frame, speed: f64, once: bool, now: Instant) -> Model {
        let mut model = Model {
            scene,
            frame,
            times: Vec::new(),
            playing: true,
            speed,
            panel: Panel::Steps,
            help: false,
            scroll: 0,
            room: 1,
            once,
            busy: false,
            asked: None,
            due: now,
            over: false,
        };
        model.due = now + model.pause();
        model
    }

    /// Whether all is seen, or enough.
    pub(super) fn is_over(&self) -> bool {
        self.over
    }

    /// Whether the last step is done.
    pub(super) fn is_sorted(&self) -> bool {
        self.frame.done == self.scene.steps.len()
    }

    /// The time of all steps so far.
    pub(super) fn total_time(&self) -> Duration {
        self.times.iter().sum()
    }

    /// The kernel of the next step; after the last step that of the last.
    pub(super) fn kernel(&self) -> Option<&Text> {
        let last = self.scene.kernel_of.len().checked_sub(1)?;
        let kernel = self.scene.kernel_of[self.frame.done.min(last)];
        self.scene.kernels.get(kernel)
    }

    /// What a key does.
    pub(super) fn press(&mut self, pressed: Pressed, now: Instant) {
        match pressed {
            Pressed::PlayOrPause => {
                self.playing = !self.playing;
                self.due = now;
            }
            Pressed::Step => {
                self.playing = false;
                self.asked = Some(Asked::Step);
            }
            Pressed::Shuffle => self.asked = Some(Asked::Shuffle),
            Pressed::Faster => self.turn_speed(2.0, now),
            Pressed::Slower => self.turn_speed(0.5, now),
            Pressed::Panel => {
                self.panel = match self.panel {
                    Panel::Steps => Panel::Wgsl,
                    Panel::Wgsl => Panel::Steps,
                };
                self.scroll = 0;
            }
            Pressed::Scroll(lines) => self.scroll_by(lines),
            Pressed::Help => self.help = !self.help,
            Pressed::Escape if self.help => self.help = false,
            Pressed::Escape | Pressed::Quit => self.over = true,
        }
    }

    fn turn_speed(&mut self, factor: f64, now: Instant) {
        let (least, most) = SPEEDS;
        self.speed = (self.speed * factor).clamp(least, most);
        if !self.is_sorted() {
            self.due = self.due.min(now + self.pause());
        }
    }

    /// At most to where the last line is still seen.
    fn scroll_by(&mut self, lines: i16) {
        let count = self.kernel().map_or(0, |text| text.wgsl.lines().count());
        let hidden = count.saturating_sub(usize::from(self.room.max(1)));
        let most = u16::try_from(hidden).unwrap_or(u16::MAX);
        self.scroll = self.scroll.saturating_add_signed(lines).min(most);
    }

    /// What the device is to do now, if anything; it is taken to be busy until
    /// [`Model::arrived`].
    pub(super) fn order(&mut self, now: Instant) -> Option<Order> {
        if self.busy || self.over {
            return None;
        }
        let order = match self.asked.take() {
            Some(Asked::Shuffle) => self.others(),
            None if !self.playing || now < self.due => return None,
            Some(Asked::Step) | None if !self.is_sorted() => Order::Step,
            Some(Asked::Step) | None if self.once => {
                self.over = true;
                return None;
            }
            Some(Asked::Step) | None => self.others(),
        };
        self.busy = true;
        self.due = now + self.pause();
        Some(order)
    }

    /// What the device has done.
    pub(super) fn arrived(&mut self, frame: Frame, now: Instant) {
        self.busy = false;
        self.times.truncate(frame.done.saturating_sub(1));
        if frame.done > 0 {
            self.times.extend(frame.time);
        }
        let kernel = |model: &Model| model.kernel().map(|text| text.name.clone());
        let before = kernel(self);
        self.frame = frame;
        if kernel(self) != before {
            self.scroll = 0;
        }
        if self.is_sorted() {
            self.due = now + REST;
        }
    }

    /// How long nothing is due, but for keys and for what the device says.
    pub(super) fn idle(&self, now: Instant) -> Duration {
        match self.playing && !self.busy {
            true => self.due.saturating_duration_since(now).min(IDLE),
            false => IDLE,
        }
    }

    /// Between the beginnings of two steps.
    fn pause(&self) -> Duration {
        Duration::from_secs_f64(1.0 / self.speed)
    }

    /// The keys of the seed after this one.
    fn others(&self) -> Order {
        Order::Shuffle(self.frame.seed.wrapping_add(1))
    }
}
