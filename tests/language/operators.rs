//! Operators: arithmetic, bits and truth, comparisons. Those that assign are in
//! `assignments`.

use bitonic::*;

use super::entry::{Entry, entry};

pub(crate) fn entries() -> Vec<Entry> {
    [scalars(), vectors(), matrices(), bits(), comparisons()]
        .into_iter()
        .flatten()
        .collect()
}

fn scalars() -> Vec<Entry> {
    vec![
        entry("+")
            .maps2(
                |x: Node<u32>, y: Node<u32>| x + y,
                (&[7, u32::MAX], &[5, 2]),
                &[12, 1_u32],
            )
            .emits("x[i] + y[i]"),
        entry("-")
            .maps2(
                |x: Node<i32>, y: Node<i32>| x - y,
                (&[7, i32::MIN], &[9, 1]),
                &[-2, i32::MAX],
            )
            .emits("x[i] - y[i]"),
        entry("*")
            .maps2(
                |x: Node<i32>, y: Node<i32>| x * y,
                (&[-7, 1 << 30], &[6, 4]),
                &[-42, 0],
            )
            .emits("x[i] * y[i]"),
        // Towards zero; divided by 0, or the least number by -1, it is the number itself.
        entry("/")
            .maps2(
                |x: Node<i32>, y: Node<i32>| x / y,
                (&[-7, 9, i32::MIN], &[2, 0, -1]),
                &[-3, 9, i32::MIN],
            )
            .emits(" / "),
        // The sign of the left; by 0, or the least number by -1, it is 0.
        entry("%")
            .maps2(
                |x: Node<i32>, y: Node<i32>| x % y,
                (&[-7, 9, i32::MIN], &[4, 0, -1]),
                &[-3, 0, 0],
            )
            .emits(" % "),
        entry("negation")
            .maps(|x: Node<i32>| -x, &[5, i32::MIN], &[-5, i32::MIN])
            .emits("-x[i]"),
    ]
}

fn vectors() -> Vec<Entry> {
    let (a, b) = ([UVec2::new(17, 9)], [UVec2::new(5, 4)]);
    vec![
        entry("+ on vectors")
            .maps2(
                |x: Node<UVec2>, y: Node<UVec2>| x + y,
                (&a, &b),
                &[UVec2::new(22, 13)],
            )
            .emits("x[i] + y[i]"),
        entry("- on vectors")
            .maps2(
                |x: Node<UVec2>, y: Node<UVec2>| x - y,
                (&a, &b),
                &[UVec2::new(12, 5)],
            )
            .emits("x[i] - y[i]"),
        entry("* on vectors")
            .maps2(
                |x: Node<UVec2>, y: Node<UVec2>| x * y,
                (&a, &b),
                &[UVec2::new(85, 36)],
            )
            .emits("x[i] * y[i]"),
        entry("/ on vectors")
            .maps2(
                |x: Node<UVec2>, y: Node<UVec2>| x / y,
                (&a, &b),
                &[UVec2::new(3, 2)],
            )
            .emits(" / "),
        entry("% on vectors")
            .maps2(
                |x: Node<UVec2>, y: Node<UVec2>| x % y,
                (&a, &b),
                &[UVec2::new(2, 1)],
            )
            .emits(" % "),
        entry("scalar * vector")
            .maps2(
                |x: Node<u32>, y: Node<UVec2>| x * y + 1,
                (&[3], &b),
                &[UVec2::new(16, 13)],
            )
            .emits("x[i] * y[i] + 1u"),
    ]
}

/// The matrix of the columns (1, 2) and (3, 4).
fn one_to_four() -> Mat2 {
    Mat2::from_columns([Vec2::new(1.0, 2.0), Vec2::new(3.0, 4.0)])
}

/// The matrix of the columns (5, 6) and (7, 8).
fn five_to_eight() -> Mat2 {
    Mat2::from_columns([Vec2::new(5.0, 6.0), Vec2::new(7.0, 8.0)])
}

