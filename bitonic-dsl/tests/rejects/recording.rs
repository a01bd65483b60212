//! What holds for every refused kernel, and the one misuse that is a panic.

use bitonic_dsl::nodes::bitonic_flip_indices;
use bitonic_dsl::*;

#[test]
fn an_error_that_main_returns_reads_like_the_compilers() {
    let error = kernel("k").build(|_| Break()).unwrap_err();
    let printed = format!("Error: {error:?}");
    let head = "Error: kernel `k` was refused for 1 fault\n\nerror: `Break` outside of a loop\n";
    assert!(printed.starts_with(head), "{printed}");
    assert!(printed.contains(".build(|_| Break())"), "{printed}");
    assert!(printed.contains("help: "), "{printed}");
    assert!(!printed.contains('\u{1b}'), "{printed}");
}

#[test]
fn a_text_without_colours_is_the_displayed_one() {
    let error = kernel("k").build(|_| Break()).unwrap_err();
    assert_eq!(error.render(Style::Plain), error.to_string());
    assert!(error.render(Style::Coloured).contains("\u{1b}["));
}

#[test]
#[should_panic(expected = "shader code runs only while a kernel is being built")]
fn operators_need_a_kernel() {
    let _ = bitonic_flip_indices(1, 2);
}

#[test]
fn a_panic_in_the_closure_leaves_no_kernel_open() {
    let broken = std::panic::catch_unwind(|| {
        let _ = kernel("broken").build(|_| panic!("the author's own"));
    });
    assert!(broken.is_err());
    let after = std::panic::catch_unwind(|| {
        let _ = instance_index();
    });
    assert!(after.is_err(), "nothing records once the kernel is gone");
    kernel("whole").build(|_| {}).unwrap();
}
