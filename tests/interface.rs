//! The interface as JSON: the page `docs/interface.md` shows a kernel's whole, and a
//! program in Python binds an emitted text by it and nothing else.

mod support;

use std::path::{Path, PathBuf};
use std::process::Command;

use bitonic::interface::{JSON_VERSION, ParameterPassing};
use bitonic::runtime::plan::{Value, pack};
use bitonic::*;
use serde_json::json;

/// What the page shows.
#[path = "interface/example.rs"]
mod example;

fn document(kernel: &Kernel) -> serde_json::Value {
    serde_json::to_value(kernel.interface()).expect("plain data")
}

/// `page` with the content of its block that begins with `fence` replaced.
fn with_block(page: &str, fence: &str, content: &str) -> String {
    let (head, rest) = page.split_once(&format!("{fence}\n")).expect("the block");
    let (_, tail) = rest.split_once("\n```\n").expect("its end");
    format!("{head}{fence}\n{}\n```\n{tail}", content.trim_end())
}

#[test]
fn the_page_shows_what_is_printed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let path = root.join("docs/interface.md");
    let page = std::fs::read_to_string(&path).expect("the page");
    let (_, rust) = include_str!("interface/example.rs")
        .split_once("\n\n")
        .expect("a head");
    let rust = rust.replace("pub(crate) fn", "fn");
    let kernel = example::shade().unwrap_or_else(|error| panic!("{error}"));
    let json = serde_json::to_string_pretty(kernel.interface()).expect("plain data");
    let right = with_block(&with_block(&page, "```rust", &rust), "```json", &json);
    if std::env::var("BITONIC_BLESS").is_ok_and(|value| value == "1") {
        std::fs::write(&path, &right).expect("the page is written");
    }
    let page = std::fs::read_to_string(&path).expect("the page");
    assert!(
        page == right,
        "docs/interface.md: `BITONIC_BLESS=1 cargo test --test interface` writes it anew\n{right}"
    );
    let version = format!("`{JSON_VERSION}`");
    assert!(page.contains(&version), "the page says which version it is");
}

/// The page lists every capability with WebGPU's feature.
#[test]
fn the_page_names_every_capability() {
    use bitonic::capabilities::Capability;
    let page = include_str!("../docs/interface.md");
    for &capability in Capability::ALL {
        let name = serde_json::to_value(capability).expect("a word");
        let feature = match capability.webgpu_feature() {
            Some(feature) => format!("`{feature}`"),
            None => String::new(),
        };
        let row = format!("| `{}` | {capability} |", name.as_str().expect("a word"));
        let line = page.lines().find(|line| line.starts_with(&row));
        let line = line.unwrap_or_else(|| panic!("no row {row}"));
        assert!(line.contains(&feature), "{line}");
    }
}

#[derive(Clone, Copy, ShaderType)]
struct Inner {
    weight: f32,
    direction: Vec3,
    r#type: u32,
}

#[derive(Clone, Copy, ShaderType)]
struct Outer {
    flag: u32,
    inner: Inner,
    triples: [IVec3; 3],
    wide: Mat3,
    tall: Mat2x4,
    many: [Inner; 2],
}

#[derive(Clone, Copy, ShaderType)]
struct Small {
    half: f16,
    halves: HVec3,
    mats: [HMat2x3; 2],
}

fn inner(seed: f32) -> Inner {
    Inner {
        weight: seed,
        direction: Vec3::new(seed + 0.25, seed + 0.5, -seed),
        r#type: seed as u32 + 3,
    }
}

fn inner_json(seed: f32) -> serde_json::Value {
    json!({
        "weight": seed,
        "direction": [seed + 0.25, seed + 0.5, -seed],
        "type": seed as u32 + 3,
    })
}

fn outer() -> Outer {
    let column = |x: f32| Vec3::new(x, x + 1.0, x + 2.0);
    let long = |x: f32| Vec4::new(x, x + 1.0, x + 2.0, x + 3.0);
    Outer {
        flag: u32::MAX,
        inner: inner(1.0),
        triples: [
            IVec3::new(-1, 2, -3),
            IVec3::new(4, -5, 6),
            IVec3::new(7, 8, 9),
        ],
        wide: Mat3::from_columns([column(1.0), column(4.0), column(7.0)]),
        tall: Mat2x4::from_columns([long(-1.0), long(9.5)]),
        many: [inner(2.0), inner(4.0)],
    }
}

