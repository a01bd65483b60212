//! Workgroups spread over threads.
//!
//! Workers are started once, with the first dispatch that is worth it, and then sleep until the next
//! one: starting threads for each dispatch would cost more than most dispatches. The calling thread
//! takes its share. Where there is one core, or no threads at all, it does everything.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;

use super::batches::Batches;
use super::options::{Limited, RunOptions};
use super::{Binding, Dispatch, LongLoop, Observer, Textures, run_batches, run_with};
use crate::{decode::Program, memory::Memory};

/// Estimated operations on a lane below which a dispatch is over before a worker has woken up:
/// a sort of 2^14 keys takes 2.4 ms with 2^18 here, 1.9 ms with this, 2.1 ms with 2^22.
const WORTH_SHARING: u64 = 1 << 20;

/// Shares that each thread takes, on average: more even out what threads are held up by.
const SHARES: u64 = 4;

/// A [`Binding`] that owns its memory.
#[derive(Clone, Debug)]
pub struct SharedBinding {
    /// The memory of the buffer.
    pub memory: Arc<Memory>,
    /// First byte, a multiple of four.
    pub offset: u64,
    /// Length in bytes.
    pub size: u64,
}

/// A [`Dispatch`] that owns what it uses, so that threads can share it.
#[derive(Clone, Debug)]
pub struct SharedDispatch {
    /// What runs.
    pub program: Arc<Program>,
    /// As [`Dispatch::bindings`].
    pub bindings: Vec<SharedBinding>,
    /// As [`Dispatch::textures`].
    pub textures: Textures,
    /// As [`Dispatch::immediates`].
    pub immediates: Vec<u32>,
    /// Workgroups in x, y and z.
    pub workgroups: [u32; 3],
}

impl SharedDispatch {
    /// Runs every workgroup on this thread, in order.
    pub fn run<O: Observer>(&self, observer: &mut O) {
        self.run_with(&RunOptions::default(), observer);
    }

    /// Runs every workgroup on this thread, as [`run_with`].
    pub fn run_with<O: Observer>(&self, options: &RunOptions, observer: &mut O) {
        run_with(&self.borrow(&self.borrow_bindings()), options, observer);
    }

    fn borrow_bindings(&self) -> Vec<Binding<'_>> {
        self.bindings.iter().map(borrow).collect()
    }

    fn borrow<'a>(&'a self, bindings: &'a [Binding<'a>]) -> Dispatch<'a> {
        Dispatch {
            program: &self.program,
            bindings,
            textures: &self.textures,
            immediates: &self.immediates,
            workgroups: self.workgroups,
        }
    }
}

/// Runs every workgroup of `dispatch`, and returns when all is done. Small dispatches run on the
/// calling thread alone, large ones on threads that are started once and kept.
///
/// # Errors
/// A loop reached its limit of turns. Then a part of the dispatch has not run.
pub fn run_shared(dispatch: SharedDispatch, options: &RunOptions) -> Result<(), LongLoop> {
    let batches = Batches::of(&dispatch.program, dispatch.workgroups, options.order());
    let pool = POOL.get_or_init(Pool::default);
    let threads = options
        .threads
        .or_else(|| thread::available_parallelism().ok());
    let helpers = if lane_operations(&dispatch) < WORTH_SHARING {
        0
    } else {
        pool.hire(threads.map_or(0, |threads| threads.get() - 1))
    };
    let share = (batches.count() / ((helpers as u64 + 1) * SHARES)).max(1);
    let task = Arc::new(Task {
        dispatch,
        options: *options,
        batches,
        share: if helpers == 0 { u64::MAX } else { share },
        next: AtomicU64::new(0),
        done: Mutex::default(),
        changed: Condvar::new(),
    });
    pool.offer(&task, helpers);
    task.work();
    task.wait()
}

/// A guess of the work: loops count as a few turns.
fn lane_operations(dispatch: &SharedDispatch) -> u64 {
    let lanes = dispatch.program.invocations() as u64;
    let workgroups = dispatch.workgroups.map(u64::from);
    let each = dispatch.program.operations.saturating_mul(lanes);
    workgroups.into_iter().fold(each, u64::saturating_mul)
}

