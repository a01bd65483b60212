//! Both sorts on one device: made of a shape, run a step at a time, timed, and read back
//! after each. It runs wherever a device does, in a browser or natively.

use bitonic::runtime::{BitonicSort, Error};
use bitonic::{Buffer, Dialect, Gpu, Kernel};

use crate::chart::Bar;
use crate::exchange::{Info, Kind};
use crate::global::GlobalSort;
use crate::settings::{Executor, Shape};

/// Milliseconds since some moment.
pub type Clock<'a> = &'a dyn Fn() -> f64;

/// A device that was opened.
#[derive(Debug)]
pub struct Opened {
    /// The device.
    pub gpu: Gpu,
    /// Why it is not the one that was asked for, where it is not.
    pub instead: Option<String>,
}

/// Opens the device that is asked for: of the browser, or the software adapter where there
/// is none.
///
/// # Errors
///
/// Not even the software adapter opens.
pub async fn open(executor: Executor) -> Result<Opened, Error> {
    let instead = match executor {
        Executor::Software => None,
        Executor::Automatic => match Gpu::named_async("webgpu").await {
            Ok(gpu) => return Ok(Opened { gpu, instead: None }),
            Err(error) if error.message().starts_with("no adapter") => {
                Some("the browser offers no adapter".to_owned())
            }
            Err(error) => Some(error.message().to_owned()),
        },
    };
    let gpu = Gpu::named_async("software").await?;
    Ok(Opened { gpu, instead })
}

/// How a half sorts.
#[derive(Debug)]
enum Method {
    /// The library's sort, over a buffer of ours.
    Library(Box<BitonicSort<u32>>),
    /// The one of global exchanges alone.
    Global(Box<GlobalSort>),
}

/// What was read back from the device between two steps.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Reading {
    /// The keys as they stand.
    pub keys: Vec<u32>,
    /// What the device says of the next step.
    pub info: Info,
}

/// One of the two sorts.
#[derive(Debug)]
pub struct Half {
    gpu: Gpu,
    method: Method,
    bars: Vec<Bar>,
    done: usize,
}

impl Half {
    /// The library's sort of `keys`.
    ///
    /// # Errors
    ///
    /// The shape does not fit the device.
    pub fn library(gpu: &Gpu, keys: &[u32], shape: &Shape) -> Result<Half, Error> {
        let buffer: Buffer<u32> = gpu.buffer(keys)?;
        let mut builder = gpu
            .bitonic_sort(&buffer)
            .workgroup_size(shape.workgroup_size);
        if shape.descending {
            builder = builder.descending();
        }
        let sort = builder.build()?;
        let steps = sort.schedule().steps().iter().take(sort.step_count());
        let bars = steps.map(|step| Bar {
            kind: kind_of(step.kind),
            span: step.span,
            time: None,
        });
        Ok(Half {
            gpu: gpu.clone(),
            bars: bars.collect(),
            method: Method::Library(Box::new(sort)),
            done: 0,
        })
    }

    /// The sort of global exchanges alone, of `keys`.
    ///
    /// # Errors
    ///
    /// The shape does not fit the device.
    pub fn global(gpu: &Gpu, keys: &[u32], shape: &Shape) -> Result<Half, Error> {
        let sort = GlobalSort::new(gpu, keys, shape.workgroup_size, shape.descending)?;
        let bar = |step: &Info| {
            let kind = step.kind()?;
            let (span, time) = (step.span, None);
            Some(Bar { kind, span, time })
        };
        Ok(Half {
            gpu: gpu.clone(),
            bars: sort.steps().iter().filter_map(bar).collect(),
            method: Method::Global(Box::new(sort)),
            done: 0,
        })
    }

    /// The steps, with the times of those that ran.
    #[must_use]
    pub fn bars(&self) -> &[Bar] {
        &self.bars
    }

    /// Steps that have run.
    #[must_use]
    pub fn steps_done(&self) -> usize {
        self.done
    }

