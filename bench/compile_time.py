#!/usr/bin/env python3
"""What 100 kernels cost the compiler: in natural Rust, in calls, and as WGSL strings.

    python3 bench/compile_time.py [--turns N] [--kernels N] [--folder DIR]

Writes four crates with the same kernels into a folder of the build's own, and prints the figures
as a page for docs/benchmarks. The forms are held against each other first: natural Rust and calls
must give one text, and that text is what the strings hold.
"""

import argparse
import os
import pathlib
import platform
import shutil
import statistics
import subprocess
import sys
import time

sys.dont_write_bytecode = True

import kernels

ROOT = pathlib.Path(__file__).resolve().parent.parent

FORMS = {
    "natural": "`#[kernel]` and `#[shader_fn]`",
    "calls": "the same in calls of bitonic-dsl",
    "parsed": "the same as WGSL strings, for naga to parse and validate at run time",
    "strings": "the same as WGSL strings, and nothing else",
}

COMMANDS = {
    "check": ["check"],
    "build": ["build"],
    "release": ["build", "--release"],
}


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--turns", type=int, default=5, help="how often each thing is timed")
    options.add_argument("--kernels", type=int, default=100, help="how many kernels there are")
    target = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    options.add_argument("--folder", type=pathlib.Path, default=target / "compile-time")
    options = options.parse_args()

    bench = Bench(options.folder.resolve(), options.kernels)
    bench.write("natural")
    bench.write("calls")
    texts = bench.texts("natural")
    if texts != bench.texts("calls"):
        sys.exit("error: natural Rust and calls give different texts")
    bench.write("parsed", texts)
    bench.write("strings", texts)

    print_head(options)
    print_seconds(bench, options.turns)
    print_sizes(bench)
    print_run_times(bench, options.turns)
    print(f"\nLoad of the machine at the end: {load()}.")


class Bench:
    """The crates, and what is done with them."""

    def __init__(self, folder, count):
        self.folder = folder
        self.count = count
        self.environment = dict(os.environ, CARGO_TARGET_DIR=str(folder / "target"))
        # What a user has: incremental builds in the development profile, all cores.
        for name in ("CARGO_INCREMENTAL", "CARGO_BUILD_JOBS", "RUSTFLAGS", "RUSTC_WRAPPER"):
            self.environment.pop(name, None)

    def crate(self, form):
        return self.folder / form

    def write(self, form, texts=None, changed=0):
        """The crate of `form`; with `changed`, one number in one kernel is another."""
        crate = self.crate(form)
        (crate / "src").mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / "Cargo.lock", crate / "Cargo.lock")
        (crate / "Cargo.toml").write_text(kernels.manifest(form, ROOT))
        (crate / "src/main.rs").write_text(kernels.source(form, self.count, texts, changed))

    def cargo(self, form, *arguments, **also):
        environment = dict(self.environment, **also)
        result = subprocess.run(
            ["cargo", *arguments], cwd=self.crate(form), env=environment,
            capture_output=True, text=True, check=False,
        )
        if result.returncode != 0:
            sys.exit(f"error: cargo {' '.join(arguments)} in {form}:\n{result.stderr}")
        return result.stdout

    def texts(self, form):
        """The texts of all kernels, in their order."""
        return self.cargo(form, "run", "--quiet", "--", "texts").split("\0")[:-1]

    def seconds(self, form, command):
        start = time.perf_counter()
        self.cargo(form, *COMMANDS[command])
        return time.perf_counter() - start

    def clean(self, form, command):
        """The crate alone, from nothing: what it depends on is built."""
        profile = ["--release"] if command == "release" else []
        self.cargo(form, "clean", *profile, "--package", f"form-{form}")
        return self.seconds(form, command)

    def after_a_change(self, form, command, changed):
        texts = self.changed_texts(changed) if form in ("parsed", "strings") else None
        self.write(form, texts, changed)
        return self.seconds(form, command)

    def changed_texts(self, changed):
        return [
            text.replace("1234567u", f"{1234567 + changed}u") if index == 0 else text
            for index, text in enumerate(self.original)
        ]

    def measure(self, turns):
        """Seconds by form, command and state, turn by turn, so that a disturbance hits all."""
        self.original = self.texts("natural")
        times = {}
        for command in COMMANDS:
            for form in FORMS:
                self.seconds(form, command)
            for turn in range(1, turns + 1):
                for form in FORMS:
                    clean = self.clean(form, command)
                    touched = self.after_a_change(form, command, turn)
                    self.write(form, self.original if form in ("parsed", "strings") else None)
                    self.seconds(form, command)
                    times.setdefault((form, command, "clean"), []).append(clean)
                    times.setdefault((form, command, "changed"), []).append(touched)
        return times

    def expanded_lines(self, form):
        """Lines of the crate when all macros are expanded, as the compiler prints them."""
        wrapper = self.folder / "with-unstable-options"
        wrapper.write_text('#!/bin/sh\nRUSTC_BOOTSTRAP=1 exec "$@"\n')
        wrapper.chmod(0o755)
        text = self.cargo(
            form, "rustc", "--profile", "dev", "--", "-Zunpretty=expanded",
            RUSTC_WORKSPACE_WRAPPER=str(wrapper),
        )
        return len(text.splitlines()), len(text)

    def size(self, form):
        return (self.folder / "target/release" / f"form-{form}").stat().st_size

    def run_time(self, form, profile, turns):
        """Milliseconds until all texts are there and known to be right, the median."""
        program = self.folder / "target" / profile / f"form-{form}"
        times = [
            float(subprocess.run([program, "time"], capture_output=True, text=True, check=True).stdout)
            for _ in range(turns)
        ]
        return statistics.median(times)


