//! `bitonic sort` between pipes, and where there is no room left.

use std::fs::OpenOptions;
use std::process::Command;

use crate::support::{Folder, array, assert_said, printed, said, words};

#[test]
fn keys_go_from_pipe_to_pipe_and_words_about_them_elsewhere() {
    let folder = Folder::new();
    let output = folder.piped(&["sort", "-", "-o", "-", "--verify"], b"3\n1\n2\n");
    assert_eq!(printed(&output), "1\n2\n3\n");
    for words in ["3 keys of u32", "bit for bit", "to the standard output"] {
        assert!(said(&output).contains(words), "{}", said(&output));
    }
    assert!(output.status.success());
    assert_eq!(folder.names(), [""; 0]);
}

#[test]
fn each_format_goes_through_pipes() {
    let array = array("'<i4'", &[2, u32::MAX]);
    let folder = Folder::new();
    let output = folder.piped(&["sort", "-", "-o", "-", "-q"], &array);
    assert_eq!(
        words(&output.stdout),
        [u32::MAX, 2],
        "an array is seen to be one"
    );
    assert_eq!(said(&output), "");
    let raw = [
        "sort", "-", "-o", "-", "-q", "--format", "raw", "--dtype", "u32",
    ];
    let output = folder.piped(&raw, &[0, 1, 0, 0, 9, 0, 0, 0]);
    assert_eq!(output.stdout, [9, 0, 0, 0, 0, 1, 0, 0]);
    let output = folder.piped(
        &["sort", "-", "-o", "-", "-q", "--output-format", "text"],
        &array,
    );
    assert_eq!(printed(&output), "-1\n2\n");
    let output = folder.piped(&["sort", "-", "-o", "out.npy"], b"2\n1\n");
    assert_eq!(words(&folder.read("out.npy")), [1, 2]);
    assert!(printed(&output).contains("out.npy"));
}

#[test]
fn a_kernel_goes_to_the_standard_output_by_either_way() {
    let folder = Folder::new();
    let plain = folder.bitonic(&["emit", "flip_global_u32"]);
    let asked = folder.bitonic(&["emit", "flip_global_u32", "-o", "-"]);
    assert!(printed(&plain).contains("@compute"));
    assert_eq!(printed(&asked), printed(&plain));
    assert_eq!(folder.names(), [""; 0]);
}

#[test]
fn faults_of_the_standard_input_are_named_so() {
    let folder = Folder::new();
    let output = folder.piped(&["sort", "-", "-o", "-"], b"1\ntwo\n");
    assert_said(&output, 1, "line 2 of the standard input", "`#`", "text");
    assert_eq!(printed(&output), "");
    let cut_short = array("'<u4'", &[1, 2]);
    let output = folder.piped(&["sort", "-", "-o", "-"], &cut_short[..cut_short.len() - 1]);
    assert_said(
        &output,
        1,
        "the standard input is cut short",
        "again",
        "array",
    );
}

#[test]
fn quiet_says_nothing_but_what_is_wrong() {
    let folder = Folder::new();
    folder.write("keys.txt", "2\n1\n");
    let output = folder.bitonic(&["sort", "keys.txt", "-o", "out.txt", "--quiet", "--verify"]);
    assert_eq!(
        (printed(&output), said(&output)),
        (String::new(), String::new())
    );
    assert_eq!(folder.read("out.txt"), b"1\n2\n");
    let output = folder.bitonic(&["sort", "none.txt", "-o", "out.txt", "--quiet"]);
    assert_said(&output, 1, "`none.txt` does not exist", "path", "quiet");
}

/// Enough keys that the sort takes longer than a sign of life on a terminal waits.
#[test]
fn long_work_shows_nothing_to_a_pipe() {
    let folder = Folder::new();
    let mut random = fastrand::Rng::with_seed(23);
    let keys: Vec<u32> = (0..1 << 18).map(|_| random.u32(..)).collect();
    folder.write("keys.npy", array("'<u4'", &keys));
    let output = folder.bitonic(&["sort", "keys.npy", "-o", "out.npy", "--descending"]);
    assert_eq!(said(&output), "");
    let mut expected = keys;
    expected.sort_unstable_by(|a, b| b.cmp(a));
    assert!(words(&folder.read("out.npy")) == expected);
    assert!(printed(&output).contains("262144 keys of u32, descending"));
}

#[test]
fn a_reader_that_leaves_the_data_gets_the_code_of_a_closed_pipe() {
    let folder = Folder::new();
    folder.write("keys.txt", "2\n1\n");
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let mut command = folder.command(&["sort", "keys.txt", "-o", "-"]);
    let output = command.stdout(writer).output().expect("the binary runs");
    assert_eq!(said(&output), "");
    assert_eq!(output.status.code(), Some(141));
}

#[cfg(target_os = "linux")]
#[test]
fn a_standard_output_without_room_is_a_fault() {
    let folder = Folder::new();
    folder.write("keys.txt", "2\n1\n");
    for format in ["text", "npy", "raw"] {
        let full = OpenOptions::new().write(true).open("/dev/full");
        let full = full.expect("a device of every Linux");
        let mut command = folder.command(&["sort", "keys.txt", "-o", "-"]);
        command.args(["--output-format", format]).stdout(full);
        let output = command.output().expect("the binary runs");
        let what = "the standard output cannot be written: no storage space";
        assert_said(&output, 1, what, "make room on the disk", format);
    }
}

/// A disk of 64 KiB in a namespace of its own, and on it an old output, which a
/// larger one may not harm. Not every machine lets this user mount one; what is
/// left behind is tested with a false disk where files are written.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_leaves_the_old_file_and_nothing_beside_it() {
    const SCRIPT: &str = r#"
        mount -t tmpfs -o size=64k none disk || exit 77
        echo old > disk/out.raw
        "$0" sort keys.raw --dtype u32 -o disk/out.raw
        echo "code $?"
        cat disk/out.raw
        ls -A disk
    "#;
    let folder = Folder::new();
    folder.write("keys.raw", vec![7; 80_000]);
    std::fs::create_dir(folder.path("disk")).expect("a folder in the test's own");
    let by_itself = folder.command(&[]);
    let mut command = Command::new("unshare");
    command.args(["--map-root-user", "--mount", "sh", "-c", SCRIPT]);
    command.arg(by_itself.get_program());
    command.current_dir(folder.path(""));
    for (name, value) in by_itself.get_envs() {
        command.env(name, value.unwrap_or_default());
    }
    match command.output() {
        Ok(output) if matches!(output.status.code(), Some(0)) => {
            assert_eq!(
                printed(&output),
                "code 1\nold\nout.raw\n",
                "{}",
                said(&output)
            );
            let what = "error: `disk/out.raw` cannot be written: no storage space";
            assert!(said(&output).contains(what), "{}", said(&output));
            assert!(said(&output).contains("help: make room on the disk"));
        }
        Ok(output) => eprintln!("no disk can be mounted here: {}", said(&output)),
        Err(error) => eprintln!("no disk can be mounted here: {error}"),
    }
}
