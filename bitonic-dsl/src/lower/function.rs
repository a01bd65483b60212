//! Functions: each structure becomes one function of the module, callees first.

use std::collections::HashMap;
use std::sync::Arc;

use super::behaviour::Behaviours;
use super::body::BodyLowering;
use super::context::Context;
use super::inputs::{self, InputValue, Inputs};
use super::same::same_function;
use super::schedule::Schedule;
use super::{schedule, scope};
use crate::diagnostic::Diagnostic;
use crate::graph::{Body, Function, FunctionId};

/// The functions lowered so far.
#[derive(Default)]
pub(super) struct Functions {
    lowered: Vec<Lowered>,
    by_address: HashMap<*const Function, usize>,
    by_name: HashMap<String, Vec<usize>>,
}

/// A function of the module.
pub(super) struct Lowered {
    source: Arc<Function>,
    callees: Vec<usize>,
    pub(super) handle: naga::Handle<naga::Function>,
    /// Passed behind the declared arguments.
    pub(super) inputs: Inputs,
}

impl Functions {
    pub(super) fn get(&self, index: usize) -> &Lowered {
        &self.lowered[index]
    }

    fn find_equal(&self, function: &Function, callees: &[usize]) -> Option<usize> {
        let candidates = self.by_name.get(&function.name)?;
        candidates.iter().copied().find(|index| {
            let other = &self.lowered[*index];
            other.callees == callees && same_function(&other.source, function)
        })
    }

    fn add(&mut self, lowered: Lowered) -> usize {
        let index = self.lowered.len();
        let name = lowered.source.name.clone();
        self.by_name.entry(name).or_default().push(index);
        self.lowered.push(lowered);
        index
    }
}

/// A body that is ready to be lowered.
pub(super) struct Prepared {
    pub(super) behaviours: Behaviours,
    pub(super) blocks: Vec<scope::BlockScope>,
    pub(super) schedule: Schedule,
    /// By [`FunctionId`]: the callee among the module's functions.
    pub(super) callees: Vec<usize>,
    pub(super) inputs: Inputs,
}

/// Analyses `body` and lowers what it calls; `None` if a callee could not be lowered.
pub(super) fn prepare(context: &mut Context<'_>, body: &Body) -> Option<Prepared> {
    let behaviours = Behaviours::of(body);
    let (mut scopes, faults) = scope::analyse(body);
    context.faults.extend(faults);
    let callees = lower_callees(context, body)?;
    let schedule = schedule::schedule(body, &mut scopes, &behaviours);
    let mut inputs = inputs::used(body, &schedule);
    for callee in &callees {
        inputs.extend(&context.functions.get(*callee).inputs);
    }
    Some(Prepared {
        behaviours,
        blocks: scopes.blocks,
        schedule,
        callees,
        inputs,
    })
}

fn lower_callees(context: &mut Context<'_>, body: &Body) -> Option<Vec<usize>> {
    let lowered: Vec<Option<usize>> = body
        .callees
        .iter()
        .map(|(_, function)| lower_function(context, function))
        .collect();
    lowered.into_iter().collect()
}

/// Lowers `function` unless an equal one is there; `None` if it cannot be.
fn lower_function(context: &mut Context<'_>, function: &Arc<Function>) -> Option<usize> {
    let address = Arc::as_ptr(function);
    if let Some(index) = context.functions.by_address.get(&address) {
        return Some(*index);
    }
    if let Some(text) = &function.text {
        return lower_text(context, function, text);
    }
    let prepared = prepare(context, &function.body)?;
    let index = match context.functions.find_equal(function, &prepared.callees) {
        Some(index) => index,
        None => add_function(context, function, prepared)?,
    };
    context.functions.by_address.insert(address, index);
    Some(index)
}

