//! Verdicts on constant expressions, each held against what naga's front end and
//! Tint make of the text.

use super::super::validate_module;
use super::check;
use crate::emit::recheck::recheck;
use crate::emit::{self, Dialect};
use crate::interface::ParameterPassing;
use crate::types::Value;
use crate::*;

/// Whether we accept `value`, used in a kernel; the other readers must agree, but for
/// what naga itself refuses in the module.
#[track_caller]
fn accepts<T: Value + HostShareable>(value: impl FnOnce() -> Node<T>) -> bool {
    let (graph, recorded) = kernel("k").workgroup_size(1).record(|k| {
        let data = k.storage_mut::<T>("data");
        data.element(0).assign(value());
    });
    assert_eq!(recorded, []);
    let accepted = check(&graph).is_empty();
    let lowered = lower::lower(&graph, ParameterPassing::default()).expect("it lowers");
    match validate_module(lowered) {
        Err(_) => assert!(!accepted, "naga refuses what we accept"),
        Ok(validated) => {
            let text = emit::wgsl(&validated, Dialect::Browser).expect("it has a text");
            if let Some(tint) = tint::check(&text) {
                assert_eq!(tint.is_ok(), accepted, "{tint:?}\n{text}");
            }
            if accepted {
                let text = emit::wgsl(&validated, Dialect::Naga).expect("it has a text");
                assert!(recheck(&text).is_ok(), "{text}");
            }
        }
    }
    accepted
}

fn u(value: u32) -> Node<u32> {
    value.into_node()
}

fn i(value: i32) -> Node<i32> {
    value.into_node()
}

fn f(value: f32) -> Node<f32> {
    value.into_node()
}

#[test]
fn integers_wrap() {
    assert!(accepts(|| u(u32::MAX) + 1));
    assert!(accepts(|| u(u32::MAX) * 3));
    assert!(accepts(|| u(0) - 1));
    assert!(accepts(|| i(i32::MAX) + 1));
    assert!(accepts(|| -i(i32::MIN)));
    assert!(accepts(|| i(i32::MIN).abs()));
    assert!(accepts(|| i(-7) % 3));
}

#[test]
fn divisors_are_not_zero() {
    assert!(!accepts(|| u(5) / 0));
    assert!(!accepts(|| u(5) % (u(1) - 1)));
    assert!(!accepts(|| local_invocation_index() / (u(1) - 1)));
    assert!(!accepts(
        || splat::<UVec3>(local_invocation_index()) / uvec3(1, 0, 2)
    ));
    assert!(!accepts(|| i(i32::MIN) / -1));
    assert!(!accepts(|| i(i32::MIN) % i(-1)));
    assert!(accepts(|| u(5) / local_invocation_index()));
}

#[test]
fn shifts_keep_their_bits() {
    assert!(accepts(|| u(1) << 31));
    assert!(!accepts(|| u(3) << 31));
    assert!(accepts(|| i(-1) << 31));
    assert!(!accepts(|| i(1) << 31));
    assert!(!accepts(|| u(1) << 32));
    assert!(!accepts(|| local_invocation_index() >> (u(20) + 20)));
    assert!(accepts(|| local_invocation_index() << 31));
}

#[test]
fn floats_are_finite() {
    assert!(!accepts(|| f(3e38) * 10.0));
    assert!(!accepts(|| f(1.0) / 0.0));
    assert!(!accepts(|| f(0.0) / 0.0));
    assert!(accepts(|| f(1e-38) * 1e-38));
    assert!(!accepts(|| u(0x7F80_0000).bitcast::<f32>()));
    assert!(!accepts(|| u(0x7FC0_0000).bitcast::<f32>()));
    assert!(accepts(|| u(0x7F7F_FFFF).bitcast::<f32>()));
    assert!(accepts(|| 0x7F80_0000_u32
        .to_var("bits")
        .load()
        .bitcast::<f32>()));
}

#[test]
fn ranges_are_not_empty() {
    assert!(!accepts(|| local_invocation_index().clamp(5, 1)));
    assert!(accepts(|| u(9).clamp(5, 5)));
    assert!(!accepts(
        || splat::<UVec3>(1).clamp(uvec3(1, 5, 1), uvec3(2, 3, 4))
    ));
}

#[test]
fn what_is_chosen_and_converted_is_constant_too() {
    assert!(!accepts(|| u(5) / select(i(3).lt(4), u(0), 1)));
    assert!(accepts(|| u(5) / select(i(3).lt(4), u(1), 0)));
    assert!(!accepts(|| u(5) / f(0.5).to_u32()));
    assert!(!accepts(|| u(5) / uvec2(1, 0).yx().x()));
}

#[test]
fn constant_indices_lie_within() {
    let element = |index: fn() -> Node<u32>| {
        accepts(move || {
            let tile = workgroup_array::<u32>("tile", 4);
            tile.element(index()).load()
        })
    };
    assert!(element(|| u(2) + 1));
    assert!(!element(|| u(2) + 2));
    assert!(element(|| local_invocation_index() + 9));
}

