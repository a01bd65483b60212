//! What stands at module scope: constants, overrides, structures, variables, functions
//! and entry points, and their names.

use naga::proc::Layouter;
use naga::valid::{FunctionInfo, ModuleInfo, TypeFlags};
use naga::{
    Binding, Constant, FastHashMap, Function, FunctionArgument, GlobalVariable, Handle, Module,
    Override, Span, Type, TypeInner,
};

use super::body::Body;
use super::expressions::{Expressions, Types};
use super::grammar::Position;
use super::layout;
use super::names::Scope;
use super::output::Output;
use super::{Refusal, short, types, words};

/// What ends a comment.
const LINE_BREAKS: [char; 7] = [
    '\n', '\r', '\u{b}', '\u{c}', '\u{85}', '\u{2028}', '\u{2029}',
];

/// The longest line that the arguments of a function share.
const WIDEST: usize = 100;

/// What each thing of module scope is called.
pub(super) struct ModuleNames<'a> {
    info: &'a ModuleInfo,
    types: FastHashMap<Handle<Type>, Structure>,
    constants: Vec<Option<String>>,
    /// By override: its name; of unnamed ones, which are computed, the text.
    overrides: Vec<String>,
    globals: Vec<String>,
    functions: Vec<String>,
    entry_points: Vec<String>,
}

struct Structure {
    /// None for those that the language declares.
    name: Option<String>,
    members: Vec<String>,
}

impl<'a> ModuleNames<'a> {
    /// Entry points and overrides first: who makes a pipeline names them, so that others are
    /// called around them.
    fn new(
        module: &Module,
        info: &'a ModuleInfo,
        scope: &mut Scope,
    ) -> Result<ModuleNames<'a>, Refusal> {
        let entry_points = module.entry_points.iter();
        let entry_points = entry_points
            .map(|entry| scope.declare(Some(&entry.name), "main"))
            .collect();
        let overrides = module.overrides.iter().map(|(_, one)| match one.name {
            None if one.id.is_none() => String::new(),
            _ => scope.declare(one.name.as_deref(), "option"),
        });
        let overrides = overrides.collect();
        let constants = module.constants.iter().map(|(_, constant)| {
            let is_said = constant.name.is_some() && !is_abstract(module, constant.ty);
            is_said.then(|| scope.declare(constant.name.as_deref(), "constant"))
        });
        let constants = constants.collect();
        let types = structures(module, scope);
        let globals = module.global_variables.iter();
        let globals = globals
            .map(|(_, one)| scope.declare(one.name.as_deref(), "variable"))
            .collect();
        let functions = module.functions.iter();
        let functions = functions
            .map(|(_, one)| scope.declare(one.name.as_deref(), "function"))
            .collect();
        let mut names = ModuleNames {
            info,
            types,
            constants,
            overrides,
            globals,
            functions,
            entry_points,
        };
        names.compute_overrides(module)?;
        Ok(names)
    }

    /// Overrides without a name stand for what they are computed from.
    fn compute_overrides(&mut self, module: &Module) -> Result<(), Refusal> {
        for (handle, one) in module.overrides.iter() {
            if let (true, Some(init)) = (self.is_expression(handle), one.init) {
                let text = self.constants(module).text(init)?;
                self.overrides[handle.index()] = text;
            }
        }
        Ok(())
    }

    /// What writes constant expressions.
    pub(super) fn constants<'b>(&'b self, module: &'b Module) -> Expressions<'b> {
        Expressions {
            module,
            names: self,
            arena: &module.global_expressions,
            types: Types::Module(self.info),
            lets: &[],
            locals: &[],
            arguments: &[],
        }
    }

    pub(super) fn structure(&self, ty: Handle<Type>) -> Option<&str> {
        self.types.get(&ty)?.name.as_deref()
    }

    pub(super) fn member(&self, ty: Handle<Type>, index: u32) -> Option<&str> {
        let members = &self.types.get(&ty)?.members;
        members.get(index as usize).map(String::as_str)
    }

    pub(super) fn constant(&self, handle: Handle<Constant>) -> Option<&str> {
        self.constants.get(handle.index())?.as_deref()
    }

    pub(super) fn overridable(&self, handle: Handle<Override>) -> &str {
        &self.overrides[handle.index()]
    }

    /// Whether what stands for an override is an expression.
    pub(super) fn is_expression(&self, handle: Handle<Override>) -> bool {
        let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        let text = self.overridable(handle);
        text.is_empty() || !text.bytes().all(is_word)
    }

    pub(super) fn global(&self, handle: Handle<GlobalVariable>) -> &str {
        &self.globals[handle.index()]
    }

    pub(super) fn function(&self, handle: Handle<Function>) -> &str {
        &self.functions[handle.index()]
    }
}

