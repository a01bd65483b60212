//! Atomics that not every device has: of 64 bits, and of `f32`. They run on the software
//! adapter and on what else has them, and browsers' WGSL refuses them at their line.

#[allow(dead_code, reason = "a few kernels of it run here")]
mod corpus;
mod support;

use bitonic::capabilities::Capability;
use bitonic::*;
use corpus::atomics::{functions_of, in_storage, in_workgroup};

/// Runs `test` on the software adapter, which has everything, and on a Vulkan device that
/// has what `kernel` needs.
fn on_each(kernel: &Kernel, test: impl std::ops::Fn(&Gpu)) {
    let software = Gpu::named("software").unwrap();
    let needs = || kernel.interface().capabilities.iter();
    assert!(needs().all(|(capability, _)| software.has(capability)));
    is_valid_spirv(kernel);
    test(&software);
    let Some(vulkan) = support::vulkan() else {
        return;
    };
    match needs().find(|(capability, _)| !vulkan.has(*capability)) {
        None => test(&vulkan),
        Some((capability, _)) => println!("SKIP: {} on Vulkan: no {capability}", kernel.name()),
    }
}

fn is_valid_spirv(kernel: &Kernel) {
    let words = kernel.spirv().unwrap();
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let arguments = ["--target-env", "vulkan1.1", "-"];
    if let Some(verdict) = support::read_by("spirv-val", &arguments, "spirv-tools", &bytes) {
        verdict.unwrap_or_else(|said| panic!("{}: {said}", kernel.name()));
    }
}

fn capabilities(kernel: &Kernel) -> Vec<Capability> {
    let needs = kernel.interface().capabilities.iter();
    needs.map(|(capability, _)| capability).collect()
}

/// What the browser dialect says of `kernel`: messages and their lines.
fn refused(kernel: &Kernel) -> Vec<(String, u32)> {
    let error = kernel.wgsl(Dialect::Browser).unwrap_err();
    let faults = error.diagnostics().iter();
    faults
        .map(|one| (one.message.clone(), one.at.line()))
        .collect()
}

/// Each function on an atomic of `T`, as the corpus has it for 32 bits.
fn check_functions<T>(operands: &[T], old: &[T])
where
    T: AtomicInteger + PartialEq + std::fmt::Debug,
{
    let zeros = vec![operands[0]; old.len()];
    for kernel in [in_storage::<T>().unwrap(), in_workgroup::<T>().unwrap()] {
        assert_eq!(
            capabilities(&kernel),
            [Capability::Int64, Capability::Int64Atomics]
        );
        on_each(&kernel, |gpu| {
            let operands = gpu.buffer(operands).unwrap();
            let (found, exchanged) = (gpu.buffer(&zeros).unwrap(), gpu.buffer(&[7u32; 2]).unwrap());
            let cells = gpu.buffer(&zeros).unwrap();
            let mut run = gpu
                .run(&kernel)
                .bind("operands", &operands)
                .bind("old", &found)
                .bind("exchanged", &exchanged);
            if kernel.name().ends_with("storage") {
                run = run.bind("cells", &cells);
            }
            run.workgroups([1, 1, 1]).unwrap();
            assert_eq!(found.read().unwrap(), old, "on {}", gpu.info());
            assert_eq!(exchanged.read().unwrap(), [0, 1], "on {}", gpu.info());
        });
    }
}

#[test]
fn each_function_of_64_bits() {
    let (operands, old) = functions_of!(u64);
    check_functions(&operands, &old);
    let (operands, old) = functions_of!(i64);
    check_functions(&operands, &old);
}

#[test]
fn many_invocations_carry_into_the_high_word() {
    let kernel = kernel("carry").workgroup_size(64).build(|k| {
        let sum = k.storage_mut::<Atomic<u64>>("sum");
        let local = workgroup_var::<Atomic<i64>>("local");
        local.atomic_add(-0x8000_0000_i64);
        sum.element(0).atomic_add(0xffff_ffff_u64);
        workgroup_barrier();
        If(local_invocation_index().eq(0), || {
            let bits: Node<u64> = local.atomic_load().bitcast();
            sum.element(1).atomic_add(bits);
        });
    });
    let kernel = kernel.unwrap();
    on_each(&kernel, |gpu| {
        let sum = gpu.buffer(&[Atomic(0u64), Atomic(1)]).unwrap();
        gpu.run(&kernel)
            .bind("sum", &sum)
            .workgroups([3, 1, 1])
            .unwrap();
        let expected = [192 * 0xffff_ffff, 1u64.wrapping_sub(192 * 0x8000_0000)];
        assert_eq!(
            sum.read().unwrap(),
            expected.map(Atomic),
            "on {}",
            gpu.info()
        );
    });
}

/// What devices have that have no other atomics of 64 bits.
#[test]
fn extremes_of_64_bits_that_nothing_asks_for() {
    let declared = line!() + 2;
    let kernel = kernel("extremes").workgroup_size(32).build(|k| {
        let extremes = k.storage_mut::<Atomic<i64>>("extremes");
        let value = (instance_index().to_i64() - 40) * 0x1_0000_0001;
        extremes.element(0).atomic_min(value);
        extremes.element(1).atomic_max(value);
    });
    let kernel = kernel.unwrap();
    assert_eq!(
        capabilities(&kernel),
        [Capability::Int64, Capability::Int64AtomicMinMax]
    );
    assert_eq!(
        refused(&kernel),
        [
            (
                "WGSL of browsers has no 64-bit integers".to_owned(),
                declared
            ),
            (
                "WGSL of browsers has no 64-bit atomic minimum and maximum".to_owned(),
                declared
            ),
        ]
    );
    assert!(kernel.msl().is_ok() && kernel.hlsl().is_ok() && kernel.spirv().is_ok());
    on_each(&kernel, |gpu| {
        let extremes = gpu.buffer(&[5i64, 5]).unwrap();
        gpu.run(&kernel)
            .bind("extremes", &extremes)
            .workgroups([2, 1, 1])
            .unwrap();
        let expected = [-40, 23].map(|value: i64| value * 0x1_0000_0001);
        assert_eq!(extremes.read().unwrap(), expected, "on {}", gpu.info());
    });
}

