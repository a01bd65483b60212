//! Parameters of a dispatch as typed values, and the block of bytes that they
//! become for a kernel.

use std::fmt;

use bitonic_dsl::interface::Parameters;
use bitonic_dsl::types::{HostShareable, Layout, ScalarType, Type, f16};

/// A value with its shader type: the bytes that a uniform holds.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Value {
    ty: Type,
    bytes: Vec<u8>,
}

impl Value {
    /// The value as the shader sees it; padding is zero.
    #[must_use]
    pub fn of<T: HostShareable>(value: &T) -> Value {
        let ty = T::ty();
        let mut bytes = vec![0; Layout::of(&ty).size as usize];
        value.write(&mut bytes);
        Value { ty, bytes }
    }

    /// Its type.
    #[must_use]
    pub fn ty(&self) -> &Type {
        &self.ty
    }

    /// Its bytes, in WGSL's layout.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

impl fmt::Display for Value {
    /// Scalars, vectors and matrices (by columns) as WGSL prints them, other types by
    /// name.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.ty {
            Type::Scalar(scalar) => f.write_str(&scalar_text(*scalar, &self.bytes)),
            Type::Vector(_, scalar) => {
                write!(f, "({})", components(*scalar, &self.bytes))
            }
            Type::Matrix { rows, scalar, .. } => {
                let column = Layout::of(&Type::Vector(*rows, *scalar));
                let columns = self.bytes.chunks_exact(column.stride() as usize);
                let texts: Vec<_> = columns
                    .map(|bytes| components(*scalar, &bytes[..column.size as usize]))
                    .collect();
                write!(f, "(({}))", texts.join("), ("))
            }
            Type::Atomic(_) | Type::Array(_) | Type::Struct(_) => write!(f, "{}", self.ty),
        }
    }
}

/// The scalars that lie side by side in `bytes`.
fn components(scalar: ScalarType, bytes: &[u8]) -> String {
    let components = bytes.chunks_exact(scalar.size() as usize);
    let texts: Vec<_> = components.map(|one| scalar_text(scalar, one)).collect();
    texts.join(", ")
}

fn scalar_text(scalar: ScalarType, word: &[u8]) -> String {
    match scalar {
        ScalarType::Bool => (u32::read(word) != 0).to_string(),
        ScalarType::U32 => u32::read(word).to_string(),
        ScalarType::I32 => i32::read(word).to_string(),
        ScalarType::I64 => i64::read(word).to_string(),
        ScalarType::U64 => u64::read(word).to_string(),
        ScalarType::F16 => f16::read(word).to_string(),
        ScalarType::F32 => f32::read(word).to_string(),
        ScalarType::F64 => f64::read(word).to_string(),
    }
}

/// A parameter by name.
pub type NamedValue = (String, Value);

/// The block of bytes that carries `values` to a kernel with these `parameters`;
/// bytes between the fields are zero. A field without a value stays zero:
/// [`super::Plan::check`] reports it before anything runs.
#[must_use]
pub fn pack(parameters: &Parameters, values: &[NamedValue]) -> Vec<u8> {
    let mut block = vec![0; parameters.size as usize];
    for (name, value) in values {
        let named = parameters.fields.iter().find(|field| field.name == *name);
        if let Some(field) = named {
            let start = field.offset as usize;
            if let Some(place) = block.get_mut(start..start + value.bytes.len()) {
                place.copy_from_slice(&value.bytes);
            }
        }
    }
    block
}

#[cfg(test)]
mod tests {
    use super::*;
    use bitonic_dsl::interface::{ParameterField, ParameterPassing};
    use bitonic_dsl::types::{ShaderType, UVec3};

    fn parameters() -> Parameters {
        let field = |name: &str, ty, offset| ParameterField {
            name: name.to_owned(),
            ty,
            offset,
        };
        Parameters {
            passing: ParameterPassing::DynamicUniform,
            group: 0,
            binding: 2,
            size: 32,
            fields: vec![
                field("span", Type::U32, 0),
                field("origin", UVec3::ty(), 16),
                field("scale", Type::F32, 28),
            ],
        }
    }

    #[test]
    fn fields_land_at_their_offsets() {
        let values = [
            ("scale".to_owned(), Value::of(&1.0f32)),
            ("span".to_owned(), Value::of(&7u32)),
            ("origin".to_owned(), Value::of(&UVec3::new(1, 2, 3))),
        ];
        let words = u32::values_of(&pack(&parameters(), &values));
        assert_eq!(words, [7, 0, 0, 0, 1, 2, 3, 0x3F80_0000]);
    }

    #[test]
    fn values_print_as_the_author_would_write_them() {
        assert_eq!(Value::of(&-3i32).to_string(), "-3");
        assert_eq!(Value::of(&0.5f32).to_string(), "0.5");
        assert_eq!(Value::of(&UVec3::new(1, 2, 3)).to_string(), "(1, 2, 3)");
    }
}
