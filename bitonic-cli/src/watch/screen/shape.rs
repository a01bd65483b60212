//! How many keys fit on how many cells: pure numbers, no drawing.

/// A grid of cells, each for the same number of keys. Keys lie in rows, from the left to the
/// right and then down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Shape {
    /// Cells of a row, a power of two, so that blocks of keys are rectangles.
    pub(super) columns: u16,
    pub(super) rows: u16,
    /// A power of two. The last cell may have fewer.
    pub(super) keys_per_cell: usize,
    /// A cell is a square of so many dots.
    pub(super) scale: u16,
}

impl Shape {
    /// The grid for `count` keys that loses the fewest of them, and of those the one with the
    /// largest cells, on `width` x `height` dots. No cells for no keys.
    pub(super) fn fit(count: usize, width: u16, height: u16) -> Shape {
        let none = Shape {
            columns: 0,
            rows: 0,
            keys_per_cell: 1,
            scale: 1,
        };
        if count == 0 || width == 0 || height == 0 {
            return none;
        }
        let fewest = std::iter::successors(Some(1_usize), |keys| keys.checked_mul(2));
        let mut shapes = fewest.filter_map(|keys| Shape::of_cells(count, keys, width, height));
        shapes.next().unwrap_or(none)
    }

    /// The largest cells for `keys_per_cell`, if there is room for any.
    fn of_cells(count: usize, keys_per_cell: usize, width: u16, height: u16) -> Option<Shape> {
        let cells = count.div_ceil(keys_per_cell);
        let columns = (0..16).map(|log2| 1_u16 << log2);
        let shapes = columns
            .take_while(|columns| *columns <= width)
            .filter_map(|columns| {
                let rows = u16::try_from(cells.div_ceil(usize::from(columns))).ok()?;
                let scale = (width / columns).min(height / rows);
                (scale > 0).then_some(Shape {
                    columns,
                    rows,
                    keys_per_cell,
                    scale,
                })
            });
        // Of equally large cells, those of the grid that is nearest to a square.
        shapes.max_by_key(|shape| (shape.scale, -i32::from(shape.rows.abs_diff(shape.columns))))
    }

    /// Dots from the left to the right, and from the top down.
    pub(super) fn size(self) -> (u16, u16) {
        (self.columns * self.scale, self.rows * self.scale)
    }

    /// The first key of the cell that holds a dot.
    pub(super) fn key_at(self, x: u16, y: u16) -> usize {
        let (column, row) = (x / self.scale, y / self.scale);
        let cell = usize::from(row) * usize::from(self.columns) + usize::from(column);
        cell * self.keys_per_cell
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(count: usize, width: u16, height: u16) -> (u16, u16, usize, u16) {
        let shape = Shape::fit(count, width, height);
        (shape.columns, shape.rows, shape.keys_per_cell, shape.scale)
    }

    #[test]
    fn every_key_has_a_cell_where_there_is_room() {
        assert_eq!(of(4096, 64, 64), (64, 64, 1, 1));
        assert_eq!(of(4096, 130, 140), (64, 64, 1, 2));
        assert_eq!(of(1000, 70, 40), (32, 32, 1, 1));
        assert_eq!(of(16, 40, 40), (4, 4, 1, 10));
        assert_eq!(of(1, 40, 30), (1, 1, 1, 30));
        assert_eq!(of(3, 40, 30), (2, 2, 1, 15));
    }

    #[test]
    fn where_there_is_none_a_power_of_two_of_keys_shares_a_cell() {
        assert_eq!(of(4096, 50, 38), (32, 32, 4, 1));
        assert_eq!(of(1 << 24, 64, 64), (64, 64, 4096, 1));
        assert_eq!(of(5, 1, 1), (1, 1, 8, 1));
    }

    #[test]
    fn nothing_is_drawn_of_nothing() {
        assert_eq!(Shape::fit(0, 40, 40).size(), (0, 0));
        assert_eq!(Shape::fit(9, 0, 40).size(), (0, 0));
    }

    #[test]
    fn whatever_the_sizes_all_keys_lie_inside() {
        for count in [1, 2, 3, 5, 100, 1000, 4096, 100_000] {
            for width in 1..40 {
                for height in 1..40 {
                    let shape = Shape::fit(count, width, height);
                    let (x, y) = shape.size();
                    assert!(x <= width && y <= height, "{count} {width} {height}");
                    let cells = usize::from(shape.columns) * usize::from(shape.rows);
                    assert!(cells * shape.keys_per_cell >= count);
                    assert!(shape.key_at(x - 1, y - 1) < cells * shape.keys_per_cell);
                }
            }
        }
    }
}
