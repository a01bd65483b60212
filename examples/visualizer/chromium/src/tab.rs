//! A page: opened, asked by JavaScript, looked at, and listened to for what it complains of.
//! Clicks and keys are in `input`, the browser in `browser`.

use std::cell::Cell;
use std::time::{Duration, Instant};

use data_encoding::BASE64;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::browser::Browser;
use crate::connection::Event;
use crate::error::Error;

/// How long one command may take, if nothing else is said.
const PATIENCE: Duration = Duration::from_secs(60);

/// How often a condition is looked at.
const PAUSE: Duration = Duration::from_millis(20);

/// A page of a browser. It is closed when it is dropped.
#[derive(Debug)]
pub struct Tab {
    browser: Browser,
    session: String,
    target: String,
    patience: Cell<Duration>,
}

impl Tab {
    pub(crate) fn new(browser: &Browser) -> Result<Tab, Error> {
        let call = |method, params| {
            let mut connection = browser.0.connection.borrow_mut();
            connection.call(None, method, params, PATIENCE)
        };
        let made = call("Target.createTarget", json!({ "url": "about:blank" }))?;
        let target = text(&made["targetId"]);
        let attached = call(
            "Target.attachToTarget",
            json!({ "targetId": target, "flatten": true }),
        )?;
        let tab = Tab {
            browser: browser.clone(),
            session: text(&attached["sessionId"]),
            target,
            patience: Cell::new(PATIENCE),
        };
        for domain in ["Page", "Runtime", "Log"] {
            tab.call(&format!("{domain}.enable"), json!({}))?;
        }
        Ok(tab)
    }

    /// Every call from now on fails that takes longer: a minute, before this is said.
    pub fn set_patience(&self, patience: Duration) {
        self.patience.set(patience);
    }

    pub(crate) fn call(&self, method: &str, params: Value) -> Result<Value, Error> {
        let mut connection = self.browser.0.connection.borrow_mut();
        connection.call(Some(&self.session), method, params, self.patience.get())
    }

    fn events(&self, wanted: impl Fn(&Event) -> bool) -> Result<Vec<Event>, Error> {
        let mut connection = self.browser.0.connection.borrow_mut();
        connection.events(&self.session, wanted)
    }

    /// Runs `script` in every page that this tab opens from now on, before the page's own.
    ///
    /// # Errors
    ///
    /// The browser has ended.
    pub fn before_load(&self, script: &str) -> Result<(), Error> {
        let params = json!({ "source": script });
        self.call("Page.addScriptToEvaluateOnNewDocument", params)?;
        Ok(())
    }

    /// Opens `address`, and waits until it and all that it asks for at first is there.
    ///
    /// # Errors
    ///
    /// Nobody answers there, or not in time.
    pub fn go_to(&self, address: &str) -> Result<(), Error> {
        let loaded = |event: &Event| event.method == "Page.loadEventFired";
        self.events(loaded)?;
        let answer = self.call("Page.navigate", json!({ "url": address }))?;
        if let Some(why) = answer["errorText"].as_str() {
            return Err(Error::while_doing(&format!("opening {address}"), &why));
        }
        self.until(&format!("opening {address}"), || {
            Ok(!self.events(loaded)?.is_empty())
        })
    }

    /// The value of a JavaScript expression, of a promise what it comes to.
    ///
    /// # Errors
    ///
    /// It throws, takes too long, or has a value that is no `T`.
    pub fn evaluate<T: DeserializeOwned>(&self, script: &str) -> Result<T, Error> {
        let answer = self.call(
            "Runtime.evaluate",
            json!({ "expression": script, "awaitPromise": true, "returnByValue": true }),
        )?;
        if let Some(thrown) = answer.get("exceptionDetails") {
            return Err(Error::while_doing(&brief(script), &words_of(thrown)));
        }
        let value = answer["result"]["value"].clone();
        serde_json::from_value(value).map_err(|error| Error::while_doing(&brief(script), &error))
    }

