//! What a kernel is given: workgroup memory, built-in inputs, private variables, textures,
//! structures in buffers; and pointers that functions take.

use super::*;

const WIDTH: u32 = 16;

mod shared_memory {
    use super::*;

    #[kernel(workgroup_size(WIDTH))]
    fn natural(
        data: &mut [u32],
        tile: Workgroup<[u32; 2 * WIDTH]>,
        rows: Workgroup<[[f32; 4]; 8]>,
        total: Workgroup<Atomic<u32>>,
        bins: Workgroup<[Atomic<i32>; 4]>,
        settings: Workgroup<Settings>,
        last: Workgroup<u32>,
    ) {
        let i = local_invocation_index();
        tile[i] = data[i];
        tile[i + WIDTH] += tile[i];
        rows[i % 8][1] = 0.5;
        total.atomic_add(tile[i]);
        atomic_max(&bins[i % 4], -1);
        if i == tile.len() - 1 {
            last = tile[i];
            last *= 2;
            settings.limit = last;
            settings.fields().a -= rows[i % 8][1];
        }
        workgroup_barrier();
        let turns = workgroup_uniform_load(&last);
        let first = workgroup_uniform_load(&tile[0]);
        data[i] = total.atomic_load() + last + turns + first + settings.limit;
    }

    #[test]
    fn arrays_variables_and_atomics() {
        let calls = kernel("natural").workgroup_size(16).build(|k| {
            let data = k.storage_mut::<u32>("data");
            let tile = workgroup_array::<u32>("tile", 32);
            let rows = workgroup_array::<[f32; 4]>("rows", 8);
            let total = workgroup_var::<Atomic<u32>>("total");
            let bins = workgroup_array::<Atomic<i32>>("bins", 4);
            let settings = workgroup_var::<Settings>("settings");
            let last = workgroup_var::<u32>("last");
            let i = local_invocation_index().to_const("i");
            tile.element(i).assign(data.element(i).load());
            tile.element(i + 16).add_assign(tile.element(i).load());
            rows.element(i % 8).element(1).assign(0.5);
            total.atomic_add(tile.element(i).load());
            bins.element(i % 4).atomic_max(-1);
            If(i.eq(31), || {
                last.assign(tile.element(i).load());
                last.place().mul_assign(2);
                settings.fields().limit.assign(last.load());
                let row = rows.element(i % 8).element(1).load();
                settings.fields().a.sub_assign(row);
            });
            workgroup_barrier();
            let turns = workgroup_uniform_load(last).to_const("turns");
            let first = workgroup_uniform_load(tile.element(0)).to_const("first");
            let limit = total.atomic_load() + last.load() + turns + first;
            data.element(i)
                .assign(limit + settings.fields().limit.load());
        });
        let text = same(natural(), calls);
        assert!(
            text.contains("var<workgroup> tile: array<u32, 32>;"),
            "{text}"
        );
        assert!(
            text.contains("var<workgroup> total: atomic<u32>;"),
            "{text}"
        );
    }
}

mod inputs {
    use super::*;

    #[kernel(workgroup_size(4, 4))]
    fn natural(
        out: &mut [u32],
        #[builtin(global_invocation_id)] id: UVec3,
        #[builtin(local_invocation_index)] local: u32,
        #[builtin(num_workgroups)] count: UVec3,
    ) {
        out[id.x + id.y * 4 * count.x] = local;
    }

    #[test]
    fn a_built_in_input_is_a_parameter() {
        let calls = kernel("natural").workgroup_size([4, 4]).build(|k| {
            let out = k.storage_mut::<u32>("out");
            let id = global_invocation_id().to_const("id");
            let local = local_invocation_index().to_const("local");
            let count = num_workgroups().to_const("count");
            out.element(id.x() + id.y() * 4 * count.x()).assign(local);
        });
        let text = same(natural(), calls);
        assert!(text.contains("@builtin(global_invocation_id)"), "{text}");
    }

    // Every input, by the attribute and by its function.
    #[kernel(workgroup_size(64))]
    fn every(
        out: &mut [u32],
        #[builtin(global_invocation_id)] a: UVec3,
        #[builtin(local_invocation_id)] b: UVec3,
        #[builtin(local_invocation_index)] c: u32,
        #[builtin(workgroup_id)] d: UVec3,
        #[builtin(num_workgroups)] e: UVec3,
        #[builtin(workgroup_index)] f: u32,
        #[builtin(instance_index)] g: u32,
        #[builtin(subgroup_size)] h: u32,
        #[builtin(subgroup_invocation_id)] i: u32,
        #[builtin(subgroup_id)] j: u32,
        #[builtin(num_subgroups)] k: u32,
    ) {
        let vectors = a + b + d + e;
        out[vectors.x] = c + f + g + h + i + j + k;
    }

