//! What a module uses beyond the core of WGSL: the directives that ask for it, and what
//! browsers do not have.

use naga::valid::{FunctionInfo, ModuleInfo};
use naga::{
    AddressSpace, Barrier, Binding, Block, BuiltIn, Expression, Function, ImageClass, MathFunction,
    Module, Scalar, ScalarKind, Span, Statement, StorageAccess, StorageFormat, TypeInner,
};

use super::Refusal;
use crate::emit::Dialect;

/// What a module uses.
#[derive(Default)]
struct Uses {
    f16: bool,
    subgroups: bool,
    /// `subgroup_id` or `num_subgroups`.
    subgroup_id: bool,
    immediates: bool,
    /// Arithmetic of four bytes in a word.
    packed: bool,
    /// Storage textures that are read.
    readable_textures: bool,
    int16: bool,
    binding_arrays: bool,
    /// What WebGPU lacks, in the order of the module.
    lacking: Option<(&'static str, Span)>,
}

/// The directives at the head of the text.
///
/// # Errors
///
/// The first thing that browsers do not have, in their dialect.
pub(super) fn directives(
    module: &Module,
    info: &ModuleInfo,
    dialect: Dialect,
    in_subgroups: bool,
) -> Result<Vec<&'static str>, Refusal> {
    let mut uses = Uses::default();
    uses.of_module(module, info);
    let mut directives = Vec::new();
    if uses.f16 {
        directives.push("enable f16;");
    }
    match dialect {
        Dialect::Browser => {
            if let Some((what, span)) = uses.lacking {
                return Err(Refusal::lacking(what).at(span));
            }
            if uses.subgroups {
                directives.push("enable subgroups;");
            }
            // These change nothing where the language has the feature; where it lacks it,
            // the browser then says so, instead of not knowing a name.
            if uses.subgroup_id {
                directives.push("requires subgroup_id;");
            }
            if in_subgroups {
                directives.push("requires subgroup_uniformity;");
            }
            if uses.immediates {
                directives.push("requires immediate_address_space;");
            }
            if uses.packed {
                directives.push("requires packed_4x8_integer_dot_product;");
            }
            if uses.readable_textures {
                directives.push("requires readonly_and_readwrite_storage_textures;");
            }
        }
        Dialect::Naga => {
            if uses.int16 {
                directives.push("enable wgpu_int16;");
            }
            if uses.binding_arrays {
                directives.push("enable wgpu_binding_array;");
            }
        }
    }
    Ok(directives)
}

impl Uses {
    fn of_module(&mut self, module: &Module, info: &ModuleInfo) {
        for (handle, variable) in module.global_variables.iter() {
            let span = module.global_variables.get_span(handle);
            self.of_type(module, &module.types[variable.ty].inner, span);
            self.immediates |= variable.space == AddressSpace::Immediate;
        }
        for (handle, _) in module.global_expressions.iter() {
            let span = module.global_expressions.get_span(handle);
            self.of_type(module, info[handle].inner_with(&module.types), span);
        }
        for (handle, function) in module.functions.iter() {
            self.of_function(module, function, &info[handle]);
        }
        for (index, entry) in module.entry_points.iter().enumerate() {
            self.of_function(module, &entry.function, info.get_entry_point(index));
        }
    }

    fn of_function(&mut self, module: &Module, function: &Function, info: &FunctionInfo) {
        for argument in &function.arguments {
            self.of_binding(argument.binding.as_ref());
            self.of_type(module, &module.types[argument.ty].inner, Span::default());
        }
        for (handle, variable) in function.local_variables.iter() {
            let span = function.local_variables.get_span(handle);
            self.of_type(module, &module.types[variable.ty].inner, span);
        }
        for (handle, expression) in function.expressions.iter() {
            let span = function.expressions.get_span(handle);
            if let Expression::Math { fun, .. } = expression {
                self.packed |= is_packed(*fun);
            }
            self.of_type(module, info[handle].ty.inner_with(&module.types), span);
        }
        self.of_block(&function.body);
    }

    fn of_binding(&mut self, binding: Option<&Binding>) {
        if let Some(Binding::BuiltIn(
            BuiltIn::SubgroupId
            | BuiltIn::SubgroupSize
            | BuiltIn::SubgroupInvocationId
            | BuiltIn::NumSubgroups,
        )) = binding
        {
            self.subgroups = true;
        }
        self.subgroup_id |= matches!(
            binding,
            Some(Binding::BuiltIn(
                BuiltIn::SubgroupId | BuiltIn::NumSubgroups
            ))
        );
    }

    fn lacks(&mut self, what: &'static str, span: Span) {
        self.lacking.get_or_insert((what, span));
    }

