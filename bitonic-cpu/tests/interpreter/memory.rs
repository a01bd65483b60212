//! Loads, stores, atomics, workgroup memory, and indices out of range.

use bitonic_cpu::execute::Unobserved;

use crate::kernel::{check, decode, dispatch, memory, result, result_of, words};

#[test]
fn reads_happen_where_they_are_written() {
    check(
        "@compute @workgroup_size(1) fn main() { let b = data[0] * 2u; data[0] = 5u; data[1] = b; }",
        &[10, 0],
        &[5, 20],
    );
    check(
        "@compute @workgroup_size(1) fn main() {
            let a = data[0]; let c = data[1]; data[0] = min(a, c); data[1] = max(a, c);
        }",
        &[9, 4],
        &[4, 9],
    );
    check(
        "@compute @workgroup_size(1) fn main() {
            var x = data[0]; let before = x; x = 7u; data[0] = before; data[1] = x;
        }",
        &[3, 0],
        &[3, 7],
    );
}

#[test]
fn a_barrier_exchanges_through_workgroup_memory() {
    let kernel = "var<workgroup> tile: array<u32, 64>;
    @compute @workgroup_size(64)
    fn main(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) group: vec3<u32>) {
        tile[i] = data[group.x * 64u + i];
        workgroupBarrier();
        for (var stride = 1u; stride < 64u; stride *= 2u) {
            var other = 0u;
            if i >= stride { other = tile[i - stride]; }
            workgroupBarrier();
            tile[i] += other;
            workgroupBarrier();
        }
        data[group.x * 64u + i] = tile[i];
    }";
    let before: Vec<u32> = (0..192).map(|i| i * 7 % 31).collect();
    let expected: Vec<u32> = before
        .chunks(64)
        .flat_map(|tile| {
            tile.iter().scan(0, |sum, x| {
                *sum += x;
                Some(*sum)
            })
        })
        .collect();
    assert_eq!(
        result_of(kernel, &before, [3, 1, 1], &mut Unobserved),
        expected
    );
}

#[test]
fn workgroup_memory_starts_as_zero_in_each_workgroup() {
    let kernel = "var<workgroup> cell: u32;
    @compute @workgroup_size(4)
    fn main(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) group: vec3<u32>) {
        data[group.x * 4u + i] = cell + 1u;
        workgroupBarrier();
        cell = 50u;
    }";
    assert_eq!(
        result_of(kernel, &[0; 8], [2, 1, 1], &mut Unobserved),
        [1; 8]
    );
}

#[test]
fn private_and_function_variables_start_as_zero_or_as_written() {
    let kernel = "var<private> a: u32; var<private> b = 4u; var<private> v: array<u32, 3>;
    fn bump() { a += 1u; b += 1u; v[a] = b; }
    @compute @workgroup_size(2) fn main(@builtin(local_invocation_index) i: u32) {
        var local: vec2<u32>;
        if i == 1u { bump(); }
        bump();
        data[i] = a * 1000u + b * 100u + v[1] * 10u + v[2] + local.y;
    }";
    check(kernel, &[0; 2], &[1000 + 500 + 50, 2000 + 600 + 50 + 6]);
}

#[test]
fn out_of_range_loads_give_zero_and_stores_do_nothing() {
    check(
        "@compute @workgroup_size(4) fn main(@builtin(local_invocation_index) i: u32) {
            let far = data[i + 2u];
            data[i + 2u] = far + 10u;
            data[i * 0x40000000u + 4u] = 9u;
            data[u32(-1 - i32(i))] = 9u;
        }",
        &[1, 2, 3, 4],
        &[1, 2, 13, 14],
    );
}

#[test]
fn a_binding_ends_where_it_ends_not_where_its_buffer_does() {
    use bitonic_cpu::execute::{Binding, Dispatch, run};
    let program = decode(
        "@group(0) @binding(0) var<storage, read_write> data: array<u32>;
        @compute @workgroup_size(8) fn main(@builtin(local_invocation_index) i: u32) {
            let n = arrayLength(&data);
            let old = data[i];
            if i < 7u { data[i] = old + n; }
        }",
    )
    .expect("supported");
    let buffer = memory(&[1; 8]);
    let bindings = [Binding {
        memory: &buffer,
        offset: 8,
        size: 12,
    }];
    run(
        &Dispatch {
            program: &program,
            bindings: &bindings,
            textures: bitonic_cpu::execute::Textures::NONE,
            immediates: &[],
            workgroups: [1, 1, 1],
        },
        &mut Unobserved,
    );
    assert_eq!(words(&buffer), [1, 1, 4, 4, 4, 1, 1, 1]);
}

