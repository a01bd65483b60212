//! What was wrong once: each with the value that Rust gives.

use super::*;

/// What eight invocations leave in `data`, of which each held its index.
#[track_caller]
fn left(kernel: Result<Kernel<(Out<[u32]>,)>, Error>) -> Vec<u32> {
    let kernel = kernel.unwrap_or_else(|error| panic!("{error}"));
    let gpu = Gpu::checked().unwrap_or_else(|error| panic!("{error}"));
    let start: Vec<u32> = (0..8).collect();
    let mut buffer = gpu.buffer(&start).unwrap_or_else(|error| panic!("{error}"));
    let run = gpu.run(&kernel).bind(&mut buffer).dispatch(8);
    run.unwrap_or_else(|error| panic!("{error}"));
    buffer.read().unwrap_or_default()
}

#[shader_fn]
fn advance(place: &mut u32, by: u32) -> u32 {
    let old = *place;
    *place += by;
    old
}

mod order {
    use super::*;

    #[shader_fn]
    fn sum(a: u32, b: u32) -> u32 {
        a + b
    }

    #[kernel(workgroup_size(8))]
    fn natural(data: &mut [u32]) {
        let i = instance_index();
        let mut x = i;
        x += advance(&mut x, 9);
        x += sum(i, advance(&mut x, 3));
        let mut places = [10u32, 20, 30, 40];
        let mut at = 0u32;
        places[at] = advance(&mut at, 2);
        places[advance(&mut at, 1)] = at;
        at -= 1;
        places[at] += advance(&mut at, 1);
        data[i] = x * 10000 + places[0] * 1000 + places[2] * 100 + places[3] + at;
    }

    /// Rust evaluates the right of `=` first, and of `+=` too where both are numbers.
    #[test]
    fn the_right_side_comes_first() {
        fn advance(place: &mut u32, by: u32) -> u32 {
            let old = *place;
            *place += by;
            old
        }
        let rusts = |i: u32| {
            let mut x = i;
            x += advance(&mut x, 9);
            x += i + advance(&mut x, 3);
            let mut places = [10u32, 20, 30, 40];
            let mut at = 0u32;
            places[at as usize] = advance(&mut at, 2);
            places[advance(&mut at, 1) as usize] = at;
            at -= 1;
            places[at as usize] += advance(&mut at, 1);
            x * 10000 + places[0] * 1000 + places[2] * 100 + places[3] + at
        };
        let right: Vec<u32> = (0..8).map(rusts).collect();
        assert_eq!(left(natural()), right);
    }
}

mod parts {
    use super::*;

    #[shader_fn]
    fn chosen(n: u32) -> (u32, u32) {
        if n > 5 {
            let (low, high) = match n {
                6 => (1, 2),
                _ => (n, n + 1),
            };
            (high, low)
        } else {
            (n, 0)
        }
    }

    #[kernel(workgroup_size(8))]
    fn natural(data: &mut [u32]) {
        let i = instance_index();
        let (a, b) = if i < 4 {
            let (c, d) = if i < 2 { (1u32, 2u32) } else { (3, 4) };
            (c + 10, d + 20)
        } else {
            chosen(i)
        };
        data[i] = a * 100 + b;
    }

    /// The parts of an `if` within the side of another are its own.
    #[test]
    fn a_choice_of_parts_within_another() {
        let right = [1122, 1122, 1324, 1324, 400, 500, 201, 807];
        assert_eq!(left(natural()), right);
    }
}

mod templates {
    use super::*;

    #[kernel(workgroup_size(8))]
    fn natural(data: &mut [u32]) {
        let i = instance_index();
        let n = data[i] + 6;
        data[i] = (i < n >> 1) as u32;
    }

    /// WGSL takes `i < n >` for a list of types.
    #[test]
    fn a_shift_to_the_right_behind_less() {
        assert_eq!(left(natural()), [1, 1, 1, 1, 1, 0, 0, 0]);
    }
}

mod literals {
    use super::*;

    /// Of the name that a struct of nodes had in what is generated.
    #[derive(Clone, Copy, ShaderType)]
    struct Nodes {
        count: u32,
    }

    #[derive(Clone, Copy, ShaderType)]
    struct Tree {
        root: Nodes,
        depth: u32,
    }

    #[kernel(workgroup_size(8))]
    fn natural(data: &mut [u32]) {
        let i = instance_index();
        let tree = Tree {
            root: Nodes { count: i },
            depth: 2,
        };
        let half = {
            data[i] += 1;
            1u32
        } as f32;
        data[i] += tree.root.count * tree.depth + (half * 10.0) as u32;
    }

    /// Also a block that ends with a number has a type to convert from.
    #[test]
    fn a_struct_named_nodes_and_a_block_before_as() {
        let right: Vec<u32> = (0..8).map(|i| i * 3 + 11).collect();
        assert_eq!(left(natural()), right);
    }
}
