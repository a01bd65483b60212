//! The session, driven by hand: what is asked, what is under way, what comes next.

use super::*;
use crate::distribution::Distribution;

/// A session at work, with the time.
struct Page {
    session: Session,
    now: f64,
    /// Steps that a sort takes.
    steps: u32,
    done: u32,
}

impl Page {
    /// Opened and prepared, standing.
    fn ready() -> Page {
        let mut page = Page::new(Settings {
            play: false,
            ..Settings::default()
        });
        page.opened();
        page
    }

    fn new(settings: Settings) -> Page {
        Page {
            session: Session::new(settings, 0),
            now: 0.0,
            steps: 3,
            done: 0,
        }
    }

    fn opened(&mut self) {
        assert!(matches!(self.work(), Some(Work::Open(_))));
        self.end();
        assert!(matches!(self.work(), Some(Work::Prepare(..))));
        self.end();
    }

    fn ask(&mut self, event: Event) {
        self.session.handle(event).expect("can be used");
    }

    /// The work that comes next, if any does now.
    fn work(&mut self) -> Option<Work> {
        match self.session.next(self.now) {
            Next::Work(work) => {
                match work {
                    Work::Prepare(..) => self.done = 0,
                    Work::Step => self.done += 1,
                    Work::Open(_) => {}
                }
                Some(work)
            }
            Next::At(_) | Next::Idle => None,
        }
    }

    /// What is under way ends well, 5 ms later.
    fn end(&mut self) {
        self.now += 5.0;
        let sorted = self.done == self.steps;
        self.session.ended(Outcome::Done { sorted }, self.now);
    }

    fn fail(&mut self, lost: bool) {
        let message = "it broke".to_owned();
        self.session
            .ended(Outcome::Failed { message, lost }, self.now);
    }

