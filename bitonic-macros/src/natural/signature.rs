//! What the item takes and gives, and what no shader could.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::spanned::Spanned;
use syn::{
    Attribute, Error, FnArg, Ident, ItemFn, Pat, PatIdent, PatType, ReturnType, Safety, Token, Type,
};

use super::generics::{Generic, is_host};
use super::pointer;
use super::resource::{self, Resource};
use super::scope::Kind;
use super::typed::{MOST_ARGUMENTS, marker};

/// The head of a function that can be one of the shader.
pub(crate) struct Signature<'a> {
    pub(crate) parameters: Vec<Parameter<'a>>,
    /// The type that is returned; none for `()`.
    pub(crate) result: Option<&'a Type>,
    pub(crate) generic: Generic,
    /// What is given has no form in the shader: the body is recorded where it is called.
    pub(crate) is_inlined: bool,
}

/// A parameter: its name, what stands under it, and the type of that.
pub(crate) struct Parameter<'a> {
    pub(crate) name: &'a Ident,
    pub(crate) kind: Kind,
    pub(crate) ty: &'a Type,
    /// The type as it is written: `Uniform<T>` where `ty` is `T`.
    pub(crate) written: &'a Type,
    /// Where it lies.
    pub(crate) resource: Resource<'a>,
    /// The type in the generated head; none for what a kernel declares.
    pub(crate) given: Option<TokenStream>,
    /// The `mut` of a closure.
    pub(crate) mutability: Option<Token![mut]>,
}

impl Parameter<'_> {
    /// How the parameter stands in the generated head.
    pub(crate) fn in_head(&self) -> Option<TokenStream> {
        let (name, mutability, given) = (self.name, self.mutability, self.given.as_ref()?);
        Some(quote!(#mutability #name: #given))
    }
}

/// Which attribute the item has.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    Function,
    Kernel,
}

impl<'a> Signature<'a> {
    /// Reads the head of `item`; what is wrong with it goes to `errors`.
    pub(crate) fn new(
        item: &'a ItemFn,
        form: Form,
        krate: &TokenStream,
        inline: bool,
        errors: &mut Vec<Error>,
    ) -> Signature<'a> {
        check_item(item, errors);
        let generic = Generic::new(&item.sig.generics, krate, errors);
        let mut parameters = Vec::new();
        for input in &item.sig.inputs {
            match parameter(input, form, &generic, krate) {
                Ok(parameter) => parameters.push(parameter),
                Err(error) => errors.push(error),
            }
        }
        let is_inlined = form == Form::Function
            && (inline
                || parameters
                    .iter()
                    .any(|parameter| parameter.kind.is_handle()));
        if form == Form::Function && !is_inlined {
            errors.extend(check_traced(&parameters));
        }
        if form == Form::Function {
            for parameter in &mut parameters {
                if parameter.given.is_none() {
                    parameter.given = Some(pointer::given(parameter, is_inlined, krate));
                }
            }
        }
        let mut arguments = parameters.iter().filter(|one| marker(one, krate).is_some());
        if form == Form::Kernel
            && let Some(next) = arguments.nth(MOST_ARGUMENTS)
        {
            let message = format!(
                "a kernel has at most {MOST_ARGUMENTS} parameters: put values into a struct"
            );
            errors.push(Error::new_spanned(next.name, message));
        }
        let result = match &item.sig.output {
            ReturnType::Default => None,
            ReturnType::Type(_, ty) => result(ty, form, errors),
        };
        Signature {
            parameters,
            result,
            generic,
            is_inlined,
        }
    }
}

/// What a function of the shader's own cannot be given.
fn check_traced(parameters: &[Parameter]) -> Vec<Error> {
    let mut errors = Vec::new();
    let values = parameters.iter().filter(|p| p.kind.is_argument());
    if let Some(ninth) = values.into_iter().nth(8) {
        let message = "a function of the shader has at most 8 parameters: put some into a struct";
        errors.push(Error::new(ninth.name.span(), message));
    }
    let hosts = parameters.iter().filter(|p| p.kind == Kind::Host);
    errors.extend(hosts.filter(|p| is_borrowed(p.ty)).map(|parameter| {
        let message = "a function of the shader outlives what is lent to it: take the value itself, or write `#[shader_fn(inline)]`";
        Error::new_spanned(parameter.ty, message)
    }));
    errors
}

fn is_borrowed(ty: &Type) -> bool {
    match ty {
        Type::Reference(reference) => {
            let lifetime = reference.lifetime.as_ref();
            lifetime.is_none_or(|lifetime| lifetime.ident != "static")
        }
        _ => false,
    }
}

/// The type that is returned; what is wrong with it goes to `errors`.
pub(crate) fn result<'a>(ty: &'a Type, form: Form, errors: &mut Vec<Error>) -> Option<&'a Type> {
    match ty {
        Type::Tuple(tuple) if tuple.elems.is_empty() => None,
        _ if form == Form::Kernel => {
            let message = "a kernel returns nothing: write the result to a `&mut [T]`";
            errors.push(Error::new_spanned(ty, message));
            None
        }
        Type::Tuple(tuple) if !(2..=8).contains(&tuple.elems.len()) => {
            let message = "a tuple that is returned has 2 to 8 parts: return a struct with `#[derive(ShaderType)]`";
            errors.push(Error::new_spanned(ty, message));
            None
        }
        Type::Tuple(tuple) => {
            let parts = tuple.elems.iter();
            errors.extend(parts.filter_map(|part| check_value(part).err()));
            Some(ty)
        }
        _ => {
            errors.extend(check_value(ty).err());
            Some(ty)
        }
    }
}

