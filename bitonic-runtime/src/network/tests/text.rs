//! The text of a network, written and read.

use super::all_forms;
use crate::network::Network;

#[test]
fn what_is_written_is_read_as_the_same() {
    for wires in [0, 1, 2, 3, 7, 16, 33] {
        for network in all_forms(wires) {
            let text = network.to_string();
            assert_eq!(Network::parse(&text).as_ref(), Ok(&network), "{text}");
        }
    }
}

#[test]
fn the_text_of_four_wires() {
    let network = Network::flip(4).expect("few wires");
    assert_eq!(
        network.to_string(),
        "# Bitonic sort, flips and disperses\nwires 4\n\n0:1 2:3\n\n0:3 1:2\n0:1 2:3\n"
    );
}

#[test]
fn the_ways_to_write_a_network_agree() {
    let expected = Network::parse("0:1 2:3\n0:2 1:3\n1:2").expect("right");
    let ways = [
        "[(0,1),(2,3)]\n[(0,2),(1,3)]\n[(1,2)]\n",
        "[(0, 1), (2, 3), (0, 2), (1, 3), (1, 2)]",
        "[[0,1],[2,3],[0,2],[1,3],[1,2]]",
        "[[[0,1],[2,3]],[[0,2],[1,3]],[[1,2]]]",
        "[\n [(0,1),(2,3)],\n [(0,2),(1,3)],\n [(1,2)]\n]\n",
        "(0,1) (2,3)\r\n(0,2) (1,3)\r\n(1,2)\r\n",
        "\u{FEFF}0:1 2:3\n0:2 1:3\n1:2",
        "wires 4\n0 : 1, 2 : 3 # the first round\n0:2,1:3\n# a comment\n1:2",
    ];
    for way in ways {
        assert_eq!(Network::parse(way), Ok(expected.clone()), "{way}");
    }
}

#[test]
fn empty_lines_begin_stages_and_comments_do_not() {
    let text = "\n\n0:1\n\n\n# here\n0:1\n#\n0:1\n \n0:1\n\n";
    let network = Network::parse(text).expect("right");
    let stages: Vec<u32> = network.rounds().iter().map(|round| round.stage()).collect();
    assert_eq!(stages, [0, 1, 1, 2]);
    assert_eq!(network.name(), "");
}

#[test]
fn wires_that_nothing_touches_can_be_said() {
    let network = Network::parse("#Four, of which two wait\nwires 4\n0:1").expect("right");
    assert_eq!((network.wires(), network.len()), (4, 1));
    assert_eq!(network.name(), "Four, of which two wait");
    assert_eq!(
        Network::parse("wires 3").map(|network| network.wires()),
        Ok(3)
    );
    assert_eq!(Network::parse("2:0").map(|network| network.wires()), Ok(3));
}

