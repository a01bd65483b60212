//! Mistakes under the derive, and what the compiler says of each. The messages are
//! part of the product: `ui/*.stderr` is read by people, not only compared.

#[test]
fn mistakes_are_said_where_they_are_made() {
    trybuild::TestCases::new().compile_fail("tests/ui/*.rs");
}
