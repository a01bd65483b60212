//! Where errors go: to the innermost matching error scope of the thread, else to the application's
//! handler, else to a panic, which is wgpu's default.
//!
//! Which errors there are is said beside the operations that raise them.

use std::{
    collections::HashMap,
    error::Error,
    fmt::{self, Write as _},
    sync::{Arc, Mutex},
    thread::{self, ThreadId},
};

use wgpu::{ErrorFilter, UncapturedErrorHandler};

use super::lock::lock;

/// An error that an operation of the API may raise.
pub(super) trait ApiError: Error + Send + Sync + 'static {
    /// Which error scopes catch it.
    fn filter(&self) -> ErrorFilter {
        ErrorFilter::Validation
    }
}

/// An error, with the method that raised it and the label of the object it was about.
#[derive(Debug)]
struct InContext {
    function: &'static str,
    label: String,
    source: Box<dyn Error + Send + Sync>,
}

impl fmt::Display for InContext {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "In {}", self.function)?;
        if !self.label.is_empty() {
            write!(f, ", label = '{}'", self.label)?;
        }
        Ok(())
    }
}

impl Error for InContext {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&*self.source)
    }
}

/// A pushed error scope, and the first error that it caught.
struct Scope {
    id: u32,
    filter: ErrorFilter,
    caught: Option<wgpu::Error>,
}

#[derive(Default)]
struct State {
    /// Scopes are per thread, so that threads which share a device do not see each other's errors.
    scopes: HashMap<ThreadId, Vec<Scope>>,
    next_scope: u32,
    handler: Option<Arc<dyn UncapturedErrorHandler>>,
}

/// The error scopes and the error handler of a device.
#[derive(Default)]
pub(super) struct ErrorSink {
    state: Mutex<State>,
}

impl fmt::Debug for ErrorSink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ErrorSink")
    }
}

impl ErrorSink {
    /// Takes the place of the panic that an uncaptured error is by default.
    pub(super) fn set_handler(&self, handler: Arc<dyn UncapturedErrorHandler>) {
        lock(&self.state).handler = Some(handler);
    }

    /// Opens a scope on this thread and names it.
    pub(super) fn push_scope(&self, filter: ErrorFilter) -> u32 {
        let mut state = lock(&self.state);
        let id = state.next_scope;
        state.next_scope = id.wrapping_add(1);
        let scope = Scope {
            id,
            filter,
            caught: None,
        };
        state
            .scopes
            .entry(thread::current().id())
            .or_default()
            .push(scope);
        id
    }

    /// Closes a scope of this thread. Scopes closed out of order, as unwinding may do, keep their
    /// own errors; a scope unknown to this thread caught nothing.
    pub(super) fn pop_scope(&self, id: u32) -> Option<wgpu::Error> {
        let mut state = lock(&self.state);
        let thread = thread::current().id();
        let scopes = state.scopes.get_mut(&thread)?;
        let at = scopes.iter().rposition(|scope| scope.id == id)?;
        let scope = scopes.remove(at);
        if scopes.is_empty() {
            state.scopes.remove(&thread);
        }
        scope.caught
    }

    /// Delivers `error`, raised by `function` about the object with this label.
    pub(super) fn report<E: ApiError>(&self, function: &'static str, label: &str, error: E) {
        let filter = error.filter();
        let source = InContext {
            function,
            label: label.to_owned(),
            source: Box::new(error),
        };
        self.deliver(filter, into_wgpu_error(filter, source));
    }

    fn deliver(&self, filter: ErrorFilter, error: wgpu::Error) {
        let mut state = lock(&self.state);
        if let Some(scope) = state.catching(filter) {
            scope.caught.get_or_insert(error);
            return;
        }
        let handler = state.handler.clone();
        // The handler may call the device again.
        drop(state);
        match handler {
            Some(handler) => handler(error),
            None => panic!("wgpu error: {error}\n"),
        }
    }
}

