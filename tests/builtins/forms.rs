//! The ways to write a call: as a function and as a method, a scalar beside vectors, one
//! condition or one for each component; and that arguments stand in order and are
//! evaluated once. Values of the functions themselves are in `values`.

use bitonic::*;

use crate::support;

/// What the kernel gives for the numbers 0, 1, 2, .. of `data`.
fn check(build: impl Fn(&Storage) -> Vec<(Node<f32>, f32)> + Copy) {
    let mut gpus = vec![Gpu::named("software").unwrap()];
    gpus.extend(support::vulkan());
    for gpu in gpus {
        let mut wanted = Vec::new();
        let built = kernel("forms").workgroup_size(1).build(|k| {
            let data = k.storage::<f32>("data");
            let result = k.storage_mut::<f32>("result");
            let pairs = build(&|index| data.element(index).load());
            for (index, (value, right)) in pairs.into_iter().enumerate() {
                result.element(index as u32).assign(value);
                wanted.push(right);
            }
        });
        let data = gpu.buffer(&[0.0_f32, 1.0, 2.0, 3.0, 4.0, 5.0]).unwrap();
        let result = gpu.buffer(&vec![-99.0_f32; wanted.len()]).unwrap();
        let kernel = built.unwrap();
        let run = gpu.run(&kernel).bind("data", &data).bind("result", &result);
        run.workgroups([1, 1, 1]).unwrap();
        assert_eq!(result.read().unwrap(), wanted, "on {}", gpu.info());
    }
}

/// A number that the compiler does not know.
type Storage<'a> = dyn Fn(u32) -> Node<f32> + 'a;

#[test]
fn mix_takes_one_factor_or_one_for_each_component() {
    check(|n| {
        let (a, b) = (vec2(n(0), n(4)), vec2(n(2), n(0)));
        let half = n(1) * 0.5;
        let each = vec2(n(0), n(1));
        let (one, all) = (mix(a, b, half), mix(a, b, each));
        let (method, vectors) = (half.mix(a, b), each.mix(a, b));
        let literal = mix(a, b, 0.5);
        let by_reference = [&half];
        vec![
            (one.x(), 1.0),
            (one.y(), 2.0),
            (all.x(), 0.0),
            (all.y(), 0.0),
            (method.x(), 1.0),
            (method.y(), 2.0),
            (vectors.x(), 0.0),
            (literal.y(), 2.0),
            (half.mix(n(2), n(4)), 3.0),
            (mix(n(2), n(4), by_reference[0]), 3.0),
        ]
    });
}

#[test]
fn select_takes_one_condition_or_one_for_each_component() {
    check(|n| {
        let (a, b) = (vec3(n(1), n(2), n(3)), vec3(n(5), n(5), n(5)));
        let yes = n(1).lt(n(2));
        let each = a.lt(vec3(n(2), n(2), n(5)));
        let (whole, lanes) = (select(yes, a, b), select(each, a, b));
        let (method, inverse) = (yes.select(n(3), n(4)), (!each).select(a, b));
        vec![
            (whole.x(), 1.0),
            (whole.z(), 3.0),
            (lanes.x(), 1.0),
            (lanes.y(), 5.0),
            (lanes.z(), 3.0),
            (method, 3.0),
            (inverse.x(), 5.0),
            (inverse.y(), 2.0),
            (select(false, n(3), n(4)), 4.0),
        ]
    });
}

#[test]
fn methods_take_what_they_look_up_first() {
    check(|n| {
        vec![
            (step(n(2), n(3)), 1.0),
            (n(3).step(n(2)), 1.0),
            (n(2).step(n(3)), 0.0),
            (n(5).smoothstep(n(1), n(3)), 1.0),
            (smoothstep(n(3), n(4), n(1)), 0.0),
            (n(5).clamp(n(1), n(3)), 3.0),
            (clamp(n(0), n(1), n(3)), 1.0),
            (n(5).min(n(2)), 2.0),
            (n(3).fma(n(4), n(5)), 17.0),
            (fma(n(3), n(4), n(5)), 17.0),
            (n(3).ldexp(n(2).to_i32()), 12.0),
            (n(0).atan2(n(1)).abs(), 0.0),
            (vec3(n(1), 0.0, 0.0).cross(vec3(0.0, n(1), 0.0)).z(), 1.0),
            (
                n(5).to_u32()
                    .extract_bits(n(1).to_u32(), n(2).to_u32())
                    .to_f32(),
                2.0,
            ),
            (
                n(0).to_u32()
                    .insert_bits(n(3).to_u32(), n(1).to_u32(), n(2).to_u32())
                    .to_f32(),
                6.0,
            ),
        ]
    });
}

/// Each call of `next` counts: what is evaluated twice, or out of order, shows.
#[test]
fn arguments_are_evaluated_once_and_in_order() {
    let mut gpus = vec![Gpu::named("software").unwrap()];
    gpus.extend(support::vulkan());
    for gpu in gpus {
        let built = kernel("once").workgroup_size(1).build(|k| {
            let count = k.storage_mut::<f32>("count");
            let result = k.storage_mut::<f32>("result");
            let next = Fn("next", [], move || {
                count.element(0).add_assign(1.0);
                count.element(0).load()
            });
            let put = |index: u32, value: Node<f32>| result.element(index).assign(value);
            put(0, fma(next.call(), next.call(), next.call()));
            put(1, next.call().saturate());
            put(2, next.call().to_i32().to_f32());
            put(3, mix(next.call(), next.call(), next.call()));
            put(4, select(next.call().gt(0.0), next.call(), next.call()));
            put(5, count.element(0).load());
        });
        let count = gpu.buffer(&[0.0_f32]).unwrap();
        let result = gpu.buffer(&[0.0_f32; 6]).unwrap();
        let kernel = built.unwrap();
        let run = gpu
            .run(&kernel)
            .bind("count", &count)
            .bind("result", &result);
        run.workgroups([1, 1, 1]).unwrap();
        // 1 * 2 + 3; 4; 5; 6 + (7 - 6) * 8; of 9, 10, 11 the middle one.
        let wanted = vec![5.0, 1.0, 5.0, 14.0, 10.0, 11.0];
        assert_eq!(result.read().unwrap(), wanted, "on {}", gpu.info());
    }
}
