//! Sorts that JavaScript holds and runs, so that a benchmark can time them in turns with sorts
//! of others: `BitonicTimer` and `CountingTimer` of the module. A class has `write`, which puts
//! keys in place and waits; `run`, which submits the whole sort and waits until the device
//! is done, and is what is timed; and a way to read the result. Neither uses what `page` has.

use bitonic::runtime::{BitonicSort, CountingSort, Error};
use bitonic::{Buffer, Gpu, Key};
use js_sys::Uint32Array;
use wasm_bindgen::prelude::*;

/// Opens WebGPU, and nothing instead of it.
async fn open() -> Result<Gpu, JsValue> {
    Gpu::named_async("webgpu").await.map_err(said)
}

fn said(error: Error) -> JsValue {
    js_sys::Error::new(&error.to_string()).into()
}

/// A bitonic sort of keys of one type.
#[derive(Debug)]
struct Sorter<K: Key> {
    gpu: Gpu,
    buffer: Buffer<K>,
    sort: BitonicSort<K>,
}

impl<K: Key> Sorter<K> {
    /// Over `count` keys, with workgroups of `workgroup_size`, or of what suits the device
    /// where that is 0.
    fn new(gpu: Gpu, count: usize, workgroup_size: u32) -> Result<Sorter<K>, Error> {
        let buffer = gpu.zeroed::<K>(count)?;
        let builder = gpu.bitonic_sort(&buffer);
        let sort = match workgroup_size {
            0 => builder.automatic_workgroup_size().build()?,
            most => builder.workgroup_size(most).build()?,
        };
        Ok(Sorter { gpu, buffer, sort })
    }

    async fn write(&self, keys: &[K]) -> Result<(), Error> {
        self.buffer.write(keys)?;
        self.gpu.wait_async().await
    }

    async fn run(&mut self) -> Result<(), Error> {
        self.sort.compute()?;
        self.gpu.wait_async().await
    }
}

#[derive(Debug)]
enum AnySorter {
    U32(Sorter<u32>),
    F32(Sorter<f32>),
}

/// A bitonic sort of `u32` or `f32`, whose bits are given and taken.
#[wasm_bindgen]
#[derive(Debug)]
pub struct BitonicTimer(AnySorter);

#[wasm_bindgen]
impl BitonicTimer {
    /// A sort on a device of its own. `kind` is `"u32"` or `"f32"`; `workgroup_size` 0 lets the
    /// device choose.
    ///
    /// # Errors
    ///
    /// There is no WebGPU, no such kind, or no room for the keys.
    pub async fn create(
        kind: String,
        count: usize,
        workgroup_size: u32,
    ) -> Result<BitonicTimer, JsValue> {
        let gpu = open().await?;
        Ok(BitonicTimer(match &*kind {
            "u32" => AnySorter::U32(Sorter::new(gpu, count, workgroup_size).map_err(said)?),
            "f32" => AnySorter::F32(Sorter::new(gpu, count, workgroup_size).map_err(said)?),
            other => return Err(format!("no keys of type `{other}` are timed").into()),
        }))
    }

    /// Invocations of a workgroup.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn workgroup_size(&self) -> u32 {
        match &self.0 {
            AnySorter::U32(sorter) => sorter.sort.workgroup_size(),
            AnySorter::F32(sorter) => sorter.sort.workgroup_size(),
        }
    }

    /// Dispatches of a whole sort.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn dispatches(&self) -> usize {
        match &self.0 {
            AnySorter::U32(sorter) => sorter.sort.recording().plan().steps().len(),
            AnySorter::F32(sorter) => sorter.sort.recording().plan().steps().len(),
        }
    }

    /// Puts keys in place, by their bits, and waits.
    ///
    /// # Errors
    ///
    /// Another number of keys than the sort has, or the device was lost.
    pub async fn write(&mut self, bits: Vec<u32>) -> Result<(), JsValue> {
        let written = match &self.0 {
            AnySorter::U32(sorter) => sorter.write(&bits).await,
            AnySorter::F32(sorter) => {
                let keys: Vec<f32> = bits.into_iter().map(f32::from_bits).collect();
                sorter.write(&keys).await
            }
        };
        written.map_err(said)
    }

    /// Sorts, and waits until the device is done.
    ///
    /// # Errors
    ///
    /// The device was lost.
    pub async fn run(&mut self) -> Result<(), JsValue> {
        let done = match &mut self.0 {
            AnySorter::U32(sorter) => sorter.run().await,
            AnySorter::F32(sorter) => sorter.run().await,
        };
        done.map_err(said)
    }

    /// The bits of the keys as they stand.
    ///
    /// # Errors
    ///
    /// The device was lost.
    pub async fn read(&mut self) -> Result<Uint32Array, JsValue> {
        let bits = match &self.0 {
            AnySorter::U32(sorter) => sorter.buffer.read_async().await.map_err(said)?,
            AnySorter::F32(sorter) => {
                let keys = sorter.buffer.read_async().await.map_err(said)?;
                keys.into_iter().map(f32::to_bits).collect()
            }
        };
        Ok(Uint32Array::from(&bits[..]))
    }
}

/// A counting sort of `u32` keys that are their own bins.
#[wasm_bindgen]
#[derive(Debug)]
pub struct CountingTimer {
    gpu: Gpu,
    keys: Buffer<u32>,
    sort: CountingSort,
}

#[wasm_bindgen]
impl CountingTimer {
    /// A sort of `count` keys below `bins` on a device of its own.
    ///
    /// # Errors
    ///
    /// There is no WebGPU, or no room for the keys.
    pub async fn create(count: usize, bins: u32) -> Result<CountingTimer, JsValue> {
        let gpu = open().await?;
        let keys = gpu.zeroed::<u32>(count).map_err(said)?;
        let builder = gpu.counting_sort(count, bins, |k, i| {
            k.storage::<u32>("keys").element(i).load()
        });
        let sort = builder.bind("keys", &keys).build().map_err(said)?;
        Ok(CountingTimer { gpu, keys, sort })
    }

    /// Dispatches of a whole sort.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn dispatches(&self) -> usize {
        self.sort.recording().plan().steps().len()
    }

    /// Puts keys in place, and waits.
    ///
    /// # Errors
    ///
    /// Another number of keys than the sort has, or the device was lost.
    pub async fn write(&mut self, keys: Vec<u32>) -> Result<(), JsValue> {
        self.keys.write(&keys).map_err(said)?;
        self.gpu.wait_async().await.map_err(said)
    }

    /// Sorts, and waits until the device is done.
    ///
    /// # Errors
    ///
    /// The device was lost.
    pub async fn run(&mut self) -> Result<(), JsValue> {
        self.sort.compute().map_err(said)?;
        self.gpu.wait_async().await.map_err(said)
    }

    /// The permutation.
    ///
    /// # Errors
    ///
    /// The device was lost.
    pub async fn order(&mut self) -> Result<Uint32Array, JsValue> {
        let order = self.sort.read_async().await.map_err(said)?;
        Ok(Uint32Array::from(&order[..]))
    }
}
