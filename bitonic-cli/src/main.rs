//! The command `bitonic`.

fn main() {}