    /// Whether no step is left.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.done == self.bars.len()
    }

    /// Exchanges of the whole network, each of all pairs.
    #[must_use]
    pub fn swap_ops(&self) -> usize {
        match &self.method {
            Method::Library(sort) => sort.swap_op_count(),
            Method::Global(sort) => sort.steps().len(),
        }
    }

    /// Exchanges of that network that the first `steps` steps have made.
    #[must_use]
    pub fn swap_ops_after(&self, steps: usize) -> usize {
        let ran = self.bars.iter().take(steps);
        ran.map(|bar| match bar.kind {
            Kind::SwapLocal => {
                let stages = self.tile().trailing_zeros() as usize;
                stages * (stages + 1) / 2
            }
            Kind::DisperseLocal => bar.span.trailing_zeros() as usize,
            Kind::FlipGlobal | Kind::DisperseGlobal => 1,
        })
        .sum()
    }

    /// Keys that a workgroup holds in its memory; 2 where it holds none there.
    #[must_use]
    pub fn tile(&self) -> u32 {
        match &self.method {
            Method::Library(sort) => sort.schedule().tile(),
            Method::Global(_) => 2,
        }
    }

    /// Invocations of a workgroup.
    #[must_use]
    pub fn workgroup_size(&self) -> u32 {
        match &self.method {
            Method::Library(sort) => sort.workgroup_size(),
            Method::Global(sort) => sort
                .kernel(0)
                .map_or(1, |kernel| kernel.workgroup_size()[0]),
        }
    }

    /// The kernel of the next step, of the last one after it: its name, and its WGSL as the
    /// browser gets it.
    #[must_use]
    pub fn kernel(&self) -> Option<(String, String)> {
        let step = self.done.min(self.bars.len().saturating_sub(1));
        let kernel: &Kernel = match &self.method {
            Method::Library(sort) => sort.kernel(step)?,
            Method::Global(sort) => sort.kernel(step)?,
        };
        let wgsl = kernel.wgsl(Dialect::Browser);
        let text = wgsl.unwrap_or_else(|error| format!("// {error}"));
        Some((kernel.name().to_owned(), text))
    }

    /// Runs one step, from its submission until the device is done with it, and notes how
    /// long that took; nothing after the last.
    ///
    /// # Errors
    ///
    /// The device refused it or was lost.
    pub async fn step(&mut self, clock: Clock<'_>) -> Result<(), Error> {
        if self.is_done() {
            return Ok(());
        }
        let start = clock();
        match &mut self.method {
            Method::Library(sort) => {
                sort.compute_step()?;
            }
            Method::Global(sort) => sort.compute_step()?,
        }
        self.gpu.wait_async().await?;
        self.bars[self.done].time = Some(clock() - start);
        self.done += 1;
        Ok(())
    }

    /// Reads back what stands on the device.
    ///
    /// # Errors
    ///
    /// The device was lost.
    pub async fn read(&self) -> Result<Reading, Error> {
        let (keys, info) = match &self.method {
            Method::Library(sort) => {
                let info = sort.info_async().await?;
                let info = Info {
                    kind: info.kind,
                    span: info.span,
                    largest: info.largest_span,
                };
                (sort.keys_async().await?, info)
            }
            Method::Global(sort) => (sort.keys_async().await?, sort.info_async().await?),
        };
        Ok(Reading { keys, info })
    }
}

/// The kind of a step of the library's. The copy goes with the step before it and is none of
/// its own.
fn kind_of(kind: bitonic::runtime::plan::bitonic::StepKind) -> Kind {
    use bitonic::runtime::plan::bitonic::StepKind;
    match kind {
        StepKind::SwapLocal => Kind::SwapLocal,
        StepKind::DisperseLocal => Kind::DisperseLocal,
        StepKind::FlipGlobal => Kind::FlipGlobal,
        StepKind::DisperseGlobal | StepKind::Align => Kind::DisperseGlobal,
    }
}

