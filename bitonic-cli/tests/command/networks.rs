//! `bitonic network`: drawings, texts, kernels and checks, and what is said of what cannot be.

use crate::support::{Folder, assert_said, printed, said};

/// What `bitonic network` prints for arguments that are right.
#[track_caller]
fn printed_for(arguments: &[&str]) -> String {
    let arguments = [&["network"], arguments].concat();
    let output = Folder::new().bitonic(&arguments);
    assert!(output.status.success(), "{arguments:?}: {}", said(&output));
    assert_eq!(said(&output), "", "{arguments:?}");
    printed(&output)
}

#[test]
fn a_drawing_is_what_comes_when_nothing_else_is_asked() {
    for (kind, counts) in [
        ("flip", "16 wires, 80 comparators, 10 rounds"),
        ("xor", "16 wires, 80 comparators, 10 rounds"),
        ("recursive", "16 wires, 80 comparators, 10 rounds"),
        ("odd-even-merge", "16 wires, 63 comparators, 10 rounds"),
    ] {
        let drawing = printed_for(&["--n", "16", "--kind", kind]);
        assert!(drawing.starts_with("<svg"), "{kind}: {drawing}");
        assert!(drawing.ends_with("</svg>\n"), "{kind}: {drawing}");
        assert!(drawing.contains(counts), "{kind}: {drawing}");
        assert_eq!(
            drawing,
            printed_for(&["-n", "16", "--kind", kind, "--format", "svg"])
        );
    }
    assert_eq!(
        printed_for(&["--n", "5"]),
        printed_for(&["--n", "5", "--kind", "flip", "-o", "-"])
    );
}

#[test]
fn a_text_is_read_again_as_the_network_that_it_is_of() {
    let folder = Folder::new();
    let text = printed_for(&["--n", "4", "--kind", "odd-even-merge", "--format", "text"]);
    assert_eq!(
        text,
        "# Odd-even merge sort\nwires 4\n\n0:1 2:3\n\n0:2 1:3\n1:2\n"
    );
    folder.write("four.txt", &text);
    let again = folder.bitonic(&["network", "--input", "four.txt", "--format", "text"]);
    assert_eq!(printed(&again), text);
    let piped = ["network", "--input", "-", "--format", "text"];
    assert_eq!(printed(&folder.piped(&piped, text.as_bytes())), text);
}

#[test]
fn a_kernel_is_of_the_keys_that_are_asked() {
    let text = printed_for(&["--n", "4", "--format", "wgsl"]);
    assert!(text.contains("fn network_of_4_u32("), "{text}");
    assert_eq!(text.matches("min(").count(), 6, "{text}");
    assert_eq!(
        text,
        printed_for(&["--n", "4", "--format", "wgsl", "--dtype", "u32"])
    );
    let floats = printed_for(&["--n", "4", "--format", "wgsl", "--dtype", "float32"]);
    assert!(floats.contains("fn network_of_4_f32("), "{floats}");
}

/// The name of the file says what it is to be, as `--format` does.
#[test]
fn a_file_is_written_as_its_name_says() {
    let folder = Folder::new();
    for (name, format) in [
        ("net.svg", "svg"),
        ("net", "svg"),
        ("net.txt", "text"),
        ("net.wgsl", "wgsl"),
    ] {
        let output = folder.bitonic(&["network", "--n", "8", "-o", name]);
        assert!(output.status.success(), "{name}: {}", said(&output));
        assert_eq!(printed(&output), "");
        let expected = printed_for(&["--n", "8", "--format", format]);
        assert_eq!(folder.read(name), expected.as_bytes(), "{name}");
    }
    assert_eq!(folder.names(), ["net", "net.svg", "net.txt", "net.wgsl"]);
    let arguments = ["network", "--n", "8", "-o", "net.txt", "--format", "svg"];
    assert!(folder.bitonic(&arguments).status.success());
    assert!(folder.read("net.txt").starts_with(b"<svg"));
}

#[test]
fn a_check_alone_says_what_it_found() {
    assert_eq!(
        printed_for(&["--n", "16", "--check"]),
        "Bitonic sort, flips and disperses, 16 wires: all 65536 inputs of zeros and ones come out in order, so that it sorts\n"
    );
    let sampled = printed_for(&["--n", "100", "--kind", "recursive", "--check"]);
    assert!(sampled.contains("which is no proof"), "{sampled}");
}