fn is_abstract(module: &Module, ty: Handle<Type>) -> bool {
    module.types[ty].inner.is_abstract(&module.types)
}

fn structures(module: &Module, scope: &mut Scope) -> FastHashMap<Handle<Type>, Structure> {
    let mut structures = FastHashMap::default();
    for (handle, ty) in module.types.iter() {
        let TypeInner::Struct { members, .. } = &ty.inner else {
            continue;
        };
        let is_predeclared = is_predeclared(module, handle);
        let name = (!is_predeclared).then(|| scope.declare(ty.name.as_deref(), "Structure"));
        let mut fields = Scope::default();
        let members = members.iter().map(|member| match &member.name {
            Some(name) if is_predeclared => name.clone(),
            name => fields.declare(name.as_deref(), "field"),
        });
        let members = members.collect();
        structures.insert(handle, Structure { name, members });
    }
    structures
}

/// Whether the language declares the structure: nobody can name it.
fn is_predeclared(module: &Module, ty: Handle<Type>) -> bool {
    let special = &module.special_types;
    let mut predeclared = special.predeclared_types.values();
    predeclared.any(|one| *one == ty)
        || special.external_texture_params == Some(ty)
        || special.external_texture_transfer_function == Some(ty)
}

/// Writes a module.
pub(super) struct Items<'a> {
    pub(super) module: &'a Module,
    pub(super) info: &'a ModuleInfo,
    names: ModuleNames<'a>,
    scope: Scope,
    out: &'a mut Output,
}

type Written = Result<(), Refusal>;

