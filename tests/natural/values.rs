//! Values, vectors, numbers, names, memory, and the order in which they are evaluated.

use super::*;

mod values {
    use super::*;

    #[shader_fn]
    fn sign_of(x: f32) -> i32 {
        if x < 0.0 {
            -1
        } else if x > 0.0 {
            1
        } else {
            0
        }
    }

    #[kernel]
    fn natural(data: &[f32], out: &mut [i32]) {
        let i = instance_index();
        let x: f32 = if i < 8 {
            let y = data[i];
            y * y
        } else if i > 100 {
            return;
        } else {
            1.0
        };
        let mut kept = { x + 1.0 };
        kept *= 2.0;
        out[i] = sign_of(x) + kept as i32;
    }

    #[test]
    fn branches_and_blocks_with_values() {
        let sign_of = Fn("sign_of", ["x"], |x: Node<f32>| {
            let value = zero::<i32>().to_var("value");
            If(x.lt(0.0), || value.assign(-1))
                .else_if(|| x.gt(0.0), || value.assign(1))
                .else_(|| value.assign(0));
            value.load()
        });
        let calls = kernel("natural").build(|k| {
            let data = k.storage::<f32>("data");
            let out = k.storage_mut::<i32>("out");
            let i = instance_index().to_const("i");
            let value = zero::<f32>().to_var("x");
            If(i.lt(8), || {
                let y = data.element(i).load().to_const("y");
                value.assign(y * y);
            })
            .else_if(|| i.gt(100), || Return(()))
            .else_(|| value.assign(1.0));
            let x = value.load();
            let kept = (x + 1.0).to_var("kept");
            kept.mul_assign(2.0);
            out.element(i)
                .assign(sign_of.call(x) + kept.load().to_i32());
        });
        same(natural(), calls);
    }
}

mod vectors {
    use super::*;

    #[shader_fn]
    fn turn(v: Vec3, by: f32) -> Vec3 {
        let mut w = v;
        w.x = v.y * by;
        w.yz = v.zx * 2.0;
        w[2] -= -v.x;
        let length = dot(w, w).sqrt();
        w /= length;
        w.zyx
    }

    #[kernel]
    fn natural(data: &mut [Vec3], settings: &mut [Settings]) {
        let i = instance_index();
        settings[i].limit = ROUNDS / 2;
        data[i].y = 1.0;
        data[i] = turn(data[i], settings[i].fields().a);
    }

    #[test]
    fn components_and_fields() {
        let turn = Fn("turn", ["v", "by"], |v: Node<Vec3>, by: Node<f32>| {
            let w = v.to_var("w");
            w.x().assign(v.y() * by);
            w.yz().assign(v.zx() * 2.0);
            w.element(2).sub_assign(-v.x());
            let length = dot(w.load(), w.load()).sqrt().to_const("length");
            w.div_assign(length);
            w.zyx().load()
        });
        let calls = kernel("natural").build(|k| {
            let data = k.storage_mut::<Vec3>("data");
            let settings = k.storage_mut::<Settings>("settings");
            let i = instance_index().to_const("i");
            settings.element(i).fields().limit.assign(12);
            data.element(i).y().assign(1.0);
            let a = settings.element(i).fields().a.load();
            let turned = turn.call(data.element(i).load(), a);
            data.element(i).assign(turned);
        });
        same(natural(), calls);
    }
}

mod numbers {
    use super::*;

    #[kernel(workgroup_size(8, 4))]
    fn natural(out: &mut [f32], bits: u32) {
        let scale = 0.5;
        let shifted = 1 << (bits & 31);
        let truth = shifted > 3;
        let rounds = ROUNDS;
        out[0] = scale * shifted as f32 + (ROUNDS as f32 / 5.0);
        out[1] = select(truth, 2.0, -scale);
        out[2] = (rounds % 7) as f32;
        out[3] = (bits as i32 as f32) * ((2.0 + 1.0) / 4.0);
    }

    #[test]
    fn literals_constants_and_casts() {
        let calls = kernel("natural").workgroup_size([8, 4]).build(|k| {
            let out = k.storage_mut::<f32>("out");
            let bits = k.param::<u32>("bits");
            let scale = 0.5f32.to_const("scale");
            let shifted = (1 << (bits & 31)).to_const("shifted");
            let truth = shifted.gt(3).to_const("truth");
            let rounds = 24u32.to_const("rounds");
            out.element(0).assign(scale * shifted.to_f32() + 24.0 / 5.0);
            out.element(1).assign(select(truth, 2.0, -scale));
            out.element(2).assign((rounds % 7).to_f32());
            out.element(3).assign(bits.to_i32().to_f32() * 0.75);
        });
        same(natural(), calls);
    }
}

mod shadows {
    use super::*;

    #[shader_fn]
    fn note(value: u32) {
        let mut seen = value;
        seen += 1;
        if seen == 3 {
            return;
        }
        seen += 1;
    }

    #[kernel]
    fn natural(out: &mut [u32]) {
        let x = instance_index();
        let x = if x > 3 { x } else { x + 1 };
        {
            let mut x = x;
            x += 1;
            out[0] = x;
        }
        note(x);
        out[1] = x;
    }

