//! Keys as a picture: the grid that they lie in, one cell for each, and its pixels. Pure.

use crate::colour::{Palette, Rgb};
use crate::exchange::is_odd_block;

/// Cells in rows, as near to a square as a width that is a power of two allows: blocks of
/// the sort, also powers of two, are then whole rows or even parts of one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Grid {
    /// Cells of a row, a power of two.
    pub width: u32,
    /// Rows, the last of which may be filled in part.
    pub height: u32,
}

impl Grid {
    /// The grid of `n` cells; one cell where there is none.
    #[must_use]
    pub fn of(n: u32) -> Grid {
        let side = f64::from(n.max(1)).sqrt();
        let width = 1 << (side.log2().round() as u32);
        Grid {
            width,
            height: n.max(1).div_ceil(width),
        }
    }

    /// The index of the cell at a point, both from 0 to 1 of the picture's sides. None
    /// past the last cell or outside.
    #[must_use]
    pub fn index_at(self, x: f64, y: f64, n: u32) -> Option<u32> {
        if !(0.0..1.0).contains(&x) || !(0.0..1.0).contains(&y) {
            return None;
        }
        let column = (x * f64::from(self.width)) as u32;
        let row = (y * f64::from(self.height)) as u32;
        Some(row * self.width + column).filter(|&index| index < n)
    }

    /// The column and the row of a cell.
    #[must_use]
    pub fn place(self, index: u32) -> (u32, u32) {
        (index % self.width, index / self.width)
    }

    /// Where blocks of `height` keys meet: the rows and the columns with a line in front.
    /// Blocks of whole rows have none among columns; smaller ones have all rows for
    /// themselves and only columns between.
    #[must_use]
    pub fn seams(self, height: u32) -> Seams {
        let height = height.max(1);
        match height >= self.width {
            true => Seams {
                rows: every(height / self.width, self.height),
                columns: Vec::new(),
            },
            false => Seams {
                rows: every(1, self.height),
                columns: every(height, self.width),
            },
        }
    }
}

/// The blocks of a step along one side of the grid, each in two halves.
#[derive(Clone, PartialEq, Debug)]
pub struct Ruler {
    /// Whether it runs along a row: all rows are alike then. Else it runs down the rows.
    pub along_row: bool,
    /// Where the halves begin and end, in cells, first and second in turns; the last ones
    /// end where the cells do.
    pub halves: Vec<[f64; 2]>,
}

impl Grid {
    /// The ruler of blocks of `height` keys: along a row where one row holds a block or more.
    #[must_use]
    pub fn ruler(self, height: u32) -> Ruler {
        let height = height.max(1);
        let along_row = height <= self.width;
        let (length, block) = match along_row {
            true => (self.width, f64::from(height)),
            false => (self.height, f64::from(height / self.width)),
        };
        let length = f64::from(length);
        let starts = (0..).map(|half| f64::from(half) * block / 2.0);
        let halves = starts.take_while(|&start| start < length);
        Ruler {
            along_row,
            halves: halves
                .map(|start| [start, (start + block / 2.0).min(length)])
                .collect(),
        }
    }
}

/// Multiples of `step` below `end`, but for 0.
fn every(step: u32, end: u32) -> Vec<u32> {
    (step..end).step_by(step as usize).collect()
}

/// Lines between blocks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seams {
    /// Rows that begin a block.
    pub rows: Vec<u32>,
    /// Columns that begin a block.
    pub columns: Vec<u32>,
}

/// How much of its brightness a cell of every second block keeps, of 256.
const SHADE: u16 = 205;

/// The pixels of `keys`, one for each cell, row by row: red, green, blue and opacity. Cells
/// past the last key are transparent. Every second block of `block` keys is darker.
#[must_use]
pub fn pixels(keys: &[u32], grid: Grid, block: Option<u32>, palette: &Palette) -> Vec<u8> {
    let n = keys.len() as u32;
    let cells = grid.width as usize * grid.height as usize;
    let mut pixels = vec![0; cells * 4];
    for ((index, &key), pixel) in (0..).zip(keys).zip(pixels.chunks_exact_mut(4)) {
        let colour = palette.colour(key, n);
        let shaded = block.is_some_and(|block| is_odd_block(index, block));
        let [red, green, blue] = if shaded { darker(colour) } else { colour };
        pixel.copy_from_slice(&[red, green, blue, 255]);
    }
    pixels
}

