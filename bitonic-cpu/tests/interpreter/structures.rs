//! Structs, vectors, matrices and arrays in buffers: WGSL's layout, to the word.

use bitonic_cpu::decode::ResourceAccess;
use bitonic_cpu::execute::{Binding, Dispatch, Unobserved, run};

use crate::kernel::{check, decode, dispatch, memory, words};

#[test]
fn members_lie_where_wgsl_puts_them() {
    let source = "struct Inner { a: u32, b: vec3<u32> }
    struct Outer { v: vec3<u32>, s: u32, inner: Inner, list: array<vec3<u32>, 2>, m: mat3x3<f32> }
    @group(0) @binding(0) var<storage, read_write> out: array<u32>;
    @group(0) @binding(1) var<storage> outer: Outer;
    @compute @workgroup_size(1) fn main() {
        let whole = outer;
        out[0] = outer.v.z;
        out[1] = outer.s;
        out[2] = outer.inner.a;
        out[3] = whole.inner.b.y;
        out[4] = outer.list[1].x;
        out[5] = bitcast<u32>(outer.m[2].y);
        out[6] = whole.list[1].z;
        out[7] = bitcast<u32>(whole.m[1].x);
    }";
    let program = decode(source).expect("supported");
    // v 0..3, s 3, inner.a 4, inner.b 8..11, list 12..15 and 16..19, columns of m 20, 24, 28.
    assert_eq!(program.resources()[1].min_size, 128);
    let out = memory(&[0; 8]);
    let outer = memory(&(0..32).collect::<Vec<_>>());
    dispatch(&program, &[&out, &outer], [1, 1, 1], &mut Unobserved);
    assert_eq!(words(&out), [2, 3, 4, 9, 16, 29, 18, 24]);
}

#[test]
fn runtime_arrays_of_structs_and_vectors() {
    let source = "struct Item { key: u32, value: vec2<u32> }
    struct List { count: u32, items: array<Item> }
    @group(0) @binding(0) var<storage, read_write> list: List;
    @group(0) @binding(1) var<storage, read_write> vectors: array<vec3<u32>>;
    @compute @workgroup_size(4) fn main(@builtin(local_invocation_index) i: u32) {
        if i == 0u { list.count = arrayLength(&list.items) * 100u + arrayLength(&vectors); }
        list.items[i].value.y = i + 1u;
        list.items[i].key += 10u;
        vectors[i].z = i + 5u;
        vectors[i][i % 2u] = 9u;
    }";
    let program = decode(source).expect("supported");
    let sizes: Vec<u64> = program
        .resources()
        .iter()
        .map(|resource| resource.min_size)
        .collect();
    assert_eq!(sizes, [24, 16]);
    // Room for three items and a half, and for two vectors.
    let list = memory(&[0; 2 + 14]);
    let vectors = memory(&[0; 8]);
    dispatch(&program, &[&list, &vectors], [1, 1, 1], &mut Unobserved);
    assert_eq!(
        words(&list),
        [302, 0, 10, 0, 0, 1, 10, 0, 0, 2, 10, 0, 0, 3, 0, 0]
    );
    assert_eq!(words(&vectors), [9, 0, 5, 0, 0, 9, 6, 0]);
}

#[test]
fn whole_values_are_copied() {
    check(
        "struct Pair { a: u32, b: array<u32, 2> }
        fn turned(p: Pair) -> Pair { return Pair(p.b[1], array<u32, 2>(p.b[0], p.a)); }
        @compute @workgroup_size(2) fn main(@builtin(local_invocation_index) i: u32) {
            var p = Pair(1u + i, array<u32, 2>(2u, 3u));
            let before = p;
            p = turned(p);
            p.b[i] += 100u;
            data[i] = p.a * 10000u + p.b[0] * 10u + p.b[1] + before.a * 100000u;
        }",
        &[0; 2],
        &[100_000 + 30_000 + 1020 + 1, 200_000 + 30_000 + 20 + 102],
    );
}