    /// Waits until a JavaScript expression is true.
    ///
    /// # Errors
    ///
    /// It throws, or stays false for too long.
    pub fn wait_for(&self, condition: &str) -> Result<(), Error> {
        self.until(&format!("waiting for {}", brief(condition)), || {
            self.evaluate(&format!("Boolean({condition})"))
        })
    }

    fn until(
        &self,
        what: &str,
        mut holds: impl FnMut() -> Result<bool, Error>,
    ) -> Result<(), Error> {
        let (start, patience) = (Instant::now(), self.patience.get());
        while !holds()? {
            if start.elapsed() > patience {
                return Err(Error::while_doing(
                    what,
                    &format!("not within {patience:?}"),
                ));
            }
            std::thread::sleep(PAUSE);
        }
        Ok(())
    }

    /// What went wrong on the page since this was last asked: exceptions that nobody caught,
    /// errors on the console, and files that were not there.
    ///
    /// # Errors
    ///
    /// The browser has ended.
    pub fn complaints(&self) -> Result<Vec<String>, Error> {
        let complaint = |event: &Event| complaint_of(event).is_some();
        let events = self.events(complaint)?;
        Ok(events.iter().filter_map(complaint_of).collect())
    }

    /// The page at this size, in CSS pixels.
    ///
    /// # Errors
    ///
    /// The browser has ended.
    pub fn resize(&self, width: u32, height: u32) -> Result<(), Error> {
        let params =
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.call("Emulation.setDeviceMetricsOverride", params)?;
        Ok(())
    }

    /// What is seen of the page, as a PNG file.
    ///
    /// # Errors
    ///
    /// The browser has ended.
    pub fn screenshot(&self) -> Result<Vec<u8>, Error> {
        let answer = self.call("Page.captureScreenshot", json!({ "format": "png" }))?;
        let data = answer["data"].as_str().unwrap_or_default();
        let decoded = BASE64.decode(data.as_bytes());
        decoded.map_err(|error| Error::while_doing("reading a screenshot", &error))
    }
}

impl Drop for Tab {
    fn drop(&mut self) {
        if let Ok(mut connection) = self.browser.0.connection.try_borrow_mut() {
            let params = json!({ "targetId": self.target });
            let _ = connection.call(None, "Target.closeTarget", params, Duration::from_secs(5));
        }
    }
}

/// What is wrong, if the event tells of something wrong.
fn complaint_of(event: &Event) -> Option<String> {
    let params = &event.params;
    match event.method.as_str() {
        "Runtime.exceptionThrown" => Some(words_of(&params["exceptionDetails"])),
        "Runtime.consoleAPICalled"
            if matches!(text(&params["type"]).as_str(), "error" | "assert") =>
        {
            let arguments = params["args"]
                .as_array()
                .map(Vec::as_slice)
                .unwrap_or_default();
            let words: Vec<String> = arguments.iter().map(words_of_value).collect();
            Some(words.join(" "))
        }
        "Log.entryAdded" if params["entry"]["level"] == json!("error") => {
            let entry = &params["entry"];
            Some(format!("{} {}", text(&entry["text"]), text(&entry["url"])))
        }
        _ => None,
    }
}

/// A thrown value, in words.
fn words_of(details: &Value) -> String {
    match &details["exception"] {
        Value::Null => text(&details["text"]),
        exception => words_of_value(exception),
    }
}

fn words_of_value(value: &Value) -> String {
    match (&value["description"], &value["value"]) {
        (Value::String(words), _) | (_, Value::String(words)) => words.clone(),
        (_, other) => other.to_string(),
    }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// A script as a message shows it.
fn brief(script: &str) -> String {
    let line = script.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(120) {
        Some((end, _)) => format!("`{}..`", &line[..end]),
        None => format!("`{line}`"),
    }
}
