//! Literals: as a person writes them, and exactly the same value when read again.

use naga::{Literal, Scalar, ScalarKind};

use super::Refusal;

/// The text of `literal`; none for what WGSL cannot write, infinities and NaN.
pub(super) fn literal(literal: Literal) -> Option<String> {
    Some(match literal {
        Literal::Bool(value) => value.to_string(),
        Literal::U32(value) => format!("{value}u"),
        // Its magnitude alone is no `i32`.
        Literal::I32(i32::MIN) => format!("i32({})", i32::MIN),
        Literal::I32(value) => format!("{value}i"),
        Literal::U64(value) => format!("{value}lu"),
        Literal::I64(i64::MIN) => format!("i64({} - 1)", i64::MIN + 1),
        Literal::I64(value) => format!("{value}li"),
        Literal::U16(value) => format!("u16({value})"),
        Literal::I16(value) => format!("i16({value})"),
        Literal::AbstractInt(value) => value.to_string(),
        Literal::F16(value) => format!("{}h", half(value.to_f32())?),
        Literal::F32(value) => format!("{}f", single(value)?),
        Literal::F64(value) => format!("{}lf", double(value)?),
        Literal::AbstractFloat(value) => double(value)?,
    })
}

/// The text of the zero of `scalar`.
pub(super) fn zero(scalar: Scalar) -> Option<String> {
    Some(match (scalar.kind, scalar.width) {
        (ScalarKind::Bool, _) => "false".to_owned(),
        (ScalarKind::Uint, 4) => "0u".to_owned(),
        (ScalarKind::Sint, 4) => "0i".to_owned(),
        (ScalarKind::Uint, 8) => "0lu".to_owned(),
        (ScalarKind::Sint, 8) => "0li".to_owned(),
        (ScalarKind::Float, 2) => "0.0h".to_owned(),
        (ScalarKind::Float, 4) => "0.0f".to_owned(),
        (ScalarKind::Float, 8) => "0.0lf".to_owned(),
        (ScalarKind::Uint, 2) => "u16(0)".to_owned(),
        (ScalarKind::Sint, 2) => "i16(0)".to_owned(),
        (
            ScalarKind::Uint
            | ScalarKind::Sint
            | ScalarKind::Float
            | ScalarKind::AbstractInt
            | ScalarKind::AbstractFloat,
            _,
        ) => return None,
    })
}

/// The shortest decimal digits of an `f32`. The largest has none that every reader
/// takes: they are rounded up, past it.
fn single(value: f32) -> Option<String> {
    if value.abs() == f32::MAX {
        let sign = if value < 0.0 { "-" } else { "" };
        return Some(format!("{sign}0x1.fffffep+127"));
    }
    value.is_finite().then(|| format!("{value:?}"))
}

/// As for `f32`; the largest `f64` rounds to itself.
fn double(value: f64) -> Option<String> {
    value.is_finite().then(|| format!("{value:?}"))
}

/// The fewest decimal digits that are nearer to `value`, a half float, than to any
/// other.
fn half(value: f32) -> Option<String> {
    const LEAST_EXPONENT: i32 = -14;
    const FRACTION_BITS: i32 = 10;
    if !value.is_finite() {
        return None;
    }
    let value = f64::from(value);
    let exponent = (value.abs().log2().floor() as i32).max(LEAST_EXPONENT);
    // A quarter of the distance to the next, which is half as far downwards from a
    // power of two.
    let near = 2_f64.powi(exponent - FRACTION_BITS - 2);
    let digits = (0..).map(|digits| format!("{value:.digits$e}"));
    let mut rounded = digits.filter_map(|text| text.parse::<f64>().ok());
    let shortest = rounded.find(|rounded| (rounded - value).abs() < near || value == 0.0)?;
    Some(format!("{shortest:?}"))
}

/// Adds the text of `literal`.
pub(super) fn push_literal(literal: Literal, out: &mut String) -> Result<(), Refusal> {
    let text = self::literal(literal);
    out.push_str(&text.ok_or_else(|| Refusal::new("WGSL has no literal for infinity or NaN"))?);
    Ok(())
}

