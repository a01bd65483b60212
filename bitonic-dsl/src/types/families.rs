//! The families of types as one table: scalars with their vectors, floats with their
//! matrices. All that comes in families, here and in the author layer, is generated
//! from it.

/// Calls `$callback!` with a row for each numeric scalar: the Rust type, its
/// `ScalarType`, its bits and its words in documentation; then each vector's type,
/// the author's function that makes one, and its bits.
macro_rules! for_each_numeric_family {
    ($callback:ident) => {
        $callback! {
            u32 U32 32 "`u32`": UVec2 uvec2 64, UVec3 uvec3 96, UVec4 uvec4 128;
            i32 I32 32 "`i32`": IVec2 ivec2 64, IVec3 ivec3 96, IVec4 ivec4 128;
            u64 U64 64 "`u64`": U64Vec2 u64vec2 128, U64Vec3 u64vec3 192, U64Vec4 u64vec4 256;
            i64 I64 64 "`i64`": I64Vec2 i64vec2 128, I64Vec3 i64vec3 192, I64Vec4 i64vec4 256;
            f16 F16 16 "`f16`": HVec2 hvec2 32, HVec3 hvec3 48, HVec4 hvec4 64;
            f32 F32 32 "`f32`": Vec2 vec2 64, Vec3 vec3 96, Vec4 vec4 128;
            f64 F64 64 "`f64`": DVec2 dvec2 128, DVec3 dvec3 192, DVec4 dvec4 256;
        }
    };
}

/// Calls `$callback!` with a row for each scalar that has matrices: the Rust type, its
/// `ScalarType`, its words in documentation and its vectors; then, for each number of
/// columns, the matrices of two, three and four rows and the author's functions that
/// make them.
macro_rules! for_each_matrix_family {
    ($callback:ident) => {
        $callback! {
            f32 F32 "`f32`" (Vec2 Vec3 Vec4):
                (Mat2 mat2, Mat2x3 mat2x3, Mat2x4 mat2x4)
                (Mat3x2 mat3x2, Mat3 mat3, Mat3x4 mat3x4)
                (Mat4x2 mat4x2, Mat4x3 mat4x3, Mat4 mat4);
            f16 F16 "`f16`" (HVec2 HVec3 HVec4):
                (HMat2 hmat2, HMat2x3 hmat2x3, HMat2x4 hmat2x4)
                (HMat3x2 hmat3x2, HMat3 hmat3, HMat3x4 hmat3x4)
                (HMat4x2 hmat4x2, HMat4x3 hmat4x3, HMat4 hmat4);
            f64 F64 "`f64`" (DVec2 DVec3 DVec4):
                (DMat2 dmat2, DMat2x3 dmat2x3, DMat2x4 dmat2x4)
                (DMat3x2 dmat3x2, DMat3 dmat3, DMat3x4 dmat3x4)
                (DMat4x2 dmat4x2, DMat4x3 dmat4x3, DMat4 dmat4);
        }
    };
}

pub(crate) use {for_each_matrix_family, for_each_numeric_family};
