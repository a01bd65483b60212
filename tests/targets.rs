//! The corpus in every language that a kernel can be emitted in, with parameters
//! passed both ways: SPIR-V is read by `spirv-val`, GLSL by `glslangValidator`, and
//! what is bound where is what the interface says.

#[allow(dead_code, reason = "the texts need no data")]
mod corpus;
mod support;

use std::collections::BTreeSet;

use bitonic::interface::ParameterPassing;
use bitonic::nodes::bitonic_flip_indices;
use bitonic::*;

/// Every kernel of the corpus, with its name; those with parameters both ways.
fn kernels() -> Vec<(String, Kernel)> {
    let mut kernels = Vec::new();
    for case in corpus::all() {
        let kernel = case.settled().unwrap();
        if kernel.interface().parameters.is_some() {
            let immediates = kernel.with_parameters(ParameterPassing::Immediates);
            let name = format!("{} with immediates", case.name);
            kernels.push((name, immediates.unwrap()));
        }
        kernels.push((case.name.to_owned(), kernel));
    }
    kernels
}

/// The kernel in MSL, HLSL and both versions of GLSL, where they have what it uses. What a
/// language lacks is refused by name, and nothing else is.
fn languages(name: &str, kernel: &Kernel) -> Vec<(&'static str, Emitted)> {
    let all = [
        ("MSL", kernel.msl()),
        ("HLSL", kernel.hlsl()),
        ("GLSL ES", kernel.glsl(GlslVersion::Es310)),
        ("GLSL", kernel.glsl(GlslVersion::Core450)),
    ];
    let emitted = all.into_iter().filter_map(|(language, emitted)| {
        let lacks = lacks(name, kernel, language);
        match (emitted, lacks) {
            (Ok(emitted), None) => Some((language, emitted)),
            (Err(error), Some(words)) => {
                let said = &error.diagnostics()[0].message;
                assert_eq!(*said, format!("{language} {words}"), "{name}");
                None
            }
            (Ok(_), Some(words)) => panic!("{name}: {language} {words}, and is emitted"),
            (Err(error), None) => panic!("{name}, {language}: {error}"),
        }
    });
    emitted.collect()
}

/// What a kernel needs that a language has not, as it is told.
fn lacks(name: &str, kernel: &Kernel, language: &str) -> Option<String> {
    use bitonic::capabilities::Capability;
    let mut needs = kernel.interface().capabilities.iter();
    let needs_one = needs.find(|(capability, _)| match language {
        "GLSL ES" => matches!(
            capability,
            Capability::StorageFormats
                | Capability::ReadWriteFormats
                | Capability::Norm16Formats
                | Capability::Bgra8UnormStorage
        ),
        "GLSL" => *capability == Capability::Bgra8UnormStorage,
        _ => false,
    });
    let of_needs = needs_one.map(|(capability, _)| format!("has no {capability}"));
    let of_operations = match (language, name) {
        ("GLSL ES", "sizes_levels_and_layers") => Some("does not tell a texture's levels"),
        ("GLSL ES" | "GLSL", "samples_between_texels_and_levels") => Some(
            "reads a texture through one sampler, `image` is read through `smooth` and `nearest`",
        ),
        ("GLSL ES", "copied_rg32uint") => Some("has no storage textures of `rg32uint`"),
        ("GLSL ES", "copied_rg32sint") => Some("has no storage textures of `rg32sint`"),
        ("GLSL ES", "copied_rg32float") => Some("has no storage textures of `rg32float`"),
        _ => None,
    };
    of_needs.or(of_operations.map(str::to_owned))
}

#[test]
fn both_parameter_passings_are_in_the_corpus() {
    let of = |passing| {
        let all = kernels().into_iter();
        all.filter(|(_, kernel)| {
            let block = kernel.interface().parameters.as_ref();
            block.is_some_and(|block| block.passing == passing)
        })
        .count()
    };
    let uniform = of(ParameterPassing::DynamicUniform);
    assert!(uniform > 0);
    assert_eq!(of(ParameterPassing::Immediates), uniform);
}

#[test]
fn every_language_has_every_kernel() {
    for (name, kernel) in kernels() {
        for (language, emitted) in languages(&name, &kernel) {
            let Emitted {
                text, entry_point, ..
            } = &emitted;
            let entry = format!("void {entry_point}(");
            assert_eq!(
                text.matches(&entry).count(),
                1,
                "{name}, {language}:\n{text}"
            );
            assert_slots_are_distinct(&name, &emitted);
        }
    }
}