    #[test]
    fn there_are_all_of_them() {
        let calls = kernel("every").workgroup_size(64).build(|k| {
            let out = k.storage_mut::<u32>("out");
            let a = global_invocation_id().to_const("a");
            let b = local_invocation_id().to_const("b");
            let c = local_invocation_index().to_const("c");
            let d = workgroup_id().to_const("d");
            let e = num_workgroups().to_const("e");
            let f = workgroup_index().to_const("f");
            let g = instance_index().to_const("g");
            let h = subgroup_size().to_const("h");
            let i = subgroup_invocation_id().to_const("i");
            let j = subgroup_id().to_const("j");
            let k = num_subgroups().to_const("k");
            let vectors = (a + b + d + e).to_const("vectors");
            out.element(vectors.x()).assign(c + f + g + h + i + j + k);
        });
        same(every(), calls);
    }
}

mod pointers {
    use super::*;

    #[shader_fn]
    fn swap(a: &mut u32, b: &mut u32) {
        let first = *a;
        *a = *b;
        *b = first;
    }

    // Moves `at`, whose parts are a field, an element and a component.
    #[shader_fn]
    fn advance(at: &mut Settings, list: &mut [u32; 4], v: &mut Vec3, by: &f32) -> f32 {
        at.limit += 1;
        (*at).fields().a = *by * v.x;
        list[at.limit % 4] ^= 3;
        v.yz = vec2(*by, 2.0);
        swap_all(list);
        by.sqrt()
    }

    #[shader_fn]
    fn swap_all(list: &mut [u32; 4]) {
        let kept = list[0];
        list[0] = list[3];
        list[3] = kept;
    }

    #[kernel(workgroup_size(1))]
    fn natural(out: &mut [u32], settings: &mut [Settings], by: f32) {
        let mut x = 1u32;
        let mut y = 2u32;
        swap(&mut x, &mut y);
        let mut at = settings[0];
        let mut list = array([x, y, x + y, 7]);
        let mut v = vec3(1.0, 2.0, 3.0);
        let mut step = by;
        let root = advance(&mut at, &mut list, &mut v, &step);
        swap(&mut list[1], &mut at.limit);
        step += root;
        at.fields().a += step;
        settings[0] = at;
        out[0] = list[x];
    }

    #[test]
    fn variables_of_the_caller() {
        let swap = Fn("swap", ["a", "b"], |a: Pointer<u32>, b: Pointer<u32>| {
            let first = a.load().to_const("first");
            a.assign(b.load());
            b.assign(first);
        });
        let swap_all = Fn("swap_all", ["list"], |list: Pointer<[u32; 4]>| {
            let kept = list.element(0).load().to_const("kept");
            list.element(0).assign(list.element(3).load());
            list.element(3).assign(kept);
        });
        let advance = Fn(
            "advance",
            ["at", "list", "v", "by"],
            move |at: Pointer<Settings>,
                  list: Pointer<[u32; 4]>,
                  v: Pointer<Vec3>,
                  by: Pointer<f32>| {
                at.fields().limit.add_assign(1);
                at.fields().a.assign(by.load() * v.x().load());
                list.element(at.fields().limit.load() % 4).bitxor_assign(3);
                v.yz().assign(vec2(by.load(), 2.0));
                swap_all.call(list);
                by.load().sqrt()
            },
        );
        let calls = kernel("natural").workgroup_size(1).build(|k| {
            let out = k.storage_mut::<u32>("out");
            let settings = k.storage_mut::<Settings>("settings");
            let by = k.param::<f32>("by");
            let (x, y) = (1u32.to_var("x"), 2u32.to_var("y"));
            swap.call(x, y);
            let at = settings.element(0).load().to_var("at");
            let list = array([x.load(), y.load(), x.load() + y.load(), 7.into_node()]);
            let list = list.to_var("list");
            let v = vec3(1.0, 2.0, 3.0).to_var("v");
            let step = by.to_var("step");
            let root = advance.call(at, list, v, step).to_const("root");
            swap.call(list.element(1), at.fields().limit);
            step.add_assign(root);
            at.fields().a.add_assign(step.load());
            settings.element(0).assign(at.load());
            out.element(0).assign(list.element(x.load()).load());
        });
        let text = same(natural(), calls);
        assert!(text.contains("fn swap(a: ptr<function, u32>"), "{text}");
    }
}

