//! Drawings: what is in them, read as the elements that they are.

use super::all_forms;
use crate::network::Network;

/// The value of an attribute of each element of a kind.
fn values<'a>(drawing: &'a str, element: &str, attribute: &str) -> Vec<&'a str> {
    let start = format!("<{element} ");
    let of_element = |behind: &'a str| {
        let head = behind.split('>').next().unwrap_or_default();
        let value = head.split(&format!("{attribute}=\"")).nth(1)?;
        value.split('"').next()
    };
    drawing
        .split(&start)
        .skip(1)
        .filter_map(of_element)
        .collect()
}

/// The element is well formed: each that opens is closed by its name.
fn is_well_formed(drawing: &str) -> bool {
    let mut open = Vec::new();
    for tag in drawing.split('<').skip(1) {
        let (tag, _) = tag.split_once('>').expect("a tag ends");
        let name = tag.trim_start_matches('/').split([' ', '/']).next();
        match (tag.starts_with('/'), tag.ends_with('/')) {
            (true, _) => {
                if open.pop() != name {
                    return false;
                }
            }
            (false, true) => {}
            (false, false) => open.extend(name),
        }
    }
    open.is_empty()
}

#[test]
fn every_comparator_is_drawn_between_its_wires() {
    for wires in [1, 2, 3, 7, 16, 32] {
        for network in all_forms(wires) {
            let drawing = network.svg();
            assert!(is_well_formed(&drawing), "{drawing}");
            let vertical = |line: &&&str| line.contains('V');
            let lines = values(&drawing, "path", "d");
            assert_eq!(lines.iter().filter(vertical).count(), network.len());
            let named: Vec<String> = network.comparators().map(|pair| pair.to_string()).collect();
            let titles = drawing.split("<title>").skip(2);
            let titles = titles.map(|text| text.split("</title>").next().unwrap_or_default());
            assert!(titles.eq(named), "{drawing}");
            let horizontal = |line: &&&str| line.contains('H') && !line.contains('Z');
            assert_eq!(lines.iter().filter(horizontal).count(), wires as usize);
        }
    }
}

/// No two lines of comparators lie on each other.
#[test]
fn no_comparator_covers_another() {
    for network in all_forms(32) {
        let drawing = network.svg();
        let mut lines = Vec::new();
        for line in values(&drawing, "path", "d") {
            let Some((start, end)) = line.split_once('V') else {
                continue;
            };
            let (x, top) = start[1..].split_once(' ').expect("a place");
            let number = |text: &str| text.parse::<i32>().expect("a number");
            let (top, end) = (number(top), number(end));
            lines.push((number(x), top.min(end), top.max(end)));
        }
        lines.sort_unstable();
        let apart = |pair: &[(i32, i32, i32)]| pair[0].0 != pair[1].0 || pair[0].2 < pair[1].1;
        assert!(lines.windows(2).all(apart), "{}", network.name());
    }
}

#[test]
fn only_directions_have_arrows() {
    for network in all_forms(16) {
        let drawing = network.svg();
        let heads = values(&drawing, "path", "d");
        let heads = heads.iter().filter(|path| path.ends_with('Z')).count();
        let expected = if network.has_reversed() {
            network.len()
        } else {
            0
        };
        assert_eq!(heads, expected, "{}", network.name());
        assert_eq!(
            drawing.contains("An arrow points to"),
            network.has_reversed()
        );
    }
}

#[test]
fn a_name_is_text_whatever_is_in_it() {
    let network = Network::parse("# <b> & \"so on\"\n0:1").expect("right");
    let drawing = network.svg();
    assert!(is_well_formed(&drawing), "{drawing}");
    assert!(drawing.contains("&lt;b&gt; &amp;"), "{drawing}");
    // What XML cannot hold, and what would paint a terminal.
    let odd = Network::parse("# \u{1b}[31mred\u{1}\u{FFFF}\n0:1").expect("right");
    assert_eq!(odd.name(), "\u{FFFD}[31mred\u{FFFD}\u{FFFD}");
    let unnamed = Network::parse("0:1").expect("right").svg();
    assert!(unnamed.contains("Comparator network"), "{unnamed}");
    assert!(
        unnamed.contains("2 wires, 1 comparator, 1 round"),
        "{unnamed}"
    );
}

/// Stages have fields of their own; a network of one stage has one for each round.
#[test]
fn fields_are_of_stages_or_of_rounds() {
    let flip = Network::flip(16).expect("few wires").svg();
    for stage in 1..=4 {
        assert!(flip.contains(&format!("stage {stage}")), "{flip}");
    }
    assert!(flip.contains("Dark boxes are flips"), "{flip}");
    let plain = Network::parse("0:1 2:3\n0:2 1:3\n1:2")
        .expect("right")
        .svg();
    assert!(!plain.contains("stage"), "{plain}");
    // The card, and a field for each of three rounds.
    assert_eq!(values(&plain, "rect", "x").len(), 4);
}
