//! Matrices of all nine shapes, of f16, f32 and f64, against sums written out here.

use super::rows::{Ty, pack, unpack};
use super::runner::Kernel;

const TYPES: [Ty; 3] = [Ty::F16, Ty::F32, Ty::F64];

fn shapes() -> impl Iterator<Item = (usize, usize)> {
    (2..=4).flat_map(|columns| (2..=4).map(move |rows| (columns, rows)))
}

/// Small integers, of which every product and sum here is exact even as f16.
fn entry(column: usize, row: usize, seed: usize) -> f64 {
    ((column * 5 + row * 3 + seed * 7) % 9) as f64 - 4.0
}

/// The matrix of a seed as a buffer holds it: columns of three rows take the place of four.
fn stored(columns: usize, rows: usize, seed: usize) -> Vec<f64> {
    let places = if rows == 3 { 4 } else { rows };
    let column = |column| {
        (0..places).map(move |row| {
            if row < rows {
                entry(column, row, seed)
            } else {
                0.0
            }
        })
    };
    (0..columns).flat_map(column).collect()
}

/// Runs `body`, which finds `m`, `n` (both of the shape), `t` (of the transposed) and the vectors
/// `v` (as many as columns) and `w` (as rows) in a buffer, and writes scalars with `put`.
#[track_caller]
fn check(ty: Ty, (columns, rows): (usize, usize), body: &str, expected: &[f64]) {
    let name = ty.name();
    let source = format!(
        "{}struct All {{
            m: mat{columns}x{rows}<{name}>,
            n: mat{columns}x{rows}<{name}>,
            t: mat{rows}x{columns}<{name}>,
            v: vec{columns}<{name}>,
            w: vec{rows}<{name}>,
        }}
        @group(0) @binding(0) var<storage, read_write> results: array<{name}>;
        @group(0) @binding(1) var<storage, read_write> all: array<All>;
        @group(0) @binding(2) var<storage, read_write> picks: array<u32>;
        var<private> next: u32;
        fn put(x: {name}) {{ results[next] = x; next += 1u; }}
        @compute @workgroup_size(1) fn main(@builtin(local_invocation_index) i: u32) {{
            let m = all[0].m;
            let n = all[0].n;
            let t = all[0].t;
            let v = all[0].v;
            let w = all[0].w;
            {body}
        }}",
        ty.directives()
    );
    let mut scalars = Vec::new();
    let mut append = |values: Vec<f64>, lanes: usize| {
        let align = if lanes == 3 { 4 } else { lanes };
        scalars.resize(usize::next_multiple_of(scalars.len(), align), 0.0);
        scalars.extend(values);
    };
    append(stored(columns, rows, 1), rows);
    append(stored(columns, rows, 2), rows);
    append(stored(rows, columns, 3), columns);
    append((0..columns).map(|c| entry(c, 0, 4)).collect(), columns);
    append((0..rows).map(|r| entry(r, 0, 5)).collect(), rows);
    // The struct ends at a multiple of its alignment; a second element may follow.
    scalars.resize(scalars.len().next_multiple_of(4), 0.0);
    let bits: Vec<u64> = scalars.iter().map(|&x| ty.bits(x)).collect();
    let room = vec![0; expected.len() + 8];
    let kernel = Kernel {
        source: &source,
        features: ty.features(),
        buffers: vec![pack(ty, &room), pack(ty, &bits), vec![1, 0, 1, 0]],
        ..Kernel::default()
    };
    let source = source.replace("let m = all[0].m;", "let m = all[picks[1]].m;");
    let kernel = Kernel {
        source: &source,
        ..kernel
    };
    for (engine, buffers) in kernel.run() {
        let found = unpack(ty, &buffers[0]);
        let found: Vec<f64> = found[..expected.len()]
            .iter()
            .map(|&bits| ty.value(bits))
            .collect();
        assert_eq!(
            found, expected,
            "{engine}: {columns}x{rows} of {name}: {body}"
        );
    }
}

/// Statements that put every entry of a matrix.
fn put_all(matrix: &str, columns: usize, rows: usize) -> String {
    let entry = |column| (0..rows).map(move |row| format!("put({matrix}[{column}][{row}]);\n"));
    (0..columns).flat_map(entry).collect()
}

fn all_of(columns: usize, rows: usize, value: impl Fn(usize, usize) -> f64) -> Vec<f64> {
    let value = &value;
    let column = |column| (0..rows).map(move |row| value(column, row));
    (0..columns).flat_map(column).collect()
}

#[test]
fn sums_and_scalings() {
    for ty in TYPES {
        for (columns, rows) in shapes() {
            let one = format!("{}(3.0)", ty.name());
            let body = format!(
                "let s = (m + n) * {one} - {one} * m;\n{}",
                put_all("s", columns, rows)
            );
            let expected = all_of(columns, rows, |c, r| 3.0 * entry(c, r, 2));
            check(ty, (columns, rows), &body, &expected);
        }
    }
}