fn darker(colour: Rgb) -> Rgb {
    colour.map(|part| (u16::from(part) * SHADE / 256) as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grids_are_nearly_square_and_hold_all() {
        let sides = |n| (Grid::of(n).width, Grid::of(n).height);
        assert_eq!(sides(16384), (128, 128));
        assert_eq!(sides(1 << 16), (256, 256));
        assert_eq!(sides(1 << 15), (256, 128));
        assert_eq!(sides(20_000), (128, 157));
        assert_eq!(sides(2), (2, 1));
        assert_eq!(sides(1), (1, 1));
        assert_eq!(sides(0), (1, 1));
        for n in 1..5000 {
            let grid = Grid::of(n);
            assert!(grid.width * grid.height >= n, "{n}");
            assert!(grid.width * (grid.height - 1) < n, "{n}: a row stays empty");
            let (width, height) = (f64::from(grid.width), f64::from(grid.height));
            assert!((0.4..=2.5).contains(&(width / height)) || n < 4, "{n}");
        }
    }

    #[test]
    fn points_are_cells() {
        let grid = Grid::of(1000);
        assert_eq!(grid.index_at(0.0, 0.0, 1000), Some(0));
        assert_eq!(grid.index_at(0.999, 0.0, 1000), Some(31));
        assert_eq!(grid.index_at(0.0, 0.999, 1000), Some(992));
        assert_eq!(grid.index_at(0.999, 0.999, 1000), None, "past the last key");
        assert_eq!(grid.index_at(1.0, 0.5, 1000), None);
        assert_eq!(grid.index_at(-0.1, 0.5, 1000), None);
        assert_eq!(grid.index_at(f64::NAN, 0.5, 1000), None);
        assert_eq!(grid.place(33), (1, 1));
    }

    #[test]
    fn seams_lie_where_blocks_meet() {
        let grid = Grid::of(16384);
        let wide = grid.seams(512);
        assert_eq!((wide.rows.len(), wide.columns.len()), (31, 0));
        assert_eq!(wide.rows[..2], [4, 8]);
        let narrow = grid.seams(32);
        assert_eq!(narrow.columns, [32, 64, 96]);
        assert_eq!(narrow.rows.len(), 127);
        assert_eq!(grid.seams(16384).rows, [0; 0]);
        assert_eq!(grid.seams(1 << 31).rows, [0; 0]);
        assert_eq!(grid.seams(0).columns.len(), 127, "no block of nothing");
    }

    #[test]
    fn rulers_show_both_halves_of_each_block() {
        let grid = Grid::of(1000);
        let narrow = grid.ruler(16);
        assert!(narrow.along_row);
        assert_eq!(
            narrow.halves,
            [[0.0, 8.0], [8.0, 16.0], [16.0, 24.0], [24.0, 32.0]]
        );
        assert_eq!(
            grid.ruler(32).halves,
            [[0.0, 16.0], [16.0, 32.0]],
            "one row is one block"
        );
        let wide = grid.ruler(512);
        assert!(!wide.along_row);
        assert_eq!(
            wide.halves,
            [[0.0, 8.0], [8.0, 16.0], [16.0, 24.0], [24.0, 32.0]]
        );
        // The grid of 20,000 cells has 157 rows: the last block ends in its first half.
        let cut = Grid::of(20_000).ruler(8192).halves;
        assert_eq!(cut[cut.len() - 1], [128.0, 157.0]);
        assert_eq!(grid.ruler(1 << 31).halves, [[0.0, 32.0]]);
        assert_eq!(grid.ruler(0).halves.len(), 64, "no block of nothing");
    }

    #[test]
    fn each_key_is_a_pixel_of_its_colour() {
        let palette = Palette::default();
        let keys = [2, 0, 1];
        let grid = Grid::of(3);
        assert_eq!((grid.width, grid.height), (2, 2));
        let drawn = pixels(&keys, grid, None, &palette);
        assert_eq!(drawn.len(), 16);
        for (pixel, key) in drawn.chunks(4).zip(keys) {
            assert_eq!(pixel[..3], palette.colour(key, 3));
            assert_eq!(pixel[3], 255);
        }
        assert_eq!(drawn[12..], [0; 4], "no key");
    }

    #[test]
    fn every_second_block_is_darker() {
        let palette = Palette::default();
        let keys = [3; 8];
        let grid = Grid::of(8);
        let drawn = pixels(&keys, grid, Some(2), &palette);
        let bright = palette.colour(3, 8);
        for (index, pixel) in drawn.chunks(4).enumerate() {
            let expected = if index / 2 % 2 == 0 {
                bright
            } else {
                darker(bright)
            };
            assert_eq!(pixel[..3], expected, "{index}");
        }
    }
}