#[test]
fn matrix_products() {
    let bits = |values: &[f32]| {
        values
            .iter()
            .map(|value| value.to_bits())
            .collect::<Vec<_>>()
    };
    check(
        "@compute @workgroup_size(1) fn main() {
            let f = bitcast<f32>(data[0]);
            let m = mat2x3(f, 2.0, 3.0, 4.0, 5.0, 6.0);
            let mv = m * vec2(1.0, 10.0);
            let vm = vec3(1.0, 10.0, 100.0) * m;
            let mm = m * mat2x2(1.0, 0.0, 1.0, 1.0);
            let t = transpose(m);
            let s = (m * 2.0 + m)[1];
            data[0] = bitcast<u32>(mv.z);
            data[1] = bitcast<u32>(vm.y);
            data[2] = bitcast<u32>(mm[1].x);
            data[3] = bitcast<u32>(t[2].x);
            data[4] = bitcast<u32>(s.y);
        }",
        &bits(&[1.0, 0.0, 0.0, 0.0, 0.0]),
        &bits(&[63.0, 654.0, 5.0, 3.0, 15.0]),
    );
}

#[test]
fn workgroup_memory_of_structs_and_booleans() {
    check(
        "struct Cell { on: bool, value: vec3<u32> }
        var<workgroup> cells: array<Cell, 4>;
        @compute @workgroup_size(4) fn main(@builtin(local_invocation_index) i: u32) {
            cells[3u - i].on = i % 2u == 0u;
            cells[3u - i].value.y = i;
            workgroupBarrier();
            let cell = cells[i];
            data[i] = select(0u, 100u, cell.on) + cell.value.y;
        }",
        &[0; 4],
        &[3, 102, 1, 100],
    );
}

#[test]
fn resources_are_those_that_the_entry_point_uses() {
    let program = decode(
        "@group(1) @binding(3) var<storage> second: array<u32>;
        @group(0) @binding(7) var<uniform> first: vec4<u32>;
        @group(0) @binding(2) var<storage, read_write> unused: array<u32>;
        @group(2) @binding(0) var<storage, read_write> third: array<vec2<u32>>;
        var<workgroup> scratch: array<u32, 5>;
        var<workgroup> other: array<u32, 500>;
        @compute @workgroup_size(4, 2) fn main() { third[0] = first.xy + second[0]; scratch[0] = 1u; }",
    )
    .expect("supported");
    let seen: Vec<_> = program
        .resources()
        .iter()
        .map(|r| {
            (
                r.group,
                r.binding,
                r.name.clone().unwrap_or_default(),
                r.access,
                r.min_size,
            )
        })
        .collect();
    assert_eq!(
        seen,
        [
            (0, 7, "first".to_owned(), ResourceAccess::Uniform, 16),
            (1, 3, "second".to_owned(), ResourceAccess::StorageRead, 4),
            (
                2,
                0,
                "third".to_owned(),
                ResourceAccess::StorageReadWrite,
                8
            ),
        ]
    );
    assert_eq!(program.workgroup_size(), [4, 2, 1]);
    assert_eq!(program.workgroup_bytes(), 32);
}

#[test]
fn immediates_follow_the_host_layout() {
    let source = "struct Parameters { a: u32, b: vec2<u32> }
    var<immediate> parameters: Parameters;
    @group(0) @binding(0) var<storage, read_write> data: array<u32>;
    @compute @workgroup_size(1) fn main() { data[0] = parameters.a * 100u + parameters.b.y; }";
    let program = decode(source).expect("supported");
    assert_eq!(program.immediate_bytes(), 16);
    let data = memory(&[0]);
    let bindings = [Binding {
        memory: &data,
        offset: 0,
        size: 4,
    }];
    run(
        &Dispatch {
            program: &program,
            bindings: &bindings,
            textures: bitonic_cpu::execute::Textures::NONE,
            immediates: &[5, 0, 0, 7],
            workgroups: [1, 1, 1],
        },
        &mut Unobserved,
    );
    assert_eq!(words(&data), [507]);
}
