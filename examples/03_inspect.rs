//! Everything that a kernel becomes, stage by stage: what the author wrote as a graph,
//! WGSL, WGSL with the lines of Rust beside it, MSL, HLSL and GLSL, SPIR-V, and what is
//! to be bound where.
//!
//! `cargo run --release --example 03_inspect`

use bitonic::*;

/// Raises each value of `data` to at least `floor`.
pub(crate) fn raise() -> Result<Kernel, Error> {
    kernel("raise").workgroup_size(64).build(|k| {
        let data = k.storage_mut::<f32>("data");
        let floor = k.param::<f32>("floor");
        let i = instance_index();
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

/// One row for each resource, one column for each language.
fn print_interface(languages: &[(&str, Emitted)]) {
    let slots = |at: usize| &languages[at].1.slots;
    println!("{:<14} {:<18} {:<28} {}", "resource", "MSL", "HLSL", "GLSL");
    for slot in slots(0) {
        let of = |at: usize| {
            let found = slots(at)
                .iter()
                .find(|other| other.resource == slot.resource);
            found.map_or("-".to_owned(), |slot| slot.register.to_string())
        };
        println!("{:<14} {:<18} {:<28} {}", slot.name, of(0), of(1), of(2));
    }
}

/// Runs the example.
pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    let kernel = raise()?;

    title("the graph, as it was written");
    let graph = kernel.graph_text();
    println!("{graph}");
    assert!(graph.contains("value: f32 = load data["));

    title("WGSL");
    let wgsl = kernel.wgsl(Dialect::Browser)?;
    println!("{wgsl}");
    assert!(wgsl.contains("let value = data["));

    title("WGSL, and the Rust that each line comes from");
    let annotated = kernel.annotated(Dialect::Browser)?;
    println!("{annotated}");
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
    print_interface(&languages);
    let names = languages[0].1.slots.iter().map(|slot| slot.name.as_str());
    assert_eq!(
        names.collect::<Vec<_>>(),
        ["data", "parameters", "buffer sizes"]
    );
    Ok(())
}