/// Beside data on the standard output, what was found goes to the standard error.
#[test]
fn a_check_beside_data_stays_out_of_it() {
    let folder = Folder::new();
    let checked = folder.bitonic(&["network", "--n", "4", "--check", "--format", "text"]);
    assert!(checked.status.success());
    assert_eq!(
        printed(&checked),
        printed_for(&["--n", "4", "--format", "text"])
    );
    assert!(said(&checked).contains("so that it sorts"));
    let filed = folder.bitonic(&["network", "--n", "4", "--check", "-o", "net.svg"]);
    assert!(printed(&filed).contains("so that it sorts"));
    assert_eq!(said(&filed), "");
}

#[test]
fn a_network_that_does_not_sort_is_a_failure_and_leaves_the_old_file() {
    let folder = Folder::new();
    folder.write("wrong.txt", "0:1\n1:2\n");
    folder.write("net.svg", "old");
    let arguments = [
        "network",
        "--input",
        "wrong.txt",
        "--check",
        "-o",
        "net.svg",
    ];
    let output = folder.bitonic(&arguments);
    assert_said(
        &output,
        1,
        "the network of 3 wires: 110 comes out as 101",
        "leave out `--check`",
        "wrong.txt",
    );
    assert_eq!(folder.read("net.svg"), b"old");
    let drawn = folder.bitonic(&["network", "--input", "wrong.txt", "-o", "net.svg"]);
    assert!(drawn.status.success(), "{}", said(&drawn));
}

#[test]
fn files_that_are_no_network_are_told_with_the_place() {
    let folder = Folder::new();
    let rows: [(&str, &[u8], &str, &str); 6] = [
        (
            "twice.txt",
            b"0:1 2:3\n0:2 2:3\n",
            "`twice.txt`, line 2, column 5: `2:3` touches wire 2",
            "a line below",
        ),
        (
            "words.txt",
            b"swap 0 1\n",
            "line 1, column 1: `swap` says nothing",
            "0:3 1:2",
        ),
        (
            "empty.txt",
            b"",
            "`empty.txt`: there is no network",
            "0:3 1:2",
        ),
        ("binary.txt", b"\xFF\xFE0:1", "is not text", "0:3 1:2"),
        (
            "wide.txt",
            b"wires 100000\n",
            "line 1, column 7: 100000 wires",
            "bitonic sort",
        ),
        (
            "list.txt",
            b"[(0,1),\n",
            "line 1, column 1: the list that begins here",
            "end it with `]`",
        ),
    ];
    for (name, content, what, mend) in rows {
        folder.write(name, content);
        let output = folder.bitonic(&["network", "--input", name]);
        assert_said(&output, 1, what, mend, name);
    }
    let missing = folder.bitonic(&["network", "--input", "none.txt"]);
    assert_said(&missing, 1, "`none.txt` does not exist", "path", "none.txt");
}

#[test]
fn lines_that_ask_for_what_cannot_be_are_told_how_to_mend_them() {
    let folder = Folder::new();
    let rows: [(&[&str], i32, &str, &str); 11] = [
        (&[], 2, "--n", "as in `--n 16`"),
        (&["--n", "0"], 2, "not a whole number from 1", "--help"),
        (&["--n", "70000"], 2, "from 1 to 65536", "--help"),
        (&["--n", "many"], 2, "not a whole number", "--help"),
        (
            &["--n", "8", "--kind", "flap"],
            2,
            "flap",
            "did you mean `flip`?",
        ),
        (
            &["--n", "12", "--kind", "xor"],
            1,
            "12 is none",
            "`--n 8` or `--n 16`",
        ),
        (&["--n", "8", "--input", "net.txt"], 2, "--input", "--help"),
        (
            &["--n", "8", "--dtype", "f32"],
            2,
            "for kernels alone",
            "--format wgsl",
        ),
        (&["--n", "2000"], 1, "too many to be drawn", "--format text"),
        (
            &["--n", "300", "--format", "wgsl"],
            1,
            "2 to 256 wires",
            "bitonic sort",
        ),
        (
            &["--n", "8", "-o", "no/net.svg"],
            1,
            "does not exist",
            "mkdir -p no",
        ),
    ];
    for (arguments, code, what, mend) in rows {
        let line = [&["network"], arguments].concat();
        let output = folder.bitonic(&line);
        assert_said(&output, code, what, mend, &line.join(" "));
        assert_eq!(printed(&output), "", "{line:?}");
    }
    assert_eq!(folder.names(), [""; 0]);
}

#[test]
fn the_help_names_every_option_and_the_form_of_files() {
    let text = printed_for(&["--help"]);
    for word in [
        "--n",
        "--kind",
        "--input",
        "--format",
        "--check",
        "--dtype",
        "--output",
        "odd-even-merge",
        "0:3 1:2",
        "[(0,3),(1,2)]",
        "wires 16",
    ] {
        assert!(text.contains(word), "{word} in:\n{text}");
    }
}
