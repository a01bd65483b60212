//! A place is an address: it is loaded to be a value, and only some can be written.

use bitonic_dsl::*;

fn main() {
    let _ = kernel("k").build(|k| {
        let input = k.storage::<u32>("input");
        let out = k.storage_mut::<u32>("out");
        let sum = 0u32.to_var("sum");
        out.element(0).assign(input.element(0));
        out.element(0).assign(sum);
        let _ = instance_index() + input.element(0);
        let _ = input.element(0) * 2;
        let mut place = out.element(0);
        place += 1;
        let mut total = sum;
        total -= 1;
        input.element(0).assign(1);
        input.element(0).add_assign(1);
        let scale = k.param::<u32>("scale");
        scale.assign(2);
        let _ = Fn("f", ["x"], |x: Node<u32>| {
            x.assign(1);
            x
        });
    });
}