def load():
    return ", ".join(f"{value:.2f}" for value in os.getloadavg())


def version(program):
    return subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout.strip()


def processor():
    try:
        lines = pathlib.Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor()
    names = [line.split(":")[1].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor()


def print_head(options):
    print(f"`python3 bench/compile_time.py --turns {options.turns} --kernels {options.kernels}`\n")
    print(f"- {version('rustc')}")
    print(f"- {version('cargo')}")
    print(f"- processor: {processor()}, {os.cpu_count()} cores")
    print(f"- load at the start: {load()}")
    for form, meaning in FORMS.items():
        print(f"- {form}: {options.kernels} kernels, {meaning}")


def print_table(head, rows):
    table = [head, *rows]
    widths = [max(len(row[column]) for row in table) for column in range(len(head))]
    for number, row in enumerate(table):
        first = row[0].ljust(widths[0])
        cells = [cell.rjust(width) for cell, width in zip(row[1:], widths[1:])]
        print(f"| {' | '.join([first, *cells])} |")
        if number == 0:
            print(f"|{'|'.join('-' * (width + 2) for width in widths)}|")


def print_seconds(bench, turns):
    times = bench.measure(turns)
    print(f"\nSeconds for the crate alone, the median of {turns} (least to most):\n")
    head = ["command", "state", *FORMS, "natural to calls"]
    rows = []
    for command in COMMANDS:
        for state in ("clean", "changed"):
            medians = {form: statistics.median(times[form, command, state]) for form in FORMS}
            cells = [
                f"{medians[form]:.2f} ({min(times[form, command, state]):.2f} to "
                f"{max(times[form, command, state]):.2f})"
                for form in FORMS
            ]
            ratio = medians["natural"] / medians["calls"]
            rows.append([f"`cargo {' '.join(COMMANDS[command])}`", state, *cells, f"{ratio:.2f}"])
    print_table(head, rows)


def print_sizes(bench):
    print("\nLines of a kernel, written and with all macros expanded; bytes of the release program:\n")
    head = ["form", "written", "expanded", "characters, expanded", "program, KiB"]
    rows = []
    for form in FORMS:
        written = len((bench.crate(form) / "src/main.rs").read_text().splitlines())
        lines, characters = bench.expanded_lines(form)
        rows.append([
            form,
            f"{written / bench.count:.1f}",
            f"{lines / bench.count:.1f}",
            f"{characters / bench.count:.0f}",
            f"{bench.size(form) / 1024:.0f}",
        ])
    print_table(head, rows)


def print_run_times(bench, turns):
    print("\nMilliseconds at run time, from the start until all texts are there and validated:\n")
    rows = [
        [form, *(f"{bench.run_time(form, profile, turns):.1f}" for profile in ("debug", "release"))]
        for form in ("natural", "calls", "parsed")
    ]
    print_table(["form", "debug", "release"], rows)


if __name__ == "__main__":
    main()