fn outer_json() -> serde_json::Value {
    json!({
        "flag": u32::MAX,
        "inner": inner_json(1.0),
        "triples": [[-1, 2, -3], [4, -5, 6], [7, 8, 9]],
        "wide": [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]],
        "tall": [[-1.0, 0.0, 1.0, 2.0], [9.5, 10.5, 11.5, 12.5]],
        "many": [inner_json(2.0), inner_json(4.0)],
    })
}

fn small() -> Small {
    let half = f16::from_f32;
    let column = |x: f32| HVec3::new(half(x), half(x + 0.5), half(-x));
    Small {
        half: half(0.1),
        halves: column(3.0),
        mats: [
            HMat2x3::from_columns([column(1.0), column(2.0)]),
            HMat2x3::from_columns([column(0.25), column(-8.0)]),
        ],
    }
}

/// Everything that can be bound; of each resource something is used.
fn of_everything() -> Kernel {
    let built = kernel("of_everything")
        .workgroup_size([4, 2, 1])
        .build(|k| {
            let outer = k.uniform::<Outer>("outer");
            let small = k.storage::<Small>("small");
            let halves = k.storage::<HVec3>("halves");
            let inners = k.storage_mut::<Inner>("inners");
            let row = k.texture_1d::<i32>("row");
            let image = k.texture_2d::<f32>("image");
            let raw = k.texture_2d::<f32>("raw");
            let layers = k.texture_2d_array::<u32>("layers");
            let block = k.texture_3d::<f32>("block");
            let smooth = k.sampler("smooth");
            let seen = k.storage_texture_1d::<R32Sint, Read>("seen");
            let made = k.storage_texture_2d_array::<Rgba8Unorm, WriteOnly>("made");
            let cells = k.storage_texture_3d::<R32Uint, ReadWrite>("cells");
            let count = k.param::<u32>("count");
            let half = k.param::<f16>("half");
            let offset = k.param::<Vec3>("offset");
            let turn = k.param::<Mat3x2>("turn");

            let taken = image.sample_level(smooth, offset.xy(), 0.0) + raw.load(uvec2(0, 0), 0);
            let turned = turn * offset;
            made.store(uvec2(0, 0), 0, taken * turned.x() * half.to_f32());
            let found = row.load(0, 0).x() + seen.load(0).x();
            let counted =
                layers.load(uvec2(0, 0), 0, 0).x() + cells.load(uvec3(0, 0, 0)).x() + count;
            cells.store(uvec3(0, 0, 0), splat::<UVec4>(counted + found.to_u32()));
            let first = inners.element(0).fields();
            first.weight.assign(block.load(uvec3(0, 0, 0), 0).x());
            first
                .weight
                .add_assign(halves.element(0).load().x().to_f32());
            first
                .weight
                .add_assign(small.element(0).fields().half.load().to_f32());
            first.r#type.assign(outer.fields().flag.load());
        });
    built.unwrap_or_else(|error| panic!("{error}"))
}

/// What the script packs by the interface of `kernel`, in hexadecimal by name; none where
/// there is no Python.
fn bound_by_python(kernel: &Kernel, values: &serde_json::Value) -> Option<serde_json::Value> {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!(
        "interface-{}-{:?}",
        std::process::id(),
        std::thread::current().id()
    ));
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = |name: &str, content: String| {
        let path = folder.join(name);
        std::fs::write(&path, content).expect("a file");
        path
    };
    let interface = serde_json::to_string_pretty(kernel.interface()).expect("plain data");
    let wgsl = kernel.wgsl(Dialect::Browser).expect("what browsers have");
    let output = Command::new("python3")
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/interface/bind.py"))
        .arg(file("interface.json", interface))
        .arg(file("kernel.wgsl", wgsl))
        .arg(file("values.json", values.to_string()))
        .output();
    std::fs::remove_dir_all(&folder).expect("the folder was made");
    let Ok(output) = output else {
        support::skip("`python3` is not on the path");
        return None;
    };
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    Some(serde_json::from_slice(&output.stdout).expect("what the script prints"))
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn python_packs_the_bytes_that_rust_packs() {
    let kernel = of_everything();
    let half_columns = json!([
        [[1.0, 1.5, -1.0], [2.0, 2.5, -2.0]],
        [[0.25, 0.75, -0.25], [-8.0, -7.5, 8.0]],
    ]);
    let values = json!({
        "outer": outer_json(),
        "small": [{ "half": 0.1, "halves": [3.0, 3.5, -3.0], "mats": half_columns }],
        "halves": [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]],
        "inners": [inner_json(1.0), inner_json(7.0)],
        "parameters": {
            "count": 7,
            "half": 0.3,
            "offset": [0.25, 0.5, 0.75],
            "turn": [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]],
        },
    });
    let half = f16::from_f32;
    let halves: Vec<HVec3> = [1.0, 4.0]
        .map(|x| HVec3::new(half(x), half(x + 1.0), half(x + 2.0)))
        .to_vec();
    let columns = [1.0, 3.0, 5.0].map(|x| Vec2::new(x, x + 1.0));
    let named = [
        ("count".to_owned(), Value::of(&7u32)),
        ("half".to_owned(), Value::of(&half(0.3))),
        ("offset".to_owned(), Value::of(&Vec3::new(0.25, 0.5, 0.75))),
        ("turn".to_owned(), Value::of(&Mat3x2::from_columns(columns))),
    ];
    let parameters = kernel.interface().parameters.as_ref();
    let expected = json!({
        "outer": hexadecimal(Value::of(&outer()).bytes()),
        "small": hexadecimal(&Small::bytes_of(&[small()])),
        "halves": hexadecimal(&HVec3::bytes_of(&halves)),
        "inners": hexadecimal(&Inner::bytes_of(&[inner(1.0), inner(7.0)])),
        "parameters": hexadecimal(&pack(parameters.expect("there are some"), &named)),
    });
    if let Some(found) = bound_by_python(&kernel, &values) {
        assert_eq!(found, expected);
    }
}

