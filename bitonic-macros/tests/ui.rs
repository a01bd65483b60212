//! Mistakes under the macros, and what the compiler says of each. The messages are
//! part of the product: `ui/*.stderr` is read by people, not only compared.

#[test]
fn mistakes_are_said_where_they_are_made() {
    let cases = trybuild::TestCases::new();
    cases.compile_fail("tests/ui/*.rs");
    cases.compile_fail("tests/ui/natural/*.rs");
}
