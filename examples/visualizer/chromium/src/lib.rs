//! A page of this machine in headless Chromium: [`Server`] hands out the files of a folder,
//! [`Browser`] is a Chromium with a profile of its own, [`Tab`] a page in it that is looked at
//! and worked with as a person would. For tests and measurements; no part of the library.
//!
//! Chromium is spoken to over its DevTools protocol. Nothing waits for ever, and what was
//! started ends with the value that stands for it, also where a test panics.
//!
//! ```no_run
//! use bitonic_chromium::{Browser, Options, Server};
//!
//! let server = Server::start("dist".as_ref(), 0)?;
//! let browser = Browser::start(&Options::default())?;
//! let tab = browser.tab()?;
//! tab.go_to(&server.address())?;
//! let has_webgpu: bool = tab.evaluate("'gpu' in navigator")?;
//! assert!(has_webgpu && tab.complaints()?.is_empty());
//! # Ok::<(), bitonic_chromium::Error>(())
//! ```

mod browser;
mod connection;
mod error;
mod input;
mod server;
mod tab;

pub use browser::{Browser, Options, installed};
pub use error::Error;
pub use server::Server;
pub use tab::Tab;
