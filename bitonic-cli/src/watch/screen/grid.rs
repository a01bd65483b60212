//! The keys as cells: two dots of colour in each character, an upper and a lower one, or a
//! character for each where there are no colours.

use bitonic_runtime::plan::bitonic::StepKind;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier};

use super::colour::{Palette, character};
use super::shape::Shape;
use crate::watch::model::Model;

/// The upper half in the foreground's colour, the lower half in the background's.
const UPPER_HALF: char = '▀';

/// The keys, and how they lie.
pub(super) struct Grid<'a> {
    keys: &'a [u32],
    least: u32,
    range: f32,
    /// Keys of a block; 0 where no block stands out.
    block: usize,
    palette: Palette,
    shape: Shape,
}

impl Grid<'_> {
    /// The grid for a room of `width` x `height` characters.
    pub(super) fn new(model: &Model, palette: Palette, width: u16, height: u16) -> Grid<'_> {
        let keys = model.frame.keys.as_slice();
        let least = keys.iter().copied().min().unwrap_or(0);
        let greatest = keys.iter().copied().max().unwrap_or(0);
        let dots = height.saturating_mul(dots_of_a_line(palette));
        Grid {
            keys,
            least,
            range: (greatest - least) as f32,
            block: block(model),
            palette,
            shape: Shape::fit(keys.len(), width, dots),
        }
    }

    /// Characters from the left to the right, and lines.
    pub(super) fn size(&self) -> (u16, u16) {
        let (width, height) = self.shape.size();
        (width, height.div_ceil(dots_of_a_line(self.palette)))
    }

    /// What a cell stands for, for a person to read.
    pub(super) fn legend(&self) -> String {
        match self.shape.keys_per_cell {
            1 => "a cell is a key".to_owned(),
            keys => format!("a cell is 1 key of {keys}"),
        }
    }

    /// Draws at the upper left corner of `area`.
    pub(super) fn draw(&self, area: Rect, buffer: &mut Buffer) {
        let (width, height) = self.size();
        for line in 0..height.min(area.height) {
            for column in 0..width.min(area.width) {
                let cell = &mut buffer[(area.x + column, area.y + line)];
                match self.palette {
                    Palette::True | Palette::Indexed => {
                        let upper = self.colour(column, line * 2);
                        let lower = self.colour(column, line * 2 + 1);
                        cell.set_char(UPPER_HALF).set_fg(upper).set_bg(lower);
                    }
                    Palette::Characters => {
                        let (symbol, weight) = self.character(column, line);
                        cell.set_char(symbol).modifier.insert(weight);
                    }
                }
            }
        }
    }

    fn colour(&self, x: u16, y: u16) -> Color {
        let index = self.shape.key_at(x, y);
        match self.share(index) {
            Some(share) => self.palette.key(share, self.is_bright(index)),
            None => Color::Reset,
        }
    }

    fn character(&self, x: u16, y: u16) -> (char, Modifier) {
        let index = self.shape.key_at(x, y);
        match self.share(index) {
            Some(share) if self.is_bright(index) => (character(share), Modifier::BOLD),
            Some(share) => (character(share), Modifier::DIM),
            None => (' ', Modifier::empty()),
        }
    }

    /// Where a key lies between the least and the greatest, 0 to 1; nothing past the last key.
    fn share(&self, index: usize) -> Option<f32> {
        let key = self.keys.get(index)?;
        Some(match self.range > 0.0 {
            true => (key - self.least) as f32 / self.range,
            false => 0.5,
        })
    }

    /// Blocks are bright and dark in turn, the first bright.
    fn is_bright(&self, index: usize) -> bool {
        self.block == 0 || (index / self.block).is_multiple_of(2)
    }
}

/// A character holds two dots, one above the other, where they can have colours.
fn dots_of_a_line(palette: Palette) -> u16 {
    match palette {
        Palette::True | Palette::Indexed => 2,
        Palette::Characters => 1,
    }
}

/// The height of the blocks that the next step works on, as the device says: the span of a
/// global exchange, and the tile of a local step, whose exchanges have many spans.
fn block(model: &Model) -> usize {
    let info = model.frame.info;
    match info.step_kind() {
        _ if model.is_sorted() => 0,
        None => 0,
        Some(StepKind::Align) => 0,
        Some(StepKind::SwapLocal) => model.scene.workgroup_size as usize * 2,
        Some(StepKind::FlipGlobal | StepKind::DisperseGlobal | StepKind::DisperseLocal) => {
            info.span as usize
        }
    }
}
