//! Grids: how many workgroups a dispatch starts, and how a long row of them
//! folds into the dimensions that a device allows.

use std::fmt;

/// Workgroups of a dispatch in each dimension.
///
/// A linear count that passes the device's limit folds into y, then z. A folded
/// grid may start some workgroups more than were asked, never fewer; kernels
/// count on over all dimensions with `workgroup_index()` and `instance_index()`
/// and guard their accesses by index.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Grid {
    /// Workgroups along x, y and z.
    pub workgroups: [u32; 3],
}

impl Grid {
    /// A grid of exactly these workgroups.
    #[must_use]
    pub const fn new(workgroups: [u32; 3]) -> Grid {
        Grid { workgroups }
    }

    /// At least `count` workgroups, no dimension above `limit`, which is a device's
    /// [`Limits::workgroups_per_dimension`](super::Limits::workgroups_per_dimension): the fewest rows,
    /// as evenly filled as can be. `None` where even three dimensions are too few,
    /// or where `limit` is 0 and `count` is not.
    #[must_use]
    pub fn linear(count: u64, limit: u32) -> Option<Grid> {
        if count == 0 {
            return Some(Grid::new([0, 0, 0]));
        }
        let limit = u64::from(limit);
        let rows = count.div_ceil(limit.max(1));
        let layers = rows.div_ceil(limit.max(1));
        if layers > limit {
            return None;
        }
        let rows_of_layer = rows.div_ceil(layers);
        let row = count.div_ceil(rows_of_layer * layers);
        let narrow = |value: u64| u32::try_from(value).ok();
        Some(Grid::new([
            narrow(row)?,
            narrow(rows_of_layer)?,
            narrow(layers)?,
        ]))
    }

    /// At least `threads` invocations in workgroups of `workgroup_size`, no
    /// dimension above `limit`. `None` where they do not fit, or where they are more
    /// than `instance_index()` can count: 2^32.
    #[must_use]
    pub fn threads(threads: u64, workgroup_size: [u32; 3], limit: u32) -> Option<Grid> {
        let invocations: u64 = workgroup_size.iter().copied().map(u64::from).product();
        if invocations == 0 {
            return None;
        }
        let count = threads.div_ceil(invocations);
        let counts_on = |grid: &Grid| grid.count().saturating_mul(invocations) <= 1 << 32;
        let even = Grid::linear(count, limit).filter(counts_on);
        // Close to 2^32 the surplus of an even fold would be counted from 0 again.
        even.or_else(|| Grid::in_rows_of_a_power(count, limit).filter(counts_on))
    }

    /// `count` workgroups in rows whose number is a power of two: exact where `count` is
    /// a multiple of it.
    fn in_rows_of_a_power(count: u64, limit: u32) -> Option<Grid> {
        let rows = count.div_ceil(u64::from(limit).max(1)).next_power_of_two();
        let row = u32::try_from(count.div_ceil(rows)).ok()?;
        let rows = u32::try_from(rows).ok().filter(|&rows| rows <= limit)?;
        Some(Grid::new([row, rows, 1]))
    }

    /// The number of workgroups.
    #[must_use]
    pub fn count(self) -> u64 {
        let [x, y, z] = self.workgroups.map(u64::from);
        x.saturating_mul(y).saturating_mul(z)
    }

    /// Whether there is more than one row of workgroups.
    #[must_use]
    pub fn is_folded(self) -> bool {
        self.workgroups[1] > 1 || self.workgroups[2] > 1
    }

    /// Whether nothing would run.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.count() == 0
    }
}

impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [x, y, z] = self.workgroups;
        match (y, z) {
            (1, 1) => write!(f, "{x}"),
            (_, 1) => write!(f, "{x} x {y}"),
            (_, _) => write!(f, "{x} x {y} x {z}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMIT: u32 = 65_535;

    #[test]
    fn no_invocation_is_counted_twice() {
        let threads = |count: u64, size: u32| Grid::threads(count, [size, 1, 1], 65_535);
        for (count, size) in [(u64::from(u32::MAX), 1024), (1 << 32, 1024), (1 << 32, 256)] {
            let grid = threads(count, size).expect("it can be counted");
            let started = grid.count() * u64::from(size);
            assert!(
                (count..=1 << 32).contains(&started),
                "{count} by {size}: {grid}"
            );
        }
        assert_eq!(threads((1 << 32) + 1, 1024), None);
        assert_eq!(threads(1 << 33, 256), None);
    }

    #[test]
    fn a_short_row_stays_a_row() {
        assert_eq!(Grid::linear(0, LIMIT), Some(Grid::new([0, 0, 0])));
        assert_eq!(Grid::linear(1, LIMIT), Some(Grid::new([1, 1, 1])));
        assert_eq!(Grid::linear(65_535, LIMIT), Some(Grid::new([65_535, 1, 1])));
    }

    #[test]
    fn a_long_row_folds_into_y_and_then_z() {
        assert_eq!(Grid::linear(65_536, LIMIT), Some(Grid::new([32_768, 2, 1])));
        let past_two = u64::from(LIMIT) * u64::from(LIMIT) + 1;
        let grid = Grid::linear(past_two, LIMIT).expect("three dimensions hold it");
        assert_eq!(grid.workgroups[2], 2);
    }

    /// Never fewer than asked, never past the limit, and less than a row and a
    /// layer too many.
    #[test]
    fn folding_covers_what_was_asked() {
        for limit in [1, 2, 3, 7, 16] {
            for count in 0..u64::from(limit).pow(3) {
                let grid = Grid::linear(count, limit).expect("it fits");
                assert!(grid.count() >= count, "{count} at {limit}: {grid}");
                assert!(grid.workgroups.iter().all(|&side| side <= limit));
                let surplus = u64::from(grid.workgroups[1]) * u64::from(grid.workgroups[2]);
                let surplus = surplus + u64::from(grid.workgroups[0]);
                assert!(
                    grid.count() - count <= surplus,
                    "{count} at {limit}: {grid}"
                );
            }
            assert_eq!(Grid::linear(u64::from(limit).pow(3) + 1, limit), None);
        }
    }

    #[test]
    fn threads_round_up_to_whole_workgroups() {
        assert_eq!(
            Grid::threads(257, [64, 2, 2], LIMIT),
            Some(Grid::new([2, 1, 1]))
        );
        assert_eq!(Grid::threads(1, [0, 1, 1], LIMIT), None);
        assert_eq!(Grid::threads(7, [1, 1, 1], 0), None);
    }

    #[test]
    fn display_leaves_out_unused_dimensions() {
        assert_eq!(Grid::new([5, 1, 1]).to_string(), "5");
        assert_eq!(Grid::new([5, 2, 1]).to_string(), "5 x 2");
        assert_eq!(Grid::new([5, 1, 3]).to_string(), "5 x 1 x 3");
    }
}