#[test]
fn immediates_have_no_binding() {
    let kernel = kernel("shift").workgroup_size(64).build(|k| {
        let out = k.storage_mut::<Vec3>("out");
        let count = k.param::<u32>("count");
        let by = k.param::<Vec3>("by");
        If(instance_index().lt(count), || {
            out.element(instance_index()).add_assign(by);
        });
    });
    let kernel = kernel.expect("a right kernel");
    let kernel = kernel.with_parameters(ParameterPassing::Immediates);
    let kernel = kernel.expect("they may travel so");
    let block = &document(&kernel)["parameters"];
    assert_eq!(block["passing"], "immediates");
    assert_eq!(block["size"], 32);
    for key in ["group", "binding", "buffer"] {
        assert!(block.get(key).is_none(), "{block}");
    }
    let values = json!({ "parameters": { "count": 5, "by": [1.0, 2.0, 3.0] } });
    let named = [
        ("count".to_owned(), Value::of(&5u32)),
        ("by".to_owned(), Value::of(&Vec3::new(1.0, 2.0, 3.0))),
    ];
    let parameters = kernel.interface().parameters.as_ref();
    let expected = hexadecimal(&pack(parameters.expect("there are some"), &named));
    if let Some(found) = bound_by_python(&kernel, &values) {
        assert_eq!(found, json!({ "parameters": expected }));
    }
}

#[derive(ShaderType)]
struct List {
    head: u32,
    items: Vec<Vec3>,
}

#[test]
fn overrides_atomics_and_open_structures_are_told() {
    let width = pipeline_override::<u32>("width")
        .with_default(64)
        .with_id(7);
    let factor = pipeline_override::<f32>("factor").with_default(0.1);
    let flag = pipeline_override::<bool>("flag");
    let kernel = kernel("told").workgroup_size(&width).build(|k| {
        let list = k.storage_struct::<List>("list");
        let counts = k.storage_mut::<Atomic<u32>>("counts");
        let tile = workgroup_array::<f32>("tile", &width);
        let item = list.fields().items.element(0).load();
        let local = local_invocation_index();
        tile.element(local).assign(item.x() * &factor);
        If(flag.node(), || {
            counts
                .element(0)
                .atomic_store(tile.element(local).load().to_u32());
        });
    });
    let kernel = kernel.unwrap_or_else(|error| panic!("{error}"));
    let document = document(&kernel);
    assert_eq!(document["workgroupSize"], json!([64, 1, 1]));
    let mut overrides = document["overrides"].as_array().expect("a list").clone();
    overrides.sort_by_key(|one| one["name"].to_string());
    // The float's number is exactly its value: 0.1 rounded to 24 bits.
    let expected = json!([
        {
            "name": "factor", "key": "factor", "type": "f32", "default": 0.100_000_001_490_116_12,
            "workgroupSides": [false, false, false], "arrayLengths": [],
        },
        {
            "name": "flag", "key": "flag", "type": "bool", "default": null,
            "workgroupSides": [false, false, false], "arrayLengths": [],
        },
        {
            "name": "width", "key": "7", "type": "u32", "default": 64,
            "workgroupSides": [true, false, false], "arrayLengths": ["tile"],
        },
    ]);
    assert_eq!(json!(overrides), expected);
    let counts = &document["bindings"][1]["type"]["element"];
    let atomic =
        json!({ "wgsl": "atomic<u32>", "size": 4, "align": 4, "kind": "atomic", "scalar": "u32" });
    assert_eq!(*counts, atomic);
    let list = &document["bindings"][0]["type"];
    assert_eq!((&list["size"], &list["align"]), (&json!(null), &json!(16)));

    let of = List {
        head: 3,
        items: vec![Vec3::new(1.0, 2.0, 3.0), Vec3::new(4.0, 5.0, 6.0)],
    };
    let mut bytes = vec![0; bitonic::types::Layout::bytes(&List::ty(), 2) as usize];
    of.write(&mut bytes);
    let values = json!({
        "list": { "head": 3, "items": [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]] },
        "counts": [7, 8],
    });
    let expected = json!({
        "list": hexadecimal(&bytes),
        "counts": hexadecimal(&u32::bytes_of(&[7, 8])),
    });
    if let Some(found) = bound_by_python(&kernel, &values) {
        assert_eq!(found, expected);
    }
}

