//! Which values get a line of their own, `let x = ..`, and which are written where they
//! are used.
//!
//! What the author named has a line. So does what is used more than once and costs
//! something, and what would be evaluated at another time, or another number of times,
//! if it stood at its use: the order of effects is the module's. `order` finds those.

use naga::valid::FunctionInfo;
use naga::{Expression, Function, Module, TypeInner};

use super::Value;
use super::facts::{Facts, Key};
use super::operands::for_each_operand;
use super::order;

/// The most characters that the text of an expression has, more or less.
const LONGEST: u32 = 110;

/// What is shorter than this stays where it is used.
const SHORT: u32 = 16;

/// The characters of a name that is not known yet.
const NAME: u32 = 8;

pub(super) struct Plan<'a> {
    pub(super) module: &'a Module,
    pub(super) function: &'a Function,
    pub(super) info: &'a FunctionInfo,
    pub(super) facts: Facts,
    /// By expression: whether it has a line of its own.
    pub(super) lets: Vec<bool>,
    /// By expression: how often the text names it.
    pub(super) counts: Vec<u32>,
}

impl<'a> Plan<'a> {
    pub(super) fn of(
        module: &'a Module,
        function: &'a Function,
        info: &'a FunctionInfo,
    ) -> Plan<'a> {
        let uses = |value: Value| info[value].ref_count;
        let length = function.expressions.len();
        let mut plan = Plan {
            module,
            function,
            info,
            facts: Facts::of(function, &uses),
            lets: vec![false; length],
            counts: vec![0; length],
        };
        for named in function.named_expressions.keys() {
            plan.lets[named.index()] = plan.is_evaluated(*named) && plan.can_be_let(*named);
        }
        plan.shorten();
        loop {
            plan.count();
            if !order::mark(&mut plan) {
                break;
            }
        }
        plan
    }

    /// Whether a statement says where `value` comes to be.
    pub(super) fn is_evaluated(&self, value: Value) -> bool {
        self.facts.at[value.index()] != 0
    }

    pub(super) fn is_let(&self, value: Value) -> bool {
        self.lets[value.index()]
    }

    /// Whether `value` is one half of an assignment `place op= ..`.
    pub(super) fn compound(&self, statement: &naga::Statement) -> Option<super::facts::Compound> {
        self.facts.compounds.get(&Key::of(statement)).copied()
    }

    /// Whether the text of an `Emit` of `value` is empty.
    pub(super) fn is_silent(&self, value: Value) -> bool {
        !self.is_let(value) && !self.is_unused_read(value)
    }

    /// A read that nothing uses, which happens all the same.
    pub(super) fn is_unused_read(&self, value: Value) -> bool {
        let reads = matches!(
            self.function.expressions[value],
            Expression::Load { .. } | Expression::ImageLoad { .. } | Expression::ImageSample { .. }
        );
        let is_hidden = self.facts.hidden[value.index()];
        reads && self.counts[value.index()] == 0 && !self.is_let(value) && !is_hidden
    }

    /// Whether WGSL can hold the value of `value` in a `let`.
    fn can_be_let(&self, value: Value) -> bool {
        let inner = self.info[value].ty.inner_with(&self.module.types);
        match *inner {
            TypeInner::Scalar(_)
            | TypeInner::Vector { .. }
            | TypeInner::Matrix { .. }
            | TypeInner::Array { .. }
            | TypeInner::Struct { .. } => true,
            // The author's name is not worth a pointer that the text can do without.
            TypeInner::Pointer { .. } | TypeInner::ValuePointer { .. } => false,
            TypeInner::CooperativeMatrix { .. }
            | TypeInner::Atomic(_)
            | TypeInner::Image { .. }
            | TypeInner::Sampler { .. }
            | TypeInner::AccelerationStructure { .. }
            | TypeInner::RayQuery { .. }
            | TypeInner::BindingArray { .. } => false,
        }
    }

    /// Whether computing `value` again, at each use, costs something.
    pub(super) fn is_computed(&self, value: Value) -> bool {
        let access = matches!(
            self.function.expressions[value],
            Expression::Access { .. } | Expression::AccessIndex { .. } | Expression::Swizzle { .. }
        );
        !access && self.is_evaluated(value) && self.can_be_let(value)
    }

    /// Gives `value` a line of its own. True if it had none.
    pub(super) fn give_line(&mut self, value: Value) -> bool {
        !std::mem::replace(&mut self.lets[value.index()], true)
    }

    /// Counts how often the text names each value, and gives what is computed at more
    /// than one place a line. Uses come behind what they use.
    fn count(&mut self) {
        self.counts.clone_from(&self.facts.seeds);
        let function = self.function;
        for (value, expression) in function.expressions.iter().rev() {
            let mut count = self.counts[value.index()];
            let repeats = !order::is_local_read(function, value);
            if count > 1 && repeats && self.is_computed(value) {
                self.lets[value.index()] = true;
            }
            if self.lets[value.index()] {
                count = 1;
            }
            if self.is_unused_read(value) && self.is_evaluated(value) {
                count = 1;
            }
            if count > 0 {
                for_each_operand(expression, |operand| self.counts[operand.index()] += count);
            }
        }
    }

    /// Gives parts of long expressions lines of their own.
    fn shorten(&mut self) {
        let function = self.function;
        let mut lengths = vec![0_u32; function.expressions.len()];
        for (value, expression) in function.expressions.iter() {
            let mut parts: Vec<Value> = Vec::new();
            for_each_operand(expression, |operand| parts.push(operand));
            let mut sum: u32 = parts.iter().map(|part| lengths[part.index()]).sum();
            sum += self.own_length(value) + 2 * parts.len() as u32;
            parts.sort_by_key(|part| std::cmp::Reverse(lengths[part.index()]));
            for part in parts {
                let length = lengths[part.index()];
                if sum <= LONGEST || length <= SHORT {
                    break;
                }
                if self.is_computed(part) {
                    self.lets[part.index()] = true;
                    lengths[part.index()] = NAME;
                    sum = sum - length + NAME;
                }
            }
            lengths[value.index()] = match function.named_expressions.get(&value) {
                Some(name) if self.lets[value.index()] => name.len() as u32,
                _ => sum,
            };
        }
    }

    /// How long the text of `value` is without its parts, more or less.
    fn own_length(&self, value: Value) -> u32 {
        let name = |name: &Option<String>| name.as_ref().map_or(NAME, |name| name.len() as u32);
        let (module, function) = (self.module, self.function);
        match function.expressions[value] {
            Expression::FunctionArgument(position) => {
                name(&function.arguments[position as usize].name)
            }
            Expression::GlobalVariable(global) => name(&module.global_variables[global].name),
            Expression::LocalVariable(local) => name(&function.local_variables[local].name),
            Expression::Load { .. } | Expression::AccessIndex { .. } => 0,
            Expression::Access { .. } | Expression::Unary { .. } | Expression::Binary { .. } => 1,
            Expression::Literal(_) => 3,
            _ => NAME,
        }
    }
}
