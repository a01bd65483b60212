//! The plan of a sort with direction bits: its steps, in place or in a padded buffer. Pure: no
//! device is asked.

use std::ops::Range;

use bitonic_dsl::Kernel;
use bitonic_dsl::interface::ParameterPassing;
use bitonic_dsl::types::Type;

use super::XorStep;
use crate::error::{Error, ErrorKind};
use crate::kernels::{Coding, Key, pad, unpad, xor_exchange};
use crate::plan::{BufferId, Grid, KernelId, Limits, Plan, Role};

/// The most keys: their number, padded, is one of a `u32`.
const MOST_KEYS: usize = 1 << 31;

/// What a sort is asked to be.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    pub(super) count: usize,
    pub(super) workgroup_size: u32,
    pub(super) descending: bool,
    pub(super) passing: ParameterPassing,
}

/// What a plan sorts in, and its steps.
#[derive(Debug)]
pub(super) struct XorPlan {
    /// The caller's keys.
    pub(super) keys: BufferId,
    /// The buffer of a power of two in which the steps run, where the caller's is none.
    pub(super) padded: Option<BufferId>,
    pub(super) steps: Vec<XorStep>,
}

impl XorPlan {
    /// The dispatches of some steps; the copies go with the first and the last of all.
    pub(super) fn dispatches(&self, steps: Range<usize>) -> Range<usize> {
        let copies = usize::from(self.padded.is_some());
        let start = match steps.start {
            0 => 0,
            start => start + copies,
        };
        let end = match steps.end == self.steps.len() {
            true => steps.end + 2 * copies,
            false => steps.end + copies,
        };
        start..end
    }
}

/// The steps that sort `padded` keys, a power of two.
fn steps(padded: u32) -> Vec<XorStep> {
    let exponents = 0..padded.ilog2();
    let stage = |exponent: u32| {
        let strides = (0..=exponent).rev();
        strides.map(move |bit| XorStep {
            span: 2 << exponent,
            stride: 1 << bit,
        })
    };
    exponents.flat_map(stage).collect()
}

/// Plans the sort of `shape`, for keys of type `K`.
///
/// Padding is of the greatest word, which comes after all others. What stands behind the keys at
/// the end is then the padding, or keys of the same word, which are the same keys: none can be lost
/// to it, for nothing travels with a key.
pub(super) fn xor_plan<K: Key<Word = u32>>(
    shape: &Shape,
    limits: &Limits,
) -> Result<(Plan, XorPlan), Error> {
    if shape.count > MOST_KEYS {
        let message = format!("{} keys are more than a sort can index", shape.count);
        return Err(
            Error::new(ErrorKind::Limit, message).with_help("sort at most 2^31 keys at once")
        );
    }
    let mut plan = Plan::new(label::<K>(shape));
    let keys = plan.add_buffer("keys", Role::InputOutput, Type::U32, shape.count);
    let padded_count = shape.count.next_power_of_two();
    let padded = (padded_count > shape.count && shape.count > 1)
        .then(|| plan.add_buffer("padded", Role::Scratch, Type::U32, padded_count));
    let planned = XorPlan {
        keys,
        padded,
        steps: steps(padded_count as u32),
    };
    let planner = Planner { shape, limits };
    match padded {
        Some(padded) => planner.padded::<K>(&mut plan, &planned.steps, [keys, padded])?,
        None => planner.in_place::<K>(&mut plan, &planned.steps, keys)?,
    }
    plan.add_read_back(keys);
    Ok((plan, planned))
}

fn label<K: Key<Word = u32>>(shape: &Shape) -> String {
    let order = if shape.descending { ", descending" } else { "" };
    format!(
        "sort with direction bits of {} {}{order}",
        shape.count,
        K::NAME
    )
}

struct Planner<'a> {
    shape: &'a Shape,
    limits: &'a Limits,
}