#[test]
fn the_script_refuses_a_value_that_does_not_fit() {
    let kernel = kernel("pair").build(|k| {
        let pair = k.uniform::<UVec2>("pair");
        let out = k.storage_mut::<u32>("out");
        out.element(0).assign(pair.load().x());
    });
    let kernel = kernel.expect("a right kernel");
    let found = bound_by_python(&kernel, &json!({ "pair": [1, 2] }));
    assert!(found.is_none_or(|found| found["pair"] == "0100000002000000"));
    let wrong = || bound_by_python(&kernel, &json!({ "pair": [1, 2, 3] }));
    let quiet = std::panic::catch_unwind(wrong);
    assert!(quiet.map_or(true, |found| found.is_none()), "three for two");
}

#[test]
fn words_are_those_of_webgpu() {
    let document = document(&of_everything());
    let named = |name: &str| {
        let bindings = document["bindings"].as_array().expect("a list");
        let found = bindings.iter().find(|binding| binding["name"] == name);
        found.unwrap_or_else(|| panic!("no `{name}`")).clone()
    };
    assert_eq!(document["version"], JSON_VERSION);
    assert_eq!(document["workgroupSize"], json!([4, 2, 1]));
    assert_eq!(document["overrides"], json!([]));
    for (name, member, words) in [
        (
            "outer",
            "buffer",
            json!({ "type": "uniform", "hasDynamicOffset": false, "minBindingSize": 240 }),
        ),
        (
            "halves",
            "buffer",
            json!({ "type": "read-only-storage", "hasDynamicOffset": false, "minBindingSize": 8 }),
        ),
        (
            "inners",
            "buffer",
            json!({ "type": "storage", "hasDynamicOffset": false, "minBindingSize": 32 }),
        ),
        (
            "row",
            "texture",
            json!({ "sampleType": "sint", "viewDimension": "1d", "multisampled": false }),
        ),
        (
            "image",
            "texture",
            json!({ "sampleType": "float", "viewDimension": "2d", "multisampled": false }),
        ),
        (
            "raw",
            "texture",
            json!({ "sampleType": "unfilterable-float", "viewDimension": "2d", "multisampled": false }),
        ),
        (
            "layers",
            "texture",
            json!({ "sampleType": "uint", "viewDimension": "2d-array", "multisampled": false }),
        ),
        ("smooth", "sampler", json!({ "type": "filtering" })),
        (
            "seen",
            "storageTexture",
            json!({ "access": "read-only", "format": "r32sint", "viewDimension": "1d" }),
        ),
        (
            "made",
            "storageTexture",
            json!({ "access": "write-only", "format": "rgba8unorm", "viewDimension": "2d-array" }),
        ),
        (
            "cells",
            "storageTexture",
            json!({ "access": "read-write", "format": "r32uint", "viewDimension": "3d" }),
        ),
    ] {
        assert_eq!(named(name)[member], words, "{name}");
    }
    let needs = document["capabilities"].as_array().expect("a list");
    assert_eq!(needs.len(), 1, "{needs:?}");
    assert_eq!(needs[0]["name"], "float16");
    assert_eq!(needs[0]["webgpuFeature"], "shader-f16");
    assert_eq!(needs[0]["firstUse"]["file"], "tests/interface.rs");
}
