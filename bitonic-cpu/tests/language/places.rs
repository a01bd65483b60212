//! Variables of all address spaces: layouts, pointers, overrides, tables.

use wgpu::Features;

use super::rows::{Ty, pack, unpack};
use super::runner::Kernel;

const HALVES: Features = Features::SHADER_F16;

fn check(source: &str, features: Features, buffers: Vec<Vec<u32>>, expected: &[u32]) {
    Kernel {
        source,
        features,
        buffers,
        ..Kernel::default()
    }
    .check(expected);
}

#[test]
fn workgroup_sizes_and_array_lengths_are_overridden() {
    let source = "override size: u32 = 4u;
        override twice = size * 2u;
        override scale: f32 = 1.5;
        override negative: bool = false;
        var<workgroup> tile: array<u32, twice>;
        var<workgroup> nested: array<vec2<u32>, size>;
        @group(0) @binding(0) var<storage, read_write> data: array<u32>;
        @compute @workgroup_size(size, 1, 1)
        fn main(@builtin(local_invocation_index) i: u32) {
            tile[i] = i + 1u;
            tile[i + size] = u32(f32(i) * scale);
            nested[i] = vec2(i, select(0u, 7u, negative));
            workgroupBarrier();
            var sum = 0u;
            for (var k = 0u; k < twice; k++) { sum = sum * 3u + tile[k]; }
            if i == 0u { data[0] = sum; data[1] = nested[size - 1u].x + nested[size - 1u].y; }
        }";
    let sum = |size: u32, scale: f32| {
        let first = (0..size).map(|i| i + 1);
        let words = first.chain((0..size).map(|i| (i as f32 * scale) as u32));
        words.fold(0u32, |sum, word| sum.wrapping_mul(3).wrapping_add(word))
    };
    for (constants, expected) in [
        (&[][..], [sum(4, 1.5), 3]),
        (
            &[("size", 7.0), ("scale", 2.5), ("negative", 1.0)][..],
            [sum(7, 2.5), 6 + 7],
        ),
    ] {
        Kernel {
            source,
            constants,
            buffers: vec![vec![0; 2]],
            ..Kernel::default()
        }
        .check(&expected);
    }
}

#[test]
fn halves_share_words() {
    // Neighbouring invocations own the halves of one word.
    let source = "enable f16;
        struct Odd { a: f16, b: vec3<f16>, c: array<f16, 3>, d: u32, e: f16 }
        @group(0) @binding(0) var<storage, read_write> data: array<f16>;
        @group(0) @binding(1) var<storage, read_write> odd: array<Odd>;
        @compute @workgroup_size(8) fn main(@builtin(local_invocation_index) i: u32) {
            data[i] = data[i] * 2.0h + f16(i);
            if i < 2u {
                odd[i].d = arrayLength(&data) * 10u + arrayLength(&odd);
                odd[i].c[i + 1u] = odd[i].b[i];
                odd[i].e = odd[i].a;
            }
        }";
    let halves: Vec<u64> = (0..8).map(|i| Ty::F16.bits(f64::from(i) - 2.0)).collect();
    // a 0, b 8..14, c 14..20, d 20, e 24; 32 bytes in all.
    let mut element = [0u64; 16];
    element[0] = 0x4200;
    element[4..7].copy_from_slice(&[0x3C00, 0x4000, 0xC400]);
    element[7..10].copy_from_slice(&[0x3800, 0x3801, 0x3802]);
    let odd: Vec<u64> = element.iter().chain(&element).copied().collect();
    let kernel = Kernel {
        source,
        features: HALVES,
        buffers: vec![pack(Ty::F16, &halves), pack(Ty::F16, &odd)],
        ..Kernel::default()
    };
    for (engine, buffers) in kernel.run() {
        let expected = (0..8).map(|i| Ty::F16.bits((f64::from(i) - 2.0) * 2.0 + f64::from(i)));
        assert_eq!(
            unpack(Ty::F16, &buffers[0]),
            expected.collect::<Vec<_>>(),
            "{engine}"
        );
        let mut expected = [element, element];
        for (i, element) in expected.iter_mut().enumerate() {
            element[10] = 82;
            element[8 + i] = element[4 + i];
            element[12] = element[0];
        }
        assert_eq!(unpack(Ty::F16, &buffers[1]), expected.concat(), "{engine}");
    }
}