/// Each mistake, the line and the character that it is told at, and words of what is told.
#[test]
fn mistakes_are_told_with_their_places() {
    let rows = [
        ("", None, "no network", "0:3 1:2"),
        ("# nothing\n\n", None, "no network", "0:3 1:2"),
        ("0:1\n1:1", Some((2, 1)), "with itself", "two wires"),
        (
            "0:1 1:2",
            Some((1, 5)),
            "`1:2` touches wire 1",
            "a line below",
        ),
        (
            "wires 3\n0:1 2:3",
            Some((2, 5)),
            "no wire 3",
            "the last of 3 is 2",
        ),
        (
            "wires 0\n0:1",
            Some((2, 1)),
            "no wire 1",
            "give the network wires",
        ),
        (
            "0:1\nwires 3",
            Some((2, 1)),
            "too late",
            "ahead of the rounds",
        ),
        ("wires 2\nwires 3", Some((2, 1)), "said twice", "once"),
        ("wires", Some((1, 1)), "without their number", "wires 16"),
        ("wires 3 4", Some((1, 9)), "more than a number", "wires 16"),
        ("wires 70000", Some((1, 7)), "at most 65536", "bitonic sort"),
        ("0:70000", Some((1, 1)), "at most 65536", "bitonic sort"),
        (
            "0:4294967295",
            Some((1, 1)),
            "at most 65536",
            "bitonic sort",
        ),
        (
            "0:4294967296",
            Some((1, 3)),
            "no number of a wire",
            "decimal",
        ),
        ("0:1x", Some((1, 3)), "`1x` is no number", "decimal"),
        ("swap 0 1", Some((1, 1)), "`swap` says nothing", "0:3 1:2"),
        ("0:1\nwires 4", Some((2, 1)), "too late", "once"),
        (
            "averyverylongwordofmorethanfortycharactersthatgoeson 0:1",
            Some((1, 1)),
            "`averyverylongwordofmorethanfortycharacte..` says nothing",
            "0:3",
        ),
        ("0:1 2", Some((1, 5)), "no comparator", "0:3"),
        ("0:1 2 3", Some((1, 7)), "no comparator", "0:3"),
        ("0:", Some((1, 1)), "no comparator", "0:3"),
        (":1", Some((1, 1)), "no comparator", "0:3"),
        ("  é 0:1", Some((1, 3)), "`é` says nothing", "0:3"),
        ("0:1 ; 2:3", Some((1, 5)), "`;` has no meaning", "0:3 1:2"),
        ("0:-1", Some((1, 3)), "`-` has no meaning", "0:3 1:2"),
        (
            "[(0,1),(2,3)\n",
            Some((1, 1)),
            "has no `]`",
            "end it with `]`",
        ),
        ("[(0,1)]]", Some((1, 8)), "closes nothing", "take it out"),
        (
            "[(0,1))",
            Some((1, 7)),
            "closes what `]` should",
            "write `]`",
        ),
        ("[(0,1]", Some((1, 6)), "no comparator", "(0,3)"),
        ("(0,1,2)", Some((1, 5)), "no comparator", "(0,3)"),
        ("(0:1)", Some((1, 3)), "no comparator", "(0,3)"),
        ("(0,", Some((1, 1)), "no comparator", "(0,3)"),
    ];
    for (text, place, what, mend) in rows {
        let error = Network::parse(text).expect_err(text);
        let told = error.line().zip(error.column());
        assert_eq!(told, place, "{text:?}: {error}");
        assert!(error.message().contains(what), "{text:?}: {error}");
        assert!(error.help().contains(mend), "{text:?}: {error}");
    }
}

/// Whatever the text, it is a network that can be written, drawn and checked, or an error.
#[test]
fn no_text_stops_the_reader() {
    const PIECES: [&str; 20] = [
        "0:1",
        "2:0",
        "3:3",
        "(1,2)",
        "[",
        "]",
        "(",
        ")",
        "[0,1]",
        ",",
        ":",
        " ",
        "\n",
        "\n\n",
        "#",
        "wires ",
        "4",
        "17",
        "é",
        "wires 5\n",
    ];
    let mut random = fastrand::Rng::with_seed(11);
    let mut read = 0;
    for _ in 0..20_000 {
        let length = random.usize(0..12);
        let piece = |_| PIECES[random.usize(0..PIECES.len())];
        let text: String = (0..length).map(piece).collect();
        match Network::parse(&text) {
            Ok(network) => {
                read += 1;
                assert_eq!(
                    Network::parse(&network.to_string()),
                    Ok(network.clone()),
                    "{text:?}"
                );
                assert!(network.svg().ends_with("</svg>\n"), "{text:?}");
                let _ = network.check();
            }
            Err(error) => {
                let lines = text.lines().count().max(1);
                assert!(
                    error.line().is_none_or(|line| line <= lines),
                    "{text:?}: {error}"
                );
                assert!(!error.help().is_empty(), "{text:?}");
            }
        }
    }
    assert!(read > 1000, "{read} of them are networks");
}
