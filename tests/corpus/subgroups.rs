//! Subgroup operations. The size of a subgroup and who is in it are the device's affair:
//! each kernel writes out the ids of its invocations, and right values are computed from
//! them by plain Rust.

use std::collections::BTreeMap;

use bitonic::*;

use super::{Case, Data, Relation};

/// Invocations of a workgroup, a multiple of every size of subgroups.
pub(crate) const WORKGROUP: u32 = 128;
const WORKGROUPS: u32 = 2;
const INVOCATIONS: u32 = WORKGROUP * WORKGROUPS;

/// What each invocation knows of its subgroup.
const IDS: u32 = 4;

/// The cases of this room.
pub(crate) fn cases() -> Vec<Case> {
    vec![
        case("subgroup_ids", subgroup_ids, |buffers| ids(buffers)),
        case("subgroup_sums", subgroup_sums, |buffers| {
            each(buffers, 3, |of, lane| {
                let wrapping =
                    |values: &[u32]| values.iter().fold(0, |a: u32, b| a.wrapping_add(*b));
                let x = of.given();
                vec![wrapping(&x), wrapping(&x[..=lane]), wrapping(&x[..lane])]
            })
        }),
        case("subgroup_products", subgroup_products, |buffers| {
            each(buffers, 3, |of, lane| {
                let odd: Vec<u32> = of.given().iter().map(|x| x | 1).collect();
                let product =
                    |values: &[u32]| values.iter().fold(1, |a: u32, b| a.wrapping_mul(*b));
                vec![product(&odd), product(&odd[..=lane]), product(&odd[..lane])]
            })
        }),
        case("subgroup_extremes", subgroup_extremes, |buffers| {
            each(buffers, 4, |of, _| {
                let signed: Vec<i32> = of.given().iter().map(|x| *x as i32).collect();
                let (least, greatest) = (signed.iter().min(), signed.iter().max());
                let (least, greatest) = (*least.unwrap(), *greatest.unwrap());
                let halved = |number: i32| (number as f32 * 0.5).to_bits();
                vec![
                    least as u32,
                    greatest as u32,
                    halved(least),
                    halved(greatest),
                ]
            })
        }),
        case("subgroup_bits", subgroup_bits, |buffers| {
            each(buffers, 3, |of, _| {
                let x = of.given();
                let fold = |with: fn(u32, u32) -> u32| x.iter().copied().reduce(with).unwrap();
                vec![fold(|a, b| a & b), fold(|a, b| a | b), fold(|a, b| a ^ b)]
            })
        }),
        case("subgroup_votes", subgroup_votes, |buffers| {
            each(buffers, 7, |of, lane| {
                let odd: Vec<bool> = of.given().iter().map(|x| x % 2 == 1).collect();
                let all = odd.iter().all(|holds| *holds);
                let any = odd.iter().any(|holds| *holds);
                let word = |word: usize| {
                    let bits = odd.iter().enumerate().skip(word * 32).take(32);
                    bits.fold(0, |bits, (at, holds)| bits | u32::from(*holds) << (at % 32))
                };
                let mut expected = vec![u32::from(all), u32::from(any), u32::from(lane == 0)];
                expected.extend((0..4).map(word));
                expected
            })
        }),
        case("subgroup_broadcasts", subgroup_broadcasts, |buffers| {
            each(buffers, 2, |of, _| vec![of.given()[3], of.given()[0]])
        }),
        case("subgroup_shuffles", subgroup_shuffles, |buffers| {
            each(buffers, 4, |of, lane| {
                let x = of.given();
                let at =
                    |lane: Option<usize>| lane.and_then(|lane| x.get(lane)).copied().unwrap_or(0);
                vec![
                    at(Some((lane * 5 + 2) % x.len())),
                    at(Some(lane ^ 3)),
                    at(lane.checked_sub(2)),
                    at(lane.checked_add(1)),
                ]
            })
        }),
        case("quads", quads, |buffers| {
            each(buffers, 4, |of, lane| {
                let x = of.given();
                let quad = lane / 4 * 4;
                vec![x[quad + 2], x[lane ^ 1], x[lane ^ 2], x[lane ^ 3]]
            })
        }),
        case("subgroup_vectors", subgroup_vectors, |buffers| {
            each(buffers, 6, |of, lane| {
                let x = of.given();
                let small = |x: u32| (x % 64) as f32;
                let sum: f32 = x.iter().map(|x| small(*x)).sum();
                let count = x.len() as f32;
                let greatest = x.iter().map(|x| *x as i32).max().unwrap();
                let least = x.iter().map(|x| !*x as i32).max().unwrap();
                let other = x[lane ^ 1];
                vec![
                    sum.to_bits(),
                    (-sum).to_bits(),
                    count.to_bits(),
                    greatest as u32,
                    least as u32,
                    other,
                ]
            })
        }),
        case("subgroup_steps", subgroup_steps, |buffers| {
            each(buffers, 2, |of, lane| {
                let x = of.given();
                let all = x.iter().fold(0, |a: u32, b| a.wrapping_add(*b));
                let before = x[..=lane].iter().fold(0, |a: u32, b| a.wrapping_add(*b));
                vec![all, before]
            })
        }),
        case("subgroup_order", subgroup_order, |buffers| {
            each(buffers, 3, |of, _| {
                let x = of.given();
                let sum = |by: u32| {
                    x.iter()
                        .fold(0, |a: u32, b| a.wrapping_add(b.wrapping_mul(by)))
                };
                // Asked before the change, after it, and where the number of subgroups says.
                vec![sum(1), sum(3), if of.count == 1 { sum(3) } else { 1 }]
            })
        }),
    ]
}

