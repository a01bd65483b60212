//! Functions given as WGSL text: that equal texts are one function, and names that meet.
//! What is refused is in `rejects`.

use bitonic_dsl::*;

#[test]
fn equal_texts_are_one_function_in_every_kernel() {
    let twice = || WgslFn::<(u32,), u32>::new("fn twice(x: u32) -> u32 { return x * 2u; }");
    let (first, second) = (twice(), twice());
    let other = WgslFn::<(u32,), u32>::new("fn twice(x: u32) -> u32 { return x + x; }");
    let build = |name: &str| {
        let built = kernel(name).build(|k| {
            let out = k.storage_mut::<u32>("out");
            out.element(0)
                .assign(first.call(second.call(first.call(1))));
            out.element(1).assign(other.call(3));
        });
        built.and_then(|kernel| kernel.wgsl(Dialect::Browser))
    };
    let text = build("one").unwrap();
    assert_eq!(text.matches("fn twice").count(), 2, "{text}");
    assert_eq!(text.matches("(x: u32) -> u32").count(), 2, "{text}");
    assert_eq!(text, build("two").unwrap().replace("fn two", "fn one"));
}

#[test]
fn names_of_a_text_and_of_the_kernel_do_not_collide() {
    let scale = WgslFn::<(u32,), u32>::new(
        "const SIZE = 4u; fn scale(x: u32) -> u32 { let y = x + SIZE; return y * helper(y); }
         fn helper(SIZE: u32) -> u32 { return SIZE + 1u; }",
    );
    let built = kernel("k").build(|k| {
        let out = k.storage_mut::<u32>("out");
        let helper = Fn("helper", ["x"], |x: Node<u32>| x + 7);
        let size = out.element(0).load().to_const("SIZE");
        out.element(1).assign(scale.call(helper.call(size)) + size);
    });
    let text = built.unwrap().wgsl(Dialect::Naga).unwrap();
    assert_eq!(text.matches("fn helper").count(), 2, "{text}");
    naga::front::wgsl::parse_str(&text).unwrap();
}