#[track_caller]
fn assert_slots_are_distinct(name: &str, emitted: &Emitted) {
    let places: BTreeSet<String> = emitted
        .slots
        .iter()
        .map(|slot| slot.register.to_string())
        .collect();
    assert_eq!(
        places.len(),
        emitted.slots.len(),
        "{name}: {:?}",
        emitted.slots
    );
}

#[test]
fn spirv_val_accepts_every_kernel() {
    let some_devices = corpus::subgroups::of_some_devices().into_iter();
    let some_devices = some_devices.chain(corpus::overrides::of_some_devices());
    let others = some_devices.map(|case| (case.name.to_owned(), (case.kernel)().unwrap()));
    for (name, kernel) in kernels().into_iter().chain(others) {
        let words = kernel.spirv().unwrap();
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        let arguments = ["--target-env", "vulkan1.1", "-"];
        match support::read_by("spirv-val", &arguments, "spirv-tools", &bytes) {
            Some(verdict) => verdict.unwrap_or_else(|said| panic!("{name}: {said}")),
            None => return,
        }
    }
}

#[test]
fn spirv_val_refuses_what_is_wrong() {
    let words = kernels()[0].1.spirv().unwrap();
    let cut = &words[..words.len() - 1];
    let bytes: Vec<u8> = cut.iter().flat_map(|word| word.to_le_bytes()).collect();
    if let Some(verdict) = support::read_by("spirv-val", &["-"], "spirv-tools", &bytes) {
        assert!(verdict.is_err(), "a kernel without its end");
    }
}

#[test]
fn glslang_accepts_every_kernel() {
    let mut shaders = Vec::new();
    for (name, kernel) in kernels() {
        let emitted = languages(&name, &kernel).into_iter();
        let glsl = emitted.filter(|(language, _)| language.starts_with("GLSL"));
        shaders
            .extend(glsl.map(|(language, emitted)| (format!("{name} {language}"), emitted.text)));
    }
    if let Some(Err(said)) = support::glslang(&shaders) {
        panic!("{said}");
    }
}

#[test]
fn glslang_refuses_what_is_wrong() {
    let right = kernels()[0].1.glsl(GlslVersion::Es310).unwrap().text;
    let wrong = right.replace("void main", "void main(int) {} void main");
    let shaders = [("right", right), ("wrong", wrong)];
    let shaders = shaders.map(|(name, text)| (name.to_owned(), text));
    if let Some(verdict) = support::glslang(&shaders) {
        assert!(verdict.unwrap_err().contains("wrong.comp"));
        assert_eq!(support::glslang(&shaders[..1]), Some(Ok(())));
    }
}

/// One buffer of each kind, parameters, and the number of workgroups.
fn of_every_kind(name: &str) -> Kernel {
    let built = kernel(name).workgroup_size(64).build(|k| {
        let input = k.storage::<u32>("input");
        let table = k.uniform::<UVec4>("table");
        let output = k.storage_mut::<u32>("output");
        let (low, high) = (k.param::<u32>("low"), k.param::<u32>("high"));
        let pair = bitonic_flip_indices(instance_index(), low);
        let sum = input.element(pair.x()).load() + table.load().y() + high;
        output.element(pair.y()).assign(sum + num_workgroups().x());
    });
    built.unwrap()
}

fn registers(emitted: &Emitted) -> Vec<String> {
    let slots = emitted.slots.iter();
    slots
        .map(|slot| format!("{} {}", slot.name, slot.register))
        .collect()
}

#[test]
fn metal_numbers_all_buffers_in_one_row() {
    let kernel = of_every_kind("all");
    let immediates = kernel.with_parameters(ParameterPassing::Immediates);
    for kernel in [kernel, immediates.unwrap()] {
        let emitted = kernel.msl().unwrap();
        let expected = [
            "input [[buffer(0)]]",
            "table [[buffer(1)]]",
            "output [[buffer(2)]]",
            "parameters [[buffer(3)]]",
            "buffer sizes [[buffer(4)]]",
        ];
        assert_eq!(registers(&emitted), expected);
        for index in 0..expected.len() {
            let register = format!("[[buffer({index})]]");
            assert_eq!(
                emitted.text.matches(&register).count(),
                1,
                "{}",
                emitted.text
            );
        }
    }
}

