//! The arguments of an entry point: built-in values.

use naga::{Binding, BuiltIn, EntryPoint, FunctionArgument, Span, TypeInner};

use super::DecodeError;
use super::builder::{Input, Value};
use super::frame::{Decoder, Operand};
use crate::value::Binary;

impl Decoder<'_> {
    /// What the entry point's arguments stand for.
    pub(super) fn entry_arguments(
        &mut self,
        entry: &EntryPoint,
    ) -> Result<Vec<Operand>, DecodeError> {
        let size = entry.workgroup_size;
        let arguments = entry.function.arguments.iter();
        arguments
            .map(|argument| self.entry_argument(argument, size))
            .collect()
    }

    fn entry_argument(
        &mut self,
        argument: &FunctionArgument,
        size: [u32; 3],
    ) -> Result<Operand, DecodeError> {
        let span = self.module.types.get_span(argument.ty);
        if let Some(binding) = &argument.binding {
            return Ok(Self::values(self.built_in(binding, size, span)?));
        }
        let mut values = Vec::new();
        if let TypeInner::Struct { members, .. } = &self.module.types[argument.ty].inner {
            for binding in members.iter().filter_map(|member| member.binding.as_ref()) {
                values.extend(self.built_in(binding, size, span)?);
            }
        }
        Ok(Self::values(values))
    }

    fn built_in(
        &mut self,
        binding: &Binding,
        size: [u32; 3],
        span: Span,
    ) -> Result<Vec<Value>, DecodeError> {
        let built_in = match binding {
            Binding::BuiltIn(built_in) => *built_in,
            Binding::Location { .. } => {
                return Err(DecodeError::unsupported("user-defined inputs", span));
            }
        };
        let axes = 0..3u8;
        Ok(match built_in {
            BuiltIn::GlobalInvocationId => axes.map(|axis| self.global_id(axis, size)).collect(),
            BuiltIn::LocalInvocationId => axes.map(|axis| self.local_id(axis, size)).collect(),
            BuiltIn::LocalInvocationIndex => vec![self.local_index(size)],
            BuiltIn::WorkGroupId => axes
                .map(|axis| self.builder.input(Input::WorkgroupId(axis), u32::MAX))
                .collect(),
            BuiltIn::NumWorkGroups => axes
                .map(|axis| self.builder.input(Input::WorkgroupCount(axis), u32::MAX))
                .collect(),
            BuiltIn::WorkGroupSize => size.map(|size| self.builder.constant(size)).to_vec(),
            BuiltIn::NumSubgroups => vec![self.subgroup_count()],
            BuiltIn::SubgroupId => vec![self.subgroup_id()],
            BuiltIn::SubgroupSize => vec![self.builder.constant(self.subgroup_size)],
            BuiltIn::SubgroupInvocationId => vec![self.subgroup_invocation_id()],
            _ => {
                return Err(DecodeError::unsupported(
                    "inputs of other shader stages",
                    span,
                ));
            }
        })
    }

    /// workgroup_id * workgroup_size + local_invocation_id
    fn global_id(&mut self, axis: u8, size: [u32; 3]) -> Value {
        let group = self.builder.input(Input::WorkgroupId(axis), u32::MAX);
        let width = self.builder.constant(size[usize::from(axis)]);
        let start = self.builder.binary(Binary::Multiply, group, width);
        let local = self.local_id(axis, size);
        self.builder.binary(Binary::Add, start, local)
    }

    fn local_id(&mut self, axis: u8, size: [u32; 3]) -> Value {
        if size[usize::from(axis)] == 1 {
            return self.builder.constant(0);
        }
        // In a row of invocations the index is the only coordinate.
        if size.iter().filter(|&&size| size > 1).count() == 1 {
            return self.local_index(size);
        }
        let last = size[usize::from(axis)] - 1;
        self.builder.input(Input::LocalId(axis), last)
    }

    fn local_index(&mut self, size: [u32; 3]) -> Value {
        if size == [1; 3] {
            return self.builder.constant(0);
        }
        let last = size.iter().product::<u32>() - 1;
        self.builder.input(Input::LocalIndex, last)
    }
}
