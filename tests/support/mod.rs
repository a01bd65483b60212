//! What the tests need of the machine, and how they say that it is missing.
#![allow(dead_code, reason = "each test file uses its own part")]

use std::io::Write;
use std::process::{Command, Stdio};

use bitonic::{Gpu, HostShareable};

/// Says that a test cannot run here. With `BITONIC_NO_SKIP=1` that is a failure.
pub(crate) fn skip(reason: &str) {
    println!("SKIP: {reason}");
    let strict = std::env::var("BITONIC_NO_SKIP").is_ok_and(|value| value == "1");
    assert!(!strict, "skipped, and BITONIC_NO_SKIP is set: {reason}");
}

/// A Vulkan device, if one is installed.
pub(crate) fn vulkan() -> Option<Gpu> {
    match Gpu::named("vulkan") {
        Ok(gpu) => Some(gpu),
        Err(error) => {
            skip(&format!("no Vulkan device: {error}"));
            None
        }
    }
}

/// The software adapter with subgroups of `size` invocations, dealt out by `seed`.
pub(crate) fn software(size: u32, seed: Option<u64>) -> Gpu {
    let instance = bitonic_cpu::instance_with(bitonic_cpu::AdapterOptions {
        subgroup_size: size,
        order_seed: seed,
        ..bitonic_cpu::AdapterOptions::default()
    });
    let adapter = pollster::block_on(instance.request_adapter(&Default::default())).unwrap();
    let descriptor = wgpu::DeviceDescriptor {
        required_features: adapter.features(),
        required_limits: adapter.limits(),
        ..Default::default()
    };
    let (device, queue) = pollster::block_on(adapter.request_device(&descriptor)).unwrap();
    Gpu::from_wgpu(device, queue)
}

/// Runs a tool that reads a shader from its standard input, and refuses it by its exit
/// status. `None` where the tool is missing, of the Debian package `package`.
pub(crate) fn read_by(
    tool: &str,
    arguments: &[&str],
    package: &str,
    shader: &[u8],
) -> Option<Result<(), String>> {
    let command = Command::new(tool)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let Ok(mut child) = command else {
        skip(&format!(
            "the tool `{tool}` of `{package}` is not on the path"
        ));
        return None;
    };
    child.stdin.take().unwrap().write_all(shader).unwrap();
    let output = child.wait_with_output().unwrap();
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said).into_owned();
    Some(match output.status.success() {
        true => Ok(()),
        false => Err(said),
    })
}

/// Reads compute shaders in GLSL, each a name and a text, with one run of
/// `glslangValidator`: most of its time goes into reading its own declarations, once
/// for each version of the language. `Err` with its messages; `None` where it is missing.
pub(crate) fn glslang(shaders: &[(String, String)]) -> Option<Result<(), String>> {
    let (process, thread) = (std::process::id(), std::thread::current().id());
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join(format!("glslang-{process}-{thread:?}"));
    std::fs::create_dir_all(&folder).unwrap();
    let mut command = Command::new("glslangValidator");
    command.arg("-S").arg("comp").current_dir(&folder);
    for (name, text) in shaders {
        let name = format!("{}.comp", name.replace([' ', '/'], "_"));
        std::fs::write(folder.join(&name), text).unwrap();
        command.arg(name);
    }
    let output = command.output();
    std::fs::remove_dir_all(&folder).unwrap();
    let Ok(output) = output else {
        skip("the tool `glslangValidator` of `glslang-tools` is not on the path");
        return None;
    };
    Some(match output.status.success() {
        true => Ok(()),
        false => Err(String::from_utf8_lossy(&output.stdout).into_owned()),
    })
}

/// Checks WGSL as a browser would, with the tool `tint`. `Ok` where it accepts the
/// text, `Err` with its messages where it does not, `None` where it is missing.
pub(crate) fn tint(wgsl: &str) -> Option<Result<(), String>> {
    let command = Command::new("tint")
        .args(["--input-format", "wgsl", "--format", "wgsl", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let Ok(mut child) = command else {
        skip("the tool `tint` is not on the path");
        return None;
    };
    child
        .stdin
        .take()
        .unwrap()
        .write_all(wgsl.as_bytes())
        .unwrap();
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    Some(if output.status.success() {
        Ok(())
    } else {
        Err(said)
    })
}

/// A value of some bytes, the same ones for a seed. Whatever scalar they become, it is a
/// number and no subnormal one, which devices may flush.
pub(crate) fn sample<T: HostShareable>(seed: u32) -> T {
    let mut state = seed.wrapping_mul(747_796_405).wrapping_add(2_891_336_453);
    let bytes = (0..T::LAYOUT.size).map(|_| {
        state = state.wrapping_mul(747_796_405).wrapping_add(2_891_336_453);
        0x30 + (state >> 16) as u8 % 15
    });
    T::read(&bytes.collect::<Vec<_>>())
}
