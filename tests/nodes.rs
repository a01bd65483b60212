//! The node library where its values are not exact: each within bounds, on every
//! executor, against plain Rust in `f64`.

mod support;

use bitonic::nodes::*;
use bitonic::*;

/// What `node` makes of each input, on every executor.
fn check<T: Value + HostShareable, R: Value + HostShareable>(
    inputs: &[T],
    node: fn(Node<T>) -> Node<R>,
    is_right: impl Fn(&T, &R) -> bool,
) {
    let kernel = kernel("node").build(|k| {
        let inputs = k.storage::<T>("inputs");
        let results = k.storage_mut::<R>("results");
        let i = instance_index();
        If(i.lt(inputs.len()), || {
            results.element(i).assign(node(inputs.element(i).load()));
        });
    });
    let kernel = kernel.unwrap_or_else(|error| panic!("{error}"));
    let software = Gpu::named("software").unwrap();
    for gpu in [Some(software), support::vulkan()].into_iter().flatten() {
        let given = gpu.buffer(inputs).unwrap();
        let results = gpu.zeroed::<R>(inputs.len()).unwrap();
        let run = gpu
            .run(&kernel)
            .bind("inputs", &given)
            .bind("results", &results);
        run.dispatch(inputs.len()).unwrap();
        for (index, (input, result)) in inputs.iter().zip(results.read().unwrap()).enumerate() {
            assert!(is_right(input, &result), "input {index} on {}", gpu.info());
        }
    }
}

/// Numbers in `-1.0 .. 1.0` from a fixed seed: Steele, Lea and Flood's SplitMix (2014).
fn numbers(count: u64) -> Vec<f32> {
    let mixed = (1..=count).map(|i| {
        let x = i.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (x >> 40) as f32 / 8_388_608.0 - 1.0
    });
    mixed.collect()
}

#[test]
fn cube_roots_are_near() {
    let mut inputs: Vec<f32> = numbers(500).iter().map(|x| x * 1e6).collect();
    inputs.extend([0.0, 1.0, -8.0, 27.0, 1e-30, -1e30, f32::MAX]);
    check(
        &inputs,
        |x| cbrt::<f32>(x),
        |x, root| {
            let right = f64::from(*x).cbrt();
            (f64::from(*root) - right).abs() <= right.abs() * 5e-7
        },
    );
    // Of a vector, each component is that of a number.
    let pairs = [Vec2::new(-8.0, 0.0), Vec2::new(27.0, f32::INFINITY)];
    check(
        &pairs,
        |x| cbrt::<Vec2>(x),
        |x, root| {
            let near = |x: f32, y: f32| x.cbrt() == y || (x.cbrt() - y).abs() < 1e-6 * x.abs();
            near(x.x, root.x) && near(x.y, root.y)
        },
    );
}

#[test]
fn truths_of_components_are_joined() {
    let points = [Vec2::new(-1.0, 0.5), Vec2::new(0.25, 2.0)];
    check(
        &points,
        |x| {
            let (low, high) = (splat::<Vec2>(0.0), splat::<Vec2>(1.0));
            let is_inside = x.ge(low) & x.le(high);
            let is_outside = x.lt(low) | x.gt(high);
            select(is_inside, x, low) + select(is_outside, high, low)
        },
        |x, y| {
            let right = |x: f32| if (0.0..=1.0).contains(&x) { x } else { 1.0 };
            *y == Vec2::new(right(x.x), right(x.y))
        },
    );
}

#[test]
fn ranges_map_to_ranges() {
    check(
        &numbers(100),
        |x| remap(x, -0.5, 0.5, 10.0, 30.0),
        |x, y| (f64::from(*y) - (20.0 + 20.0 * f64::from(*x))).abs() < 1e-4,
    );
    check(
        &numbers(100),
        |x| remap_clamp(x, -0.5, 0.5, 30.0, 10.0),
        |x, y| (f64::from(*y) - (20.0 - 20.0 * f64::from(*x).clamp(-0.5, 0.5))).abs() < 1e-4,
    );
}

