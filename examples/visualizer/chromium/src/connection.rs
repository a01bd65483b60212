//! The wire to the browser: commands and their answers as JSON over one WebSocket, each
//! within a time, and the events that come between them, kept until somebody asks.

use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tungstenite::protocol::WebSocketConfig;
use tungstenite::{Message, WebSocket};

use crate::error::Error;

/// How long one look at the socket lasts.
const LOOK: Duration = Duration::from_millis(50);

/// The longest message that is taken: a screenshot, or the keys of a long sort.
const LONGEST_MESSAGE: usize = 256 << 20;

/// Something that a page told without being asked.
#[derive(Clone, Debug)]
pub(crate) struct Event {
    pub(crate) session: String,
    pub(crate) method: String,
    pub(crate) params: Value,
}

/// The connection to a browser.
#[derive(Debug)]
pub(crate) struct Connection {
    socket: WebSocket<TcpStream>,
    next_id: u64,
    events: Vec<Event>,
}

impl Connection {
    /// Opens the address that Chromium gives, `ws://127.0.0.1:PORT/..`.
    pub(crate) fn open(address: &str) -> Result<Connection, Error> {
        let failed = |error: &dyn std::fmt::Display| {
            Error::while_doing(&format!("connecting to Chromium at {address}"), error)
        };
        let host = address.trim_start_matches("ws://");
        let host = host.split('/').next().unwrap_or_default();
        let stream = TcpStream::connect(host).map_err(|error| failed(&error))?;
        let config = WebSocketConfig::default()
            .max_message_size(Some(LONGEST_MESSAGE))
            .max_frame_size(Some(LONGEST_MESSAGE));
        let (socket, _) = tungstenite::client::client_with_config(address, stream, Some(config))
            .map_err(|error| failed(&error))?;
        let looks = socket.get_ref().set_read_timeout(Some(LOOK));
        looks.map_err(|error| failed(&error))?;
        Ok(Connection {
            socket,
            next_id: 1,
            events: Vec::new(),
        })
    }

    /// What the browser answers to a command: of a page where `session` names one.
    pub(crate) fn call(
        &mut self,
        session: Option<&str>,
        method: &str,
        params: Value,
        patience: Duration,
    ) -> Result<Value, Error> {
        let id = self.next_id;
        self.next_id += 1;
        let mut command = json!({ "id": id, "method": method, "params": params });
        if let Some(session) = session {
            command["sessionId"] = json!(session);
        }
        let failed = |error: &dyn std::fmt::Display| Error::while_doing(method, error);
        let sent = self.socket.send(Message::text(command.to_string()));
        sent.map_err(|error| failed(&error))?;
        let start = Instant::now();
        while start.elapsed() < patience {
            let Some(message) = self.look()? else {
                continue;
            };
            if message["id"] != json!(id) {
                self.keep(message);
                continue;
            }
            return match message.get("error") {
                Some(error) => Err(failed(&error["message"].as_str().unwrap_or("refused"))),
                None => Ok(message["result"].clone()),
            };
        }
        Err(failed(&format!("no answer within {patience:?}")))
    }

    /// The events of a page that `wanted` picks, those that have come so far; they are not
    /// told again.
    pub(crate) fn events(
        &mut self,
        session: &str,
        wanted: impl Fn(&Event) -> bool,
    ) -> Result<Vec<Event>, Error> {
        while let Some(message) = self.look()? {
            self.keep(message);
        }
        let picked = |event: &Event| event.session == session && wanted(event);
        let (told, kept) = std::mem::take(&mut self.events)
            .into_iter()
            .partition(picked);
        self.events = kept;
        Ok(told)
    }

    /// The next message, if one comes soon.
    fn look(&mut self) -> Result<Option<Value>, Error> {
        match self.socket.read() {
            Ok(Message::Text(text)) => serde_json::from_str(&text)
                .map(Some)
                .map_err(|error| Error::while_doing("reading a message of Chromium", &error)),
            Ok(_) => Ok(None),
            Err(tungstenite::Error::Io(error)) if is_patient(&error) => Ok(None),
            Err(error) => Err(Error::while_doing("listening to Chromium", &error)),
        }
    }

    fn keep(&mut self, message: Value) {
        if let Some(method) = message["method"].as_str() {
            self.events.push(Event {
                session: message["sessionId"].as_str().unwrap_or("").to_owned(),
                method: method.to_owned(),
                params: message["params"].clone(),
            });
        }
    }
}

/// Whether nothing was there yet, which is no fault.
fn is_patient(error: &std::io::Error) -> bool {
    matches!(
        error.kind(),
        std::io::ErrorKind::WouldBlock
            | std::io::ErrorKind::TimedOut
            | std::io::ErrorKind::Interrupted
    )
}
