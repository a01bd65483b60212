//! The prefix sum of a buffer of any length, as steps of a plan and as one call.

use bitonic_dsl::Kernel;
use bitonic_dsl::types::Type;

use crate::buffer::Buffer;
use crate::device::Gpu;
use crate::error::{Error, ErrorKind};
use crate::execute::Bound;
use crate::kernels::{self, SCAN_VALUES_EACH, cached};
use crate::plan::{BufferId, Grid, Limits, Plan, Role};

/// Invocations of a workgroup where the device allows as many.
const WORKGROUP_SIZE: u32 = 256;

/// Bytes of workgroup memory for each invocation: a word, and its part of a group's.
const BYTES_PER_INVOCATION: u32 = 8;

/// The exclusive prefix sum of `u32`, as steps that any plan can have: `sums[i]` becomes the
/// sum of `values[0]` up to and without `values[i]`, modulo 2^32.
///
/// The values are taken in tiles of sixteen for each invocation of a workgroup: the sums of
/// the tiles, the prefix sums of these, in the same way, and each tile from there. Of `n`
/// values and tiles of 4096 that are one step to 4096 values, three to 2^24, five beyond;
/// `n / 2048` words or so are lent in between. No workgroup waits for another, so that it needs
/// no promise of the device's that all of them run.
///
/// ```
/// use bitonic_dsl::types::ShaderType;
/// use bitonic_runtime::plan::{Plan, Role};
/// use bitonic_runtime::primitives::ExclusiveScan;
/// use bitonic_runtime::{Bound, Gpu};
///
/// let gpu = Gpu::auto()?;
/// let (counts, starts) = (gpu.buffer(&[3u32, 0, 2, 5])?, gpu.zeroed::<u32>(4)?);
/// let mut plan = Plan::new("where each begins");
/// let values = plan.add_buffer("counts", Role::Input, u32::ty(), 4);
/// let sums = plan.add_buffer("starts", Role::Output, u32::ty(), 4);
/// ExclusiveScan::new(gpu.limits()).add(&mut plan, values, sums)?;
/// gpu.prepare(plan, Bound::new().with(values, &counts).with(sums, &starts))?.submit()?;
/// assert_eq!(starts.read()?, [0, 3, 3, 5]);
/// # Ok::<(), bitonic_runtime::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExclusiveScan {
    workgroup_size: u32,
    /// Workgroups along one dimension.
    widest: u32,
}

impl ExclusiveScan {
    /// On a device of these limits: workgroups of 256, or of what it has room for.
    #[must_use]
    pub fn new(limits: &Limits) -> ExclusiveScan {
        let most = [
            limits.workgroup_invocations,
            limits.workgroup_size[0],
            limits.workgroup_bytes / BYTES_PER_INVOCATION,
        ];
        let most = most.into_iter().fold(WORKGROUP_SIZE, u32::min);
        ExclusiveScan {
            workgroup_size: most.max(1),
            widest: limits.workgroups_per_dimension,
        }
    }

    /// In workgroups of at most `most` invocations, and of at least one.
    #[must_use]
    pub fn workgroup_size(self, most: u32) -> ExclusiveScan {
        ExclusiveScan {
            workgroup_size: self.workgroup_size.min(most).max(1),
            ..self
        }
    }

    /// Adds the steps, after all that are there. Both buffers hold as many `u32`; they are two
    /// buffers. Of none nothing is added.
    ///
    /// # Errors
    ///
    /// The buffers differ in length, or are longer than a grid of the device counts.
    pub fn add(&self, plan: &mut Plan, values: BufferId, sums: BufferId) -> Result<(), Error> {
        let length = |plan: &Plan, id: BufferId| plan.buffers().get(id.index()).map(|of| of.count);
        let (from, to) = (length(plan, values), length(plan, sums));
        let count = from.ok_or_else(not_of_this_plan)?;
        if to.ok_or_else(not_of_this_plan)? != count {
            let message = "a prefix sum has as many sums as there are values";
            return Err(Error::new(ErrorKind::Plan, message)
                .with_help("add two buffers of equal length to the plan"));
        }
        let counted = u32::try_from(count).map_err(|_| self.too_many(count))?;
        match counted {
            0 => Ok(()),
            _ => self.add_level(plan, values, sums, counted),
        }
    }