/// The subgroup barrier, and types that some devices lack.
pub(crate) fn of_some_devices() -> Vec<Case> {
    vec![
        case("subgroup_meeting", subgroup_meeting, |buffers| {
            each(buffers, 1, |of, lane| vec![of.given()[lane ^ 1]])
        }),
        case("subgroup_halves", subgroup_halves, |buffers| {
            each(buffers, 2, |of, lane| {
                let small = |x: &u32| (x % 8) as f32;
                let sum: f32 = of.given().iter().map(small).sum();
                vec![sum.to_bits(), small(&of.given()[lane ^ 1]).to_bits()]
            })
        }),
        case("subgroup_longs", subgroup_longs, |buffers| {
            each(buffers, 4, |of, lane| {
                let long = |x: &u32| u64::from(*x) << 20;
                let sum: u64 = of.given().iter().map(long).sum();
                let other = long(&of.given()[lane ^ 1]);
                vec![
                    sum as u32,
                    (sum >> 32) as u32,
                    other as u32,
                    (other >> 32) as u32,
                ]
            })
        }),
    ]
}

fn case(name: &'static str, kernel: fn() -> Result<Kernel, Error>, relation: Relation) -> Case {
    let zeros = |columns: u32| Data::U32(vec![0; (INVOCATIONS * columns) as usize]);
    let data = (0..INVOCATIONS).map(|i| i.wrapping_mul(0x9E37_79B9) ^ 0x1234);
    Case::new(name, kernel)
        .workgroups(WORKGROUPS)
        .given("data", Data::U32(data.collect()))
        .given("ids", zeros(IDS))
        .given("result", zeros(8))
        .such_that(relation)
}

/// One subgroup, as its invocations tell.
struct Subgroup {
    /// By lane: the invocation, and what it was given.
    lanes: Vec<(usize, u32)>,
    /// Subgroups of the workgroup.
    count: u32,
}

impl Subgroup {
    fn given(&self) -> Vec<u32> {
        self.lanes.iter().map(|(_, given)| *given).collect()
    }
}

/// The subgroups of the dispatch, if the ids make sense: sizes are powers of two from 4 to
/// 128, and every lane of every subgroup is there once.
fn subgroups(buffers: &dyn Fn(&str) -> Vec<u32>) -> Result<Vec<Subgroup>, String> {
    let (ids, data) = (buffers("ids"), buffers("data"));
    let mut found: BTreeMap<(usize, u32), BTreeMap<u32, (usize, u32)>> = BTreeMap::new();
    let mut counts = Vec::new();
    for (invocation, known) in ids.chunks_exact(IDS as usize).enumerate() {
        let [size, lane, subgroup, count] = *known else {
            return Err("four ids".to_owned());
        };
        let is_size = size.is_power_of_two() && (4..=128).contains(&size);
        if !is_size || lane >= size || subgroup >= count || count != WORKGROUP / size {
            return Err(format!("invocation {invocation} has the ids {known:?}"));
        }
        let workgroup = invocation / WORKGROUP as usize;
        let lanes = found.entry((workgroup, subgroup)).or_default();
        if lanes.insert(lane, (invocation, data[invocation])).is_some() {
            return Err(format!(
                "two invocations are lane {lane} of subgroup {subgroup}"
            ));
        }
        counts.push(count);
    }
    let count = counts[0];
    let whole = found.into_values().map(|lanes| Subgroup {
        lanes: lanes.into_values().collect(),
        count,
    });
    Ok(whole.collect())
}

