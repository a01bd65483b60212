//! The counting sort on the host: what the device must come to, with no device.

use super::past_end::{PastEnd, Refused, no_bins, too_many};
use crate::error::{Error, ErrorKind};

/// The order that the stable [`CountingSort`](super::CountingSort) gives, counted on the host:
/// by bin, and elements of one bin in the order of their indices. `bin_of` is asked once for
/// each index, from 0 on.
///
/// ```
/// use bitonic_runtime::{PastEnd, counting_sort_cpu};
///
/// let ages = [31, 7, 35, 2, 9, 38];
/// let by_decade = counting_sort_cpu(ages.len(), 4, PastEnd::Refuse, |i| ages[i] / 10)?;
/// assert_eq!(by_decade, [1, 3, 4, 0, 2, 5]);
/// # Ok::<(), bitonic_runtime::Error>(())
/// ```
///
/// # Errors
///
/// No bins, more elements than an index counts, or a bin past the end where `past_end` refuses
/// them.
pub fn counting_sort_cpu(
    count: usize,
    bins: u32,
    past_end: PastEnd,
    bin_of: impl FnMut(usize) -> u32,
) -> Result<Vec<u32>, Error> {
    if bins == 0 {
        return Err(no_bins());
    }
    u32::try_from(count).map_err(|_| too_many(count))?;
    let bin_of: Vec<u32> = (0..count).map(bin_of).collect();
    let slots = || {
        bin_of
            .iter()
            .map(|&bin| bin.min(past_end.last_slot(bins)) as usize)
    };
    let places = usize::try_from(u64::from(bins) + 1).map_err(|_| {
        let message = format!("{bins} bins are more than this machine can index");
        Error::new(ErrorKind::Limit, message).with_help("use fewer bins")
    })?;
    let mut next = vec![0u32; places];
    for slot in slots() {
        next[slot] += 1;
    }
    let refused = next[bins as usize];
    let first = (0..).zip(&bin_of).find(|&(_, &bin)| bin >= bins);
    if let Some((first, &bin)) = first.filter(|_| refused > 0) {
        let refused = Refused {
            elements: refused,
            first,
            bin,
        };
        return Err(refused.error(count, bins));
    }
    let mut start = 0;
    for slot in &mut next {
        start += std::mem::replace(slot, start);
    }
    let mut order = vec![0; count];
    for (element, slot) in (0..).zip(slots()) {
        order[next[slot] as usize] = element;
        next[slot] += 1;
    }
    Ok(order)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_of_a_bin_keep_their_order() {
        let bins = [2, 0, 2, 1, 0, 2];
        let order = counting_sort_cpu(6, 3, PastEnd::Refuse, |i| bins[i]);
        assert_eq!(order.expect("in range"), [1, 4, 3, 0, 2, 5]);
        let none = counting_sort_cpu(0, 3, PastEnd::Refuse, |_| 9);
        assert_eq!(none.expect("nothing is in range"), []);
    }

    #[test]
    fn bins_past_the_end_count_to_the_last_or_are_told() {
        let bins = [7, 1, 3, u32::MAX, 0];
        let order = counting_sort_cpu(5, 3, PastEnd::Clamp, |i| bins[i]);
        assert_eq!(order.expect("clamped"), [4, 1, 0, 2, 3]);
        let error = counting_sort_cpu(5, 3, PastEnd::Refuse, |i| bins[i]).expect_err("three");
        assert_eq!(
            error.message(),
            "3 of 5 elements have bins past the end: element 0 has bin 7, the last of 3 bins is 2"
        );
        let error = counting_sort_cpu(3, 7, PastEnd::Refuse, |i| bins[i]).expect_err("one");
        assert!(
            error
                .message()
                .starts_with("1 of 3 elements has a bin past")
        );
        assert!(counting_sort_cpu(5, 0, PastEnd::Clamp, |_| 0).is_err());
    }
}
