//! Copying a function from the module of its text into the kernel's: types, constants,
//! variables and functions become the kernel's own. Expressions of functions keep their
//! numbers.

use naga::{Arena, Block, Expression, Handle, Module, Span, Statement, Type, TypeInner};

use super::read::{Read, of_signature};
use super::words::type_words;
use crate::diagnostic::Diagnostic;
use crate::graph::Function;
use crate::lower::context::Context;
use crate::lower::internal_fault;

/// What the parts of a text's module have become, by their number there.
#[derive(Default)]
struct Merged {
    types: Vec<Handle<Type>>,
    expressions: Vec<Handle<Expression>>,
    constants: Vec<Handle<naga::Constant>>,
    globals: Vec<Handle<naga::GlobalVariable>>,
    functions: Vec<Handle<naga::Function>>,
    /// Stands for the text in the source map.
    span: Span,
}

/// Copies what `read` holds; gives the function.
pub(super) fn merge(
    context: &mut Context<'_>,
    function: &Function,
    read: &Read,
) -> Result<Handle<naga::Function>, Diagnostic> {
    let mut merged = Merged {
        span: context.sources.span(function.at),
        ..Merged::default()
    };
    merged.types(&read.module, &mut context.module);
    check_signature(context, function, read, &merged)?;
    let whole = merged.constants(&read.module, &mut context.module);
    whole.ok_or_else(|| internal_fault("a constant of an unknown form", function.at))?;
    merged.functions(&read.module, &mut context.module);
    Ok(merged.functions[read.function.index()])
}

/// The text's types must be those that Rust says.
fn check_signature(
    context: &mut Context<'_>,
    function: &Function,
    read: &Read,
    merged: &Merged,
) -> Result<(), Diagnostic> {
    let given = &read.module.functions[read.function];
    let (name, at) = (&function.name, function.at);
    if given.arguments.len() != function.arguments.len() {
        let message = format!(
            "`{name}` takes {} arguments in its WGSL text, and {} in Rust",
            given.arguments.len(),
            function.arguments.len()
        );
        let fault = of_signature(function, &message);
        return Err(fault.help(help_of(read, "list the types of its arguments in order")));
    }
    let mismatch = |what: String, in_text: &str, in_rust: &str| {
        let message =
            format!("{what} of `{name}` is {in_text} in its WGSL text, and {in_rust} in Rust");
        let help = help_of(read, "say the same type on both sides");
        of_signature(function, &message).help(help)
    };
    for (argument, (position, (_, ty))) in
        given.arguments.iter().zip((1..).zip(&function.arguments))
    {
        let expected = context.intern(ty, at)?;
        if merged.types[argument.ty.index()] != expected {
            let words = type_words(&read.module, &read.module.types[argument.ty].inner);
            let what = format!("argument {position}");
            return Err(mismatch(what, &format!("`{words}`"), &format!("`{ty}`")));
        }
    }
    let found = given.result.as_ref().map(|result| result.ty);
    let expected = function.result.as_ref();
    let expected_handle = expected.map(|ty| context.intern(ty, at)).transpose()?;
    if found.map(|ty| merged.types[ty.index()]) != expected_handle {
        let words = |ty: Option<String>| ty.map_or("nothing".to_owned(), |ty| format!("`{ty}`"));
        let in_text = words(found.map(|ty| type_words(&read.module, &read.module.types[ty].inner)));
        let in_rust = words(expected.map(ToString::to_string));
        return Err(mismatch("the result".to_owned(), &in_text, &in_rust));
    }
    Ok(())
}

/// `help`, and what an author may have overlooked where a text declares several functions.
fn help_of(read: &Read, help: &str) -> String {
    match read.module.functions.len() {
        0 | 1 => help.to_owned(),
        _ => format!("{help}; the first function of the text is the one that is called"),
    }
}

impl Merged {
    fn types(&mut self, from: &Module, to: &mut Module) {
        for (_, ty) in from.types.iter() {
            let mut ty = ty.clone();
            match &mut ty.inner {
                TypeInner::Array { base, .. }
                | TypeInner::Pointer { base, .. }
                | TypeInner::BindingArray { base, .. } => *base = self.types[base.index()],
                TypeInner::Struct { members, .. } => {
                    for member in members {
                        member.ty = self.types[member.ty.index()];
                    }
                }
                // The others name no type.
                _ => {}
            }
            // Structures are told apart by their names; of another type it is an alias.
            if !matches!(ty.inner, TypeInner::Struct { .. }) {
                ty.name = None;
            }
            self.types.push(to.types.insert(ty, self.span));
        }
        // The writer knows the results of `modf` and the like by this.
        for (key, ty) in &from.special_types.predeclared_types {
            let ty = self.types[ty.index()];
            to.special_types.predeclared_types.insert(key.clone(), ty);
        }
    }

