//! Everything that a compute kernel can hold, written in WGSL, read by naga, written
//! by us, read again and compared.

use naga::valid::{Capabilities, ModuleInfo, ValidationFlags, Validator};
use naga::{Module, front::wgsl};

use super::super::{same, write};
use crate::emit::Dialect;
use crate::tint;

#[track_caller]
pub(super) fn parsed(source: &str) -> (Module, ModuleInfo) {
    let module = wgsl::parse_str(source)
        .unwrap_or_else(|error| panic!("{}\n{source}", error.emit_to_string(source)));
    let info = Validator::new(ValidationFlags::all(), Capabilities::all())
        .subgroup_stages(naga::valid::ShaderStages::all())
        .subgroup_operations(naga::valid::SubgroupOperationSet::all())
        .validate(&module)
        .unwrap_or_else(|error| panic!("{}\n{source}", error.emit_to_string(source)));
    (module, info)
}

/// The text that we write of `source`; read again, it means the same.
#[track_caller]
pub(super) fn text(source: &str) -> String {
    let (module, info) = parsed(source);
    let text = write(&module, &info, Dialect::Naga, false)
        .unwrap_or_else(|refusal| panic!("{refusal:?}"))
        .text;
    let (again, again_info) = parsed(&text);
    if let Some(difference) = same::difference((&module, &info), (&again, &again_info)) {
        panic!("{difference}\n{text}");
    }
    if let Ok(browser) = write(&module, &info, Dialect::Browser, false)
        && let Some(Err(said)) = tint::check(&browser.text)
    {
        panic!("{said}\n{}", browser.text);
    }
    text
}

#[test]
fn a_loop_that_counts() {
    let source = "@group(0) @binding(0) var<storage, read_write> data: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
    var sum = 0u;
    for (var j = 0u; j < i; j++) { if data[j] > 3u { continue; } sum += data[j]; }
    while sum > 10u { sum -= 2u; }
    data[i] = sum;
}";
    let text = text(source);
    assert!(text.contains("for (var j = 0u; j < i; j++) {"), "{text}");
    assert!(text.contains("while sum > 10u {"), "{text}");
}

/// A kernel of workgroups of 64 that says `items` and does `body`; `i` is the number of
/// the invocation, `data` its buffer, `x` and `y` are read from it.
pub(super) fn kernel(items: &str, body: &str) -> String {
    format!(
        "enable f16;
{items}
@group(0) @binding(0) var<storage, read_write> data: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {{
    let x = data[i];
    let y = data[i + 1u];
    {body}
}}"
    )
}

#[track_caller]
pub(super) fn body(body: &str) -> String {
    text(&kernel("", body))
}

#[track_caller]
pub(super) fn holds(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "no `{part}` in\n{text}");
    }
}

#[test]
fn operators_have_the_parentheses_that_they_need() {
    for expression in [
        "x - (y - 1u)",
        "x - y - 1u",
        "x * (y + 1u) / 3u",
        "(x & y) | (x ^ y)",
        "x & y & 3u",
        "(x + y) << 3u",
        "x + (y << 3u)",
        "(x << 3u) >> 4u",
        "~(x - 1u)",
        "u32(-(-i32(x)))",
        "u32(-(-5i + i32(x)))",
        "select(x, y, x < y && y > 3u || x == 4u)",
        "select(x, y, (x < y) == (y < 3u))",
        "select(x, y, !(x < y))",
        "min(u32(x < y), u32(x > (y)))",
        "dot(vec2(select(1u, x, x < y), y), vec2(x, y >> 3u))",
        "u32(all(vec2<bool>((x < y), (x > y))))",
        "u32(any(vec3(x, y, 1u) <= vec3(y, 3u, x)))",
        "(x % 3u) * (y % (x | 1u))",
    ] {
        body(&format!("data[i] = {expression};"));
    }
    holds(
        &body("data[i] = x - (y - 1u) + (x & y) * 2u;"),
        &["data[i] = x - (y - 1u) + (x & y) * 2u;"],
    );
}

#[test]
fn compounds_and_steps() {
    let text = body(
        "var v = vec3(x, y, 1u); v += vec3(2u); v *= 3u; v.y -= x; v[i % 3u] |= 4u;
         data[i] += v.x; data[i]++; data[v.y] <<= 2u; data[i] = data[i + 1u] + 1u;
         var s = 1i; s--; s -= 5i; s /= i32(x); data[0] ^= u32(s); data[1] = y % 4u;",
    );
    holds(
        &text,
        &["v += 2u;", "v *= 3u;", "v.y -= x;", "data[i]++;", "s--;"],
    );
}

