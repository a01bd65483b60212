//! SPIR-V, by naga's writer. What it gets wrong is mended in its words: the specification
//! is SPIR-V's, "Physical Layout" and "Image Instructions".

use std::collections::HashSet;

use naga::back::spv;

use crate::capabilities::Capability;
use crate::diagnostic::Diagnostic;
use crate::lower::internal_fault;
use crate::validate::Validated;

/// The kernel as words of SPIR-V 1.1; of 1.3 where it has subgroup operations or halves, which came
/// with that.
///
/// # Errors
///
/// A fault of the compiler, or that SPIR-V lacks what the kernel uses.
pub(crate) fn spirv(kernel: &Validated) -> Result<Vec<u32>, Vec<Diagnostic>> {
    let needs = &kernel.interface().capabilities;
    let options = spv::Options {
        // naga declares no extension for what came with 1.3.
        lang_version: match [Capability::Subgroups, Capability::Float16]
            .iter()
            .any(|capability| needs.contains(capability))
        {
            true => (1, 3),
            false => (1, 1),
        },
        ..spv::Options::default()
    };
    let written = spv::write_vec(kernel.module(), kernel.info(), &options, None);
    let words = written.map_err(|_| {
        vec![internal_fault(
            "the SPIR-V writer refused the kernel",
            kernel.at(),
        )]
    })?;
    Ok(with_sizes_of_storage_images(words))
}

/// Words before the first instruction.
const HEADER: usize = 5;
const TYPE_IMAGE: u32 = 25;
const FUNCTION_PARAMETER: u32 = 55;
const LOAD: u32 = 61;
const IMAGE_QUERY_SIZE_LOD: u32 = 103;
const IMAGE_QUERY_SIZE: u32 = 104;
/// `Sampled` of an image that is read and written by position.
const STORAGE: u32 = 2;

/// naga 30 asks storage textures for their layers as if they had levels, which SPIR-V allows
/// of sampled images alone: here they are asked without a level.
fn with_sizes_of_storage_images(words: Vec<u32>) -> Vec<u32> {
    let (mut types, mut images) = (HashSet::new(), HashSet::new());
    let mut mended = words[..HEADER.min(words.len())].to_vec();
    for instruction in Instructions(words.get(HEADER..).unwrap_or_default()) {
        match (instruction[0] & 0xFFFF, &instruction[1..]) {
            (TYPE_IMAGE, [id, _, _, _, _, _, STORAGE, ..]) => {
                types.insert(*id);
            }
            (LOAD | FUNCTION_PARAMETER, [ty, id, ..]) if types.contains(ty) => {
                images.insert(*id);
            }
            (IMAGE_QUERY_SIZE_LOD, [ty, id, image, _]) if images.contains(image) => {
                mended.extend([4 << 16 | IMAGE_QUERY_SIZE, *ty, *id, *image]);
                continue;
            }
            _ => {}
        }
        mended.extend(instruction);
    }
    mended
}

/// The instructions of a stream of words; the high half of the first says how many words
/// each takes.
struct Instructions<'a>(&'a [u32]);

impl<'a> Iterator for Instructions<'a> {
    type Item = &'a [u32];

    fn next(&mut self) -> Option<&'a [u32]> {
        let first = *self.0.first()?;
        let length = ((first >> 16) as usize).clamp(1, self.0.len());
        let (instruction, rest) = self.0.split_at(length);
        self.0 = rest;
        Some(instruction)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn storage_images_alone_are_asked_without_a_level() {
        let header = [0x0723_0203, 0x1_0100, 0, 99, 0];
        let image = |id, sampled| [9 << 16 | TYPE_IMAGE, id, 1, 1, 0, 1, 0, sampled, 0];
        let load = |ty, id| [4 << 16 | LOAD, ty, id, 50];
        let query = |id, image| [5 << 16 | IMAGE_QUERY_SIZE_LOD, 7, id, image, 8];
        let words = [
            &header[..],
            &image(2, 1),
            &image(3, STORAGE),
            &load(2, 12),
            &load(3, 13),
            &query(22, 12),
            &query(23, 13),
        ]
        .concat();
        let before = words.len() - 5;
        let mended = with_sizes_of_storage_images(words.clone());
        assert_eq!(mended[..before], words[..before]);
        assert_eq!(mended[before..], [4 << 16 | IMAGE_QUERY_SIZE, 7, 23, 13]);
    }
}