    /// Constants, the variables of module scope, and what both begin with.
    fn constants(&mut self, from: &Module, to: &mut Module) -> Option<()> {
        // Constants name expressions and these name constants, each behind what it names.
        let mut constants = from.constants.iter().peekable();
        for (handle, expression) in from.global_expressions.iter() {
            while let Some((_, constant)) = constants.next_if(|(_, one)| one.init < handle) {
                self.constant(constant, to);
            }
            let expression = self.global_expression(expression)?;
            let copied = to.global_expressions.append(expression, self.span);
            self.expressions.push(copied);
        }
        for (_, constant) in constants {
            self.constant(constant, to);
        }
        for (_, global) in from.global_variables.iter() {
            let mut global = global.clone();
            global.ty = self.types[global.ty.index()];
            global.init = global.init.map(|init| self.expressions[init.index()]);
            let copied = to.global_variables.append(global, self.span);
            self.globals.push(copied);
        }
        Some(())
    }

    fn constant(&mut self, constant: &naga::Constant, to: &mut Module) {
        let constant = naga::Constant {
            name: constant.name.clone(),
            ty: self.types[constant.ty.index()],
            init: self.expressions[constant.init.index()],
        };
        self.constants
            .push(to.constants.append(constant, self.span));
    }

    /// The validator leaves no other form in what is constant.
    fn global_expression(&self, expression: &Expression) -> Option<Expression> {
        let of = |handle: &Handle<Expression>| self.expressions.get(handle.index()).copied();
        Some(match expression {
            Expression::Literal(literal) => Expression::Literal(*literal),
            Expression::Constant(constant) => {
                Expression::Constant(*self.constants.get(constant.index())?)
            }
            Expression::ZeroValue(ty) => Expression::ZeroValue(self.types[ty.index()]),
            Expression::Compose { ty, components } => Expression::Compose {
                ty: self.types[ty.index()],
                components: components.iter().map(of).collect::<Option<_>>()?,
            },
            Expression::Splat { size, value } => Expression::Splat {
                size: *size,
                value: of(value)?,
            },
            _ => return None,
        })
    }

    /// Callees come before their callers.
    fn functions(&mut self, from: &Module, to: &mut Module) {
        for (_, function) in from.functions.iter() {
            let function = self.function(function);
            self.functions
                .push(to.functions.append(function, self.span));
        }
    }

    fn function(&self, function: &naga::Function) -> naga::Function {
        let mut function = function.clone();
        for argument in &mut function.arguments {
            argument.ty = self.types[argument.ty.index()];
        }
        if let Some(result) = &mut function.result {
            result.ty = self.types[result.ty.index()];
        }
        function.local_variables = self.copied(&function.local_variables, |local| {
            local.ty = self.types[local.ty.index()];
        });
        function.expressions = self.copied(&function.expressions, |one| self.expression(one));
        function.body = self.block(&function.body);
        function.diagnostic_filter_leaf = None;
        function
    }

    /// The same items under the same numbers, changed and placed at the text.
    fn copied<T: Clone>(&self, items: &Arena<T>, change: impl Fn(&mut T)) -> Arena<T> {
        let mut copied = Arena::new();
        for (_, item) in items.iter() {
            let mut item = item.clone();
            change(&mut item);
            copied.append(item, self.span);
        }
        copied
    }

    fn expression(&self, expression: &mut Expression) {
        match expression {
            Expression::Constant(constant) => *constant = self.constants[constant.index()],
            Expression::GlobalVariable(global) => *global = self.globals[global.index()],
            Expression::CallResult(function) => *function = self.functions[function.index()],
            Expression::ZeroValue(ty)
            | Expression::Compose { ty, .. }
            | Expression::AtomicResult { ty, .. }
            | Expression::WorkGroupUniformLoadResult { ty }
            | Expression::SubgroupOperationResult { ty } => *ty = self.types[ty.index()],
            // The others name expressions of the function alone.
            _ => {}
        }
    }

    fn block(&self, block: &Block) -> Block {
        let mut copied = Block::with_capacity(block.len());
        for (statement, _) in block.span_iter() {
            copied.push(self.statement(statement), self.span);
        }
        copied
    }

    fn statement(&self, statement: &Statement) -> Statement {
        let mut statement = statement.clone();
        match &mut statement {
            Statement::Call { function, .. } => *function = self.functions[function.index()],
            Statement::Block(block) => *block = self.block(block),
            Statement::If { accept, reject, .. } => {
                *accept = self.block(accept);
                *reject = self.block(reject);
            }
            Statement::Switch { cases, .. } => {
                for case in cases {
                    case.body = self.block(&case.body);
                }
            }
            Statement::Loop {
                body, continuing, ..
            } => {
                *body = self.block(body);
                *continuing = self.block(continuing);
            }
            // The others name expressions of the function alone.
            _ => {}
        }
        statement
    }
}