#[test]
fn uniform_buffers_hold_all_widths() {
    let source = "enable f16;
        struct Inner { h: vec2<f16>, m: mat2x3<f16> }
        struct Params { a: f16, @align(16) inner: Inner, list: array<vec4<f32>, 2>, m: mat3x3<f32>, k: u32 }
        @group(0) @binding(0) var<storage, read_write> data: array<f32>;
        @group(0) @binding(1) var<uniform> params: Params;
        @compute @workgroup_size(1) fn main() {
            let whole = params;
            data[0] = f32(params.a);
            data[1] = f32(params.inner.h.y);
            data[2] = f32(params.inner.m[1].z);
            data[3] = params.list[params.k].z;
            data[4] = params.m[2].y;
            data[5] = f32(whole.inner.m[params.k].x);
        }";
    // a 0; inner 16..48: h 16, m 24 and 32; list 48..80; m 80..128; k 128.
    let mut halves = [0u64; 72];
    halves[0] = 0x3C00;
    halves[9] = 0x4000;
    halves[18] = 0x4400;
    halves[16] = 0x4800;
    let mut words = pack(Ty::F16, &halves);
    words[12 + 4 + 2] = 3.5f32.to_bits();
    words[20 + 8 + 1] = (-6.25f32).to_bits();
    words[32] = 1;
    let expected = [1.0f32, 2.0, 4.0, 3.5, -6.25, 8.0].map(f32::to_bits);
    check(source, HALVES, vec![vec![0; 6], words], &expected);
}

#[test]
fn wide_scalars_live_in_every_space() {
    let source = "struct Pair { small: u32, big: u64, v: vec2<i64> }
        var<private> kept: Pair = Pair(1u, 0x100000002lu, vec2(-1li, 3li));
        var<workgroup> shared_pairs: array<Pair, 4>;
        @group(0) @binding(0) var<storage, read_write> pairs: array<Pair>;
        @group(0) @binding(1) var<uniform> fixed: Pair;
        fn turned(p: Pair) -> Pair { return Pair(p.small + 1u, p.big << 4u, p.v.yx); }
        fn bump(p: ptr<function, Pair>, q: ptr<private, Pair>) { (*p).big += (*q).big; (*q).big *= 3lu; }
        @compute @workgroup_size(4) fn main(@builtin(local_invocation_index) i: u32) {
            var mine = turned(fixed);
            bump(&mine, &kept);
            mine.v[i % 2u] -= i64(i);
            shared_pairs[3u - i] = mine;
            workgroupBarrier();
            pairs[i] = shared_pairs[i];
            if i == 0u { pairs[4].big = kept.big; pairs[4].v = select(kept.v, vec2(0li), vec2(false, true)); }
        }";
    let wide = |value: i64| [value as u32, (value >> 32) as u32];
    let element = |small: u32, big: i64, v: [i64; 2]| {
        let [b, c] = wide(big);
        let [[d, e], [f, g]] = v.map(wide);
        [small, 0, b, c, d, e, f, g]
    };
    let fixed = element(7, 0x1234_5678_9ABC, [5, -6]);
    let mut expected = Vec::new();
    for i in (0..4).rev() {
        let mut v = [-6, 5];
        v[i % 2] -= i as i64;
        expected.extend(element(8, (0x1234_5678_9ABC << 4) + 0x1_0000_0002, v));
    }
    expected.extend(element(0, 0x3_0000_0006, [-1, 0]));
    let buffers = vec![vec![0; 40], fixed.to_vec()];
    check(source, Features::SHADER_INT64, buffers, &expected);
}

#[test]
fn doubles_in_vectors_arrays_and_immediates() {
    let source = "struct Now { x: f64, n: u32, y: vec2<f64> }
        var<immediate> now: Now;
        @group(0) @binding(0) var<storage, read_write> data: array<vec3<f64>>;
        @compute @workgroup_size(1) fn main() {
            var list = array<f64, 5>(1.0lf, 2.0lf, 3.0lf, 4.0lf, 5.0lf);
            list[now.n] += now.x;
            data[0] = vec3(list[now.n], now.y);
            data[1] = data[0].zyx * 0.5lf;
        }";
    let words = |x: f64| [x.to_bits() as u32, (x.to_bits() >> 32) as u32];
    let immediates = [words(0.1), [3, 0], words(-2.0), words(1e300)].concat();
    let sum = 4.0 + 0.1f64;
    let rows = [sum, -2.0, 1e300, 0.0, 5e299, -1.0, sum / 2.0, 0.0];
    let expected: Vec<u32> = rows.iter().flat_map(|&x| words(x)).collect();
    Kernel {
        source,
        features: Features::SHADER_F64 | Features::IMMEDIATES,
        buffers: vec![vec![0; 16]],
        immediates: &immediates,
        ..Kernel::default()
    }
    .check(&expected);
}