    #[test]
    fn inner_names_hide_outer_ones() {
        let note = Fn("note", ["value"], |value: Node<u32>| {
            let seen = value.to_var("seen");
            seen.add_assign(1);
            If(seen.load().eq(3), || Return(()));
            seen.add_assign(1);
        });
        let calls = kernel("natural").build(|k| {
            let out = k.storage_mut::<u32>("out");
            let first = instance_index().to_const("x");
            let chosen = zero::<u32>().to_var("x");
            If(first.gt(3), || chosen.assign(first)).else_(|| chosen.assign(first + 1));
            let x = chosen.load();
            let inner = x.to_var("x");
            inner.add_assign(1);
            out.element(0).assign(inner.load());
            note.call(x);
            out.element(1).assign(x);
        });
        same(natural(), calls);
    }
}

mod atomics {
    use super::*;

    #[kernel]
    fn natural(counts: &mut [Atomic<u32>], keys: &[u32]) {
        counts[keys[instance_index()] % 16].atomic_add(1);
    }

    #[test]
    fn an_element_is_changed_at_once() {
        let calls = kernel("natural").build(|k| {
            let counts = k.storage_mut::<Atomic<u32>>("counts");
            let keys = k.storage::<u32>("keys");
            let key = keys.element(instance_index()).load();
            counts.element(key % 16).atomic_add(1);
        });
        same(natural(), calls);
    }
}

mod order {
    use super::*;

    #[kernel(workgroup_size(1))]
    fn natural(out: &mut [u32]) {
        let mut n = 0u32;
        out[n] = {
            n += 1;
            n + 4
        };
    }

    /// Rust evaluates the right side of `=` first: 5 goes to element 1.
    #[test]
    fn the_right_side_comes_first() {
        let calls = kernel("natural").workgroup_size(1).build(|k| {
            let out = k.storage_mut::<u32>("out");
            let n = 0u32.to_var("n");
            n.add_assign(1);
            let value = n.load() + 4;
            out.element(n.load()).assign(value);
        });
        same(natural(), calls);
        let gpu = Gpu::checked().unwrap_or_else(|error| panic!("{error}"));
        let mut buffer = gpu
            .buffer(&[0u32; 3])
            .unwrap_or_else(|error| panic!("{error}"));
        let kernel = natural().unwrap_or_else(|error| panic!("{error}"));
        let run = gpu.run(&kernel).bind(&mut buffer).dispatch(1);
        run.unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(buffer.read().unwrap_or_default(), [0, 5, 0]);
    }
}

mod short_circuits {
    use super::*;

    #[kernel]
    fn natural(settings: Uniform<Settings>, data: &mut [u32]) {
        let i = instance_index();
        let mut n = data[i];
        let mut turns = 0u32;
        while n != 1 && turns < settings.limit {
            n >>= 1;
            turns += 1;
        }
        if turns > 3 && data[turns] > n {
            turns = 0;
        }
        data[i] = turns;
    }

    /// What nobody else writes may be read in vain; a buffer may not.
    #[test]
    fn only_shared_memory_needs_a_branch() {
        let calls = kernel("natural").build(|k| {
            let settings = k.uniform::<Settings>("settings").fields();
            let data = k.storage_mut::<u32>("data");
            let i = instance_index().to_const("i");
            let n = data.element(i).load().to_var("n");
            let turns = 0u32.to_var("turns");
            let is_within = || turns.load().lt(settings.limit.load());
            let goes_on = || n.load().ne(1).and_also(is_within);
            While(goes_on, || {
                n.shr_assign(1);
                turns.add_assign(1);
            });
            let is_greater = || data.element(turns.load()).load().gt(n.load());
            If(turns.load().gt(3).and_also(is_greater), || turns.assign(0));
            data.element(i).assign(turns.load());
        });
        let text = same(natural(), calls);
        let condition = "while n != 1u && turns < settings.limit {";
        assert!(text.contains(condition), "{text}");
        assert_eq!(text.matches("var both").count(), 1, "{text}");
    }
}

mod faults {
    use super::*;

    #[shader_fn]
    fn endless(n: u32) -> u32 {
        endless(n) + 1
    }

    #[kernel]
    fn natural(out: &mut [u32]) {
        out[0] = endless(1);
    }

    #[kernel]
    fn divergent(out: &mut [u32]) {
        for i in 0u32..local_invocation_index() {
            workgroup_barrier();
            out[i] = 1;
        }
    }

    /// Faults are at the author's lines, never at the attribute.
    #[test]
    fn faults_are_said_at_their_lines() {
        for (kernel, message, line) in [
            (natural(), "calls itself", "endless(n) + 1"),
            (divergent(), "barrier", "workgroup_barrier();"),
        ] {
            let error = kernel.expect_err("it is refused");
            let text = error.to_string();
            assert!(text.contains(message), "{text}");
            assert!(text.contains(line), "{text}");
            assert!(!text.contains("#["), "{text}");
        }
    }
}