/// An index needs no suffix.
pub(super) fn push_index(literal: Literal, out: &mut String) -> Result<(), Refusal> {
    match literal {
        Literal::U32(index) => out.push_str(&index.to_string()),
        Literal::I32(index) if index >= 0 => out.push_str(&index.to_string()),
        literal => push_literal(literal, out)?,
    }
    Ok(())
}

/// Whether the text begins with a sign.
pub(super) fn is_negative(literal: Literal) -> bool {
    match literal {
        Literal::F64(value) | Literal::AbstractFloat(value) => value.is_sign_negative(),
        Literal::F32(value) => value.is_sign_negative(),
        Literal::F16(value) => value.to_f32().is_sign_negative(),
        Literal::I32(value) => value < 0 && value != i32::MIN,
        Literal::I64(value) => value < 0 && value != i64::MIN,
        Literal::AbstractInt(value) => value < 0,
        Literal::U16(_)
        | Literal::I16(_)
        | Literal::U32(_)
        | Literal::U64(_)
        | Literal::Bool(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::literal;
    use naga::Literal;

    #[test]
    fn literals_read_as_a_person_writes_them() {
        for (value, text) in [
            (Literal::F32(1.0), "1.0f"),
            (Literal::F32(0.1), "0.1f"),
            (Literal::F32(-0.0), "-0.0f"),
            (Literal::F32(1e-45), "1e-45f"),
            (Literal::F32(f32::MAX), "0x1.fffffep+127f"),
            (Literal::F32(f32::MIN), "-0x1.fffffep+127f"),
            (Literal::I32(i32::MIN), "i32(-2147483648)"),
            (Literal::U64(u64::MAX), "18446744073709551615lu"),
            (Literal::F64(1e300), "1e300lf"),
        ] {
            assert_eq!(literal(value).as_deref(), Some(text));
        }
        assert_eq!(literal(Literal::F32(f32::NAN)), None);
        assert_eq!(literal(Literal::F64(f64::INFINITY)), None);
    }

    /// naga's parser is the peer: what it reads is what was meant, bit for bit.
    #[test]
    fn half_floats_and_singles_come_back_bit_for_bit() {
        let mut state = 1_u32;
        let mut random = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            state
        };
        for _ in 0..2000 {
            let bits = random() ^ (random() >> 16);
            let single = f32::from_bits(bits);
            if single.is_finite() {
                let text = literal(Literal::F32(single)).expect("it is finite");
                assert_eq!(read(&text, "f32"), Literal::F32(single), "{text}");
            }
        }
        for bits in [
            0x2e66_u16, 0x3c00, 1, 0x03ff, 0x0400, 0x7bff, 0xfbff, 0x3555, 0x8000,
        ] {
            let Literal::F16(half) = read(&half_text(bits), "f16") else {
                panic!("no half float")
            };
            let text = literal(Literal::F16(half)).expect("it is finite");
            let Literal::F16(again) = read(&text, "f16") else {
                panic!("no half float")
            };
            assert_eq!(again.to_bits(), bits, "{text}");
        }
    }

    /// All digits of the half float of these bits.
    fn half_text(bits: u16) -> String {
        let fraction = f64::from(bits & 0x3ff);
        let exponent = i32::from(bits >> 10 & 0x1f);
        let magnitude = match exponent {
            0 => fraction * 2_f64.powi(-24),
            _ => (1024.0 + fraction) * 2_f64.powi(exponent - 25),
        };
        let sign = if bits >> 15 == 1 { "-" } else { "" };
        format!("{sign}{magnitude:?}h")
    }

    fn read(text: &str, ty: &str) -> Literal {
        let source = format!("enable f16; const x: {ty} = {text};\nvar<private> y = x;");
        let module = naga::front::wgsl::parse_str(&source)
            .unwrap_or_else(|error| panic!("{}", error.emit_to_string(&source)));
        let constant = module.constants.iter().next().expect("there is one").1;
        match module.global_expressions[constant.init] {
            naga::Expression::Literal(literal) => literal,
            ref other => panic!("{text} is {other:?}"),
        }
    }
}