/// Whether a device that failed so is of no more use.
#[must_use]
pub fn is_lost(error: &Error) -> bool {
    error.message().contains("device was lost") || error.message().contains("waiting for `")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::distribution::Distribution;
    use crate::global;

    fn gpu() -> Gpu {
        Gpu::named("software").expect("it is always there")
    }

    fn halves(shape: &Shape) -> [Half; 2] {
        let (gpu, keys) = (gpu(), shape.distribution.keys(shape.n, 1));
        [
            Half::library(&gpu, &keys, shape).expect("fits"),
            Half::global(&gpu, &keys, shape).expect("fits"),
        ]
    }

    /// Runs a half to its end; the readings, the first before any step.
    fn run(half: &mut Half) -> Vec<Reading> {
        let ticks = std::cell::Cell::new(0.0);
        let clock = || {
            ticks.set(ticks.get() + 1.0);
            ticks.get()
        };
        pollster::block_on(async {
            let mut readings = vec![half.read().await.expect("reads")];
            while !half.is_done() {
                half.step(&clock).await.expect("runs");
                readings.push(half.read().await.expect("reads"));
            }
            readings
        })
    }

    #[test]
    fn both_halves_sort_any_shape() {
        for n in [2, 3, 5, 8, 100, 129, 1000, 1024] {
            for (workgroup_size, descending) in [(1, false), (64, true), (48, false), (512, true)] {
                for distribution in Distribution::ALL {
                    let shape = Shape {
                        n,
                        workgroup_size,
                        distribution,
                        descending,
                    };
                    let mut expected = distribution.keys(n, 1);
                    expected.sort_unstable();
                    if descending {
                        expected.reverse();
                    }
                    for mut half in halves(&shape) {
                        let last = run(&mut half).pop().expect("one at least");
                        assert_eq!(last.keys, expected, "{shape:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn every_step_keeps_the_keys_and_is_announced() {
        let shape = Shape {
            n: 1000,
            workgroup_size: 16,
            ..Shape::default()
        };
        for mut half in halves(&shape) {
            let readings = run(&mut half);
            let announced = readings.iter().map(|reading| {
                let kind = reading.info.kind().expect("a kind");
                (kind, reading.info.span)
            });
            let bars = half.bars().iter().map(|bar| (bar.kind, bar.span));
            assert!(announced.take(half.bars().len()).eq(bars));
            for reading in &readings {
                let mut keys = reading.keys.clone();
                keys.sort_unstable();
                assert!(keys.into_iter().eq(0..1000), "a key was lost");
            }
            assert!(half.bars().iter().all(|bar| bar.time == Some(1.0)));
            assert_eq!(half.swap_ops(), 55);
            assert_eq!(half.swap_ops_after(half.bars().len()), 55);
        }
    }

    #[test]
    fn the_steps_are_those_of_the_page() {
        let [left, right] = halves(&Shape::default());
        assert_eq!((left.bars().len(), left.swap_ops()), (36, 105));
        assert_eq!((right.bars().len(), right.swap_ops()), (105, 105));
        assert_eq!((left.tile(), left.workgroup_size()), (128, 64));
    }

    #[test]
    fn global_steps_are_flips_and_their_halves() {
        let spans: Vec<u32> = global::schedule(8).iter().map(|step| step.span).collect();
        assert_eq!(spans, [2, 4, 2, 8, 4, 2]);
        let kinds: Vec<u32> = global::schedule(8).iter().map(|step| step.kind).collect();
        assert_eq!(kinds, [3, 3, 4, 3, 4, 4]);
        assert!(global::schedule(1).is_empty());
        assert!(global::schedule(0).is_empty());
    }

    #[test]
    fn the_kernel_is_that_of_the_next_step() {
        let shape = Shape {
            n: 512,
            ..Shape::default()
        };
        let [mut left, mut right] = halves(&shape);
        let clock = || 0.0;
        let (name, wgsl) = left.kernel().expect("a kernel");
        assert!(name.starts_with("swap_local"), "{name}");
        assert!(wgsl.contains("@workgroup_size(64"), "{wgsl}");
        assert_eq!(right.kernel().expect("a kernel").0, "flip");
        pollster::block_on(async {
            left.step(&clock).await.expect("runs");
            right.step(&clock).await.expect("runs");
            right.step(&clock).await.expect("runs");
        });
        assert!(
            left.kernel()
                .expect("a kernel")
                .0
                .starts_with("flip_global")
        );
        assert_eq!(right.kernel().expect("a kernel").0, "disperse");
    }

    #[test]
    fn without_webgpu_the_software_adapter_runs_and_says_why() {
        let opened = pollster::block_on(open(Executor::Automatic)).expect("opens");
        assert_eq!(opened.gpu.info().backend, "software");
        assert!(opened.instead.is_some());
        let opened = pollster::block_on(open(Executor::Software)).expect("opens");
        assert_eq!(opened.instead, None);
    }
}
