//! Texts and the keys that they are.

use super::*;
use crate::keys::Words;

fn read_text(text: impl AsRef<[u8]>, asked: Option<Dtype>) -> Result<Keys, String> {
    let name = Name::File("keys.txt".to_owned());
    read(text.as_ref(), asked, &name).map_err(|failure| failure.to_string())
}

fn written(keys: &Keys) -> String {
    let mut bytes = Vec::new();
    match &keys.words {
        Words::Half(words) => write(words, keys.dtype, &mut bytes).unwrap(),
        Words::Single(words) => write(words, keys.dtype, &mut bytes).unwrap(),
        Words::Double(words) => write(words, keys.dtype, &mut bytes).unwrap(),
    }
    String::from_utf8(bytes).unwrap()
}

/// A text, the type that is found, and the words of the keys.
const TEXTS: &[(&str, Dtype, &[u32])] = &[
    ("", Dtype::U32, &[]),
    ("\n# nothing\n\n", Dtype::U32, &[]),
    ("3\n1\n2\n", Dtype::U32, &[3, 1, 2]),
    ("3\n1", Dtype::U32, &[3, 1]),
    ("3\r\n1\r\n", Dtype::U32, &[3, 1]),
    ("  3\t\n\t1  # one\n#2\n", Dtype::U32, &[3, 1]),
    ("\u{feff}+4\n", Dtype::U32, &[4]),
    ("\u{feff}# named\r\n\u{c}7\r", Dtype::U32, &[7]),
    ("4294967295\n0\n", Dtype::U32, &[u32::MAX, 0]),
    ("1\n-1\n", Dtype::I32, &[1, u32::MAX]),
    (
        "-2147483648\n2147483647\n",
        Dtype::I32,
        &[1 << 31, (1 << 31) - 1],
    ),
    // 2^31 is past i32, and -1 is not of u32.
    ("-1\n2147483648\n", Dtype::F32, &[0xBF80_0000, 0x4F00_0000]),
    ("2147483648\n-1\n", Dtype::F32, &[0x4F00_0000, 0xBF80_0000]),
    ("1\n4294967296\n", Dtype::F32, &[0x3F80_0000, 0x4F80_0000]),
    (
        "1\n-1\n0.5\n",
        Dtype::F32,
        &[0x3F80_0000, 0xBF80_0000, 0x3F00_0000],
    ),
    ("1e0\n2\n", Dtype::F32, &[0x3F80_0000, 0x4000_0000]),
    (
        "1\ninf\n-inf\nnan\n-nan\n",
        Dtype::F32,
        &[
            0x3F80_0000,
            0x7F80_0000,
            0xFF80_0000,
            0x7FC0_0000,
            0xFFC0_0000,
        ],
    ),
    ("1\n-0\n", Dtype::F32, &[0x3F80_0000, 0x8000_0000]),
];

#[test]
fn the_type_is_the_narrowest_that_holds_all() {
    for (text, dtype, words) in TEXTS {
        let keys = read_text(text, None).unwrap_or_else(|error| panic!("{text:?}: {error}"));
        assert_eq!(keys, Keys::new(*dtype, words.to_vec()), "{text:?}");
    }
}

#[test]
fn a_type_that_is_asked_for_is_the_type() {
    let rows: [(&str, Dtype, &[u32]); 5] = [
        ("", Dtype::F32, &[]),
        ("1\n", Dtype::F32, &[0x3F80_0000]),
        ("1\n", Dtype::I32, &[1]),
        ("-0\n", Dtype::I32, &[0]),
        ("2147483648\n", Dtype::U32, &[1 << 31]),
    ];
    for (text, dtype, words) in rows {
        let keys = read_text(text, Some(dtype)).unwrap();
        assert_eq!(keys, Keys::new(dtype, words.to_vec()), "{text:?}");
    }
}

/// A text, the type that is asked for, and parts of what is said of it.
const BAD_TEXTS: &[(&str, Option<Dtype>, &[&str])] = &[
    (
        "1\nx\n",
        None,
        &[
            "line 2 of `keys.txt` is not a number: `x`",
            "begin the line with `#`",
        ],
    ),
    (
        "1\n\n# c\n 1 2 # d\n",
        None,
        &["line 4", "`1 2`", "one number a line"],
    ),
    (
        "1,5\n",
        None,
        &["line 1", "`1,5`", "a point before decimals"],
    ),
    ("\0\x01\n", None, &["line 1", "not to be text"]),
    ("3\r2\r", None, &["`3\\r2`", "not with CR alone"]),
    ("// two words\n", None, &["begin a comment with `#`"]),
    ("0x10\n", None, &["`0x10`"]),
    (
        "1\n1e39\n",
        None,
        &["line 2", "past the largest f32", "`1e39`", "`inf`"],
    ),
    (
        "-1\n",
        Some(Dtype::U32),
        &["line 1", "not an integer of u32", "`-1`", "`--dtype`"],
    ),
    ("4294967296\n", Some(Dtype::U32), &["u32", "4294967295"]),
    ("2147483648\n", Some(Dtype::I32), &["i32", "2147483647"]),
    (
        "1.0\n",
        Some(Dtype::I32),
        &["not an integer of i32", "`1.0`"],
    ),
    (
        "16777217\n",
        Some(Dtype::F32),
        &["line 1", "no f32 is equal", "`16777217.0`"],
    ),
    (
        "16777217\n1\n0.5\n",
        None,
        &["line 1", "line 3 makes all keys f32", "`16777217`"],
    ),
    ("0.5\n16777217\n", None, &["line 2", "and the keys are f32"]),
    ("-1\n4294967295\n", None, &["line 2", "no f32 is equal"]),
    (
        "4294967295\n-1\n",
        None,
        &["line 1", "line 2 makes all keys f32"],
    ),
    (
        "16777217\n-0\n",
        None,
        &["line 1", "line 2 makes all keys f32"],
    ),
    ("4294967297\n", None, &["line 1", "no f32 is equal"]),
];