    fn of_type(&mut self, module: &Module, inner: &TypeInner, span: Span) {
        match *inner {
            TypeInner::Scalar(scalar)
            | TypeInner::Vector { scalar, .. }
            | TypeInner::Matrix { scalar, .. }
            | TypeInner::ValuePointer { scalar, .. } => self.of_scalar(scalar, span),
            TypeInner::Atomic(scalar) => {
                self.of_scalar(scalar, span);
                if scalar.kind == ScalarKind::Float {
                    self.lacks("atomic floats", span);
                }
            }
            TypeInner::Pointer { base, .. } | TypeInner::Array { base, .. } => {
                self.of_type(module, &module.types[base].inner, span);
            }
            TypeInner::Struct { ref members, .. } => {
                for member in members {
                    self.of_binding(member.binding.as_ref());
                    self.of_type(module, &module.types[member.ty].inner, span);
                }
            }
            TypeInner::Image { class, .. } => self.of_image(class, span),
            TypeInner::BindingArray { base, .. } => {
                self.binding_arrays = true;
                self.lacks("arrays of bindings", span);
                self.of_type(module, &module.types[base].inner, span);
            }
            TypeInner::Sampler { .. }
            | TypeInner::CooperativeMatrix { .. }
            | TypeInner::AccelerationStructure { .. }
            | TypeInner::RayQuery { .. } => {}
        }
    }

    fn of_scalar(&mut self, scalar: Scalar, span: Span) {
        match (scalar.kind, scalar.width) {
            (ScalarKind::Float, 2) => self.f16 = true,
            (ScalarKind::Float, 8) => self.lacks("64-bit floats", span),
            (ScalarKind::Sint | ScalarKind::Uint, 8) => self.lacks("64-bit integers", span),
            (ScalarKind::Sint | ScalarKind::Uint, 2) => {
                self.int16 = true;
                self.lacks("16-bit integers", span);
            }
            (
                ScalarKind::Bool
                | ScalarKind::Sint
                | ScalarKind::Uint
                | ScalarKind::Float
                | ScalarKind::AbstractInt
                | ScalarKind::AbstractFloat,
                _,
            ) => {}
        }
    }

    fn of_image(&mut self, class: ImageClass, span: Span) {
        if let ImageClass::Storage { format, access } = class {
            self.readable_textures |= access.contains(StorageAccess::LOAD);
            if access.contains(StorageAccess::ATOMIC) {
                self.lacks("atomic operations on textures", span);
            }
            if format == StorageFormat::R64Uint {
                self.lacks("64-bit integers", span);
            }
        }
    }

    fn of_block(&mut self, block: &Block) {
        for (statement, span) in block.span_iter() {
            match statement {
                Statement::SubgroupBallot { .. }
                | Statement::SubgroupGather { .. }
                | Statement::SubgroupCollectiveOperation { .. } => self.subgroups = true,
                Statement::ControlBarrier(barrier) | Statement::MemoryBarrier(barrier) => {
                    self.readable_textures |= barrier.contains(Barrier::TEXTURE);
                    if barrier.contains(Barrier::SUB_GROUP) {
                        self.lacks("`subgroupBarrier`", *span);
                    }
                }
                Statement::Block(block) => self.of_block(block),
                Statement::If { accept, reject, .. } => {
                    self.of_block(accept);
                    self.of_block(reject);
                }
                Statement::Switch { cases, .. } => {
                    cases.iter().for_each(|case| self.of_block(&case.body));
                }
                Statement::Loop {
                    body, continuing, ..
                } => {
                    self.of_block(body);
                    self.of_block(continuing);
                }
                Statement::ImageAtomic { .. } => {
                    self.lacks("atomic operations on textures", *span);
                }
                Statement::Emit(_)
                | Statement::Break
                | Statement::Continue
                | Statement::Return { .. }
                | Statement::Kill
                | Statement::Store { .. }
                | Statement::ImageStore { .. }
                | Statement::Atomic { .. }
                | Statement::WorkGroupUniformLoad { .. }
                | Statement::Call { .. }
                | Statement::RayQuery { .. }
                | Statement::RayPipelineFunction(_)
                | Statement::CooperativeStore { .. } => {}
            }
        }
    }
}

/// Whether the function is one of the language extension
/// `packed_4x8_integer_dot_product`.
fn is_packed(function: MathFunction) -> bool {
    matches!(
        function,
        MathFunction::Dot4I8Packed
            | MathFunction::Dot4U8Packed
            | MathFunction::Pack4xI8
            | MathFunction::Pack4xU8
            | MathFunction::Pack4xI8Clamp
            | MathFunction::Pack4xU8Clamp
            | MathFunction::Unpack4xI8
            | MathFunction::Unpack4xU8
    )
}
