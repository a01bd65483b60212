//! Where the sort of three.js r187 fails, as a table that can be run on any device: each row
//! sorts such an input here, reads it back, and holds it against the host.

use bitonic::runtime::Error;
use bitonic::types::f16;
use bitonic::{Gpu, Key};

use crate::distribution::Distribution;

/// One row, and how it went.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// The input, and what three.js makes of it.
    pub name: &'static str,
    /// Whether it is right here.
    pub ok: bool,
    /// What was wrong; what was looked at, where nothing was.
    pub detail: String,
}

/// Runs the table.
pub async fn run(gpu: &Gpu) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut add = |name, found: Result<String, String>| {
        let (ok, detail) = match found {
            Ok(detail) => (true, detail),
            Err(detail) => (false, detail),
        };
        rows.push(Row { name, ok, detail });
    };
    add(
        "n = 1, n = 3 (there: an invalid shader)",
        counts(gpu, &[1, 2, 3], 64).await,
    );
    add(
        "n = 100, 1000 (there: wrong order)",
        counts(gpu, &[100, 1000], 64).await,
    );
    add(
        "workgroup size 48 (there: wrong order)",
        counts(gpu, &[1000, 16384], 48).await,
    );
    add(
        "workgroup size 512 (there: a pipeline error)",
        counts(gpu, &[1000, 16384], 512).await,
    );
    add(
        "more than 65,535 workgroups (there: wrong order)",
        many_workgroups(gpu).await,
    );
    add(
        "compute() after some compute_step() (there: wrong order)",
        after_steps(gpu).await,
    );
    add(
        "NaN among f32 keys (there: a NaN is lost)",
        not_numbers(gpu).await,
    );
    add("payload (not offered there)", payload(gpu).await);
    add("stable (not offered there)", stable(gpu).await);
    add("descending (not offered there)", descending(gpu).await);
    add("other key types (not offered there)", key_types(gpu).await);
    rows
}

fn told(error: Error) -> String {
    error.to_string()
}

/// Whether keys are what they should be, bit for bit.
fn same<K: Key>(found: &[K], expected: &[K], what: &str) -> Result<(), String> {
    let bytes = |keys: &[K]| K::bytes_of(keys).into_owned();
    match bytes(found) == bytes(expected) {
        true => Ok(()),
        false => Err(format!("{what}: the keys differ from those of the host")),
    }
}

async fn counts(gpu: &Gpu, counts: &[u32], most: u32) -> Result<String, String> {
    for &n in counts {
        let mut keys = Distribution::Uniform.keys(n, 1);
        let buffer = gpu.buffer(&keys).map_err(told)?;
        let sort = gpu.bitonic_sort(&buffer).workgroup_size(most).build();
        sort.map_err(told)?.compute().map_err(told)?;
        keys.sort_unstable();
        let found = buffer.read_async().await.map_err(told)?;
        same(&found, &keys, &format!("{n} keys"))?;
    }
    Ok(format!("{counts:?} keys"))
}

/// In workgroups of one invocation, 2^17 keys need 65,536. A whole sort takes long where
/// there is no GPU: after the steps up to the second flip's end, blocks of eight are sorted.
async fn many_workgroups(gpu: &Gpu) -> Result<String, String> {
    const N: u32 = 1 << 17;
    let mut keys = Distribution::Uniform.keys(N, 1);
    let buffer = gpu.buffer(&keys).map_err(told)?;
    let sort = gpu.bitonic_sort(&buffer).workgroup_size(1).build();
    let mut sort = sort.map_err(told)?;
    let steps = sort.schedule().steps();
    let spans = steps.iter().map(|step| step.span);
    let end = spans.clone().position(|span| span == 16).unwrap_or(0);
    for _ in 0..end {
        sort.compute_step().map_err(told)?;
    }
    for block in keys.chunks_mut(8) {
        block.sort_unstable();
    }
    let found = sort.keys_async().await.map_err(told)?;
    same(&found, &keys, "blocks of eight")?;
    Ok(format!("{} workgroups in a dispatch", N / 2))
}

async fn after_steps(gpu: &Gpu) -> Result<String, String> {
    let mut keys = Distribution::Uniform.keys(4096, 1);
    let buffer = gpu.buffer(&keys).map_err(told)?;
    let mut sort = gpu.bitonic_sort(&buffer).build().map_err(told)?;
    let start = keys.clone();
    keys.sort_unstable();
    let count = sort.step_count();
    for steps in [1, count / 2, count - 1] {
        buffer.write(&start).map_err(told)?;
        for _ in 0..steps {
            sort.compute_step().map_err(told)?;
        }
        sort.compute().map_err(told)?;
        let found = buffer.read_async().await.map_err(told)?;
        same(&found, &keys, &format!("after {steps} steps"))?;
    }
    Ok(format!("after 1 to {} steps of {count}", count - 1))
}

