//! A network as a kernel: rows of keys side by side in a buffer, one invocation for each row, every
//! key in a value of its own and every comparator two lines of the text. No loop, and no index that
//! is computed but where a row begins.

use bitonic_dsl::{If, Kernel, Node, Out, Place, ReadWrite, instance_index, kernel, max, min};

use super::{Comparator, Network};
use crate::error::{Error, ErrorKind};
use crate::kernels::{Coding, Key};

/// The most wires that a kernel holds in values.
const MOST_WIRES: u32 = 256;

/// The most comparators of a kernel: each is two lines of its text.
const MOST_COMPARATORS: usize = 1 << 14;

/// How [`Network::kernel`] makes a kernel.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct KernelOptions {
    /// What the kernel is called; `None` is `network_of_16_f32`, after the wires and the keys.
    pub name: Option<String>,
    /// Invocations of a workgroup, each of which takes a row.
    pub workgroup_size: u32,
    /// The greater keys go where the network sends the lesser ones: where it sorts, the exact
    /// reverse of the ascending order.
    pub descending: bool,
}

impl Default for KernelOptions {
    /// 64 invocations of a workgroup, ascending.
    fn default() -> KernelOptions {
        KernelOptions {
            name: None,
            workgroup_size: 64,
            descending: false,
        }
    }
}

impl Network {
    /// A kernel that runs the network on each row of a buffer of keys of type `K`, of 32 bits, in
    /// place.
    ///
    /// A row is as many keys as there are wires, and begins where the one before ends. The buffer's
    /// length says how many rows there are; keys behind the last whole row are left as they are. It
    /// takes one invocation for each row, which reads each key once and writes it once. Keys are
    /// bound as words, and are in the order of [`Key`].
    ///
    /// ```
    /// use bitonic_runtime::Gpu;
    /// use bitonic_runtime::network::{KernelOptions, Network};
    ///
    /// let network = Network::odd_even_merge(4)?;
    /// let kernel = network.kernel::<u32>(&KernelOptions::default())?;
    /// let gpu = Gpu::auto()?;
    /// let mut keys = gpu.buffer(&[4u32, 1, 3, 2, 8, 5, 7, 6])?;
    /// gpu.run(&kernel).bind(&mut keys).dispatch(2)?;
    /// assert_eq!(keys.read()?, [1, 2, 3, 4, 5, 6, 7, 8]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fewer than 2 wires or more than 256, more than 16,384 comparators, or a workgroup size that
    /// no device can have.
    pub fn kernel<K: Key<Word = u32>>(
        &self,
        options: &KernelOptions,
    ) -> Result<Kernel<(Out<[u32]>,)>, Error> {
        self.fits_a_kernel()?;
        let coding = Coding::of_step(true, true, options.descending);
        let name = match &options.name {
            Some(name) => name.clone(),
            None => coding.kernel_name::<K>(&format!("network_of_{}", self.wires())),
        };
        rows::<K>(self, &name, options.workgroup_size, coding)
    }

    fn fits_a_kernel(&self) -> Result<(), Error> {
        let wires = self.wires();
        if !(2..=MOST_WIRES).contains(&wires) {
            let message = format!(
                "a kernel holds networks of 2 to {MOST_WIRES} wires in values, not of {wires}"
            );
            return Err(Error::new(ErrorKind::Limit, message)
                .with_help("sort longer rows with a bitonic sort of the GPU"));
        }
        if self.len() > MOST_COMPARATORS {
            let message = format!(
                "a kernel has at most {MOST_COMPARATORS} comparators, and the network {}",
                self.len()
            );
            return Err(Error::new(ErrorKind::Limit, message).with_help(
                "take a network of fewer: `Network::odd_even_merge` has the fewest here",
            ));
        }
        Ok(())
    }
}

/// The kernel, in calls, since the names of its values are computed.
fn rows<K: Key<Word = u32>>(
    network: &Network,
    name: &str,
    workgroup_size: u32,
    coding: Coding,
) -> Result<Kernel<(Out<[u32]>,)>, Error> {
    let wires = network.wires();
    let built = kernel(name).workgroup_size(workgroup_size).build(|k| {
        let keys = k.storage_mut::<u32>("keys");
        let row = instance_index().to_const("row");
        If(row.lt(keys.len() / wires), || {
            let first = (row * wires).to_const("first");
            let place = |wire| match wire {
                0 => keys.element(first),
                _ => keys.element((first + wire).to_const(&format!("i{wire}"))),
            };
            let places: Vec<_> = (0..wires).map(place).collect();
            let read = |(wire, place): (u32, &Place<u32, ReadWrite>)| {
                coding.read::<K>(place.load()).to_const(&format!("k{wire}"))
            };
            let mut values: Vec<_> = (0..).zip(&places).map(read).collect();
            for comparator in network.comparators() {
                exchange(&mut values, comparator);
            }
            for (place, value) in places.into_iter().zip(values) {
                place.assign(coding.written::<K>(value));
            }
        });
    })?;
    Ok(built.typed()?)
}

/// Puts two values in order: each wire has a new one.
fn exchange(values: &mut [Node<u32>], comparator: Comparator) {
    let [low, high] = [comparator.low, comparator.high].map(|wire| wire as usize);
    let (a, b) = (values[low], values[high]);
    values[low] = min(a, b).to_const(&format!("k{low}"));
    values[high] = max(a, b).to_const(&format!("k{high}"));
}
