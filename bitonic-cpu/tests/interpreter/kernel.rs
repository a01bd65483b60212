//! From WGSL text to the words that a kernel leaves: the one way in which tests run kernels.

use bitonic_cpu::decode::{DecodeError, DecodeOptions, Program};
use bitonic_cpu::execute::{Binding, Dispatch, Observer, Textures, Unobserved, run};
use bitonic_cpu::memory::Memory;

/// A module with one compute entry point, `main`.
pub(crate) fn decode(source: &str) -> Result<Program, DecodeError> {
    decode_with(source, DecodeOptions::default())
}

/// Like [`decode`], with options.
pub(crate) fn decode_with(source: &str, options: DecodeOptions) -> Result<Program, DecodeError> {
    let module = match naga::front::wgsl::parse_str(source) {
        Ok(module) => module,
        Err(error) => panic!("{}", error.emit_to_string(source)),
    };
    let info = naga::valid::Validator::new(
        naga::valid::ValidationFlags::all(),
        naga::valid::Capabilities::all(),
    )
    .validate(&module)
    .unwrap_or_else(|error| panic!("{}", error.emit_to_string(source)));
    Program::decode_with(&module, &info, "main", options)
}

/// Memory that holds `words`.
pub(crate) fn memory(words: &[u32]) -> Memory {
    let memory = Memory::zeroed(words.len() as u64 * 4);
    memory.write(0, bytes(words).as_slice());
    memory
}

/// The words of a memory.
pub(crate) fn words(memory: &Memory) -> Vec<u32> {
    let mut bytes = vec![0; memory.byte_len() as usize];
    memory.read(0, &mut bytes);
    let words = bytes.chunks_exact(4);
    words
        .map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]]))
        .collect()
}

fn bytes(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// Runs `program` over whole buffers, which stand at their binding numbers.
pub(crate) fn dispatch<O: Observer>(
    program: &Program,
    buffers: &[&Memory],
    workgroups: [u32; 3],
    observer: &mut O,
) {
    let bindings: Vec<Binding<'_>> = program
        .resources()
        .iter()
        .map(|resource| buffers[resource.binding as usize])
        .map(|memory| Binding {
            memory,
            offset: 0,
            size: memory.byte_len(),
        })
        .collect();
    run(
        &Dispatch {
            program,
            bindings: &bindings,
            textures: Textures::NONE,
            immediates: &[],
            workgroups,
        },
        observer,
    );
}

/// What one workgroup of `body` leaves in `data`, which starts as `before`.
///
/// `body` is module text with an entry point `main`; it finds `data: array<u32>` declared.
pub(crate) fn result(body: &str, before: &[u32]) -> Vec<u32> {
    result_of(body, before, [1, 1, 1], &mut Unobserved)
}

/// Like [`result`], with more workgroups and an observer.
pub(crate) fn result_of<O: Observer>(
    body: &str,
    before: &[u32],
    workgroups: [u32; 3],
    observer: &mut O,
) -> Vec<u32> {
    let source =
        format!("@group(0) @binding(0) var<storage, read_write> data: array<u32>;\n{body}");
    let program = decode(&source).unwrap_or_else(|error| panic!("{error}\n{source}"));
    let buffer = memory(before);
    dispatch(&program, &[&buffer], workgroups, observer);
    words(&buffer)
}

/// Checks what one workgroup of `body` leaves in `data`.
#[track_caller]
pub(crate) fn check(body: &str, before: &[u32], after: &[u32]) {
    assert_eq!(result(body, before), after, "{body}");
}

/// Checks `expression` of the u32 words `a`, `b`, `c` for rows of arguments and result.
///
/// Each row runs as an invocation among others, and alone in its workgroup, where every value is
/// uniform: the two take different paths through the interpreter.
#[track_caller]
pub(crate) fn check_rows<const N: usize>(expression: &str, rows: &[([u32; N], u32)]) {
    for workgroup_size in [1, 8] {
        let mut before = Vec::new();
        for (arguments, _) in rows {
            let mut words = [0; 4];
            words[1..=N].copy_from_slice(arguments);
            before.extend(words);
        }
        let source = format!(
            "@compute @workgroup_size({workgroup_size})
            fn main(@builtin(global_invocation_id) id: vec3<u32>) {{
                let row = id.x * 4u;
                if row >= arrayLength(&data) {{ return; }}
                let a = data[row + 1u];
                let b = data[row + 2u];
                let c = data[row + 3u];
                data[row] = {expression};
            }}"
        );
        let after = result_of(&source, &before, [rows.len() as u32, 1, 1], &mut Unobserved);
        for (index, (arguments, expected)) in rows.iter().enumerate() {
            assert_eq!(
                after[index * 4],
                *expected,
                "{expression} of {arguments:x?} in workgroups of {workgroup_size}"
            );
        }
    }
}
