//! Operators on operands that they do not have.

use bitonic_dsl::*;

fn main() {
    let _ = kernel("wrong").build(|k| {
        let (b, i, u) = (k.param::<u32>("b").lt(1), k.param::<i32>("i"), k.param::<u32>("u"));
        let (f, h) = (k.param::<f32>("f"), k.param::<f16>("h"));
        let (v2, v3, v4) = (k.param::<Vec2>("v2"), k.param::<Vec3>("v3"), k.param::<Vec4>("v4"));
        let (m2, m3) = (k.param::<Mat2>("m2"), k.param::<Mat3>("m3"));
        let out = k.storage_mut::<u32>("out");
        let _ = u + i; //~ +
        let _ = i - f; //~ -
        let _ = f * u; //~ *
        let _ = u / 2.0; //~ /
        let _ = f % i; //~ %
        let _ = v2 + v3; //~ + on vectors
        let _ = v3 - v4; //~ - on vectors
        let _ = v4 * v2; //~ * on vectors
        let _ = v2 / u; //~ / on vectors
        let _ = v3 % v2; //~ % on vectors
        let _ = m2 + m3; //~ + on matrices
        let _ = m2 - f; //~ - on matrices
        let _ = m2 * v3; //~ matrix * vector
        let _ = v3 * m2; //~ vector * matrix
        let _ = m2 * m3; //~ matrix * matrix
        let _ = u * v2; //~ scalar * vector
        let _ = u * m2; //~ scalar * matrix
        let _ = -u; //~ negation
        let _ = u & i; //~ &
        let _ = f | f; //~ |
        let _ = b ^ b; //~ ^
        let _ = !f; //~ !
        let _ = u << i; //~ <<
        let _ = f >> u; //~ >>
        let _ = u.and_also(|| b); //~ &&
        let _ = b.or_else(|| u); //~ ||
        let _ = u.eq(f); //~ ==
        let _ = v2.ne(v3); //~ !=
        let _ = b.lt(b); //~ <
        let _ = i.le(u); //~ <=
        let _ = f.gt(1); //~ >
        let _ = h.ge(f); //~ >=
        If(v2.lt(v2), || ()); //~ comparison by component
        out.element(0) += u; //~ +=
        out.element(0).sub_assign(i); //~ -=
        out.element(0).mul_assign(v2); //~ *=
        out.element(0).div_assign(0.5); //~ /=
        out.element(0).rem_assign(f); //~ %=
        out.element(0).bitand_assign(b); //~ &=
        out.element(0).bitor_assign(i); //~ |=
        out.element(0).bitxor_assign(f); //~ ^=
        out.element(0).shl_assign(i); //~ <<=
        out.element(0).shr_assign(f); //~ >>=
        k.storage_mut::<f32>("floats").element(0).increment(); //~ increment
        k.storage::<u32>("read").element(0).decrement(); //~ decrement
    });
}
