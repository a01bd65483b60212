//! Whether two modules mean the same: same interface, types and layouts, same effects
//! in the same order, of the same values. It does not matter how expressions are
//! numbered and when pure ones are evaluated, what things are called, whether a constant
//! is computed or written down, and through which variables of a function a value goes.
//!
//! Each module is brought to a normal form, lines of text; two modules mean the same if
//! their lines are equal. Values are told apart by a digest of how they come about.
//! Proof for tests; `fold` computes constants, `values` makes digests, `walk` follows
//! the statements.

mod fold;
mod values;
mod walk;

use naga::valid::{ModuleInfo, TypeFlags};
use naga::{ArraySize, Function, Handle, Module, Type, TypeInner};

use fold::Constants;

/// Says where two modules begin to differ.
pub(in crate::emit) fn difference(
    (one, one_info): (&Module, &ModuleInfo),
    (other, other_info): (&Module, &ModuleInfo),
) -> Option<String> {
    let (one, other) = (normal_form(one, one_info), normal_form(other, other_info));
    let length = one.len().max(other.len());
    let at = (0..length).find(|at| one.get(*at) != other.get(*at))?;
    let show = |lines: &[String]| {
        let from = at.saturating_sub(4);
        let to = (at + 3).min(lines.len());
        lines
            .get(from..to)
            .map_or(String::new(), |lines| lines.join("\n"))
    };
    Some(format!(
        "at {at}:\n{}\n--- and ---\n{}",
        show(&one),
        show(&other)
    ))
}

/// What is shared by all that is brought to the normal form.
struct Context<'a> {
    module: &'a Module,
    info: &'a ModuleInfo,
    constants: Constants,
}

fn normal_form(module: &Module, info: &ModuleInfo) -> Vec<String> {
    let context = Context {
        module,
        info,
        constants: Constants::of(module),
    };
    let mut lines = Vec::new();
    for (handle, one) in module.overrides.iter() {
        if one.name.is_some() || one.id.is_some() {
            let init = one.init.map(|init| context.constants.global(init));
            let number = handle.index();
            let ty = context.type_text(one.ty);
            lines.push(format!("override {number} {:?} {ty} {init:?}", one.id));
        }
    }
    for (_, one) in module.global_variables.iter() {
        let init = one.init.map(|init| context.constants.global(init));
        let ty = context.type_text(one.ty);
        lines.push(format!(
            "var {:?} {:?} {ty} {init:?}",
            one.space, one.binding
        ));
    }
    for (handle, function) in module.functions.iter() {
        lines.push("function".to_owned());
        context.function(function, &info[handle], &mut lines);
    }
    for (index, entry) in module.entry_points.iter().enumerate() {
        let overrides = entry.workgroup_size_overrides.unwrap_or_default();
        let overrides = overrides.map(|one| one.map(|one| context.constants.global(one)));
        let size = entry.workgroup_size;
        // What an override says is not said twice.
        let size: Vec<Option<u32>> = size
            .iter()
            .zip(&overrides)
            .map(|(size, one)| one.is_none().then_some(*size))
            .collect();
        lines.push(format!("entry {:?} {size:?} {overrides:?}", entry.stage));
        context.function(&entry.function, info.get_entry_point(index), &mut lines);
    }
    lines
}

impl Context<'_> {
    fn function(
        &self,
        function: &Function,
        info: &naga::valid::FunctionInfo,
        lines: &mut Vec<String>,
    ) {
        for argument in &function.arguments {
            let ty = self.type_text(argument.ty);
            lines.push(format!("argument {:?} {ty}", argument.binding));
        }
        if let Some(result) = &function.result {
            lines.push(format!("result {}", self.type_text(result.ty)));
        }
        walk::walk(self, function, info, lines);
    }

    /// The type with all that it is made of, but for names.
    fn type_text(&self, ty: Handle<Type>) -> String {
        let is_laid_out = self.info[ty].contains(TypeFlags::HOST_SHAREABLE);
        self.inner_text(&self.module.types[ty].inner, is_laid_out)
    }

    fn inner_text(&self, inner: &TypeInner, is_laid_out: bool) -> String {
        match inner {
            TypeInner::Struct { members, span } => {
                let members: Vec<String> = members
                    .iter()
                    .map(|member| {
                        let offset = is_laid_out.then_some(member.offset);
                        let ty = self.type_text(member.ty);
                        format!("{offset:?} {:?} {ty}", member.binding)
                    })
                    .collect();
                let span = is_laid_out.then_some(span);
                format!("struct {span:?} {members:?}")
            }
            TypeInner::Array { base, size, stride } => {
                let stride = is_laid_out.then_some(stride);
                let size = self.size_text(*size);
                format!("array {} {size} {stride:?}", self.type_text(*base))
            }
            TypeInner::BindingArray { base, size } => {
                let size = self.size_text(*size);
                format!("binding_array {} {size}", self.type_text(*base))
            }
            TypeInner::Pointer { base, space } => {
                format!("ptr {space:?} {}", self.type_text(*base))
            }
            other => format!("{other:?}"),
        }
    }

    fn size_text(&self, size: ArraySize) -> String {
        match size {
            ArraySize::Pending(one) => self.constants.overridable(self.module, one),
            size => format!("{size:?}"),
        }
    }
}
