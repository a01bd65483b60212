//! Which invocation stands where in a dispatch.

/// One invocation of a dispatch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Invocation {
    /// `workgroup_id`.
    pub workgroup_id: [u32; 3],
    /// `local_invocation_id`.
    pub local_id: [u32; 3],
}

/// The extent of a dispatch. Its invocations are numbered workgroup by workgroup, x first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Grid {
    /// `@workgroup_size`.
    pub workgroup_size: [u32; 3],
    /// `num_workgroups`.
    pub workgroups: [u32; 3],
}

impl Grid {
    /// Invocations of a workgroup.
    #[must_use]
    pub fn workgroup_invocations(&self) -> u64 {
        self.workgroup_size.map(u64::from).iter().product()
    }

    /// The invocation of a number, which must be one of this grid's.
    #[must_use]
    pub fn invocation(&self, number: u64) -> Invocation {
        let per_workgroup = self.workgroup_invocations().max(1);
        Invocation {
            workgroup_id: coordinates(number / per_workgroup, self.workgroups),
            local_id: coordinates(number % per_workgroup, self.workgroup_size),
        }
    }
}

/// Where the `index`-th of a box of `size` lies, x first.
pub(super) fn coordinates(index: u64, size: [u32; 3]) -> [u32; 3] {
    let [x, y, _] = size.map(|axis| u64::from(axis.max(1)));
    [index % x, index / x % y, index / x / y].map(|axis| axis as u32)
}

/// What comes after the place `at` in a box of `size`, x first; after the last place, one beyond in z.
pub(super) fn following(at: [u32; 3], size: [u32; 3]) -> [u32; 3] {
    let [x, y, z] = at;
    if x + 1 < size[0] {
        [x + 1, y, z]
    } else if y + 1 < size[1] {
        [0, y + 1, z]
    } else {
        [0, 0, z.wrapping_add(1)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_follow_each_other_as_their_indices_do() {
        for size in [[1, 1, 1], [3, 1, 2], [1, 4, 2], [5, 2, 3]] {
            let mut at = [0; 3];
            for index in 0..size.map(u64::from).iter().product() {
                assert_eq!(at, coordinates(index, size), "{index} in {size:?}");
                at = following(at, size);
            }
            assert_eq!(at, [0, 0, size[2]]);
        }
    }
}
