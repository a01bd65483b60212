//! Who compiles Rust to WebAssembly on this machine: the toolchain at hand, where it has the
//! target's standard library, else Debian's packages, which bring the library as source.

use std::ffi::OsString;
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::Command;

use clap::ValueEnum;

/// The target of the page.
const TARGET: &str = "wasm32-unknown-unknown";

/// The profile of the workspace's manifest that the page is built with.
const PROFILE: &str = "page";

/// How a machine gets a toolchain.
const HELP: &str = "`rustup target add wasm32-unknown-unknown`, or on Debian `apt-get install rustc-web cargo-web rust-web-src lld`";

/// Why the page was not built, and how to mend it.
#[derive(Debug)]
pub(crate) struct Failure {
    message: String,
    help: String,
}

impl Failure {
    pub(crate) fn new(message: impl Into<String>, help: impl Into<String>) -> Failure {
        Failure {
            message: message.into(),
            help: help.into(),
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\n  help: {}", self.message, self.help)
    }
}

/// Whose toolchain is asked for.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) enum Choice {
    /// The one at hand where it has the target, else Debian's.
    #[default]
    Auto,
    /// The one at hand: rustup's, with the target added.
    Rustup,
    /// Debian's `rustc-web` and `cargo-web`, which compile the standard library as well.
    Debian,
}

/// A toolchain that can compile the page.
#[derive(Debug)]
pub(crate) struct Toolchain {
    cargo: PathBuf,
    rustc: PathBuf,
    /// What its compiler calls itself.
    pub(crate) version: String,
    /// Whether the standard library comes as source, to be compiled first.
    compiles_std: bool,
}

impl Choice {
    /// The toolchain of this machine that it stands for.
    ///
    /// # Errors
    ///
    /// The machine has none; what is missing, and how to get it.
    pub(crate) fn find(self) -> Result<Toolchain, Failure> {
        let found = match self {
            Choice::Rustup => at_hand(),
            Choice::Debian => debian(),
            Choice::Auto => {
                at_hand().or_else(|first| debian().map_err(|second| format!("{first}; {second}")))
            }
        };
        found
            .map_err(|why| Failure::new(format!("nothing compiles Rust for {TARGET}: {why}"), HELP))
    }
}

/// The toolchain that runs this program.
fn at_hand() -> Result<Toolchain, String> {
    let named = |variable, name: &str| {
        PathBuf::from(std::env::var_os(variable).unwrap_or_else(|| OsString::from(name)))
    };
    let (cargo, rustc) = (named("CARGO", "cargo"), named("RUSTC", "rustc"));
    let library = Path::new("lib/rustlib").join(TARGET);
    let version = asked(&rustc, "--version")?;
    match sysroot(&rustc)?.join(library).is_dir() {
        true => Ok(Toolchain {
            cargo,
            rustc,
            version,
            compiles_std: false,
        }),
        false => Err(format!("`{version}` has no standard library for it")),
    }
}

/// The packages of Debian, which lie where the distribution's own compiler does.
fn debian() -> Result<Toolchain, String> {
    let (cargo, rustc) = (
        PathBuf::from("/usr/bin/cargo"),
        PathBuf::from("/usr/bin/rustc"),
    );
    let linked = Command::new("wasm-ld").arg("--version").output().is_ok();
    let source =
        |rustc: &Path| sysroot(rustc).map(|root| root.join("lib/rustlib/src/rust/library"));
    let missing = [
        (rustc.is_file(), "rustc-web"),
        (cargo.is_file(), "cargo-web"),
        (
            source(&rustc).is_ok_and(|source| source.is_dir()),
            "rust-web-src",
        ),
        (linked, "lld"),
    ];
    let missing: Vec<&str> = missing
        .iter()
        .filter_map(|(there, package)| (!there).then_some(*package))
        .collect();
    match missing.as_slice() {
        [] => Ok(Toolchain {
            version: asked(&rustc, "--version")?,
            cargo,
            rustc,
            compiles_std: true,
        }),
        missing => Err(format!(
            "of Debian's packages {} are missing",
            missing.join(", ")
        )),
    }
}

fn sysroot(rustc: &Path) -> Result<PathBuf, String> {
    asked(rustc, "--print=sysroot").map(PathBuf::from)
}

/// The line that a compiler answers.
fn asked(rustc: &Path, question: &str) -> Result<String, String> {
    let failed = |why: &dyn fmt::Display| format!("`{}` does not run: {why}", rustc.display());
    let mut command = Command::new(rustc);
    let output = alone(command.arg(question)).output();
    let output = output.map_err(|error| failed(&error))?;
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned()),
        false => Err(failed(&output.status)),
    }
}

/// Without the libraries of the toolchain that runs this program, which another one must not
/// take for its own.
fn alone(command: &mut Command) -> &mut Command {
    command.env_remove("LD_LIBRARY_PATH")
}

impl Toolchain {
    /// Compiles the package that lies in the folder `package`, and says where the module lies.
    ///
    /// It has a target folder of its own: whoever builds the page may hold the lock of the
    /// workspace's, as `cargo test` does.
    ///
    /// # Errors
    ///
    /// It does not compile; the compiler has said why.
    pub(crate) fn compile(&self, package: &Path) -> Result<PathBuf, Failure> {
        let workspace = package.join("../..");
        let folder = std::env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into());
        let folder = workspace.join(folder).join("visualizer");
        let mut command = Command::new(&self.cargo);
        alone(&mut command)
            .current_dir(package)
            .args(["build", "--lib", "--target", TARGET, "--profile", PROFILE])
            .env("RUSTC", &self.rustc)
            .env("CARGO_TARGET_DIR", &folder);
        if self.compiles_std {
            command
                .args(["-Z", "build-std=std,panic_abort"])
                .env("RUSTC_BOOTSTRAP", "1")
                .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", "wasm-ld")
                .env_remove("RUSTUP_TOOLCHAIN");
        }
        let ended = command.status().map_err(|error| {
            Failure::new(
                format!("`{}` does not run: {error}", self.cargo.display()),
                HELP,
            )
        })?;
        match ended.success() {
            true => Ok(folder
                .join(TARGET)
                .join(PROFILE)
                .join("bitonic_visualizer.wasm")),
            false => Err(Failure::new(
                format!("`bitonic-visualizer` does not compile for {TARGET}"),
                "the compiler's messages are above",
            )),
        }
    }
}
