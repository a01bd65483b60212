//! One member of the language: what says it, a kernel that runs it, what it must give,
//! what comes out, and a wrong use. How it is run is in `run`, how it is shown in `page`.

use std::fmt::Debug;
use std::panic::Location;

use bitonic::interface::{OverrideValue, ParameterPassing};
use bitonic::runtime::HostTexel;
use bitonic::runtime::plan::Sampling;
use bitonic::types::Layout;
use bitonic::*;

use super::data::Values;
use super::images::{Image, Texels};
use super::source;

/// What a buffer must hold after the run.
pub(crate) enum Wanted {
    /// These bits.
    Exactly(Values),
    /// Floats of 32 bits, each between these two.
    Within(Vec<(f64, f64)>),
}

/// A use that `build()` refuses.
pub(crate) struct Refused {
    pub(crate) says: String,
    /// The message that is wanted.
    pub(crate) message: &'static str,
    pub(crate) built: Result<Kernel, Error>,
}

/// One member.
pub(crate) struct Entry {
    pub(crate) member: &'static str,
    /// The Rust that says it.
    pub(crate) says: String,
    pub(crate) kernel: Option<Result<Kernel, Error>>,
    pub(crate) buffers: Vec<(&'static str, Values)>,
    /// Values of overrides.
    pub(crate) overrides: Vec<(&'static str, OverrideValue)>,
    pub(crate) textures: Vec<Box<dyn Image>>,
    pub(crate) samplers: Vec<(&'static str, Sampling)>,
    /// Uniforms and parameters.
    pub(crate) values: Vec<(&'static str, Values)>,
    pub(crate) wanted: Vec<(&'static str, Wanted)>,
    /// Text that must come out; the page shows the lines that hold it.
    pub(crate) emits: Vec<&'static str>,
    pub(crate) refused: Option<Refused>,
    pub(crate) workgroups: [u32; 3],
    lanes: WorkgroupSize,
}

/// An entry of `member`, of one workgroup of four invocations.
pub(crate) fn entry(member: &'static str) -> Entry {
    Entry {
        member,
        says: String::new(),
        kernel: None,
        buffers: Vec::new(),
        overrides: Vec::new(),
        textures: Vec::new(),
        samplers: Vec::new(),
        values: Vec::new(),
        wanted: Vec::new(),
        emits: Vec::new(),
        refused: None,
        workgroups: [1, 1, 1],
        lanes: 4.into(),
    }
}

/// Zeros of `count` elements.
fn zeros<T: HostShareable>(count: usize) -> Values {
    let zero = || T::read(&vec![0; Layout::of(&T::ty()).size as usize]);
    Values::of(&(0..count).map(|_| zero()).collect::<Vec<T>>())
}

impl Entry {
    /// The invocations of a workgroup, before what the entry says.
    pub(crate) fn lanes(mut self, size: impl Into<WorkgroupSize>) -> Entry {
        self.lanes = size.into();
        self
    }

    /// The grid.
    pub(crate) fn workgroups(mut self, workgroups: [u32; 3]) -> Entry {
        self.workgroups = workgroups;
        self
    }

    /// The statements of `body`, which is given the kernel, a buffer `out` of words that
    /// begins with zeros, and the number `i` of the invocation in its workgroup.
    #[track_caller]
    pub(crate) fn says(self, body: impl FnOnce(&KernelScope, StorageMut<u32>, Node<u32>)) -> Entry {
        self.says_of::<u32>(body)
    }

    /// As [`Entry::says`], with a buffer of `T`.
    #[track_caller]
    pub(crate) fn says_of<T: Value + HostShareable>(
        mut self,
        body: impl FnOnce(&KernelScope, StorageMut<T>, Node<u32>),
    ) -> Entry {
        self.says = source::statements(&source::argument_at(Location::caller()));
        self.kernel = Some(self.build(body));
        self
    }

    /// Shows an item of the entry's file, `struct Pair`, before what is said.
    #[track_caller]
    pub(crate) fn with(mut self, head: &str) -> Entry {
        self.says = format!("{}\n{}", source::item(Location::caller(), head), self.says);
        self
    }

    /// The kernel that `body` builds by itself; it has a buffer `out`.
    #[track_caller]
    pub(crate) fn builds(mut self, body: impl FnOnce() -> Result<Kernel, Error>) -> Entry {
        self.says = source::statements(&source::argument_at(Location::caller()));
        self.kernel = Some(body());
        self
    }

    /// The kernel with its parameters as immediates.
    pub(crate) fn by_immediates(mut self) -> Entry {
        self.says += "\nkernel.with_parameters(ParameterPassing::Immediates)?";
        let passed = |kernel: Kernel| kernel.with_parameters(ParameterPassing::Immediates);
        self.kernel = self.kernel.map(|built| built.and_then(passed));
        self
    }

    fn build<T: Value + HostShareable>(
        &self,
        body: impl FnOnce(&KernelScope, StorageMut<T>, Node<u32>),
    ) -> Result<Kernel, Error> {
        let lanes = self.lanes.clone();
        kernel("main").workgroup_size(lanes).build(|k| {
            let out = k.storage_mut::<T>("out");
            // An input keeps its long name; a value of it has the name that it is given.
            let i = (local_invocation_index() | 0).to_const("i");
            body(k, out, i);
        })
    }

    /// What `body` makes of each element of a buffer `x`, in a buffer `out`.
    #[track_caller]
    pub(crate) fn computes<A: Value + HostShareable, R: Value + HostShareable>(
        mut self,
        body: impl FnOnce(Node<A>) -> Node<R>,
        given: &[A],
    ) -> Entry {
        self.says = source::argument_at(Location::caller());
        self.lanes = (given.len() as u32).into();
        self.kernel = Some(self.build::<R>(|k, out, i| {
            let x = k.storage::<A>("x");
            out.element(i).assign(body(x.element(i).load()));
        }));
        self.buffers.push(("out", zeros::<R>(given.len())));
        self.given("x", given)
    }

    /// What `body` makes of the elements of two buffers, `x` and `y`.
    #[track_caller]
    pub(crate) fn computes2<A, B, R>(
        mut self,
        body: impl FnOnce(Node<A>, Node<B>) -> Node<R>,
        given: (&[A], &[B]),
    ) -> Entry
    where
        A: Value + HostShareable,
        B: Value + HostShareable,
        R: Value + HostShareable,
    {
        self.says = source::argument_at(Location::caller());
        self.lanes = (given.0.len() as u32).into();
        self.kernel = Some(self.build::<R>(|k, out, i| {
            let x = k.storage::<A>("x");
            let y = k.storage::<B>("y");
            let result = body(x.element(i).load(), y.element(i).load());
            out.element(i).assign(result);
        }));
        self.buffers.push(("out", zeros::<R>(given.0.len())));
        self.given("x", given.0).given("y", given.1)
    }

    /// [`Entry::computes`], and what must come out, bit for bit.
    #[track_caller]
    pub(crate) fn maps<A: Value + HostShareable, R: Value + HostShareable>(
        self,
        body: impl FnOnce(Node<A>) -> Node<R>,
        given: &[A],
        gives: &[R],
    ) -> Entry {
        self.computes(body, given).leaves("out", gives)
    }

    /// [`Entry::computes2`], and what must come out, bit for bit.
    #[track_caller]
    pub(crate) fn maps2<A, B, R>(
        self,
        body: impl FnOnce(Node<A>, Node<B>) -> Node<R>,
        given: (&[A], &[B]),
        gives: &[R],
    ) -> Entry
    where
        A: Value + HostShareable,
        B: Value + HostShareable,
        R: Value + HostShareable,
    {
        self.computes2(body, given).leaves("out", gives)
    }

    /// What a buffer holds before the run.
    pub(crate) fn given<T: HostShareable>(mut self, name: &'static str, values: &[T]) -> Entry {
        self.buffers.push((name, Values::of(values)));
        self
    }

    /// A texture.
    pub(crate) fn texture<F>(mut self, texels: Texels<F>) -> Entry
    where
        F: HostTexel<Host: PartialEq + Debug> + 'static,
    {
        self.textures.push(Box::new(texels));
        self
    }

    /// A sampler.
    pub(crate) fn sampler(mut self, name: &'static str, sampling: Sampling) -> Entry {
        self.samplers.push((name, sampling));
        self
    }

    /// The value of a uniform or a parameter.
    pub(crate) fn value<T: HostShareable>(mut self, name: &'static str, value: T) -> Entry {
        self.values.push((name, Values::of(&[value])));
        self
    }

    /// The value of an override.
    pub(crate) fn overridden(
        mut self,
        name: &'static str,
        value: impl Into<OverrideValue>,
    ) -> Entry {
        self.overrides.push((name, value.into()));
        self
    }

    /// What a buffer of one structure, which ends in an array, holds before and after the
    /// run.
    pub(crate) fn structure<T: RuntimeSized + Clone>(
        mut self,
        name: &'static str,
        before: &T,
        after: &T,
    ) -> Entry {
        self.buffers.push((name, Values::of_struct(before)));
        let after = Wanted::Exactly(Values::of_struct(after));
        self.wanted.push((name, after));
        self
    }

    /// What `out` must hold after the run, bit for bit.
    pub(crate) fn gives<T: HostShareable>(mut self, values: &[T]) -> Entry {
        self.buffers.push(("out", zeros::<T>(values.len())));
        self.leaves("out", values)
    }

    /// What a buffer that was given must hold after the run, bit for bit.
    pub(crate) fn leaves<T: HostShareable>(mut self, name: &'static str, values: &[T]) -> Entry {
        self.wanted
            .push((name, Wanted::Exactly(Values::of(values))));
        self
    }

    /// What `out` must hold: floats of 32 bits, each between these two.
    pub(crate) fn within(mut self, bounds: Vec<(f64, f64)>) -> Entry {
        let proves = |(low, high): &(f64, f64)| low.is_finite() && high.is_finite();
        assert!(bounds.iter().all(proves), "{bounds:?} accepts anything");
        self.wanted.push(("out", Wanted::Within(bounds)));
        self
    }

    /// As [`Entry::within`]: no further than `by` from these.
    pub(crate) fn near(self, values: &[f64], by: f64) -> Entry {
        self.within(
            values
                .iter()
                .map(|value| (value - by, value + by))
                .collect(),
        )
    }

    /// Text that must come out.
    pub(crate) fn emits(mut self, text: &'static str) -> Entry {
        self.emits.push(text);
        self
    }

    /// A use that `build()` refuses with `message`.
    #[track_caller]
    pub(crate) fn refuses(
        mut self,
        body: impl FnOnce(&KernelScope, StorageMut<u32>, Node<u32>),
        message: &'static str,
    ) -> Entry {
        let says = source::statements(&source::argument_at(Location::caller()));
        let built = self.build(body);
        self.refused = Some(Refused {
            says,
            message,
            built,
        });
        self
    }
}