/// `inverse` times the matrix, less the identity, is small: 2, 3 and 4 columns.
#[test]
fn inverses_undo() {
    let fours: Vec<Vec4> = numbers(4 * 50)
        .chunks(4)
        .map(|v| Vec4 {
            x: v[0],
            y: v[1],
            z: v[2],
            w: v[3],
        })
        .collect();
    // Diagonally dominant, so that none is near a singular one.
    check(
        &fours,
        |v| {
            let m = mat4(v.xyzw(), v.yzwx(), v.zwxy(), v.wxyz()) + identity::<Mat4>() * 5.0;
            let miss = inverse::<Mat4>(m) * m - identity::<Mat4>();
            let each = |index: u32| {
                let c = miss.element(index);
                dot(c, c)
            };
            each(0) + each(1) + each(2) + each(3)
        },
        |_, miss| *miss < 1e-9,
    );
    check(
        &fours,
        |v| {
            let m = mat3(v.xyz(), v.yzw(), v.wxz()) + identity::<Mat3>() * 4.0;
            let miss = inverse::<Mat3>(m) * m - identity::<Mat3>();
            let each = |index: u32| {
                let c = miss.element(index);
                dot(c, c)
            };
            each(0) + each(1) + each(2)
        },
        |_, miss| *miss < 1e-9,
    );
    check(
        &fours,
        |v| {
            let m = mat2(v.xy(), v.zw()) + identity::<Mat2>() * 3.0;
            let miss = inverse::<Mat2>(m) * m - identity::<Mat2>();
            let each = |index: u32| {
                let c = miss.element(index);
                dot(c, c)
            };
            each(0) + each(1)
        },
        |_, miss| *miss < 1e-9,
    );
}

#[test]
fn noise_is_smooth_and_bounded() {
    let points: Vec<Vec2> = numbers(2000)
        .chunks(2)
        .map(|v| Vec2 {
            x: v[0] * 50.0,
            y: v[1] * 50.0,
        })
        .collect();
    check(
        &points,
        |p| value_noise_2d(p),
        |_, v| (0.0..1.0).contains(v),
    );
    check(&points, |p| gradient_noise_2d(p), |_, v| v.abs() <= 1.04);
    check(
        &points,
        |p| value_noise_3d(vec3(p.x(), p.y(), p.x() * 0.7)),
        |_, v| (0.0..1.0).contains(v),
    );
    check(
        &points,
        |p| gradient_noise_3d(vec3(p.x(), p.y(), p.x() * 0.7)),
        |_, v| v.abs() <= 1.04,
    );
    let step = |p: Node<Vec2>| gradient_noise_2d(p + vec2(0.001, 0.001)) - gradient_noise_2d(p);
    check(&points, step, |_, v| v.abs() < 0.01);
    check(&points, |p| gradient_noise_2d(floor(p)), |_, v| *v == 0.0);
}

#[test]
fn interleaved_gradient_noise_is_jimenezs() {
    let pixels: Vec<Vec2> = (0..400)
        .map(|i| Vec2 {
            x: (i % 20) as f32,
            y: (i / 20) as f32,
        })
        .collect();
    check(
        &pixels,
        |p| interleaved_gradient_noise(p),
        |p, v| {
            let plane = 0.067_110_56 * f64::from(p.x) + 0.005_837_15 * f64::from(p.y);
            let miss = (f64::from(*v) - (52.982_918_9 * plane.fract()).fract()).abs();
            miss.min(1.0 - miss) < 1e-3
        },
    );
}

/// Pearson's chi-square of 64 classes; 120 is passed once in some 100,000 times.
#[test]
fn random_numbers_are_spread_evenly() {
    let gpu = Gpu::named("software").unwrap();
    let kernel = kernel("random").build(|k| {
        let results = k.storage_mut::<u32>("results");
        let i = instance_index();
        If(i.lt(results.len()), || {
            results.element(i).assign((hash(i) * 64.0).to_u32())
        });
    });
    let results = gpu.zeroed::<u32>(64_000).unwrap();
    gpu.run(&kernel.unwrap())
        .bind("results", &results)
        .dispatch(64_000)
        .unwrap();
    let mut counts = [0u32; 64];
    for class in results.read().unwrap() {
        counts[class as usize] += 1;
    }
    let square: f64 = counts
        .iter()
        .map(|&c| (f64::from(c) - 1000.0).powi(2) / 1000.0)
        .sum();
    assert!((20.0..120.0).contains(&square), "chi-square {square}");
}
