//! The text of every kernel, as graph and as WGSL. Each text is also read again by
//! naga, and by Tint where it is found.

use bitonic_dsl::assert_kernel_snapshot;
use bitonic_runtime::kernels::catalog;

/// All kernels at one workgroup size; of the key types, the plain one and the one
/// whose words differ most from its bits; of the descending kernels, one;
/// all that have to do with `info`; those that are written otherwise: keys that share a word,
/// keys of two words, keys with an index, and the payload's; and all of the counting sort's but
/// the one with the caller's bins.
#[test]
fn kernels() {
    const OF_COUNTING: [&str; 4] = [
        "counting_reset",
        "counting_scatter",
        "count_digits",
        "scatter_by_digit",
    ];
    let kept = |name: &str| {
        name.ends_with("_u32") || name.ends_with("_f32") || OF_COUNTING.contains(&name)
    };
    for entry in catalog() {
        let others = [
            "disperse_local_f32_descending",
            "swap_local_f16",
            "flip_global_f16",
            "disperse_local_f64",
            "flip_global_f64",
            "swap_local_u32_indexed",
            "flip_global_u32_stable",
            "gather_rows",
            "disperse_2_spans_f64_stable",
        ];
        if kept(entry.name) || entry.name.ends_with("_info") || others.contains(&entry.name) {
            let kernel = entry.build(64).expect("a right kernel");
            assert_kernel_snapshot!(entry.name, kernel);
        }
    }
}

/// What is not kept as text still becomes SPIR-V and WGSL for browsers.
#[test]
fn other_workgroup_sizes() {
    for entry in catalog() {
        for workgroup_size in [1, 2, 256] {
            let kernel = entry.build(workgroup_size).expect("a right kernel");
            assert!(kernel.spirv().is_ok(), "{} as SPIR-V", entry.name);
            let browser = kernel.wgsl(bitonic_dsl::Dialect::Browser);
            assert!(browser.is_ok(), "{} for browsers", entry.name);
        }
    }
}
