//! What random programs mean: the graph, evaluated statement by statement, and the
//! compiled kernel on the software adapter must write the same memory.
//!
//! `generate` writes programs full of values that are shared between branches, loops
//! and functions; `evaluate` takes each statement as it comes, with none of the
//! compiler's choices. A seed gives the same program on every machine.

#[path = "meaning/evaluate.rs"]
mod evaluate;
#[path = "meaning/generate.rs"]
mod generate;

use bitonic::{Dialect, Gpu, Kernel};

/// Elements of the one buffer; every index is taken modulo this.
pub(crate) const ELEMENTS: u32 = 16;

fn initial() -> Vec<u32> {
    (0..ELEMENTS).map(|index| index * index + 3).collect()
}

fn on_adapter(gpu: &Gpu, kernel: &Kernel) -> Vec<u32> {
    let data = gpu.buffer(&initial()).expect("a small buffer");
    let run = gpu.run(kernel).bind("data", &data);
    run.workgroups([1, 1, 1]).expect("the kernel runs");
    data.read().expect("the buffer can be read")
}

#[test]
fn compiled_programs_do_what_the_graph_says() {
    let gpu = Gpu::named("software").expect("the software adapter is always there");
    let mut changed = 0;
    for seed in 1..=300 {
        let kernel = generate::program(seed);
        let mut expected = initial();
        evaluate::run(kernel.graph(), &mut expected);
        let same = bitonic_dsl::__private::means_the_same(&kernel);
        same.unwrap_or_else(|difference| panic!("seed {seed}: {difference}"));
        changed += u32::from(expected != initial());
        assert_eq!(
            on_adapter(&gpu, &kernel),
            expected,
            "seed {seed}\n{}\n{}",
            kernel.graph_text(),
            kernel.wgsl(Dialect::Naga).unwrap_or_default()
        );
    }
    assert!(
        changed > 250,
        "programs that write nothing show nothing: {changed}"
    );
}
