//! The sizes that a structure must say so that its fields lie where they do.

use naga::proc::Layouter;
use naga::{Module, StructMember};

use super::Refusal;

/// By member: the size to say, where that is not its type's.
///
/// # Errors
///
/// Offsets that WGSL cannot say.
pub(super) fn sizes(
    module: &Module,
    layouter: &Layouter,
    members: &[StructMember],
    span: u32,
) -> Result<Vec<Option<u32>>, Refusal> {
    let mut sizes = vec![None; members.len()];
    let (mut end, mut alignment) = (0_u32, naga::proc::Alignment::ONE);
    for (index, member) in members.iter().enumerate() {
        let layout = layouter[member.ty];
        alignment = alignment.max(layout.alignment);
        let natural = layout.alignment.round_up(end);
        if member.offset != natural {
            let before = index.checked_sub(1).filter(|_| member.offset > natural);
            let before =
                before.ok_or_else(|| Refusal::new("WGSL cannot say where a field lies"))?;
            sizes[before] = Some(member.offset - members[before].offset);
        }
        end = member.offset.saturating_add(layout.size);
    }
    let sized = |member: &&StructMember| {
        !module.types[member.ty]
            .inner
            .is_dynamically_sized(&module.types)
    };
    if let Some(last) = members.last().filter(sized)
        && span != alignment.round_up(end)
    {
        let size = span.checked_sub(last.offset).filter(|_| span >= end);
        let size = size.ok_or_else(|| Refusal::new("WGSL cannot say how large a structure is"))?;
        sizes[members.len() - 1] = Some(size);
    }
    Ok(sizes)
}