/// A dispatch that threads take shares of.
struct Task {
    dispatch: SharedDispatch,
    options: RunOptions,
    batches: Batches,
    /// Batches taken at once.
    share: u64,
    /// First batch that nobody has taken.
    next: AtomicU64,
    done: Mutex<Done>,
    changed: Condvar,
}

/// What has become of the batches of a task.
#[derive(Default)]
struct Done {
    /// Batches that have ended.
    batches: u64,
    /// The first loop that was stopped.
    endless: Option<LongLoop>,
}

/// Counts batches as ended, also if running them panicked: the caller must not wait for ever.
struct Ended<'a> {
    task: &'a Task,
    batches: u64,
    endless: Option<LongLoop>,
}

impl Drop for Ended<'_> {
    fn drop(&mut self) {
        let mut done = lock(&self.task.done);
        done.batches += self.batches;
        if let Some(fault) = self.endless {
            done.endless.get_or_insert(fault);
        }
        self.task.changed.notify_all();
    }
}

impl Task {
    /// Runs shares until none is left.
    fn work(&self) {
        let bindings = self.dispatch.borrow_bindings();
        let dispatch = self.dispatch.borrow(&bindings);
        let manner = self.options.manner();
        let mut observer = Limited::new(self.options.turn_limit);
        while let Some(range) = self.claim(self.share) {
            let mut ended = Ended {
                task: self,
                batches: range.end - range.start,
                endless: None,
            };
            run_batches(&dispatch, &self.batches, range, manner, &mut observer);
            ended.endless = observer.endless;
            if observer.endless.is_some() {
                self.give_up();
            }
        }
    }

    /// Takes up to `most` batches that nobody has taken.
    fn claim(&self, most: u64) -> Option<Range<u64>> {
        let count = self.batches.count();
        let claim = self
            .next
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |next| {
                (next < count).then(|| next.saturating_add(most))
            });
        let first = claim.ok()?;
        Some(first..first.saturating_add(most).min(count))
    }

    /// Takes all batches that are left, and counts them as ended.
    fn give_up(&self) {
        if let Some(rest) = self.claim(u64::MAX) {
            lock(&self.done).batches += rest.end - rest.start;
        }
    }

    /// Waits until every batch has ended; the lock makes their stores visible here.
    fn wait(&self) -> Result<(), LongLoop> {
        let mut done = lock(&self.done);
        while done.batches < self.batches.count() {
            done = self
                .changed
                .wait(done)
                .unwrap_or_else(PoisonError::into_inner);
        }
        done.endless.map_or(Ok(()), Err)
    }
}

fn borrow(binding: &SharedBinding) -> Binding<'_> {
    Binding {
        memory: &binding.memory,
        offset: binding.offset,
        size: binding.size,
    }
}

/// Threads that wait for tasks.
#[derive(Default)]
struct Pool {
    /// Threads that were started.
    workers: Mutex<usize>,
    queue: Arc<Queue>,
}

#[derive(Default)]
struct Queue {
    tasks: Mutex<VecDeque<Arc<Task>>>,
    added: Condvar,
}

static POOL: OnceLock<Pool> = OnceLock::new();

impl Pool {
    /// Sees to it that there are `wanted` workers; fewer where the host refuses threads. How many of
    /// them there are.
    fn hire(&self, wanted: usize) -> usize {
        let mut workers = lock(&self.workers);
        while *workers < wanted {
            let queue = Arc::clone(&self.queue);
            let thread = thread::Builder::new().name(format!("bitonic-cpu {}", *workers + 1));
            if thread.spawn(move || queue.serve()).is_err() {
                break;
            }
            *workers += 1;
        }
        wanted.min(*workers)
    }

    /// Asks `helpers` workers to join in a task.
    fn offer(&self, task: &Arc<Task>, helpers: usize) {
        if helpers == 0 {
            return;
        }
        let copies = std::iter::repeat_n(Arc::clone(task), helpers);
        lock(&self.queue.tasks).extend(copies);
        self.queue.added.notify_all();
    }
}

impl Queue {
    fn serve(&self) {
        loop {
            let task = self.take();
            // A fault in one dispatch must not cost the pool a thread.
            let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| task.work()));
        }
    }

    fn take(&self) -> Arc<Task> {
        let mut tasks = lock(&self.tasks);
        loop {
            if let Some(task) = tasks.pop_front() {
                return task;
            }
            tasks = self
                .added
                .wait(tasks)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// Counters stay right even if a thread panicked while it held them.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