fn ids(buffers: &dyn Fn(&str) -> Vec<u32>) -> Result<(), String> {
    let size = buffers("ids")[0] as usize;
    let subgroups = subgroups(buffers)?;
    let is_full = |subgroup: &Subgroup| subgroup.lanes.len() == size;
    match subgroups.iter().all(is_full) {
        true => Ok(()),
        false => Err("a subgroup that is not full".to_owned()),
    }
}

/// Whether each invocation found what `expected` gives for its subgroup and lane.
fn each(
    buffers: &dyn Fn(&str) -> Vec<u32>,
    columns: usize,
    expected: fn(&Subgroup, usize) -> Vec<u32>,
) -> Result<(), String> {
    let result = buffers("result");
    for subgroup in subgroups(buffers)? {
        for (lane, (invocation, _)) in subgroup.lanes.iter().enumerate() {
            let found = &result[invocation * columns..][..columns];
            let expected = expected(&subgroup, lane);
            if found != expected {
                let size = subgroup.lanes.len();
                return Err(format!(
                    "lane {lane} of {size} found {found:?}, not {expected:?}"
                ));
            }
        }
    }
    Ok(())
}

/// The place of the column `column` in the row `i` of `columns`.
fn place(of: StorageMut<u32>, i: Node<u32>, columns: u32, column: u32) -> Place<u32> {
    match (columns, column) {
        (1, _) => of.element(i),
        (_, 0) => of.element(i * columns),
        (_, column) => of.element(i * columns + column),
    }
}

/// A kernel that writes what it knows of its subgroup, and in columns of `result` what
/// `body` makes of its word of `data`.
fn asking(
    name: &'static str,
    columns: u32,
    body: impl FnOnce(Node<u32>, &dyn std::ops::Fn(u32, Node<u32>)),
) -> Result<Kernel, Error> {
    kernel(name).workgroup_size(WORKGROUP).build(|k| {
        let data = k.storage::<u32>("data");
        let ids = k.storage_mut::<u32>("ids");
        let result = k.storage_mut::<u32>("result");
        let known = [
            subgroup_size(),
            subgroup_invocation_id(),
            subgroup_id(),
            num_subgroups(),
        ];
        let i = instance_index().to_const("i");
        for (column, id) in (0..).zip(known) {
            place(ids, i, IDS, column).assign(id);
        }
        let i = instance_index().to_const("i");
        body(data.element(i).load(), &|column, value| {
            place(result, i, columns, column).assign(value);
        });
    })
}

fn subgroup_ids() -> Result<Kernel, Error> {
    asking("subgroup_ids", 0, |_, _| {})
}

fn subgroup_sums() -> Result<Kernel, Error> {
    asking("subgroup_sums", 3, |x, put| {
        let x = x.to_const("x");
        put(0, subgroup_add(x));
        put(1, subgroup_inclusive_add(x));
        put(2, subgroup_exclusive_add(x));
    })
}

fn subgroup_products() -> Result<Kernel, Error> {
    asking("subgroup_products", 3, |x, put| {
        let odd = (x | 1).to_const("odd");
        put(0, subgroup_mul(odd));
        put(1, subgroup_inclusive_mul(odd));
        put(2, subgroup_exclusive_mul(odd));
    })
}

fn subgroup_extremes() -> Result<Kernel, Error> {
    asking("subgroup_extremes", 4, |x, put| {
        let signed = x.bitcast::<i32>().to_const("signed");
        let half = (signed.to_f32() * 0.5).to_const("half");
        put(0, subgroup_min(signed).bitcast());
        put(1, subgroup_max(signed).bitcast());
        put(2, subgroup_min(half).bitcast());
        put(3, subgroup_max(half).bitcast());
    })
}

fn subgroup_bits() -> Result<Kernel, Error> {
    asking("subgroup_bits", 3, |x, put| {
        let x = x.to_const("x");
        put(0, subgroup_and(x));
        put(1, subgroup_or(x));
        put(2, subgroup_xor(x));
    })
}

fn subgroup_votes() -> Result<Kernel, Error> {
    asking("subgroup_votes", 7, |x, put| {
        let odd = (x % 2).eq(1).to_const("odd");
        put(0, subgroup_all(odd).to_u32());
        put(1, subgroup_any(odd).to_u32());
        put(2, subgroup_elect().to_u32());
        let ballot = subgroup_ballot(odd).to_const("ballot");
        put(3, ballot.x());
        put(4, ballot.y());
        put(5, ballot.z());
        put(6, ballot.w());
    })
}

fn subgroup_broadcasts() -> Result<Kernel, Error> {
    asking("subgroup_broadcasts", 2, |x, put| {
        let x = x.to_const("x");
        put(0, subgroup_broadcast(x, 3));
        put(1, subgroup_broadcast_first(x));
    })
}

