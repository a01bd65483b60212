//! The rules of a step whose workgroups lie in a buffer: it holds three words, and the step
//! does not write them. What earlier steps leave there is the affair of `hazards`.

use bitonic_dsl::types::{ScalarType, Type};

use super::check::{StepChecker, is_written};
use super::{BufferId, PlanBuffer, ResourceId};
use crate::error::{Error, ErrorKind};

/// Numbers of workgroups, along x, y and z.
const DIMENSIONS: usize = 3;

impl StepChecker<'_> {
    /// The buffer of the step's workgroups, where it has one.
    pub(super) fn indirect_fits(&self) -> Result<(), Error> {
        let Some(id) = self.step.indirect else {
            return Ok(());
        };
        let Some(buffer) = self.plan.buffers.get(id.index()) else {
            return Err(self.fault(ErrorKind::Plan, "names a buffer of another plan"));
        };
        self.has_three_words(buffer)?;
        self.does_not_write(id, buffer)
    }

    fn has_three_words(&self, buffer: &PlanBuffer) -> Result<(), Error> {
        let words = first_words(&buffer.element).map(|words| words.saturating_mul(buffer.count));
        let (label, element, count) = (&buffer.label, &buffer.element, buffer.count);
        let what = match words {
            Some(DIMENSIONS..) => return Ok(()),
            Some(_) => {
                format!("the workgroups are read from `{label}`, which holds {count} `{element}`")
            }
            None => format!("the workgroups are read from `{label}`, which holds `{element}`"),
        };
        let help = "they are three `u32`, along x, y and z, at the start of the buffer";
        Err(self.fault(ErrorKind::Plan, what).with_help(help))
    }

    /// A dispatch cannot write what it is started by.
    fn does_not_write(&self, id: BufferId, buffer: &PlanBuffer) -> Result<(), Error> {
        let pairs = self.interface.bindings.iter().zip(&self.step.bindings);
        let mut written = pairs.filter(|(binding, _)| is_written(binding));
        let Some((binding, _)) = written.find(|(_, of)| **of == ResourceId::Buffer(id)) else {
            return Ok(());
        };
        let what = format!(
            "the workgroups are read from `{}`, which is bound to `{}` and may be written",
            buffer.label, binding.name
        );
        Err(self
            .fault(ErrorKind::Plan, what)
            .with_help("let an earlier step write it, or bind another buffer"))
    }
}

/// How many words an element of an array begins with: `u32`, alone or atomic, in a vector,
/// or as the first fields of a structure. `None` where the three do not lie side by side.
fn first_words(element: &Type) -> Option<usize> {
    match element {
        // Its elements are four words apart: the first three are its own.
        Type::Vector(size, ScalarType::U32) => Some(size.count() as usize),
        Type::Struct(structure) => {
            let words = structure
                .fields
                .iter()
                .take_while(|field| is_word(&field.ty));
            let words = words.count();
            (words >= DIMENSIONS || words == structure.fields.len()).then_some(words)
        }
        Type::Scalar(_)
        | Type::Atomic(_)
        | Type::Vector(..)
        | Type::Matrix { .. }
        | Type::Array(_) => is_word(element).then_some(1),
    }
}

fn is_word(ty: &Type) -> bool {
    matches!(
        ty,
        Type::Scalar(ScalarType::U32) | Type::Atomic(ScalarType::U32)
    )
}
