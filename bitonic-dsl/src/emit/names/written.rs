//! What naga's writer calls each thing: the same calls of the same namer, in the
//! same order.

use naga::keywords::wgsl;
use naga::proc::{CaseInsensitiveKeywordSet, NameKey, Namer};
use naga::{Block, Expression, Function, Handle, Module, Statement, TypeInner};

/// A name in the text, and the one that the author gave.
pub(super) struct Name {
    pub(super) written: String,
    pub(super) wanted: Option<String>,
}

/// What the text of a function declares, in its order, and the blocks around it.
pub(super) enum Item {
    Name(Name),
    OpenBlock,
    CloseBlock,
}

/// The names of a module's text.
pub(super) struct Written {
    pub(super) module: Vec<Item>,
    /// By function, then by entry point: the order of the text.
    pub(super) functions: Vec<Vec<Item>>,
}

struct Names<'a> {
    module: &'a Module,
    namer: Namer,
    /// Of arguments, variables and what is of module scope.
    known: naga::FastHashMap<NameKey, String>,
}

impl Written {
    pub(super) fn of(module: &Module) -> Written {
        let mut names = Names {
            module,
            namer: Namer::default(),
            known: Default::default(),
        };
        names.namer.reset(
            module,
            &wgsl::RESERVED_SET,
            &wgsl::BUILTIN_IDENTIFIER_SET,
            CaseInsensitiveKeywordSet::empty(),
            &["__", "_naga"],
            &mut names.known,
        );
        Written {
            module: names.of_module(),
            functions: names.of_functions(),
        }
    }
}

impl Names<'_> {
    fn name(&self, key: NameKey, wanted: Option<&String>) -> Option<Name> {
        Some(Name {
            written: self.known.get(&key)?.clone(),
            wanted: wanted.cloned(),
        })
    }

    /// Entry points first: others are called around them.
    fn of_module(&self) -> Vec<Item> {
        let module = self.module;
        let entry_points = (0..).zip(&module.entry_points);
        let entry_points = entry_points
            .map(|(index, entry)| self.name(NameKey::EntryPoint(index), Some(&entry.name)));
        let types = module.types.iter();
        let types = types
            .filter(|(_, ty)| matches!(ty.inner, TypeInner::Struct { .. }))
            .map(|(handle, ty)| self.name(NameKey::Type(handle), ty.name.as_ref()));
        let globals = module.global_variables.iter();
        let globals = globals
            .map(|(handle, one)| self.name(NameKey::GlobalVariable(handle), one.name.as_ref()));
        let functions = module.functions.iter();
        let functions =
            functions.map(|(handle, one)| self.name(NameKey::Function(handle), one.name.as_ref()));
        let constants = module.constants.iter();
        let constants =
            constants.map(|(handle, one)| self.name(NameKey::Constant(handle), one.name.as_ref()));
        let types = types.chain(constants);
        let all = entry_points.chain(types).chain(globals).chain(functions);
        all.flatten().map(Item::Name).collect()
    }

    fn of_functions(&mut self) -> Vec<Vec<Item>> {
        let module = self.module;
        let mut all = Vec::new();
        for (handle, function) in module.functions.iter() {
            let argument = |index| NameKey::FunctionArgument(handle, index);
            let local = |variable| NameKey::FunctionLocal(handle, variable);
            all.push(self.of_function(function, argument, local));
        }
        for (index, entry) in (0..).zip(&module.entry_points) {
            let argument = |position| NameKey::EntryPointArgument(index, position);
            let local = |variable| NameKey::EntryPointLocal(index, variable);
            all.push(self.of_function(&entry.function, argument, local));
        }
        all
    }

    fn of_function(
        &mut self,
        function: &Function,
        argument: impl Fn(u32) -> NameKey,
        local: impl Fn(Handle<naga::LocalVariable>) -> NameKey,
    ) -> Vec<Item> {
        let arguments = (0..).zip(&function.arguments);
        let arguments = arguments.map(|(index, one)| self.name(argument(index), one.name.as_ref()));
        let locals = function.local_variables.iter();
        let locals = locals.map(|(handle, one)| self.name(local(handle), one.name.as_ref()));
        let declared = arguments.chain(locals).flatten();
        let mut items: Vec<Item> = declared.map(Item::Name).collect();
        self.of_statements(function, &function.body, &mut items);
        items
    }

    fn of_block(&mut self, function: &Function, block: &Block, items: &mut Vec<Item>) {
        items.push(Item::OpenBlock);
        self.of_statements(function, block, items);
        items.push(Item::CloseBlock);
    }

    /// The writer names values as it comes to them.
    fn of_statements(&mut self, function: &Function, block: &Block, items: &mut Vec<Item>) {
        for statement in block.iter() {
            match statement {
                Statement::Emit(range) => {
                    let named = range
                        .clone()
                        .filter_map(|handle| function.named_expressions.get(&handle));
                    items.extend(named.map(|wanted| {
                        Item::Name(Name {
                            written: self.namer.call(wanted),
                            wanted: Some(wanted.clone()),
                        })
                    }));
                }
                Statement::Call { result, .. } => {
                    items.extend(of_result(function, *result).map(Item::Name));
                }
                Statement::Block(block) => self.of_block(function, block, items),
                Statement::If { accept, reject, .. } => {
                    self.of_block(function, accept, items);
                    self.of_block(function, reject, items);
                }
                Statement::Switch { cases, .. } => {
                    for case in cases {
                        self.of_block(function, &case.body, items);
                    }
                }
                Statement::Loop {
                    body, continuing, ..
                } => {
                    items.push(Item::OpenBlock);
                    self.of_statements(function, body, items);
                    self.of_block(function, continuing, items);
                    items.push(Item::CloseBlock);
                }
                // The lowering makes no other that holds statements.
                _ => {}
            }
        }
    }
}

/// The result of a call has a number in the text, whatever it is named.
fn of_result(function: &Function, result: Option<Handle<Expression>>) -> Option<Name> {
    let handle = result?;
    let wanted = function.named_expressions.get(&handle)?;
    Some(Name {
        written: format!("_e{}", handle.index()),
        wanted: Some(wanted.clone()),
    })
}