fn subgroup_shuffles() -> Result<Kernel, Error> {
    asking("subgroup_shuffles", 4, |x, put| {
        let x = x.to_const("x");
        let (lane, size) = (subgroup_invocation_id(), subgroup_size());
        put(0, subgroup_shuffle(x, (lane * 5 + 2) % size));
        put(1, subgroup_shuffle_xor(x, 3));
        // Where nobody is, some value comes.
        put(2, select(lane.ge(2), subgroup_shuffle_up(x, 2), 0));
        put(
            3,
            select((lane + 1).lt(size), subgroup_shuffle_down(x, 1), 0),
        );
    })
}

fn quads() -> Result<Kernel, Error> {
    asking("quads", 4, |x, put| {
        let x = x.to_const("x");
        put(0, quad_broadcast(x, 2));
        put(1, quad_swap_x(x));
        put(2, quad_swap_y(x));
        put(3, quad_swap_diagonal(x));
    })
}

fn subgroup_vectors() -> Result<Kernel, Error> {
    asking("subgroup_vectors", 6, |x, put| {
        let x = x.to_const("x");
        let small = (x % 64).to_f32().to_const("small");
        let sums = subgroup_add(vec3(small, -small, 1.0)).to_const("sums");
        put(0, sums.x().bitcast());
        put(1, sums.y().bitcast());
        put(2, sums.z().bitcast());
        let signed = x.bitcast::<i32>().to_const("signed");
        let greatest = subgroup_max(ivec2(signed, !signed)).to_const("greatest");
        put(3, greatest.x().bitcast());
        put(4, greatest.y().bitcast());
        put(5, subgroup_shuffle_xor(uvec4(0, 0, 0, x), 1).w());
    })
}

/// A sum and a prefix sum by steps, in loops and in a function.
fn subgroup_steps() -> Result<Kernel, Error> {
    asking("subgroup_steps", 2, |x, put| {
        let x = x.to_const("x");
        let total = x.to_var("total");
        Loop(
            range(1u32, subgroup_size()).shift_left(1).named("mask"),
            |mask| {
                total.add_assign(subgroup_shuffle_xor(total.load(), mask));
            },
        );
        let prefix_sum = Fn("prefix_sum", ["value"], |value: Node<u32>| {
            let sum = value.to_var("sum");
            let steps = range(1u32, subgroup_size()).shift_left(1);
            Loop(steps.named("distance"), |distance| {
                let below = subgroup_shuffle_up(sum.load(), distance).to_const("below");
                If(subgroup_invocation_id().ge(distance), || {
                    sum.add_assign(below)
                });
            });
            sum.load()
        });
        put(0, total.load());
        put(1, prefix_sum.call(x));
    })
}

/// Nothing is asked earlier, later, once for twice or in another branch than written.
fn subgroup_order() -> Result<Kernel, Error> {
    asking("subgroup_order", 3, |x, put| {
        let value = x.to_var("value");
        let before = subgroup_add(value.load()).to_const("before");
        value.mul_assign(3);
        let after = subgroup_add(value.load()).to_const("after");
        let chosen = 1u32.to_var("chosen");
        If(num_subgroups().eq(1), || {
            chosen.assign(subgroup_add(value.load()));
        });
        put(0, before);
        put(1, after);
        put(2, chosen.load());
    })
}

fn subgroup_meeting() -> Result<Kernel, Error> {
    asking("subgroup_meeting", 1, |x, put| {
        let x = x.to_const("x");
        let tile = workgroup_array::<u32>("tile", WORKGROUP);
        let first = (subgroup_id() * subgroup_size()).to_const("first");
        let lane = subgroup_invocation_id();
        tile.element(first + lane).assign(x);
        subgroup_barrier();
        put(0, tile.element(first + (lane ^ 1)).load());
    })
}

fn subgroup_halves() -> Result<Kernel, Error> {
    asking("subgroup_halves", 2, |x, put| {
        let small = (x % 8).to_f16().to_const("small");
        put(0, subgroup_add(small).to_f32().bitcast());
        put(1, subgroup_shuffle_xor(small, 1).to_f32().bitcast());
    })
}

fn subgroup_longs() -> Result<Kernel, Error> {
    asking("subgroup_longs", 4, |x, put| {
        let long = (x.to_u64() << 20).to_const("long");
        let sum = subgroup_add(long).bitcast::<UVec2>().to_const("sum");
        let other = subgroup_shuffle_xor(long, 1).bitcast::<UVec2>();
        let other = other.to_const("other");
        put(0, sum.x());
        put(1, sum.y());
        put(2, other.x());
        put(3, other.y());
    })
}
