//! Functions called and written with the wrong types.

use bitonic_dsl::*;

#[derive(Clone, Copy, ShaderType)]
struct Item {
    weight: f32,
}

fn square<T: Float>() -> Function<(T,), Node<T>> {
    Fn("square", ["x"], |x: Node<T>| x * x)
}

fn twice(of: impl std::ops::Fn(Node<u32>) -> Node<u32>, x: Node<u32>) -> Node<u32> {
    of(of(x))
}

fn main() {
    let _ = kernel("wrong").build(|k| {
        let (b, i, u) = (k.param::<u32>("b").lt(1), k.param::<i32>("i"), k.param::<u32>("u"));
        let (f, h) = (k.param::<f32>("f"), k.param::<f16>("h"));
        let (v2, v3, v4) = (k.param::<Vec2>("v2"), k.param::<Vec3>("v3"), k.param::<Vec4>("v4"));
        let _ = Fn("f", ["a", "b"], |a: Node<u32>| a); //~ named and typed parameters
        let _ = Fn("triple", ["x"], |x: Node<u32>| x * 3).call(f); //~ result: scalar
        let _ = v3 + Fn("turn", ["v"], |v: Node<Vec2>| v.yx()).call(v2); //~ result: vector
        let _ = Fn("divide", ["a"], |_: Node<u32>| zero::<Item>()).call(u).quotient; //~ result: struct
        let _ = u + Fn("put", ["at"], |_: Node<u32>| ()).call(u); //~ result: none
        let _ = square::<u32>(); //~ generic in Rust
        let _ = square::<Vec2>().call(v3); //~ overloads by type
        let _ = twice(|x: Node<u32>| x.to_f32(), u); //~ inlined closure
        let _ = WgslFn::<(u32,), u32>::new("fn f(x: u32) -> u32 { return x; }").call(f); //~ function written in WGSL
    });
}
