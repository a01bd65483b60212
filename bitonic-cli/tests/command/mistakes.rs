//! What goes wrong at the edge: each mistake gives one line what and one line how
//! to mend it, an exit code that is not 0, and leaves an old output as it was.

use crate::support::{Folder, array, assert_said, npy, said};

/// A file that cannot be sorted: its bytes, a part of what is said, and a part of
/// how to mend it.
type BadFile = (&'static str, Vec<u8>, &'static str, &'static str);

fn bad_files() -> Vec<BadFile> {
    let words = [1_u32, 2, 3, 4].map(u32::to_le_bytes).concat();
    let mut magic_and_version_9 = npy("'<u4'", "(4,)", &words);
    magic_and_version_9[6] = 9;
    vec![
        ("empty", Vec::new(), "is empty", "numpy.save"),
        (
            "text",
            b"distance\n1\n2\n".to_vec(),
            "not a .npy file",
            "--format text",
        ),
        (
            "archive",
            b"PK\x03\x04rest".to_vec(),
            "an archive of arrays",
            "numpy.load",
        ),
        (
            "only magic",
            b"\x93NUMPY".to_vec(),
            "damaged header",
            "save the array again",
        ),
        (
            "half a header",
            npy("'<u4'", "(4,)", &[])[..40].to_vec(),
            "damaged header: it ends",
            "save",
        ),
        (
            "no dictionary",
            npy("'<u4'", "(4,)", &words)
                .iter()
                .map(|b| if *b == b'{' { b'[' } else { *b })
                .collect(),
            "damaged header",
            "save the array again",
        ),
        (
            "version",
            magic_and_version_9,
            "its version is none of 1.0, 2.0 and 3.0",
            "save the array again",
        ),
        (
            "shape of words",
            npy("'<u4'", "('four',)", &words),
            "damaged header",
            "save",
        ),
        (
            "negative shape",
            npy("'<u4'", "(-4,)", &words),
            "damaged header",
            "save",
        ),
        (
            "f128",
            npy("'<f16'", "(1,)", &words),
            "dtype '<f16'",
            "astype(numpy.float64)",
        ),
        (
            "i16",
            npy("'<i2'", "(8,)", &words),
            "dtype '<i2'",
            "astype(numpy.int32)",
        ),
        (
            "f64 cut short",
            npy("'<f8'", "(3,)", &words),
            "3 elements are 24 bytes, and 16 are there",
            "again",
        ),
        (
            "u8",
            npy("'|u1'", "(16,)", &words),
            "dtype '|u1'",
            "astype(numpy.uint32)",
        ),
        (
            "bool",
            npy("'|b1'", "(16,)", &words),
            "dtype '|b1'",
            "astype(numpy.uint32)",
        ),
        (
            "texts",
            npy("'<U1'", "(4,)", &words),
            "dtype '<U1'",
            "uint64, int64 and float64",
        ),
        (
            "objects",
            npy("'|O'", "(4,)", &words),
            "dtype '|O",
            "uint64, int64 and float64",
        ),
        (
            "records",
            npy("[('a', '<u4'), ('b', '<f4')]", "(2,)", &words),
            "records of several fields",
            "array[\"field\"]",
        ),
        (
            "nested brackets",
            npy(&"(".repeat(400), "(4,)", &words),
            "its brackets nest too deep",
            "save the array again",
        ),
        (
            "no dimension and no key",
            npy("'<u4'", "()", &words[..3]),
            "cut short: 1 element are 4 bytes, and 3 are there",
            "again",
        ),
        (
            "no dimension and two keys",
            npy("'<u4'", "()", &words[..8]),
            "more bytes than the 4 of its 1 element",
            "save the array again",
        ),
        (
            "two dimensions",
            npy("'<u4'", "(2, 2)", &words),
            "2 dimensions, not one: its shape is (2, 2)",
            "ravel",
        ),
        (
            "vast dimensions",
            npy("'<u4'", "(4294967296, 4294967296)", &words),
            "2 dimensions",
            "ravel",
        ),
        (
            "cut short",
            npy("'<u4'", "(4,)", &words[..15]),
            "cut short: 4 elements are 16 bytes, and 15 are there",
            "again",
        ),
        (
            "vast",
            npy("'<u4'", "(18446744073709551615,)", &words),
            "cut short",
            "again",
        ),
        (
            "surplus",
            npy("'<u4'", "(3,)", &words),
            "more bytes than the 12 of its 3 elements",
            "save the array again",
        ),
    ]
}

#[test]
fn a_file_that_cannot_be_sorted_is_named_with_the_way_to_convert_it() {
    for (of, bytes, what, mend) in bad_files() {
        let folder = Folder::new();
        folder.write("bad.npy", bytes);
        folder.write("old.npy", "an old output");
        let output = folder.bitonic(&["sort", "bad.npy", "-o", "old.npy"]);
        assert_said(&output, 1, what, mend, of);
        assert!(
            said(&output).contains("`bad.npy`"),
            "{of}: {}",
            said(&output)
        );
        assert_eq!(folder.read("old.npy"), b"an old output", "{of}");
        assert_eq!(
            folder.names(),
            ["bad.npy", "old.npy"],
            "{of}: nothing is left over"
        );
    }
}

/// Arguments, the exit code, a part of what is said and of how to mend it. In the
/// folder are `keys.npy`, which is right, `keys.raw`, `locked.npy`, which is
/// write-protected, and the folder `folder`.
const BAD_LINES: &[(&[&str], i32, &str, &str)] = &[
    (
        &["sort", "none.npy", "-o", "old.npy"],
        1,
        "`none.npy` does not exist",
        "give the path",
    ),
    (
        &["sort", "folder", "-o", "old.npy"],
        1,
        "`folder` is a folder",
        "a file in it",
    ),
    (
        &["sort", "keys.npy/x", "-o", "old.npy"],
        1,
        "`keys.npy/x` cannot be read",
        "check the path",
    ),
    (
        &["sort", "keys.npy", "-o", "none/out.npy"],
        1,
        "the folder `none` of the output does not exist",
        "mkdir -p none",
    ),
    (
        &["sort", "keys.npy", "-o", "folder"],
        1,
        "the output `folder` is a folder",
        "-o folder/sorted.npy",
    ),
    (
        &["sort", "keys.npy", "-o", "keys.npy/out.npy"],
        1,
        "cannot be written",
        "not a folder",
    ),
    (
        &["sort", "keys.npy", "-o", "locked.npy"],
        1,
        "write-protected",
        "chmod u+w locked.npy",
    ),
    (
        &["sort", "keys.npy", "-o", "none/.."],
        2,
        "names no file",
        "-o sorted.npy",
    ),
    (
        &["sort", "keys.npy", "-o", "old.npy", "--adapter", "abacus"],
        1,
        "`abacus`",
        "software",
    ),
    (
        &[
            "sort",
            "keys.npy",
            "-o",
            "old.npy",
            "--workgroup-size",
            "48",
        ],
        1,
        "48",
        "32 or 64",
    ),
    (
        &["sort", "keys.npy", "-o", "old.npy", "--workgroup-size", "0"],
        1,
        "power of two",
        "use 1",
    ),
    (
        &[
            "sort",
            "keys.npy",
            "-o",
            "old.npy",
            "--workgroup-size",
            "many",
        ],
        2,
        "'many' for '--workgroup-size <N>': not a whole number",
        "`bitonic sort --help`",
    ),
    (
        &["sort", "keys.npy", "-o", "old.npy", "--adapter", ""],
        2,
        "a value is required for '--adapter <NAME>'",
        "`bitonic sort --help`",
    ),
    (
        &["sort"],
        2,
        "--output <OUT> <FILE>",
        "`bitonic sort keys.npy -o sorted.npy`",
    ),
    (
        &["sort", "keys.npy"],
        2,
        "--output <OUT>",
        "`-o -` for the standard output",
    ),
    (
        &["sort", "-o", "old.npy"],
        2,
        "<FILE>",
        "`-` for the standard input",
    ),
    (
        &["sort", "keys.npy", "old.npy"],
        2,
        "'old.npy'",
        "`-o` names the output, as in `-o old.npy`; `bitonic sort --help`",
    ),
    (
        &["sort", "keys.raw", "-o", "old.npy"],
        2,
        "`keys.raw` is raw, and does not say",
        "--dtype u32",
    ),
    (
        &["sort", "-", "-o", "old.npy", "--format", "raw"],
        2,
        "the standard input is raw",
        "--dtype u32",
    ),
    (
        &["sort", "keys.npy", "-o", "old.npy", "--dtype", "u32"],
        2,
        "says itself",
        "leave `--dtype` out; if it is no .npy file",
    ),
    (
        &[
            "sort", "keys.npy", "-o", "old.npy", "--format", "text", "--dtype", "f64",
        ],
        2,
        "`keys.npy` is text, which is read as u32, i32 or f32, not as f64",
        ".npy and raw files",
    ),
    (
        &["sort", "keys.npy", "-o", "old.npy", "--dtype", "f8"],
        2,
        "'f8'",
        "--help",
    ),
    (
        &["sort", "keys.npy", "-o", "old.npy", "--format", "npz"],
        2,
        "'npz'",
        "--help",
    ),
    (
        &["sort", "keys.npy", "-o", "/dev/null"],
        1,
        "not a regular file",
        "`-o - > /dev/null`",
    ),
    (
        &["sort", "keys.npy", "-o", "old.npy", "--verifi"],
        2,
        "'--verifi'",
        "`--verify`? `bitonic sort --help`",
    ),
    (&["srt", "keys.npy"], 2, "'srt'", "`sort`"),
    (&[], 2, "no command", "--help"),
    (
        &["emit"],
        2,
        "KERNEL",
        "`bitonic emit --list` prints the names",
    ),
    (
        &["emit", "flip_global_u32", "copy_u32"],
        2,
        "'copy_u32'",
        "one KERNEL is printed at a time; `bitonic emit --help`",
    ),
    (
        &["sort", "keys.npy", "-o", "old.npy", "-r"],
        2,
        "'-r'",
        "`--descending` reverses the order; `bitonic sort --help`",
    ),
    (&["adapters", "-v"], 2, "'-v'", "`bitonic adapters --help`"),
    (
        &["emit", "flip_global_u23"],
        1,
        "no kernel `flip_global_u23`",
        "`flip_global_u32`",
    ),
    (
        &["emit", "zzz"],
        1,
        "no kernel `zzz`",
        "`bitonic emit --list`",
    ),
    (
        &["emit", "flip_global_u32", "--target", "metal"],
        2,
        "'metal'",
        "--help",
    ),
    (
        &["emit", "flip_global_u32", "--workgroup-size", "48"],
        2,
        "not a power of two from 1 to 1024",
        "--help",
    ),
    (
        &["emit", "flip_global_u32", "--workgroup-size", "2048"],
        2,
        "'2048'",
        "--help",
    ),
    (
        &["emit", "flip_global_u32", "-o", "none/k.wgsl"],
        1,
        "the folder `none`",
        "mkdir -p none",
    ),
    (
        &["emit", "--list", "flip_global_u32"],
        2,
        "cannot be used with",
        "--help",
    ),
];

#[test]
fn a_line_that_cannot_be_done_is_told_with_the_way_to_mend_it() {
    for (arguments, code, what, mend) in BAD_LINES {
        let folder = Folder::new();
        folder.write("keys.npy", array("'<u4'", &[2, 1]));
        folder.write("old.npy", "an old output");
        folder.write("locked.npy", "locked");
        folder.write("keys.raw", [0; 4]);
        let locked = folder.path("locked.npy");
        let mut permissions = locked.metadata().expect("just written").permissions();
        permissions.set_readonly(true);
        std::fs::set_permissions(&locked, permissions).expect("the test's own file");
        std::fs::create_dir(folder.path("folder")).expect("a folder in the test's own");
        let output = folder.bitonic(arguments);
        assert_said(&output, *code, what, mend, &arguments.join(" "));
        assert_eq!(folder.read("old.npy"), b"an old output", "{arguments:?}");
        assert_eq!(
            folder.names(),
            ["folder", "keys.npy", "keys.raw", "locked.npy", "old.npy"],
            "{arguments:?}"
        );
    }
}
