//! Colours of keys and of words, as far as the terminal has them.

use std::env;

use bitonic_runtime::plan::bitonic::StepKind;
use ratatui::style::{Color, Modifier, Style};

/// What a terminal can show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Palette {
    /// 24 bits.
    True,
    /// The 256 colours of xterm.
    Indexed,
    /// None: keys are characters.
    Characters,
}

/// From the least key to the greatest, evenly: red, green and blue.
const RAMP: [[u8; 3]; 7] = [
    [46, 40, 122],
    [45, 93, 186],
    [36, 156, 178],
    [72, 188, 116],
    [196, 208, 74],
    [246, 160, 66],
    [236, 84, 84],
];

/// Characters from the least key to the greatest, by how much ink they have.
const CHARACTERS: [char; 9] = ['.', ':', '-', '=', '+', '*', '#', '%', '@'];

/// How much of its light a key has whose block is not the bright one.
const DARK: f32 = 0.42;

impl Palette {
    /// What the environment says of the terminal: `NO_COLOR`, then `COLORTERM`.
    pub(crate) fn of_environment() -> Palette {
        let variable = |name| env::var(name).unwrap_or_default();
        Palette::of(&variable("NO_COLOR"), &variable("COLORTERM"))
    }

    fn of(no_color: &str, colorterm: &str) -> Palette {
        match (no_color, colorterm) {
            ("", "truecolor" | "24bit") => Palette::True,
            ("", _) => Palette::Indexed,
            (_, _) => Palette::Characters,
        }
    }

    /// The colour of a key, where there are colours: `share` of the way from the least to the
    /// greatest, in a bright block or a dark one.
    pub(super) fn key(self, share: f32, bright: bool) -> Color {
        let [red, green, blue] = mix(share).map(|part| match bright {
            true => part as u8,
            false => (part * DARK) as u8,
        });
        match self {
            Palette::True => Color::Rgb(red, green, blue),
            Palette::Indexed => Color::Indexed(nearest([red, green, blue])),
            Palette::Characters => Color::Reset,
        }
    }

    /// The style of words in `colour`, where there are colours.
    pub(super) fn ink(self, colour: Color) -> Style {
        match self {
            Palette::True | Palette::Indexed => Style::new().fg(colour),
            Palette::Characters => Style::new(),
        }
    }

    /// What is beside the point.
    pub(super) fn faint(self) -> Style {
        match self {
            Palette::True | Palette::Indexed => Style::new().fg(Color::DarkGray),
            Palette::Characters => Style::new().add_modifier(Modifier::DIM),
        }
    }

    /// Each kind of step has a colour: local ones cold, global ones warm.
    pub(super) fn kind(self, kind: StepKind) -> Style {
        self.ink(match kind {
            StepKind::SwapLocal => Color::Cyan,
            StepKind::DisperseLocal => Color::LightBlue,
            StepKind::FlipGlobal => Color::Yellow,
            StepKind::DisperseGlobal => Color::Magenta,
            StepKind::Align => Color::Gray,
        })
    }
}

/// The character of a key that is `share` of the way from the least to the greatest.
pub(super) fn character(share: f32) -> char {
    let index = (share * CHARACTERS.len() as f32) as usize;
    CHARACTERS[index.min(CHARACTERS.len() - 1)]
}

/// The colour at `share` of the ramp, 0 to 255 each.
fn mix(share: f32) -> [f32; 3] {
    let at = share.clamp(0.0, 1.0) * (RAMP.len() - 1) as f32;
    let below = (at as usize).min(RAMP.len() - 2);
    let part = at - below as f32;
    let [low, high] = [RAMP[below], RAMP[below + 1]];
    [0, 1, 2].map(|i| f32::from(low[i]) * (1.0 - part) + f32::from(high[i]) * part)
}

/// What xterm's cube of 6 x 6 x 6 colours has along each edge.
const CUBE: [u8; 6] = [0, 95, 135, 175, 215, 255];

/// The colour of xterm's 256 that is nearest: of the cube, which begins at 16, or of the 24
/// greys from 8 to 238, which begin at 232.
fn nearest(colour: [u8; 3]) -> u8 {
    let steps = colour.map(|part| {
        let distance = |step: &usize| CUBE[*step].abs_diff(part);
        (0..CUBE.len()).min_by_key(distance).unwrap_or(0)
    });
    let grey = (0..24).min_by_key(|grey| distance(colour, [8 + 10 * grey; 3]));
    let grey = grey.unwrap_or(0);
    match distance(colour, [8 + 10 * grey; 3]) < distance(colour, steps.map(|step| CUBE[step])) {
        true => 232 + grey,
        false => (16 + 36 * steps[0] + 6 * steps[1] + steps[2]) as u8,
    }
}

fn distance(a: [u8; 3], b: [u8; 3]) -> u32 {
    let squares = a
        .iter()
        .zip(b)
        .map(|(a, b)| u32::from(a.abs_diff(b)).pow(2));
    squares.sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_environment_chooses() {
        assert_eq!(Palette::of("", "truecolor"), Palette::True);
        assert_eq!(Palette::of("", "24bit"), Palette::True);
        assert_eq!(Palette::of("", ""), Palette::Indexed);
        assert_eq!(Palette::of("1", "truecolor"), Palette::Characters);
    }

    /// Numbers of xterm's own table.
    #[test]
    fn indexed_colours_are_the_nearest() {
        assert_eq!(nearest([0, 0, 0]), 16);
        assert_eq!(nearest([255, 255, 255]), 231);
        assert_eq!(nearest([255, 0, 0]), 196);
        assert_eq!(nearest([95, 135, 175]), 67);
        assert_eq!(nearest([128, 128, 128]), 244);
        assert_eq!(nearest([8, 8, 8]), 232);
    }

    #[test]
    fn the_ramp_goes_from_its_first_colour_to_its_last() {
        let [first, last] = [RAMP[0], RAMP[RAMP.len() - 1]];
        let [red, green, blue] = first;
        assert_eq!(Palette::True.key(0.0, true), Color::Rgb(red, green, blue));
        let [red, green, blue] = last;
        assert_eq!(Palette::True.key(1.0, true), Color::Rgb(red, green, blue));
        assert_ne!(Palette::True.key(1.0, true), Palette::True.key(1.0, false));
        assert_eq!((character(0.0), character(1.0)), ('.', '@'));
    }
}
