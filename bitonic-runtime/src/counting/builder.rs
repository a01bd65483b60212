//! A counting sort being put together: the closure that says the bins, what it asks for, and
//! the options.

use std::fmt;

use bitonic_dsl::graph::StatementKind;
use bitonic_dsl::interface::OverrideValue;
use bitonic_dsl::types::HostShareable;
use bitonic_dsl::{IntoNode, Kernel, KernelScope, Node};

use super::CountingSort;
use super::past_end::PastEnd;
use super::plan::{Buffers, Shape};
use crate::buffer::Bindable;
use crate::device::Gpu;
use crate::error::{Error, ErrorKind};
use crate::execute::Run;
use crate::kernels::{counting_histogram, counting_names as names};
use crate::plan::Value;
use crate::texture::{AnySampler, AnyTexture};

/// Invocations of a workgroup where nothing else is asked.
const WORKGROUP_SIZE: u32 = 256;

/// A counting sort being put together: made by [`Gpu::counting_sort`], ended by
/// [`build`](CountingSortBuilder::build).
#[must_use = "nothing is made before `build`"]
pub struct CountingSortBuilder<F> {
    gpu: Gpu,
    count: usize,
    bins: u32,
    bin_of: F,
    past_end: PastEnd,
    is_stable: bool,
    workgroup_size: u32,
    /// What the closure's bindings are given, once there is a kernel that has them.
    given: Vec<Box<dyn FnOnce(Run) -> Run>>,
}

impl<F> fmt::Debug for CountingSortBuilder<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CountingSortBuilder")
            .field("count", &self.count)
            .field("bins", &self.bins)
            .field("past_end", &self.past_end)
            .field("is_stable", &self.is_stable)
            .field("workgroup_size", &self.workgroup_size)
            .finish_non_exhaustive()
    }
}

impl Gpu {
    /// A counting sort of `count` elements into `bins` bins, each element's bin told by
    /// `bin_of`: it is called once, with the kernel that is being built and the index of an
    /// element, and gives the bin as a value of the shader. What it reads it declares itself,
    /// and the builder is given it by the same name.
    ///
    /// See [`CountingSort`] for what comes out.
    ///
    /// ```
    /// use bitonic_runtime::Gpu;
    ///
    /// let gpu = Gpu::auto()?;
    /// let distances = gpu.buffer(&[130u32, 2475, 760, 199, 2586, 944])?;
    /// let sort = gpu
    ///     .counting_sort(distances.len(), 30, |k, i| {
    ///         let distance = k.storage::<u32>("distance");
    ///         distance.element(i).load() / 100
    ///     })
    ///     .bind("distance", &distances)
    ///     .stable()
    ///     .build()?;
    /// sort.compute()?;
    /// assert_eq!(sort.read()?, [0, 3, 2, 5, 1, 4]);
    /// # Ok::<(), bitonic_runtime::Error>(())
    /// ```
    ///
    /// In natural Rust a function has the bins, and the closure hands it its buffers:
    ///
    /// ```
    /// use bitonic_dsl::*;
    /// use bitonic_runtime::{Gpu, PastEnd};
    ///
    /// /// The cell of a grid of 8 by 8, whose cells are `side` long, that a point lies in.
    /// #[shader_fn]
    /// fn cell(points: &[Vec2], i: u32, side: f32) -> u32 {
    ///     let at = points[i] / side;
    ///     let column = clamp(at.x, 0.0, 7.0) as u32;
    ///     let row = clamp(at.y, 0.0, 7.0) as u32;
    ///     row * 8 + column
    /// }
    ///
    /// let gpu = Gpu::auto()?;
    /// let points = [Vec2::new(7.5, 7.5), Vec2::new(0.1, 2.0), Vec2::new(3.0, 0.2)];
    /// let points = gpu.buffer(&points)?;
    /// let mut sort = gpu
    ///     .counting_sort(3, 64, |k, i| cell(k.storage("points"), i, k.param("side")))
    ///     .bind("points", &points)
    ///     .set("side", 1.0f32)
    ///     .build()?;
    /// sort.compute()?;
    /// assert_eq!(sort.read()?, [2, 1, 0]);
    ///
    /// // Cells twice as long: all but the first point lie in the lowest row of them.
    /// sort.set("side", 2.0f32)?;
    /// sort.compute()?;
    /// assert_eq!(sort.bin_counts().read()?[..2], [0, 1]);
    /// # Ok::<(), bitonic_runtime::Error>(())
    /// ```
    ///
    /// A closure that gives no bin does not compile:
    ///
    /// ```compile_fail
    /// # let gpu = bitonic_runtime::Gpu::auto().unwrap();
    /// gpu.counting_sort(3, 64, |_, _| ()).build();
    /// ```
    pub fn counting_sort<F, B>(&self, count: usize, bins: u32, bin_of: F) -> CountingSortBuilder<F>
    where
        F: FnOnce(&KernelScope, Node<u32>) -> B,
        B: IntoNode<u32>,
    {
        CountingSortBuilder {
            gpu: self.clone(),
            count,
            bins,
            bin_of,
            past_end: PastEnd::default(),
            is_stable: false,
            workgroup_size: WORKGROUP_SIZE,
            given: Vec::new(),
        }
    }
}

