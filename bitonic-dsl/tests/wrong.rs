//! Wrong uses of each member of the language, and what the Rust compiler says to them: the
//! page `docs/language.md` cites it.

#[test]
fn wrong_uses_do_not_compile() {
    trybuild::TestCases::new().compile_fail("tests/wrong/*.rs");
}
