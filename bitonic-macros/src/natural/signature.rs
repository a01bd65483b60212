//! What the item takes and gives, and what no shader could.

use syn::spanned::Spanned;
use syn::{Error, FnArg, Ident, ItemFn, Pat, ReturnType, Safety, Type};

use super::resource::{self, Resource};
use super::pointer;
use super::scope::Kind;

/// The head of a function that can be one of the shader.
pub(crate) struct Signature<'a> {
    pub(crate) parameters: Vec<Parameter<'a>>,
    /// The type that is returned; none for `()`.
    pub(crate) result: Option<&'a Type>,
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
}

/// Which attribute the item has.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    Function,
    Kernel,
}

impl<'a> Signature<'a> {
    /// Reads the head of `item`; what is wrong with it goes to `errors`.
    pub(crate) fn new(item: &'a ItemFn, form: Form, errors: &mut Vec<Error>) -> Signature<'a> {
        check_item(item, errors);
        let mut parameters = Vec::new();
        for input in &item.sig.inputs {
            match parameter(input, form) {
                Ok(parameter) => parameters.push(parameter),
                Err(error) => errors.push(error),
            }
        }
        if form == Form::Function
            && let Some(ninth) = item.sig.inputs.iter().nth(8)
        {
            errors.push(Error::new(
                ninth.span(),
                "a function of the shader has at most 8 parameters: put some into a struct",
            ));
        }
        let result = match &item.sig.output {
            ReturnType::Default => None,
            ReturnType::Type(_, ty) => result(ty, form, errors),
        };
        Signature { parameters, result }
    }
}

fn result<'a>(ty: &'a Type, form: Form, errors: &mut Vec<Error>) -> Option<&'a Type> {
    match ty {
        Type::Tuple(tuple) if tuple.elems.is_empty() => None,
        _ if form == Form::Kernel => {
            let message = "a kernel returns nothing: write the result to a `&mut [T]`";
            errors.push(Error::new_spanned(ty, message));
            None
        }
        Type::Tuple(_) => {
            let message = "a tuple cannot be returned: return a vector, or a struct with `#[derive(ShaderType)]`";
            errors.push(Error::new_spanned(ty, message));
            None
        }
        _ => {
            errors.extend(check_value(ty).err());
            Some(ty)
        }
    }
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
    if !sig.generics.params.is_empty() {
        refuse(
            sig.generics.span(),
            "a generic function is not rewritten: write one for each type, or make it with `Fn(..)` or `kernel(..)`",
        );
    }
}

fn parameter(input: &FnArg, form: Form) -> Result<Parameter<'_>, Error> {
    let typed = match input {
        FnArg::Receiver(receiver) => {
            let message =
                "`self`: a function of the shader stands by itself; pass the value as a parameter";
            return Err(Error::new_spanned(receiver, message));
        }
        FnArg::Typed(typed) => typed,
    };
    let Pat::Ident(pat) = &*typed.pat else {
        let message = "a parameter has a name: take the whole value, and its parts in the body";
        return Err(Error::new_spanned(&typed.pat, message));
    };
    if pat.mutability.is_some() {
        let name = &pat.ident;
        let message =
            format!("a parameter cannot be changed: write `let mut {name} = {name};` in the body");
        return Err(Error::new_spanned(pat, message));
    }
    if pat.by_ref.is_some() || pat.subpat.is_some() {
        let message = "a parameter has a name alone: leave out `ref` and `@`";
        return Err(Error::new_spanned(pat, message));
    }
    let (resource, ty) = match form {
        Form::Function => pointer::read(typed)?,
        Form::Kernel => resource::read(typed)?,
    };
    check_value(ty)?;
    Ok(Parameter {
        name: &pat.ident,
        kind: resource.kind(),
        ty,
        written: &typed.ty,
        resource,
    })
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
