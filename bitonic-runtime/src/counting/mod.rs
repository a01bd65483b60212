//! The counting sort: an order of elements by bins that the caller's own shader code says.
//!
//! `builder` puts a sort together, `plan` makes its plan, `past_end` has the rule for bins
//! past the end, `host` the same sort with no device. Here it runs and is read.

mod builder;
mod host;
mod past_end;
mod plan;

use bitonic_dsl::Kernel;
use bitonic_dsl::types::HostShareable;

use crate::buffer::Buffer;
use crate::device::Gpu;
use crate::error::{Error, ErrorKind};
use crate::execute::{Recording, Run};
use crate::kernels::counting_names as names;

pub use builder::CountingSortBuilder;
pub use host::counting_sort_cpu;
pub use past_end::PastEnd;

use past_end::Refused;
use plan::{Buffers, Shape, counting_plan};

/// A counting sort, ready to run as often as wanted. It moves no data: what comes out is the
/// order of the elements by their bins, the least bin first, as indices. It is made by
/// [`Gpu::counting_sort`].
///
/// | step | invocations | work |
/// | --- | --- | --- |
/// | reset | bins + 1 | counters to 0 |
/// | histogram | elements | the bin of each element: evaluated once, kept, counted |
/// | prefix sum | | where each bin begins: in parallel, over any number of bins |
/// | scatter | elements | each element takes the next place of its bin |
///
/// In the last step, elements of one bin come in any order, and in another one on each run. The
/// [stable](CountingSortBuilder::stable) form has passes there over the digits of the bins, up to 8
/// bits each, which keep the order of the indices: one to 256 bins, two to 65,536, three to 2^24.
///
/// Every run reads the closure's buffers anew. All results stay on the device for other
/// kernels: [`order`](CountingSort::order), [`bins`](CountingSort::bins),
/// [`bin_counts`](CountingSort::bin_counts) and [`bin_starts`](CountingSort::bin_starts); the
/// elements of bin `b` are `order[starts[b] .. starts[b + 1]]`.
///
/// In a browser, which promises 8 storage buffers to a kernel, 5 are left for the closure; 6
/// with [`PastEnd::Clamp`].
///
/// H. H. Seward, "Information Sorting in the Application of Electronic Digital Computers to
/// Business Operations" (1954); in three.js, `CountingSort`.
#[derive(Debug)]
pub struct CountingSort {
    shape: Shape,
    /// The histogram, with all that the caller gave.
    run: Run,
    buffers: Buffers,
    recording: Recording,
}

impl CountingSort {
    fn prepare(gpu: Gpu, run: Run, shape: Shape, buffers: Buffers) -> Result<CountingSort, Error> {
        let (plan, bound) = counting_plan(&shape, &run, &buffers, gpu.limits())?;
        let recording = gpu.prepare(plan, bound)?;
        Ok(CountingSort {
            shape,
            run,
            buffers,
            recording,
        })
    }

    /// Sorts. Does not wait: reading does.
    ///
    /// # Errors
    ///
    /// The device refused the commands.
    pub fn compute(&self) -> Result<(), Error> {
        self.recording.submit()
    }

    /// Gives a parameter of the closure's another value, for the runs from here on.
    ///
    /// # Errors
    ///
    /// The closure has no such parameter, or of another type: then all is as before.
    pub fn set<T: HostShareable>(&mut self, name: &str, value: T) -> Result<(), Error> {
        if [names::COUNT, names::LAST_SLOT].contains(&name) {
            let message = format!("`{name}` is a parameter of the sort's own");
            return Err(Error::new(ErrorKind::Plan, message)
                .with_help("give the parameters that the closure declares"));
        }
        let before = self.run.parameters().to_vec();
        self.run.set_again(name, &value);
        let gpu = self.recording.gpu().clone();
        let planned = counting_plan(&self.shape, &self.run, &self.buffers, gpu.limits());
        match planned.and_then(|(plan, bound)| gpu.prepare(plan, bound)) {
            Ok(recording) => {
                self.recording = recording;
                Ok(())
            }
            Err(error) => {
                self.run.restore_parameters(before);
                Err(error)
            }
        }
    }

    /// Waits, and gives the order: the index of the element that comes first, of the second,
    /// and so on; each once.
    ///
    /// # Errors
    ///
    /// As [`CountingSort::check`].
    pub fn read(&self) -> Result<Vec<u32>, Error> {
        let gpu = self.recording.gpu();
        gpu.may_block("`CountingSort::read_async`")?;
        self.check()?;
        self.buffers.order.read()
    }

