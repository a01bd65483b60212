//! Control flow by values of the wrong type.

use bitonic_dsl::*;

fn main() {
    let _ = kernel("wrong").build(|k| {
        let (b, i, u) = (k.param::<u32>("b").lt(1), k.param::<i32>("i"), k.param::<u32>("u"));
        let (f, h) = (k.param::<f32>("f"), k.param::<f16>("h"));
        If(u, || ()); //~ if
        If(b, || ()).else_if(|| i, || ()); //~ else if
        let _ = select(u, f, f); //~ select
        Switch(f).case(1.0, || ()); //~ switch
        Switch(u).case(-1, || ()).default(|| ()); //~ default
        Loop(range(0.0, f), |_| ()); //~ counted loop
        Loop(range(0, u), |n| _ = n + i); //~ nested loops
        Loop(range(i, u), |_| ()); //~ start and end of any kind
        If(b, || ()).else_(|| u); //~ else
        Switch(i).case([1.0, 2.0], || ()); //~ several selectors
        Loop(range(0, u).step(0.5), |_| ()); //~ step
        Loop(range(0, u).update(|_| i), |_| ()); //~ update
        Loop(range(1, u).shift_left(i), |_| ()); //~ shifting
        While(|| u, || ()); //~ while
        Repeat(|| ()).continuing(|| u); //~ loop with continuing
        Repeat(|| ()).break_if(|| i); //~ break-if
        Return(1.0); //~ return
    });
}
