//! The built-in functions whose scalars depend on each other: geometry and matrices.

use super::calculator::{Calculator, Scalar};
use crate::value::{Binary, Unary};

use Binary::{AddFloat, DivideFloat, MultiplyFloat, SubtractFloat};

impl Calculator<'_> {
    pub(super) fn length(&mut self, x: &[Scalar]) -> Scalar {
        if let [x] = *x {
            return self.unary(Unary::AbsoluteFloat, x);
        }
        let square = self.dot(x, x);
        self.unary(Unary::Sqrt, square)
    }

    pub(super) fn cross(&mut self, x: &[Scalar], y: &[Scalar]) -> Vec<Scalar> {
        [(1, 2), (2, 0), (0, 1)]
            .into_iter()
            .map(|(i, j)| self.minor([x[i], y[i]], [x[j], y[j]]))
            .collect()
    }

    /// a0 * b1 - a1 * b0
    fn minor(&mut self, [a0, a1]: [Scalar; 2], [b0, b1]: [Scalar; 2]) -> Scalar {
        let first = self.binary(MultiplyFloat, a0, b1);
        let second = self.binary(MultiplyFloat, a1, b0);
        self.binary(SubtractFloat, first, second)
    }

    /// x where dot(z, y) is negative, else -x.
    pub(super) fn face_forward(&mut self, x: &[Scalar], y: &[Scalar], z: &[Scalar]) -> Vec<Scalar> {
        let dot = self.dot(z, y);
        let zero = self.float(0.0);
        let negative = self.is_less(dot, zero);
        let turned = self.map1(Unary::NegateFloat, x);
        let pairs = x.iter().zip(turned);
        pairs
            .map(|(&x, turned)| self.select(negative, x, turned))
            .collect()
    }

    /// x - 2 * dot(normal, x) * normal
    pub(super) fn reflect(&mut self, x: &[Scalar], normal: &[Scalar]) -> Vec<Scalar> {
        let dot = self.dot(normal, x);
        let two = self.float(2.0);
        let twice = self.binary(MultiplyFloat, two, dot);
        let along = self.map2(MultiplyFloat, &[twice], normal);
        self.map2(SubtractFloat, x, &along)
    }

    /// ratio * x - (ratio * d + sqrt(k)) * normal with d = dot(normal, x) and
    /// k = 1 - ratio^2 * (1 - d^2); zero where k is negative.
    pub(super) fn refract(
        &mut self,
        x: &[Scalar],
        normal: &[Scalar],
        ratio: Scalar,
    ) -> Vec<Scalar> {
        let (zero, one) = (self.float(0.0), self.float(1.0));
        let d = self.dot(normal, x);
        let d_squared = self.binary(MultiplyFloat, d, d);
        let rest = self.binary(SubtractFloat, one, d_squared);
        let ratio_squared = self.binary(MultiplyFloat, ratio, ratio);
        let product = self.binary(MultiplyFloat, ratio_squared, rest);
        let k = self.binary(SubtractFloat, one, product);
        let root = self.unary(Unary::Sqrt, k);
        let scaled = self.binary(MultiplyFloat, ratio, d);
        let factor = self.binary(AddFloat, scaled, root);
        let direct = self.map2(MultiplyFloat, &[ratio], x);
        let along = self.map2(MultiplyFloat, &[factor], normal);
        let refracted = self.map2(SubtractFloat, &direct, &along);
        let none = self.is_less(k, zero);
        let choose = |value| self.select(none, zero, value);
        refracted.into_iter().map(choose).collect()
    }

    /// Expansion along the first column of a square matrix in columns.
    pub(super) fn determinant(&mut self, x: &[Scalar]) -> Scalar {
        let size = x.len().isqrt();
        if let [only] = *x {
            return only;
        }
        if size == 2 {
            return self.minor([x[0], x[1]], [x[2], x[3]]);
        }
        let terms: Vec<Scalar> = (0..size)
            .map(|row| {
                let kept = (size..x.len()).filter(|position| position % size != row);
                let rest: Vec<Scalar> = kept.map(|position| x[position]).collect();
                let cofactor = self.determinant(&rest);
                let term = self.binary(MultiplyFloat, x[row], cofactor);
                if row % 2 == 0 {
                    term
                } else {
                    self.unary(Unary::NegateFloat, term)
                }
            })
            .collect();
        let first = terms[0];
        let rest = terms[1..].iter();
        rest.fold(first, |sum, &term| self.binary(AddFloat, sum, term))
    }

    pub(super) fn normalize(&mut self, x: &[Scalar]) -> Vec<Scalar> {
        let length = self.length(x);
        self.map2(DivideFloat, x, &[length])
    }

    /// A matrix of the products of all pairs: column j is `x` times scalar j of `y`. WGSL has no
    /// such function; naga types the result by (columns, rows) = (size of x, size of y), so that
    /// of unequal sizes it can only be the other way round.
    pub(super) fn outer(&mut self, x: &[Scalar], y: &[Scalar]) -> Vec<Scalar> {
        let (rows, columns) = if x.len() == y.len() { (x, y) } else { (y, x) };
        let columns = columns.iter();
        columns
            .flat_map(|&column| self.map2(MultiplyFloat, rows, &[column]))
            .collect()
    }

    /// The inverse of a square matrix in columns: its adjugate over its determinant.
    pub(super) fn inverse(&mut self, x: &[Scalar]) -> Vec<Scalar> {
        let size = x.len().isqrt();
        let determinant = self.determinant(x);
        let places = (0..size).flat_map(|column| (0..size).map(move |row| (column, row)));
        let places: Vec<(usize, usize)> = places.collect();
        let adjugate: Vec<Scalar> = places
            .into_iter()
            .map(|(column, row)| self.cofactor(x, row, column))
            .collect();
        self.map2(DivideFloat, &adjugate, &[determinant])
    }

    /// The determinant of what is left without a column and a row, with its sign.
    fn cofactor(&mut self, x: &[Scalar], column: usize, row: usize) -> Scalar {
        let size = x.len().isqrt();
        let kept = x.iter().enumerate();
        let rest: Vec<Scalar> = kept
            .filter(|(position, _)| position / size != column && position % size != row)
            .map(|(_, &scalar)| scalar)
            .collect();
        let minor = self.determinant(&rest);
        if (column + row).is_multiple_of(2) {
            minor
        } else {
            self.unary(Unary::NegateFloat, minor)
        }
    }
}
