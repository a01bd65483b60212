//! The path under which the deriving crate reaches the shader types.
//!
//! `bitonic` re-exports all of `bitonic_dsl` at its root, so either will do.
//! Neither library uses `crate::`: their tests, examples and doctests are crates
//! of their own, which `proc-macro-crate` cannot always tell from the library, and
//! both know themselves by name.

use proc_macro_crate::{FoundCrate, crate_name};
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::meta::ParseNestedMeta;
use syn::{Error, LitStr, Path};

/// A package that has what the generated code names.
struct Provider {
    package: &'static str,
    library: &'static str,
}

/// In the order of search. `proc-macro-crate` does not tell a dependency from one that the tests
/// alone have, and a library may well have the language for itself and all of `bitonic` for its
/// tests: there the language is what both can name.
const PROVIDERS: [Provider; 2] = [
    Provider {
        package: "bitonic-dsl",
        library: "bitonic_dsl",
    },
    Provider {
        package: "bitonic-gpu",
        library: "bitonic",
    },
];

/// The path of the option `crate = path`, which may also stand as text: `crate = "path"`.
pub(crate) fn given(meta: &ParseNestedMeta) -> syn::Result<Path> {
    let value = meta.value()?;
    let at = value.span();
    if value.peek(LitStr) {
        return value.parse::<LitStr>()?.parse();
    }
    let path = value.call(Path::parse_mod_style);
    path.map_err(|_| {
        Error::new(
            at,
            "`crate` takes the path of a crate: `crate = my_crate::gpu`",
        )
    })
}

/// The first provider that the deriving crate depends on; `example` is how a path would be given.
pub(crate) fn shader_crate(example: &str) -> syn::Result<TokenStream> {
    let found = PROVIDERS.iter().find_map(|provider| {
        let found = crate_name(provider.package).ok()?;
        Some(provider.extern_name(found))
    });
    match found {
        Some(name) => {
            let name = Ident::new(&name, Span::call_site());
            Ok(quote!(::#name))
        }
        None => Err(Error::new(
            Span::call_site(),
            format!(
                "this crate depends on neither `bitonic-gpu` nor `bitonic-dsl`: add one to \
                 Cargo.toml, or give the path of a re-export: `{example}`"
            ),
        )),
    }
}

impl Provider {
    /// The name that stands in Rust: the library's, unless the dependency is renamed.
    fn extern_name(&self, found: FoundCrate) -> String {
        match found {
            FoundCrate::Name(name) if name != self.package.replace('-', "_") => name,
            FoundCrate::Name(_) | FoundCrate::Itself => self.library.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dependency_is_known_by_its_library_unless_renamed() {
        let [dsl, facade] = &PROVIDERS;
        let named = |name: &str| FoundCrate::Name(name.to_owned());
        assert_eq!(facade.extern_name(named("bitonic_gpu")), "bitonic");
        assert_eq!(facade.extern_name(named("bitonic")), "bitonic");
        assert_eq!(facade.extern_name(named("gpu")), "gpu");
        assert_eq!(facade.extern_name(FoundCrate::Itself), "bitonic");
        assert_eq!(dsl.extern_name(named("bitonic_dsl")), "bitonic_dsl");
        assert_eq!(dsl.extern_name(named("shaders")), "shaders");
        assert_eq!(dsl.extern_name(FoundCrate::Itself), "bitonic_dsl");
    }
}
