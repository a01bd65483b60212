//! What stands in the parentheses of the attribute.

use proc_macro2::TokenStream;
use quote::quote;
use syn::meta::ParseNestedMeta;
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::{Expr, Path, Result, Token, parenthesized};

use crate::locate;

/// The options of the attribute.
#[derive(Default)]
pub(crate) struct Arguments {
    path: Option<Path>,
    /// The arguments of `workgroup_size`; none where it is not given.
    pub(crate) workgroup_size: Vec<Expr>,
    /// The kernel's name, where it is not that of the Rust function.
    pub(crate) name: Option<Expr>,
    /// The function is recorded where it is called.
    pub(crate) inline: bool,
}

impl Arguments {
    /// Reads the options; `sized` says whether there is a workgroup size.
    pub(crate) fn parse(tokens: TokenStream, sized: bool) -> Result<Arguments> {
        let mut arguments = Arguments::default();
        let parser = syn::meta::parser(|meta| arguments.option(&meta, sized));
        parser.parse2(tokens)?;
        Ok(arguments)
    }

    fn option(&mut self, meta: &ParseNestedMeta, sized: bool) -> Result<()> {
        let repeated = ["crate", "workgroup_size", "name", "inline"]
            .into_iter()
            .zip([
                self.path.is_some(),
                !self.workgroup_size.is_empty(),
                self.name.is_some(),
                self.inline,
            ])
            .find(|(option, given)| *given && meta.path.is_ident(option));
        if let Some((option, _)) = repeated {
            return Err(meta.error(format!("`{option}` is given twice: leave one out")));
        }
        if meta.path.is_ident("crate") {
            self.path = Some(locate::given(meta)?);
            return Ok(());
        }
        if sized && meta.path.is_ident("workgroup_size") {
            let content;
            parenthesized!(content in meta.input);
            let sizes = Punctuated::<Expr, Token![,]>::parse_terminated(&content)?;
            if !(1..=3).contains(&sizes.len()) {
                return Err(
                    meta.error("`workgroup_size` names 1 to 3 numbers: `workgroup_size(64)`")
                );
            }
            self.workgroup_size = sizes.into_iter().collect();
            return Ok(());
        }
        if sized && meta.path.is_ident("name") {
            self.name = Some(meta.value()?.parse()?);
            return Ok(());
        }
        if !sized && meta.path.is_ident("inline") {
            if !meta.input.is_empty() && !meta.input.peek(Token![,]) {
                return Err(meta.error("`inline` stands alone: leave out what follows it"));
            }
            self.inline = true;
            return Ok(());
        }
        Err(meta.error(if sized {
            "unknown option: there are `workgroup_size(64)`, `name = \"text\"` and `crate = path`"
        } else {
            "unknown option: there are `inline` and `crate = path`"
        }))
    }

    /// The crate that has what the generated code names.
    pub(crate) fn shader_crate(&self) -> Result<TokenStream> {
        match &self.path {
            Some(path) => Ok(quote!(#path)),
            None => locate::shader_crate("crate = path"),
        }
    }
}