#[test]
fn an_asked_for_extreme_of_64_bits_needs_all_functions() {
    let from = line!();
    let kernel = kernel("asked").workgroup_size(1).build(|k| {
        let out = k.storage_mut::<u32>("out");
        let most = k.storage_mut::<Atomic<u64>>("most");
        let found = most.element(0).atomic_max(3);
        out.element(0).assign(found.to_u32());
    });
    let kernel = kernel.unwrap();
    assert_eq!(
        refused(&kernel),
        [
            (
                "WGSL of browsers has no 64-bit integers".to_owned(),
                from + 3
            ),
            (
                "WGSL of browsers has no 64-bit atomics".to_owned(),
                from + 4
            ),
        ]
    );
    let message = kernel.msl().unwrap_err().to_string();
    assert!(message.contains("MSL has no 64-bit atomics"), "{message}");
}

#[test]
fn atomics_of_f32() {
    let from = line!();
    let kernel = kernel("sum").workgroup_size(64).build(|k| {
        let sums = k.storage_mut::<Atomic<f32>>("sums");
        let old = k.storage_mut::<f32>("old");
        let i = instance_index();
        // Whole numbers of few bits: their sum is the same in each order.
        sums.element(0).atomic_add(i.to_f32());
        sums.element(1).atomic_sub(0.5);
        If(i.eq(0), || {
            old.element(0).assign(sums.element(2).atomic_exchange(-2.5));
            old.element(1).assign(sums.element(2).atomic_load());
            sums.element(3).atomic_store(f32::MAX);
            // Beyond the largest number.
            old.element(2).assign(sums.element(3).atomic_add(1.0));
            sums.element(4).atomic_exchange(8.0);
        });
    });
    let kernel = kernel.unwrap();
    assert_eq!(capabilities(&kernel), [Capability::Float32Atomics]);
    assert_eq!(
        refused(&kernel),
        [(
            "WGSL of browsers has no atomics of `f32`".to_owned(),
            from + 2
        )]
    );
    assert!(kernel.msl().is_ok() && kernel.spirv().is_ok());
    let message = kernel.hlsl().unwrap_err().to_string();
    assert!(
        message.contains("HLSL has no atomics of `f32`"),
        "{message}"
    );
    on_each(&kernel, |gpu| {
        let sums = gpu.buffer(&[0.25f32, 100.0, 7.0, 0.0, 1.0]).unwrap();
        let old = gpu.buffer(&[0.0f32; 3]).unwrap();
        let run = gpu.run(&kernel).bind("sums", &sums).bind("old", &old);
        run.workgroups([2, 1, 1]).unwrap();
        let expected = [8128.25, 36.0, -2.5, f32::MAX, 8.0];
        assert_eq!(sums.read().unwrap(), expected, "on {}", gpu.info());
        assert_eq!(
            old.read().unwrap(),
            [7.0, -2.5, f32::MAX],
            "on {}",
            gpu.info()
        );
    });
}

/// A buffer of numbers stands behind atomics, and a buffer of atomics behind numbers.
#[test]
fn buffers_of_numbers_and_of_atomics_are_one() {
    let raise = kernel("raise").workgroup_size(4).build(|k| {
        let counts = k.storage_mut::<Atomic<u32>>("counts");
        counts.element(0).atomic_add(1);
    });
    let double = kernel("double").workgroup_size(4).build(|k| {
        let counts = k.storage_mut::<u32>("counts");
        counts.element(instance_index()).mul_assign(2);
    });
    let (raise, double) = (raise.unwrap(), double.unwrap());
    let binding = &raise.interface().bindings[0];
    assert_eq!(binding.ty.to_string(), "array<atomic<u32>>");
    let gpu = Gpu::named("software").unwrap();
    let numbers = gpu.buffer(&[10u32, 20, 30, 40]).unwrap();
    gpu.run(&raise)
        .bind("counts", &numbers)
        .workgroups([1, 1, 1])
        .unwrap();
    gpu.run(&double)
        .bind("counts", &numbers)
        .workgroups([1, 1, 1])
        .unwrap();
    assert_eq!(numbers.read().unwrap(), [28, 40, 60, 80]);
    let atomics = gpu.buffer(&[Atomic(10u32); 4]).unwrap();
    gpu.run(&raise)
        .bind("counts", &atomics)
        .workgroups([1, 1, 1])
        .unwrap();
    gpu.run(&double)
        .bind("counts", &atomics)
        .workgroups([1, 1, 1])
        .unwrap();
    assert_eq!(atomics.read().unwrap(), [28, 20, 20, 20].map(Atomic));
    // Another scalar is another type.
    let signed = gpu.buffer(&[1i32; 4]).unwrap();
    let error = gpu
        .run(&raise)
        .bind("counts", &signed)
        .workgroups([1, 1, 1]);
    let message = error.unwrap_err().to_string();
    assert!(message.contains("array<atomic<u32>>"), "{message}");
}
