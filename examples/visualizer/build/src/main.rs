//! Builds the page: compiles `bitonic-visualizer` to WebAssembly, makes the JavaScript that
//! loads it, and puts both beside the page's own files into one folder that any server of
//! files can hand out.
//!
//! ```sh
//! cargo run -p bitonic-visualizer-build             # examples/visualizer/dist
//! cargo run -p bitonic-visualizer-build -- --serve  # and http://localhost:8000/
//! ```
//!
//! Here are the options and the steps; who compiles is found in `toolchain`.

mod toolchain;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use bitonic_chromium::Server;
use clap::Parser;
use wasm_bindgen_cli_support::Bindgen;

use toolchain::{Choice, Failure};

/// What the script and the module of the page are called.
const NAME: &str = "visualizer";

/// The page's own files that are handed out as they are, by their ends.
const PLAIN: &[&str] = &["html", "css", "js", "svg", "png"];

/// Builds the page that shows a bitonic sort at work, and serves it where asked to.
#[derive(Parser, Debug)]
#[command(name = "bitonic-visualizer-build")]
struct Options {
    /// Whose Rust compiles the page.
    #[arg(long, value_enum, default_value_t)]
    toolchain: Choice,
    /// Serve the page on this machine when it is built.
    #[arg(long)]
    serve: bool,
    /// The port to serve it on; 0 for any that is free.
    #[arg(long, default_value_t = 8000)]
    port: u16,
    /// The folder to build it in. What is in it is replaced.
    #[arg(long, default_value_os_t = package().join("dist"))]
    out: PathBuf,
}

/// The folder of the package that is built.
fn package() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_owned()
}

fn main() -> ExitCode {
    match run(&Options::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("error: {failure}");
            ExitCode::FAILURE
        }
    }
}

fn run(options: &Options) -> Result<(), Failure> {
    let start = Instant::now();
    let toolchain = options.toolchain.find()?;
    let module = toolchain.compile(&package())?;
    assemble(&module, &options.out)?;
    println!(
        "{}: built in {:.0} s by {}, {:.1} MB of WebAssembly",
        options.out.display(),
        start.elapsed().as_secs_f64(),
        toolchain.version,
        megabytes(&options.out.join(format!("{NAME}_bg.wasm"))),
    );
    if options.serve {
        let server = Server::start(&options.out, options.port)
            .map_err(|error| Failure::new(error.to_string(), "choose another with `--port`"))?;
        println!("open {}", server.address());
        server.serve();
    }
    Ok(())
}

/// The script that loads `module`, what is left of the module, and the page's own files.
fn assemble(module: &Path, out: &Path) -> Result<(), Failure> {
    if out.exists() {
        told("emptying", out, fs::remove_dir_all(out))?;
    }
    told("making", out, fs::create_dir_all(out))?;
    let made = Bindgen::new()
        .input_path(module)
        .out_name(NAME)
        .typescript(false)
        .omit_default_module_path(false)
        .remove_name_section(true)
        .remove_producers_section(true)
        .web(true)
        .and_then(|bindgen| bindgen.generate(out));
    made.map_err(|error| {
        Failure::new(
            format!("no script for `{}`: {error:#}", module.display()),
            "`wasm-bindgen` and `wasm-bindgen-cli-support` must be of one version: look into `Cargo.lock`",
        )
    })?;
    let package = package();
    for entry in told("reading", &package, fs::read_dir(&package))?.flatten() {
        let path = entry.path();
        let extension = path.extension().and_then(|extension| extension.to_str());
        if extension.is_some_and(|extension| PLAIN.contains(&extension)) {
            let copy = out.join(entry.file_name());
            told("copying", &path, fs::copy(&path, copy))?;
        }
    }
    Ok(())
}

fn told<R>(doing: &str, path: &Path, result: std::io::Result<R>) -> Result<R, Failure> {
    result.map_err(|error| {
        Failure::new(
            format!("{doing} `{}`: {error}", path.display()),
            "choose another folder with `--out`",
        )
    })
}

fn megabytes(path: &Path) -> f64 {
    fs::metadata(path).map_or(0.0, |data| data.len() as f64 / 1e6)
}
