//! Constant expressions that the shading language refuses.

use bitonic_dsl::*;

use crate::gallery::check;

#[test]
fn divisions_by_zero() {
    let result = kernel("k").build(|k| {
        let out = k.storage_mut::<u32>("out");
        let i = instance_index();
        out.element(0).assign(i + instance_index() / 0); //~ error
        out.element(1).assign(i % (1 - vec2(1.0, 2.0).x().to_u32())); //~ error
        let shares = uvec2(i, i) / uvec2(2, 0); //~ error
        out.element(2).rem_assign(0); //~ error
        out.element(3).assign(shares.y());
    });
    check(result);
}

#[test]
fn quotients_without_a_value() {
    let result = kernel("k").build(|k| {
        let out = k.storage_mut::<i32>("out");
        let least = constant("LEAST", i32::MIN);
        out.element(0).assign(least / -1); //~ error
        let halves = k.storage_mut::<f32>("halves");
        halves.element(0).assign(constant("ONE", 1.0_f32) / 0.0); //~ error
    });
    check(result);
}

#[test]
fn shifts_by_too_much() {
    let result = kernel("k").build(|k| {
        let out = k.storage_mut::<u32>("out");
        out.element(0).assign(out.len() << 32); //~ error
        out.element(1).assign((out.len() + 1) >> 40_u32 & 1); //~ error
        out.element(2).shl_assign(33); //~ error
        let wide = k.storage_mut::<u64>("wide");
        wide.element(0).assign(wide.element(1).load() >> 64); //~ error
    });
    check(result);
}

#[test]
fn shifts_that_lose_bits() {
    let result = kernel("k").build(|k| {
        let out = k.storage_mut::<u32>("out");
        let mask = constant("MASK", 0xF000_0000_u32);
        out.element(0).assign(mask << 4); //~ error
    });
    check(result);
}

#[test]
fn arguments_that_a_function_has_no_value_for() {
    let result = kernel("k").build(|k| {
        let out = k.storage_mut::<f32>("out");
        let x = out.element(0).load();
        out.element(0).assign(x + sqrt::<f32>(-1.0)); //~ error
        out.element(1).assign(log(0.0)); //~ error
        out.element(2).assign(acos(constant("FAR", 1.5_f32))); //~ error
        out.element(3).assign(x.clamp(1.0, 0.0)); //~ error
        out.element(4).assign(length(normalize(vec2(0.0, 0.0)))); //~ error
        out.element(5).assign(exp::<f32>(100.0) * x); //~ error
        out.element(6).assign(smoothstep(1.0, 1.0, x)); //~ error
        out.element(7)
            .assign(extract_bits(out.len(), 30, 4).to_f32()); //~ error
    });
    check(result);
}

#[test]
fn values_that_overflow() {
    let result = kernel("k").build(|k| {
        let out = k.storage_mut::<f32>("out");
        let large = constant("LARGE", f32::MAX);
        out.element(0).assign(large * 2.0); //~ error
        let halves = k.storage_mut::<f16>("halves");
        halves.element(0).assign(large.to_f16()); //~ error
    });
    check(result);
}

#[test]
fn indices_out_of_range() {
    let result = kernel("k").build(|k| {
        let out = k.storage_mut::<u32>("out");
        let tile = workgroup_array::<u32>("tile", 64);
        tile.element(64).assign(1); //~ error
        let primes = constant("PRIMES", [2_u32, 3, 5, 7]);
        out.element(0).assign(primes.element(4)); //~ error
        out.element(1).assign(uvec3(1, 2, 3).element(3)); //~ error
        let corner = array([vec2(0.0, 1.0), vec2(1.0, 0.0)]).to_var("corner");
        corner.element(2).element(0).assign(0.5); //~ error
    });
    check(result);
}