impl<F> CountingSortBuilder<F> {
    /// Elements of one bin keep the order of their indices, so that every device gives the
    /// same order. It takes one pass over all elements to 256 bins, two to 65,536,
    /// three to 2^24.
    pub fn stable(mut self) -> Self {
        self.is_stable = true;
        self
    }

    /// What becomes of an element whose bin is past the last one; without this it is refused.
    pub fn past_end(mut self, rule: PastEnd) -> Self {
        self.past_end = rule;
        self
    }

    /// Workgroups of at most `most` invocations: as many, or what the device has room for.
    /// Without this they are at most 256. The prefix sum has workgroups of its own.
    pub fn workgroup_size(mut self, most: u32) -> Self {
        self.workgroup_size = most;
        self
    }

    /// Binds a buffer that the closure declares. It is read anew by each run.
    pub fn bind(self, name: &str, buffer: &impl Bindable) -> Self {
        let (name, memory) = (name.to_owned(), buffer.memory().clone());
        self.give(move |run| run.bind_memory(&name, memory))
    }

    /// Binds a texture that the closure declares.
    pub fn bind_texture(self, name: &str, texture: impl Into<AnyTexture>) -> Self {
        let (name, texture) = (name.to_owned(), texture.into());
        self.give(move |run| run.bind_texture(&name, texture))
    }

    /// Binds a sampler that the closure declares.
    pub fn bind_sampler(self, name: &str, sampler: impl Into<AnySampler>) -> Self {
        let (name, sampler) = (name.to_owned(), sampler.into());
        self.give(move |run| run.bind_sampler(&name, sampler))
    }

    /// Binds a uniform, declared by the closure, that holds `value` for good.
    pub fn uniform<T: HostShareable>(self, name: &str, value: &T) -> Self {
        let (name, value) = (name.to_owned(), Value::of(value));
        self.give(move |run| run.uniform_value(&name, &value))
    }

    /// Gives a parameter of the closure's its value; [`CountingSort::set`] gives it another.
    pub fn set<T: HostShareable>(self, name: &str, value: T) -> Self {
        let (name, value) = (name.to_owned(), Value::of(&value));
        self.give(move |run| run.set_value(&name, value))
    }

    /// Gives an override of the closure's its value.
    pub fn set_override(self, name: &str, value: impl Into<OverrideValue>) -> Self {
        let (name, value) = (name.to_owned(), value.into());
        self.give(move |run| run.set_override(&name, value))
    }

    fn give(mut self, given: impl FnOnce(Run) -> Run + 'static) -> Self {
        self.given.push(Box::new(given));
        self
    }
}

impl<F, B> CountingSortBuilder<F>
where
    F: FnOnce(&KernelScope, Node<u32>) -> B,
    B: IntoNode<u32>,
{
    /// Builds and compiles the kernels, makes the buffers of the result, and binds
    /// everything, so that the sort can run again and again.
    ///
    /// # Errors
    ///
    /// A fault of the closure, at its line; something that it declares and nobody bound, or of
    /// another type; no bins; more elements or bins than an index or a binding of the device
    /// holds; workgroups of no invocation; a buffer of another device; or the device refused.
    pub fn build(self) -> Result<CountingSort, Error> {
        let limits = *self.gpu.limits();
        let sizes = (self.count, self.bins);
        let shape = Shape::new(
            sizes,
            self.past_end,
            self.is_stable,
            self.workgroup_size,
            &limits,
        )?;
        let refuses = shape.past_end == PastEnd::Refuse;
        let kernel = counting_histogram(shape.workgroup_size, refuses, self.bin_of)?;
        ends_with_a_bin(&kernel)?;
        let mut run = self.gpu.run(&kernel);
        run = run
            .set(names::COUNT, shape.count)
            .set(names::LAST_SLOT, shape.last_slot());
        for given in self.given {
            run = given(run);
        }
        let run = run.checked()?;
        let buffers = Buffers::new(&self.gpu, &shape)?;
        CountingSort::prepare(self.gpu, run, shape, buffers)
    }
}

/// That no element leaves the kernel without having been counted.
fn ends_with_a_bin(histogram: &Kernel) -> Result<(), Error> {
    let blocks = histogram.graph().body.blocks.iter();
    let mut statements = blocks.flat_map(|(_, block)| &block.statements);
    let returns = statements.find(|one| matches!(one.kind, StatementKind::Return(_)));
    returns.map_or(Ok(()), |one| {
        let message = format!(
            "{}: the closure of a counting sort returns from the kernel, so that an element would have no bin",
            one.at
        );
        Err(Error::new(ErrorKind::Kernel, message)
            .with_help("let it choose between bins: `select(condition, bin, other)`, or write a function of the shader that returns"))
    })
}
