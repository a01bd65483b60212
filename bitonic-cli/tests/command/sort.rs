//! `bitonic sort` on files that are right: what comes out, and what is left alone.

use crate::support::{Folder, array, printed, said, words};

const NAN: u32 = 0x7FC0_0000;
const NEGATIVE_NAN: u32 = 0xFFC0_0001;

/// Keys of each type, and the same keys in order.
const SORTS: &[(&str, &[u32], &[u32])] = &[
    ("'<u4'", &[], &[]),
    ("'<u4'", &[7], &[7]),
    (
        "'<u4'",
        &[u32::MAX, 0, 1 << 31, 5, 5],
        &[0, 5, 5, 1 << 31, u32::MAX],
    ),
    (
        "'<i4'",
        &[0, u32::MAX, 1 << 31, i32::MAX as u32],
        &[1 << 31, u32::MAX, 0, i32::MAX as u32],
    ),
    (
        "'<f4'",
        &[
            NEGATIVE_NAN,
            0,
            NAN,
            0x3F80_0000,
            0x8000_0000,
            0x7F80_0000,
            0xFF80_0000,
            0xBF80_0000,
        ],
        &[
            0xFF80_0000,
            0xBF80_0000,
            0x8000_0000,
            0,
            0x3F80_0000,
            0x7F80_0000,
            NAN,
            NEGATIVE_NAN,
        ],
    ),
];

#[test]
fn keys_of_each_type_come_out_in_order() {
    for (descr, keys, expected) in SORTS {
        let folder = Folder::new();
        folder.write("keys.npy", array(descr, keys));
        let output = folder.bitonic(&["sort", "keys.npy", "-o", "sorted.npy", "--verify"]);
        assert!(
            output.status.success(),
            "{descr} {keys:x?}: {}",
            said(&output)
        );
        assert_eq!(said(&output), "");
        let sorted = folder.read("sorted.npy");
        assert_eq!(words(&sorted), *expected, "{descr}");
        assert!(
            String::from_utf8_lossy(&sorted).contains(descr),
            "{descr} stays the type"
        );
        assert_eq!(
            words(&folder.read("keys.npy")),
            *keys,
            "the input stays as it was"
        );
        assert_eq!(folder.names(), ["keys.npy", "sorted.npy"]);
    }
}

#[test]
fn it_says_what_it_did() {
    let folder = Folder::new();
    folder.write(
        "keys.npy",
        array("'<f4'", &[NAN, 0x3F80_0000, NEGATIVE_NAN]),
    );
    let output = folder.bitonic(&[
        "sort",
        "keys.npy",
        "-o",
        "out.npy",
        "--verify",
        "--workgroup-size",
        "64",
    ]);
    let text = printed(&output);
    for words in [
        "3 keys of f32, 2 of them NaN",
        "software adapter",
        "bitonic: ",
        "64 invocations to a workgroup",
        " ms ",
        "bit for bit",
        "out.npy",
    ] {
        assert!(
            text.contains(words),
            "`{words}` in:\n{text}{}",
            said(&output)
        );
    }
}

#[test]
fn it_says_nothing_of_a_check_that_was_not_made() {
    let folder = Folder::new();
    folder.write("keys.npy", array("'<u4'", &[2, 1]));
    let output = folder.bitonic(&["sort", "keys.npy", "-o", "out.npy"]);
    assert!(!printed(&output).contains("verified"));
}

#[test]
fn a_file_may_be_sorted_onto_itself() {
    let folder = Folder::new();
    folder.write("keys.npy", array("'<u4'", &[3, 1, 2]));
    let output = folder.bitonic(&["sort", "keys.npy", "-o", "keys.npy"]);
    assert!(output.status.success(), "{}", said(&output));
    assert_eq!(words(&folder.read("keys.npy")), [1, 2, 3]);
    assert_eq!(folder.names(), ["keys.npy"]);
}

#[test]
fn a_count_that_is_no_power_of_two_loses_nothing() {
    let folder = Folder::new();
    // A full-period sequence modulo 2^16, cut short of it.
    let keys: Vec<u32> = (0..5001_u32)
        .map(|i| (i.wrapping_mul(40_503) + 17) & 0xFFFF)
        .collect();
    folder.write("keys.npy", array("'<u4'", &keys));
    let output = folder.bitonic(&["sort", "keys.npy", "-o", "sorted.npy"]);
    assert!(output.status.success(), "{}", said(&output));
    let mut expected = keys;
    expected.sort_unstable();
    assert_eq!(words(&folder.read("sorted.npy")), expected);
}

#[test]
fn a_reader_that_leaves_is_no_fault() {
    let folder = Folder::new();
    folder.write("keys.npy", array("'<u4'", &[2, 1]));
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let mut command = folder.command(&["sort", "keys.npy", "-o", "out.npy"]);
    let output = command.stdout(writer).output().expect("the binary runs");
    assert_eq!(said(&output), "");
    assert!(output.status.success());
    assert_eq!(words(&folder.read("out.npy")), [1, 2]);
}