/// Numbers of every sort, and NaNs of both signs with different bits.
async fn not_numbers(gpu: &Gpu) -> Result<String, String> {
    let mut keys: Vec<f32> = Distribution::Uniform
        .keys(1000, 1)
        .into_iter()
        .map(|key| key as f32 - 500.0)
        .collect();
    let special = [
        0x7FC0_0000u32,
        0xFFC0_0000,
        0x7F80_0001,
        0xFFFF_FFFF,
        0x7F80_0000,
        0xFF80_0000,
        0x8000_0000,
        0x0000_0000,
        0x0000_0001,
    ];
    keys.extend(special.map(f32::from_bits));
    let buffer = gpu.buffer(&keys).map_err(told)?;
    let sort = gpu.bitonic_sort(&buffer).build();
    sort.map_err(told)?.compute().map_err(told)?;
    let found = buffer.read_async().await.map_err(told)?;
    let numbers = found.iter().take_while(|key| !key.is_nan()).count();
    let (ordered, rest) = found.split_at(numbers);
    if !ordered.is_sorted() || !rest.iter().all(|key| key.is_nan()) {
        return Err("numbers are not in order before all NaNs".to_owned());
    }
    let mut before: Vec<u32> = keys.iter().map(|key| key.to_bits()).collect();
    let mut after: Vec<u32> = found.iter().map(|key| key.to_bits()).collect();
    before.sort_unstable();
    after.sort_unstable();
    match before == after {
        true => Ok(format!("{} NaNs of {} keys", rest.len(), found.len())),
        false => Err("a key was lost or changed".to_owned()),
    }
}

async fn payload(gpu: &Gpu) -> Result<String, String> {
    let keys = Distribution::Uniform.keys(1000, 1);
    let values: Vec<u32> = keys.iter().map(|key| key * 7 + 1).collect();
    let (buffer, carried) = (
        gpu.buffer(&keys).map_err(told)?,
        gpu.buffer(&values).map_err(told)?,
    );
    let sort = gpu.bitonic_sort(&buffer).payload(&carried).build();
    sort.map_err(told)?.compute().map_err(told)?;
    let expected: Vec<u32> = (0..1000).map(|key| key * 7 + 1).collect();
    let found = carried.read_async().await.map_err(told)?;
    same(&found, &expected, "the payload")?;
    Ok("1000 keys, each with its value".to_owned())
}

async fn stable(gpu: &Gpu) -> Result<String, String> {
    let keys = Distribution::FewDistinct.keys(1000, 1);
    let places: Vec<u32> = (0..1000).collect();
    let (buffer, carried) = (
        gpu.buffer(&keys).map_err(told)?,
        gpu.buffer(&places).map_err(told)?,
    );
    let sort = gpu.bitonic_sort(&buffer).payload(&carried).stable().build();
    sort.map_err(told)?.compute().map_err(told)?;
    let mut expected = places;
    expected.sort_by_key(|&place| keys[place as usize]);
    let found = carried.read_async().await.map_err(told)?;
    same(&found, &expected, "the order of equal keys")?;
    Ok("1000 keys, eight of them different".to_owned())
}

async fn descending(gpu: &Gpu) -> Result<String, String> {
    for n in [1000u32, 4096] {
        let keys = Distribution::Uniform.keys(n, 1);
        let buffer = gpu.buffer(&keys).map_err(told)?;
        let sort = gpu.bitonic_sort(&buffer).descending().build();
        sort.map_err(told)?.compute().map_err(told)?;
        let expected: Vec<u32> = (0..n).rev().collect();
        let found = buffer.read_async().await.map_err(told)?;
        same(&found, &expected, &format!("{n} keys"))?;
    }
    Ok("1000 and 4096 keys".to_owned())
}

async fn key_types(gpu: &Gpu) -> Result<String, String> {
    let keys = Distribution::Uniform.keys(1000, 1);
    sorted_alike(gpu, &keys, |key| key as i32 - 500).await?;
    sorted_alike(gpu, &keys, |key| key as f32 / 4.0 - 100.0).await?;
    sorted_alike(gpu, &keys, |key| f16::from_f32(key as f32 - 500.0)).await?;
    // Neighbours differ in their low words alone, others in their high words too.
    sorted_alike(gpu, &keys, |key| (u64::from(key) << 29) ^ (1 << 63)).await?;
    sorted_alike(gpu, &keys, |key| (i64::from(key) - 500) << 29).await?;
    sorted_alike(gpu, &keys, |key| f64::from(key) / 4.0 - 100.0).await?;
    Ok("i32, f32, f16, u64, i64, f64".to_owned())
}

/// Sorts what `rising` makes of different keys.
async fn sorted_alike<K: Key>(
    gpu: &Gpu,
    keys: &[u32],
    rising: impl Fn(u32) -> K,
) -> Result<(), String> {
    let values: Vec<K> = keys.iter().map(|&key| rising(key)).collect();
    let buffer = gpu.buffer(&values).map_err(told)?;
    let sort = gpu.bitonic_sort(&buffer).build();
    sort.map_err(told)?.compute().map_err(told)?;
    let expected: Vec<K> = (0..keys.len() as u32).map(rising).collect();
    let found = buffer.read_async().await.map_err(told)?;
    same(&found, &expected, K::NAME)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_right_on_the_software_adapter() {
        let gpu = Gpu::named("software").expect("it is always there");
        let rows = pollster::block_on(run(&gpu));
        assert_eq!(rows.len(), 11);
        let wrong: Vec<&Row> = rows.iter().filter(|row| !row.ok).collect();
        assert!(wrong.is_empty(), "{wrong:#?}");
    }
}