#[test]
fn a_bad_line_is_named_and_nothing_is_rounded_silently() {
    for (text, asked, parts) in BAD_TEXTS {
        let failure = read_text(text, *asked).expect_err(text);
        for part in *parts {
            assert!(failure.contains(part), "{text:?}: `{part}` in {failure}");
        }
    }
}

#[test]
fn what_is_shown_of_a_bad_line_is_short_and_printable() {
    let failure = read_text("y".repeat(50_000), None).unwrap_err();
    assert!(
        failure.contains(&format!("`{}..`", "y".repeat(40))),
        "{failure}"
    );
    let failure = read_text(b"\x1b[31m\xff\n", None).unwrap_err();
    assert!(failure.contains("\\u{1b}[31m\u{fffd}"), "{failure}");
    let failure = read_text("1".repeat(70_000), None).unwrap_err();
    assert!(
        failure.contains("line 1 of `keys.txt` is longer than 65536"),
        "{failure}"
    );
}

#[test]
fn integers_are_written_as_they_are() {
    let keys = |dtype, words: &[u32]| Keys::new(dtype, words.to_vec());
    assert_eq!(
        written(&keys(Dtype::U32, &[0, u32::MAX])),
        "0\n4294967295\n"
    );
    assert_eq!(
        written(&keys(Dtype::I32, &[1 << 31, 7])),
        "-2147483648\n7\n"
    );
    assert_eq!(written(&keys(Dtype::U32, &[])), "");
    let wide = |dtype, word: u64| written(&Keys::new(dtype, vec![word]));
    assert_eq!(wide(Dtype::U64, u64::MAX), "18446744073709551615\n");
    assert_eq!(wide(Dtype::I64, 1 << 63), "-9223372036854775808\n");
}

#[test]
fn floats_are_written_short_and_as_floats() {
    let rows = [
        (0x3F80_0000_u32, "1.0"),
        (0x8000_0000, "-0.0"),
        (0x3DCC_CCCD, "0.1"),
        (0x7F7F_FFFF, "3.4028235e38"),
        (1, "1e-45"),
        (0x7F80_0000, "inf"),
        (0xFF80_0000, "-inf"),
        (0x7FC0_0001, "nan"),
        (0xFF80_0001, "-nan"),
    ];
    for (word, text) in rows {
        let keys = Keys::new(Dtype::F32, vec![word]);
        assert_eq!(written(&keys), format!("{text}\n"), "{word:#010x}");
    }
}

#[test]
fn every_key_but_a_nan_is_read_back_bit_for_bit() {
    let mut random = fastrand::Rng::with_seed(3);
    let words: Vec<u32> = (0..50_000).map(|_| random.u32(..)).collect();
    let is_number = |word: &&u32| !f32::from_bits(**word).is_nan();
    let numbers = words.iter().filter(is_number).copied().collect();
    for (dtype, words) in [
        (Dtype::U32, words.clone()),
        (Dtype::I32, words),
        (Dtype::F32, numbers),
    ] {
        let keys = Keys::new(dtype, words);
        assert_eq!(read_text(written(&keys), None).unwrap(), keys);
    }
}

#[test]
fn no_bytes_panic_and_what_is_read_is_read_again() {
    const MARKS: &[u8] = b"0123456789+-.eEinfat# \n\n\n\r\t\xEF\xBB\xBF\0";
    let mut random = fastrand::Rng::with_seed(5);
    let mut read_well = 0;
    for _ in 0..20_000 {
        let length = random.usize(0..12);
        let bytes: Vec<u8> = (0..length)
            .map(|_| MARKS[random.usize(..MARKS.len())])
            .collect();
        if let Ok(keys) = read_text(&bytes, None) {
            read_well += 1;
            let again = read_text(written(&keys), None).unwrap();
            assert_eq!(again.words, keys.words, "{bytes:?}");
        }
    }
    assert!(read_well > 1000, "{read_well} texts were numbers");
}