#[test]
fn direct3d_keeps_groups_and_numbers() {
    let kernel = of_every_kind("all");
    let immediates = kernel.with_parameters(ParameterPassing::Immediates);
    for kernel in [kernel, immediates.unwrap()] {
        let emitted = kernel.hlsl().unwrap();
        let expected = [
            "input register(t0, space0)",
            "table register(b1, space0)",
            "output register(u2, space0)",
            "parameters register(b0, space1)",
            "workgroup counts register(b0, space2)",
        ];
        assert_eq!(registers(&emitted), expected);
        for declared in ["(t0)", "(b1)", "(u2)", "(b0, space1)", "(b0, space2)"] {
            let declared = format!("register{declared}");
            assert!(
                emitted.text.contains(&declared),
                "{declared}: {}",
                emitted.text
            );
        }
    }
}

#[test]
fn opengl_numbers_storage_and_uniform_blocks_apart() {
    let kernel = of_every_kind("all");
    let blocks = [
        "input buffer, binding = 0",
        "table uniform, binding = 0",
        "output buffer, binding = 1",
    ];
    let emitted = kernel.glsl(GlslVersion::Es310).unwrap();
    let mut expected = blocks.map(str::to_owned).to_vec();
    expected.push("parameters uniform, binding = 1".to_owned());
    assert_eq!(registers(&emitted), expected);
    for layout in [
        "std430, binding = 0",
        "std430, binding = 1",
        "std140, binding = 0",
        "std140, binding = 1",
    ] {
        let layout = format!("layout({layout})");
        assert_eq!(
            emitted.text.matches(&layout).count(),
            1,
            "{layout}: {}",
            emitted.text
        );
    }

    let immediates = kernel
        .with_parameters(ParameterPassing::Immediates)
        .unwrap();
    let emitted = immediates.glsl(GlslVersion::Es310).unwrap();
    let names: Vec<&str> = emitted
        .slots
        .iter()
        .map(|slot| slot.name.as_str())
        .collect();
    assert_eq!(names, ["input", "table", "output", "low", "high"]);
    for (position, slot) in emitted.slots[blocks.len()..].iter().enumerate() {
        assert_eq!(slot.resource, Resource::Parameter(position));
        let Register::Uniform(path) = &slot.register else {
            panic!("{slot:?}");
        };
        assert!(path.ends_with(&format!(".{}", slot.name)), "{path}");
        let variable = path.split('.').next().unwrap();
        assert!(
            emitted.text.contains(&format!(" {variable};")),
            "{}",
            emitted.text
        );
    }
}

#[test]
fn an_entry_point_that_a_language_reserves_has_the_name_that_is_told() {
    let kernel = of_every_kind("kernel");
    assert_eq!(kernel.interface().entry_point, "kernel");
    let emitted = kernel.msl().unwrap();
    assert_ne!(emitted.entry_point, "kernel", "a word of MSL");
    let entry = format!("kernel void {}(", emitted.entry_point);
    assert!(emitted.text.contains(&entry), "{}", emitted.text);
    assert_eq!(
        kernel.glsl(GlslVersion::Core450).unwrap().entry_point,
        "main"
    );
}

/// A kernel that binds `count` buffers and writes to each, and the line of the last.
fn many_buffers(count: usize) -> (Kernel, u32) {
    let line = line!() + 3;
    let built = kernel("many").workgroup_size(1).build(|k| {
        let buffers = (0..count)
            .map(|number| k.storage_mut::<u32>(&format!("data{number}")))
            .collect::<Vec<_>>();
        for buffer in buffers {
            buffer.element(0).assign(1);
        }
    });
    (built.unwrap(), line)
}

#[test]
fn too_many_buffers_are_an_error_at_the_line_of_the_first_that_has_no_room() {
    // One of Metal's 31 is for the sizes.
    assert_eq!(many_buffers(30).0.msl().unwrap().slots.len(), 31);
    let (kernel, line) = many_buffers(40);
    let error = kernel.msl().unwrap_err();
    let [fault] = error.diagnostics() else {
        panic!("{error}");
    };
    assert!(fault.message.contains("`data31`"), "{fault:?}");
    assert_eq!((fault.at.file(), fault.at.line()), (file!(), line));
    assert!(fault.help.is_some());

    let (kernel, line) = many_buffers(257);
    let error = kernel.glsl(GlslVersion::Core450).unwrap_err();
    let [fault] = error.diagnostics() else {
        panic!("{error}");
    };
    assert!(fault.message.contains("`data256`"), "{fault:?}");
    assert_eq!((fault.at.file(), fault.at.line()), (file!(), line));
    assert!(kernel.hlsl().is_ok(), "Direct3D 12 has room");
}

