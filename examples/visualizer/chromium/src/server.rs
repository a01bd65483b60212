//! The files of a folder over HTTP on this machine, with the types that a browser asks of
//! scripts and of WebAssembly. It answers `GET` and `HEAD`, and nothing outside the folder.

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crate::error::Error;

/// A request whose head is longer is refused.
const LONGEST_HEAD: u64 = 16 << 10;

/// How long a client may take over its request.
const PATIENCE: Duration = Duration::from_secs(10);

/// A server of one folder, on threads of its own until it is dropped.
///
/// Pages are isolated from other origins, so that their clocks are as fine as a browser
/// allows; and nothing is kept by the browser, so that a page is as it was built last.
#[derive(Debug)]
pub struct Server {
    address: SocketAddr,
    ends: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Server {
    /// Serves `folder` on `port` of this machine alone; on a free one where that is 0.
    ///
    /// # Errors
    ///
    /// The folder is not there, or the port is taken.
    pub fn start(folder: &Path, port: u16) -> Result<Server, Error> {
        let failed = |error: &dyn std::fmt::Display| {
            Error::while_doing(&format!("serving `{}`", folder.display()), error)
        };
        let root = folder.canonicalize().map_err(|error| failed(&error))?;
        let listener =
            TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(|error| failed(&error))?;
        let address = listener.local_addr().map_err(|error| failed(&error))?;
        let ends = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&ends);
        let thread = thread::spawn(move || accept(&listener, &root, &flag));
        Ok(Server {
            address,
            ends,
            thread: Some(thread),
        })
    }

    /// The address of the folder, with a slash at its end. The name in it is `localhost`, to
    /// which browsers give WebGPU without encryption.
    #[must_use]
    pub fn address(&self) -> String {
        format!("http://localhost:{}/", self.address.port())
    }

    /// Serves until the process ends.
    pub fn serve(mut self) {
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let Some(thread) = self.thread.take() else {
            return;
        };
        self.ends.store(true, Ordering::Relaxed);
        // It waits for somebody to come.
        let _ = TcpStream::connect(self.address);
        let _ = thread.join();
    }
}

fn accept(listener: &TcpListener, root: &Path, ends: &AtomicBool) {
    for stream in listener.incoming() {
        if ends.load(Ordering::Relaxed) {
            return;
        }
        let Ok(stream) = stream else {
            continue;
        };
        let root = root.to_owned();
        // Who goes away before the answer is there is not missed.
        thread::spawn(move || answer(stream, &root).unwrap_or_default());
    }
}

fn answer(mut stream: TcpStream, root: &Path) -> std::io::Result<()> {
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let mut head = BufReader::new(Read::by_ref(&mut stream).take(LONGEST_HEAD));
    let mut request = String::new();
    head.read_line(&mut request)?;
    let mut line = String::new();
    while head.read_line(&mut line)? > 0 && !line.trim().is_empty() {
        line.clear();
    }
    let mut words = request.split_ascii_whitespace();
    let (method, target) = (words.next().unwrap_or(""), words.next().unwrap_or(""));
    if !matches!(method, "GET" | "HEAD") {
        return reply(&mut stream, "405 Method Not Allowed", "text/plain", 0);
    }
    match file_of(root, target).and_then(|path| Some((content_type(&path), open(&path)?))) {
        Some((kind, (mut file, length))) => {
            reply(&mut stream, "200 OK", kind, length)?;
            if method == "GET" {
                std::io::copy(&mut file, &mut stream)?;
            }
            Ok(())
        }
        None => reply(&mut stream, "404 Not Found", "text/plain", 0),
    }
}

fn open(path: &Path) -> Option<(File, u64)> {
    let file = File::open(path).ok()?;
    let length = file.metadata().ok()?.len();
    Some((file, length))
}

fn reply(stream: &mut TcpStream, status: &str, kind: &str, length: u64) -> std::io::Result<()> {
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\n\
         Cache-Control: no-store\r\nCross-Origin-Opener-Policy: same-origin\r\n\
         Cross-Origin-Embedder-Policy: require-corp\r\nConnection: close\r\n\r\n"
    )
}

/// The file that a request names, if it lies in `root`: `index.html` for a folder.
fn file_of(root: &Path, target: &str) -> Option<PathBuf> {
    let path = target.split(['?', '#']).next()?;
    let path = decoded(path)?;
    let path = root
        .join(path.trim_start_matches('/'))
        .canonicalize()
        .ok()?;
    let path = match path.is_dir() {
        true => path.join("index.html"),
        false => path,
    };
    (path.starts_with(root) && path.is_file()).then_some(path)
}

/// A path without its `%` escapes.
fn decoded(path: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut rest = path.as_bytes();
    while let [first, others @ ..] = rest {
        rest = others;
        bytes.push(match (*first, others) {
            (b'%', [high, low, after @ ..]) => {
                rest = after;
                let digits = [*high, *low];
                u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?
            }
            (b'%', _) => return None,
            (byte, _) => byte,
        });
    }
    String::from_utf8(bytes).ok()
}

fn content_type(path: &Path) -> &'static str {
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("json") => "application/json",
        Some("wasm") => "application/wasm",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some(_) | None => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(server: &Server, request: &str) -> String {
        let mut stream = TcpStream::connect(server.address).expect("it listens");
        write!(stream, "{request}\r\n\r\n").expect("sent");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        answer
    }

    #[test]
    fn a_folder_is_served_and_nothing_beside_it() {
        let outer = tempfile::tempdir().expect("a folder");
        let folder = outer.path().join("inner");
        std::fs::create_dir(&folder).expect("a folder");
        std::fs::write(outer.path().join("secret.js"), "x").expect("a file");
        std::fs::write(folder.join("index.html"), "<p>").expect("a file");
        std::fs::write(folder.join("a b.wasm"), "123").expect("a file");
        let server = Server::start(&folder, 0).expect("a port");

        let page = asked(&server, "GET /?x=1 HTTP/1.1");
        assert!(page.starts_with("HTTP/1.1 200 OK\r\n"), "{page}");
        assert!(page.contains("Content-Type: text/html; charset=utf-8\r\n"));
        assert!(page.ends_with("\r\n\r\n<p>"), "{page}");
        let wasm = asked(&server, "GET /a%20b.wasm HTTP/1.1");
        assert!(
            wasm.contains("Content-Type: application/wasm\r\n"),
            "{wasm}"
        );
        assert!(wasm.contains("Content-Length: 3\r\n") && wasm.ends_with("123"));
        let head = asked(&server, "HEAD / HTTP/1.1");
        assert!(
            head.contains("200 OK") && head.ends_with("\r\n\r\n"),
            "{head}"
        );

        for outside in [
            "/../secret.js",
            "/%2e%2e/secret.js",
            "/nothing",
            "/%",
            "/%zz",
            "",
        ] {
            let answer = asked(&server, &format!("GET {outside} HTTP/1.1"));
            assert!(answer.starts_with("HTTP/1.1 404"), "{outside}: {answer}");
        }
        let post = asked(&server, "POST / HTTP/1.1");
        assert!(post.starts_with("HTTP/1.1 405"), "{post}");
    }
}