fn matrices() -> Vec<Entry> {
    let (a, b) = ([one_to_four()], [five_to_eight()]);
    let columns = |a: f32, b, c, d| [Mat2::from_columns([Vec2::new(a, b), Vec2::new(c, d)])];
    let v = [Vec2::new(10.0, 100.0)];
    vec![
        entry("+ on matrices")
            .maps2(
                |x: Node<Mat2>, y: Node<Mat2>| x + y,
                (&a, &b),
                &columns(6.0, 8.0, 10.0, 12.0),
            )
            .emits("x[i] + y[i]"),
        entry("- on matrices")
            .maps2(
                |x: Node<Mat2>, y: Node<Mat2>| y - x,
                (&a, &b),
                &columns(4.0, 4.0, 4.0, 4.0),
            )
            .emits("y[i] - "),
        entry("matrix * vector")
            .maps2(
                |x: Node<Mat2>, y: Node<Vec2>| x * y,
                (&a, &v),
                &[Vec2::new(310.0, 420.0)],
            )
            .emits("x[i] * y[i]"),
        entry("vector * matrix")
            .maps2(
                |x: Node<Mat2>, y: Node<Vec2>| y * x,
                (&a, &v),
                &[Vec2::new(210.0, 430.0)],
            )
            .emits("y[i] * "),
        entry("matrix * matrix")
            .maps2(
                |x: Node<Mat2>, y: Node<Mat2>| x * y,
                (&a, &b),
                &columns(23.0, 34.0, 31.0, 46.0),
            )
            .emits("x[i] * y[i]"),
        entry("scalar * matrix")
            .maps(|x: Node<Mat2>| 2.0 * x, &a, &columns(2.0, 4.0, 6.0, 8.0))
            .emits(" * x[i]"),
    ]
}

fn bits() -> Vec<Entry> {
    vec![
        entry("&")
            .maps(|x: Node<u32>| x & 6, &[5, 0xFFFF_FFFF], &[4, 6_u32])
            .emits("x[i] & 6u"),
        entry("|")
            .maps(|x: Node<u32>| x | 6, &[1, 8], &[7, 14_u32])
            .emits("x[i] | 6u"),
        entry("^")
            .maps(|x: Node<u32>| x ^ 6, &[5, 6], &[3, 0_u32])
            .emits("x[i] ^ 6u"),
        entry("!")
            .maps2(
                |x: Node<u32>, y: Node<u32>| select(!x.eq(y), !x, 7),
                (&[5, 6], &[5, 0]),
                &[7, 0xFFFF_FFF9_u32],
            )
            .emits("~x"),
        // The amount counts modulo 32.
        entry("<<")
            .maps2(
                |x: Node<u32>, y: Node<u32>| x << y,
                (&[3, 3], &[4, 33]),
                &[48, 6_u32],
            )
            .emits("x[i] << "),
        entry(">>")
            .maps2(
                |x: Node<i32>, y: Node<u32>| x >> y,
                (&[-256, 256], &[4, 36]),
                &[-16, 16],
            )
            .emits("x[i] >> "),
        entry("&&")
            .says(|k, out, i| {
                let data = k.storage::<u32>("data");
                let is_set = i.lt(data.len()).and_also(|| data.element(i).load().ne(0));
                out.element(i).assign(is_set.to_u32());
            })
            .given("data", &[7_u32, 0, 9])
            .gives(&[1_u32, 0, 1, 0])
            .emits("var both = is_less;")
            .emits("if is_less {"),
        entry("||")
            .maps(
                |x: Node<u32>| x.eq(0).or_else(|| (100 / x).lt(20)).to_u32(),
                &[0, 4, 10],
                &[1, 0, 1_u32],
            )
            .emits("||"),
    ]
}

fn comparisons() -> Vec<Entry> {
    let (a, b) = ([1.0, 2.0, 3.0], [2.0, 2.0, 2.0]);
    vec![
        entry("==")
            .maps(|x: Node<u32>| x.eq(5).to_u32(), &[5, 6], &[1, 0_u32])
            .emits("== 5u"),
        entry("!=")
            .maps(|x: Node<u32>| x.ne(5).to_u32(), &[5, 6], &[0, 1_u32])
            .emits("!= 5u"),
        entry("<")
            .maps2(
                |x: Node<f32>, y: Node<f32>| x.lt(y).to_u32(),
                (&a, &b),
                &[1, 0, 0_u32],
            )
            .emits("x[i] < y[i]"),
        entry("<=")
            .maps2(
                |x: Node<f32>, y: Node<f32>| x.le(y).to_u32(),
                (&a, &b),
                &[1, 1, 0_u32],
            )
            .emits("x[i] <= y[i]"),
        entry(">")
            .maps2(
                |x: Node<f32>, y: Node<f32>| x.gt(y).to_u32(),
                (&a, &b),
                &[0, 0, 1_u32],
            )
            .emits("x[i] > y[i]"),
        entry(">=")
            .maps2(
                |x: Node<f32>, y: Node<f32>| x.ge(y).to_u32(),
                (&a, &b),
                &[0, 1, 1_u32],
            )
            .emits("x[i] >= y[i]"),
        entry("comparison by component")
            .maps2(
                |x: Node<UVec3>, y: Node<UVec3>| x.lt(y).to_u32(),
                (&[UVec3::new(1, 5, 3)], &[UVec3::new(2, 4, 3)]),
                &[UVec3::new(1, 0, 0)],
            )
            .emits("x[i] < y[i]"),
    ]
}
