//! What the compiler says of wrong arguments of typed kernels. The messages are part of the
//! product: `ui/*.stderr` is read by people, not only compared.

#[test]
fn wrong_arguments_do_not_compile() {
    trybuild::TestCases::new().compile_fail("tests/ui/*.rs");
}