    /// [`CountingSort::read`] as a future, for any executor.
    ///
    /// # Errors
    ///
    /// As [`CountingSort::check`].
    pub async fn read_async(&self) -> Result<Vec<u32>, Error> {
        self.check_async().await?;
        self.buffers.order.read_async().await
    }

    /// Waits, and says whether the last run refused elements.
    ///
    /// # Errors
    ///
    /// Elements had bins past the end and [`PastEnd::Refuse`] is the rule: the message says how
    /// many, and the first with its bin. Or the device was lost.
    pub fn check(&self) -> Result<(), Error> {
        let Some(first) = &self.buffers.refused else {
            return Ok(());
        };
        let gpu = self.recording.gpu();
        gpu.may_block("`CountingSort::check_async`")?;
        let elements = self.buffers.counts.read_one(self.shape.bins as usize)?;
        if elements == 0 {
            return Ok(());
        }
        let first = first.read_one(0)?;
        let bin = self.buffers.bins.read_one(first as usize)?;
        Err(self.refused(elements, first, bin))
    }

    /// [`CountingSort::check`] as a future, for any executor.
    ///
    /// # Errors
    ///
    /// As [`CountingSort::check`].
    pub async fn check_async(&self) -> Result<(), Error> {
        let Some(first) = &self.buffers.refused else {
            return Ok(());
        };
        let elements = self
            .buffers
            .counts
            .read_one_async(self.shape.bins as usize)
            .await?;
        if elements == 0 {
            return Ok(());
        }
        let first = first.read_one_async(0).await?;
        let bin = self.buffers.bins.read_one_async(first as usize).await?;
        Err(self.refused(elements, first, bin))
    }

    fn refused(&self, elements: u32, first: u32, bin: u32) -> Error {
        let refused = Refused {
            elements,
            first,
            bin,
        };
        refused.error(self.count(), self.shape.bins)
    }

    /// What the stable form comes to, counted on the host by bins from there:
    /// [`counting_sort_cpu`] with the counts and the rule of this sort.
    ///
    /// # Errors
    ///
    /// A bin past the end where they are refused.
    pub fn compute_cpu(&self, bin_of: impl FnMut(usize) -> u32) -> Result<Vec<u32>, Error> {
        counting_sort_cpu(self.count(), self.shape.bins, self.shape.past_end, bin_of)
    }

    /// The order, on the device: `count` indices, each once; those of refused elements at the
    /// end. Zeros before the first run.
    #[must_use]
    pub fn order(&self) -> &Buffer<u32> {
        &self.buffers.order
    }

    /// The bin of each element as the closure said it, on the device: `count` of them.
    #[must_use]
    pub fn bins(&self) -> &Buffer<u32> {
        &self.buffers.bins
    }

    /// How many elements each bin has, on the device: one more than there are bins, the last
    /// being the refused elements.
    #[must_use]
    pub fn bin_counts(&self) -> &Buffer<u32> {
        &self.buffers.counts
    }

    /// Where each bin begins in the order, on the device: one more than there are bins, the
    /// last being where the last bin ends.
    #[must_use]
    pub fn bin_starts(&self) -> &Buffer<u32> {
        &self.buffers.starts
    }

    /// The number of elements.
    #[must_use]
    pub fn count(&self) -> usize {
        self.shape.count as usize
    }

    /// The number of bins.
    #[must_use]
    pub fn bin_count(&self) -> u32 {
        self.shape.bins
    }

    /// Invocations of a workgroup.
    #[must_use]
    pub fn workgroup_size(&self) -> u32 {
        self.shape.workgroup_size
    }

    /// Whether elements of one bin keep the order of their indices.
    #[must_use]
    pub fn is_stable(&self) -> bool {
        self.shape.is_stable
    }

    /// The kernels, each once; the one with the caller's bins is `counting_histogram`.
    #[must_use]
    pub fn kernels(&self) -> &[Kernel] {
        self.recording.plan().kernels()
    }

    /// The whole sort as commands: its plan can be printed, and it can be recorded into the
    /// caller's encoder. [`CountingSort::set`] makes another one.
    #[must_use]
    pub fn recording(&self) -> &Recording {
        &self.recording
    }
}
