//! What a text asks of a device: the capabilities of the types and of the subgroup
//! operations that occur in it.

use naga::valid::{FunctionInfo, ModuleInfo};
use naga::{Barrier, Block, Module, ScalarKind, Statement, TypeInner};

use crate::capabilities::Capability;

/// The capabilities that `module` needs, each once or more often.
pub(super) fn of_module(module: &Module, info: &ModuleInfo) -> Vec<Capability> {
    let mut needs = Vec::new();
    for (_, variable) in module.global_variables.iter() {
        of_type(&module.types[variable.ty].inner, &mut needs);
    }
    for (handle, _) in module.global_expressions.iter() {
        of_type(info[handle].inner_with(&module.types), &mut needs);
    }
    for (handle, function) in module.functions.iter() {
        of_function(module, function, &info[handle], &mut needs);
    }
    // Members and elements are types of the module themselves.
    for (_, ty) in module.types.iter() {
        of_type(&ty.inner, &mut needs);
    }
    needs
}

fn of_function(
    module: &Module,
    function: &naga::Function,
    info: &FunctionInfo,
    needs: &mut Vec<Capability>,
) {
    for (handle, _) in function.expressions.iter() {
        of_type(info[handle].ty.inner_with(&module.types), needs);
    }
    of_block(&function.body, needs);
}

fn of_block(block: &Block, needs: &mut Vec<Capability>) {
    for statement in block {
        match statement {
            Statement::SubgroupBallot { .. }
            | Statement::SubgroupGather { .. }
            | Statement::SubgroupCollectiveOperation { .. } => needs.push(Capability::Subgroups),
            Statement::ControlBarrier(barrier) | Statement::MemoryBarrier(barrier)
                if barrier.contains(Barrier::SUB_GROUP) =>
            {
                needs.extend([Capability::Subgroups, Capability::SubgroupBarrier]);
            }
            Statement::Block(block) => of_block(block, needs),
            Statement::If { accept, reject, .. } => {
                of_block(accept, needs);
                of_block(reject, needs);
            }
            Statement::Switch { cases, .. } => {
                cases.iter().for_each(|case| of_block(&case.body, needs));
            }
            Statement::Loop {
                body, continuing, ..
            } => {
                of_block(body, needs);
                of_block(continuing, needs);
            }
            // The others hold no statements and ask for nothing.
            _ => {}
        }
    }
}

fn of_type(inner: &TypeInner, needs: &mut Vec<Capability>) {
    needs.extend(inner.scalar().and_then(of_scalar));
}

fn of_scalar(scalar: naga::Scalar) -> Option<Capability> {
    match (scalar.kind, scalar.width) {
        (ScalarKind::Float, 2) => Some(Capability::Float16),
        (ScalarKind::Float, 8) => Some(Capability::Float64),
        (ScalarKind::Sint | ScalarKind::Uint, 8) => Some(Capability::Int64),
        // What has no capability is not allowed in a text.
        (
            ScalarKind::Bool
            | ScalarKind::Sint
            | ScalarKind::Uint
            | ScalarKind::Float
            | ScalarKind::AbstractInt
            | ScalarKind::AbstractFloat,
            _,
        ) => None,
    }
}
