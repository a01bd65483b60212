//! How a [`BitonicSort`] is shaped before it is built.

use bitonic_dsl::types::HostShareable;

use super::bitonic::BitonicSort;
use super::options::{Asked, blocking};
use super::prepared::{Given, Prepared};
use super::record::{Payload, Record, Told};
use crate::buffer::Buffer;
use crate::device::Gpu;
use crate::error::{Error, ErrorKind};
use crate::kernels::{Key, info};
use crate::plan::bitonic::{Blocking, dispatch_size};

/// Invocations of a workgroup where nothing is asked, as in three.js.
const DEFAULT_WORKGROUP_SIZE: u32 = 64;

/// A sort of a buffer that is being shaped: [`Gpu::bitonic_sort`] makes it, `build` ends it.
#[derive(Clone, Debug)]
#[must_use = "nothing is sorted before `build()`"]
pub struct BitonicSortBuilder<K> {
    gpu: Gpu,
    keys: Buffer<K>,
    size: Asked,
    descending: bool,
    stable: bool,
    payload: Option<Carried>,
    told: Told,
}

/// The payload's buffer, of whatever type.
#[derive(Clone, Debug)]
struct Carried {
    /// None where the type cannot be moved word by word.
    payload: Option<Payload>,
    element: String,
    count: usize,
    words: Buffer<u32>,
    /// Its memory is that of the keys.
    is_keys: bool,
}

impl Gpu {
    /// A bitonic sort of `keys` in place, ascending unless
    /// [`descending`](BitonicSortBuilder::descending) is asked, in the order of [`Key`]. It
    /// runs as a whole or a step at a time, as often as wanted.
    ///
    /// ```
    /// use bitonic_runtime::{Gpu, ReadBuffer};
    ///
    /// let gpu = Gpu::auto()?;
    /// let buffer = gpu.buffer(&[3.5f32, -1.0, f32::INFINITY, 0.0, 2.0])?;
    /// let mut sort = gpu.bitonic_sort(&buffer).workgroup_size(1).build()?;
    /// for _ in 0..2 {
    ///     let step = sort.compute_step()?;
    ///     println!("{} {}, then {}", step.kind, step.span, sort.info()?);
    /// }
    /// assert_eq!(sort.read_buffer(), ReadBuffer::Temp);
    ///
    /// // The steps that are left.
    /// sort.compute()?;
    /// assert_eq!(buffer.read()?, [-1.0, 0.0, 2.0, 3.5, f32::INFINITY]);
    ///
    /// // Other keys, and all steps.
    /// buffer.write(&[5.0, 4.0, 3.0, 2.0, 1.0])?;
    /// sort.compute()?;
    /// assert_eq!(sort.keys()?, [1.0, 2.0, 3.0, 4.0, 5.0]);
    /// # Ok::<(), bitonic_runtime::Error>(())
    /// ```
    pub fn bitonic_sort<K: Key>(&self, keys: &Buffer<K>) -> BitonicSortBuilder<K> {
        BitonicSortBuilder {
            gpu: self.clone(),
            keys: keys.clone(),
            size: Asked::AtMost(DEFAULT_WORKGROUP_SIZE),
            descending: false,
            stable: false,
            payload: None,
            told: Told::BySteps,
        }
    }
}

impl<K: Key> BitonicSortBuilder<K> {
    /// At most `most` invocations in a workgroup; 64 where nothing is asked. The sort takes
    /// the largest power of two that `most`, the number of pairs
    /// ([`BitonicSort::dispatch_size`]) and the device allow: 32 for 48, and 256 for 512 on a
    /// device of 256. A workgroup sorts twice as many keys in its own memory. 0 is an error
    /// of [`build`](BitonicSortBuilder::build).
    pub fn workgroup_size(mut self, most: u32) -> BitonicSortBuilder<K> {
        self.size = Asked::AtMost(most);
        self
    }

    /// As [`Gpu::sort`] does it: 256 invocations in a workgroup, or what the device and the
    /// number of keys allow, and several exchanges of the network in a step. Where a
    /// program on the processor stands in for a GPU, the software adapter, Mesa's or
    /// Chromium's, invocations wait for each other at great cost: there tiles are held in
    /// registers, not in the memory of a workgroup. There are fewer steps then;
    /// [`schedule`](BitonicSort::schedule) has them.
    pub fn automatic_workgroup_size(mut self) -> BitonicSortBuilder<K> {
        self.size = Asked::Automatic;
        self
    }

    /// Cuts the exchanges into steps as `blocking` says: to measure what
    /// [`automatic_workgroup_size`](BitonicSortBuilder::automatic_workgroup_size) chooses from, or
    /// to choose better for one device. The keys come out the same. `build` refuses what
    /// [`Blocking`] does not allow, what does not fit the device, and anything but pairs for keys
    /// that share a word (`f16`) and with
    /// [`separate_info`](BitonicSortBuilder::separate_info).
    ///
    /// ```
    /// use bitonic_runtime::Gpu;
    /// use bitonic_runtime::plan::bitonic::{Blocking, TileMemory};
    ///
    /// let gpu = Gpu::auto()?;
    /// let keys = gpu.buffer(&(0..1000u32).rev().collect::<Vec<_>>())?;
    /// let blocking = Blocking { workgroup_size: 64, tile: TileMemory::Registers, exchanges: 4 };
    /// let mut sort = gpu.bitonic_sort(&keys).blocking(blocking).build()?;
    /// sort.compute()?;
    /// assert!(keys.read()?.is_sorted());
    /// # Ok::<(), bitonic_runtime::Error>(())
    /// ```
    pub fn blocking(mut self, blocking: Blocking) -> BitonicSortBuilder<K> {
        self.size = Asked::Blocked(blocking);
        self
    }

