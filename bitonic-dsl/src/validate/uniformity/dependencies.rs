//! The graph of dependencies that the analysis builds and searches: points of
//! control flow and values, each with what it depends on.

use crate::diagnostic::SourceLocation;

/// A point of control flow, or a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Point(u32);

/// What a point is to the author, for whom a path is explained.
#[derive(Clone, Debug)]
pub(super) enum Origin {
    /// Nothing that need be named.
    Plain,
    /// Control flow that a condition decides.
    Branch(SourceLocation),
    /// A value that differs between invocations, in words.
    Source(SourceLocation, String),
}

/// Points and what they depend on.
pub(super) struct Dependencies {
    origins: Vec<Origin>,
    edges: Vec<(Point, Point)>,
}

impl Dependencies {
    /// What may differ between the invocations of a workgroup.
    pub(super) const NON_UNIFORM: Point = Point(0);
    /// What may differ between the invocations of a subgroup, and so of a workgroup.
    pub(super) const WITHIN_SUBGROUP: Point = Point(1);
    /// The control flow in which the function is called.
    pub(super) const CALL: Point = Point(2);

    /// A graph of the points that every function has.
    pub(super) fn new() -> Dependencies {
        Dependencies {
            origins: vec![Origin::Plain; 3],
            edges: vec![(Dependencies::WITHIN_SUBGROUP, Dependencies::NON_UNIFORM)],
        }
    }

    pub(super) fn add(
        &mut self,
        origin: Origin,
        depends_on: impl IntoIterator<Item = Point>,
    ) -> Point {
        let point = Point(self.origins.len() as u32);
        self.origins.push(origin);
        for other in depends_on {
            self.depend(point, other);
        }
        point
    }

    pub(super) fn depend(&mut self, point: Point, on: Point) {
        self.edges.push((point, on));
    }

    pub(super) fn origin(&self, point: Point) -> &Origin {
        &self.origins[point.0 as usize]
    }

    /// The graph turned round, to be searched.
    pub(super) fn dependents(&self) -> Dependents {
        let count = self.origins.len();
        let mut starts = vec![0_u32; count + 1];
        for (_, on) in &self.edges {
            starts[on.0 as usize + 1] += 1;
        }
        for index in 0..count {
            starts[index + 1] += starts[index];
        }
        let mut next = starts.clone();
        let mut items = vec![Point(0); self.edges.len()];
        for (point, on) in &self.edges {
            let slot = &mut next[on.0 as usize];
            items[*slot as usize] = *point;
            *slot += 1;
        }
        Dependents { starts, items }
    }
}

/// For each point, those that depend on it directly.
pub(super) struct Dependents {
    starts: Vec<u32>,
    items: Vec<Point>,
}

impl Dependents {
    fn of(&self, point: Point) -> &[Point] {
        let index = point.0 as usize;
        &self.items[self.starts[index] as usize..self.starts[index + 1] as usize]
    }

    /// The shortest ways from every point to `target`.
    pub(super) fn ways_to(&self, target: Point) -> Ways {
        let mut steps = vec![None; self.starts.len() - 1];
        steps[target.0 as usize] = Some(target);
        let mut queue = vec![target];
        let mut head = 0;
        while let Some(point) = queue.get(head).copied() {
            head += 1;
            for dependent in self.of(point) {
                let step = &mut steps[dependent.0 as usize];
                if step.is_none() {
                    *step = Some(point);
                    queue.push(*dependent);
                }
            }
        }
        Ways { target, steps }
    }
}

/// The first step from each point towards a target.
pub(super) struct Ways {
    target: Point,
    steps: Vec<Option<Point>>,
}

impl Ways {
    /// Whether `point` depends on the target.
    pub(super) fn reach(&self, point: Point) -> bool {
        self.steps[point.0 as usize].is_some()
    }

    /// The points from `point` to just before the target.
    pub(super) fn path(&self, point: Point) -> impl Iterator<Item = Point> {
        std::iter::successors(Some(point), |at| self.steps[at.0 as usize])
            .take_while(|at| *at != self.target)
    }
}