#[test]
fn products_with_vectors_and_matrices() {
    for ty in TYPES {
        for (columns, rows) in shapes() {
            let mut body = "let mv = m * v; let vm = w * m; let mm = m * t;\n".to_owned();
            (0..rows).for_each(|row| body += &format!("put(mv[{row}]);\n"));
            (0..columns).for_each(|column| body += &format!("put(vm[{column}]);\n"));
            body += &put_all("mm", rows, rows);
            let mut expected: Vec<f64> = (0..rows)
                .map(|r| (0..columns).map(|c| entry(c, r, 1) * entry(c, 0, 4)).sum())
                .collect();
            expected.extend((0..columns).map(|c| {
                (0..rows)
                    .map(|r| entry(c, r, 1) * entry(r, 0, 5))
                    .sum::<f64>()
            }));
            expected.extend(all_of(rows, rows, |c, r| {
                (0..columns).map(|k| entry(k, r, 1) * entry(c, k, 3)).sum()
            }));
            check(ty, (columns, rows), &body, &expected);
        }
    }
}

#[test]
fn transposes_and_determinants() {
    for ty in TYPES {
        for (columns, rows) in shapes() {
            let mut body = format!("let x = transpose(m);\n{}", put_all("x", rows, columns));
            let mut expected = all_of(rows, columns, |c, r| entry(r, c, 1));
            if columns == rows {
                body += "put(determinant(m));";
                expected.push(determinant(&all_of(columns, rows, |c, r| entry(c, r, 1))));
            }
            check(ty, (columns, rows), &body, &expected);
        }
    }
}

/// By Leibniz: a sum over the permutations.
fn determinant(entries: &[f64]) -> f64 {
    let size = entries.len().isqrt();
    permutations(size)
        .iter()
        .map(|order| {
            let inversions = (0..size)
                .flat_map(|i| (i + 1..size).map(move |j| (i, j)))
                .filter(|&(i, j)| order[i] > order[j])
                .count();
            let product: f64 = order
                .iter()
                .enumerate()
                .map(|(c, &r)| entries[c * size + r])
                .product();
            if inversions % 2 == 0 {
                product
            } else {
                -product
            }
        })
        .sum()
}

fn permutations(size: usize) -> Vec<Vec<usize>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    let shorter = permutations(size - 1);
    let insert = |order: &Vec<usize>, at: usize| {
        let mut order = order.clone();
        order.insert(at, size - 1);
        order
    };
    shorter
        .iter()
        .flat_map(|order| (0..size).map(move |at| insert(order, at)))
        .collect()
}

#[test]
fn entries_are_read_and_written_by_any_index() {
    for ty in TYPES {
        for (columns, rows) in shapes() {
            let name = ty.name();
            let body = format!(
                "let one = picks[0];
                var x = m;
                x[one] = w;
                x[picks[1]][one] = {name}(2.0);
                x[{last}][0] += {name}(1.0);
                all[picks[1]].n[one] = x[one];
                all[picks[1]].n[0][one] = {name}(-3.0);
                let y = all[0].n;
                put(m[one][one]);
                put(v[one]);
                {}{}",
                put_all("x", columns, rows),
                put_all("y", columns, rows),
                last = columns - 1,
            );
            let written = |c, r| match (c, r) {
                (1, r) => entry(r, 0, 5) + if columns == 2 && r == 0 { 1.0 } else { 0.0 },
                (0, 1) => 2.0,
                (c, 0) if c == columns - 1 => entry(c, 0, 1) + 1.0,
                (c, r) => entry(c, r, 1),
            };
            let mut expected = vec![entry(1, 1, 1), entry(1, 0, 4)];
            expected.extend(all_of(columns, rows, written));
            expected.extend(all_of(columns, rows, |c, r| match (c, r) {
                (1, r) => written(1, r),
                (0, 1) => -3.0,
                (c, r) => entry(c, r, 2),
            }));
            check(ty, (columns, rows), &body, &expected);
        }
    }
}

#[test]
fn constructors_take_columns_scalars_and_other_matrices() {
    for ty in TYPES {
        for (columns, rows) in shapes() {
            let name = ty.name();
            let mat = format!("mat{columns}x{rows}<{name}>");
            let vectors = vec!["w"; columns].join(", ");
            let scalars: Vec<String> = (0..columns * rows)
                .map(|k| format!("v[{}]", k % columns))
                .collect();
            let body = format!(
                "let a = {mat}({vectors}); let b = {mat}({}); let c = {mat}(m); let d = {mat}();\n{}{}{}{}",
                scalars.join(", "),
                put_all("a", columns, rows),
                put_all("b", columns, rows),
                put_all("c", columns, rows),
                put_all("d", columns, rows),
            );
            let mut expected = all_of(columns, rows, |_, r| entry(r, 0, 5));
            expected.extend(all_of(columns, rows, |c, r| {
                entry((c * rows + r) % columns, 0, 4)
            }));
            expected.extend(all_of(columns, rows, |c, r| entry(c, r, 1)));
            expected.extend(vec![0.0; columns * rows]);
            check(ty, (columns, rows), &body, &expected);
        }
    }
}