#[test]
fn numbers_of_every_width() {
    text(&kernel(
        "const big = 5000000000lu; const tiny = -7li; const exact = 0.1lf;
         const half = 0.1h; override scale: f32 = 2.0; @id(7) override count: u32;
         var<private> kept: i64 = -9223372036854775807li;",
        "let a = u64(x) * big + 3lu; let b = i64(y) + tiny; kept += b;
         let c = f64(f32(x)) * exact + 1e300lf; let d = f16(x) * half + 65504.0h;
         let e = mat2x2<f16>(d, 1.0h, 2.0h, d); let f = e * vec2<f16>(d, d);
         let g = -2147483647i - 1i; let h = bitcast<u32>(1.17549435e-38f);
         data[i] = u32(a) + u32(b) + u32(c) + u32(f.x) + u32(g) + h + u32(kept) + count;
         data[0] = u32(scale * 3.4028234e38f);",
    ));
}

#[test]
fn matrices_of_every_shape() {
    for columns in 2..=4 {
        for rows in 2..=4 {
            for scalar in ["f32", "f16"] {
                let vector = vec![format!("{scalar}(x)"); rows].join(", ");
                let column = format!("vec{rows}<{scalar}>({vector})");
                let all = vec![column; columns].join(", ");
                let matrix = format!("mat{columns}x{rows}<{scalar}>");
                text(&kernel(
                    &format!("var<private> m: {matrix};"),
                    &format!(
                        "m = {matrix}({all}); m[1].y += {scalar}(y); m[i % 2u] *= {scalar}(2.0);
                         let t = transpose(m) * m[0]; data[i] = u32(t.x + (m * t)[1]);"
                    ),
                ));
            }
        }
    }
}

#[test]
fn structures_lie_where_they_lay() {
    let text = text(&kernel(
        "struct Inner { @size(16) a: u32, b: vec3<f32>, c: f32 }
         struct Outer { @align(32) first: Inner, list: array<Inner, 3>, @size(64) last: u32,
            count: atomic<u32>, rest: array<vec3<f32>> }
         struct Plain { flag: bool, n: u32 }
         @group(0) @binding(1) var<storage, read_write> outer: Outer;
         @group(0) @binding(2) var<uniform> inner: Inner;
         fn make(n: u32) -> Plain { return Plain(n > 3u, n); }",
        "let p = make(x); var q: Plain; if p.flag { q = p; } else { q.n = y; }
         let whole = outer.list[1]; outer.list[2] = whole; outer.first.b.z = inner.c;
         outer.list[x % 3u].a += inner.a; atomicAdd(&outer.count, q.n);
         let length = arrayLength(&outer.rest); outer.rest[length - 1u].x = 1.0;
         data[i] = q.n + outer.last + u32(whole.b.y);",
    ));
    holds(&text, &["@size(64) last: u32"]);
}

#[test]
fn atomics_of_every_kind() {
    text(&kernel(
        "var<workgroup> shared_count: atomic<u32>; var<workgroup> signed: array<atomic<i32>, 4>;",
        "atomicStore(&shared_count, x); let a = atomicLoad(&shared_count);
         let b = atomicAdd(&shared_count, y); atomicSub(&shared_count, 1u);
         let c = atomicMax(&signed[x % 4u], -3i); atomicMin(&signed[1], 5i);
         atomicAnd(&shared_count, 7u); let d = atomicOr(&shared_count, 8u);
         atomicXor(&shared_count, 1u); let e = atomicExchange(&shared_count, b);
         let f = atomicCompareExchangeWeak(&shared_count, e, d);
         if f.exchanged { data[i] = f.old_value + a + u32(c); }",
    ));
}

#[test]
fn pointers_as_arguments() {
    let text = text(&kernel(
        "struct Pair { a: u32, b: vec2<u32> }
         fn bump(p: ptr<function, u32>, by: u32) -> u32 { let old = *p; *p += by; return old; }
         fn swap(p: ptr<function, Pair>) { let a = (*p).a; (*p).a = p.b.x; (*p).b.x = a; }
         fn fill(p: ptr<private, array<u32, 4>>) { for (var k = 0u; k < 4u; k++) { (*p)[k] = k; } }
         var<private> four: array<u32, 4>;",
        "var n = x; let before = n; let old = bump(&n, y); let after = n;
         var pair = Pair(x, vec2(y)); swap(&pair); fill(&four);
         data[i] = before + old + after + pair.a + four[x % 4u];",
    ));
    holds(&text, &["bump(&n, y)", "(*p).a = (*p).b.x;", "*p += by;"]);
}

#[test]
fn switches() {
    let text = body(
        "var v = 0u;
         switch x { case 1u, 2u: { v = 1u; } case 3u: { if y > 2u { break; } v = 5u; }
            case 4u, default: { v = y; } }
         switch i32(y) { case -1i: { data[i] = 1u; } default: {} }
         for (var k = 0u; k < 3u; k++) { switch k { case 1u: { continue; } default: { v += k; } } }
         data[i] = v;",
    );
    holds(&text, &["case 1, 2: {", "case 4, default: {", "case -1: {"]);
}

