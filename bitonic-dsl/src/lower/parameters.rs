//! The block of parameters: where each lies, and which types can travel in which way.
//!
//! The block is the compiler's own, so that it may leave gaps that no author would think
//! of: in a uniform, structures and arrays begin at multiples of 16 bytes. What an
//! author's own type holds stays as the author wrote it, and is refused where WGSL refuses
//! it (WGSL specification, "Address Space Layout Constraints").

use std::sync::Arc;

use crate::diagnostic::Diagnostic;
use crate::graph::{Graph, Parameter};
use crate::interface::ParameterPassing;
use crate::types::{FieldType, Layout, ScalarType, StructType, Type};

/// What structures and arrays in uniforms are aligned to, in bytes.
const UNIFORM_ALIGNMENT: u32 = 16;
/// The most bytes of immediates: naga and wgpu count them in 64 words.
const IMMEDIATE_BYTES: u32 = 256;

/// The structure of the parameters, if there are any.
pub(super) fn block(graph: &Graph, passing: ParameterPassing) -> Option<Arc<StructType>> {
    let mut fields = Vec::new();
    let mut end = 0_u32;
    for (_, parameter) in graph.parameters.iter() {
        let layout = placed_as(&parameter.ty, passing);
        let offset = end.checked_next_multiple_of(layout.align)?;
        end = offset.saturating_add(layout.size);
        fields.push(FieldType {
            name: parameter.name.clone(),
            ty: parameter.ty.clone(),
            offset,
        });
    }
    let name = "Parameters".to_owned();
    (!fields.is_empty()).then(|| Arc::new(StructType { name, fields }))
}

/// The room that a parameter takes in the block.
fn placed_as(ty: &Type, passing: ParameterPassing) -> Layout {
    let layout = Layout::of(ty);
    match (passing, ty) {
        (ParameterPassing::DynamicUniform, Type::Array(_) | Type::Struct(_)) => Layout {
            size: round_up(layout.size),
            align: layout.align.max(UNIFORM_ALIGNMENT),
        },
        (
            ParameterPassing::DynamicUniform,
            Type::Scalar(_) | Type::Atomic(_) | Type::Vector(..) | Type::Matrix { .. },
        )
        | (ParameterPassing::Immediates, _) => layout,
    }
}

fn round_up(size: u32) -> u32 {
    size.checked_next_multiple_of(UNIFORM_ALIGNMENT)
        .unwrap_or(u32::MAX)
}

/// A fault for each parameter that cannot travel so.
pub(super) fn check(graph: &Graph, passing: ParameterPassing) -> Vec<Diagnostic> {
    match passing {
        ParameterPassing::DynamicUniform => {
            let parameters = graph.parameters.iter();
            parameters
                .filter_map(|(_, one)| Some(no_uniform(one, &uniform_alignment(&one.ty).err()?)))
                .collect()
        }
        ParameterPassing::Immediates => {
            let parameters = graph.parameters.iter();
            let of_types = parameters.filter_map(|(_, parameter)| no_immediate(parameter));
            of_types.chain(too_many_immediates(graph)).collect()
        }
    }
}

fn no_uniform(parameter: &Parameter, why: &str) -> Diagnostic {
    let (name, ty) = (&parameter.name, &parameter.ty);
    let message =
        format!("parameter `{name}` is of type `{ty}`, which no uniform buffer holds: {why}");
    Diagnostic::new(message, parameter.at).help(
        "in a uniform, elements of arrays and structures within structures lie at multiples of \
         16 bytes: use elements such as `Vec4`, put a field of padding, or bind it as storage",
    )
}

/// What `ty` is aligned to in a uniform, in bytes.
///
/// # Errors
///
/// Why no uniform may hold it.
fn uniform_alignment(ty: &Type) -> Result<u32, String> {
    match ty {
        Type::Scalar(_) | Type::Atomic(_) | Type::Vector(..) | Type::Matrix { .. } => {
            Ok(Layout::of(ty).align)
        }
        Type::Array(array) => {
            let align = uniform_alignment(&array.element)?.max(UNIFORM_ALIGNMENT);
            let stride = Layout::of(&array.element).stride();
            match stride % align {
                0 => Ok(align),
                _ => Err(format!("the elements of `{ty}` lie {stride} bytes apart")),
            }
        }
        Type::Struct(structure) => {
            let mut align = UNIFORM_ALIGNMENT;
            let mut free = 0;
            for field in &structure.fields {
                let (name, offset) = (&field.name, field.offset);
                let wanted = uniform_alignment(&field.ty)?;
                if offset % wanted != 0 || offset < free {
                    return Err(format!(
                        "the field `{name}` of `{ty}` lies at byte {offset}"
                    ));
                }
                align = align.max(wanted);
                if let Type::Struct(_) = &field.ty {
                    free = offset.saturating_add(round_up(Layout::of(&field.ty).size));
                }
            }
            Ok(align)
        }
    }
}

fn no_immediate(parameter: &Parameter) -> Option<Diagnostic> {
    let (name, ty) = (&parameter.name, &parameter.ty);
    let mut holds_halves = false;
    ty.for_each_scalar(&mut |scalar| holds_halves |= scalar == ScalarType::F16);
    let what = match (holds_array(ty), holds_halves) {
        (true, _) => "WGSL has no arrays among them",
        (false, true) => "devices have no 16-bit floats among them",
        (false, false) => return None,
    };
    let message =
        format!("the parameter `{name}` is of type `{ty}`, which cannot be passed as an immediate");
    Some(
        Diagnostic::new(message, parameter.at)
            .caption(what)
            .help("pass numbers of 32 and 64 bits, vectors, matrices and structures of them, or use a dynamic-offset uniform"),
    )
}

fn holds_array(ty: &Type) -> bool {
    match ty {
        Type::Array(_) => true,
        Type::Struct(structure) => structure.fields.iter().any(|field| holds_array(&field.ty)),
        Type::Scalar(_) | Type::Atomic(_) | Type::Vector(..) | Type::Matrix { .. } => false,
    }
}

/// The first parameter that does not lie in the bytes that there are.
fn too_many_immediates(graph: &Graph) -> Option<Diagnostic> {
    let block = block(graph, ParameterPassing::Immediates)?;
    let mut pairs = graph.parameters.iter().zip(&block.fields);
    let (parameter, end) = pairs.find_map(|((_, parameter), field)| {
        let end = field.offset.saturating_add(Layout::of(&field.ty).size);
        (end > IMMEDIATE_BYTES).then_some((parameter, end))
    })?;
    let name = &parameter.name;
    let message = format!(
        "the parameter `{name}` ends at byte {end} of the immediates, of which there are {IMMEDIATE_BYTES}"
    );
    Some(Diagnostic::new(message, parameter.at).help(
        "pass less, or all in a dynamic-offset uniform; many devices have 64 or 128 bytes alone",
    ))
}
