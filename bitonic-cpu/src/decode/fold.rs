//! What the builder need not compute at run time: constants and neutral operands; and functions of 64
//! bits, which make two values at once.

use super::builder::{Builder, Pure, Value};
use super::operation::Operation;
use crate::value::{Binary, Wide};

impl Builder {
    /// The low and the high word of a function of 64 bits; the high one is of no use where the result
    /// is not `double`.
    pub(super) fn wide(
        &mut self,
        function: Wide,
        double: bool,
        sources: [[Value; 2]; 3],
    ) -> [Value; 2] {
        if let Some(result) = self.folded(function, sources) {
            return [result as u32, (result >> 32) as u32].map(|bits| self.constant(bits));
        }
        let low = self.pure(Pure::Wide(function, double, sources), |target| {
            Operation::Wide {
                function,
                target,
                high: double.then_some(target.next()),
                sources,
            }
        });
        [low, if double { low.next() } else { low }]
    }

    fn folded(&self, function: Wide, sources: [[Value; 2]; 3]) -> Option<u64> {
        let mut operands = [0; 3];
        for (operand, [low, high]) in operands.iter_mut().zip(sources) {
            let [low, high] = [self.constant_bits(low)?, self.constant_bits(high)?];
            *operand = u64::from(high) << 32 | u64::from(low);
        }
        Some(function.scalar(operands))
    }

    /// A binary operation that needs none: constants, and neutral or absorbing integers.
    pub(super) fn simplified(&mut self, function: Binary, lhs: Value, rhs: Value) -> Option<Value> {
        match (function, self.constant_bits(lhs), self.constant_bits(rhs)) {
            (_, Some(x), Some(y)) => Some(self.constant(function.scalar(x, y))),
            (Binary::Add | Binary::Or | Binary::Xor, Some(0), None)
            | (Binary::Multiply, Some(1), None)
            | (Binary::And, Some(u32::MAX), None) => Some(rhs),
            (Binary::Add | Binary::Subtract | Binary::Or | Binary::Xor, None, Some(0))
            | (Binary::ShiftLeft | Binary::ShiftRightUnsigned, None, Some(0))
            | (Binary::ShiftRightSigned, None, Some(0))
            | (Binary::Multiply | Binary::DivideUnsigned | Binary::DivideSigned, None, Some(1))
            | (Binary::And, None, Some(u32::MAX)) => Some(lhs),
            (Binary::MinUnsigned, None, Some(limit)) if self.most(lhs) <= limit => Some(lhs),
            (Binary::Multiply | Binary::And, Some(0), _)
            | (Binary::Multiply | Binary::And, _, Some(0)) => Some(self.constant(0)),
            _ => None,
        }
    }
}
