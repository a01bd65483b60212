//! Operators that assign: to a variable, and to an element of a buffer.

use super::entry::{Entry, entry};

pub(crate) fn entries() -> Vec<Entry> {
    vec![
        entry("+=")
            .says(|_, out, i| out.element(i).add_assign(i + 5))
            .gives(&[5_u32, 6, 7, 8])
            .emits("out[i] += i + 5u;"),
        entry("-=")
            .says(|_, out, i| out.element(i).sub_assign(i))
            .gives(&[0_u32, u32::MAX, u32::MAX - 1, u32::MAX - 2])
            .emits("out[i] -= i;"),
        entry("*=")
            .says(|_, out, i| {
                let v = (i + 1).to_var("v");
                v.mul_assign(7);
                out.element(i).assign(v.load());
            })
            .gives(&[7_u32, 14, 21, 28])
            .emits("v *= 7u;"),
        entry("/=")
            .says(|_, out, i| {
                let v = (i * 10).to_var("v");
                v.div_assign(4);
                out.element(i).assign(v.load());
            })
            .gives(&[0_u32, 2, 5, 7])
            .emits("v /= 4u;"),
        entry("%=")
            .says(|_, out, i| {
                let v = (i * 10).to_var("v");
                v.rem_assign(4);
                out.element(i).assign(v.load());
            })
            .gives(&[0_u32, 2, 0, 2])
            .emits("v %= 4u;"),
        entry("&=")
            .says(|_, out, i| {
                let v = (i + 4).to_var("v");
                v.bitand_assign(6);
                out.element(i).assign(v.load());
            })
            .gives(&[4_u32, 4, 6, 6])
            .emits("v &= 6u;"),
        entry("|=")
            .says(|_, out, i| out.element(i).bitor_assign(i | 8))
            .gives(&[8_u32, 9, 10, 11])
            .emits("out[i] |= i | 8u;"),
        entry("^=")
            .says(|_, out, i| {
                let v = i.to_var("v");
                v.bitxor_assign(3);
                out.element(i).assign(v.load());
            })
            .gives(&[3_u32, 2, 1, 0])
            .emits("v ^= 3u;"),
        entry("<<=")
            .says(|_, out, i| {
                let v = (i + 1).to_var("v");
                v.shl_assign(4);
                out.element(i).assign(v.load());
            })
            .gives(&[16_u32, 32, 48, 64])
            .emits("v <<= 4u;"),
        entry(">>=")
            .says(|_, out, i| {
                let v = (i * 100).to_var("v");
                v.shr_assign(2);
                out.element(i).assign(v.load());
            })
            .gives(&[0_u32, 25, 50, 75])
            .emits("v >>= 2u;"),
        entry("increment")
            .says(|_, out, i| out.element(i).increment())
            .gives(&[1_u32; 4])
            .emits("out[i]++;"),
        entry("decrement")
            .says(|_, out, i| out.element(i).decrement())
            .gives(&[u32::MAX; 4])
            .emits("out[i]--;"),
    ]
}