    fn add_level(
        &self,
        plan: &mut Plan,
        values: BufferId,
        sums: BufferId,
        count: u32,
    ) -> Result<(), Error> {
        let size = self.workgroup_size;
        let tiles = u64::from(count).div_ceil(u64::from(size * SCAN_VALUES_EACH));
        if tiles == 1 {
            let kernel = cached("scan_one_tile", [size, 0, 0], || {
                kernels::scan_one_tile(size)
            })?;
            let kernel = plan.add_kernel_once(kernel);
            plan.add_step(
                "scan one tile",
                kernel,
                [values, sums],
                Grid::new([1, 1, 1]),
            )
            .set("count", count);
            return Ok(());
        }
        let grid = Grid::linear(tiles, self.widest);
        let grid = grid.ok_or_else(|| self.too_many(count as usize))?;
        let (of_tiles, before) = (tiles as usize, tiles as usize);
        let of_tiles = plan.add_buffer("sums of tiles", Role::Scratch, Type::U32, of_tiles);
        let before = plan.add_buffer("before each tile", Role::Scratch, Type::U32, before);
        let kernel = self.tile_sums()?;
        let kernel = plan.add_kernel_once(kernel);
        plan.add_step("sum up tiles", kernel, [values, of_tiles], grid)
            .set("count", count);
        self.add_level(plan, of_tiles, before, tiles as u32)?;
        let kernel = cached("scan_tiles", [size, 0, 0], || kernels::scan_tiles(size))?;
        let kernel = plan.add_kernel_once(kernel);
        plan.add_step("scan tiles", kernel, [values, before, sums], grid)
            .set("count", count);
        Ok(())
    }

    fn tile_sums(&self) -> Result<Kernel, bitonic_dsl::Error> {
        let size = self.workgroup_size;
        cached("tile_sums", [size, 0, 0], || kernels::tile_sums(size))
    }

    fn too_many(&self, count: usize) -> Error {
        let most = self.widest;
        let message = format!(
            "the prefix sum of {count} values needs more workgroups than the device allows, {most} along each of three dimensions"
        );
        Error::new(ErrorKind::Limit, message).with_help("sum up several smaller buffers")
    }
}

fn not_of_this_plan() -> Error {
    let message = "a prefix sum was given a buffer of another plan";
    Error::new(ErrorKind::Plan, message).with_help("add both buffers to the plan first")
}

impl Gpu {
    /// The exclusive prefix sum of `values` in a new buffer: element `i` is the sum of all
    /// before `i`, modulo 2^32. Does not wait. [`ExclusiveScan`] is the same as steps of a plan.
    ///
    /// ```
    /// let gpu = bitonic_runtime::Gpu::auto()?;
    /// let counts = gpu.buffer(&[3u32, 0, 2, 5])?;
    /// assert_eq!(gpu.exclusive_scan(&counts)?.read()?, [0, 3, 3, 5]);
    /// # Ok::<(), bitonic_runtime::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// `values` is of another device, the device has no room or refused the call.
    pub fn exclusive_scan(&self, values: &Buffer<u32>) -> Result<Buffer<u32>, Error> {
        let sums = self.zeroed::<u32>(values.len())?;
        self.exclusive_scan_into(values, &sums)?;
        Ok(sums)
    }

    /// [`Gpu::exclusive_scan`] into a buffer that is there.
    ///
    /// # Errors
    ///
    /// As [`Gpu::exclusive_scan`]; or the buffers differ in length, or are one buffer.
    pub fn exclusive_scan_into(
        &self,
        values: &Buffer<u32>,
        sums: &Buffer<u32>,
    ) -> Result<(), Error> {
        if values.wgpu_buffer() == sums.wgpu_buffer() {
            let message = "a prefix sum was to replace the values that it reads";
            return Err(
                Error::new(ErrorKind::Plan, message).with_help("write the sums to another buffer")
            );
        }
        let mut plan = Plan::new(format!("prefix sum of {}", values.len()));
        let from = plan.add_buffer("values", Role::Input, Type::U32, values.len());
        let to = plan.add_buffer("sums", Role::Output, Type::U32, sums.len());
        ExclusiveScan::new(self.limits()).add(&mut plan, from, to)?;
        let bound = Bound::new().with(from, values).with(to, sums);
        self.prepare(plan, bound)?.submit()
    }
}