/// The statements of an annotated text that have no note, without the ends of blocks.
fn without_a_note(text: &str) -> Vec<&str> {
    let statements = text.lines().filter(|line| line.starts_with("    "));
    statements
        .filter(|line| !line.contains("  // "))
        .map(str::trim)
        .filter(|line| !line.starts_with("@builtin"))
        .filter(|line| {
            !matches!(
                *line,
                "" | "{" | "}" | "} else {" | "continuing {" | "loop {"
            )
        })
        .filter(|line| !line.starts_with("case ") && *line != "default: {")
        .collect()
}

#[test]
fn annotated_text_is_wgsl_and_every_statement_has_its_line() {
    for (name, kernel) in kernels() {
        let text = kernel.annotated(Dialect::Naga).unwrap();
        let read = naga::front::wgsl::parse_str(&text);
        read.unwrap_or_else(|error| panic!("{name}: {}", error.emit_to_string(&text)));
        let plain = kernel.wgsl(Dialect::Naga).unwrap();
        assert_eq!(text.lines().count(), plain.lines().count());
        let start = text.find("fn ").unwrap();
        assert_eq!(without_a_note(&text[start..]), [""; 0], "{name}:\n{text}");
        for note in text.lines().filter_map(|line| line.split("  // ").nth(1)) {
            let known = ["tests/corpus/", "bitonic-dsl/src/nodes/"];
            let is_known = known.iter().any(|folder| note.starts_with(folder));
            assert!(is_known, "{name}: {note}\n{text}");
        }
    }
}

#[test]
fn notes_of_both_dialects_name_the_same_lines() {
    let kernel = of_every_kind("all");
    let kernel = kernel
        .with_parameters(ParameterPassing::Immediates)
        .unwrap();
    let naga = kernel.annotated(Dialect::Naga).unwrap();
    let browser = kernel.annotated(Dialect::Browser).unwrap();
    assert_ne!(naga, browser, "the browser's has directives");
    assert!(browser.ends_with(&naga), "{browser}");
    let line = naga.lines().find(|line| line.contains("output[")).unwrap();
    assert!(line.contains("  // tests/targets.rs:"), "{line}");
}

/// How a loop that goes on while `condition` holds begins in the text.
fn way_in<C: IntoNode<bool>>(condition: impl FnOnce(StorageMut<f32>) -> C) -> String {
    let built = kernel("turns").workgroup_size(1).build(|k| {
        let data = k.storage_mut::<f32>("data");
        While(
            || condition(data),
            || {
                data.element(0).assign(1.0);
                If(data.len().lt(3), Break);
            },
        );
    });
    let text = built.unwrap().wgsl(Dialect::Naga).unwrap();
    let mut lines = text.lines().map(str::trim);
    let heads = ["while ", "loop {"];
    let head = lines.find(|line| heads.iter().any(|head| line.starts_with(head)));
    match head {
        Some("loop {") => lines.find(|line| !line.starts_with("let ")).unwrap(),
        head => head.unwrap(),
    }
    .to_owned()
}

#[test]
fn a_loop_says_what_it_goes_on_while() {
    for (whole, expected) in [
        (way_in(|data| data.len().lt(8)), " < 8u {"),
        (way_in(|data| data.len().le(8)), " <= 8u {"),
        (way_in(|data| data.len().gt(8)), " > 8u {"),
        (way_in(|data| data.len().ge(8)), " >= 8u {"),
        (way_in(|data| data.len().eq(8)), " == 8u {"),
        (way_in(|data| data.len().ne(8)), " != 8u {"),
    ] {
        assert!(
            whole.starts_with("while ") && whole.ends_with(expected),
            "{whole}"
        );
    }
    // No order holds with a NaN: the condition itself stands there.
    let floats = way_in(|data| data.element(1).load().lt(data.element(2).load()));
    assert_eq!(floats, "while data[1] < data[2] {");
    assert_eq!(way_in(|_| true), "data[0] = 1.0f;", "a plain loop");
}

#[test]
fn a_loop_that_nothing_leaves_is_an_error() {
    let built = kernel("endless").workgroup_size(1).build(|k| {
        let data = k.storage_mut::<u32>("data");
        While(|| true, || data.element(0).add_assign(1));
    });
    let error = built.unwrap_err().to_string();
    assert!(error.contains("nothing ever leaves this loop"), "{error}");
}
