//! Finds the variables that are indexed by a value known only at run time. Their scalars need slots
//! in a row; all others become ordinary registers.

use std::collections::HashSet;

use naga::{Expression, Function, GlobalVariable, Handle, LocalVariable, Module, Statement};

/// Where a chain of accesses starts.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Origin {
    Local(Handle<LocalVariable>),
    Argument(u32),
    Global(Handle<GlobalVariable>),
}

/// The variables and pointer arguments that functions index at run time, themselves or through the
/// functions that they call.
pub(super) struct Indexed {
    functions: Vec<HashSet<Origin>>,
}

impl Indexed {
    /// Looks at every function once: a module lists callees before their callers.
    pub(super) fn of(module: &Module) -> Self {
        let mut indexed = Self {
            functions: Vec::with_capacity(module.functions.len()),
        };
        for (_, function) in module.functions.iter() {
            let origins = indexed.origins(function);
            indexed.functions.push(origins);
        }
        indexed
    }

    /// What `function` indexes.
    pub(super) fn origins(&self, function: &Function) -> HashSet<Origin> {
        let mut found = HashSet::new();
        for (_, expression) in function.expressions.iter() {
            if let Expression::Access { base, .. } = *expression {
                found.extend(origin(function, base));
            }
        }
        visit_calls(&function.body, &mut |callee, arguments| {
            let callee = self.functions.get(callee.index());
            for &indexed in callee.into_iter().flatten() {
                found.extend(match indexed {
                    Origin::Argument(index) => arguments
                        .get(index as usize)
                        .and_then(|&argument| origin(function, argument)),
                    Origin::Global(_) => Some(indexed),
                    Origin::Local(_) => None,
                });
            }
        });
        found
    }
}

fn origin(function: &Function, mut expression: Handle<Expression>) -> Option<Origin> {
    loop {
        match function.expressions[expression] {
            Expression::Access { base, .. } | Expression::AccessIndex { base, .. } => {
                expression = base;
            }
            Expression::LocalVariable(local) => return Some(Origin::Local(local)),
            Expression::FunctionArgument(index) => return Some(Origin::Argument(index)),
            Expression::GlobalVariable(global) => return Some(Origin::Global(global)),
            // Anything else makes a value, and values are indexed without a variable.
            _ => return None,
        }
    }
}

fn visit_calls(
    block: &naga::Block,
    visit: &mut impl FnMut(Handle<Function>, &[Handle<Expression>]),
) {
    for statement in block {
        match statement {
            Statement::Call {
                function,
                arguments,
                ..
            } => visit(*function, arguments),
            Statement::Block(block) => visit_calls(block, visit),
            Statement::If { accept, reject, .. } => {
                visit_calls(accept, visit);
                visit_calls(reject, visit);
            }
            Statement::Switch { cases, .. } => {
                for case in cases {
                    visit_calls(&case.body, visit);
                }
            }
            Statement::Loop {
                body, continuing, ..
            } => {
                visit_calls(body, visit);
                visit_calls(continuing, visit);
            }
            Statement::Emit(_)
            | Statement::Break
            | Statement::Continue
            | Statement::Return { .. }
            | Statement::Kill
            | Statement::ControlBarrier(_)
            | Statement::MemoryBarrier(_)
            | Statement::Store { .. }
            | Statement::ImageStore { .. }
            | Statement::Atomic { .. }
            | Statement::ImageAtomic { .. }
            | Statement::WorkGroupUniformLoad { .. }
            | Statement::RayQuery { .. }
            | Statement::RayPipelineFunction(_)
            | Statement::SubgroupBallot { .. }
            | Statement::SubgroupGather { .. }
            | Statement::SubgroupCollectiveOperation { .. }
            | Statement::CooperativeStore { .. } => {}
        }
    }
}