#[test]
fn structures_with_atomics_nested_arrays_and_a_runtime_array() {
    let source = "struct Cell { count: atomic<u32>, list: array<array<u32, 3>, 2> }
        struct Store { head: Cell, tail: array<u32> }
        @group(0) @binding(0) var<storage, read_write> store: Store;
        var<workgroup> cell: Cell;
        fn add(i: u32) { let p = &cell; atomicAdd(&(*p).count, i); (*p).list[i % 2u][i % 3u] = i; }
        fn fill(i: u32) -> u32 {
            let p = &store;
            (*p).tail[i] = i * i;
            atomicMax(&(*p).head.count, i);
            return arrayLength(&(*p).tail);
        }
        @compute @workgroup_size(6) fn main(@builtin(local_invocation_index) i: u32) {
            add(i);
            let length = fill(i);
            workgroupBarrier();
            store.head.list[i / 3u][i % 3u] = cell.list[i / 3u][i % 3u] + atomicLoad(&cell.count) * 10u + length * 1000u;
        }";
    // list[r][c] holds the i with i % 2 = r and i % 3 = c; the counts sum to 15.
    let mut expected = vec![5];
    expected.extend([0, 4, 2, 3, 1, 5].map(|i| i + 150 + 6000));
    expected.extend((0..6).map(|i| i * i));
    check(source, Features::empty(), vec![vec![0; 13]], &expected);
}

#[test]
fn pointers_to_function_and_private_are_arguments() {
    let source = "struct Inner { rows: array<vec2<u32>, 3>, n: u32 }
        var<private> kept: array<Inner, 2>;
        fn swap(x: ptr<function, u32>, y: ptr<function, u32>) { let z = *x; *x = *y; *y = z; }
        fn write(p: ptr<private, array<Inner, 2>>, i: u32) { (*p)[i % 2u].rows[i % 3u].y += i; (*p)[1].n = i; }
        fn sum(p: ptr<function, array<u32, 4>>) -> u32 {
            var s = 0u;
            for (var k = 0u; k < 4u; k++) { s = s * 10u + (*p)[k]; }
            return s;
        }
        fn through(p: ptr<function, array<u32, 4>>, k: u32) -> u32 { (*p)[k] += 5u; return sum(p); }
        @group(0) @binding(0) var<storage, read_write> data: array<u32>;
        @compute @workgroup_size(5) fn main(@builtin(local_invocation_index) i: u32) {
            var a = i; var b = 9u;
            swap(&a, &b);
            write(&kept, i);
            var list = array<u32, 4>(1u, 2u, 3u, 4u);
            data[i] = a * 1000u + b * 100u + kept[i % 2u].rows[i % 3u].y * 10u + kept[1].n;
            data[i + 5u] = through(&list, i % 4u);
        }";
    let mut expected: Vec<u32> = (0..5).map(|i| 9000 + i * 100 + i * 10 + i).collect();
    expected.extend([6234, 1734, 1284, 1239, 6234]);
    check(source, Features::empty(), vec![vec![0; 10]], &expected);
}

#[test]
fn tables_are_indexed_at_run_time() {
    let source = "const ROWS = array<array<vec2<f32>, 2>, 3>(
            array(vec2(1.0, 2.0), vec2(3.0, 4.0)),
            array(vec2(5.0, 6.0), vec2(7.0, 8.0)),
            array(vec2(9.0, 10.0), vec2(11.0, 12.0)));
        const M = mat2x2(1.0, 2.0, 3.0, 4.0);
        @group(0) @binding(0) var<storage, read_write> data: array<u32>;
        @compute @workgroup_size(3) fn main(@builtin(local_invocation_index) i: u32) {
            data[i] = u32(ROWS[i][i % 2u].y * 10.0 + M[i % 2u][(i + 1u) % 2u]);
            // Past the end the last element stands in, or any other: not tested.
            data[i + 3u] = array(5u, 6u, 7u)[i];
        }";
    check(
        source,
        Features::empty(),
        vec![vec![0; 6]],
        &[22, 83, 102, 5, 6, 7],
    );
}
