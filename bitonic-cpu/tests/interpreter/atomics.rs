//! Atomics beyond the plain integers: in structures, results of comparisons, floats; barriers.

use bitonic_cpu::execute::Unobserved;

use crate::kernel::{check, decode, dispatch, memory, words};

/// One invocation wins, and all learn what was there before.
#[test]
fn compare_exchange_tells_old_value_and_success() {
    for space in ["workgroup", "storage, read_write"] {
        let binding = if space == "workgroup" {
            ""
        } else {
            "@group(0) @binding(1)"
        };
        let source = format!(
            "@group(0) @binding(0) var<storage, read_write> data: array<u32>;
            struct Pair {{ plain: u32, counts: array<atomic<u32>, 3>, signed: atomic<i32> }}
            {binding} var<{space}> pairs: array<Pair, 2>;
            @compute @workgroup_size(4) fn main(@builtin(local_invocation_index) i: u32) {{
                let first = atomicCompareExchangeWeak(&pairs[1].counts[2], 0u, i + 10u);
                data[i * 5u] = first.old_value;
                data[i * 5u + 1u] = u32(first.exchanged);
                data[i * 5u + 2u] = atomicExchange(&pairs[i % 2u].counts[i / 2u], i + 20u);
                let last = atomicCompareExchangeWeak(&pairs[0].signed, -i32(i), -1 - i32(i));
                data[i * 5u + 3u] = bitcast<u32>(last.old_value);
                workgroupBarrier();
                storageBarrier();
                data[i * 5u + 4u] = atomicLoad(&pairs[i % 2u].counts[i / 2u]);
            }}"
        );
        let program = decode(&source).expect("supported");
        let data = memory(&[7; 20]);
        let pairs = memory(&[0; 10]);
        let before: &[&_] = if space == "workgroup" {
            &[&data]
        } else {
            &[&data, &pairs]
        };
        dispatch(&program, before, [1, 1, 1], &mut Unobserved);
        let rows: Vec<_> = words(&data).chunks(5).map(<[u32]>::to_vec).collect();
        assert_eq!(
            rows,
            [
                [0, 1, 0, 0, 20],
                [10, 0, 0, u32::MAX, 21],
                [10, 0, 0, -2i32 as u32, 22],
                [10, 0, 0, -3i32 as u32, 23],
            ],
            "{space}"
        );
        if space != "workgroup" {
            let expected = [0, 20, 22, 0, -4i32 as u32, 0, 21, 23, 10, 0];
            assert_eq!(words(&pairs), expected);
        }
    }
}

/// `SHADER_FLOAT32_ATOMIC`: add, subtract, exchange, load and store, in buffers.
#[test]
fn floats_are_added_atomically() {
    let source = "@group(0) @binding(0) var<storage, read_write> data: array<f32>;
        struct Sums { head: u32, sums: array<atomic<f32>, 4> }
        @group(0) @binding(1) var<storage, read_write> all: Sums;
        @compute @workgroup_size(4) fn main(@builtin(local_invocation_index) i: u32) {
            data[i] = atomicAdd(&all.sums[0], f32(i) + 0.5);
            atomicSub(&all.sums[1], 0.25);
            if i == 2u { data[4] = atomicExchange(&all.sums[2], 6.5); atomicStore(&all.sums[3], -2.0); }
            data[5] = atomicLoad(&all.sums[2]);
        }";
    let program = decode(source).expect("supported");
    let data = memory(&[0; 6]);
    let sums = memory(&[9, 1f32.to_bits(), 0, 3f32.to_bits(), 0]);
    dispatch(&program, &[&data, &sums], [1, 1, 1], &mut Unobserved);
    let floats = |memory| -> Vec<f32> { words(memory).into_iter().map(f32::from_bits).collect() };
    assert_eq!(floats(&data), [1.0, 1.5, 3.0, 5.5, 3.0, 6.5]);
    assert_eq!(floats(&sums)[1..], [9.0, -1.0, 6.5, -2.0]);
}

#[test]
fn a_uniform_load_of_a_structure_has_all_its_members() {
    check(
        "struct Cell { a: u32, b: vec2<f32>, c: array<i32, 2> }
        var<workgroup> cell: Cell;
        @compute @workgroup_size(4) fn main(@builtin(local_invocation_index) i: u32) {
            if i == 3u { cell = Cell(data[0], vec2(1.5, 2.5), array(-3, 4)); }
            let got = workgroupUniformLoad(&cell);
            var c = got.c;
            data[i] = got.a + u32(got.b.x + got.b.y) + u32(c[0] + c[i % 2u] + 10);
            if i == 0u { cell.a = 100u; }
            data[i] += workgroupUniformLoad(&cell.a);
        }",
        &[1000, 0, 0, 0],
        // 1000 + 4 + (-3 - 3 + 10 or -3 + 4 + 10), then 100.
        &[1108, 1115, 1108, 1115],
    );
}

/// What a barrier must order is ordered already; it has to be accepted, also by the name of textures.
#[test]
fn every_barrier_is_passed() {
    check(
        "var<workgroup> tile: array<u32, 8>;
        @compute @workgroup_size(8) fn main(@builtin(local_invocation_index) i: u32) {
            tile[i] = data[i];
            textureBarrier();
            workgroupBarrier();
            let x = tile[7u - i];
            subgroupBarrier();
            tile[i] = x * 2u;
            storageBarrier();
            workgroupBarrier();
            data[i] = tile[i];
        }",
        &[1, 2, 3, 4, 5, 6, 7, 8],
        &[16, 14, 12, 10, 8, 6, 4, 2],
    );
}