    /// Greatest key first: the exact reverse of the ascending order, NaNs at the front and
    /// `+0.0` before `-0.0`. With [`stable`](BitonicSortBuilder::stable), equal keys keep
    /// their order all the same.
    pub fn descending(mut self) -> BitonicSortBuilder<K> {
        self.descending = true;
        self
    }

    /// Equal keys keep their order, and so their payloads. Of keys alone, equal ones cannot
    /// be told apart, so that this changes nothing.
    pub fn stable(mut self) -> BitonicSortBuilder<K> {
        self.stable = true;
        self
    }

    /// `values`, one for each key, follow their keys, in place. Without
    /// [`stable`](BitonicSortBuilder::stable), the payloads of equal keys come in any order.
    ///
    /// A value may be of any width: only an index beside each key moves from step to step, and
    /// behind the last one the values go once to where their keys are. Between two steps
    /// `values` is as it was; [`BitonicSort::payload`] shows it beside the keys.
    ///
    /// ```
    /// use bitonic_runtime::Gpu;
    ///
    /// let gpu = Gpu::auto()?;
    /// let distances = gpu.buffer(&[2.5f64, 0.5, 2.5, 1.0])?;
    /// let numbers = gpu.buffer(&[0u32, 1, 2, 3])?;
    /// let mut sort = gpu.bitonic_sort(&distances).payload(&numbers).stable().build()?;
    /// sort.compute()?;
    /// assert_eq!(distances.read()?, [0.5, 1.0, 2.5, 2.5]);
    /// assert_eq!(numbers.read()?, [1, 3, 0, 2]);
    /// # Ok::<(), bitonic_runtime::Error>(())
    /// ```
    ///
    /// `build` refuses a buffer of another length than that of the keys, the buffer of the
    /// keys itself, one of another device, and values whose stride is no multiple of 4 bytes:
    /// a single `f16`.
    pub fn payload<V: HostShareable>(mut self, values: &Buffer<V>) -> BitonicSortBuilder<K> {
        self.payload = Some(Carried {
            payload: Payload::of::<V>(),
            element: V::ty().to_string(),
            count: values.len(),
            words: values.words(),
            is_keys: values.wgpu_buffer() == self.keys.wgpu_buffer(),
        });
        self
    }

    /// A dispatch of one invocation behind each step advances
    /// [`info_buffer`](BitonicSort::info_buffer), and steps read their span there, as in
    /// three.js: twice as many dispatches. Without this, each step writes what comes next
    /// itself.
    pub fn separate_info(mut self) -> BitonicSortBuilder<K> {
        self.told = Told::Separately;
        self
    }

    /// Plans the sort, compiles its kernels and makes its own buffers: one as large as the
    /// keys, unless they are a single tile; and with a payload one as large as that, and
    /// two of a `u32` for each key.
    ///
    /// # Errors
    ///
    /// A workgroup size of 0; a blocking that is not allowed; a payload that does not fit the keys; a buffer of another
    /// device; more keys than a sort can index, 2^31, or than the device has room for.
    pub fn build(self) -> Result<BitonicSort<K>, Error> {
        let payload = match &self.payload {
            Some(carried) => Some(carried.checked(self.keys.len())?),
            None => None,
        };
        let record = Record {
            descending: self.descending,
            stable: self.stable,
            payload,
            told: self.told,
        };
        let pairs = dispatch_size(self.keys.len());
        let blocking = blocking::<K>(&self.gpu, self.size, Some(pairs), &record)?;
        let info = self.gpu.buffer(&info::START)?;
        let given = Given {
            keys: &self.keys,
            payload: self.payload.as_ref().map(|carried| &carried.words),
            info: Some(&info),
        };
        let prepared = Prepared::new(&self.gpu, &given, blocking, record)?;
        Ok(BitonicSort::new(prepared, info))
    }
}

impl Carried {
    fn checked(&self, keys: usize) -> Result<Payload, Error> {
        let refused = |message: String, help: &str| {
            Err(Error::new(ErrorKind::Options, message).with_help(help))
        };
        if self.is_keys {
            let message = "the payload lies in the buffer of the keys".to_owned();
            return refused(message, "give the payload a buffer of its own");
        }
        if self.count != keys {
            let message = format!("{} values are the payload of {keys} keys", self.count);
            return refused(message, "give each key one value");
        }
        match &self.payload {
            Some(payload) => Ok(payload.clone()),
            None => {
                let message = format!(
                    "values of `{}` do not begin at multiples of 4 bytes, as a payload must",
                    self.element
                );
                refused(message, "put two into a vector, or take a type of 4 bytes")
            }
        }
    }
}
