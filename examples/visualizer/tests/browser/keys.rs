//! `BitonicSort` in the browser, against JavaScript's own sort: where three.js r187 fails, and
//! every type of key.

use std::time::Duration;

use bitonic_chromium::Tab;
use serde_json::{Value, json};

/// The types of keys.
const TYPES: &[&str] = &["u32", "i32", "f32", "f16", "u64", "i64", "f64"];

/// Sorts on this backend.
pub(crate) fn sorted_on(tab: &Tab, page: &str, backend: &str) {
    tab.set_patience(Duration::from_secs(120));
    crate::open(tab, &format!("{page}?play=0"));
    tab.evaluate::<()>(&format!(
        "void (window.check = {})",
        include_str!("keys.js")
    ))
    .unwrap();
    for case in cases() {
        let mut asked = case.clone();
        asked["adapter"] = json!(backend);
        asked["seed"] = json!(case.to_string().len());
        let wrong: Option<String> = tab
            .evaluate(&format!("check({asked})"))
            .unwrap_or_else(|error| panic!("{backend}, {case}: {error}"));
        assert_eq!(wrong, None, "{backend}, {case}");
    }
}

fn cases() -> Vec<Value> {
    // Where three.js fails: no power of two, workgroups of another size.
    let counts = [0, 1, 2, 3, 100, 1000, 16384];
    let counts = counts.iter().map(|count| json!({ "count": count }));
    let sizes = [1, 48, 512].iter();
    let sizes = sizes.map(|size| json!({ "count": 3000, "workgroupSize": size }));
    // Some single steps, then the rest.
    let steps = [1, 5, 36].iter();
    let steps = steps.map(|steps| json!({ "count": 4096, "workgroupSize": 8, "steps": steps }));
    let types = TYPES.iter().flat_map(|key| {
        [
            json!({ "count": 1000, "type": key }),
            json!({ "count": 777, "type": key, "descending": true }),
            json!({ "count": 500, "type": key, "payload": true }),
            json!({
                "count": 501, "type": key, "payload": true, "stable": true, "descending": true,
                "workgroupSize": 8,
            }),
        ]
    });
    let separate = [json!({ "count": 1000, "separateInfo": true })];
    counts
        .chain(sizes)
        .chain(steps)
        .chain(types)
        .chain(separate)
        .collect()
}

/// A call that would block the browser's device says what to await instead; of the software
/// adapter, whatever it is asked for is done at once. What a device says of a wrong call is told
/// once, by a wait.
pub(crate) fn refusals(tab: &Tab, page: &str) {
    crate::open(tab, &format!("{page}?play=0&n=64"));
    for adapter in ["webgpu", "software"] {
        let told: Vec<(String, String)> = tab
            .evaluate(&format!("window.bitonic.refusals('{adapter}')"))
            .unwrap();
        for (call, message) in &told {
            let awaited = match (call.as_str(), adapter) {
                ("Gpu::auto", _) => "`Gpu::auto_async`",
                ("Gpu::named", "webgpu") => "`Gpu::named_async`",
                ("Gpu::wait", "webgpu") => "`Gpu::wait_async`",
                ("Buffer::read", "webgpu") => "`Buffer::read_async`",
                ("Gpu::sort", "webgpu") => "`Gpu::sort_with_async`",
                ("Gpu::sort_buffer", "webgpu") => "`Gpu::sort_buffer_async`",
                ("a wrong call", _) => "",
                _ => {
                    assert_eq!(message, "", "{call} on {adapter}");
                    continue;
                }
            };
            assert!(!message.is_empty(), "{call} on {adapter}");
            assert!(message.contains(awaited), "{call} on {adapter}: {message}");
        }
        assert!(told.len() >= 9, "{told:?}");
    }
}