/// Adds the function that is given as `text` unless an equal one is there.
fn lower_text(context: &mut Context<'_>, function: &Arc<Function>, text: &str) -> Option<usize> {
    let index = match context.functions.find_equal(function, &[]) {
        Some(index) => index,
        None => {
            let handle = match super::wgsl::add(context, function, text) {
                Ok(handle) => handle,
                Err(fault) => {
                    context.faults.push(fault);
                    return None;
                }
            };
            context.functions.add(Lowered {
                source: Arc::clone(function),
                callees: Vec::new(),
                handle,
                inputs: Inputs::new(),
            })
        }
    };
    let address = Arc::as_ptr(function);
    context.functions.by_address.insert(address, index);
    Some(index)
}

fn add_function(
    context: &mut Context<'_>,
    function: &Arc<Function>,
    prepared: Prepared,
) -> Option<usize> {
    let callees = prepared.callees.clone();
    let inputs = prepared.inputs.clone();
    let (lowered, values) = match lower_body(context, function, &prepared) {
        Ok(lowered) => lowered,
        Err(fault) => {
            context.faults.push(fault);
            return None;
        }
    };
    let span = context.sources.span(function.at);
    let handle = context.module.functions.append(lowered, span);
    context
        .inputs
        .extend(values.into_iter().map(|value| InputValue {
            function: Some(handle),
            ..value
        }));
    if !function.docs.is_empty() {
        let docs = context.module.doc_comments.get_or_insert_default();
        docs.functions.insert(handle, vec![function.docs.clone()]);
    }
    Some(context.functions.add(Lowered {
        source: Arc::clone(function),
        callees,
        handle,
        inputs,
    }))
}

fn lower_body(
    context: &mut Context<'_>,
    function: &Function,
    prepared: &Prepared,
) -> Result<(naga::Function, Vec<InputValue>), Diagnostic> {
    let returns = prepared.behaviours.block_behaviour(function.body.root);
    if function.result.is_some() && returns.next {
        return Err(missing_return(function));
    }
    let mut lowering = BodyLowering::new(context, &function.body, prepared);
    for (position, (name, ty)) in function.arguments.iter().enumerate() {
        match function.pointers.get(position).copied().flatten() {
            Some(space) => lowering.add_pointer(name, ty, space, function.at)?,
            None => {
                lowering.add_argument(name, ty, None, function.at)?;
            }
        }
    }
    lowering.pass_inputs(&prepared.inputs, function.at)?;
    let mut body = naga::Block::new();
    lowering.block(function.body.root, &mut body)?;
    if let Some(ty) = &function.result
        && !ends(&body)
    {
        lowering.return_zero(ty, function.at, &mut body)?;
    }
    let inputs = lowering.input_values(function.at);
    let mut lowered = lowering.finish(&function.name, body);
    if let Some(ty) = &function.result {
        let ty = context.intern(ty, function.at)?;
        lowered.result = Some(naga::FunctionResult { ty, binding: None });
    }
    Ok((lowered, inputs))
}

/// Whether the block ends in statements that leave it, as naga's readers of WGSL ask it of a
/// function with a result. WGSL itself asks it not of one that ends in a loop which only
/// `return` leaves.
fn ends(block: &naga::Block) -> bool {
    use naga::Statement;
    match block.last() {
        Some(Statement::Block(inner)) => ends(inner),
        Some(Statement::If { accept, reject, .. }) => ends(accept) && ends(reject),
        Some(Statement::Switch { cases, .. }) => cases
            .iter()
            .all(|case| case.fall_through || ends(&case.body)),
        Some(
            Statement::Break | Statement::Continue | Statement::Return { .. } | Statement::Kill,
        ) => true,
        _ => false,
    }
}

fn missing_return(function: &Function) -> Diagnostic {
    Diagnostic::new(
        format!(
            "the function `{}` can end without returning a value",
            function.name
        ),
        function.at,
    )
    .help("end every path of it with `Return(value)`")
}

impl Prepared {
    /// The function of the module that `id` stands for.
    pub(super) fn callee(&self, id: FunctionId) -> usize {
        self.callees[id.index()]
    }
}
