//! Small drawings as SVG: the time of each step as a row of bars, and which keys a kind of
//! step brings together. Pure: numbers in, text out.

use std::fmt::Write;

use crate::exchange::Kind;

/// A step of a sort as the chart shows it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bar {
    /// Its kind.
    pub kind: Kind,
    /// Its span.
    pub span: u32,
    /// How long it took, in milliseconds; `None` before it ran.
    pub time: Option<f64>,
}

/// Height of the chart's own units.
const HEIGHT: f64 = 100.0;

/// The least height of a bar, so that the shortest step is still seen.
const LEAST: f64 = 6.0;

/// How much higher than nine bars of ten one may be before it is cut.
const CUT: f64 = 1.25;

/// The time that a bar of full height stands for: the longest, unless it is far from the
/// others. A first step may wait for its kernel to be compiled.
fn full(steps: &[Bar]) -> f64 {
    let mut times: Vec<f64> = steps.iter().filter_map(|bar| bar.time).collect();
    times.sort_unstable_by(f64::total_cmp);
    let usual = times.get(times.len() * 9 / 10).copied().unwrap_or(0.0);
    let longest = times.last().copied().unwrap_or(0.0);
    match usual > 0.0 {
        true => longest.min(usual * CUT),
        false => longest,
    }
}

/// The bars of a sort, one unit wide each, as high as their times; steps to come are stubs,
/// the next one marked. A bar that is cut has a gap near its top.
#[must_use]
pub fn bars(steps: &[Bar]) -> String {
    let full = full(steps);
    let width = steps.len().max(1);
    let mut svg = format!(
        "<svg viewBox=\"0 0 {width} {HEIGHT}\" preserveAspectRatio=\"none\" aria-hidden=\"true\">"
    );
    let next = steps.iter().position(|bar| bar.time.is_none());
    for (index, bar) in steps.iter().enumerate() {
        let height = match bar.time {
            Some(time) if full > 0.0 => (time / full * HEIGHT).clamp(LEAST, HEIGHT),
            Some(_) | None => LEAST,
        };
        let state = match (bar.time, next) {
            (Some(_), _) => "done",
            (None, Some(next)) if next == index => "next",
            (None, _) => "todo",
        };
        let _ = write!(
            svg,
            "<rect class=\"{} {state}\" x=\"{:.2}\" y=\"{:.2}\" width=\"0.8\" height=\"{height:.2}\"><title>{}</title></rect>",
            bar.kind.name(),
            index as f64 + 0.1,
            HEIGHT - height,
            title(index, bar),
        );
        if bar.time.is_some_and(|time| time > full) {
            let _ = write!(
                svg,
                "<rect class=\"cut\" x=\"{index}\" y=\"14\" width=\"1\" height=\"7\"/>"
            );
        }
    }
    svg.push_str("</svg>");
    svg
}

fn title(index: usize, bar: &Bar) -> String {
    let step = index + 1;
    let what = format!("Step {step}: {}, span {}", bar.kind.label(), bar.span);
    match bar.time {
        Some(time) => format!("{what}, {}", milliseconds(time)),
        None => what,
    }
}

/// A time, to three digits or so.
#[must_use]
pub fn milliseconds(time: f64) -> String {
    let digits = match time {
        time if time < 10.0 => 2,
        time if time < 100.0 => 1,
        _ => 0,
    };
    format!("{time:.digits$} ms")
}

/// A whole number with thin spaces between its thousands.
#[must_use]
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push('\u{202f}');
        }
        grouped.push(digit);
    }
    grouped
}

/// Which keys of a block of eight meet in the first exchange of a kind of step, as arcs
/// over a row of dots; a frame stands for the workgroup's memory.
#[must_use]
pub fn pairs(kind: Kind) -> String {
    const KEYS: u32 = 8;
    let framed = match kind {
        Kind::SwapLocal | Kind::DisperseLocal => true,
        Kind::FlipGlobal | Kind::DisperseGlobal => false,
    };
    let turned = if kind.mirrors() { KEYS - 1 } else { KEYS / 2 };
    let place = |index: u32| 10 + 12 * index;
    let mut svg = format!(
        "<svg viewBox=\"0 0 104 44\" class=\"pairs {}\" aria-hidden=\"true\">",
        kind.name()
    );
    if framed {
        svg.push_str("<rect class=\"tile\" x=\"1\" y=\"1\" width=\"102\" height=\"42\" rx=\"7\"/>");
    }
    for low in (0..KEYS).filter(|low| low ^ turned > *low) {
        let (from, to) = (place(low), place(low ^ turned));
        let radius = f64::from(to - from) / 2.0;
        let rise = (radius * 0.72).min(28.0);
        let _ = write!(
            svg,
            "<path d=\"M{from} 35 A{radius} {rise:.1} 0 0 1 {to} 35\"/>"
        );
    }
    for index in 0..KEYS {
        let _ = write!(svg, "<circle cx=\"{}\" cy=\"35\" r=\"2.6\"/>", place(index));
    }
    svg.push_str("</svg>");
    svg
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bar(time: Option<f64>) -> Bar {
        Bar {
            kind: Kind::FlipGlobal,
            span: 256,
            time,
        }
    }

    #[test]
    fn bars_are_as_high_as_their_times() {
        let svg = bars(&[bar(Some(2.0)), bar(Some(1.0)), bar(None), bar(None)]);
        assert!(
            svg.contains("y=\"0.00\" width=\"0.8\" height=\"100.00\""),
            "{svg}"
        );
        assert!(svg.contains("height=\"50.00\""), "{svg}");
        assert_eq!(svg.matches(" done\"").count(), 2);
        assert_eq!(svg.matches(" next\"").count(), 1);
        assert_eq!(svg.matches(" todo\"").count(), 1);
        assert!(
            svg.contains("Step 1: Flip global, span 256, 2.00 ms"),
            "{svg}"
        );
    }

    #[test]
    fn a_bar_far_from_the_others_is_cut() {
        let mut steps = vec![bar(Some(2.0)); 19];
        steps[0] = bar(Some(50.0));
        let svg = bars(&steps);
        assert_eq!(svg.matches("class=\"cut\"").count(), 1);
        assert_eq!(svg.matches("height=\"100.00\"").count(), 1);
        assert_eq!(svg.matches("height=\"80.00\"").count(), 18, "{svg}");
        assert!(!bars(&[bar(Some(3.0)), bar(Some(2.0))]).contains("cut"));
    }

    #[test]
    fn no_steps_and_no_time_are_drawn() {
        assert!(bars(&[]).contains("viewBox=\"0 0 1 100\""));
        assert!(bars(&[bar(Some(0.0))]).contains("height=\"6.00\""));
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!(milliseconds(0.123), "0.12 ms");
        assert_eq!(milliseconds(12.34), "12.3 ms");
        assert_eq!(milliseconds(1234.0), "1234 ms");
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(16384), "16\u{202f}384");
        assert_eq!(grouped(1_048_576), "1\u{202f}048\u{202f}576");
    }

    #[test]
    fn every_kind_pairs_eight_keys() {
        for kind in Kind::ALL {
            let svg = pairs(kind);
            assert_eq!(svg.matches("<path").count(), 4, "{kind:?}");
            assert_eq!(svg.matches("<circle").count(), 8);
        }
        assert!(pairs(Kind::FlipGlobal).contains("M10 35 A42 28.0 0 0 1 94 35"));
        assert!(pairs(Kind::DisperseGlobal).contains("M10 35 A24 17.3 0 0 1 58 35"));
    }
}