impl Planner<'_> {
    /// The first step turns keys into words, the last one words into keys.
    fn in_place<K: Key<Word = u32>>(
        &self,
        plan: &mut Plan,
        steps: &[XorStep],
        keys: BufferId,
    ) -> Result<(), Error> {
        let mut kernels: Vec<(Coding, KernelId)> = Vec::new();
        for (index, &step) in steps.iter().enumerate() {
            let last = index + 1 == steps.len();
            let coding = Coding::of_step(index == 0, last, self.shape.descending);
            let known = kernels.iter().find(|(known, _)| *known == coding);
            let kernel = match known {
                Some(&(_, kernel)) => kernel,
                None => self.exchange::<K>(plan, coding)?,
            };
            kernels.push((coding, kernel));
            self.step(plan, kernel, step, (keys, self.shape.count))?;
        }
        Ok(())
    }

    /// The copies turn keys into words and back, so that all steps are of words.
    fn padded<K: Key<Word = u32>>(
        &self,
        plan: &mut Plan,
        steps: &[XorStep],
        [keys, padded]: [BufferId; 2],
    ) -> Result<(), Error> {
        let (count, size) = (self.shape.count, self.shape.workgroup_size);
        let padded_count = count.next_power_of_two();
        let coding = |first| Coding::of_step(first, !first, self.shape.descending);
        let there = plan.add_kernel(pad::<K>(size, coding(true))?);
        let exchange = self.exchange::<K>(plan, Coding::NONE)?;
        let back = plan.add_kernel(unpad::<K>(size, coding(false))?);
        plan.add_step("pad", there, [keys, padded], self.grid(padded_count)?);
        for &step in steps {
            self.step(plan, exchange, step, (padded, padded_count))?;
        }
        plan.add_step("unpad", back, [padded, keys], self.grid(count)?);
        Ok(())
    }

    /// A pass; those that only move words serve all key types.
    fn exchange<K: Key<Word = u32>>(
        &self,
        plan: &mut Plan,
        coding: Coding,
    ) -> Result<KernelId, Error> {
        let size = self.shape.workgroup_size;
        let kernel: Kernel = match coding == Coding::NONE {
            true => xor_exchange::<u32>(size, coding)?.into(),
            false => xor_exchange::<K>(size, coding)?.into(),
        };
        Ok(plan.add_kernel(kernel.with_parameters(self.shape.passing)?))
    }

    fn step(
        &self,
        plan: &mut Plan,
        kernel: KernelId,
        step: XorStep,
        (keys, count): (BufferId, usize),
    ) -> Result<(), Error> {
        let grid = self.grid(count / 2)?;
        plan.add_step("exchange", kernel, [keys], grid)
            .set("stride", step.stride)
            .set("span", step.span);
        Ok(())
    }

    fn grid(&self, threads: usize) -> Result<Grid, Error> {
        let workgroup = [self.shape.workgroup_size, 1, 1];
        let most = self.limits.workgroups_per_dimension;
        Grid::threads(threads as u64, workgroup, most).ok_or_else(|| {
            let message = format!(
                "{} keys need more workgroups than the device allows",
                self.shape.count
            );
            Error::new(ErrorKind::Limit, message).with_help("use a larger workgroup size")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn planned<K: Key<Word = u32>>(count: usize, passing: ParameterPassing) -> (Plan, XorPlan) {
        let shape = Shape {
            count,
            workgroup_size: 64,
            descending: true,
            passing,
        };
        let (plan, planned) = xor_plan::<K>(&shape, &Limits::WEBGPU).expect("a right plan");
        plan.check(&Limits::WEBGPU).expect("a right plan");
        assert_eq!(plan.warnings(), [""; 0], "{count}");
        (plan, planned)
    }

    fn kernel_names(plan: &Plan) -> Vec<&str> {
        let steps = plan.steps().iter();
        steps
            .map(|step| plan.kernels()[step.kernel.index()].name())
            .collect()
    }

    #[test]
    fn a_power_of_two_is_sorted_in_place() {
        for passing in [
            ParameterPassing::Immediates,
            ParameterPassing::DynamicUniform,
        ] {
            let (plan, planned) = planned::<f32>(4, passing);
            assert_eq!(plan.buffers().len(), 1);
            assert_eq!(
                kernel_names(&plan),
                [
                    "xor_exchange_f32_descending",
                    "xor_exchange_u32",
                    "xor_exchange_f32_descending"
                ]
            );
            let steps = planned.steps.iter().map(|step| (step.span, step.stride));
            assert!(steps.eq([(2, 1), (4, 2), (4, 1)]));
        }
    }

    #[test]
    fn other_counts_are_sorted_in_a_padded_buffer() {
        let (plan, planned) = planned::<f32>(3, ParameterPassing::DynamicUniform);
        assert_eq!(plan.buffers()[1].count, 4);
        assert_eq!(
            kernel_names(&plan),
            [
                "pad_f32_descending",
                "xor_exchange_u32",
                "xor_exchange_u32",
                "xor_exchange_u32",
                "unpad_f32_descending"
            ]
        );
        assert_eq!(planned.dispatches(0..1), 0..2);
        assert_eq!(planned.dispatches(1..2), 2..3);
        assert_eq!(planned.dispatches(2..3), 3..5);
        assert_eq!(planned.dispatches(0..3), 0..5);
    }

    #[test]
    fn steps_are_as_many_as_the_formula_says() {
        for exponent in 0..=16u32 {
            let (plan, planned) = planned::<u32>(1 << exponent, ParameterPassing::Immediates);
            assert_eq!(planned.steps.len() as u32, exponent * (exponent + 1) / 2);
            assert_eq!(plan.steps().len(), planned.steps.len());
        }
        assert!(
            planned::<u32>(0, ParameterPassing::Immediates)
                .1
                .steps
                .is_empty()
        );
    }

    #[test]
    fn more_keys_than_can_be_indexed_are_refused() {
        let shape = Shape {
            count: MOST_KEYS + 1,
            workgroup_size: 64,
            descending: false,
            passing: ParameterPassing::Immediates,
        };
        let error = xor_plan::<u32>(&shape, &Limits::WEBGPU).expect_err("too many");
        assert_eq!(error.kind(), ErrorKind::Limit);
    }
}
