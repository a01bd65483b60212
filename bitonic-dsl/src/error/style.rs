//! Whether the text of an error is coloured.

use std::io::IsTerminal;

/// How the text of an [`Error`](crate::Error) is dressed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Style {
    /// Plain text, as `Display` gives it.
    #[default]
    Plain,
    /// With the colours of the Rust compiler, as ANSI escapes.
    Coloured,
}

impl Style {
    /// What suits the standard error: colours where it is a terminal that has them.
    ///
    /// A variable `NO_COLOR` that is not empty asks for plain text, and `CLICOLOR_FORCE`
    /// for colours also where there is no terminal; `NO_COLOR` is stronger.
    #[must_use]
    pub fn of_stderr() -> Style {
        let has_colours = std::io::stderr().is_terminal()
            && anstyle_query::term_supports_color()
            // Consoles of Windows are asked to read the escapes.
            && anstyle_query::windows::enable_ansi_colors().unwrap_or(true);
        Style::choose(
            anstyle_query::no_color(),
            anstyle_query::clicolor_force(),
            has_colours,
        )
    }

    fn choose(is_refused: bool, is_forced: bool, has_colours: bool) -> Style {
        match !is_refused && (is_forced || has_colours) {
            true => Style::Coloured,
            false => Style::Plain,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Style;

    #[test]
    fn a_refusal_is_stronger_than_all_else() {
        for (is_refused, is_forced, has_colours, expected) in [
            (false, false, false, Style::Plain),
            (false, false, true, Style::Coloured),
            (false, true, false, Style::Coloured),
            (true, false, true, Style::Plain),
            (true, true, true, Style::Plain),
        ] {
            let found = Style::choose(is_refused, is_forced, has_colours);
            assert_eq!(found, expected, "{is_refused} {is_forced} {has_colours}");
        }
    }
}