#[test]
fn loops_of_every_shape() {
    let text = body(
        "var n = x; var sum = 0u;
         loop { if n == 0u { break; } n = n >> 1u; continuing { sum += n; break if sum > 100u; } }
         loop { sum++; if sum > 200u { break; } }
         for (; n < 10u; n += 3u) { sum += n; }
         for (var k = 10i; k > 0i; k--) { let j = k; if j == 5i { continue; } sum += u32(j); }
         while data[0] > 0u && sum < 5u { data[0] -= 1u; }
         for (var f = 0.0f; f < 1.0f; f += 0.25f) { sum += u32(f); }
         loop { let step = sum * 2u; if step > 9u { break; } continuing { sum += step; } }
         data[i] = sum;",
    );
    holds(
        &text,
        &[
            "break if sum > 100u;",
            "for (; n < 10u; n += 3u) {",
            "for (var k = 10i; k > 0i; k--) {",
            "for (var f = 0.0f; f < 1.0f; f += 0.25f) {",
        ],
    );
}

#[test]
fn early_returns_and_short_circuits() {
    let text = text(&kernel(
        "fn find(x: u32) -> u32 { for (var k = 0u; k < x; k++) { if data[k] == x { return k; } }
            return 0u; }
         fn no_result(x: u32) { if x > 3u { return; } data[x] = find(x); }",
        "if x == 0u { return; }
         if x > 1u && (y > 2u || data[y] == 3u) { no_result(x); }
         if x > 5u || y < 3u { data[i] = find(y); } else if x == 3u { return; } else { data[i] = 1u; }",
    ));
    assert_eq!(text.matches("return;").count(), 2, "{text}");
    // What others write is not read in vain: that one stays a branch.
    holds(
        &text,
        &["if x > 5u || y < 3u {", "holds_1 = data[y] == 3u;"],
    );
}

#[test]
fn short_circuits_in_loops_and_in_each_other() {
    let text = body(
        "var n = x; var found = false;
         while n > 1u && (n < y || n == 7u) && !found { n -= 1u; found = n == 5u || n % 3u == 2u; }
         let both = x > 3u && y > 3u; if both || n == 4u { data[i] = n; }
         data[1] = select(1u, 2u, x < 3u && y > 2u || n < 4u);",
    );
    holds(
        &text,
        &[
            "while n > 1u && (n < y || n == 7u) && !found {",
            "found = n == 5u || n % 3u == 2u;",
            "let both = x > 3u && y > 3u;",
        ],
    );
}

#[test]
fn barriers_and_uniform_loads() {
    text(&kernel(
        "var<workgroup> tile: array<u32, 64>; var<workgroup> head: vec2<u32>;",
        "tile[i] = x; workgroupBarrier(); storageBarrier(); textureBarrier();
         let a = workgroupUniformLoad(&tile[3]); let b = workgroupUniformLoad(&head);
         let c = tile[63u - i]; tile[i] = c + a; workgroupBarrier(); data[i] = b.x + tile[y % 64u];",
    ));
}

#[test]
fn subgroups_and_quads() {
    text(&kernel(
        "",
        "let ballot = subgroupBallot(x > 3u); let count = subgroupBallot();
         let a = subgroupAdd(x) + subgroupMul(y) + subgroupMin(x) + subgroupMax(y);
         let b = subgroupAnd(x) ^ subgroupOr(y) ^ subgroupXor(x);
         let c = subgroupExclusiveAdd(x) + subgroupInclusiveAdd(y) + subgroupExclusiveMul(x) + subgroupInclusiveMul(x);
         let d = subgroupBroadcast(x, 3u) + subgroupBroadcastFirst(y) + subgroupShuffle(x, y);
         let e = subgroupShuffleUp(x, 1u) + subgroupShuffleDown(y, 2u) + subgroupShuffleXor(x, 3u);
         let f = quadBroadcast(x, 1u) + quadSwapX(x) + quadSwapY(x) + quadSwapDiagonal(x);
         if subgroupAll(x > y) && subgroupAny(x < 3u) { subgroupBarrier(); }
         data[i] = a + b + c + d + e + f + ballot.x + count.y;",
    ));
}

#[test]
fn every_input() {
    text(
        "struct Inputs { @builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32> }
@group(1) @binding(3) var<storage, read_write> data: array<u32>;
override width: u32 = 8;
const height = 2u;
@compute @workgroup_size(width * height)
fn main(@builtin(global_invocation_id) global: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>,
    @builtin(local_invocation_index) index: u32, inputs: Inputs, @builtin(subgroup_size) size: u32,
    @builtin(subgroup_invocation_id) lane: u32, @builtin(num_subgroups) n: u32, @builtin(subgroup_id) id: u32) {
    data[index] = global.x + local.y + inputs.group.z + inputs.groups.x + size + lane + n + id;
}",
    );
}

