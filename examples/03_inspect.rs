//! Everything that a kernel becomes, stage by stage: what the author wrote as calls and as
//! a graph, WGSL, WGSL with the lines of Rust beside it, MSL, HLSL and GLSL, SPIR-V, and what is
//! to be bound where.
//!
//! `cargo run --release --example 03_inspect`

use bitonic::*;

/// Raises each value of `data` to at least `floor`.
#[kernel(workgroup_size(64))]
pub(crate) fn raise(data: &mut [f32], floor: f32) {
    let i = instance_index();
    if i < data.len() {
        let value = data[i];
        data[i] = max(value, floor);
    }
}

/// The same in the calls that the macro writes. A program can make them while it runs, of
/// what it likes.
pub(crate) fn raise_in_calls() -> Result<Kernel, Error> {
    kernel("raise")
        .doc("Raises each value of `data` to at least `floor`.")
        .workgroup_size(64)
        .build(|k| {
            let data = k.storage_mut::<f32>("data");
            let floor = k.param::<f32>("floor");
            let i = instance_index().to_const("i");
            If(i.lt(data.len()), || {
                let value = data.element(i).load().to_const("value");
                data.element(i).assign(max(value, floor));
            });
        })
}

fn title(text: &str) {
    println!("\n== {text}\n");
}

/// The lines of `text` around the entry point.
fn excerpt<'a>(text: &'a str, entry_point: &str) -> Vec<&'a str> {
    const LINES: usize = 8;
    let is_entry = |line: &&str| !line.contains(&format!(" {entry_point}("));
    text.lines().skip_while(is_entry).take(LINES).collect()
}

fn print_language(name: &str, emitted: &Emitted) {
    let lines = emitted.text.lines().count();
    title(&format!(
        "{name}: {lines} lines, from its entry point `{}` on",
        emitted.entry_point
    ));
    let shown = excerpt(&emitted.text, &emitted.entry_point);
    assert!(
        !shown.is_empty(),
        "the text has the entry point that it tells"
    );
    println!("{}", shown.join("\n"));
}

/// One row for each resource that a language asks for, one column for each language.
fn table(languages: &[(&str, Emitted)]) -> String {
    let mut rows = Vec::new();
    for slot in languages.iter().flat_map(|(_, emitted)| &emitted.slots) {
        if !rows.contains(&(slot.resource, &slot.name)) {
            rows.push((slot.resource, &slot.name));
        }
    }
    let mut table = format!("{:<18}", "resource");
    for (language, _) in languages {
        table += &format!("{language:<26}");
    }
    for (resource, name) in rows {
        table += &format!("\n{name:<18}");
        for (_, emitted) in languages {
            let slot = emitted.slots.iter().find(|slot| slot.resource == resource);
            let register = slot.map_or("-".to_owned(), |slot| slot.register.to_string());
            table += &format!("{register:<26}");
        }
    }
    table
}

/// Runs the example.
pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    let kernel = raise()?;

    title("the graph, as it was written");
    let graph = kernel.graph_text();
    print!("{graph}");
    assert!(graph.contains("value: f32 = load data["));

    title("WGSL");
    let wgsl = kernel.wgsl(Dialect::Browser)?;
    print!("{wgsl}");
    assert!(wgsl.contains("let value = data["));
    // Natural Rust and the calls that it stands for are one kernel.
    assert_eq!(wgsl, raise_in_calls()?.wgsl(Dialect::Browser)?);

    title("WGSL, and the Rust that each line comes from");
    let annotated = kernel.annotated(Dialect::Browser)?;
    print!("{annotated}");
    let read = annotated.lines().find(|line| line.contains("let value"));
    let (_, place) = read
        .and_then(|line| line.split_once("// "))
        .ok_or("no note")?;
    assert!(place.starts_with(file!()), "{place}");

    let languages = [
        ("MSL", kernel.msl()?),
        ("HLSL", kernel.hlsl()?),
        ("GLSL", kernel.glsl(GlslVersion::Core450)?),
    ];
    for (name, emitted) in &languages {
        print_language(name, emitted);
    }

    title("SPIR-V");
    let words = kernel.spirv()?;
    println!("{} words, {} bytes", words.len(), 4 * words.len());
    assert_eq!(words[0], 0x0723_0203, "SPIR-V begins with its magic number");

    title("where each resource is bound");
    let table = table(&languages);
    println!("{table}");
    for (resource, registers) in [
        (
            "data",
            [
                "[[buffer(0)]]",
                "register(u0, space0)",
                "buffer, binding = 0",
            ],
        ),
        (
            "parameters",
            [
                "[[buffer(1)]]",
                "register(b0, space1)",
                "uniform, binding = 0",
            ],
        ),
        ("buffer sizes", ["[[buffer(2)]]", "-", "-"]),
        ("workgroup counts", ["-", "register(b0, space2)", "-"]),
    ] {
        let row = table.lines().find(|line| line.starts_with(resource));
        let row = row.ok_or("no row")?;
        assert!(
            registers.iter().all(|register| row.contains(register)),
            "{row}"
        );
    }
    Ok(())
}
