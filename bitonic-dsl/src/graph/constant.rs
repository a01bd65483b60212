//! Constants of module scope, and what variables hold at the start: values of the host,
//! as data.

use super::Literal;
use crate::types::Type;

/// A value that is known when the kernel is built, under a name of its own.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Constant {
    /// The name that the author gave.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// The value.
    pub value: ConstantValue,
}

/// A value that is known when the kernel is built.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum ConstantValue {
    /// A scalar.
    Scalar(Literal),
    /// The components of a vector, the columns of a matrix, the elements of an array or
    /// the fields of a structure.
    Composite(Vec<ConstantValue>),
}

impl ConstantValue {
    /// Calls `visit` for each scalar, in the order in which they lie.
    pub fn for_each_scalar(&self, visit: &mut impl FnMut(Literal)) {
        match self {
            ConstantValue::Scalar(literal) => visit(*literal),
            ConstantValue::Composite(parts) => {
                for part in parts {
                    part.for_each_scalar(visit);
                }
            }
        }
    }
}
