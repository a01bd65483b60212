//! The operations of a [`Machine`] on textures. Which texels a sample takes is in `image`.

use crate::decode::image_operation::{
    Detail, ImageAction, ImageOperation, Mix, Query, Sampling, TexelAt,
};
use crate::decode::operation::{AtomicFunction, Register};
use crate::image::sample::{self, Point};
use crate::image::{Sampler, Texel, TextureView};

use super::machine::Machine;
use super::observer::{AccessKind, Observer};
use super::words::Slot;

/// The textures and samplers of a dispatch.
#[derive(Clone, Debug, Default)]
pub struct Textures {
    /// One for each of a program's textures, in that order; those that lack have no texels.
    pub views: Vec<TextureView>,
    /// One for each of a program's samplers, in that order; those that lack are the default one.
    pub samplers: Vec<Sampler>,
}

impl Textures {
    /// No textures.
    pub const NONE: &'static Self = &Self {
        views: Vec::new(),
        samplers: Vec::new(),
    };
}

impl<'a, O: Observer> Machine<'a, '_, O> {
    pub(super) fn view(&self, texture: u32) -> Option<&'a TextureView> {
        self.dispatch.textures.views.get(texture as usize)
    }

    // Apart, so that the loop over other operations stays small.
    #[inline(never)]
    pub(super) fn image(&mut self, operation: &ImageOperation<Register>) {
        if O::ACTIVE {
            self.watch_texels(operation);
        }
        let view = self.view(operation.texture);
        match &operation.action {
            ImageAction::Store(at, values) => {
                if let Some(view) = view {
                    self.store_texels(view, at, values);
                }
            }
            ImageAction::Atomic {
                at,
                function,
                operand,
            } => {
                if let Some(view) = view {
                    self.texel_atomic(view, at, *function, *operand);
                }
            }
            ImageAction::Load(at) => {
                self.result(&operation.targets, |machine, lane| match view {
                    Some(view) => view.load(&machine.texel(at, lane)),
                    None => [0; 4],
                });
            }
            ImageAction::Sample(sampling) => {
                let sampler = self.sampler(sampling.sampler);
                self.result(&operation.targets, |machine, lane| match view {
                    Some(view) => machine.sample(view, &sampler, sampling, lane),
                    None => [0; 4],
                });
            }
            ImageAction::Query(query) => {
                self.result(&operation.targets, |machine, lane| match view {
                    Some(view) => machine.answer(view, *query, lane),
                    None => [0; 4],
                });
            }
        }
    }

    fn sampler(&self, index: u32) -> Sampler {
        let samplers = &self.dispatch.textures.samplers;
        samplers.get(index as usize).copied().unwrap_or_default()
    }

    /// Gives the targets the words that `words` finds for each active lane: once, where all lanes have
    /// the same.
    fn result(&mut self, targets: &[Register], words: impl Fn(&Self, usize) -> [u32; 4]) {
        if let Some(Register::Uniform(_)) = targets.first() {
            let found = words(self, 0);
            for (&target, word) in targets.iter().zip(found) {
                self.set(target, word);
            }
            return;
        }
        let mut columns = self.take_columns(targets);
        for lane in 0..self.lanes {
            // What an inactive lane has is never read.
            if self.active().contains(lane) {
                let found = words(self, lane);
                for (column, word) in columns.iter_mut().zip(found) {
                    if let Some(place) = column.get_mut(lane) {
                        *place = word;
                    }
                }
            }
        }
        self.put_columns(targets, &mut columns);
    }

    /// Takes the columns of up to four targets out, so that they can be written while others are read.
    fn take_columns(&mut self, targets: &[Register]) -> [Vec<u32>; 4] {
        let mut columns: [Vec<u32>; 4] = Default::default();
        for (column, target) in columns.iter_mut().zip(targets) {
            if let Register::Column(index) = *target {
                *column = std::mem::take(&mut self.scratch.columns[index as usize]);
            }
        }
        columns
    }

    fn put_columns(&mut self, targets: &[Register], columns: &mut [Vec<u32>; 4]) {
        for (column, target) in columns.iter_mut().zip(targets) {
            if let Register::Column(index) = *target {
                self.scratch.columns[index as usize] = std::mem::take(column);
            }
        }
    }

    fn three(&self, registers: &[Register; 3], lane: usize) -> [u32; 3] {
        registers.map(|register| self.source(register).lane(lane))
    }

    /// The texel that a lane means.
    pub(super) fn texel(&self, at: &TexelAt<Register>, lane: usize) -> Texel {
        Texel {
            coordinates: self.three(&at.coordinates, lane),
            layer: self.source(at.layer).lane(lane),
            level: self.source(at.level).lane(lane),
            sample: self.source(at.sample).lane(lane),
        }
    }

    fn store_texels(&self, view: &TextureView, at: &TexelAt<Register>, values: &[Register; 4]) {
        let values = values.map(|register| self.source(register));
        for lane in 0..self.lanes {
            if self.active().contains(lane) {
                let words = values.map(|value| value.lane(lane));
                view.store(&self.texel(at, lane), words);
            }
        }
    }

    fn texel_atomic(
        &self,
        view: &TextureView,
        at: &TexelAt<Register>,
        function: AtomicFunction<Register>,
        operand: Register,
    ) {
        for lane in 0..self.lanes {
            let texel = self.texel(at, lane);
            let word = view.word(&texel).filter(|_| self.active().contains(lane));
            let Some(word) = word else { continue };
            let operand = self.source(operand).lane(lane);
            match function {
                AtomicFunction::Combine(function) => {
                    Slot::update(word, |old| function.scalar(old, operand));
                }
                AtomicFunction::Exchange => {
                    Slot::update(word, |_| operand);
                }
                AtomicFunction::CompareExchange(expected) => {
                    let expected = self.source(expected).lane(lane);
                    Slot::update(word, |old| if old == expected { operand } else { old });
                }
            }
        }
    }

    fn sample(
        &self,
        view: &TextureView,
        sampler: &Sampler,
        sampling: &Sampling<Register>,
        lane: usize,
    ) -> [u32; 4] {
        let floats = |registers| self.three(registers, lane).map(f32::from_bits);
        let point = Point {
            coordinates: floats(&sampling.coordinates),
            element: self.source(sampling.element).lane(lane).cast_signed(),
            offset: self.three(&sampling.offset, lane).map(u32::cast_signed),
        };
        let float = |register| f32::from_bits(self.source(register).lane(lane));
        let reference = sampling.reference.map(float);
        let point = match sampling.mix {
            Mix::FilterWithinEdge => sample::clamped_to_edge(view, &point),
            Mix::Filter | Mix::Gather(_) => point,
        };
        match (sampling.mix, reference) {
            (Mix::Gather(channel), None) => {
                sample::gather(view, sampler, &point, usize::from(channel))
            }
            (Mix::Gather(_), Some(reference)) => {
                sample::gather_compare(view, sampler, &point, reference)
            }
            (Mix::Filter | Mix::FilterWithinEdge, Some(reference)) => {
                [sample::sample_compare(view, sampler, &point, reference).to_bits(); 4]
            }
            (Mix::Filter | Mix::FilterWithinEdge, None) => {
                let level = match &sampling.detail {
                    Detail::Level(level) => float(*level),
                    Detail::Gradients([x, y]) => {
                        sample::level_of_gradients(view, &point, [floats(x), floats(y)])
                    }
                };
                sample::sample(view, sampler, &point, level).map(f32::to_bits)
            }
        }
    }

    fn answer(&self, view: &TextureView, query: Query<Register>, lane: usize) -> [u32; 4] {
        match query {
            Query::Size(level) => {
                let [x, y, z] = view.size(self.source(level).lane(lane));
                [x, y, z, 0]
            }
            Query::Levels => [view.levels; 4],
            Query::Layers => [view.elements(); 4],
            Query::Samples => [view.samples(); 4],
        }
    }

    /// Tells of texels out of range, and of accesses to those of storage textures.
    fn watch_texels(&mut self, operation: &ImageOperation<Register>) {
        let (at, kind) = match &operation.action {
            ImageAction::Load(at) => (at, AccessKind::Load),
            ImageAction::Store(at, _) => (at, AccessKind::Store),
            ImageAction::Atomic { at, .. } => (at, AccessKind::Update),
            ImageAction::Sample(_) | ImageAction::Query(_) => return,
        };
        let Some(view) = self.view(operation.texture) else {
            return;
        };
        for lane in 0..self.lanes {
            if self.active().contains(lane) {
                let texel = self.texel(at, lane);
                self.tell_texel(view, operation, texel, kind, lane);
            }
        }
    }
}