impl<'a> Items<'a> {
    pub(super) fn new(
        module: &'a Module,
        info: &'a ModuleInfo,
        out: &'a mut Output,
    ) -> Result<Items<'a>, Refusal> {
        let mut scope = Scope::default();
        let names = ModuleNames::new(module, info, &mut scope)?;
        Ok(Items {
            module,
            info,
            names,
            scope,
            out,
        })
    }

    pub(super) fn write(&mut self) -> Written {
        self.constants()?;
        self.overrides()?;
        self.structures()?;
        self.globals()?;
        let (module, info) = (self.module, self.info);
        for (handle, function) in module.functions.iter() {
            self.out.gap();
            let docs = module.doc_comments.as_ref();
            self.comment(docs.and_then(|docs| docs.functions.get(&handle)));
            let name = self.names.function(handle).to_owned();
            self.function(&name, function, &info[handle])?;
        }
        for (index, entry) in module.entry_points.iter().enumerate() {
            self.out.gap();
            let docs = module.doc_comments.as_ref();
            self.comment(docs.and_then(|docs| docs.entry_points.get(&index)));
            let size = self.workgroup_size(entry)?;
            if entry.stage != naga::ShaderStage::Compute {
                return Err(Refusal::new("an entry point of another stage than compute"));
            }
            let line = format!("@compute @workgroup_size({size})");
            self.line(&line, Span::default());
            let name = self.names.entry_points[index].clone();
            self.function(&name, &entry.function, info.get_entry_point(index))?;
        }
        Ok(())
    }

    fn line(&mut self, text: &str, span: Span) {
        self.out.line(0, text, span);
    }

    /// A comment of the author's, with or without the slashes.
    fn comment(&mut self, lines: Option<&Vec<String>>) {
        self.comment_at(0, lines);
    }

    fn comment_at(&mut self, indent: usize, lines: Option<&Vec<String>>) {
        let texts = lines.into_iter().flatten();
        for line in texts.flat_map(|text| text.split(LINE_BREAKS)) {
            let marks = |character: char| matches!(character, '/' | '*' | '!' | ' ');
            let bare = line.trim_start_matches(marks).trim_end_matches("*/");
            let shown: String = bare.chars().filter(|one| !one.is_control()).collect();
            let text = format!("// {}", shown.trim());
            self.out.line(indent, text.trim_end(), Span::default());
        }
    }

    fn constants(&mut self) -> Written {
        let module = self.module;
        let mut first = true;
        for (handle, constant) in module.constants.iter() {
            let Some(name) = self.names.constant(handle) else {
                continue;
            };
            let line = format!(
                "const {name} = {};",
                self.names.constants(module).text(constant.init)?
            );
            if std::mem::take(&mut first) {
                self.out.gap();
            }
            let docs = module.doc_comments.as_ref();
            self.comment(docs.and_then(|docs| docs.constants.get(&handle)));
            self.line(&line, module.constants.get_span(handle));
        }
        Ok(())
    }

    fn overrides(&mut self) -> Written {
        let module = self.module;
        let mut first = true;
        for (handle, one) in module.overrides.iter() {
            if self.names.is_expression(handle) {
                continue;
            }
            let id = one.id.map_or(String::new(), |id| format!("@id({id}) "));
            let ty = types::type_name(module, &self.names, one.ty)?;
            let name = self.names.overridable(handle);
            let mut line = format!("{id}override {name}: {ty}");
            if let Some(init) = one.init {
                line.push_str(" = ");
                let constants = self.names.constants(module);
                constants.write(init, Position::Free, &mut line)?;
            }
            line.push(';');
            if std::mem::take(&mut first) {
                self.out.gap();
            }
            self.line(&line, module.overrides.get_span(handle));
        }
        Ok(())
    }

    fn structures(&mut self) -> Written {
        let module = self.module;
        let mut layouter = Layouter::default();
        layouter
            .update(module.to_ctx())
            .map_err(|_| Refusal::new("a type is larger than WGSL allows"))?;
        for (handle, ty) in module.types.iter() {
            let TypeInner::Array { base, stride, .. } = ty.inner else {
                continue;
            };
            if self.is_laid_out(handle) && layouter[base].to_stride() != stride {
                return Err(Refusal::new("WGSL cannot say the stride of an array"));
            }
        }
        for (handle, ty) in module.types.iter() {
            let (Some(name), TypeInner::Struct { members, span }) =
                (self.names.structure(handle), &ty.inner)
            else {
                continue;
            };
            let name = format!("struct {name} {{");
            self.out.gap();
            let docs = module.doc_comments.as_ref();
            self.comment(docs.and_then(|docs| docs.types.get(&handle)));
            self.line(&name, Span::default());
            let sizes = match self.is_laid_out(handle) {
                true => layout::sizes(module, &layouter, members, *span)?,
                false => vec![None; members.len()],
            };
            for ((index, member), size) in (0..).zip(members).zip(sizes) {
                let docs = module.doc_comments.as_ref();
                let docs = docs.and_then(|docs| docs.struct_members.get(&(handle, index as usize)));
                self.comment_at(1, docs);
                let size = size.map_or(String::new(), |size| format!("@size({size}) "));
                let binding = attribute(member.binding.as_ref())?;
                let ty = types::type_name(module, &self.names, member.ty)?;
                let name = self.names.member(handle, index).unwrap_or("field");
                let line = format!("{binding}{size}{name}: {ty},");
                self.out.line(1, &line, Span::default());
            }
            self.line("}", Span::default());
        }
        Ok(())
    }

    /// Whether anyone can tell how the type lies in memory.
    fn is_laid_out(&self, ty: Handle<Type>) -> bool {
        self.info[ty].contains(TypeFlags::HOST_SHAREABLE)
    }

    fn globals(&mut self) -> Written {
        let module = self.module;
        if !module.global_variables.is_empty() {
            self.out.gap();
        }
        for (handle, variable) in module.global_variables.iter() {
            let span = module.global_variables.get_span(handle);
            let docs = module.doc_comments.as_ref();
            self.comment(docs.and_then(|docs| docs.global_variables.get(&handle)));
            let line = self.global(handle, variable);
            let line = line.map_err(|refusal| refusal.at(span))?;
            // Nothing is computed, read, written or decided on it.
            self.line(&line, Span::default());
        }
        Ok(())
    }

    fn global(
        &self,
        handle: Handle<GlobalVariable>,
        variable: &GlobalVariable,
    ) -> Result<String, Refusal> {
        let mut line = String::new();
        if let Some(binding) = &variable.binding {
            let (group, binding) = (binding.group, binding.binding);
            line = format!("@group({group}) @binding({binding}) ");
        }
        if !variable.memory_decorations.is_empty() {
            return Err(Refusal::new("WGSL has no coherent and no volatile memory"));
        }
        line.push_str("var");
        if variable.space != naga::AddressSpace::Handle {
            let (space, access) = types::space_name(variable.space)?;
            line.push_str(&format!("<{space}{access}>"));
        }
        let ty = types::type_name(self.module, &self.names, variable.ty)?;
        line.push_str(&format!(" {}: {ty}", self.names.global(handle)));
        if let Some(init) = variable.init {
            line.push_str(" = ");
            let constants = self.names.constants(self.module);
            constants.write(init, Position::Free, &mut line)?;
        }
        line.push(';');
        Ok(line)
    }

    fn workgroup_size(&self, entry: &naga::EntryPoint) -> Result<String, Refusal> {
        let overrides = entry.workgroup_size_overrides.unwrap_or_default();
        let mut sizes = Vec::new();
        for (size, one) in entry.workgroup_size.iter().zip(overrides) {
            sizes.push(match one {
                Some(one) => self.names.constants(self.module).text(one)?,
                None => size.to_string(),
            });
        }
        while sizes.len() > 1 && sizes.last().is_some_and(|last| last == "1") {
            sizes.pop();
        }
        Ok(sizes.join(", "))
    }

    fn function(&mut self, name: &str, function: &Function, info: &FunctionInfo) -> Written {
        let opened = self.scope.open();
        let mut names = Vec::new();
        let mut arguments = Vec::new();
        for argument in &function.arguments {
            let name = self.scope.declare(argument.name.as_deref(), "argument");
            arguments.push(self.argument(&name, argument)?);
            names.push(name);
        }
        let result = match &function.result {
            Some(result) if result.binding.is_some() => {
                return Err(Refusal::new("a compute kernel gives nothing back"));
            }
            Some(result) => {
                let ty = types::type_name(self.module, &self.names, result.ty)?;
                format!(" -> {ty}")
            }
            None => String::new(),
        };
        self.head(name, &arguments, &result);
        let rewritten = short::with_operators(self.module, function);
        let function = rewritten.as_ref().unwrap_or(function);
        let mut body = Body::new(
            self.module,
            &self.names,
            (function, info),
            &mut self.scope,
            self.out,
            names,
        );
        body.write()?;
        self.scope.close(opened);
        self.line("}", Span::default());
        Ok(())
    }

    fn argument(&self, name: &str, argument: &FunctionArgument) -> Result<String, Refusal> {
        let ty = types::type_name(self.module, &self.names, argument.ty)?;
        let binding = attribute(argument.binding.as_ref())?;
        Ok(format!("{binding}{name}: {ty}"))
    }

    /// `fn ..`: one line, or one for each argument.
    fn head(&mut self, name: &str, arguments: &[String], result: &str) {
        let line = format!("fn {name}({}){result} {{", arguments.join(", "));
        if line.len() <= WIDEST || arguments.is_empty() {
            self.line(&line, Span::default());
            return;
        }
        self.line(&format!("fn {name}("), Span::default());
        for argument in arguments {
            self.out.line(1, &format!("{argument},"), Span::default());
        }
        self.line(&format!("){result} {{"), Span::default());
    }
}

fn attribute(binding: Option<&Binding>) -> Result<String, Refusal> {
    match binding {
        None => Ok(String::new()),
        Some(Binding::BuiltIn(built_in)) => {
            let name = words::built_in(*built_in);
            let name = name.ok_or_else(|| Refusal::new("an input of another stage"))?;
            Ok(format!("@builtin({name}) "))
        }
        Some(Binding::Location { .. }) => Err(Refusal::new(
            "a compute kernel has no inputs with a location",
        )),
    }
}
