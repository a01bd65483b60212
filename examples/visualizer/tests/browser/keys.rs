//! `BitonicSort` in the browser, against JavaScript's own sort: where three.js r187 fails, and
//! every type of key.

use std::time::Duration;

use bitonic_chromium::Tab;
use serde_json::{Value, json};

/// The types of keys, and of how many bits they are.
const TYPES: &[&str] = &["u32", "i32", "f32"];

/// Sorts on this backend.
pub(crate) fn sorted_on(tab: &Tab, page: &str, backend: &str) {
    tab.set_patience(Duration::from_secs(30));
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