    /// The shape of the next preparation.
    fn prepared(&mut self) -> Shape {
        match self.work() {
            Some(Work::Prepare(shape, _)) => shape,
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn it_opens_prepares_and_stands() {
    let mut page = Page::ready();
    assert_eq!(page.session.next(0.0), Next::Idle);
    assert!(page.session.is_settled());
}

#[test]
fn playing_steps_at_its_speed_rests_and_begins_again() {
    let mut page = Page::new(Settings::default());
    page.opened();
    for step in 1..=3 {
        let began = page.now;
        assert_eq!(page.work(), None, "too early");
        let Next::At(due) = page.session.next(page.now) else {
            panic!("no time is named")
        };
        assert!(due > began && due <= began + 100.0, "{step}");
        page.now = due;
        assert_eq!(page.work(), Some(Work::Step));
        page.end();
    }
    assert!(page.session.is_sorted());
    assert_eq!(page.session.next(page.now), Next::At(page.now + REST));
    page.now += REST;
    assert!(
        matches!(page.work(), Some(Work::Prepare(_, 1))),
        "other keys"
    );
    page.end();
    assert!(!page.session.is_sorted());
}

#[test]
fn without_repeat_it_stays_sorted_until_it_is_played() {
    let mut page = Page::ready();
    page.ask(Event::Repeat(false));
    page.ask(Event::Speed(usize::MAX));
    page.ask(Event::Play);
    for _ in 0..3 {
        assert_eq!(page.work(), Some(Work::Step));
        page.end();
    }
    page.now += 10.0 * REST;
    assert_eq!(page.session.next(page.now), Next::Idle);
    assert!(!page.session.is_playing());
    page.ask(Event::Toggle);
    assert!(matches!(page.work(), Some(Work::Prepare(..))));
}

#[test]
fn one_step_is_one_step() {
    let mut page = Page::ready();
    page.ask(Event::Step);
    assert_eq!(page.work(), Some(Work::Step));
    page.end();
    assert_eq!(page.work(), None);
}

#[test]
fn a_step_while_playing_stands() {
    let mut page = Page::ready();
    page.ask(Event::Play);
    page.ask(Event::Step);
    assert!(!page.session.is_playing());
    assert_eq!(page.work(), Some(Work::Step));
    page.end();
    page.now += 1e6;
    assert_eq!(page.work(), None);
}

#[test]
fn a_double_click_is_two_steps_and_a_held_key_runs_on_no_longer() {
    let mut page = Page::ready();
    page.steps = 100;
    page.ask(Event::Step);
    assert_eq!(page.work(), Some(Work::Step));
    page.ask(Event::Step);
    assert_eq!(page.work(), None, "one is under way");
    page.end();
    assert_eq!(page.work(), Some(Work::Step));
    (0..50).for_each(|_| page.ask(Event::Step));
    page.end();
    let mut steps = 0;
    while page.work().is_some() {
        page.end();
        steps += 1;
    }
    assert_eq!(steps, 2);
}

#[test]
fn two_toggles_are_none() {
    let mut page = Page::ready();
    page.ask(Event::Toggle);
    page.ask(Event::Toggle);
    assert!(!page.session.is_playing());
    assert_eq!(page.work(), None);
}

#[test]
fn a_pause_while_a_step_is_under_way_ends_behind_it() {
    let mut page = Page::ready();
    page.ask(Event::Play);
    page.now += 1000.0;
    assert_eq!(page.work(), Some(Work::Step));
    page.ask(Event::Pause);
    page.end();
    page.now += 1e6;
    assert_eq!(page.session.next(page.now), Next::Idle);
    assert!(page.session.is_settled());
}

#[test]
fn a_new_count_while_a_step_is_under_way_waits_for_its_end() {
    let mut page = Page::ready();
    page.ask(Event::Step);
    assert_eq!(page.work(), Some(Work::Step));
    page.ask(Event::Count("1000".to_owned()));
    assert_eq!(page.work(), None);
    // The step was the last of the old sort: that does not make the new one sorted.
    page.done = page.steps;
    page.end();
    assert!(!page.session.is_sorted());
    assert_eq!(page.prepared().n, 1000);
    page.end();
    assert!(page.session.is_settled());
}

#[test]
fn a_new_count_while_another_is_prepared_is_prepared_behind_it() {
    let mut page = Page::ready();
    page.ask(Event::Count("1000".to_owned()));
    assert_eq!(page.prepared().n, 1000);
    page.ask(Event::Count("2^10".to_owned()));
    page.end();
    assert!(!page.session.is_settled());
    assert_eq!(page.prepared().n, 1024);
    page.end();
    assert!(page.session.is_settled());
}

#[test]
fn bad_counts_change_nothing() {
    let mut page = Page::ready();
    for text in ["0", "1", "2^64", "4294967296", "-1", "", "many"] {
        let asked = page.session.handle(Event::Count(text.to_owned()));
        assert!(asked.is_err(), "{text}");
    }
    for text in ["0", "-64", "", "wide"] {
        let asked = page.session.handle(Event::WorkgroupSize(text.to_owned()));
        assert!(asked.is_err(), "{text}");
    }
    assert_eq!(page.session.settings().shape, Shape::default());
    assert_eq!(page.work(), None);
}

#[test]
fn the_same_choice_again_begins_nothing() {
    let mut page = Page::ready();
    page.ask(Event::Count("16384".to_owned()));
    page.ask(Event::Distribution(Distribution::Uniform));
    page.ask(Event::Descending(false));
    page.ask(Event::Executor(Executor::Automatic));
    page.ask(Event::Retry);
    assert_eq!(page.work(), None);
    page.ask(Event::Distribution(Distribution::Reversed));
    assert_eq!(page.prepared().distribution, Distribution::Reversed);
}

#[test]
fn a_step_at_the_end_begins_again() {
    let mut page = Page::ready();
    page.steps = 1;
    page.ask(Event::Step);
    assert_eq!(page.work(), Some(Work::Step));
    page.end();
    assert!(page.session.is_sorted());
    page.ask(Event::Step);
    assert!(matches!(page.work(), Some(Work::Prepare(..))));
    page.end();
    assert_eq!(page.work(), None, "the next step is asked for by itself");
}

#[test]
fn speeds_stop_at_their_ends() {
    let mut page = Page::ready();
    (0..20).for_each(|_| page.ask(Event::Faster));
    assert_eq!(SPEEDS[page.session.settings().speed], f64::INFINITY);
    (0..20).for_each(|_| page.ask(Event::Slower));
    assert_eq!(page.session.settings().speed, 0);
}

#[test]
fn another_executor_is_opened_and_prepared() {
    let mut page = Page::ready();
    page.ask(Event::Executor(Executor::Software));
    assert_eq!(page.work(), Some(Work::Open(Executor::Software)));
    page.ask(Event::Executor(Executor::Automatic));
    page.end();
    assert_eq!(page.work(), Some(Work::Open(Executor::Automatic)));
    page.end();
    assert!(matches!(page.work(), Some(Work::Prepare(..))));
}

#[test]
fn a_fault_is_told_and_stops_all_until_somebody_acts() {
    let mut page = Page::ready();
    page.ask(Event::Play);
    page.now += 1000.0;
    assert_eq!(page.work(), Some(Work::Step));
    page.fail(false);
    assert_eq!(page.session.fault(), Some("it broke"));
    assert!(!page.session.is_playing());
    page.now += 1e6;
    assert_eq!(page.session.next(page.now), Next::Idle);
    page.ask(Event::Retry);
    assert!(
        matches!(page.work(), Some(Work::Prepare(..))),
        "the device is as it was"
    );
    assert_eq!(page.session.fault(), None);
}

#[test]
fn a_lost_device_is_opened_again() {
    let mut page = Page::ready();
    page.ask(Event::Step);
    assert_eq!(page.work(), Some(Work::Step));
    page.fail(true);
    assert_eq!(page.session.fault(), Some("it broke"));
    assert!(!page.session.is_settled());
    page.ask(Event::Retry);
    page.opened();
    assert!(page.session.is_settled());
}

#[test]
fn a_device_that_is_lost_at_rest_is_told() {
    let mut page = Page::ready();
    page.session.device_lost("gone".to_owned());
    assert_eq!(page.session.fault(), Some("gone"));
    page.ask(Event::Shuffle);
    page.session.device_lost("told late of the same".to_owned());
    assert_eq!(page.session.fault(), None);
    page.opened();
    // Work that is under way tells by itself how it ends.
    page.ask(Event::Step);
    assert_eq!(page.work(), Some(Work::Step));
    page.session.device_lost("gone".to_owned());
    page.end();
    assert_eq!(page.session.fault(), None);
}

#[test]
fn a_fault_of_what_nobody_waits_for_is_not_told() {
    let mut page = Page::ready();
    page.ask(Event::Count("2^20".to_owned()));
    assert_eq!(page.prepared().n, 1 << 20);
    page.ask(Event::Count("8".to_owned()));
    page.fail(false);
    assert_eq!(page.session.fault(), None);
    assert_eq!(page.prepared().n, 8);
}

#[test]
fn an_end_of_nothing_is_nothing() {
    let mut page = Page::ready();
    page.session.ended(Outcome::Done { sorted: true }, 0.0);
    assert!(!page.session.is_sorted());
}
