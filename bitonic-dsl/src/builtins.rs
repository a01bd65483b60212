//! The table of built-in functions: one row for each, from which the graph's
//! enum, the author's functions and methods, the lowering, the page of documentation
//! and the tests are generated.
//!
//! A row reads: Rust name, variant, WGSL name, [the class of the operand type `T`, if
//! the function has one], (argument: kind, ..) -> kind of the result, naga's function,
//! and the documentation. Kinds are the variants of the graph's `Kind`: `T` is the
//! operand type itself, `Component` its scalar (`Scalar` that of a matrix, and
//! `Transposed` the matrix of exchanged sides), `Exponent` an `i32` for each component,
//! `Factor` a `T` or its scalar; the others are types of their own. Classes are the
//! traits of `types`, and the variants of the graph's `Class`.
//!
//! `select` is no row: it is a node kind of its own, as are conversions and lengths.

/// Calls `$callback!` with the whole table.
#[macro_export]
#[doc(hidden)]
macro_rules! __for_each_builtin {
    ($callback:ident) => {
        $callback! {
            abs: Abs "abs" [Numeric] (value: T) -> T => Math Abs,
                "The absolute value of each component. Of the least signed integer it is that integer itself; of an unsigned one, the value.";
            acos: Acos "acos" [ShortFloat] (value: T) -> T => Math Acos,
                "The angle in radians, from 0 to pi, whose cosine is `value`. Outside `-1 ..= 1` the result is open.";
            acosh: Acosh "acosh" [ShortFloat] (value: T) -> T => Math Acosh,
                "The inverse hyperbolic cosine, at least 0. Below 1 the result is open.";
            all: All "all" [Logical] (value: T) -> Bool => Relational All,
                "Whether every component holds.";
            any: Any "any" [Logical] (value: T) -> Bool => Relational Any,
                "Whether some component holds.";
            asin: Asin "asin" [ShortFloat] (value: T) -> T => Math Asin,
                "The angle in radians, from -pi/2 to pi/2, whose sine is `value`. Outside `-1 ..= 1` the result is open.";
            asinh: Asinh "asinh" [ShortFloat] (value: T) -> T => Math Asinh,
                "The inverse hyperbolic sine.";
            atan: Atan "atan" [ShortFloat] (value: T) -> T => Math Atan,
                "The angle in radians, from -pi/2 to pi/2, whose tangent is `value`.";
            atan2: Atan2 "atan2" [ShortFloat] (y: T, x: T) -> T => Math Atan2,
                "The angle in radians, from -pi to pi, from the positive x axis to the point `(x, y)`. Where both are 0 the result is open.";
            atanh: Atanh "atanh" [ShortFloat] (value: T) -> T => Math Atanh,
                "The inverse hyperbolic tangent. Outside `-1 .. 1` the result is open.";
            ceil: Ceil "ceil" [Float] (value: T) -> T => Math Ceil,
                "The least whole number that is no less than `value`.";
            clamp: Clamp "clamp" [Numeric] (value: T, low: T, high: T) -> T => Math Clamp,
                "`value` confined to `low ..= high`, for each component: `min(max(value, low), high)`. `low` must not exceed `high`: constants that do are an error, and floats that do give one of the three values.";
            cos: Cos "cos" [ShortFloat] (value: T) -> T => Math Cos,
                "The cosine of an angle in radians. Of infinity the result is open.";
            cosh: Cosh "cosh" [ShortFloat] (value: T) -> T => Math Cosh,
                "The hyperbolic cosine.";
            count_leading_zeros: CountLeadingZeros "countLeadingZeros" [Word] (value: T) -> T => Math CountLeadingZeros,
                "How many zero bits stand above the highest one bit: 32 for 0, 0 for a negative number.";
            count_one_bits: CountOneBits "countOneBits" [Word] (value: T) -> T => Math CountOneBits,
                "How many bits are one.";
            count_trailing_zeros: CountTrailingZeros "countTrailingZeros" [Word] (value: T) -> T => Math CountTrailingZeros,
                "How many zero bits stand below the lowest one bit: 32 for 0.";
            cross: Cross "cross" [FloatVector3] (a: T, b: T) -> T => Math Cross,
                "The cross product: a vector at right angles to both.";
            degrees: Degrees "degrees" [ShortFloat] (radians: T) -> T => Math Degrees,
                "An angle in radians as degrees.";
            determinant: Determinant "determinant" [SquareMatrix] (value: T) -> Scalar => Math Determinant,
                "The determinant of a square matrix.";
            distance: Distance "distance" [Float] (a: T, b: T) -> Component => Math Distance,
                "The length of `a - b`. The sum of squares may overflow where the distance itself would not.";
            dot: Dot "dot" [NumericVector] (a: T, b: T) -> Component => Math Dot,
                "The sum of the products of the components. Integers wrap.";
            dot4_i8_packed: Dot4I8Packed "dot4I8Packed" [] (a: U32, b: U32) -> I32 => Math Dot4I8Packed,
                "The dot product of the four signed bytes of `a` and `b`.";
            dot4_u8_packed: Dot4U8Packed "dot4U8Packed" [] (a: U32, b: U32) -> U32 => Math Dot4U8Packed,
                "The dot product of the four unsigned bytes of `a` and `b`.";
            exp: Exp "exp" [ShortFloat] (value: T) -> T => Math Exp,
                "The natural exponential: e to the power of `value`.";
            exp2: Exp2 "exp2" [ShortFloat] (value: T) -> T => Math Exp2,
                "2 to the power of `value`.";
            extract_bits: ExtractBits "extractBits" [Word] (value: T, offset: U32, count: U32) -> T => Math ExtractBits,
                "The `count` bits of each component from bit `offset` up, moved to bit 0; of a signed integer the highest of them is the sign. Bits past the end are not there: `offset` counts as at most 32, `count` as at most `32 - offset`, and no bits give 0. Constants whose sum passes 32 are an error.";
            face_forward: FaceForward "faceForward" [FloatVector] (value: T, incident: T, reference: T) -> T => Math FaceForward,
                "`value` where `dot(incident, reference)` is negative, else `-value`.";
            first_leading_bit: FirstLeadingBit "firstLeadingBit" [Word] (value: T) -> T => Math FirstLeadingBit,
                "The position of the highest one bit; of a negative number, that of the highest zero bit. -1, all ones, for 0 and for -1 of a signed integer.";
            first_trailing_bit: FirstTrailingBit "firstTrailingBit" [Word] (value: T) -> T => Math FirstTrailingBit,
                "The position of the lowest one bit; -1, all ones, for 0.";
            floor: Floor "floor" [Float] (value: T) -> T => Math Floor,
                "The greatest whole number that is no more than `value`.";
            fma: Fma "fma" [Float] (a: T, b: T, c: T) -> T => Math Fma,
                "`a * b + c`. The product may be rounded before the sum, or not.";
            fract: Fract "fract" [Float] (value: T) -> T => Math Fract,
                "`value - floor(value)`: at least 0, also of a negative number. Of one just below 0 it may round to 1.";
            frexp: Frexp "frexp" [Single] (value: T) -> Frexp => Math Frexp,
                "`value` taken apart into `fract`, 0 or of a magnitude in `0.5 .. 1`, and a whole exponent `exp`, so that `fract * 2^exp` is `value`. Of NaN and infinity both are open.";
            insert_bits: InsertBits "insertBits" [Word] (value: T, inserted: T, offset: U32, count: U32) -> T => Math InsertBits,
                "`value` with the `count` bits from bit `offset` up replaced by the lowest of `inserted`. Bits past the end are not there, as for `extract_bits`.";
            inverse_sqrt: InverseSqrt "inverseSqrt" [Float] (value: T) -> T => Math InverseSqrt,
                "One divided by the square root. At 0 and below the result is open.";
            ldexp: Ldexp "ldexp" [ShortFloat] (value: T, exponent: Exponent) -> T => Math Ldexp,
                "`value * 2^exponent`. Where `exponent` exceeds the type's bias by more than 1 (128 for `f32`) the result is open; a result too small may be 0.";
            length: Length "length" [Float] (value: T) -> Component => Math Length,
                "The length of a vector, the magnitude of a scalar. The sum of squares may overflow where the length itself would not.";
            log: Log "log" [ShortFloat] (value: T) -> T => Math Log,
                "The natural logarithm. At 0 and below the result is open.";
            log2: Log2 "log2" [ShortFloat] (value: T) -> T => Math Log2,
                "The logarithm to base 2. At 0 and below the result is open.";
            max: Max "max" [Numeric] (a: T, b: T) -> T => Math Max,
                "The greater of `a` and `b`, for each component. If one float is NaN, either may come out.";
            min: Min "min" [Numeric] (a: T, b: T) -> T => Math Min,
                "The lesser of `a` and `b`, for each component. If one float is NaN, either may come out.";
            mix: Mix "mix" [Float] (a: T, b: T, t: Factor) -> T => Math Mix,
                "`a * (1 - t) + b * t`: from `a` at 0 to `b` at 1. Vectors take a `t` for each component, or one for all.";
            modf: Modf "modf" [ShortFloat] (value: T) -> Modf => Math Modf,
                "`value` taken apart into `whole`, rounded towards 0, and the rest `fract`, both of the sign of `value`.";
            normalize: Normalize "normalize" [FloatVector] (value: T) -> T => Math Normalize,
                "The vector of length 1 in the same direction. Of a vector of zeros the result is open.";
            pack2x16float: Pack2x16Float "pack2x16float" [] (value: Vec2) -> U32 => Math Pack2x16float,
                "Two floats as binary16 in one word, the first in the low half. Beyond 65504 the result is open.";
            pack2x16snorm: Pack2x16Snorm "pack2x16snorm" [] (value: Vec2) -> U32 => Math Pack2x16snorm,
                "Two floats, confined to `-1 ..= 1`, as signed 16-bit fractions of 32767, the first in the low half.";
            pack2x16unorm: Pack2x16Unorm "pack2x16unorm" [] (value: Vec2) -> U32 => Math Pack2x16unorm,
                "Two floats, confined to `0 ..= 1`, as unsigned 16-bit fractions of 65535, the first in the low half.";
            pack4x8snorm: Pack4x8Snorm "pack4x8snorm" [] (value: Vec4) -> U32 => Math Pack4x8snorm,
                "Four floats, confined to `-1 ..= 1`, as signed bytes, fractions of 127, the first in the lowest byte.";
            pack4x8unorm: Pack4x8Unorm "pack4x8unorm" [] (value: Vec4) -> U32 => Math Pack4x8unorm,
                "Four floats, confined to `0 ..= 1`, as unsigned bytes, fractions of 255, the first in the lowest byte.";
            pack4xi8: Pack4xI8 "pack4xI8" [] (value: IVec4) -> U32 => Math Pack4xI8,
                "The low byte of each component, the first in the lowest byte.";
            pack4xi8_clamp: Pack4xI8Clamp "pack4xI8Clamp" [] (value: IVec4) -> U32 => Math Pack4xI8Clamp,
                "Each component confined to `-128 ..= 127`, as a byte, the first in the lowest byte.";
            pack4xu8: Pack4xU8 "pack4xU8" [] (value: UVec4) -> U32 => Math Pack4xU8,
                "The low byte of each component, the first in the lowest byte.";
            pack4xu8_clamp: Pack4xU8Clamp "pack4xU8Clamp" [] (value: UVec4) -> U32 => Math Pack4xU8Clamp,
                "Each component confined to `0 ..= 255`, as a byte, the first in the lowest byte.";
            pow: Pow "pow" [ShortFloat] (base: T, exponent: T) -> T => Math Pow,
                "`base` to the power of `exponent`. Of a negative `base`, and of 0 to a power that is not positive, the result is open.";
            quantize_to_f16: QuantizeToF16 "quantizeToF16" [Single] (value: T) -> T => Math QuantizeToF16,
                "`value` rounded to a binary16, and back. Beyond 65504 the result is open; a magnitude below 2^-14 may become 0.";
            radians: Radians "radians" [ShortFloat] (degrees: T) -> T => Math Radians,
                "An angle in degrees as radians.";
            reflect: Reflect "reflect" [FloatVector] (incident: T, normal: T) -> T => Math Reflect,
                "The direction `incident` after reflection at a surface whose normal is `normal`, of length 1: `incident - 2 * dot(normal, incident) * normal`.";
            refract: Refract "refract" [FloatVector] (incident: T, normal: T, ratio: Component) -> T => Math Refract,
                "The direction `incident` after refraction at a surface whose normal is `normal`, both of length 1; `ratio` is that of the indices of refraction. Zeros where all is reflected.";
            reverse_bits: ReverseBits "reverseBits" [Word] (value: T) -> T => Math ReverseBits,
                "The bits in reverse order.";
            round: Round "round" [Float] (value: T) -> T => Math Round,
                "The nearest whole number; of two that are as near, the even one.";
            saturate: Saturate "saturate" [Float] (value: T) -> T => Math Saturate,
                "`value` confined to `0 ..= 1`.";
            sign: Sign "sign" [Signed] (value: T) -> T => Math Sign,
                "-1, 0 or 1, as the component is negative, zero or positive.";
            sin: Sin "sin" [ShortFloat] (value: T) -> T => Math Sin,
                "The sine of an angle in radians. Of infinity the result is open.";
            sinh: Sinh "sinh" [ShortFloat] (value: T) -> T => Math Sinh,
                "The hyperbolic sine.";
            smoothstep: SmoothStep "smoothstep" [Float] (low: T, high: T, value: T) -> T => Math SmoothStep,
                "0 up to `low`, 1 from `high` on, and a smooth curve between: `t * t * (3 - 2 * t)` of `t = saturate((value - low) / (high - low))`. Where `low` equals `high` the result is open, and constants are an error.";
            sqrt: Sqrt "sqrt" [Float] (value: T) -> T => Math Sqrt,
                "The square root. Below 0 the result is open.";
            step: Step "step" [Float] (edge: T, value: T) -> T => Math Step,
                "1 where `edge <= value`, else 0.";
            tan: Tan "tan" [ShortFloat] (value: T) -> T => Math Tan,
                "The tangent of an angle in radians.";
            tanh: Tanh "tanh" [ShortFloat] (value: T) -> T => Math Tanh,
                "The hyperbolic tangent.";
            transpose: Transpose "transpose" [Matrix] (value: T) -> Transposed => Math Transpose,
                "The matrix with rows and columns exchanged.";
            trunc: Trunc "trunc" [Float] (value: T) -> T => Math Trunc,
                "`value` without its fraction: rounded towards 0.";
            unpack2x16float: Unpack2x16Float "unpack2x16float" [] (word: U32) -> Vec2 => Math Unpack2x16float,
                "The halves of a word as binary16, the low one first.";
            unpack2x16snorm: Unpack2x16Snorm "unpack2x16snorm" [] (word: U32) -> Vec2 => Math Unpack2x16snorm,
                "The halves of a word as signed fractions of 32767, at least -1, the low one first.";
            unpack2x16unorm: Unpack2x16Unorm "unpack2x16unorm" [] (word: U32) -> Vec2 => Math Unpack2x16unorm,
                "The halves of a word as unsigned fractions of 65535, the low one first.";
            unpack4x8snorm: Unpack4x8Snorm "unpack4x8snorm" [] (word: U32) -> Vec4 => Math Unpack4x8snorm,
                "The bytes of a word as signed fractions of 127, at least -1, the lowest first.";
            unpack4x8unorm: Unpack4x8Unorm "unpack4x8unorm" [] (word: U32) -> Vec4 => Math Unpack4x8unorm,
                "The bytes of a word as unsigned fractions of 255, the lowest first.";
            unpack4xi8: Unpack4xI8 "unpack4xI8" [] (word: U32) -> IVec4 => Math Unpack4xI8,
                "The bytes of a word as signed integers, the lowest first.";
            unpack4xu8: Unpack4xU8 "unpack4xU8" [] (word: U32) -> UVec4 => Math Unpack4xU8,
                "The bytes of a word as unsigned integers, the lowest first.";
        }
    };
}

pub(crate) use __for_each_builtin as for_each_builtin;