/// Whether the attribute is `#[kernel]` or `#[shader_fn]`.
pub(crate) fn is_ours(attribute: &Attribute) -> bool {
    let last = attribute.path().segments.last();
    last.is_some_and(|last| last.ident == "kernel" || last.ident == "shader_fn")
}

fn check_item(item: &ItemFn, errors: &mut Vec<Error>) {
    let sig = &item.sig;
    let mut refuse = |span, message| errors.push(Error::new(span, message));
    if let Some(token) = &sig.asyncness {
        refuse(
            token.span(),
            "`async`: a function of the shader is not awaited; leave it out",
        );
    }
    if let Some(token) = &sig.constness {
        refuse(
            token.span(),
            "`const fn`: what is recorded is no constant; leave out `const`",
        );
    }
    if let Safety::Unsafe(token) = &sig.safety {
        refuse(
            token.span(),
            "`unsafe`: nothing of the shader is; leave it out",
        );
    }
    if let Some(abi) = &sig.abi {
        refuse(
            abi.span(),
            "`extern`: a function of the shader has no ABI; leave it out",
        );
    }
    let both = item.attrs.iter().find(|attribute| is_ours(attribute));
    if let Some(both) = both {
        let message = "`#[kernel]` and `#[shader_fn]` rewrite the same body: leave one of them out";
        errors.push(Error::new_spanned(both, message));
    }
}

fn parameter<'a>(
    input: &'a FnArg,
    form: Form,
    generic: &Generic,
    krate: &TokenStream,
) -> Result<Parameter<'a>, Error> {
    let typed = match input {
        FnArg::Receiver(receiver) => {
            let message =
                "`self`: a function of the shader stands by itself; pass the value as a parameter";
            return Err(Error::new_spanned(receiver, message));
        }
        FnArg::Typed(typed) => typed,
    };
    let pat = name_of(typed)?;
    let (resource, ty, given) = if is_host(&typed.attrs)? {
        let given = typed.ty.to_token_stream();
        (Resource::Host, &*typed.ty, Some(given))
    } else if let Some(closure) = generic.closure(&typed.ty, krate)? {
        (Resource::Closure, &*typed.ty, Some(closure))
    } else {
        let (resource, ty) = match form {
            Form::Function => pointer::read(typed)?,
            Form::Kernel => resource::read(typed)?,
        };
        check_value(ty)?;
        generic.check_bounded(ty)?;
        (resource, ty, None)
    };
    let kind = resource.kind();
    if pat.mutability.is_some() && kind != Kind::Closure {
        let name = &pat.ident;
        let message = match kind {
            Kind::Storage => format!("a buffer that is written is `{name}: &mut [T]`"),
            Kind::Value | Kind::Host => {
                format!(
                    "a parameter cannot be changed: write `let mut {name} = {name};` in the body"
                )
            }
            _ => "the type says whether it is written: leave out the `mut` before the name"
                .to_owned(),
        };
        return Err(Error::new_spanned(pat, message));
    }
    Ok(Parameter {
        name: &pat.ident,
        kind,
        ty,
        written: &typed.ty,
        resource,
        given,
        mutability: pat.mutability,
    })
}

fn name_of(typed: &PatType) -> Result<&PatIdent, Error> {
    let Pat::Ident(pat) = &*typed.pat else {
        let message = "a parameter has a name: take the whole value, and its parts in the body";
        return Err(Error::new_spanned(&typed.pat, message));
    };
    if pat.by_ref.is_some() || pat.subpat.is_some() {
        let message = "a parameter has a name alone: leave out `ref` and `@`";
        return Err(Error::new_spanned(pat, message));
    }
    Ok(pat)
}

/// Refuses a type that no value of the shader has, as far as its form tells.
pub(crate) fn check_value(ty: &Type) -> Result<(), Error> {
    let message = match ty {
        Type::Group(group) => return check_value(&group.elem),
        Type::Paren(paren) => return check_value(&paren.elem),
        Type::Array(array) => return check_value(&array.elem),
        Type::Path(path) => match path.path.get_ident() {
            Some(name) if name == "usize" || name == "u8" || name == "u16" => {
                format!("the shader has no `{name}`: write `u32`")
            }
            Some(name) if name == "isize" || name == "i8" || name == "i16" => {
                format!("the shader has no `{name}`: write `i32`")
            }
            _ => return Ok(()),
        },
        Type::Reference(_) | Type::Slice(_) => {
            "a reference or slice is no value of the shader: take the value, `u32`; a buffer is `&[T]` or `&mut [T]` of a `#[kernel]`".to_owned()
        }
        Type::Tuple(_) => "the shader has no tuples: write a vector, or a struct with `#[derive(ShaderType)]`".to_owned(),
        Type::ImplTrait(_) | Type::TraitObject(_) => {
            "a value of the shader has one type, known here: write it out".to_owned()
        }
        _ => "this is no type of a value of the shader: write a number, a vector, a matrix, an array or a struct with `#[derive(ShaderType)]`".to_owned(),
    };
    Err(Error::new_spanned(ty, message))
}
