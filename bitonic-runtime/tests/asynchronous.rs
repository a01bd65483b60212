//! Sorting and reading as futures, several at once on one thread, driven by an
//! executor of a few lines: nothing but polls and wakers.

mod common;

use std::pin::{Pin, pin};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{self, Thread};
use std::time::Duration;

use bitonic_runtime::{Gpu, SortOptions};
use common::{executors, scattered};

/// Longer than any sort here; who is not woken by then is never woken.
const PATIENCE: Duration = Duration::from_secs(60);

/// Wakes a thread that sleeps until one of its futures can go on.
struct Alarm {
    thread: Thread,
    rung: AtomicBool,
}

impl Wake for Alarm {
    fn wake(self: Arc<Self>) {
        self.rung.store(true, Ordering::SeqCst);
        self.thread.unpark();
    }
}

type Task<'a> = Pin<&'a mut dyn Future<Output = ()>>;

/// Polls each task when its own waker rings, until all are done; sleeps between.
/// How often it polled in all.
fn drive(tasks: &mut [Task<'_>]) -> usize {
    let alarm = || {
        Arc::new(Alarm {
            thread: thread::current(),
            rung: AtomicBool::new(true),
        })
    };
    let alarms: Vec<Arc<Alarm>> = tasks.iter().map(|_| alarm()).collect();
    let mut done = vec![false; tasks.len()];
    let mut polls = 0;
    while done.contains(&false) {
        let mut progress = false;
        for (index, task) in tasks.iter_mut().enumerate() {
            if done[index] || !alarms[index].rung.swap(false, Ordering::SeqCst) {
                continue;
            }
            progress = true;
            polls += 1;
            let waker = Waker::from(Arc::clone(&alarms[index]));
            done[index] = task.as_mut().poll(&mut Context::from_waker(&waker)) == Poll::Ready(());
        }
        if !progress {
            sleep_until_rung(&alarms);
        }
    }
    polls
}

fn sleep_until_rung(alarms: &[Arc<Alarm>]) {
    let start = std::time::Instant::now();
    while !alarms.iter().any(|alarm| alarm.rung.load(Ordering::SeqCst)) {
        assert!(start.elapsed() < PATIENCE, "nobody was woken");
        thread::park_timeout(PATIENCE);
    }
}

async fn sorts(gpu: &Gpu, keys: &mut [u32], options: &SortOptions) {
    let report = gpu.sort_with_async(keys, options).await.expect("it sorts");
    assert_eq!(report.n, keys.len());
}

#[test]
fn two_sorts_at_once_on_one_thread() {
    let descending = SortOptions {
        descending: true,
        ..SortOptions::default()
    };
    for gpu in executors() {
        let mut first: Vec<u32> = scattered(100_000).collect();
        let mut second: Vec<u32> = scattered(70_001).collect();
        let (mut up, mut down) = (first.clone(), second.clone());
        up.sort_unstable();
        down.sort_unstable_by(|a, b| b.cmp(a));
        let ascending = SortOptions::default();
        let polls = {
            let one = pin!(sorts(&gpu, &mut first, &ascending));
            let other = pin!(sorts(&gpu, &mut second, &descending));
            drive(&mut [one, other])
        };
        assert!(first == up && second == down, "on {}", gpu.info());
        assert!(
            (2..=8).contains(&polls),
            "{polls} polls: woken, not spinning"
        );
    }
}

/// A buffer in place, the keys between two steps, and a wait, all as futures.
#[test]
fn buffers_steps_and_waits_are_futures_too() {
    for gpu in executors() {
        let keys: Vec<u32> = scattered(5000).collect();
        let buffer = gpu.buffer(&keys).expect("room");
        let work = async {
            let options = SortOptions::default();
            let mut sort = gpu.bitonic_sort(&buffer).build().expect("it fits");
            sort.compute_step().expect("it runs");
            let info = sort.info_async().await.expect("it is there");
            assert_eq!(info.step_kind(), sort.next_step().map(|step| step.kind));
            let mut between = sort.keys_async().await.expect("they are there");
            drop(sort);
            between.sort_unstable();
            let report = gpu.sort_buffer_async(&buffer, &options).await;
            assert_eq!(report.expect("it sorts").n, 5000);
            gpu.wait_async().await.expect("it is done");
            assert_eq!(buffer.read_async().await.expect("there"), between);
        };
        let mut expected = keys.clone();
        expected.sort_unstable();
        drive(&mut [pin!(work)]);
        assert_eq!(buffer.read().expect("there"), expected);
    }
}

#[test]
fn nothing_to_sort_is_done_at_the_first_poll() {
    for gpu in executors() {
        let nothing = pin!(async {
            let report = gpu.sort_async::<u32>(&mut []).await.expect("it sorts");
            assert_eq!((report.n, report.dispatches), (0, 0));
        });
        assert_eq!(drive(&mut [nothing]), 1);
    }
}

/// A sort that nobody waits for any longer leaves its keys, and those after it are
/// not disturbed.
#[test]
fn a_sort_that_is_dropped_leaves_the_keys() {
    for gpu in executors() {
        let before: Vec<u32> = scattered(50_000).collect();
        let mut keys = before.clone();
        {
            let mut sort = pin!(gpu.sort_async(&mut keys));
            let mut context = Context::from_waker(Waker::noop());
            // Done at once where the device works while it is called.
            let polled = sort.as_mut().poll(&mut context);
            if polled.is_ready() {
                continue;
            }
        }
        assert!(keys == before, "left alone");
        gpu.sort(&mut keys).expect("it sorts");
        assert!(keys.is_sorted());
    }
}