#[test]
fn textures() {
    text(&kernel(
        "@group(1) @binding(0) var image: texture_2d<f32>; @group(1) @binding(1) var smooth_sampler: sampler;
         @group(1) @binding(2) var layers: texture_2d_array<i32>; @group(1) @binding(3) var volume: texture_3d<u32>;
         @group(1) @binding(4) var shadow: texture_depth_2d; @group(1) @binding(5) var compare: sampler_comparison;
         @group(1) @binding(6) var many: texture_multisampled_2d<f32>; @group(1) @binding(7) var box_map: texture_cube<f32>;
         @group(1) @binding(8) var target_image: texture_storage_2d<rgba8unorm, write>;
         @group(1) @binding(9) var both_ways: texture_storage_2d<r32uint, read_write>;
         @group(1) @binding(10) var slices: texture_storage_2d_array<rgba16float, read>; @group(1) @binding(11) var line: texture_1d<f32>;
         @group(1) @binding(12) var depths: texture_depth_2d_array;
         fn pick(image: texture_2d<f32>, at: vec2<u32>) -> vec4<f32> { return textureLoad(image, at, 0); }",
        "let at = vec2(x, y); let uv = vec2<f32>(at) / vec2<f32>(textureDimensions(image));
         var sum = textureLoad(image, at, 0) + textureSampleLevel(image, smooth_sampler, uv, 1.0)
            + textureSampleLevel(image, smooth_sampler, uv, 0.0, vec2(1, -1))
            + textureSampleGrad(image, smooth_sampler, uv, vec2(0.1), vec2(0.2))
            + textureGather(1, image, smooth_sampler, uv) + textureGatherCompare(shadow, compare, uv, 0.5)
            + textureSampleBaseClampToEdge(image, smooth_sampler, uv) + pick(image, at);
         sum.x += textureSampleCompareLevel(shadow, compare, uv, 0.5) + textureLoad(many, at, 2).y + textureLoad(shadow, at, 0);
         sum.y += textureSampleLevel(shadow, smooth_sampler, uv, 0) + textureSampleLevel(box_map, smooth_sampler, vec3(uv, 1.0), 0.0).x;
         sum.z += f32(textureLoad(layers, at, 1, 0).x) + f32(textureLoad(volume, vec3(at, 1u), 0).x) + textureLoad(line, x, 0).x;
         sum.w += textureLoad(slices, at, 0).x + textureLoad(depths, at, 1, 0);
         textureStore(target_image, at, sum); let old = textureLoad(both_ways, at).x;
         textureStore(both_ways, at, vec4(old + 1u)); textureBarrier();
         data[i] = textureNumLevels(image) + textureNumLayers(layers) + textureNumSamples(many)
            + textureDimensions(volume, 1).x + textureDimensions(line) + old + textureLoad(both_ways, at).x;",
    ));
}

#[test]
fn tables_and_arrays() {
    let text = text(&kernel(
        "const table = array<u32, 4>(3u, 1u, 4u, 1u); const nested = array(array(1, 2), array(3, 4));
         struct Entry { key: u32, weight: f32 } const entries = array(Entry(1u, 0.5), Entry(2u, 0.25));
         override n: u32 = 4; var<workgroup> sized: array<u32, n * 2u>; var<workgroup> named: array<u32, n>;
         var<private> zero: array<vec4<f32>, 3>; var<immediate> options: vec4<u32>;",
        "var copy = table; copy[x % 4u] = y; let entry = entries[x % 2u]; sized[i] = copy[1]; named[0] = n;
         let list = array<u32, 3>(x, y, 3u); zero[1].y = entry.weight; let inner = nested[x % 2u];
         data[i] = table[x % 4u] + list[y % 3u] + sized[x] + u32(inner[y % 2u]) + options.z + copy[2] + entry.key;",
    ));
    holds(
        &text,
        &[
            "const table = array<u32, 4>(3u, 1u, 4u, 1u);",
            "array<u32, n * 2u>",
            "var<immediate> options",
        ],
    );
}

#[test]
fn reads_stay_before_the_writes_behind_them() {
    let text = text(&kernel(
        "var<workgroup> tile: array<u32, 64>; fn put(at: u32) -> u32 { tile[at] = 5u; return at; }",
        "let a = tile[0]; let b = tile[1]; tile[0] = b; tile[1] = a;
         var v = x; let old = v; v = y; data[i] = old + v;
         let before = tile[2]; let c = put(2u); data[1] = before + c; data[2] = put(3u) + tile[3];
         var w = 0u; let p = &w; *p = x; let q = *p; *p = y; data[3] = q + w;",
    ));
    holds(&text, &["let a = tile[0];", "let old = v;"]);
}
