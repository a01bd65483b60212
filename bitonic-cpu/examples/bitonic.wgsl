// A bitonic sort of u32 keys in tiles of 512.

@group(0) @binding(0) var<storage, read_write> keys: array<u32>;
@group(0) @binding(1) var<uniform> height: u32;
var<workgroup> tile: array<u32, 512>;

fn flip(i: u32, h: u32) -> vec2<u32> {
    let start = (i * 2u) / h * h;
    let lane = i % (h / 2u);
    return vec2(start + lane, start + h - 1u - lane);
}

fn disperse(i: u32, h: u32) -> vec2<u32> {
    let half = h / 2u;
    let start = (i * 2u) / h * h;
    let lane = i % half;
    return vec2(start + lane, start + lane + half);
}

fn exchange_tile(pair: vec2<u32>) {
    let a = tile[pair.x];
    let b = tile[pair.y];
    tile[pair.x] = min(a, b);
    tile[pair.y] = max(a, b);
}

fn exchange_keys(pair: vec2<u32>) {
    if pair.y < arrayLength(&keys) {
        let a = keys[pair.x];
        let b = keys[pair.y];
        keys[pair.x] = min(a, b);
        keys[pair.y] = max(a, b);
    }
}

fn load_tile(local: u32, group: u32) {
    tile[local] = keys[group * 512u + local];
    tile[local + 256u] = keys[group * 512u + local + 256u];
    workgroupBarrier();
}

fn store_tile(local: u32, group: u32) {
    keys[group * 512u + local] = tile[local];
    keys[group * 512u + local + 256u] = tile[local + 256u];
}

@compute @workgroup_size(256)
fn local_sort(@builtin(local_invocation_index) local: u32, @builtin(workgroup_id) group: vec3<u32>) {
    load_tile(local, group.x);
    for (var h = 2u; h <= 512u; h *= 2u) {
        exchange_tile(flip(local, h));
        workgroupBarrier();
        for (var d = h / 2u; d > 1u; d /= 2u) {
            exchange_tile(disperse(local, d));
            workgroupBarrier();
        }
    }
    store_tile(local, group.x);
}

@compute @workgroup_size(256)
fn local_disperse(@builtin(local_invocation_index) local: u32, @builtin(workgroup_id) group: vec3<u32>) {
    load_tile(local, group.x);
    for (var d = 512u; d > 1u; d /= 2u) {
        exchange_tile(disperse(local, d));
        workgroupBarrier();
    }
    store_tile(local, group.x);
}

@compute @workgroup_size(256)
fn global_flip(@builtin(global_invocation_id) id: vec3<u32>) {
    exchange_keys(flip(id.x, height));
}

@compute @workgroup_size(256)
fn global_disperse(@builtin(global_invocation_id) id: vec3<u32>) {
    exchange_keys(disperse(id.x, height));
}