mod private_variables {
    use super::*;

    #[shader_fn]
    fn next(state: &mut Private<u32>) -> u32 {
        *state = *state * 1_664_525 + 1_013_904_223;
        *state >> 16
    }

    #[kernel]
    fn natural(
        out: &mut [u32],
        #[init(17u32)] state: Private<u32>,
        last: Private<[f32; 3]>,
        kept: Private<Settings>,
    ) {
        let i = instance_index();
        state += i;
        last[i % 3] = 1.5;
        kept.limit = next(&mut state);
        out[i] = next(&mut state) + state + kept.limit + last[0] as u32;
    }

    #[test]
    fn each_invocation_has_its_own() {
        let next = Fn("next", ["state"], |state: Pointer<u32, InPrivate>| {
            state.assign(state.load() * 1_664_525 + 1_013_904_223);
            state.load() >> 16
        });
        let calls = kernel("natural").build(|k| {
            let out = k.storage_mut::<u32>("out");
            let state = private_var("state", 17u32);
            let last = private_zero::<[f32; 3]>("last");
            let kept = private_zero::<Settings>("kept");
            let i = instance_index().to_const("i");
            state.place().add_assign(i);
            last.element(i % 3).assign(1.5);
            kept.fields().limit.assign(next.call(state));
            let sum = next.call(state) + state.load() + kept.fields().limit.load();
            out.element(i).assign(sum + last.element(0).load().to_u32());
        });
        let text = same(natural(), calls);
        assert!(text.contains("var<private> state: u32 = 17u;"), "{text}");
    }
}

mod textures {
    use super::*;

    #[kernel(workgroup_size(8, 8))]
    fn natural(
        image: Texture2d<f32>,
        layers: Texture2dArray<u32>,
        smooth: Sampler,
        before: StorageTexture2d<Rgba8Unorm, Read>,
        result: StorageTexture2d<Rgba8Unorm, WriteOnly>,
        #[builtin(global_invocation_id)] id: UVec3,
    ) {
        let at = id.xy;
        if all(at < result.dimensions()) {
            let texel = image.load(at, 0u32);
            let near = image.sample_level(smooth, at.to_f32() / 64.0, 0.0);
            let count = layers.load(at, 1u32, 0u32).x + layers.layers();
            result.store(at, texel + near * before.load(at) / count as f32);
        }
    }

    #[test]
    fn textures_and_samplers() {
        let calls = kernel("natural").workgroup_size([8, 8]).build(|k| {
            let image = k.texture_2d::<f32>("image");
            let layers = k.texture_2d_array::<u32>("layers");
            let smooth = k.sampler("smooth");
            let before = k.storage_texture_2d::<Rgba8Unorm, Read>("before");
            let result = k.storage_texture_2d::<Rgba8Unorm, WriteOnly>("result");
            let id = global_invocation_id().to_const("id");
            let at = id.xy().to_const("at");
            If(all(at.lt(result.dimensions())), || {
                let texel = image.load(at, 0u32).to_const("texel");
                let near = image.sample_level(smooth, at.to_f32() / 64.0, 0.0);
                let near = near.to_const("near");
                let count = layers.load(at, 1u32, 0u32).x() + layers.layers();
                let count = count.to_const("count").to_f32();
                result.store(at, texel + near * before.load(at) / count);
            });
        });
        same(natural(), calls);
    }
}

mod runtime_arrays {
    use super::*;

    #[derive(ShaderType)]
    struct Samples {
        scale: f32,
        x: [u32; 2],
        items: Vec<f32>,
    }

    #[derive(ShaderType)]
    struct Counts {
        total: Atomic<u32>,
        each: Vec<Atomic<u32>>,
    }

    #[kernel]
    fn natural(
        samples: &mut Samples,
        read: &Samples,
        counts: &mut Counts,
        bins: &mut [Atomic<u32>],
    ) {
        let i = instance_index();
        if i < samples.items.len() {
            samples.items[i] *= read.scale + read.items[i];
            samples.x[1] = read.x[0];
            samples.scale = 2.0;
        }
        counts.total.atomic_add(1);
        counts.each[i % counts.each.len()].atomic_max(i);
        atomic_or(&bins[i], counts.total.atomic_load());
    }

