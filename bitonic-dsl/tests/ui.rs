//! Programs that Rust's own compiler must refuse, with messages that a person can use.

#[test]
fn wrong_programs_do_not_compile() {
    trybuild::TestCases::new().compile_fail("tests/ui/*.rs");
}
