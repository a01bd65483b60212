//! A terminal for tests: a pseudo terminal of the system's, and what stands on its screen.

use std::fs::File;
use std::io::{Read, Write};
use std::num::NonZero;
use std::os::fd::OwnedFd;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use rustix::fs::{Mode, OFlags};
use rustix::process::{Pid, Signal};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Termios, Winsize, tcgetattr, tcsetwinsize};

use crate::support::Folder;

/// How long a test waits for what must come.
const PATIENCE: Duration = Duration::from_secs(60);

/// What makes a terminal show its first screen again, as xterm does.
const LEAVE: &[u8] = b"\x1b[?1049l";

/// `bitonic` at a terminal.
pub(crate) struct Terminal {
    child: Child,
    near: File,
    /// The end of the program; kept open, so that its settings can be read at the end.
    far: OwnedFd,
    before: Termios,
    output: Receiver<Vec<u8>>,
    parser: vt100::Parser,
    /// What came just now, up to the length of [`LEAVE`].
    tail: Vec<u8>,
    /// The second screen as it was left.
    last: Option<vt100::Screen>,
}

impl Terminal {
    /// Starts `bitonic` with `arguments`, and `variables` of the environment, at a terminal of
    /// `columns` x `rows` characters.
    pub(crate) fn start(
        folder: &Folder,
        arguments: &[&str],
        variables: &[(&str, &str)],
        (columns, rows): (u16, u16),
    ) -> Terminal {
        let near = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a pseudo terminal");
        grantpt(&near).expect("granted");
        unlockpt(&near).expect("unlocked");
        let name = ptsname(&near, Vec::new()).expect("a name");
        let flags = OFlags::RDWR | OFlags::NOCTTY;
        let far = rustix::fs::open(&name, flags, Mode::empty()).expect("its other end");
        let before = tcgetattr(&far).expect("its settings");
        tcsetwinsize(&near, size(columns, rows)).expect("its size");
        let end = || Stdio::from(far.try_clone().expect("its other end again"));
        let mut command = in_session(folder.command(arguments));
        for name in ["NO_COLOR", "COLORTERM"] {
            command.env_remove(name);
        }
        command
            .env("TERM", "xterm-256color")
            .envs(variables.iter().copied());
        command.stdin(end()).stdout(end()).stderr(end());
        let child = command.spawn().expect("the binary runs");
        let near = File::from(near);
        Terminal {
            output: listen(near.try_clone().expect("its near end again")),
            child,
            near,
            far,
            before,
            tail: Vec::new(),
            last: None,
            parser: vt100::Parser::new(some(rows), some(columns), 0),
        }
    }

    /// Types `keys`.
    pub(crate) fn press(&mut self, keys: &str) {
        self.near
            .write_all(keys.as_bytes())
            .expect("somebody listens");
    }

    /// Makes the terminal larger or smaller.
    pub(crate) fn resize(&mut self, columns: u16, rows: u16) {
        self.parser.screen_mut().set_size(some(rows), some(columns));
        tcsetwinsize(&self.near, size(columns, rows)).expect("another size");
    }

    /// Waits until the screen, as text, is as `wanted`.
    #[track_caller]
    pub(crate) fn wait_for(&mut self, wanted: impl Fn(&str) -> bool) -> String {
        let start = Instant::now();
        loop {
            let text = self.text();
            if wanted(&text) {
                return text;
            }
            assert!(start.elapsed() < PATIENCE, "not seen, but:\n{text}");
            self.take_in(Duration::from_millis(20));
        }
    }

    /// Waits until `part` stands on the screen.
    #[track_caller]
    pub(crate) fn wait_for_text(&mut self, part: &str) -> String {
        self.wait_for(|text| text.contains(part))
    }

    pub(crate) fn text(&self) -> String {
        self.parser.screen().contents()
    }

    pub(crate) fn screen(&self) -> &vt100::Screen {
        self.parser.screen()
    }

    /// Sends a signal to the program.
    pub(crate) fn signal(&self, signal: Signal) {
        let id = Pid::from_child(&self.child);
        rustix::process::kill_process(id, signal).expect("it runs");
    }

    /// Waits for the program's end, and looks at the terminal: it must be as it was.
    #[track_caller]
    pub(crate) fn wait_for_end(&mut self) -> ExitStatus {
        let start = Instant::now();
        let status = loop {
            self.take_in(Duration::from_millis(20));
            if let Some(status) = self.child.try_wait().expect("its status") {
                break status;
            }
            assert!(start.elapsed() < PATIENCE, "no end, but:\n{}", self.text());
        };
        // What it wrote last may still be on its way.
        while self.take_in(Duration::from_millis(200)) {}
        let screen = self.screen();
        assert!(!screen.alternate_screen(), "the first screen is back");
        assert!(!screen.hide_cursor(), "the cursor is seen");
        let after = tcgetattr(&self.far).expect("its settings");
        assert_eq!(after.local_modes, self.before.local_modes);
        assert_eq!(after.input_modes, self.before.input_modes);
        assert_eq!(after.output_modes, self.before.output_modes);
        status
    }

    fn take_in_byte(&mut self, byte: u8) {
        self.tail.push(byte);
        if self.tail.len() > LEAVE.len() {
            self.tail.remove(0);
        }
        if self.tail == LEAVE {
            self.last = Some(self.screen().clone());
        }
        self.parser.process(&[byte]);
    }

    /// The last picture before the terminal was given back.
    #[track_caller]
    pub(crate) fn last_picture(&self) -> &vt100::Screen {
        self.last.as_ref().expect("the second screen was left")
    }

    /// Looks at what was written within `patience`; whether there was something.
    fn take_in(&mut self, patience: Duration) -> bool {
        match self.output.recv_timeout(patience) {
            Ok(bytes) => {
                bytes.iter().for_each(|byte| self.take_in_byte(*byte));
                true
            }
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => false,
        }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // It has ended, or the test has failed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The command in a session of its own, so that the terminal of its standard input is its
/// only one: not that of whoever runs the tests.
fn in_session(command: Command) -> Command {
    let mut session = Command::new("setsid");
    session.arg("--ctty").arg(command.get_program());
    session.args(command.get_args());
    if let Some(folder) = command.get_current_dir() {
        session.current_dir(folder);
    }
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => session.env(name, value),
            None => session.env_remove(name),
        };
    }
    session
}

fn some(count: u16) -> NonZero<u16> {
    NonZero::new(count).expect("a terminal has characters")
}

fn size(columns: u16, rows: u16) -> Winsize {
    Winsize {
        ws_row: rows,
        ws_col: columns,
        ws_xpixel: 0,
        ws_ypixel: 0,
    }
}

/// A thread that hands on what is written to the terminal, until that is closed.
fn listen(mut near: File) -> Receiver<Vec<u8>> {
    let (written, output) = mpsc::channel();
    thread::spawn(move || {
        let mut bytes = vec![0; 1 << 16];
        while let Ok(count @ 1..) = near.read(&mut bytes) {
            if written.send(bytes[..count].to_vec()).is_err() {
                return;
            }
        }
    });
    output
}
