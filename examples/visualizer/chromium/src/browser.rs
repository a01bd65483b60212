//! A headless Chromium with a profile of its own: found, started, and ended together with
//! its children when it is dropped. What its pages do is in `tab`.

use std::cell::RefCell;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::rc::Rc;
use std::time::{Duration, Instant};

use serde_json::json;
use tempfile::TempDir;

use crate::connection::Connection;
use crate::error::Error;
use crate::tab::Tab;

/// The variable of the environment that names another browser.
const VARIABLE: &str = "CHROMIUM";

/// What the browser is called on the systems that have it.
const NAMES: &[&str] = &["chromium", "chromium-browser", "google-chrome", "chrome"];

/// How long it may take to start: on a busy machine, with an empty profile.
const PATIENCE: Duration = Duration::from_secs(60);

/// How a browser is started.
#[derive(Clone, Debug)]
pub struct Options {
    /// Whether pages find `navigator.gpu`.
    pub webgpu: bool,
    /// Width and height of the page, in CSS pixels.
    pub size: [u32; 2],
    /// Further arguments of the command line.
    pub arguments: Vec<String>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            webgpu: true,
            size: [1280, 900],
            arguments: Vec::new(),
        }
    }
}

/// The browser of this machine: what the variable `CHROMIUM` names, or a Chromium on the path.
#[must_use]
pub fn installed() -> Option<PathBuf> {
    let named = std::env::var_os(VARIABLE).filter(|name| !name.is_empty());
    let names = named.map_or_else(
        || NAMES.iter().map(OsString::from).collect(),
        |name| vec![name],
    );
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    names.iter().find_map(|name| {
        let whole = Path::new(name);
        let found = folders.iter().map(|folder| folder.join(name));
        let mut found = found.chain((whole.components().count() > 1).then(|| whole.to_owned()));
        found.find(|path| path.is_file())
    })
}

/// A running browser. Its tabs keep it alive; with the last of them it ends.
#[derive(Clone, Debug)]
pub struct Browser(pub(crate) Rc<Inner>);

#[derive(Debug)]
pub(crate) struct Inner {
    pub(crate) connection: RefCell<Connection>,
    size: [u32; 2],
    /// Behind the connection, for fields are dropped in order.
    _process: Process,
}

impl Browser {
    /// Starts the browser of this machine with an empty profile.
    ///
    /// # Errors
    ///
    /// There is none, or it does not come up within a minute.
    pub fn start(options: &Options) -> Result<Browser, Error> {
        let program = installed().ok_or_else(|| {
            Error::new("no Chromium on the path: install it, or name one in the variable CHROMIUM")
        })?;
        let process = Process::start(&program, options)?;
        let connection = Connection::open(&process.address()?)?;
        Ok(Browser(Rc::new(Inner {
            connection: RefCell::new(connection),
            size: options.size,
            _process: process,
        })))
    }

    /// A new page, empty.
    ///
    /// # Errors
    ///
    /// The browser has ended.
    pub fn tab(&self) -> Result<Tab, Error> {
        let tab = Tab::new(self)?;
        let [width, height] = self.0.size;
        tab.resize(width, height)?;
        Ok(tab)
    }

    /// The browser's name and version.
    ///
    /// # Errors
    ///
    /// The browser has ended.
    pub fn version(&self) -> Result<String, Error> {
        let mut connection = self.0.connection.borrow_mut();
        let answer = connection.call(None, "Browser.getVersion", json!({}), PATIENCE)?;
        Ok(answer["product"].as_str().unwrap_or_default().to_owned())
    }
}

/// The process and its profile.
#[derive(Debug)]
struct Process {
    child: Child,
    profile: TempDir,
}

impl Process {
    fn start(program: &Path, options: &Options) -> Result<Process, Error> {
        let failed = |error: &dyn std::fmt::Display| {
            Error::while_doing(&format!("starting `{}`", program.display()), error)
        };
        let profile = tempfile::Builder::new()
            .prefix("bitonic-chromium-")
            .tempdir();
        let profile = profile.map_err(|error| failed(&error))?;
        let [width, height] = options.size;
        let mut command = Command::new(program);
        command.args(FLAGS).args(&options.arguments);
        if options.webgpu {
            command.arg("--enable-unsafe-webgpu");
        }
        command
            .arg(format!("--window-size={width},{height}"))
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .arg("about:blank")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        // So that its children can be ended with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let child = command.spawn().map_err(|error| failed(&error))?;
        Ok(Process { child, profile })
    }

    /// Where it listens: it writes a file into its profile.
    fn address(&self) -> Result<String, Error> {
        let file = self.profile.path().join("DevToolsActivePort");
        let start = Instant::now();
        while start.elapsed() < PATIENCE {
            let text = std::fs::read_to_string(&file).unwrap_or_default();
            if let Some((port, path)) = text.split_once('\n')
                && !path.is_empty()
            {
                return Ok(format!("ws://127.0.0.1:{}{}", port.trim(), path.trim()));
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        Err(Error::new(format!(
            "Chromium did not come up within {PATIENCE:?}"
        )))
    }
}

/// Headless, of no other profile, and quiet: nothing is fetched that no page asks for.
const FLAGS: &[&str] = &[
    "--headless=new",
    "--remote-debugging-port=0",
    "--no-sandbox",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-extensions",
    // A page is never behind another window here, whatever the machine says.
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
];

impl Drop for Process {
    fn drop(&mut self) {
        #[cfg(unix)]
        if let Some(group) = i32::try_from(self.child.id())
            .ok()
            .and_then(rustix::process::Pid::from_raw)
        {
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
        // Its children may still be writing when the folder is removed for the first time.
        let folder = self.profile.path().to_owned();
        for _ in 0..50 {
            if std::fs::remove_dir_all(&folder).is_ok() || !folder.exists() {
                return;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}
