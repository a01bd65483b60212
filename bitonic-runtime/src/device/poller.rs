//! The thread that polls a device while somebody waits for it without blocking.
//! Native systems only; who waits, and for what, is in `wait`.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use super::wait::Signal;

/// The pause after a poll that brought nothing: doubled each time, up to the longest.
/// Short work is noticed soon, and long work costs a thousand polls a second.
const SHORTEST_PAUSE: Duration = Duration::from_micros(20);
const LONGEST_PAUSE: Duration = Duration::from_millis(1);

/// Hands signals to the thread, which is started by the first one. Dropping this
/// ends the thread once nobody waits.
#[derive(Default, Debug)]
pub(super) struct Poller(Mutex<Option<Sender<Signal>>>);

impl Poller {
    /// Polls `device` until `signal` is told. It is told `false` if the device fails.
    pub(super) fn watch(&self, device: &wgpu::Device, signal: Signal) -> Result<(), String> {
        let mut sender = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let sender = match &mut *sender {
            Some(sender) => sender,
            none => none.insert(start(device.clone())?),
        };
        sender
            .send(signal)
            .map_err(|_| "the thread that polls it has ended".to_owned())
    }
}

fn start(device: wgpu::Device) -> Result<Sender<Signal>, String> {
    let (sender, requests) = channel();
    thread::Builder::new()
        .name("bitonic-poll".to_owned())
        .spawn(move || run(&device, &requests))
        .map_err(|error| format!("no thread to poll it: {error}"))?;
    Ok(sender)
}

/// Signals that are not told yet. Whoever still waits when the thread ends, be it by
/// a panic within the driver, is told that it failed.
struct Waiting(Vec<Signal>);

impl Drop for Waiting {
    fn drop(&mut self) {
        for signal in &self.0 {
            signal.tell(false);
        }
    }
}

fn run(device: &wgpu::Device, requests: &Receiver<Signal>) {
    while let Ok(first) = requests.recv() {
        let mut waiting = Waiting(vec![first]);
        let mut pause = SHORTEST_PAUSE;
        while !waiting.0.is_empty() {
            if device.poll(wgpu::PollType::Poll).is_err() {
                break;
            }
            waiting.0.retain(|signal| signal.told().is_none());
            thread::sleep(pause);
            pause = (pause * 2).min(LONGEST_PAUSE);
            let before = waiting.0.len();
            waiting.0.extend(requests.try_iter());
            if waiting.0.len() > before {
                pause = SHORTEST_PAUSE;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::Gpu;
    use std::time::Instant;

    fn told_within(signal: &Signal, most: Duration) -> Option<bool> {
        let start = Instant::now();
        while signal.told().is_none() && start.elapsed() < most {
            thread::sleep(Duration::from_millis(1));
        }
        signal.told()
    }

    /// Nobody but the thread polls here.
    #[test]
    fn the_thread_polls_until_the_device_tells() {
        let gpu = Gpu::named("software").expect("it is always there");
        let poller = Poller::default();
        for _ in 0..3 {
            let signal = Signal::default();
            let done = signal.clone();
            gpu.queue().on_submitted_work_done(move || done.tell(true));
            assert_eq!(signal.told(), None, "it calls back from a poll only");
            poller
                .watch(gpu.device(), signal.clone())
                .expect("a thread");
            let told = told_within(&signal, Duration::from_secs(20));
            assert_eq!(told, Some(true));
        }
    }

    #[test]
    fn who_waits_when_the_thread_ends_is_told_that_it_failed() {
        let signal = Signal::default();
        drop(Waiting(vec![signal.clone()]));
        assert_eq!(signal.told(), Some(false));
    }
}