    #[test]
    fn structures_that_end_in_an_array() {
        let calls = kernel("natural").build(|k| {
            let samples = k.storage_struct_mut::<Samples>("samples");
            let read = k.storage_struct::<Samples>("read");
            let counts = k.storage_struct_mut::<Counts>("counts");
            let bins = k.storage_mut::<Atomic<u32>>("bins");
            let i = instance_index().to_const("i");
            If(i.lt(samples.fields().items.len()), || {
                let factor = read.fields().scale.load() + read.fields().items.element(i).load();
                samples.fields().items.element(i).mul_assign(factor);
                let first = read.fields().x.element(0).load();
                samples.fields().x.element(1).assign(first);
                samples.fields().scale.assign(2.0);
            });
            counts.fields().total.atomic_add(1);
            let bin = counts.fields().each.element(i % counts.fields().each.len());
            bin.atomic_max(i);
            bins.element(i)
                .atomic_or(counts.fields().total.atomic_load());
        });
        same(natural(), calls);
    }
}

mod passed_on {
    use super::*;

    // Memory that invocations share has no pointer: the body is recorded where it is called.
    #[shader_fn]
    fn shift(tile: &mut Workgroup<[u32; 16]>, total: &Workgroup<Atomic<u32>>, by: u32) -> u32 {
        let i = local_invocation_index();
        tile[i] <<= by;
        total.atomic_add(tile[i]);
        tile.len() - i
    }

    #[shader_fn]
    fn texel(image: Texture2d<f32>, at: UVec2) -> Vec4 {
        image.load(at % image.dimensions(), 0u32)
    }

    #[shader_fn(inline)]
    fn bump(place: &mut u32, by: &u32) {
        *place += *by;
    }

    #[kernel(workgroup_size(16))]
    fn natural(
        out: &mut [u32],
        image: Texture2d<f32>,
        tile: Workgroup<[u32; 16]>,
        total: Workgroup<Atomic<u32>>,
    ) {
        let mut x = 1u32;
        let y = shift(&mut tile, &total, 3);
        bump(&mut x, &out[0]);
        bump(&mut out[1], &x);
        out[2] = y + texel(image, uvec2(x, 1)).x as u32;
    }

    #[test]
    fn to_functions_recorded_where_they_are_called() {
        let calls = kernel("natural").workgroup_size(16).build(|k| {
            let out = k.storage_mut::<u32>("out");
            let image = k.texture_2d::<f32>("image");
            let tile = workgroup_array::<u32>("tile", 16);
            let total = workgroup_var::<Atomic<u32>>("total");
            let x = 1u32.to_var("x");
            let i = local_invocation_index().to_const("i");
            tile.element(i).shl_assign(3);
            total.atomic_add(tile.element(i).load());
            let y = (16 - i).to_const("y");
            x.add_assign(out.element(0).load());
            out.element(1).add_assign(x.load());
            let at = uvec2(x.load(), 1);
            let texel = image.load(at % image.dimensions(), 0u32);
            out.element(2).assign(y + texel.x().to_u32());
        });
        same(natural(), calls);
    }
}

mod faults {
    use super::*;

    #[shader_fn]
    fn swap(a: &mut u32, b: &mut u32) {
        (*a, *b) = (*b, *a);
    }

    #[kernel]
    fn one_variable_twice(out: &mut [u32]) {
        let mut x = out[0];
        swap(&mut x, &mut x);
        out[0] = x;
    }

    #[kernel]
    fn no_element(out: &mut [u32], tile: Workgroup<[u32; 0]>) {
        out[0] = tile[0];
    }

    #[kernel]
    fn beyond(out: &mut [u32]) {
        let list = [out[0], out[1]];
        out[0] = list[2];
    }

    #[kernel]
    fn buffer_by_pointer(out: &mut [u32]) {
        let mut x = 1u32;
        swap(&mut x, &mut out[0]);
    }

    /// Faults are at the author's lines, never at the attribute.
    #[test]
    fn faults_are_said_at_their_lines() {
        for (fault, line) in [
            (one_variable_twice().err(), "swap(&mut x, &mut x);"),
            (no_element().err(), "tile: Workgroup<[u32; 0]>"),
            (beyond().err(), "out[0] = list[2];"),
            (buffer_by_pointer().err(), "swap(&mut x, &mut out[0]);"),
        ] {
            let text = fault.expect("it is refused").to_string();
            assert!(text.contains(line), "{text}");
            assert!(!text.contains("#["), "{text}");
        }
    }
}