#[test]
fn fixed_size_indices_stay_inside() {
    // Any element may be hit, so every element holds the same.
    let kernel = "var<workgroup> tile: array<u32, 4>;
    @compute @workgroup_size(4) fn main(@builtin(local_invocation_index) i: u32) {
        var local = array<u32, 4>(7u, 7u, 7u, 7u);
        tile[i] = 5u;
        workgroupBarrier();
        var v = vec4<u32>(6u);
        data[i] = local[i * 1000u] + tile[i * 77u] + v[i * 9u] + local[u32(-1 - i32(i))];
    }";
    check(kernel, &[0; 4], &[25; 4]);
}

#[test]
fn indexed_local_arrays_are_each_invocations_own() {
    let kernel = "@compute @workgroup_size(8) fn main(@builtin(local_invocation_index) i: u32) {
        var a: array<u32, 8>;
        for (var k = 0u; k < 8u; k++) { a[k] = k * 10u; }
        a[i] = 1u;
        if i < 4u { a[(i + 1u) & 7u] = i; }
        a[a[i]] += 2u;
        var sum = 0u;
        for (var k = 0u; k < 8u; k++) { sum = sum * 3u + a[k]; }
        data[i] = sum;
    }";
    let expected: Vec<u32> = (0..8usize)
        .map(|i| {
            let mut a: [u32; 8] = std::array::from_fn(|k| k as u32 * 10);
            a[i] = 1;
            if i < 4 {
                a[i + 1] = i as u32;
            }
            a[a[i] as usize] += 2;
            a.iter()
                .fold(0u32, |sum, x| sum.wrapping_mul(3).wrapping_add(*x))
        })
        .collect();
    check(kernel, &[0; 8], &expected);
}

#[test]
fn constant_tables_and_values_indexed_at_run_time() {
    let kernel = "const TABLE = array<vec2<u32>, 5>(vec2(1u, 2u), vec2(3u, 4u), vec2(5u, 6u), vec2(7u, 8u), vec2(9u, 10u));
    @compute @workgroup_size(8) fn main(@builtin(local_invocation_index) i: u32) {
        let v = vec3<u32>(i, i + 1u, i + 2u);
        let m = array<u32, 6>(i, 2u * i, 3u * i, 4u * i, 5u * i, 6u * i);
        data[i] = TABLE[i % 5u].y * 10000u + v[i % 3u] * 100u + m[i % 6u];
    }";
    let expected: Vec<u32> = (0..8)
        .map(|i| (i % 5 + 1) * 2 * 10000 + (i + i % 3) * 100 + (i % 6 + 1) * i)
        .collect();
    check(kernel, &[0; 8], &expected);
}

#[test]
fn atomics_return_the_value_before() {
    let kernel = "var<workgroup> count: atomic<u32>;
    @group(0) @binding(1) var<storage, read_write> total: array<atomic<i32>>;
    @compute @workgroup_size(8) fn main(@builtin(local_invocation_index) i: u32) {
        if i % 2u == 0u { data[i] = atomicAdd(&count, 3u); }
        atomicAdd(&total[0], i32(i)); atomicSub(&total[1], i32(i));
        atomicMax(&total[2], i32(i) - 3); atomicMin(&total[3], i32(i) - 3);
        atomicOr(&total[4], i32(i)); atomicAnd(&total[5], i32(i) | 8); atomicXor(&total[6], i32(i));
        atomicStore(&total[7], i32(i));
        let exchange = atomicCompareExchangeWeak(&total[8], i32(i), i32(i) + 1);
        if exchange.exchanged { atomicAdd(&total[9], exchange.old_value); }
        atomicAdd(&total[100], 1);
        workgroupBarrier();
        if i == 1u { data[1] = atomicLoad(&count); data[3] = atomicExchange(&count, 9u); data[5] = atomicLoad(&count); }
    }";
    let source =
        format!("@group(0) @binding(0) var<storage, read_write> data: array<u32>;\n{kernel}");
    let program = decode(&source).expect("supported");
    let data = memory(&[0; 8]);
    let total = memory(&[0, 0, 0, 0, 0, u32::MAX, 0, 0, 0, 0]);
    dispatch(&program, &[&data, &total], [1, 1, 1], &mut Unobserved);
    assert_eq!(words(&data), [0, 12, 3, 12, 6, 9, 9, 0]);
    let signed: Vec<i32> = words(&total)
        .iter()
        .map(|word| word.cast_signed())
        .collect();
    assert_eq!(signed, [28, -28, 4, -3, 7, 8, 0, 7, 8, 28]);
}

#[test]
fn workgroup_uniform_load_shows_what_was_stored() {
    check(
        "var<workgroup> cell: u32;
        @compute @workgroup_size(4) fn main(@builtin(local_invocation_index) i: u32) {
            if i == 3u { cell = data[i]; }
            let shared_value = workgroupUniformLoad(&cell);
            data[i] = shared_value + i;
        }",
        &[1, 2, 3, 40],
        &[40, 41, 42, 43],
    );
}

