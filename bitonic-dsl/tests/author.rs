//! Programs that the author layer must accept as written.

use bitonic_dsl::nodes::*;
use bitonic_dsl::types::*;
use bitonic_dsl::*;

fn flip_global<T: Scalar>(workgroup_size: u32) -> Result<Kernel, Error> {
    kernel("flip_global").workgroup_size(workgroup_size).build(|k| {
        let input = k.storage::<T>("input");
        let output = k.storage_mut::<T>("output");
        let span = k.param::<u32>("span");
        let pair = bitonic_flip_indices(instance_index(), &span);
        If(pair.x().lt(input.len()), || {
            let a = input.element(pair.x()).load();
            If(pair.y().lt(input.len()), || {
                let b = input.element(pair.y()).load();
                output.element(pair.x()).assign(min(a, b));
                output.element(pair.y()).assign(max(a, b));
            })
            .else_(|| output.element(pair.x()).assign(a));
        });
    })
}

#[test]
fn tries() {
    let k = flip_global::<f32>(256).unwrap();
    println!("{}", k.graph());
    let k = kernel("k").workgroup_size([8, 8]).build(|k| {
        let data = k.storage_mut::<u32>("data");
        let fl = k.storage_mut::<Vec3>("fl");
        let tile = workgroup_array::<u32>("tile", 64);
        let i = instance_index();
        let x = (i + 1) * 2 - 3 / (1 + i) % 7 << 1 >> i ^ 5 & i | 9;
        let acc = 0u32.to_var("acc");
        Loop(range(0, data.len()), |i| acc.add_assign(i));
        Loop(range(0, 4), |i| acc.add_assign(i.to_u32()));
        Loop(range(0, i).rev().step(3), |j| {
            If(j.eq(3), Break).else_if(|| j.gt(4), Continue).else_(|| acc.assign(j));
        });
        Loop(range(i, 1).shift_right(1), |j| acc.mul_assign(j));
        While(|| acc.load().lt(100), || acc.add_assign(1));
        tile.element(i).assign(select(x.lt(4), 4, 2));
        let v = fl.element(i).load() * 2.0 + vec3(1.0, 2.0, 3.0) * x.to_f32();
        fl.element(i).x().assign(clamp(v.x(), 0.0, 1.0));
        fl.element(i).assign(-v.zyx());
        let p = 2.0 * v;
        fl.element(0).assign(p.abs().min(v));
        let ok = !i.lt(4) & i.gt(2) | i.eq(9);
        If(ok.and(true), || Return(()));
        workgroup_barrier();
        let sq = Fn("sq", ["x"], |x: Node<u32>| x * x);
        data.element(sq.call(i)).assign(sq.call(3) + min(5, i) + data.element(1).load());
        let f = Fn("put", ["x"], move |x: Node<u32>| data.element(x).assign(x));
        f.call(3);
    }).unwrap();
    println!("{}", k.graph());
}