#[test]
fn builtins_have_values_of_constants() {
    assert!(!accepts(|| f(1.5).acos()));
    assert!(accepts(|| f(1.0).asin()));
    assert!(!accepts(|| f(0.5).acosh()));
    assert!(!accepts(|| f(-1.0).atanh()));
    assert!(!accepts(|| f(0.0).log()));
    assert!(!accepts(|| f(-2.0).log2()));
    assert!(!accepts(|| f(0.0).inverse_sqrt()));
    assert!(!accepts(|| f(-1.0).sqrt()));
    assert!(!accepts(|| f(100.0).exp()));
    assert!(accepts(|| f(88.5).exp()));
    assert!(!accepts(|| f(128.0).exp2()));
    assert!(!accepts(|| f(-1.0).pow(2.0)));
    assert!(!accepts(|| f(0.0).pow(0.0)));
    assert!(accepts(|| f(2.0).pow(-3.0)));
    assert!(!accepts(|| f(70000.0).quantize_to_f16()));
    assert!(!accepts(|| vec2(0.0, 65520.0).pack2x16float()));
    assert!(!accepts(|| u(0x7C00_0000).unpack2x16float()));
    assert!(!accepts(|| vec2(0.0, 0.0).normalize()));
}

#[test]
fn constants_beside_a_value_found_at_run_time_are_looked_at() {
    let unknown = || local_invocation_index();
    let float = move || unknown().to_f32();
    assert!(!accepts(move || unknown().extract_bits(20, 20)));
    assert!(accepts(move || unknown().extract_bits(20, 12)));
    assert!(!accepts(move || unknown().insert_bits(unknown(), 1, 32)));
    assert!(!accepts(move || float().ldexp(129)));
    assert!(accepts(move || float().ldexp(128)));
    assert!(!accepts(|| f(2.0).ldexp(127)));
    assert!(!accepts(move || float().smoothstep(1.0, 1.0)));
    assert!(accepts(move || float().smoothstep(1.0, 0.0)));
    assert!(!accepts(move || float().clamp(2.0, 1.0)));
}

#[test]
fn each_step_of_a_builtin_is_finite() {
    let big = || vec2(1e30, 1e30);
    let other = || vec2(2e30, 1e30);
    let third = || vec2(3e30, 1e30);
    assert!(!accepts(|| f(100.0).sinh()));
    assert!(!accepts(|| f(100.0).cosh()));
    assert!(accepts(|| f(100.0).tanh()));
    assert!(!accepts(|| f(1e38).degrees()));
    assert!(!accepts(|| big().dot(other())));
    assert!(!accepts(|| big().length()));
    assert!(accepts(|| f(1e30).length()));
    assert!(!accepts(|| vec2(3e38, 0.0).distance(vec2(-3e38, 0.0))));
    assert!(!accepts(|| mix(f(3e38), -3e38, f(2.0))));
    assert!(accepts(|| mix(f(3e38), -3e38, f(0.5))));
    assert!(!accepts(|| f(1e30).fma(1e30, -1.0)));
    assert!(!accepts(|| big().reflect(other())));
    assert!(!accepts(|| big().refract(other(), 2.0)));
    assert!(!accepts(|| big().face_forward(other(), third())));
    assert!(!accepts(
        || vec3(1e30, 2e30, 3e30).cross(vec3(3e30, 1e30, 1e30))
    ));
    assert!(!accepts(|| big().normalize()));
    assert!(accepts(|| ivec2(i32::MAX, 1).dot(ivec2(2, 2))));
}

#[test]
fn builtins_of_constants_are_constants() {
    assert!(!accepts(|| f(1.0) / f(0.5).floor()));
    assert!(!accepts(|| f(3.0).cos().sqrt()));
    assert!(!accepts(|| f(0.0).sin().log()));
    assert!(!accepts(|| u(1) / u(0).count_one_bits()));
    assert!(!accepts(|| u(1) / u(1).first_trailing_bit()));
    assert!(!accepts(|| u(1) / uvec2(0, 1).dot(uvec2(1, 0))));
    assert!(!accepts(|| f(1.0) / f(-200.0).exp()));
    assert!(accepts(|| f(1.0) / f(0.5).ceil()));
    assert!(accepts(|| u(1) / u(2).first_trailing_bit()));
}

#[test]
fn constant_lanes_lie_in_a_subgroup() {
    type Ask = fn(Node<u32>, u32) -> Node<u32>;
    let lanes: [(Ask, u32); 6] = [
        (subgroup_broadcast, 128),
        (subgroup_shuffle, 128),
        (subgroup_shuffle_xor, 128),
        (subgroup_shuffle_up, 128),
        (subgroup_shuffle_down, 128),
        (quad_broadcast, 4),
    ];
    for (ask, limit) in lanes {
        for lane in [0, limit - 1] {
            assert!(accepts(|| ask(local_invocation_index(), lane)), "{lane}");
        }
        for lane in [limit, limit + 1, u32::MAX] {
            assert!(!accepts(|| ask(local_invocation_index(), lane)), "{lane}");
        }
    }
}

#[test]
fn lanes_made_of_constants_are_looked_at_and_others_not() {
    let x = local_invocation_index;
    assert!(!accepts(|| subgroup_shuffle(x(), u(64) * 2)));
    assert!(accepts(|| subgroup_shuffle(x(), u(64) * 2 - 1)));
    assert!(accepts(|| subgroup_shuffle(x(), x() + 128)));
    // A variable is found at run time.
    assert!(accepts(|| subgroup_shuffle_up(
        x(),
        u(200).to_var("far").load()
    )));
    assert!(accepts(|| subgroup_shuffle_xor(x(), num_subgroups() + 500)));
}
