//! `bitonic sort` on each format: how it is known, what comes out, and bytes of no
//! meaning.

use crate::support::{Folder, array, assert_said, npy, said, words};

fn bytes(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// The words of a text or raw file, or of an array of a type, whatever its name.
fn sorted(name: &str, content: &[u8], arguments: &[&str], out: &str) -> Vec<u8> {
    let folder = Folder::new();
    folder.write(name, content);
    let line = [&["sort", name, "-o", out, "--verify"], arguments].concat();
    let output = folder.bitonic(&line);
    assert!(output.status.success(), "{line:?}: {}", said(&output));
    assert_eq!(said(&output), "", "{line:?}");
    folder.read(out)
}

/// A text, more arguments, and the text that it is when sorted.
const TEXTS: &[(&str, &[&str], &str)] = &[
    ("", &[], ""),
    ("# nothing\r\n\r\n", &[], ""),
    ("\u{feff}3\r\n 1 # one\r\n\t+2", &[], "1\n2\n3\n"),
    ("4294967295\n0\n", &[], "0\n4294967295\n"),
    ("1\n-2\n0\n", &[], "-2\n0\n1\n"),
    ("1\n-2\n0\n", &["--descending"], "1\n0\n-2\n"),
    ("3\n1\n", &["--dtype", "f32"], "1.0\n3.0\n"),
    (
        "nan\n1e1\n-inf\n.5\n-nan\n-0.0\ninf\n0\n0.1\n",
        &[],
        "-inf\n-0.0\n0.0\n0.1\n0.5\n10.0\ninf\nnan\n-nan\n",
    ),
    (
        "nan\n1e1\n-inf\n-nan\n-0.0\n0\n",
        &["--descending"],
        "-nan\nnan\n10.0\n0.0\n-0.0\n-inf\n",
    ),
];

#[test]
fn texts_come_out_as_sorted_texts() {
    for (text, arguments, expected) in TEXTS {
        let found = sorted("keys.txt", text.as_bytes(), arguments, "out.txt");
        assert_eq!(String::from_utf8_lossy(&found), *expected, "{text:?}");
    }
}

#[test]
fn raw_keys_are_what_they_are_said_to_be() {
    let minus_one = 0xBF80_0000;
    let keys = bytes(&[minus_one, 5, 1 << 31, 0]);
    let rows: [(&str, &[u32]); 3] = [
        ("u32", &[0, 5, 1 << 31, minus_one]),
        ("i32", &[1 << 31, minus_one, 0, 5]),
        // As floats: -1, a denormal, -0 and 0.
        ("f32", &[minus_one, 1 << 31, 0, 5]),
    ];
    for (dtype, expected) in rows {
        let found = sorted("keys.raw", &keys, &["--dtype", dtype], "out.raw");
        assert_eq!(found, bytes(expected), "{dtype}");
    }
    // Of 2 bytes: 0, 5, -0, then the 0xBF80 of -1.875.
    let halves = sorted("keys.raw", &keys, &["--dtype", "f16"], "out.raw");
    let expected = [0xBF80, 0x8000, 0, 0, 0, 0, 0, 5_u16].map(u16::to_le_bytes);
    assert_eq!(halves, expected.concat());
    // Of 8 bytes: two keys, 5 above and 0 above.
    for (dtype, expected) in [
        ("u64", [1 << 31, 0, minus_one, 5]),
        ("i64", [1 << 31, 0, minus_one, 5]),
        ("f64", [1 << 31, 0, minus_one, 5]),
    ] {
        let found = sorted("keys.raw", &keys, &["--dtype", dtype], "out.raw");
        assert_eq!(found, bytes(&expected), "{dtype}");
    }
    assert_eq!(
        sorted("no.bin", &[], &["--dtype", "f32"], "out.bin"),
        [0_u8; 0]
    );
}

#[test]
fn an_array_keeps_its_byte_order() {
    let big = |words: &[u32]| -> Vec<u8> { words.iter().flat_map(|w| w.to_be_bytes()).collect() };
    let minus_two = (-2_i32).cast_unsigned();
    let file = npy("'>i4'", "(3,)", &big(&[258, minus_two, 1]));
    let found = sorted("keys.npy", &file, &[], "out.npy");
    assert!(found.ends_with(&big(&[minus_two, 1, 258])));
    assert!(String::from_utf8_lossy(&found).contains("'>i4'"));
    let found = sorted("keys.npy", &file, &["--output-format", "text"], "out");
    assert_eq!(found, b"-2\n1\n258\n");
}

#[test]
fn arrays_of_every_width_are_sorted() {
    let doubles = [f64::NAN, 0.1, -0.0, 0.0, f64::NEG_INFINITY, 1e300];
    let rows: [(&str, Vec<u8>, &str); 5] = [
        (
            "'<f8'",
            doubles.map(f64::to_le_bytes).concat(),
            "-inf\n-0.0\n0.0\n0.1\n1e300\nnan\n",
        ),
        (
            "'>i8'",
            [1_i64 << 40, i64::MIN, -1].map(i64::to_be_bytes).concat(),
            "-9223372036854775808\n-1\n1099511627776\n",
        ),
        (
            "'<u8'",
            [u64::MAX, 1 << 32, 7].map(u64::to_le_bytes).concat(),
            "7\n4294967296\n18446744073709551615\n",
        ),
        // 1.5, -2, a NaN and 2^-24, the least.
        (
            "'<f2'",
            [0x3E00, 0xC000, 0xFE00, 1_u16]
                .map(u16::to_le_bytes)
                .concat(),
            "-2.0\n5.9604645e-8\n1.5\n-nan\n",
        ),
        // An odd number of them.
        (
            "'>f2'",
            [0x3C00, 0xBC00, 0_u16].map(u16::to_be_bytes).concat(),
            "-1.0\n0.0\n1.0\n",
        ),
    ];
    for (descr, data, text) in rows {
        let shape = format!("({},)", text.lines().count());
        let file = npy(descr, &shape, &data);
        let found = sorted("keys.npy", &file, &[], "out.txt");
        assert_eq!(String::from_utf8_lossy(&found), text, "{descr}");
        // Sorted once more, as an array of the same type, it is as it was.
        let once = sorted("keys.npy", &file, &[], "out.npy");
        assert!(String::from_utf8_lossy(&once).contains(descr), "{descr}");
        assert_eq!(once.len(), file.len(), "{descr}");
        assert_eq!(sorted("keys.npy", &once, &[], "out.npy"), once, "{descr}");
    }
}

/// An array of no dimension is one key, and what is written is the same file: NumPy's
/// own header for it, and the same four bytes, a NaN's payload among them.
#[test]
fn an_array_of_no_dimension_is_one_key_and_stays_one() {
    let rows: [(&str, [u8; 4], &str); 6] = [
        ("'<u4'", u32::MAX.to_le_bytes(), "4294967295\n"),
        ("'>u4'", 258_u32.to_be_bytes(), "258\n"),
        ("'<i4'", (-2_i32).to_le_bytes(), "-2\n"),
        ("'<f4'", (-0.5_f32).to_le_bytes(), "-0.5\n"),
        ("'>f4'", 1e-45_f32.to_be_bytes(), "1e-45\n"),
        ("'>f4'", 0xFFC0_1234_u32.to_be_bytes(), "-nan\n"),
    ];
    for (descr, data, text) in rows {
        let file = npy(descr, "()", &data);
        for arguments in [&[][..], &["--descending"]] {
            let found = sorted("keys.npy", &file, arguments, "out.npy");
            assert_eq!(found, file, "{descr} {arguments:?}");
        }
        let found = sorted("keys.npy", &file, &[], "out.txt");
        assert_eq!(String::from_utf8_lossy(&found), text, "{descr}");
    }
    // What comes from no array has one dimension, be it one key.
    let found = sorted("keys.txt", b"7\n", &[], "out.npy");
    assert_eq!(words(&found), [7]);
    assert!(String::from_utf8_lossy(&found).contains("'shape': (1,"));
}

#[test]
fn the_types_have_numpys_names_too() {
    for (dtype, word) in [("uint32", 7), ("int32", 7), ("float32", 0x40E0_0000)] {
        let found = sorted("keys.txt", b"7\n", &["--dtype", dtype], "out.raw");
        assert_eq!(found, bytes(&[word]), "{dtype}");
    }
}

#[test]
fn headers_of_all_versions_and_native_orders_are_read() {
    let native = u32::to_ne_bytes;
    let data = [2, 1].map(native).concat();
    for descr in ["'=u4'", "'|u4'", "\"=u4\""] {
        let found = sorted("keys.npy", &npy(descr, "(2,)", &data), &[], "out.npy");
        assert!(found.ends_with(&[1, 2].map(native).concat()), "{descr}");
    }
    let first = array("'<u4'", &[2, 1]);
    for version in [2, 3] {
        let mut file = first[..8].to_vec();
        file[6] = version;
        let header = String::from_utf8_lossy(&first[10..first.len() - 8]).replace("False", "True ");
        file.extend(u32::try_from(header.len()).expect("short").to_le_bytes());
        file.extend(header.bytes());
        file.extend(bytes(&[2, 1]));
        let found = sorted("keys.npy", &file, &[], "out.npy");
        assert_eq!(words(&found), [1, 2], "version {version}");
    }
}

/// A file's name and bytes, more arguments, the output's name and its bytes.
type Named<'a> = (&'a str, &'a [u8], &'a [&'a str], &'a str, &'a [u8]);

#[test]
fn the_format_is_the_one_asked_for_or_named_or_seen() {
    let array = array("'<u4'", &[2, 1]);
    let text = b"2\n1\n".as_slice();
    let raw = bytes(&[2, 1]);
    let rows: [Named; 8] = [
        ("keys.TXT", text, &[], "out", b"1\n2\n"),
        ("keys.csv", text, &[], "out.dat", b"1\n2\n"),
        ("keys.npy", text, &["--format", "text"], "out", b"1\n2\n"),
        ("keys", text, &[], "out", b"1\n2\n"),
        (
            "keys",
            &array,
            &["--output-format", "text"],
            "out.npy",
            b"1\n2\n",
        ),
        ("keys.npy", &array, &[], "out.txt", b"1\n2\n"),
        ("keys.raw", &raw, &["--dtype", "i32"], "out.txt", b"1\n2\n"),
        ("keys.txt", text, &[], "out.raw", &[1, 0, 0, 0, 2, 0, 0, 0]),
    ];
    for (name, content, arguments, out, expected) in rows {
        let found = sorted(name, content, arguments, out);
        assert_eq!(found, expected, "{name} {arguments:?} {out}");
    }
    let found = sorted("keys.txt", b"2.5\n-1\n", &[], "out.npy");
    let (minus_one, two_and_a_half) = (0xBF80_0000, 0x4020_0000);
    assert_eq!(words(&found), [minus_one, two_and_a_half]);
    assert!(String::from_utf8_lossy(&found).contains("'<f4'"));
}

/// A file's name and bytes, more arguments, and parts of the two lines.
type BadFile = (
    &'static str,
    &'static [u8],
    &'static [&'static str],
    &'static str,
    &'static str,
);

const BAD_FILES: &[BadFile] = &[
    (
        "k.txt",
        b"1\n2\nx3\n",
        &[],
        "line 3 of `k.txt` is not a number: `x3`",
        "`#`",
    ),
    (
        "k.txt",
        b"distance\n1\n",
        &[],
        "line 1 of `k.txt`",
        "begin the line with `#`",
    ),
    (
        "k.txt",
        b"# a\n\n1;2\n",
        &[],
        "line 3 of `k.txt`",
        "one number a line",
    ),
    (
        "k.txt",
        b"1\n1e39\n",
        &[],
        "line 2 of `k.txt` is past the largest f32",
        "`inf`",
    ),
    (
        "k.txt",
        b"16777217\n.5\n",
        &[],
        "line 1 of `k.txt`",
        "`16777217.0`",
    ),
    (
        "k.txt",
        b"1\n-1\n",
        &["--dtype", "u32"],
        "line 2 of `k.txt` is not an integer of u32",
        "`--dtype`",
    ),
    (
        "k.txt",
        b"1\n0.5\n",
        &["--dtype", "i32"],
        "line 2 of `k.txt` is not an integer of i32",
        "`--dtype`",
    ),
    (
        "k",
        b"\x7fELF\x01\x01\0\n",
        &[],
        "line 1 of `k`",
        "--format raw",
    ),
    ("k", b"\xff\xfe1\0\n\0", &[], "line 1 of `k`", "convert it"),
    (
        "k.raw",
        &[0; 7],
        &["--dtype", "u32"],
        "`k.raw` has 7 bytes",
        "--format",
    ),
    (
        "k",
        b"PK\x03\x04",
        &[],
        "an archive of arrays",
        "numpy.load",
    ),
];

#[test]
fn a_bad_file_is_named_with_the_line_and_the_way_to_mend_it() {
    for (name, content, arguments, what, mend) in BAD_FILES {
        let folder = Folder::new();
        folder.write(name, content);
        folder.write("old", "an old output");
        let output = folder.bitonic(&[&["sort", name, "-o", "old"], *arguments].concat());
        assert_said(&output, 1, what, mend, what);
        assert_eq!(folder.read("old"), b"an old output", "{what}");
    }
}

#[test]
fn a_type_for_an_array_without_a_telling_name_is_refused() {
    let folder = Folder::new();
    folder.write("keys", array("'<u4'", &[2, 1]));
    let output = folder.bitonic(&["sort", "keys", "-o", "out", "--dtype", "i32"]);
    assert_said(
        &output,
        2,
        "`keys` is a .npy file",
        "leave `--dtype` out",
        "keys",
    );
}

/// The built command on bytes of no meaning: it ends with 0 or 1, and says two
/// lines or none.
#[test]
fn bytes_of_no_meaning_end_in_no_panic() {
    let mut random = fastrand::Rng::with_seed(17);
    let array = array("'<f4'", &[2, 1, 3, 0]);
    for round in 0..120 {
        let folder = Folder::new();
        let mut content = match round % 3 {
            0 => array.clone(),
            1 => b"3\n-1.5\nnan\n4294967296\n".to_vec(),
            _ => vec![0; random.usize(0..200)],
        };
        for _ in 0..content.len().div_ceil(8) {
            let place = random.usize(..content.len());
            content[place] = random.u8(..);
        }
        let name = ["keys.npy", "keys.txt", "keys"][round % 3];
        folder.write(name, &content);
        let output = folder.bitonic(&["sort", name, "-o", "out", "--quiet"]);
        let text = said(&output);
        let lines = match output.status.code() {
            Some(0) => 0,
            Some(1) => 2,
            code => panic!("{code:?} for {content:?}: {text}"),
        };
        assert_eq!(text.lines().count(), lines, "{content:?}: {text}");
    }
}
