//! Colours: a family for each stage, from a pale field to the ink of lines, and a grey one.

/// The colours of a stage.
#[derive(Clone, Copy)]
pub(super) struct Inks {
    /// Behind the whole stage.
    pub(super) field: &'static str,
    /// A box of comparators that are nested.
    pub(super) fan: &'static str,
    /// A box of comparators side by side.
    pub(super) slope: &'static str,
    /// Around a box.
    pub(super) rim: &'static str,
    /// Comparators.
    pub(super) line: &'static str,
}

const fn family(
    field: &'static str,
    fan: &'static str,
    slope: &'static str,
    rim: &'static str,
    line: &'static str,
) -> Inks {
    Inks {
        field,
        fan,
        slope,
        rim,
        line,
    }
}

/// Neighbours are told apart by hue, and every line by its darkness on its box.
const STAGES: [Inks; 6] = [
    family("#f1f6fd", "#c7ddf8", "#e1edfb", "#93b9e8", "#1c56a6"),
    family("#fdf6ec", "#f7dcb0", "#fbecd4", "#e0b26a", "#8f5606"),
    family("#eef9f3", "#bfe8d1", "#def4e7", "#82c7a2", "#13694a"),
    family("#faf1f7", "#f0cce3", "#f8e3f0", "#d795bd", "#8d2367"),
    family("#f4f2fd", "#d6cff7", "#e8e4fb", "#aa9ee3", "#4c35a8"),
    family("#eef8fa", "#bfe4ec", "#ddf1f5", "#80c0ce", "#0f6273"),
];

/// Boxes that are reversed.
pub(super) const REVERSED: Inks = family("#f4f5f7", "#d5dae1", "#e6e9ee", "#a8b1bd", "#454f5c");

/// The colours of the stage, or round, of this number.
pub(super) fn inks(number: usize) -> Inks {
    STAGES[number % STAGES.len()]
}
