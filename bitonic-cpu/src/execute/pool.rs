//! Workgroups spread over threads.
//!
//! Workers are started once, with the first dispatch that is worth it, and then sleep until the next
//! one: starting threads for each dispatch would cost more than most dispatches. The calling thread
//! takes its share. Where there is one core, or no threads at all, it does everything.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::{num::NonZeroUsize, thread};

use super::batches::Batches;
use super::{Binding, Dispatch, Unobserved, run_batches};
use crate::{decode::Program, memory::Memory};

/// Estimated operations on a lane below which a dispatch is over before a worker has woken up.
const WORTH_SHARING: u64 = 1 << 18;

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
    /// As [`Dispatch::immediates`].
    pub immediates: Vec<u32>,
    /// Workgroups in x, y and z.
    pub workgroups: [u32; 3],
}

/// Runs every workgroup of `dispatch`, on up to `threads` threads, or on all cores if `None`.
/// Returns when all is done. Small dispatches run on the calling thread alone.
pub fn run_shared(dispatch: SharedDispatch, threads: Option<NonZeroUsize>) {
    let batches = Batches::of(&dispatch.program, dispatch.workgroups);
    let pool = POOL.get_or_init(Pool::new);
    let threads = threads.map_or(usize::MAX, NonZeroUsize::get);
    let helpers = if lane_operations(&dispatch) < WORTH_SHARING {
        0
    } else {
        pool.workers.min(threads - 1)
    };
    let share = (batches.count() / ((helpers as u64 + 1) * SHARES)).max(1);
    let task = Arc::new(Task {
        dispatch,
        batches,
        share: if helpers == 0 { u64::MAX } else { share },
        next: AtomicU64::new(0),
        done: Mutex::new(0),
        changed: Condvar::new(),
    });
    pool.offer(&task, helpers);
    task.work();
    task.wait();
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
    batches: Batches,
    /// Batches taken at once.
    share: u64,
    /// First batch that nobody has taken.
    next: AtomicU64,
    /// Batches that have ended.
    done: Mutex<u64>,
    changed: Condvar,
}

/// Counts batches as ended, also if running them panicked: the caller must not wait for ever.
struct Ended<'a>(&'a Task, u64);

impl Drop for Ended<'_> {
    fn drop(&mut self) {
        *lock(&self.0.done) += self.1;
        self.0.changed.notify_all();
    }
}

impl Task {
    /// Runs shares until none is left.
    fn work(&self) {
        let bindings: Vec<Binding<'_>> = self.dispatch.bindings.iter().map(borrow).collect();
        let dispatch = Dispatch {
            program: &self.dispatch.program,
            bindings: &bindings,
            immediates: &self.dispatch.immediates,
            workgroups: self.dispatch.workgroups,
        };
        let count = self.batches.count();
        loop {
            let claim = self
                .next
                .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |next| {
                    (next < count).then(|| next.saturating_add(self.share))
                });
            let Ok(first) = claim else {
                return;
            };
            let range = first..first.saturating_add(self.share).min(count);
            let _ended = Ended(self, range.end - range.start);
            run_batches(&dispatch, &self.batches, range, &mut Unobserved);
        }
    }

    /// Waits until every batch has ended; the lock makes their stores visible here.
    fn wait(&self) {
        let mut done = lock(&self.done);
        while *done < self.batches.count() {
            done = self
                .changed
                .wait(done)
                .unwrap_or_else(PoisonError::into_inner);
        }
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
struct Pool {
    /// Threads that were started.
    workers: usize,
    queue: Arc<Queue>,
}

#[derive(Default)]
struct Queue {
    tasks: Mutex<VecDeque<Arc<Task>>>,
    added: Condvar,
}

static POOL: OnceLock<Pool> = OnceLock::new();

impl Pool {
    /// One worker for each core but the caller's; fewer where the host refuses threads.
    fn new() -> Self {
        let queue = Arc::new(Queue::default());
        let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let workers = (1..cores)
            .filter(|index| {
                let queue = Arc::clone(&queue);
                let thread = thread::Builder::new().name(format!("bitonic-cpu {index}"));
                thread.spawn(move || queue.serve()).is_ok()
            })
            .count();
        Self { workers, queue }
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