#[test]
fn stores_of_all_to_one_word_leave_one_of_them() {
    let after = result(
        "@compute @workgroup_size(4) fn main(@builtin(local_invocation_index) i: u32) {
            if i < 3u { data[0] = i + 1u; }
            if i > 7u { data[1] = 5u; }
        }",
        &[0, 0],
    );
    assert!((1..=3).contains(&after[0]));
    assert_eq!(after[1], 0);
}

#[test]
fn built_in_inputs() {
    let kernel = "@compute @workgroup_size(2, 3, 2)
    fn main(@builtin(global_invocation_id) global: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>,
            @builtin(local_invocation_index) index: u32, @builtin(workgroup_id) group: vec3<u32>,
            @builtin(num_workgroups) count: vec3<u32>) {
        let size = vec3(2u, 3u, 2u);
        let total = size * count;
        let slot = (global.z * total.y + global.y) * total.x + global.x;
        let fits = all(global == group * size + local) && index == (local.z * 3u + local.y) * 2u + local.x;
        data[slot] = select(0u, 1u + slot, fits);
    }";
    let length = 2 * 3 * 2 * (2 * 2 * 3);
    let expected: Vec<u32> = (1..=length).collect();
    let after = result_of(
        kernel,
        &vec![0; length as usize],
        [2, 2, 3],
        &mut Unobserved,
    );
    assert_eq!(after, expected);
}

#[test]
fn inputs_in_a_struct() {
    check(
        "struct Inputs { @builtin(local_invocation_index) index: u32, @builtin(workgroup_id) group: vec3<u32> }
        @compute @workgroup_size(3) fn main(inputs: Inputs) { data[inputs.index] = inputs.index + inputs.group.x + 5u; }",
        &[0; 3],
        &[5, 6, 7],
    );
}

#[test]
fn workgroups_of_any_size() {
    for size in [1, 3, 7, 8, 9, 31, 100, 256] {
        let kernel = format!(
            "@compute @workgroup_size({size}) fn main(@builtin(global_invocation_id) id: vec3<u32>) {{
                if id.x % 3u == 1u {{ data[id.x] = id.x * 2u; }}
            }}"
        );
        let expected: Vec<u32> = (0..size * 2)
            .map(|i| if i % 3 == 1 { i * 2 } else { 0 })
            .collect();
        let after = result_of(
            &kernel,
            &vec![0; size as usize * 2],
            [2, 1, 1],
            &mut Unobserved,
        );
        assert_eq!(after, expected);
    }
}

#[test]
fn one_program_after_another_on_one_thread() {
    let small = "@compute @workgroup_size(2) fn main(@builtin(local_invocation_index) i: u32) { data[i] += 1u; }";
    let large = "var<workgroup> t: array<u32, 9>;
    @compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
        if i < 9u { t[8u - i] = i; }
        workgroupBarrier();
        if i < 9u { data[i] = t[i]; }
    }";
    for _ in 0..2 {
        check(small, &[1, 1], &[2, 2]);
        check(large, &[0; 9], &[8, 7, 6, 5, 4, 3, 2, 1, 0]);
    }
}

#[test]
fn small_workgroups_know_who_they_are() {
    // Neither barrier nor workgroup memory: the interpreter may run many of these at once.
    for size in [1, 2, 60, 64] {
        let kernel = format!(
            "@compute @workgroup_size({size}) fn main(
                @builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) count: vec3<u32>,
                @builtin(local_invocation_index) i: u32) {{
                let slot = ((group.z * count.y + group.y) * count.x + group.x) * {size}u + i;
                var turns = 0u;
                while turns < group.x {{ turns += 1u; }}
                if group.y == 2u {{ return; }}
                data[slot] = turns * 1000u + group.y * 100u + group.z * 10u + i;
            }}"
        );
        let count = [7, 3, 2];
        let mut expected = Vec::new();
        for z in 0..count[2] {
            for y in 0..count[1] {
                for x in 0..count[0] {
                    let word = |i| {
                        if y == 2 {
                            0
                        } else {
                            x * 1000 + y * 100 + z * 10 + i
                        }
                    };
                    expected.extend((0..size).map(word));
                }
            }
        }
        let before = vec![0; expected.len()];
        assert_eq!(
            result_of(&kernel, &before, count, &mut Unobserved),
            expected
        );
    }
}

#[test]
fn a_dispatch_of_no_workgroups_does_nothing() {
    let kernel = "@compute @workgroup_size(4) fn main() { data[0] = 1u; }";
    for count in [[0, 1, 1], [1, 0, 1], [1, 1, 0]] {
        assert_eq!(result_of(kernel, &[5], count, &mut Unobserved), [5]);
    }
}
