//! Numeric built-in functions of the wrong type.

use bitonic_dsl::*;

fn main() {
    let _ = kernel("wrong").build(|k| {
        let (b, i, u) = (k.param::<u32>("b").lt(1), k.param::<i32>("i"), k.param::<u32>("u"));
        let (f, h) = (k.param::<f32>("f"), k.param::<f16>("h"));
        let v2 = k.param::<Vec2>("v2");
        let _ = b.abs(); //~ abs
        let _ = u.acos(); //~ acos
        let _ = u.acosh(); //~ acosh
        let _ = u.asin(); //~ asin
        let _ = u.asinh(); //~ asinh
        let _ = u.atan(); //~ atan
        let _ = u.atanh(); //~ atanh
        let _ = u.atan2(u); //~ atan2
        let _ = u.ceil(); //~ ceil
        let _ = b.clamp(b, b); //~ clamp
        let _ = u.cos(); //~ cos
        let _ = u.cosh(); //~ cosh
        let _ = f.count_leading_zeros(); //~ countLeadingZeros
        let _ = f.count_one_bits(); //~ countOneBits
        let _ = f.count_trailing_zeros(); //~ countTrailingZeros
        let _ = v2.cross(v2); //~ cross
        let _ = u.degrees(); //~ degrees
        let _ = v2.determinant(); //~ determinant
        let _ = u.distance(u); //~ distance
        let _ = f.dot(f); //~ dot
        let _ = i.dot4_u8_packed(i); //~ dot4U8Packed
        let _ = f.dot4_i8_packed(u); //~ dot4I8Packed
        let _ = u.exp(); //~ exp
        let _ = u.exp2(); //~ exp2
        let _ = f.extract_bits(0, 4); //~ extractBits
        let _ = f.face_forward(f, f); //~ faceForward
        let _ = f.first_leading_bit(); //~ firstLeadingBit
        let _ = f.first_trailing_bit(); //~ firstTrailingBit
        let _ = u.floor(); //~ floor
        let _ = u.fma(u, u); //~ fma
        let _ = u.fract(); //~ fract
        let _ = u.frexp(); //~ frexp
        let _ = f.insert_bits(f, 0, 4); //~ insertBits
        let _ = u.inverse_sqrt(); //~ inverseSqrt
        let _ = f.ldexp(u); //~ ldexp
        let _ = u.length(); //~ length
        let _ = u.log(); //~ log
        let _ = u.log2(); //~ log2
        let _ = b.max(b); //~ max
        let _ = b.min(b); //~ min
        let _ = u.mix(u, u); //~ mix
        let _ = u.modf(); //~ modf
        let _ = f.normalize(); //~ normalize
        let _ = u.pow(u); //~ pow
        let _ = h.quantize_to_f16(); //~ quantizeToF16
        let _ = u.radians(); //~ radians
        let _ = f.reflect(f); //~ reflect
        let _ = f.refract(f, f); //~ refract
        let _ = f.reverse_bits(); //~ reverseBits
        let _ = u.round(); //~ round
        let _ = u.saturate(); //~ saturate
        let _ = u.sign(); //~ sign
        let _ = u.sin(); //~ sin
        let _ = u.sinh(); //~ sinh
        let _ = u.smoothstep(u, u); //~ smoothstep
        let _ = u.sqrt(); //~ sqrt
        let _ = u.step(u); //~ step
        let _ = u.tan(); //~ tan
        let _ = u.tanh(); //~ tanh
        let _ = v2.transpose(); //~ transpose
        let _ = u.trunc(); //~ trunc
    });
}
