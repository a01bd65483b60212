//! The bitonic sort on the processor, as textbooks write it: by recursion, and as two loops
//! around one with direction bits. They are here to compare with; `slice::sort_unstable` is faster.
//!
//! Neither makes a [`Network`](super::Network): they exchange keys as they come to them, so that
//! networks can be held against them.

use super::NetworkError;
use super::forms::no_power_of_two;

/// Sorts by recursion, ascending; any number of keys.
///
/// K. E. Batcher, "Sorting networks and their applications" (1968); for numbers that are no power
/// of two as H. W. Lang, "Bitonic sorting network for n not a power of 2" (FH Flensburg): a block
/// of `n` keys that is to be merged is compared across the greatest power of two below `n`, and of
/// two halves the first is sorted against the order of the whole.
///
/// ```
/// use bitonic_runtime::network::reference::bitonic_sort_recursive;
///
/// let mut keys = [3, 1, 4, 1, 5, 9, 2];
/// bitonic_sort_recursive(&mut keys);
/// assert_eq!(keys, [1, 1, 2, 3, 4, 5, 9]);
/// ```
pub fn bitonic_sort_recursive<T: Ord>(keys: &mut [T]) {
    sort(keys, true);
}

fn sort<T: Ord>(keys: &mut [T], ascending: bool) {
    if keys.len() < 2 {
        return;
    }
    let (first, second) = keys.split_at_mut(keys.len() / 2);
    sort(first, !ascending);
    sort(second, ascending);
    merge(keys, ascending);
}

fn merge<T: Ord>(keys: &mut [T], ascending: bool) {
    if keys.len() < 2 {
        return;
    }
    let distance = keys.len().next_power_of_two() / 2;
    for index in 0..keys.len() - distance {
        exchange(keys, index, index + distance, ascending);
    }
    let (first, second) = keys.split_at_mut(distance);
    merge(first, ascending);
    merge(second, ascending);
}

/// Sorts with direction bits, ascending: the form that GPUs were first given, one pass over all
/// keys for each `span` and `distance`. In a block of `span` keys the order is ascending where the
/// bit `span` of the index is 0.
///
/// After K. E. Batcher, "Sorting networks and their applications" (1968).
///
/// ```
/// use bitonic_runtime::network::reference::bitonic_sort_iterative;
///
/// let mut keys = [3, 1, 4, 1, 5, 9, 2, 6];
/// bitonic_sort_iterative(&mut keys)?;
/// assert_eq!(keys, [1, 1, 2, 3, 4, 5, 6, 9]);
/// assert!(bitonic_sort_iterative(&mut keys[..3]).is_err());
/// # Ok::<(), bitonic_runtime::network::NetworkError>(())
/// ```
///
/// # Errors
///
/// The number of keys is neither 0 nor a power of two. They are then as they were.
pub fn bitonic_sort_iterative<T: Ord>(keys: &mut [T]) -> Result<(), NetworkError> {
    if !keys.is_empty() && !keys.len().is_power_of_two() {
        return Err(no_power_of_two(keys.len(), "keys"));
    }
    let mut span = 2;
    while span <= keys.len() {
        let mut distance = span / 2;
        while distance > 0 {
            for index in 0..keys.len() {
                let partner = index ^ distance;
                if index < partner {
                    exchange(keys, index, partner, index & span == 0);
                }
            }
            distance /= 2;
        }
        span *= 2;
    }
    Ok(())
}

/// Puts two keys in order, the lesser at `first` where it is ascending.
fn exchange<T: Ord>(keys: &mut [T], first: usize, second: usize, ascending: bool) {
    let wrong = match ascending {
        true => keys[first] > keys[second],
        false => keys[first] < keys[second],
    };
    if wrong {
        keys.swap(first, second);
    }
}