impl State {
    fn catching(&mut self, filter: ErrorFilter) -> Option<&mut Scope> {
        self.scopes
            .get_mut(&thread::current().id())?
            .iter_mut()
            .rfind(|scope| scope.filter == filter)
    }
}

fn into_wgpu_error(filter: ErrorFilter, source: InContext) -> wgpu::Error {
    match filter {
        ErrorFilter::OutOfMemory => wgpu::Error::OutOfMemory {
            source: Box::new(source),
        },
        ErrorFilter::Internal => wgpu::Error::Internal {
            description: describe("Internal", &source),
            source: Box::new(source),
        },
        ErrorFilter::Validation => wgpu::Error::Validation {
            description: describe("Validation", &source),
            source: Box::new(source),
        },
    }
}

/// The error and its causes, one a line, each further indented, as wgpu lays them out.
fn describe(kind: &str, error: &dyn Error) -> String {
    let mut text = format!("{kind} Error\n\nCaused by:\n");
    let mut next = Some(error);
    let mut indent = 2;
    while let Some(error) = next {
        // Writing to a string does not fail.
        let _ = writeln!(text, "{:indent$}{error}", "");
        next = error.source();
        indent += 2;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, thiserror::Error)]
    #[error("{0}")]
    struct Told(&'static str, ErrorFilter);

    impl ApiError for Told {
        fn filter(&self) -> ErrorFilter {
            self.1
        }
    }

    fn invalid(text: &'static str) -> Told {
        Told(text, ErrorFilter::Validation)
    }

    #[test]
    fn the_innermost_scope_of_the_kind_keeps_the_first_error() {
        let sink = ErrorSink::default();
        let outer = sink.push_scope(ErrorFilter::Validation);
        let memory = sink.push_scope(ErrorFilter::OutOfMemory);
        let inner = sink.push_scope(ErrorFilter::Validation);
        sink.report("f", "", invalid("first"));
        sink.report("f", "", invalid("second"));
        let caught = sink.pop_scope(inner).expect("the inner scope caught it");
        assert!(caught.to_string().contains("first"), "{caught}");
        sink.report("f", "", Told("heap", ErrorFilter::OutOfMemory));
        let caught = sink.pop_scope(memory);
        assert!(matches!(caught, Some(wgpu::Error::OutOfMemory { .. })));
        assert!(sink.pop_scope(outer).is_none());
    }

    #[test]
    fn scopes_popped_out_of_order_keep_their_own_errors() {
        let sink = ErrorSink::default();
        let outer = sink.push_scope(ErrorFilter::Validation);
        let inner = sink.push_scope(ErrorFilter::Validation);
        sink.report("f", "", invalid("inner"));
        assert!(sink.pop_scope(outer).is_none());
        assert!(sink.pop_scope(inner).is_some());
        assert!(sink.pop_scope(inner).is_none());
    }

    #[test]
    fn a_handler_gets_what_no_scope_of_its_thread_catches() {
        let sink = Arc::new(ErrorSink::default());
        let told = Arc::new(Mutex::new(Vec::new()));
        let heard = Arc::clone(&told);
        sink.set_handler(Arc::new(move |error: wgpu::Error| {
            lock(&heard).push(error.to_string());
        }));
        let scope = sink.push_scope(ErrorFilter::Validation);
        let other = Arc::clone(&sink);
        thread::spawn(move || other.report("Device::f", "x", invalid("from elsewhere")))
            .join()
            .expect("the thread does not panic");
        assert!(sink.pop_scope(scope).is_none());
        assert_eq!(
            *lock(&told),
            ["Validation Error\n\nCaused by:\n  In Device::f, label = 'x'\n    from elsewhere\n"]
        );
    }

    #[test]
    #[should_panic(expected = "wgpu error: Validation Error")]
    fn an_uncaptured_error_panics_by_default() {
        ErrorSink::default().report("f", "", invalid("nobody listens"));
    }
}
