//! Names close to one that was misspelt.

/// How alike two names must be, from 0 to 1, for one to be meant for the other.
const ALIKE: f64 = 0.75;

/// The name most like `wrong`, if one is close enough to be a slip of the pen.
pub(crate) fn closest<'a>(
    wrong: &str,
    names: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let wrong = wrong.to_lowercase();
    names
        .into_iter()
        .map(|name| (strsim::jaro_winkler(&wrong, &name.to_lowercase()), name))
        .filter(|(likeness, _)| *likeness >= ALIKE)
        .max_by(|(a, _), (b, _)| a.total_cmp(b))
        .map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_finds_its_name_and_nonsense_finds_none() {
        let names = ["flip_global", "disperse_global", "histogram"];
        assert_eq!(closest("flip_globl", names), Some("flip_global"));
        assert_eq!(closest("Flip-Global", names), Some("flip_global"));
        assert_eq!(closest("histgram", names), Some("histogram"));
        assert_eq!(closest("zzz", names), None);
    }
}
